// SPDX-License-Identifier: Apache-2.0
//! @file dead_code.cpp
//! @brief Removes what nothing outside a module depends on.
//!
//! For each module, children first:
//! 1. Mark what is live (liveness.h), with all clocks as roots.
//! 2. Close the gaps: live signals, registers, memories and read ports move up, in their order.
//! 3. Rebuild the live nodes with the signals' new ids.
//! 4. Ports may have moved as well when other signals stood between them: parents are corrected in their turn.
#include "burin/passes/liveness.h"
#include "burin/passes/rebuild.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

using namespace ir;

bool is_port(SignalKind kind) {
  return kind == SignalKind::input || kind == SignalKind::output || kind == SignalKind::inout;
}

/// Keeps the elements of `items` for which `keep(index)` holds and returns the new index of each, `kNone` for none.
template <typename Item, typename Keep>
std::vector<uint32_t> compact(std::vector<Item>& items, Keep&& keep) {
  std::vector<uint32_t> new_index(items.size(), kNone);
  uint32_t next = 0;
  for (uint32_t i = 0; i < items.size(); ++i) {
    if (!keep(i)) continue;
    new_index[i] = next;
    if (i != next) items[next] = std::move(items[i]);
    ++next;
  }
  items.resize(next);
  return new_index;
}

std::vector<uint32_t> remove_signals(Module& module, const Liveness& live) {
  return compact(module.signals, [&](SignalId id) {
    const SignalKind kind = module.signals[id].kind;
    return live.signals[id] || is_port(kind) || kind == SignalKind::instance_output;
  });
}

void renumber_state(Module& module, const Liveness& live, const std::vector<uint32_t>& signal_map) {
  const auto registers =
      compact(module.registers, [&](uint32_t id) { return signal_map[module.registers[id].signal] != kNone; });
  for (Register& state : module.registers) state.signal = signal_map[state.signal];

  std::vector<std::vector<uint32_t>> ports;
  for (MemoryId id = 0; id < module.memories.size(); ++id) {
    const std::vector<bool>& live_ports = live.read_ports[id];
    std::vector<ReadPort>& reads = module.memories[id].reads;
    ports.push_back(compact(reads, [&](uint32_t port) { return live_ports[port]; }));
    for (ReadPort& port : reads) port.data = signal_map[port.data];
  }
  const auto memories = compact(module.memories, [&](MemoryId id) { return live.memories[id]; });

  for (Signal& signal : module.signals) {
    if (signal.kind == SignalKind::reg) {
      signal.detail = registers[signal.detail];
    } else if (signal.kind == SignalKind::memory_read) {
      signal.detail_port = ports[signal.detail][signal.detail_port];
      signal.detail = memories[signal.detail];
    }
  }
  for (Instance& instance : module.instances) {
    for (Instance::Output& output : instance.outputs) output.signal = signal_map[output.signal];
    for (Instance::Input& input : instance.inputs) {
      if (input.signal != kNone) input.signal = signal_map[input.signal];
    }
  }
}

/// The new id of each signal, or nothing when all ids stayed.
std::vector<uint32_t> clean(Module& module) {
  Liveness live = find_live(module, ClockRoots::all);
  const size_t before = module.signals.size();
  std::vector<uint32_t> signal_map = remove_signals(module, live);
  const bool moved = module.signals.size() != before;
  if (moved) {
    renumber_state(module, live, signal_map);
  } else {
    signal_map.clear();
  }
  Rebuilder rebuild(module, std::move(live.nodes), signal_map);
  rebuild.run([&rebuild](NodeId id, std::span<const NodeId> operands) { return rebuild.copy(id, operands); });
  return signal_map;
}

void correct_ports(Module& parent, const std::vector<std::vector<uint32_t>>& signal_maps) {
  for (Instance& instance : parent.instances) {
    const std::vector<uint32_t>& map = signal_maps[instance.module];
    if (map.empty()) continue;
    for (Instance::Input& input : instance.inputs) input.port = map[input.port];
    for (Instance::Output& output : instance.outputs) {
      output.port = map[output.port];
      parent.signals[output.signal].detail_port = output.port;
    }
  }
}

}  // namespace

void remove_dead_code(Design& design) {
  std::vector<std::vector<uint32_t>> signal_maps;
  for (const auto& module : design.modules) {
    correct_ports(*module, signal_maps);
    signal_maps.push_back(clean(*module));
  }
}

}  // namespace burin::passes
