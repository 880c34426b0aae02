// SPDX-License-Identifier: Apache-2.0
//! @file witness.cpp
//! @brief Reads traces as yosys-smtbmc writes them.
//!
//! The file lists signals, each with its path, lowest bit and width; then for each step one string of bits, in which
//! the first signal stands at the end. Signals that are `init_only` are in the string of the first step alone. A `?` is
//! a bit that does not matter, as are those that are missing at the beginning of the string.
#include "witness.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "burin/base/diagnostics.h"
#include "sampled_state.h"

namespace burin::flows {
namespace {

struct WitnessSignal {
  TraceValue value;
  bool only_first = false;
};

/// Escaped identifiers, "\\core"; the last one may be the word of a memory, "\\[3]", or both in one, "\\words[3]".
void read_path(const nlohmann::json& path, TraceValue& value) {
  for (const nlohmann::json& element : path) {
    std::string name = element.get<std::string>();
    if (name.starts_with('\\')) name.erase(0, 1);
    const size_t bracket = name.rfind('[');
    uint64_t address = 0;
    if (bracket != std::string::npos && name.ends_with(']')) {
      const char* end = name.data() + name.size() - 1;
      const auto [stop, error] = std::from_chars(name.data() + bracket + 1, end, address);
      if (error == std::errc() && stop == end) {
        value.address = address;
        name.resize(bracket);
      }
    }
    if (name.empty()) continue;
    value.name += (value.name.empty() ? "" : ".") + name;
  }
}

Trace read(const nlohmann::json& document, bool from_start) {
  if (document.at("format") != "Yosys Witness Trace") throw UserError("it has another format");
  std::vector<WitnessSignal> signals;
  for (const nlohmann::json& entry : document.at("signals")) {
    WitnessSignal signal;
    read_path(entry.at("path"), signal.value);
    signal.value.low = entry.at("offset").get<uint32_t>() + take_state_mark(signal.value.name);
    signal.value.value = Bits(entry.at("width").get<uint32_t>());
    signal.only_first = entry.at("init_only").get<bool>();
    signals.push_back(std::move(signal));
  }
  Trace trace;
  trace.from_start = from_start;
  for (const nlohmann::json& entry : document.at("steps")) {
    const std::string bits = entry.at("bits").get<std::string>();
    std::vector<TraceValue> values;
    size_t used = 0;
    for (const WitnessSignal& signal : signals) {
      if (signal.only_first && !trace.steps.empty()) continue;
      TraceValue value = signal.value;
      const uint32_t width = value.value.width();
      bool is_given = false;
      for (uint32_t i = 0; i < width && used + i < bits.size(); ++i) {
        const char bit = bits[bits.size() - 1 - used - i];
        is_given = is_given || bit != '?';
        value.value.set_bit(i, bit == '1');
      }
      used += width;
      if (is_given) values.push_back(std::move(value));
    }
    trace.steps.push_back(std::move(values));
  }
  return trace;
}

}  // namespace

Trace read_witness(std::string_view json, bool from_start) {
  try {
    return read(nlohmann::json::parse(json), from_start);
  } catch (const nlohmann::json::exception& error) {
    throw UserError(fmt::format("yosys-smtbmc wrote a trace that cannot be read: {}", error.what()));
  } catch (const UserError& error) {
    throw UserError(fmt::format("yosys-smtbmc wrote a trace that cannot be read: {}", error.what()));
  }
}

}  // namespace burin::flows
