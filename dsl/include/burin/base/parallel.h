// SPDX-License-Identifier: Apache-2.0
//! @file parallel.h
//! @brief Independent jobs on a few threads; the first failure stops the rest.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace burin {

/// Number of jobs that run at once when nobody says otherwise: the machine's cores, at least 1.
[[nodiscard]] size_t default_jobs();

/// Calls `job(index, stop)` for 0 … count - 1, at most `jobs` at a time, and waits for all of them. After the
/// first exception no further job starts, `stop` asks the running ones to end, and it is thrown from here.
void run_parallel(size_t jobs, size_t count, const std::function<void(size_t, std::stop_token)>& job);

}  // namespace burin
