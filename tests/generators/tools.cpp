// SPDX-License-Identifier: Apache-2.0
//! @file tools.cpp
//! @brief External tools that are missing, too old, crash, are killed or complain, and Ctrl-C: one line each.
#include <doctest/doctest.h>

#include <cerrno>

#include "command.h"

namespace burin::cli_test {
namespace {

/// A command that needs an external tool, and the tool.
struct Case {
  std::vector<std::string> arguments;
  std::string tool;
  std::string good_version;  ///< A script that answers questions like the true one, and goes on for real work.
  std::string old_version;
  std::string what_to_do;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {{"flow", "counter", "--target", "ice40-hx8k"},
       "yosys",
       "[ \"$1\" = -V ] && { echo 'Yosys 0.23'; exit 0; }\n",
       "echo 'Yosys 0.9 (git sha1 0)'\n",
       "apt install yosys"},
      {{"simulate", "counter", "--engine", "verilator"},
       "verilator",
       "[ \"$1\" = --version ] && { echo 'Verilator 5.006 2023-01-22 rev (Debian 5.006-3)'; exit 0; }\n"
       "[ \"$1\" = --getenv ] && { echo /usr/share/verilator; exit 0; }\n",
       "echo 'Verilator 4.038 2020-07-11'\n",
       "apt install verilator"},
  };
  return all;
}

/// Runs a case with `script` in the place of its tool, in a folder and with a cache of its own.
Outcome run_with(const Case& one, const Folder& folder, const std::string& script,
                 std::function<void(pid_t)> meanwhile = {}) {
  make_folder(folder / "tools");
  make_folder(folder / "work");
  fake_tool(folder / "tools", one.tool, script);
  return run({.arguments = one.arguments,
              .folder = folder / "work",
              .environment = {{"PATH", path_with(folder / "tools")}, {"BURIN_CACHE", (folder / "cache").string()}},
              .meanwhile = std::move(meanwhile)});
}

/// What a cache holds besides logs of failed runs, which are kept for those who want to know why.
std::vector<std::string> finished_steps(const fs::path& cache) {
  std::vector<std::string> files = files_below(cache);
  std::erase_if(files, [](const std::string& file) { return file.starts_with("flows/failed/"); });
  return files;
}

bool is_alive(pid_t process) { return kill(process, 0) == 0 || errno != ESRCH; }

}  // namespace

TEST_CASE("a tool that is missing is named with what to install") {
  for (const Case& one : cases()) {
    CAPTURE(one.tool);
    const Folder folder;
    make_folder(folder / "work");
    const Outcome outcome =
        run({.arguments = one.arguments,
             .folder = folder / "work",
             .environment = {{"PATH", (folder / "none").string()}, {"BURIN_CACHE", (folder / "cache").string()}}});
    check_failure(outcome, 1, one.tool + " is not installed");
    CHECK(outcome.err.find(one.what_to_do) != std::string::npos);
    CHECK(is_clean(folder / "work"));
  }
}

TEST_CASE("the Python tools of a target that are missing are named with the command that installs them") {
  const Folder folder;
  make_folder(folder / "work");
  check_failure(run({.arguments = {"flow", "counter", "--target", "ecp5-85k"},
                     .folder = folder / "work",
                     .environment = {{"BURIN_VENV", (folder / "none").string()}}}),
                1, "which is no Python environment");
  CHECK(is_clean(folder / "work"));
}

TEST_CASE("a tool that is too old is named with the version that is needed") {
  for (const Case& one : cases()) {
    CAPTURE(one.tool);
    const Folder folder;
    const Outcome outcome = run_with(one, folder, one.old_version);
    check_failure(outcome, 1, "too old");
    CHECK(outcome.err.find(one.what_to_do) != std::string::npos);
    CHECK(is_clean(folder / "work"));
  }
}

TEST_CASE("a tool that crashes, is killed or complains") {
  for (const Case& one : cases()) {
    CAPTURE(one.tool);
    for (const auto& [script, text] : std::vector<std::pair<std::string, std::string>>{
             {"kill -SEGV $$\n", "crashed with signal 11"},
             {"kill -KILL $$\n", "killed by signal 9"},
             {"echo 'ERROR: the dog ate it'\nexit 3\n", "ERROR: the dog ate it"}}) {
      CAPTURE(script);
      const Folder folder;
      check_failure(run_with(one, folder, one.good_version + script), 1, text);
      CHECK(is_clean(folder / "work"));
      CHECK(finished_steps(folder / "cache").empty());
    }
  }
}

TEST_CASE("Ctrl-C while a tool runs ends the tool and what it has started") {
  for (const Case& one : cases()) {
    CAPTURE(one.tool);
    const Folder folder;
    const fs::path mark = folder / "processes";
    std::string script = one.good_version;
    script += "sleep 1000 &\necho $$ $! >\"" + mark.string() + ".part\"\nmv \"" + mark.string() + ".part\" \"" +
              mark.string() + "\"\nwait\n";
    const Outcome outcome = run_with(one, folder, script, [&](pid_t process) {
      CHECK(wait_until([&] { return fs::exists(mark); }));
      kill(process, SIGINT);
    });
    check_failure(outcome, 130, "interrupted");
    CHECK(outcome.err == "burin: interrupted\n");
    std::istringstream processes(read_file(mark));
    for (pid_t process = 0; processes >> process;) {
      CHECK_MESSAGE(wait_until([&] { return !is_alive(process); }), "process ", process, " is still there");
    }
    CHECK(is_clean(folder / "work"));
    CHECK(finished_steps(folder / "cache").empty());
  }
}

TEST_CASE("Ctrl-C and a request to terminate during a simulation") {
  const Folder folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    // Without an end; that it has begun shows in its progress, so a while is enough.
    const Outcome outcome = run({.arguments = {"simulate", "sha256", "--file", "/dev/zero"},
                                 .folder = folder.path(),
                                 .meanwhile = [&](pid_t process) {
                                   usleep(700'000);
                                   kill(process, signal);
                                 }});
    check_failure(outcome, 130, "interrupted");
  }
}

TEST_CASE("Ctrl-C while a file without a writer is opened") {
  const Folder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const Outcome outcome =
      run({.arguments = {"simulate", "sha256", "--file", folder / "pipe"}, .meanwhile = [](pid_t process) {
             usleep(700'000);
             kill(process, SIGINT);
           }});
  check_failure(outcome, 130, "interrupted");
}

}  // namespace burin::cli_test
