// SPDX-License-Identifier: Apache-2.0
//! @file bench_registry.cpp
//! @brief The benchmarks of the program, and how the program of a side hands over what it measured.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "burin/base/diagnostics.h"
#include "burin/base/process.h"
#include "burin/cli/benchmark.h"

namespace burin::cli {
namespace {

/// In order of construction. A function's static, because benchmarks register before `main`.
std::vector<const Benchmark*>& registry() {
  static std::vector<const Benchmark*> entries;
  return entries;
}

}  // namespace

Benchmark::Benchmark(BenchmarkSpec spec) : spec_(std::move(spec)) { registry().push_back(this); }

Benchmark::~Benchmark() { std::erase(registry(), this); }

std::vector<const Benchmark*> benchmarks() {
  std::vector<const Benchmark*> sorted = registry();
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Benchmark* a, const Benchmark* b) { return a->spec().name < b->spec().name; });
  return sorted;
}

BenchSample run_bench_program(const std::vector<std::string>& argv, std::string_view what, const std::string& folder) {
  ProcessRequest request;
  request.argv = argv;
  request.folder = folder;
  const ProcessResult result = run_process(request);
  if (!result.ok()) throw UserError(fmt::format("{} {}", what, failure_text(result)));
  BenchSample sample;
  try {
    const size_t begin = result.output.find('{');
    const auto document = nlohmann::json::parse(begin == std::string::npos ? "" : result.output.substr(begin));
    sample.value = document.at("value").get<double>();
    sample.outputs = document.at("outputs").get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw UserError(fmt::format("{} prints no measurement but '{}'", what, telling_line(result.output)));
  }
  sample.peak_kib = result.peak_kib;
  return sample;
}

}  // namespace burin::cli
