// SPDX-License-Identifier: Apache-2.0
//! @file liberty.cpp
//! @brief A reader of Liberty that keeps what flows need and skips the tables of delays.
#include "liberty.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

/// One statement: `key : value;`, `key (value);` or the head of a group.
struct Statement {
  std::string_view key;
  std::string_view value;  // without quotes
  enum class Kind { attribute, opens, closes, end } kind = Kind::end;
  size_t begin = 0;
};

/// Cuts Liberty into statements; depth is the caller's.
class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Statement next() {
    skip();
    Statement statement;
    statement.begin = at_;
    if (at_ >= text_.size()) return statement;
    if (text_[at_] == '}') {
      ++at_;
      statement.kind = Statement::Kind::closes;
      return statement;
    }
    statement.key = word();
    if (statement.key.empty()) fail(fmt::format("'{}' is unexpected", text_[at_]));
    skip();
    if (take(':')) {
      statement.kind = Statement::Kind::attribute;
      skip();
      statement.value = at_ < text_.size() && text_[at_] == '"' ? quoted() : simple_value();
      skip_blanks();
      static_cast<void>(take(';'));
    } else if (take('(')) {
      statement.value = arguments();
      skip();
      statement.kind = take('{') ? Statement::Kind::opens : Statement::Kind::attribute;
      if (statement.kind == Statement::Kind::attribute) static_cast<void>(take(';'));
    } else {
      fail(fmt::format("'{}' is neither an attribute nor a group", statement.key));
    }
    return statement;
  }

  [[nodiscard]] size_t position() const { return at_; }

  [[noreturn]] void fail(const std::string& what) const {
    const size_t until = std::min(at_, text_.size());
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<ptrdiff_t>(until), '\n') + 1;
    throw UserError(fmt::format("{}:{}: this is not Liberty: {}", name_, line, what));
  }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }

  /// Blanks, line breaks, comments, continued lines and stray semicolons.
  void skip() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == ';' || c == '\\') {
        ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        const size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) fail("a comment does not end");
        at_ = end + 2;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return;
      }
    }
  }

  std::string_view word() {
    const size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' ||
                                  text_[at_] == '.' || text_[at_] == '-' || text_[at_] == '[' || text_[at_] == ']')) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  std::string_view quoted() {
    const size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) fail("a text in quotes does not end");
    ++at_;
    return text_.substr(begin, at_ - 1 - begin);
  }

  std::string_view simple_value() {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ';' && text_[at_] != '\n' && text_[at_] != '}') ++at_;
    std::string_view value = text_.substr(begin, at_ - begin);
    while (!value.empty() && std::isspace(static_cast<unsigned char>(value.back())) != 0) value.remove_suffix(1);
    return value;
  }

  /// What is between parentheses; a single text in quotes without them.
  std::string_view arguments() {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ')') {
      if (text_[at_] == '"') {
        quoted();
      } else {
        ++at_;
      }
    }
    if (at_ >= text_.size()) fail("a '(' is not closed");
    std::string_view value = text_.substr(begin, at_ - begin);
    ++at_;
    const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!value.empty() && blank(value.front())) value.remove_prefix(1);
    while (!value.empty() && blank(value.back())) value.remove_suffix(1);
    if (value.size() >= 2 && value.front() == '"' && value.find('"', 1) == value.size() - 1) {
      value = value.substr(1, value.size() - 2);
    }
    return value;
  }

  std::string_view text_;
  const std::string& name_;
  size_t at_ = 0;
};

bool is_true(std::string_view value) { return value == "true" || value == "1"; }

