// SPDX-License-Identifier: Apache-2.0
//! @file circuit.h
//! @brief A few words to build small modules of the IR by hand, for tests.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::test {

/// A module under construction. Functions that make signals return the node that reads them.
class Circuit {
 public:
  /// A module in a design of its own.
  explicit Circuit(const std::string& name = "top") : own_(std::make_unique<ir::Design>()), design_(own_.get()) {
    start(name);
  }
  /// A further module of `design`, the top one until another is made.
  Circuit(ir::Design& design, const std::string& name) : design_(&design) { start(name); }

  [[nodiscard]] ir::Design& design() const { return *design_; }
  [[nodiscard]] ir::Module& module() const { return design_->module(id_); }
  [[nodiscard]] ir::ModuleId id() const { return id_; }

  ir::NodeId input(const std::string& name, uint32_t width) { return add(name, ir::SignalKind::input, width); }
  ir::NodeId inout(const std::string& name, uint32_t width) { return add(name, ir::SignalKind::inout, width); }
  ir::NodeId wire(const std::string& name, uint32_t width) { return add(name, ir::SignalKind::wire, width); }
  ir::NodeId output(const std::string& name, ir::NodeId driver) {
    const ir::NodeId read = add(name, ir::SignalKind::output, module().width(driver));
    drive(read, driver);
    return read;
  }

  /// The signal that a node reads.
  [[nodiscard]] ir::SignalId signal(ir::NodeId read) const { return module().node(read).immediate; }
  void drive(ir::NodeId read, ir::NodeId driver) { module().signals[signal(read)].driver = driver; }
  /// Drives an inout where `enable` is 1.
  void drive_pad(ir::NodeId read, ir::NodeId driver, ir::NodeId enable) {
    drive(read, driver);
    module().signals[signal(read)].output_enable = enable;
  }

  ir::NodeId constant(uint32_t width, uint64_t value) { return module().constant(width, value); }
  ir::NodeId make(ir::Op op, std::initializer_list<ir::NodeId> operands) { return module().make(op, operands); }
  ir::NodeId slice(ir::NodeId value, uint32_t low, uint32_t width) { return module().slice(value, low, width); }

  /// A clock without reset.
  ir::ClockId clock(const std::string& name, ir::NodeId node, ir::Edge edge = ir::Edge::rising) {
    ir::Clock clock;
    clock.name = name;
    clock.clock = node;
    clock.edge = edge;
    clock.reset_kind = ir::ResetKind::none;
    module().clocks.push_back(clock);
    return static_cast<ir::ClockId>(module().clocks.size() - 1);
  }
  ir::ClockId clock(const std::string& name, ir::NodeId node, ir::NodeId reset, ir::ResetKind kind,
                    ir::ResetLevel level = ir::ResetLevel::active_high) {
    const ir::ClockId id = clock(name, node);
    module().clocks[id].reset = reset;
    module().clocks[id].reset_kind = kind;
    module().clocks[id].reset_level = level;
    return id;
  }
  /// An input of 1 bit as a clock.
  ir::ClockId clock_input(const std::string& name, ir::Edge edge = ir::Edge::rising) {
    return clock(name, input(name, 1), edge);
  }

  ir::NodeId reg(const std::string& name, uint32_t width, ir::ClockId clock, std::optional<Bits> reset_value = {},
                 std::optional<Bits> power_up = {}) {
    ir::Signal signal;
    signal.name = name;
    signal.width = width;
    ir::Register state;
    state.clock = clock;
    state.reset_value = std::move(reset_value);
    state.power_up = std::move(power_up);
    return module().read(module().add_register(std::move(signal), std::move(state)));
  }

