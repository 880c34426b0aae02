// SPDX-License-Identifier: Apache-2.0
//! @file clock_summary.cpp
//! @brief What a module's surroundings must know of it to judge clock crossings; here: of a black box.
//!
//! 1. An input that belongs to a clock, by its own timing or as the default to the first one, must get a value of
//!    that clock. An output belongs to it.
//! 2. An asynchronous input may get anything; an asynchronous output belongs to no clock.
//! 3. A black box without clocks is taken for logic: all its outputs depend on all its inputs.
#include "clock_summary.h"

#include <algorithm>

#include "describe.h"

namespace burin::passes {

using namespace ir;

const OutputClocks* ClockSummary::find_output(SignalId port) const {
  const auto found = std::lower_bound(outputs.begin(), outputs.end(), port,
                                      [](const OutputClocks& output, SignalId wanted) { return output.port < wanted; });
  return found != outputs.end() && found->port == port ? &*found : nullptr;
}

ClockSummary summarise_black_box(const Module& module, ClockDomains& domains) {
  ClockSummary summary;
  std::vector<SignalId> passed_on;
  const bool has_clock_port = std::any_of(module.signals.begin(), module.signals.end(), [](const Signal& signal) {
    return signal.timing.kind == PortTiming::Kind::is_clock;
  });
  const bool is_logic = module.clocks.empty() && !has_clock_port;
  for (SignalId id = 0; id < module.signals.size(); ++id) {
    const Signal& signal = module.signals[id];
    const bool is_input = signal.kind == SignalKind::input;
    const bool is_output = signal.kind == SignalKind::output || signal.kind == SignalKind::inout;
    if (!is_input && !is_output) continue;

    DomainId domain = kNone;
    const PortTiming::Kind timing = signal.timing.kind;
    if (timing == PortTiming::Kind::clock) domain = domains.of_clock(signal.timing.clock);
    if (timing == PortTiming::Kind::default_clock) domain = domains.of_clock(0);
    if (is_input && domain != kNone) {
      auto place = std::make_shared<SinkPlace>(SinkPlace{"black box " + quoted(module.base_name), signal.location});
      summary.requirements.push_back({id, 0, signal.width, domain, SinkKind::state, std::move(place)});
    }
    if (is_input && is_logic && timing == PortTiming::Kind::default_clock) passed_on.push_back(id);
    if (!is_output) continue;
    OutputClocks output;
    output.port = id;
    output.direct = !is_logic;
    OutputPart part{0, signal.width, {}, timing == PortTiming::Kind::asynchronous};
    if (domain != kNone) part.domains.push_back(domain);
    output.parts.push_back(std::move(part));
    summary.outputs.push_back(std::move(output));
  }
  if (is_logic) {
    for (OutputClocks& output : summary.outputs) {
      if (module.signals[output.port].timing.kind == PortTiming::Kind::default_clock) output.inputs = passed_on;
    }
  }
  return summary;
}

}  // namespace burin::passes
