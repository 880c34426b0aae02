// SPDX-License-Identifier: Apache-2.0
//! @file pain_points_test.cpp
//! @brief What users of other languages report as pain, where no other test looks at it.
//!
//! | reported elsewhere | here |
//! |---|---|
//! | sign extension of 1-bit literals (amaranth#271) | operators_test, mixed_values_test: boundaries |
//! | mixed signs (chisel#3740, amaranth#580) | must_not_compile.txt |
//! | signed or 31- to 40-bit shift amounts (circt#366, SpinalHDL#580) | operators_test, mixed_values_test: huge amounts |
//! | silent truncation (chisel#1163) | diagnostics_values_test: B0101, B0103, B0106 |
//! | slice assignment (chisel#244, #2251) | assignments_test, mixed_structures_test: parts of parts |
//! | read-under-write ignored (chisel#4433) | verilog/memories_test, sim/interpreter_memories_test, flows/slow |
//! | hidden memory ports (chisel#2847, SpinalHDL#413) | this file |
//! | contents that Yosys drops (chisel#1293, firrtl#2114) | verilog/memories_test: contents survive synthesis |
//! | asynchronous reset at time 0 (circt#4835) | registers_test, sim/verilator_engine, verilog/registers_test |
//! | keywords, illegal names (circt#2326, SpinalHDL#1704, #451) | passes/check_port_names_test, mixed_structures_test: names |
//! | zero width (circt#319, rohd#57) | assignments_test, mixed_values_test: no bits and one bit |
//! | dynamic index out of range (chisel#169, amaranth#8) | operators_test, this file |
//! | output that open tools reject (circt#4751, #1592) | verilog/lint_test, mixed_*_test |
//! | self-connection, loops of two instances (circt#7435, #5442) | passes/check_combinational_loop_test |
//! | false loops (firrtl#600) | passes/check_combinational_loop_test, verilog/lint_test, sim/interpreter_loops_test |
//! | unstable names (firrtl#1274, #1319) | names_test, verilog/names_test |
//! | aggregates at ports (SpinalHDL#1478) | hierarchy_test, mixed_values_test |
//! | clock crossings, false and missed (SpinalHDL#1739, chisel#1085) | passes/check_clock_crossing_test |
//! | quadratic tools (SpinalHDL PR#763, firrtl#842) | this file, ir/module, passes/check_combinational_loop_test |
//! | stack traces instead of messages (chisel#845, firrtl#974) | messages_test, diagnostics_design_test, docs/errors |
#include <doctest/doctest.h>

#include <ctime>

#include "burin/verilog/emit.h"
#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

// ------------------------------------------------------------------------------------------ hidden memory ports

struct OnePort {
  In<UInt<3>> a;
  In<UInt<4>> d;
  In<Bool> c, e;
  Out<UInt<4>> x, y, z;
  Memory<UInt<4>> memory{8, {.contents = std::vector<Bits>(8, Bits(4, 3))}};
  void logic() {
    const UInt<4> word = memory.read(a);  // read once, used under conditions, in a bundle, in a loop
    x = word;
    y = 0;
    IF (c) { y = word; }
    ELIF (e) { y = ~word; }
    UInt<4> sum = 0;
    for (int i = 0; i < 5; ++i) sum = sum + word;
    z = sum;
    IF (c) { memory.write(a, d); }
    ELSE {
      IF (e) { memory.write(a, ~d); }
    }
  }
};

struct ManyPorts {
  In<Vec<UInt<3>, 3>> a;
  Out<Vec<UInt<4>, 3>> x;
  Memory<UInt<4>> memory{8, {.contents = std::vector<Bits>(8, Bits(4, 3))}};
  void logic() {
    for (int i = 0; i < 3; ++i) x[i] = memory.read(a[i]);
    memory.write(a[0], 1);
  }
};

