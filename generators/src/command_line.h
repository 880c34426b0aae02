// SPDX-License-Identifier: Apache-2.0
//! @file command_line.h
//! @brief From the words of a command line to a verb with its design and options.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "verb.h"

namespace burin::cli {

/// A command line without a meaning: `what()` is one line that says why.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a command line asks for: a text to print, or a verb to run.
struct Request {
  std::string text;  ///< Help; empty when a verb is to be run.
  const Verb* verb = nullptr;
  Invocation call;
};

/// Understands `words`, the command line without the program.
/// @throws UsageError; UserError for a design that does not exist.
[[nodiscard]] Request parse_command_line(const std::vector<std::string>& words, const std::string& program,
                                         Console& console);

/// The verb called `name`, if there is one.
[[nodiscard]] const Verb* find_verb(std::string_view name);

/// The first of `words`, which follow `verb`, that is neither an option nor the value of one.
[[nodiscard]] std::optional<std::string> find_operand(const Verb& verb, const std::vector<std::string>& words);

/// Prints what may stand for the last of `words`, one a line: "CANDIDATE<tab>DESCRIPTION", or ":path".
void complete(const std::vector<std::string>& words, Console& console);

}  // namespace burin::cli
