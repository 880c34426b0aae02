// SPDX-License-Identifier: Apache-2.0
//! @file clock_domains.h
//! @brief Which clocks of a module are the same clock, whatever they are called.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// Index of a domain in the `ClockDomains` of a module.
using DomainId = uint32_t;

/// The clock domains of one module. Two clocks are one domain when they come from the same source: through wires,
/// inverters and instances, and through a gate whose other inputs are no clocks. A clock that a register makes, or
/// that is chosen from several, is a domain of its own.
class ClockDomains {
 public:
  /// `children` holds the domains of the modules that this one may instantiate, by `ModuleId`.
  ClockDomains(const ir::Module& module, const std::vector<std::unique_ptr<ClockDomains>>& children);

  /// The domain of a clock of the module; `kNone` for a clock that is not there or has no signal.
  DomainId of_clock(ir::ClockId clock);
  /// The domain whose clock `node` is.
  DomainId of_node(ir::NodeId node);
  /// The domain of this module that domain `domain` of the child of instance `instance` is; `kNone` when its clock
  /// port is not connected.
  DomainId of_child(ir::InstanceId instance, DomainId domain);
  /// The domain whose clock is the value of output `port`.
  DomainId of_output(ir::SignalId port);

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(domains_.size()); }
  /// Whether the domain's clock comes from an input, so that the surrounding module decides what it is.
  [[nodiscard]] bool is_port(DomainId domain) const { return domains_[domain].kind == Kind::port; }
  /// The inputs that are the source of a domain.
  [[nodiscard]] std::vector<ir::SignalId> source_inputs() const;
  /// What a message calls the domain: "'wr'".
  [[nodiscard]] std::string name(DomainId domain) const;
  [[nodiscard]] LocationId location(DomainId domain) const;

 private:
  enum class Kind : uint8_t { port, signal, node, child };
  struct Domain {
    Kind kind = Kind::node;
    uint32_t id = ir::kNone;     // signal, node or instance
    uint32_t child = ir::kNone;  // domain of the child
  };
  [[nodiscard]] const ir::Clock* clock_of(DomainId domain) const;
  DomainId add(Kind kind, uint32_t id, uint32_t child = ir::kNone);
  std::optional<ir::NodeId> follow_child(ir::InstanceId instance, DomainId domain, DomainId& found);
  DomainId of_gate(ir::NodeId node);
  bool is_clock_like(ir::SignalId signal);
  void find_clock_like();

  const ir::Module& module_;
  const std::vector<std::unique_ptr<ClockDomains>>& children_;
  std::vector<Domain> domains_;
  std::unordered_map<uint64_t, std::vector<DomainId>> by_key_;
  std::unordered_map<ir::NodeId, DomainId> by_node_;
  std::set<ir::SignalId> clock_like_;
  bool clock_like_known_ = false;
};

}  // namespace burin::passes
