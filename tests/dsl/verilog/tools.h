// SPDX-License-Identifier: Apache-2.0
//! @file tools.h
//! @brief Runs Yosys, Icarus and Verilator on emitted files, for tests.
#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "burin/base/files.h"
#include "burin/base/process.h"
#include "burin/verilog/emit.h"

namespace burin::test {

/// Whether a tool is installed; a message where it is not, since the test then checks less.
inline bool has_tool(const std::string& name) {
  const bool found = find_program(name).has_value();
  if (!found) MESSAGE("skipped: no ", name, " in PATH");
  return found;
}

/// A folder with the files of some designs, and the tools run in it.
class VerilogFolder {
 public:
  VerilogFolder() : folder_(std::filesystem::temp_directory_path(), "burin-verilog-test-") {}

  void add(const ir::Design& design, const VerilogOptions& options = {}) {
    for (VerilogFile& file : emit_verilog(design, options)) add(std::move(file));
    const ir::Module& top = design.top_module();
    tops_.push_back(top.name);
    // All tops become parts of one module, so that Verilator is started once.
    std::string pins;
    for (const ir::SignalId id : top.ports()) {
      const ir::Signal& port = top.signals[id];
      if (port.width == 0) continue;
      const std::string name = "p" + std::to_string(tops_.size()) + "_" + port.name;
      const char* direction = port.kind == ir::SignalKind::input    ? "input"
                              : port.kind == ir::SignalKind::output ? "output"
                                                                    : "inout";
      const std::string range = port.width == 1 ? "" : "[" + std::to_string(port.width - 1) + ":0] ";
      all_ports_ += (all_ports_.empty() ? "  " : ",\n  ") + std::string(direction) + " wire " + range + name;
      pins += (pins.empty() ? "." : ", .") + port.name + "(" + name + ")";
    }
    all_parts_ += "  " + top.name + " part" + std::to_string(tops_.size()) + "(" + pins + ");\n";
  }
  void add(VerilogFile file) {
    write_file(folder_.path() / file.name, file.text);
    if (file.name.ends_with(".v")) files_.push_back(file.name);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
  [[nodiscard]] const std::vector<std::string>& tops() const { return tops_; }

  /// Runs a tool here and returns all it said.
  ProcessResult run(std::vector<std::string> argv) const {
    ProcessRequest request;
    request.argv = std::move(argv);
    request.folder = folder_.path();
    request.timeout = std::chrono::seconds(60);
    return run_process(request);
  }

  /// Requires that all three tools take all files without a word.
  void check_clean() const {
    if (has_tool("yosys")) {
      std::string script = "read_verilog";
      for (const std::string& file : files_) script += " " + file;
      for (const std::string& top : tops_) {
        script += "; design -push-copy; hierarchy -check -top " + top + "; proc; check -assert; design -pop";
      }
      const ProcessResult result = run({"yosys", "-q", "-p", script});
      CHECK_MESSAGE(result.ok(), failure_text(result));
      CHECK(result.output == "");
    }
    if (has_tool("iverilog")) {
      std::vector<std::string> argv{"iverilog", "-g2005", "-Wall", "-o", "lint.vvp"};
      for (const std::string& top : tops_) argv.insert(argv.end(), {"-s", top});
      argv.insert(argv.end(), files_.begin(), files_.end());
      const ProcessResult result = run(argv);
      CHECK_MESSAGE(result.ok(), failure_text(result));
      CHECK(result.output == "");
    }
    if (has_tool("verilator")) {
      write_file(folder_.path() / "lint_all.v",
                 "module lint_all (\n" + all_ports_ + "\n);\n" + all_parts_ + "endmodule\n");
      const ProcessResult result = run({"verilator", "--lint-only", "-Wall", "-y", ".", "lint_all.v"});
      CHECK_MESSAGE(result.ok(), failure_text(result));
      CHECK(result.output == "");
    }
  }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> files_;
  std::vector<std::string> tops_;
  std::string all_ports_;
  std::string all_parts_;
};

/// Emits a design of one module and returns its text.
inline std::string verilog_of(const ir::Design& design, const VerilogOptions& options = {}) {
  const std::vector<VerilogFile> files = emit_verilog(design, options);
  REQUIRE(!files.empty());
  return files.back().text;
}

}  // namespace burin::test
