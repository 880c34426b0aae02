// SPDX-License-Identifier: Apache-2.0
//! @file diagnostics.cpp
//! @brief The diagnostic table, severity rules, rendering, and the two kinds of exceptions.
#include "burin/base/diagnostics.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>

using burin::Diagnostic;
using burin::DiagnosticId;
using burin::Diagnostics;
using burin::InternalError;
using burin::LocationId;
using burin::LocationTable;
using burin::Severity;
using burin::UserError;

namespace {

/// A source file that exists for one test.
class SourceFile {
 public:
  explicit SourceFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("burin_diagnostics_" + std::to_string(std::random_device{}()) + ".cpp")) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  ~SourceFile() { remove(); }
  void remove() const { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

Diagnostic finding(DiagnosticId id, LocationId location, std::string message) {
  Diagnostic result;
  result.id = id;
  result.location = location;
  result.message = std::move(message);
  return result;
}

}  // namespace

TEST_CASE("every diagnostic has a stable id, a name and a sentence") {
  std::set<std::string_view> codes;
  std::set<std::string_view> names;
  std::string_view last;
  for (const burin::DiagnosticInfo& row : burin::all_diagnostics()) {
    CAPTURE(row.code);
    CHECK(&burin::info(row.id) == &row);
    REQUIRE(row.code.size() == 5);
    CHECK(row.code[0] == 'B');
    CHECK(row.code > last);
    last = row.code;
    CHECK(codes.insert(row.code).second);
    CHECK(names.insert(row.name).second);
    CHECK(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
    REQUIRE_FALSE(row.summary.empty());
    CHECK(row.summary.back() == '.');
  }
  CHECK(burin::info(DiagnosticId::width_mismatch).code == "B0101");
  CHECK(burin::info(DiagnosticId::width_mismatch).name == "width-mismatch");
}

TEST_CASE("a finding shows its place, the line, a caret, the rule, the remedy and the notes") {
  const SourceFile source("first\n\tx = a + b;  // sum\nthird\r\n");
  LocationTable locations;
  Diagnostics diagnostics(locations);
  Diagnostic diagnostic =
      finding(DiagnosticId::width_mismatch, locations.intern(source.path(), 2, 8), "a has 8 bits, b has 9");
  diagnostic.expected = "equal widths";
  diagnostic.remedy = "a.zext(9) + b";
  diagnostic.path = "top.core";
  diagnostic.notes.push_back({locations.intern(source.path(), 3, 1), "b is declared here"});
  diagnostic.notes.push_back({burin::kNoLocation, "a note without a place"});
  CHECK(diagnostics.render(diagnostic) == source.path() +
                                              ":2:8: error[B0101 width-mismatch]: a has 8 bits, b has 9\n"
                                              "    2 | \tx = a + b;  // sum\n"
                                              "      | \t      ^\n"
                                              "   expected: equal widths\n"
                                              "   write: a.zext(9) + b\n"
                                              "   in: top.core\n" +
                                              source.path() +
                                              ":3:1: note: b is declared here\n"
                                              "    3 | third\n"
                                              "      | ^\n"
                                              "note: a note without a place\n");
}

TEST_CASE("what a finding lacks is left out") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  CHECK(diagnostics.render(finding(DiagnosticId::unused_input, burin::kNoLocation, "x is never read")) ==
        "warning[B0205 unused-input]: x is never read\n");
  CHECK(diagnostics.render(finding(DiagnosticId::latch, locations.intern("no/such/file.cpp", 3, 0), "x")) ==
        "no/such/file.cpp:3: error[B0203 latch]: x\n");
}

TEST_CASE("carets under odd lines") {
  // Line 1: two-byte characters. Line 2: shorter than the column. Line 3: whole line, indented. Line 4: blank. The
  // last line has no end.
  const SourceFile source("\"\xc3\xa9\xc3\xa9\" + x\nab\n  whole line  \n   \nend");
  LocationTable locations;
  Diagnostics diagnostics(locations);
  const auto excerpt = [&](uint32_t line, uint32_t column) {
    const std::string text =
        diagnostics.render(finding(DiagnosticId::latch, locations.intern(source.path(), line, column), "x"));
    return text.substr(text.find('\n') + 1);
  };
  CHECK(excerpt(1, 10) == "    1 | \"\xc3\xa9\xc3\xa9\" + x\n      |        ^\n");
  CHECK(excerpt(2, 40) == "    2 | ab\n      |   ^\n");
  CHECK(excerpt(3, 0) == "    3 |   whole line  \n      |   ^~~~~~~~~~\n");
  CHECK(excerpt(4, 1) == "    4 |    \n");
  CHECK(excerpt(5, 3) == "    5 | end\n      |   ^\n");
  CHECK(excerpt(6, 1).empty());
  CHECK(excerpt(0, 0).empty());
}

TEST_CASE("a folder in the place of a file gives no excerpt") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  const std::string folder = std::filesystem::temp_directory_path().string();
  CHECK(diagnostics.render(finding(DiagnosticId::latch, locations.intern(folder, 1, 1), "x")) ==
        folder + ":1:1: error[B0203 latch]: x\n");
}

