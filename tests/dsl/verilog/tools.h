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
    tops_.push_back(design.top_module().name);
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

  /// Requires that all three tools take all files without a word. Verilator and Icarus want one top at a time;
  /// modules that are alone go through Yosys in one run.
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
      for (const std::string& top : tops_) {
        // Only the files of this hierarchy: several tops at once are a warning of their own.
        const ProcessResult result =
            run({"verilator", "--lint-only", "-Wall", "--top-module", top, "-y", ".", top + ".v"});
        CHECK_MESSAGE(result.ok(), failure_text(result));
        CHECK(result.output == "");
      }
    }
  }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> files_;
  std::vector<std::string> tops_;
};

/// Emits a design of one module and returns its text.
inline std::string verilog_of(const ir::Design& design, const VerilogOptions& options = {}) {
  const std::vector<VerilogFile> files = emit_verilog(design, options);
  REQUIRE(!files.empty());
  return files.back().text;
}

}  // namespace burin::test
