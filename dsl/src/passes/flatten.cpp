// SPDX-License-Identifier: Apache-2.0
//! @file flatten.cpp
//! @brief Puts the contents of all instances in their place: a hierarchy becomes one module.
//!
//! Work through a list of places, the top module first, then each instance before its own instances:
//! 1. Copy the signals of the module at this place. Ports of instances become wires: inputs are driven by the
//!    parent's nodes, and the parent's signals for the outputs by reads of the child's.
//! 2. Copy the nodes in the order of their ids, so operands are there first.
//! 3. Copy what refers to nodes: drivers, clocks, registers, memories, processes, instances of black boxes.
//! 4. Put the other instances on the list.
//! When all places are done:
//! 5. Join inouts that are connected: the outermost gets the drivers of all, the others read it.
//! 6. Follow each clock and reset through wires to where it comes from, and make equal clocks one.
#include "burin/passes/flatten.h"

#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/passes/memory_edges.h"

namespace burin::passes {
namespace {

using ir::ClockId;
using ir::kNone;
using ir::ModuleId;
using ir::NodeId;
using ir::Op;
using ir::SignalId;
using ir::SignalKind;

/// A module at its place in the hierarchy.
struct Place {
  ModuleId module = kNone;
  std::string path;  // "" for the top module, else with a dot at its end
  // How the surroundings connect it: the child's port and, in the flat module, what drives an input, the other end of
  // an inout, or the signal that carries an output.
  std::vector<std::pair<SignalId, NodeId>> inputs;
  std::vector<std::pair<SignalId, SignalId>> inouts;
  std::vector<std::pair<SignalId, SignalId>> outputs;
};

class Flattener {
 public:
  explicit Flattener(ir::Design& design) : design_(design) {}

  std::unique_ptr<ir::Module> run(ModuleId top) {
    const ir::Module& source = design_.module(top);
    if (source.black_box) {
      throw UserError("module '" + source.name + "' is a black box: there is nothing inside to simulate or flatten");
    }
    flat_ = std::make_unique<ir::Module>(design_, source.name);
    flat_->base_name = source.base_name;
    flat_->parameters = source.parameters;
    flat_->location = source.location;
    flat_->attributes = source.attributes;

    std::vector<Place> places;
    places.push_back({top, "", {}, {}, {}});
    while (!places.empty()) {
      const Place place = std::move(places.back());
      places.pop_back();
      std::vector<Place> children = copy(place);
      // The last one is taken first; turned round, instances come in the order of their declaration.
      std::move(children.rbegin(), children.rend(), std::back_inserter(places));
    }
    join_inouts();
    join_clocks();
    return std::move(flat_);
  }

 private:
  std::vector<Place> copy(const Place& place) {
    const ir::Module& source = design_.module(place.module);
    source_ = &source;
    path_ = &place.path;
    first_signal_ = static_cast<SignalId>(flat_->signals.size());
    first_clock_ = static_cast<ClockId>(flat_->clocks.size());
    first_memory_ = static_cast<ir::MemoryId>(flat_->memories.size());
    first_reason_ = static_cast<uint32_t>(flat_->crossing_reasons.size());
    flat_->crossing_reasons.insert(flat_->crossing_reasons.end(), source.crossing_reasons.begin(),
                                   source.crossing_reasons.end());

    copy_signals();
    copy_nodes();
    copy_contents();
    connect(place);
    return copy_instances();
  }

  [[nodiscard]] SignalId signal(SignalId id) const { return id == kNone ? kNone : first_signal_ + id; }
  [[nodiscard]] ClockId clock(ClockId id) const { return id == kNone ? kNone : first_clock_ + id; }
  [[nodiscard]] NodeId node(NodeId id) const { return id == kNone ? kNone : nodes_[id]; }
  [[nodiscard]] bool at_top() const { return path_->empty(); }

  // --------------------------------------------------------------------------------------------- 1. signals

