// SPDX-License-Identifier: Apache-2.0
//! @file check_undriven.cpp
//! @brief Reports signals that nothing drives.
//!
//! 1. Every output, wire, register and pad of at least one bit needs a driver, a pad also an enable. A pad that is
//!    passed on to an instance is driven there.
//! 2. Every input and pad of an instance needs a value or a net.
//! A signal that is driven in part is reported by the language, which knows the parts.
#include <algorithm>

#include "burin/passes/checks.h"
#include "describe.h"

namespace burin::passes {
namespace {

using namespace ir;

std::string remedy_for(const Signal& signal) {
  const std::string name = signal.object.empty() ? signal.name : signal.object;
  switch (signal.kind) {
    case SignalKind::reg:
      return "`" + name + " = ...;` in logic(), or no such register if it is not needed";
    case SignalKind::inout:
      return "`" + name + ".drive(value, enable);`, or an In in its place if it is only read";
    default:
      return "`" + name + " = ...;` on every path of logic(), or a default before the first IF";
  }
}

void check_signals(const Module& module, const std::string& path, Diagnostics& diagnostics) {
  std::vector<bool> passed_on(module.signals.size(), false);
  for (const Instance& instance : module.instances) {
    for (const Instance::Input& input : instance.inputs) {
      if (input.signal != kNone) passed_on[input.signal] = true;
    }
  }
  for (SignalId id = 0; id < module.signals.size(); ++id) {
    const Signal& signal = module.signals[id];
    const bool takes_driver = signal.kind == SignalKind::output || signal.kind == SignalKind::wire ||
                              signal.kind == SignalKind::reg || signal.kind == SignalKind::inout;
    if (!takes_driver || signal.width == 0 || passed_on[id]) continue;
    const bool has_enable = signal.kind != SignalKind::inout || signal.output_enable != kNone;
    if (signal.driver != kNone && has_enable) continue;

    Diagnostic diagnostic;
    diagnostic.id = DiagnosticId::undriven;
    diagnostic.location = signal.location;
    diagnostic.path = path;
    if (signal.driver != kNone) {
      diagnostic.message = describe(module, id) + " has a driver but no enable for it";
    } else {
      diagnostic.message = describe(module, id) + " (" + bits_text(signal.width) + ") is never driven";
    }
    diagnostic.expected = signal.kind == SignalKind::reg ? "a next value for every register"
                                                         : "a value for all of its bits in every cycle";
    diagnostic.remedy = remedy_for(signal);
    diagnostics.report(std::move(diagnostic));
  }
}

void check_connections(const Module& module, const std::string& path, Diagnostics& diagnostics) {
  for (const Instance& instance : module.instances) {
    const Module& child = module.design().module(instance.module);
    for (SignalId port = 0; port < child.signals.size(); ++port) {
      const Signal& signal = child.signals[port];
      const bool is_pad = signal.kind == SignalKind::inout;
      if ((signal.kind != SignalKind::input && !is_pad) || signal.width == 0) continue;
      const Instance::Input* const input = find_input(instance, port);
      if (input != nullptr && (is_pad ? input->signal : input->value) != kNone) continue;

      Diagnostic diagnostic;
      diagnostic.id = DiagnosticId::undriven;
      diagnostic.location = input != nullptr && input->location != kNoLocation ? input->location : instance.location;
      diagnostic.path = path;
      const std::string name = signal.object.empty() ? signal.name : signal.object;
      diagnostic.message = describe(child, port) + " (" + bits_text(signal.width) + ") of instance " +
                           quoted(instance.name) + (is_pad ? " is not connected" : " is never driven");
      diagnostic.expected = is_pad ? "a pad of the surrounding module for every pad of an instance"
                                   : "a value for every input of an instance";
      diagnostic.remedy = "`" + instance.name + "->" + name + " = ...;`";
      diagnostic.notes.push_back({signal.location, "the port is declared here"});
      diagnostics.report(std::move(diagnostic));
    }
  }
}

}  // namespace

void check_undriven(const Analysis& analysis, Diagnostics& diagnostics) {
  const Design& design = analysis.design();
  for (ModuleId id = 0; id < design.modules.size(); ++id) {
    const Module& module = design.module(id);
    if (module.black_box) continue;
    check_signals(module, analysis.path(id), diagnostics);
    check_connections(module, analysis.path(id), diagnostics);
  }
}

}  // namespace burin::passes
