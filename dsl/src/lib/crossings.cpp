// SPDX-License-Identifier: Apache-2.0
//! @file crossings.cpp
//! @brief What blocks between clocks need of the elaboration.
#include "../lang/builder.h"
#include "burin/lib/crossing/support.h"

namespace burin::detail {

ClockOptions options_of(const Clock& clock, const Where& where) {
  Builder& b = Builder::current(where);
  const ir::Clock& made = b.module().clocks[b.clock_for(clock, b.locate(where))];
  return {.edge = made.edge, .reset = made.reset_kind, .level = made.reset_level};
}

}  // namespace burin::detail
