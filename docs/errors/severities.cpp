// SPDX-License-Identifier: Apache-2.0
//! @file severities.cpp
//! @brief The page's section on severities: rules that change them by id and by path.
#include "gallery.h"

namespace gallery::severities {

using namespace burin;

// [program]
struct Trace {
  In<UInt<8>> data;
  In<Bool> debug;
  Out<UInt<8>> copy, inverted;

  void logic() {
    copy = data;
    inverted = 0;
    inverted = ~data;
  }
};

std::string report() {
  ElaborateOptions options;
  options.severities = {
      {.code = "B0205", .severity = Severity::error},                                 // an unused input is an error …
      {.code = "unused-input", .source_prefix = "docs", .severity = Severity::note},  // … but not in this folder
      {.code = "overwritten", .source_prefix = "docs/errors", .severity = Severity::ignored},
  };
  return elaborate<Trace>({}, options).warnings;
}
// [/program]

const Register kProgram("severities", report);

}  // namespace gallery::severities
