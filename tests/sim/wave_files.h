// SPDX-License-Identifier: Apache-2.0
//! @file wave_files.h
//! @brief Wave files of both kinds, read back; for tests.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "burin/base/files.h"
#include "burin/base/process.h"
#include "burin/sim/waves.h"
#include "vcd.h"

namespace burin::sim::test {

/// A folder for wave files that goes with the test.
class Folder : public TemporaryFolder {
 public:
  Folder() : TemporaryFolder(std::filesystem::temp_directory_path(), "burin-waves-") {}
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path() / name; }
};

/// The waves of a file of either kind; nothing where fst2vcd is missing.
inline std::optional<Vcd> read_waves(const std::filesystem::path& path) {
  if (path.extension() == ".vcd") return parse_vcd(read_file(path));
  const Folder folder;
  ProcessRequest request;
  request.argv = {"fst2vcd", path.string()};
  request.log = folder / "log";  // the result itself has the end of the output only
  const ProcessResult result = run_process(request);
  if (result.outcome == ProcessOutcome::missing) {
    MESSAGE("skipped: fst2vcd of gtkwave is not installed");
    return std::nullopt;
  }
  REQUIRE(result.ok());
  return parse_vcd(read_file(request.log));
}

/// The endings of wave files that this build can write.
inline std::vector<std::string> wave_endings() {
  if (can_write_fst()) return {".vcd", ".fst"};
  MESSAGE("this build writes no FST");
  return {".vcd"};
}

}  // namespace burin::sim::test
