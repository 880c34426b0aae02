// SPDX-License-Identifier: Apache-2.0
//! @file rules.h
//! @brief Local rewriting rules that the transform passes share. Each makes a node or a simpler one of equal value.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// An operation that is about to be made; the operands are nodes of the module it is made in.
struct Operation {
  ir::Op op = ir::Op::constant;
  std::span<const ir::NodeId> operands;
  uint32_t width = 0;
  uint32_t immediate = 0;
  LocationId location = kNoLocation;
};

/// Old node `id` of `source` as an operation over `operands`. Not for constants and reads.
Operation operation_of(const ir::Module& source, ir::NodeId id, std::span<const ir::NodeId> operands);

/// The operand of `node` when it is a complement, else nothing.
std::optional<ir::NodeId> complement_of(const ir::Module& module, ir::NodeId node);

/// Constant folding: the value of an operation on constants, and identities such as x & 0 and x + 0. Makes at most
/// two nodes.
ir::NodeId fold(ir::Module& target, const Operation& operation);

/// `fold` of an operation given in place.
ir::NodeId fold(ir::Module& target, ir::Op op, std::initializer_list<ir::NodeId> operands, LocationId location,
                uint32_t width = 0, uint32_t immediate = 0);

/// Mux rules, then `fold`. A mux that is a `statement` (the branch of an IF that assigns a signal) is not turned into
/// gates, so that it can still be written as an if.
ir::NodeId simplify_mux(ir::Module& target, const Operation& operation, bool statement);

/// Which nodes of `module` are muxes that assign a signal, directly or as an arm of such a mux.
std::vector<bool> find_statements(const ir::Module& module);

/// Rules for concatenations and slices. Holds what makes looking into a long concatenation quick.
class SliceFusion {
 public:
  explicit SliceFusion(ir::Module& target) : target_(target) {}

  /// Slice, extension and concatenation rules, then `fold`. `is_shared(node)` tells whether a concatenation of the
  /// target has more than one user, so that its operands are better not copied.
  ir::NodeId fuse(const Operation& operation);

  /// Tells that a node of the target has several users.
  void set_shared(ir::NodeId node);

 private:
  struct Part {
    size_t operand = 0;
    uint32_t low = 0;  // first bit of the concatenation that lies in it
  };
  [[nodiscard]] bool is_shared(ir::NodeId node) const { return node < shared_.size() && shared_[node]; }
  ir::NodeId fuse_slice(ir::NodeId value, uint32_t low, uint32_t width, LocationId location);
  ir::NodeId slice_of_cat(ir::NodeId cat, uint32_t low, uint32_t width, LocationId location);
  ir::NodeId fuse_cat(const Operation& operation);
  Part part_at(ir::NodeId cat, uint32_t bit);

  ir::Module& target_;
  std::vector<bool> shared_;
  std::unordered_map<ir::NodeId, std::vector<uint32_t>> low_bits_;  // of long concatenations, by operand
};

}  // namespace burin::passes
