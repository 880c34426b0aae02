// SPDX-License-Identifier: Apache-2.0
//! @file trace_recorder.h
//! @brief Takes down inputs and registers cycle by cycle, for estimates of power.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "burin/flows/flow.h"
#include "burin/sim/observe.h"

namespace burin::cli {

/// Takes down the values just before each rising edge of the first clock, for a limited number of cycles.
class TraceRecorder final : public sim::Observer {
 public:
  /// A trace of a design with a thousand bits then takes a few megabytes.
  static constexpr uint64_t kMostCycles = 20'000;

  void begin(const sim::WaveCatalog& catalog, const sim::WaveSample& sample) override;
  void change(const sim::WaveSample& sample) override;
  void finish(uint64_t time) override;

  [[nodiscard]] flows::SimulationTrace take() { return std::move(trace_); }

 private:
  uint32_t clock_ = ir::kNone;              // index in the catalog
  std::vector<uint32_t> index_;             // by signal of the catalog: in the trace
  std::vector<std::vector<uint64_t>> now_;  // by signal of the trace
  flows::SimulationTrace trace_;
};

}  // namespace burin::cli
