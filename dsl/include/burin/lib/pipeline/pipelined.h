// SPDX-License-Identifier: Apache-2.0
//! @file pipelined.h
//! @brief Functions as pipelines: the depth is a parameter, the library chooses where the registers go.
//!
//! ```
//! const auto product = pipelined(3, multiply, a, b);      // a Delayed: three cycles after a and b
//! source >> pipelined(14, compress) >> sink;              // the same for streams, with back-pressure
//! ```
//! The function works on values and may use wires, IF and tables (`Rom`); it keeps no state. @see
//! insert_pipeline_registers
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "burin/lib/pipeline/delayed.h"
#include "burin/lib/stream/map.h"

namespace burin {

/// The value behind a mark is at least a register later: in a pipelined function, a stage ends here. Elsewhere it is
/// `value`.
template <typename T>
[[nodiscard]] detail::ValueOf<T> stage(const T& value, const Where& where = Where::current());

/// How stages of a pipeline behave that hold no value.
enum class Bubbles {
  keep,      ///< All stages move together: the pipeline stands while its output waits.
  collapse,  ///< A stage takes the next value when it is empty: more control logic, fewer lost cycles.
};

/// What a pipeline may be told beside its depth.
struct PipelineOptions {
  int depth = 1;                    ///< Registers from input to output, the latency in cycles.
  bool registered_output = true;    ///< The last register is at the output; else logic follows behind it.
  Bubbles bubbles = Bubbles::keep;  ///< Of streams.
  std::optional<Bool> enable = {};  ///< Of values and flows: all registers hold while it is 0.
  std::optional<Bool> flush = {};   ///< Of streams and flows: what is inside, and comes in this cycle, is dropped.
};

namespace detail {

/// A depth or all options, with the place where it stands.
struct PipelineSettings {
  PipelineOptions options;
  Where where;
  template <Integer I>
  PipelineSettings(I depth, const Where& w = Where::current())  // NOLINT(google-explicit-constructor)
      : where(w) {
    options.depth = static_cast<int>(plain_integer(depth));
  }
  PipelineSettings(const PipelineOptions& o, const Where& w = Where::current())  // NOLINT(google-explicit-constructor)
      : options(o), where(w) {}
};

/// Makes wires of `values`, each of which ends a stage, and binds the values to them.
void mark_stage(std::span<const Leaf> values, const Where& where);

/// Has the registers put between `inputs` and `output` when the module at hand closes. `enables`: of the registers
/// behind each stage; none: they always take over.
void request_pipeline(std::span<const Object* const> inputs, const Object& output, const PipelineOptions& options,
                      const std::vector<Bool>& enables, const Where& where);
/// What the instance that works on `value` is called after: its name, or "".
std::string name_of_value(std::span<const Leaf> value);
int checked_depth(int depth, const Where& where);

/// Says that the module at hand is a pipeline: `stage` means something in it.
void begin_pipeline();

/// The module of a pipeline. Ports are made by hand: their number and types follow from the function.
template <typename R, typename F, typename... Args>
R pipeline_of_values(const PipelineOptions& options, const F& function, const Where& where, const Args&... arguments) {
  std::string name;
  for (const std::string& one : {name_of_value(leaves_of(arguments))...}) {
    if (name.empty()) name = one;
  }
  std::unique_ptr<In<Bool>> enable;
  ModuleScope scope({"Pipeline", {{"depth", std::to_string(options.depth)}}, where}, {});
  begin_pipeline();
  const PortOptions unused{.may_be_unused = true};
  const std::tuple inputs{std::make_unique<In<Args>>(shape_like(arguments), unused, where)...};
  const auto each_input = [&](const auto& visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (visit(I, *std::get<I>(inputs)), ...);
    }(std::index_sequence_for<Args...>{});
  };
  std::vector<const Object*> objects;
  each_input([&](std::size_t i, auto& input) {
    const std::string port = sizeof...(Args) == 1 ? "argument" : "argument_" + std::to_string(i);
    input.set_name(port, port);
    objects.push_back(&input);
  });
  std::vector<Bool> enables;
  if (options.enable) {
    enable = std::make_unique<In<Bool>>(where);
    enable->set_name("enable", "enable");
    enables.assign(static_cast<size_t>(options.depth), *enable);
  }
  const R result = std::apply([&](const auto&... one) { return function(static_cast<const Args&>(*one)...); }, inputs);
  Out<R> output(shape_like(result), PortOptions{.guarded = true}, where);
  output.set_name("result", "result");
  drive_all(leaves_of(output), leaves_of(result), where);
  request_pipeline(objects, output, options, enables, where);
  scope.finish();
  name_instance(scope.parent_id(), scope.instance_id(),
                unique_instance_name(name.empty() ? "pipeline" : name + "_pipeline"), "");
  const std::tuple sources{std::cref(arguments)...};
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (drive_all(leaves_of(*std::get<I>(inputs)), leaves_of(std::get<I>(sources).get()), where), ...);
  }(std::index_sequence_for<Args...>{});
  if (options.enable) drive(*enable, {*options.enable, Sort::boolean, where});
  return static_cast<const R&>(output);
}

}  // namespace detail

