// SPDX-License-Identifier: Apache-2.0
//! @file programs.cpp
//! @brief Builds the programs of peers.
#include "bench/programs.h"

#include <fmt/format.h>

#include <algorithm>

#include "burin/base/build_cache.h"
#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/parallel.h"
#include "burin/base/process.h"
#include "burin/verilog/emit.h"

namespace burin::bench {
namespace {

namespace fs = std::filesystem;

/// Everything that decides a build but its tools.
ContentHash hash_of(const PeerProgram& program) {
  ContentHash hash;
  hash.add(program.top).add(program.main).add(processor_features()).add(program.trace ? 1 : 0);
  for (const std::string& define : program.defines) hash.add(define);
  for (const File& file : program.verilog) hash.add(file.name).add(file.text);
  for (const char* name : {"verilator_main.h", program.main.c_str()}) hash.add(peer_file(name).text);
  hash.add(read_file(source_folder() / "bench/workloads.h"));
  return hash;
}

/// Writes the Verilog and returns the names of the modules' files.
std::vector<std::string> write_verilog(const PeerProgram& program, const fs::path& folder) {
  std::vector<std::string> names;
  for (const File& file : program.verilog) {
    write_file(folder / file.name, file.text);
    if (file.name.ends_with(".v")) names.push_back(file.name);
  }
  return names;
}

fs::path cached(const std::string& key, const PeerProgram& program, bool fresh,
                const std::function<void(const fs::path& work)>& make) {
  return cached_folder(cache_folder() / "bench", key, fresh, [&](const fs::path& work, const fs::path& kept) {
    make(work);
    std::error_code error;
    fs::rename(work / kProgram, kept / kProgram, error);
    if (error) throw UserError(fmt::format("cannot write {}: {}", (kept / kProgram).string(), error.message()));
    for (const File& file : program.verilog) {
      if (!file.name.ends_with(".v")) write_file(kept / file.name, file.text);  // contents that are read at the start
    }
  });
}

}  // namespace

void run_tool(std::vector<std::string> argv, const fs::path& folder, std::string_view design) {
  const std::string tool = argv.front();
  ProcessRequest request;
  request.argv = std::move(argv);
  request.folder = folder;
  const ProcessResult result = run_process(request);
  if (!result.ok()) throw UserError(fmt::format("{} {} on {}", tool, failure_text(result), design));
}

fs::path source_folder() { return BURIN_SOURCE_DIR; }

File peer_file(const std::string& name) {
  const fs::path path = source_folder() / "bench/peers" / name;
  try {
    return {name, read_file(path)};
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}; 'bench' needs the sources that this program was built from", error.what()));
  }
}

std::vector<File> verilog_of(const ir::Design& design) {
  VerilogOptions options;
  options.locations = false;
  std::vector<File> files;
  for (VerilogFile& file : emit_verilog(design, options)) files.push_back({std::move(file.name), std::move(file.text)});
  return files;
}

fs::path build_verilator_program(const PeerProgram& program, const cli::BenchContext& context, bool fresh) {
  ContentHash hash = hash_of(program);
  hash.add(tool_answer({"verilator", "--version"}, "install Verilator (Debian: apt install verilator)"));
  hash.add(tool_answer({"g++", "--version"}, "install g++ (Debian: apt install g++)"));
  return cached(hash.hex().substr(0, 40), program, fresh, [&](const fs::path& work) {
    const std::vector<std::string> names = write_verilog(program, work);
    std::vector<std::string> argv = {"verilator",   "--cc",
                                     "--exe",       "--top-module",
                                     program.top,   "--prefix",
                                     "Vpeer",       "--Mdir",
                                     "obj",         "-O3",
                                     "--x-assign",  "fast",
                                     "--x-initial", "fast",
                                     "--noassert",  "--threads",
                                     "1",           "-Wno-fatal",
                                     "-Wno-lint",   "-Wno-style",
                                     "-CFLAGS",     fmt::format("-I{}", source_folder().string()),
                                     "-o",          fmt::format("../{}", kProgram)};
    for (const std::string& define : program.defines) argv.push_back("-D" + define);
    if (program.trace) argv.emplace_back("--trace-fst");
    argv.insert(argv.end(), names.begin(), names.end());
    argv.push_back((source_folder() / "bench/peers" / program.main).string());
    context.progress(fmt::format("verilating {}", program.top));
    run_tool(std::move(argv), work, program.top);
    context.progress(fmt::format("compiling Verilator's output for {}", program.top));
    // `verilator --build` would ignore OPT_FAST.
    run_tool({"make", "-s", "-C", "obj", "-f", "Vpeer.mk", fmt::format("-j{}", default_jobs()),
              "OPT_FAST=-O3 -march=native", "OBJCACHE="},
             work, program.top);
  });
}

fs::path build_cxxrtl_program(const PeerProgram& program, const cli::BenchContext& context) {
  ContentHash hash = hash_of(program);
  hash.add("cxxrtl").add(tool_answer({"yosys", "-V"}, "install Yosys (Debian: apt install yosys yosys-dev)"));
  hash.add(tool_answer({"g++", "--version"}, "install g++ (Debian: apt install g++)"));
  return cached(hash.hex().substr(0, 40), program, false, [&](const fs::path& work) {
    std::string script = "read_verilog";
    for (const std::string& name : write_verilog(program, work)) script += " " + name;
    script += fmt::format("; hierarchy -check -top {}; write_cxxrtl peer_model.h", program.top);
    context.progress(fmt::format("write_cxxrtl of {}", program.top));
    run_tool({"yosys", "-q", "-p", script}, work, program.top);
    std::string include = tool_answer({"yosys-config", "--datdir"}, "install yosys-dev");
    while (!include.empty() && include.back() == '\n') include.pop_back();
    context.progress(fmt::format("compiling CXXRTL's output for {}", program.top));
    run_tool({"g++", "-std=c++17", "-O3", "-march=native", "-w", "-I.", "-I" + source_folder().string(),
              "-I" + include + "/include", (source_folder() / "bench/peers" / program.main).string(), "-o",
              std::string(kProgram)},
             work, program.top);
  });
}

cli::BenchPeer verilator_peer(std::string name, std::function<PeerProgram()> program,
                              std::vector<std::string> arguments) {
  cli::BenchPeer peer;
  peer.name = name;
  peer.tools = {"verilator", "make", "g++"};
  peer.prepare = [=](const cli::BenchContext& context) -> cli::BenchRunner {
    const fs::path folder = build_verilator_program(program(), context);
    std::vector<std::string> argv = {(folder / kProgram).string()};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return [=] { return cli::run_bench_program(argv, name, folder.string()); };
  };
  return peer;
}

}  // namespace burin::bench
