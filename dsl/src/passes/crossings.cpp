// SPDX-License-Identifier: Apache-2.0
//! @file crossings.cpp
//! @brief Finds the clock crossings of a checked design.
//!
//! 1. Flatten the design, and note which Verilog path each name of the flat module stands for.
//! 2. Synchronisers: the sources of the first register's next value, and of its reset.
//! 3. Waived crossings: the sources of each such node's operand, and the state that it reaches.
//! 4. Memories: each synchronous read port of another clock than a write port's.
#include "burin/passes/crossings.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "burin/passes/flatten.h"
#include "burin/verilog/emit.h"
#include "clock_domains.h"

namespace burin::passes {
namespace {

using namespace ir;
using End = CrossingEnd;

/// From the names of the flat module to the paths of Verilog names.
class Paths {
 public:
  explicit Paths(const Design& design) {
    std::map<const Module*, VerilogNames> names;
    struct Place {
      const Module* module;
      std::string flat;
      std::string verilog;
    };
    std::vector<Place> places = {{&design.top_module(), "", ""}};
    for (size_t i = 0; i < places.size(); ++i) {
      const Place place = places[i];
      const Module& module = *place.module;
      if (!names.contains(&module)) names.emplace(&module, verilog_names(module));
      const VerilogNames& own = names.at(&module);
      for (SignalId id = 0; id < module.signals.size(); ++id) {
        paths_[place.flat + module.signals[id].name] = place.verilog + own.signals[id];
      }
      for (MemoryId id = 0; id < module.memories.size(); ++id) {
        paths_[place.flat + module.memories[id].name] = place.verilog + own.memories[id];
      }
      for (InstanceId id = 0; id < module.instances.size(); ++id) {
        const Module& child = design.module(module.instances[id].module);
        if (child.black_box) continue;
        places.push_back(
            {&child, place.flat + module.instances[id].name + ".", place.verilog + own.instances[id] + "/"});
      }
    }
  }
  [[nodiscard]] std::string of(const std::string& flat) const {
    const auto found = paths_.find(flat);
    return found == paths_.end() ? flat : found->second;
  }

 private:
  std::unordered_map<std::string, std::string> paths_;
};

class Finder {
 public:
  explicit Finder(Design& design)
      : paths_(design), owner_(flatten(design)), module_(*owner_), domains_(module_, children_) {}

  Crossings run() {
    for (ClockId id = 0; id < module_.clocks.size(); ++id) domains_.of_clock(id);
    name_clocks();
    find_users();
    find_synchronisers();
    find_waived();
    find_memories();
    return std::move(result_);
  }

 private:
  struct Sources {
    std::set<End> ends;
    std::set<DomainId> domains;
    std::set<std::pair<End, DomainId>> pairs;
    void add(End end, DomainId domain) {
      ends.insert(end);
      if (domain != kNone) domains.insert(domain);
      pairs.emplace(std::move(end), domain);
    }
  };

  void name_clocks() {
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const Signal& signal = module_.signals[id];
      if (signal.kind != SignalKind::input || signal.timing.kind != PortTiming::Kind::is_clock) continue;
      clock_names_.emplace(domains_.of_node(module_.read(id)), paths_.of(signal.name));
      result_.clock_ports.push_back(paths_.of(signal.name));
    }
  }
  std::string clock_name(DomainId domain) {
    const auto found = clock_names_.find(domain);
    if (found != clock_names_.end()) return found->second;
    std::string name = domains_.name(domain);
    std::erase(name, '`');
    return name;
  }

  End end_of(SignalId id) const {
    const Signal& signal = module_.signals[id];
    const bool is_port = signal.kind == SignalKind::input || signal.kind == SignalKind::inout;
    return {is_port ? End::Kind::port : End::Kind::reg, paths_.of(signal.name), signal.width};
  }
  End end_of_memory(MemoryId id) const {
    return {End::Kind::memory, paths_.of(module_.memories[id].name), module_.memories[id].width};
  }

  /// The registers, memories and ports that `start` is computed from.
  Sources sources_of(NodeId start) {
    Sources sources;
    std::vector<NodeId> pending = {start};
    std::unordered_set<NodeId> seen = {start};
    const auto push = [&](NodeId node) {
      if (node != kNone && seen.insert(node).second) pending.push_back(node);
    };
    for (size_t i = 0; i < pending.size(); ++i) {  // NOLINT(modernize-loop-convert): it grows meanwhile
      const NodeId node = pending[i];
      if (module_.node(node).op != Op::read) {
        for (const NodeId operand : module_.operands(node)) push(operand);
        continue;
      }
      const SignalId id = module_.node(node).immediate;
      const Signal& signal = module_.signals[id];
      switch (signal.kind) {
        case SignalKind::wire:
        case SignalKind::output:
          push(signal.driver);
          break;
        case SignalKind::reg:
          sources.add(end_of(id), domains_.of_clock(module_.register_of(id).clock));
          break;
        case SignalKind::memory_read: {
          const Memory& memory = module_.memories[signal.detail];
          const ReadPort& port = memory.reads[signal.detail_port];
          if (port.synchronous) {
            sources.add(end_of(id), domains_.of_clock(port.clock));
          } else {
            push(port.address);
            for (const WritePort& write : memory.writes) {
              sources.add(end_of_memory(signal.detail), domains_.of_clock(write.clock));
            }
          }
          break;
        }
        case SignalKind::input:
        case SignalKind::inout: {
          DomainId domain = kNone;
          if (signal.timing.kind == PortTiming::Kind::clock) domain = domains_.of_clock(signal.timing.clock);
          if (signal.timing.kind == PortTiming::Kind::default_clock) domain = domains_.of_clock(0);
          sources.add(end_of(id), domain);
          break;
        }
        case SignalKind::instance_output:  // of a black box, whose own constraints know what is inside
          break;
      }
    }
    return sources;
  }

