// SPDX-License-Identifier: Apache-2.0
//! @file verb_version.cpp
//! @brief `version`.
#include <fmt/format.h>

#include "json.h"
#include "verb.h"

namespace burin::cli {
namespace {

void run(const Invocation& call) {
  if (!call.json()) return call.console.print(fmt::format("burin {}\n", version()));
  ordered_json document = json_document();
  document["version"] = version();
  call.console.print(text_of(document));
}

}  // namespace

Verb version_verb() {
  return {.name = "version",
          .summary = "Print the version of Burin",
          .options = {json_option()},
          .examples = {"version"},
          .run = run};
}

}  // namespace burin::cli
