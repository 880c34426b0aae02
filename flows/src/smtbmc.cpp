// SPDX-License-Identifier: Apache-2.0
//! @file smtbmc.cpp
//! @brief Runs of Yosys and yosys-smtbmc for a proof, and what they say.
#include "smtbmc.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "burin/base/diagnostics.h"
#include "burin/base/process.h"
#include "sampled_state.h"
#include "witness.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

/// No pass here merges or renames state: a trace has to name every register by its name in the source.
std::string prepare_script(const ProofInput& input) {
  std::string script;
  for (const FlowSource& source : input.sources)
    script += fmt::format("read_verilog -formal -noautowire {}\n", source.name);
  script += fmt::format("hierarchy -check -top {}\nproc\nflatten\nopt_clean\n", input.top);
  script += input.several_clocks ? "memory_nordff\nmemory_collect\nclk2fflogic\n"
                                 : "chformal -early\nasync2sync\nmemory_nordff\nmemory_collect\n";
  return script + "dffunmap\nopt_clean\nwrite_rtlil design.il\n";
}

/// The number behind `mark` in `line`.
std::optional<uint64_t> number_behind(std::string_view line, std::string_view mark) {
  const size_t at = line.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(at + mark.size());
  uint64_t number = 0;
  const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// What yosys-smtbmc says, line by line.
class Listener {
 public:
  Listener(SmtbmcRun& run, SmtbmcRun::Kind kind, const fs::path& folder, std::string top,
           std::function<void(const std::string&)> progress)
      : run_(run), kind_(kind), folder_(folder), top_(std::move(top)), progress_(std::move(progress)) {}

  void line(std::string_view text) {
    if (const auto step = number_behind(text, "Checking assertions in step ")) {
      if (*step != step_ || run_.findings.empty()) progress_(fmt::format("cycle {}", *step));
      step_ = run_.steps_done = *step;
    } else if (const auto assumed = number_behind(text, "Checking assumptions in step ")) {
      run_.steps_done = *assumed;
    } else if (const auto cover = number_behind(text, "Checking cover reachability in step ")) {
      progress_(fmt::format("covers, cycle {}", *cover));
      step_ = run_.steps_done = *cover;
    } else if (const auto attempt = number_behind(text, "Trying induction in step ")) {
      if (first_attempt_ < *attempt) first_attempt_ = *attempt;
      run_.looked_back = static_cast<uint32_t>(first_attempt_ - *attempt);
      progress_(fmt::format("induction over {} cycles", run_.looked_back));
    } else if (text.find("Assumptions are unsatisfiable!") != std::string_view::npos) {
      run_.end = SmtbmcRun::End::contradiction;
    } else if (kind_ == SmtbmcRun::Kind::cover) {
      const size_t at = text.find("Reached cover statement at ");
      if (at != std::string_view::npos) {
        std::string_view name = text.substr(at + std::string_view("Reached cover statement at ").size());
        add(name.substr(0, name.find(" in step ")));
      }
    } else if (const size_t at = text.find("Assert failed in "); at != std::string_view::npos) {
      std::string_view name = text.substr(at);
      name.remove_prefix(std::min(name.size(), name.find(": ") + 2));
      if (name.find(" [failed before]") == std::string_view::npos) add(name);
    }
    constexpr std::string_view kWriting = "Writing trace to Yosys witness file: ";
    if (const size_t at = text.find(kWriting); at != std::string_view::npos)
      traces_.emplace_back(std::string(text.substr(at + kWriting.size())), run_.findings.size());
  }

  /// Reads the traces that were written.
  void finish() {
    size_t first = 0;
    for (const auto& [file, end] : traces_) {
      if (first == end) continue;
      const Trace trace = read_witness(read_file(folder_ / file), kind_ != SmtbmcRun::Kind::induction);
      for (; first < end; ++first) run_.findings[first].trace = trace;
    }
  }

 private:
  void add(std::string_view name) {
    for (const SmtbmcRun::Finding& known : run_.findings) {
      if (known.name == name) return;
    }
    run_.findings.push_back({std::string(name), step_, std::nullopt});
  }

  SmtbmcRun& run_;
  SmtbmcRun::Kind kind_;
  const fs::path& folder_;
  std::string top_;
  std::function<void(const std::string&)> progress_;
  uint64_t step_ = 0;
  uint64_t first_attempt_ = 0;
  std::vector<std::pair<std::string, size_t>> traces_;  // file, and the findings when it was written
};

}  // namespace