  void copy_signals() {
    for (const ir::Signal& from : source_->signals) {
      ir::Signal to = from;
      to.name = *path_ + from.name;
      if (!from.object.empty()) to.object = *path_ + from.object;
      to.driver = to.output_enable = kNone;
      if (at_top()) {
        to.timing.clock = clock(from.timing.clock);
      } else {
        to.timing = {};
      }
      switch (from.kind) {
        case SignalKind::reg: {
          ir::Register state = source_->register_of(static_cast<SignalId>(&from - source_->signals.data()));
          state.clock = clock(state.clock);
          flat_->add_register(std::move(to), std::move(state));
          continue;
        }
        case SignalKind::instance_output:
          to.kind = SignalKind::wire;  // that of a black box turns back when the instance is copied
          to.detail = to.detail_port = kNone;
          break;
        case SignalKind::memory_read:
          to.detail += first_memory_;
          break;
        case SignalKind::input:
        case SignalKind::output:
          if (!at_top()) to.kind = SignalKind::wire;
          break;
        case SignalKind::inout:
        case SignalKind::wire:
          break;
      }
      flat_->add_signal(std::move(to));
    }
  }

  // ----------------------------------------------------------------------------------------------- 2. nodes

  void copy_nodes() {
    const auto count = static_cast<NodeId>(source_->node_count());
    nodes_.assign(count, kNone);
    std::vector<NodeId> operands;
    for (NodeId id = 0; id < count; ++id) {
      const ir::Node& from = source_->node(id);
      const LocationId location = source_->location_of(id);
      NodeId to = kNone;
      if (from.op == Op::constant) {
        to = flat_->constant(source_->constant_value(id), location);
      } else if (from.op == Op::read) {
        to = flat_->read(signal(from.immediate), location);
      } else {
        operands.clear();
        for (const NodeId operand : source_->operands(id)) operands.push_back(nodes_[operand]);
        const uint32_t immediate = from.op == Op::crossing ? from.immediate + first_reason_ : from.immediate;
        to = flat_->make(from.op, operands, location, from.width, immediate);
      }
      nodes_[id] = to;
      if (const std::string_view name = source_->name_of(id); !name.empty()) {
        flat_->set_name(to, *path_ + std::string(name));
      }
    }
  }

  // -------------------------------------------------------------------------------------------- 3. contents

  void copy_contents() {
    for (SignalId id = 0; id < source_->signals.size(); ++id) {
      flat_->signals[signal(id)].driver = node(source_->signals[id].driver);
      flat_->signals[signal(id)].output_enable = node(source_->signals[id].output_enable);
    }
    for (const ir::Clock& from : source_->clocks) {
      ir::Clock to = from;
      to.name = *path_ + from.name;
      to.clock = node(from.clock);
      to.reset = node(from.reset);
      flat_->clocks.push_back(std::move(to));
    }
    for (const ir::Memory& from : source_->memories) copy_memory(from);
    for (const ir::Process& from : source_->processes) {
      ir::Process to = from;
      to.name = *path_ + from.name;
      to.clock = clock(from.clock);
      to.enable = node(from.enable);
      to.condition = node(from.condition);
      for (NodeId& argument : to.arguments) argument = node(argument);
      flat_->processes.push_back(std::move(to));
    }
  }

  void copy_memory(const ir::Memory& from) {
    ir::Memory to = from;
    number_edges(*source_, to);
    to.name = *path_ + from.name;
    for (ir::ReadPort& port : to.reads) {
      port.clock = clock(port.clock);
      port.address = node(port.address);
      port.enable = node(port.enable);
      port.data = signal(port.data);
    }
    for (ir::WritePort& port : to.writes) {
      port.clock = clock(port.clock);
      port.address = node(port.address);
      port.data = node(port.data);
      port.enable = node(port.enable);
      port.mask = node(port.mask);
    }
    flat_->memories.push_back(std::move(to));
  }

