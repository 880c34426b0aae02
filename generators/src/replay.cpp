// SPDX-License-Identifier: Apache-2.0
//! @file replay.cpp
//! @brief Repeats a solver's trace on the simulator.
//!
//! 1. Take the signals that the check looks at, then those that drive them, nearest first.
//! 2. For each step: set the inputs and the free values, in the first step the state too, and let logic settle. With
//!    several clocks, edges come first: they see the values of the step before.
//! 3. Note the values of the signals; make a cycle of the clock.
#include "replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"
#include "burin/ir/marks.h"
#include "burin/sim/bench.h"

namespace burin::cli {
namespace {

using ir::kNone;
using ir::NodeId;
using ir::Op;
using ir::SignalId;
using ir::SignalKind;

constexpr size_t kMostRows = 12;
constexpr size_t kMostColumns = 8;
constexpr uint32_t kWidestDecimal = 10;

/// The signals that `process` looks at, and what leads to them.
std::vector<SignalId> nearest_signals(const ir::Module& module, const ir::Process& process) {
  std::vector<SignalId> found;
  std::unordered_set<SignalId> seen;
  std::unordered_set<NodeId> visited;
  std::vector<NodeId> wave = {process.enable, process.condition};
  while (!wave.empty() && found.size() < kMostRows) {
    std::vector<NodeId> behind;  // drivers of the signals that this wave of nodes reads
    while (!wave.empty()) {
      const NodeId node = wave.back();
      wave.pop_back();
      if (node == kNone || !visited.insert(node).second) continue;
      if (module.node(node).op != Op::read) {
        const auto operands = module.operands(node);
        wave.insert(wave.end(), operands.begin(), operands.end());
        continue;
      }
      const SignalId id = module.node(node).immediate;
      if (!seen.insert(id).second) continue;
      const ir::Signal& signal = module.signals[id];
      const bool is_designers = !signal.object.empty() || signal.kind == SignalKind::input;
      const bool is_clock = signal.timing.kind == ir::PortTiming::Kind::is_clock;
      if (is_designers && !is_clock && signal.width != 0 && found.size() < kMostRows) found.push_back(id);
      behind.push_back(signal.driver);
      if (signal.kind == SignalKind::memory_read)
        behind.push_back(module.memories[signal.detail].reads[signal.detail_port].address);
    }
    wave = std::move(behind);
  }
  return found;
}

std::string value_text(const ir::Design& design, const ir::Signal& signal, const Bits& value) {
  if (signal.type != kNone) {
    const ir::Type& type = design.type(signal.type);
    if (type.kind == ir::TypeKind::enumeration) {
      for (const ir::Type::Enumerator& one : type.enumerators) {
        if (value == Bits(value.width(), one.value)) return one.name;
      }
    }
    if (type.kind == ir::TypeKind::signed_ && value.width() <= kWidestDecimal) return std::to_string(value.to_int64());
  }
  return value.width() <= kWidestDecimal ? std::to_string(value.to_uint64()) : "0x" + value.to_hex();
}

class Replay {
 public:
  Replay(const ProvenModule& module, const ir::Process& process) : module_(module), process_(process) {
    for (SignalId id = 0; id < module.flat.signals.size(); ++id) {
      if (!module.names.signals[id].empty()) signals_.emplace(module.names.signals[id], id);
    }
    for (ir::MemoryId id = 0; id < module.flat.memories.size(); ++id) memories_.emplace(module.names.memories[id], id);
    const ir::Clock& clock = module.flat.clocks[process.clock];
    if (module.flat.node(clock.clock).op == Op::read)
      clock_ = module.flat.signals[module.flat.node(clock.clock).immediate].name;
    rises_ = clock.edge == ir::Edge::rising;
  }

  Counterexample run(const flows::Trace& trace, const std::filesystem::path& waves) {
    auto observed =
        std::make_unique<sim::ObservedEngine>(sim::make_engine(module_.design, sim::kDefaultEngine), module_.design);
    engine_ = observed.get();
    engine_->set_event_handler(
        [&](const sim::Event& event) { example_.confirmed = example_.confirmed || event.name == process_.name; });
    example_.from_start = trace.from_start;
    for (const SignalId id : nearest_signals(module_.flat, process_)) {
      shown_.push_back(id);
      const ir::Signal& signal = module_.flat.signals[id];
      example_.rows.push_back({signal.object.empty() ? signal.name : signal.object, {}});
    }
    const size_t steps = trace.steps.size();
    example_.first_step = steps > kMostColumns ? steps - kMostColumns : 0;
    if (!module_.several_clocks) set_clock(!rises_);
    if (!waves.empty()) observed->add(sim::wave_file(waves));
    for (size_t i = 0; i < steps; ++i) {
      throw_if_interrupted();
      if (i + 1 == steps) example_.confirmed = false;  // what counts is the end
      step(trace.steps[i], i == 0);
      if (i >= example_.first_step) note();
      if (!module_.several_clocks) {
        set_clock(rises_);
        set_clock(!rises_);
      }
    }
    observed->finish();
    example_.waves = waves;
    return std::move(example_);
  }