/// The names in an expression.
std::vector<std::string> names_in(std::string_view function) {
  std::vector<std::string> names;
  for (size_t i = 0; i < function.size();) {
    const auto is_name = [&](size_t at) {
      return at < function.size() && (std::isalnum(static_cast<unsigned char>(function[at])) != 0 ||
                                      function[at] == '_' || function[at] == '[' || function[at] == ']');
    };
    size_t end = i;
    while (is_name(end)) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    std::string name(function.substr(i, end - i));
    const bool constant = name == "0" || name == "1";
    if (!constant && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    i = end;
  }
  return names;
}

/// Recursive descent over an expression: `!` and `'` bind most, then `^`, then `&`, `*` and blanks, then `|` and `+`.
class Expression {
 public:
  Expression(std::string_view text, const std::map<std::string, bool>& values) : text_(text), values_(values) {}

  bool value() {
    const bool result = any();
    blanks();
    if (at_ != text_.size()) fail();
    return result;
  }

 private:
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  char peek() {
    blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool any() {
    bool result = all();
    while (peek() == '|' || peek() == '+') {
      ++at_;
      result = all() || result;
    }
    return result;
  }
  bool all() {
    bool result = different();
    while (true) {
      const char c = peek();
      if (c == '&' || c == '*') {
        ++at_;
      } else if (c == '\0' || c == ')' || c == '|' || c == '+') {
        return result;
      }
      result = different() && result;
    }
  }
  bool different() {
    bool result = single();
    while (peek() == '^') {
      ++at_;
      result = single() != result;
    }
    return result;
  }
  bool single() {
    bool result = false;
    const char c = peek();
    if (c == '!') {
      ++at_;
      return !single();
    }
    if (c == '(') {
      ++at_;
      result = any();
      if (peek() != ')') fail();
      ++at_;
    } else {
      size_t end = at_;
      while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '_' ||
                                    text_[end] == '[' || text_[end] == ']')) {
        ++end;
      }
      const std::string name(text_.substr(at_, end - at_));
      if (name.empty()) fail();
      at_ = end;
      if (const auto found = values_.find(name); found != values_.end()) {
        result = found->second;
      } else if (name == "1" || name == "0") {
        result = name == "1";
      } else {
        fail();
      }
    }
    while (peek() == '\'') {
      ++at_;
      result = !result;
    }
    return result;
  }
  [[noreturn]] void fail() const { throw UserError(fmt::format("'{}' is no function of a Liberty cell", text_)); }

  std::string_view text_;
  const std::map<std::string, bool>& values_;
  size_t at_ = 0;
};

bool contains_word(std::string name, std::initializer_list<std::string_view> words) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return name.find(word) != name.npos; });
}

LibertyPin read_pin(Reader& reader, std::string_view name) {
  LibertyPin pin;
  pin.name = name;
  for (int depth = 1; depth > 0;) {
    const Statement statement = reader.next();
    if (statement.kind == Statement::Kind::end) reader.fail(fmt::format("pin {} does not end", name));
    if (statement.kind == Statement::Kind::closes) --depth;
    if (statement.kind == Statement::Kind::opens) ++depth;
    if (statement.kind != Statement::Kind::attribute || depth != 1) continue;
    if (statement.key == "direction") pin.is_output = statement.value == "output";
    if (statement.key == "function") pin.function = statement.value;
    if (statement.key == "three_state") pin.three_state = true;
  }
  return pin;
}

LibertyCell read_cell(Reader& reader, const Statement& head) {
  LibertyCell cell;
  cell.name = head.value;
  cell.begin = head.begin;
  bool scan = false;
  bool clock_gate = false;
  int depth = 1;
  while (depth > 0) {
    const Statement statement = reader.next();
    switch (statement.kind) {
      case Statement::Kind::end:
        reader.fail(fmt::format("cell {} does not end", cell.name));
      case Statement::Kind::closes:
        --depth;
        break;
      case Statement::Kind::opens:
        if (depth == 1 && statement.key == "pin") {
          cell.pins.push_back(read_pin(reader, statement.value));
          break;
        }
        if (depth == 1) {
          if (statement.key == "ff") cell.state = statement.value;
          cell.flip_flop = cell.flip_flop || statement.key == "ff" || statement.key == "ff_bank";
          cell.latch = cell.latch || statement.key == "latch" || statement.key == "latch_bank";
          scan = scan || statement.key == "test_cell";
          clock_gate = clock_gate || statement.key == "statetable";
        }
        ++depth;
        break;
      case Statement::Kind::attribute:
        if (depth == 1 && statement.key == "area")
          cell.area = std::strtod(std::string(statement.value).c_str(), nullptr);
        if (depth == 1 && statement.key == "dont_use") cell.dont_use = cell.dont_use || is_true(statement.value);
        if (depth == 1 && statement.key == "clock_gating_integrated_cell") clock_gate = true;
        if (depth == 2 && (statement.key == "clocked_on" || statement.key == "enable")) {
          cell.clock = names_in(statement.value);
        }
        if (depth == 2 && statement.key == "next_state") cell.next_state = statement.value;
        if (depth == 2 && statement.key == "clear") cell.clear = statement.value;
        if (depth == 2 && statement.key == "preset") cell.preset = statement.value;
        break;
    }
  }
  cell.end = reader.position();
  const bool three_state =
      std::any_of(cell.pins.begin(), cell.pins.end(), [](const LibertyPin& pin) { return pin.three_state; });
  const bool does_something =
      cell.flip_flop || cell.latch ||
      std::any_of(cell.pins.begin(), cell.pins.end(), [](const LibertyPin& pin) { return !pin.function.empty(); });
  // Delay cells and isolation cells have an ordinary function; only their names tell.
  cell.dont_use = cell.dont_use || scan || clock_gate || three_state || !does_something ||
                  contains_word(cell.name, {"dly", "delay", "lpflow"});
  return cell;
}

