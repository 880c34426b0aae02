// SPDX-License-Identifier: Apache-2.0
//! @file interrupt.h
//! @brief Ctrl-C as an exception: long work asks now and then, and unwinds instead of dying half-way.
#pragma once

#include "burin/base/diagnostics.h"

namespace burin {

/// Thrown where work stops because of Ctrl-C or a request to terminate. A program should exit with 130.
class Interrupted : public UserError {
 public:
  Interrupted() : UserError("interrupted") {}
};

/// While one of these lives, SIGINT, SIGTERM and SIGHUP set a flag instead of ending the process; a second
/// SIGINT ends it at once. Scopes nest and may live on several threads; the last one restores what was there.
class InterruptScope {
 public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
};

/// True after a signal arrived while an `InterruptScope` lived, until `clear_interrupt()`.
[[nodiscard]] bool interrupted() noexcept;

/// Throws `Interrupted` when `interrupted()`.
void throw_if_interrupted();

/// Sets the flag, as a signal would: stops work on other threads.
void request_interrupt() noexcept;

/// Forgets a signal that has been dealt with.
void clear_interrupt() noexcept;

}  // namespace burin