TEST_CASE("a source file is read once") {
  const SourceFile source("before\n");
  LocationTable locations;
  Diagnostics diagnostics(locations);
  const Diagnostic diagnostic = finding(DiagnosticId::latch, locations.intern(source.path(), 1, 1), "x");
  const std::string first = diagnostics.render(diagnostic);
  CHECK(first.find("before") != std::string::npos);
  source.remove();
  CHECK(diagnostics.render(diagnostic) == first);
}

TEST_CASE("equal findings are kept once") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  const LocationId here = locations.intern("a.cpp", 1, 1);
  const LocationId there = locations.intern("a.cpp", 2, 1);
  for (int i = 0; i < 3; ++i) {
    diagnostics.report(finding(DiagnosticId::latch, here, "x"));
    diagnostics.report(finding(DiagnosticId::latch, there, "x"));
    diagnostics.report(finding(DiagnosticId::undriven, here, "x"));
    diagnostics.report(finding(DiagnosticId::latch, here, "y"));
    diagnostics.report(finding(DiagnosticId::unused_input, here, "x"));
  }
  // Another id of the same place does not make it another finding.
  const LocationId same = locations.add_placeholder({});
  locations.resolve(same, "a.cpp", 1, 1);
  diagnostics.report(finding(DiagnosticId::latch, same, "x"));
  CHECK(diagnostics.all().size() == 5);
  CHECK(diagnostics.errors() == 4);
  CHECK(diagnostics.warnings() == 1);
  CHECK(diagnostics.contains(DiagnosticId::undriven));
  CHECK_FALSE(diagnostics.contains(DiagnosticId::no_clock));
}

TEST_CASE("rules change severities, the last one that matches wins") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  diagnostics.add_rule({"unused-input", "", Severity::error});
  diagnostics.add_rule({"B0203", "vendor", Severity::warning});
  diagnostics.add_rule({"", "vendor/quiet.cpp", Severity::ignored});
  const auto severity = [&](DiagnosticId id, const char* file) {
    return diagnostics.severity(finding(id, locations.intern(file, 1, 1), "x"));
  };
  CHECK(severity(DiagnosticId::unused_input, "a.cpp") == Severity::error);
  CHECK(severity(DiagnosticId::latch, "a.cpp") == Severity::error);
  CHECK(severity(DiagnosticId::latch, "vendor/a.cpp") == Severity::warning);
  CHECK(severity(DiagnosticId::latch, "./vendor/a.cpp") == Severity::warning);
  CHECK(severity(DiagnosticId::latch, "vendors/a.cpp") == Severity::error);
  CHECK(severity(DiagnosticId::latch, "/home/me/vendor/a.cpp") == Severity::warning);
  CHECK(severity(DiagnosticId::latch, "/home/me/vendors/a.cpp") == Severity::error);
  CHECK(severity(DiagnosticId::latch, "/home/me/quiet.cpp") == Severity::error);
  CHECK(severity(DiagnosticId::latch, "vendor/quiet.cpp") == Severity::ignored);
  CHECK(severity(DiagnosticId::undriven, "vendor/quiet.cpp") == Severity::ignored);
  CHECK(severity(DiagnosticId::undriven, "vendor/quiet.cpp.h") == Severity::error);
  CHECK(severity(DiagnosticId::undriven, "vendor/a.cpp") == Severity::error);

  diagnostics.report(finding(DiagnosticId::latch, locations.intern("vendor/quiet.cpp", 1, 1), "x"));
  CHECK(diagnostics.all().empty());
  diagnostics.report(finding(DiagnosticId::latch, locations.intern("vendor/a.cpp", 1, 1), "x"));
  CHECK(diagnostics.warnings() == 1);
  CHECK(diagnostics.errors() == 0);
}

