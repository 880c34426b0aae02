// SPDX-License-Identifier: Apache-2.0
//! @file text_cursor.cpp
//! @brief The lexer of the printed IR and its error messages.
#include "text_cursor.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "burin/base/diagnostics.h"
#include "burin/ir/ir.h"

namespace burin::ir::text {
namespace {

constexpr uint32_t kMaxValueWidth = uint32_t{1} << 24;  // the language's limit on widths

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_number_part(char c) { return is_digit(c) || is_word_start(c); }
bool is_word_part(char c) { return is_number_part(c) || c == '-'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

template <typename Integer>
bool read_decimal(std::string_view digits, Integer& value) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size();
}

/// The token as a message quotes it: shortened and printable.
std::string shown(const Token& token) {
  if (token.kind == TokenKind::line_end) return "the end of the line";
  if (token.kind == TokenKind::end) return "the end of the text";
  constexpr size_t kShown = 40;
  std::string text(token.text.substr(0, kShown));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  if (token.text.size() > kShown) text += "...";
  return token.kind == TokenKind::string ? text : std::string(1, '\'').append(text).append("'");
}

}  // namespace

Cursor::Cursor(std::string_view text, std::string_view name) : text_(text), name_(name) {
  advance();
  skip_empty_lines();
}

void Cursor::advance() {
  while (offset_ < text_.size()) {
    const char c = text_[offset_];
    if (c == '#') {
      offset_ = std::min(text_.find('\n', offset_), text_.size());
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++offset_;
    } else {
      break;
    }
  }
  const size_t start = offset_;
  token_ = {TokenKind::end, {}, {line_, static_cast<uint32_t>(start - line_start_ + 1)}};
  if (start == text_.size()) return;
  const auto take_while = [this](auto predicate) {
    while (offset_ < text_.size() && predicate(text_[offset_])) ++offset_;
  };
  const char c = text_[offset_++];
  if (c == '\n') {
    token_.kind = TokenKind::line_end;
    ++line_;
    line_start_ = offset_;
  } else if (c == '"') {
    token_.kind = TokenKind::string;
    lex_string(start);
  } else if (is_word_start(c)) {
    token_.kind = TokenKind::word;
    take_while(is_word_part);
  } else if (is_digit(c)) {
    token_.kind = TokenKind::number;
    take_while(is_number_part);
  } else if (c == '$' || c == '%' || c == '@') {
    token_.kind = c == '$' ? TokenKind::signal : (c == '%' ? TokenKind::node : TokenKind::location);
    take_while(is_number_part);
  } else if (c == '=' || c == ':' || c == '{' || c == '}') {
    token_.kind = TokenKind::symbol;
  } else {
    token_.kind = TokenKind::unknown;
  }
  token_.text = text_.substr(start, offset_ - start);
}

void Cursor::lex_string(size_t start) {
  while (offset_ < text_.size() && text_[offset_] != '"' && text_[offset_] != '\n') {
    offset_ += text_[offset_] == '\\' && offset_ + 1 < text_.size() && text_[offset_ + 1] != '\n' ? 2 : 1;
  }
  if (offset_ >= text_.size() || text_[offset_] != '"') {
    token_.text = text_.substr(start, offset_ - start);
    fail_expected("a closing '\"' on the same line");
  }
  ++offset_;
}

bool Cursor::first_use(std::string_view key) {
  if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) {
    fail(token_.at, "expected '" + std::string(key) + "' once in a line, found it again");
  }
  seen_.push_back(key);
  return true;
}

bool Cursor::accept_word(std::string_view word) {
  if (!is_word(word)) return false;
  advance();
  return true;
}

bool Cursor::accept_symbol(char symbol) {
  if (!is_symbol(symbol)) return false;
  advance();
  return true;
}

bool Cursor::accept_key(std::string_view word) { return is_word(word) && first_use(word) && accept_word(word); }

