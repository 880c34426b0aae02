// SPDX-License-Identifier: Apache-2.0
//! @file state_encoding.h
//! @brief Registers that keep their enumerators in one-hot or Gray code, as the designer asked for.
#pragma once

#include <cstdint>
#include <span>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"

namespace burin::passes {

/// Gives each register with the mark `ir::kEncodingMark` the code that it names, and removes the mark. Whoever reads
/// the register gets the enumerator's own value; docs/semantics.md says what a code of no enumerator means. Part of
/// every elaboration, before the checks.
void encode_states(ir::Design& design);

/// Whether an encoding changes anything: the register holds one of two or more enumerators.
bool is_encodable(const ir::Design& design, const ir::Signal& signal);

/// What a register holds for the value `own`, `enumerators` being those of its type, in ascending order: of one-hot
/// code bit i for number i, of Gray code the code of i. 0 where `own` is no enumerator.
Bits stored_code(bool one_hot, std::span<const uint64_t> enumerators, uint64_t own);
/// What reading gives when it holds `stored`: the or of the values of all enumerators that it stands for.
uint64_t own_code(bool one_hot, std::span<const uint64_t> enumerators, const Bits& stored);

}  // namespace burin::passes
