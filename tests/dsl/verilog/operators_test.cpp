// SPDX-License-Identifier: Apache-2.0
//! @file operators_test.cpp
//! @brief Every operation, at many widths, gives in Icarus what arithmetic with numbers of any size gives.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <random>

#include "../../support/circuit.h"
#include "tools.h"

namespace burin::test {
namespace {

using namespace ir;
using Number = boost::multiprecision::cpp_int;

// --------------------------------------------------------------- what an operation means, said with numbers

struct Value {
  uint32_t width = 0;
  Number bits;  // 0 to 2^width - 1
};

Number power(uint32_t exponent) { return Number(1) << exponent; }
Value cut(uint32_t width, const Number& number) {
  const Number modulus = power(width);
  Number bits = number % modulus;
  if (bits < 0) bits += modulus;
  return {width, bits};
}
Number as_signed(const Value& value) {
  return value.width > 0 && value.bits >= power(value.width - 1) ? Number(value.bits - power(value.width)) : value.bits;
}
Value flag(bool value) { return {1, value ? 1 : 0}; }

Value shift_right(const Value& a, const Value& amount, bool is_signed) {
  const Number number = is_signed ? as_signed(a) : a.bits;
  if (amount.bits >= a.width) return cut(a.width, number < 0 ? Number(-1) : Number(0));
  Number divisor = power(static_cast<uint32_t>(amount.bits));
  Number quotient = number / divisor;  // towards zero
  if (number < 0 && quotient * divisor != number) quotient -= 1;
  return cut(a.width, quotient);
}

Value meaning(Op op, const std::vector<Value>& v, uint32_t width, uint32_t immediate) {
  const Value none;
  const Value& a = v.empty() ? none : v[0];
  const auto b = [&]() -> const Value& { return v[1]; };
  switch (op) {
    case Op::bit_not:
      return cut(a.width, power(a.width) - 1 - a.bits);
    case Op::bit_and:
      return {a.width, a.bits & b().bits};
    case Op::bit_or:
      return {a.width, a.bits | b().bits};
    case Op::bit_xor:
      return {a.width, a.bits ^ b().bits};
    case Op::add:
      return cut(a.width, a.bits + b().bits);
    case Op::sub:
      return cut(a.width, a.bits - b().bits);
    case Op::mul_u:
      return cut(a.width + b().width, a.bits * b().bits);
    case Op::mul_s:
      return cut(a.width + b().width, as_signed(a) * as_signed(b()));
    case Op::div_u:
      return b().bits == 0 ? cut(a.width, -1) : cut(a.width, a.bits / b().bits);
    case Op::div_s:
      return b().bits == 0 ? cut(a.width, -1) : cut(a.width, as_signed(a) / as_signed(b()));
    case Op::rem_u:
      return b().bits == 0 ? a : cut(a.width, a.bits % b().bits);
    case Op::rem_s:
      return b().bits == 0 ? a : cut(a.width, as_signed(a) % as_signed(b()));
    case Op::eq:
      return flag(a.bits == b().bits);
    case Op::ne:
      return flag(a.bits != b().bits);
    case Op::lt_u:
      return flag(a.bits < b().bits);
    case Op::le_u:
      return flag(a.bits <= b().bits);
    case Op::lt_s:
      return flag(as_signed(a) < as_signed(b()));
    case Op::le_s:
      return flag(as_signed(a) <= as_signed(b()));
    case Op::shl:
      return b().bits >= a.width ? Value{a.width, 0} : cut(a.width, a.bits << static_cast<uint32_t>(b().bits));
    case Op::shr_u:
      return shift_right(a, b(), false);
    case Op::shr_s:
      return shift_right(a, b(), true);
    case Op::cat: {
      Value result;
      for (const Value& part : v) result = {result.width + part.width, (result.bits << part.width) | part.bits};
      return result;
    }
    case Op::slice:
      return cut(width, a.bits >> immediate);
    case Op::zext:
      return {width, a.bits};
    case Op::sext:
      return cut(width, as_signed(a));
    case Op::mux:
      return a.bits != 0 ? v[1] : v[2];
    case Op::select:
      return a.bits < v.size() - 1 ? v[1 + static_cast<size_t>(a.bits)] : Value{width, 0};
    case Op::reduce_and:
      return flag(a.bits == power(a.width) - 1);
    case Op::reduce_or:
      return flag(a.bits != 0);
    case Op::reduce_xor: {
      uint32_t ones = 0;
      for (uint32_t i = 0; i < a.width; ++i) ones += boost::multiprecision::bit_test(a.bits, i) ? 1 : 0;
      return flag(ones % 2 == 1);
    }
    case Op::crossing:
      return a;
    case Op::dont_care:
      return {width, 0};
    case Op::constant:
    case Op::read:
      break;
  }
  FAIL("no meaning");
  return {};
}

// ------------------------------------------------------------------------------------------- random circuits

struct Circuits {
  explicit Circuits(uint32_t seed) : random(seed) {}

