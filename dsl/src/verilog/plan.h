// SPDX-License-Identifier: Apache-2.0
//! @file plan.h
//! @brief Decides which nodes of a module get a name and which are written where they are used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "burin/ir/ir.h"
#include "name_table.h"

namespace burin::verilog {

/// The plan of one legalised module.
///
/// A node is written in place when it is used once, or small, and the expression around it stays readable. The
/// others are *named*: by the designer, by the signal they drive, or by what they compute ("_sum_add_3f2a": an
/// addition whose first operand is `sum`, and a hash of the expression), so that no name depends on other statements.
/// A mux that is an arm of a mux becomes a *branch* of the statement around it.
class Plan {
 public:
  /// `signal_names` are the Verilog names of the signals; new names are taken from `names`.
  Plan(const ir::Module& module, const std::vector<std::string>& signal_names, NameTable& names);

  [[nodiscard]] bool is_named(ir::NodeId node) const { return names_of_[node] != ir::kNone; }
  [[nodiscard]] const std::string& name(ir::NodeId node) const { return names_[names_of_[node]]; }
  /// Number of named nodes; `name_index` numbers them.
  [[nodiscard]] size_t name_count() const { return names_.size(); }
  [[nodiscard]] size_t name_index(ir::NodeId node) const { return names_of_[node]; }
  /// The signal that carries a named node; `kNone` where it has a wire of its own.
  [[nodiscard]] ir::SignalId carrier(ir::NodeId node) const { return is_named(node) ? carriers_[node] : ir::kNone; }
  /// Whether a named node needs a wire of its own.
  [[nodiscard]] bool is_temporary(ir::NodeId node) const { return is_named(node) && carriers_[node] == ir::kNone; }
  /// Whether `node` is a mux that is written as a branch of the statement that uses it.
  [[nodiscard]] bool is_branch(ir::NodeId node) const { return is_branch_[node] && !is_named(node); }
  /// Whether `node` is the low half of a product, written as one operation.
  [[nodiscard]] bool is_product(ir::NodeId node) const;
  /// Whether `node` is written as a name, a part of one, or a constant.
  [[nodiscard]] bool is_leaf(ir::NodeId node) const;
  /// Columns of `node` written in place; an estimate.
  [[nodiscard]] size_t length(ir::NodeId node) const { return is_named(node) ? name(node).size() : lengths_[node]; }
  /// What `node`, one or several comparisons with constants, compares; `kNone` where it is something else.
  [[nodiscard]] ir::NodeId label_of(ir::NodeId node) const { return label_of_[node]; }
  /// The enumeration that `node` is a value of; `kNone` where none is known.
  [[nodiscard]] ir::TypeId enumeration(ir::NodeId node) const { return enumerations_[node]; }

 private:
  void mark_roots();
  void mark_reachable();
  void decide(ir::NodeId node);
  void decide_mux(ir::NodeId node);
  void decide_product(ir::NodeId node);
  void shorten(ir::NodeId node);
  void describe(ir::NodeId node);
  [[nodiscard]] size_t measure(ir::NodeId node) const;
  [[nodiscard]] bool is_shared(ir::NodeId node) const;
  [[nodiscard]] bool is_root_of_statement(ir::NodeId node) const;
  void need_name(ir::NodeId node);
  void give_name(ir::NodeId node);
  [[nodiscard]] std::string made_up_name(ir::NodeId node) const;

  const ir::Module& module_;
  const std::vector<std::string>& signal_names_;
  NameTable& table_;

  // By node.
  std::vector<uint32_t> uses_;
  std::vector<ir::NodeId> user_;  // one that uses it; kNone: a root
  std::vector<bool> is_branch_;
  std::vector<bool> drives_net_;       // wire or output, directly
  std::vector<bool> drives_register_;  // likewise, or as an arm of a branch
  std::vector<uint32_t> lengths_;
  std::vector<uint8_t> depth_;              // of nested branches
  std::vector<uint32_t> run_;               // comparisons with one value in a row, from here down the else branches
  std::vector<uint64_t> hashes_;            // of the expression over names of signals
  std::vector<ir::NodeId> label_of_;        // what a comparison, or several, compares with constants
  std::vector<ir::SignalId> first_signal_;  // in the expression
  std::vector<ir::TypeId> enumerations_;
  std::vector<uint32_t> names_of_;      // index into names_
  std::vector<ir::SignalId> carriers_;  // the first wire or output that it drives
  std::vector<std::string> names_;
  std::vector<ir::NodeId> name_roots_;     // must be names because of where they are used
  std::vector<ir::NodeId> operand_roots_;  // likewise, or slices or constants
};

}  // namespace burin::verilog
