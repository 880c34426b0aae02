// SPDX-License-Identifier: Apache-2.0
//! @file slice_fusion.cpp
//! @brief Slices look through concatenations, extensions and slices; concatenations join what belongs together.
//!
//! In ascending order of ids:
//! 1. A slice of a slice is one slice. A slice of an extension is a slice of its operand, of the zeros or of the
//!    repeated top bit, where it does not need two of them.
//! 2. A slice inside one operand of a concatenation is a slice of that operand; one that covers a few operands is
//!    the concatenation of their parts. The operand is found by binary search.
//! 3. Neighbours in a concatenation that are adjacent slices of one value become one slice; neighbouring constants
//!    become one constant.
//! 4. A concatenation that nothing else uses gives its operands to the one around it, up to a fixed number of
//!    operands, so that a chain of n concatenations costs O(n).
//! 5. A constant zero above one other operand is an extension.
#include <algorithm>
#include <functional>

#include "burin/base/diagnostics.h"
#include "burin/passes/evaluate.h"
#include "burin/passes/liveness.h"
#include "burin/passes/rebuild.h"
#include "burin/passes/transforms.h"
#include "rules.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr size_t kLongCat = 16;        // operands from which on binary search pays
constexpr size_t kMaxSlicedParts = 4;  // operands of a concatenation that a slice of it is spread over
constexpr size_t kMaxFlatOperands = 64;

/// The value that `node` is a part of, and its first bit there.
struct Origin {
  NodeId value;
  uint32_t low;
};

Origin origin_of(const Module& module, NodeId node) {
  if (module.node(node).op != Op::slice) return {node, 0};
  return {module.operand(node, 0), module.node(node).immediate};
}

}  // namespace

NodeId SliceFusion::fuse(const Operation& operation) {
  if (operation.width != 0 && operation.op == Op::slice) {
    return fuse_slice(operation.operands[0], operation.immediate, operation.width, operation.location);
  }
  if (operation.width != 0 && operation.op == Op::cat) return fuse_cat(operation);
  return fold(target_, operation);
}

void SliceFusion::set_shared(NodeId node) {
  if (node >= shared_.size()) shared_.resize(node + 1, false);
  shared_[node] = true;
}

NodeId SliceFusion::fuse_slice(NodeId value, uint32_t low, uint32_t width, LocationId location) {
  // Once a slice lies in the copies of a sign, it is that one bit, extended at the end.
  uint32_t repeated = 0;
  const auto finish = [&](NodeId result) {
    return repeated == 0 ? result : fold(target_, Op::sext, {result}, location, repeated);
  };
  for (;;) {
    const Node& node = target_.node(value);
    if (node.op == Op::slice) {
      low += node.immediate;
      value = target_.operand(value, 0);
    } else if (node.op == Op::zext || node.op == Op::sext) {
      const NodeId inner = target_.operand(value, 0);
      const uint32_t inner_width = target_.width(inner);
      if (low + width <= inner_width) {
        value = inner;
      } else if (low >= inner_width && node.op == Op::zext) {
        return finish(target_.constant(Bits(width), location));
      } else if (low >= inner_width) {
        repeated = std::max(repeated, width);
        width = 1;
        low = inner_width - 1;
        value = inner;
      } else if (low == 0) {
        return finish(fold(target_, node.op, {inner}, location, width));
      } else {
        break;
      }
    } else if (node.op == Op::cat) {
      const Part part = part_at(value, low);
      const NodeId inner = target_.operand(value, static_cast<uint32_t>(part.operand));
      if (low + width > part.low + target_.width(inner)) return finish(slice_of_cat(value, low, width, location));
      low -= part.low;
      value = inner;
    } else {
      break;
    }
  }
  return finish(fold(target_, Op::slice, {value}, location, width, low));
}

NodeId SliceFusion::slice_of_cat(NodeId cat, uint32_t low, uint32_t width, LocationId location) {
  const Part last_part = part_at(cat, low);
  const size_t last = last_part.operand;
  const size_t first = part_at(cat, low + width - 1).operand;
  if (last - first >= kMaxSlicedParts) {
    return fold(target_, Op::slice, {cat}, location, width, low);
  }
  std::vector<NodeId> parts;  // from the least significant one
  uint32_t part_low = last_part.low;
  for (size_t i = last + 1; i-- > first;) {
    const NodeId operand = target_.operand(cat, static_cast<uint32_t>(i));
    const uint32_t begin = std::max(low, part_low) - part_low;
    const uint32_t end = std::min(low + width, part_low + target_.width(operand)) - part_low;
    part_low += target_.width(operand);
    const Origin origin = origin_of(target_, operand);
    const bool whole = begin == 0 && end == target_.width(operand);
    parts.push_back(whole ? operand
                          : fold(target_, Op::slice, {origin.value}, location, end - begin, origin.low + begin));
  }
  std::reverse(parts.begin(), parts.end());
  return fold(target_, {Op::cat, parts, width, 0, location});
}

