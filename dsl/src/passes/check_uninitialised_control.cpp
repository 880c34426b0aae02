// SPDX-License-Identifier: Apache-2.0
//! @file check_uninitialised_control.cpp
//! @brief Reports undefined values that reach a register with reset, or an output, in the first cycle after reset.
//!
//! The state then: a register with a reset value has it; one with a power-up value, and data of a memory with
//! contents, are free (defined, but it is not known what); other registers and memories are undefined. Inputs are
//! free, but a reset is inactive.
//!
//! 1. If nothing in the design can be undefined, there is nothing to do.
//! 2. Children before parents, compute all values of a module in the order of dependencies (ternary.h). A free value
//!    that selects or masks an undefined one hides it: `valid & data` is no finding while `valid` is an input.
//! 3. Outputs of an instance come from the child's own computation. Where the parent gives it undefined inputs, the
//!    child is computed again with just these; the result is kept for other instances with the same inputs.
//! 4. A register with reset whose next value has an undefined bit, and an output of a top module, is a finding,
//!    except an output with the attribute burin_guarded = 1, whose users look at it only when a handshake says so, and
//!    what `past` remembers for checks.
//!    Going against the flow of values from the bit leads to the source. Findings of one source are one.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "burin/ir/marks.h"
#include "burin/passes/bit_graph.h"
#include "burin/passes/checks.h"
#include "burin/passes/ternary.h"
#include "describe.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr size_t kMaxPlaces = 8;  // notes of one finding

/// Where an undefined value comes from: "register 'data'".
struct Source {
  std::string text;
  std::string name;
  std::string remedy;  // "a reset value for"
  LocationId location = kNoLocation;
  std::string path;
  friend auto operator<=>(const Source&, const Source&) = default;
};

/// A free value is defined, though nobody knows it.
bool can_be_undefined(const Module& module, const Register& state) {
  return !state.reset_value && !state.power_up && mark(module.signals[state.signal], kFreeMark).empty();
}

bool is_guarded(const Signal& signal) {
  return std::find(signal.attributes.begin(), signal.attributes.end(),
                   std::pair<std::string, std::string>("burin_guarded", "1")) != signal.attributes.end();
}

/// A port's value that outlives the computation it comes from.
struct PortValue {
  SignalId port = kNone;
  Bits ones;
  Bits zeros;
  Bits undefined;
  Source source;  // of an undefined bit
};

/// Values of ports, in ascending order of ports.
using PortValues = std::vector<PortValue>;

const PortValue* find_value(const PortValues& values, SignalId port) {
  const auto found = std::lower_bound(values.begin(), values.end(), port,
                                      [](const PortValue& value, SignalId wanted) { return value.port < wanted; });
  return found != values.end() && found->port == port ? &*found : nullptr;
}

std::string key_of(ModuleId module, const PortValues& inputs) {
  std::string key = std::to_string(module);
  for (const PortValue& input : inputs) {
    key += ";" + std::to_string(input.port) + ":" + input.ones.to_hex() + "," + input.zeros.to_hex() + "," +
           input.undefined.to_hex();
  }
  return key;
}

class Checker {
 public:
  Checker(const Analysis& analysis, Diagnostics& diagnostics) : analysis_(analysis), diagnostics_(diagnostics) {}

  void run() {
    for (ModuleId id = 0; id < analysis_.design().modules.size(); ++id) {
      free_.push_back(evaluate(id, {}, analysis_.path(id)));
    }
  }

  /// The outputs of a module for inputs of which some are undefined.
  const PortValues& outputs_for(ModuleId id, const PortValues& inputs, const std::string& path) {
    std::string key = key_of(id, inputs);
    const auto known = special_.find(key);
    if (known != special_.end()) return known->second;
    PortValues outputs = evaluate(id, inputs, path);
    return special_.emplace(std::move(key), std::move(outputs)).first->second;
  }

  [[nodiscard]] const PortValues& outputs_for_free_inputs(ModuleId id) const { return free_[id]; }
  [[nodiscard]] const Analysis& analysis() const { return analysis_; }
  [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }

 private:
  PortValues evaluate(ModuleId id, const PortValues& inputs, const std::string& path);

  const Analysis& analysis_;
  Diagnostics& diagnostics_;
  std::vector<PortValues> free_;
  std::unordered_map<std::string, PortValues> special_;
};

/// One computation of one module.
class Evaluation {
 public:
  Evaluation(Checker& checker, ModuleId id, const PortValues& inputs, const std::string& path)
      : checker_(checker),
        id_(id),
        module_(checker.analysis().design().module(id)),
        words_(checker.analysis().graph(id)),
        inputs_(inputs),
        path_(path) {}

