// SPDX-License-Identifier: Apache-2.0
//! @file clock.h
//! @brief Clocks with their resets. A module has a default one without saying so; further ones are members.
#pragma once

#include "burin/lang/signal.h"

namespace burin {

using ir::Edge;
using ir::ReadUnderWrite;
using ir::ResetKind;
using ir::ResetLevel;

/// What kind of clock and reset a module expects.
struct ClockOptions {
  Edge edge = Edge::rising;                    ///< The edge at which registers change.
  ResetKind reset = ResetKind::synchronous;    ///< An asynchronous reset acts at once, clock or no clock.
  ResetLevel level = ResetLevel::active_high;  ///< The level of the reset signal that resets.
};

namespace detail {

/// A clock on the right of `=`, with its place in the source.
struct LocatedClock {
  const Clock& clock;
  Where where;
  LocatedClock(const Clock& c, const Where& w = Where::current())
      : clock(c), where(w) {}  // NOLINT(google-explicit-constructor)
};

}  // namespace detail

/// A clock and its reset as ports of a module: a member `Clock write;` makes the ports `write_clk` and, unless the
/// options say `ResetKind::none`, `write_rst` (`write_rst_n` when active low). Every module has the default
/// clock `clk` and `rst` beside these, as far as it uses it.
class Clock {
 public:
  Clock(const Where& where = Where::current()) : Clock(ClockOptions{}, where) {}  // NOLINT(google-explicit-constructor)
  explicit Clock(ClockOptions options, const Where& where = Where::current());
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  /// Connects the clock of an instance: `child->write = my_clock`. Edge, reset kind and level must agree.
  void operator=(detail::LocatedClock source) const { connect(source.clock, source.where); }
  /// Connects the clock of an instance to signals.
  void connect(const Bool& clock, const Bool& reset, const Where& where = Where::current()) const;

  /// The clock, or its reset, as a signal.
  [[nodiscard]] Bool signal(const Where& where = Where::current()) const;
  [[nodiscard]] Bool reset_signal(const Where& where = Where::current()) const;

  void set_name(std::string_view name, std::string_view path);

  /// For the library.
  [[nodiscard]] ir::ClockId id() const { return id_; }
  [[nodiscard]] ir::ModuleId module_id() const { return module_; }

 protected:
  struct Internal {
    explicit Internal() = default;
  };
  explicit Clock(Internal) {}
  void connect(const Clock& source, const Where& where) const;

  ir::ClockId id_ = ir::kNone;
  ir::ModuleId module_ = ir::kNone;
};

/// A clock made inside the module: divided, gated, from a pin. Drive `clock` and, unless there is no reset, `reset`.
class DerivedClock : public Clock {
 public:
  DerivedClock(const Where& where = Where::current())
      : DerivedClock(ClockOptions{}, where) {}  // NOLINT(google-explicit-constructor)
  explicit DerivedClock(ClockOptions options, const Where& where = Where::current());

  Wire<Bool> clock;
  Wire<Bool> reset;

  void set_name(std::string_view name, std::string_view path);
};

/// The default clock in force, for `child->write = default_clock()`.
const Clock& default_clock(const Where& where = Where::current());

/// While it lives, registers, memory ports and checks that name no clock belong to `clock`.
class WithClock {
 public:
  explicit WithClock(const Clock& clock);
  ~WithClock();
  WithClock(const WithClock&) = delete;
  WithClock& operator=(const WithClock&) = delete;
};

/// A gated copy of the default clock without glitches: `enable` is taken over while the clock is inactive.
Bool gated(const Bool& enable, const Where& where = Where::current());

/// `value`, which may come from another clock or none, through two registers of the clock in force (or of
/// `clock`): for single bits, or codes of which one bit changes at a time. Two cycles later.
Bool synchronise(const Bool& value, detail::ClockReference clock = {}, const Where& where = Where::current());
UInt<> synchronise_gray(const UInt<>& value, detail::ClockReference clock = {}, const Where& where = Where::current());

}  // namespace burin
