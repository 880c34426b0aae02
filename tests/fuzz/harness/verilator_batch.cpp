// SPDX-License-Identifier: Apache-2.0
//! @file verilator_batch.cpp
//! @brief Many designs in one build of Verilator.
//!
//! 1. Copy each design and put its number in front of its modules' names; emit it.
//! 2. Write a top module that has an instance of each and passes all of their ports through.
//! 3. Build that with little optimisation: it runs for milliseconds.
//! 4. An engine of one design is a view: it moves its own ports of the common model, and hears its own messages.
#include "fuzz/harness/verilator_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/interrupt.h"
#include "burin/sim/engine_factory.h"
#include "burin/sim/verilator_engine.h"
#include "burin/verilog/emit.h"
#include "fuzz/harness/owning_engine.h"

namespace burin::fuzz {
namespace {

std::string port_name(size_t design, std::string_view port) { return fmt::format("d{}_{}", design, port); }

/// In front of every message of a design: the model does not tell whose they are.
std::string message_prefix(size_t design) { return fmt::format("d{}: ", design); }

/// One design of the common model.
class View final : public sim::Engine {
 public:
  View(VerilatorBatch::Model& model, size_t index, std::vector<sim::PortInfo> ports)
      : Engine(std::move(ports)), shared_(model), model_(*model.engine), index_(index) {
    for (const sim::PortInfo& port : this->ports()) {
      own_.push_back(port.width == 0 ? 0 : model_.port(port_name(index, port.name)));
    }
  }

  [[nodiscard]] std::string_view name() const override { return "verilator"; }
  void evaluate() override {
    model_.evaluate();
    shared_.sort_events();
    for (sim::Event& event : std::exchange(shared_.events[index_], {})) report(std::move(event));
  }
  // Verilog does not tell; the comparison leaves it out.
  [[nodiscard]] Bits get_output_enable(sim::PortId) override { return Bits(); }
  void restart() override { throw InternalError("a design of a batch cannot go back to time zero alone"); }

 protected:
  void do_set(sim::PortId port, const Bits& value) override {
    if (ports()[port].width != 0) model_.set(own_[port], value);
  }
  [[nodiscard]] Bits do_get(sim::PortId port) override {
    return ports()[port].width != 0 ? model_.get(own_[port]) : Bits();
  }

