// SPDX-License-Identifier: Apache-2.0
//! @file result.cpp
//! @brief Results: JSON there and back, refusal of what is none, the table.
#include "burin/flows/result.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::user_error;

namespace {

std::vector<Result> some_results() {
  Result area;
  area.design = "counter";
  area.target = "ice40-hx8k";
  area.metric = "LUT4";
  area.value = 1234;
  area.evidence = Evidence::synthesis_estimate;
  area.tool = "yosys";
  area.tool_versions = {{"yosys", "0.23"}};
  area.command = "burin flow counter --target ice40-hx8k";
  area.input_hash = "00ff";
  Result fmax = area;
  fmax.metric = "fmax";
  fmax.unit = "MHz";
  fmax.evidence = Evidence::placed_and_routed;
  fmax.samples = {56.5, 55.25, 60};
  fmax.seeds = {1, 2, 3};
  fmax.value = median(fmax.samples);
  fmax.tool = "nextpnr-ice40";
  fmax.tool_versions["nextpnr-ice40"] = "0.4";
  Result none = fmax;
  none.samples.clear();
  none.value.reset();
  none.note = "no fmax: a | in a note\nof two lines";
  Result published = area;
  published.target = "";
  published.evidence = Evidence::published;
  published.value = 0.1;
  Result simulated = area;
  simulated.evidence = Evidence::simulated;
  simulated.unit = "cycles";
  return {area, fmax, none, published, simulated};
}

}  // namespace

TEST_CASE("results: JSON there and back loses nothing") {
  const std::vector<Result> results = some_results();
  const std::string json = to_json(results);
  CHECK(from_json(json) == results);
  CHECK(json.back() == '\n');
  const nlohmann::json document = nlohmann::json::parse(json);
  CHECK(document.at("schema") == kResultSchema);
  CHECK(document.at("results").at(1).at("minimum") == 55.25);
  CHECK(document.at("results").at(1).at("value") == 56.5);
  CHECK(document.at("results").at(1).at("maximum") == 60);
  CHECK(document.at("results").at(2).at("value").is_null());
  CHECK(document.at("results").at(1).at("evidence") == "placed and routed");
  CHECK(document.at("results").at(1).at("key") == "counter/ice40-hx8k/fmax");
  CHECK(from_json(to_json({})).empty());
}

TEST_CASE("results: what is no result file is refused in one line") {
  CHECK(user_error([] { (void)from_json("{"); }).starts_with("these are not Burin's results: "));
  CHECK(user_error([] { (void)from_json("[1, 2]"); }).starts_with("these are not Burin's results: "));
  CHECK(user_error([] { (void)from_json("{\"schema\": 99, \"results\": []}"); }) ==
        "these results have schema 99, and this Burin reads schema 2");
  nlohmann::json document = nlohmann::json::parse(to_json(some_results()));
  document["results"][0].erase("unit");
  CHECK(user_error([&] { (void)from_json(document.dump()); }).find("unit") != std::string::npos);
  document = nlohmann::json::parse(to_json(some_results()));
  document["results"][0]["evidence"] = "guessed";
  CHECK(user_error([&] { (void)from_json(document.dump()); }) ==
        "a result's evidence is 'guessed', which is none that Burin knows");
}

TEST_CASE("results: the median") {
  CHECK(!median({}).has_value());
  CHECK(median({3}) == 3);
  CHECK(median({5, 1, 3}) == 3);
  CHECK(median({4, 1, 2, 3}) == 2.5);
}

TEST_CASE("results: the table has a row each and its notes below") {
  const std::vector<Result> results = some_results();
  CHECK(to_markdown(std::span(results).first(3)) ==
        "| design  | target     | metric | value                     | evidence           | tool                       "
        "|\n"
        "| ------- | ---------- | ------ | ------------------------- | ------------------ | -------------------------- "
        "|\n"
        "| counter | ice40-hx8k | LUT4   | 1234                      | synthesis estimate | yosys 0.23                 "
        "|\n"
        "| counter | ice40-hx8k | fmax   | 55.25 / 56.50 / 60.00 MHz | placed and routed  | nextpnr-ice40 0.4, 3 seeds "
        "|\n"
        "| counter | ice40-hx8k | fmax   | n/a [1]                   | placed and routed  | nextpnr-ice40 0.4          "
        "|\n"
        "\n"
        "[1] no fmax: a | in a note of two lines\n");
}

TEST_CASE("results: a comparison has a table for each target, with the origin of its numbers") {
  Result other = some_results()[0];
  other.design = "timer";
  other.target = "xcup";
  other.constraint = "100 MHz";
  const std::vector<Result> results = {some_results()[0], some_results()[1], other};
  CHECK(to_comparison(results) ==
        "## ice40-hx8k\n\n"
        "| design  | LUT4 | fmax                      |\n"
        "| ------- | ---- | ------------------------- |\n"
        "| counter | 1234 | 55.25 / 56.50 / 60.00 MHz |\n"
        "\n* LUT4: synthesis estimate, yosys 0.23\n* fmax: placed and routed, nextpnr-ice40 0.4\n"
        "\n## xcup\n\n"
        "| design | LUT4 |\n| ------ | ---- |\n| timer  | 1234 |\n"
        "\n* LUT4: synthesis estimate, yosys 0.23, asked for 100 MHz\n");
}
