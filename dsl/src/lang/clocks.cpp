// SPDX-License-Identifier: Apache-2.0
//! @file clocks.cpp
//! @brief Clocks: the default one, ports, derived ones, gates and synchronisers.
#include <fmt/format.h>

#include "builder.h"

namespace burin::detail {

ir::ClockId Builder::add_clock_port(const std::string& name, const ClockOptions& clock, LocationId location) {
  ir::Module& m = module();
  const auto id = static_cast<ir::ClockId>(m.clocks.size());
  m.clocks.emplace_back();
  const std::string stem = name.empty() ? "" : name + "_";
  const auto port = [&](const std::string& suffix, ir::PortTiming::Kind kind) {
    ir::Signal signal;
    signal.name = stem + suffix;
    signal.object = signal.name;
    signal.kind = ir::SignalKind::input;
    signal.width = 1;
    signal.type = design->boolean_type();
    signal.timing = {kind, id};
    signal.location = location;
    signal.may_be_unused = true;
    return m.read(m.add_signal(std::move(signal)), location);
  };
  ir::Clock made;
  made.name = name.empty() ? "clk" : name;
  made.edge = clock.edge;
  made.reset_kind = clock.reset;
  made.reset_level = clock.level;
  made.location = location;
  made.clock = port("clk", ir::PortTiming::Kind::is_clock);
  if (clock.reset != ir::ResetKind::none) {
    made.reset = port(clock.level == ir::ResetLevel::active_low ? "rst_n" : "rst", ir::PortTiming::Kind::is_reset);
  }
  m.clocks[id] = made;
  return id;
}

ir::ClockId Builder::default_clock(LocationId location) {
  ModuleState& s = state();
  if (s.default_clock == ir::kNone) s.default_clock = add_clock_port("", s.clock_options, location);
  return s.default_clock;
}

ir::ClockId Builder::clock_for(const ClockReference& reference, LocationId location) {
  if (reference.id == ir::kNone) {
    return state().with_clocks.empty() ? default_clock(location) : state().with_clocks.back();
  }
  if (reference.module != here_id()) {
    const ir::Clock& clock = design->module(reference.module).clocks[reference.id];
    report(DiagnosticId::foreign_value, location,
           fmt::format("clock `{}` of module {} is used in module {}", clock.name,
                       design->module(reference.module).base_name, module().base_name),
           "clocks of the module at hand", "a `Clock` member, connected where the module is instantiated",
           {{clock.location, "declared here"}});
    return default_clock(location);
  }
  return reference.id;
}

ClockReference::ClockReference(const Clock& clock) : id(clock.id()), module(clock.module_id()) {}

}  // namespace burin::detail

