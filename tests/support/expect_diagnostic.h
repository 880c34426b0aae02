// SPDX-License-Identifier: Apache-2.0
//! @file expect_diagnostic.h
//! @brief Compares what elaboration reports with comments next to the offending lines.
//!
//! ```
//! struct Bad {
//!   Out<UInt<8>> y;
//!   In<UInt<4>> x;
//!   void logic() {
//!     y = zext<8>(x) + UInt<>(Bits(3, 1));  // expect: B0101 "operands of +"
//!   }
//! };
//! TEST_CASE("…") { test::expect_diagnostics<Bad>(); }
//! ```
//! Each code behind `expect:` must be reported at that line, with the text in quotes behind it, if there is one, in its
//! message; nothing else may be reported. Each finding must have an `expected:` and a `write:` line, and stand in the
//! test's file.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "burin/burin.h"

namespace burin::test {

/// One finding as it was rendered.
struct Finding {
  std::string file;
  uint32_t line = 0;
  std::string severity;
  std::string code;
  std::string message;
  std::string expected;
  std::string remedy;
};

/// The findings of a report.
inline std::vector<Finding> findings_in(const std::string& report) {
  static const std::regex head(R"(^(.+?):(\d+)(?::\d+)?: (error|warning|note)\[(B\d+) [a-z-]+\]: (.*)$)");
  std::vector<Finding> findings;
  std::istringstream lines(report);
  std::string line;
  while (std::getline(lines, line)) {
    std::smatch match;
    const auto rest_of = [&](const char* word) {
      const size_t at = line.find(word);
      return at != std::string::npos && line.find_first_not_of(' ') == at ? line.substr(at + std::string(word).size())
                                                                          : std::string();
    };
    if (std::regex_match(line, match, head)) {
      findings.push_back({match[1], static_cast<uint32_t>(std::stoul(match[2])), match[3], match[4], match[5], "", ""});
    } else if (!findings.empty()) {
      if (const std::string text = rest_of("expected: "); !text.empty()) findings.back().expected = text;
      if (const std::string text = rest_of("write: "); !text.empty()) findings.back().remedy = text;
    }
  }
  return findings;
}

/// What a comment asks for.
struct Expectation {
  uint32_t line = 0;
  std::string code;
  std::string text;  ///< Part of the message; may be empty.
};

/// The expectations inside `struct name { … };` of `file`, and the lines of that struct.
inline std::vector<Expectation> expectations_in(const std::string& file, const std::string& name, uint32_t& first,
                                                uint32_t& last) {
  static const std::regex item(R"re((B\d{4})(?: "([^"]*)")?)re");
  std::vector<Expectation> all;
  std::ifstream stream(file);
  REQUIRE_MESSAGE(stream.good(), "cannot read " << file);
  const std::regex begin("^ *(template <.*> )?(struct|class) " + name + "\\b.*\\{.*$");
  std::string line;
  std::string closing;
  first = last = 0;
  for (uint32_t number = 1; std::getline(stream, line); ++number) {
    if (first == 0) {
      if (!std::regex_match(line, begin)) continue;
      first = number;
      closing = std::string(line.find_first_not_of(' '), ' ') + "};";
    }
    if (const size_t comment = line.find("// expect: "); comment != std::string::npos) {
      const std::string text = line.substr(comment);
      for (std::sregex_iterator it(text.begin(), text.end(), item), end; it != end; ++it)
        all.push_back({number, (*it)[1], (*it)[2]});
    }
    if (line.starts_with(closing)) {
      last = number;
      break;
    }
  }
  REQUIRE_MESSAGE(last != 0, "there is no struct " << name << " in " << file);
  return all;
}

/// What elaboration of `M` reports; empty when it has nothing to say.
template <typename M>
std::string report_of(const typename detail::ConfigOf<M>::type& config = {}, const ElaborateOptions& options = {},
                      const Where& where = Where::current()) {
  try {
    return elaborate<M>(config, options, where).warnings;
  } catch (const DesignError& error) {
    return error.what();
  }
}

/// Elaborates `M` and compares the report with the comments in `M` and in the structs `Others` of the calling file.
/// @return the report.
template <typename M, typename... Others>
std::string expect_diagnostics(const typename detail::ConfigOf<M>::type& config = {},
                               const ElaborateOptions& options = {}, const Where& where = Where::current()) {
  const std::string report = report_of<M>(config, options, where);
  INFO(report);
  std::vector<Expectation> expected;
  const auto collect = [&](std::string_view name) {
    uint32_t first = 0;
    uint32_t last = 0;
    const auto of_one = expectations_in(where.file_name(), std::string(name), first, last);
    expected.insert(expected.end(), of_one.begin(), of_one.end());
  };
  collect(detail::type_name<M>());
  (collect(detail::type_name<Others>()), ...);
  CHECK_MESSAGE(!expected.empty(), "the struct states no expectation");

  std::set<std::pair<uint32_t, std::string>> reported;
  for (const Finding& finding : findings_in(report)) {
    CHECK_MESSAGE(finding.file == where.file_name(), finding.code << " is reported in " << finding.file);
    CHECK_MESSAGE(!finding.expected.empty(), finding.code << " does not say what was expected");
    CHECK_MESSAGE(!finding.remedy.empty(), finding.code << " does not say what to write instead");
    const auto wanted = std::find_if(expected.begin(), expected.end(), [&](const Expectation& one) {
      return one.line == finding.line && one.code == finding.code &&
             finding.message.find(one.text) != std::string::npos;
    });
    CHECK_MESSAGE(wanted != expected.end(), "line " << finding.line << ": not expected, or not in these words: "
                                                    << finding.code << " " << finding.message);
    reported.emplace(finding.line, finding.code);
  }
  for (const Expectation& one : expected) {
    CHECK_MESSAGE(reported.contains({one.line, one.code}),
                  "line " << one.line << ": " << one.code << " was not reported");
  }
  return report;
}

}  // namespace burin::test
