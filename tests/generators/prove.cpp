// SPDX-License-Identifier: Apache-2.0
//! @file prove.cpp
//! @brief `burin prove`: what it prints, counterexamples on the C++ lines, waves, and what goes wrong.
#include <nlohmann/json.hpp>

#include "command.h"

namespace burin::cli_test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool has_tools() {
  const bool found = find_program("yosys") && find_program("z3");
  if (!found) MESSAGE("skipped: no yosys or z3 in PATH");
  return found;
}

Outcome prove(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "prove");
  return run({.arguments = std::move(arguments),
              .environment = {test_cache()},
              .program = fs::path(BURIN_BINARY_DIR) / "tests" / "cli_fixture"});
}

TEST_CASE("prove says for each check what is known") {
  if (!has_tools()) return;
  const Outcome outcome = prove({"proven"});
  check_success(outcome);
  CHECK(contains(outcome.out, "proven     assert_it_counts"));
  CHECK(contains(outcome.out, "reached    cover_it_wraps"));
}

TEST_CASE("a counterexample stands on the C++ line, with the values that lead to it, as text, JSON and waves") {
  if (!has_tools()) return;
  const Folder folder;
  const std::string waves = (folder / "cex.vcd").string();
  const Outcome outcome = prove({"refuted", "--waves", waves});
  INFO(outcome.out);
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.err, "refuted: 1 assertion fails"));
  CHECK(contains(outcome.out, "fails      assert_it_stays_below_three"));
  CHECK(contains(outcome.out, "fixture.cpp:"));
  CHECK(contains(outcome.out, "assert_(count < 3, \"it stays below three\");"));
  const std::string page = read_file(fs::path(BURIN_SOURCE_DIR) / "docs" / "proofs.md");
  const size_t table = page.find("  cycle  ");
  REQUIRE(table != std::string::npos);
  CHECK(contains(outcome.out, page.substr(table, page.find("refuted: 1", table) - table)));
  CHECK(contains(outcome.out, "waves: " + waves));
  CHECK_FALSE(contains(outcome.out, "does not repeat"));
  const std::string vcd = read_file(waves);
  CHECK(contains(vcd, " count "));
  CHECK(contains(read_file(waves + ".gtkw"), "state"));

  const Outcome as_json = prove({"refuted", "--json"});
  CHECK(as_json.status == 1);
  const json document = json::parse(as_json.out);
  CHECK(document.at("ok") == false);
  const json& check = document.at("checks").at(0);
  CHECK(check.at("verdict") == "fails");
  CHECK(check.at("example").at("confirmed") == true);
  CHECK(check.at("cycles") == 4);
}

TEST_CASE("reset as the option says") {
  if (!has_tools()) return;
  CHECK(prove({"resets", "--reset", "once"}).status == 0);
  CHECK(prove({"resets", "--reset", "start"}).status == 1);
  CHECK(prove({"resets", "--reset", "free"}).status == 1);
}

TEST_CASE("two clocks are proven together, and a failure is repeated") {
  if (!has_tools()) return;
  check_success(prove({"two-clocks", "--mode", "bmc", "--depth", "12"}));
  const Outcome failure = prove({"two-clocks-fail", "--mode", "bmc", "--depth", "12"});
  INFO(failure.out);
  CHECK(failure.status == 1);
  CHECK_FALSE(contains(failure.out, "does not repeat"));
}

TEST_CASE("prove refuses what makes no sense") {
  check_failure(run({"prove", "counter", "--mode", "bcm"}), 1, "did you mean 'bmc'?");
  check_failure(run({"prove", "counter", "--engine", "z4"}), 1, "no engine 'z4'");
  check_failure(run({"prove", "counter", "--reset", "never"}), 1, "no reset 'never'");
  check_failure(run({"prove", "counter", "--depth", "0"}), 1, "--depth 0");
  check_failure(run({"prove", "counter", "--waves", "w.txt"}), 1, "let the name of 'w.txt' end in .vcd or .fst");
  if (!has_tools()) return;
  check_failure(run({"prove", "counter"}), 1, "design 'counter' has no assertion");
  check_failure(run({.arguments = {"prove", "fifo"}, .environment = {{"BURIN_Z3", "/no/z3"}}}), 1, "apt install z3");
}

TEST_CASE("an interrupt ends a proof") {
  if (!has_tools()) return;
  const Folder folder;
  const fs::path started = folder.path() / "started";
  const fs::path solver = fake_tool(folder.path(), "z3",
                                    "if [ \"$1\" = --version ]; then echo 'Z3 version 4.8.12'; exit 0; fi\ntouch '" +
                                        started.string() + "'\nexec sleep 100\n");
  const Outcome outcome =
      run({.arguments = {"prove", "fifo"},
           .environment = {{"BURIN_Z3", solver.string()}, {"BURIN_CACHE", (folder.path() / "cache").string()}},
           .meanwhile = [&](pid_t pid) {
             CHECK(wait_until([&] { return fs::exists(started); }));
             kill(pid, SIGINT);
           }});
  CHECK(outcome.status == 130);
  CHECK(outcome.seconds < 60);
}

}  // namespace
}  // namespace burin::cli_test
