// SPDX-License-Identifier: Apache-2.0
//! @file engine.h
//! @brief What every way of running a design offers: ports in, ports out, settle; independent of how it is run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "burin/base/bits.h"
#include "burin/sim/direct_access.h"

namespace burin::sim {

enum class PortDirection : uint8_t { input, output, inout };

/// A port of the design that an engine runs.
struct PortInfo {
  std::string name;  ///< As in the Verilog.
  PortDirection direction = PortDirection::input;
  uint32_t width = 0;  ///< Bits; 0 is legal: the port exists here and in no Verilog.
};

/// What registers and memories without a stated power-up value hold at time zero.
struct PowerUp {
  enum class Kind : uint8_t { zeros, ones, random };
  Kind kind = Kind::zeros;
  uint64_t seed = 1;  ///< Of `random`; equal seeds give equal values on one engine, not across engines.
};

enum class EventKind : uint8_t { assertion, assumption, cover, print, stop, finish };

/// Something the design said: a failed check, a covered condition, a print, or an end of simulation asked for
/// by foreign Verilog ($stop, $finish).
struct Event {
  EventKind kind = EventKind::print;
  std::string text;      ///< One message without a line break at its end.
  std::string location;  ///< "file:line" of the statement in the designer's source; "" where unknown.
  std::string name;      ///< Label of the check; "" where unknown.
};

/// Where an engine keeps a value in memory: `size` bytes at `data`, least significant first, of which the bits beyond
/// the value's width are 0. `size` is 1, 2, 4 or a multiple of 8. No address: the value has to be asked for.
struct Storage {
  const void* data = nullptr;
  uint32_t size = 0;
};

/// All state of an engine at one moment: registers, memories, inputs, levels of clocks. Each engine has a kind of its
/// own, which only an engine of the same kind that runs the same design takes back.
class Snapshot {
 public:
  Snapshot() = default;
  virtual ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
};

/// A design that can be run. Not thread-safe; two engines are independent of each other.
///
/// A new engine holds the power-up state, all inputs are 0 and it has been evaluated once. After inputs
/// changed, `evaluate()` takes the design to its next stable state. Clocks and resets are inputs like any
/// other: an edge is the change of a clock input between two calls of `evaluate()`. Inputs that change
/// together with a clock count as changed just *before* its edge: logic first settles with the new inputs and
/// the old state, then the edge samples it, then logic settles again. Edges of several clocks in one call
/// happen at the same time.
///
/// An inout is driven from both sides: `set` is what the world outside puts on the pin, `get` the pin's value
/// (the design's bits where it drives, the outside's elsewhere).
///
/// Every member that takes a name or a value throws `UserError` with one line for a name that does not exist,
/// a value wider than its port, or a thing this engine cannot do.
class Engine {
 public:
  explicit Engine(std::vector<PortInfo> ports);
  virtual ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// "native", "interpreter", "verilator", "netlist": as on the command line and in reports.
  [[nodiscard]] virtual std::string_view name() const = 0;

  // --- ports

  [[nodiscard]] std::span<const PortInfo> ports() const { return ports_; }

  /// The index of the port called `name`; the error lists the ports there are.
  [[nodiscard]] PortId port(std::string_view name) const;

  /// True when there is a port called `name`.
  [[nodiscard]] bool has_port(std::string_view name) const { return ids_.contains(std::string(name)); }

  /// Sets an input or the outside of an inout. A narrower value is extended with zeros; a wider one is an
  /// error unless its upper bits are zero.
  void set(PortId port, const Bits& value) {
    if (port >= ports_.size() || !fits(port, value)) reject(port, value);
    do_set(port, value);
  }
  void set(std::string_view name, const Bits& value) { set(port(name), value); }

  /// The same for ports of at most 64 bits, without a `Bits`; the value must fit.
  void set_u64(PortId port, uint64_t value) {
    if (direct_->set(port, value)) return;
    if (port >= ports_.size() || !fits(port, value)) reject(port, value);
    do_set_u64(port, value);
  }
  void set_u64(std::string_view name, uint64_t value) { set_u64(port(name), value); }

