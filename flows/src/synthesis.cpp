// SPDX-License-Identifier: Apache-2.0
//! @file synthesis.cpp
//! @brief One Yosys script for all families, and the ports of its netlist.
#include "synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "embedded.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

/// File names for the sources: as given where that is one plain name, else numbered.
std::vector<std::string> file_names(const FlowInput& input) {
  std::vector<std::string> names;
  std::set<std::string> used;
  for (const FlowSource& source : input.sources) {
    std::string name = fs::path(source.name).filename().string();
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-';
    });
    if (!plain || !used.insert(name).second) {
      name = fmt::format("source_{}.v", names.size());
      used.insert(name);
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::string script(const FlowContext& context, const SynthesisRecipe& recipe, const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) text += fmt::format("read_verilog {}\n", file);
  const std::string& top = context.input.top;
  text += fmt::format("hierarchy -check -top {}\n", top);
  // Checks and prints are for simulation; newer versions of Yosys keep them as cells that no device has.
  text += "proc\nchformal -remove\ndelete t:$print\n";
  constexpr std::string_view kTop = "TOP";
  std::string commands = recipe.commands;
  for (size_t at = commands.find(kTop); at != std::string::npos; at = commands.find(kTop, at + top.size())) {
    commands.replace(at, kTop.size(), top);
  }
  text += commands;
  // nextpnr 0.4 refuses the cells with which Yosys 0.40 and newer remember the hierarchy.
  text += "delete t:$scopeinfo\n";
  text += "tee -q -o stat.json stat -json\n";
  if (recipe.liberty.empty()) {
    text += "write_json netlist.json\nwrite_verilog -noattr netlist.v\n";
  } else {
    text += fmt::format(
        "write_verilog -noattr -noexpr -nohex -nodec netlist.v\ndesign -reset\n"
        "read_liberty -lib -ignore_miss_func {}\nread_verilog netlist.v\nwrite_json netlist.json\n",
        recipe.liberty);
  }
  return text;
}

/// "synthesis: Executing ABC pass": the main steps of Yosys' log.
std::string main_step(std::string_view line) {
  constexpr std::string_view kWord = " Executing ";
  const size_t at = line.find(kWord);
  if (at == std::string_view::npos || at > 8) return "";
  const std::string_view number = line.substr(0, at);
  if (number.find_first_not_of("0123456789.") != std::string_view::npos) return "";
  std::string_view what = line.substr(at + kWord.size());
  what = what.substr(0, what.find(" pass"));
  return fmt::format("synthesis: {} {}", number, what);
}

std::map<std::string, uint64_t> read_cells(const fs::path& folder, const std::string& top) {
  const nlohmann::json document = nlohmann::json::parse(read_file(folder / "stat.json"));
  return document.at("modules").at("\\" + top).at("num_cells_by_type").get<std::map<std::string, uint64_t>>();
}

/// Index just behind the object that opens at `text[open]`; npos when it does not end.
size_t object_end(std::string_view text, size_t open) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

}  // namespace

uint64_t Synthesis::count(const std::vector<std::string_view>& prefixes) const {
  uint64_t total = 0;
  for (const auto& [type, number] : cells) {
    const bool wanted = std::any_of(prefixes.begin(), prefixes.end(),
                                    [&type = type](std::string_view prefix) { return type.starts_with(prefix); });
    if (wanted) total += number;
  }
  return total;
}

std::string input_hash(const FlowInput& input) {
  ContentHash hash;
  hash.add(input.top).add(input.sources.size());
  for (const FlowSource& source : input.sources) hash.add(source.name).add(source.text);
  if (!input.constraints.empty()) hash.add(input.constraints);
  return hash.hex();
}

Synthesis synthesize(const FlowContext& context, const SynthesisRecipe& recipe) {
  const std::vector<std::string> files = file_names(context.input);
  const std::string commands = script(context, recipe, files);
  ContentHash key;
  key.add(input_hash(context.input)).add(recipe.yosys.name).add(recipe.yosys.version).add(commands);
  for (const FlowSource& file : recipe.files) key.add(file.name).add(file.text);

  const std::string what = "statistics";
  Synthesis result;
  result.folder = cached_step(context, "synthesis", "synthesis", key.hex(), [&](const fs::path& folder) {
    context.progress(fmt::format("synthesis with {} {}", recipe.yosys.name, recipe.yosys.version));
    for (size_t i = 0; i < files.size(); ++i) write_file(folder / files[i], context.input.sources[i].text);
    for (const FlowSource& file : recipe.files) write_file(folder / file.name, file.text);
    write_file(folder / "synthesis.ys", commands);
    std::vector<std::string> arguments;
    if (recipe.kind == YosysKind::module) {
      write_file(folder / "yosys_driver.py", embedded_yosys_driver());
      arguments = {"yosys_driver.py", "synthesis.ys"};
    } else {
      arguments = {"-Q", "-T", "-s", "synthesis.ys"};
    }
    run_tool(context, recipe.yosys, arguments, folder, "yosys.log", {}, [&](std::string_view line) {
      if (const std::string step = main_step(line); !step.empty()) context.progress(step);
    });
    for (const char* made : {"netlist.json", "netlist.v", "stat.json"}) {
      if (!fs::exists(folder / made)) {
        throw UserError(fmt::format("{} {} ended without writing {}", recipe.yosys.name, recipe.yosys.version, made));
      }
    }
    read_step(recipe.yosys, what, folder, true, [&](const fs::path& made) { read_cells(made, context.input.top); });
  });

  read_step(recipe.yosys, what, result.folder, false,
            [&](const fs::path& folder) { result.cells = read_cells(folder, context.input.top); });
  return result;
}

PinnedNetlist fit_pins(std::string json, std::string_view top, uint32_t pins) {
  PinnedNetlist result;
  const auto refuse = [&](std::string_view why) {
    throw UserError(fmt::format("the netlist of module '{}' is not as Yosys writes it: {}", top, why));
  };
  // Parsing a netlist of a hundred megabytes whole would take longer than everything else here.
  const size_t module = json.find(fmt::format("\n    \"{}\": {{", top));
  if (module == std::string::npos) refuse("the module is missing");
  const size_t ports_key = json.find("\n      \"ports\": {", module);
  if (ports_key == std::string::npos) refuse("it has no ports");
  const size_t open = json.find('{', ports_key);
  const size_t end = object_end(json, open);
  if (end == std::string_view::npos) refuse("its ports do not end");

  nlohmann::ordered_json ports;
  struct Port {
    std::string name;
    size_t width;
  };
  std::vector<Port> order;
  try {
    ports = nlohmann::ordered_json::parse(json.substr(open, end - open));
    for (const auto& [name, port] : ports.items()) {
      order.push_back({name, port.at("bits").size()});
      result.port_bits += order.back().width;
    }
  } catch (const nlohmann::json::exception& error) {
    refuse(error.what());
  }
  if (result.port_bits > pins) {
    // Narrow ones first: clocks, resets and handshakes are among them.
    std::stable_sort(order.begin(), order.end(), [](const Port& a, const Port& b) { return a.width < b.width; });
    uint64_t used = 0;
    for (const Port& port : order) {
      used += port.width;
      if (used <= pins) continue;
      result.dropped_bits += port.width;
      ports.erase(port.name);
    }
    json.replace(open, end - open, ports.dump());
  }
  for (const Port& port : order) {
    if (ports.contains(port.name)) result.ports.push_back({port.name, static_cast<uint32_t>(port.width)});
  }
  result.json = std::move(json);
  return result;
}

}  // namespace burin::flows
