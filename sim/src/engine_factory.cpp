// SPDX-License-Identifier: Apache-2.0
//! @file engine_factory.cpp
//! @brief Engines for elaborated designs.
#include "burin/sim/engine_factory.h"

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
  chosen.active_low_resets = falling_resets_of(top);
  chosen.progress = options.progress;
  return make_verilator_engine(verilog, chosen);
}

}  // namespace burin::sim