  PortValues run() {
    for (NodeId node = 0; node < module_.node_count(); ++node) values_.add(module_.width(node));
    for (const Signal& signal : module_.signals) values_.add(signal.width);
    compute_all();
    check_instances();
    collect_findings();
    PortValues outputs = collect_outputs();
    report_findings();
    return outputs;
  }

 private:
  using Place = std::pair<Vertex, uint32_t>;

  // --- values

  void compute_all() {
    const std::vector<Vertex>& order = words_.order();
    auto cycle = words_.cycles().begin();
    for (uint32_t i = 0; i < order.size(); ++i) {
      if (cycle == words_.cycles().end() || i != cycle->begin) {
        compute(order[i]);
        continue;
      }
      // Words that only seem to depend on themselves: a second round has what the first one lacked.
      for (int round = 0; round < 2; ++round) {
        for (uint32_t k = cycle->begin; k < cycle->end; ++k) compute(order[k]);
      }
      i = cycle->end - 1;
      ++cycle;
    }
  }

  void compute(Vertex vertex) {
    const Ternary result = values_.at(vertex);
    if (words_.is_signal(vertex)) {
      compute_signal(words_.signal_of(vertex), result);
      return;
    }
    const Node& node = module_.node(vertex);
    if (node.op == Op::constant) {
      result.set_constant(module_.constant_value(vertex));
    } else if (node.op == Op::read) {
      result.copy(values_.at(words_.of_signal(node.immediate)));
    } else {
      operands_.clear();
      for (const NodeId operand : module_.operands(vertex)) operands_.push_back(values_.at(operand));
      evaluate_ternary(node.op, operands_, node.immediate, result);
    }
  }

  void compute_signal(SignalId id, const Ternary& result) {
    const Signal& signal = module_.signals[id];
    switch (signal.kind) {
      case SignalKind::wire:
      case SignalKind::output:
        if (signal.driver != kNone) result.copy(values_.at(signal.driver));
        break;
      case SignalKind::reg: {
        const Register& state = module_.registers[signal.detail];
        if (state.reset_value) {
          result.set_constant(*state.reset_value);
        } else if (can_be_undefined(module_, state)) {
          result.set_undefined();
        }
        break;
      }
      case SignalKind::memory_read: {
        const Memory& memory = module_.memories[signal.detail];
        const ReadPort& port = memory.reads[signal.detail_port];
        const bool bad_address = !port.synchronous && port.address != kNone && values_.at(port.address).any_undefined();
        if (memory.contents.empty() || bad_address) result.set_undefined();
        break;
      }
      case SignalKind::input:
        compute_input(id, result);
        break;
      case SignalKind::instance_output:
        compute_instance_output(id, result);
        break;
      case SignalKind::inout:
        break;
    }
  }

  void compute_input(SignalId id, const Ternary& result) {
    const Signal& signal = module_.signals[id];
    if (const PortValue* const given = find_value(inputs_, id)) {
      set(result, *given);
    } else if (signal.timing.kind == PortTiming::Kind::is_reset && signal.width == 1 &&
               signal.timing.clock < module_.clocks.size()) {
      const bool active_low = module_.clocks[signal.timing.clock].reset_level == ResetLevel::active_low;
      result.set_constant(Bits(1, active_low ? 1 : 0));
    }
  }

  static void set(const Ternary& result, const PortValue& value) {
    for (uint32_t i = 0; i < result.ones.size(); ++i) {
      result.ones[i] = value.ones.word(i);
      result.zeros[i] = value.zeros.word(i);
      result.undefined[i] = value.undefined.word(i);
    }
  }

  void compute_instance_output(SignalId id, const Ternary& result) {
    const Signal& signal = module_.signals[id];
    const Instance& instance = module_.instances[signal.detail];
    const auto& reaching = checker_.analysis().combinational_paths(instance.module).inputs_of(signal.detail_port);
    const bool gets_undefined = std::any_of(reaching.begin(), reaching.end(), [&](SignalId port) {
      const Instance::Input* const input = find_input(instance, port);
      return input != nullptr && input->value != kNone && values_.at(input->value).any_undefined();
    });
    const PortValues& outputs =
        gets_undefined ? outputs_of(signal.detail) : checker_.outputs_for_free_inputs(instance.module);
    if (const PortValue* const value = find_value(outputs, signal.detail_port)) set(result, *value);
  }

