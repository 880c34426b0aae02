// SPDX-License-Identifier: Apache-2.0
//! @file results.cpp
//! @brief `results`: rows that are kept, found stale, made again and made into a page.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command.h"

namespace burin::cli_test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Verilog of a few gates, so that a flow takes no time.
void write_verilog(const fs::path& file, const std::string& expression) {
  write_file(file, "module tiny(input clk, input a, input b, output reg y);\n  always @(posedge clk) y <= " +
                       expression + ";\nendmodule\n");
}

}  // namespace

TEST_CASE("results are kept by a flow, shown by key, and found stale when the source changes") {
  const Folder folder;
  write_verilog(folder / "tiny.v", "a & b");
  const auto in_folder = [&](std::vector<std::string> arguments) {
    return run({.arguments = std::move(arguments), .folder = folder.path(), .environment = {test_cache()}});
  };
  const Outcome none = in_folder({"results"});
  CHECK(none.status == 1);
  CHECK(contains(none.err, "there are no results in docs/results"));

  const Outcome flow = in_folder({"flow", "tiny.v", "--target", "xcup", "--keep", "docs/results"});
  INFO(flow.err);
  REQUIRE(flow.status == 0);
  CHECK(contains(flow.err, "kept docs/results/tiny-xcup.json"));
  const Outcome shown = in_folder({"results", "tiny/xcup", "--json"});
  check_success(shown);
  const json rows = json::parse(shown.out).at("results");
  REQUIRE(!rows.empty());
  CHECK(rows.at(0).at("key") == "tiny/xcup/LUT");
  CHECK(rows.at(0).at("value") == 1);
  CHECK(rows.at(0).at("unit") == "");
  CHECK(rows.at(0).at("evidence") == "synthesis estimate");
  CHECK(rows.at(0).at("tool").get<std::string>().starts_with("yosys 0."));
  CHECK(rows.at(0).at("command") == "burin flow tiny.v --target xcup");
  CHECK(rows.at(0).at("state") == "current");
  CHECK(contains(in_folder({"results", "nothing"}).err, "there is no result 'nothing' in docs/results"));

  write_verilog(folder / "tiny.v", "a ^ b ^ y");
  const Outcome stale = in_folder({"results", "tiny/xcup/FF"});
  CHECK(stale.status == 0);
  CHECK(contains(stale.out, "(synthesis estimate; stale: the design or its library has changed)"));
  CHECK(contains(stale.err, "'burin results --stale' makes them again"));
  const Outcome again = in_folder({"results", "--stale"});
  INFO(again.err);
  CHECK(again.status == 0);
  CHECK(contains(again.err, "burin flow tiny.v --target xcup"));
  CHECK(!contains(again.out, "stale"));

  fs::remove(folder / "tiny.v");
  const Outcome gone = in_folder({"results"});
  CHECK(contains(gone.out, "unknown: cannot read tiny.v"));
}

TEST_CASE("results make a page from a list of commands, and a file that is none is named") {
  const Folder folder;
  write_verilog(folder / "tiny.v", "a & b");
  write_file(folder / "docs/results/page.list",
             "# # A page\n#\n# Text.\n\nburin flow tiny.v --target xcup\nburin flow tiny.v --target asic\n");
  const Command report{
      .arguments = {"results", "--report", "page"}, .folder = folder.path(), .environment = {test_cache()}};
  const Outcome made = run(report);
  INFO(made.err);
  REQUIRE(made.status == 0);
  const std::string page = read_file(folder / "docs/results/page.md");
  CHECK(page.starts_with("# A page\n\nText.\n\n## xcup\n\n| design | LUT"));
  CHECK(contains(page, "\n## asic-osu018\n\n| design | area"));
  CHECK(contains(page, "* period: static timing, opensta 2.0.17, asked for a period of 0.5 ns\n"));
  // Nothing is stale: nothing runs, and the page is the same.
  const Outcome again = run(report);
  CHECK(!contains(again.err, "burin flow"));
  CHECK(read_file(folder / "docs/results/page.md") == page);

  const auto fails = [&](const std::string& list, std::string_view why) {
    write_file(folder / "docs/results/page.list", list);
    const Outcome outcome = run(report);
    CHECK(outcome.status == 1);
    CHECK_MESSAGE(contains(outcome.err, why), outcome.err);
  };
  fails("# text\n", "docs/results/page.list lists no command");
  fails("burin simulate counter\n", "'burin simulate counter' is no flow that can be run");
  fails("burin flow 'tiny.v --target xcup\n", "a quote does not end");
  fails("burin flow none --target xcup\n", "there is no design 'none'");
  write_file(folder / "docs/results/broken.json", "{");
  fails("burin flow tiny.v --target xcup\n", "docs/results/broken.json: these are not Burin's results");
}

TEST_CASE("flow takes Verilog files, and says what is wrong with them") {
  const Folder folder;
  const auto error_of = [&](std::vector<std::string> arguments) {
    const Outcome outcome =
        run({.arguments = std::move(arguments), .folder = folder.path(), .environment = {test_cache()}});
    CHECK(outcome.status == 1);
    return outcome.err;
  };
  CHECK(contains(error_of({"flow", "none.v", "--target", "xcup"}), "cannot read none.v"));
  write_verilog(folder / "tiny.v", "a &");
  CHECK(contains(error_of({"flow", "tiny.v", "--target", "xcup"}), "tiny.v:2: "));
  write_verilog(folder / "tiny.v", "a");
  CHECK(contains(error_of({"flow", "tiny.v", "--top", "huge", "--target", "xcup"}), "huge"));
  CHECK(contains(error_of({"flow", "counter", "--top", "tiny", "--target", "xcup"}),
                 "--top has a meaning with a Verilog file only"));
  CHECK(contains(error_of({"flow", "tiny.v", "--frequency", "-3", "--target", "xcup"}),
                 "--frequency -3: a number from 0.001 to 100000 expected"));
  CHECK(
      contains(error_of({"flow", "tiny.v", "--target", "asic-liberty:none.lib"}), "there is no Liberty file none.lib"));
}

}  // namespace burin::cli_test
