// SPDX-License-Identifier: Apache-2.0
//! @file helpers.cpp
//! @brief Operations that are calls: products, quotients and variable shifts of more than 64 bits.
#include <cstring>

#include "burin/passes/evaluate.h"
#include "emit.h"

namespace burin::sim::native {

void call_helper(uint8_t* buffer, const CallRecord* record) {
  std::vector<Bits> operands;
  operands.reserve(record->operands.size());
  std::vector<uint64_t> words;
  for (const CallRecord::Operand& operand : record->operands) {
    words.resize(word_count(operand.width));
    if (operand.width != 0) std::memcpy(words.data(), buffer + operand.offset, words.size() * 8);
    operands.push_back(Bits::from_words(operand.width, words));
  }
  const Bits result = passes::evaluate(static_cast<ir::Op>(record->op), operands, record->width, 0);
  const auto from = result.words();
  std::memcpy(buffer + record->result, from.data(), from.size() * 8);
}

}  // namespace burin::sim::native
