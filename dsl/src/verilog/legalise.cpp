// SPDX-License-Identifier: Apache-2.0
//! @file legalise.cpp
//! @brief Rewrites a module into operations that Verilog has as they are.
//!
//! 1. Split wires whose words would depend on themselves (`split_nets`).
//! 2. In ascending order of ids, make each node that is referred to again by the rules of the passes, which fold
//!    zero widths and constants away, and by these:
//!    * a slice is pushed into an operation that nothing else uses, where the bits of its operands suffice;
//!    * a division gets the cases that Verilog leaves open as muxes around it;
//!    * a wide signed product is made of an unsigned one;
//!    * a wide shift amount is compared with the width in its upper bits;
//!    * a comparison in a chain of them goes when its arm is what the chain ends with;
//!    * a select of few choices becomes muxes, and choices beyond the reach of the index go.
#include "legalise.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <utility>
#include <vector>

#include "../passes/rules.h"
#include "burin/passes/liveness.h"
#include "burin/passes/rebuild.h"
#include "burin/passes/split_nets.h"
#include "labels.h"

namespace burin::verilog {
namespace {

using namespace ir;
using passes::Operation;

constexpr int kMaxPush = 32;                  // operations that a slice is pushed through
constexpr int kMaxRounds = 8;                 // a chain of constant wires is longer only by intent
constexpr int kMaxChain = 256;                // comparisons that are looked at for one
constexpr uint32_t kMaxAmountBits = 31;       // tools take wider shift amounts for negative ones, or cut them
constexpr uint32_t kMaxSignedProduct = 512;   // the most that Verilator takes
constexpr uint32_t kExactDivisionBits = 64;   // Icarus 11 gives 0 for a wider number with its top bit set, divided by 1
constexpr uint32_t kMaxBitSelect = 1U << 16;  // choices

bool is_net(const Signal& signal) { return signal.kind == SignalKind::wire || signal.kind == SignalKind::output; }

/// How often each node is referred to; 2 stands for more.
std::vector<uint8_t> count_uses(Module& module) {
  std::vector<uint8_t> uses(module.node_count(), 0);
  const auto count = [&uses](NodeId node) {
    if (uses[node] < 2) ++uses[node];
  };
  const std::vector<bool> live = passes::find_referenced(module);
  for (NodeId id = 0; id < module.node_count(); ++id) {
    if (!live[id]) continue;
    for (const NodeId operand : module.operands(id)) count(operand);
  }
  module.for_each_root(count);
  return uses;
}

class Legaliser {
 public:
  explicit Legaliser(Module& module)
      : source_(module),
        uses_(count_uses(module)),
        statement_(passes::find_statements(module)),
        rebuild_(module),
        fusion_(rebuild_.target()) {}

  void run() {
    rebuild_.run([this](NodeId id, std::span<const NodeId> operands) { return rewrite(id, operands); });
  }

 private:
  [[nodiscard]] Module& target() { return rebuild_.target(); }

  NodeId make(Op op, std::initializer_list<NodeId> operands, uint32_t width = 0, uint32_t immediate = 0) {
    return make(op, std::span<const NodeId>(operands.begin(), operands.size()), width, immediate);
  }
  NodeId make(Op op, std::span<const NodeId> operands, uint32_t width = 0, uint32_t immediate = 0) {
    if (width == 0) {
      std::string why;
      width = target().result_width(op, operands, 0, immediate, why).value_or(0);
    }
    const Operation operation{op, operands, width, immediate, location_};
    if (op == Op::mux) return without_useless_arm(passes::simplify_mux(target(), operation, is_statement_));
    return fusion_.fuse(operation);
  }
  /// A comparison in a chain of comparisons of one value with distinct constants says nothing when its arm is what the
  /// chain ends with.
  NodeId without_useless_arm(NodeId mux) {
    if (target().node(mux).op != Op::mux) return mux;
    const auto labels_of = [this](NodeId node) {
      return find_labels(target(), target().operand(node, 0), [](NodeId) { return true; });
    };
    const Labels own = labels_of(mux);
    const NodeId rest = target().operand(mux, 2);
    if (own.constants.empty()) return mux;
    NodeId at = rest;
    for (int arms = 0; arms < kMaxChain && at != target().operand(mux, 1); ++arms) {
      if (target().node(at).op != Op::mux) return mux;
      const Labels other = labels_of(at);
      if (other.selector != own.selector) return mux;
      for (const NodeId label : other.constants) {
        if (std::find(own.constants.begin(), own.constants.end(), label) != own.constants.end()) return mux;
      }
      at = target().operand(at, 2);
    }
    return at == target().operand(mux, 1) ? rest : mux;
  }