bool Cursor::accept_key_symbol(char symbol) {
  return is_symbol(symbol) && first_use(token_.text) && accept_symbol(symbol);
}

void Cursor::expect_word(std::string_view word) {
  if (!accept_word(word)) fail_expected(std::string(1, '\'').append(word).append("'"));
}

void Cursor::expect_symbol(char symbol) {
  if (!accept_symbol(symbol)) fail_expected(std::string{'\'', symbol, '\''});
}

std::string_view Cursor::expect_any_word(std::string_view what) {
  if (!is(TokenKind::word)) fail_expected(what);
  const std::string_view word = token_.text;
  advance();
  return word;
}

std::string Cursor::expect_string(std::string_view what) {
  if (!is(TokenKind::string)) fail_expected(std::string(what) + " in quotes");
  const std::string_view body = token_.text.substr(1, token_.text.size() - 2);
  std::string value;
  value.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\') {
      value.push_back(body[i]);
      continue;
    }
    const char code = ++i < body.size() ? body[i] : '\0';
    if (code == 'n') {
      value.push_back('\n');
    } else if (code == 't') {
      value.push_back('\t');
    } else if (code == 'r') {
      value.push_back('\r');
    } else if (code == '"' || code == '\\') {
      value.push_back(code);
    } else if (code == 'x' && i + 2 < body.size() && hex_digit(body[i + 1]) >= 0 && hex_digit(body[i + 2]) >= 0) {
      value.push_back(static_cast<char>(hex_digit(body[i + 1]) * 16 + hex_digit(body[i + 2])));
      i += 2;
    } else {
      fail({token_.at.line, token_.at.column + static_cast<uint32_t>(i)},
           R"(expected one of \" \\ \n \t \r \xHH with two hexadecimal digits, found another escape)");
    }
  }
  advance();
  return value;
}

uint32_t Cursor::expect_number(std::string_view what) {
  uint32_t value = 0;
  if (!is(TokenKind::number) || !read_decimal(token_.text, value) || value == kNone) {
    fail_expected(std::string(what) + ", a decimal number below 4294967295");
  }
  advance();
  return value;
}

uint64_t Cursor::expect_long_number(std::string_view what) {
  uint64_t value = 0;
  if (!is(TokenKind::number) || !read_decimal(token_.text, value)) {
    fail_expected(std::string(what) + ", a decimal number below 2^64");
  }
  advance();
  return value;
}

uint32_t Cursor::expect_id(TokenKind kind, std::string_view what) {
  uint32_t value = 0;
  if (!is(kind) || !read_decimal(token_.text.substr(1), value) || value == kNone) fail_expected(what);
  advance();
  return value;
}

Bits Cursor::expect_value(uint32_t width) {
  if (width > kMaxValueWidth) {
    fail(token_.at, "expected a value of at most 16777216 bits, found one of " + std::to_string(width) + " bits");
  }
  if (!is(TokenKind::number) || !token_.text.starts_with("0x")) fail_expected("a value such as 0x1f");
  try {
    Bits value = Bits::parse(width, token_.text);
    advance();
    return value;
  } catch (const std::invalid_argument& error) {
    fail(token_.at, "expected a value of " + std::to_string(width) + " bits: " + error.what());
  }
}

void Cursor::expect_line_end(std::string_view alternatives) {
  if (!is(TokenKind::line_end) && !is(TokenKind::end)) {
    fail_expected(alternatives.empty() ? "the end of the line" : std::string(alternatives) + " or the end of the line");
  }
  seen_.clear();
  skip_empty_lines();
}

void Cursor::skip_empty_lines() {
  while (is(TokenKind::line_end)) advance();
}

void Cursor::fail_expected(std::string_view what) const {
  fail(token_.at, "expected " + std::string(what) + ", found " + shown(token_));
}

void Cursor::fail(Position at, const std::string& message) const {
  throw UserError(name_ + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + message);
}

}  // namespace burin::ir::text
