// SPDX-License-Identifier: Apache-2.0
//! @file child.h
//! @brief Work in a process of its own: machine code under test may crash or never end.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace burin::fuzz {

/// How a child ended.
struct ChildResult {
  std::string text;   ///< What `work` returned; what came of it when the child died.
  std::string death;  ///< "" for a child that ended well, else "killed by signal 11" or "did not end in 10 s".
};

/// Forks, runs `work` in the child, and returns what it returns. The caller has one thread.
/// @throws Interrupted on Ctrl-C; the child is then gone.
ChildResult run_in_child(const std::function<std::string()>& work, std::chrono::milliseconds timeout);

}  // namespace burin::fuzz
