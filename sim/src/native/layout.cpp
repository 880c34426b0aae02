// SPDX-License-Identifier: Apache-2.0
//! @file layout.cpp
//! @brief Gives every signal with state and every memory its place.
//!
//! 1. Arrays of registers that vector instructions use: the element that is stored first is aligned to 64 bytes, and
//! the
//!    distance between arrays is an odd multiple of 64 bytes, since equal low address bits of loads and stores that are
//!    in flight together make the processor wait.
//! 2. Shift registers, each with room to move.
//! 3. Other signals, in the order of their declaration: what is declared together is used together.
//! 4. Memories, the smallest first, so that most things are near the start.
#include "layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "burin/base/diagnostics.h"

namespace burin::sim::native {
namespace {

constexpr uint64_t kLargestMemory = uint64_t{1} << 33;  // bits
constexpr uint64_t kLargestState = uint64_t{1} << 31;   // bytes that a displacement reaches
constexpr uint64_t kLine = 64;
constexpr uint32_t kLeastSlide = 128;  // words by which a shift register moves before it is copied back

uint64_t aligned(uint64_t value, uint64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

[[noreturn]] void too_large() {
  throw UserError("the design holds more than 2 GB of state, too much for the native engine: use the interpreter");
}

uint32_t memory_stride(uint32_t width) {
  if (width <= 8) return 1;
  if (width <= 16) return 2;
  return slot_bytes(width);
}

}  // namespace

Layout make_layout(const ir::Module& module, const Netlist& netlist, const std::vector<LaneArray>& arrays) {
  Layout layout;
  layout.offsets.assign(module.signals.size(), kNone);
  uint64_t next = 0;
  for (const LaneArray& array : arrays) {
    const uint64_t head = uint64_t{array.aligned_index} * 4;
    next = aligned(next + head, kLine);
    if (next / kLine % 2 == 0) next += kLine;
    for (size_t i = 0; i < array.signals.size(); ++i) {
      layout.offsets[array.signals[i]] = static_cast<uint32_t>(next - head + i * 4);
    }
    next += array.signals.size() * 4 - head;
  }
  layout.chain_of.assign(module.signals.size(), kNone);
  for (const Chain& chain : netlist.chains) {
    ChainPlace place;
    place.node = chain.pointer;
    place.limit = 4 * std::max(kLeastSlide, 2 * *std::max_element(chain.lengths.begin(), chain.lengths.end()));
    size_t signal = 0;
    for (const uint32_t length : chain.lengths) {
      const ChainPlace::Segment segment{aligned(next, kLine), length};
      for (uint32_t i = 0; i < length; ++i, ++signal) {
        layout.offsets[chain.signals[signal]] = static_cast<uint32_t>(segment.offset + i * 4);
        layout.chain_of[chain.signals[signal]] = static_cast<uint32_t>(layout.chains.size());
      }
      place.segments.push_back(segment);
      next = segment.offset + place.limit + length * 4;
    }
    place.pointer = next;
    next += 4;
    layout.chains.push_back(std::move(place));
  }
  next = aligned(next, 8);
  for (ir::SignalId id = 0; id < module.signals.size(); ++id) {
    if (!netlist.has_state[id] || layout.offsets[id] != kNone) continue;
    const uint32_t bytes = slot_bytes(module.signals[id].width);
    next = aligned(next, std::min<uint32_t>(bytes, 8));
    if (next + bytes > kLargestState) too_large();
    layout.offsets[id] = static_cast<uint32_t>(next);
    next += bytes;
  }
  layout.clocks = next;
  next = aligned(next + module.clocks.size(), 8);
  layout.control = next;
  next += module.clocks.size() * 8;
  layout.hits = aligned(next, 8);
  next = layout.hits + module.processes.size() * 8;
  next = aligned(next, kLine);

  std::vector<ir::MemoryId> order(module.memories.size());
  std::iota(order.begin(), order.end(), 0);
  layout.memories.resize(module.memories.size());
  for (const ir::MemoryId id : order) {
    const ir::Memory& memory = module.memories[id];
    if (memory.width != 0 && memory.depth > kLargestMemory / memory.width) {
      throw UserError(
          fmt::format("memory '{}' of {} words of {} bits is too large for the native engine: make it smaller",
                      memory.name, memory.depth, memory.width));
    }
    layout.memories[id].stride = memory_stride(memory.width);
  }
  const auto bytes = [&](ir::MemoryId id) {
    return module.memories[id].width == 0 ? 0 : (module.memories[id].depth + 1) * layout.memories[id].stride;
  };
  std::stable_sort(order.begin(), order.end(), [&](ir::MemoryId a, ir::MemoryId b) { return bytes(a) < bytes(b); });
  for (const ir::MemoryId id : order) {
    layout.memories[id].offset = next;
    next = aligned(next + bytes(id), kLine);
  }
  if (next > kLargestState) too_large();
  layout.state_bytes = next;
  layout.free = next;
  return layout;
}

}  // namespace burin::sim::native
