// SPDX-License-Identifier: Apache-2.0
//! @file reserved_names.h
//! @brief The keywords of the languages that a port's name meets. `reserved_names.def` is the list.
#pragma once

#include <string>
#include <string_view>

namespace burin::passes {

/// Whether `name` is a keyword of Verilog-2005 or of SystemVerilog-2017, which a Verilog file must not use as a name.
bool is_verilog_keyword(std::string_view name);

/// The languages in which `name` is a keyword, for a message: "VHDL-2008", "Verilog-2005 and SystemVerilog-2017";
/// empty when there is none. VHDL ignores case.
std::string languages_that_reserve(std::string_view name);

/// Whether `name` is a Verilog identifier that needs no escaping: letters, digits, `_` and `$`, no digit and no `$`
/// first. Keywords count as identifiers here.
bool is_verilog_identifier(std::string_view name);

}  // namespace burin::passes