  ir::MemoryId memory(const std::string& name, uint32_t width, uint64_t depth, std::vector<Bits> contents = {}) {
    ir::Memory memory;
    memory.name = name;
    memory.width = width;
    memory.depth = depth;
    memory.contents = std::move(contents);
    module().memories.push_back(std::move(memory));
    return static_cast<ir::MemoryId>(module().memories.size() - 1);
  }
  ir::NodeId read_port(ir::MemoryId memory, const std::string& name, ir::NodeId address) {
    ir::ReadPort port;
    port.address = address;
    return add_read_port(memory, name, port);
  }
  ir::NodeId sync_read_port(ir::MemoryId memory, const std::string& name, ir::ClockId clock, ir::NodeId address,
                            ir::ReadUnderWrite policy = ir::ReadUnderWrite::old_data, ir::NodeId enable = ir::kNone) {
    ir::ReadPort port;
    port.synchronous = true;
    port.clock = clock;
    port.address = address;
    port.enable = enable;
    port.policy = policy;
    return add_read_port(memory, name, port);
  }
  void write_port(ir::MemoryId memory, ir::ClockId clock, ir::NodeId address, ir::NodeId data, ir::NodeId enable,
                  ir::NodeId mask = ir::kNone) {
    ir::WritePort port;
    port.clock = clock;
    port.address = address;
    port.data = data;
    port.enable = enable;
    port.mask = mask;
    if (mask != ir::kNone) {
      module().memories[memory].granule = module().memories[memory].width / module().width(mask);
    }
    module().memories[memory].writes.push_back(port);
  }

  ir::Process& process(ir::ProcessKind kind, const std::string& name, ir::ClockId clock, ir::NodeId enable,
                       ir::NodeId condition, const std::string& message) {
    ir::Process process;
    process.kind = kind;
    process.name = name;
    process.clock = clock;
    process.enable = enable;
    process.condition = condition;
    process.message = message;
    module().processes.push_back(std::move(process));
    return module().processes.back();
  }

  /// An instance of `child`; `inputs` by port name. Returns the reads of its outputs, in the order of its ports.
  std::vector<ir::NodeId> instance(const std::string& name, const ir::Module& child, ir::ModuleId child_id,
                                   const std::vector<std::pair<std::string, ir::NodeId>>& inputs) {
    ir::Instance instance;
    instance.name = name;
    instance.module = child_id;
    for (const auto& [port, value] : inputs) {
      ir::Instance::Input input;
      input.port = child.find_signal(port);
      if (child.signals[input.port].kind == ir::SignalKind::inout) {
        input.signal = signal(value);
      } else {
        input.value = value;
      }
      instance.inputs.push_back(input);
    }
    std::vector<ir::NodeId> outputs;
    for (const ir::SignalId port : child.ports()) {
      if (child.signals[port].kind != ir::SignalKind::output) continue;
      const ir::NodeId read =
          add(name + "_" + child.signals[port].name, ir::SignalKind::instance_output, child.signals[port].width);
      module().signals[signal(read)].detail = static_cast<uint32_t>(module().instances.size());
      module().signals[signal(read)].detail_port = port;
      instance.outputs.push_back({port, signal(read)});
      outputs.push_back(read);
    }
    module().instances.push_back(std::move(instance));
    return outputs;
  }
  std::vector<ir::NodeId> instance(const std::string& name, const Circuit& child,
                                   const std::vector<std::pair<std::string, ir::NodeId>>& inputs) {
    return instance(name, child.module(), child.id(), inputs);
  }

 private:
  void start(const std::string& name) {
    id_ = design_->add_module(name);
    design_->top = id_;
  }

  ir::NodeId add(const std::string& name, ir::SignalKind kind, uint32_t width) {
    ir::Signal signal;
    signal.name = name;
    signal.object = name;
    signal.kind = kind;
    signal.width = width;
    return module().read(module().add_signal(std::move(signal)));
  }

  ir::NodeId add_read_port(ir::MemoryId memory, const std::string& name, ir::ReadPort port) {
    const ir::NodeId read = add(name, ir::SignalKind::memory_read, module().memories[memory].width);
    std::vector<ir::ReadPort>& ports = module().memories[memory].reads;
    module().signals[signal(read)].detail = memory;
    module().signals[signal(read)].detail_port = static_cast<uint32_t>(ports.size());
    port.data = signal(read);
    ports.push_back(port);
    return read;
  }

  std::unique_ptr<ir::Design> own_;
  ir::Design* design_;
  ir::ModuleId id_ = ir::kNone;
};

}  // namespace burin::test
