// SPDX-License-Identifier: Apache-2.0
//! @file neighbours.cpp
//! @brief Generated designs in other people's tools: FuseSoC and cocotb.
#include "generators/command.h"

namespace burin::cli_test {
namespace {

/// A program of the private environment, or of the system; "" with a message when there is none.
std::string neighbour(const std::string& name) {
  const fs::path own = fs::path(BURIN_SOURCE_DIR) / ".venv" / "bin" / name;
  if (fs::exists(own)) return own.string();
  if (const auto found = find_program(name)) return found->string();
  MESSAGE("skipped: no ", name, " in .venv or PATH; .venv/bin/pip install cocotb fusesoc");
  return "";
}

ProcessResult call(std::vector<std::string> argv, const fs::path& folder) {
  ProcessRequest request;
  request.argv = std::move(argv);
  request.folder = folder;
  request.timeout = std::chrono::seconds(200);
  return run_process(request);
}

TEST_CASE("FuseSoC takes the core file of a design and has Verilator look at it") {
  const std::string fusesoc = neighbour("fusesoc");
  if (fusesoc.empty() || !find_program("verilator")) return;
  const Folder folder;
  check_success(run({"generate", "sha256", "--fusesoc", "--out", (folder / "rtl").string()}));
  const std::string core = read_file(folder / "rtl" / "sha256.core");
  CHECK(core.starts_with("CAPI=2:\n"));
  const ProcessResult result =
      call({fusesoc, "--cores-root", (folder / "rtl").string(), "run", "--target", "lint", "::sha256"}, folder.path());
  CHECK_MESSAGE(result.ok(), result.output);
  CHECK(result.output.find("%Warning") == std::string::npos);
}

TEST_CASE("the cocotb example passes on Icarus, and fails on a buffer that forgets") {
  const std::string config = neighbour("cocotb-config");
  if (config.empty() || !find_program("iverilog")) return;
  const std::string python = (fs::path(config).parent_path() / "python3").string();
  const Folder folder;
  const fs::path rtl = folder / "rtl";
  check_success(run({"generate", "fifo", "--depth", "4", "--out", rtl.string()}));
  const std::vector<std::string> files = files_below(rtl);
  REQUIRE(files.size() == 1);
  const std::string top = fs::path(files[0]).stem().string();
  const std::vector<std::string> argv = {
      python, (fs::path(BURIN_SOURCE_DIR) / "designs/examples/cocotb/run.py").string(), rtl.string(), top};
  const ProcessResult good = call(argv, folder.path());
  CHECK_MESSAGE(good.ok(), good.output);

  std::string text = read_file(rtl / files[0]);
  const size_t write = text.find("memory[tail] <= in_payload;");
  REQUIRE(write != std::string::npos);
  text.insert(write, "if (tail != 2'd1) ");
  write_file(rtl / files[0], text);
  CHECK_FALSE(call(argv, folder.path()).ok());
}

}  // namespace
}  // namespace burin::cli_test
