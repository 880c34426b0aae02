// SPDX-License-Identifier: Apache-2.0
//! @file machine.h
//! @brief A running design: its buffer, its functions, and what happens in one evaluation.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <span>
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
  [[nodiscard]] DirectAccess& direct() { return direct_; }
  /// Hands on what checks said in the code.
  void flush_events();

  /// Full clocks of a port. False when that cannot be done quickly now.
  bool step(uint32_t port, uint64_t cycles);

  /// Bytes that were overwritten from outside: where, and those from before or those from now.
  struct Overwritten {
    uint64_t offset = 0;
    std::vector<uint8_t> bytes;
  };
  /// All state as of the last evaluation, and what was set since then.
  struct Saved {
    std::vector<uint8_t> state;
    std::vector<std::pair<uint32_t, Bits>> inputs;
    std::vector<Overwritten> written;
  };
  [[nodiscard]] Saved save();
  void load(const Saved& saved);
  /// Places of signals (`kNone`: none) that are computed after each evaluation from now on, instead of those before.
  std::vector<Storage> watch(const std::vector<ir::SignalId>& signals);

  // --- ports, by their number

  void set_port(uint32_t port, const Bits& value);
  [[nodiscard]] Bits port(uint32_t port);
  /// Of a port of at most 64 bits.
  [[nodiscard]] uint64_t port_u64(uint32_t port);

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
  };
  /// Signals that are computed together when one of them is read.
  struct ProbeGroup {
    std::vector<ir::SignalId> signals;
    std::unique_ptr<Function> function;
    uint64_t epoch = 0;
  };
  /// A port and where its value is; what is short and simple about it is in `direct_`.
  struct Port {
    uint64_t offset = 0;
    uint64_t old = 0;  ///< Of an input: where its value of the last evaluation is kept.
    uint32_t width = 0;
    uint32_t bytes = 0;
    ir::SignalId signal = ir::kNone;
  };

  static constexpr uint32_t kMostInGetter = 24;  // operations of an output that is computed whenever it is read

  void build_clocks();
  void build_ports();
  Level level_of(NodeRef node, uint64_t control_slot, std::vector<std::pair<uint64_t, NodeRef>>& computed);
  [[nodiscard]] bool is_on(const Level& level) const;
  void start_epoch() {
    direct_.start_epoch();
    overwritten_.clear();
  }
  void remember(uint32_t port);
  void set_direct_places();
  [[nodiscard]] bool is_small(NodeRef value) const;
  [[nodiscard]] bool looks_at_inputs(NodeRef value) const;
  void find_seen_inputs();
  void find_read_inputs();
  void run(bool clocks_fire);
  bool reset_asynchronously();
  /// Puts shift registers back to where they are when they have not moved: for those who look at fixed places.
  void settle_chains();
  [[nodiscard]] bool resets_are_off() const;
  EdgeFunction& edge_function(const std::vector<uint32_t>& fired);
  StepPlan& plan_for(uint32_t port);
  std::unique_ptr<Function> compile(const FunctionSpec& spec, bool loop);
  void run_once(EdgeFunction& edge);
  void run_many(EdgeFunction& edge, uint64_t cycles);
  static void report_from_code(void* context, const ProcessArguments* arguments);
  [[nodiscard]] bool is_computed(ir::SignalId id) const;
  void probe(ir::SignalId id);
  void run_probe(ProbeGroup& group);
  void run_watched() {
    if (!is_watched_) return;
    settle_chains();
    if (watched_.function) run_probe(watched_);
  }
  void write_outside(uint64_t offset, std::span<const uint8_t> bytes);
  void exchange_old();
  /// What `reader` shows of a state that it is, or passes on.
  [[nodiscard]] Bits state(NodeRef value, uint32_t width, ir::SignalId reader);
  [[nodiscard]] Bits read(uint64_t offset, uint32_t width) const;
  void write(uint64_t offset, const Bits& value, uint32_t bytes);

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
  DirectAccess direct_;
  bool has_steady_ports_ = false;
  std::vector<DirectAccess::Port> direct_ports_;  // of `direct_`
  std::vector<std::unique_ptr<Function>> getters_;
  std::vector<DirectAccess::Port*> changed_;
  std::map<std::vector<uint32_t>, std::unique_ptr<EdgeFunction>> edges_;
  bool was_started_ = false;
  std::vector<Event> events_;

  std::vector<uint64_t> probe_offsets_;  // of each signal without state
  std::vector<uint32_t> group_of_;       // of each signal: its probe group
  std::vector<std::unique_ptr<ProbeGroup>> groups_;
  uint32_t port_groups_ = 0;
  uint32_t inner_groups_ = 0;
  ProbeGroup pad_group_;
  ProbeGroup watched_;
  bool is_watched_ = false;
  uint64_t pad_offset_ = 0;
  std::vector<Overwritten> overwritten_;
  size_t code_bytes_ = 0;
};

}  // namespace burin::sim::native
