// SPDX-License-Identifier: Apache-2.0
//! @file source_cache.h
//! @brief The lines of the source files that diagnostics quote.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// Reads each file once, when one of its lines is first asked for.
class SourceCache {
 public:
  /// Line `line`, counted from 1, without its end; nothing when the file cannot be read or is shorter.
  std::optional<std::string_view> line(std::string_view file, uint32_t line);

 private:
  struct File {
    std::string text;
    std::vector<size_t> starts;  // offset of each line; empty for an unreadable file
  };
  const File& file(std::string_view name);

  std::map<std::string, File, std::less<>> files_;
};

}  // namespace burin
