// SPDX-License-Identifier: Apache-2.0
//! @file analysis.cpp
//! @brief Facts about a design that several checks need.
//!
//! Word graphs, children before parents:
//! 1. The components of a module's graph in the order of dependencies, by Tarjan's algorithm.
//! 2. Combinational paths: 64 inputs at a time, each has one bit of a mask. In the order of dependencies a vertex
//!    gets the union of the masks of what it depends on; members of a cycle share one mask. What arrives at an
//!    output are its inputs. Nothing is done for modules that nobody instantiates.
//!
//! Bit paths of one output, when asked: the same over the bits of the output's cone.
#include "burin/passes/analysis.h"

#include <algorithm>
#include <unordered_map>

#include "burin/base/diagnostics.h"
#include "burin/passes/bit_graph.h"
#include "strong_components.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr uint32_t kMaskBits = 64;

bool takes_from_outside(const Signal& signal) {
  return signal.kind == SignalKind::input || signal.kind == SignalKind::inout;
}

bool gives_to_outside(const Signal& signal) {
  return signal.kind == SignalKind::output || signal.kind == SignalKind::inout;
}

}  // namespace

const Instance::Input* find_input(const Instance& instance, SignalId port) {
  const auto& inputs = instance.inputs;
  const auto guess =
      std::lower_bound(inputs.begin(), inputs.end(), port,
                       [](const Instance::Input& input, SignalId wanted) { return input.port < wanted; });
  if (guess != inputs.end() && guess->port == port) return &*guess;
  // Ports are in ascending order wherever the language made the instance; other makers need not care.
  const auto found =
      std::find_if(inputs.begin(), inputs.end(), [port](const Instance::Input& input) { return input.port == port; });
  return found == inputs.end() ? nullptr : &*found;
}

const std::vector<SignalId>& CombinationalPaths::inputs_of(SignalId port) const {
  static const std::vector<SignalId> none;
  const auto found = std::lower_bound(outputs.begin(), outputs.end(), port,
                                      [](const Output& output, SignalId wanted) { return output.port < wanted; });
  return found != outputs.end() && found->port == port ? found->inputs : none;
}

// --------------------------------------------------------------------------------------------- word graph

WordGraph::WordGraph(const Analysis& analysis, ModuleId module)
    : analysis_(&analysis),
      module_(&analysis.design().module(module)),
      node_count_(static_cast<uint32_t>(module_->node_count())),
      signal_count_(static_cast<uint32_t>(module_->signals.size())) {
  find_connected_pads();
  ComponentOrder components =
      strong_components(size(), [this](Vertex vertex, std::vector<Vertex>& out) { dependencies(vertex, out); });
  order_ = std::move(components.order);
  for (const auto& range : components.cyclic) cycles_.push_back({range.begin, range.end});
}

void WordGraph::find_connected_pads() {
  for (InstanceId id = 0; id < module_->instances.size(); ++id) {
    for (const Instance::Input& input : module_->instances[id].inputs) {
      if (input.signal != kNone) pads_.push_back({input.signal, id, input.port});
    }
  }
  std::sort(pads_.begin(), pads_.end(), [](const Pad& a, const Pad& b) { return a.signal < b.signal; });
}

void WordGraph::dependencies(Vertex vertex, std::vector<Vertex>& out) const {
  if (is_signal(vertex)) {
    signal_dependencies(signal_of(vertex), out);
  } else if (module_->node(vertex).op == Op::read) {
    out.push_back(of_signal(module_->node(vertex).immediate));
  } else {
    const auto operands = module_->operands(vertex);
    out.insert(out.end(), operands.begin(), operands.end());
  }
}

void WordGraph::signal_dependencies(SignalId id, std::vector<Vertex>& out) const {
  const Signal& signal = module_->signals[id];
  const auto add_child = [&](InstanceId instance_id, SignalId port) {
    const Instance& instance = module_->instances[instance_id];
    for (const SignalId input : analysis_->combinational_paths(instance.module).inputs_of(port)) {
      const Instance::Input* const connected = find_input(instance, input);
      if (connected == nullptr) continue;
      if (connected->value != kNone) out.push_back(connected->value);
      // That a pad reads what it drives is no loop of the net outside.
      if (connected->signal != kNone && connected->signal != id) out.push_back(of_signal(connected->signal));
    }
  };
  switch (signal.kind) {
    case SignalKind::wire:
    case SignalKind::output:
    case SignalKind::inout:
      if (signal.driver != kNone) out.push_back(signal.driver);
      if (signal.output_enable != kNone) out.push_back(signal.output_enable);
      if (signal.kind == SignalKind::inout) {
        auto pad = std::lower_bound(pads_.begin(), pads_.end(), id,
                                    [](const Pad& other, SignalId wanted) { return other.signal < wanted; });
        for (; pad != pads_.end() && pad->signal == id; ++pad) add_child(pad->instance, pad->port);
      }
      break;
    case SignalKind::memory_read: {
      const ReadPort& port = module_->memories[signal.detail].reads[signal.detail_port];
      if (!port.synchronous && port.address != kNone) out.push_back(port.address);
      break;
    }
    case SignalKind::instance_output:
      add_child(signal.detail, signal.detail_port);
      break;
    case SignalKind::input:
    case SignalKind::reg:
      break;
  }
}

// ----------------------------------------------------------------------------------------------- analysis

struct Analysis::Lazy {
  bool built = false;
  std::vector<std::unique_ptr<WordGraph>> graphs;
  std::vector<CombinationalPaths> paths;
  std::unordered_map<uint64_t, BitPaths> bit_paths;  // by module and output
};

Analysis::Analysis(const Design& design) : design_(design), lazy_(std::make_unique<Lazy>()) { find_paths(); }

