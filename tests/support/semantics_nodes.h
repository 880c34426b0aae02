// SPDX-License-Identifier: Apache-2.0
//! @file semantics_nodes.h
//! @brief The cases of dsl/semantics/operators.json as nodes of the IR, for tests of engines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "burin/ir/ir.h"
#include "support/semantics_cases.h"

namespace burin::test {

/// The operation of an enumerator's name.
inline std::optional<ir::Op> op_of(const std::string& enumerator) {
#define BURIN_OP(name, text, arity, summary) \
  if (enumerator == #name) return ir::Op::name;
#include "burin/ir/ops.def"
#undef BURIN_OP
  return std::nullopt;
}

/// The node of an operation with the parameters of a case.
inline ir::NodeId make(ir::Module& module, ir::Op op, const std::vector<ir::NodeId>& operands,
                       const std::vector<int64_t>& parameters) {
  switch (op) {
    case ir::Op::slice: {
      const auto width = static_cast<uint32_t>(parameters.at(0) - parameters.at(1) + 1);
      return module.make(op, operands, kNoLocation, width, static_cast<uint32_t>(parameters.at(1)));
    }
    case ir::Op::zext:
    case ir::Op::sext:
    case ir::Op::dont_care:
      return module.make(op, operands, kNoLocation, static_cast<uint32_t>(parameters.at(0)));
    case ir::Op::crossing:
      module.crossing_reasons.emplace_back("a test");
      break;
    default:
      break;
  }
  return module.make(op, operands);
}

}  // namespace burin::test
