// SPDX-License-Identifier: Apache-2.0
//! @file clock_labels.cpp
//! @brief Which clocks' values arrive where in a module: first word by word, then bit by bit where that is not enough.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "module_clocks.h"

namespace burin::passes {

using namespace ir;

namespace {

constexpr uint32_t kMaskBits = 64;

uint64_t bit_of(uint32_t index) { return uint64_t{1} << index; }

/// The lowest `count` bits.
uint64_t low_bits(uint32_t count) { return count >= kMaskBits ? ~uint64_t{0} : bit_of(count) - 1; }

template <typename Visit>
void for_each_bit(uint64_t mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<uint32_t>(__builtin_ctzll(mask)));
}

}  // namespace

/// Labels: the domains, then "asynchronous", then the inputs.
void ModuleClocks::number_labels() {
  asynchronous_label_ = domains_.size();
  label_count_ = asynchronous_label_ + 1 + static_cast<uint32_t>(inputs_.size());
  for (Seed& seed : asynchronous_seeds_) seed.label = asynchronous_label_;
  for (Seed& seed : input_seeds_) seed.label += asynchronous_label_ + 1;
  seeds_.insert(seeds_.end(), asynchronous_seeds_.begin(), asynchronous_seeds_.end());
  seeds_.insert(seeds_.end(), input_seeds_.begin(), input_seeds_.end());
  seeds_of_.resize(label_count_ / kMaskBits + 1);
  for (uint32_t i = 0; i < seeds_.size(); ++i) seeds_of_[seeds_[i].label / kMaskBits].push_back(i);
}

void ModuleClocks::dependencies(Vertex vertex, std::vector<Vertex>& out) const {
  if (!words_.is_signal(vertex)) {
    if (module_.node(vertex).op != Op::crossing) words_.dependencies(vertex, out);
    return;
  }
  const Signal& signal = module_.signals[words_.signal_of(vertex)];
  if (signal.kind != SignalKind::instance_output) {
    words_.dependencies(vertex, out);
    return;
  }
  const Instance& instance = module_.instances[signal.detail];
  const OutputClocks* const output = known_.summaries[instance.module].find_output(signal.detail_port);
  if (output == nullptr) return;
  for (const SignalId port : output->inputs) {
    const Instance::Input* const input = find_input(instance, port);
    if (input != nullptr && input->value != kNone) out.push_back(input->value);
  }
}

std::vector<uint64_t> ModuleClocks::propagate(uint32_t first_label) const {
  std::vector<uint64_t> masks(words_.size(), 0);
  for (const uint32_t index : seeds_of_[first_label / kMaskBits]) {
    masks[seeds_[index].vertex] |= bit_of(seeds_[index].label - first_label);
  }
  std::vector<Vertex> needed;
  const auto gather = [&](Vertex vertex) {
    needed.clear();
    dependencies(vertex, needed);
    for (const Vertex other : needed) masks[vertex] |= masks[other];
  };
  const std::vector<Vertex>& order = words_.order();
  auto cycle = words_.cycles().begin();
  for (uint32_t i = 0; i < order.size(); ++i) {
    if (cycle == words_.cycles().end() || i != cycle->begin) {
      gather(order[i]);
      continue;
    }
    uint64_t all = 0;
    for (uint32_t k = cycle->begin; k < cycle->end; ++k) {
      gather(order[k]);
      all |= masks[order[k]];
    }
    for (uint32_t k = cycle->begin; k < cycle->end; ++k) masks[order[k]] = all;
    i = cycle->end - 1;
    ++cycle;
  }
  return masks;
}

