// SPDX-License-Identifier: Apache-2.0
//! @file bench_compare.cpp
//! @brief A benchmark from its sides to one row.
//!
//! 1. Prepare the peers: builds, from the cache where they are there.
//! 2. For each round, run every side once, in turn, so that a change of the machine's load hits all of them.
//! 3. Compare the outputs of every run with those of the first.
//! 4. Medians; the best peer; the ratio.
#include "bench_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"
#include "burin/base/process.h"

namespace burin::cli {
namespace {

struct Side {
  std::string name;
  BenchRunner run;
  std::vector<double> values;
  uint64_t peak_kib = 0;

  [[nodiscard]] BenchSide result() const {
    return {.name = name,
            .median = median(values),
            .least = *std::min_element(values.begin(), values.end()),
            .most = *std::max_element(values.begin(), values.end()),
            .peak_kib = peak_kib};
  }
};

/// Outputs of the longest run so far, with the side that they came from.
class Outputs {
 public:
  void check(const BenchmarkSpec& spec, const std::string& side, const std::vector<std::string>& outputs) {
    const size_t both = std::min(outputs.size(), longest_.size());
    for (size_t i = 0; i < both; ++i) {
      if (outputs[i] == longest_[i]) continue;
      throw UserError(fmt::format("{}: {} and {} do not agree: output {} is {} and {}", spec.name, from_, side, i + 1,
                                  longest_[i], outputs[i]));
    }
    common_ = seen_ ? std::min(common_, outputs.size()) : outputs.size();
    if (!seen_ || outputs.size() > longest_.size()) {
      longest_ = outputs;
      from_ = side;
    }
    seen_ = true;
  }
  [[nodiscard]] size_t common() const { return common_; }

 private:
  std::vector<std::string> longest_;
  std::string from_;
  size_t common_ = 0;
  bool seen_ = false;
};

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string missing_tool(const std::vector<std::string>& tools) {
  for (const std::string& tool : tools) {
    if (!find_program(tool)) return tool;
  }
  return "";
}

BenchRow compare(const BenchmarkSpec& spec, const BenchContext& context, const BenchRunner& ours, uint32_t rounds) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<Side> sides;
  sides.push_back({.name = "Burin", .run = ours, .values = {}});
  for (const BenchPeer& peer : spec.peers) {
    throw_if_interrupted();
    if (!missing_tool(peer.tools).empty()) continue;  // another one is there, or the benchmark would be skipped
    context.progress(fmt::format("{}: preparing {}", spec.name, peer.name));
    sides.push_back({.name = peer.name, .run = peer.prepare(context), .values = {}});
  }
  Outputs outputs;
  for (uint32_t round = 0; round < rounds; ++round) {
    for (Side& side : sides) {
      throw_if_interrupted();
      context.progress(fmt::format("{}: round {} of {}, {}", spec.name, round + 1, rounds, side.name));
      const BenchSample sample = side.run();
      if (!(sample.value > 0)) throw UserError(fmt::format("{}: {} measured nothing", spec.name, side.name));
      outputs.check(spec, side.name, sample.outputs);
      side.values.push_back(sample.value);
      side.peak_kib = std::max(side.peak_kib, sample.peak_kib);
    }
  }

  BenchRow row;
  row.ours = sides.front().result();
  for (size_t i = 1; i < sides.size(); ++i) row.peers.push_back(sides[i].result());
  for (size_t i = 0; i < row.peers.size(); ++i) {
    const double best = row.peers[row.best].median;
    if (spec.more_is_better ? row.peers[i].median > best : row.peers[i].median < best) row.best = i;
  }
  if (const BenchSide* peer = row.peer()) {
    row.ratio = spec.more_is_better ? row.ours.median / peer->median : peer->median / row.ours.median;
  }
  row.outputs = outputs.common();
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return row;
}

}  // namespace burin::cli
