// SPDX-License-Identifier: Apache-2.0
//! @file serial_test.cpp
//! @brief SPI and UART: against each other, and against models that look at the wires alone.
#include <doctest/doctest.h>

#include "burin/lib/buses.h"
#include "burin/sim/random.h"
#include "burin/sim/streams.h"
#include "designs/examples/uart_receiver.h"
#include "designs/examples/uart_transmitter.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

using sim::Bench;

/// A controller and a peripheral on the same wires.
template <int Width>
struct SpiPair {
  struct Config {
    Param<int, "half a period of sclk", range(6, 100)> half_period = 6;
    Param<bool, "sclk rests high"> cpol = false;
    Param<bool, "sampled at the second edge"> cpha = false;
  };
  Config config;
  StreamIn<SpiWord<Width>> command;
  StreamOut<UInt<Width>> answer;
  StreamIn<UInt<Width>> reply;
  StreamOut<UInt<Width>> seen;
  Out<Bool> overrun;
  Out<Bool> sclk;
  Out<Bool> cs_n;
  Out<Bool> mosi;
  Out<Bool> miso;
  Instance<SpiController<Width>> controller{
      {.half_period = config.half_period, .mode = {.cpol = config.cpol, .cpha = config.cpha}}};
  Instance<SpiPeripheral<Width>> peripheral{{.mode = {.cpol = config.cpol, .cpha = config.cpha}}};
  void logic() {
    connect(controller->pins, peripheral->pins);
    connect(command, controller->send);
    connect(controller->received, answer);
    connect(reply, peripheral->send);
    connect(peripheral->received, seen);
    overrun = peripheral->overrun;
    sclk = controller->pins.sclk;
    cs_n = controller->pins.cs_n;
    mosi = controller->pins.mosi;
    miso = peripheral->pins.miso;
  }
};

/// Looks at the wires alone and puts words together, as the modes of SPI say.
class WireWatch final : public sim::ClockAgent {
 public:
  template <int Width>
  WireWatch(Bench<SpiPair<Width>>& bench, bool cpol, bool cpha)
      : bench_(bench),
        sclk_(bench.port(bench->sclk)),
        cs_n_(bench.port(bench->cs_n)),
        mosi_(bench.port(bench->mosi)),
        width_(Width),
        cpol_(cpol),
        cpha_(cpha),
        clock_(cpol) {
    bench.attach(*this);
  }
  ~WireWatch() override { bench_.detach(*this); }
  WireWatch(const WireWatch&) = delete;
  WireWatch& operator=(const WireWatch&) = delete;
  void drive() override {}
  void sample() override {
    const bool selected = bench_.engine().get_u64(cs_n_) == 0;
    const bool clock = bench_.engine().get_u64(sclk_) != 0;
    if (!selected) {
      if (selected_) ++frames;
      REQUIRE(clock == cpol_);
      REQUIRE(bits_ == 0);
    } else if (clock != clock_ && (clock != cpol_) != cpha_) {
      value_ = value_ << 1 | bench_.engine().get_u64(mosi_);
      if (++bits_ == width_) {
        words.push_back(value_);
        bits_ = 0;
        value_ = 0;
      }
    }
    clock_ = clock;
    selected_ = selected;
  }
  std::vector<uint64_t> words;
  size_t frames = 0;

 private:
  sim::BenchCore& bench_;
  sim::PortId sclk_, cs_n_, mosi_;
  int width_;
  bool cpol_;
  bool cpha_;
  bool clock_;
  bool selected_ = false;
  int bits_ = 0;
  uint64_t value_ = 0;
};

template <int Width>
void run_spi(sim::EngineKind kind, int half_period, bool cpol, bool cpha, int count) {
  sim::Random random;
  INFO("width ", Width, ", half period ", half_period, ", cpol ", cpol, ", cpha ", cpha, ", ", random.replay());
  Bench<SpiPair<Width>> bench({.half_period = half_period, .cpol = cpol, .cpha = cpha}, kind);
  sim::StreamDriver command(bench, bench->command, {random.word(), 900});
  sim::StreamMonitor answer(bench, bench->answer, {random.word(), 300});
  sim::StreamDriver reply(bench, bench->reply);
  sim::StreamMonitor seen(bench, bench->seen, {random.word(), 300});
  bench.reset();
  WireWatch watch(bench, cpol, cpha);
  std::vector<Bits> sent;
  std::vector<Bits> replies;
  size_t frames = 0;
  for (int i = 0; i < count; ++i) {
    sent.push_back(random.bits(Width));
    replies.push_back(random.bits(Width));
    reply.push(replies.back());
    const bool last = i + 1 == count || random.chance(300);
    frames += last ? 1 : 0;
    command.push(Bits::concat(sent.back(), Bits(1, last ? 1 : 0)));
  }
  bench.run_until([&] { return answer.received().size() == sent.size() && seen.received().size() == sent.size(); });
  CHECK(seen.received() == sent);
  CHECK(answer.received() == replies);
  bench.step(static_cast<uint64_t>(3 * half_period));
  REQUIRE(watch.words.size() == sent.size());
  for (size_t i = 0; i < sent.size(); ++i) CHECK(watch.words[i] == sent[i].to_uint64());
  CHECK(watch.frames == frames);
}

