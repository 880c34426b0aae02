// SPDX-License-Identifier: Apache-2.0
//! @file module_deduplication.cpp
//! @brief Modules of equal content and parameters become one.
//!
//! 1. Children before parents, hash each module; an instance counts by the hash of its child.
//! 2. Compare a module exactly with the earlier ones of its hash that stand for themselves. Equal: the earlier one
//!    stands for it.
//! 3. Remove the modules that another one stands for and renumber what refers to modules. The first of equal modules
//!    stays, so children are still before parents.
#include <unordered_map>

#include "burin/passes/transforms.h"
#include "module_hash.h"

namespace burin::passes {

using namespace ir;

void deduplicate_modules(Design& design) {
  const auto count = static_cast<ModuleId>(design.modules.size());
  std::vector<uint64_t> hashes;
  std::vector<ModuleId> canonical;
  std::unordered_map<uint64_t, std::vector<ModuleId>> by_hash;
  hashes.reserve(count);
  canonical.reserve(count);
  for (ModuleId id = 0; id < count; ++id) {
    const Module& module = design.module(id);
    hashes.push_back(content_hash(module, hashes));
    std::vector<ModuleId>& candidates = by_hash[hashes[id]];
    ModuleId representative = id;
    for (const ModuleId other : candidates) {
      if (equal_content(design.module(other), module, canonical)) {
        representative = other;
        break;
      }
    }
    canonical.push_back(representative);
    if (representative == id) candidates.push_back(id);
  }

  std::vector<ModuleId> new_id(count, kNone);
  ModuleId next = 0;
  for (ModuleId id = 0; id < count; ++id) {
    if (canonical[id] != id) continue;
    new_id[id] = next;
    if (next != id) design.modules[next] = std::move(design.modules[id]);
    ++next;
  }
  if (next == count) return;
  design.modules.resize(next);
  for (const auto& module : design.modules) {
    for (Instance& instance : module->instances) instance.module = new_id[canonical[instance.module]];
  }
  if (design.top != kNone) design.top = new_id[canonical[design.top]];
}

}  // namespace burin::passes
