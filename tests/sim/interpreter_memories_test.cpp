// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_memories_test.cpp
//! @brief Memories: ports, policies, masks, bounds (docs/semantics.md, section 6).
#include <doctest/doctest.h>

#include "burin/base/diagnostics.h"
#include "burin/sim/interpreter.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::Op;
using ir::ReadUnderWrite;
using test::Circuit;

// Six words; one write port, an asynchronous read port and a synchronous one of each policy.
struct Ram : Circuit {
  ir::ClockId clk = clock_input("clk");
  ir::NodeId read_address = input("raddr", 3);
  ir::NodeId write_address = input("waddr", 3);
  ir::NodeId data;
  ir::NodeId write_enable = input("we", 1);
  ir::NodeId read_enable = input("re", 1);
  ir::MemoryId ram;

  explicit Ram(uint32_t width = 8, bool masked = false) : data(input("data", width)) {
    ram = memory("ram", width, 6);
    const ir::NodeId mask = masked ? input("mask", width / 4) : ir::kNone;
    write_port(ram, clk, write_address, data, write_enable, mask);
    output("async", read_port(ram, "async_data", read_address));
    output("old", sync_read_port(ram, "old_data", clk, read_address, ReadUnderWrite::old_data, read_enable));
    output("new", sync_read_port(ram, "new_data", clk, read_address, ReadUnderWrite::new_data, read_enable));
    output("any", sync_read_port(ram, "any_data", clk, read_address, ReadUnderWrite::undefined, read_enable));
  }
};

// Both ways to compute: machine words and exact numbers.
template <typename Test>
void both_ways(ir::Design& design, Test&& test) {
  for (const bool exact_only : {false, true}) {
    InterpreterOptions options;
    options.exact_only = exact_only;
    Interpreter engine(design, options);
    test(engine);
  }
}

void write(Interpreter& engine, uint64_t address, const Bits& data) {
  engine.set_u64("waddr", address);
  engine.set("data", data);
  engine.set_u64("we", 1);
  engine.step("clk");
  engine.set_u64("we", 0);
}

TEST_CASE("an asynchronous read follows its address and sees a write after the edge") {
  Ram ram;
  both_ways(ram.design(), [](Interpreter& engine) {
    engine.set_u64("raddr", 2);
    engine.set_u64("waddr", 2);
    engine.set_u64("data", 0xab);
    engine.set_u64("we", 1);
    engine.evaluate();
    CHECK(engine.get_u64("async") == 0);
    engine.set_u64("clk", 1);
    engine.evaluate();
    CHECK(engine.get_u64("async") == 0xab);
    engine.set_u64("raddr", 3);
    engine.evaluate();
    CHECK(engine.get_u64("async") == 0);
  });
}

TEST_CASE("a write whose enable is 0 does nothing") {
  Ram ram;
  both_ways(ram.design(), [](Interpreter& engine) {
    engine.set_u64("waddr", 1);
    engine.set_u64("data", 0xff);
    engine.step("clk");
    CHECK(engine.peek_memory("ram", 1) == Bits(8, 0));
  });
}

TEST_CASE("beyond the depth a memory reads 0 and a write does nothing") {
  Ram ram;
  both_ways(ram.design(), [](Interpreter& engine) {
    for (uint64_t i = 0; i < 6; ++i) engine.poke_memory("ram", i, Bits(8, 0xee));
    write(engine, 6, Bits(8, 1));
    write(engine, 7, Bits(8, 1));
    for (uint64_t i = 0; i < 6; ++i) CHECK(engine.peek_memory("ram", i) == Bits(8, 0xee));
    engine.set_u64("re", 1);
    for (const uint64_t address : {6, 7}) {
      engine.set_u64("raddr", 5);
      engine.step("clk");
      CHECK(engine.get_u64("async") == 0xee);
      CHECK(engine.get_u64("old") == 0xee);
      engine.set_u64("raddr", address);
      engine.step("clk");
      CHECK(engine.get_u64("async") == 0);
      CHECK(engine.get_u64("old") == 0);
      CHECK(engine.get_u64("new") == 0);
      CHECK(engine.get_u64("any") == 0);
    }
  });
}