TEST_CASE("SPI: words both ways in all modes, widths and frames") {
  for (const bool cpol : {false, true}) {
    for (const bool cpha : {false, true}) {
      run_spi<8>(sim::kDefaultEngine, 6, cpol, cpha, 60);
      run_spi<8>(sim::EngineKind::interpreter, 7, cpol, cpha, 15);
      run_spi<13>(sim::kDefaultEngine, 10, cpol, cpha, 30);
      run_spi<32>(sim::kDefaultEngine, 6, cpol, cpha, 20);
    }
  }
}

TEST_CASE("SPI: the same in Verilator") {
  if (!test::has_tool("verilator")) return;
  run_spi<8>(sim::EngineKind::verilator, 6, false, true, 30);
}

TEST_CASE(
    "SPI: a peripheral without an answer sends zeros; a word that nobody took is kept, and the next one is lost") {
  Bench<SpiPair<8>> bench;
  sim::StreamDriver command(bench, bench->command);
  sim::StreamMonitor answer(bench, bench->answer);
  bench.reset();
  bench.set(bench->seen.ready, false);
  command.push(Bits(9, 0x11 << 1));
  command.push(Bits(9, 0x22 << 1 | 1));
  size_t overruns = 0;
  bench.run_until([&] {
    overruns += bench.get_u64(bench->overrun);
    return answer.received().size() == 2;
  });
  bench.step(20);
  CHECK(answer.received()[0].is_zero());
  CHECK(answer.received()[1].is_zero());
  CHECK(overruns == 1);
  CHECK(bench.get_u64(bench->seen.payload) == 0x11);
  bench.set(bench->seen.ready, true);
  bench.step();
  CHECK(bench.get_u64(bench->seen.valid) == 0);
}

TEST_CASE("SPI: a reply that was not sent yet stays for the next frame") {
  for (const bool cpha : {false, true}) {
    Bench<SpiPair<8>> bench({.cpha = cpha});
    sim::StreamDriver command(bench, bench->command);
    sim::StreamMonitor answer(bench, bench->answer);
    sim::StreamDriver reply(bench, bench->reply);
    sim::StreamMonitor seen(bench, bench->seen);
    bench.reset();
    reply.push(Bits(8, 0xa1));
    reply.push(Bits(8, 0xa2));
    for (int i = 0; i < 2; ++i) {
      command.push(Bits(9, 1));
      bench.run_until([&] { return answer.received().size() == static_cast<size_t>(i) + 1; });
      bench.step(50);
      CHECK(reply.pending() == static_cast<size_t>(1 - i));
    }
    CHECK(answer.received()[0] == Bits(8, 0xa1));
    CHECK(answer.received()[1] == Bits(8, 0xa2));
  }
}

TEST_CASE("SPI: a reset in the middle of a word lets go of the wires") {
  Bench<SpiPair<8>> bench({.half_period = 6, .cpol = true});
  for (uint64_t cycles = 1; cycles < 120; cycles += 7) {
    bench.set(bench->seen.ready, true);
    bench.set(bench->answer.ready, true);
    bench.set(bench->reply.valid, false);
    bench.send(bench->command, 0x1b5);
    bench.step(cycles);
    bench.reset();
    REQUIRE(bench.get_u64(bench->cs_n) == 1);
    REQUIRE(bench.get_u64(bench->sclk) == 1);
    bench.step(10);
    bench.send(bench->command, 0x0b7);
    bench.wait_for(bench->seen.valid);
    REQUIRE(bench.get_u64(bench->seen.payload) == 0x5b);
    bench.wait_for(bench->answer.valid);
    bench.step(40);
  }
}

// --------------------------------------------------------------------------------------------------------------- UART

using examples::UartReceiver;
using examples::UartTransmitter;

struct UartPair {
  struct Config {
    Param<int, "clock cycles a bit", range(4, 1000)> cycles_per_bit = 16;
  };
  Config config;
  StreamIn<UInt<8>> send;
  StreamOut<UInt<8>> received;
  Out<Bool> framing_error;
  Out<Bool> overrun;
  Instance<UartTransmitter> transmitter{{.cycles_per_bit = config.cycles_per_bit}};
  Instance<UartReceiver> receiver{{.cycles_per_bit = config.cycles_per_bit}};
  void logic() {
    connect(send, transmitter->byte);
    connect(receiver->byte, received);
    receiver->rx = transmitter->tx;
    framing_error = receiver->framing_error;
    overrun = receiver->overrun;
  }
};

