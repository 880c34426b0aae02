// SPDX-License-Identifier: Apache-2.0
//! @file parallel.cpp
//! @brief A counter that threads draw jobs from.
#include "burin/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace burin {

size_t default_jobs() { return std::max<size_t>(1, std::thread::hardware_concurrency()); }

void run_parallel(size_t jobs, size_t count, const std::function<void(size_t, std::stop_token)>& job) {
  std::atomic<size_t> next{0};
  std::stop_source stop;
  std::mutex mutex;
  std::exception_ptr first;
  const auto work = [&] {
    while (!stop.stop_requested()) {
      const size_t index = next.fetch_add(1);
      if (index >= count) return;
      try {
        job(index, stop.get_token());
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!first) first = std::current_exception();
        stop.request_stop();
      }
    }
  };
  std::vector<std::jthread> threads;
  for (size_t i = 1; i < std::min(jobs, count); ++i) threads.emplace_back(work);
  work();
  threads.clear();  // joins
  if (first) std::rethrow_exception(first);
}

}  // namespace burin
