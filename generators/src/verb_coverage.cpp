// SPDX-License-Identifier: Apache-2.0
//! @file verb_coverage.cpp
//! @brief `coverage`: shows what runs have exercised, and adds files of them up.
#include <fmt/format.h>

#include "burin/base/files.h"
#include "burin/sim/coverage.h"
#include "json.h"
#include "recording.h"
#include "verb.h"

namespace burin::cli {
namespace {

void run(const Invocation& call) {
  sim::CoverageData data = sim::read_coverage(call.operand);
  for (const std::string& file : call.options.all("add")) data.add(sim::read_coverage(file));
  if (call.options.has("out")) sim::write_coverage(call.options.text("out"), data);
  if (call.options.has("html")) write_file(call.options.text("html"), sim::coverage_page(data));
  if (call.json()) {
    ordered_json document = json_document();
    document["design"] = data.design;
    document["runs"] = data.runs;
    document["coverage"] = json_of(sim::summary_of(data));
    return call.console.print(text_of(document));
  }
  call.console.print(sim::coverage_report(data));
}

}  // namespace

Verb coverage_verb() {
  return {.name = "coverage",
          .summary = "Show what simulations have exercised of a design",
          .operand = Operand::file,
          .options = {{.name = "add",
                       .value = "FILE",
                       .help = "Add the runs of another file of the same design",
                       .is_path = true,
                       .repeats = true},
                      {.name = "out", .value = "FILE", .help = "Write the sum to a file", .is_path = true},
                      {.name = "html",
                       .value = "FILE",
                       .help = "Write a page with the sources and what was seen beside their lines",
                       .is_path = true},
                      json_option()},
          .examples = {"coverage coverage.json", "coverage coverage.json --html coverage.html",
                       "coverage monday.json --add tuesday.json --out both.json"},
          .run = run};
}

}  // namespace burin::cli
