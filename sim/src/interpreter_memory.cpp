// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_memory.cpp
//! @brief The words of a memory, and what state holds at time zero.
#include "interpreter_memory.h"

#include <fmt/format.h>

#include "burin/base/diagnostics.h"

namespace burin::sim {
namespace {

constexpr uint64_t kLargestMemory = uint64_t{1} << 33;  // bits

// A bijection that scatters its argument over all 64 bits (the finaliser of SplitMix64).
uint64_t scattered(uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace

Bits power_up_value(const PowerUp& power_up, std::string_view name, uint64_t index, uint32_t width) {
  switch (power_up.kind) {
    case PowerUp::Kind::zeros:
      return Bits(width);
    case PowerUp::Kind::ones:
      return Bits::ones(width);
    case PowerUp::Kind::random:
      break;
  }
  uint64_t state = scattered(power_up.seed);
  for (const char c : name) state = scattered(state ^ static_cast<unsigned char>(c));
  state = scattered(state ^ index);
  std::vector<uint64_t> words;
  for (uint32_t low = 0; low < width; low += 64) words.push_back(state = scattered(state));
  return Bits::from_words(width, words);
}

MemoryState::MemoryState(const ir::Memory& memory, bool exact_only)
    : memory_(&memory), wide_words_(memory.width > 64 || exact_only) {
  if (memory.width != 0 && memory.depth > kLargestMemory / memory.width) {
    throw UserError(fmt::format("memory '{}' of {} words of {} bits is too large for the interpreter: make it smaller",
                                memory.name, memory.depth, memory.width));
  }
  if (memory.width == 0) return;  // reads 0 wherever one looks
  if (wide_words_) {
    wide_.resize(memory.depth);
  } else {
    narrow_.resize(memory.depth);
  }
}

void MemoryState::restart(const PowerUp& power_up) {
  for (uint64_t i = 0; i < std::max(narrow_.size(), wide_.size()); ++i) {
    const Bits value = i < memory_->contents.size() ? memory_->contents[i]
                                                    : power_up_value(power_up, memory_->name, i, memory_->width);
    if (wide_words_) {
      wide_[i] = exact::from_bits(value);
    } else {
      narrow_[i] = value.word(0);
    }
  }
}

Natural MemoryState::word(uint64_t index) const {
  if (!wide_words_) return narrow(index);
  return index < wide_.size() ? wide_[index] : Natural();
}

void MemoryState::write(uint64_t index, const Natural& value, const Natural* mask) {
  if (wide_words_) {
    if (index < wide_.size()) wide_[index] = merged(wide_[index], value, mask);
  } else if (index < narrow_.size()) {
    narrow_[index] = merged(narrow_[index], value, mask).low_word();
  }
}

Natural MemoryState::merged(const Natural& old, const Natural& value, const Natural* mask) const {
  if (mask == nullptr) return value;
  const uint32_t granule = memory_->granule;
  Natural result;
  for (uint32_t i = 0; i * granule < memory_->width; ++i) {
    result = result | (mask->bit(i) ? value : old).part(i * granule, granule) << (i * granule);
  }
  return result;
}

}  // namespace burin::sim
