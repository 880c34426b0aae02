// SPDX-License-Identifier: Apache-2.0
//! @file liveness.cpp
//! @brief Which parts of a module can influence anything that is seen outside it.
//!
//! 1. Put the nodes that outputs, pads, instances and processes consume on a stack.
//! 2. Take a node from the stack, mark it and push its operands; a read marks its signal instead.
//! 3. A signal that is marked for the first time pushes what drives it: its driver, the clock and reset of a
//!    register, the address and enable of a read port and all write ports of its memory.
//! Every node and signal is marked once and every operand looked at once.
#include "burin/passes/liveness.h"

#include <algorithm>

namespace burin::passes {
namespace {

using namespace ir;

bool is_kept(const Signal& signal) {
  return std::any_of(signal.attributes.begin(), signal.attributes.end(), [](const auto& attribute) {
    return attribute.first == "keep" || attribute.first == "dont_touch";
  });
}

class Marker {
 public:
  Marker(const Module& module, ClockRoots clocks) : module_(module), clock_roots_(clocks) {
    live_.nodes.assign(module.node_count(), false);
    live_.signals.assign(module.signals.size(), false);
    live_.memories.assign(module.memories.size(), false);
    for (const Memory& memory : module.memories) live_.read_ports.emplace_back(memory.reads.size(), false);
  }

  Liveness run() {
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const Signal& signal = module_.signals[id];
      if (signal.kind == SignalKind::output || signal.kind == SignalKind::inout || is_kept(signal)) mark_signal(id);
    }
    for (const Instance& instance : module_.instances) {
      for (const Instance::Input& input : instance.inputs) {
        push(input.value);
        if (input.signal != kNone) mark_signal(input.signal);
      }
    }
    for (const Process& process : module_.processes) {
      mark_clock(process.clock, true);
      push(process.enable);
      push(process.condition);
      for (const NodeId argument : process.arguments) push(argument);
    }
    if (clock_roots_ == ClockRoots::all) {
      for (const Clock& clock : module_.clocks) {
        push(clock.clock);
        push(clock.reset);
      }
    }
    drain();
    return std::move(live_);
  }

 private:
  void push(NodeId node) {
    if (node == kNone || live_.nodes[node]) return;
    live_.nodes[node] = true;
    pending_.push_back(node);
  }

  void drain() {
    while (!pending_.empty()) {
      const NodeId node = pending_.back();
      pending_.pop_back();
      if (module_.node(node).op == Op::read) {
        mark_signal(module_.node(node).immediate);
      } else {
        for (const NodeId operand : module_.operands(node)) push(operand);
      }
    }
  }

  void mark_clock(ClockId id, bool with_reset) {
    if (id >= module_.clocks.size()) return;
    push(module_.clocks[id].clock);
    if (with_reset) push(module_.clocks[id].reset);
  }

  void mark_signal(SignalId id) {
    if (live_.signals[id]) return;
    live_.signals[id] = true;
    const Signal& signal = module_.signals[id];
    push(signal.driver);
    push(signal.output_enable);
    if (signal.kind == SignalKind::reg && signal.detail < module_.registers.size()) {
      const Register& state = module_.registers[signal.detail];
      mark_clock(state.clock, state.reset_value.has_value());
    } else if (signal.kind == SignalKind::memory_read && signal.detail < module_.memories.size()) {
      mark_read_port(signal.detail, signal.detail_port);
    }
  }

  void mark_read_port(MemoryId id, uint32_t port) {
    const Memory& memory = module_.memories[id];
    live_.read_ports[id][port] = true;
    const ReadPort& read = memory.reads[port];
    push(read.address);
    push(read.enable);
    if (read.synchronous) mark_clock(read.clock, false);
    if (live_.memories[id]) return;
    live_.memories[id] = true;
    for (const WritePort& write : memory.writes) {
      mark_clock(write.clock, false);
      push(write.address);
      push(write.data);
      push(write.enable);
      push(write.mask);
    }
  }

  const Module& module_;
  ClockRoots clock_roots_;
  Liveness live_;
  std::vector<NodeId> pending_;
};

}  // namespace

Liveness find_live(const Module& module, ClockRoots clocks) { return Marker(module, clocks).run(); }

std::vector<bool> find_referenced(const Module& module) {
  std::vector<bool> referenced(module.node_count(), false);
  // for_each_root offers its references for change; here they are only read.
  const_cast<Module&>(module).for_each_root([&referenced](const NodeId& root) { referenced[root] = true; });
  for (auto id = static_cast<NodeId>(module.node_count()); id-- > 0;) {
    if (!referenced[id]) continue;
    for (const NodeId operand : module.operands(id)) referenced[operand] = true;
  }
  return referenced;
}

}  // namespace burin::passes
