// SPDX-License-Identifier: Apache-2.0
//! @file random_machine.cpp
//! @brief Random designs with every operation and every kind of state.
//!
//! Of each module, children first:
//! 1. Inputs, then clocks: inputs, gated and divided ones, of either edge, with resets of all kinds and levels.
//! 2. Sources of values: registers, memories, pads.
//! 3. Operations on what is there; among them named wires, wires that ripple through their own bits, and instances.
//!    Operands always exist already, which keeps loops out.
//! 4. Drivers of registers and pads, outputs, checks and prints.
//!
//! Every random number has a statement of its own, or a place in braces: the order of a function's arguments is the
//! compiler's business, and a seed must mean one design.
#include "support/random_machine.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "support/circuit.h"

namespace burin::test {
namespace {

using ir::NodeId;
using ir::Op;

/// What a parent has to know of a child.
struct Child {
  ir::ModuleId id;
  bool pads;
};

class ModuleMaker : public Circuit {
 public:
  ModuleMaker(ir::Design& design, const std::string& name, std::mt19937& random, const RandomMachineOptions& options)
      : Circuit(design, name), random_(random), options_(options) {}

  Child run(uint32_t operations, uint32_t scale, const std::vector<Child>& children) {
    make_inputs(scale == 1 ? 6 : 3);
    make_clocks();
    const uint32_t registers = scale == 1 ? 8 : 3;
    for (uint32_t i = 0; i < registers; ++i) add_register(i);
    if (chance(60 / scale)) add_memory(0);
    if (chance(40 / scale)) add_memory(1);
    if (options_.pads && chance(30 / scale)) {
      pads_.push_back(inout("pad", width()));
      nodes_.push_back(pads_.back());
    }
    for (uint32_t i = 0; i < operations; ++i) {
      nodes_.push_back(operation());
      if (!children.empty() && i % (operations / 4 + 1) == 2) add_instance(children[random(children.size())]);
    }
    finish(scale == 1 ? 12 : 4, scale == 1 ? 4 : 1);
    return {id(), !pads_.empty()};
  }

 private:
  uint32_t random(size_t below) { return static_cast<uint32_t>(random_() % below); }
  bool chance(uint32_t percent) { return random(100) < percent; }
  Bits value(uint32_t width) { return random_value(random_, width); }

  uint32_t width() {
    static constexpr uint32_t kWidths[] = {0, 1, 1, 2, 5, 8, 31, 32, 32, 33, 63, 64, 65, 100, 130};
    if (options_.widest > 130 && chance(20)) return 131 + random(options_.widest - 130);
    if (chance(25)) return random(131);
    return kWidths[random(std::size(kWidths))];
  }

  // --- operands

  NodeId any() { return nodes_[random(nodes_.size())]; }
  NodeId any(uint32_t width) { return fitted(any(), width); }
  NodeId fitted(NodeId node, uint32_t width) {
    const uint32_t have = module().width(node);
    if (have == width) return node;
    if (have > width) return slice(node, random(have - width + 1), width);
    return chance(50) ? module().zext(node, width) : module().sext(node, width);
  }
  NodeId constant_of(uint32_t width) { return module().constant(value(width)); }

  // --- inputs and clocks

  void make_inputs(uint32_t count) {
    clk_ = input("clk", 1);
    clk_b_ = input("clk_b", 1);
    rst_ = input("rst", 1);
    for (uint32_t i = 0; i < count; ++i) nodes_.push_back(input(fmt::format("in{}", i), width()));
  }

  ir::ClockId add_clock(const std::string& name, NodeId node) {
    static constexpr std::array kKinds = {ir::ResetKind::none, ir::ResetKind::synchronous, ir::ResetKind::asynchronous};
    const ir::ResetKind kind = kKinds[random(kKinds.size())];
    const ir::ClockId id = kind == ir::ResetKind::none ? clock(name, node) : clock(name, node, rst_, kind);
    ir::Clock& made = module().clocks[id];
    if (chance(50)) made.reset_level = ir::ResetLevel::active_low;
    if (chance(25)) made.edge = ir::Edge::falling;
    clocks_.push_back(id);
    return id;
  }
  ir::ClockId any_clock() { return clocks_[random(clocks_.size())]; }

