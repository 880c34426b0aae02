// SPDX-License-Identifier: Apache-2.0
//! @file opensta.cpp
//! @brief One Tcl script for OpenSTA, and what it prints.
#include "opensta.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

constexpr int kPaths = 10;

/// A name as a Tcl word that is not looked into.
std::string braced(const std::string& name) {
  if (name.find_first_of("{}\\") != std::string::npos) {
    throw UserError(fmt::format("the name '{}' cannot be handed to OpenSTA", name));
  }
  return "{" + name + "}";
}

// A clock that is wished to be faster by its worst slack has none left, if all its paths take a whole period. Paths of
// half a period need a few more rounds.
//
// `set_power_activity -pins` of OpenSTA 2.0 calls a procedure that does not exist; what it should call is called here.
constexpr std::string_view kProcedures = R"(
proc worst_slack_of {clock} {
  set paths [find_timing_paths -path_delay max -from [get_clocks $clock] -to [get_clocks $clock]]
  if {[llength $paths] == 0} { return none }
  return [get_property [lindex $paths 0] slack]
}
proc shortest_period {clock} {
  set period 1.0
  for {set round 0} {$round < 60} {incr round} {
    create_clock -name $clock -period $period [get_ports $clock]
    set slack [worst_slack_of $clock]
    if {$slack eq "none"} { return none }
    set next [expr {$period - $slack}]
    if {abs($slack) < 1e-5 * abs($next)} { return $next }
    set period $next
  }
  return $period
}
proc pin {name activity duty} {
  set pin [sta::find_pin $name]
  if {$pin ne "NULL"} { sta::set_power_pin_activity $pin $activity $duty }
}
)";

std::string script(const FlowContext& context, const TimingRequest& request) {
  std::string text = fmt::format("read_liberty {}\nread_verilog {}\nlink_design {}\nset_cmd_units -time ns\n",
                                 braced(request.liberty.string()), braced(request.netlist.string()), context.input.top);
  text += kProcedures;
  if (request.clocks.empty()) {
    text +=
        "set_input_delay 0 [all_inputs]\nset_output_delay 0 [all_outputs]\nset_max_delay 0 -from [all_inputs] -to "
        "[all_outputs]\n"
        "set paths [find_timing_paths -path_delay max]\n"
        "if {[llength $paths] != 0} { puts \"burin delay [expr {-[get_property [lindex $paths 0] slack]}]\" }\n";
  }
  // All clocks exist before constraints name them.
  for (const std::string& clock : request.clocks) {
    text += fmt::format("create_clock -name {0} -period 1 [get_ports {0}]\n", braced(clock));
  }
  if (!context.input.constraints.empty()) text += "source constraints.sdc\n";
  text += "set longest 0\n";
  for (const std::string& clock : request.clocks) {
    text += fmt::format(
        "set period [shortest_period {0}]\nputs \"burin period $period {1}\"\n"
        "if {{$period ne \"none\" && $period > $longest}} {{ set longest $period }}\n",
        braced(clock), clock);
  }
  text += fmt::format("set period {}\nif {{$period <= 0}} {{ set period 1.0 }}\n",
                      request.period ? fmt::format("{:.9g}", *request.period) : "$longest");
  for (const std::string& clock : request.clocks) {
    text += fmt::format("create_clock -name {0} -period $period [get_ports {0}]\n", braced(clock));
  }
  text += "puts \"burin power_period $period\"\n";
  text += fmt::format(
      "foreach path [find_timing_paths -path_delay max -group_count {}] {{\n"
      "  puts \"burin path [get_property $path slack] [get_full_name [get_property $path startpoint]] "
      "[get_full_name [get_property $path endpoint]]\"\n}}\n",
      kPaths);
  text += fmt::format("report_checks -path_delay max -format full -group_count {} > paths.txt\n", kPaths);
  // A rate for everything would hide what is set for pins, and OpenSTA computes activities once: another process.
  text += request.activity.empty()
              ? fmt::format("set_power_activity -global -activity {:.9g}\n", context.options.toggle_rate)
              : fmt::format("set_power_activity -input -activity {:.9g}\nsource activity.tcl\n",
                            context.options.toggle_rate);
  text += "puts \"burin power begins\"\nreport_power -digits 6\nputs \"burin power ends\"\n";
  return text;
}

/// What the log says, line by line.
Timing read_log(const std::string& log) {
  Timing timing;
  std::istringstream lines(log);
  std::string section;
  const auto number = [](const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || !std::isfinite(value)) throw UserError(fmt::format("'{}' is no number", text));
    return value;
  };
  bool finished = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "burin") {
      std::string what;
      std::string value;
      words >> what >> value;
      if (value == "begins" || value == "ends") {
        section = value == "begins" ? what : "";
        finished = finished || value == "ends";
      } else if (what == "period") {
        std::string clock;
        words >> clock;
        if (value != "none") timing.periods[clock] = number(value);
      } else if (what == "power_period") {
        timing.power_period = number(value);
      } else if (what == "delay") {
        timing.delay = number(value);
      } else if (what == "path") {
        std::string from;
        std::string to;
        words >> from >> to;
        timing.paths.push_back(fmt::format("{} to {}, slack {:.3f} ns", from, to, number(value)));
      }
    } else if (word == "Total" && !section.empty()) {
      std::vector<std::string> fields;
      for (std::string field; words >> field;) fields.push_back(field);
      if (fields.size() < 4) throw UserError(fmt::format("'{}' has fewer than 4 numbers", line));
      const Power power{number(fields[0]), number(fields[1]), number(fields[2]), number(fields[3])};
      timing.power = power;
    }
  }
  if (!finished) throw UserError("it ends too early");
  return timing;
}

}  // namespace

Timing analyse_timing(const FlowContext& context, const Tool& sta, const TimingRequest& request) {
  const std::string commands = script(context, request);
  ContentHash key;
  key.add(sta.name).add(sta.version).add(commands).add(context.input.constraints).add(request.activity);
  key.add(read_file(request.netlist)).add(read_file(request.liberty));
  const auto read = [&](const fs::path& folder, bool fresh) {
    try {
      return read_log(read_file(folder / "timing.log"));
    } catch (const UserError& error) {
      if (fresh)
        throw UserError(
            fmt::format("{} {} wrote a report that cannot be read: {}", sta.name, sta.version, error.what()));
      throw UserError(fmt::format("cannot read timing.log in {}: {}; remove that folder and run again", folder.string(),
                                  error.what()));
    }
  };
  const fs::path folder =
      cached_step(context, "timing", request.activity.empty() ? "timing and power" : "power of the test", key.hex(),
                  [&](const fs::path& made) {
                    context.progress(fmt::format("timing and power with {} {}", sta.name, sta.version));
                    write_file(made / "timing.tcl", commands);
                    if (!context.input.constraints.empty())
                      write_file(made / "constraints.sdc", context.input.constraints);
                    if (!request.activity.empty()) write_file(made / "activity.tcl", request.activity);
                    // OpenSTA goes on after an error, and ends with status 0; its first error is what failed.
                    std::string first_error;
                    run_tool(context, sta, {"-no_init", "-no_splash", "-exit", "timing.tcl"}, made, "timing.log", {},
                             [&](std::string_view line) {
                               if (first_error.empty() && line.starts_with("Error:")) first_error = line;
                             });
                    if (!first_error.empty()) {
                      throw UserError(fmt::format("{} {} on design '{}': {}", sta.name, sta.version,
                                                  context.input.design, first_error));
                    }
                    read(made, true);
                  });
  Timing timing = read(folder, false);
  timing.folder = folder;
  return timing;
}

}  // namespace burin::flows