  NodeId constant(const Bits& value) { return target().constant(value, location_); }

  NodeId rewrite(NodeId id, std::span<const NodeId> operands) {
    location_ = source_.location_of(id);
    is_statement_ = statement_[id];
    const Node& node = source_.node(id);
    if (node.width == 0) return constant(Bits());
    switch (node.op) {
      case Op::constant:
        return rebuild_.copy(id, operands);
      case Op::read: {
        // Verilator looks through wires of constants and warns at comparisons that they decide.
        const Signal& signal = target().signals[node.immediate];
        if (is_net(signal) && signal.driver != kNone && source_.is_constant(signal.driver)) {
          return constant(source_.constant_value(signal.driver));
        }
        return rebuild_.copy(id, operands);
      }
      case Op::dont_care:
        return constant(Bits(node.width));
      case Op::crossing:
        return operands[0];
      case Op::slice:
        return pushed(source_.operand(id, 0), node.immediate, node.width, kMaxPush);
      case Op::mul_u:
      case Op::mul_s:
        if (target().width(operands[0]) == 0 || target().width(operands[1]) == 0) return constant(Bits(node.width));
        return node.op == Op::mul_s && node.width > kMaxSignedProduct ? wide_product(operands[0], operands[1])
                                                                      : make(node.op, operands);
      case Op::div_u:
      case Op::div_s:
      case Op::rem_u:
      case Op::rem_s:
        return division(node.op, operands[0], operands[1]);
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s:
        return shift(node.op, operands[0], operands[1]);
      case Op::select:
        return select(operands[0], operands.subspan(1));
      case Op::cat: {
        const NodeId result = make(Op::cat, operands, node.width);
        if (uses_[id] > 1 || !source_.name_of(id).empty()) fusion_.set_shared(result);
        return result;
      }
      default:
        return make(node.op, operands, node.width, node.immediate);
    }
  }

  // ---------------------------------------------------------------------------------------------- slices

  NodeId bits(NodeId value, uint32_t low, uint32_t width) {
    if (low == 0 && width == target().width(value)) return value;
    return make(Op::slice, {value}, width, low);
  }

  /// Bits `low` to `low + width - 1` of old node `id`.
  NodeId pushed(NodeId id, uint32_t low, uint32_t width, int depth) {
    const Node& node = source_.node(id);
    const NodeId now = rebuild_.mapped(id);
    if (depth == 0 || uses_[id] > 1 || !source_.name_of(id).empty() || (low == 0 && width == node.width)) {
      return bits(now, low, width);
    }
    const auto operand = [&](uint32_t index) { return source_.operand(id, index); };
    const auto part = [&](uint32_t index) { return pushed(operand(index), low, width, depth - 1); };
    switch (node.op) {
      case Op::bit_not:
        return make(node.op, {part(0)});
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor: {
        const NodeId left = part(0);
        return make(node.op, {left, part(1)});
      }
      case Op::mux: {
        const NodeId on_true = part(1);
        return make(Op::mux, {rebuild_.mapped(operand(0)), on_true, part(2)});
      }
      case Op::add:
      case Op::sub: {
        if (low != 0) break;
        const NodeId left = part(0);
        return make(node.op, {left, part(1)});
      }
      case Op::mul_u:
      case Op::mul_s:
        if (low == 0) return low_product(node.op, operand(0), operand(1), width, depth);
        break;
      case Op::crossing:
        return part(0);
      case Op::slice:
        return pushed(operand(0), low + node.immediate, width, depth - 1);
      default:
        break;
    }
    return bits(now, low, width);
  }

