// SPDX-License-Identifier: Apache-2.0
//! @file split_nets.cpp
//! @brief Splits wires whose words depend on themselves while their bits do not.
//!
//! 1. Find the loops of words (`schedule`). Without one there is nothing to do.
//! 2. Find where the nodes of loops must be cut. A slice cuts its operand at both ends, a concatenation or an
//!    extension cuts its result at the joins, a mask of constant bits cuts between zeros and ones. A cut spreads, both
//!    ways, along operations that copy bits or compute them in place, through wires too, until nothing changes. Between
//!    two cuts all bits have the same dependencies.
//! 3. Make a wire for each part of each cut wire.
//! 4. Compute each node of a loop again part by part, in the order of the ids, from the parts of its operands.
//!    Where an operation mixes bits, a part is computed from the parts it depends on and no others.
//! 5. Drive the wires of the parts with them; join the parts again for all other readers.
//! 6. What loops now is a loop of bits.
#include "burin/passes/split_nets.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "burin/base/diagnostics.h"
#include "burin/passes/schedule.h"

namespace burin::passes {
namespace {

using ir::kNone;
using ir::NodeId;
using ir::Op;
using ir::SignalId;

bool is_net(const ir::Signal& signal) {
  return signal.kind == ir::SignalKind::wire || signal.kind == ir::SignalKind::output;
}

/// How the bits of an operand relate to those of the result, where they keep their order: bit i of the operand and
/// bit i + offset of the result.
struct Alignment {
  bool aligned = false;
  int64_t offset = 0;
};

/// Part of a value.
struct Range {
  uint32_t low = 0;
  uint32_t width = 0;
};

class Splitter {
 public:
  Splitter(ir::Module& module, const Schedule& schedule) : module_(module) {
    for (const auto& loop : schedule.loops) members_.insert(members_.end(), loop.begin(), loop.end());
    std::sort(members_.begin(), members_.end());
    looping_.insert(members_.begin(), members_.end());
  }

  void run() {
    find_cuts();
    make_wires();
    for (const NodeId node : members_) parts_[node] = compute(node);
    drive();
  }

 private:
  // ------------------------------------------------------------------------------------------------ 2. cuts

  [[nodiscard]] bool loops(NodeId node) const { return looping_.contains(node); }

  [[nodiscard]] Alignment alignment(NodeId node, uint32_t index) const {
    const ir::Node& value = module_.node(node);
    switch (value.op) {
      case Op::bit_not:
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::add:
      case Op::sub:
      case Op::mul_u:
      case Op::mul_s:
      case Op::zext:
      case Op::sext:
      case Op::crossing:
        return {true, 0};
      case Op::mux:
      case Op::select: {
        const std::optional<uint32_t> chosen = constant_choice(node);
        return {chosen ? index == *chosen : index != 0, 0};
      }
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s: {
        if (index != 0) return {};
        const NodeId amount = module_.operand(node, 1);
        if (!module_.is_constant(amount)) return {true, 0};
        const int64_t shift = constant_amount(amount, value.width);
        return {true, value.op == Op::shl ? shift : -shift};
      }
      case Op::slice:
        return {true, -static_cast<int64_t>(value.immediate)};
      case Op::cat:
        return {true, joins_.at(node)[index]};
      default:
        return {};
    }
  }

  // The operands of a concatenation that hold a bit of the range, as indices first to last, from the top down.
  [[nodiscard]] std::pair<uint32_t, uint32_t> operands_at(NodeId node, uint32_t low, uint32_t width) const {
    const std::vector<uint32_t>& joins = joins_.at(node);  // they fall
    const auto first_at_or_below = [&joins](uint32_t bit) {
      const auto found = std::partition_point(joins.begin(), joins.end(), [bit](uint32_t join) { return join > bit; });
      return static_cast<uint32_t>(found - joins.begin());
    };
    return {first_at_or_below(low + width - 1), first_at_or_below(low)};
  }

  void find_joins(NodeId node) {
    if (module_.node(node).op != Op::cat) return;
    std::vector<uint32_t>& joins = joins_[node];
    uint32_t low = module_.width(node);
    for (const NodeId operand : module_.operands(node)) joins.push_back(low -= module_.width(operand));
  }