  uint32_t below(uint32_t limit) { return std::uniform_int_distribution<uint32_t>(0, limit - 1)(random); }

  Number number(uint32_t width) {
    if (width == 0) return 0;
    switch (below(6)) {
      case 0:
        return 0;
      case 1:
        return power(width) - 1;
      case 2:
        return power(width - 1);
      case 3:
        return Number(below(width + 2)) % power(width);
      default:
        break;
    }
    Number result = 0;
    for (uint32_t i = 0; i < width; i += 32) result = (result << 32) | random();
    return result % power(width);
  }

  std::mt19937 random;
};

std::string hex(const Value& value) {
  return fmt::format("{}'h{}", value.width, value.bits.str(0, std::ios_base::hex));
}

Bits bits_of(const Value& value) {
  return value.width == 0 ? Bits() : Bits::parse(value.width, "0x" + value.bits.str(0, std::ios_base::hex));
}

/// A module under test: its inputs, its outputs, and what each output must be for each vector.
struct Case {
  Case(const std::string& name, Circuits& circuits) : circuit(name), circuits(circuits) {}

  NodeId input(uint32_t width) {
    const NodeId node = circuit.input(fmt::format("i{}", inputs.size()), width);
    inputs.push_back(node);
    return node;
  }
  /// A node over existing ones.
  NodeId make(Op op, const std::vector<NodeId>& operands, uint32_t width = 0, uint32_t immediate = 0) {
    return circuit.module().make(op, operands, kNoLocation, width, immediate);
  }
  void output(NodeId node) {
    circuit.output(fmt::format("o{}", outputs.size()), node);
    outputs.push_back(node);
  }

  /// The value of every node for one vector of inputs.
  std::vector<Value> evaluate(const std::vector<Value>& vector) const {
    const Module& module = circuit.module();
    std::vector<Value> values(module.node_count());
    for (NodeId id = 0; id < module.node_count(); ++id) {
      const Node& node = module.node(id);
      if (node.op == Op::read) {
        for (size_t i = 0; i < inputs.size(); ++i) {
          if (inputs[i] == id) values[id] = vector[i];
        }
      } else if (node.op == Op::constant) {
        const Bits& value = module.constant_value(id);
        values[id] = {value.width(), value.width() == 0 ? Number(0) : Number("0x" + value.to_hex())};
      } else {
        std::vector<Value> operands;
        for (const NodeId operand : module.operands(id)) operands.push_back(values[operand]);
        values[id] = meaning(node.op, operands, node.width, node.immediate);
      }
    }
    return values;
  }

