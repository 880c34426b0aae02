// SPDX-License-Identifier: Apache-2.0
//! @file memories_test.cpp
//! @brief Memories: their text, what they do in Icarus, and that Yosys makes block RAM of them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "../../support/circuit.h"
#include "tools.h"

namespace burin::test {
namespace {

using namespace ir;

struct Shape {
  std::string name;
  uint32_t width = 8;
  uint64_t depth = 16;
  uint32_t address_width = 4;
  uint32_t granules = 0;  // 0: no masks
  int writers = 1;
  ReadUnderWrite policy = ReadUnderWrite::old_data;
  size_t initial_words = 0;
  bool read_enable = true;
};

/// A memory with an asynchronous and a synchronous read port, and its writers, on one clock.
struct Built {
  explicit Built(const Shape& shape) : circuit(shape.name) {
    const NodeId clk = circuit.input("clk", 1);
    const NodeId read_address = circuit.input("ra", shape.address_width);
    const NodeId read_enable = circuit.input("re", 1);
    const ClockId clock = circuit.clock("clk", clk);
    std::mt19937_64 random(7);
    for (size_t i = 0; i < shape.initial_words; ++i) contents.emplace_back(shape.width, random());
    const MemoryId memory = circuit.memory("words", shape.width, shape.depth, contents);
    for (int i = 0; i < shape.writers; ++i) {
      const NodeId address = circuit.input(fmt::format("wa{}", i), shape.address_width);
      const NodeId data = circuit.input(fmt::format("wd{}", i), shape.width);
      const NodeId enable = circuit.input(fmt::format("we{}", i), 1);
      const NodeId mask = shape.granules == 0 ? kNone : circuit.input(fmt::format("wm{}", i), shape.granules);
      circuit.write_port(memory, clock, address, data, enable, mask);
    }
    circuit.output("now", circuit.read_port(memory, "words_now", read_address));
    circuit.output("later", circuit.sync_read_port(memory, "words_later", clock, read_address, shape.policy,
                                                   shape.read_enable ? read_enable : kNone));
  }
  Circuit circuit;
  std::vector<Bits> contents;
};

/// Runs random accesses on the memory and on a model of docs/semantics.md section 6; returns the test bench.
std::string bench_of(const Shape& shape, const Built& built) {
  std::mt19937_64 random(11);
  const auto value = [&](uint32_t width) { return Bits(width, random()); };
  std::vector<Bits> words(shape.depth, Bits(shape.width));
  std::vector<bool> known(shape.depth, false);
  for (size_t i = 0; i < built.contents.size(); ++i) {
    words[i] = built.contents[i];
    known[i] = true;
  }
  std::string text = fmt::format("module tb_{};\n  reg clk = 0;\n", shape.name);
  std::string pins = ".clk(clk)";
  for (const SignalId port : built.circuit.module().ports()) {
    const Signal& signal = built.circuit.module().signals[port];
    if (signal.name == "clk" || signal.width == 0) continue;
    text += fmt::format("  {} [{}:0] {};\n", signal.kind == SignalKind::input ? "reg" : "wire", signal.width - 1,
                        signal.name);
    pins += fmt::format(", .{0}({0})", signal.name);
  }
  text += fmt::format("  {} dut({});\n  initial begin\n", shape.name, pins);
  const auto set = [&](const std::string& name, const Bits& bits) {
    if (bits.width() != 0) text += fmt::format("    {} = {}'h{};\n", name, bits.width(), bits.to_hex());
  };
  const auto check = [&](const std::string& name, const Bits& bits, int cycle) {
    text += fmt::format("    if ({0} !== {1}'h{2}) $display(\"{3} cycle {4}: {0} is %h, not {2}\", {0});\n", name,
                        bits.width(), bits.to_hex(), shape.name, cycle);
  };
  Bits later(shape.width);
  bool later_known = false;
  // A small range of addresses, so that reads and writes meet.
  const auto address = [&] {
    const uint64_t limit = random() % 4 == 0 ? uint64_t{1} << shape.address_width : std::min<uint64_t>(3, shape.depth);
    return shape.address_width == 0
               ? 0
               : (random() % 3 == 0 ? shape.depth - 1 - random() % std::min<uint64_t>(2, shape.depth)
                                    : random() % limit) %
                     (uint64_t{1} << shape.address_width);
  };
  for (int cycle = 0; cycle < 120; ++cycle) {
    const uint64_t ra = address();
    const bool re = random() % 3 != 0;
    set("ra", Bits(shape.address_width, ra));
    set("re", Bits(1, re ? 1 : 0));
    struct Write {
      uint64_t address;
      Bits data;
      bool enable;
      Bits mask;
    };
    std::vector<Write> writes;
    for (int i = 0; i < shape.writers; ++i) {
      Write write{address(), value(shape.width), random() % 3 != 0, value(shape.granules)};
      set(fmt::format("wa{}", i), Bits(shape.address_width, write.address));
      set(fmt::format("wd{}", i), write.data);
      set(fmt::format("we{}", i), Bits(1, write.enable ? 1 : 0));
      set(fmt::format("wm{}", i), write.mask);
      writes.push_back(write);
    }
    text += "    #1;\n";
    if (ra >= shape.depth) {
      check("now", Bits(shape.width), cycle);
    } else if (known[ra]) {
      check("now", words[ra], cycle);
    }
    const Bits old = ra < shape.depth ? words[ra] : Bits(shape.width);
    const bool old_known = ra >= shape.depth || known[ra];
    for (const Write& write : writes) {
      if (!write.enable || write.address >= shape.depth) continue;
      Bits& word = words[write.address];
      const uint32_t granules = shape.granules == 0 ? 1 : shape.granules;
      const uint32_t granule = shape.width / granules;
      for (uint32_t g = 0; g < granules; ++g) {
        if (shape.granules != 0 && !write.mask.bit(g)) continue;
        for (uint32_t bit = g * granule; bit < (g + 1) * granule; ++bit) word.set_bit(bit, write.data.bit(bit));
      }
      const bool all = shape.granules == 0 || write.mask.is_ones();
      known[write.address] = known[write.address] || all;
    }
    text += "    clk = 1; #1; clk = 0; #1;\n";
    if (re || !shape.read_enable) {
      const bool is_new = shape.policy == ReadUnderWrite::new_data && ra < shape.depth;
      later = is_new ? words[ra] : old;
      later_known = is_new ? known[ra] : old_known;
    }
    if (later_known) check("later", later, cycle);
  }
  return text + "  end\nendmodule\n";
}

std::vector<Shape> shapes() {
  std::vector<Shape> result;
  for (const ReadUnderWrite policy : {ReadUnderWrite::old_data, ReadUnderWrite::new_data, ReadUnderWrite::undefined}) {
    const std::string p = std::to_string(static_cast<int>(policy));
    result.push_back({.name = "plain" + p, .policy = policy});
    result.push_back({.name = "odd" + p, .width = 13, .depth = 11, .policy = policy, .initial_words = 11});
    result.push_back({.name = "masked" + p, .width = 32, .granules = 4, .policy = policy, .initial_words = 16});
    result.push_back({.name = "bits" + p,
                      .width = 3,
                      .depth = 5,
                      .address_width = 6,
                      .granules = 3,
                      .writers = 2,
                      .policy = policy});
    result.push_back({.name = "two" + p, .writers = 2, .policy = policy, .initial_words = 3, .read_enable = false});
    result.push_back({.name = "narrow" + p, .depth = 64, .address_width = 2, .policy = policy});
    result.push_back({.name = "single" + p, .depth = 1, .address_width = 1, .policy = policy, .initial_words = 1});
    result.push_back({.name = "none" + p, .depth = 1, .address_width = 0, .policy = policy});
    result.push_back({.name = "first" + p, .depth = 4, .address_width = 0, .policy = policy});
    result.push_back(
        {.name = "whole" + p, .width = 1, .depth = 3, .address_width = 2, .granules = 1, .policy = policy});
  }
  return result;
}

}  // namespace

TEST_CASE("memories of all kinds do in Icarus what semantics.md says") {
  VerilogFolder folder;
  std::vector<std::string> argv{"iverilog", "-g2005", "-o", "run.vvp"};
  std::vector<std::string> files;
  for (const Shape& shape : shapes()) {
    const Built built(shape);
    folder.add(built.circuit.design());
    write_file(folder.path() / ("tb_" + shape.name + ".v"), bench_of(shape, built));
    argv.insert(argv.end(), {"-s", "tb_" + shape.name});
    files.push_back(shape.name + ".v");
    files.push_back("tb_" + shape.name + ".v");
  }
  folder.check_clean();
  if (!has_tool("iverilog")) return;
  argv.insert(argv.end(), files.begin(), files.end());
  const ProcessResult compiled = folder.run(argv);
  REQUIRE_MESSAGE(compiled.ok(), failure_text(compiled));
  const ProcessResult result = folder.run({"vvp", "-n", "run.vvp"});
  CHECK(result.ok());
  CHECK(result.output == "");
}

TEST_CASE("the text of a memory") {
  const Built built({.name = "store",
                     .width = 16,
                     .depth = 200,
                     .address_width = 8,
                     .granules = 2,
                     .policy = ReadUnderWrite::new_data,
                     .initial_words = 1});
  built.circuit.module().memories[0].style = "block";
  const std::string text = verilog_of(built.circuit.design());
  CHECK(text.substr(text.find("  (*")) == R"(  (* ram_style = "block" *) reg [15:0] words [0:199];
  wire [15:0] words_now;
  reg [15:0] words_later;

  initial begin
    words[0] = 16'hd9a7;
  end

  always @(posedge clk) begin
    if (we0 && wa0 < 8'd200) begin
      if (wm0[0]) words[wa0][7:0] <= wd0[7:0];
      if (wm0[1]) words[wa0][15:8] <= wd0[15:8];
    end
  end

  assign words_now = ra < 8'd200 ? words[ra] : 16'd0;

  always @(posedge clk) begin
    if (re) begin
      words_later <= ra < 8'd200 ? words[ra] : 16'd0;
      if (we0 && wa0 == ra && ra < 8'd200) begin
        if (wm0[0]) words_later[7:0] <= wd0[7:0];
        if (wm0[1]) words_later[15:8] <= wd0[15:8];
      end
    end
  end

  assign now = words_now;
  assign later = words_later;
endmodule
)");
}

TEST_CASE("a memory that two clocks write") {
  Circuit c("dual");
  const ClockId left = c.clock_input("clk_a");
  const ClockId right = c.clock_input("clk_b", Edge::falling);
  const MemoryId memory = c.memory("m", 8, 16);
  c.write_port(memory, left, c.input("aa", 4), c.input("ad", 8), c.input("aw", 1));
  c.write_port(memory, right, c.input("ba", 4), c.input("bd", 8), c.input("bw", 1));
  c.output("q", c.read_port(memory, "m_data", c.input("ra", 4)));
  VerilogFolder folder;
  folder.add(c.design());
  folder.check_clean();
  const std::string text = verilog_of(c.design());
  CHECK(text.find("  always @(posedge clk_a) begin\n    if (aw) m[aa] <= ad;\n") != std::string::npos);
  CHECK(text.find("  always @(negedge clk_b) begin\n    if (bw) m[ba] <= bd;\n") != std::string::npos);
}

TEST_CASE("one word that two clocks write is an array all the same") {
  Circuit c("one_word");
  const ClockId left = c.clock_input("clk_a");
  const ClockId right = c.clock_input("clk_b");
  const MemoryId memory = c.memory("m", 8, 1, {Bits(8, 3)});
  c.write_port(memory, left, c.input("aa", 2), c.input("ad", 8), c.input("aw", 1));
  c.write_port(memory, right, c.input("ba", 0), c.input("bd", 8), c.input("bw", 1));
  c.output("q", c.read_port(memory, "m_data", c.input("ra", 1)));
  VerilogFolder folder;
  folder.add(c.design());
  folder.check_clean();
}

TEST_CASE("contents survive synthesis, in the text and in a file") {
  if (!has_tool("yosys")) return;
  for (const size_t limit : {size_t{4096}, size_t{10}}) {
    Circuit c("rom");
    std::vector<Bits> contents;
    for (uint32_t i = 0; i < 100; ++i) contents.emplace_back(8, i * 37 + 5);
    const MemoryId memory = c.memory("m", 8, 128, contents);
    c.module().memories[memory].read_only = true;
    c.output("q", c.read_port(memory, "m_data", c.input("a", 7)));
    VerilogOptions options;
    options.largest_inline_contents = limit;
    VerilogFolder folder;
    folder.add(c.design(), options);
    folder.check_clean();
    // Word 55 is 55 * 37 + 5 = 2040 = 8'hf8; word 0 is 5.
    const ProcessResult result = folder.run({"yosys", "-q", "-p",
                                             "read_verilog rom.v; prep; memory_map; opt; sat -verify -prove q 8'hf8 "
                                             "-set a 7'd55; sat -verify -prove q 8'h05 -set a 7'd0"});
    CHECK_MESSAGE(result.ok(), failure_text(result));
  }
}

TEST_CASE("Yosys makes block RAM of a synchronous memory") {
  if (!has_tool("yosys")) return;
  for (const auto& [policy, granules] :
       {std::pair(ReadUnderWrite::old_data, 0U), std::pair(ReadUnderWrite::new_data, 0U),
        std::pair(ReadUnderWrite::undefined, 2U)}) {
    Circuit c("ram");
    const ClockId clock = c.clock_input("clk");
    const MemoryId memory = c.memory("m", 16, 256);
    c.write_port(memory, clock, c.input("wa", 8), c.input("wd", 16), c.input("we", 1),
                 granules == 0 ? kNone : c.input("wm", granules));
    c.output("q", c.sync_read_port(memory, "m_data", clock, c.input("ra", 8), policy, c.input("re", 1)));
    VerilogFolder folder;
    folder.add(c.design());
    for (const auto& [target, cell] : {std::pair("ice40", "SB_RAM40_4K"), std::pair("ecp5", "DP16KD")}) {
      CAPTURE(static_cast<int>(policy));
      const ProcessResult result =
          folder.run({"yosys", "-q", "-p",
                      fmt::format("read_verilog ram.v; synth_{0} -top ram -run begin:map_gates; "
                                  "select -assert-count 1 t:{1}; select -assert-none t:$mem*",
                                  target, cell)});
      CHECK_MESSAGE(result.ok(), failure_text(result));
    }
  }
}

}  // namespace burin::test
