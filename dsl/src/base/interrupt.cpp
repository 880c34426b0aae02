// SPDX-License-Identifier: Apache-2.0
//! @file interrupt.cpp
//! @brief Signal handlers that set a flag, counted so that scopes nest.
#include "burin/base/interrupt.h"

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>

namespace burin {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "the handler may only touch lock-free state");

std::mutex scope_mutex;
int scope_count = 0;
std::array<struct sigaction, kSignals.size()> previous_actions;

extern "C" void on_signal(int number) {
  // A second Ctrl-C: somebody wants out even if unwinding hangs.
  if (flag.exchange(true) && number == SIGINT) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
}

}  // namespace

InterruptScope::InterruptScope() {
  const std::scoped_lock lock(scope_mutex);
  if (scope_count++ != 0) return;
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &previous_actions[i]);
    // A signal that the parent process chose to ignore (nohup) stays ignored.
    if (previous_actions[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptScope::~InterruptScope() {
  const std::scoped_lock lock(scope_mutex);
  if (--scope_count != 0) return;
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &previous_actions[i], nullptr);
}

bool interrupted() noexcept { return flag.load(); }

void throw_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

void request_interrupt() noexcept { flag.store(true); }
void clear_interrupt() noexcept { flag.store(false); }

}  // namespace burin
