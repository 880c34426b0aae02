// SPDX-License-Identifier: Apache-2.0
//! @file check_port_names.cpp
//! @brief Reports ports whose names cannot stand in the generated Verilog. Ports are never renamed.
//!
//! For the ports of each module, in order:
//! 1. The name is a Verilog identifier.
//! 2. It is no keyword. A port of a black box is named by somebody else: there only keywords of Verilog-2005 count,
//!    since the file that connects it is Verilog.
//! 3. No earlier port has it.
#include <unordered_map>

#include "burin/passes/checks.h"
#include "burin/passes/reserved_names.h"
#include "describe.h"

namespace burin::passes {
namespace {

using namespace ir;

Diagnostic finding(DiagnosticId id, const Signal& port, const std::string& path) {
  Diagnostic diagnostic;
  diagnostic.id = id;
  diagnostic.location = port.location;
  diagnostic.path = path;
  return diagnostic;
}

std::string origin(const Signal& port) {
  return port.object.empty() || port.object == port.name ? "" : " (from " + quoted(port.object) + ")";
}

void check_name(const Module& module, const Signal& port, const std::string& path, Diagnostics& diagnostics) {
  if (!is_verilog_identifier(port.name)) {
    Diagnostic diagnostic = finding(DiagnosticId::illegal_name, port, path);
    diagnostic.message = "port name " + quoted(port.name) + origin(port) + " is not a Verilog identifier";
    diagnostic.expected = "letters, digits, _ and $, beginning with a letter or _";
    diagnostic.remedy = "another name for the member";
    diagnostics.report(std::move(diagnostic));
    return;
  }
  const std::string languages = languages_that_reserve(port.name);
  const bool counts = module.black_box ? languages.starts_with("Verilog-2005") : !languages.empty();
  if (!counts) return;
  Diagnostic diagnostic = finding(DiagnosticId::reserved_name, port, path);
  diagnostic.message = "port name " + quoted(port.name) + origin(port) + " is a keyword of " + languages;
  diagnostic.expected = "a port name that is a plain identifier in Verilog, SystemVerilog and VHDL";
  diagnostic.remedy = "another name for the member, such as `" + port.name + "_port`";
  diagnostics.report(std::move(diagnostic));
}

void check_module(const Module& module, const std::string& path, Diagnostics& diagnostics) {
  std::unordered_map<std::string_view, SignalId> first;
  for (const SignalId id : module.ports()) {
    const Signal& port = module.signals[id];
    check_name(module, port, path, diagnostics);
    const auto [entry, is_new] = first.emplace(port.name, id);
    if (is_new) continue;
    const Signal& other = module.signals[entry->second];
    Diagnostic diagnostic = finding(DiagnosticId::name_clash, port, path);
    diagnostic.message = "ports " + quoted(other) + " and " + quoted(port) + " are both called " + quoted(port.name) +
                         " in the generated module";
    diagnostic.expected = "a name of its own for every port";
    diagnostic.remedy = "another name for one of the two members";
    diagnostic.notes.push_back({other.location, quoted(other) + " is declared here"});
    diagnostics.report(std::move(diagnostic));
  }
}

}  // namespace

void check_port_names(const Analysis& analysis, Diagnostics& diagnostics) {
  const Design& design = analysis.design();
  for (ModuleId id = 0; id < design.modules.size(); ++id) {
    check_module(design.module(id), analysis.path(id), diagnostics);
  }
}

}  // namespace burin::passes