  void make_clocks() {
    add_clock("c0", clk_);
    if (chance(40)) add_clock("c1", clk_b_);
    if (chance(25)) add_clock("c2", clk_);
    // The gate is an input or a register of a clock that it does not gate.
    if (chance(25)) {
      const NodeId gate = any(1);
      add_clock("gated", make(Op::bit_and, {clk_, gate}));
    }
    if (chance(20)) {  // made by a register
      const NodeId divided = reg("divided", 1, clocks_[0], Bits(1, 0), Bits(1, 0));
      drive(divided, make(Op::bit_not, {divided}));
      add_clock("slow", divided);
    }
  }

  // --- state

  void add_register(uint32_t i) {
    const uint32_t w = width();
    std::optional<Bits> reset;
    std::optional<Bits> power_up;
    if (chance(60)) reset = value(w);
    if (chance(50)) power_up = value(w);
    const ir::ClockId clock = any_clock();
    registers_.push_back(reg(fmt::format("r{}", i), w, clock, reset, power_up));
    nodes_.push_back(registers_.back());
  }

  NodeId address() {
    const uint32_t w = chance(5) ? width() : random(8);
    return any(w);
  }

  void add_memory(uint32_t i) {
    const bool rom = chance(10);
    const uint32_t depth = 1 + random(40);
    const uint32_t granules = rom || chance(50) ? 1 : 1 + random(4);
    const uint32_t w = granules > 1 ? granules * (1 + random(20)) : width();
    std::vector<Bits> contents;
    const uint32_t words = rom ? depth : random(depth + 1);
    for (uint32_t k = 0; k < words; ++k) contents.push_back(value(w));
    const ir::MemoryId id = memory(fmt::format("m{}", i), w, depth, std::move(contents));
    module().memories[id].read_only = rom;
    const uint32_t reads = 1 + random(3);
    for (uint32_t k = 0; k < reads; ++k) {
      const NodeId at = address();
      if (chance(40)) {
        nodes_.push_back(read_port(id, fmt::format("m{}_async{}", i, k), at));
        continue;
      }
      static constexpr std::array kPolicies = {ir::ReadUnderWrite::old_data, ir::ReadUnderWrite::new_data,
                                               ir::ReadUnderWrite::undefined};
      const ir::ReadUnderWrite policy = kPolicies[random(kPolicies.size())];
      const ir::ClockId clock = any_clock();
      const NodeId enable = chance(50) ? any(1) : ir::kNone;
      nodes_.push_back(sync_read_port(id, fmt::format("m{}_sync{}", i, k), clock, at, policy, enable));
    }
    if (rom) return;
    const uint32_t writes = 1 + random(3);
    for (uint32_t k = 0; k < writes; ++k) {
      const ir::ClockId clock = any_clock();
      const NodeId at = address();
      const NodeId data = any(w);
      const NodeId enable = chance(20) ? constant(1, 1) : any(1);
      const NodeId mask = granules > 1 && chance(80) ? any(granules) : ir::kNone;
      write_port(id, clock, at, data, enable, mask);
    }
  }

  // --- logic

  void add_instance(const Child& child) {
    const ir::Module& type = design().module(child.id);
    const std::string name = fmt::format("u{}", instances_++);
    std::vector<std::pair<std::string, NodeId>> inputs;
    for (const ir::SignalId id : type.ports()) {
      const ir::Signal& port = type.signals[id];
      if (port.kind == ir::SignalKind::output) continue;
      if (port.kind == ir::SignalKind::inout) {  // a pin of this module that only the child drives
        const NodeId pin = inout(fmt::format("{}_{}", name, port.name), port.width);
        drive_pad(pin, constant(port.width, 0), constant(1, 0));
        inputs.emplace_back(port.name, pin);
      } else if (port.name == "clk") {
        const NodeId source = chance(70) ? clk_ : module().clocks[any_clock()].clock;
        inputs.emplace_back(port.name, source);
      } else if (port.name == "clk_b") {
        inputs.emplace_back(port.name, clk_b_);
      } else if (port.name == "rst") {
        inputs.emplace_back(port.name, rst_);
      } else {
        inputs.emplace_back(port.name, any(port.width));
      }
    }
    for (const NodeId output : instance(name, type, child.id, inputs)) nodes_.push_back(output);
  }

