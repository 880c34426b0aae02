// SPDX-License-Identifier: Apache-2.0
//! @file flow_and_verilator.cpp
//! @brief The verbs that need Verilator, Yosys and nextpnr, with these tools.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "generators/command.h"

namespace burin::cli_test {

using nlohmann::json;

TEST_CASE("simulate on the Verilog and on the netlist") {
  const Folder folder;
  write_file(folder / "abc", "abc");
  const Outcome verilog =
      run({.arguments = {"simulate", "counter", "--engine", "verilator"}, .environment = {test_cache()}});
  check_success(verilog);
  CHECK(verilog.out.starts_with("counter: test passed on verilator, 602 cycles in "));
  const Outcome netlist =
      run({.arguments = {"simulate", "counter", "--engine", "netlist", "--json"}, .environment = {test_cache()}});
  check_success(netlist);
  const json document = json::parse(netlist.out);
  CHECK(document.at("engine") == "netlist");
  CHECK(document.at("target") == "ice40-hx8k");
  CHECK(document.at("cycles") == 602);
  const Outcome digest = run({.arguments = {"simulate", "sha256", "--engine", "verilator", "--file", "abc"},
                              .folder = folder.path(),
                              .environment = {test_cache()}});
  check_success(digest);
  CHECK(digest.out == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n");
}

TEST_CASE("flow gives area, fmax over seeds and a simulated netlist") {
  const Folder folder;
  const Command command{.arguments = {"flow", "counter", "--width", "6", "--target", "ice40-hx8k", "--seeds", "2",
                                      "--json", "--progress"},
                        .folder = folder.path(),
                        .environment = {test_cache()}};
  const Outcome outcome = run(command);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK(outcome.err.find(" s] elaboration\n") != std::string::npos);
  CHECK(outcome.err.find("simulation of the netlist\n") != std::string::npos);
  const json document = json::parse(outcome.out);
  CHECK(document.at("schema") == 2);
  bool fmax = false;
  bool netlist = false;
  for (const json& result : document.at("results")) {
    CHECK(result.at("design") == "counter_width_6");
    CHECK(result.at("target") == "ice40-hx8k");
    CHECK(result.at("command") == "burin flow counter --width 6 --target ice40-hx8k --seeds 2");
    if (result.at("metric") == "fmax") {
      fmax = true;
      CHECK(result.at("samples").size() == 2);
      CHECK(result.at("seeds") == json::array({1, 2}));
      CHECK(result.at("minimum") <= result.at("value"));
      CHECK(result.at("value") <= result.at("maximum"));
      CHECK(result.at("minimum").get<double>() > 50);
      CHECK(result.at("tool_versions").contains("yosys"));
    }
    if (result.at("metric") == "netlist test") {
      netlist = true;
      CHECK(result.at("value") == 602);
      CHECK(result.at("evidence") == "simulated cycles");
      CHECK(!result.at("tool_versions").at("verilator").get<std::string>().empty());
    }
    if (result.at("metric") == "FF") CHECK(result.at("value") == 6);
  }
  CHECK(fmax);
  CHECK(netlist);
  const fs::path results = folder / "out/counter/ice40-hx8k";
  CHECK(json::parse(read_file(results / "results.json")) == document);
  const std::vector<std::string> files = files_below(folder.path());
  CHECK(std::find(files.begin(), files.end(), "out/counter/ice40-hx8k/netlist.v") != files.end());
  for (const std::string& file : files) CHECK(file.find(".burin") == std::string::npos);

  // As a table, in another folder, and without running a tool again.
  Command again = command;
  again.arguments = {"flow", "counter", "--width", "6", "--target", "ice40-hx8k", "--seeds", "2", "--out", "elsewhere"};
  const Outcome table = run(again);
  CHECK(table.status == 0);
  CHECK(table.out == read_file(folder / "elsewhere/ice40-hx8k/results.md"));
  CHECK(table.out.find("| fmax ") != std::string::npos);
  CHECK(table.err.find("stages: synthesis ") == 0);
  CHECK(table.err.find("(not run again)") != std::string::npos);
  CHECK(table.err.ends_with("\nresults are in elsewhere/ice40-hx8k\n"));
}

}  // namespace burin::cli_test
