// SPDX-License-Identifier: Apache-2.0
//! @file core_file.cpp
//! @brief Generated Verilog as a core of FuseSoC.
#include "core_file.h"

#include <fmt/format.h>

#include "verb.h"

namespace burin::cli {
namespace {

/// A YAML string in double quotes.
std::string yaml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + "\"";
}

}  // namespace

VerilogFile core_file(const DesignEntry& design, const std::string& top, const std::vector<VerilogFile>& files) {
  std::string text = "CAPI=2:\n";
  text += fmt::format("name: \"::{}:{}\"\n", design.name(), version());
  text += fmt::format("description: {}\n\nfilesets:\n  rtl:\n    file_type: verilogSource-2005\n    files:\n",
                      yaml_string(design.summary()));
  for (const VerilogFile& file : files) {
    // Contents of memories are read by name from the folder in which a tool runs.
    text += file.name.ends_with(".v") ? fmt::format("      - {}\n", file.name)
                                      : fmt::format("      - {0}: {{file_type: user, copyto: {0}}}\n", file.name);
  }
  text += fmt::format("\ntargets:\n  default:\n    filesets: [rtl]\n    toplevel: {}\n", top);
  text += fmt::format(
      "  lint:\n    filesets: [rtl]\n    toplevel: {}\n    default_tool: verilator\n    tools:\n      verilator:\n"
      "        mode: lint-only\n        verilator_options: [-Wall]\n",
      top);
  return {design.name() + ".core", std::move(text)};
}

}  // namespace burin::cli
