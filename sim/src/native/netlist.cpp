// SPDX-License-Identifier: Apache-2.0
//! @file netlist.cpp
//! @brief From a flat module to state and the graph of what it becomes.
//!
//! 1. Walk the nodes in the order of their dependencies. A read of a wire is the node that drives the wire, a read of
//! an
//!    inout a choice between the two sides, a read of an asynchronous port a read of the memory.
//! 2. A register's next value includes its reset. A synchronous read port becomes a register whose next value is a read
//!    of the memory, with the writes of its own edge laid over it where its policy is `new_data`.
//! 3. The condition under which a check speaks becomes one node.
#include "netlist.h"

#include <algorithm>

#include "burin/base/diagnostics.h"
#include "burin/passes/memory_edges.h"
#include "burin/passes/schedule.h"

namespace burin::sim::native {
namespace {

using ir::SignalId;
using ir::SignalKind;

class Builder {
 public:
  explicit Builder(const ir::Module& module) : module_(module), graph_(netlist_.graph) {}

  Netlist run() {
    nodes_.assign(module_.node_count(), kNone);
    netlist_.values.assign(module_.signals.size(), kNone);
    netlist_.has_state.assign(module_.signals.size(), false);
    netlist_.is_direct.assign(module_.signals.size(), false);
    passes_on_.assign(module_.node_count(), false);
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const ir::Signal& signal = module_.signals[id];
      switch (signal.kind) {
        case SignalKind::wire:
        case SignalKind::output:
          break;
        case SignalKind::memory_read:
          if (!module_.memories[signal.detail].reads[signal.detail_port].synchronous) break;
          [[fallthrough]];
        default:
          netlist_.has_state[id] = signal.width != 0;
      }
    }
    const passes::Schedule schedule = passes::schedule(module_);
    internal_check(schedule.loops.empty(), "the native engine was given a module with a combinational loop");
    for (const ir::NodeId node : schedule.order) translate(node);
    for (SignalId id = 0; id < module_.signals.size(); ++id) signal_value(id);
    add_clocks();
    add_memories();
    add_processes();
    return std::move(netlist_);
  }

 private:
  NodeRef of(ir::NodeId node) { return node == ir::kNone ? kNone : nodes_[node]; }

  NodeRef signal_value(SignalId id) {
    if (netlist_.values[id] != kNone) return netlist_.values[id];
    const ir::Signal& signal = module_.signals[id];
    NodeRef value = kNone;
    switch (signal.kind) {
      case SignalKind::wire:
      case SignalKind::output:
        value = signal.driver == ir::kNone ? graph_.constant(Bits(signal.width)) : of(signal.driver);
        netlist_.is_direct[id] = signal.driver != ir::kNone && passes_on_[signal.driver];
        break;
      case SignalKind::inout: {
        const NodeRef outside = graph_.state(id, signal.width);
        value = outside;
        Pad pad;
        pad.signal = id;
        if (signal.driver != ir::kNone) {
          const bool has_enable = signal.output_enable != ir::kNone;
          pad.enable = has_enable ? of(signal.output_enable) : graph_.constant(1, 1);
          pad.is_direct = has_enable && passes_on_[signal.output_enable];
          if (signal.width != 0) value = graph_.mux(pad.enable, of(signal.driver), outside);
        }
        netlist_.pads.push_back(pad);
        break;
      }
      case SignalKind::memory_read: {
        const ir::ReadPort& port = module_.memories[signal.detail].reads[signal.detail_port];
        value = port.synchronous ? graph_.state(id, signal.width)
                                 : graph_.memory_read(signal.detail, signal.width, of(port.address));
        break;
      }
      case SignalKind::input:
      case SignalKind::reg:
      case SignalKind::instance_output:
        value = graph_.state(id, signal.width);
        break;
    }
    if (netlist_.has_state[id] && signal.kind != SignalKind::inout) netlist_.is_direct[id] = true;
    return netlist_.values[id] = value;
  }

