// SPDX-License-Identifier: Apache-2.0
//! @file source_cache.cpp
//! @brief Reading and splitting of source files.
#include "source_cache.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace burin {

const SourceCache::File& SourceCache::file(std::string_view name) {
  if (const auto found = files_.find(name); found != files_.end()) return found->second;
  File& file = files_.emplace(std::string(name), File{}).first->second;
  std::error_code error;
  if (!std::filesystem::is_regular_file(std::filesystem::path(name), error)) return file;
  std::ifstream stream{std::filesystem::path(name), std::ios::binary};
  if (!stream) return file;
  file.text.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  for (size_t start = 0; start < file.text.size();) {
    file.starts.push_back(start);
    const size_t end = file.text.find('\n', start);
    start = end == std::string::npos ? file.text.size() : end + 1;
  }
  return file;
}

std::optional<std::string_view> SourceCache::line(std::string_view name, uint32_t line) {
  const File& source = file(name);
  if (line == 0 || line > source.starts.size()) return std::nullopt;
  const size_t start = source.starts[line - 1];
  const size_t end = line < source.starts.size() ? source.starts[line] : source.text.size();
  std::string_view text = std::string_view(source.text).substr(start, end - start);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace burin