std::string decompressed(const std::string& bytes, const fs::path& file) {
  if (bytes.size() < 2 || static_cast<unsigned char>(bytes[0]) != 0x1f || static_cast<unsigned char>(bytes[1]) != 0x8b)
    return bytes;
  z_stream stream{};
  constexpr int kGzip = 16 + MAX_WBITS;
  if (inflateInit2(&stream, kGzip) != Z_OK) throw UserError(fmt::format("cannot decompress {}", file.string()));
  std::string text;
  std::array<char, 1 << 16> buffer{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    text.append(buffer.data(), buffer.size() - stream.avail_out);
    if (status == Z_OK && stream.avail_in == 0 && stream.avail_out != 0) break;
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END)
    throw UserError(fmt::format("{} is truncated or damaged: it does not decompress", file.string()));
  return text;
}

/// The file, or the same gzipped.
std::optional<fs::path> existing(const fs::path& file) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) return file;
  fs::path zipped = file;
  zipped += ".gz";
  if (fs::is_regular_file(zipped, error)) return zipped;
  return std::nullopt;
}

struct PdkFile {
  std::string_view library;
  std::string_view path;  // below $PDK_ROOT
};

/// Libraries of open PDKs, typical corner, as their installers lay them out.
constexpr std::array kPdkFiles = {
    PdkFile{"sky130", "sky130A/libs.ref/sky130_fd_sc_hd/lib/sky130_fd_sc_hd__tt_025C_1v80.lib"},
    PdkFile{"sky130", "sky130B/libs.ref/sky130_fd_sc_hd/lib/sky130_fd_sc_hd__tt_025C_1v80.lib"},
    PdkFile{"gf180", "gf180mcuD/libs.ref/gf180mcu_fd_sc_mcu7t5v0/lib/gf180mcu_fd_sc_mcu7t5v0__tt_025C_5v00.lib"},
    PdkFile{"gf180", "gf180mcuC/libs.ref/gf180mcu_fd_sc_mcu7t5v0/lib/gf180mcu_fd_sc_mcu7t5v0__tt_025C_5v00.lib"},
    PdkFile{"ihp", "ihp-sg13g2/libs.ref/sg13g2_stdcell/lib/sg13g2_stdcell_typ_1p20V_25C.lib"},
};

}  // namespace

std::vector<std::string> LibertyCell::inputs() const {
  std::vector<std::string> names;
  for (const LibertyPin& pin : pins) {
    if (!pin.is_output) names.push_back(pin.name);
  }
  return names;
}

bool evaluate_function(std::string_view function, const std::map<std::string, bool>& values) {
  return Expression(function, values).value();
}

std::string Liberty::usable_text() const {
  std::vector<const LibertyCell*> order;
  for (const auto& [name, cell] : cells) {
    if (cell.dont_use) order.push_back(&cell);
  }
  std::sort(order.begin(), order.end(), [](const LibertyCell* a, const LibertyCell* b) { return a->begin < b->begin; });
  std::string result;
  size_t copied = 0;
  for (const LibertyCell* cell : order) {
    result.append(text, copied, cell->begin - copied);
    copied = cell->end;
  }
  return result.append(text, copied);
}

