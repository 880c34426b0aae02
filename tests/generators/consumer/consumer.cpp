// SPDX-License-Identifier: Apache-2.0
//! @file consumer.cpp
//! @brief A project of somebody else, made by `burin new`, against an installed Burin.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "generators/command.h"

namespace burin::cli_test {
namespace {

using nlohmann::json;

/// A value of the cache of the build that runs these tests.
std::string cache_value(const std::string& name) {
  const std::string cache = "\n" + read_file(fs::path(BURIN_BINARY_DIR) / "CMakeCache.txt");
  const size_t at = cache.find("\n" + name + ":");
  if (at == std::string::npos) return "";
  const size_t equals = cache.find('=', at);
  return cache.substr(equals + 1, cache.find('\n', equals) - equals - 1);
}

void cmake(std::vector<std::string> arguments) {
  const Outcome outcome = run({.arguments = std::move(arguments), .program = find_program("cmake").value()});
  INFO(outcome.out, outcome.err);
  REQUIRE(outcome.status == 0);
}

}  // namespace

TEST_CASE("an installed Burin, a new project, and all verbs over its design") {
  const Folder folder;
  const fs::path prefix = folder / "prefix";
  cmake({"--install", BURIN_BINARY_DIR, "--prefix", prefix});
  CHECK(fs::exists(prefix / "include/burin/burin.h"));
  CHECK(!fs::exists(prefix / "include/designs"));

  const Outcome made = run({.arguments = {"new", "blinker"}, .folder = folder.path(), .program = prefix / "bin/burin"});
  check_success(made);
  const fs::path project = folder / "blinker";
  std::vector<std::string> configure = {"-S",
                                        project,
                                        "-B",
                                        project / "build",
                                        "-DCMAKE_PREFIX_PATH=" + prefix.string(),
                                        "-DCMAKE_CXX_COMPILER=" + cache_value("CMAKE_CXX_COMPILER"),
                                        "-DCMAKE_BUILD_TYPE=Debug",
                                        "-DCMAKE_CXX_FLAGS=-O0 -g0"};
  if (const std::string sanitizers = cache_value("BURIN_SANITIZE"); !sanitizers.empty())
    configure.back() += " -fsanitize=" + sanitizers;
  cmake(configure);
  cmake({"--build", project / "build"});

  const auto blinker = [&](std::vector<std::string> arguments) {
    return run({.arguments = std::move(arguments),
                .folder = folder.path(),
                .environment = {test_cache()},
                .program = project / "build/blinker"});
  };
  CHECK(blinker({"list"}).out == "blinker  A tick every so many cycles\n");
  CHECK(json::parse(blinker({"list", "--json"}).out).at("designs").size() == 1);

  const Outcome generated = blinker({"generate", "blinker", "--period", "10"});
  check_success(generated);
  const std::vector<std::string> files = files_below(folder / "out/blinker");
  REQUIRE(files.size() == 1);
  CHECK(read_file(folder / ("out/blinker/" + files[0])).find("module Blinker") != std::string::npos);

  check_success(blinker({"simulate", "blinker", "--period", "10"}));
  check_success(blinker({"simulate", "blinker"}));
  const Outcome refused = blinker({"generate", "blinker", "--period", "1"});
  CHECK(refused.status == 1);
  CHECK(refused.err == "blinker: --period 1: out of range, 2 to 1048576 expected\n");

  const Outcome flow = blinker({"flow", "blinker", "--target", "ice40-hx8k", "--seeds", "1", "--json"});
  check_success(flow);
  const json document = json::parse(flow.out);
  std::vector<std::string> metrics;
  for (const json& result : document.at("results")) metrics.push_back(result.at("metric"));
  CHECK(std::find(metrics.begin(), metrics.end(), "fmax") != metrics.end());
  CHECK(std::find(metrics.begin(), metrics.end(), "netlist test") != metrics.end());
}

}  // namespace burin::cli_test
