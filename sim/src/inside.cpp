// SPDX-License-Identifier: Apache-2.0
//! @file inside.cpp
//! @brief What engines that run a flat module share: things inside by name, and the words for what they refuse.
#include "inside.h"

#include <fmt/format.h>

#include "burin/base/diagnostics.h"

namespace burin::sim {

using ir::SignalKind;

namespace {

bool fits(const Bits& value, uint32_t width) {
  return value.width() <= width || value.slice(width, value.width() - width).is_zero();
}

}  // namespace

void Inside::find_names() {
  if (has_names_) return;
  has_names_ = true;
  for (ir::SignalId id = 0; id < module_.signals.size(); ++id) signals_.emplace(module_.signals[id].name, id);
  for (ir::MemoryId id = 0; id < module_.memories.size(); ++id) memories_.emplace(module_.memories[id].name, id);
}

ir::SignalId Inside::find(std::string_view path) {
  find_names();
  const auto found = signals_.find(path);
  return found == signals_.end() ? ir::kNone : found->second;
}

ir::SignalId Inside::signal(std::string_view path) {
  const ir::SignalId found = find(path);
  if (found != ir::kNone) return found;
  throw UserError(
      fmt::format("the design has no signal '{}' inside: give its path of instances without the top "
                  "module, like core.state",
                  path));
}

ir::SignalId Inside::settable(std::string_view path, const Bits& value) {
  const ir::SignalId id = signal(path);
  const ir::Signal& signal = module_.signals[id];
  if (signal.kind != SignalKind::reg && signal.kind != SignalKind::instance_output) {
    throw UserError(
        fmt::format("'{}' holds no value of its own: only registers and outputs of black boxes can be set "
                    "inside the design",
                    path));
  }
  if (!fits(value, signal.width)) {
    throw UserError(fmt::format("value 0x{} does not fit in '{}' of {} bits", value.to_hex(), path, signal.width));
  }
  return id;
}

ir::MemoryId Inside::memory(std::string_view path, uint64_t address) {
  find_names();
  const auto found = memories_.find(path);
  if (found == memories_.end()) {
    throw UserError(
        fmt::format("the design has no memory '{}' inside: give its path of instances without the top "
                    "module, like core.table",
                    path));
  }
  const uint64_t depth = module_.memories[found->second].depth;
  if (address >= depth) {
    throw UserError(fmt::format("memory '{}' has {} words: there is no word {}", path, depth, address));
  }
  return found->second;
}

ir::MemoryId Inside::memory(std::string_view path, uint64_t address, const Bits& value) {
  const ir::MemoryId id = memory(path, address);
  const uint32_t width = module_.memories[id].width;
  if (fits(value, width)) return id;
  throw UserError(fmt::format("value 0x{} does not fit in a word of '{}' of {} bits", value.to_hex(), path, width));
}

void does_not_settle(const ir::Module& module, const std::vector<bool>& restless) {
  std::string names;
  for (size_t i = 0; i < module.clocks.size(); ++i) {
    if (restless[i]) names += fmt::format("{}'{}'", names.empty() ? "" : ", ", module.clocks[i].name);
  }
  throw UserError(
      fmt::format("the design does not settle: {} tick without end because each edge causes the next one", names));
}

void foreign_snapshot() { throw UserError("a snapshot can only be restored by the engine that took it"); }

}  // namespace burin::sim