SliceFusion::Part SliceFusion::part_at(NodeId cat, uint32_t bit) {
  const auto operands = target_.operands(cat);
  if (operands.size() < kLongCat) {
    uint32_t low = 0;
    for (size_t i = operands.size(); i-- > 0;) {
      const uint32_t width = target_.width(operands[i]);
      if (bit < low + width) return {i, low};
      low += width;
    }
    throw InternalError("a slice reaches beyond its concatenation");
  }
  std::vector<uint32_t>& low_bits = low_bits_[cat];
  if (low_bits.empty()) {
    low_bits.resize(operands.size());
    uint32_t low = 0;
    for (size_t i = operands.size(); i-- > 0;) {
      low_bits[i] = low;
      low += target_.width(operands[i]);
    }
  }
  const auto found = std::lower_bound(low_bits.begin(), low_bits.end(), bit, std::greater<>());
  internal_check(found != low_bits.end(), "a slice reaches beyond its concatenation");
  return {static_cast<size_t>(found - low_bits.begin()), *found};
}

NodeId SliceFusion::fuse_cat(const Operation& operation) {
  std::vector<NodeId> flat;
  for (const NodeId operand : operation.operands) {
    const bool opens = target_.node(operand).op == Op::cat && !is_shared(operand) &&
                       target_.node(operand).count + operation.operands.size() <= kMaxFlatOperands;
    if (opens) {
      const auto inner = target_.operands(operand);
      flat.insert(flat.end(), inner.begin(), inner.end());
    } else if (target_.width(operand) != 0) {
      flat.push_back(operand);
    }
  }

  std::vector<NodeId> joined;
  std::vector<Bits> constants;
  for (size_t i = 0; i < flat.size();) {
    size_t end = i + 1;
    if (target_.is_constant(flat[i])) {
      while (end < flat.size() && target_.is_constant(flat[end])) ++end;
      if (end > i + 1) {
        constants.clear();
        uint32_t width = 0;
        for (size_t k = i; k < end; ++k) {
          constants.push_back(target_.constant_value(flat[k]));
          width += constants.back().width();
        }
        joined.push_back(target_.constant(evaluate(Op::cat, constants, width, 0), operation.location));
      } else {
        joined.push_back(flat[i]);
      }
    } else {
      const Origin top = origin_of(target_, flat[i]);
      uint32_t low = top.low;
      while (end < flat.size()) {
        const Origin next = origin_of(target_, flat[end]);
        if (next.value != top.value || next.low + target_.width(flat[end]) != low) break;
        low = next.low;
        ++end;
      }
      const uint32_t width = top.low + target_.width(flat[i]) - low;
      joined.push_back(end == i + 1 ? flat[i] : fold(target_, Op::slice, {top.value}, operation.location, width, low));
    }
    i = end;
  }

  const auto is_zero = [this](NodeId node) {
    return target_.is_constant(node) && target_.constant_value(node).is_zero();
  };
  if (joined.size() == 2 && is_zero(joined[0])) {
    return fold(target_, Op::zext, {joined[1]}, operation.location, operation.width);
  }
  return fold(target_, {Op::cat, joined, operation.width, 0, operation.location});
}

void fuse_slices(Design& design) {
  for (const auto& module : design.modules) {
    std::vector<uint8_t> uses(module->node_count(), 0);
    const auto count_use = [&uses](NodeId node) {
      if (uses[node] < 2) ++uses[node];
    };
    const std::vector<bool> live = find_referenced(*module);
    for (NodeId id = 0; id < module->node_count(); ++id) {
      if (!live[id]) continue;
      for (const NodeId operand : module->operands(id)) count_use(operand);
    }
    module->for_each_root(count_use);

    const std::vector<bool> statement = find_statements(*module);
    Rebuilder rebuild(*module);
    SliceFusion fusion(rebuild.target());
    rebuild.run([&](NodeId id, std::span<const NodeId> operands) {
      const Op op = rebuild.source().node(id).op;
      if (op == Op::constant || op == Op::read) return rebuild.copy(id, operands);
      const Operation operation = operation_of(rebuild.source(), id, operands);
      if (op == Op::mux) return simplify_mux(rebuild.target(), operation, statement[id]);
      const NodeId now = fusion.fuse(operation);
      // A concatenation with a name is one that the designer wants to see.
      if (op == Op::cat && (uses[id] > 1 || !rebuild.source().name_of(id).empty())) fusion.set_shared(now);
      return now;
    });
  }
}

}  // namespace burin::passes