  /// The outputs of an instance for the inputs as far as they are computed by now.
  const PortValues& outputs_of(InstanceId id) {
    const Instance& instance = module_.instances[id];
    PortValues inputs;
    for (const Instance::Input& input : instance.inputs) {
      if (input.value != kNone) inputs.push_back(keep(input.port, input.value));
    }
    std::sort(inputs.begin(), inputs.end(), [](const PortValue& a, const PortValue& b) { return a.port < b.port; });
    for (PortValue& input : inputs) {
      if (!input.undefined.is_zero()) input.source = source_of(find_input(instance, input.port)->value);
    }
    return checker_.outputs_for(instance.module, inputs, path_ + "." + instance.name);
  }

  PortValue keep(SignalId port, Vertex vertex) {
    const Ternary value = values_.at(vertex);
    return {port,
            Bits::from_words(value.width, value.ones),
            Bits::from_words(value.width, value.zeros),
            Bits::from_words(value.width, value.undefined),
            {}};
  }

  // --- findings

  /// Instances with undefined inputs have findings of their own, whether their outputs depend on these or not.
  void check_instances() {
    for (InstanceId id = 0; id < module_.instances.size(); ++id) {
      const Instance& instance = module_.instances[id];
      if (module_.design().module(instance.module).black_box) continue;
      const bool gets_undefined =
          std::any_of(instance.inputs.begin(), instance.inputs.end(), [&](const Instance::Input& input) {
            return input.value != kNone && values_.at(input.value).any_undefined();
          });
      if (gets_undefined) outputs_of(id);
    }
  }

