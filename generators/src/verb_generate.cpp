// SPDX-License-Identifier: Apache-2.0
//! @file verb_generate.cpp
//! @brief `generate`: Verilog files of a design, and what comes with it: the headers and pages of register maps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "burin/base/interrupt.h"
#include "burin/passes/pipeline.h"
#include "burin/verilog/constraints.h"
#include "burin/verilog/emit.h"
#include "core_file.h"
#include "json.h"
#include "verb.h"

namespace burin::cli {
namespace {

namespace fs = std::filesystem;

ElaborateOptions elaborate_options(const Invocation& call) {
  ElaborateOptions options;
  options.optimise = !call.options.has("no-optimise");
  options.dump_after = call.options.all("dump-after");
  for (const std::string& pass : options.dump_after) static_cast<void>(passes::find_pass(pass));
  if (!options.optimise && !options.dump_after.empty()) {
    throw UserError("--dump-after shows the work of passes, and --no-optimise runs none; leave one of them out");
  }
  return options;
}

/// The values of `--clock NAME=NS`.
std::map<std::string, double> periods(const Invocation& call) {
  std::map<std::string, double> result;
  for (const std::string& given : call.options.all("clock")) {
    const size_t at = given.rfind('=');
    const std::string number = at == std::string::npos ? "" : given.substr(at + 1);
    double period = 0;
    size_t used = 0;
    try {
      period = std::stod(number, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    if (at == std::string::npos || at == 0 || used == 0 || used != number.size() || !std::isfinite(period) ||
        period <= 0) {
      throw UserError(fmt::format("--clock takes a clock and its period in ns, such as clk=8, not '{}'", given));
    }
    result[given.substr(0, at)] = period;
  }
  return result;
}

/// The formats of `--constraints sdc,xdc`.
std::vector<ConstraintFormat> constraint_formats(const Invocation& call) {
  std::vector<ConstraintFormat> formats;
  std::string rest = call.options.text("constraints", "");
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string name = rest.substr(0, comma);
    rest.erase(0, comma + 1);
    if (name != "sdc" && name != "xdc") {
      throw UserError(fmt::format("--constraints takes sdc, xdc or sdc,xdc, not '{}'", name));
    }
    formats.push_back(name == "sdc" ? ConstraintFormat::sdc : ConstraintFormat::xdc);
  }
  if (formats.empty() && call.options.has("clock")) {
    throw UserError("--clock states periods for constraints; add --constraints sdc,xdc");
  }
  return formats;
}

void run(const Invocation& call) {
  const std::vector<ConstraintFormat> formats = constraint_formats(call);
  const std::map<std::string, double> given_periods = periods(call);
  const ParameterValues values = call.design->values(call.parameters);
  const ElaboratedDesign elaborated = call.design->elaborate(call.parameters, elaborate_options(call));
  if (!elaborated.warnings.empty()) call.console.tell(elaborated.warnings);
  throw_if_interrupted();

  VerilogOptions options;
  options.locations = call.options.has("locations");
  options.source_root = call.options.text("source-root", fs::current_path().string());
  std::vector<VerilogFile> files = emit_verilog(*elaborated.design, options);
  if (call.options.has("fusesoc")) {
    files.push_back(core_file(*call.design, elaborated.design->top_module().name, files));
  }
  for (const ConstraintFormat format : formats) {
    files.push_back(emit_constraints(*elaborated.design, {.format = format, .periods = given_periods}));
  }
  for (SideFile& file : elaborated.side_files()) files.push_back({std::move(file.name), std::move(file.text)});
  const fs::path folder = call.options.text("out", (fs::path("out") / call.design->name()).string());
  throw_if_interrupted();
  write_verilog(files, folder);

  const auto lines = [](const VerilogFile& file) { return std::count(file.text.begin(), file.text.end(), '\n'); };
  if (call.json()) {
    ordered_json document = json_document();
    document["design"] = call.design->name();
    document["parameters"] = json_parameters(*call.design, values);
    document["top"] = elaborated.design->top_module().name;
    document["folder"] = folder.string();
    document["files"] = ordered_json::array();
    for (const VerilogFile& file : files) {
      document["files"].push_back(
          {{"path", (folder / file.name).string()}, {"lines", lines(file)}, {"bytes", file.text.size()}});
    }
    return call.console.print(text_of(document));
  }
  for (const VerilogFile& file : files) {
    call.console.print(fmt::format("wrote {} ({} lines)\n", (folder / file.name).string(), lines(file)));
  }
}

}  // namespace

Verb generate_verb() {
  OptionSpec dump{
      .name = "dump-after", .value = "PASS", .help = "Print the IR after a pass to standard error", .repeats = true};
  for (const passes::Pass& pass : passes::all_passes()) dump.choices.emplace_back(pass.name);
  return {.name = "generate",
          .summary = "Write the Verilog of a design",
          .operand = Operand::design,
          .options = {{.name = "out",
                       .value = "DIR",
                       .help = "Folder for the files, made when missing",
                       .default_text = "out/DESIGN",
                       .is_path = true},
                      {.name = "locations", .value = "", .help = "State the places in the C++ as `line directives"},
                      {.name = "source-root",
                       .value = "DIR",
                       .help = "Folder to which these places are relative",
                       .default_text = "the current folder",
                       .is_path = true},
                      {.name = "no-optimise",
                       .value = "",
                       .help = "Leave the passes out: Verilog as the design is written"},
                      {.name = "fusesoc", .value = "", .help = "Also write a core file for FuseSoC, DESIGN.core"},
                      {.name = "constraints",
                       .value = "FORMATS",
                       .help = "Also write timing constraints for the clock crossings: sdc, xdc or sdc,xdc"},
                      {.name = "clock",
                       .value = "NAME=NS",
                       .help = "The period of a clock in ns, for constraints",
                       .repeats = true},
                      dump,
                      json_option()},
          .examples = {"generate DESIGN", "generate DESIGN --out rtl --locations",
                       "generate DESIGN --constraints sdc,xdc --clock clk=8",
                       "generate DESIGN --dump-after constant-folding 2> ir.txt"},
          .run = run};
}

}  // namespace burin::cli
