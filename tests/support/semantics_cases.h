// SPDX-License-Identifier: Apache-2.0
//! @file semantics_cases.h
//! @brief The cases of dsl/semantics/operators.json, for every test that asks whether something obeys them.
#pragma once

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "burin/base/bits.h"

namespace burin::test {

/// One worked example of an operator.
struct SemanticsCase {
  std::vector<Bits> operands;
  std::vector<int64_t> parameters;  ///< As `SemanticsOperator::parameters` names them; not the pattern.
  std::string pattern;              ///< Of `match`.
  Bits result;
  std::string text;  ///< The case as it stands in the file, for messages.
};

/// One operator, or one of its forms.
struct SemanticsOperator {
  std::string name;
  std::string group;
  std::string cpp;
  std::optional<std::string> ir;           ///< Enumerator of ir::Op; none where several operations compute it.
  std::vector<std::string> operand_types;  ///< "uint", "sint", "bool", "any", "scalar"; "..." at the end repeats.
  std::string result_type;
  std::vector<std::string> parameters;  ///< What the parameters of a case stand for.
  std::vector<SemanticsCase> cases;
};

/// A C++ integer that becomes a constant, or is refused.
struct SemanticsLiteral {
  std::string type;  ///< "bool", "uint" or "sint".
  uint32_t width = 0;
  std::string integer;        ///< Decimal digits, perhaps with a minus.
  std::optional<Bits> value;  ///< None: refused.
};

struct Semantics {
  std::vector<SemanticsOperator> operators;
  std::vector<SemanticsLiteral> literals;

  /// The operator called `name`. @throws std::out_of_range when there is none.
  [[nodiscard]] const SemanticsOperator& at(const std::string& name) const {
    for (const SemanticsOperator& entry : operators) {
      if (entry.name == name) return entry;
    }
    throw std::out_of_range("operators.json has no operator '" + name + "'");
  }
};

inline Bits bits_of(uint32_t width, const std::string& digits) {
  return digits.empty() ? Bits(width) : Bits::parse(width, "0x" + digits);
}

/// Reads the whole file.
inline Semantics load_semantics() {
  const std::string path = std::string(BURIN_SOURCE_DIR) + "/dsl/semantics/operators.json";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  const nlohmann::json document = nlohmann::json::parse(file);
  const auto value_of = [](const nlohmann::json& pair) {
    return bits_of(pair.at(0).get<uint32_t>(), pair.at(1).get<std::string>());
  };

  Semantics semantics;
  for (const auto& entry : document.at("operators")) {
    SemanticsOperator to;
    to.name = entry.at("name");
    to.group = entry.at("group");
    to.cpp = entry.at("cpp");
    if (!entry.at("ir").is_null()) to.ir = entry.at("ir").get<std::string>();
    to.operand_types = entry.at("operand_types").get<std::vector<std::string>>();
    to.result_type = entry.at("result_type");
    to.parameters = entry.value("parameters", std::vector<std::string>());
    for (const auto& from : entry.at("cases")) {
      SemanticsCase item;
      for (const auto& operand : from.at("operands")) item.operands.push_back(value_of(operand));
      for (const auto& parameter : from.value("parameters", nlohmann::json::array())) {
        if (parameter.is_string()) {
          item.pattern = parameter.get<std::string>();
        } else {
          item.parameters.push_back(parameter.get<int64_t>());
        }
      }
      item.result = value_of(from.at("result"));
      item.text = from.dump();
      to.cases.push_back(std::move(item));
    }
    semantics.operators.push_back(std::move(to));
  }
  for (const auto& from : document.at("literals")) {
    SemanticsLiteral to;
    to.type = from.at("type");
    to.width = from.at("width");
    to.integer = from.at("integer");
    if (!from.at("value").is_null()) to.value = bits_of(to.width, from.at("value").get<std::string>());
    semantics.literals.push_back(std::move(to));
  }
  return semantics;
}

}  // namespace burin::test