  /// The value of any port, as of the last `evaluate()`; of an input, the value last set.
  [[nodiscard]] Bits get(PortId port) {
    if (port >= ports_.size()) reject(port);
    return do_get(port);
  }
  [[nodiscard]] Bits get(std::string_view name) { return get(port(name)); }

  /// The same for ports of at most 64 bits, without a `Bits`.
  [[nodiscard]] uint64_t get_u64(PortId port) {
    if (const DirectAccess::Code getter = direct_->getter(port)) return getter(direct_->buffer);
    if (port >= ports_.size() || ports_[port].width > 64) reject(port);
    return do_get_u64(port);
  }
  [[nodiscard]] uint64_t get_u64(std::string_view name) { return get_u64(port(name)); }

  /// Which bits of an inout the design drives now; all ones for an output, zero for an input.
  [[nodiscard]] virtual Bits get_output_enable(PortId port);

  // --- time

  /// Settles the design after inputs changed: edges of clocks first update state, then logic follows.
  virtual void evaluate() = 0;

  /// `cycles` full clocks on the 1-bit input `clock`, low → high → low, with the other inputs as they are.
  /// Inputs set just before take part in the rising edge; afterwards the clock is low and outputs are settled.
  /// The same as setting and evaluating one by one, and faster.
  void step(PortId clock, uint64_t cycles = 1) {
    if (cycles == 1 && direct_->quiet_step(clock)) return;
    if (cycles != 1 || !direct_->step(clock)) return do_step(clock, cycles);
    if (direct_->said_something != 0) hear();
  }
  void step(std::string_view clock, uint64_t cycles = 1) { step(port(clock), cycles); }

  /// Back to the state of a new engine: power-up values again (the same ones when random), inputs 0, one
  /// evaluation. Events are kept.
  virtual void restart() = 0;

  /// States the time of the next `evaluate()` for those who record: ticks of a unit that they know. Engines that do
  /// not record need not look at it.
  virtual void at_time(uint64_t ticks);

  /// The state of now, for `restore()`. @throws UserError where the engine has none to give.
  [[nodiscard]] virtual std::unique_ptr<Snapshot> snapshot();

  /// Goes back to a state that `snapshot()` of this engine gave, outputs included; events are kept.
  /// @throws UserError for the snapshot of another engine.
  virtual void restore(const Snapshot& snapshot);

  // --- inside the design; not every engine offers it

  /// True when the four functions below work; otherwise they throw `UserError`.
  [[nodiscard]] virtual bool can_access_internals() const { return false; }

  /// The value of a signal or register inside. `path`: instance names and the signal's Verilog name joined by
  /// dots, without the top module: "core.state_a". An input gives the value last set, like `get`.
  [[nodiscard]] virtual Bits get_internal(std::string_view path);

  /// Overwrites a register inside; the value holds until its next update. Call `evaluate()` to let logic follow.
  virtual void set_internal(std::string_view path, const Bits& value);

  /// Word `address` of the memory at `path`; an address beyond its depth is an error.
  [[nodiscard]] virtual Bits peek_memory(std::string_view path, uint64_t address);

  /// Where the values of `paths` (as of `get_internal`, ports of the top module included) lie after each
  /// `evaluate()`, `restart()` and `restore()`, for those who look at many of them each time: an engine that computes
  /// values only when they are asked for has to compute these in each evaluation from now on. An entry without an
  /// address is to be read by `get_internal`: an unknown name, a value that is not kept in this form. The addresses
  /// hold until the next call, which replaces this one.
  [[nodiscard]] virtual std::vector<Storage> watch(std::span<const std::string> paths);

  /// Overwrites word `address` of the memory at `path`.
  virtual void poke_memory(std::string_view path, uint64_t address, const Bits& value);

  // --- what the design says

  /// Called for each event as it happens; then events are not collected. An empty function: collect again.
  void set_event_handler(std::function<void(const Event&)> handler) { handler_ = std::move(handler); }

  /// Events since the last `clear_events()`, in order.
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  void clear_events() { events_.clear(); }

  /// Failed assertions and assumptions so far, whether collected or handed on.
  [[nodiscard]] uint64_t failures() const { return failures_; }

