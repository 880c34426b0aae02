// SPDX-License-Identifier: Apache-2.0
//! @file collisions.cpp
//! @brief Finds reads under the policy `undefined` that may meet a write of their word.
//!
//! For each such read port without a reason and each write port of its memory on the same clock:
//! 1. Suppose that both are enabled and that their addresses are equal. Take these apart into facts: of an `&` that is
//!    true both operands are true, of an `|` that is false both are false, of a `~` the operand has the other value.
//!    A fact is about a node, or about two nodes being equal.
//! 2. The two exclude each other when a fact contradicts another one: a value that is true and false, or equal to two
//!    constants; an `&` that is false although all of its operands are true.
//! 3. Else report the read.
//! This looks at the conditions as they are written, not through wires; what it cannot see needs a reason.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "builder.h"

namespace burin::detail {

namespace {

using ir::NodeId;
using ir::Op;

/// That a bit is 1, or that two values are equal.
struct Fact {
  NodeId a = ir::kNone;
  NodeId b = ir::kNone;  // none: `a` is 1
  friend auto operator<=>(const Fact&, const Fact&) = default;
};

class Facts {
 public:
  explicit Facts(const ir::Module& module) : module_(module) {}

  void suppose(NodeId node, bool value) {
    std::vector<std::pair<NodeId, bool>> pending{{node, value}};
    while (!pending.empty()) {
      const auto [one, is_true] = pending.back();
      pending.pop_back();
      const Op op = module_.node(one).op;
      if (op == Op::bit_not) {
        pending.emplace_back(module_.operand(one, 0), !is_true);
      } else if (op == Op::bit_and && is_true) {
        for (const NodeId operand : module_.operands(one)) pending.emplace_back(operand, true);
      } else if (op == Op::bit_or && !is_true) {
        for (const NodeId operand : module_.operands(one)) pending.emplace_back(operand, false);
      } else if (op == Op::bit_and || op == Op::bit_or) {
        joined_.emplace_back(one, is_true);
      } else if (op == Op::eq || op == Op::ne) {
        suppose_equal(module_.operand(one, 0), module_.operand(one, 1), is_true == (op == Op::eq));
      } else if (op == Op::constant) {
        contradiction_ = contradiction_ || module_.constant_value(one).is_zero() == is_true;
      } else {
        add({one, ir::kNone}, is_true);
      }
    }
  }

  void suppose_equal(NodeId a, NodeId b, bool equal) {
    if (module_.is_constant(a)) std::swap(a, b);
    if (a == b) {
      contradiction_ = contradiction_ || !equal;
    } else if (module_.is_constant(a)) {
      contradiction_ = contradiction_ || (module_.constant_value(a) == module_.constant_value(b)) != equal;
    } else if (module_.is_constant(b)) {
      if (equal) {
        const auto [known, is_new] = constants_.try_emplace(a, b);
        contradiction_ = contradiction_ || known->second != b;
      }
      add({a, b}, equal);
    } else {
      add({std::min(a, b), std::max(a, b)}, equal);
    }
  }

  [[nodiscard]] bool contradict() const {
    if (contradiction_) return true;
    return std::any_of(joined_.begin(), joined_.end(), [this](const auto& joined) {
      // An `&` that is false, or an `|` that is true: one operand has the value of the whole.
      const auto operands = module_.operands(joined.first);
      return std::all_of(operands.begin(), operands.end(),
                         [&](NodeId operand) { return refute(operand, joined.second); });
    });
  }

 private:
  void add(const Fact& fact, bool value) {
    const auto [known, is_new] = facts_.try_emplace(fact, value);
    contradiction_ = contradiction_ || known->second != value;
  }

  /// Whether the facts exclude that `node` has `value`; false where that is not seen at once.
  [[nodiscard]] bool refute(NodeId node, bool value) const {
    std::vector<std::pair<NodeId, bool>> pending{{node, value}};  // all of these would have to hold
    while (!pending.empty()) {
      const auto [one, is_true] = pending.back();
      pending.pop_back();
      const Op op = module_.node(one).op;
      if (op == Op::bit_not) {
        pending.emplace_back(module_.operand(one, 0), !is_true);
      } else if ((op == Op::bit_and && is_true) || (op == Op::bit_or && !is_true)) {
        for (const NodeId operand : module_.operands(one)) pending.emplace_back(operand, is_true);
      } else if (op == Op::constant) {
        if (module_.constant_value(one).is_zero() == is_true) return true;
      } else if (op == Op::eq || op == Op::ne) {
        if (refute_equal(module_.operand(one, 0), module_.operand(one, 1), is_true == (op == Op::eq))) return true;
      } else if (const auto known = facts_.find({one, ir::kNone}); known != facts_.end() && known->second != is_true) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool refute_equal(NodeId a, NodeId b, bool equal) const {
    if (module_.is_constant(a)) std::swap(a, b);
    const auto known = facts_.find(module_.is_constant(b) ? Fact{a, b} : Fact{std::min(a, b), std::max(a, b)});
    if (known != facts_.end()) return known->second != equal;
    const auto constant = constants_.find(a);
    return equal && module_.is_constant(b) && constant != constants_.end() && constant->second != b;
  }

  const ir::Module& module_;
  std::map<Fact, bool> facts_;
  std::map<NodeId, NodeId> constants_;  // what a node is equal to
  std::vector<std::pair<NodeId, bool>> joined_;
  bool contradiction_ = false;
};

bool may_meet(const ir::Module& module, const ir::ReadPort& read, const ir::WritePort& write) {
  Facts facts(module);
  facts.suppose(write.enable, true);
  if (read.enable != ir::kNone) facts.suppose(read.enable, true);
  if (module.width(read.address) == module.width(write.address)) facts.suppose_equal(read.address, write.address, true);
  return !facts.contradict();
}

}  // namespace

void Builder::check_undefined_reads() {
  const ir::Module& m = module();
  for (const UndefinedRead& undefined : state().undefined_reads) {
    const ir::Memory& memory = m.memories[undefined.memory];
    const ir::ReadPort& read = memory.reads[undefined.port];
    for (const ir::WritePort& write : memory.writes) {
      if (write.clock != read.clock || !may_meet(m, read, write)) continue;
      report(
          DiagnosticId::memory_undefined_read, read.location,
          fmt::format("the word that is read from memory `{}` may be written in the same cycle, and is undefined then",
                      memory.name),
          "conditions under which this read and the write exclude each other",
          "`.policy = ReadUnderWrite::old_data` or `new_data`, or `.no_collision = \"why they never meet\"`",
          {{write.location, "the write"}});
      break;
    }
  }
}

}  // namespace burin::detail