  // A constant amount of a shift, at most the width.
  [[nodiscard]] int64_t constant_amount(NodeId amount, uint32_t width) const {
    const Bits& value = module_.constant_value(amount);
    if (Bits::compare_unsigned(value, Bits(32, width)) != std::strong_ordering::less) return width;
    return static_cast<int64_t>(value.word(0));
  }

  // The operand that a mux or select with a constant condition takes; 0 for none of them.
  [[nodiscard]] std::optional<uint32_t> constant_choice(NodeId node) const {
    const ir::Node& value = module_.node(node);
    const NodeId condition = module_.operand(node, 0);
    if ((value.op != Op::mux && value.op != Op::select) || !module_.is_constant(condition)) return std::nullopt;
    const Bits& number = module_.constant_value(condition);
    if (value.op == Op::mux) return number.is_zero() ? 2 : 1;
    if (Bits::compare_unsigned(number, Bits(32, value.count - 1)) != std::strong_ordering::less) return 0;
    return static_cast<uint32_t>(number.word(0)) + 1;
  }

  // What a part of an and with zeros, or an or with ones, is whatever the other operand may be.
  [[nodiscard]] bool is_decided(NodeId node, uint32_t low, uint32_t width) const {
    const ir::Node& value = module_.node(node);
    for (const NodeId operand : module_.operands(node)) {
      if (!module_.is_constant(operand)) continue;
      const Bits part = module_.constant_value(operand).slice(low, width);
      if (value.op == Op::bit_and ? part.is_zero() : value.op == Op::bit_or && part.is_ones()) return true;
    }
    return false;
  }

  // Where a constant operand of an and, or or, changes between 0 and 1.
  void cut_at_mask(NodeId node) {
    if (module_.node(node).op != Op::bit_and && module_.node(node).op != Op::bit_or) return;
    for (const NodeId operand : module_.operands(node)) {
      if (!module_.is_constant(operand)) continue;
      const Bits& mask = module_.constant_value(operand);
      for (uint32_t i = 1; i < mask.width(); ++i) {
        if (mask.bit(i) != mask.bit(i - 1)) cut(node, i);
      }
    }
  }

  void cut(NodeId node, int64_t position) {
    if (position <= 0 || position >= module_.width(node) || !loops(node)) return;
    const ir::Node& value = module_.node(node);
    if (value.op == Op::read && !is_net(module_.signals[value.immediate])) return;  // a pad or memory stays whole
    if (cuts_[node].insert(static_cast<uint32_t>(position)).second) work_.emplace_back(node, position);
  }

  void find_cuts() {
    for (const NodeId node : members_) {
      find_joins(node);
      const ir::Node& value = module_.node(node);
      for (uint32_t i = 0; i < value.count && value.width > 1; ++i) {
        users_[module_.operand(node, i)].emplace_back(node, i);
      }
      if (value.op == Op::read && is_net(module_.signals[value.immediate])) {
        reads_[module_.signals[value.immediate].driver].push_back(node);
      }
      cut_at_mask(node);
      for (uint32_t i = 0; i < value.count; ++i) {
        const auto [aligned, offset] = alignment(node, i);
        if (!aligned) continue;
        const NodeId operand = module_.operand(node, i);
        cut(node, offset);
        cut(node, offset + module_.width(operand));
        cut(operand, -offset);
        cut(operand, value.width - offset);
        // The sign bit goes to places of its own.
        if (value.op == Op::sext || value.op == Op::shr_s) cut(operand, int64_t{module_.width(operand)} - 1);
      }
    }
    while (!work_.empty()) {
      const auto [node, position] = work_.back();
      work_.pop_back();
      spread(node, position);
    }
  }

