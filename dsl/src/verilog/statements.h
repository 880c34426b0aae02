// SPDX-License-Identifier: Apache-2.0
//! @file statements.h
//! @brief Writes the statements of one module, construct by construct.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expression.h"
#include "module_text.h"

namespace burin::verilog {

/// Whether a register is a free value: one that the designer declared as such, or one that nothing ever sets. Yosys
/// would take the latter for an undefined value, another one in each cycle. @return `kFreeConstant`, `kFreeSequence` or
/// "".
[[nodiscard]] std::string_view free_kind(const ir::Module& module, ir::SignalId id);

/// Writes into `ModuleText::statements` everything between the declarations and `endmodule`, in the order of the
/// declaration of signals. A wire of a node stands before the first statement that needs it.
class Statements {
 public:
  explicit Statements(ModuleText& text);

  void write();

 private:
  // nets.cpp: wires, outputs, pads and the wires of nodes
  void write_net(ir::SignalId signal);
  void write_pad(ir::SignalId signal);
  void write_needed(ir::NodeId node);
  void write_needed_by_definition(ir::NodeId node);
  void write_temporary(ir::NodeId node);
  void write_definition(const std::string& prefix, std::string_view target, ir::NodeId node, ir::TypeId type,
                        LocationId place);
  void write_rows(const std::string& prefix, ir::NodeId node, ir::TypeId type, LocationId place);
  [[nodiscard]] bool is_process(ir::NodeId node) const;
  void write_process(std::string_view target, ir::NodeId node, ir::TypeId type, LocationId place);
  void write_select(std::string_view target, ir::NodeId node, LocationId place);
  void write_unread();

  // registers.cpp
  void group_registers();
  void write_registers(ir::SignalId first);
  void write_start_in_reset(const std::vector<ir::SignalId>& group, const std::string& condition, LocationId place);
  [[nodiscard]] std::string edge_of(const ir::Clock& clock);
  [[nodiscard]] std::string asynchronous_reset(const ir::Clock& clock);

  // memories.cpp
  void write_memory(ir::MemoryId memory);
  void write_contents(ir::MemoryId memory);
  void write_write_ports(ir::MemoryId memory);
  void write_write_port(ir::MemoryId memory, const ir::WritePort& port, int depth);
  void write_data(const ir::Memory& memory, const ir::WritePort& port, const std::string& target,
                  const std::string& condition, int depth);
  void write_read_port(ir::MemoryId memory, const ir::ReadPort& port);
  void write_forwarding(ir::MemoryId memory, const ir::ReadPort& port, const ir::WritePort& write, int depth);
  void write_for_two_clocks(ir::MemoryId memory, const std::vector<std::vector<const ir::WritePort*>>& groups);
  [[nodiscard]] std::string word_at(ir::MemoryId memory, ir::NodeId address);
  [[nodiscard]] std::string in_range(const ir::Memory& memory, ir::NodeId address);
  [[nodiscard]] bool is_out_of_range(const ir::Memory& memory, ir::NodeId address) const;
  [[nodiscard]] bool never_writes(const ir::Memory& memory, const ir::WritePort& port) const;
  [[nodiscard]] std::string same_address(ir::NodeId a, ir::NodeId b);

  // instances.cpp
  void write_instance(ir::InstanceId instance);

  // formal.cpp
  [[nodiscard]] bool is_free(ir::SignalId signal) const;
  void write_formal_resets();

  // processes.cpp
  void write_check(const ir::Process& process, size_t number);
  void write_simulation_check(const ir::Process& process, const std::string& guard);
  [[nodiscard]] std::string display(const ir::Process& process, std::string_view prefix);

  [[nodiscard]] bool is_known(ir::NodeId node, bool value) const;
  [[nodiscard]] std::string name_for(std::string_view wanted) { return text_.names.claim(wanted); }

  ModuleText& text_;
  const ir::Module& module_;
  Expressions expressions_;
  std::vector<bool> visited_;  // by node: what it needs has been written
  std::vector<bool> memory_done_;
  std::vector<bool> memory_read_;  // a word of it is read
  std::vector<bool> instance_done_;
  std::vector<std::vector<ir::SignalId>> groups_;                    // of registers that share a process
  std::unordered_map<ir::SignalId, size_t> group_of_;                // by first register
  std::unordered_map<ir::NodeId, std::string> asynchronous_resets_;  // other names of resets, by reset
};

}  // namespace burin::verilog