void ModuleClocks::judge(uint32_t first_label, const std::vector<uint64_t>& masks) {
  const uint32_t definite_count = asynchronous_label_ + 1;
  const uint64_t definite = definite_count <= first_label ? 0 : low_bits(definite_count - first_label);
  std::map<std::pair<DomainId, SinkKind>, uint64_t> required;
  for (uint32_t index = 0; index < sinks_.size(); ++index) {
    const Sink& sink = sinks_[index];
    const uint64_t mask = masks[sink.value];
    if (mask == 0) continue;
    const bool takes_any = sink.kind == SinkKind::synchroniser || sink.kind == SinkKind::reset_synchroniser;
    uint64_t foreign = takes_any ? 0 : mask & definite;
    if (sink.domain >= first_label && sink.domain < first_label + kMaskBits)
      foreign &= ~bit_of(sink.domain - first_label);
    if (sink.kind == SinkKind::asynchronous_reset && asynchronous_label_ >= first_label &&
        asynchronous_label_ < first_label + kMaskBits) {
      foreign &= ~bit_of(asynchronous_label_ - first_label);
    }
    for_each_bit(foreign, [&](uint32_t bit) { candidates_.push_back({index, first_label + bit}); });

    const uint64_t from_inputs = mask & ~definite;
    if (from_inputs == 0) continue;
    uint64_t& known = required[{sink.domain, sink.kind}];
    for_each_bit(from_inputs & ~known, [&](uint32_t bit) {
      const SignalId port = inputs_[first_label + bit - definite_count];
      const bool is_reset = sink.kind == SinkKind::asynchronous_reset || sink.kind == SinkKind::reset_synchroniser;
      // A reset that is not used as a reset must behave like any value, unless it is asynchronous.
      if (module_.signals[port].timing.kind == PortTiming::Kind::is_reset && !is_reset &&
          module_.signals[port].timing.clock < module_.clocks.size() &&
          module_.clocks[module_.signals[port].timing.clock].reset_kind == ResetKind::asynchronous) {
        return;
      }
      summary_.requirements.push_back({port, 0, module_.signals[port].width, sink.domain, sink.kind,
                                       std::make_shared<SinkPlace>(describe_sink(sink))});
    });
    known |= from_inputs;
  }
}

void ModuleClocks::summarise_outputs(uint32_t first_label, const std::vector<uint64_t>& masks) {
  if (is_root_) return;
  if (first_label == 0) {
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const Signal& signal = module_.signals[id];
      if (signal.kind != SignalKind::output && signal.kind != SignalKind::inout) continue;
      OutputClocks output;
      output.port = id;
      outputs_.push_back(std::move(output));
      output_labels_.emplace_back();
    }
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    OutputClocks& output = outputs_[i];
    const Signal& signal = module_.signals[output.port];
    if (!is_default(signal)) continue;
    for_each_bit(masks[words_.of_signal(output.port)], [&](uint32_t bit) {
      const uint32_t label = first_label + bit;
      if (label <= asynchronous_label_) {
        output_labels_[i].push_back(label);
      } else {
        output.inputs.push_back(inputs_[label - asynchronous_label_ - 1]);
      }
    });
  }
}

/// Through a black box without clocks, at any depth, words are known to depend on words and no more: all bits of the
/// output then carry the labels of the word.
void ModuleClocks::seed_opaque(uint32_t first_label, const std::vector<uint64_t>& masks) {
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    if (signal.kind != SignalKind::instance_output) continue;
    const ModuleId child = module_.instances[signal.detail].module;
    const OutputClocks* const output = known_.summaries[child].find_output(signal.detail_port);
    const auto& followed = analysis_.combinational_paths(child).inputs_of(signal.detail_port);
    if (output == nullptr || std::ranges::includes(followed, output->inputs)) continue;
    for_each_bit(masks[words_.of_signal(id)], [&](uint32_t bit) {
      opaque_seeds_.push_back({words_.of_signal(id), first_label + bit, 0, signal.width});
    });
  }
}

BitGraph::Options ModuleClocks::bit_options() const {
  BitGraph::Options options;
  options.cut_crossings = true;
  options.counts = [this](const Signal& output, SignalId input) {
    const OutputClocks* const known =
        known_.summaries[module_.instances[output.detail].module].find_output(output.detail_port);
    return known != nullptr && std::binary_search(known->inputs.begin(), known->inputs.end(), input);
  };
  return options;
}

