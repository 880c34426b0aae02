// SPDX-License-Identifier: Apache-2.0
//! @file flow_failures.cpp
//! @brief Flows with fake tools: every way to fail ends in one clear line and leaves nothing half-done.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include "burin/base/interrupt.h"
#include "burin/flows/flow.h"
#include "support/fake_tool.h"

namespace fs = std::filesystem;
using namespace burin::flows;
using burin::test::FakeTool;
using burin::test::Scratch;
using burin::test::user_error;
using burin::test::Variable;

namespace {

FlowInput input() {
  FlowInput flow;
  flow.design = "blinker";
  flow.top = "blinker";
  flow.sources = {{"blinker.v", "module blinker(input clk, output y);\nendmodule\n"}};
  return flow;
}

/// A Yosys that writes what a real one would for a small design, having done `first`.
std::string yosys_that(const std::string& first) {
  return "if [ \"$1\" = -V ]; then echo 'Yosys 0.23 (fake)'; exit 0; fi\n" + first + R"(
cat > netlist.json <<'END'
{
  "modules": {
    "blinker": {
      "ports": {
        "clk": { "direction": "input", "bits": [ 2 ] },
        "y": { "direction": "output", "bits": [ 3 ] }
      },
      "cells": { }
    }
  }
}
END
echo 'module blinker(clk, y); endmodule' > netlist.v
cat > stat.json <<'END'
{"modules": {"\\blinker": {"num_cells_by_type": {"SB_LUT4": 5, "SB_DFFSR": 2, "SB_DFF": 1}}}}
END)";
}

/// A nextpnr that does `work`; `report` afterwards.
std::string nextpnr_that(const std::string& work,
                         const std::string& report =
                             R"({"fmax": {"clk$SB_IO_IN_$glb_clk": {"achieved": 100.5, "constraint": 100}},)"
                             R"( "utilization": {"ICESTORM_LC": {"used": 8, "available": 7680}}})") {
  return "if [ \"$1\" = --version ]; then echo 'nextpnr-ice40 (Version 0.4)'; exit 0; fi\n" + work +
         "\ncat > report.json <<'END'\n" + report + "\nEND";
}

struct Attempt {
  Scratch scratch;
  FlowOptions options;
  Attempt() {
    options.target = "ice40-hx8k";
    options.cache = scratch.path() / "cache";
  }
  /// The message of a flow that fails; nothing half-done may remain.
  std::string error() {
    const std::string message = user_error([&] { (void)run_flow(input(), options); });
    CHECK_MESSAGE(message.find('\n') == std::string::npos, message);
    if (fs::exists(options.cache)) {
      for (const fs::directory_entry& entry : fs::directory_iterator(options.cache)) {
        const std::string name = entry.path().filename().string();
        CHECK_MESSAGE((name.starts_with("synthesis-") || name == "failed"), name);
      }
    }
    return message;
  }
};

void check_contains(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("flow failures: the fake tools work when they are let") {
  const FakeTool yosys("yosys", yosys_that("true"));
  const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("true"));
  Attempt attempt;
  const FlowResult flow = run_flow(input(), attempt.options);
  REQUIRE(flow.results.size() == 7);
  CHECK(flow.results[0].value == 5);
  CHECK(flow.results[1].value == 3);
  CHECK(flow.results[5].value == 8);
  CHECK(flow.results[6].metric == "fmax");
  CHECK(flow.results[6].samples == std::vector<double>{100.5, 100.5, 100.5});
}

TEST_CASE("flow failures: options that make no sense") {
  Attempt attempt;
  attempt.options.target = "";
  check_contains(attempt.error(), "there is no target ''; the targets are: ");
  attempt.options.target = "ice40-hx8k";
  attempt.options.seeds = {};
  CHECK(attempt.error() == "place and route needs at least one seed");
  attempt.options.seeds = {4, 5, 4};
  CHECK(attempt.error() == "the placement seeds must differ from each other");
  attempt.options.seeds = {0};
  CHECK(attempt.error() == "0 is no placement seed: 1 to 2147483647");
  attempt.options.seeds = {1};
  attempt.options.frequency = -5;
  CHECK(attempt.error() == "-5 MHz is no frequency to aim at");
}

TEST_CASE("flow failures: tools that are missing or too old are named before anything runs") {
  Attempt attempt;
  SUBCASE("no nextpnr") {
    std::string marker = (attempt.scratch.path() / "ran").string();
    const FakeTool yosys("yosys", yosys_that("touch " + marker));
    const Variable nextpnr("BURIN_NEXTPNR_ICE40", "/nonexistent/nextpnr-ice40");
    CHECK(attempt.error() ==
          "/nonexistent/nextpnr-ice40 is not installed or not executable; install nextpnr-ice40 0.4 or newer (Debian: "
          "apt install nextpnr-ice40)");
    CHECK(!fs::exists(marker));
  }
  SUBCASE("old nextpnr") {
    const FakeTool yosys("yosys", yosys_that("true"));
    const FakeTool nextpnr("nextpnr-ice40", "echo 'nextpnr-ice40 (Version 0.1)'");
    check_contains(attempt.error(), "nextpnr-ice40 0.1 is too old; install nextpnr-ice40 0.4 or newer");
  }
}