  void spread(NodeId node, int64_t position) {
    const ir::Node& value = module_.node(node);
    uint32_t first = 0;
    uint32_t last = value.count;
    if (value.op == Op::cat) {
      first = operands_at(node, static_cast<uint32_t>(position), 1).first;
      last = first + 1;
    }
    for (uint32_t i = first; i < last; ++i) {
      const auto [aligned, offset] = alignment(node, i);
      if (aligned) cut(module_.operand(node, i), position - offset);
    }
    if (value.op == Op::read && is_net(module_.signals[value.immediate])) {
      cut(module_.signals[value.immediate].driver, position);
    }
    if (const auto found = users_.find(node); found != users_.end()) {
      for (const auto& [user, index] : found->second) {
        const auto [aligned, offset] = alignment(user, index);
        if (aligned) cut(user, position + offset);
      }
    }
    if (const auto found = reads_.find(node); found != reads_.end()) {
      for (const NodeId read : found->second) cut(read, position);
    }
  }

  // ----------------------------------------------------------------------------------------------- 3. wires

  // The parts of a value: position and width of each, from bit 0 up. Only after all cuts are found.
  const std::vector<Range>& ranges(NodeId node) {
    const auto [entry, is_new] = ranges_.try_emplace(node);
    if (is_new) {
      uint32_t low = 0;
      if (const auto found = cuts_.find(node); found != cuts_.end()) {
        for (const uint32_t position : found->second) {
          entry->second.push_back({low, position - low});
          low = position;
        }
      }
      entry->second.push_back({low, module_.width(node) - low});
    }
    return entry->second;
  }

  void make_wires() {
    std::unordered_set<std::string> names;
    for (const ir::Signal& signal : module_.signals) names.insert(signal.name);
    for (const NodeId node : members_) {
      const ir::Node value = module_.node(node);
      if (value.op != Op::read || !is_net(module_.signals[value.immediate]) || !cuts_.contains(node)) continue;
      std::vector<SignalId>& wires = wires_[value.immediate];
      for (const auto [low, width] : ranges(node)) {
        const ir::Signal& whole = module_.signals[value.immediate];
        const std::string range = std::to_string(low + width - 1) + "_" + std::to_string(low);
        ir::Signal part;
        part.name = whole.name + "_" + range;
        while (!names.insert(part.name).second) part.name += "_";
        part.kind = ir::SignalKind::wire;
        part.width = width;
        part.location = whole.location;
        part.generated_name = true;
        wires.push_back(module_.add_signal(std::move(part)));
      }
    }
  }

  // ----------------------------------------------------------------------------------------------- 4. parts

  // All of a value, from its parts where it belongs to a loop.
  NodeId whole(NodeId node) {
    const auto found = parts_.find(node);
    return found == parts_.end() ? node : join(found->second);
  }

  NodeId join(const std::vector<NodeId>& parts) {
    if (parts.size() == 1) return parts.front();
    return module_.make(Op::cat, std::vector<NodeId>(parts.rbegin(), parts.rend()));
  }

  // Bits low to low + width - 1 of a value. In a loop it touches only the parts that hold them.
  NodeId bits(NodeId node, uint32_t low, uint32_t width) {
    if (width == 0) return module_.constant(0, 0);
    const auto found = parts_.find(node);
    if (found == parts_.end()) return sliced(node, low, width);
    std::vector<NodeId> pieces;
    const std::vector<Range>& all = ranges(node);
    const auto above =
        std::partition_point(all.begin(), all.end(), [low](const Range& part) { return part.low <= low; });
    for (auto i = static_cast<size_t>(above - all.begin()) - 1; i < all.size() && all[i].low < low + width; ++i) {
      const uint32_t begin = std::max(low, all[i].low);
      const uint32_t end = std::min(low + width, all[i].low + all[i].width);
      pieces.push_back(sliced(found->second[i], begin - all[i].low, end - begin));
    }
    return join(pieces);
  }

  NodeId sliced(NodeId node, uint32_t low, uint32_t width) {
    if (low == 0 && width == module_.width(node)) return node;
    return module_.slice(node, low, width, module_.location_of(node));
  }