TEST_CASE("an address of more than 64 bits counts with all its bits") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId address = circuit.input("address", 70);
  const ir::MemoryId memory = circuit.memory("m", 8, 4, {Bits(8, 0x11), Bits(8, 0x22), Bits(8, 0x33), Bits(8, 0x44)});
  circuit.output("async", circuit.read_port(memory, "a", address));
  circuit.output("sync", circuit.sync_read_port(memory, "s", clk, address));
  circuit.write_port(memory, clk, address, circuit.constant(8, 0x99), circuit.input("we", 1));
  Interpreter engine(circuit.design());
  Bits far(70, 2);
  far.set_bit(69, true);
  engine.set("address", far);
  engine.set_u64("we", 1);
  engine.step("clk");
  CHECK(engine.get_u64("async") == 0);
  CHECK(engine.get_u64("sync") == 0);
  CHECK(engine.peek_memory("m", 2) == Bits(8, 0x33));
  engine.set_u64("we", 0);
  engine.set("address", Bits(70, 2));
  engine.step("clk");
  CHECK(engine.get_u64("async") == 0x33);
  CHECK(engine.get_u64("sync") == 0x33);
}

TEST_CASE("a synchronous read gives its word after the edge and holds it while its enable is 0") {
  Ram ram;
  both_ways(ram.design(), [](Interpreter& engine) {
    engine.poke_memory("ram", 1, Bits(8, 0x21));
    engine.poke_memory("ram", 2, Bits(8, 0x22));
    engine.set_u64("raddr", 1);
    engine.set_u64("re", 1);
    engine.evaluate();
    CHECK(engine.get_u64("old") == 0);
    engine.step("clk");
    CHECK(engine.get_u64("old") == 0x21);
    engine.set_u64("raddr", 2);
    engine.set_u64("re", 0);
    engine.step("clk", 3);
    CHECK(engine.get_u64("old") == 0x21);
    CHECK(engine.get_u64("new") == 0x21);
    write(engine, 1, Bits(8, 0x77));
    CHECK(engine.get_u64("old") == 0x21);
    CHECK(engine.get_u64("new") == 0x21);
    engine.set_u64("re", 1);
    engine.step("clk");
    CHECK(engine.get_u64("old") == 0x22);
  });
}

TEST_CASE("a read of the address that is written gives what the port's policy says") {
  for (const uint32_t width : {8U, 80U}) {
    Ram ram(width);
    both_ways(ram.design(), [width](Interpreter& engine) {
      engine.poke_memory("ram", 3, Bits(width, 0x10));
      engine.poke_memory("ram", 4, Bits(width, 0x40));
      engine.set_u64("raddr", 3);
      engine.set_u64("re", 1);
      write(engine, 3, Bits::ones(width));
      CHECK(engine.get("old") == Bits(width, 0x10));
      CHECK(engine.get("new") == Bits::ones(width));
      CHECK(engine.get("any") == Bits(width, 0x10));
      engine.set_u64("raddr", 4);
      write(engine, 3, Bits(width));
      CHECK(engine.get("new") == Bits(width, 0x40));
    });
  }
}

TEST_CASE("a mask writes its granules only, also in what a port of new data reads") {
  for (const uint32_t width : {8U, 64U, 80U}) {
    Ram ram(width, true);
    both_ways(ram.design(), [width](Interpreter& engine) {
      engine.poke_memory("ram", 0, Bits::ones(width));
      engine.set("mask", Bits(width / 4, 2));
      engine.set_u64("re", 1);
      write(engine, 0, Bits(width));
      Bits expected = Bits::ones(width);
      for (uint32_t i = 4; i < 8; ++i) expected.set_bit(i, false);
      CHECK(engine.peek_memory("ram", 0) == expected);
      CHECK(engine.get("new") == expected);
      CHECK(engine.get("old") == Bits::ones(width));
      engine.set("mask", Bits(width / 4));
      write(engine, 0, Bits(width));
      CHECK(engine.peek_memory("ram", 0) == expected);
    });
  }
}

