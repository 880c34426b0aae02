// SPDX-License-Identifier: Apache-2.0
//! @file constraints.cpp
//! @brief Writes what find_crossings finds as SDC or XDC.
#include "burin/verilog/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "burin/base/diagnostics.h"
#include "burin/passes/crossings.h"

namespace burin {
namespace {

using passes::Crossing;
using passes::CrossingEnd;

std::string pattern(const CrossingEnd& end) {
  switch (end.kind) {
    case CrossingEnd::Kind::port:
      return end.path + (end.width == 1 ? "" : "[*]");
    case CrossingEnd::Kind::memory:
      return end.path + "_reg*";
    case CrossingEnd::Kind::reg:
      break;
  }
  return end.path + (end.width == 1 ? "_reg" : "_reg[*]");
}

class Writer {
 public:
  Writer(const passes::Crossings& crossings, const ConstraintOptions& options)
      : crossings_(crossings), options_(options), is_xdc_(options.format == ConstraintFormat::xdc) {}

  std::string run(const std::string& top) {
    check_periods();
    text_ = fmt::format("# Clock crossings of {}; times in ns.\n", top);
    for (const auto& [clock, period] : options_.periods) {
      if (!is_port(clock)) continue;
      line("create_clock -name {{{0}}} -period {1} [get_ports {{{0}}}]", clock, period);
    }
    if (is_xdc_ && !crossings_.synchronisers.empty()) {
      line("set_property ASYNC_REG TRUE {}", objects(crossings_.synchronisers));
    }
    for (const Crossing& crossing : crossings_.all) write(crossing);
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }

  [[nodiscard]] bool is_port(const std::string& clock) const {
    return std::ranges::find(crossings_.clock_ports, clock) != crossings_.clock_ports.end();
  }

  void check_periods() const {
    std::set<std::string> clocks(crossings_.clock_ports.begin(), crossings_.clock_ports.end());
    for (const Crossing& crossing : crossings_.all) {
      clocks.insert(crossing.from_clocks.begin(), crossing.from_clocks.end());
      clocks.insert(crossing.to_clock);
    }
    for (const auto& [clock, period] : options_.periods) {
      if (!clocks.contains(clock)) {
        throw UserError(fmt::format("a period is given for '{}', which is no clock of the design; its clocks are {}",
                                    clock, fmt::join(clocks, ", ")));
      }
    }
  }

  /// One collection of cells or ports; several kinds are joined.
  [[nodiscard]] std::string objects(const std::vector<CrossingEnd>& ends) const {
    std::string cells;
    std::string ports;
    for (const CrossingEnd& end : ends) {
      std::string& list = end.kind == CrossingEnd::Kind::port ? ports : cells;
      list += (list.empty() ? "" : " ") + pattern(end);
    }
    if (!cells.empty()) cells = fmt::format("[get_cells {{{}}}]", cells);
    if (!ports.empty()) ports = fmt::format("[get_ports {{{}}}]", ports);
    if (cells.empty()) return ports;
    return ports.empty() ? cells : fmt::format("[list {} {}]", cells, ports);
  }

  [[nodiscard]] double bound_of(const Crossing& crossing) const {
    std::vector<std::string> clocks = crossing.from_clocks;
    clocks.push_back(crossing.to_clock);
    double bound = 0;
    for (const std::string& clock : clocks) {
      const auto found = options_.periods.find(clock);
      if (found == options_.periods.end()) {
        throw UserError(fmt::format("the crossing to {} needs the period of clock '{}'; give --clock {}=NS",
                                    crossing.to.front().path, clock, clock));
      }
      bound = bound == 0 ? found->second : std::min(bound, found->second);
    }
    return bound;
  }

  void write(const Crossing& crossing) {
    const std::string from = objects(crossing.from);
    const std::string to = objects(crossing.to);
    text_ += fmt::format(
        "# {} to {}\n",
        crossing.from_clocks.empty() ? "asynchronous" : fmt::format("{}", fmt::join(crossing.from_clocks, ", ")),
        crossing.to_clock);
    const bool is_asynchronous = crossing.from_clocks.empty();
    if (crossing.kind == Crossing::Kind::bit || crossing.kind == Crossing::Kind::reset || is_asynchronous) {
      line("set_false_path -from {} -to {}", from, to);
      return;
    }
    const double bound = bound_of(crossing);
    if (is_xdc_) {
      line("set_max_delay -datapath_only -from {} -to {} {}", from, to, bound);
      if (crossing.kind == Crossing::Kind::code) line("set_bus_skew -from {} -to {} {}", from, to, bound);
    } else {
      line("set_max_delay {} -from {} -to {}", bound, from, to);
      line("set_false_path -hold -from {} -to {}", from, to);
    }
  }

  const passes::Crossings& crossings_;
  const ConstraintOptions& options_;
  const bool is_xdc_;
  std::string text_;
};

}  // namespace

VerilogFile emit_constraints(ir::Design& design, const ConstraintOptions& options) {
  const passes::Crossings crossings = passes::find_crossings(design);
  const std::string& top = design.top_module().name;
  const char* const extension = options.format == ConstraintFormat::xdc ? ".xdc" : ".sdc";
  return {top + extension, Writer(crossings, options).run(top)};
}

}  // namespace burin
