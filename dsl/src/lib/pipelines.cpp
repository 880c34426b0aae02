// SPDX-License-Identifier: Apache-2.0
//! @file pipelines.cpp
//! @brief What pipelines need of the elaboration: delays, latencies, and the request for registers at the module's end.
#include <fmt/format.h>

#include <algorithm>

#include "../lang/builder.h"
#include "burin/lib/pipeline.h"
#include "burin/passes/pipelining.h"

namespace burin::detail {

namespace {

std::string cycles_text(int64_t cycles) { return fmt::format("{} {}", cycles, cycles == 1 ? "cycle" : "cycles"); }

/// A signal that nobody declared, with the next free name.
ir::Signal local_signal(Builder& b, const std::string& name, const Leaf& leaf, ir::NodeId value, LocationId location) {
  ir::Signal signal;
  signal.name = b.unique_label(name);
  signal.object = signal.name;
  signal.width = b.module().width(value);
  signal.type = leaf.sort == Sort::signed_   ? b.design->signed_type(signal.width)
                : leaf.sort == Sort::boolean ? b.design->boolean_type()
                                             : b.design->unsigned_type(signal.width);
  signal.location = location;
  return signal;
}

std::string plain_name(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  std::string name;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      name += c;
    } else if (c != ']' && c != '>' && !name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  return name;
}

}  // namespace

std::string name_of_value(std::span<const Leaf> value) {
  Builder& b = Builder::current(Where{});
  if (value.empty()) return "";
  const ir::NodeId node = b.use(*value.front().value, b.last_location(), value.front().width, value.front().sort);
  std::string text = b.describe(node);
  if (value.size() > 1) text = text.substr(0, text.find_last_of('.'));  // of a bundle: without its first field
  std::string name = plain_name(text);
  for (const std::string_view end : {"_out", "_result"}) {
    if (name.ends_with(end)) name.resize(name.size() - end.size());
  }
  return name;
}

void begin_pipeline() { Builder::current(Where{}).state().is_pipeline = true; }

int checked_depth(int depth, const Where& where) {
  constexpr int kMostStages = 4096;
  if (depth >= 0 && depth <= kMostStages) return depth;
  report_out_of_range(std::to_string(depth), fmt::format("0 to {}", kMostStages), "registers of a pipeline", where);
  return 1;
}

void report_latency(const Lateness& value, int cycles, const Where& where) {
  Builder& b = Builder::current(where);
  std::vector<DiagnosticNote> notes;
  if (value.where.line() != 0) notes.push_back({b.locate(value.where), "made here"});
  b.report(
      DiagnosticId::latency_mismatch, b.locate(where),
      fmt::format("a value that is late by {} is used as one of {}", cycles_text(value.cycles), cycles_text(cycles)),
      "the value's own latency",
      value.cycles < cycles
          ? fmt::format("delay(value, {})", cycles - value.cycles)
          : fmt::format("at({}), and {} more for what it meets", value.cycles, cycles_text(value.cycles - cycles)),
      std::move(notes));
}

void report_latencies(std::span<const Lateness> values, const Where& where) {
  const auto [least, most] = std::minmax_element(
      values.begin(), values.end(), [](const Lateness& a, const Lateness& b) { return a.cycles < b.cycles; });
  if (least->cycles == most->cycles) return;
  Builder& b = Builder::current(where);
  const LocationId location = where.line() == 0 ? b.last_location() : b.locate(where);
  std::vector<DiagnosticNote> notes;
  for (const Lateness& one : {*least, *most}) {
    if (one.cycles != 0 && one.where.line() != 0)
      notes.push_back({b.locate(one.where), fmt::format("this one is late by {}", cycles_text(one.cycles))});
  }
  b.report(
      DiagnosticId::latency_mismatch, location,
      fmt::format("values that are late by {} and by {} meet", cycles_text(least->cycles), cycles_text(most->cycles)),
      "arguments of one time",
      fmt::format("`const auto [a, b] = align(x, y);` in front, which delays the earlier one by {}",
                  cycles_text(most->cycles - least->cycles)),
      std::move(notes));
}

void delay_leaves(std::span<const Leaf> values, int cycles, const Value* enable, const Where& where) {
  Builder& b = Builder::current(where);
  b.settle();
  const LocationId location = where.line() == 0 ? b.last_location() : b.locate(where);
  if (cycles < 0) {
    report_out_of_range(std::to_string(cycles), "0 or more", "cycles of a delay", where);
    return;
  }
  const ir::NodeId condition = enable == nullptr ? ir::kNone : b.use(*enable, location, 1);
  for (const Leaf& leaf : values) {
    ir::NodeId value = b.use(*leaf.value, location, leaf.width, leaf.sort);
    std::string stem = plain_name(b.describe(value));
    if (stem.empty()) stem = "delay";
    for (int i = 1; i <= cycles; ++i) {
      ir::Signal signal = local_signal(b, fmt::format("{}_d{}", stem, i), leaf, value, location);
      ir::Register state;
      state.clock = b.clock_for({}, location);
      const ir::SignalId id = b.module().add_register(std::move(signal), std::move(state));
      const ir::NodeId held = b.module().read(id, location);
      b.module().signals[id].driver =
          condition == ir::kNone ? value : b.make(ir::Op::mux, {condition, value, held}, location);
      value = held;
    }
    leaf.value->rebind(b.wrap(value));
  }
}

void mark_stage(std::span<const Leaf> values, const Where& where) {
  Builder& b = Builder::current(where);
  if (!b.state().is_pipeline) return;
  b.settle();
  const LocationId location = where.line() == 0 ? b.last_location() : b.locate(where);
  for (const Leaf& leaf : values) {
    const ir::NodeId value = b.use(*leaf.value, location, leaf.width, leaf.sort);
    std::string stem = plain_name(b.describe(value));
    ir::Signal signal = local_signal(b, stem.empty() ? "mark" : stem + "_mark", leaf, value, location);
    signal.kind = ir::SignalKind::wire;
    signal.driver = value;
    signal.generated_name = true;
    const ir::SignalId id = b.module().add_signal(std::move(signal));
    b.state().stage_marks.push_back(id);
    leaf.value->rebind(b.wrap(b.module().read(id, location)));
  }
}

void request_pipeline(std::span<const Object* const> inputs, const Object& output, const PipelineOptions& options,
                      const std::vector<Bool>& enables, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  passes::PipelineRequest request;
  for (const Object* const input : inputs) {
    for (uint32_t i = 0; i < input->signal_count(); ++i) request.inputs.push_back(input->first_signal() + i);
  }
  for (uint32_t i = 0; i < output.signal_count(); ++i) request.outputs.push_back(output.first_signal() + i);
  request.depth = static_cast<uint32_t>(options.depth);
  request.registered_output = options.registered_output;
  request.clock = b.clock_for({}, location);
  for (const Bool& enable : enables) request.enables.push_back(b.use(enable, location, 1));
  b.state().on_close.emplace_back([&b, request = std::move(request), location]() mutable {
    using Problem = passes::PipelineResult::Problem;
    request.marks = b.state().stage_marks;
    ir::Module& module = b.module();
    const auto refuse = [&](std::string what, LocationId place) {
      b.report(DiagnosticId::not_pipelineable, place == kNoLocation ? location : place, std::move(what),
               "a function of its arguments alone, without state, instances and checks",
               "what it needs as a further argument, or as a field of one; checks outside the function",
               {{location, "pipelined here"}});
    };
    if (!module.instances.empty()) {
      return refuse(fmt::format("a pipelined function makes the instance `{}`", module.instances.front().name),
                    module.instances.front().location);
    }
    if (!module.processes.empty())
      return refuse("a pipelined function states a check", module.processes.front().location);
    const passes::PipelineResult result = passes::insert_pipeline_registers(module, request);
    if (result.problem == Problem::not_pure) {
      const std::string name = b.describe(result.culprit);
      refuse(fmt::format("a pipelined function reads {}, which is none of its arguments",
                         name.empty() ? "something" : name),
             module.location_of(result.culprit));
    } else if (result.problem == Problem::too_short) {
      b.report(DiagnosticId::pipeline_too_short, location,
               fmt::format("{} stage() marks follow each other in a pipeline of {}", result.marks,
                           cycles_text(request.depth)),
               "a register for each mark on the way from an argument to the result",
               fmt::format("a depth of {} or more, or fewer marks",
                           request.registered_output ? result.marks + 1 : result.marks));
    }
  });
}

}  // namespace burin::detail
