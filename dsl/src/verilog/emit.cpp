// SPDX-License-Identifier: Apache-2.0
//! @file emit.cpp
//! @brief From a design to Verilog files.
//!
//! For each module, children before parents:
//! 1. Rewrite it into operations that Verilog has (`legalise.h`).
//! 2. Plan which nodes get names (`plan.h`).
//! 3. Write the statements (`statements.h`), which tells what is to be declared, then the declarations.
#include "burin/verilog/emit.h"

#include <algorithm>

#include "declarations.h"
#include "legalise.h"
#include "module_text.h"
#include "resets.h"
#include "statements.h"

namespace burin {

using namespace verilog;

namespace {

void emit_module(const ir::Module& module, const VerilogOptions& options, bool separate_resets, bool is_top,
                 std::vector<VerilogFile>& files) {
  const ir::Module legal = legalised(module);
  ModuleText text(legal, options, separate_resets);
  text.is_top = is_top;
  Statements(text).write();
  TextBlock all = write_declarations(text);
  all.append(text.statements);
  all.line(0, "endmodule", kSamePlace);

  VerilogFile file;
  file.name = module.name + ".v";
  file.text =
      options.locations ? all.text_with_places(module.design().locations, options.source_root, file.name) : all.text();
  files.push_back(std::move(file));
  for (VerilogFile& side : text.side_files) files.push_back(std::move(side));
}

void emit_black_box(const ir::BlackBox& box, std::vector<VerilogFile>& files) {
  if (box.verilog.empty()) return;
  VerilogFile file{box.verilog_name + ".v", box.verilog};
  if (file.text.back() != '\n') file.text += '\n';
  // Black boxes that differ in their parameters have one definition.
  if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(std::move(file));
}

}  // namespace

std::vector<VerilogFile> emit_verilog(const ir::Design& design, const VerilogOptions& options) {
  std::vector<VerilogFile> files;
  const bool separate_resets = mixes_resets(design);
  for (const auto& module : design.modules) {
    if (module->black_box) {
      emit_black_box(*module->black_box, files);
    } else {
      emit_module(*module, options, separate_resets, module.get() == &design.top_module(), files);
    }
  }
  return files;
}

std::vector<VerilogFile> emit_flat_verilog(const ir::Module& flat, const VerilogOptions& options) {
  std::vector<VerilogFile> files;
  for (const ir::Instance& instance : flat.instances) {
    emit_black_box(*flat.design().module(instance.module).black_box, files);
  }
  emit_module(flat, options, false, true, files);
  return files;
}

}  // namespace burin
