// SPDX-License-Identifier: Apache-2.0
//! @file verb_describe.cpp
//! @brief `describe`: parameters, ports, clocks and hierarchy of a design with the given parameters.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "burin/base/files.h"
#include "burin/base/process.h"
#include "burin/passes/state_graph.h"
#include "json.h"
#include "verb.h"

namespace burin::cli {
namespace {

using ir::kNone;

std::string_view direction(ir::SignalKind kind) {
  return kind == ir::SignalKind::input ? "in" : kind == ir::SignalKind::output ? "out" : "inout";
}

/// The designer's type: "UInt<8>", "Enum<State>".
std::string type_text(const ir::Design& design, const ir::Signal& signal) {
  if (signal.type == kNone) return signal.width == 1 ? "Bool" : fmt::format("UInt<{}>", signal.width);
  const ir::Type& type = design.type(signal.type);
  switch (type.kind) {
    case ir::TypeKind::boolean:
      return "Bool";
    case ir::TypeKind::unsigned_:
      return fmt::format("UInt<{}>", type.width);
    case ir::TypeKind::signed_:
      return fmt::format("SInt<{}>", type.width);
    case ir::TypeKind::enumeration: {
      std::string text = fmt::format("Enum<{}>", type.name);
      for (size_t i = 0; i < type.enumerators.size(); ++i) {
        text += fmt::format("{}{}={}", i == 0 ? ": " : ", ", type.enumerators[i].name, type.enumerators[i].value);
      }
      return text;
    }
    case ir::TypeKind::vector:
      return fmt::format("Vec of {}", type.length);
    case ir::TypeKind::bundle:
      return type.name;
  }
  return "";
}

/// The port behind a clock or a reset; "" when it is made inside.
std::string port_behind(const ir::Module& module, ir::NodeId node) {
  if (node == kNone || module.node(node).op != ir::Op::read) return "";
  const ir::Signal& signal = module.signals[module.node(node).immediate];
  return signal.kind == ir::SignalKind::input ? signal.name : "";
}

std::string_view edge_text(ir::Edge edge) { return edge == ir::Edge::rising ? "rising" : "falling"; }
std::string_view reset_text(ir::ResetKind kind) {
  return kind == ir::ResetKind::none ? "none" : kind == ir::ResetKind::synchronous ? "synchronous" : "asynchronous";
}
std::string_view level_text(ir::ResetLevel level) { return level == ir::ResetLevel::active_high ? "high" : "low"; }

/// A module called several times by the same parent.
struct Child {
  ir::ModuleId module = kNone;
  std::vector<std::string> names;
};

std::vector<Child> children_of(const ir::Module& module) {
  std::vector<Child> children;
  std::map<ir::ModuleId, size_t> index;
  for (const ir::Instance& instance : module.instances) {
    const auto [found, is_new] = index.emplace(instance.module, children.size());
    if (is_new) children.push_back({instance.module, {}});
    children[found->second].names.push_back(instance.name);
  }
  return children;
}

std::string names_text(const std::vector<std::string>& names) {
  constexpr size_t kShown = 3;
  if (names.size() <= kShown) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} ... {} ({} instances)", names.front(), names.back(), names.size());
}

/// The tree of instances. A module that occurs again is not opened again, so that its length is bounded by the design.
std::string hierarchy_text(const ir::Design& design) {
  struct Line {
    Child child;
    size_t depth;
  };
  std::string text;
  std::set<ir::ModuleId> opened;
  std::vector<Line> waiting = {{{design.top, {}}, 1}};
  while (!waiting.empty()) {
    const Line line = std::move(waiting.back());
    waiting.pop_back();
    const ir::Module& module = design.module(line.child.module);
    const bool again = !opened.insert(line.child.module).second;
    text += std::string(2 * line.depth, ' ');
    if (!line.child.names.empty()) text += names_text(line.child.names) + ": ";
    text += module.black_box ? module.black_box->verilog_name + " (black box)" : module.name;
    std::vector<Child> children = children_of(module);
    if (again && !children.empty()) text += " (as above)";
    text += '\n';
    if (again) continue;
    std::reverse(children.begin(), children.end());
    for (Child& child : children) waiting.push_back({std::move(child), line.depth + 1});
  }
  return text;
}

void print_table(Console& console, const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line = " ";
    for (size_t i = 0; i < row.size(); ++i) line += fmt::format(" {:<{}} ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    console.print(line + "\n");
  }
}

ordered_json describe_json(const DesignEntry& entry, const ParameterValues& values, const ir::Design& design) {
  const ir::Module& top = design.top_module();
  ordered_json document = json_document();
  document["design"] = entry.name();
  document["summary"] = entry.summary();
  document["module"] = top.name;
  document["parameters"] = ordered_json::array();
  const std::vector<ParameterInfo> infos = entry.parameters();
  const ordered_json current = json_parameters(entry, values);
  ParameterValues default_values;
  for (const ParameterInfo& info : infos) default_values.emplace_back(info.name, info.default_value);
  const ordered_json defaults = json_parameters(entry, default_values);
  for (const ParameterInfo& info : infos) {
    ordered_json parameter;
    parameter["name"] = info.name;
    parameter["flag"] = "--" + info.flag;
    parameter["type"] = info.type;
    parameter["help"] = info.help;
    parameter["range"] = info.domain;
    parameter["choices"] = info.choices;
    parameter["default"] = defaults[info.name];
    parameter["value"] = current[info.name];
    document["parameters"].push_back(std::move(parameter));
  }
  document["ports"] = ordered_json::array();
  for (const ir::SignalId id : top.ports()) {
    const ir::Signal& signal = top.signals[id];
    ordered_json port;
    port["name"] = signal.name;
    port["direction"] = direction(signal.kind);
    port["width"] = signal.width;
    port["type"] = type_text(design, signal);
    port["object"] = signal.object;
    document["ports"].push_back(std::move(port));
  }
  document["clocks"] = ordered_json::array();
  for (const ir::Clock& clock : top.clocks) {
    ordered_json entry_of_clock;
    entry_of_clock["name"] = clock.name;
    entry_of_clock["port"] = port_behind(top, clock.clock);
    entry_of_clock["edge"] = edge_text(clock.edge);
    entry_of_clock["reset"] = reset_text(clock.reset_kind);
    if (clock.reset_kind != ir::ResetKind::none) {
      entry_of_clock["reset_port"] = port_behind(top, clock.reset);
      entry_of_clock["reset_active"] = level_text(clock.reset_level);
    }
    document["clocks"].push_back(std::move(entry_of_clock));
  }
  document["modules"] = ordered_json::array();
  for (const std::unique_ptr<ir::Module>& module : design.modules) {
    ordered_json described;
    described["name"] = module->black_box ? module->black_box->verilog_name : module->name;
    described["black_box"] = module->black_box.has_value();
    described["instances"] = ordered_json::array();
    for (const ir::Instance& instance : module->instances) {
      described["instances"].push_back({{"name", instance.name}, {"module", design.module(instance.module).name}});
    }
    document["modules"].push_back(std::move(described));
  }
  return document;
}

void print_parameters(const Invocation& call, const ParameterValues& values) {
  const std::vector<ParameterInfo> infos = call.design->parameters();
  call.console.print("\nParameters\n");
  if (infos.empty()) return call.console.print("  none\n");
  std::vector<std::vector<std::string>> rows;
  for (size_t i = 0; i < infos.size(); ++i) {
    const ParameterInfo& info = infos[i];
    std::string range = info.domain;
    if (!info.choices.empty()) range = fmt::format("{}", fmt::join(info.choices, ", "));
    if (info.type == "bool") range = "true or false";
    std::string value = "default " + info.default_value;
    if (values[i].second != info.default_value)
      value = fmt::format("{} (default {})", values[i].second, info.default_value);
    rows.push_back({"--" + info.flag, value, range, info.help});
  }
  print_table(call.console, rows);
}

void print_clocks(Console& console, const ir::Module& top) {
  console.print("\nClocks\n");
  if (top.clocks.empty()) return console.print("  none: the design is combinational\n");
  for (const ir::Clock& clock : top.clocks) {
    const std::string port = port_behind(top, clock.clock);
    std::string line =
        fmt::format("  {}: {} edge", port.empty() ? clock.name + " (made inside)" : port, edge_text(clock.edge));
    if (clock.reset_kind == ir::ResetKind::none) {
      line += "; no reset";
    } else {
      const std::string reset = port_behind(top, clock.reset);
      line += fmt::format("; reset {}: {}, active {}", reset.empty() ? "made inside" : reset,
                          reset_text(clock.reset_kind), level_text(clock.reset_level));
    }
    console.print(line + "\n");
  }
}

/// Writes the graph of the design's state machines, drawn by Graphviz where the file's name asks for a picture.
void write_states(const Invocation& call, const ir::Design& design) {
  const std::filesystem::path path = call.options.text("states");
  const std::string kind = path.extension().string();
  if (kind != ".dot" && kind != ".svg")
    throw UserError(fmt::format("--states {}: write a name that ends in .dot or .svg", path.string()));
  const std::vector<passes::StateMachine> machines = passes::find_state_machines(design);
  if (machines.empty()) {
    throw UserError(fmt::format("design {} has no state machine: no register that holds an Enum is given enumerators",
                                call.operand));
  }
  const std::string text = passes::dot_text(machines);
  if (kind == ".dot") return write_file(path, text);
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "burin-states-");
  const std::filesystem::path source = folder.path() / "states.dot";
  const std::filesystem::path picture = folder.path() / "states.svg";
  write_file(source, text);
  ProcessRequest request;
  request.argv = {"dot", "-Tsvg", "-o", picture.string(), source.string()};
  const ProcessResult result = run_process(request);
  if (result.outcome == ProcessOutcome::missing) {
    throw UserError(
        "--states: an SVG is drawn by the program dot of Graphviz, which is not installed (Debian: graphviz); a name "
        "that ends in .dot needs no such program");
  }
  if (!result.ok()) throw UserError("--states: dot " + failure_text(result));
  write_file(path, read_file(picture));
}

