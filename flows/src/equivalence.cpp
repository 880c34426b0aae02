// SPDX-License-Identifier: Apache-2.0
//! @file equivalence.cpp
//! @brief Scripts for Yosys' passes on equivalence.
#include "equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStatus = "status.txt";
constexpr const char* kDiffers = "differs.txt";

std::string side(const std::string& name, const std::string& top) {
  return fmt::format(
      "hierarchy -check -top {0}\nproc\nchformal -remove\nflatten\nmemory\nopt_clean\nrename {0} {1}\n"
      "design -stash {1}\n",
      top, name);
}

std::string script(const FlowContext& context, const SimulationNetlist& netlist) {
  std::string text;
  for (size_t i = 0; i < context.input.sources.size(); ++i) text += fmt::format("read_verilog source{}.v\n", i);
  text += side("gold", context.input.top);
  // Models that are not used are not looked into: some take a minute.
  std::string defines;
  for (const std::string& define : netlist.defines) defines += " -D" + define;
  for (size_t i = 1; i < netlist.sources.size(); ++i)
    text += fmt::format("read_verilog -defer{} model{}.v\n", defines, i);
  text += "read_verilog netlist.v\n" + side("gate", netlist.top);
  text += "design -copy-from gold gold\ndesign -copy-from gate gate\n";
  return text;
}

/// The number in front of `word` in `text`; 0 where there is none.
uint64_t number_before(std::string_view text, std::string_view word) {
  const size_t at = text.find(word);
  if (at == std::string_view::npos) return 0;
  const size_t begin = text.find_last_not_of("0123456789", at - 1) + 1;
  uint64_t number = 0;
  std::from_chars(text.data() + begin, text.data() + at, number);
  return number;
}

}  // namespace

Equivalence check_equivalence(const FlowContext& context, const SimulationNetlist& netlist) {
  Equivalence result;
  result.limit = context.options.equivalence;
  if (!netlist.missing.empty()) return result;
  const Tool yosys = find_yosys();
  const std::string common = script(context, netlist);
  ContentHash key;
  key.add(yosys.version).add(common);
  for (const FlowSource& source : context.input.sources) key.add(source.text);
  for (const FlowSource& source : netlist.sources) key.add(source.text);
  FlowOptions limited = context.options;
  limited.timeout = context.options.equivalence;
  FlowContext own{context.input, limited, context.target, context.cache, context.stages};

  const auto read = [&](const fs::path& folder) {
    const std::string status = read_file(folder / kStatus);
    result.points = number_before(status, " $equiv cells in ");
    result.proven = number_before(status, " are proven");
    result.verdict = result.points == result.proven ? Equivalence::Verdict::proven : Equivalence::Verdict::open;
    std::error_code error;
    if (fs::exists(folder / kDiffers, error)) result.verdict = Equivalence::Verdict::different;
  };
  const auto prepare = [&](const fs::path& folder) {
    for (size_t i = 0; i < context.input.sources.size(); ++i) {
      write_file(folder / fmt::format("source{}.v", i), context.input.sources[i].text);
    }
    write_file(folder / "netlist.v", netlist.sources.at(0).text);
    for (size_t i = 1; i < netlist.sources.size(); ++i) {
      write_file(folder / fmt::format("model{}.v", i), netlist.sources[i].text);
    }
  };
  // A run that ends at the limit throws, and so keeps nothing.
  struct OutOfTime {};
  const auto run = [&](const fs::path& folder, const std::string& name, const std::string& commands) {
    write_file(folder / (name + ".ys"), common + commands);
    ProcessRequest request;
    request.argv = yosys.command;
    request.argv.insert(request.argv.end(), {"-Q", "-T", "-s", name + ".ys"});
    request.folder = folder;
    request.log = folder / (name + ".log");
    request.timeout = limited.timeout;
    ProcessResult outcome = run_process(request);
    if (outcome.outcome == ProcessOutcome::timed_out) throw OutOfTime{};
    return outcome;
  };
  try {
    read(cached_step(own, "equivalence", "equivalence", key.hex(), [&](const fs::path& made) {
      context.progress(fmt::format("equivalence with {} {}, for at most {} s", yosys.name, yosys.version,
                                   context.options.equivalence.count()));
      prepare(made);
      const ProcessResult outcome = run(made, "induction",
                                        "equiv_make gold gate equiv\nhierarchy -top equiv\nasync2sync\nopt_clean\n"
                                        "equiv_simple -undef\nequiv_induct -undef -seq 4\n"
                                        "tee -o status.txt equiv_status\n");
      if (!outcome.ok() || !fs::exists(made / kStatus)) {
        throw UserError(fmt::format("{} {} {} while it compared the netlist of '{}' with its source", yosys.name,
                                    yosys.version, failure_text(outcome), context.input.design));
      }
      read(made);
      if (result.verdict != Equivalence::Verdict::open) return;
      // Where nothing holds state, a solver knows for certain.
      const ProcessResult sat = run(made, "sat",
                                    "select -assert-none gold/t:$*ff* gold/t:$_*FF*_ gold/t:$dlatch*\n"
                                    "miter -equiv -flatten -ignore_gold_x gold gate miter\n"
                                    "sat -verify -prove trigger 0 -set-def-inputs -show-inputs -enable_undef miter\n");
      if (!sat.ok() && sat.output.find("Called with -verify and proof did fail!") != std::string::npos) {
        write_file(made / kDiffers, sat.output);
      }
    }));
  } catch (const OutOfTime&) {
    result.verdict = Equivalence::Verdict::out_of_time;
  }
  if (result.verdict == Equivalence::Verdict::different) {
    throw UserError(
        fmt::format("the netlist of design '{}' for {} does not do what its source does: yosys {} found "
                    "inputs for which they differ",
                    context.input.design, context.target.name, yosys.version));
  }
  return result;
}

std::string text(const Equivalence& equivalence) {
  switch (equivalence.verdict) {
    case Equivalence::Verdict::unchecked:
      return "not checked: a cell has no open model";
    case Equivalence::Verdict::proven:
      return fmt::format("proven at all {} points", equivalence.points);
    case Equivalence::Verdict::open:
      return fmt::format("open: {} of {} points are proven by induction over 4 cycles", equivalence.proven,
                         equivalence.points);
    case Equivalence::Verdict::out_of_time:
      return fmt::format("open: not decided within {} s", equivalence.limit.count());
    case Equivalence::Verdict::different:
      break;
  }
  return "refuted";
}

}  // namespace burin::flows
