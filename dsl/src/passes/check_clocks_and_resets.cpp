// SPDX-License-Identifier: Apache-2.0
//! @file check_clocks_and_resets.cpp
//! @brief Reports state without a clock and reset values without a reset.
//!
//! 1. Registers, memory ports and processes refer to a clock of their module, and that clock has a signal.
//! 2. The clock of a register with a reset value has a reset.
#include "burin/passes/checks.h"
#include "describe.h"

namespace burin::passes {
namespace {

using namespace ir;

class ModuleCheck {
 public:
  ModuleCheck(const Module& module, const std::string& path, Diagnostics& diagnostics)
      : module_(module), path_(path), diagnostics_(diagnostics) {}

  void run() {
    for (const Register& state : module_.registers) check_register(state);
    for (const Memory& memory : module_.memories) check_memory(memory);
    for (const Process& process : module_.processes) {
      if (!has_clock(process.clock)) report_no_clock("process " + quoted(process.name), process.location);
    }
  }

 private:
  [[nodiscard]] bool has_clock(ClockId id) const {
    return id < module_.clocks.size() && module_.clocks[id].clock != kNone;
  }

  void check_register(const Register& state) {
    const Signal& signal = module_.signals[state.signal];
    if (!has_clock(state.clock)) {
      report_no_clock(describe(module_, state.signal), signal.location);
      return;
    }
    const Clock& clock = module_.clocks[state.clock];
    if (!state.reset_value || (clock.reset_kind != ResetKind::none && clock.reset != kNone)) return;
    Diagnostic diagnostic;
    diagnostic.id = DiagnosticId::reset_without_domain;
    diagnostic.location = signal.location;
    diagnostic.path = path_;
    diagnostic.message =
        describe(module_, state.signal) + " has a reset value, but its clock " + quoted(clock.name) + " has no reset";
    diagnostic.expected = "a reset in the clock domain of every register with a reset value";
    diagnostic.remedy = "a `ResetKind` for the clock, or `{.power_up = ...}` in place of the reset value";
    diagnostic.notes.push_back({clock.location, "clock " + quoted(clock.name) + " is declared here"});
    diagnostics_.report(std::move(diagnostic));
  }

  void check_memory(const Memory& memory) {
    const std::string name = " port of memory " + quoted(memory.name);
    const auto place = [&memory](LocationId port) { return port != kNoLocation ? port : memory.location; };
    for (const ReadPort& port : memory.reads) {
      if (port.synchronous && !has_clock(port.clock)) report_no_clock("a read" + name, place(port.location));
    }
    for (const WritePort& port : memory.writes) {
      if (!has_clock(port.clock)) report_no_clock("a write" + name, place(port.location));
    }
  }

  void report_no_clock(const std::string& what, LocationId location) {
    Diagnostic diagnostic;
    diagnostic.id = DiagnosticId::no_clock;
    diagnostic.location = location;
    diagnostic.path = path_;
    diagnostic.message = what + " has no clock";
    diagnostic.expected = "a clock domain for everything that keeps or checks a value over time";
    diagnostic.remedy = "the clock that it belongs to";
    diagnostics_.report(std::move(diagnostic));
  }

  const Module& module_;
  const std::string& path_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_clocks_and_resets(const Analysis& analysis, Diagnostics& diagnostics) {
  const Design& design = analysis.design();
  for (ModuleId id = 0; id < design.modules.size(); ++id) {
    const Module& module = design.module(id);
    if (!module.black_box) ModuleCheck(module, analysis.path(id), diagnostics).run();
  }
}

}  // namespace burin::passes