ProofWork::ProofWork(const ProofInput& input, const ProofOptions& options, ProofTools tools)
    : input_(input), options_(options), tools_(std::move(tools)), folder_(cache_folder() / "proofs", "running-") {
  // yosys-smtbmc looks for its solver by a fixed name in PATH.
  make_folder(folder_.path() / "bin");
  const auto program = find_program(tools_.solver.command[0]);
  std::error_code error;
  if (program) {
    fs::create_symlink(fs::absolute(*program),
                       folder_.path() / "bin" / (tools_.solver.name == "z3" ? "z3" : "yices-smt2"), error);
  }
  if (!program || error) throw UserError(fmt::format("cannot run {}: {}", tools_.solver.command[0], error.message()));
}

std::chrono::milliseconds ProofWork::time_left() const {
  if (options_.timeout.count() == 0) return std::chrono::milliseconds(0);
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_);
  return std::max(options_.timeout - spent, std::chrono::milliseconds(1));
}

void ProofWork::yosys(const std::string& script, const std::string& name) {
  write_file(folder_.path() / (name + ".ys"), script);
  ProcessRequest request;
  request.argv = tools_.yosys.command;
  request.argv.insert(request.argv.end(), {"-q", "-s", name + ".ys"});
  request.folder = folder_.path();
  request.timeout = time_left();
  const ProcessResult result = run_process(request);
  if (result.outcome == ProcessOutcome::timed_out && options_.timeout.count() != 0) throw ProofTimeout{};
  if (!result.ok()) {
    throw UserError(
        fmt::format("yosys {} {} on design '{}'", tools_.yosys.version, failure_text(result), input_.design));
  }
}

ProofWork::Checks ProofWork::prepare() {
  progress("yosys");
  for (const FlowSource& source : input_.sources) write_file(folder_.path() / source.name, source.text);
  yosys(prepare_script(input_), "prepare");
  if (input_.several_clocks) {
    const fs::path model = folder_.path() / "design.il";
    write_file(model, with_named_state(read_file(model)));
  }
  yosys("read_rtlil design.il\nwrite_smt2 model.smt2\n", "model");
  have_state_in_traces("model.smt2");
  Checks checks;
  std::istringstream model(read_file(folder_.path() / "model.smt2"));
  for (std::string line; std::getline(model, line);) {
    const auto name = [&](std::string_view mark) -> std::string {
      if (!line.starts_with(mark)) return "";
      const size_t number = line.find(' ', mark.size());
      return number == std::string::npos ? "" : line.substr(number + 1);
    };
    if (std::string found = name("; yosys-smt2-assert "); !found.empty()) checks.assertions.push_back(std::move(found));
    if (std::string found = name("; yosys-smt2-cover "); !found.empty()) checks.covers.push_back(std::move(found));
  }
  return checks;
}

std::string ProofWork::script_without(const std::set<std::string>& checks) const {
  std::string script = "read_rtlil design.il\n";
  for (const std::string& check : checks) script += fmt::format("delete {}/{}\n", input_.top, check);
  return script;
}

void ProofWork::have_state_in_traces(const std::string& model) {
  const fs::path path = folder_.path() / model;
  std::string text = read_file(path);
  constexpr std::string_view kState = "\"type\": \"reg\"";
  constexpr std::string_view kShown = "\"type\": \"init\"";
  for (size_t at = text.find(kState); at != std::string::npos; at = text.find(kState, at + kShown.size()))
    text.replace(at, kState.size(), kShown);
  write_file(path, text);
}

std::string ProofWork::make_model(const std::set<std::string>& without) {
  if (without.empty()) return "model.smt2";
  const std::string name = fmt::format("model{}", runs_);
  yosys(script_without(without) + fmt::format("write_smt2 {}.smt2\n", name), name);
  have_state_in_traces(name + ".smt2");
  return name + ".smt2";
}