TEST_CASE("a memory has as many ports as the source has calls (chisel#2847, SpinalHDL#413)") {
  for (const bool optimise : {false, true}) {
    ElaborateOptions options;
    options.optimise = optimise;
    const auto one = elaborate<OnePort>({}, options);
    CHECK(one.design->top_module().memories.at(0).reads.size() == 1);
    CHECK(one.design->top_module().memories.at(0).writes.size() == 2);
    const auto many = elaborate<ManyPorts>({}, options);
    CHECK(many.design->top_module().memories.at(0).reads.size() == 3);
    CHECK(many.design->top_module().memories.at(0).writes.size() == 1);
  }
}

// ---------------------------------------------------------------------------------------- index out of range

struct OutOfRange {
  In<UInt<3>> i;
  In<UInt<40>> far;
  In<Bool> write;
  Out<UInt<4>> read, read_far, beyond;
  Out<Vec<UInt<4>, 5>> every;
  Reg<Vec<UInt<4>, 5>> v{Vec<UInt<4>, 5>{1, 2, 3, 4, 5}};
  Memory<UInt<4>> memory{5, {.contents = std::vector<Bits>(5, Bits(4, 7))}};
  void logic() {
    read = v[i];
    read_far = v[far];
    beyond = memory.read(i);
    IF (write) {
      v[i] = 15;
      memory.write(i, 9);
    }
    every = v;
  }
};

TEST_CASE("an index out of range reads 0 and writes nothing (chisel#169, amaranth#8)") {
  Simulated<OutOfRange> s;
  s.reset();
  s.set("far", uint64_t{1} << 32);  // 0 in its low bits
  for (uint64_t i = 5; i < 8; ++i) {
    s.set("i", i);
    s.set("write", 1);
    s.step();
    CHECK(s.get("read") == 0);
    CHECK(s.get("read_far") == 0);
    CHECK(s.get("beyond") == 0);
    for (uint64_t k = 0; k < 5; ++k) CHECK(s.get("every_" + std::to_string(k)) == k + 1);
  }
  s.set("write", 0);
  CHECK(s.with("i", 4, "beyond") == 7);
}

// ------------------------------------------------------------------------------------------- quadratic tools

/// Statements, branches, parts, elements, wires and instances in proportion to `count`.
struct Growing {
  struct Increment {
    In<UInt<8>> x;
    Out<UInt<8>> y;
    void logic() { y = x + 1; }
  };
  struct Config {
    int count = 1;
  };
  Config config;
  In<UInt<8>> x;
  In<UInt<4>> s;
  Out<UInt<8>> y;
  Out<UInt<>> parts{bits(config.count)};
  List<Wire<UInt<8>>> wires{config.count};
  List<Reg<UInt<8>>> registers{config.count, UInt<8>(0)};
  List<Instance<Increment>> increments{config.count};
  void logic() {
    UInt<8> sum = x;
    for (int i = 0; i < config.count; ++i) {
      wires[i] = sum ^ UInt<8>(i % 251);
      IF (s == i % 16) {
        registers[i] = wires[i];
        wires[i].bits(3, 0) = 5;
      }
      ELIF (x.bit(i % 8)) { registers[i].window(s, 2) = 1; }
      increments[i]->x = registers[i];
      sum = sum + increments[i]->y;
      parts.bit(i) = sum.bit(0);
    }
    y = sum;
  }
};

TEST_CASE("four times the design takes about four times the time, from elaboration to Verilog (SpinalHDL PR#763)") {
  const auto seconds = [](int count) {
    const std::clock_t begin = std::clock();
    const auto made = elaborate<Growing>({.count = count});
    const auto files = emit_verilog(*made.design);
    CHECK(files.size() == 2);
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  seconds(200);  // what happens once
  const double small = seconds(1000);
  const double large = seconds(4000);
  MESSAGE("1,000: ", small, " s, 4,000: ", large, " s of processor time");
  CHECK(large < 10 * small);  // quadratic: 16
}

}  // namespace
}  // namespace burin
