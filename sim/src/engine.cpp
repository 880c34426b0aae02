// SPDX-License-Identifier: Apache-2.0
//! @file engine.cpp
//! @brief The parts of an engine that do not depend on how the design is run: names, checks, events.
#include "burin/sim/engine.h"

#include <fmt/format.h>

#include <utility>

#include "burin/base/diagnostics.h"

namespace burin::sim {
namespace {

std::string joined_names(std::span<const PortInfo> ports) {
  constexpr size_t kShown = 16;
  std::string text;
  for (size_t i = 0; i < ports.size() && i < kShown; ++i) {
    if (i != 0) text += ", ";
    text += ports[i].name;
  }
  if (ports.size() > kShown) text += fmt::format(" and {} more", ports.size() - kShown);
  return text.empty() ? "it has none" : text;
}

[[noreturn]] void no_internals(const Engine& engine, std::string_view path) {
  throw UserError(fmt::format("engine '{}' cannot reach '{}' inside the design: use a port, or another engine",
                              engine.name(), path));
}

void check_clock(const PortInfo& info) {
  if (info.direction != PortDirection::input || info.width != 1) {
    throw UserError(fmt::format("port '{}' is not an input of 1 bit and cannot be a clock", info.name));
  }
}

}  // namespace

Engine::Engine(std::vector<PortInfo> ports) : ports_(std::move(ports)) {
  limits_.reserve(ports_.size());
  for (PortId id = 0; id < ports_.size(); ++id) {
    limits_.push_back(ports_[id].direction == PortDirection::output ? kNotSettable : ports_[id].width);
    if (!ids_.emplace(ports_[id].name, id).second) {
      throw InternalError(fmt::format("two ports of an engine are called '{}'", ports_[id].name));
    }
  }
}

Engine::~Engine() = default;

Snapshot::~Snapshot() = default;

PortId Engine::port(std::string_view name) const {
  const auto found = ids_.find(std::string(name));
  if (found == ids_.end()) {
    throw UserError(fmt::format("the design has no port '{}'; its ports: {}", name, joined_names(ports_)));
  }
  return found->second;
}

bool Engine::fits(PortId port, const Bits& value) const {
  const uint32_t limit = limits_[port];
  if (limit == kNotSettable) return false;
  if (value.width() <= limit) return true;
  return value.slice(limit, value.width() - limit).is_zero();
}

void Engine::reject(PortId port) const {
  if (port >= ports_.size()) {
    throw UserError(fmt::format("the design has no port number {}; it has {} ports", port, ports_.size()));
  }
  throw UserError(fmt::format("port '{}' is {} bits wide: read it with get(), not get_u64()", ports_[port].name,
                              ports_[port].width));
}

void Engine::reject(PortId port, uint64_t value) const {
  if (port < ports_.size() && ports_[port].direction != PortDirection::output && ports_[port].width > 64) {
    throw UserError(fmt::format("port '{}' is {} bits wide: set it with set(), not set_u64()", ports_[port].name,
                                ports_[port].width));
  }
  reject(port, Bits(64, value));
}

void Engine::reject(PortId port, const Bits& value) const {
  if (port >= ports_.size()) reject(port);
  const PortInfo& info = ports_[port];
  if (info.direction == PortDirection::output) {
    throw UserError(fmt::format("port '{}' is an output of the design and cannot be set", info.name));
  }
  throw UserError(
      fmt::format("value 0x{} does not fit in port '{}' of {} bits", value.to_hex(), info.name, info.width));
}

Bits Engine::get_output_enable(PortId port) {
  if (port >= ports_.size()) reject(port);
  const PortInfo& info = ports_[port];
  switch (info.direction) {
    case PortDirection::input:
      return Bits(info.width);
    case PortDirection::output:
      return Bits::ones(info.width);
    case PortDirection::inout:
      break;
  }
  throw UserError(fmt::format("engine '{}' cannot tell which bits of inout '{}' are driven", name(), info.name));
}

void Engine::do_step(PortId clock, uint64_t cycles) {
  if (clock >= ports_.size()) reject(clock);
  check_clock(ports_[clock]);
  for (uint64_t i = 0; i < cycles; ++i) {
    set_u64(clock, 1);
    evaluate();
    set_u64(clock, 0);
    evaluate();
  }
}

void Engine::at_time(uint64_t /*ticks*/) {}

std::unique_ptr<Snapshot> Engine::snapshot() {
  throw UserError(fmt::format("engine '{}' cannot take snapshots: use the interpreter or the native engine", name()));
}

void Engine::restore(const Snapshot& /*snapshot*/) {
  throw UserError(
      fmt::format("engine '{}' cannot restore snapshots: use the interpreter or the native engine", name()));
}

std::vector<Storage> Engine::watch(std::span<const std::string> paths) { return std::vector<Storage>(paths.size()); }

Bits Engine::get_internal(std::string_view path) { no_internals(*this, path); }
void Engine::set_internal(std::string_view path, const Bits& /*value*/) { no_internals(*this, path); }
Bits Engine::peek_memory(std::string_view path, uint64_t /*address*/) { no_internals(*this, path); }
void Engine::poke_memory(std::string_view path, uint64_t /*address*/, const Bits& /*value*/) {
  no_internals(*this, path);
}

void Engine::report(Event event) {
  if (event.kind == EventKind::assertion || event.kind == EventKind::assumption) ++failures_;
  if (event.kind == EventKind::stop || event.kind == EventKind::finish) finished_ = true;
  if (handler_) {
    handler_(event);
  } else {
    events_.push_back(std::move(event));
  }
}

void Engine::take_events_of(Engine& inner, std::function<void(const Event&)> on_event) {
  handler_ = std::move(inner.handler_);
  events_ = std::move(inner.events_);
  failures_ = inner.failures_;
  finished_ = inner.finished_;
  inner.events_.clear();
  inner.handler_ = std::move(on_event);
}

PortHandle::PortHandle(Engine& engine, PortId port) : engine_(&engine), id_(port) {
  static constexpr DirectAccess::Port kUnknown;  // whatever is done goes through the engine
  if (port >= engine.ports_.size()) engine.reject(port);
  const PortInfo& info = engine.ports_[port];
  if (info.width > 64) {
    throw UserError(
        fmt::format("port '{}' has {} bits, and a handle is for at most 64: use set() and get() of the engine",
                    info.name, info.width));
  }
  direct_ = engine.direct_;
  port_ = port < direct_->port_count ? &direct_->ports[port] : &kUnknown;
}

ClockDriver::ClockDriver(Engine& engine, std::string_view name) : engine_(&engine), port_(engine.port(name)) {
  check_clock(engine.ports()[port_]);
}

void ClockDriver::set_level(bool high) {
  if (level_ && !high) ++cycles_;
  level_ = high;
  engine_->set_u64(port_, high ? 1 : 0);
  engine_->evaluate();
}

}  // namespace burin::sim
