// SPDX-License-Identifier: Apache-2.0
//! @file inside.h
//! @brief What engines that run a flat module share: things inside by name, and the words for what they refuse.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::sim {

/// Signals and memories of a flat module by their paths. @throws UserError, one line, for what cannot be done.
class Inside {
 public:
  /// `module` must outlive this.
  explicit Inside(const ir::Module& module) : module_(module) {}

  /// The signal at `path`; `kNone` for none.
  [[nodiscard]] ir::SignalId find(std::string_view path);

  /// The signal at `path`.
  [[nodiscard]] ir::SignalId signal(std::string_view path);

  /// The signal at `path`, which holds a value of its own, into which `value` fits.
  [[nodiscard]] ir::SignalId settable(std::string_view path, const Bits& value);

  /// The memory at `path`, which has a word at `address`.
  [[nodiscard]] ir::MemoryId memory(std::string_view path, uint64_t address);

  /// The same for a word that is to become `value`.
  [[nodiscard]] ir::MemoryId memory(std::string_view path, uint64_t address, const Bits& value);

 private:
  void find_names();

  const ir::Module& module_;
  bool has_names_ = false;  // many benches never ask for one
  std::unordered_map<std::string_view, ir::SignalId> signals_;
  std::unordered_map<std::string_view, ir::MemoryId> memories_;
};

/// Of clocks that drive each other without end: those marked in `restless`.
[[noreturn]] void does_not_settle(const ir::Module& module, const std::vector<bool>& restless);

/// Of a snapshot that another engine took.
[[noreturn]] void foreign_snapshot();

}  // namespace burin::sim
