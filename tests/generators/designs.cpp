// SPDX-License-Identifier: Apache-2.0
//! @file designs.cpp
//! @brief Designs that go wrong, parameters of all kinds, and a program of another name: fixture/fixture.cpp.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "command.h"

namespace burin::cli_test {
namespace {

Outcome fixture(std::vector<std::string> arguments, const fs::path& folder = {},
                std::function<void(pid_t)> meanwhile = {}) {
  return run({.arguments = std::move(arguments),
              .folder = folder,
              .program = fs::path(BURIN_BINARY_DIR) / "tests/cli_fixture",
              .meanwhile = std::move(meanwhile)});
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a design with errors gives its report and no file") {
  const Folder folder;
  for (const char* verb : {"generate", "describe"}) {
    const Outcome outcome = fixture({verb, "undriven"}, folder.path());
    CHECK(outcome.status == 1);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, "fixture.cpp:"));
    CHECK(contains(outcome.err, "error[B0201 undriven]"));
    CHECK(contains(outcome.err, "Out<UInt<4>> c;"));
    CHECK(contains(outcome.err, "^"));
  }
  CHECK(is_clean(folder / "out"));
}

TEST_CASE("a warning goes to standard error, and the work goes on") {
  const Folder folder;
  const Outcome outcome = fixture({"generate", "unused-input", "--json"}, folder.path());
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.err, "warning[B0205 unused-input]"));
  CHECK(nlohmann::json::parse(outcome.out).at("files").size() == 1);
}

TEST_CASE("a failed assertion and a failed test are failures") {
  const Outcome asserts = fixture({"simulate", "asserts"});
  CHECK(asserts.status == 1);
  CHECK(asserts.out.empty());
  CHECK(contains(asserts.err, "a is 1\n"));
  CHECK(contains(asserts.err, "fixture.cpp:"));
  CHECK(contains(asserts.err, "assertion failed"));
  CHECK(contains(asserts.err, "a stays 0\n"));
  CHECK(contains(asserts.err, "\ncli_fixture: asserts: 2 assertions of the design failed, see above\n"));

  const Outcome fails = fixture({"simulate", "fails"});
  CHECK(fails.status == 1);
  CHECK(fails.out.empty());
  CHECK(fails.err == "cli_fixture: fails: the test failed on native after 2 cycles: b after a is 1, 0 expected\n");

  const Outcome untested = fixture({"simulate", "untested"});
  CHECK(untested.status == 1);
  CHECK(contains(untested.err, "design 'untested' has no test"));
}

TEST_CASE("an exception of a design is the design's, a broken rule inside is Burin's") {
  const Outcome throws = fixture({"generate", "throws"});
  CHECK(throws.status == 1);
  CHECK(throws.err == "cli_fixture: the C++ of design 'throws' threw an exception: there is no lane 7\n");
  const Outcome defect = fixture({"generate", "defect"});
  CHECK(defect.status == 70);
  CHECK(contains(defect.err, "internal error: two and two are five"));
  CHECK(contains(defect.err, "please report it"));
}

TEST_CASE("parameters of all kinds") {
  const auto parameters = [](std::vector<std::string> flags) {
    std::vector<std::string> arguments = {"generate", "settings"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.emplace_back("--json");
    const Folder folder;
    const Outcome outcome = fixture(arguments, folder.path());
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    return nlohmann::json::parse(outcome.out).at("parameters");
  };
  CHECK(parameters({}) == nlohmann::json{{"pipelined", false}, {"mode", "fast_mode"}, {"seed", 1}, {"json", 2}});
  CHECK(parameters({"--pipelined"}).at("pipelined") == true);
  CHECK(parameters({"--pipelined", "true"}).at("pipelined") == true);
  CHECK(parameters({"--pipelined=false"}).at("pipelined") == false);
  CHECK(parameters({"--mode", "fastest"}).at("mode") == "fastest");
  CHECK(parameters({"--mode", "fast-mode"}).at("mode") == "fast_mode");
  CHECK(parameters({"--seed", "-8"}).at("seed") == -8);
  CHECK(parameters({"--param", "json=7"}).at("json") == 7);
  CHECK(contains(fixture({"generate", "settings", "--mode", "slowest"}).err, "slow, fast_mode, fastest"));
  CHECK(contains(fixture({"generate", "settings", "--pipelined", "maybe"}).err, "write true or false"));

  // `simulate` has a --seed of its own: it is the parameter of `generate`, and reached by --param here.
  const Outcome simulated = fixture({"simulate", "settings", "--param", "seed=-3", "--json"});
  CHECK(simulated.status == 0);
  CHECK(nlohmann::json::parse(simulated.out).at("parameters").at("seed") == -3);
}

TEST_CASE("Ctrl-C ends a test that does not end by itself") {
  const Outcome outcome = fixture({"simulate", "forever"}, {}, [](pid_t process) {
    usleep(500'000);
    kill(process, SIGINT);
  });
  CHECK(outcome.status == 130);
  CHECK(outcome.err == "cli_fixture: interrupted\n");
}

}  // namespace burin::cli_test
