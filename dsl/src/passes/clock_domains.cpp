// SPDX-License-Identifier: Apache-2.0
//! @file clock_domains.cpp
//! @brief Which clocks of a module are the same clock, whatever they are called.
//!
//! The source of a clock's node:
//! 1. A wire or output: go on at its driver. A complement or a waived crossing: at its operand; the other edge of a
//!    clock is the same domain.
//! 2. An input: a domain that the surrounding module names.
//! 3. An output of an instance: the child knows the source. If that is one of the child's inputs, go on at what is
//!    connected there; else it is a domain of this instance.
//! 4. Another operation: look at the signals that it depends on. If exactly one clock is among them, it is a gate of
//!    that clock. Otherwise, and for registers and memories, it is a domain of its own: a divided clock is later than
//!    its source, so that data of one may arrive too early at the other.
#include "clock_domains.h"

#include <unordered_set>

#include "burin/passes/analysis.h"
#include "describe.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr size_t kMaxGate = 4096;  // nodes of a gate that are looked at

bool is_driven_inside(const Signal& signal) {
  return (signal.kind == SignalKind::wire || signal.kind == SignalKind::output) && signal.driver != kNone;
}

}  // namespace

ClockDomains::ClockDomains(const Module& module, const std::vector<std::unique_ptr<ClockDomains>>& children)
    : module_(module), children_(children) {}

DomainId ClockDomains::add(Kind kind, uint32_t id, uint32_t child) {
  std::vector<DomainId>& same = by_key_[uint64_t{id} << 2 | static_cast<uint64_t>(kind)];
  for (const DomainId domain : same) {
    if (domains_[domain].child == child) return domain;
  }
  same.push_back(size());
  domains_.push_back({kind, id, child});
  return size() - 1;
}

DomainId ClockDomains::of_clock(ClockId clock) {
  if (clock >= module_.clocks.size() || module_.clocks[clock].clock == kNone) return kNone;
  return of_node(module_.clocks[clock].clock);
}

DomainId ClockDomains::of_output(SignalId port) {
  const Signal& signal = module_.signals[port];
  return is_driven_inside(signal) ? of_node(signal.driver) : add(Kind::signal, port);
}

/// Where to go on for a domain of a child; otherwise `found` is the domain.
std::optional<NodeId> ClockDomains::follow_child(InstanceId instance, DomainId domain, DomainId& found) {
  const ClockDomains& child = *children_[module_.instances[instance].module];
  if (!child.is_port(domain)) {
    found = add(Kind::child, instance, domain);
    return std::nullopt;
  }
  const Instance::Input* const input = find_input(module_.instances[instance], child.domains_[domain].id);
  if (input == nullptr || input->value == kNone) {
    found = kNone;
    return std::nullopt;
  }
  return input->value;
}

DomainId ClockDomains::of_child(InstanceId instance, DomainId domain) {
  DomainId found = kNone;
  const auto node = follow_child(instance, domain, found);
  return node ? of_node(*node) : found;
}

DomainId ClockDomains::of_node(NodeId start) {
  const auto known = by_node_.find(start);
  if (known != by_node_.end()) return known->second;

  NodeId node = start;
  DomainId found = kNone;
  // Wires that drive each other would keep this going; a loop is reported by its own check.
  for (size_t steps = 0; found == kNone && steps <= module_.signals.size() * 2 + module_.node_count(); ++steps) {
    const Node& value = module_.node(node);
    if (value.op == Op::bit_not || value.op == Op::crossing) {
      node = module_.operand(node, 0);
      continue;
    }
    if (value.op != Op::read) {
      found = value.count == 0 ? add(Kind::node, node) : of_gate(node);
      break;
    }
    const SignalId id = value.immediate;
    const Signal& signal = module_.signals[id];
    if (is_driven_inside(signal)) {
      node = signal.driver;
    } else if (signal.kind == SignalKind::input) {
      found = add(Kind::port, id);
    } else if (signal.kind == SignalKind::instance_output) {
      ClockDomains& child = *children_[module_.instances[signal.detail].module];
      const auto next = follow_child(signal.detail, child.of_output(signal.detail_port), found);
      if (!next) break;
      node = *next;
    } else {
      found = add(Kind::signal, id);
    }
  }
  if (found == kNone) found = add(Kind::node, start);
  by_node_.emplace(start, found);
  return found;
}