  Circuit circuit;
  Circuits& circuits;
  std::vector<NodeId> inputs;
  std::vector<NodeId> outputs;
};

/// Writes the test bench of `test` and adds its modules to `folder`. Each wrong value is one line of output.
void add_bench(VerilogFolder& folder, Case& test, int vectors) {
  const Module& module = test.circuit.module();
  folder.add(test.circuit.design());
  std::string text = fmt::format("module tb_{};\n", module.name);
  std::string pins;
  for (const SignalId port : module.ports()) {
    const Signal& signal = module.signals[port];
    if (signal.width == 0) continue;
    const bool is_input = signal.kind == SignalKind::input;
    text += fmt::format("  {} [{}:0] {};\n", is_input ? "reg" : "wire", signal.width - 1, signal.name);
    pins += fmt::format("{}.{}({})", pins.empty() ? "" : ", ", signal.name, signal.name);
  }
  text += fmt::format("  {} dut({});\n  initial begin\n", module.name, pins);
  for (int k = 0; k < vectors; ++k) {
    std::vector<Value> vector;
    for (const NodeId input : test.inputs) {
      const uint32_t width = module.width(input);
      vector.push_back({width, test.circuits.number(width)});
    }
    const std::vector<Value> values = test.evaluate(vector);
    for (size_t i = 0; i < vector.size(); ++i) {
      if (vector[i].width != 0) text += fmt::format("    i{} = {};\n", i, hex(vector[i]));
    }
    text += "    #1;\n";
    for (size_t i = 0; i < test.outputs.size(); ++i) {
      const Value& expected = values[test.outputs[i]];
      if (expected.width == 0) continue;
      text += fmt::format("    if (o{0} !== {1}) $display(\"{2} vector {3}: o{0} is %h, not {1}\", o{0});\n", i,
                          hex(expected), module.name, k);
    }
  }
  text += "  end\nendmodule\n";
  write_file(folder.path() / fmt::format("tb_{}.v", module.name), text);
}

/// Compiles everything in `folder` with Icarus and requires a run without a line.
void check_in_icarus(const VerilogFolder& folder) {
  if (!has_tool("iverilog")) return;
  std::vector<std::string> argv{"iverilog", "-g2005", "-o", "run.vvp"};
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (entry.path().extension() == ".v") files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    if (file.starts_with("tb_")) argv.insert(argv.end(), {"-s", file.substr(0, file.size() - 2)});
  }
  argv.insert(argv.end(), files.begin(), files.end());
  const ProcessResult compiled = folder.run(argv);
  REQUIRE_MESSAGE(compiled.ok(), failure_text(compiled));
  const ProcessResult result = folder.run({"vvp", "-n", "run.vvp"});
  CHECK(result.ok());
  CHECK(result.output == "");
}

constexpr uint32_t kWidths[] = {0, 1, 2, 8, 33, 64, 65, 130};

}  // namespace

TEST_CASE("every operation gives in Icarus what it means") {
  VerilogFolder folder;
  Circuits circuits(1);
  for (const uint32_t width : kWidths) {
    Case test(fmt::format("ops_{}", width), circuits);
    const NodeId a = test.input(width);
    const NodeId b = test.input(width);
    const NodeId c = test.input(width == 1 ? 3 : 1);
    const NodeId bit = width == 1 ? test.make(Op::reduce_or, {c}) : c;
    const NodeId constant = test.circuit.module().constant(bits_of({width, circuits.number(width)}));
    for (const Op op : {Op::bit_and, Op::bit_or, Op::bit_xor, Op::add, Op::sub, Op::mul_u, Op::mul_s, Op::div_u,
                        Op::div_s, Op::rem_u, Op::rem_s, Op::eq, Op::ne, Op::lt_u, Op::le_u, Op::lt_s, Op::le_s}) {
      test.output(test.make(op, {a, b}));
      test.output(test.make(op, {a, constant}));
      test.output(test.make(op, {constant, b}));
    }
    for (const Op op : {Op::bit_not, Op::reduce_and, Op::reduce_or, Op::reduce_xor}) test.output(test.make(op, {a}));
    test.circuit.module().crossing_reasons.emplace_back("a test");
    test.output(test.make(Op::crossing, {a}));
    test.output(test.make(Op::dont_care, {}, width));
    test.output(test.make(Op::mux, {bit, a, b}));
    test.output(test.make(Op::cat, {a, b, bit, a, a}));
    for (const uint32_t more : {0U, 1U, 7U, 66U}) {
      test.output(test.make(Op::zext, {a}, width + more));
      test.output(test.make(Op::sext, {a}, width + more));
    }
    for (const uint32_t low : {0U, width / 3, width / 2}) {
      test.output(test.make(Op::slice, {a}, (width - low) / 2, low));
      test.output(test.make(Op::slice, {a}, width - low, low));
    }
    add_bench(folder, test, 12);
  }
  folder.check_clean();
  check_in_icarus(folder);
}