 private:
  VerilatorBatch::Model& shared_;
  sim::Engine& model_;
  size_t index_;
  std::vector<sim::PortId> own_;
};

void add_design(sim::VerilatorDesign& verilog, std::string& body, const ir::Design& design, size_t index) {
  const std::shared_ptr<ir::Design> named = copy(design);
  for (const auto& module : named->modules) {
    module->name = fmt::format("d{}_{}", index, module->name);
    for (ir::Process& process : module->processes) process.message = message_prefix(index) + process.message;
  }
  VerilogOptions options;
  options.header_comment = false;
  options.largest_inline_contents = SIZE_MAX;
  for (VerilogFile& file : emit_verilog(*named, options)) {
    verilog.sources.push_back({std::move(file.name), std::move(file.text)});
  }
  std::string connections;
  for (sim::PortInfo port : sim::ports_of(named->top_module())) {
    if (port.width == 0) continue;
    const std::string name = port_name(index, port.name);
    connections += fmt::format("{}.{}({})", connections.empty() ? "" : ", ", port.name, name);
    port.name = name;
    verilog.ports.push_back(std::move(port));
  }
  body += fmt::format("  {} d{} ({});\n", named->top_module().name, index, connections);
}

std::string top_text(const sim::VerilatorDesign& verilog, const std::string& body) {
  static constexpr const char* kDirections[] = {"input", "output", "inout"};
  std::string ports;
  for (const sim::PortInfo& port : verilog.ports) {
    ports += fmt::format("{}\n  {} wire [{}:0] {}", ports.empty() ? "" : ",",
                         kDirections[static_cast<int>(port.direction)], port.width - 1, port.name);
  }
  return fmt::format("module {} ({}\n);\n{}endmodule\n", verilog.top, ports, body);
}

void run_range(std::span<const Case> cases, std::span<VerilatorResult> results) {
  std::vector<std::shared_ptr<ir::Design>> designs;
  designs.reserve(cases.size());
  for (const Case& test : cases) designs.push_back(test.design);
  std::unique_ptr<VerilatorBatch> batch;
  try {
    batch = std::make_unique<VerilatorBatch>(designs);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& problem) {
    if (cases.size() == 1) {
      results[0].refused = true;
      results[0].run.error = problem.what();
      return;
    }
    const size_t half = cases.size() / 2;
    run_range(cases.first(half), results.first(half));
    run_range(cases.subspan(half), results.subspan(half));
    return;
  }
  for (size_t i = 0; i < cases.size(); ++i) {
    throw_if_interrupted();
    results[i].run = run(*batch->engine(i, cases[i].stimulus.power_up.kind), cases[i].stimulus);
  }
}

}  // namespace

void VerilatorBatch::Model::sort_events() {
  for (sim::Event event : engine->events()) {
    const size_t end = event.text.find(": ");
    internal_check(event.text.starts_with('d') && end != std::string::npos, "a message of a batch has no design");
    const size_t design = std::stoul(event.text.substr(1, end - 1));
    event.text.erase(0, end + 2);
    events.at(design).push_back(std::move(event));
  }
  engine->clear_events();
}

VerilatorBatch::VerilatorBatch(std::span<const std::shared_ptr<ir::Design>> designs) {
  sim::VerilatorDesign verilog;
  verilog.top = "burin_fuzz";
  sim::VerilatorOptions options;
  std::string body;
  for (size_t i = 0; i < designs.size(); ++i) {
    const ir::Module& top = designs[i]->top_module();
    ports_.push_back(sim::ports_of(top));
    add_design(verilog, body, *designs[i], i);
  }
  verilog.sources.push_back({"burin_fuzz.v", top_text(verilog, body)});
  options.any_power_up = true;
  options.compiler_flags = {"-O0"};
  // A folder of this process: Verilator's run time is kept in it, a model runs once and never again.
  static const TemporaryFolder builds(cache_folder(), "fuzz-");
  options.cache = builds.path();
  for (const sim::PowerUp::Kind kind : {sim::PowerUp::Kind::zeros, sim::PowerUp::Kind::ones}) {
    options.power_up.kind = kind;
    Model& model = models_[static_cast<size_t>(kind)];
    model.engine = sim::make_verilator_engine(verilog, options);
    model.events.resize(designs.size());
  }
  for (const auto& entry : std::filesystem::directory_iterator(builds.path())) {
    if (entry.is_directory()) std::filesystem::remove_all(entry.path());
  }
}

std::unique_ptr<sim::Engine> VerilatorBatch::engine(size_t index, sim::PowerUp::Kind power_up) {
  internal_check(power_up != sim::PowerUp::Kind::random, "random values at power-up differ between engines");
  return std::make_unique<View>(models_[static_cast<size_t>(power_up)], index, ports_[index]);
}

std::vector<VerilatorResult> run_in_verilator(std::span<const Case> cases) {
  std::vector<VerilatorResult> results(cases.size());
  if (!cases.empty()) run_range(cases, results);
  return results;
}

const Candidate& verilator() {
  static const Candidate alone{"verilator",
                               [](ir::Design& design, const sim::PowerUp& power_up) -> std::unique_ptr<sim::Engine> {
                                 const std::vector<std::shared_ptr<ir::Design>> designs = {copy(design)};
                                 auto batch = std::make_shared<VerilatorBatch>(designs);
                                 auto engine = batch->engine(0, power_up.kind);
                                 return std::make_unique<OwningEngine>("verilator", std::move(batch),
                                                                       std::move(engine));
                               },
                               false};
  return alone;
}

}  // namespace burin::fuzz