  void connect(const Place& place) {
    for (const auto& [port, driver] : place.inputs) flat_->signals[signal(port)].driver = driver;
    for (const auto& [port, outside] : place.outputs) flat_->signals[outside].driver = flat_->read(signal(port));
    for (const auto& [port, outside] : place.inouts) pads_.emplace_back(signal(port), outside);
    if (!at_top()) {
      for (SignalId id = 0; id < source_->signals.size(); ++id) {
        if (source_->signals[id].kind == SignalKind::inout) inner_pads_.push_back(signal(id));
      }
    }
  }

  // ------------------------------------------------------------------------------------------- 4. instances

  std::vector<Place> copy_instances() {
    std::vector<Place> children;
    for (const ir::Instance& instance : source_->instances) {
      if (design_.module(instance.module).black_box) {
        copy_black_box(instance);
        continue;
      }
      Place child;
      child.module = instance.module;
      child.path = *path_ + instance.name + ".";
      for (const ir::Instance::Input& input : instance.inputs) {
        if (input.signal != kNone) {
          child.inouts.emplace_back(input.port, signal(input.signal));
        } else if (input.value != kNone) {
          child.inputs.emplace_back(input.port, node(input.value));
        }
      }
      for (const ir::Instance::Output& output : instance.outputs) {
        if (output.signal != kNone) child.outputs.emplace_back(output.port, signal(output.signal));
      }
      children.push_back(std::move(child));
    }
    return children;
  }

  void copy_black_box(const ir::Instance& from) {
    ir::Instance to = from;
    to.name = *path_ + from.name;
    for (ir::Instance::Input& input : to.inputs) {
      input.value = node(input.value);
      input.signal = signal(input.signal);
      if (input.signal != kNone) black_box_pads_.push_back(input.signal);
    }
    for (ir::Instance::Output& output : to.outputs) {
      output.signal = signal(output.signal);
      if (output.signal == kNone) continue;
      ir::Signal& carrier = flat_->signals[output.signal];
      carrier.kind = SignalKind::instance_output;
      carrier.detail = static_cast<uint32_t>(flat_->instances.size());
      carrier.detail_port = output.port;
    }
    flat_->instances.push_back(std::move(to));
  }

  // --------------------------------------------------------------------------------------------- 5. inouts

  struct Drivers {
    std::vector<SignalId> members;
    bool reaches_outside = false;  // a port of the top module or a pin of a black box
  };

  void join_inouts() {
    if (inner_pads_.empty()) return;
    std::map<SignalId, SignalId> parents;  // a forest; the smallest id, which is the outermost, becomes the root
    const auto root = [&parents](SignalId id) {
      for (auto found = parents.find(id); found != parents.end(); found = parents.find(id)) id = found->second;
      return id;
    };
    for (const auto& [inner, outer] : pads_) {
      const SignalId a = root(inner);
      const SignalId b = root(outer);
      if (a != b) parents[std::max(a, b)] = std::min(a, b);
    }
    std::map<SignalId, Drivers> nets;
    for (SignalId id = 0; id < flat_->signals.size(); ++id) {
      if (flat_->signals[id].kind == SignalKind::inout) nets[root(id)].members.push_back(id);
    }
    for (auto& [id, net] : nets) net.reaches_outside = true;
    for (const SignalId pad : inner_pads_) {
      if (root(pad) == pad) nets[pad].reaches_outside = false;
    }
    for (const SignalId pad : black_box_pads_) nets[root(pad)].reaches_outside = true;
    for (ir::Instance& instance : flat_->instances) {
      for (ir::Instance::Input& input : instance.inputs) {
        if (input.signal != kNone) input.signal = root(input.signal);
      }
    }
    for (const auto& [id, net] : nets) join_net(id, net);
  }

