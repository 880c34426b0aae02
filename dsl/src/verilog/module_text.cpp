// SPDX-License-Identifier: Apache-2.0
//! @file module_text.cpp
//! @brief Names of the parts of a module, and small pieces of text that several writers need.
#include "module_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace burin::verilog {

using namespace ir;

namespace {

bool is_port(const Signal& signal) {
  return signal.kind == SignalKind::input || signal.kind == SignalKind::output || signal.kind == SignalKind::inout;
}

/// Ports keep their names, so they come first; the others follow in the order of declaration.
std::vector<std::string> name_signals(const Module& module, NameTable& names) {
  std::vector<std::string> result(module.signals.size());
  for (SignalId id = 0; id < module.signals.size(); ++id) {
    const Signal& signal = module.signals[id];
    if (signal.width == 0 || !is_port(signal)) continue;
    result[id] = signal.name;
    names.reserve(signal.name);
  }
  for (SignalId id = 0; id < module.signals.size(); ++id) {
    const Signal& signal = module.signals[id];
    if (signal.width != 0 && !is_port(signal)) result[id] = names.claim(signal.name);
  }
  return result;
}

template <typename Parts>
std::vector<std::string> name_all(const Parts& parts, NameTable& names) {
  std::vector<std::string> result;
  result.reserve(parts.size());
  for (const auto& part : parts) result.push_back(names.claim(part.name));
  return result;
}

/// Verilator 5.006 warns at a signal that is called like the instance it is in, so such an instance gets another name.
std::vector<std::string> name_instances(const Module& module, NameTable& names) {
  std::unordered_map<ModuleId, std::unordered_set<std::string>> inner_names;
  const auto inside = [&](ModuleId id) -> const std::unordered_set<std::string>& {
    const auto [entry, is_new] = inner_names.try_emplace(id);
    if (is_new) {
      const Module& child = module.design().module(id);
      for (const Signal& signal : child.signals) entry->second.insert(plain_name(signal.name));
      for (const Memory& memory : child.memories) entry->second.insert(plain_name(memory.name));
    }
    return entry->second;
  };
  std::vector<std::string> result;
  result.reserve(module.instances.size());
  for (const Instance& instance : module.instances) {
    const auto& taken = inside(instance.module);
    std::string wanted = plain_name(instance.name);
    while (taken.contains(wanted)) wanted += "_inst";
    result.push_back(names.claim(wanted));
  }
  return result;
}

VerilogNames name_parts(const Module& module, NameTable& names) {
  VerilogNames result;
  result.signals = name_signals(module, names);
  result.memories = name_all(module.memories, names);
  result.instances = name_instances(module, names);
  for (const Process& process : module.processes) {
    result.processes.push_back(process.kind == ProcessKind::print ? "" : names.claim(process.name));
  }
  return result;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

ModuleText::ModuleText(const Module& legal, const VerilogOptions& verilog_options, bool needs_separate_resets)
    : module(legal),
      options(verilog_options),
      part_names(name_parts(legal, names)),
      plan(legal, signal_names, names),
      is_variable(legal.signals.size(), false),
      signal_usage(legal.signals.size()),
      temporary_usage(plan.name_count()),
      separate_resets(needs_separate_resets) {}

std::string ModuleText::range(uint32_t width) { return width == 1 ? "" : fmt::format("[{}:0] ", width - 1); }

std::string ModuleText::string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\{:03o}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string ModuleText::attributes(const Attributes& attributes) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : attributes) {
    if (name.starts_with("burin_")) continue;  // notes for Burin's own checks
    std::string text = legal_name(name);
    if (!value.empty()) text += fmt::format(" = {}", is_number(value) ? value : string_literal(value));
    texts.push_back(std::move(text));
  }
  return texts.empty() ? "" : fmt::format("(* {} *)", fmt::join(texts, ", "));
}

LocationId ModuleText::place_of(NodeId node, LocationId otherwise) const {
  const Op op = module.node(node).op;
  if (op == Op::read || op == Op::constant || op == Op::slice || plan.is_named(node)) return otherwise;
  const LocationId place = module.location_of(node);
  return place == kNoLocation ? otherwise : place;
}

}  // namespace burin::verilog

namespace burin {

VerilogNames verilog_names(const ir::Module& module) {
  verilog::NameTable names;
  return verilog::name_parts(module, names);
}

}  // namespace burin
