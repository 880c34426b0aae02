// SPDX-License-Identifier: Apache-2.0
//! @file crossing_report.cpp
//! @brief Turns clock crossings into findings, or into possible ones that the surrounding module decides about.
#include <set>

#include "describe.h"
#include "module_clocks.h"

namespace burin::passes {

using namespace ir;

SinkPlace ModuleClocks::describe_sink(const Sink& sink) const {
  switch (sink.what) {
    case What::reg: {
      const SignalId signal = module_.registers[sink.index].signal;
      return {describe(module_, signal), place_of(module_, signal)};
    }
    case What::reset: {
      const Clock& clock = module_.clocks[sink.index];
      return {"the reset of clock " + quoted(clock.name), clock.location};
    }
    case What::write_port:
      return {std::string(sink.pin) + " of a write port of memory " + quoted(module_.memories[sink.index].name),
              module_.memories[sink.index].location};
    case What::read_port:
      return {std::string(sink.pin) + " of a read port of memory " + quoted(module_.memories[sink.index].name),
              module_.memories[sink.index].location};
    case What::process: {
      const Process& process = module_.processes[sink.index];
      return {"process " + quoted(process.name), process.location};
    }
    case What::instance_input: {
      const Instance& instance = module_.instances[sink.index];
      const Instance::Input* const input = find_input(instance, sink.port);
      const Module& child = module_.design().module(instance.module);
      const LocationId place = input != nullptr ? input->location : kNoLocation;
      return {"input " + quoted(child.signals[sink.port]) + " of instance " + quoted(instance.name),
              place != kNoLocation ? place : instance.location};
    }
    case What::output:
      return {describe(module_, sink.index), module_.signals[sink.index].location};
  }
  return {};
}

void ModuleClocks::report(const Sink& sink, uint32_t label, std::optional<Vertex> source) {
  const SinkPlace place = describe_sink(sink);
  const bool is_asynchronous = label == asynchronous_label_;
  const std::string own_clock = "clock " + domains_.name(sink.domain);
  const std::string other = is_asynchronous ? "an asynchronous value" : "a value of clock " + domains_.name(label);

  Diagnostic finding;
  finding.id = DiagnosticId::clock_crossing;
  finding.location = place.location;
  finding.path = analysis_.path(id_);
  const bool is_logic = sink.kind == SinkKind::logic_before_synchroniser;
  if (is_logic) {
    finding.message = "synchroniser " + place.text + " of " + own_clock + " takes logic on " + other;
    finding.expected = "the output of one register or port in front of a synchroniser: logic makes glitches";
    finding.remedy = "a register of the other clock between the logic and the synchroniser";
  } else if (sink.kind == SinkKind::asynchronous_reset) {
    finding.message = place.text + " ends with " + other;
    finding.expected = "a reset that ends synchronously to " + own_clock;
    finding.remedy = "a reset synchroniser of " + own_clock + ", such as `synchronise_reset` makes";
  } else {
    finding.message = place.text + " of " + own_clock + " takes " + other;
    finding.expected = "values of " + own_clock + ", or a synchroniser between";
    finding.remedy =
        "`synchronise(value)` for a bit, a FIFO with two clocks for a word, or "
        "`waive_crossing(value, \"why this is safe\")`";
  }
  if (source && words_.is_signal(*source)) {
    const SignalId signal = words_.signal_of(*source);
    finding.message += " from " + describe(module_, signal);
    finding.notes.push_back({place_of(module_, signal), "the value comes from " + describe(module_, signal)});
  }
  if (sink.place) {
    finding.message += ", for " + sink.place->text;
    finding.notes.push_back({sink.place->location, "inside the instance it reaches " + sink.place->text});
  }
  finding.notes.push_back({domains_.location(sink.domain), own_clock + " is declared here"});

  if (is_asynchronous) {
    diagnostics_.report(std::move(finding));
    return;
  }
  finding.notes.push_back({domains_.location(label), "clock " + domains_.name(label) + " is declared here"});
  publish({label, sink.domain, std::make_shared<const Diagnostic>(std::move(finding))}, std::nullopt);
}

/// A crossing between two clock inputs is one only if the surrounding module connects different clocks to them.
void ModuleClocks::publish(PossibleCrossing crossing, std::optional<InstanceId> instance) {
  if (!is_root_ && domains_.is_port(crossing.from) && domains_.is_port(crossing.to)) {
    summary_.possible.push_back(std::move(crossing));
    return;
  }
  Diagnostic finding = *crossing.finding;
  if (instance) {
    finding.notes.push_back({module_.instances[*instance].location,
                             "its clocks are " + domains_.name(crossing.from) + " and " + domains_.name(crossing.to) +
                                 " in instance " + quoted(module_.instances[*instance].name)});
  }
  diagnostics_.report(std::move(finding));
}

void ModuleClocks::judge_children() {
  std::set<std::tuple<DomainId, DomainId, const Diagnostic*>> seen;
  for (InstanceId id = 0; id < module_.instances.size(); ++id) {
    for (const PossibleCrossing& possible : known_.summaries[module_.instances[id].module].possible) {
      const DomainId from = domains_.of_child(id, possible.from);
      const DomainId to = domains_.of_child(id, possible.to);
      if (from == to || from == kNone || to == kNone) continue;
      if (!seen.emplace(from, to, possible.finding.get()).second) continue;
      publish({from, to, possible.finding}, id);
    }
  }
}

}  // namespace burin::passes