namespace burin {

using detail::Builder;

Clock::Clock(ClockOptions options, const Where& where) {
  Builder& b = Builder::current(where);
  b.settle();
  id_ = b.add_clock_port("", options, b.locate_declaration(where));
  module_ = b.here_id();
}

void Clock::set_name(std::string_view name, std::string_view path) {
  Builder& b = Builder::current(Where{});
  ir::Module& m = b.design->module(module_);
  m.clocks[id_].name = name;
  b.name_declaration(module_, m.clocks[id_].location, path);
  for (ir::Signal& signal : m.signals) {
    if (signal.timing.clock == id_ && (signal.timing.kind == ir::PortTiming::Kind::is_clock ||
                                       signal.timing.kind == ir::PortTiming::Kind::is_reset)) {
      signal.object = std::string(path) + "." + signal.name;
      signal.name = std::string(name) + "_" + signal.name;
    }
  }
}

Bool Clock::signal(const Where& where) const {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const ir::ClockId id = b.clock_for(*this, location);
  return {detail::FromValue{}, b.wrap(b.module().clocks[id].clock)};
}

Bool Clock::reset_signal(const Where& where) const {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const ir::Clock& clock = b.module().clocks[b.clock_for(*this, location)];
  if (clock.reset == ir::kNone) {
    b.report(DiagnosticId::reset_without_domain, location, fmt::format("the clock `{}` has no reset", clock.name),
             "a clock with a reset", "another ResetKind in its declaration", {{clock.location, "declared here"}});
    return Bool(false);
  }
  return {detail::FromValue{}, b.wrap(clock.reset)};
}

void Clock::connect(const Bool& clock, const Bool& reset, const Where& where) const {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const ir::Module& child = b.design->module(module_);
  for (ir::SignalId id = 0; id < child.signals.size(); ++id) {
    const ir::PortTiming& timing = child.signals[id].timing;
    if (timing.clock != id_) continue;
    if (timing.kind == ir::PortTiming::Kind::is_clock) b.drive_signal(module_, id, b.use(clock, location, 1), location);
    if (timing.kind == ir::PortTiming::Kind::is_reset) b.drive_signal(module_, id, b.use(reset, location, 1), location);
  }
}

void Clock::connect(const Clock& source, const Where& where) const {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const ir::Clock& inner = b.design->module(module_).clocks[id_];
  const ir::Clock outer = b.module().clocks[b.clock_for(source, location)];
  const bool same =
      inner.edge == outer.edge && (inner.reset_kind == ir::ResetKind::none ||
                                   (inner.reset_kind == outer.reset_kind && inner.reset_level == outer.reset_level));
  if (!same) {
    b.report(DiagnosticId::unmatched_connection, location,
             fmt::format("the clock `{}` differs from the instance's `{}` in edge, reset kind or reset level",
                         outer.name, inner.name),
             "clocks of one kind",
             fmt::format("child->{}.connect(clock_bit, reset_bit), with signals that fit", inner.name),
             {{outer.location, fmt::format("clock `{}` is declared here", outer.name)},
              {inner.location, fmt::format("clock `{}` is declared here", inner.name)}});
    return;
  }
  const Bool clock(detail::FromValue{}, b.wrap(outer.clock));
  connect(clock, outer.reset == ir::kNone ? Bool(false) : Bool(detail::FromValue{}, b.wrap(outer.reset)), where);
}

DerivedClock::DerivedClock(ClockOptions options, const Where& where) : Clock(Internal{}), clock(where), reset(where) {
  Builder& b = Builder::current(where);
  ir::Module& m = b.module();
  // With its wires it is one declaration.
  const LocationId location = m.signals[clock.first_signal()].location;
  ir::Clock made;
  made.name = "derived";
  made.edge = options.edge;
  made.reset_kind = options.reset;
  made.reset_level = options.level;
  made.location = location;
  made.clock = m.read(clock.first_signal(), location);
  if (options.reset != ResetKind::none) {
    made.reset = m.read(reset.first_signal(), location);
  } else {
    reset = false;
  }
  id_ = static_cast<ir::ClockId>(m.clocks.size());
  module_ = b.here_id();
  m.clocks.push_back(made);
}

void DerivedClock::set_name(std::string_view name, std::string_view path) {
  Builder::current(Where{}).design->module(module_).clocks[id_].name = name;
  clock.set_name(std::string(name) + "_clk", std::string(path) + ".clock");
  reset.set_name(std::string(name) + "_rst", std::string(path) + ".reset");
}

namespace {

class DefaultClock : public Clock {
 public:
  DefaultClock() : Clock(Internal{}) {}
  void set(ir::ClockId id, ir::ModuleId module) {
    id_ = id;
    module_ = module;
  }
};

}  // namespace

const Clock& default_clock(const Where& where) {
  thread_local DefaultClock clock;
  Builder& b = Builder::current(where);
  clock.set(b.clock_for({}, b.locate(where)), b.here_id());
  return clock;
}

WithClock::WithClock(const Clock& clock) {
  Builder& b = Builder::current(Where{});
  b.state().with_clocks.push_back(b.clock_for(clock, b.last_location()));
}

WithClock::~WithClock() {
  Builder* b = Builder::try_current();
  if (b != nullptr && !b->state().with_clocks.empty()) b->state().with_clocks.pop_back();
}

Bool gated(const Bool& enable, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const ir::ClockId from = b.clock_for({}, location);
  // The enable is taken over at the other edge, so it is steady while the clock is active.
  ir::Clock opposite = b.module().clocks[from];
  const bool rising = opposite.edge == Edge::rising;
  opposite.edge = rising ? Edge::falling : Edge::rising;
  opposite.name += "_gate";
  opposite.reset_kind = ResetKind::none;
  opposite.reset = ir::kNone;
  const auto id = static_cast<ir::ClockId>(b.module().clocks.size());
  b.module().clocks.push_back(opposite);
  detail::ClockReference reference;
  reference.id = id;
  reference.module = b.here_id();
  Reg<Bool> open(RegOptions{.clock = reference, .power_up = Bits(1)}, where);
  open = detail::Operand<Bool>(enable, where);
  const Bool clock(detail::FromValue{}, b.wrap(opposite.clock));
  return rising ? clock & open : clock | ~open;
}

namespace {

/// Calls the two registers behind `source` after it: `sent_meta`, which may still waver, and `sent_sync`.
void name_synchroniser(Builder& b, ir::NodeId source, detail::Object& first, detail::Object& second) {
  const ir::Module& m = b.module();
  std::string stem(m.name_of(source));
  if (m.node(source).op == ir::Op::read) stem = m.signals[m.node(source).immediate].name;
  if (stem.empty()) return;
  for (const auto& [reg, suffix] : {std::pair{&first, "_meta"}, std::pair{&second, "_sync"}}) {
    const std::string name = b.unique_label(stem + suffix);
    reg->set_name(name, name);
  }
}

detail::Value two_registers(const detail::Value& value, uint32_t width, const detail::ClockReference& clock,
                            const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const ir::NodeId node = b.use(value, location, width);
  RegOptions options;
  options.clock = clock;
  options.power_up = Bits(width);
  options.synchroniser = true;
  Reg<UInt<>> first(Shape{width}, options, where);
  options.synchroniser = false;
  options.attributes = {{"ASYNC_REG", "TRUE"}};  // the first register has it by its kind
  Reg<UInt<>> second(Shape{width}, options, where);
  name_synchroniser(b, node, first, second);
  b.drive_signal(b.here_id(), first.first_signal(), node, location);
  b.drive_signal(b.here_id(), second.first_signal(), b.module().read(first.first_signal(), location), location);
  return b.wrap(b.module().read(second.first_signal(), location));
}

}  // namespace

Bool synchronise(const Bool& value, detail::ClockReference clock, const Where& where) {
  return {detail::FromValue{}, two_registers(value, 1, clock, where)};
}

UInt<> synchronise_gray(const UInt<>& value, detail::ClockReference clock, const Where& where) {
  return {detail::FromValue{}, two_registers(value, value.width(), clock, where)};
}

}  // namespace burin
