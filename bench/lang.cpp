// SPDX-License-Identifier: Apache-2.0
//! @file lang.cpp
//! @brief The language itself: compiling a design file, its lines, and from C++ objects to Verilog.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "bench/large_design.h"
#include "bench/processor_time.h"
#include "bench/programs.h"
#include "bench/sha256_round.h"
#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/process.h"
#include "burin/verilog/emit.h"
#include "designs/sha256/pipeline.h"

namespace burin::bench {
namespace {

using cli::BenchContext;
using cli::Benchmark;
using cli::BenchSample;

/// Elaborates with all checks, and writes the Verilog to memory. Equal runs give equal text.
template <typename M>
BenchSample generate(const typename detail::ConfigOf<M>::type& config) {
  std::vector<VerilogFile> files;
  BenchSample sample;
  sample.value = processor_seconds([&] {
    const auto elaboration = elaborate<M>(config);
    files = emit_verilog(*elaboration.design);
  });
  ContentHash hash;
  for (const VerilogFile& file : files) hash.add(file.name).add(file.text);
  sample.outputs = {hash.hex()};
  return sample;
}

/// Whether a line counts: `grep -vE '^ *(//|#|$)|namespace'`.
bool counts(std::string_view line) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view rest = line.substr(begin);
  return !rest.empty() && !rest.starts_with("//") && !rest.starts_with('#') &&
         line.find("namespace") == std::string_view::npos;
}

BenchSample lines(const BenchContext&) {
  const std::string text = read_file(source_folder() / "bench/sha256_round.h");
  BenchSample sample;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (counts(std::string_view(text).substr(begin, end - begin))) ++sample.value;
    begin = end + 1;
  }
  return sample;
}

BenchSample compile(const BenchContext&) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "burin-bench-");
  write_file(folder.path() / "design.cpp",
             "#include \"bench/sha256_round.h\"\n"
             "auto design() { return burin::elaborate<burin::sha256::RoundDesign>().design; }\n");
  const std::string source = source_folder().string();
  const double before = children_seconds();
  run_tool({BURIN_CXX, "-std=c++20", "-O0", "-I" + source, "-I" + source + "/dsl/include", "-c", "design.cpp", "-o",
            "design.o"},
           folder.path(), "RoundDesign");
  BenchSample sample;
  sample.value = children_seconds() - before;
  return sample;
}

const Benchmark kCompile({.name = "lang.compile",
                          .summary = "Compiling the SHA-256 design file, bench/sha256_round.h, at -O0",
                          .unit = "s",
                          .tools = {BURIN_CXX},
                          .ours = compile});

const Benchmark kLines({.name = "lang.lines",
                        .summary = "Lines of the SHA-256 design file that count",
                        .unit = "lines",
                        .rounds = 1,
                        .ours = lines});

const Benchmark kGenerateRound({.name = "lang.generate.sha256-round",
                                .summary = "SHA-256, a round a clock: elaborate, check, emit Verilog",
                                .unit = "s",
                                .ours = [](const BenchContext&) { return generate<sha256::RoundDesign>({}); }});

const Benchmark kGeneratePipeline({.name = "lang.generate.sha256-pipeline",
                                   .summary = "SHA-256 unrolled to 64 stages: elaborate, check, emit Verilog",
                                   .unit = "s",
                                   .ours = [](const BenchContext&) { return generate<sha256::Pipeline>({}); }});

const Benchmark kGenerate100k({.name = "lang.generate.100k",
                               .summary = "A module of 100,000 operations: elaborate, check, emit Verilog",
                               .unit = "s",
                               .rounds = 3,
                               .ours = [](const BenchContext&) {
                                 return generate<LargeDesign>({.operations = 100'000});
                               }});

const Benchmark kGenerate1m({.name = "lang.generate.1m",
                             .summary = "A module of a million operations: elaborate, check, emit Verilog",
                             .unit = "s",
                             .rounds = 3,
                             .ours = [](const BenchContext&) {
                               return generate<LargeDesign>({.operations = 1'000'000});
                             }});

}  // namespace
}  // namespace burin::bench
