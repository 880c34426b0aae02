// SPDX-License-Identifier: Apache-2.0
//! @file ring.cpp
//! @brief The last changes of a run in memory, for the waves of a failure.
//!
//! Kept are the values at the start of the window, and for each moment in it the changes, as words in one long row.
//! When a moment leaves the window its changes are made to the values at the start.
#include <fmt/format.h>

#include <deque>
#include <exception>
#include <utility>

#include "burin/sim/waves.h"

namespace burin::sim {
namespace {

struct Moment {
  uint64_t time = 0;
  std::vector<uint32_t> signals;
  std::vector<uint64_t> words;  // of each of the signals, one after the other
};

}  // namespace

struct WaveRing::Parts {
  std::filesystem::path path;
  RingOptions options;
  const WaveCatalog* catalog = nullptr;
  std::vector<uint32_t> first_word;
  std::vector<uint32_t> words;  // how many, by signal
  std::vector<uint32_t> everything;
  std::vector<uint64_t> start;  // the values before the first moment
  uint64_t start_time = 0;
  std::deque<Moment> moments;
  std::vector<Moment> spare;                    // saves allocations
  int exceptions = std::uncaught_exceptions();  // under way when the ring was made
  bool failed = false;
  bool done = false;
  bool written = false;

  void apply(const Moment& moment, std::vector<uint64_t>& values) const {
    const uint64_t* from = moment.words.data();
    for (const uint32_t signal : moment.signals) {
      for (uint32_t i = 0; i < words[signal]; ++i) values[first_word[signal] + i] = *from++;
    }
  }

  void drop_before(uint64_t time) {
    while (!moments.empty() && moments.front().time < time) {
      apply(moments.front(), start);
      start_time = moments.front().time;
      spare.push_back(std::move(moments.front()));
      moments.pop_front();
    }
  }

  void write() {
    if (std::exchange(done, true)) return;
    const std::shared_ptr<Observer> file = wave_file(path, options.waves);
    std::vector<uint64_t> values = start;
    file->begin(*catalog, {start_time, everything, first_word, values.data(), values.data()});
    uint64_t last = start_time;
    for (const Moment& moment : moments) {
      apply(moment, values);
      last = moment.time;
      file->change({moment.time, moment.signals, first_word, values.data(), values.data()});
    }
    file->finish(last + 1);
    written = true;
  }
};

WaveRing::WaveRing(std::filesystem::path path, RingOptions options) : parts_(std::make_unique<Parts>()) {
  static_cast<void>(wave_file(path, options.waves));  // a wrong name is told now, not after a failure
  parts_->path = std::move(path);
  parts_->options = std::move(options);
}

WaveRing::~WaveRing() = default;

void WaveRing::begin(const WaveCatalog& catalog, const WaveSample& sample) {
  Parts& p = *parts_;
  p.catalog = &catalog;
  p.first_word.assign(sample.first_word.begin(), sample.first_word.end());
  p.everything.assign(sample.changed.begin(), sample.changed.end());
  for (const WaveSignal& signal : catalog.signals) p.words.push_back((signal.width + 63) / 64);
  const size_t count = p.words.empty() ? 0 : p.first_word.back() + p.words.back();
  p.start.assign(sample.now, sample.now + count);
  p.start_time = sample.time;
}

void WaveRing::change(const WaveSample& sample) {
  Parts& p = *parts_;
  if (p.done) return;
  Moment moment;
  if (!p.spare.empty()) {
    moment = std::move(p.spare.back());
    p.spare.pop_back();
    moment.words.clear();
  }
  moment.time = sample.time;
  moment.signals.assign(sample.changed.begin(), sample.changed.end());
  for (const uint32_t signal : sample.changed) {
    const uint64_t* value = sample.value(signal);
    moment.words.insert(moment.words.end(), value, value + p.words[signal]);
  }
  p.moments.push_back(std::move(moment));
  p.drop_before(sample.time > p.options.ticks ? sample.time - p.options.ticks : 0);
  if (p.failed) p.write();
}

void WaveRing::event(const Event& event) {
  if (event.kind == EventKind::assertion || event.kind == EventKind::assumption) parts_->failed = true;
}

std::string WaveRing::note_on_failure(const Event& /*event*/) {
  if (parts_->done || parts_->catalog == nullptr) return {};
  return fmt::format("waves of the last {} x {}: {}", parts_->options.ticks, parts_->options.waves.unit,
                     parts_->path.string());
}

void WaveRing::finish(uint64_t /*time*/) {
  if (std::uncaught_exceptions() > parts_->exceptions) write();
  parts_->done = true;  // the signals go away
}

void WaveRing::write() {
  if (parts_->catalog != nullptr) parts_->write();
}

bool WaveRing::written() const { return parts_->written; }

}  // namespace burin::sim
