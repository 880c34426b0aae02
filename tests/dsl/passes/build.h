// SPDX-License-Identifier: Apache-2.0
//! @file build.h
//! @brief Small designs by hand for the tests of passes and checks, and what these find in them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/passes/analysis.h"
#include "burin/passes/checks.h"
#include "support/circuit.h"

namespace burin::test {

/// `Circuit` with the timing of ports, and clocks as the language makes them.
class Build : public Circuit {
 public:
  using Circuit::Circuit;

  /// A clock input of this name.
  ir::ClockId add_clock(const std::string& name) {
    const ir::NodeId read = input(name, 1);
    const ir::ClockId id = clock(name, read);
    set_timing(read, ir::PortTiming::Kind::is_clock, id);
    return id;
  }
  /// A clock input of this name with a reset input, `name` + "_rst".
  ir::ClockId add_clock_and_reset(const std::string& name, ir::ResetKind kind = ir::ResetKind::synchronous) {
    const ir::ClockId id = add_clock(name);
    const ir::NodeId reset = input(name + "_rst", 1);
    set_timing(reset, ir::PortTiming::Kind::is_reset, id);
    module().clocks[id].reset = reset;
    module().clocks[id].reset_kind = kind;
    return id;
  }
  void set_timing(ir::NodeId read, ir::PortTiming::Kind kind, ir::ClockId clock = ir::kNone) {
    module().signals[signal(read)].timing = {kind, clock};
  }
  ir::NodeId asynchronous_input(const std::string& name, uint32_t width) {
    const ir::NodeId read = input(name, width);
    set_timing(read, ir::PortTiming::Kind::asynchronous);
    return read;
  }
  /// A register that holds `value` after each edge.
  ir::NodeId delay(const std::string& name, ir::NodeId value, ir::ClockId clock, std::optional<Bits> reset = {}) {
    const ir::NodeId read = reg(name, module().width(value), clock, std::move(reset));
    drive(read, value);
    return read;
  }
  ir::NodeId synchroniser(const std::string& name, ir::NodeId value, ir::ClockId clock) {
    const ir::NodeId read = delay(name, value, clock);
    module().registers.back().synchroniser = true;
    return read;
  }
  ir::NodeId waive(ir::NodeId value, const std::string& reason) {
    module().crossing_reasons.push_back(reason);
    return module().make(ir::Op::crossing, {value}, kNoLocation, 0,
                         static_cast<uint32_t>(module().crossing_reasons.size() - 1));
  }

  ir::NodeId not_(ir::NodeId a) { return make(ir::Op::bit_not, {a}); }
  ir::NodeId and_(ir::NodeId a, ir::NodeId b) { return make(ir::Op::bit_and, {a, b}); }
  ir::NodeId or_(ir::NodeId a, ir::NodeId b) { return make(ir::Op::bit_or, {a, b}); }
  ir::NodeId xor_(ir::NodeId a, ir::NodeId b) { return make(ir::Op::bit_xor, {a, b}); }
  ir::NodeId add(ir::NodeId a, ir::NodeId b) { return make(ir::Op::add, {a, b}); }
  ir::NodeId mux(ir::NodeId c, ir::NodeId a, ir::NodeId b) { return make(ir::Op::mux, {c, a, b}); }
  ir::NodeId cat(std::initializer_list<ir::NodeId> parts) { return make(ir::Op::cat, parts); }
};

/// Gives every signal and instance without a place one: "<module>.cpp", line = id + 1; instances from line 1001.
inline void locate(ir::Design& design) {
  for (const auto& module : design.modules) {
    const std::string file = module->name + ".cpp";
    for (ir::SignalId id = 0; id < module->signals.size(); ++id) {
      if (module->signals[id].location == kNoLocation) {
        module->signals[id].location = design.locations.intern(file, id + 1, 3);
      }
    }
    for (uint32_t id = 0; id < module->instances.size(); ++id) {
      if (module->instances[id].location == kNoLocation) {
        module->instances[id].location = design.locations.intern(file, 1001 + id, 3);
      }
    }
  }
}

/// What `check` finds in `design`.
inline std::vector<Diagnostic> findings(ir::Design& design,
                                        void (*check)(const passes::Analysis& analysis, Diagnostics& diagnostics)) {
  locate(design);
  Diagnostics diagnostics(design.locations);
  const passes::Analysis analysis(design);
  check(analysis, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    // Every finding is one line and says what to do.
    CHECK(diagnostic.message.find('\n') == std::string::npos);
    CHECK_FALSE(diagnostic.expected.empty());
    CHECK_FALSE(diagnostic.remedy.empty());
    CHECK_FALSE(diagnostic.path.empty());
  }
  return diagnostics.all();
}

/// "file:line" of a place.
inline std::string place(const ir::Design& design, LocationId location) {
  const Location& where = design.locations.at(location);
  return std::string(where.file) + ":" + std::to_string(where.line);
}

/// Whether a note of `diagnostic` stands at `where` ("top.cpp:3").
inline bool has_note_at(const ir::Design& design, const Diagnostic& diagnostic, const std::string& where) {
  return std::any_of(diagnostic.notes.begin(), diagnostic.notes.end(),
                     [&](const DiagnosticNote& note) { return place(design, note.location) == where; });
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Number of nodes of `module` with operation `op`.
inline size_t count_of(const ir::Module& module, ir::Op op) {
  size_t count = 0;
  for (ir::NodeId id = 0; id < module.node_count(); ++id) count += module.node(id).op == op ? 1 : 0;
  return count;
}

}  // namespace burin::test
