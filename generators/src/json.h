// SPDX-License-Identifier: Apache-2.0
//! @file json.h
//! @brief What the JSON of all verbs has in common.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "burin/cli/design.h"

namespace burin::cli {

using nlohmann::ordered_json;

/// Version of the JSON that verbs print; grows when a reader of the old form could misread the new one.
inline constexpr int kJsonSchema = 1;

/// An object that begins with its schema.
[[nodiscard]] ordered_json json_document();

/// As text, with a line break at the end. Bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string text_of(const ordered_json& document);

/// The values of all parameters as an object of numbers, booleans and names.
[[nodiscard]] ordered_json json_parameters(const DesignEntry& design, const ParameterValues& values);

}  // namespace burin::cli