/// Looks at the bits of what was found word by word, and at outputs that depend on more than one clock.
void ModuleClocks::confirm_candidates() {
  std::vector<Vertex> roots;
  std::set<uint32_t> labels;
  for (const Candidate& candidate : candidates_) {
    roots.push_back(sinks_[candidate.sink].value);
    labels.insert(candidate.label);
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    OutputClocks& output = outputs_[i];
    const Signal& signal = module_.signals[output.port];
    output.direct = signal.driver != kNone && is_direct(signal.driver);
    if (output_labels_[i].size() > 1) {
      roots.push_back(words_.of_signal(output.port));
      labels.insert(output_labels_[i].begin(), output_labels_[i].end());
    } else {
      OutputPart part{0, signal.width, {}, signal.timing.kind == PortTiming::Kind::asynchronous};
      DomainId domain = kNone;
      if (signal.timing.kind == PortTiming::Kind::clock) domain = domains_.of_clock(signal.timing.clock);
      for (const uint32_t label : output_labels_[i]) {
        if (label == asynchronous_label_) {
          part.asynchronous = true;
        } else {
          domain = label;
        }
      }
      if (domain != kNone) part.domains.push_back(domain);
      output.parts.push_back(std::move(part));
    }
  }
  if (!roots.empty()) {
    const BitGraph graph(analysis_, id_, find_cone(words_, roots, true), bit_options());
    const BitLabels bits(graph);
    const std::vector<uint32_t> numbered(labels.begin(), labels.end());
    for (size_t chunk = 0; chunk < numbered.size(); chunk += kMaskBits) {
      const size_t end = std::min(numbered.size(), chunk + kMaskBits);
      std::vector<uint64_t> own(graph.size(), 0);
      std::unordered_map<uint32_t, uint32_t> index_of;
      for (size_t i = chunk; i < end; ++i) index_of[numbered[i]] = static_cast<uint32_t>(i - chunk);
      for (const auto* const seeds : {&seeds_, &opaque_seeds_}) {
        for (const Seed& seed : *seeds) {
          const auto found = index_of.find(seed.label);
          if (found == index_of.end() || !graph.contains(seed.vertex)) continue;
          for (uint32_t bit = 0; bit < seed.width; ++bit) {
            own[graph.number(seed.vertex, seed.low + bit)] |= bit_of(found->second);
          }
        }
      }
      const std::vector<uint64_t> masks = bits.propagate([&own](uint32_t number) { return own[number]; });
      for (const Candidate& candidate : candidates_) {
        const auto found = index_of.find(candidate.label);
        if (found == index_of.end()) continue;
        const Sink& sink = sinks_[candidate.sink];
        for (uint32_t bit = sink.low; bit < sink.low + sink.width; ++bit) {
          const uint32_t number = graph.number(sink.value, bit);
          if ((masks[number] & bit_of(found->second)) == 0) continue;
          report(sink, candidate.label, trace(graph, masks, own, bit_of(found->second), number));
          break;
        }
      }
      for (size_t i = 0; i < outputs_.size(); ++i) {
        if (output_labels_[i].size() < 2) continue;
        const Vertex vertex = words_.of_signal(outputs_[i].port);
        for (uint32_t bit = 0; bit < graph.width(vertex);) {
          const uint64_t mask = masks[graph.number(vertex, bit)];
          OutputPart part{bit, 1, {}, false};
          while (++bit < graph.width(vertex) && masks[graph.number(vertex, bit)] == mask) ++part.width;
          for_each_bit(mask, [&](uint32_t which) {
            const uint32_t label = numbered[chunk + which];
            if (label == asynchronous_label_) {
              part.asynchronous = true;
            } else {
              part.domains.push_back(label);
            }
          });
          if (mask != 0) outputs_[i].parts.push_back(std::move(part));
        }
      }
    }
  }
  summary_.outputs = std::move(outputs_);
}

/// Walks from bit `start` against the flow of values to a bit whose own label is in `mask`.
std::optional<Vertex> ModuleClocks::trace(const BitGraph& graph, const std::vector<uint64_t>& masks,
                                          const std::vector<uint64_t>& own, uint64_t mask, uint32_t start) {
  std::set<uint32_t> seen = {start};
  std::vector<uint32_t> path = {start};
  std::vector<uint32_t> needed;
  while (!path.empty()) {
    const uint32_t number = path.back();
    if ((own[number] & mask) != 0) return graph.place(number).vertex;
    needed.clear();
    graph.dependencies(number, needed);
    const auto next = std::find_if(needed.begin(), needed.end(),
                                   [&](uint32_t other) { return (masks[other] & mask) != 0 && !seen.contains(other); });
    if (next == needed.end()) {
      path.pop_back();
    } else {
      seen.insert(*next);
      path.push_back(*next);
    }
  }
  return std::nullopt;
}

