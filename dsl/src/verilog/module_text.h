// SPDX-License-Identifier: Apache-2.0
//! @file module_text.h
//! @brief What the writers of one module share: its plan, its names, what is read, the text so far.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/verilog/emit.h"
#include "name_table.h"
#include "plan.h"
#include "text_block.h"
#include "usage.h"

namespace burin::verilog {

/// One module while it is being written. The statements are written first; they tell which signals are variables,
/// which names of enumerators occur and which bits are read. Then come the declarations.
struct ModuleText {
  ModuleText(const ir::Module& legal, const VerilogOptions& verilog_options, bool needs_separate_resets);

  const ir::Module& module;  ///< Legalised.
  const VerilogOptions& options;
  NameTable names;
  VerilogNames part_names;
  const std::vector<std::string>& signal_names = part_names.signals;      ///< By signal; empty for those of zero width.
  const std::vector<std::string>& memory_names = part_names.memories;     ///< By memory.
  const std::vector<std::string>& instance_names = part_names.instances;  ///< By instance.
  Plan plan;

  TextBlock statements;
  std::vector<bool> is_variable;        ///< By signal: driven by a process, so declared as `reg`.
  std::vector<Usage> signal_usage;      ///< By signal.
  std::vector<Usage> temporary_usage;   ///< By `Plan::name_index`.
  std::vector<ir::NodeId> temporaries;  ///< Wires of nodes, in the order of the text.
  bool separate_resets;                 ///< Asynchronous resets get names of their own.
  bool is_top = false;                  ///< The module is the top of the design.
  bool records_usage = true;            ///< False while text is written that Verilator skips.
  /// Enumerators that are mentioned: type and value to name of the constant.
  std::map<std::pair<ir::TypeId, uint64_t>, std::string> enumerators;
  std::vector<VerilogFile> side_files;

  /// "[7:0] " for the declaration of a value; "" for one bit.
  [[nodiscard]] static std::string range(uint32_t width);
  /// "(* keep, style = \"x\" *)"; "" when there are none.
  [[nodiscard]] static std::string attributes(const ir::Attributes& attributes);
  /// A Verilog string.
  [[nodiscard]] static std::string string_literal(std::string_view text);
  /// The place of a statement that computes `node`, or `otherwise` where the node has none of its own.
  [[nodiscard]] LocationId place_of(ir::NodeId node, LocationId otherwise) const;
};

}  // namespace burin::verilog
