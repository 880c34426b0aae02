// SPDX-License-Identifier: Apache-2.0
//! @file labels.h
//! @brief Recognises comparisons of one value with constants: the conditions of a `case`.
#pragma once

#include <vector>

#include "burin/ir/ir.h"

namespace burin::verilog {

/// The fewest comparisons with one selector that are written as a `case`.
inline constexpr size_t kMinCaseArms = 3;

/// What a condition compares, and with which constants.
struct Labels {
  ir::NodeId selector = ir::kNone;
  std::vector<ir::NodeId> constants;  ///< In the order of the text.
};

/// The labels behind `condition`: a comparison of something with a constant, or several joined by or.
/// `opens(node)` tells whether to look into a node. No constants where the condition is something else.
template <typename Opens>
Labels find_labels(const ir::Module& module, ir::NodeId condition, Opens&& opens) {
  constexpr size_t kMaxLabels = 64;
  Labels labels;
  std::vector<ir::NodeId> work{condition};
  while (!work.empty()) {
    const ir::NodeId node = work.back();
    work.pop_back();
    const ir::Op op = module.node(node).op;
    if ((op != ir::Op::bit_or && op != ir::Op::eq) || !opens(node) || labels.constants.size() == kMaxLabels) return {};
    const ir::NodeId left = module.operand(node, 0);
    const ir::NodeId right = module.operand(node, 1);
    if (op == ir::Op::bit_or) {
      work.push_back(right);
      work.push_back(left);
      continue;
    }
    if (module.is_constant(left) == module.is_constant(right)) return {};
    const ir::NodeId value = module.is_constant(left) ? right : left;
    if (labels.selector == ir::kNone) labels.selector = value;
    if (labels.selector != value) return {};
    labels.constants.push_back(module.is_constant(left) ? left : right);
  }
  return labels;
}

}  // namespace burin::verilog
