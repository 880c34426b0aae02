// SPDX-License-Identifier: Apache-2.0
//! @file embedded.h
//! @brief Files of this folder that travel inside the library: an installed Burin needs no path to them.
#pragma once

#include <string_view>

namespace burin::flows {

/// src/yosys_driver.py.
std::string_view embedded_yosys_driver();
/// models/ice40.v and models/ecp5.v: cells that Yosys has no model for, or a slow one.
std::string_view embedded_ice40_models();
std::string_view embedded_ecp5_models();

}  // namespace burin::flows
