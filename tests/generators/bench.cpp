// SPDX-License-Identifier: Apache-2.0
//! @file bench.cpp
//! @brief `bench`: rows, their JSON, names, and sides that go wrong. How fast anything is is not tested.
#include <doctest/doctest.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "command.h"

namespace burin::cli_test {
namespace {

using nlohmann::json;

Outcome fixture(std::vector<std::string> arguments, std::vector<std::pair<std::string, std::string>> environment = {},
                std::function<void(pid_t)> meanwhile = {}) {
  return run({.arguments = std::move(arguments),
              .environment = std::move(environment),
              .program = fs::path(BURIN_BINARY_DIR) / "tests/cli_fixture",
              .meanwhile = std::move(meanwhile)});
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The only row of a document, which has all that a row has.
json only_row(const Outcome& outcome) {
  INFO("standard error: ", outcome.err);
  CHECK(outcome.status == 0);
  const json document = json::parse(outcome.out);
  CHECK(document.at("schema") == 1);
  CHECK(document.at("load_before").is_number());
  CHECK(document.at("skipped").empty());
  CHECK(document.at("failed").empty());
  REQUIRE(document.at("rows").size() == 1);
  json row = document.at("rows").at(0);
  for (const char* key : {"name", "unit", "command"}) CHECK(row.at(key).is_string());
  for (const char* key : {"ratio", "peer"}) CHECK((row.at(key).is_number() || row.at(key).is_null()));
  CHECK(row.at("ours").is_number());
  CHECK(row.at("sides").at(0).at("memory_kib") > 0);
  return row;
}

}  // namespace

TEST_CASE("bench runs a row without a peer") {
  const json row = only_row(run({"bench", "lang.lines", "--json"}));
  CHECK(row.at("name") == "lang.lines");
  CHECK(row.at("unit") == "lines");
  CHECK(row.at("ratio").is_null());
  CHECK(row.at("peer").is_null());
  CHECK(row.at("command") == "burin bench lang.lines");
  CHECK(row.at("ours") <= 40);  // of the round design, beside other languages

  const Outcome text = run({"bench", "lang.generate.sha256-round", "--rounds", "2"});
  check_success(text);
  CHECK(contains(text.out, "lang.generate.sha256-round"));
  CHECK(contains(text.out, " s "));
}

TEST_CASE("bench runs a simulation on each engine, alone, with the same outputs") {
  json outputs;
  for (const char* engine : {"native", "interpreter", "verilator"}) {
    const Outcome outcome = run(
        {.arguments = {"bench", "sim.sha256", "--once", "--engine", engine, "--json"}, .environment = {test_cache()}});
    check_success(outcome);
    const json document = json::parse(outcome.out);
    CHECK(document.at("value") > 0);
    if (!outputs.is_null()) CHECK(document.at("outputs").at(0) == outputs.at(0));
    outputs = document.at("outputs");
  }
}

TEST_CASE("bench compares with the best peer, so that above 1 is better, by medians") {
  const json faster = only_row(fixture({"bench", "test.faster", "--json"}));
  CHECK(faster.at("ours") == 12);
  CHECK(faster.at("peer") == 4);
  CHECK(faster.at("ratio") == 3);
  CHECK(faster.at("outputs_compared") == 1);
  CHECK(faster.at("rounds") == 2);
  CHECK(faster.at("sides").at(2).at("name") == "fast");
  const json shorter = only_row(fixture({"bench", "test.shorter", "--json"}));
  CHECK(shorter.at("peer") == 5);
  CHECK(shorter.at("ratio") == 2.5);

  const Folder folder;
  const std::pair<std::string, std::string> file{"BURIN_TEST_ROUNDS", (folder / "rounds").string()};
  const json wanders = only_row(fixture({"bench", "test.wanders", "--json"}, {file}));
  CHECK(wanders.at("ours") == 3);
  CHECK(wanders.at("sides").at(0).at("least") == 1);
  CHECK(wanders.at("sides").at(0).at("most") == 5);
  const json even = only_row(fixture({"bench", "test.wanders", "--rounds", "4", "--json"}, {file}));
  CHECK(even.at("ours") == 3);  // 5, 1, 4, 2
}

TEST_CASE("bench takes the name of a group, lists, and refuses a name that does not exist") {
  const Folder folder;
  const std::pair<std::string, std::string> file{"BURIN_TEST_ROUNDS", (folder / "rounds").string()};
  const json group = json::parse(fixture({"bench", "test", "--rounds", "1", "--json"}, {file}).out);
  CHECK(group.at("rows").size() == 3);

  const Outcome list = run({"bench", "sim", "--list"});
  check_success(list);
  for (const char* name : {"sim.sha256 ", "sim.sha256-batch ", "sim.sha256-pipeline ", "sim.control ",
                           "sim.start.sha256 ", "sim.start.sha256-pipeline ", "sim.start.1m ", "sim.waves "}) {
    CHECK(contains("\n" + list.out, std::string("\n") + name));
  }
  CHECK(!contains(list.out, "lang."));
  const json all = json::parse(run({"bench", "--list", "--json"}).out);
  CHECK(all.at("benchmarks").size() > 10);

  check_failure(run({"bench", "sim.sha265"}), 1, "there is no benchmark 'sim.sha265'; did you mean 'sim.sha256'");
  check_failure(run({"bench", "long"}), 1, "did you mean 'lang'?");
  check_failure(run({"bench", "qqqqqq"}), 1, "'burin bench --list' shows them");
  check_failure(run({"bench", "sim.sha256", "--engine", "interpretr"}), 1, "did you mean 'interpreter'?");
  check_failure(run({"bench", "sim.sha256", "--rounds", "0"}), 1, "--rounds 0");
  check_failure(run({"bench", "sim", "--once"}), 1, "name it");
}

TEST_CASE("bench: sides that go wrong") {
  const auto failure = [](const Outcome& outcome, std::string_view text) {
    INFO("standard error: ", outcome.err);
    CHECK(outcome.status == 1);
    CHECK(contains(outcome.err, text));
    CHECK(contains(outcome.err, "1 of 1 benchmarks failed"));
    const json document = json::parse(outcome.out);
    CHECK(document.at("rows").empty());
    CHECK(document.at("failed").size() == 1);
  };
  failure(fixture({"bench", "wrong.differs", "--json"}),
          "wrong.differs: Burin and other do not agree: output 2 is b and c");
  failure(fixture({"bench", "wrong.falls", "--json"}), "the script ended with status 3: oops");
  failure(fixture({"bench", "wrong.mumbles", "--json"}), "the script prints no measurement but 'about 3 seconds'");

  const Outcome skipped = fixture({"bench", "wrong.lacking", "--json"});
  CHECK(skipped.status == 0);
  CHECK(skipped.err == "cli_fixture: wrong.lacking skipped, no-such-tool is not installed\n");
  CHECK(json::parse(skipped.out).at("skipped").at(0).at("missing") == "no-such-tool");
}

TEST_CASE("bench: Ctrl-C ends the program of a peer, and leaves nothing of a build") {
  const Folder folder;
  const fs::path pid_file = folder / "peer";
  const Outcome outcome =
      fixture({"bench", "wrong.sleeps"}, {{"BURIN_TEST_PEER", pid_file.string()}}, [&](pid_t process) {
        wait_until([&] { return fs::exists(pid_file) && read_file(pid_file).ends_with('\n'); });
        kill(process, SIGINT);
      });
  CHECK(outcome.status == 130);
  CHECK(outcome.err == "cli_fixture: interrupted\n");
  REQUIRE(fs::exists(pid_file));
  const auto peer = static_cast<pid_t>(std::stol(read_file(pid_file)));
  CHECK(wait_until([&] { return kill(peer, 0) != 0 && errno == ESRCH; }));

  if (!find_program("verilator")) return;
  const fs::path cache = folder / "cache";
  const Outcome build =
      run({.arguments = {"bench", "sim.sha256"},
           .environment = {{"BURIN_CACHE", cache.string()}, {"TMPDIR", folder.path().string()}},
           .meanwhile = [&](pid_t process) {
             wait_until([&] { return fs::exists(cache / "bench") && !fs::is_empty(cache / "bench"); });
             usleep(300'000);
             kill(process, SIGINT);
           }});
  CHECK(build.status == 130);
  CHECK(build.err == "burin: interrupted\n");
  CHECK(files_below(cache).empty());
  CHECK(is_clean(cache / "bench"));
}

}  // namespace burin::cli_test
