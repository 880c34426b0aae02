// SPDX-License-Identifier: Apache-2.0
//! @file direct_access.h
//! @brief The short way from an engine to ports that it keeps in memory; for those who write engines.
#pragma once

#include <cstddef>
#include <cstdint>

namespace burin::sim {

/// Index of a port in `Engine::ports()`.
using PortId = uint32_t;

/// Ports that an engine keeps in memory of this process. `Engine` sets and reads them without a virtual function; a
/// bench that does little else between two clocks spends most of its time there. For those who write engines.
struct DirectAccess {
  static constexpr PortId kNoClock = 0xffffffff;
  /// Machine code that works on the buffer, or gives the value of a port.
  using Code = uint64_t (*)(uint8_t* buffer);
  struct alignas(64) Port {
    uint64_t bound = 0;         ///< Values below may be set; 0: it cannot be set here.
    uint64_t free_bound = 0;    ///< Values below may be written with nothing else to do: `bound` where it is not seen.
    uint64_t epoch = 0;         ///< When it was set last.
    uint32_t* value = nullptr;  ///< At most 32 bits.
    uint32_t* old = nullptr;    ///< Of an input: its value at the last evaluation, once it was set.
    Code getter = nullptr;      ///< Gives its value while all is quiet; none: ask the engine.
    Code steady = nullptr;      ///< Gives its value at any time: inputs have no part in it. None: see `getter`.
    bool is_control = false;    ///< A clock or an asynchronous reset.
    bool is_read = false;       ///< Something computes with it: of a clock, its level matters in its own edge.
    bool is_seen = false;       ///< Something that is not evaluated yet may still have to look at the old value.
  };
  Port* ports = nullptr;  ///< Of each port of the engine.
  PortId port_count = 0;
  PortId clock = kNoClock;  ///< A clock, now low, of which a full cycle is one call of `edge`.
  /// The same, while there is nothing to do besides: all is quiet, nobody keeps values of this epoch, and `edge` has no
  /// checks that may speak.
  PortId quiet_clock = kNoClock;
  Code edge = nullptr;
  uint8_t* buffer = nullptr;
  uint64_t epoch = 1;            ///< Evaluations so far.
  uint64_t changed_count = 0;    ///< Inputs that are seen and were set since the last evaluation …
  Port** changed = nullptr;      ///< … and which; room for all.
  bool is_quiet = true;          ///< There are none, and state was not overwritten from outside since then.
  uint8_t said_something = 0;    ///< A check spoke in `edge`.
  bool edge_is_silent = false;   ///< `edge` has no checks.
  bool control_touched = false;  ///< One of the inputs set is a control.

  void forget_clock() { clock = quiet_clock = kNoClock; }
  void start_epoch() {
    ++epoch;
    changed_count = 0;
    is_quiet = true;
  }
  /// Keeps the value of an input, as it was at the last evaluation, before it changes.
  void remember(Port& port) {
    if (port.is_control) {
      control_touched = true;
      forget_clock();
    }
    quiet_clock = kNoClock;
    if (port.epoch == epoch) return;
    port.epoch = epoch;
    *port.old = *port.value;
    changed[changed_count++] = &port;
    is_quiet = false;
  }
  bool set(PortId id, uint64_t number) {
    if (id >= port_count) return false;
    Port& port = ports[id];
    if (number >= port.bound) return false;
    if (port.is_seen && *port.value != number) remember(port);
    *port.value = static_cast<uint32_t>(number);
    return true;
  }
  /// The code that gives the value of a port now; none: ask the engine.
  [[nodiscard]] Code getter(PortId id) const { return id < port_count && is_quiet ? ports[id].getter : nullptr; }
  /// A full cycle of a clock. False when there is more to it than a call.
  bool quiet_step(PortId id) const {
    if (id != quiet_clock) return false;
    edge(buffer);
    return true;
  }
  /// The same where there may be checks, and inputs were set that are seen.
  bool step(PortId id) {
    if (id != clock) return false;
    start_epoch();
    edge(buffer);
    if (edge_is_silent) quiet_clock = clock;
    return true;
  }
};

}  // namespace burin::sim
