// SPDX-License-Identifier: Apache-2.0
//! @file blocks.cpp
//! @brief Measures the blocks of docs/library.md: prints the latency and rate of each, and writes its Verilog into a
//! folder of its own below the one that is named.
#include <fmt/format.h>

#include <filesystem>

#include "burin/base/files.h"
#include "burin/lib/pipeline.h"
#include "burin/lib/streams.h"
#include "burin/sim/bench.h"
#include "burin/verilog/emit.h"

namespace {

using namespace burin;
using Word = UInt<32>;

/// Cycles from the first value in to the first one out, and values in 100 cycles, with nobody stalling.
struct Speed {
  uint64_t latency = 0;
  uint64_t rate = 0;
};

/// `in` and `out` are streams of the top module of `bench`; narrow blocks are fed with whole beats.
template <typename M, typename A, typename B>
Speed measure(sim::Bench<M>& bench, const StreamIn<A>& in, const StreamOut<B>& out) {
  constexpr uint64_t kCycles = 1000;
  const bool has_reset = !bench.design().top_module().clocks.empty();
  if (has_reset) bench.reset();
  bench.set(in.valid, true);
  bench.set_packed(in.payload, Bits::ones(bench.get_packed(in.payload).width()));
  bench.set(out.ready, true);
  Speed speed;
  uint64_t received = 0;
  for (uint64_t cycle = 0; cycle < kCycles; ++cycle) {
    bench.settle();
    if (bench.get_u64(out.valid) == 1) {
      if (received++ == 0) speed.latency = cycle;
    }
    if (!has_reset) {  // no state: every cycle is like this one
      speed.rate = received * 100;
      return speed;
    }
    bench.step();
  }
  speed.rate = (received * 100 + kCycles / 2) / (kCycles - speed.latency);
  return speed;
}

std::filesystem::path folder;

template <typename M>
std::unique_ptr<sim::Bench<M>> emit(std::string_view name, const typename sim::Bench<M>::Config& config) {
  auto bench = std::make_unique<sim::Bench<M>>(config);
  std::filesystem::create_directories(folder / name);
  for (const VerilogFile& file : emit_verilog(bench->design())) write_file(folder / name / file.name, file.text);
  write_file(folder / name / "top", bench->design().top_module().name);
  return bench;
}

/// A block with the streams `in` and `out`.
template <typename M>
void block(std::string_view name, const typename M::Config& config) {
  const auto bench = emit<M>(name, config);
  const Speed speed = measure(*bench, (*bench)->in, (*bench)->out);
  fmt::print("{}\t{}\t{}\n", name, speed.latency, speed.rate);
}

/// A block with several streams on one side, or none: its latency is that of one of them.
template <typename M, typename In, typename Out, typename Prepare>
void block(std::string_view name, const typename M::Config& config, In in, Out out, Prepare prepare) {
  const auto bench = emit<M>(name, config);
  prepare(*bench);
  const M& module = *bench->operator->();
  const Speed speed = measure(*bench, in(module), out(module));
  fmt::print("{}\t{}\t{}\n", name, speed.latency, speed.rate);
}

/// a * b + c as a pipeline, of the operator or of the parts of the product.
struct MultiplyAdd {
  struct Config {
    Param<int, "registers"> depth = 1;
    Param<bool, "the product as a sum of parts"> in_parts = false;
    Param<bool, "stages move each by itself"> collapse = false;
  };
  Config config;
  struct Operands {
    UInt<16> a, b;
    UInt<32> c;
  };
  StreamIn<Operands> in;
  StreamOut<Word> out;
  void logic() {
    const auto multiply_add = [&](const Operands& x) -> Word {
      return UInt<32>(config.in_parts ? product_in_parts(x.a, x.b) : x.a * x.b) + x.c;
    };
    const Bubbles bubbles = config.collapse ? Bubbles::collapse : Bubbles::keep;
    in >> pipelined(PipelineOptions{.depth = config.depth, .bubbles = bubbles}, multiply_add) >> out;
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "library_blocks FOLDER: writes the blocks of docs/library.md as Verilog\n");
    return 2;
  }
  folder = argv[1];
  using Byte = UInt<8>;
  block<StreamForwardRegister<Word>>("register-forward", {});
  block<StreamBackwardRegister<Word>>("register-backward", {});
  block<StreamFullRegister<Word>>("register-full", {});
  block<StreamHalfRegister<Word>>("register-half", {});
  block<StreamFifo<Word>>("fifo-2", {.depth = 2});
  block<StreamFifo<Word>>("fifo-16", {.depth = 16});
  block<StreamFifo<Word>>("fifo-16-block", {.depth = 16, .memory = FifoMemory::block});
  block<StreamFifo<Word>>("fifo-16-block-fall-through",
                          {.depth = 16, .fall_through = true, .memory = FifoMemory::block});
  block<StreamFifo<Word>>("fifo-512", {.depth = 512});
  const auto nothing = [](auto&) {};
  for (const auto& [name, policy] : {std::pair{"arbiter-4-fixed", Arbitration::fixed},
                                     std::pair{"arbiter-4-round-robin", Arbitration::round_robin}}) {
    block<StreamArbiter<Word>>(
        name, {.inputs = 4, .policy = policy}, [](const auto& m) -> auto& { return m.in[0]; },
        [](const auto& m) -> auto& { return m.out; },
        [](auto& bench) {
          for (int i = 1; i < 4; ++i) bench.set(bench->in[i].valid, true);
        });
  }
  for (const auto& [name, kind] : {std::pair{"fork-2-eager", Fork::eager}, std::pair{"fork-2-lazy", Fork::lazy}}) {
    block<StreamFork<Word>>(
        name, {.outputs = 2, .kind = kind}, [](const auto& m) -> auto& { return m.in; },
        [](const auto& m) -> auto& { return m.out[0]; }, [](auto& bench) { bench.set(bench->out[1].ready, true); });
  }
  block<StreamJoin<Word, Word>>(
      "join", {}, [](const auto& m) -> auto& { return m.first; }, [](const auto& m) -> auto& { return m.out; },
      [](auto& bench) { bench.set(bench->second.valid, true); });
  block<StreamDemux<Word>>(
      "demux-4", {.streams = 4}, [](const auto& m) -> auto& { return m.in; },
      [](const auto& m) -> auto& { return m.out[0]; }, nothing);
  block<StreamMux<Word>>(
      "mux-4", {.streams = 4}, [](const auto& m) -> auto& { return m.in[0]; },
      [](const auto& m) -> auto& { return m.out; }, nothing);
  block<StreamWiden<Byte>>("widen-1-to-4-bytes", {.lanes = 1, .factor = 4});
  block<StreamNarrow<Byte>>("narrow-4-to-1-bytes", {.lanes = 1, .factor = 4});
  block<StreamThrottle<Word>>("throttle-4", {.interval = 4});
  block<StreamGate<Word>>(
      "gate", {}, [](const auto& m) -> auto& { return m.in; }, [](const auto& m) -> auto& { return m.out; },
      [](auto& bench) { bench.set(bench->is_open, true); });
  block<StreamCreditLink<Word>>("credit-link-2-registers", {.depth = 6, .registers = 2});
  for (const int depth : {1, 2, 3}) block<MultiplyAdd>(fmt::format("multiply-add-depth-{}", depth), {.depth = depth});
  block<MultiplyAdd>("multiply-add-depth-3-collapse", {.depth = 3, .collapse = true});
  for (const int depth : {1, 3, 7})
    block<MultiplyAdd>(fmt::format("multiply-add-in-parts-depth-{}", depth), {.depth = depth, .in_parts = true});
}
