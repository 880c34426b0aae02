// SPDX-License-Identifier: Apache-2.0
//! @file machine.h
//! @brief A running design: its buffer, its functions, and what happens in one evaluation.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "burin/sim/native_engine.h"
#include "emit.h"
#include "function.h"
#include "layout.h"
#include "netlist.h"

namespace burin::sim::native {

/// The bytes of a running design. Zero at first; they may move when they grow.
class Buffer {
 public:
  void grow(uint64_t bytes);
  [[nodiscard]] uint8_t* data() const { return data_; }

 private:
  struct Free {
    void operator()(void* block) const;
  };
  std::unique_ptr<void, Free> block_;
  uint8_t* data_ = nullptr;
  uint64_t bytes_ = 0;
};

class Machine {
 public:
  Machine(const ir::Module& module, const PowerUp& power_up, Tier tier, std::function<void(Event)> report);

  void restart();
  void evaluate();
  /// One clock of the port that was stepped before, in a quiet moment: what a bench does most. False when it is not so:
  /// then nothing has changed, here and below.
  bool step_hot(uint32_t port) {
    if (port != hot_port_ || control_touched_ || must_run_) return false;
    uint8_t* const data = buffer_.data();
    if (data[hot_offset_] != 0) return false;
    start_epoch();
    data[hot_offset_] = 1;
    hot_function_(data, 1);
    data[hot_offset_] = 0;
    if (stop_ != 0) flush_events();
    return true;
  }
  /// Full clocks of a port. False when that cannot be done quickly now.
  bool step(uint32_t port, uint64_t cycles);

  // --- ports, by their number

  void set_port(uint32_t port, uint64_t value) {
    Port& to = ports_[port];
    uint8_t* const at = buffer_.data() + to.offset;
    if (to.bytes == 4) {
      uint32_t old = 0;
      std::memcpy(&old, at, 4);
      const auto now = static_cast<uint32_t>(value);
      if (old == now) return;
      remember(to);
      std::memcpy(at, &now, 4);
      return;
    }
    set_port_slowly(port, value);
  }
  void set_port(uint32_t port, const Bits& value);
  [[nodiscard]] Bits port(uint32_t port);
  /// Of a port of at most 64 bits.
  [[nodiscard]] uint64_t port_u64(uint32_t port) {
    const Port& from = ports_[port];
    if (!from.is_plain) {
      ProbeGroup* const group = from.group;
      if (group == nullptr) return port_u64_slowly(port);
      if (group->epoch != epoch_) {
        if (changed_count_ != 0 || !overwritten_.empty()) return port_u64_slowly(port);
        (*group->function)(buffer_.data());
        group->epoch = epoch_;
      }
    }
    if (from.bytes == 4) {
      uint32_t word = 0;
      std::memcpy(&word, buffer_.data() + from.offset, 4);
      return word;
    }
    uint64_t word = 0;
    std::memcpy(&word, buffer_.data() + from.offset, 8);
    return word;
  }

  // --- inside

  [[nodiscard]] Bits signal(ir::SignalId id);
  void overwrite(ir::SignalId id, const Bits& value);
  [[nodiscard]] bool drives(ir::SignalId inout);
  [[nodiscard]] Bits peek(ir::MemoryId memory, uint64_t address) const;
  void poke(ir::MemoryId memory, uint64_t address, const Bits& value);
  [[nodiscard]] std::vector<CoverCount> cover_counts() const;
  [[nodiscard]] size_t code_bytes() const { return code_bytes_; }

 private:
  /// A clock or an asynchronous reset as something to look at.
  struct Level {
    uint64_t offset = 0;
    bool is_input = false;  ///< Read from an input, or constant.
    ir::SignalId signal = ir::kNone;
  };
  struct Clock {
    Level level;
    bool rising = true;
    bool asynchronous = false;
    Level reset;
    bool reset_level = true;
    struct Reset {
      uint64_t offset = 0;
      std::vector<uint64_t> value;
      uint32_t bytes = 0;
    };
    std::vector<Reset> resets;
  };
  /// What happens at the edges of a set of clocks.
  struct EdgeFunction {
    FunctionSpec spec;
    std::unique_ptr<Function> once;
    std::unique_ptr<Function> loop;
    bool is_empty = false;
  };
  struct StepPlan {
    bool known = false;
    bool possible = false;
    EdgeFunction* rising = nullptr;
    EdgeFunction* falling = nullptr;
    std::vector<uint32_t> rising_clocks;
    std::vector<uint32_t> falling_clocks;
  };
  /// Signals that are computed together when one of them is read.
  struct ProbeGroup {
    std::vector<ir::SignalId> signals;
    std::unique_ptr<Function> function;
    uint64_t epoch = 0;
  };
  /// A port and where its value is.
  struct Port {
    uint64_t epoch = 0;           ///< Of an input: when it was last changed, in evaluations.
    ProbeGroup* group = nullptr;  ///< Of an output that is computed, once it was read.
    uint64_t offset = 0;
    uint64_t old = 0;  ///< Of an input: where its value of the last evaluation is kept.
    uint32_t width = 0;
    uint32_t bytes = 0;
    bool is_plain = false;    ///< `offset` holds the value at any time.
    bool is_control = false;  ///< A clock or an asynchronous reset.
    ir::SignalId signal = ir::kNone;
  };
  struct Overwritten {
    uint64_t offset = 0;
    std::vector<uint8_t> bytes;
  };

