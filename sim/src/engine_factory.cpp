// SPDX-License-Identifier: Apache-2.0
//! @file engine_factory.cpp
//! @brief Engines for elaborated designs.
#include "burin/sim/engine_factory.h"

#include <unordered_map>
#include <utility>

#include "burin/sim/bench.h"
#include "burin/sim/interpreter.h"
#include "burin/sim/native_engine.h"
#include "burin/sim/verilator_engine.h"
#include "burin/verilog/emit.h"

namespace burin::sim {

std::string_view engine_name(EngineKind kind) {
  switch (kind) {
    case EngineKind::interpreter:
      return "interpreter";
    case EngineKind::native:
      return "native";
    case EngineKind::verilator:
      return "verilator";
  }
  return "engine";
}

std::vector<PortInfo> ports_of(const ir::Module& module) {
  std::vector<PortInfo> ports;
  for (const ir::SignalId id : module.ports()) {
    const ir::Signal& signal = module.signals[id];
    const PortDirection direction = signal.kind == ir::SignalKind::input    ? PortDirection::input
                                    : signal.kind == ir::SignalKind::output ? PortDirection::output
                                                                            : PortDirection::inout;
    ports.push_back({signal.name, direction, signal.width});
  }
  return ports;
}

std::vector<std::string> falling_resets_of(const ir::Module& module) {
  std::vector<std::string> names;
  for (const ir::Clock& clock : module.clocks) {
    if (clock.reset_kind != ir::ResetKind::asynchronous || clock.reset_level != ir::ResetLevel::active_low) continue;
    if (clock.reset == ir::kNone || module.node(clock.reset).op != ir::Op::read) continue;
    const ir::Signal& signal = module.signals[module.node(clock.reset).immediate];
    if (signal.kind == ir::SignalKind::input) names.push_back(signal.name);
  }
  return names;
}

namespace {

/// Finds the Verilog names of things inside a design; what it does not know keeps its name.
class VerilogPaths {
 public:
  explicit VerilogPaths(const ir::Design& design) : design_(design) {}

  std::string operator()(std::string_view path) {
    std::string result;
    ir::ModuleId id = design_.top;
    for (size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
      const auto& inside = names_in(id).instances;
      const auto found = inside.find(std::string(path.substr(0, dot)));
      if (found == inside.end()) break;
      result += found->second.first + ".";
      id = found->second.second;
      path.remove_prefix(dot + 1);
    }
    const auto& inside = names_in(id).things;
    const auto found = inside.find(std::string(path));
    return result + (found == inside.end() ? std::string(path) : found->second);
  }

 private:
  struct Names {
    std::unordered_map<std::string, std::pair<std::string, ir::ModuleId>> instances;
    std::unordered_map<std::string, std::string> things;  // signals and memories
  };

  const Names& names_in(ir::ModuleId id) {
    const auto [entry, is_new] = known_.try_emplace(id);
    if (!is_new) return entry->second;
    Names& names = entry->second;
    const ir::Module& module = design_.module(id);
    const VerilogNames verilog = verilog_names(module);
    for (size_t i = 0; i < module.instances.size(); ++i) {
      names.instances.emplace(module.instances[i].name, std::pair(verilog.instances[i], module.instances[i].module));
    }
    for (size_t i = 0; i < module.signals.size(); ++i) names.things.emplace(module.signals[i].name, verilog.signals[i]);
    for (size_t i = 0; i < module.memories.size(); ++i)
      names.things.emplace(module.memories[i].name, verilog.memories[i]);
    return names;
  }

  const ir::Design& design_;
  std::unordered_map<ir::ModuleId, Names> known_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(ir::Design& design, EngineKind kind, const BenchOptions& options) {
  if (kind == EngineKind::interpreter) {
    InterpreterOptions chosen;
    chosen.power_up = options.power_up;
    return std::make_unique<Interpreter>(design, chosen);
  }
  if (kind == EngineKind::native) {
    NativeOptions chosen;
    chosen.power_up = options.power_up;
    return std::make_unique<NativeEngine>(design, chosen);
  }
  const ir::Module& top = design.top_module();
  VerilatorDesign verilog;
  verilog.top = top.name;
  verilog.ports = ports_of(top);
  VerilogOptions emission;
  emission.locations = false;
  emission.largest_inline_contents = SIZE_MAX;  // the build's folder is not the Verilog's: no files beside it
  for (VerilogFile& file : emit_verilog(design, emission))
    verilog.sources.push_back({std::move(file.name), std::move(file.text)});
  VerilatorOptions chosen;
  chosen.power_up = options.power_up;
  chosen.internals = options.internals;
  if (options.internals) {
    chosen.verilog_path = [paths = std::make_shared<VerilogPaths>(design)](std::string_view path) {
      return (*paths)(path);
    };
  }
  chosen.progress = options.progress;
  return make_verilator_engine(verilog, chosen);
}

}  // namespace burin::sim
