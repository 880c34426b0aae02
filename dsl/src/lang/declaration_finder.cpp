// SPDX-License-Identifier: Apache-2.0
//! @file declaration_finder.cpp
//! @brief A scan of C++ source for the members of a struct.
//!
//! 1. Split a file into tokens, without comments and literals; note its `#include "…"` lines.
//! 2. At each `struct Name {` or `class Name … {` take the names declared in it: an identifier, at the brace depth of
//!    the struct and outside parentheses, behind a type and before `;`, `{`, `=`, `[` or `,`.
//! 3. Go on with the included files, breadth first, those of the library excepted.
//! Each file is read once a process.
#include "declaration_finder.h"

#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "burin/lang/reflect.h"

namespace burin::detail {

namespace {

constexpr std::string_view kMemberFile = "burin/lang/module.h";
constexpr size_t kMostFiles = 200;

struct Token {
  std::string_view text;
  uint32_t line = 0;
  uint32_t column = 0;
};

struct Member {
  std::string name;
  uint32_t line = 0;
  uint32_t column = 0;
};

struct Struct {
  uint32_t line = 0;
  std::vector<Member> members;
};

struct SourceFile {
  std::vector<std::string> includes;
  std::multimap<std::string, Struct> structs;
};

bool is_letter(char c) { return is_name_character(c); }
bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && !(text.front() >= '0' && text.front() <= '9');
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Token> tokens(std::vector<std::string>& includes) {
    std::vector<Token> all;
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '\n') {
        advance(1);
      } else if (c == ' ' || c == '\t' || c == '\r') {
        advance(1);
      } else if (text_.substr(position_, 2) == "//") {
        advance(std::min(text_.find('\n', position_), text_.size()) - position_);
      } else if (text_.substr(position_, 2) == "/*") {
        const size_t end = text_.find("*/", position_ + 2);
        advance((end == std::string_view::npos ? text_.size() : end + 2) - position_);
      } else if (c == '#') {
        directive(includes);
      } else if (c == '"' || c == '\'') {
        all.push_back({"\"", line_, column_});
        literal(c);
      } else {
        size_t length = 1;
        if (is_letter(c)) {
          while (position_ + length < text_.size() && is_letter(text_[position_ + length])) ++length;
        }
        all.push_back({text_.substr(position_, length), line_, column_});
        advance(length);
      }
    }
    return all;
  }

 private:
  void advance(size_t count) {
    for (size_t i = 0; i < count && position_ < text_.size(); ++i, ++position_) {
      if (text_[position_] == '\n') {
        ++line_;
        column_ = 1;
      } else {
        ++column_;
      }
    }
  }

  void literal(char quote) {
    advance(1);
    while (position_ < text_.size() && text_[position_] != quote && text_[position_] != '\n')
      advance(text_[position_] == '\\' ? 2 : 1);
    advance(1);
  }

  void directive(std::vector<std::string>& includes) {
    size_t end = position_;
    while (end < text_.size() && (text_[end] != '\n' || text_[end - 1] == '\\')) ++end;
    const std::string_view line = text_.substr(position_, end - position_);
    const size_t open = line.find('"');
    const size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
    if (line.find("include") < open && close != std::string_view::npos)
      includes.emplace_back(line.substr(open + 1, close - open - 1));
    advance(end - position_);
  }

  std::string_view text_;
  size_t position_ = 0;
  uint32_t line_ = 1;
  uint32_t column_ = 1;
};

std::vector<Member> members_from(const std::vector<Token>& tokens, size_t open) {
  std::vector<Member> members;
  int braces = 0;
  int parentheses = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "{") ++braces;
    if (text == "}" && --braces == 0) break;
    if (text == "(") ++parentheses;
    if (text == ")") --parentheses;
    if (braces != 1 || parentheses != 0 || !is_identifier(text) || i + 1 >= tokens.size()) continue;
    const std::string_view before = tokens[i - 1].text;
    const std::string_view after = tokens[i + 1].text;
    const bool behind_type = before == ">" || before == "," || before == "*" || before == "&" || is_identifier(before);
    if (behind_type && (after == ";" || after == "{" || after == "=" || after == "[" || after == ",")) {
      members.push_back({std::string(text), tokens[i].line, tokens[i].column});
    }
  }
  return members;
}

std::shared_ptr<const SourceFile> read(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const SourceFile>> cache;
  const std::lock_guard lock(mutex);
  if (const auto found = cache.find(path); found != cache.end()) return found->second;
  auto file = std::make_shared<SourceFile>();
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const std::vector<Token> tokens = Scanner(text).tokens(file->includes);
    for (size_t i = 0; i + 2 < tokens.size(); ++i) {
      if ((tokens[i].text != "struct" && tokens[i].text != "class") || !is_identifier(tokens[i + 1].text)) continue;
      size_t open = i + 2;
      while (open < tokens.size() && tokens[open].text != "{" && tokens[open].text != ";" && tokens[open].text != "(")
        ++open;
      if (open < tokens.size() && tokens[open].text == "{") {
        file->structs.emplace(std::string(tokens[i + 1].text), Struct{tokens[i + 1].line, members_from(tokens, open)});
      }
    }
  }
  return cache[path] = file;
}

