// SPDX-License-Identifier: Apache-2.0
//! @file verb_list.cpp
//! @brief `list`: the designs there are.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "json.h"
#include "verb.h"

namespace burin::cli {
namespace {

void run(const Invocation& call) {
  const std::vector<const DesignEntry*> all = designs();
  if (call.json()) {
    ordered_json document = json_document();
    document["designs"] = ordered_json::array();
    for (const DesignEntry* design : all) {
      ordered_json entry;
      entry["name"] = design->name();
      entry["summary"] = design->summary();
      entry["parameters"] = ordered_json::array();
      for (const ParameterInfo& parameter : design->parameters()) entry["parameters"].push_back(parameter.flag);
      entry["test"] = design->has_test();
      entry["file"] = design->takes_file();
      document["designs"].push_back(std::move(entry));
    }
    call.console.print(text_of(document));
    return;
  }
  size_t width = 0;
  for (const DesignEntry* design : all) width = std::max(width, design->name().size());
  for (const DesignEntry* design : all) {
    call.console.print(fmt::format("{:<{}}  {}\n", design->name(), width, design->summary()));
  }
  if (all.empty()) call.console.tell("no design is registered");
}

}  // namespace

Verb list_verb() {
  return {.name = "list",
          .summary = "List the designs",
          .options = {json_option()},
          .examples = {"list", "list --json"},
          .run = run};
}

}  // namespace burin::cli