  /// The low bits of a product: those of the product of the operands, cut or extended to as many bits.
  NodeId low_product(Op op, NodeId a, NodeId b, uint32_t width, int depth) {
    if (source_.width(a) == 0 || source_.width(b) == 0) return constant(Bits(width));
    const auto fitted = [&](NodeId operand) {
      const uint32_t own = source_.width(operand);
      if (own >= width) return pushed(operand, 0, width, depth - 1);
      return make(op == Op::mul_u ? Op::zext : Op::sext, {rebuild_.mapped(operand)}, width);
    };
    const NodeId left = fitted(a);
    const NodeId right = fitted(b);
    if (width == 1) return make(Op::bit_and, {left, right});
    return bits(make(Op::mul_u, {left, right}), 0, width);
  }

  /// A signed product by an unsigned one: where one operand is negative, it took the other 2^w times too often.
  NodeId wide_product(NodeId a, NodeId b) {
    const auto excess = [&](NodeId sign, NodeId other) {
      const uint32_t width = target().width(sign);
      const NodeId taken = make(Op::mux, {bits(sign, width - 1, 1), other, constant(Bits(target().width(other)))});
      return make(Op::cat, {taken, constant(Bits(width))});
    };
    const NodeId once = make(Op::sub, {make(Op::mul_u, {a, b}), excess(a, b)});
    return make(Op::sub, {once, excess(b, a)});
  }

  // ------------------------------------------------------------------------- what Verilog leaves open

  NodeId division(Op op, NodeId a, NodeId b) {
    const uint32_t width = target().width(a);
    if (width == 1) {  // by 0, or by itself if not 0
      const NodeId by_zero = make(Op::bit_not, {b});
      return make(op == Op::div_u || op == Op::div_s ? Op::bit_or : Op::bit_and, {a, by_zero});
    }
    const bool is_signed = op == Op::div_s || op == Op::rem_s;
    const bool is_quotient = op == Op::div_u || op == Op::div_s;
    const NodeId plain = make(op, {a, b});
    if (target().node(plain).op != op) return plain;  // folded
    NodeId result = plain;
    const bool is_known = target().is_constant(b);
    const NodeId minus_one = constant(Bits::ones(width));
    if (is_signed && (!is_known || target().constant_value(b).is_ones())) {
      const NodeId by_minus_one = is_quotient ? make(Op::sub, {constant(Bits(width)), a}) : constant(Bits(width));
      result = make(Op::mux, {make(Op::eq, {b, minus_one}), by_minus_one, result});
    }
    if (op == Op::div_u && !is_known && width > kExactDivisionBits) {
      result = make(Op::mux, {make(Op::eq, {b, constant(Bits(width, 1))}), a, result});
    }
    if (!is_known) {
      result = make(Op::mux, {make(Op::eq, {b, constant(Bits(width))}), is_quotient ? minus_one : a, result});
    }
    return result;
  }

  NodeId shift(Op op, NodeId value, NodeId amount) {
    const uint32_t width = target().width(value);
    const uint32_t amount_width = target().width(amount);
    if (amount_width == 0) return value;
    if (target().is_constant(amount)) {
      const Bits& by = target().constant_value(amount);
      if (std::is_lt(Bits::compare_unsigned(by, Bits(32, width)))) amount = constant(by.resize(32));
      return make(op, {value, amount});
    }
    if (amount_width <= kMaxAmountBits) return make(op, {value, amount});
    const auto needed = static_cast<uint32_t>(std::bit_width(width));
    const NodeId beyond = make(Op::reduce_or, {bits(amount, needed, amount_width - needed)});
    const NodeId emptied = op == Op::shr_s ? make(Op::sext, {bits(value, width - 1, 1)}, width) : constant(Bits(width));
    return make(Op::mux, {beyond, emptied, make(op, {value, bits(amount, 0, needed)})});
  }