TEST_CASE("shifts and selects by amounts of any width") {
  VerilogFolder folder;
  Circuits circuits(2);
  for (const uint32_t width : {1U, 8U, 33U, 130U}) {
    Case test(fmt::format("shifts_{}", width), circuits);
    const NodeId a = test.input(width);
    for (const uint32_t amount_width : {0U, 1U, 3U, 8U, 31U, 32U, 33U, 40U, 64U, 70U}) {
      const NodeId amount = test.input(amount_width);
      for (const Op op : {Op::shl, Op::shr_u, Op::shr_s}) test.output(test.make(op, {a, amount}));
      for (const uint32_t count : {1U, 2U, 3U, 5U, 8U, 9U}) {
        std::vector<NodeId> operands{amount};
        for (uint32_t i = 0; i < count; ++i) {
          operands.push_back(i % 2 == 0 ? test.make(Op::bit_xor, {a, test.circuit.constant(width, i)}) : a);
        }
        test.output(test.make(Op::select, operands));
      }
    }
    for (const uint32_t amount : {0U, 1U, width - 1, width, width + 1, 500U}) {
      const NodeId constant = test.circuit.constant(10, amount);
      for (const Op op : {Op::shl, Op::shr_u, Op::shr_s}) test.output(test.make(op, {a, constant}));
    }
    // A bit of a vector, by an index that covers it.
    if (width == 8) {
      const NodeId index = test.input(3);
      std::vector<NodeId> operands{index};
      for (uint32_t i = 0; i < 8; ++i) operands.push_back(test.circuit.slice(a, i, 1));
      test.output(test.make(Op::select, operands));
    }
    add_bench(folder, test, 16);
  }
  folder.check_clean();
  check_in_icarus(folder);
}

TEST_CASE("expressions of many operations keep their widths and signs") {
  VerilogFolder folder;
  Circuits circuits(3);
  for (int number = 0; number < 24; ++number) {
    Case test(fmt::format("mix_{}", number), circuits);
    std::vector<NodeId> pool;
    for (const uint32_t width : {1U, 1U, 2U, 5U, 8U, 8U, 16U, 33U, 65U}) pool.push_back(test.input(width));
    const auto any = [&] { return pool[circuits.below(static_cast<uint32_t>(pool.size()))]; };
    const auto fitted = [&](uint32_t width) {
      const NodeId node = any();
      const uint32_t own = test.circuit.module().width(node);
      if (own == width) return node;
      if (own > width) return test.make(Op::slice, {node}, width, circuits.below(own - width + 1));
      return test.make(circuits.below(2) == 0 ? Op::zext : Op::sext, {node}, width);
    };
    for (int k = 0; k < 90; ++k) {
      const Op op = static_cast<Op>(circuits.below(static_cast<uint32_t>(Op::dont_care) + 1));
      const NodeId a = any();
      const uint32_t width = test.circuit.module().width(a);
      if (width > 140) continue;
      switch (op) {
        case Op::constant:
          if (circuits.below(4) == 0)
            pool.push_back(test.circuit.module().constant(bits_of({width, circuits.number(width)})));
          break;
        case Op::read:
        case Op::dont_care:
        case Op::crossing:
          break;
        case Op::bit_not:
        case Op::reduce_and:
        case Op::reduce_or:
        case Op::reduce_xor:
          pool.push_back(test.make(op, {a}));
          break;
        case Op::mul_u:
        case Op::mul_s: {
          const NodeId product = test.make(op, {a, any()});
          pool.push_back(product);
          pool.push_back(test.make(Op::slice, {product}, std::min(width, test.circuit.module().width(product)), 0));
          break;
        }
        case Op::shl:
        case Op::shr_u:
        case Op::shr_s:
          pool.push_back(test.make(op, {a, any()}));
          break;
        case Op::cat:
          pool.push_back(test.make(op, {a, any(), fitted(1)}));
          break;
        case Op::slice: {
          const uint32_t low = circuits.below(width);
          pool.push_back(test.make(op, {a}, 1 + circuits.below(width - low), low));
          break;
        }
        case Op::zext:
        case Op::sext:
          pool.push_back(test.make(op, {a}, width + circuits.below(9)));
          break;
        case Op::mux:
          pool.push_back(test.make(op, {fitted(1), a, fitted(width)}));
          break;
        case Op::select:
          pool.push_back(test.make(op, {fitted(2), a, fitted(width), fitted(width), fitted(width)}));
          break;
        default:
          pool.push_back(test.make(op, {a, fitted(width)}));
          break;
      }
    }
    for (int k = 0; k < 12; ++k) test.output(pool[pool.size() - 1 - circuits.below(30)]);
    add_bench(folder, test, 20);
  }
  folder.check_clean();
  check_in_icarus(folder);
}

}  // namespace burin::test
