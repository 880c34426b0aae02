// SPDX-License-Identifier: Apache-2.0
//! @file processor_time.h
//! @brief Processor time and wall time of pieces of work.
#pragma once

#include <sys/resource.h>

#include <chrono>

#include "bench/workloads.h"

namespace burin::bench {

/// Processor time of all processes that this one has started and waited for, in seconds.
inline double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Processor time that `work` takes on this thread, in seconds.
template <typename Work>
double processor_seconds(Work&& work) {
  const double begin = burin_bench::thread_seconds();
  work();
  return burin_bench::thread_seconds() - begin;
}

/// Time that passes while `work` works, in seconds.
template <typename Work>
double wall_seconds(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace burin::bench
