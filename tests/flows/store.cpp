// SPDX-License-Identifier: Apache-2.0
//! @file store.cpp
//! @brief The folder of results: there and back, keys, and what does not belong there.
#include "burin/flows/store.h"

#include <doctest/doctest.h>

#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::Scratch;
using burin::test::user_error;

namespace {

Result result_of(const std::string& design, const std::string& metric) {
  Result result;
  result.design = design;
  result.target = "asic-liberty:a/b.lib";
  result.metric = metric;
  result.value = 3;
  result.command = "burin flow " + design;
  return result;
}

}  // namespace

TEST_CASE("store: a file for each command, and the same again replaces it") {
  const Scratch scratch;
  CHECK(stored_results(scratch.path() / "none").empty());
  const auto file = store_results(scratch.path(), {result_of("b", "area"), result_of("b", "netlist test")});
  CHECK(file == scratch.path() / "b-asic-liberty_a_b.lib.json");
  store_results(scratch.path(), {result_of("a", "area")});
  store_results(scratch.path(), {result_of("b", "area")});
  const std::vector<StoredRun> runs = stored_results(scratch.path());
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].command == "burin flow a");
  CHECK(runs[1].results == std::vector<Result>{result_of("b", "area")});
  CHECK(user_error([&] { store_results(scratch.path(), {}); }) == "there are no results to keep");
  burin::write_file(scratch.path() / "c.json", "{\"schema\": 1, \"results\": []}");
  CHECK(user_error([&] { (void)stored_results(scratch.path()); }) ==
        (scratch.path() / "c.json").string() + ": these results have schema 1, and this Burin reads schema 2");
}

TEST_CASE("store: keys and what is meant by their beginnings") {
  CHECK(result_of("b", "netlist test").key() == "b/asic-liberty:a/b.lib/netlist-test");
  CHECK(key_matches("sha256/xcup/LUT", ""));
  CHECK(key_matches("sha256/xcup/LUT", "sha256"));
  CHECK(key_matches("sha256/xcup/LUT", "sha256/xcup/"));
  CHECK(key_matches("sha256/xcup/LUT", "sha256/xcup/LUT"));
  CHECK(!key_matches("sha256-core/xcup/LUT", "sha256"));
  CHECK(!key_matches("sha256/xcup/LUT", "xcup"));
}