  void add(Crossing::Kind kind, const Sources& sources, std::vector<End> to, DomainId to_domain) {
    Crossing crossing{kind, {}, std::move(to), {}, clock_name(to_domain)};
    std::set<End> from;
    std::set<std::string> clocks;
    for (const auto& [end, domain] : sources.pairs) {
      if (domain == to_domain) continue;
      from.insert(end);
      if (domain != kNone) clocks.insert(clock_name(domain));
    }
    if (from.empty()) return;
    crossing.from.assign(from.begin(), from.end());
    crossing.from_clocks.assign(clocks.begin(), clocks.end());
    result_.all.push_back(std::move(crossing));
  }

  void find_synchronisers() {
    for (const Register& state : module_.registers) {
      const Signal& signal = module_.signals[state.signal];
      if (signal.width == 0) continue;
      const bool is_marked =
          std::ranges::any_of(signal.attributes, [](const auto& a) { return a.first == "ASYNC_REG"; });
      if (state.synchroniser || is_marked) result_.synchronisers.push_back(end_of(state.signal));
      if (!state.synchroniser) continue;
      const DomainId domain = domains_.of_clock(state.clock);
      const End end = end_of(state.signal);
      const auto kind = signal.width == 1 ? Crossing::Kind::bit : Crossing::Kind::code;
      if (signal.driver != kNone) add(kind, sources_of(signal.driver), {end}, domain);
      const Clock& clock = module_.clocks[state.clock];
      if (state.reset_value && clock.reset != kNone && clock.reset_kind == ResetKind::asynchronous) {
        add(Crossing::Kind::reset, sources_of(clock.reset), {end}, domain);
      }
    }
  }

  /// Who uses a node: other nodes, and signals that it drives or that read at it.
  void find_users() {
    users_.resize(module_.node_count());
    for (NodeId node = 0; node < module_.node_count(); ++node) {
      for (const NodeId operand : module_.operands(node)) users_[operand].push_back(node);
      if (module_.node(node).op != Op::read) continue;
      const Signal& signal = module_.signals[module_.node(node).immediate];
      const bool passes = signal.kind == SignalKind::wire || signal.kind == SignalKind::output;
      if (passes && signal.driver != kNone) users_[signal.driver].push_back(node);
      if (signal.kind != SignalKind::memory_read) continue;
      const ReadPort& port = module_.memories[signal.detail].reads[signal.detail_port];
      if (!port.synchronous) users_[port.address].push_back(node);
    }
    const auto use = [&](NodeId node, End end, ClockId clock) {
      if (node != kNone) state_users_[node].emplace_back(std::move(end), domains_.of_clock(clock));
    };
    for (const Register& state : module_.registers) {
      // A synchroniser is a crossing of its own.
      if (!state.synchroniser) use(module_.signals[state.signal].driver, end_of(state.signal), state.clock);
    }
    for (MemoryId id = 0; id < module_.memories.size(); ++id) {
      const Memory& memory = module_.memories[id];
      for (const ReadPort& port : memory.reads) {
        if (!port.synchronous) continue;
        for (const NodeId pin : {port.address, port.enable}) use(pin, end_of(port.data), port.clock);
      }
      for (const WritePort& port : memory.writes) {
        for (const NodeId pin : {port.address, port.data, port.enable, port.mask}) {
          use(pin, end_of_memory(id), port.clock);
        }
      }
    }
  }

  void find_waived() {
    for (NodeId node = 0; node < users_.size(); ++node) {
      if (module_.node(node).op != Op::crossing) continue;
      std::map<DomainId, std::set<End>> reached;
      std::vector<NodeId> pending = {node};
      std::unordered_set<NodeId> seen = {node};
      for (size_t i = 0; i < pending.size(); ++i) {
        const auto found = state_users_.find(pending[i]);
        if (found != state_users_.end()) {
          for (const auto& [end, domain] : found->second) reached[domain].insert(end);
        }
        for (const NodeId user : users_[pending[i]]) {
          if (seen.insert(user).second) pending.push_back(user);
        }
      }
      if (reached.empty()) continue;
      const Sources sources = sources_of(module_.operand(node, 0));
      for (const auto& [domain, ends] : reached) {
        if (domain != kNone) add(Crossing::Kind::waived, sources, {ends.begin(), ends.end()}, domain);
      }
    }
  }

  void find_memories() {
    for (MemoryId id = 0; id < module_.memories.size(); ++id) {
      const Memory& memory = module_.memories[id];
      for (const ReadPort& port : memory.reads) {
        if (!port.synchronous) continue;
        Sources sources;
        for (const WritePort& write : memory.writes) sources.add(end_of_memory(id), domains_.of_clock(write.clock));
        add(Crossing::Kind::memory, sources, {end_of(port.data)}, domains_.of_clock(port.clock));
      }
    }
  }

  const Paths paths_;
  const std::vector<std::unique_ptr<ClockDomains>> children_;
  std::unique_ptr<Module> owner_;
  Module& module_;
  ClockDomains domains_;
  std::map<DomainId, std::string> clock_names_;
  std::vector<std::vector<NodeId>> users_;
  std::unordered_map<NodeId, std::vector<std::pair<End, DomainId>>> state_users_;
  Crossings result_;
};

}  // namespace

Crossings find_crossings(Design& design) { return Finder(design).run(); }

}  // namespace burin::passes
