// SPDX-License-Identifier: Apache-2.0
//! @file probes.cpp
//! @brief Values as seen from outside: outputs and wires are computed when they are read.
//!
//! Signals that are state, or just pass state on, are read where they are. Others belong to a group with a function
//! that computes all signals of the group and keeps them until the next evaluation. The first few outputs that are read
//! get a group each, since a bench in a hurry looks at few; then all others share one. The same for wires inside.
//!
//! Registers and memories that are overwritten from outside do not change what wires show until the next evaluation:
//! the old bytes are kept, and put back while a group is computed.
#include <algorithm>
#include <cstring>

#include "burin/base/diagnostics.h"
#include "machine.h"

namespace burin::sim::native {
namespace {

constexpr uint32_t kOwnPortGroups = 4;
constexpr uint32_t kOwnInnerGroups = 32;

}  // namespace

Bits Machine::read(uint64_t offset, uint32_t width) const {
  if (width <= 64) {
    uint64_t word = 0;
    if (width != 0) std::memcpy(&word, buffer_.data() + offset, width <= 32 ? 4 : 8);
    return Bits(width, word);
  }
  std::vector<uint64_t> words(word_count(width));
  std::memcpy(words.data(), buffer_.data() + offset, words.size() * 8);
  return Bits::from_words(width, words);
}

void Machine::write(uint64_t offset, const Bits& value, uint32_t bytes) {
  const auto words = value.words();
  std::memcpy(buffer_.data() + offset, words.data(), std::min<size_t>(bytes, words.size() * 8));
}

Bits Machine::signal(ir::SignalId id) {
  const NodeRef value = netlist_.values[id];
  if (netlist_.graph.is_constant(value)) return netlist_.graph.constant_value(value);
  const uint32_t width = module_.signals[id].width;
  if (!netlist_.is_direct[id]) {
    probe(id);
    return read(probe_offsets_[id], width);
  }
  return state(value, width, id);
}

Bits Machine::state(NodeRef value, uint32_t width, ir::SignalId reader) {
  const ir::SignalId id = netlist_.graph.node(value).immediate;
  if (layout_.chain_of[id] != kNone) settle_chains();
  const uint32_t input = input_of_[id];
  // An input itself shows what was set last; what passes it on follows with the next evaluation.
  const bool changed =
      input != kNone && id != reader && direct_.ports[input].epoch == direct_.epoch && direct_.changed_count != 0;
  return read(changed ? ports_[input].old : layout_.offsets[id], width);
}

void Machine::probe(ir::SignalId id) {
  if (group_of_[id] == kNone) {
    const bool is_port = module_.signals[id].kind == ir::SignalKind::output;
    uint32_t& groups = is_port ? port_groups_ : inner_groups_;
    auto group = std::make_unique<ProbeGroup>();
    if (groups++ < (is_port ? kOwnPortGroups : kOwnInnerGroups)) {
      group->signals.push_back(id);
    } else {
      for (ir::SignalId other = 0; other < module_.signals.size(); ++other) {
        if (group_of_[other] != kNone || !is_computed(other)) continue;
        if ((module_.signals[other].kind == ir::SignalKind::output) == is_port) group->signals.push_back(other);
      }
    }
    for (const ir::SignalId member : group->signals) group_of_[member] = static_cast<uint32_t>(groups_.size());
    groups_.push_back(std::move(group));
  }
  ProbeGroup& group = *groups_[group_of_[id]];
  if (group.epoch == direct_.epoch) return;
  if (!group.function) {
    FunctionSpec spec;
    for (const ir::SignalId member : group.signals) {
      spec.outputs.emplace_back(probe_offsets_[member], netlist_.values[member]);
    }
    group.function = compile(spec, false);
  }
  run_probe(group);
}

void Machine::run_probe(ProbeGroup& group) {
  const bool is_quiet = direct_.changed_count == 0 && overwritten_.empty();
  if (!is_quiet) exchange_old();
  (*group.function)(buffer_.data());
  if (!is_quiet) exchange_old();
  group.epoch = direct_.epoch;
  direct_.quiet_clock = kNone;  // the epoch has to end with the next clock
}

std::vector<Storage> Machine::watch(const std::vector<ir::SignalId>& signals) {
  std::vector<Storage> places(signals.size());
  FunctionSpec spec;
  watched_ = {};
  is_watched_ = !signals.empty();
  if (is_watched_) direct_.forget_clock();
  std::vector<bool> seen(module_.signals.size(), false);
  for (size_t i = 0; i < signals.size(); ++i) {
    const ir::SignalId id = signals[i];
    if (id == kNone || module_.signals[id].width == 0 || netlist_.graph.is_constant(netlist_.values[id])) continue;
    uint64_t offset = probe_offsets_[id];
    if (netlist_.is_direct[id]) {
      offset = layout_.offsets[netlist_.graph.node(netlist_.values[id]).immediate];
    } else if (!seen[id]) {
      seen[id] = true;
      spec.outputs.emplace_back(offset, netlist_.values[id]);
    }
    places[i] = {buffer_.data() + offset, slot_bytes(module_.signals[id].width)};
  }
  if (!spec.outputs.empty()) {
    watched_.function = compile(spec, false);
    run_watched();
  }
  return places;
}

bool Machine::drives(ir::SignalId inout) {
  const auto found =
      std::find_if(netlist_.pads.begin(), netlist_.pads.end(), [inout](const Pad& pad) { return pad.signal == inout; });
  if (found == netlist_.pads.end() || found->enable == kNone) return false;
  if (netlist_.graph.is_constant(found->enable)) return !netlist_.graph.constant_value(found->enable).is_zero();
  if (found->is_direct) return !state(found->enable, 1, kNone).is_zero();
  if (pad_group_.epoch != direct_.epoch) {
    if (!pad_group_.function) {
      FunctionSpec spec;
      for (size_t i = 0; i < netlist_.pads.size(); ++i) {
        if (netlist_.pads[i].enable != kNone) spec.outputs.emplace_back(pad_offset_ + i * 4, netlist_.pads[i].enable);
      }
      pad_group_.function = compile(spec, false);
    }
    run_probe(pad_group_);
  }
  return buffer_.data()[pad_offset_ + static_cast<uint64_t>(found - netlist_.pads.begin()) * 4] != 0;
}

// ----------------------------------------------------------------------------------------- changes from outside

namespace {

std::vector<uint8_t> bytes_of(const Bits& value, uint32_t count) {
  std::vector<uint8_t> bytes(count, 0);
  const auto words = value.words();
  std::memcpy(bytes.data(), words.data(), std::min<size_t>(count, words.size() * 8));
  return bytes;
}

}  // namespace

void Machine::exchange_old() {
  for (size_t i = 0; i < direct_.changed_count; ++i) {
    const Port* const port = &ports_[static_cast<size_t>(direct_.changed[i] - direct_.ports)];
    uint8_t* const value = buffer_.data() + port->offset;
    std::swap_ranges(value, value + port->bytes, buffer_.data() + port->old);
  }
  // Bytes that were overwritten twice: the oldest ones are put back last, and taken away first.
  for (size_t i = overwritten_.size(); i-- > 0;) {
    Overwritten& item = overwritten_[i];
    std::swap_ranges(item.bytes.begin(), item.bytes.end(), buffer_.data() + item.offset);
  }
  std::reverse(overwritten_.begin(), overwritten_.end());
}

void Machine::write_outside(uint64_t offset, std::span<const uint8_t> bytes) {
  uint8_t* const place = buffer_.data() + offset;
  overwritten_.push_back({offset, {place, place + bytes.size()}});
  std::memcpy(place, bytes.data(), bytes.size());
  direct_.is_quiet = false;
  direct_.forget_clock();
  if (!has_steady_ports_) return;
  for (DirectAccess::Port& port : direct_ports_) port.steady = nullptr;  // until they are asked for in a quiet time
  has_steady_ports_ = false;
}

void Machine::overwrite(ir::SignalId id, const Bits& value) {
  const uint32_t width = module_.signals[id].width;
  if (layout_.chain_of[id] != kNone) settle_chains();
  if (width != 0) write_outside(layout_.offsets[id], bytes_of(value, slot_bytes(width)));
}

Bits Machine::peek(ir::MemoryId memory, uint64_t address) const {
  const MemoryPlace& place = layout_.memories[memory];
  const uint32_t width = module_.memories[memory].width;
  std::vector<uint64_t> words(std::max(1U, word_count(width)), 0);
  if (width != 0) std::memcpy(words.data(), buffer_.data() + place.offset + address * place.stride, place.stride);
  return Bits::from_words(width, words);
}

void Machine::poke(ir::MemoryId memory, uint64_t address, const Bits& value) {
  const MemoryPlace& place = layout_.memories[memory];
  const uint32_t width = module_.memories[memory].width;
  if (width != 0) write_outside(place.offset + address * place.stride, bytes_of(value.resize(width), place.stride));
}

}  // namespace burin::sim::native