  /// True once foreign Verilog called $finish or $stop. The engine keeps running when asked to.
  [[nodiscard]] bool finished() const { return finished_; }

 protected:
  /// Values are checked already: the index is valid, the value fits. Setting an output is refused before.
  virtual void do_set(PortId port, const Bits& value) = 0;
  /// Only called for ports of at most 64 bits, as is `do_get_u64`.
  virtual void do_set_u64(PortId port, uint64_t value) { do_set(port, Bits(ports_[port].width, value)); }
  [[nodiscard]] virtual Bits do_get(PortId port) = 0;
  [[nodiscard]] virtual uint64_t do_get_u64(PortId port) { return do_get(port).word(0); }

  /// @see step
  virtual void do_step(PortId clock, uint64_t cycles);
  /// Hands on what checks said while `DirectAccess::step` ran.
  virtual void hear() {}

  /// For engines that have it; it must live as long as the engine.
  void set_direct_access(DirectAccess* direct) { direct_ = direct; }

  /// Records an event or hands it on.
  void report(Event event);

  /// For engines around another one: takes over its events so far, its handler and its counts, and everything that it
  /// reports from now on by way of `on_event`.
  void take_events_of(Engine& inner, std::function<void(const Event&)> on_event);

 private:
  friend class PortHandle;

  [[nodiscard]] bool fits(PortId port, uint64_t value) const {
    const uint32_t width = limits_[port];
    return width < 64 ? (value >> width) == 0 : width == 64;
  }
  [[nodiscard]] bool fits(PortId port, const Bits& value) const;
  // The one line for a refused port or value; never returns.
  [[noreturn]] void reject(PortId port) const;
  [[noreturn]] void reject(PortId port, uint64_t value) const;
  [[noreturn]] void reject(PortId port, const Bits& value) const;

  static constexpr uint32_t kNotSettable = 0xffffffff;
  DirectAccess no_direct_;
  DirectAccess* direct_ = &no_direct_;
  std::vector<PortInfo> ports_;
  std::vector<uint32_t> limits_;  // width of a settable port; kNotSettable of an output
  std::unordered_map<std::string, PortId> ids_;
  std::function<void(const Event&)> handler_;
  std::vector<Event> events_;
  uint64_t failures_ = 0;
  bool finished_ = false;
};

/// A port of at most 64 bits, found once: for those who set or read it in every clock. Used with the engine it was made
/// for, while that lives.
class PortHandle {
 public:
  /// @throws UserError when the engine has no such port, or a wider one.
  PortHandle(Engine& engine, PortId port);
  PortHandle(Engine& engine, std::string_view name) : PortHandle(engine, engine.port(name)) {}

  /// @see Engine::set_u64
  void set(uint64_t value) {
    if (value < port_->free_bound) {
      *port_->value = static_cast<uint32_t>(value);
    } else {
      engine_->set_u64(id_, value);
    }
  }
  /// @see Engine::get_u64
  [[nodiscard]] uint64_t get() const {
    return port_->steady != nullptr ? port_->steady(direct_->buffer) : engine_->get_u64(id_);
  }
  [[nodiscard]] PortId id() const { return id_; }

 private:
  const DirectAccess::Port* port_;
  const DirectAccess* direct_;
  Engine* engine_;
  PortId id_;
};

/// One clock of an engine, found once: `clock.step()` is a full cycle.
class ClockDriver {
 public:
  /// @throws UserError when the engine has no 1-bit input of that name.
  ClockDriver(Engine& engine, std::string_view name);

  /// `cycles` full clocks, low → high → low. @see Engine::step
  void step(uint64_t cycles = 1) {
    engine_->step(port_, cycles);
    cycles_ += cycles;
  }

  /// Half a clock, for several clocks that run at their own pace: sets the level and evaluates.
  void set_level(bool high);

  /// Full clocks driven so far.
  [[nodiscard]] uint64_t cycles() const { return cycles_; }
  [[nodiscard]] PortId port() const { return port_; }

 private:
  Engine* engine_;
  PortId port_;
  uint64_t cycles_ = 0;
  bool level_ = false;
};

}  // namespace burin::sim
