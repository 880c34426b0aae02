// SPDX-License-Identifier: Apache-2.0
//! @file simulation.cpp
//! @brief Runs a design and counts failed assertions as failure.
#include "simulation.h"

#include <fmt/format.h>

#include "burin/base/interrupt.h"

namespace burin::cli {
namespace {

std::string event_text(const sim::Event& event) {
  std::string text = event.location.empty() ? "" : event.location + ": ";
  switch (event.kind) {
    case sim::EventKind::assertion:
      text += "assertion failed";
      break;
    case sim::EventKind::assumption:
      text += "assumption failed";
      break;
    case sim::EventKind::cover:
      text += "covered";
      break;
    case sim::EventKind::print:
      return event.text;
    case sim::EventKind::stop:
      text += "$stop";
      break;
    case sim::EventKind::finish:
      text += "$finish";
      break;
  }
  if (!event.name.empty()) text += fmt::format(" `{}`", event.name);
  if (!event.text.empty()) text += ": " + event.text;
  return text;
}

}  // namespace

SimulationRequest simulation_request(const Invocation& call, const Progress& progress) {
  SimulationRequest request;
  request.parameters = call.parameters;
  request.progress = progress;
  Console& console = call.console;
  request.on_warnings = [&console](const std::string& warnings) { console.tell(warnings); };
  // What is covered is for the report of coverage.
  request.on_event = [&console](const sim::Event& event) {
    if (event.kind != sim::EventKind::cover) console.tell(event_text(event));
  };
  return request;
}

SimulationReport simulate_checked(const DesignEntry& design, const SimulationRequest& request) {
  SimulationReport report = design.simulate(request);
  throw_if_interrupted();
  if (report.failures != 0) {
    throw UserError(fmt::format("{}: {} assertion{} of the design failed, see above", design.name(), report.failures,
                                report.failures == 1 ? "" : "s"));
  }
  return report;
}

}  // namespace burin::cli
