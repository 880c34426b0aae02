// SPDX-License-Identifier: Apache-2.0
//! @file check_combinational_loop.cpp
//! @brief Reports bits that depend on themselves without a register between.
//!
//! For each module:
//! 1. Take the cycles of its word graph (analysis.h). Most modules have none and are done.
//! 2. Inside one of them look at bits (bit_graph.h) and find the strongly connected components again. A word that
//!    depends on itself while its bits do not has none.
//! 3. In each component search, breadth first, the shortest cycle through one of its signals.
//! 4. Cycles of different bits through the same signals are one finding, which lists the bits.
//! An instance takes part with the bit-precise paths from its inputs to its outputs, so a loop through several
//! instances shows in the module where it closes.
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <unordered_set>

#include "burin/passes/bit_graph.h"
#include "burin/passes/checks.h"
#include "describe.h"
#include "strong_components.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr size_t kMaxShown = 8;   // signals of a loop in the message
constexpr size_t kMaxNotes = 32;  // steps of a loop with their places

/// Signals in the order in which a value runs through them, beginning with the smallest id.
using Loop = std::vector<SignalId>;

/// Finds cycles inside one component of bits.
class CycleSearch {
 public:
  explicit CycleSearch(const BitGraph& graph)
      : graph_(graph), component_of_(graph.size(), 0), parent_(graph.size(), kNone) {}

  /// A shortest cycle through one bit of a signal among `members`: its signals, and the bit where it begins.
  std::pair<Loop, uint32_t> find(std::span<const uint32_t> members, uint32_t component) {
    for (const uint32_t member : members) component_of_[member] = component;
    const uint32_t start = first_signal_bit(members);
    const std::vector<uint32_t> cycle = shortest_cycle(start, component);

    Loop loop;
    std::unordered_set<SignalId> seen;
    for (const uint32_t number : cycle) {
      const Vertex vertex = graph_.place(number).vertex;
      if (!graph_.words().is_signal(vertex)) continue;
      const SignalId signal = graph_.words().signal_of(vertex);
      if (seen.insert(signal).second) loop.push_back(signal);
    }
    return {loop, graph_.place(start).bit};
  }

 private:
  /// The bit of the signal declared first; every cycle runs through a signal.
  [[nodiscard]] uint32_t first_signal_bit(std::span<const uint32_t> members) const {
    uint32_t best = members[0];
    const auto rank = [this](uint32_t number) {
      const BitGraph::Place place = graph_.place(number);
      const bool is_bit = graph_.words().is_signal(place.vertex) && place.bit < graph_.width(place.vertex);
      return std::tuple(!is_bit, place.vertex, place.bit);
    };
    for (const uint32_t member : members) {
      if (rank(member) < rank(best)) best = member;
    }
    return best;
  }

  /// From `start` along dependencies back to `start`; returned in the direction in which values flow.
  std::vector<uint32_t> shortest_cycle(uint32_t start, uint32_t component) {
    std::vector<uint32_t> queue = {start};
    std::vector<uint32_t> needed;
    for (size_t i = 0; i < queue.size(); ++i) {
      const uint32_t number = queue[i];
      needed.clear();
      graph_.dependencies(number, needed);
      for (const uint32_t other : needed) {
        if (component_of_[other] != component) continue;
        if (other == start) return path_to(number, start);
        if (parent_[other] != kNone) continue;
        parent_[other] = number;
        queue.push_back(other);
      }
    }
    return {start};
  }

  /// `last` is what `start` depends on in the end: the value flows from start's driver chain back to start.
  [[nodiscard]] std::vector<uint32_t> path_to(uint32_t last, uint32_t start) const {
    std::vector<uint32_t> path = {start};
    for (uint32_t number = last; number != start; number = parent_[number]) path.push_back(number);
    return path;
  }

  const BitGraph& graph_;
  std::vector<uint32_t> component_of_;  // 0: none
  std::vector<uint32_t> parent_;
};

