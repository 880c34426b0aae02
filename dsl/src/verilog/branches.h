// SPDX-License-Identifier: Apache-2.0
//! @file branches.h
//! @brief Turns trees of muxes back into `if` and `case`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "expression.h"
#include "module_text.h"

namespace burin::verilog {

/// Something that a process assigns, and its value.
struct Assignment {
  std::string_view target;             ///< Verilog name.
  ir::SignalId register_ = ir::kNone;  ///< The register, which keeps its value where nothing is assigned; or none.
  ir::TypeId type = ir::kNone;         ///< The enumeration of the target, or none.
  ir::NodeId value = ir::kNone;
  LocationId place = kNoLocation;  ///< Of the statement, where the value has none of its own.
  bool is_definition = false;      ///< `value`, a mux, is defined here, though it may have a name.
  ir::NodeId earlier = ir::kNone;  ///< A value that was assigned just before, and need not be again.
};

/// A mux chain that compares one selector with constants.
struct CaseChain {
  struct Arm {
    std::vector<ir::NodeId> labels;  ///< Constants.
    ir::NodeId value = ir::kNone;
  };
  ir::NodeId selector = ir::kNone;
  std::vector<Arm> arms;
  ir::NodeId otherwise = ir::kNone;  ///< The value where no label matches.
};

/// Writes the body of a process.
class Branches {
 public:
  Branches(ModuleText& text, Expressions& expressions, std::string_view assign_operator)
      : text_(text), module_(text.module), expressions_(expressions), operator_(assign_operator) {}

  /// The statements that do `assignments`, which have distinct targets, at indentation `depth`.
  void write(std::vector<Assignment> assignments, int depth);

  /// The same, behind the open branch of an `if` that takes precedence; closes it.
  void write_else(std::vector<Assignment> assignments, int depth);

  /// The chain that starts at the branch `node`; no arms when there are fewer than three or they are no chain.
  [[nodiscard]] CaseChain find_case(ir::NodeId node) const;

 private:
  using List = std::vector<Assignment>;
  [[nodiscard]] bool is_hold(const Assignment& assignment) const;
  [[nodiscard]] bool is_branch(const Assignment& assignment) const {
    return assignment.is_definition || text_.plan.is_branch(assignment.value);
  }
  [[nodiscard]] bool is_one_if(const List& list) const;
  void drop_holds(List& list) const;
  [[nodiscard]] ir::NodeId find_default(const Assignment& assignment) const;
  void write_defaults(List& list, int depth);
  [[nodiscard]] ir::NodeId condition_of(const Assignment& assignment) const;
  [[nodiscard]] List arm_of(const List& list, uint32_t operand) const;
  void assign(const Assignment& assignment, int depth);
  void write_if(List list, int depth, std::string_view opening);
  void write_case(const List& list, const std::vector<CaseChain>& chains, int depth);
  void write_arm(const std::string& label, List list, int depth, LocationId place);

  ModuleText& text_;
  const ir::Module& module_;
  Expressions& expressions_;
  std::string_view operator_;  // "=" or "<="
};

}  // namespace burin::verilog
