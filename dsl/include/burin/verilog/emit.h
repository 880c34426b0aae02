// SPDX-License-Identifier: Apache-2.0
//! @file emit.h
//! @brief From a design to Verilog-2005 that Yosys, Icarus and Verilator take without a warning.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "burin/ir/ir.h"

namespace burin {

/// Verilog for a proof: free values (`AnyConst`, `AnySeq`) are left to the tool, and the top module says how its
/// resets, as far as they are inputs, move.
struct FormalVerilog {
  enum class Reset : uint8_t {
    at_start,  ///< Active until each clock has had an edge; afterwards at any time.
    once,      ///< Active until each clock has had an edge, and never again.
    free       ///< At any time, or never: the first cycle begins with power-up values.
  };
  Reset reset = Reset::at_start;
};

/// What the text contains besides the design.
struct VerilogOptions {
  bool locations = false;      ///< `` `line `` directives that name the designer's file and line.
  bool header_comment = true;  ///< The module's type and parameters above it.
  /// Files below this folder are named relative to it in directives; other absolute paths by their last part.
  std::string source_root;
  /// Memories with more initial words than this get them from a file of their own by `$readmemh`, for which tools
  /// must run in the folder of the Verilog: the time Yosys takes for assignments grows with their square.
  size_t largest_inline_contents = 4096;
  std::optional<FormalVerilog> formal = {};  ///< For `read_verilog -formal` of Yosys.
};

/// One file of the result: a module, the definition of a black box, or the contents of a memory.
struct VerilogFile {
  std::string name;  ///< Without a folder: "<module>.v", or "<module>_<memory>.hex".
  std::string text;
  friend bool operator==(const VerilogFile&, const VerilogFile&) = default;
};

/// The Verilog of a design, one file a module, children before parents. Equal designs give equal text, and a change
/// of a module changes only the lines that state it: no name or place depends on what else is in the design.
///
/// The design must have passed the checks and its modules must have unique names. Black boxes get a file only when
/// a definition is attached to them.
/// @throws UserError when a bit depends on itself.
[[nodiscard]] std::vector<VerilogFile> emit_verilog(const ir::Design& design, const VerilogOptions& options = {});

/// The same for one module that stands for a whole design, as `passes::flatten` gives it.
[[nodiscard]] std::vector<VerilogFile> emit_flat_verilog(const ir::Module& flat, const VerilogOptions& options = {});

/// What the parts of a module are called in its Verilog; empty for signals of zero width.
struct VerilogNames {
  std::vector<std::string> signals;    ///< By `SignalId`.
  std::vector<std::string> memories;   ///< By `MemoryId`.
  std::vector<std::string> instances;  ///< By `InstanceId`.
  std::vector<std::string> processes;  ///< Labels of checks, by their place in `Module::processes`.
};
[[nodiscard]] VerilogNames verilog_names(const ir::Module& module);

/// JSON that leads from the C++ objects of a design to their Verilog names: for each module its type, parameters,
/// objects ("state.a" is "state_a", a `reg` of 32 bits), memories and instances.
[[nodiscard]] std::string verilog_name_map(const ir::Design& design);

/// Writes `files` into `folder`, which is made when missing. All are written beside their places first and renamed
/// at the end, so a failure leaves the folder as it was.
/// @throws UserError with one line that names the file and the reason.
void write_verilog(const std::vector<VerilogFile>& files, const std::filesystem::path& folder);

}  // namespace burin