TEST_CASE("flow failures: Yosys fails, crashes, is killed, hangs, or writes nothing") {
  const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("true"));
  Attempt attempt;
  SUBCASE("fails") {
    const FakeTool yosys("yosys", yosys_that("echo reading; echo 'ERROR: syntax'; exit 1"));
    const std::string message = attempt.error();
    check_contains(message, "yosys 0.23 ended with status 1: ERROR: syntax on design 'blinker' (log: ");
    const fs::path log = message.substr(message.find("(log: ") + 6, message.size() - message.find("(log: ") - 7);
    CHECK(burin::read_file(log) == "reading\nERROR: syntax\n");
  }
  SUBCASE("crashes") {
    const FakeTool yosys("yosys", yosys_that("kill -SEGV $$"));
    check_contains(attempt.error(), "yosys 0.23 crashed with signal 11 (Segmentation fault) on design 'blinker'");
  }
  SUBCASE("is killed") {
    const FakeTool yosys("yosys", yosys_that("kill -KILL $$"));
    check_contains(attempt.error(), "yosys 0.23 was killed by signal 9 (Killed), often for lack of memory");
  }
  SUBCASE("hangs, with a child of its own") {
    const FakeTool yosys("yosys", yosys_that("sleep 1000 & sleep 1000"));
    attempt.options.timeout = std::chrono::milliseconds(400);
    const auto begin = std::chrono::steady_clock::now();
    check_contains(attempt.error(), "yosys 0.23 did not end within");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  }
  SUBCASE("writes nothing") {
    const FakeTool yosys("yosys", yosys_that("exit 0"));
    CHECK(attempt.error() == "yosys 0.23 ended without writing netlist.json");
  }
  SUBCASE("writes something else") {
    const FakeTool yosys("yosys", yosys_that("true") + "\necho 'no statistics' > stat.json");
    check_contains(attempt.error(), "yosys 0.23 wrote statistics that cannot be read: ");
  }
  SUBCASE("writes a netlist without the module") {
    const FakeTool yosys("yosys", yosys_that("true") + "\nsed -i s/blinker/other/ netlist.json");
    CHECK(attempt.error() == "the netlist of module 'blinker' is not as Yosys writes it: the module is missing");
  }
}

TEST_CASE("flow failures: nextpnr fails, finds no room, crashes, hangs, or writes an unreadable report") {
  const FakeTool yosys("yosys", yosys_that("true"));
  Attempt attempt;
  SUBCASE("fails") {
    const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("echo 'ERROR: no route'; exit 255"));
    check_contains(attempt.error(),
                   "nextpnr-ice40 0.4 ended with status 255: ERROR: no route on design 'blinker' (log: ");
  }
  SUBCASE("finds no room") {
    const FakeTool nextpnr("nextpnr-ice40", nextpnr_that(R"(printf 'Info: Device utilisation:\n'
printf 'Info: \t         ICESTORM_LC:  9600/ 7680   125%%\n'
printf 'Info: \t        ICESTORM_RAM:     3/   32     9%%\n'
printf 'Info: \t               SB_GB:    10/    8   125%%\n'
echo 'ERROR: Unable to place cell'; exit 255)"));
    check_contains(attempt.error(),
                   "design 'blinker' is too large for ice40-hx8k: it needs 9600 ICESTORM_LC where the device has 7680 "
                   "(25 % too many) and 10 SB_GB where the device has 8 (25 % too many) (log: ");
  }
  SUBCASE("crashes") {
    const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("kill -ABRT $$"));
    check_contains(attempt.error(), "nextpnr-ice40 0.4 crashed with signal 6 (Aborted) on design 'blinker'");
  }
  SUBCASE("hangs") {
    const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("sleep 1000"));
    attempt.options.timeout = std::chrono::milliseconds(400);
    check_contains(attempt.error(), "nextpnr-ice40 0.4 did not end within");
  }
  SUBCASE("writes no JSON") {
    const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("true", "{ \"fmax\": "));
    check_contains(attempt.error(), "nextpnr-ice40 0.4 wrote a timing report that cannot be read: ");
  }
  SUBCASE("writes no numbers") {
    const FakeTool nextpnr("nextpnr-ice40",
                           nextpnr_that("true", R"({"fmax": {"clk": {"achieved": "fast"}}, "utilization": {}})"));
    check_contains(attempt.error(), "nextpnr-ice40 0.4 wrote a timing report that cannot be read: ");
  }
  SUBCASE("writes no report") {
    const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("exit 0"));
    CHECK(attempt.error() == "nextpnr-ice40 0.4 ended without writing its report");
  }
}

