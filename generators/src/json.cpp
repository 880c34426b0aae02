// SPDX-License-Identifier: Apache-2.0
//! @file json.cpp
//! @brief The frame of a verb's JSON.
#include "json.h"

#include <charconv>

namespace burin::cli {

ordered_json json_document() {
  ordered_json document;
  document["schema"] = kJsonSchema;
  return document;
}

std::string text_of(const ordered_json& document) {
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

ordered_json json_parameters(const DesignEntry& design, const ParameterValues& values) {
  ordered_json object = ordered_json::object();
  const std::vector<ParameterInfo> infos = design.parameters();
  for (size_t i = 0; i < values.size() && i < infos.size(); ++i) {
    const auto& [name, text] = values[i];
    int64_t number = 0;
    if (infos[i].type == "bool") {
      object[name] = text == "true";
    } else if (infos[i].type == "int" &&
               std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc()) {
      object[name] = number;
    } else {
      object[name] = text;
    }
  }
  return object;
}

}  // namespace burin::cli
