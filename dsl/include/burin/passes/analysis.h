// SPDX-License-Identifier: Apache-2.0
//! @file analysis.h
//! @brief Facts about a design that several checks need, worked out when first asked for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// A node or a signal of a module as a vertex of its combinational graph: nodes first, then signals.
using Vertex = uint32_t;

/// Which values of a module depend on which within one cycle, word by word. A read depends on its signal; a signal on
/// what drives it; an output of an instance on the inputs from which the child has a combinational path.
class WordGraph {
 public:
  /// A range of `order()`.
  struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
  };

  [[nodiscard]] uint32_t size() const { return node_count_ + signal_count_; }
  [[nodiscard]] Vertex of_signal(ir::SignalId signal) const { return node_count_ + signal; }
  [[nodiscard]] bool is_signal(Vertex vertex) const { return vertex >= node_count_; }
  [[nodiscard]] ir::SignalId signal_of(Vertex vertex) const { return vertex - node_count_; }

  /// All vertices, each after what it depends on; the members of a cycle stand together.
  [[nodiscard]] const std::vector<Vertex>& order() const { return order_; }
  /// The cycles, in ascending order. Bit by bit there may be none: see `BitGraph`.
  [[nodiscard]] const std::vector<Range>& cycles() const { return cycles_; }

  /// Appends to `out` what `vertex` depends on.
  void dependencies(Vertex vertex, std::vector<Vertex>& out) const;

  [[nodiscard]] const ir::Module& module() const { return *module_; }

 private:
  friend class Analysis;
  WordGraph(const class Analysis& analysis, ir::ModuleId module);
  void signal_dependencies(ir::SignalId id, std::vector<Vertex>& out) const;
  void find_connected_pads();

  const class Analysis* analysis_;
  const ir::Module* module_;
  uint32_t node_count_;
  uint32_t signal_count_;
  std::vector<Vertex> order_;
  std::vector<Range> cycles_;
  struct Pad {
    ir::SignalId signal;  // an inout of this module
    ir::InstanceId instance;
    ir::SignalId port;  // the inout of the child that is connected to it
  };
  std::vector<Pad> pads_;  // sorted by signal
};

/// The inputs and pads of a module from which there is a combinational path to one of its outputs or pads.
struct CombinationalPaths {
  struct Output {
    ir::SignalId port = ir::kNone;
    std::vector<ir::SignalId> inputs;  ///< In ascending order.
  };
  std::vector<Output> outputs;  ///< In ascending order of ports.

  /// The inputs that reach `port`; none for a port that is not there.
  [[nodiscard]] const std::vector<ir::SignalId>& inputs_of(ir::SignalId port) const;
};

/// Bits `low` to `low + count - 1` of an input.
struct BitRun {
  ir::SignalId port = ir::kNone;
  uint32_t low = 0;
  uint32_t count = 0;
};

/// For each bit of an output, the bits of inputs from which there is a combinational path to it.
using BitPaths = std::vector<std::vector<BitRun>>;

/// Facts about a design, which must not change while this object lives.
class Analysis {
 public:
  explicit Analysis(const ir::Design& design);
  ~Analysis();
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  [[nodiscard]] const ir::Design& design() const { return design_; }

  /// The path of the first instance of a module, "Top.core.fifo"; its own name when nothing instantiates it.
  [[nodiscard]] const std::string& path(ir::ModuleId module) const { return paths_[module]; }

  /// Whether no module instantiates this one.
  [[nodiscard]] bool is_root(ir::ModuleId module) const { return is_root_[module]; }

  [[nodiscard]] const WordGraph& graph(ir::ModuleId module) const;
  [[nodiscard]] const CombinationalPaths& combinational_paths(ir::ModuleId module) const;

  /// Bit-precise paths to `output`; worked out for this output alone, once.
  [[nodiscard]] const BitPaths& bit_paths(ir::ModuleId module, ir::SignalId output) const;

 private:
  friend class WordGraph;
  void find_paths();
  void build_graphs() const;
  [[nodiscard]] CombinationalPaths find_combinational_paths(ir::ModuleId module) const;
  [[nodiscard]] BitPaths find_bit_paths(ir::ModuleId module, ir::SignalId output) const;

  const ir::Design& design_;
  std::vector<std::string> paths_;
  std::vector<bool> is_root_;
  struct Lazy;
  std::unique_ptr<Lazy> lazy_;
};

/// The input of `instance` that is connected to the child's `port`, or null.
const ir::Instance::Input* find_input(const ir::Instance& instance, ir::SignalId port);

}  // namespace burin::passes