TEST_CASE("a rule that comes after a finding holds for it as well") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  diagnostics.report(finding(DiagnosticId::latch, locations.intern("a.cpp", 1, 1), "x"));
  diagnostics.report(finding(DiagnosticId::undriven, locations.intern("b.cpp", 1, 1), "y"));
  CHECK(diagnostics.errors() == 2);
  diagnostics.add_rule({"latch", "", Severity::note});
  CHECK(diagnostics.errors() == 1);
  CHECK(diagnostics.warnings() == 0);
  CHECK(diagnostics.all().size() == 2);
  diagnostics.add_rule({"", "b.cpp", Severity::ignored});
  CHECK(diagnostics.errors() == 0);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].message == "x");
}

TEST_CASE("a rule for an unknown diagnostic is refused") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  CHECK_THROWS_AS(diagnostics.add_rule({"B9999", "", Severity::error}), UserError);
  CHECK_THROWS_AS(diagnostics.add_rule({"width_mismatch", "", Severity::error}), UserError);
  CHECK_THROWS_WITH_AS(diagnostics.add_rule({"no-such", "", Severity::error}),
                       "no diagnostic is called \"no-such\": write an id such as \"B0101\" or a name such as "
                       "\"width-mismatch\", as listed in docs/errors.md",
                       UserError);
}

TEST_CASE("all findings come in the order of files and lines, errors first, with a count") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  const LocationId b1 = locations.intern("b.cpp", 1, 1);
  const LocationId a10 = locations.intern("a.cpp", 10, 1);
  const LocationId a9 = locations.intern("a.cpp", 9, 7);
  diagnostics.report(finding(DiagnosticId::latch, b1, "fifth"));
  diagnostics.report(finding(DiagnosticId::unused_input, a10, "third"));
  diagnostics.report(finding(DiagnosticId::undriven, a10, "second"));
  diagnostics.report(finding(DiagnosticId::overwritten, a10, "fourth"));
  diagnostics.report(finding(DiagnosticId::latch, a9, "first"));
  CHECK(diagnostics.render_all() ==
        "a.cpp:9:7: error[B0203 latch]: first\n"
        "a.cpp:10:1: error[B0201 undriven]: second\n"
        "a.cpp:10:1: warning[B0205 unused-input]: third\n"
        "a.cpp:10:1: warning[B0208 overwritten]: fourth\n"
        "b.cpp:1:1: error[B0203 latch]: fifth\n"
        "3 errors, 2 warnings\n");
}

TEST_CASE("the closing count minds its grammar") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  CHECK(diagnostics.render_all() == "0 errors, 0 warnings\n");
  diagnostics.report(finding(DiagnosticId::latch, burin::kNoLocation, "x"));
  diagnostics.report(finding(DiagnosticId::unused_input, burin::kNoLocation, "x"));
  CHECK(diagnostics.render_all() ==
        "error[B0203 latch]: x\n"
        "warning[B0205 unused-input]: x\n"
        "1 error, 1 warning\n");
}

TEST_CASE("many equal and different findings are told apart") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  constexpr int kFindings = 20000;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kFindings; ++i) {
      diagnostics.report(finding(DiagnosticId::undriven, locations.intern("a.cpp", 1 + static_cast<uint32_t>(i) / 2, 1),
                                 "signal " + std::to_string(i)));
    }
  }
  CHECK(diagnostics.errors() == kFindings);
}

TEST_CASE("a design error carries its findings and is a user error") {
  LocationTable locations;
  Diagnostics diagnostics(locations);
  diagnostics.report(finding(DiagnosticId::latch, burin::kNoLocation, "x"));
  try {
    throw burin::DesignError(diagnostics.render_all(), diagnostics.all());
  } catch (const UserError& error) {
    CHECK(std::string(error.what()) == "error[B0203 latch]: x\n1 error, 0 warnings\n");
    const auto* const design_error = dynamic_cast<const burin::DesignError*>(&error);
    REQUIRE(design_error != nullptr);
    REQUIRE(design_error->diagnostics().size() == 1);
    CHECK(design_error->diagnostics()[0].id == DiagnosticId::latch);
  }
}

TEST_CASE("an internal error names Burin's place and asks for a report") {
  CHECK_NOTHROW(burin::internal_check(true, "holds"));
  const auto here = std::source_location::current();
  try {
    burin::internal_check(false, "the graph is acyclic", here);
    FAIL("no exception");
  } catch (const InternalError& error) {
    CHECK(std::string(error.what()) ==
          std::string(here.file_name()) + ":" + std::to_string(here.line()) +
              ": internal error: the graph is acyclic; this is a defect of Burin, not of your design; please report "
              "it with the design that triggers it");
    const std::exception& base = error;
    CHECK(dynamic_cast<const UserError*>(&base) == nullptr);
  }
}
