// SPDX-License-Identifier: Apache-2.0
//! @file verb_results.cpp
//! @brief `results`: the results that are kept, what of them is stale, and all of them again.
//!
//! A report is a list of commands, NAME.list; its results make the page NAME.md. Lines that begin with '#' are the
//! page's text.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#include "burin/base/files.h"
#include "command_line.h"
#include "flow_run.h"
#include "json.h"
#include "shell_words.h"

namespace burin::cli {
namespace {

namespace fs = std::filesystem;

/// Whether kept results still hold.
struct State {
  std::string text;    ///< "current", "published", "stale: …", "unknown: …".
  bool again = false;  ///< They should be made again.
};

/// The flow that `command` asks for. @throws UserError when it asks for none.
Request parse_flow(const Invocation& call, const std::string& command) {
  std::vector<std::string> words = shell_words(command);
  if (words.size() < 3 || words[1] != "flow") throw UserError(fmt::format("'{}' is no flow that can be run", command));
  words.erase(words.begin());
  Request request = parse_command_line(words, call.program, call.console);
  if (request.verb == nullptr || !request.text.empty()) {
    throw UserError(fmt::format("'{}' is no flow that can be run", command));
  }
  return request;
}

State state_of(const Invocation& call, const flows::StoredRun& run) {
  if (run.command.empty()) return {"published", false};
  try {
    const Request request = parse_flow(call, run.command);
    const std::string why = why_stale(request.call, run);
    return why.empty() ? State{"current", false} : State{"stale: " + why, true};
  } catch (const UsageError& error) {
    return {fmt::format("unknown: {}", error.what()), true};
  } catch (const UserError& error) {
    return {fmt::format("unknown: {}", error.what()), true};
  }
}

/// Runs a command and keeps what it gives in `folder`.
std::vector<flows::Result> make_again(const Invocation& call, const std::string& command, const fs::path& folder,
                                      const Progress& progress) {
  const Request request = parse_flow(call, command);
  call.console.tell(command);
  std::vector<flows::Result> results;
  const TemporaryFolder files(fs::temp_directory_path(), "burin-results-");
  try {
    results = carry_out_flow(request.call, files.path() / "flow", progress).results;
  } catch (const flows::TooLarge& error) {
    results = {does_not_fit(plan_flow(request.call, progress), error.what())};
  }
  flows::store_results(folder, results);
  return results;
}

ordered_json row(const flows::Result& result, const std::string& state) {
  ordered_json object;
  object["key"] = result.key();
  object["value"] = result.value ? ordered_json(*result.value) : ordered_json(nullptr);
  object["unit"] = result.unit;
  object["evidence"] = flows::text(result.evidence);
  std::string tool = result.tool;
  if (const auto version = result.tool_versions.find(tool); version != result.tool_versions.end())
    tool += " " + version->second;
  object["tool"] = tool;
  object["command"] = result.command;
  if (!result.samples.empty()) {
    object["minimum"] = *result.minimum();
    object["maximum"] = *result.maximum();
  }
  object["constraint"] = result.constraint;
  object["note"] = result.note;
  object["state"] = state;
  return object;
}

/// A list of commands and the text around their results.
struct Report {
  std::vector<std::string> commands;
  std::string text;
};

Report read_report(const fs::path& file) {
  Report report;
  std::istringstream lines(read_file(file));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) {
      line.erase(0, line.starts_with("# ") ? 2 : 1);
      report.text += line + "\n";
    } else if (line.find_first_not_of(" \t") != std::string::npos) {
      report.commands.push_back(line);
    }
  }
  if (report.commands.empty()) throw UserError(fmt::format("{} lists no command", file.string()));
  return report;
}

/// Makes the page of a report, running those of its commands whose results are missing or stale.
void make_report(const Invocation& call, const fs::path& folder, const std::string& name, const Progress& progress) {
  const Report report = read_report(folder / (name + ".list"));
  std::map<std::string, flows::StoredRun> known;
  for (flows::StoredRun& run : flows::stored_results(folder)) known[run.command] = std::move(run);
  std::vector<flows::Result> all;
  for (const std::string& command : report.commands) {
    const auto found = known.find(command);
    std::vector<flows::Result> results;
    if (found != known.end() && !call.options.has("again") && !state_of(call, found->second).again) {
      results = found->second.results;
    } else {
      results = make_again(call, command, folder, progress);
    }
    all.insert(all.end(), results.begin(), results.end());
  }
  const fs::path page = folder / (name + ".md");
  write_file(page, fmt::format("{}\n{}", report.text, flows::to_comparison(all)));
  call.console.tell(fmt::format("wrote {}", page.string()));
}

void run(const Invocation& call) {
  const Progress progress = call.console.progress(call.options.has("progress"));
  const fs::path folder = call.options.text("dir", kResultsFolder);
  if (call.options.has("report")) {
    if (!call.operand.empty()) throw UserError("--report NAME makes all results of a report; leave the key out");
    return make_report(call, folder, call.options.text("report"), progress);
  }
  std::vector<flows::StoredRun> runs = flows::stored_results(folder);
  const auto meant = [&](const flows::Result& result) { return flows::key_matches(result.key(), call.operand); };
  std::erase_if(
      runs, [&](const flows::StoredRun& run) { return std::none_of(run.results.begin(), run.results.end(), meant); });
  if (runs.empty()) {
    throw UserError(call.operand.empty()
                        ? fmt::format("there are no results in {}; '{} flow … --keep {}' puts some there",
                                      folder.string(), call.program, folder.string())
                        : fmt::format("there is no result '{}' in {}", call.operand, folder.string()));
  }
  if (call.options.has("again") || call.options.has("stale")) {
    for (flows::StoredRun& run : runs) {
      if (run.command.empty()) continue;
      if (!call.options.has("again") && !state_of(call, run).again) continue;
      run.results = make_again(call, run.command, folder, progress);
    }
  }
  ordered_json document = json_document();
  document["results"] = ordered_json::array();
  size_t stale = 0;
  for (const flows::StoredRun& run : runs) {
    const State state = state_of(call, run);
    if (state.again) {
      ++stale;
      call.console.tell(fmt::format("{} is {}", run.file.string(), state.text));
    }
    for (const flows::Result& result : run.results) {
      if (!meant(result)) continue;
      if (call.json()) {
        document["results"].push_back(row(result, state.text));
      } else {
        call.console.print(fmt::format("{}  {}  ({}; {})\n", result.key(), flows::value_text(result),
                                       flows::text(result.evidence), state.text));
      }
    }
  }
  if (call.json()) return call.console.print(text_of(document));
  if (stale != 0) {
    call.console.tell(fmt::format("{} of {} files are not current; '{} results --stale' makes them again", stale,
                                  runs.size(), call.program));
  }
}

}  // namespace

Verb results_verb() {
  return {
      .name = "results",
      .summary = "Show the results that are kept, and make them again",
      .operand = Operand::key,
      .options = {{.name = "dir",
                   .value = "DIR",
                   .help = "Where results are kept",
                   .default_text = std::string(kResultsFolder),
                   .is_path = true},
                  {.name = "stale", .value = "", .help = "Make those again that are not current"},
                  {.name = "again", .value = "", .help = "Make all of them again"},
                  {.name = "report",
                   .value = "NAME",
                   .help =
                       "Write the page DIR/NAME.md from the commands in DIR/NAME.list, running what is not current"},
                  progress_option(),
                  json_option()},
      .examples = {"results", "results DESIGN/ice40-hx8k --json", "results DESIGN --stale", "results --report sha256"},
      .run = run};
}

}  // namespace burin::cli