const LibertyCell* Liberty::smallest(std::string_view function) const {
  const std::vector<std::string> wanted = names_in(function);
  const LibertyCell* best = nullptr;
  for (const auto& [name, cell] : cells) {
    if (cell.dont_use || cell.flip_flop || cell.latch || (best != nullptr && cell.area >= best->area)) continue;
    const std::vector<std::string> inputs = cell.inputs();
    const auto outputs =
        std::count_if(cell.pins.begin(), cell.pins.end(), [](const auto& pin) { return pin.is_output; });
    if (inputs.size() != wanted.size() || outputs != 1) continue;
    const auto output = std::find_if(cell.pins.begin(), cell.pins.end(), [](const auto& pin) { return pin.is_output; });
    bool same = true;
    for (uint32_t row = 0; same && row < (1U << wanted.size()); ++row) {
      std::map<std::string, bool> ours;
      std::map<std::string, bool> theirs;
      for (size_t i = 0; i < wanted.size(); ++i) {
        ours[wanted[i]] = theirs[inputs[i]] = ((row >> i) & 1U) != 0;
      }
      same = evaluate_function(function, ours) == evaluate_function(output->function, theirs);
    }
    if (same) best = &cell;
  }
  return best;
}

bool Liberty::has_flip_flop() const {
  return std::any_of(cells.begin(), cells.end(),
                     [](const auto& entry) { return entry.second.flip_flop && !entry.second.dont_use; });
}

Liberty parse_liberty(std::string text, const std::string& name) {
  Liberty liberty;
  liberty.file = name;
  liberty.text = std::move(text);
  Reader reader(liberty.text, name);
  const Statement head = reader.next();
  if (head.kind != Statement::Kind::opens || head.key != "library")
    reader.fail("it does not begin with 'library (NAME) {'");
  liberty.name = head.value;
  for (int depth = 1; depth > 0;) {
    const Statement statement = reader.next();
    if (statement.kind == Statement::Kind::end) reader.fail("the library does not end; is the file truncated?");
    if (statement.kind == Statement::Kind::closes) --depth;
    if (statement.kind != Statement::Kind::opens) continue;
    if (depth == 1 && statement.key == "cell") {
      LibertyCell cell = read_cell(reader, statement);
      liberty.cells[cell.name] = std::move(cell);
    } else {
      ++depth;
    }
  }
  if (!liberty.has_flip_flop()) {
    throw UserError(
        fmt::format("{} has no flip-flop that synthesis could use, of {} cells", name, liberty.cells.size()));
  }
  return liberty;
}

Liberty read_liberty(const fs::path& file) {
  Liberty liberty = parse_liberty(decompressed(read_file(file), file), file.string());
  liberty.file = file;
  return liberty;
}

fs::path find_liberty(const Target& target) {
  if (is_liberty_target(target.name)) {
    if (const auto file = existing(target.device)) return *file;
    throw UserError(fmt::format("there is no Liberty file {}", target.device));
  }
  const std::string& library = target.device;
  if (library == "osu018" || library == "osu035") {
    const fs::path file = fmt::format("/usr/share/qflow/tech/{0}/{0}_stdcells.lib", library);
    if (const auto found = existing(file)) return *found;
    throw UserError(fmt::format("{} is missing; Debian: apt install qflow-tech-{}", file.string(), library));
  }
  const char* root = std::getenv("PDK_ROOT");
  if (root == nullptr || *root == '\0') {
    throw UserError(fmt::format(
        "{} needs a PDK: set PDK_ROOT to the folder in which it is installed, or name its Liberty file with "
        "--target asic-liberty:FILE",
        target.name));
  }
  std::string_view usual;
  for (const PdkFile& known : kPdkFiles) {
    if (known.library != library) continue;
    if (usual.empty()) usual = known.path;
    if (const auto found = existing(fs::path(root) / known.path)) return *found;
  }
  throw UserError(
      fmt::format("PDK_ROOT is {}, and there is no {}/{}; install the PDK there, or name its Liberty file with "
                  "--target asic-liberty:FILE",
                  root, root, usual));
}

}  // namespace burin::flows