  void translate(ir::NodeId id) {
    const ir::Node& node = module_.node(id);
    switch (node.op) {
      case ir::Op::constant:
        nodes_[id] = graph_.constant(module_.constant_value(id));
        return;
      case ir::Op::read:
        nodes_[id] = signal_value(node.immediate);
        passes_on_[id] = netlist_.is_direct[node.immediate];
        return;
      case ir::Op::dont_care:
        nodes_[id] = graph_.constant(Bits(node.width));
        return;
      case ir::Op::crossing:
        nodes_[id] = of(module_.operand(id, 0));
        passes_on_[id] = passes_on_[module_.operand(id, 0)];
        return;
      default:
        break;
    }
    operands_.clear();
    for (const ir::NodeId operand : module_.operands(id)) operands_.push_back(of(operand));
    nodes_[id] = graph_.make(static_cast<GraphOp>(node.op), operands_, node.width, node.immediate);
  }

  NodeRef reset_active(uint32_t clock) {
    const ClockDomain& domain = netlist_.clocks[clock];
    if (domain.reset == kNone) return kNone;
    return domain.reset_level ? domain.reset : graph_.not_(domain.reset);
  }

  void add_clocks() {
    for (const ir::Clock& clock : module_.clocks) {
      ClockDomain domain;
      domain.clock = of(clock.clock);
      domain.rising = clock.edge == ir::Edge::rising;
      domain.reset_level = clock.reset_level == ir::ResetLevel::active_high;
      if (clock.reset_kind != ir::ResetKind::none) domain.reset = of(clock.reset);
      domain.asynchronous = domain.reset != kNone && clock.reset_kind == ir::ResetKind::asynchronous;
      netlist_.clocks.push_back(std::move(domain));
    }
    for (const ir::Register& state : module_.registers) {
      const ir::Signal& signal = module_.signals[state.signal];
      if (signal.width == 0) continue;
      ClockDomain& domain = netlist_.clocks[state.clock];
      NodeRef next = signal.driver == ir::kNone ? graph_.state(state.signal, signal.width) : of(signal.driver);
      if (state.reset_value && domain.reset != kNone) {
        next = graph_.mux(reset_active(state.clock), graph_.constant(*state.reset_value), next);
        if (domain.asynchronous) domain.reset_targets.push_back(state.signal);
      }
      domain.updates.push_back({state.signal, next});
    }
  }

  // The mask of a write port, a bit for each bit of the word.
  NodeRef bit_mask(const ir::Memory& memory, ir::NodeId mask) {
    if (mask == ir::kNone || module_.width(mask) == 0) return kNone;
    std::vector<NodeRef> parts;
    for (uint32_t low = 0; low < memory.width; low += memory.granule) {
      const uint32_t bit = low / memory.granule;
      const uint32_t width = std::min(memory.granule, memory.width - low);
      parts.push_back(bit < module_.width(mask) ? graph_.make(GraphOp::sext, {graph_.slice(of(mask), bit, 1)}, width)
                                                : graph_.constant(Bits(width)));
    }
    std::reverse(parts.begin(), parts.end());
    return graph_.make(GraphOp::cat, parts, memory.width);
  }

  NodeRef enable_of(ir::NodeId enable) {
    return enable == ir::kNone || module_.width(enable) == 0 ? graph_.constant(1, 1) : of(enable);
  }

  void add_memories() {
    for (ir::MemoryId id = 0; id < module_.memories.size(); ++id) {
      const ir::Memory& memory = module_.memories[id];
      first_write_.push_back(netlist_.writes.size());
      if (memory.width == 0) continue;
      for (const ir::WritePort& port : memory.writes) {
        MemoryWrite write;
        write.memory = id;
        write.clock = port.clock;
        write.address = of(port.address);
        write.data = of(port.data);
        write.enable = enable_of(port.enable);
        write.mask = bit_mask(memory, port.mask);
        netlist_.clocks[port.clock].writes.push_back(static_cast<uint32_t>(netlist_.writes.size()));
        netlist_.writes.push_back(write);
      }
    }
    for (ir::MemoryId id = 0; id < module_.memories.size(); ++id) {
      const ir::Memory& memory = module_.memories[id];
      if (memory.width == 0) continue;
      for (const ir::ReadPort& port : memory.reads) {
        if (port.synchronous) add_synchronous_read(id, port);
      }
    }
  }

