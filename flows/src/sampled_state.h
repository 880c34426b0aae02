// SPDX-License-Identifier: Apache-2.0
//! @file sampled_state.h
//! @brief Names for the state of designs with several clocks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace burin::flows {

/// Names the state that Yosys' `clk2fflogic` has made in `rtlil`. The pass keeps a register's value in a net without a
/// public name, and traces leave such nets out; here they are called after the register, with a mark.
[[nodiscard]] std::string with_named_state(const std::string& rtlil);

/// Takes the mark away from `name`, if it has one. Returns the lowest bit of the register that the net holds.
uint32_t take_state_mark(std::string& name);

}  // namespace burin::flows