  NodeId select(NodeId index, std::span<const NodeId> choices) {
    const uint32_t index_width = target().width(index);
    if (index_width < 32) choices = choices.first(std::min<size_t>(choices.size(), size_t{1} << index_width));
    if (index_width == 0) return choices[0];
    if (choices.size() <= 2) {
      NodeId result = choices.size() == 2 && index_width == 1 ? choices[1] : constant(Bits(target().width(choices[0])));
      for (size_t i = choices.size(); i-- > 0;) {
        if (i == 1 && index_width == 1) continue;
        const NodeId hit = make(Op::eq, {index, target().constant(index_width, i)});
        result = make(Op::mux, {hit, choices[i], result});
      }
      return result;
    }
    std::vector<NodeId> operands{index};
    operands.insert(operands.end(), choices.begin(), choices.end());
    return make(Op::select, operands);
  }

  // While `rebuild_` lives, the signals are the target's: what looks at them comes first.
  Module& source_;
  std::vector<uint8_t> uses_;  // of old nodes
  std::vector<bool> statement_;
  passes::Rebuilder rebuild_;
  passes::SliceFusion fusion_;
  LocationId location_ = kNoLocation;
  bool is_statement_ = false;
};

size_t constant_nets(const Module& module) {
  return static_cast<size_t>(std::count_if(module.signals.begin(), module.signals.end(), [&](const Signal& signal) {
    return is_net(signal) && signal.driver != kNone && module.is_constant(signal.driver);
  }));
}

}  // namespace

Module legalised(const Module& module) {
  Module copy = module;
  passes::split_nets(copy);
  // A wire that turns out to be constant makes more constants where it is read.
  size_t constants = constant_nets(copy);
  for (int round = 0; round < kMaxRounds; ++round) {
    Legaliser(copy).run();
    const size_t now = constant_nets(copy);
    if (now == constants) break;
    constants = now;
  }
  // An address of no bits is 0. Where there is an array, it has to be written as an index.
  for (Memory& memory : copy.memories) {
    if (is_register(copy, memory)) continue;
    const auto widen = [&copy](NodeId& address) {
      if (copy.width(address) == 0) address = copy.constant(1, 0);
    };
    for (ReadPort& port : memory.reads) widen(port.address);
    for (WritePort& port : memory.writes) widen(port.address);
  }
  return copy;
}

bool same_edge(const Module& module, ClockId a, ClockId b) {
  const Clock& left = module.clocks[a];
  const Clock& right = module.clocks[b];
  return left.clock == right.clock && left.edge == right.edge;
}

bool is_register(const Module& module, const Memory& memory) {
  return memory.depth == 1 && std::all_of(memory.writes.begin(), memory.writes.end(), [&](const WritePort& port) {
           return same_edge(module, port.clock, memory.writes[0].clock);
         });
}

bool is_low_product(const Module& module, NodeId node) {
  const Node& slice = module.node(node);
  if (slice.op != Op::slice || slice.immediate != 0) return false;
  const NodeId product = module.operand(node, 0);
  if (module.node(product).op != Op::mul_u) return false;
  return module.width(module.operand(product, 0)) == slice.width &&
         module.width(module.operand(product, 1)) == slice.width;
}

bool is_bit_select(const Module& module, NodeId node) {
  const Node& select = module.node(node);
  if (select.op != Op::select || select.width != 1) return false;
  const uint32_t choices = select.count - 1;
  const uint32_t index_width = module.width(module.operand(node, 0));
  if (index_width > 31 || choices != uint32_t{1} << index_width || choices > kMaxBitSelect) return false;
  SignalId signal = kNone;
  for (uint32_t i = 0; i < choices; ++i) {
    const NodeId choice = module.operand(node, i + 1);
    if (module.node(choice).op != Op::slice || module.node(choice).immediate != i) return false;
    const Node& read = module.node(module.operand(choice, 0));
    if (read.op != Op::read || read.width != choices || (i != 0 && read.immediate != signal)) return false;
    signal = read.immediate;
  }
  return true;
}

}  // namespace burin::verilog