  void add_synchronous_read(ir::MemoryId id, const ir::ReadPort& port) {
    const ir::Memory& memory = module_.memories[id];
    const NodeRef address = of(port.address);
    NodeRef word = graph_.memory_read(id, memory.width, address);
    for (uint32_t i = 0; i < memory.writes.size(); ++i) {
      if (!passes::sees_write(module_, port, memory.writes[i])) continue;
      const MemoryWrite& write = netlist_.writes[first_write_[id] + i];
      const NodeRef hit = graph_.and_(write.enable, same_word(memory, address, write.address));
      NodeRef merged = write.data;
      if (write.mask != kNone) {
        merged = graph_.or_(graph_.and_(word, graph_.not_(write.mask)), graph_.and_(write.data, write.mask));
      }
      word = graph_.mux(hit, merged, word);
    }
    const NodeRef held = graph_.state(port.data, memory.width);
    netlist_.clocks[port.clock].updates.push_back({port.data, graph_.mux(enable_of(port.enable), word, held)});
  }

  // The two addresses name the same word, and there is such a word.
  NodeRef same_word(const ir::Memory& memory, NodeRef a, NodeRef b) {
    const uint32_t width = std::max(graph_.width(a), graph_.width(b));
    const NodeRef wide_a = graph_.make(GraphOp::zext, {a}, width);
    const NodeRef wide_b = graph_.make(GraphOp::zext, {b}, width);
    const NodeRef equal = width == 0 ? graph_.constant(1, 1) : graph_.make(GraphOp::eq, {wide_a, wide_b}, 1);
    if (width < 64 && (memory.depth >> width) != 0) return equal;
    const NodeRef depth = graph_.constant(Bits(width, memory.depth));
    return graph_.and_(equal, graph_.make(GraphOp::lt_u, {wide_a, depth}, 1));
  }

  void add_processes() {
    for (uint32_t i = 0; i < module_.processes.size(); ++i) {
      const ir::Process& process = module_.processes[i];
      ProcessCode code;
      code.process = i;
      code.fires = enable_of(process.enable);
      const NodeRef in_reset = reset_active(process.clock);
      if (in_reset != kNone) code.fires = graph_.and_(code.fires, graph_.not_(in_reset));
      if (process.condition != ir::kNone && process.kind != ir::ProcessKind::print) {
        const NodeRef holds = of(process.condition);
        const bool is_cover = process.kind == ir::ProcessKind::cover;
        code.fires = graph_.and_(code.fires, is_cover ? holds : graph_.not_(holds));
      } else if (process.kind == ir::ProcessKind::assert_ || process.kind == ir::ProcessKind::assume) {
        code.fires = graph_.constant(1, 0);
      }
      for (const ir::NodeId argument : process.arguments) code.arguments.push_back(of(argument));
      netlist_.clocks[process.clock].processes.push_back(i);
      netlist_.processes.push_back(std::move(code));
    }
  }

  const ir::Module& module_;
  Netlist netlist_;
  Graph& graph_;
  std::vector<NodeRef> nodes_;
  std::vector<size_t> first_write_;  // of each memory, in `Netlist::writes`
  std::vector<bool> passes_on_;      // of each node: it only reads a signal that has a place of its own
  std::vector<NodeRef> operands_;
};

}  // namespace

Netlist make_netlist(const ir::Module& module) { return Builder(module).run(); }

}  // namespace burin::sim::native
