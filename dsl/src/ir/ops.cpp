// SPDX-License-Identifier: Apache-2.0
//! @file ops.cpp
//! @brief The table of operations.
#include <array>
#include <unordered_map>

#include "burin/ir/ir.h"

namespace burin::ir {
namespace {

constexpr auto kTable = std::to_array<OpInfo>({
#define BURIN_OP(name, text, arity, summary) {Op::name, text, arity, summary},
#include "burin/ir/ops.def"
#undef BURIN_OP
});

}  // namespace

const OpInfo& info(Op op) { return kTable[static_cast<size_t>(op)]; }

std::optional<Op> find_op(std::string_view text) {
  static const auto by_text = [] {
    std::unordered_map<std::string_view, Op> map;
    for (const OpInfo& row : kTable) map.emplace(row.text, row.op);
    return map;
  }();
  const auto found = by_text.find(text);
  return found == by_text.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace burin::ir