TEST_CASE("of several ports that write one word the last wins, granule by granule") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId address = circuit.input("address", 2);
  const ir::NodeId enable = circuit.constant(1, 1);
  const ir::MemoryId memory = circuit.memory("m", 16, 4);
  circuit.write_port(memory, clk, address, circuit.constant(16, 0x1111), enable, circuit.constant(4, 0xf));
  circuit.write_port(memory, clk, address, circuit.constant(16, 0x2222), enable, circuit.constant(4, 0x6));
  circuit.write_port(memory, clk, address, circuit.constant(16, 0x3333), enable, circuit.constant(4, 0x4));
  circuit.output("new", circuit.sync_read_port(memory, "n", clk, address, ReadUnderWrite::new_data));
  both_ways(circuit.design(), [](Interpreter& engine) {
    engine.step("clk");
    CHECK(engine.peek_memory("m", 0) == Bits(16, 0x1321));
    CHECK(engine.get_u64("new") == 0x1321);
  });
}

TEST_CASE("a write of another clock at the same time is read as the old word, whatever the policy") {
  Circuit circuit;
  const ir::ClockId read_clock = circuit.clock_input("clk_r");
  const ir::ClockId write_clock = circuit.clock_input("clk_w");
  const ir::NodeId address = circuit.input("address", 2);
  const ir::MemoryId memory = circuit.memory("m", 8, 4, {Bits(8, 0x11)});
  circuit.write_port(memory, write_clock, address, circuit.constant(8, 0x99), circuit.constant(1, 1));
  circuit.output("new", circuit.sync_read_port(memory, "n", read_clock, address, ReadUnderWrite::new_data));
  both_ways(circuit.design(), [](Interpreter& engine) {
    engine.set_u64("clk_r", 1);
    engine.set_u64("clk_w", 1);
    engine.evaluate();
    CHECK(engine.get_u64("new") == 0x11);
    CHECK(engine.peek_memory("m", 0) == Bits(8, 0x99));
    engine.set_u64("clk_r", 0);
    engine.evaluate();
    engine.step("clk_r");
    CHECK(engine.get_u64("new") == 0x99);
  });
}

TEST_CASE("ports with and without reset on one clock input share its edge") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  const ir::ClockId plain = circuit.clock("plain", clk);
  const ir::ClockId with_reset = circuit.clock("clk", clk, circuit.input("rst", 1), ir::ResetKind::synchronous);
  const ir::NodeId address = circuit.input("address", 2);
  const ir::MemoryId memory = circuit.memory("m", 8, 4);
  circuit.write_port(memory, with_reset, address, circuit.constant(8, 0x99), circuit.constant(1, 1));
  circuit.output("new", circuit.sync_read_port(memory, "n", plain, address, ReadUnderWrite::new_data));
  Interpreter engine(circuit.design());
  engine.step("clk");
  CHECK(engine.get_u64("new") == 0x99);
}

TEST_CASE("a reset touches neither the words nor the ports of a memory") {
  Circuit circuit;
  const ir::NodeId clk = circuit.input("clk", 1);
  const ir::NodeId address = circuit.input("address", 2);
  for (const ir::ResetKind kind : {ir::ResetKind::synchronous, ir::ResetKind::asynchronous}) {
    const std::string name = kind == ir::ResetKind::synchronous ? "s" : "a";
    const ir::ClockId domain = circuit.clock(name, clk, circuit.constant(1, 1), kind);
    const ir::MemoryId memory = circuit.memory("m_" + name, 8, 4);
    circuit.write_port(memory, domain, address, circuit.constant(8, 0x99), circuit.constant(1, 1));
    circuit.output("out_" + name, circuit.sync_read_port(memory, "r_" + name, domain, address));
  }
  Interpreter engine(circuit.design());
  engine.step("clk", 2);
  CHECK(engine.get_u64("out_s") == 0x99);
  CHECK(engine.get_u64("out_a") == 0x99);
}