  void collect_findings() {
    for (const Register& state : module_.registers) {
      const Signal& signal = module_.signals[state.signal];
      if (!state.reset_value || signal.driver == kNone || !mark(signal, kHistoryMark).empty()) continue;
      if (values_.at(signal.driver).any_undefined()) add_finding(state.signal, signal.driver);
    }
    if (!checker_.analysis().is_root(id_)) return;
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const Signal& signal = module_.signals[id];
      const bool is_output = signal.kind == SignalKind::output || signal.kind == SignalKind::inout;
      if (!is_output || is_guarded(signal)) continue;
      for (const NodeId driver : {signal.driver, signal.output_enable}) {
        if (driver != kNone && values_.at(driver).any_undefined()) add_finding(id, driver);
      }
    }
  }

  void add_finding(SignalId reached, NodeId value) {
    std::vector<SignalId>& places = findings_[source_of(value)];
    if (std::find(places.begin(), places.end(), reached) == places.end()) places.push_back(reached);
  }

  PortValues collect_outputs() {
    PortValues outputs;
    if (checker_.analysis().is_root(id_)) return outputs;
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      if (module_.signals[id].kind != SignalKind::output) continue;
      outputs.push_back(keep(id, words_.of_signal(id)));
      if (!outputs.back().undefined.is_zero()) outputs.back().source = source_of(words_.of_signal(id));
    }
    return outputs;
  }

  /// Follows undefined bits from one of `start` to where the first of them arises. What was found on the way is kept,
  /// so that many findings of one source cost one search.
  const Source& source_of(Vertex start) {
    const Ternary value = values_.at(start);
    uint32_t bit = 0;
    while (!value.is_undefined(bit)) ++bit;
    std::vector<Place> path = {{start, bit}};
    std::set<Place> seen = {path[0]};
    uint32_t source = kNone;
    while (!path.empty() && source == kNone) {
      const auto [vertex, at] = path.back();
      const auto known = source_at_.find(path.back());
      if (known != source_at_.end()) {
        source = known->second;
      } else if (auto own = own_source(vertex)) {
        source = add_source(std::move(*own));
      } else if (const auto next = undefined_dependency(vertex, at, seen)) {
        seen.insert(*next);
        path.push_back(*next);
      } else {
        path.pop_back();
      }
    }
    if (source == kNone)
      source = add_source({"an undefined value", "it", "a defined value for", module_.location, path_});
    for (const Place& place : path) source_at_.emplace(place, source);
    return sources_[source];
  }

  uint32_t add_source(Source source) {
    sources_.push_back(std::move(source));
    return static_cast<uint32_t>(sources_.size() - 1);
  }

  std::optional<Source> own_source(Vertex vertex) {
    if (!words_.is_signal(vertex)) return std::nullopt;
    const SignalId id = words_.signal_of(vertex);
    const Signal& signal = module_.signals[id];
    const std::string name = signal.object.empty() ? signal.name : signal.object;
    switch (signal.kind) {
      case SignalKind::reg:
        return Source{describe(module_, id) + " without reset", name, "a reset value for", place_of(module_, id),
                      path_};
      case SignalKind::memory_read: {
        const Memory& memory = module_.memories[signal.detail];
        if (!memory.contents.empty()) return std::nullopt;
        return Source{describe(module_, id) + " without contents", memory.name, "contents for", memory.location, path_};
      }
      case SignalKind::input: {
        const PortValue* const given = find_value(inputs_, id);
        return given == nullptr ? std::nullopt : std::optional(given->source);
      }
      case SignalKind::instance_output: {
        const PortValues& free = checker_.outputs_for_free_inputs(module_.instances[signal.detail].module);
        const PortValue* const value = find_value(free, signal.detail_port);
        if (value != nullptr && !value->undefined.is_zero()) return value->source;
        return std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  std::optional<Place> undefined_dependency(Vertex vertex, uint32_t bit, const std::set<Place>& seen) {
    words_needed_.clear();
    words_.dependencies(vertex, words_needed_);
    words_needed_.push_back(vertex);
    std::sort(words_needed_.begin(), words_needed_.end());
    words_needed_.erase(std::unique(words_needed_.begin(), words_needed_.end()), words_needed_.end());
    const BitGraph graph(checker_.analysis(), id_, words_needed_);
    // A helper bit stands for the bits that it depends on.
    std::vector<uint32_t> pending = {graph.number(vertex, bit)};
    std::set<uint32_t> visited = {pending[0]};
    std::vector<uint32_t> needed;
    for (size_t i = 0; i < pending.size(); ++i) {
      needed.clear();
      graph.dependencies(pending[i], needed);
      for (const uint32_t number : needed) {
        const BitGraph::Place place = graph.place(number);
        if (place.vertex == vertex) {
          if (visited.insert(number).second) pending.push_back(number);
          continue;
        }
        const Place found{place.vertex, place.bit};
        if (values_.at(place.vertex).is_undefined(place.bit) && !seen.contains(found)) return found;
      }
    }
    return std::nullopt;
  }

  void report_findings() {
    for (const auto& [source, places] : findings_) {
      const SignalId first = places[0];
      Diagnostic finding;
      finding.id = DiagnosticId::uninitialised_control;
      finding.location = source.location;
      finding.path = source.path;
      finding.message = source.text + " reaches " + place_text(first);
      if (places.size() > 1) {
        finding.message += " and " + std::to_string(places.size() - 1) + " more register" +
                           (places.size() > 2 ? "s or outputs" : " or output");
      }
      finding.message += " in the first cycle after reset";
      finding.expected = "defined values in registers with reset and at outputs as soon as reset ends";
      finding.remedy = source.remedy + " `" + source.name +
                       "`, or a use of it only under a condition that reset makes false, such as a valid bit";
      for (size_t i = 0; i < std::min(places.size(), kMaxPlaces); ++i) {
        finding.notes.push_back({place_of(module_, places[i]), "it reaches " + place_text(places[i])});
      }
      checker_.diagnostics().report(std::move(finding));
    }
  }

  [[nodiscard]] std::string place_text(SignalId id) const {
    const bool is_register = module_.signals[id].kind == SignalKind::reg;
    return describe(module_, id) + (is_register ? " with reset" : "");
  }

  Checker& checker_;
  const ModuleId id_;
  const Module& module_;
  const WordGraph& words_;
  const PortValues& inputs_;
  const std::string path_;
  TernaryTable values_;
  std::vector<Ternary> operands_;
  std::vector<Vertex> words_needed_;
  std::deque<Source> sources_;
  std::map<Place, uint32_t> source_at_;  // index of sources_
  std::map<Source, std::vector<SignalId>> findings_;
};

PortValues Checker::evaluate(ModuleId id, const PortValues& inputs, const std::string& path) {
  if (analysis_.design().module(id).black_box) return {};
  return Evaluation(*this, id, inputs, path).run();
}

bool anything_undefined(const Design& design) {
  return std::any_of(design.modules.begin(), design.modules.end(), [](const auto& module) {
    return std::any_of(module->registers.begin(), module->registers.end(),
                       [&](const Register& state) { return can_be_undefined(*module, state); }) ||
           std::any_of(module->memories.begin(), module->memories.end(),
                       [](const Memory& memory) { return memory.contents.empty() && !memory.reads.empty(); });
  });
}

}  // namespace

void check_uninitialised_control(const Analysis& analysis, Diagnostics& diagnostics) {
  if (anything_undefined(analysis.design())) Checker(analysis, diagnostics).run();
}

}  // namespace burin::passes