DomainId ClockDomains::of_gate(NodeId gate) {
  std::vector<NodeId> pending = {gate};
  std::unordered_set<NodeId> seen = {gate};
  const auto push = [&](NodeId node) {
    if (seen.insert(node).second) pending.push_back(node);
  };
  DomainId clock = kNone;
  for (size_t i = 0; i < pending.size(); ++i) {
    if (i == kMaxGate) return add(Kind::node, gate);
    const NodeId node = pending[i];
    if (module_.node(node).op != Op::read) {
      for (const NodeId operand : module_.operands(node)) push(operand);
      continue;
    }
    const SignalId id = module_.node(node).immediate;
    const Signal& signal = module_.signals[id];
    if (is_driven_inside(signal)) {
      push(signal.driver);
    } else if (is_clock_like(id)) {
      const DomainId domain = of_node(node);
      if (clock != kNone && clock != domain) return add(Kind::node, gate);
      clock = domain;
    }
  }
  return clock == kNone ? add(Kind::node, gate) : clock;
}

bool ClockDomains::is_clock_like(SignalId signal) {
  if (!clock_like_known_) find_clock_like();
  return clock_like_.contains(signal);
}

void ClockDomains::find_clock_like() {
  clock_like_known_ = true;
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    if (signal.kind == SignalKind::input && signal.timing.kind == PortTiming::Kind::is_clock) clock_like_.insert(id);
    if (signal.kind != SignalKind::instance_output) continue;
    const Module& child = module_.design().module(module_.instances[signal.detail].module);
    if (child.signals[signal.detail_port].timing.kind == PortTiming::Kind::is_clock) clock_like_.insert(id);
  }
  for (const Clock& clock : module_.clocks) {
    NodeId node = clock.clock;
    for (size_t steps = 0; node != kNone && steps <= module_.signals.size(); ++steps) {
      const Op op = module_.node(node).op;
      if (op == Op::bit_not || op == Op::crossing) {
        node = module_.operand(node, 0);
        continue;
      }
      if (op != Op::read) break;
      const SignalId id = module_.node(node).immediate;
      if (!is_driven_inside(module_.signals[id])) {
        clock_like_.insert(id);
        break;
      }
      node = module_.signals[id].driver;
    }
  }
}

std::vector<SignalId> ClockDomains::source_inputs() const {
  std::vector<SignalId> inputs;
  for (const Domain& domain : domains_) {
    if (domain.kind == Kind::port) inputs.push_back(domain.id);
  }
  return inputs;
}

/// The clock that stands for the domain: its source itself rather than a gated copy; `nullptr` if there is none.
const Clock* ClockDomains::clock_of(DomainId domain) const {
  const Domain& which = domains_[domain];
  const Clock* copy = nullptr;
  for (const Clock& clock : module_.clocks) {
    const auto known = clock.clock == kNone ? by_node_.end() : by_node_.find(clock.clock);
    if (known == by_node_.end() || known->second != domain) continue;
    const Node& node = module_.node(clock.clock);
    const bool is_source = which.kind == Kind::node    ? clock.clock == which.id
                           : which.kind == Kind::child ? false
                                                       : node.op == Op::read && node.immediate == which.id;
    if (is_source) return &clock;
    if (copy == nullptr) copy = &clock;
  }
  return copy;
}

std::string ClockDomains::name(DomainId domain) const {
  if (const Clock* const clock = clock_of(domain); clock != nullptr && !clock->name.empty()) return quoted(clock->name);
  const Domain& which = domains_[domain];
  switch (which.kind) {
    case Kind::port:
    case Kind::signal:
      return quoted(module_.signals[which.id]);
    case Kind::child: {
      const Instance& instance = module_.instances[which.id];
      return children_[instance.module]->name(which.child) + " of instance " + quoted(instance.name);
    }
    case Kind::node:
      break;
  }
  const std::string_view given = module_.name_of(which.id);
  return given.empty() ? "without a name" : quoted(given);
}

LocationId ClockDomains::location(DomainId domain) const {
  if (const Clock* const clock = clock_of(domain)) return clock->location;
  const Domain& which = domains_[domain];
  switch (which.kind) {
    case Kind::port:
    case Kind::signal:
      return module_.signals[which.id].location;
    case Kind::child:
      return module_.instances[which.id].location;
    case Kind::node:
      break;
  }
  return module_.location_of(which.id);
}

}  // namespace burin::passes