/// The file that `include` names in `from`: beside it, or below one of the folders above it.
std::optional<std::string> resolve_include(const std::string& from, const std::string& include) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::path(from).parent_path();
  for (;;) {
    const std::filesystem::path candidate = folder.empty() ? std::filesystem::path(include) : folder / include;
    if (std::filesystem::is_regular_file(candidate, error)) return candidate.lexically_normal().string();
    if (folder.empty() || folder == folder.root_path()) return std::nullopt;
    folder = folder.parent_path();
  }
}

}  // namespace

namespace {

/// Members are built in `module.h`; elements of a `List` in the standard library's containers.
bool is_member_file(std::string_view file) {
  return file.ends_with(kMemberFile) || file.ends_with("/bits/stl_construct.h") ||
         file.ends_with("/bits/new_allocator.h") || file.ends_with("/bits/unique_ptr.h") ||
         file.ends_with("/__memory/construct_at.h") || file.ends_with("/__memory/unique_ptr.h");
}

}  // namespace

namespace {

/// Remembers an answer for each of the compiler's strings, which are few and are asked about often.
template <bool (*Answer)(std::string_view)>
bool remembered(const char* text) {
  thread_local std::unordered_map<const char*, bool> answers;
  thread_local const char* last = nullptr;  // neighbours mostly come from one file and one function
  thread_local bool last_answer = false;
  if (text == last) return last_answer;
  const auto [entry, inserted] = answers.try_emplace(text, false);
  if (inserted) entry->second = Answer(std::string_view(text));
  last = text;
  return last_answer = entry->second;
}

/// "X::X", with template arguments anywhere.
bool names_constructor(std::string_view name) {
  const size_t colons = name.rfind("::");
  if (colons == std::string_view::npos) return false;
  const std::string_view function = name.substr(colons + 2);
  name = name.substr(0, colons);
  if (name.ends_with(">")) {  // drop the template arguments of the class
    int depth = 0;
    size_t i = name.size();
    while (i > 0) {
      --i;
      if (name[i] == '>') ++depth;
      if (name[i] == '<' && --depth == 0) break;
    }
    name = name.substr(0, i);
  }
  return !function.empty() && name.ends_with(function) &&
         (name.size() == function.size() || !is_letter(name[name.size() - function.size() - 1]));
}

/// "X::X(const X&)" and "X& X::operator=(const X&)".
bool names_copy_function(std::string_view text) {
  const size_t parameter = text.find("(const ");
  if (parameter == std::string_view::npos) return false;
  const std::string_view name = text.substr(0, parameter);
  return name.ends_with("operator=") || names_constructor(name);
}

/// "X::X()"; both compilers add what the template arguments are: "X<T>::X() [with T = int]". Where an aggregate has a
/// Config, clang names the function that makes it.
bool names_default_constructor(std::string_view text) {
  if (text.starts_with("burin::detail::Body<")) return true;
  text = text.substr(0, text.find(" ["));
  return text.ends_with("()") && names_constructor(text.substr(0, text.size() - 2));
}

}  // namespace

bool is_library_file(std::string_view file) {
  // Of the blocks in burin/lib, which are modules like others, only what leads from a user's line into one.
  for (const std::string_view part :
       {"burin/lang/", "include/c++/", "burin/lib/stream/stage.h", "burin/lib/stream/map.h", "burin/lib/stream/join.h",
        "burin/lib/stream/assertions.h", "burin/lib/pipeline/", "burin/lib/bus/protocol.h", "burin/lib/registers/",
        "dsl/src/lib/"}) {
    if (file.find(part) != std::string_view::npos) return true;
  }
  return false;
}

bool is_member_location(const std::source_location& where) {
  return remembered<is_member_file>(where.file_name()) || remembered<names_default_constructor>(where.function_name());
}

bool is_library_location(const std::source_location& where) {
  return remembered<is_library_file>(where.file_name()) && !is_member_location(where);
}

bool is_implicit_copy(const std::source_location& where) {
  return remembered<names_copy_function>(where.function_name());
}

std::optional<DeclarationPlace> DeclarationFinder::find(std::string_view member) const {
  std::deque<std::string> queue{file_};
  std::set<std::string> seen(queue.begin(), queue.end());
  while (!queue.empty()) {
    const std::string path = std::move(queue.front());
    queue.pop_front();
    const std::shared_ptr<const SourceFile> file = read(path);
    const auto [begin, end] = file->structs.equal_range(type_);
    const Member* best = nullptr;
    for (auto found = begin; found != end; ++found) {
      const bool is_stated = path == file_ && found->second.line == line_;
      for (const Member& one : found->second.members) {
        if (one.name == member && (best == nullptr || is_stated)) best = &one;
      }
    }
    if (best != nullptr) return DeclarationPlace{path, best->line, best->column};
    for (const std::string& include : file->includes) {
      if (include.starts_with("burin/") || seen.size() >= kMostFiles) continue;
      if (const auto resolved = resolve_include(path, include); resolved && seen.insert(*resolved).second)
        queue.push_back(*resolved);
    }
  }
  return std::nullopt;
}

}  // namespace burin::detail