  std::vector<NodeId> compute(NodeId node) {
    const ir::Node value = module_.node(node);
    if (value.width == 0) return {module_.constant(0, 0)};  // no bit, so no loop
    if (value.op == Op::read) {
      const auto found = wires_.find(value.immediate);
      if (found == wires_.end()) return {node};
      std::vector<NodeId> result;
      for (const SignalId wire : found->second) result.push_back(module_.read(wire));
      return result;
    }
    std::vector<NodeId> result;
    for (const Range part : ranges(node)) result.push_back(compute_part(node, part.low, part.width));
    return result;
  }

  NodeId compute_part(NodeId node, uint32_t low, uint32_t width) {
    const ir::Node value = module_.node(node);
    const LocationId location = module_.location_of(node);
    const auto operand = [&](uint32_t index) { return module_.operand(node, index); };
    switch (value.op) {
      case Op::slice:
        return bits(operand(0), low + value.immediate, width);
      case Op::cat:
        return concatenated(node, low, width);
      case Op::zext:
      case Op::sext:
        return extended(node, low, width);
      case Op::bit_not:
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::crossing:
      case Op::mux:
      case Op::select: {
        if (is_decided(node, low, width)) {
          return module_.constant(value.op == Op::bit_or ? Bits::ones(width) : Bits(width), location);
        }
        if (const std::optional<uint32_t> chosen = constant_choice(node)) {
          return *chosen == 0 ? module_.constant(width, 0) : bits(operand(*chosen), low, width);
        }
        std::vector<NodeId> operands;
        for (uint32_t i = 0; i < value.count; ++i) {
          const bool chooses = i == 0 && (value.op == Op::mux || value.op == Op::select);
          operands.push_back(chooses ? whole(operand(i)) : bits(operand(i), low, width));
        }
        return module_.make(value.op, operands, location, 0, value.op == Op::crossing ? value.immediate : 0);
      }
      case Op::add:
      case Op::sub: {
        const NodeId sum =
            module_.make(value.op, {bits(operand(0), 0, low + width), bits(operand(1), 0, low + width)}, location);
        return sliced(sum, low, width);
      }
      case Op::mul_u:
      case Op::mul_s: {
        // The low bits of a product are those of the product of the low bits.
        const auto low_bits = [&](uint32_t index) {
          return bits(operand(index), 0, std::min(low + width, module_.width(operand(index))));
        };
        return sliced(module_.make(value.op, {low_bits(0), low_bits(1)}, location), low, width);
      }
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s:
        return shifted(node, low, width);
      default: {
        std::vector<NodeId> operands;
        for (uint32_t i = 0; i < value.count; ++i) operands.push_back(whole(operand(i)));
        return sliced(module_.make(value.op, operands, location), low, width);
      }
    }
  }

  NodeId concatenated(NodeId node, uint32_t low, uint32_t width) {
    const auto [first, last] = operands_at(node, low, width);
    std::vector<NodeId> pieces;
    for (uint32_t i = last + 1; i-- > first;) {
      const NodeId operand = module_.operand(node, i);
      const uint32_t position = joins_.at(node)[i];
      const uint32_t begin = std::max(low, position);
      const uint32_t end = std::min(low + width, position + module_.width(operand));
      if (begin < end) pieces.push_back(bits(operand, begin - position, end - begin));
    }
    return join(pieces);
  }

  NodeId extended(NodeId node, uint32_t low, uint32_t width) {
    const NodeId operand = module_.operand(node, 0);
    const uint32_t inner = module_.width(operand);
    if (low + width <= inner) return bits(operand, low, width);
    // The cut at the operand's width leaves no part that lies on both sides of it.
    if (module_.node(node).op == Op::zext || inner == 0) return module_.constant(width, 0);
    return module_.sext(bits(operand, inner - 1, 1), width);
  }

  NodeId shifted(NodeId node, uint32_t low, uint32_t width) {
    const ir::Node value = module_.node(node);
    const LocationId location = module_.location_of(node);
    const NodeId operand = module_.operand(node, 0);
    const NodeId amount = module_.operand(node, 1);
    if (module_.is_constant(amount)) return shifted_by_constant(node, low, width);
    if (value.op == Op::shl) {
      return sliced(module_.make(value.op, {bits(operand, 0, low + width), whole(amount)}, location), low, width);
    }
    const NodeId upper = bits(operand, low, value.width - low);
    return sliced(module_.make(value.op, {upper, whole(amount)}, location), 0, width);
  }

