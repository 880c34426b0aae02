// SPDX-License-Identifier: Apache-2.0
//! @file statements.cpp
//! @brief Writes the statements of one module in their order.
//!
//! 1. For each signal, in the order of declaration, what gives it its value: an assignment, the process of its object,
//!    its instance or its memory, unless that is there already.
//! 2. Instances and memories without any of these.
//! 3. Checks and messages; of the top module of a proof, how its resets move.
//! 4. A line for each signal and wire of a node of which bits are read by nothing.
#include "statements.h"

namespace burin::verilog {

using namespace ir;

Statements::Statements(ModuleText& text)
    : text_(text),
      module_(text.module),
      expressions_(text),
      visited_(text.module.node_count(), false),
      memory_done_(text.module.memories.size(), false),
      memory_read_(text.module.memories.size(), false),
      instance_done_(text.module.instances.size(), false) {}

void Statements::write() {
  group_registers();
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    if (signal.width == 0) continue;
    switch (signal.kind) {
      case SignalKind::input:
        break;
      case SignalKind::output:
      case SignalKind::wire:
        write_net(id);
        break;
      case SignalKind::inout:
        write_pad(id);
        break;
      case SignalKind::reg:
        write_registers(id);
        break;
      case SignalKind::instance_output:
        write_instance(signal.detail);
        break;
      case SignalKind::memory_read:
        write_memory(signal.detail);
        break;
    }
  }
  for (InstanceId id = 0; id < module_.instances.size(); ++id) write_instance(id);
  for (MemoryId id = 0; id < module_.memories.size(); ++id) write_memory(id);
  for (size_t i = 0; i < module_.processes.size(); ++i) write_check(module_.processes[i], i);
  if (text_.is_top) write_formal_resets();
  write_unread();
}

}  // namespace burin::verilog