void run(const Invocation& call) {
  const ParameterValues values = call.design->values(call.parameters);
  const ElaboratedDesign elaborated = call.design->elaborate(call.parameters, {});
  if (!elaborated.warnings.empty()) call.console.tell(elaborated.warnings);
  const ir::Design& design = *elaborated.design;
  if (call.options.has("states")) write_states(call, design);
  if (call.json()) return call.console.print(text_of(describe_json(*call.design, values, design)));

  const ir::Module& top = design.top_module();
  call.console.print(fmt::format("{}: {}\nmodule {}\n", call.design->name(), call.design->summary(), top.name));
  print_parameters(call, values);
  call.console.print("\nPorts\n");
  std::vector<std::vector<std::string>> rows;
  for (const ir::SignalId id : top.ports()) {
    const ir::Signal& signal = top.signals[id];
    rows.push_back({std::string(direction(signal.kind)), signal.name,
                    fmt::format("{} bit{}", signal.width, signal.width == 1 ? "" : "s"), type_text(design, signal)});
  }
  print_table(call.console, rows);
  print_clocks(call.console, top);
  call.console.print("\nHierarchy\n" + hierarchy_text(design));
}

}  // namespace

Verb describe_verb() {
  return {.name = "describe",
          .summary = "Show the parameters, ports, clocks and hierarchy of a design",
          .operand = Operand::design,
          .options = {{.name = "states",
                       .value = "FILE",
                       .help = "Draw the state machines to a file.svg, or write their graph to a file.dot",
                       .is_path = true},
                      json_option()},
          .examples = {"describe DESIGN", "describe DESIGN --json", "describe DESIGN --states states.svg"},
          .run = run};
}

}  // namespace burin::cli