  void join_net(SignalId root, const Drivers& net) {
    std::optional<NodeId> driver;
    std::optional<NodeId> enable;
    size_t count = 0;
    const uint32_t width = flat_->signals[root].width;
    const NodeId zero = flat_->constant(width, 0);
    for (const SignalId member : net.members) {
      if (flat_->signals[member].driver != kNone) ++count;
    }
    for (const SignalId member : net.members) {
      const ir::Signal signal = flat_->signals[member];
      if (signal.driver == kNone) continue;
      const NodeId on = signal.output_enable == kNone ? flat_->constant(1, 1) : signal.output_enable;
      const bool alone = count == 1 && net.reaches_outside;
      const NodeId value = alone ? signal.driver : flat_->make(Op::mux, {on, signal.driver, zero});
      driver = driver ? flat_->make(Op::bit_or, {*driver, value}) : value;
      enable = enable ? flat_->make(Op::bit_or, {*enable, on}) : on;
    }
    for (const SignalId member : net.members) {
      if (member == root) continue;
      ir::Signal& signal = flat_->signals[member];
      signal.kind = SignalKind::wire;
      signal.output_enable = kNone;
      signal.driver = flat_->read(root);
    }
    ir::Signal& signal = flat_->signals[root];
    signal.driver = driver.value_or(kNone);
    signal.output_enable = enable.value_or(kNone);
    if (!net.reaches_outside) {
      signal.kind = SignalKind::wire;
      signal.output_enable = kNone;
      signal.driver = driver.value_or(zero);
    }
  }

  // ---------------------------------------------------------------------------------------------- 6. clocks

  void join_clocks() {
    using Key = std::tuple<NodeId, ir::Edge, ir::ResetKind, ir::ResetLevel, NodeId>;
    std::map<Key, ClockId> known;
    std::vector<ir::Clock> clocks;
    std::vector<ClockId> joined;
    for (ir::Clock& clock : flat_->clocks) {
      if (clock.clock != kNone) clock.clock = origin(*flat_, clock.clock);
      if (clock.reset != kNone) clock.reset = origin(*flat_, clock.reset);
      const bool has_reset = clock.reset_kind != ir::ResetKind::none;
      const Key key{clock.clock, clock.edge, clock.reset_kind,
                    has_reset ? clock.reset_level : ir::ResetLevel::active_high, has_reset ? clock.reset : kNone};
      const auto [entry, is_new] = known.try_emplace(key, static_cast<ClockId>(clocks.size()));
      if (is_new) clocks.push_back(std::move(clock));
      joined.push_back(entry->second);
    }
    flat_->clocks = std::move(clocks);

    const auto renumber = [&joined](ClockId& id) {
      if (id != kNone) id = joined[id];
    };
    for (ir::Signal& signal : flat_->signals) renumber(signal.timing.clock);
    for (ir::Register& state : flat_->registers) renumber(state.clock);
    for (ir::Process& process : flat_->processes) renumber(process.clock);
    for (ir::Memory& memory : flat_->memories) {
      for (ir::ReadPort& port : memory.reads) renumber(port.clock);
      for (ir::WritePort& port : memory.writes) renumber(port.clock);
    }
  }

  ir::Design& design_;
  std::unique_ptr<ir::Module> flat_;

  // The place being copied.
  const ir::Module* source_ = nullptr;
  const std::string* path_ = nullptr;
  SignalId first_signal_ = 0;
  ClockId first_clock_ = 0;
  ir::MemoryId first_memory_ = 0;
  uint32_t first_reason_ = 0;
  std::vector<NodeId> nodes_;

  std::vector<std::pair<SignalId, SignalId>> pads_;  // connected inouts: inner, outer
  std::vector<SignalId> inner_pads_;                 // inouts of instances
  std::vector<SignalId> black_box_pads_;             // inouts connected to black boxes
};

}  // namespace

std::unique_ptr<ir::Module> flatten(ir::Design& design, ir::ModuleId top) { return Flattener(design).run(top); }

std::unique_ptr<ir::Module> flatten(ir::Design& design) { return flatten(design, design.top); }

}  // namespace burin::passes