  // By a constant, a part is copied bits or filling bits or both, with the join anywhere.
  NodeId shifted_by_constant(NodeId node, uint32_t low, uint32_t width) {
    const ir::Node value = module_.node(node);
    const NodeId operand = module_.operand(node, 0);
    const int64_t shift = constant_amount(module_.operand(node, 1), value.width);
    const int64_t source = value.op == Op::shl ? low - shift : low + shift;  // operand bit of the part's bit 0
    const int64_t begin = std::clamp<int64_t>(source, 0, value.width);
    const int64_t end = std::clamp<int64_t>(source + width, 0, value.width);
    const NodeId copied = bits(operand, static_cast<uint32_t>(begin), static_cast<uint32_t>(end - begin));
    const auto below = static_cast<uint32_t>(begin - std::min(source, begin));  // zeros that enter at the bottom
    const uint32_t above = width - below - module_.width(copied);
    std::vector<NodeId> pieces;
    if (below != 0) pieces.push_back(module_.constant(std::min(below, width), 0));
    if (module_.width(copied) != 0) pieces.push_back(copied);
    if (below < width && above != 0) {
      pieces.push_back(value.op == Op::shr_s ? module_.sext(bits(operand, value.width - 1, 1), above)
                                             : module_.constant(above, 0));
    }
    return join(pieces);
  }

  // ----------------------------------------------------------------------------------------------- 5. drivers

  void drive() {
    for (const NodeId node : members_) {
      if (module_.node(node).op != Op::read) continue;
      const SignalId id = module_.node(node).immediate;
      const ir::Signal signal = module_.signals[id];
      if (signal.kind == ir::SignalKind::memory_read) {
        NodeId& address = module_.memories[signal.detail].reads[signal.detail_port].address;
        address = whole(address);
      } else if (const auto found = wires_.find(id); found != wires_.end()) {
        const std::vector<SignalId>& wires = found->second;
        uint32_t low = 0;
        std::vector<NodeId> reads;
        for (const SignalId wire : wires) {
          const uint32_t width = module_.signals[wire].width;
          const NodeId part = bits(signal.driver, low, width);
          module_.signals[wire].driver = part;
          low += width;
          reads.push_back(module_.read(wire));
        }
        module_.signals[id].driver = join(reads);
      } else {
        if (signal.driver != kNone) module_.signals[id].driver = whole(signal.driver);
        if (signal.output_enable != kNone) module_.signals[id].output_enable = whole(signal.output_enable);
      }
    }
  }

  ir::Module& module_;
  std::vector<NodeId> members_;  // of all loops, in the order of their ids
  std::unordered_set<NodeId> looping_;
  std::unordered_map<NodeId, std::vector<std::pair<NodeId, uint32_t>>>
      users_;                                                // within loops, of several bits: user and operand index
  std::unordered_map<NodeId, std::vector<NodeId>> reads_;    // driver -> reads of what it drives
  std::unordered_map<NodeId, std::vector<uint32_t>> joins_;  // bit of the result where each operand of a cat begins
  std::unordered_map<NodeId, std::set<uint32_t>> cuts_;
  std::unordered_map<NodeId, std::vector<Range>> ranges_;
  std::vector<std::pair<NodeId, int64_t>> work_;
  std::map<SignalId, std::vector<SignalId>> wires_;        // cut wire -> wires of its parts, from bit 0 up
  std::unordered_map<NodeId, std::vector<NodeId>> parts_;  // node of a loop -> its parts, from bit 0 up
};

}  // namespace

bool split_nets(ir::Module& module) {
  const Schedule before = schedule(module);
  if (before.loops.empty()) return false;
  Splitter(module, before).run();
  const Schedule after = schedule(module);
  if (!after.loops.empty()) {
    throw UserError("combinational loop through " + loop_signals(module, after.loops.front()) +
                    ": put a register into it");
  }
  return true;
}

}  // namespace burin::passes
