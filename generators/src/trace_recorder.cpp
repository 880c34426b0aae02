// SPDX-License-Identifier: Apache-2.0
//! @file trace_recorder.cpp
//! @brief An observer that keeps values at clock edges.
#include "trace_recorder.h"

#include <algorithm>

namespace burin::cli {

void TraceRecorder::begin(const sim::WaveCatalog& catalog, const sim::WaveSample& sample) {
  using Kind = sim::WaveSignal::Kind;
  index_.assign(catalog.signals.size(), ir::kNone);
  for (uint32_t i = 0; i < catalog.signals.size(); ++i) {
    const sim::WaveSignal& signal = catalog.signals[i];
    if (signal.is_clock && clock_ == ir::kNone) clock_ = i;
    const bool wanted = signal.kind == Kind::reg || (signal.kind == Kind::input && signal.port.has_value());
    if (!wanted || signal.is_clock || signal.same_as != ir::kNone) continue;
    index_[i] = static_cast<uint32_t>(now_.size());
    const uint64_t* value = sample.value(i);
    now_.emplace_back(value, value + (signal.width + 63) / 64);
    trace_.signals.push_back({.name = signal.path, .width = signal.width});
  }
}

void TraceRecorder::change(const sim::WaveSample& sample) {
  // Inputs that were set for an edge have been seen before it.
  const bool edge = clock_ != ir::kNone && *sample.value(clock_) == 1 &&
                    std::find(sample.changed.begin(), sample.changed.end(), clock_) != sample.changed.end();
  if (edge && trace_.cycles < kMostCycles) {
    ++trace_.cycles;
    for (size_t i = 0; i < now_.size(); ++i) {
      trace_.signals[i].words.insert(trace_.signals[i].words.end(), now_[i].begin(), now_[i].end());
    }
  }
  for (const uint32_t signal : sample.changed) {
    if (index_[signal] == ir::kNone) continue;
    std::vector<uint64_t>& now = now_[index_[signal]];
    std::copy_n(sample.value(signal), now.size(), now.begin());
  }
}

void TraceRecorder::finish(uint64_t) {}

}  // namespace burin::cli
