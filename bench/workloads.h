// SPDX-License-Identifier: Apache-2.0
//! @file workloads.h
//! @brief What the simulation benchmarks do to a design, and the clock they hold to it. This file is compiled into
//! Burin and into the programs of the peers, so that both do the same; it knows nothing of either.
#pragma once

#include <time.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace burin_bench {

/// Inputs: a linear congruential generator.
class Numbers {
 public:
  uint32_t next() { return state_ = state_ * 1664525U + 1013904223U; }

 private:
  uint32_t state_ = 1;
};

/// A running checksum of outputs.
class Checksum {
 public:
  void add(uint32_t word) { sum_ = (sum_ << 5 | sum_ >> 27) * 5 + word; }
  uint32_t value() const { return sum_; }

 private:
  uint32_t sum_ = 0;
};

/// SHA-256, a round a clock. In each clock the host writes a word of the next block and reads a word of the state;
/// every 65 clocks it starts a block. `Model`: set_word(index, word), set_start(bool), step(), digest(index).
template <typename Model>
class Rounds {
 public:
  explicit Rounds(Model& model) : model_(model) {}

  void run(uint64_t cycles) {
    for (; cycles != 0; --cycles) {
      model_.set_word(phase_ & 15, numbers_.next());
      if (phase_ == 0) model_.set_start(true);
      if (phase_ == 1) model_.set_start(false);
      model_.step();
      checksum_.add(model_.digest(phase_ & 7));
      if (++phase_ == 65) phase_ = 0;
    }
  }
  uint32_t checksum() const { return checksum_.value(); }

 private:
  Model& model_;
  Numbers numbers_;
  Checksum checksum_;
  uint32_t phase_ = 0;
};

/// The same design, 64 clocks in one call: a block is written and started, runs, and its digest is read.
/// `Model`: as above, with step(cycles).
template <typename Model>
class Batches {
 public:
  explicit Batches(Model& model) : model_(model) {}

  /// `cycles`: a multiple of 65.
  void run(uint64_t cycles) {
    for (uint64_t blocks = cycles / 65; blocks != 0; --blocks) {
      for (uint32_t i = 0; i < 16; ++i) model_.set_word(i, numbers_.next());
      model_.set_start(true);
      model_.step();
      model_.set_start(false);
      model_.step(64);
      for (uint32_t i = 0; i < 8; ++i) checksum_.add(model_.digest(i));
    }
  }
  uint32_t checksum() const { return checksum_.value(); }

 private:
  Model& model_;
  Numbers numbers_;
  Checksum checksum_;
};

/// SHA-256 unrolled to 64 stages, a block in every clock. In each clock the host writes one of the 24 words of block
/// and state before it, and reads a word of a digest. `Model`: set_word(index below 24, word), step(), digest(index).
template <typename Model>
class Stages {
 public:
  explicit Stages(Model& model) : model_(model) {}

  void run(uint64_t cycles) {
    for (; cycles != 0; --cycles) {
      model_.set_word(input_, numbers_.next());
      if (++input_ == 24) input_ = 0;
      model_.step();
      checksum_.add(model_.digest(output_));
      output_ = (output_ + 1) & 7;
    }
  }
  uint32_t checksum() const { return checksum_.value(); }

 private:
  Model& model_;
  Numbers numbers_;
  Checksum checksum_;
  uint32_t input_ = 0;
  uint32_t output_ = 0;
};

/// A processor that runs its program over and over. In each clock the host reads the answer register and whether the
/// program is done, and starts it again when it is. `Model`: set_reset(bool), step(), result(), halted().
template <typename Model>
class Programs {
 public:
  explicit Programs(Model& model) : model_(model) {}

  void run(uint64_t cycles) {
    for (; cycles != 0; --cycles) {
      if (starts_) model_.set_reset(true);
      model_.step();
      if (starts_) model_.set_reset(false);
      starts_ = model_.halted();
      const uint32_t result = model_.result();
      checksum_.add(result);
      if (starts_) answer_ = result;
    }
  }
  uint32_t checksum() const { return checksum_.value(); }
  /// Of the last program that came to its end.
  uint32_t answer() const { return answer_; }

 private:
  Model& model_;
  Checksum checksum_;
  uint32_t answer_ = 0;
  bool starts_ = true;
};

/// What one run of one side measured.
struct Measured {
  double rate = 0;                   ///< Clocks a second of processor time.
  std::vector<std::string> outputs;  ///< Checksums after growing numbers of clocks.
};

inline double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
/// Processor time of this thread, in seconds: others on the machine do not count.
inline double thread_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
/// Processor time of all threads of this process, in seconds.
inline double process_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

/// A checksum with the number of clocks after which it was taken.
inline std::string checksum_text(uint64_t cycles, uint32_t checksum) {
  char text[48];
  std::snprintf(text, sizeof text, "%llu:%08x", static_cast<unsigned long long>(cycles), checksum);
  return text;
}

/// Runs `first` clocks, then as many again as have been run, until that took `budget` seconds.
template <typename Workload>
Measured measure(Workload& workload, uint64_t first, double budget) {
  Measured measured;
  double seconds = 0;
  uint64_t cycles = 0;
  do {
    const uint64_t chunk = cycles == 0 ? first : cycles;
    const double begin = thread_seconds();
    workload.run(chunk);
    seconds += thread_seconds() - begin;
    cycles += chunk;
    measured.outputs.push_back(checksum_text(cycles, workload.checksum()));
  } while (seconds < budget);
  measured.rate = static_cast<double>(cycles) / seconds;
  return measured;
}

/// Prints it as a peer's program hands it to Burin.
inline void print(const Measured& measured) {
  std::printf("{\"value\": %.9g, \"outputs\": [", measured.rate);
  for (size_t i = 0; i < measured.outputs.size(); ++i)
    std::printf("%s\"%s\"", i == 0 ? "" : ", ", measured.outputs[i].c_str());
  std::printf("]}\n");
}

// First chunks: enough to compare, few enough for the slowest side.
constexpr uint64_t kRoundsFirst = 65 * 256;
constexpr uint64_t kStagesFirst = 4096;
constexpr uint64_t kProgramsFirst = 1'700'000;  // the whole program
constexpr uint64_t kWavesClocks = 65 * 2048;    // with waves: these and no more
constexpr double kBudget = 0.4;                 // seconds

}  // namespace burin_bench
