// SPDX-License-Identifier: Apache-2.0
//! @file rebuild.h
//! @brief Copies the live nodes of a module into a new arena through a rewrite function.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// Decides which name and which place a node of the new arena has when several old nodes have become it.
class NameKeeper {
 public:
  /// Old node `old` of `source` has become node `now` of `target`. Gives `now` the place of `old` when it has none.
  void keep(const ir::Module& source, ir::NodeId old, ir::Module& target, ir::NodeId now);

  /// Gives the nodes of `target` the names that were kept. A node's own name goes before the name of a node that was
  /// simplified to it, then the name that was given first. Constants and reads take no other node's name: a
  /// constant is clearer as a number, and a signal has its own name.
  void apply(ir::Module& target) const;

 private:
  struct Candidate {
    std::string_view name;
    bool own = false;
  };
  std::unordered_map<ir::NodeId, Candidate> names_;
};

/// One rebuild of a module. Between construction and `run` the module's signals live in `target()`, so that new
/// reads can be made there. When `run` has returned, the module has the new arena and its roots refer to it; when it
/// throws, the module is as it was.
class Rebuilder {
 public:
  /// Keeps the nodes that something refers to.
  explicit Rebuilder(ir::Module& module);

  /// Keeps the nodes marked in `live`. `signal_map` gives the new id of each signal that an old `read` node names;
  /// empty where signals keep their ids. Roots that are not live must have been set to `kNone`.
  Rebuilder(ir::Module& module, std::vector<bool> live, std::vector<ir::SignalId> signal_map);

  Rebuilder(const Rebuilder&) = delete;
  Rebuilder& operator=(const Rebuilder&) = delete;
  ~Rebuilder();

  /// The module being built: the new arena and the module's signals.
  [[nodiscard]] ir::Module& target() { return target_; }
  /// The old arena.
  [[nodiscard]] const ir::Module& source() const { return module_; }
  /// Whether old node `id` is copied.
  [[nodiscard]] bool is_live(ir::NodeId id) const { return live_[id]; }
  /// The new node that old node `id` has become; `kNone` before its turn.
  [[nodiscard]] ir::NodeId mapped(ir::NodeId id) const { return map_[id]; }

  /// Makes old node `id` again, over `operands` of the new arena.
  ir::NodeId copy(ir::NodeId id, std::span<const ir::NodeId> operands);

  /// Calls `rewrite(id, operands)` for every live old node in ascending order; `operands` are what the node's operands
  /// have become. It returns the node of the new arena that has the same value.
  template <typename Rewrite>
  void run(Rewrite&& rewrite) {
    const auto count = static_cast<ir::NodeId>(module_.node_count());
    for (ir::NodeId id = 0; id < count; ++id) {
      if (!live_[id]) continue;
      operands_.clear();
      for (const ir::NodeId operand : module_.operands(id)) operands_.push_back(map_[operand]);
      map_[id] = rewrite(id, std::span<const ir::NodeId>(operands_));
      names_.keep(module_, id, target_, map_[id]);
    }
    finish();
  }

 private:
  void lend_signals();
  void return_signals();
  void finish();

  ir::Module& module_;
  ir::Module target_;
  std::vector<bool> live_;
  std::vector<ir::SignalId> signal_map_;
  std::vector<ir::NodeId> map_;
  std::vector<ir::NodeId> operands_;
  NameKeeper names_;
  bool lent_ = false;
};

}  // namespace burin::passes