  /// A wire of which each bit depends on the one below: no loop, bit by bit.
  NodeId ripple(NodeId a) {
    const uint32_t w = module().width(a);
    if (w < 2) return a;
    const NodeId ripple = wire(fmt::format("ripple{}", wires_++), w);
    const NodeId below = slice(ripple, 0, w - 1);
    static constexpr std::array kOps = {Op::bit_and, Op::bit_or, Op::bit_xor};
    const Op op = kOps[random(kOps.size())];
    const NodeId other = any(w - 1);
    const NodeId step = make(op, {below, other});
    drive(ripple, make(Op::cat, {step, slice(a, 0, 1)}));
    return ripple;
  }

  NodeId operation() {
    const NodeId a = any();
    const uint32_t w = module().width(a);
    if (chance(20)) return multiplexer(a);  // what decides the shape of the code
    const auto op = static_cast<Op>(random(static_cast<uint32_t>(Op::dont_care) + 1));
    const bool large = w > options_.widest;
    switch (op) {
      case Op::constant:
        return constant_of(width());
      case Op::read: {
        if (chance(20)) return ripple(a);
        const NodeId named = wire(fmt::format("w{}", wires_++), w);
        drive(named, a);
        return named;
      }
      case Op::bit_not:
      case Op::reduce_and:
      case Op::reduce_or:
      case Op::reduce_xor:
        return make(op, {a});
      case Op::mul_u:
      case Op::mul_s: {
        if (large) return a;
        const NodeId b = any(width());
        return make(op, {a, b});
      }
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s: {
        const NodeId amount = chance(30) ? constant(7, random(128)) : chance(50) ? any(7) : any(width());
        return make(op, {a, amount});
      }
      case Op::cat:
        return large ? a : concatenation(a);
      case Op::slice: {
        const uint32_t count = random(w + 1);
        const uint32_t low = random(w - count + 1);
        return slice(a, low, count);
      }
      case Op::zext:
        return large ? a : module().zext(a, w + width() / 2);
      case Op::sext:
        return large ? a : module().sext(a, w + width() / 2);
      case Op::mux:
        return multiplexer(a);
      case Op::select: {
        const NodeId index = chance(50) ? any(random(4)) : any(width());
        std::vector<NodeId> operands = {index, a};
        for (uint32_t more = random(8); more > 0; --more) operands.push_back(chance(20) ? constant_of(w) : any(w));
        return module().make(op, operands);
      }
      case Op::crossing: {
        auto& reasons = module().crossing_reasons;
        if (reasons.empty()) reasons.emplace_back("a test");
        return module().make(op, {a}, kNoLocation, 0, 0);
      }
      case Op::dont_care:
        return module().make(op, std::span<const NodeId>(), kNoLocation, width());
      default:
        return two(op, a);
    }
  }

  NodeId two(Op op, NodeId a) {
    const uint32_t w = module().width(a);
    const NodeId b = chance(15) ? constant_of(w) : any(w);
    return chance(50) ? make(op, {a, b}) : make(op, {b, a});
  }

  NodeId multiplexer(NodeId a) {
    const NodeId condition = any(1);
    const NodeId other = any(module().width(a));
    return make(Op::mux, {condition, a, other});
  }

  NodeId concatenation(NodeId a) {
    std::vector<NodeId> operands = {a};
    if (chance(30)) {  // a rotation, or nearly one
      const uint32_t w = module().width(a);
      const uint32_t cut = random(w + 1);
      operands = {slice(a, 0, cut), slice(a, cut, w - cut)};
    }
    for (uint32_t more = random(3); more > 0; --more) operands.push_back(any(width()));
    return module().make(Op::cat, operands);
  }