Analysis::~Analysis() = default;

void Analysis::find_paths() {
  paths_.resize(design_.modules.size());
  is_root_.assign(design_.modules.size(), true);
  for (auto id = static_cast<ModuleId>(design_.modules.size()); id-- > 0;) {
    const Module& module = design_.module(id);
    if (paths_[id].empty()) paths_[id] = module.name;
    for (const Instance& instance : module.instances) {
      internal_check(instance.module < id, "a module stands before one that it instantiates");
      is_root_[instance.module] = false;
      if (paths_[instance.module].empty()) paths_[instance.module] = paths_[id] + "." + instance.name;
    }
  }
}

void Analysis::build_graphs() const {
  if (lazy_->built) return;
  lazy_->built = true;
  lazy_->paths.resize(design_.modules.size());
  for (ModuleId id = 0; id < design_.modules.size(); ++id) {
    lazy_->graphs.push_back(std::unique_ptr<WordGraph>(new WordGraph(*this, id)));
    if (!is_root_[id] && !design_.module(id).black_box) lazy_->paths[id] = find_combinational_paths(id);
  }
}

const WordGraph& Analysis::graph(ModuleId module) const {
  build_graphs();
  return *lazy_->graphs[module];
}

const CombinationalPaths& Analysis::combinational_paths(ModuleId module) const {
  build_graphs();
  return lazy_->paths[module];
}

CombinationalPaths Analysis::find_combinational_paths(ModuleId id) const {
  const WordGraph& graph = *lazy_->graphs[id];
  const Module& module = design_.module(id);
  std::vector<SignalId> inputs;
  CombinationalPaths result;
  for (SignalId signal = 0; signal < module.signals.size(); ++signal) {
    if (takes_from_outside(module.signals[signal])) inputs.push_back(signal);
    if (gives_to_outside(module.signals[signal])) result.outputs.push_back({signal, {}});
  }
  if (result.outputs.empty()) return result;

  std::vector<uint64_t> masks;
  std::vector<Vertex> needed;
  for (size_t chunk = 0; chunk < inputs.size(); chunk += kMaskBits) {
    masks.assign(graph.size(), 0);
    const size_t end = std::min(inputs.size(), chunk + kMaskBits);
    for (size_t i = chunk; i < end; ++i) masks[graph.of_signal(inputs[i])] = uint64_t{1} << (i - chunk);
    const auto gather = [&](Vertex vertex) {
      needed.clear();
      graph.dependencies(vertex, needed);
      for (const Vertex other : needed) masks[vertex] |= masks[other];
    };
    auto cycle = graph.cycles().begin();
    for (uint32_t i = 0; i < graph.order().size(); ++i) {
      if (cycle == graph.cycles().end() || i != cycle->begin) {
        gather(graph.order()[i]);
        continue;
      }
      uint64_t all = 0;
      for (uint32_t k = cycle->begin; k < cycle->end; ++k) {
        gather(graph.order()[k]);
        all |= masks[graph.order()[k]];
      }
      for (uint32_t k = cycle->begin; k < cycle->end; ++k) masks[graph.order()[k]] = all;
      i = cycle->end - 1;
      ++cycle;
    }
    for (CombinationalPaths::Output& output : result.outputs) {
      const uint64_t mask = masks[graph.of_signal(output.port)];
      for (size_t i = chunk; i < end; ++i) {
        if ((mask >> (i - chunk) & 1) != 0 && inputs[i] != output.port) output.inputs.push_back(inputs[i]);
      }
    }
  }
  return result;
}

const BitPaths& Analysis::bit_paths(ModuleId module, SignalId output) const {
  build_graphs();
  const uint64_t key = uint64_t{module} << 32 | output;
  const auto found = lazy_->bit_paths.find(key);
  if (found != lazy_->bit_paths.end()) return found->second;
  // Working it out may ask for the paths of children, which moves the table.
  BitPaths paths = find_bit_paths(module, output);
  return lazy_->bit_paths.emplace(key, std::move(paths)).first->second;
}

BitPaths Analysis::find_bit_paths(ModuleId id, SignalId output) const {
  const Module& module = design_.module(id);
  const WordGraph& words = graph(id);
  const uint32_t width = module.signals[output].width;
  BitPaths result(width);
  const std::vector<SignalId>& inputs = combinational_paths(id).inputs_of(output);
  if (inputs.empty()) return result;

  const Vertex root = words.of_signal(output);
  const BitGraph graph(*this, id, find_cone(words, std::span(&root, 1), false));
  const BitLabels labels(graph);
  for (const SignalId input : inputs) {
    const Vertex vertex = words.of_signal(input);
    const uint32_t input_width = module.signals[input].width;
    const uint32_t first = graph.number(vertex, 0);
    for (uint32_t chunk = 0; chunk < input_width; chunk += kMaskBits) {
      const uint32_t count = std::min(kMaskBits, input_width - chunk);
      const auto masks = labels.propagate([&](uint32_t number) -> uint64_t {
        const uint32_t bit = number - first - chunk;
        return number >= first + chunk && bit < count ? uint64_t{1} << bit : 0;
      });
      for (uint32_t bit = 0; bit < width; ++bit) {
        const uint64_t mask = masks[graph.number(root, bit)];
        for (uint32_t i = 0; i < count; ++i) {
          if ((mask >> i & 1) == 0) continue;
          std::vector<BitRun>& runs = result[bit];
          if (!runs.empty() && runs.back().port == input && runs.back().low + runs.back().count == chunk + i) {
            ++runs.back().count;
          } else {
            runs.push_back({input, chunk + i, 1});
          }
        }
      }
    }
  }
  return result;
}

}  // namespace burin::passes
