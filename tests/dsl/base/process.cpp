// SPDX-License-Identifier: Apache-2.0
//! @file process.cpp
//! @brief Programs that end well, badly, not at all or do not exist.
#include "burin/base/process.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "burin/base/interrupt.h"
#include "burin/base/parallel.h"
#include "support/fake_tool.h"

using burin::ProcessOutcome;
using burin::ProcessRequest;
using burin::ProcessResult;
using burin::test::Scratch;

namespace {

ProcessResult run_shell(const std::string& script, ProcessRequest request = {}) {
  request.argv = {"/bin/sh", "-c", script};
  return burin::run_process(request);
}

bool is_gone(int pid) {
  for (int i = 0; i < 300; ++i) {
    if (::kill(pid, 0) != 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("process: output, exit status, folder, environment and log") {
  const Scratch scratch;
  ProcessRequest request;
  request.folder = scratch.path();
  request.log = scratch.path() / "log";
  request.environment = {{"BURIN_TEST_WORD", "hello"}};
  std::vector<std::string> lines;
  request.on_line = [&](std::string_view line) { lines.emplace_back(line); };
  const ProcessResult result = run_shell("pwd; echo $BURIN_TEST_WORD >&2; printf end; exit 3", request);
  CHECK(result.outcome == ProcessOutcome::exited);
  CHECK(result.exit_code == 3);
  CHECK(!result.ok());
  CHECK(result.output == scratch.path().string() + "\nhello\nend");
  CHECK(lines == std::vector<std::string>{scratch.path().string(), "hello", "end"});
  CHECK(burin::read_file(request.log) == result.output);
  CHECK(failure_text(result) == "ended with status 3: end");
  CHECK(run_shell("exit 0").ok());
  CHECK(failure_text(run_shell("exit 0")).empty());
  CHECK(run_shell("cat").ok());  // standard input is empty
}

TEST_CASE("process: only the end of long output is kept, all of it is logged") {
  const Scratch scratch;
  ProcessRequest request;
  request.log = scratch.path() / "log";
  size_t lines = 0;
  request.on_line = [&](std::string_view) { ++lines; };
  const ProcessResult result = run_shell("i=0; while [ $i -lt 30000 ]; do echo line $i; i=$((i+1)); done", request);
  CHECK(lines == 30000);
  CHECK(result.output.size() == 65536);
  CHECK(result.output.ends_with("line 29999\n"));
  CHECK(std::filesystem::file_size(request.log) > 300000);
}

TEST_CASE("process: a program that does not exist, or may not run, is missing") {
  ProcessRequest request;
  request.argv = {"burin-no-such-program"};
  CHECK(burin::run_process(request).outcome == ProcessOutcome::missing);
  const Scratch scratch;
  burin::write_file(scratch.path() / "text", "not a program");
  request.argv = {(scratch.path() / "text").string()};
  CHECK(burin::run_process(request).outcome == ProcessOutcome::missing);
  CHECK(failure_text(burin::run_process(request)) == "is not installed or not executable");
  CHECK(burin::find_program("sh").has_value());
  CHECK(!burin::find_program("burin-no-such-program").has_value());
  CHECK(!burin::find_program("").has_value());
}

TEST_CASE("process: crashed and killed are told apart from failed") {
  const ProcessResult crashed = run_shell("kill -SEGV $$");
  CHECK(crashed.outcome == ProcessOutcome::signaled);
  CHECK(failure_text(crashed) == "crashed with signal 11 (Segmentation fault)");
  CHECK(failure_text(run_shell("kill -KILL $$")) == "was killed by signal 9 (Killed), often for lack of memory");
  CHECK(failure_text(run_shell("kill -TERM $$")) == "was killed by signal 15 (Terminated)");
}

TEST_CASE("process: the time limit ends the whole group, also one that ignores being asked") {
  const Scratch scratch;
  ProcessRequest request;
  request.folder = scratch.path();
  request.timeout = std::chrono::milliseconds(200);
  const ProcessResult result = run_shell("sleep 1000 & echo $! > child; wait", request);
  CHECK(result.outcome == ProcessOutcome::timed_out);
  CHECK(is_gone(std::stoi(burin::read_file(scratch.path() / "child"))));
  CHECK(run_shell("trap '' TERM; while :; do sleep 0.1; done", request).outcome == ProcessOutcome::timed_out);
}

TEST_CASE("process: a child left behind by a program that ends does not hold us up") {
  const auto begin = std::chrono::steady_clock::now();
  const ProcessResult result = run_shell("sleep 1000 & echo done");
  CHECK(result.ok());
  CHECK(result.output == "done\n");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("process: Ctrl-C becomes an exception, and what was there before is restored") {
  struct sigaction before {};
  sigaction(SIGINT, nullptr, &before);
  std::jthread interrupter([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(::getpid(), SIGINT);
  });
  {
    const burin::InterruptScope scope;  // so that the signal cannot come too early
    CHECK_THROWS_AS(run_shell("sleep 1000"), burin::Interrupted);
    CHECK_THROWS_AS(run_shell("true"), burin::Interrupted);
    burin::clear_interrupt();
    CHECK(run_shell("true").ok());
  }
  struct sigaction after {};
  sigaction(SIGINT, nullptr, &after);
  const bool restored = after.sa_handler == before.sa_handler;
  CHECK(restored);
}

TEST_CASE("process: the line that tells what went wrong") {
  CHECK(burin::telling_line("a\nERROR: bad\nlast\n") == "ERROR: bad");
  CHECK(burin::telling_line("module error_counter\n  last  \n\n") == "last");
  CHECK(burin::telling_line("x.v:3: error: no\nmore") == "x.v:3: error: no");
  CHECK(burin::telling_line("").empty());
  CHECK(burin::telling_line(std::string(1000, 'x')).size() == 200);
}

TEST_CASE("parallel: all jobs run, and the first failure stops the others") {
  std::vector<int> done(20, 0);
  burin::run_parallel(3, done.size(), [&](size_t index, const std::stop_token&) { done[index] = 1; });
  CHECK(done == std::vector<int>(20, 1));
  burin::run_parallel(3, 0, [&](size_t, const std::stop_token&) { FAIL("there is no job"); });

  const auto begin = std::chrono::steady_clock::now();
  const auto job = [](size_t index, std::stop_token stop) {
    if (index == 1) throw burin::UserError("job one");
    ProcessRequest request;
    request.stop = std::move(stop);
    run_shell("sleep 1000", request);
  };
  CHECK(burin::test::user_error([&] { burin::run_parallel(2, 5, job); }) == "job one");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}
