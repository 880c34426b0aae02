// SPDX-License-Identifier: Apache-2.0
//! @file examples.cpp
//! @brief The code of docs/library.md.
#include <fmt/format.h>

#include "burin/burin.h"
#include "burin/lib/fixed_point.h"
#include "burin/lib/pipeline.h"
#include "burin/lib/streams.h"
#include "burin/sim/bench.h"
#include "burin/verilog/emit.h"

using namespace burin;

// [composition]
struct Request {
  UInt<2> port;
  UInt<16> address;
};

struct Router {
  List<StreamIn<Request>> requests{3};
  List<StreamOut<UInt<16>>> ports{4};

  void logic() {
    const auto ways = arbitrate(requests) >> fifo(16) >> demux(4, [](const Request& r) { return r.port; });
    for (size_t i = 0; i < ways.size(); ++i) {
      ways[i] >> map([](const Request& r) { return r.address; }) >> register_slice() >> ports[i];
    }
  }
};
// [/composition]

// [packets]
struct Gearbox {
  StreamIn<Beat<UInt<8>>> bytes;
  StreamOut<Lanes<UInt<8>, 4>> words;

  void logic() { bytes >> widen(4) >> checked() >> words; }
};
// [/packets]

// [flows]
struct Sampler {
  FlowIn<SInt<12>> samples;  // one when `valid` is 1; nobody can ask it to wait
  StreamOut<SInt<12>> out;
  Out<Bool> lost;

  void logic() {
    samples >> filter([](const SInt<12>& x) { return x > 100; }) >> to_stream(4, lost) >> out;
  }
};
// [/flows]

// [own]
/// A block of one's own: any instance with one stream in and one out stands between two `>>`.
struct Square {
  StreamIn<UInt<8>> in;
  StreamOut<UInt<16>> out;
  void logic() {
    in >> map([](const UInt<8>& x) -> UInt<16> { return x * x; }) >> register_slice() >> out;
  }
};

struct Squares {
  StreamIn<UInt<8>> numbers;
  StreamOut<UInt<16>> squares;
  Instance<Square> square;
  void logic() { numbers >> fifo(4) >> square >> squares; }
};
// [/own]

// [pipeline]
struct Pixel {
  UInt<8> red, green, blue;
};

/// Brightness after ITU-R BT.601, in 1/256: a plain function, which a test can call by itself.
UInt<8> brightness(const Pixel& p) {
  const UInt<16> sum =
      zext<16>(p.red * UInt<8>(77)) + zext<16>(p.green * UInt<8>(150)) + zext<16>(p.blue * UInt<8>(29));
  return trunc<8>(sum >> 8);
}

struct Grey {
  struct Config {
    Param<int, "stages of the pipeline", range(0, 8)> depth = 3;
  };
  Config config;

  StreamIn<Pixel> pixels;
  StreamOut<UInt<8>> grey;

  void logic() { pixels >> pipelined(config.depth, brightness) >> grey; }
};
// [/pipeline]

// [latency]
struct Tagged {
  In<Pixel> pixel;
  In<UInt<4>> tag;
  Out<UInt<8>> grey{PortOptions{.guarded = true}};
  Out<UInt<4>> tag_of_grey{PortOptions{.guarded = true}};

  void logic() {
    const auto [value, its_tag] = align(pipelined(3, brightness, pixel), tag);
    grey = value.at(3);  // an error, were it another number of cycles late
    tag_of_grey = its_tag.at(3);
  }
};
// [/latency]

// [fixed]
struct Volume {
  In<Fixed<1, 15>> sample;  // from -1 to just below 1, in steps of 2^-15
  In<UFixed<2, 6>> gain;    // from 0 to just below 4
  Out<Fixed<1, 15>> louder;
  Out<Bool> is_clipped;

  void logic() {
    const auto product = sample * gain.to_signed();  // a Fixed<4, 21>: nothing is lost
    is_clipped = (product >= 1) | (product < -1);
    louder = convert<Fixed<1, 15>>(product, Rounding::half_even, Overflow::saturate);
  }
};
// [/fixed]

int main() {
  const auto router = elaborate<Router>();
  for (const ir::Instance& instance : router.design->top_module().instances) fmt::print("{}\n", instance.name);
  for (const auto& warnings : {router.warnings, elaborate<Gearbox>().warnings, elaborate<Sampler>().warnings,
                               elaborate<Squares>().warnings, elaborate<Tagged>().warnings}) {
    fmt::print("{}", warnings);
  }
  for (const int depth : {0, 3, 8}) {
    sim::Bench<Grey> bench({.depth = depth});
    if (depth > 0) bench.reset();
    bench.set(bench->pixels.payload.red, 200);
    bench.set(bench->pixels.payload.green, 100);
    bench.set(bench->pixels.payload.blue, 50);
    bench.set(bench->pixels.valid, true);
    bench.set(bench->grey.ready, true);
    int cycles = 0;
    for (bench.settle(); bench.get_u64(bench->grey.valid) == 0; bench.settle()) {
      bench.step();
      ++cycles;
    }
    fmt::print("depth {}: grey {} after {} cycles\n", depth, bench.get_u64(bench->grey.payload), cycles);
  }
  // [fixed-bench]
  sim::Bench<Volume> bench;
  bench.set(bench->sample, Fixed<1, 15>::bits_of(-0.375));
  for (const double gain : {0.5, 2.0, 3.25}) {
    bench.set(bench->gain, UFixed<2, 6>::bits_of(gain));
    bench.settle();
    fmt::print("gain {}: {}{}\n", gain, Fixed<1, 15>::number_of(bench.get(bench->louder)),
               bench.get_u64(bench->is_clipped) == 1 ? ", clipped" : "");
  }
  // [/fixed-bench]
}
