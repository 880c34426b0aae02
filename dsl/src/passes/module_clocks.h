// SPDX-License-Identifier: Apache-2.0
//! @file module_clocks.h
//! @brief Clock crossings inside one module, and its summary for those around it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "burin/passes/analysis.h"
#include "burin/passes/bit_graph.h"
#include "clock_summary.h"

namespace burin::passes {

/// The domains and summaries of all modules that come before the one in work.
struct KnownClocks {
  std::vector<std::unique_ptr<ClockDomains>> domains;
  std::vector<ClockSummary> summaries;
};

/// The analysis of one module. check_clock_crossing.cpp describes it.
class ModuleClocks {
 public:
  ModuleClocks(const Analysis& analysis, ir::ModuleId module, const KnownClocks& known, Diagnostics& diagnostics);

  ClockSummary run();

 private:
  /// Bits of a vertex that carry a label of their own.
  struct Seed {
    Vertex vertex;
    uint32_t label;
    uint32_t low;
    uint32_t width;
  };
  enum class What : uint8_t { reg, reset, write_port, read_port, process, instance_input, output };
  struct Sink {
    ir::NodeId value = ir::kNone;
    DomainId domain = 0;
    SinkKind kind = SinkKind::state;
    uint32_t low = 0;
    uint32_t width = 0;
    What what = What::reg;
    uint32_t index = 0;
    const char* pin = "";                    // of a memory port: "the address"
    ir::SignalId port = ir::kNone;           // of an instance's input
    std::shared_ptr<const SinkPlace> place;  // inside the instance
  };
  struct Candidate {
    uint32_t sink;
    uint32_t label;
  };

  // module_clocks.cpp: where values of which clock arise and where they go
  void collect_seeds();
  void seed_input(ir::SignalId id);
  void seed_instance_output(ir::SignalId id);
  void seed(ir::SignalId id, DomainId domain);
  void collect_sinks();
  void sink_resets();
  void sink_memories();
  void sink_instances();
  void add_sink(ir::NodeId value, DomainId domain, SinkKind kind, What what, uint32_t index, const char* pin = "");
  [[nodiscard]] bool is_direct(ir::NodeId value) const;
  [[nodiscard]] bool is_default(const ir::Signal& port) const;

  // clock_labels.cpp: which labels arrive where
  void number_labels();
  [[nodiscard]] std::vector<uint64_t> propagate(uint32_t first_label) const;
  void dependencies(Vertex vertex, std::vector<Vertex>& out) const;
  void judge(uint32_t first_label, const std::vector<uint64_t>& masks);
  void refine_requirements();
  void refine_input(uint32_t label, std::span<const uint32_t> sinks);
  void summarise_outputs(uint32_t first_label, const std::vector<uint64_t>& masks);
  void seed_opaque(uint32_t first_label, const std::vector<uint64_t>& masks);
  void confirm_candidates();
  [[nodiscard]] BitGraph::Options bit_options() const;
  static std::optional<Vertex> trace(const BitGraph& graph, const std::vector<uint64_t>& masks,
                                     const std::vector<uint64_t>& own, uint64_t mask, uint32_t start);

  // crossing_report.cpp
  void report(const Sink& sink, uint32_t label, std::optional<Vertex> source);
  void judge_children();
  void publish(PossibleCrossing crossing, std::optional<ir::InstanceId> instance);
  [[nodiscard]] SinkPlace describe_sink(const Sink& sink) const;

  const Analysis& analysis_;
  const ir::ModuleId id_;
  const ir::Module& module_;
  const WordGraph& words_;
  const KnownClocks& known_;
  ClockDomains& domains_;
  Diagnostics& diagnostics_;
  const bool is_root_;

  std::vector<bool> is_clock_source_;
  std::vector<ir::SignalId> inputs_;  // whose clock the surrounding module knows
  std::vector<Seed> seeds_;
  std::vector<Seed> asynchronous_seeds_;
  std::vector<Seed> input_seeds_;
  std::vector<Seed> opaque_seeds_;  // what black boxes without clocks pass on
  std::vector<Sink> sinks_;
  uint32_t asynchronous_label_ = 0;  // labels below it are domains, above it inputs
  uint32_t label_count_ = 0;
  std::vector<std::vector<uint32_t>> seeds_of_;  // by chunk of labels: indices of seeds_
  std::vector<Candidate> candidates_;
  std::vector<OutputClocks> outputs_;
  std::vector<std::vector<uint32_t>> output_labels_;  // definite ones, by output
  ClockSummary summary_;
};

}  // namespace burin::passes
