// SPDX-License-Identifier: Apache-2.0
//! @file bench_compare.h
//! @brief Runs the sides of a benchmark in turn and compares them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "burin/cli/benchmark.h"

namespace burin::cli {

/// What came of one side.
struct BenchSide {
  std::string name;
  double median = 0;
  double least = 0;
  double most = 0;
  uint64_t peak_kib = 0;  ///< Of the run that took most; 0: not known.
};

/// What came of a benchmark.
struct BenchRow {
  BenchSide ours;
  std::vector<BenchSide> peers;
  size_t best = 0;              ///< Index of the peer that counts, where there is one.
  std::optional<double> ratio;  ///< Above 1 we are better.
  size_t outputs = 0;           ///< Outputs that were equal on all sides.
  double seconds = 0;           ///< That it all took.

  [[nodiscard]] const BenchSide* peer() const { return peers.empty() ? nullptr : &peers[best]; }
};

/// The middle of `values`, or the mean of the two in the middle. @pre there are some.
[[nodiscard]] double median(std::vector<double> values);

/// The first program that a benchmark or a peer needs and that is not there; "" when all are.
[[nodiscard]] std::string missing_tool(const std::vector<std::string>& tools);

/// Prepares the peers, runs all sides `rounds` times in turn, compares their outputs and takes the medians.
/// @param ours measures our side once. @throws UserError when a side fails, or two have different outputs.
[[nodiscard]] BenchRow compare(const BenchmarkSpec& spec, const BenchContext& context, const BenchRunner& ours,
                               uint32_t rounds);

}  // namespace burin::cli
