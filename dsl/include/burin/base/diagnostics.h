// SPDX-License-Identifier: Apache-2.0
//! @file diagnostics.h
//! @brief What Burin tells a designer: identity, severity, place, expectation, remedy.
#pragma once

#include <cstdint>
#include <memory>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "burin/base/location.h"

namespace burin {

/// Every diagnostic Burin can give. The table `burin/base/diagnostics.def` is the one place that states
/// the stable id ("B0101"), the name ("width-mismatch"), the default severity and the summary of each.
enum class DiagnosticId : uint16_t {
#define BURIN_DIAGNOSTIC(code, name, text_name, severity, summary) name,
#include "burin/base/diagnostics.def"
#undef BURIN_DIAGNOSTIC
};

enum class Severity : uint8_t { ignored, note, warning, error };

/// One row of the diagnostic table.
struct DiagnosticInfo {
  DiagnosticId id;
  std::string_view code;     ///< Stable id, "B0101".
  std::string_view name;     ///< Stable name, "width-mismatch".
  Severity severity;         ///< Default severity.
  std::string_view summary;  ///< One sentence for the reference.
};

/// The table's row of `id`.
const DiagnosticInfo& info(DiagnosticId id);

/// All rows, in the order of their codes.
const std::vector<DiagnosticInfo>& all_diagnostics();

/// A further place that belongs to a diagnostic ("first driven here").
struct DiagnosticNote {
  LocationId location = kNoLocation;
  std::string text;
};

/// One finding. `message` is a single line that names the objects; `expected` states the rule in the
/// terms of this case; `remedy` is what to write instead.
struct Diagnostic {
  DiagnosticId id{};
  LocationId location = kNoLocation;
  std::string message;
  std::string expected;
  std::string remedy;
  std::string path;  ///< Hierarchical path of the module instance, "top.core".
  std::vector<DiagnosticNote> notes;
};

/// A rule that changes the severity of findings. Empty `code` or `source_prefix` matches everything; the
/// last matching rule wins. `code` may be the id or the name.
struct SeverityRule {
  std::string code = {};
  std::string source_prefix = {};  ///< A source file or a folder; a relative path may begin at any folder.
  Severity severity = Severity::error;
};

class SourceCache;

/// Collects findings, all of them, and renders them with the source line and a caret. Source files are read
/// when a finding is first rendered and kept; one object is for one thread.
class Diagnostics {
 public:
  explicit Diagnostics(const LocationTable& locations);

  /// Adds a rule; later rules win. It holds for the findings that are already there as well.
  /// @throws UserError when `rule.code` names no diagnostic.
  void add_rule(SeverityRule rule);

  /// Adds a finding, unless a rule ignores it or an equal one (id, place, message) is there already.
  void report(Diagnostic diagnostic);

  /// The severity that the rules give `diagnostic`.
  [[nodiscard]] Severity severity(const Diagnostic& diagnostic) const;

  [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }
  [[nodiscard]] size_t errors() const { return errors_; }
  [[nodiscard]] size_t warnings() const { return warnings_; }
  [[nodiscard]] bool contains(DiagnosticId id) const;

  /// `diagnostic` as text: "file:line:column: error[B0101 width-mismatch]: …", the source excerpt with a
  /// caret where the file can be read, then `expected:` and `write:` lines and the notes.
  [[nodiscard]] std::string render(const Diagnostic& diagnostic) const;

  /// All findings, errors first within equal places, ordered by file and line, and a closing count.
  [[nodiscard]] std::string render_all() const;

  /// The line of the source at `place` with a caret below; "" where the file cannot be read.
  [[nodiscard]] std::string excerpt(const Location& place) const;

 private:
  void count(const Diagnostic& diagnostic);
  [[nodiscard]] size_t hash_of(const Diagnostic& diagnostic) const;

  const LocationTable* locations_;
  std::vector<SeverityRule> rules_;
  std::vector<Diagnostic> all_;
  std::unordered_multimap<size_t, uint32_t> by_hash_;  // index into all_ by hash of id, place and message
  std::shared_ptr<SourceCache> sources_;
  size_t errors_ = 0;
  size_t warnings_ = 0;
};

/// A mistake of the user of Burin that stops the work at once: a bad argument, an unreadable file. The
/// message is one line for the person at the terminal.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A design with errors: `what()` is the rendered report of all of them.
class DesignError : public UserError {
 public:
  DesignError(const std::string& report, std::vector<Diagnostic> diagnostics)
      : UserError(report), diagnostics_(std::move(diagnostics)) {}
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// A mistake of Burin's own: `what()` names the place in Burin and asks for a report.
class InternalError : public std::logic_error {
 public:
  /// `what` states the broken rule; `where` is the place in Burin that found it.
  explicit InternalError(const std::string& what, std::source_location where = std::source_location::current());
};

/// Throws `InternalError` when `condition` does not hold.
inline void internal_check(bool condition, const char* what,
                           std::source_location where = std::source_location::current()) {
  if (!condition) throw InternalError(what, where);
}

}  // namespace burin