TEST_CASE("flow failures: clocks without a path between registers, and several clocks") {
  const FakeTool yosys("yosys", yosys_that("true"));
  Attempt attempt;
  SUBCASE("no path") {
    const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("true", R"({"fmax": {}, "utilization": {}})"));
    const FlowResult flow = run_flow(input(), attempt.options);
    CHECK(!flow.results.back().value.has_value());
    CHECK(flow.results.back().note == "no fmax: no path leads from one register to another");
  }
  SUBCASE("two clocks") {
    const FakeTool nextpnr(
        "nextpnr-ice40",
        nextpnr_that("true", R"({"fmax": {"rd$SB_IO_IN_$glb_clk": {"achieved": 50}, "wr": {"achieved": 75}},)"
                             R"( "utilization": {}})"));
    const FlowResult flow = run_flow(input(), attempt.options);
    REQUIRE(flow.results.size() >= 2);
    CHECK(flow.results[flow.results.size() - 2].metric == "fmax rd");
    CHECK(flow.results[flow.results.size() - 2].value == 50);
    CHECK(flow.results.back().metric == "fmax wr");
  }
}

TEST_CASE("flow failures: a cached step that somebody damaged is named") {
  const FakeTool yosys("yosys", yosys_that("true"));
  const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("true"));
  Attempt attempt;
  (void)run_flow(input(), attempt.options);
  for (const fs::directory_entry& entry : fs::directory_iterator(attempt.options.cache)) {
    if (fs::exists(entry.path() / "stat.json")) burin::write_file(entry.path() / "stat.json", "{");
  }
  const std::string message = user_error([&] { (void)run_flow(input(), attempt.options); });
  check_contains(message, "cannot read statistics in " + attempt.options.cache.string());
  check_contains(message, "; remove that folder and run again");
}

TEST_CASE("flow failures: an output folder that another flow uses, or that cannot be written") {
  const FakeTool yosys("yosys", yosys_that("true"));
  const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("true"));
  Attempt attempt;
  attempt.options.output = attempt.scratch.path() / "out";
  SUBCASE("in use") {
    fs::create_directories(attempt.options.output);
    const auto lock = burin::FileLock::try_lock(attempt.options.output / ".burin-flow.lock");
    REQUIRE(lock);
    CHECK(user_error([&] { (void)run_flow(input(), attempt.options); }) ==
          "another flow writes to " + attempt.options.output.string() + " just now; give this one another folder");
  }
  SUBCASE("not a folder") {
    burin::write_file(attempt.options.output, "a file");
    check_contains(user_error([&] { (void)run_flow(input(), attempt.options); }), "cannot make the folder ");
  }
}

TEST_CASE("flow failures: Ctrl-C stops all seeds, and the next run goes on from there") {
  const FakeTool yosys("yosys", yosys_that("true"));
  Attempt attempt;
  const fs::path mark = attempt.scratch.path() / "placing";
  attempt.options.jobs = 2;
  attempt.options.seeds = {1, 2, 3};
  {
    const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("touch " + mark.string() + "; sleep 1000"));
    std::jthread interrupter([&] {
      for (int i = 0; i < 1000 && !fs::exists(mark); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (fs::exists(mark)) ::kill(::getpid(), SIGINT);
    });
    CHECK_THROWS_AS((void)run_flow(input(), attempt.options), burin::Interrupted);
    interrupter.join();
    burin::clear_interrupt();
    REQUIRE(fs::exists(mark));
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(attempt.options.cache)) {
    CHECK(entry.path().filename().string().starts_with("synthesis-"));
  }
  const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("true"));
  std::atomic<bool> synthesised{false};
  attempt.options.progress = [&](std::string_view text) {
    if (text.starts_with("synthesis")) synthesised = true;
  };
  CHECK(run_flow(input(), attempt.options).results.back().value == 100.5);
  CHECK(!synthesised);
}

TEST_CASE("flow failures: two flows at once share their steps") {
  Attempt attempt;
  const fs::path count = attempt.scratch.path() / "count";
  const FakeTool yosys("yosys", yosys_that("echo run >> " + count.string() + "; sleep 0.3"));
  const FakeTool nextpnr("nextpnr-ice40", nextpnr_that("echo run >> " + count.string() + "; sleep 0.1"));
  std::vector<Result> first;
  std::vector<Result> second;
  {
    const std::jthread one([&] { first = run_flow(input(), attempt.options).results; });
    const std::jthread two([&] { second = run_flow(input(), attempt.options).results; });
  }
  CHECK(first == second);
  CHECK(first.size() == 7);
  CHECK(burin::read_file(count) == "run\nrun\nrun\nrun\n");  // one synthesis, three seeds
}