ProofWork::Search ProofWork::search(const std::string& assertion, const std::vector<std::string>& others) {
  progress(fmt::format("search for an invariant: {}", assertion));
  const std::string name = fmt::format("search{}", ++runs_);
  // Outputs would count as further properties. State without a start becomes inputs (`-zinit`).
  yosys(script_without({others.begin(), others.end()}) +
            fmt::format("delete -output\n{}\nsetundef -undriven -anyseq\nopt_expr\nopt_clean\ntechmap\n"
                        "formalff -clk2ff\nsimplemap\ndffunmap\naigmap\nopt_clean\n"
                        "write_aiger -I -B -zinit -no-startoffset {}.aig\n",
                        // clk2fflogic has made writes that have no clock.
                        input_.several_clocks ? "memory_map -formal" : "memory_map", name),
        name);
  ProcessRequest request;
  request.argv = tools_.abc.command;
  request.argv.insert(request.argv.end(),
                      {"-c", fmt::format("read_aiger {}.aig; fold; strash; pdr -T {}", name, options_.search.count())});
  request.folder = folder_.path();
  request.timeout = time_left();
  const ProcessResult result = run_process(request);
  if (result.outcome == ProcessOutcome::timed_out) throw ProofTimeout{};
  if (!result.ok()) {
    throw UserError(
        fmt::format("yosys-abc {} {} on design '{}'", tools_.abc.version, failure_text(result), input_.design));
  }
  Search found;
  found.proven = result.output.find("Property proved.") != std::string::npos;
  if (result.output.find("was asserted in frame ") != std::string::npos)
    found.fails_in = number_behind(result.output, "was asserted in frame ");
  return found;
}

SmtbmcRun ProofWork::run(SmtbmcRun::Kind kind, uint32_t depth, const std::set<std::string>& without) {
  ++runs_;
  SmtbmcRun run;
  ProcessRequest request;
  request.argv = tools_.smtbmc.command;
  const std::string trace = fmt::format("trace{}_%.yw", runs_);
  request.argv.insert(request.argv.end(),
                      {"-s", tools_.solver.name, "--noprogress", "-t", std::to_string(depth), "--dump-yw", trace});
  // Without it z3 4.8 does not come back from designs that have no memory.
  if (tools_.solver.name == "z3") request.argv.emplace_back("--unroll");
  if (kind == SmtbmcRun::Kind::bmc) request.argv.insert(request.argv.end(), {"--presat", "--keep-going"});
  if (kind == SmtbmcRun::Kind::induction) request.argv.emplace_back("-i");
  if (kind == SmtbmcRun::Kind::cover) request.argv.emplace_back("-c");
  request.argv.push_back(make_model(without));
  request.folder = folder_.path();
  request.log = folder_.path() / fmt::format("smtbmc{}.log", runs_);
  const char* path = std::getenv("PATH");
  request.environment = {
      {"PATH", (folder_.path() / "bin").string() + ":" + (path != nullptr ? path : "/usr/bin:/bin")}};
  request.timeout = time_left();
  Listener listener(run, kind, folder_.path(), input_.top, [this](const std::string& text) { progress(text); });
  request.on_line = [&](std::string_view line) { listener.line(line); };
  const ProcessResult result = run_process(request);
  if (result.outcome == ProcessOutcome::timed_out) {
    run.end = SmtbmcRun::End::timed_out;
  } else if (result.output.find("Status: PASSED") != std::string::npos) {
    run.end = SmtbmcRun::End::passed;
    run.steps_done = depth;
  } else if (run.end != SmtbmcRun::End::contradiction) {
    run.end = SmtbmcRun::End::failed;
    if (result.outcome != ProcessOutcome::exited || result.output.find("Status: ") == std::string::npos) {
      throw UserError(fmt::format("yosys-smtbmc with {} {} {} on design '{}'", tools_.solver.name,
                                  tools_.solver.version, failure_text(result), input_.design));
    }
  }
  listener.finish();
  return run;
}

}  // namespace burin::flows
