// SPDX-License-Identifier: Apache-2.0
//! @file compare.cpp
//! @brief Runs and their comparison; the engines by name.
#include "fuzz/harness/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"
#include "burin/ir/text.h"
#include "burin/passes/pipeline.h"
#include "burin/sim/interpreter.h"
#include "burin/sim/native_engine.h"
#include "fuzz/harness/owning_engine.h"
#include "support/random_machine.h"

namespace burin::fuzz {
namespace {

constexpr const char* kDrivenBits = " (driven bits)";

void observe(sim::Engine& engine, Run& run) {
  Run::Step step;
  for (sim::PortId id = 0; id < engine.ports().size(); ++id) {
    const sim::PortInfo& port = engine.ports()[id];
    if (port.direction == sim::PortDirection::input) continue;
    step.values.push_back(engine.get(id));
    if (port.direction == sim::PortDirection::inout) step.values.push_back(engine.get_output_enable(id));
  }
  static constexpr const char* kKinds[] = {"assertion", "assumption", "cover", "print", "stop", "finish"};
  for (const sim::Event& event : engine.events()) {
    step.events.push_back(fmt::format("{}: {}", kKinds[static_cast<int>(event.kind)], event.text));
  }
  engine.clear_events();
  run.steps.push_back(std::move(step));
}

std::vector<std::string> events_of(const Run::Step& step, bool strict) {
  std::vector<std::string> events = step.events;
  if (strict) return events;
  std::erase_if(events, [](const std::string& event) { return event.starts_with("cover"); });
  std::sort(events.begin(), events.end());
  return events;
}

EngineMaker native(sim::NativeFeatures features) {
  return [features](ir::Design& design, const sim::PowerUp& power_up) {
    return std::make_unique<sim::NativeEngine>(design, sim::NativeOptions{power_up, features});
  };
}

std::unique_ptr<sim::Engine> interpreter(ir::Design& design, const sim::PowerUp& power_up) {
  sim::InterpreterOptions options;
  options.power_up = power_up;
  return std::make_unique<sim::Interpreter>(design, options);
}

std::unique_ptr<sim::Engine> after_passes(ir::Design& design, const sim::PowerUp& power_up) {
  std::shared_ptr<ir::Design> changed = copy(design);
  passes::optimise(*changed);
  auto engine = interpreter(*changed, power_up);
  return std::make_unique<OwningEngine>("passes", std::move(changed), std::move(engine));
}

std::vector<Candidate> all_candidates() {
  return {
      {"passes", after_passes},
      {"native", native(sim::NativeFeatures::best)},
      {"native-avx2", native(sim::NativeFeatures::avx2)},
      {"native-plain", native(sim::NativeFeatures::plain)},
  };
}

}  // namespace

std::shared_ptr<ir::Design> copy(const ir::Design& design) { return ir::parse(ir::print(design)); }

Case make_case(uint32_t seed) {
  test::RandomMachineOptions options;
  options.widest = seed % 10 == 0 ? 1024 : 130;
  options.operations = 36;
  test::RandomMachine machine(seed, options);
  Case made;
  made.seed = seed;
  made.design = machine.take();
  made.stimulus = random_stimulus(made.design->top_module(), seed, seed % 10 == 0 ? 12 : 24);
  if (seed % 2 == 0) passes::optimise(*made.design);
  return made;
}

Run run(sim::Engine& engine, const Stimulus& stimulus) {
  Run result;
  for (const sim::PortInfo& port : engine.ports()) {
    if (port.direction == sim::PortDirection::input) continue;
    result.ports.push_back(port.name);
    if (port.direction == sim::PortDirection::inout) result.ports.push_back(port.name + kDrivenBits);
  }
  try {
    observe(engine, result);
    for (const Step& step : stimulus.steps) {
      for (const auto& [port, value] : step.sets) engine.set(port, value);
      if (step.clock.empty()) {
        engine.evaluate();
      } else {
        engine.step(step.clock, step.cycles);
      }
      observe(engine, result);
    }
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& problem) {
    result.error = problem.what();
  }
  return result;
}

Run run(const Case& test, const Candidate& candidate) {
  try {
    const auto engine = candidate.make(*test.design, test.stimulus.power_up);
    return run(*engine, test.stimulus);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& problem) {
    Run failed;
    failed.error = problem.what();
    return failed;
  }
}

std::optional<Difference> first_difference(const Run& expected, const Run& got, bool strict) {
  for (size_t i = 0; i < std::min(expected.steps.size(), got.steps.size()); ++i) {
    Difference found;
    found.step = i;
    for (size_t k = 0; k < expected.ports.size(); ++k) {
      if (!strict && expected.ports[k].ends_with(kDrivenBits)) continue;
      const Bits& want = expected.steps[i].values[k];
      const Bits& have = got.steps[i].values[k];
      if (want == have) continue;
      found.ports.push_back(expected.ports[k]);
      found.text += fmt::format("step {}: {} is {}'h{}, expected {}'h{}\n", i, expected.ports[k], have.width(),
                                have.to_hex(), want.width(), want.to_hex());
    }
    if (!found.ports.empty()) return found;
    const auto want = events_of(expected.steps[i], strict);
    const auto have = events_of(got.steps[i], strict);
    if (want != have) {
      found.text =
          fmt::format("step {}: it says\n  {}\nexpected\n  {}\n", i, fmt::join(have, "\n  "), fmt::join(want, "\n  "));
      return found;
    }
  }
  // The words of an error are an engine's own.
  if (expected.error.empty() == got.error.empty()) return std::nullopt;
  return Difference{std::min(expected.steps.size(), got.steps.size()),
                    {},
                    got.error.empty() ? fmt::format("it goes on where the interpreter says: {}\n", expected.error)
                                      : fmt::format("it says: {}\n", got.error)};
}

const Candidate& oracle() {
  static const Candidate reference{"interpreter", interpreter};
  return reference;
}

std::vector<std::string> candidate_names() {
  std::vector<std::string> names;
  for (const Candidate& candidate : all_candidates()) names.push_back(candidate.name);
  return names;
}

std::vector<Candidate> find_candidates(const std::vector<std::string>& names) {
  std::vector<Candidate> found;
  const std::vector<Candidate> all = all_candidates();
  for (const std::string& name : names) {
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const Candidate& candidate) { return candidate.name == name; });
    if (known == all.end()) {
      throw UserError(
          fmt::format("there is no engine '{}'; there are {}, verilator", name, fmt::join(candidate_names(), ", ")));
    }
    found.push_back(*known);
  }
  return found;
}

}  // namespace burin::fuzz