  void build_clocks();
  void build_ports();
  Level level_of(NodeRef node, uint64_t control_slot, std::vector<std::pair<uint64_t, NodeRef>>& computed);
  [[nodiscard]] bool is_on(const Level& level) const;
  void start_epoch() {
    ++epoch_;
    changed_count_ = 0;
    if (!overwritten_.empty()) forget_overwritten();
  }
  // The value of an input before it changes: what is computed before the next evaluation looks at it.
  void remember(Port& port) {
    if (port.is_control) control_touched_ = true;
    if (port.epoch == epoch_) return;
    port.epoch = epoch_;
    changed_[changed_count_++] = &port;
    uint8_t* const data = buffer_.data();
    if (port.bytes == 4) {
      std::memcpy(data + port.old, data + port.offset, 4);
    } else {
      std::memcpy(data + port.old, data + port.offset, port.bytes);
    }
  }
  [[nodiscard]] uint64_t port_u64_slowly(uint32_t port);
  void set_port_slowly(uint32_t port, uint64_t value);
  void run(bool clocks_fire);
  bool reset_asynchronously();
  [[nodiscard]] bool resets_are_off() const;
  EdgeFunction& edge_function(const std::vector<uint32_t>& fired);
  StepPlan& plan_for(uint32_t port);
  std::unique_ptr<Function> compile(const FunctionSpec& spec, bool loop);
  void run_once(EdgeFunction& edge);
  void run_many(EdgeFunction& edge, uint64_t cycles);
  void flush_events();
  static void report_from_code(void* context, const ProcessArguments* arguments);
  [[nodiscard]] bool is_computed(ir::SignalId id) const;
  void probe(ir::SignalId id);
  void run_probe(ProbeGroup& group);
  void write_outside(uint64_t offset, const Bits& value, uint32_t bytes);
  void exchange_old();
  void forget_overwritten();
  [[nodiscard]] Bits read(uint64_t offset, uint32_t width) const;
  void write(uint64_t offset, const Bits& value, uint32_t bytes);
  [[noreturn]] void does_not_settle(const std::vector<bool>& restless) const;

  const ir::Module& module_;
  PowerUp power_up_;
  Tier tier_;
  std::function<void(Event)> report_;
  Netlist netlist_;
  Layout layout_;
  Workspace workspace_;
  Buffer buffer_;
  uint64_t scratch_ = 0;  // first byte that functions may use for themselves

  std::vector<Clock> clocks_;
  std::unique_ptr<Function> control_;  // computes clocks and resets that are not read directly
  bool simple_control_ = true;         // clocks and asynchronous resets are inputs
  std::vector<Port> ports_;
  std::vector<StepPlan> plans_;     // of each port
  std::vector<uint32_t> input_of_;  // the port of each signal that is an input or inout
  std::vector<Port*> changed_;      // inputs that changed since the last evaluation: the first ones, room for all
  size_t changed_count_ = 0;
  bool control_touched_ = false;  // one of them is a clock or an asynchronous reset
  uint32_t hot_port_ = kNone;     // a clock that only has rising edges and nothing else to look at
  uint64_t hot_offset_ = 0;
  Function::Entry hot_function_ = nullptr;
  std::map<std::vector<uint32_t>, std::unique_ptr<EdgeFunction>> edges_;
  bool was_started_ = false;
  bool must_run_ = false;  // state was overwritten from outside
  uint8_t stop_ = 0;
  std::vector<Event> events_;

  uint64_t epoch_ = 1;
  std::vector<uint64_t> probe_offsets_;  // of each signal without state
  std::vector<uint32_t> group_of_;       // of each signal: its probe group
  std::vector<std::unique_ptr<ProbeGroup>> groups_;
  uint32_t port_groups_ = 0;
  uint32_t inner_groups_ = 0;
  ProbeGroup pad_group_;
  uint64_t pad_offset_ = 0;
  std::vector<Overwritten> overwritten_;
  size_t code_bytes_ = 0;
};

}  // namespace burin::sim::native
