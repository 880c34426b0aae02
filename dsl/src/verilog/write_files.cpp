// SPDX-License-Identifier: Apache-2.0
//! @file write_files.cpp
//! @brief Writes the files of a design so that either all of them are there or none.
//!
//! 1. Write all files into a temporary folder inside the target folder.
//! 2. Rename them to their places. Nothing has to be written then, so this fails for few reasons; if it does, the
//!    files that are in place already are complete.
//! On failure what was made is removed, the folder too when it was new.
#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/verilog/emit.h"

namespace burin {

namespace fs = std::filesystem;

void write_verilog(const std::vector<VerilogFile>& files, const fs::path& folder) {
  // The highest folder that is to be made, so that a failure can take it back.
  std::error_code error;
  fs::path made;
  for (fs::path at = fs::absolute(folder, error).lexically_normal(); !fs::exists(at, error) && at != at.parent_path();
       at = at.parent_path()) {
    made = at;
  }
  try {
    make_folder(folder);
    const TemporaryFolder staging(folder, ".burin-verilog-");
    for (const VerilogFile& file : files) write_file(staging.path() / file.name, file.text);
    for (const VerilogFile& file : files) {
      fs::rename(staging.path() / file.name, folder / file.name, error);
      if (error) {
        throw UserError(fmt::format("cannot write {}: {}", (folder / file.name).string(), error.message()));
      }
    }
  } catch (const UserError& failure) {
    if (!made.empty()) fs::remove_all(made, error);
    std::string message = failure.what();
    // Name the file that was asked for, not the one on the way to it.
    const size_t at = message.find(".burin-verilog-");
    if (at != std::string::npos) {
      const size_t slash = message.find('/', at);
      const size_t end = slash == std::string::npos ? message.find(':', at) : slash + 1;
      if (end != std::string::npos) message.erase(at, end - at);
    }
    throw UserError(message);
  }
}

}  // namespace burin