TEST_CASE("stated contents are there at time zero, the other words follow the power-up option") {
  Circuit circuit;
  const ir::MemoryId memory = circuit.memory("m", 70, 4, {Bits(70, 0x11), Bits(70, 0x22)});
  circuit.output("out", circuit.read_port(memory, "r", circuit.input("address", 2)));
  InterpreterOptions options;
  Interpreter zeros(circuit.design(), options);
  CHECK(zeros.get_u64("address") == 0);
  CHECK(zeros.get("out") == Bits(70, 0x11));
  CHECK(zeros.peek_memory("m", 1) == Bits(70, 0x22));
  CHECK(zeros.peek_memory("m", 3) == Bits(70));
  options.power_up.kind = PowerUp::Kind::ones;
  Interpreter ones(circuit.design(), options);
  CHECK(ones.peek_memory("m", 1) == Bits(70, 0x22));
  CHECK(ones.peek_memory("m", 2) == Bits::ones(70));
  options.power_up.kind = PowerUp::Kind::random;
  Interpreter random(circuit.design(), options);
  CHECK(random.peek_memory("m", 0) == Bits(70, 0x11));
  CHECK(random.peek_memory("m", 2) != random.peek_memory("m", 3));
}

TEST_CASE("restart brings the contents back") {
  Ram ram;
  Interpreter engine(ram.design());
  write(engine, 2, Bits(8, 0x42));
  CHECK(engine.peek_memory("ram", 2) == Bits(8, 0x42));
  engine.restart();
  CHECK(engine.peek_memory("ram", 2) == Bits(8));
}

TEST_CASE("the data of a synchronous read port power up like a register") {
  Ram ram;
  InterpreterOptions options;
  options.power_up.kind = PowerUp::Kind::ones;
  Interpreter engine(ram.design(), options);
  CHECK(engine.get_u64("old") == 0xff);
}

TEST_CASE("a memory of words of zero width is legal") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId address = circuit.input("address", 2);
  const ir::MemoryId memory = circuit.memory("m", 0, 4);
  circuit.write_port(memory, clk, address, circuit.input("data", 0), circuit.constant(1, 1));
  circuit.output("sync", circuit.sync_read_port(memory, "s", clk, address));
  circuit.output("async", circuit.read_port(memory, "a", address));
  Interpreter engine(circuit.design());
  engine.step("clk");
  CHECK(engine.get("sync") == Bits());
  CHECK(engine.get("async") == Bits());
}

TEST_CASE("a memory of one word has an address of zero width") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId address = circuit.input("address", 0);
  const ir::MemoryId memory = circuit.memory("m", 8, 1);
  circuit.write_port(memory, clk, address, circuit.input("data", 8), circuit.constant(1, 1));
  circuit.output("out", circuit.read_port(memory, "a", address));
  Interpreter engine(circuit.design());
  engine.set_u64("data", 0x5a);
  engine.step("clk");
  CHECK(engine.get_u64("out") == 0x5a);
}

TEST_CASE("peek and poke of a word that is not there are refused in one line") {
  Ram ram;
  Interpreter engine(ram.design());
  CHECK_THROWS_AS(static_cast<void>(engine.peek_memory("ram", 6)), UserError);
  CHECK_THROWS_AS(engine.poke_memory("ram", 0, Bits(9, 0x100)), UserError);
  CHECK_THROWS_AS(static_cast<void>(engine.peek_memory("rom", 0)), UserError);
  engine.poke_memory("ram", 0, Bits(9, 0x0ff));
  engine.evaluate();
  CHECK(engine.get_u64("async") == 0xff);
}

TEST_CASE("a memory too large to hold is refused before anything is allocated") {
  Circuit circuit;
  const ir::MemoryId memory = circuit.memory("huge", 64, uint64_t{1} << 40);
  circuit.output("out", circuit.read_port(memory, "r", circuit.input("address", 40)));
  CHECK_THROWS_AS(Interpreter(circuit.design()), UserError);
}

}  // namespace
}  // namespace burin::sim
