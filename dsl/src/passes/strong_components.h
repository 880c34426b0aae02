// SPDX-License-Identifier: Apache-2.0
//! @file strong_components.h
//! @brief Strongly connected components of any graph, in the order of its dependencies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace burin::passes {

/// The vertices of a graph, each component after all that it depends on.
struct ComponentOrder {
  struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
  };
  std::vector<uint32_t> order;
  std::vector<Range> cyclic;  ///< Components in `order` of several vertices, or of one that depends on itself.
};

/// Tarjan's algorithm with a stack of its own. `dependencies(vertex, out)` appends to `out` what `vertex` depends on;
/// it is called once for each vertex.
template <typename Dependencies>
ComponentOrder strong_components(uint32_t count, Dependencies&& dependencies) {
  constexpr uint32_t kUnseen = 0;
  constexpr uint32_t kDone = 0xffffffff;
  struct Frame {
    uint32_t vertex;
    uint32_t first;  // where the dependencies of the vertex begin in `pending`
    uint32_t next;   // the one to look at
    bool on_itself;
  };
  ComponentOrder result;
  result.order.reserve(count);
  std::vector<uint32_t> number(count, kUnseen);  // order of discovery from 1; kDone once the component is complete
  std::vector<uint32_t> low(count);              // the smallest number reachable within the component
  std::vector<uint32_t> component;               // vertices of components that are not complete
  std::vector<uint32_t> pending;                 // dependencies of the vertices on the stack
  std::vector<Frame> frames;
  uint32_t last_number = 0;

  const auto enter = [&](uint32_t vertex) {
    number[vertex] = low[vertex] = ++last_number;
    component.push_back(vertex);
    const auto first = static_cast<uint32_t>(pending.size());
    dependencies(vertex, pending);
    frames.push_back({vertex, first, first, false});
  };
  const auto leave = [&] {
    const Frame frame = frames.back();
    frames.pop_back();
    pending.resize(frame.first);
    const uint32_t vertex = frame.vertex;
    if (!frames.empty()) low[frames.back().vertex] = std::min(low[frames.back().vertex], low[vertex]);
    if (low[vertex] != number[vertex]) return;
    const auto begin = static_cast<uint32_t>(result.order.size());
    uint32_t member = 0;
    do {
      member = component.back();
      component.pop_back();
      number[member] = kDone;
      result.order.push_back(member);
    } while (member != vertex);
    const auto end = static_cast<uint32_t>(result.order.size());
    if (end - begin > 1 || frame.on_itself) result.cyclic.push_back({begin, end});
  };

  for (uint32_t start = 0; start < count; ++start) {
    if (number[start] != kUnseen) continue;
    enter(start);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      if (frame.next == pending.size()) {
        leave();
        continue;
      }
      const uint32_t next = pending[frame.next++];
      if (next == frame.vertex) {
        frame.on_itself = true;
      } else if (number[next] == kUnseen) {
        enter(next);
      } else if (number[next] != kDone) {
        low[frame.vertex] = std::min(low[frame.vertex], number[next]);
      }
    }
  }
  return result;
}

}  // namespace burin::passes