/// An input whose word is required by several clocks may have bits that are required by one each.
void ModuleClocks::refine_requirements() {
  if (is_root_) {
    summary_.requirements.clear();
    return;
  }
  std::map<SignalId, std::set<DomainId>> domains_of;
  for (const Requirement& requirement : summary_.requirements) {
    domains_of[requirement.port].insert(requirement.domain);
  }
  std::set<uint32_t> ambiguous;  // labels
  for (uint32_t i = 0; i < inputs_.size(); ++i) {
    const auto found = domains_of.find(inputs_[i]);
    if (found != domains_of.end() && found->second.size() > 1 && module_.signals[inputs_[i]].width > 1) {
      ambiguous.insert(asynchronous_label_ + 1 + i);
    }
  }
  std::vector<uint64_t> masks;
  uint32_t masks_of = kNone;
  for (const uint32_t label : ambiguous) {
    const uint32_t first = label / kMaskBits * kMaskBits;
    if (first != masks_of) {
      masks = propagate(first);
      masks_of = first;
    }
    std::vector<uint32_t> reached;
    for (uint32_t index = 0; index < sinks_.size(); ++index) {
      if ((masks[sinks_[index].value] & bit_of(label - first)) != 0) reached.push_back(index);
    }
    refine_input(label, reached);
  }
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    if (signal.kind != SignalKind::input || signal.timing.kind != PortTiming::Kind::clock) continue;
    const DomainId domain = domains_.of_clock(signal.timing.clock);
    if (domain == kNone) continue;
    summary_.requirements.push_back(
        {id, 0, signal.width, domain, SinkKind::state,
         std::make_shared<SinkPlace>(SinkPlace{"what its declaration says", signal.location})});
  }
}

void ModuleClocks::refine_input(uint32_t label, std::span<const uint32_t> sinks) {
  const bool is_opaque = std::any_of(opaque_seeds_.begin(), opaque_seeds_.end(),
                                     [label](const Seed& seed) { return seed.label == label; });
  if (is_opaque) return;
  const SignalId port = inputs_[label - asynchronous_label_ - 1];
  const uint32_t width = module_.signals[port].width;
  std::vector<Vertex> roots;
  for (const uint32_t index : sinks) roots.push_back(sinks_[index].value);
  const BitGraph graph(analysis_, id_, find_cone(words_, roots, true), bit_options());
  const BitLabels bits(graph);
  const uint32_t origin = graph.number(words_.of_signal(port), 0);

  struct Need {
    std::vector<bool> bits;
    std::shared_ptr<const SinkPlace> place;
  };
  std::map<std::pair<DomainId, SinkKind>, Need> needs;
  for (uint32_t chunk = 0; chunk < width; chunk += kMaskBits) {
    const uint32_t count = std::min(kMaskBits, width - chunk);
    const auto masks = bits.propagate([&](uint32_t number) -> uint64_t {
      return number >= origin + chunk && number < origin + chunk + count ? bit_of(number - origin - chunk) : 0;
    });
    for (const uint32_t index : sinks) {
      const Sink& sink = sinks_[index];
      uint64_t mask = 0;
      for (uint32_t bit = sink.low; bit < sink.low + sink.width; ++bit) mask |= masks[graph.number(sink.value, bit)];
      if (mask == 0) continue;
      Need& need = needs[{sink.domain, sink.kind}];
      need.bits.resize(width, false);
      if (!need.place) need.place = std::make_shared<SinkPlace>(describe_sink(sink));
      for_each_bit(mask, [&](uint32_t bit) { need.bits[chunk + bit] = true; });
    }
  }
  std::erase_if(summary_.requirements, [port](const Requirement& requirement) { return requirement.port == port; });
  for (const auto& [key, need] : needs) {
    for (uint32_t bit = 0; bit < width;) {
      uint32_t end = bit;
      while (end < width && need.bits[end] == need.bits[bit]) ++end;
      if (need.bits[bit]) {
        summary_.requirements.push_back({port, bit, end - bit, key.first, key.second, need.place});
      }
      bit = end;
    }
  }
}

}  // namespace burin::passes