/// `function(arguments...)` through registers: the result is as many cycles late as `settings`, a depth or
/// `PipelineOptions`, say, and a new one begins in each cycle. The arguments are values, or `Delayed` ones that are
/// late by the same number of cycles.
template <typename F, typename... Args>
  requires(sizeof...(Args) > 0)
[[nodiscard]] auto pipelined(const detail::PipelineSettings& settings, const F& function, const Args&... arguments) {
  const Where& where = settings.where;
  PipelineOptions options = settings.options;
  options.depth = detail::checked_depth(options.depth, where);
  const auto late = std::tuple{detail::as_delayed(arguments, where)...};
  return std::apply(
      [&](const auto&... one) {
        using R = detail::ValueOf<std::remove_cvref_t<decltype(function(one.value()...))>>;
        const detail::Lateness lateness[] = {one.lateness()...};
        detail::report_latencies(lateness, where);
        const int latency = lateness[0].cycles + options.depth;
        if (options.depth == 0) return Delayed<R>(function(one.value()...), latency, where);
        return Delayed<R>(detail::pipeline_of_values<R>(options, function, where, one.value()...), latency, where);
      },
      late);
}

/// `function(arguments...)` in the same cycle, of values that are late by the same number of cycles.
template <typename F, typename... Args>
  requires(sizeof...(Args) > 0)
[[nodiscard]] auto combine(const F& function, const Args&... arguments) {
  return pipelined(detail::PipelineSettings(0, Where{}), function, arguments...);
}

/// What `pipelined` gives without arguments: a block for streams and flows.
template <typename F>
struct PipelinedStage : StreamStage {
  PipelineOptions options;
  F function;
  Where where;

  PipelinedStage(const PipelineOptions& o, F f, const Where& w) : options(o), function(std::move(f)), where(w) {}

  template <typename T>
  auto operator()(const StreamValue<T>& stream) const {
    using R = detail::ValueOf<std::remove_cvref_t<std::invoke_result_t<const F&, const T&>>>;
    if (options.depth == 0) return MapStage<F>(function)(stream);
    const auto depth = static_cast<uint32_t>(options.depth);
    detail::ModuleScope scope({"StreamPipeline", {{"depth", std::to_string(options.depth)}}, where}, {});
    detail::begin_pipeline();
    StreamIn<T> in = StreamIn<T>::of(detail::shape_like(stream.payload), {.may_be_unused = true}, where);
    detail::name_member(in, "in", "in");
    std::unique_ptr<In<Bool>> flush = make_flush();
    const R result = function(static_cast<const T&>(in.payload));
    StreamOut<R> out = StreamOut<R>::of(detail::shape_like(result), {}, where);
    detail::name_member(out, "out", "out");

    Reg<UInt<>> valid{"valid", bits(depth), 0};  // bit i: there is a value i + 1 registers behind the input
    const UInt<> shifted = trunc(cat(valid, in.valid), depth);
    std::vector<Bool> advance(depth);  // the registers behind stage i take over what comes
    advance[depth - 1] = out.ready | ~static_cast<const UInt<>&>(valid).bit(depth - 1);
    for (uint32_t i = depth - 1; i-- > 0;) {
      advance[i] = advance[i + 1];
      if (options.bubbles == Bubbles::collapse) advance[i] = advance[i] | ~static_cast<const UInt<>&>(valid).bit(i);
    }
    in.ready = advance[0];
    if (options.bubbles == Bubbles::keep) {
      IF (advance[0]) { valid = shifted; }
    } else {
      for (uint32_t i = 0; i < depth; ++i) {
        IF (advance[i]) { valid.bit(i) = shifted.bit(i); }
      }
    }
    if (flush) {
      IF (*flush) { valid = 0; }
    }
    out.valid = static_cast<const UInt<>&>(valid).bit(depth - 1);
    detail::drive_all(detail::leaves_of(out.payload), detail::leaves_of(result), where);
    const detail::Object* const inputs[] = {&in.payload};
    detail::request_pipeline(inputs, out.payload, options, advance, where);
    finish(scope, stream.name());
    detail::connect_stream(stream, detail::StreamSink<T>(static_cast<const StreamIn<T>&>(in), where));
    if (flush) detail::drive(*flush, {*options.flush, detail::Sort::boolean, where});
    return stream_of(static_cast<const StreamOut<R>&>(out)).named(stream.name());
  }