TEST_CASE("UART: what the transmitter sends the receiver gets") {
  sim::Random random;
  INFO(random.replay());
  for (const int cycles_per_bit : {4, 5, 16, 104}) {
    Bench<UartPair> bench({.cycles_per_bit = cycles_per_bit});
    sim::StreamDriver send(bench, bench->send, {random.word(), 500});
    sim::StreamMonitor received(bench, bench->received, {random.word(), 200});
    bench.reset();
    std::vector<Bits> bytes;
    for (int i = 0; i < 40; ++i) {
      bytes.push_back(random.bits(8));
      send.push(bytes.back());
    }
    bench.run_until([&] {
      REQUIRE(bench.get_u64(bench->framing_error) == 0);
      REQUIRE(bench.get_u64(bench->overrun) == 0);
      return received.received().size() == bytes.size();
    });
    CHECK(received.received() == bytes);
  }
}

/// Puts a frame on a receiver's line whose bits last `ticks` tenths of a cycle.
void put_frame(Bench<UartReceiver>& bench, uint32_t frame, uint64_t tenths, int bits = 10) {
  uint64_t time = 0;
  for (int i = 0; i < bits; ++i) {
    bench.set(bench->rx, (frame >> i & 1) != 0);
    for (const uint64_t end = (static_cast<uint64_t>(i) + 1) * tenths; time + 10 <= end; time += 10) bench.step();
  }
}

TEST_CASE("UART: a receiver puts up with a sender that is 4 % too fast or too slow") {
  constexpr int kCyclesPerBit = 50;
  for (const uint64_t tenths : {480, 500, 520}) {
    Bench<UartReceiver> bench({.cycles_per_bit = kCyclesPerBit});
    bench.reset();
    bench.set(bench->rx, true);
    bench.set(bench->byte.ready, false);
    bench.step(100);
    for (const uint32_t byte : {0x00U, 0xffU, 0x55U, 0xaaU, 0x81U}) {
      put_frame(bench, 0x200U | byte << 1, tenths);
      bench.step(30);
      REQUIRE(bench.get_u64(bench->byte.valid) == 1);
      CHECK(bench.get_u64(bench->byte.payload) == byte);
      bench.set(bench->byte.ready, true);
      bench.step();
      bench.set(bench->byte.ready, false);
      bench.step();
      REQUIRE(bench.get_u64(bench->byte.valid) == 0);
    }
  }
}

TEST_CASE("UART: a spike is no frame, a missing stop bit is an error, a break is one error, and lost bytes are told") {
  constexpr uint64_t kTenths = 160;
  Bench<UartReceiver> bench({.cycles_per_bit = 16});
  bench.reset();
  bench.set(bench->rx, true);
  bench.set(bench->byte.ready, false);
  bench.step(40);
  size_t errors = 0;
  size_t overruns = 0;
  const auto step = [&](uint64_t cycles) {
    for (uint64_t i = 0; i < cycles; ++i) {
      errors += bench.get_u64(bench->framing_error);
      overruns += bench.get_u64(bench->overrun);
      bench.step();
    }
  };
  bench.set(bench->rx, false);
  step(3);
  bench.set(bench->rx, true);
  step(400);
  CHECK(errors == 0);
  CHECK(bench.get_u64(bench->byte.valid) == 0);

  bench.set(bench->rx, false);  // a break: the line stays down for three frames
  step(3 * 160);
  CHECK(errors == 1);
  bench.set(bench->rx, true);
  step(40);
  CHECK(errors == 1);
  CHECK(bench.get_u64(bench->byte.valid) == 0);

  put_frame(bench, 0x200U | 0x12U << 1, kTenths);
  CHECK(bench.get_u64(bench->byte.payload) == 0x12);
  put_frame(bench, 0x200U | 0x34U << 1, kTenths, 9);
  bench.set(bench->rx, true);
  step(16);
  CHECK(overruns == 1);
  CHECK(bench.get_u64(bench->byte.valid) == 1);
  CHECK(bench.get_u64(bench->byte.payload) == 0x12);
}

TEST_CASE("UART: a reset in the middle of a frame forgets it") {
  Bench<UartReceiver> bench({.cycles_per_bit = 8});
  for (int bits = 1; bits < 10; ++bits) {
    bench.set(bench->byte.ready, false);
    bench.set(bench->rx, true);
    bench.reset(3);
    bench.step(20);
    put_frame(bench, 0x2aaU, 80, bits);
    bench.set(bench->rx, true);
    bench.reset();
    bench.step(100);
    REQUIRE(bench.get_u64(bench->byte.valid) == 0);
    put_frame(bench, 0x200U | 0x77U << 1, 80);
    bench.step(8);
    REQUIRE(bench.get_u64(bench->byte.valid) == 1);
    REQUIRE(bench.get_u64(bench->byte.payload) == 0x77);
  }
}

TEST_CASE("SPI and UART: lint and synthesis") {
  test::VerilogFolder folder;
  folder.add(*elaborate<SpiPair<8>>({.cpol = true, .cpha = true}).design);
  folder.add(*elaborate<UartPair>().design);
  folder.check_clean();
  if (!test::has_tool("yosys")) return;
  for (const std::string& top : folder.tops()) {
    const ProcessResult result =
        folder.run({"yosys", "-q", "-p", "read_verilog Spi*.v Uart*.v; synth -noabc -top " + top + "; check -assert"});
    CHECK_MESSAGE(result.ok(), failure_text(result));
  }
}

}  // namespace
}  // namespace burin
