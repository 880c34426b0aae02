// SPDX-License-Identifier: Apache-2.0
//! @file bit_graph.h
//! @brief Which bits of a module depend on which within one cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "burin/passes/analysis.h"

namespace burin::passes {

/// The combinational graph of some vertices of a `WordGraph`, bit by bit. Bits of other vertices are left out.
///
/// * Precise: not, and, or, xor, mux, concatenation, slice, extension, selection and constant shifts. An `and` with a
///   constant depends on nothing where the constant is 0, an `or` where it is 1; a mux or selection with a constant
///   condition depends on what is chosen.
/// * Sum, difference and product: bit i depends on the operands' bits up to i. Shifts by a variable amount: on the
///   whole amount and on the bits that can get there.
/// * Everything else: every bit on every bit.
class BitGraph {
 public:
  /// A bit of a vertex; bit `width` is a helper that stands for several bits at once.
  struct Place {
    Vertex vertex = 0;
    uint32_t bit = 0;
  };
  struct Options {
    bool cut_crossings = false;  ///< A waived clock crossing depends on nothing.
    /// Whether the path from a child's input to an output of an instance counts; empty: all do.
    std::function<bool(const ir::Signal& output, ir::SignalId input)> counts;
  };

  BitGraph(const Analysis& analysis, ir::ModuleId module, std::span<const Vertex> vertices, Options options);
  BitGraph(const Analysis& analysis, ir::ModuleId module, std::span<const Vertex> vertices);

  /// Number of bits, helpers included.
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(owner_.size()); }
  [[nodiscard]] bool contains(Vertex vertex) const { return local_.contains(vertex); }
  /// Number of bit `bit` of `vertex`, which the graph must contain.
  [[nodiscard]] uint32_t number(Vertex vertex, uint32_t bit) const { return first_[local_.at(vertex)] + bit; }
  [[nodiscard]] Place place(uint32_t number) const;
  [[nodiscard]] uint32_t width(Vertex vertex) const;
  [[nodiscard]] const WordGraph& words() const { return words_; }

  /// Appends to `out` the bits that bit `number` depends on.
  void dependencies(uint32_t number, std::vector<uint32_t>& out) const;

 private:
  void of_node(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const;
  void of_signal(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const;
  void of_instance_output(const ir::Signal& signal, uint32_t bit, std::vector<uint32_t>& out) const;
  void of_shift(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const;
  void of_cat(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const;
  void add(Vertex vertex, uint32_t bit, std::vector<uint32_t>& out) const;
  void add_all(Vertex vertex, std::vector<uint32_t>& out) const;

  const Analysis& analysis_;
  const ir::Module& module_;
  const WordGraph& words_;
  Options options_;
  std::vector<Vertex> vertices_;
  std::vector<uint32_t> first_;  // by local index; one more at the end
  std::vector<uint32_t> owner_;  // local index, by bit
  std::unordered_map<Vertex, uint32_t> local_;
  mutable std::unordered_map<Vertex, std::vector<uint32_t>> cat_ends_;  // of long concatenations
};

/// For every bit of `graph` the union of the seeds of all bits that it depends on, itself included. `order` is the
/// graph's bits in the order of dependencies; `seed(number)` gives a bit's own labels.
class BitLabels {
 public:
  explicit BitLabels(const BitGraph& graph);

  [[nodiscard]] std::vector<uint64_t> propagate(const std::function<uint64_t(uint32_t)>& seed) const;

 private:
  struct Range {
    uint32_t begin;
    uint32_t end;
  };
  const BitGraph& graph_;
  std::vector<uint32_t> order_;
  std::vector<Range> cycles_;
};

/// The vertices that `roots` depend on, themselves included. With `cut_crossings`, not what lies before a waived
/// crossing.
std::vector<Vertex> find_cone(const WordGraph& graph, std::span<const Vertex> roots, bool cut_crossings);

}  // namespace burin::passes