  // --- what uses it all

  /// A pad that drives itself through logic would be a loop: registers only.
  NodeId stored(uint32_t width) { return fitted(registers_[random(registers_.size())], width); }

  void finish(uint32_t outputs, uint32_t checks) {
    for (const NodeId state : registers_) {
      const uint32_t w = module().width(state);
      NodeId next = any(w);
      for (uint32_t depth = random(3); depth > 0; --depth) {
        const NodeId condition = any(1);
        const NodeId yes = chance(50) ? next : any(w);
        const NodeId no = chance(50) ? state : next;
        next = make(Op::mux, {condition, yes, no});
      }
      drive(state, next);
    }
    for (const NodeId pad : pads_) {
      const NodeId level = stored(module().width(pad));
      const NodeId enable = stored(1);
      drive_pad(pad, level, enable);
    }
    for (uint32_t i = 0; i < outputs; ++i) output(fmt::format("out{}", i), any());
    for (uint32_t i = 0; i < checks; ++i) add_check(i);
  }

  void add_check(uint32_t i) {
    const auto kind = static_cast<ir::ProcessKind>(random(4));
    const ir::ClockId clock = any_clock();
    const NodeId enable = chance(20) ? constant(1, 1) : any(1);
    const NodeId condition = kind == ir::ProcessKind::print ? ir::kNone : any(1);
    const std::vector<NodeId> arguments = {any(), any(), any()};
    ir::Process& check = process(kind, fmt::format("check{}", i), clock, enable, condition,
                                 kind == ir::ProcessKind::print ? "a {} b {:x} c {:b}" : fmt::format("check {}", i));
    if (kind != ir::ProcessKind::print) return;
    check.arguments = arguments;
    check.argument_types = {ir::kNone, ir::kNone, ir::kNone};
    if (chance(50)) check.argument_types[0] = design().signed_type(module().width(arguments[0]));
  }

  std::mt19937& random_;
  const RandomMachineOptions& options_;
  NodeId clk_ = ir::kNone;
  NodeId clk_b_ = ir::kNone;
  NodeId rst_ = ir::kNone;
  std::vector<NodeId> nodes_;
  std::vector<NodeId> registers_;
  std::vector<NodeId> pads_;
  std::vector<ir::ClockId> clocks_;
  uint32_t wires_ = 0;
  uint32_t instances_ = 0;
};

}  // namespace

Bits random_value(std::mt19937& random, uint32_t width) {
  switch (random() % 6) {
    case 0:
      return Bits(width);
    case 1:
      return Bits::ones(width);
    case 2:
      return Bits(width, random() % 70);
    case 3: {
      Bits top(width);
      if (width != 0) top.set_bit(width - 1, true);
      return top;
    }
    default:
      break;
  }
  std::vector<uint64_t> words;
  for (uint32_t i = 0; i < width; i += 64) {
    const uint64_t high = random();
    words.push_back(high << 32 | random());
  }
  return Bits::from_words(width, words);
}

RandomMachine::RandomMachine(uint32_t seed, const RandomMachineOptions& options)
    : random_(seed), design_(std::make_unique<ir::Design>()) {
  std::vector<Child> children;
  if (options.hierarchy && random_() % 2 == 0) {
    ModuleMaker leaf(*design_, "Leaf", random_, options);
    children.push_back(leaf.run(options.operations / 4 + 4, 3, {}));
    if (random_() % 2 == 0) {
      ModuleMaker inner(*design_, "Inner", random_, options);
      children.push_back(inner.run(options.operations / 3 + 4, 3, children));
    }
  }
  ModuleMaker top(*design_, "top", random_, options);
  top.run(options.operations, 1, children);
}

Bits RandomMachine::value(uint32_t width) { return random_value(random_, width); }

}  // namespace burin::test