  template <typename T>
  auto operator()(const FlowValue<T>& flow) const {
    using R = detail::ValueOf<std::remove_cvref_t<std::invoke_result_t<const F&, const T&>>>;
    if (options.depth == 0) return MapStage<F>(function)(flow);
    const auto depth = static_cast<uint32_t>(options.depth);
    detail::ModuleScope scope({"FlowPipeline", {{"depth", std::to_string(options.depth)}}, where}, {});
    detail::begin_pipeline();
    FlowIn<T> in = FlowIn<T>::of(detail::shape_like(flow.payload), {.may_be_unused = true}, where);
    detail::name_member(in, "in", "in");
    std::unique_ptr<In<Bool>> flush = make_flush();
    std::unique_ptr<In<Bool>> enable;
    if (options.enable) {
      enable = std::make_unique<In<Bool>>(where);
      enable->set_name("enable", "enable");
    }
    const R result = function(static_cast<const T&>(in.payload));
    FlowOut<R> out = FlowOut<R>::of(detail::shape_like(result), {}, where);
    detail::name_member(out, "out", "out");

    Reg<UInt<>> valid{"valid", bits(depth), 0};
    const UInt<> shifted = trunc(cat(valid, in.valid), depth);
    std::vector<Bool> enables;
    if (enable) {
      enables.assign(depth, *enable);
      IF (*enable) { valid = shifted; }
    } else {
      valid = shifted;
    }
    if (flush) {
      IF (*flush) { valid = 0; }
    }
    out.valid = static_cast<const UInt<>&>(valid).bit(depth - 1);
    detail::drive_all(detail::leaves_of(out.payload), detail::leaves_of(result), where);
    const detail::Object* const inputs[] = {&in.payload};
    detail::request_pipeline(inputs, out.payload, options, enables, where);
    finish(scope, flow.name());
    detail::connect_flow(flow, detail::FlowSink<T>(static_cast<const FlowIn<T>&>(in), where));
    if (flush) detail::drive(*flush, {*options.flush, detail::Sort::boolean, where});
    if (enable) detail::drive(*enable, {*options.enable, detail::Sort::boolean, where});
    return FlowValue<R>(out.payload, out.valid, flow.name());
  }

 private:
  [[nodiscard]] std::unique_ptr<In<Bool>> make_flush() const {
    if (!options.flush) return nullptr;
    auto flush = std::make_unique<In<Bool>>(where);
    flush->set_name("flush", "flush");
    return flush;
  }
  static void finish(detail::ModuleScope& scope, const std::string& name) {
    scope.finish();
    detail::name_instance(scope.parent_id(), scope.instance_id(), detail::unique_instance_name(name + "_pipeline"), "");
  }
};

/// Each value of a stream or flow becomes `function(value)`, through a pipeline: `source >> pipelined(7, f) >> sink`.
/// Latency: the depth; a value in each cycle. The values of a stream wait in it while the sink is not ready.
template <typename F>
[[nodiscard]] PipelinedStage<F> pipelined(const detail::PipelineSettings& settings, F function) {
  PipelineOptions options = settings.options;
  options.depth = detail::checked_depth(options.depth, settings.where);
  return PipelinedStage<F>(options, std::move(function), settings.where);
}

template <typename T>
detail::ValueOf<T> stage(const T& value, const Where& where) {
  detail::ValueOf<T> result(value);
  detail::mark_stage(detail::leaves_of(result), where);
  return result;
}

}  // namespace burin
