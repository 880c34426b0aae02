// SPDX-License-Identifier: Apache-2.0
//! @file module.cpp
//! @brief The node arena of a module: hash-consing and names; and its signals. widths.cpp has the width rules.
//!
//! `make`: 1. derive and check the width from the operands; 2. hash operation, width, immediate and operands;
//! 3. probe the open-addressing table linearly, comparing the stored 32 bits of the hash first; 4. append to the
//! arena where nothing equal is found. Growing re-inserts the stored hashes and never looks at the nodes.
#include <algorithm>
#include <functional>

#include "burin/base/diagnostics.h"
#include "burin/ir/ir.h"

namespace burin::ir {
namespace {

constexpr size_t kInitialSlots = 64;  // a power of two

uint32_t hash_of(Op op, uint32_t width, uint32_t immediate, std::span<const NodeId> operands) {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15U;
  uint64_t state = ((static_cast<uint64_t>(width) << 8) | static_cast<uint64_t>(op)) * kMultiplier;
  state = (state ^ (state >> 32) ^ immediate) * kMultiplier;
  for (const NodeId operand : operands) state = (state ^ (state >> 32) ^ operand) * kMultiplier;
  return static_cast<uint32_t>(state >> 32);
}

}  // namespace

Module::Module(Design& design, std::string module_name)
    : name(std::move(module_name)), base_name(name), design_(&design), table_(kInitialSlots) {}

std::string_view Module::name_of(NodeId id) const {
  const auto found = node_names_.find(id);
  return found == node_names_.end() ? std::string_view() : std::string_view(found->second);
}

void Module::set_name(NodeId id, std::string_view name) {
  internal_check(id < nodes_.size(), "a name is given to a node that does not exist");
  if (!name.empty()) node_names_.try_emplace(id, name);
}

NodeId Module::constant(const Bits& value, LocationId location) {
  const auto [entry, is_new] = constant_ids_.try_emplace(value, static_cast<uint32_t>(constants_.size()));
  if (is_new) constants_.push_back(value);
  return intern(Op::constant, value.width(), entry->second, {}, location);
}

NodeId Module::read(SignalId signal, LocationId location) {
  internal_check(signal < signals.size(), "a read of a signal that does not exist");
  return intern(Op::read, signals[signal].width, signal, {}, location);
}

NodeId Module::make(Op op, std::span<const NodeId> operands, LocationId location, uint32_t width, uint32_t immediate) {
  std::string why;
  const std::optional<uint32_t> result = result_width(op, operands, width, immediate, why);
  if (!result) throw InternalError("operation " + std::string(info(op).text) + ": " + why);
  return intern(op, *result, immediate, operands, location);
}

NodeId Module::slice(NodeId value, uint32_t low, uint32_t width, LocationId location) {
  return make(Op::slice, {value}, location, width, low);
}

NodeId Module::zext(NodeId value, uint32_t width, LocationId location) {
  return make(Op::zext, {value}, location, width);
}

NodeId Module::sext(NodeId value, uint32_t width, LocationId location) {
  return make(Op::sext, {value}, location, width);
}

NodeId Module::intern(Op op, uint32_t width, uint32_t immediate, std::span<const NodeId> operands,
                      LocationId location) {
  const uint32_t hash = hash_of(op, width, immediate, operands);
  const size_t mask = table_.size() - 1;
  size_t slot = hash & mask;
  for (; table_[slot].id != kNone; slot = (slot + 1) & mask) {
    if (table_[slot].hash != hash) continue;
    const NodeId id = table_[slot].id;
    const Node& node = nodes_[id];
    if (node.op != op || node.width != width || node.immediate != immediate || node.count != operands.size() ||
        !std::equal(operands.begin(), operands.end(), operand_pool_.begin() + node.first)) {
      continue;
    }
    if (node_locations_[id] == kNoLocation) node_locations_[id] = location;
    return id;
  }

  const size_t first = operand_pool_.size();
  const size_t count = operands.size();
  internal_check(nodes_.size() < kNone - 1 && first + count < kNone, "a module of 2^32 nodes");
  if (count != 0) {
    // The operands may lie in the pool that grows here.
    const NodeId* const pool = operand_pool_.data();
    const bool own = std::less_equal<>{}(pool, operands.data()) && std::less<>{}(operands.data(), pool + first);
    const size_t offset = own ? static_cast<size_t>(operands.data() - pool) : 0;
    operand_pool_.resize(first + count);
    std::copy_n(own ? operand_pool_.data() + offset : operands.data(), count, operand_pool_.data() + first);
  }
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({op, width, static_cast<uint32_t>(first), static_cast<uint32_t>(count), immediate});
  node_locations_.push_back(location);
  table_[slot] = {id, hash};
  if (nodes_.size() * 4 > table_.size() * 3) grow_table();
  return id;
}

void Module::grow_table() {
  std::vector<Slot> larger(table_.size() * 2);
  const size_t mask = larger.size() - 1;
  for (const Slot& entry : table_) {
    if (entry.id == kNone) continue;
    size_t slot = entry.hash & mask;
    while (larger[slot].id != kNone) slot = (slot + 1) & mask;
    larger[slot] = entry;
  }
  table_.swap(larger);
}

void Module::swap_nodes(Module& other) {
  internal_check(design_ == other.design_, "nodes are exchanged between modules of two designs");
  nodes_.swap(other.nodes_);
  operand_pool_.swap(other.operand_pool_);
  node_locations_.swap(other.node_locations_);
  table_.swap(other.table_);
  constants_.swap(other.constants_);
  constant_ids_.swap(other.constant_ids_);
  node_names_.swap(other.node_names_);
}

SignalId Module::add_signal(Signal signal) {
  const auto id = static_cast<SignalId>(signals.size());
  signals.push_back(std::move(signal));
  return id;
}

SignalId Module::add_register(Signal signal, Register state) {
  const auto fits = [&signal](const std::optional<Bits>& value) { return !value || value->width() == signal.width; };
  internal_check(fits(state.reset_value), "a reset value of another width than its register");
  internal_check(fits(state.power_up), "a power-up value of another width than its register");
  signal.kind = SignalKind::reg;
  signal.detail = static_cast<uint32_t>(registers.size());
  const SignalId id = add_signal(std::move(signal));
  state.signal = id;
  registers.push_back(std::move(state));
  return id;
}

std::vector<SignalId> Module::ports() const {
  std::vector<SignalId> result;
  for (SignalId id = 0; id < signals.size(); ++id) {
    const SignalKind kind = signals[id].kind;
    if (kind == SignalKind::input || kind == SignalKind::output || kind == SignalKind::inout) result.push_back(id);
  }
  return result;
}

SignalId Module::find_signal(std::string_view name) const {
  const auto found =
      std::find_if(signals.begin(), signals.end(), [name](const Signal& signal) { return signal.name == name; });
  return found == signals.end() ? kNone : static_cast<SignalId>(found - signals.begin());
}

}  // namespace burin::ir