/// "bit 3", "bits 0 to 7", "bits 0, 2 to 4".
std::string bit_list(std::vector<uint32_t> bits) {
  std::sort(bits.begin(), bits.end());
  std::string text;
  for (size_t i = 0; i < bits.size();) {
    size_t end = i;
    while (end + 1 < bits.size() && bits[end + 1] == bits[end] + 1) ++end;
    text += (text.empty() ? "" : ", ") + std::to_string(bits[i]);
    if (end != i) text += " to " + std::to_string(bits[end]);
    i = end + 1;
  }
  return (bits.size() == 1 ? "bit " : "bits ") + text;
}

std::string step_text(const Module& module, SignalId from, SignalId to) {
  const Signal& signal = module.signals[to];
  std::string text = describe(module, to) + " depends on " + quoted(module.signals[from]);
  if (signal.kind == SignalKind::instance_output) {
    const Instance& instance = module.instances[signal.detail];
    text += " through instance " + quoted(instance.name) + " of " + module.design().module(instance.module).name;
  }
  return text;
}

void report(const Module& module, const std::string& path, const Loop& loop, const std::vector<uint32_t>& bits,
            Diagnostics& diagnostics) {
  const SignalId first = loop[0];
  Diagnostic diagnostic;
  diagnostic.id = DiagnosticId::combinational_loop;
  diagnostic.location = place_of(module, first);
  diagnostic.path = path;
  std::string cycle;
  for (size_t i = 0; i < std::min(loop.size(), kMaxShown); ++i) cycle += quoted(module.signals[loop[i]]) + " -> ";
  if (loop.size() > kMaxShown) cycle += "(" + std::to_string(loop.size() - kMaxShown) + " more) -> ";
  cycle += quoted(module.signals[first]);
  const bool whole = bits.size() == module.signals[first].width;
  diagnostic.message = (whole ? "" : bit_list(bits) + " of ") + describe(module, first) +
                       (whole || bits.size() == 1 ? " depends on itself" : " depend on themselves") +
                       " without a register between: " + cycle;
  diagnostic.expected = "a register or a synchronous read port in every loop";
  diagnostic.remedy = "a `Reg` in place of one of these signals, or remove one of the dependencies";
  for (size_t i = 0; i < std::min(loop.size(), kMaxNotes); ++i) {
    const SignalId to = loop[(i + 1) % loop.size()];
    diagnostic.notes.push_back({place_of(module, to), step_text(module, loop[i], to)});
  }
  diagnostics.report(std::move(diagnostic));
}

void check_module(const Analysis& analysis, ModuleId id, Diagnostics& diagnostics) {
  const WordGraph& words = analysis.graph(id);
  for (const WordGraph::Range& range : words.cycles()) {
    const BitGraph graph(analysis, id, std::span(words.order()).subspan(range.begin, range.end - range.begin));
    const ComponentOrder bits = strong_components(
        graph.size(), [&graph](uint32_t number, std::vector<uint32_t>& out) { graph.dependencies(number, out); });
    CycleSearch search(graph);
    std::map<Loop, std::vector<uint32_t>> loops;
    uint32_t component = 0;
    for (const auto& cycle : bits.cyclic) {
      const auto members = std::span(bits.order).subspan(cycle.begin, cycle.end - cycle.begin);
      auto [loop, bit] = search.find(members, ++component);
      loops[std::move(loop)].push_back(bit);
    }
    for (const auto& [loop, loop_bits] : loops) {
      report(words.module(), analysis.path(id), loop, loop_bits, diagnostics);
    }
  }
}

}  // namespace

void check_combinational_loops(const Analysis& analysis, Diagnostics& diagnostics) {
  for (ModuleId id = 0; id < analysis.design().modules.size(); ++id) {
    if (!analysis.design().module(id).black_box) check_module(analysis, id, diagnostics);
  }
}

}  // namespace burin::passes
