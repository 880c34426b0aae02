// SPDX-License-Identifier: Apache-2.0
//! @file text_cursor.h
//! @brief Tokens of the printed IR and the steps a parser takes over them, each with its error message.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "burin/base/bits.h"

namespace burin::ir::text {

/// A place in the text; both count from 1, columns in bytes.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;
};

enum class TokenKind : uint8_t { word, number, string, signal, node, location, symbol, line_end, end, unknown };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  ///< As written; a string with its quotes, "$3" with its sigil.
  Position at;
};

/// Reads the text token by token. Every function that expects something throws `UserError`
/// ("name:line:column: expected …, found …") where it is not there.
class Cursor {
 public:
  Cursor(std::string_view text, std::string_view name);

  [[nodiscard]] const Token& peek() const { return token_; }
  [[nodiscard]] Position at() const { return token_.at; }
  [[nodiscard]] bool is(TokenKind kind) const { return token_.kind == kind; }
  [[nodiscard]] bool is_word(std::string_view word) const { return is(TokenKind::word) && token_.text == word; }
  [[nodiscard]] bool is_symbol(char symbol) const { return is(TokenKind::symbol) && token_.text[0] == symbol; }

  /// Steps over the word, if it stands here.
  bool accept_word(std::string_view word);
  /// Steps over the symbol, if it stands here.
  bool accept_symbol(char symbol);
  /// `accept_word` for an optional part of a line, which may stand there once.
  bool accept_key(std::string_view word);
  /// `accept_symbol` for an optional part of a line, which may stand there once.
  bool accept_key_symbol(char symbol);

  void expect_word(std::string_view word);
  void expect_symbol(char symbol);
  /// The word here, described as `what` when there is none.
  std::string_view expect_any_word(std::string_view what);
  std::string expect_string(std::string_view what);
  uint32_t expect_number(std::string_view what);
  uint64_t expect_long_number(std::string_view what);
  /// The number behind '$', '%' or '@'.
  uint32_t expect_id(TokenKind kind, std::string_view what);
  /// A hexadecimal value that fits in `width` bits.
  Bits expect_value(uint32_t width);
  /// The end of the line, and any empty lines after it; forgets the parts that `accept_key` has seen.
  void expect_line_end(std::string_view alternatives);
  void skip_empty_lines();

  /// The index of the word here in `table`.
  template <size_t Size>
  size_t expect_one_of(const std::array<std::string_view, Size>& table, std::string_view what) {
    for (size_t i = 0; i < Size; ++i) {
      if (accept_word(table[i])) return i;
    }
    std::string expected(what);
    for (size_t i = 0; i < Size; ++i) {
      expected += i == 0 ? " (" : ", ";
      expected += table[i];
    }
    fail_expected(expected + ")");
  }

  [[noreturn]] void fail_expected(std::string_view what) const;
  [[noreturn]] void fail(Position at, const std::string& message) const;

 private:
  void advance();
  void lex_string(size_t start);
  bool first_use(std::string_view key);

  std::string_view text_;
  std::string name_;
  size_t offset_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  Token token_;
  std::vector<std::string_view> seen_;
};

}  // namespace burin::ir::text
