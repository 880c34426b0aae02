// SPDX-License-Identifier: Apache-2.0
//! @file check_unused_input.cpp
//! @brief Reports inputs that influence nothing.
//!
//! 1. Mark what outputs, pads, instances and processes depend on, through state and memories (liveness.h).
//! 2. An input that is not marked is unused. Where it is read by logic that leads nowhere, the message says so.
#include "burin/passes/checks.h"
#include "burin/passes/liveness.h"
#include "describe.h"

namespace burin::passes {
namespace {

using namespace ir;

bool may_stay_unused(const Signal& signal) {
  return signal.kind != SignalKind::input || signal.width == 0 || signal.may_be_unused ||
         signal.timing.kind == PortTiming::Kind::is_clock || signal.timing.kind == PortTiming::Kind::is_reset;
}

/// Signals that some node reads, in which no root is needed to lead anywhere, and the first such place.
std::vector<LocationId> places_of_reads(const Module& module, std::vector<bool>& is_read) {
  std::vector<LocationId> places(module.signals.size(), kNoLocation);
  const std::vector<bool> referenced = find_referenced(module);
  for (NodeId id = 0; id < module.node_count(); ++id) {
    if (!referenced[id]) continue;
    if (module.node(id).op == Op::read) {
      const SignalId signal = module.node(id).immediate;
      is_read[signal] = true;
      if (places[signal] == kNoLocation) places[signal] = module.location_of(id);
    }
  }
  return places;
}

void check_module(const Module& module, const std::string& path, Diagnostics& diagnostics) {
  const Liveness live = find_live(module, ClockRoots::used_only);
  std::vector<bool> is_read(module.signals.size(), false);
  std::vector<LocationId> places;
  for (SignalId id = 0; id < module.signals.size(); ++id) {
    const Signal& signal = module.signals[id];
    if (live.signals[id] || may_stay_unused(signal)) continue;
    if (places.empty()) places = places_of_reads(module, is_read);

    Diagnostic diagnostic;
    diagnostic.id = DiagnosticId::unused_input;
    diagnostic.location = signal.location;
    diagnostic.path = path;
    diagnostic.message =
        describe(module, id) + (is_read[id] ? " is read only by logic that reaches no output" : " is never read");
    diagnostic.expected = "an influence of every input on an output, an instance or a check";
    diagnostic.remedy =
        "a use of it, no such port, or `{.may_be_unused = true}` behind its name if the interface demands it";
    if (is_read[id] && places[id] != kNoLocation) diagnostic.notes.push_back({places[id], "it is read here"});
    diagnostics.report(std::move(diagnostic));
  }
}

}  // namespace

void check_unused_inputs(const Analysis& analysis, Diagnostics& diagnostics) {
  const Design& design = analysis.design();
  for (ModuleId id = 0; id < design.modules.size(); ++id) {
    const Module& module = design.module(id);
    if (!module.black_box) check_module(module, analysis.path(id), diagnostics);
  }
}

}  // namespace burin::passes