 private:
  void set_clock(bool level) {
    if (!engine_->has_port(clock_)) return;
    engine_->set_u64(clock_, level ? 1 : 0);
    engine_->evaluate();
  }

  [[nodiscard]] bool is_clock(SignalId id) const {
    return module_.flat.signals[id].timing.kind == ir::PortTiming::Kind::is_clock;
  }

  /// Inputs, and with several clocks first of all these; then state, which edges must not overwrite.
  void step(const std::vector<flows::TraceValue>& values, bool is_first) {
    if (module_.several_clocks) {
      set_inputs(values, true);
      engine_->evaluate();
    }
    set_inputs(values, false);
    engine_->evaluate();
    for (const flows::TraceValue& value : values) set_state(value, is_first);
    engine_->evaluate();
  }

  void set_inputs(const std::vector<flows::TraceValue>& values, bool clocks) {
    for (const flows::TraceValue& value : values) {
      const auto found = signals_.find(value.name);
      if (found == signals_.end()) continue;
      const ir::Signal& signal = module_.flat.signals[found->second];
      if (signal.kind != SignalKind::input || is_clock(found->second) != clocks) continue;
      engine_->set(signal.name, merged(engine_->get(signal.name), value));
    }
  }

  void set_state(const flows::TraceValue& value, bool is_first) {
    if (value.address) {
      const auto memory = memories_.find(value.name);
      if (memory == memories_.end() || !is_first) return;
      const std::string& name = module_.flat.memories[memory->second].name;
      if (*value.address >= module_.flat.memories[memory->second].depth) return;
      engine_->poke_memory(name, *value.address, merged(engine_->peek_memory(name, *value.address), value));
      return;
    }
    if (const auto memory = memories_.find(value.name); memory != memories_.end() && is_first) {
      const std::string& name = module_.flat.memories[memory->second].name;  // of one word, which is a register
      engine_->poke_memory(name, 0, merged(engine_->peek_memory(name, 0), value));
      return;
    }
    const auto found = signals_.find(value.name);
    if (found == signals_.end()) return;
    // Yosys may call a register that nothing drives by the name of a signal that is equal to it.
    for (uint32_t i = 0; i < value.value.width(); ++i) {
      const auto [id, bit] = state_behind(found->second, value.low + i);
      if (id == kNone) continue;
      const ir::Signal& signal = module_.flat.signals[id];
      if (!is_first && ir::mark(signal, ir::kFreeMark).empty()) continue;
      Bits whole = engine_->get_internal(signal.name);
      if (bit < whole.width()) whole.set_bit(bit, value.value.bit(i));
      engine_->set_internal(signal.name, whole);
    }
  }

  /// The register, and the bit of it, that bit `bit` of a signal is equal to; `kNone` when there is none.
  [[nodiscard]] std::pair<SignalId, uint32_t> state_behind(SignalId id, uint32_t bit) const {
    const ir::Module& flat = module_.flat;
    if (bit >= flat.signals[id].width) return {kNone, 0};
    while (flat.signals[id].kind == SignalKind::wire || flat.signals[id].kind == SignalKind::output) {
      NodeId node = flat.signals[id].driver;
      if (node == kNone) return {kNone, 0};
      while (flat.node(node).op != Op::read) {
        if (flat.node(node).op == Op::slice) {
          bit += flat.node(node).immediate;
          node = flat.operand(node, 0);
        } else if (flat.node(node).op == Op::crossing) {
          node = flat.operand(node, 0);
        } else if (flat.node(node).op == Op::cat) {  // the last operand is the lowest
          uint32_t index = flat.node(node).count;
          while (bit >= flat.width(flat.operand(node, --index))) bit -= flat.width(flat.operand(node, index));
          node = flat.operand(node, index);
        } else {
          return {kNone, 0};
        }
      }
      id = flat.node(node).immediate;
    }
    return {flat.signals[id].kind == SignalKind::reg ? id : kNone, bit};
  }

  static Bits merged(Bits whole, const flows::TraceValue& value) {
    for (uint32_t i = 0; i < value.value.width() && value.low + i < whole.width(); ++i)
      whole.set_bit(value.low + i, value.value.bit(i));
    return whole;
  }

  void note() {
    for (size_t i = 0; i < shown_.size(); ++i) {
      const ir::Signal& signal = module_.flat.signals[shown_[i]];
      const Bits value =
          engine_->has_port(signal.name) ? engine_->get(signal.name) : engine_->get_internal(signal.name);
      example_.rows[i].values.push_back(value_text(module_.design, signal, value));
    }
  }

  const ProvenModule& module_;
  const ir::Process& process_;
  sim::Engine* engine_ = nullptr;
  std::unordered_map<std::string, SignalId> signals_;  // by Verilog name
  std::unordered_map<std::string, ir::MemoryId> memories_;
  std::vector<SignalId> shown_;
  std::string clock_;
  bool rises_ = true;
  Counterexample example_;
};

}  // namespace

Counterexample replay(const ProvenModule& module, const ir::Process& process, const flows::Trace& trace,
                      const std::filesystem::path& waves) {
  return Replay(module, process).run(trace, waves);
}

}  // namespace burin::cli
