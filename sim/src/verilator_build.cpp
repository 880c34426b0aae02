// SPDX-License-Identifier: Apache-2.0
//! @file verilator_build.cpp
//! @brief Builds a design's shared library, once for each content.
//!
//! 1. Find the tools and their versions; hash them with all inputs and flags: the key.
//! 2. A library under that key (`cached_folder`): done.
//! 3. Work in a temporary folder of the cache: write the sources, run Verilator, compile its output (small
//!    designs as one file, large ones in parallel) and Verilator's run time (kept for all designs), link.
#include "verilator_build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "burin/base/build_cache.h"
#include "burin/base/content_hash.h"
#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/parallel.h"
#include "burin/base/process.h"

namespace burin::sim {
namespace {

namespace fs = std::filesystem;

// Output of Verilator up to this size is compiled as one file: parsing its headers costs more than the rest.
constexpr uintmax_t kUnityBytes = 400'000;
constexpr std::string_view kLibrary = "model.so";
constexpr std::string_view kPrefix = "Vburin";

struct Tools {
  std::string verilator;
  std::string verilator_version;  // the whole line
  fs::path verilator_root;
  std::string compiler;
  std::string compiler_version;
  bool gnu = false;
};

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// "5.006" from "Verilator 5.006 2023-01-22 rev (Debian 5.006-3)".
std::optional<std::pair<int, int>> parse_version(std::string_view text) {
  const size_t start = text.find_first_of("0123456789");
  if (start == std::string_view::npos) return std::nullopt;
  const char* end = text.data() + text.size();
  std::pair<int, int> version{0, 0};
  const auto [dot, error] = std::from_chars(text.data() + start, end, version.first);
  if (error != std::errc() || dot == end || *dot != '.') return std::nullopt;
  std::from_chars(dot + 1, end, version.second);
  return version;
}

Tools find_tools() {
  Tools tools;
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  const std::string install =
      fmt::format("install Verilator {} or newer (Debian: apt install verilator)", kOldestVerilator);
  tools.verilator = variable("BURIN_VERILATOR");
  if (tools.verilator.empty()) tools.verilator = "verilator";
  tools.verilator_version = first_line(tool_answer({tools.verilator, "--version"}, install));
  const auto version = parse_version(tools.verilator_version);
  if (!version) {
    throw UserError(fmt::format("'{} --version' prints no version but '{}'; {}", tools.verilator,
                                tools.verilator_version, install));
  }
  if (*version < parse_version(kOldestVerilator).value()) {
    throw UserError(fmt::format("{} is too old ('{}'); {}", tools.verilator, tools.verilator_version, install));
  }
  tools.verilator_root = first_line(tool_answer({tools.verilator, "--getenv", "VERILATOR_ROOT"}, install));

  tools.compiler = variable("CXX");
  if (tools.compiler.empty()) tools.compiler = find_program("g++") || !find_program("clang++") ? "g++" : "clang++";
  const std::string about =
      tool_answer({tools.compiler, "--version"}, "install a C++ compiler (Debian: apt install g++)");
  tools.compiler_version = first_line(about);
  tools.gnu = about.find("Free Software Foundation") != std::string::npos;
  return tools;
}

std::vector<std::string> verilator_arguments(const VerilatorDesign& design, const VerilatorOptions& options) {
  std::vector<std::string> arguments = {
      "--cc",
      "--top-module",
      std::string(kWrapperModule),
      "--prefix",
      std::string(kPrefix),
      "--Mdir",
      "obj",
      "-O3",
      "--x-assign",
      "fast",
      "--x-initial",
      options.power_up.kind == PowerUp::Kind::zeros && !options.any_power_up ? "fast" : "unique",
      "--no-timing",
      "--assert",
      "-Wno-fatal",
      "-Wno-lint",
      "-Wno-style"};
  // Optimisations of Verilator 5.006 that are unsound: docs/tool-workarounds.md. Netlists go wrong without the second.
  arguments.emplace_back("-fno-const-bit-op-tree");
  if (!design.netlist) arguments.emplace_back("-fno-dfg");
  if (options.internals) arguments.emplace_back("--public-flat-rw");
  for (const std::string& define : design.defines) arguments.push_back("-D" + define);
  return arguments;
}

/// A netlist is a long program of short statements: better optimisation takes longer than it saves.
std::vector<std::string> optimisation(const VerilatorDesign& design, const VerilatorOptions& options) {
  if (!options.compiler_flags.empty()) return options.compiler_flags;
  return {design.netlist ? "-O1" : "-O3", "-march=native"};
}

std::vector<std::string> compiler_arguments(const Tools& tools, const VerilatorDesign& design,
                                            const VerilatorOptions& options) {
  std::vector<std::string> arguments = {tools.compiler, "-std=gnu++17", "-fPIC", "-fvisibility=hidden", "-w"};
  if (tools.gnu) {
    // Two libraries in one process must not share Verilator's static variables.
    arguments.insert(arguments.end(), {"-fno-gnu-unique", "-faligned-new", "-fcf-protection=none"});
  }
  for (std::string& flag : optimisation(design, options)) arguments.push_back(std::move(flag));
  const std::string include = (tools.verilator_root / "include").string();
  arguments.insert(arguments.end(), {"-I" + include, "-I" + include + "/vltstd", "-DVM_COVERAGE=0", "-DVM_SC=0",
                                     "-DVM_TRACE=0", "-DVM_TRACE_FST=0", "-DVM_TRACE_VCD=0"});
  return arguments;
}

/// File names for the sources: their own, numbered where two are equal, since messages of the model show them.
std::vector<std::string> source_file_names(const VerilatorDesign& design) {
  std::vector<std::string> names;
  std::set<std::string> used;
  for (const VerilogSource& source : design.sources) {
    std::string name = fs::path(source.name).filename().string();
    if (name.empty() || name.front() == '-' || !used.insert(name).second) {
      name = fmt::format("source{}_{}", names.size(), name);
      used.insert(name);
    }
    names.push_back(std::move(name));
  }
  return names;
}

/// One build in one temporary folder.
class Build {
 public:
  Build(const VerilatorDesign& design, const VerilatorOptions& options, const Tools& tools, fs::path cache,
        fs::path folder)
      : design_(design), options_(options), tools_(tools), cache_(std::move(cache)), folder_(std::move(folder)) {}

  void run() {
    verilate();
    compile();
  }

 private:
  void progress(const std::string& text) const {
    if (options_.progress) options_.progress(text);
  }

  ProcessResult tool(std::vector<std::string> argv, std::string_view log, std::stop_token stop) const {
    ProcessRequest request;
    request.argv = std::move(argv);
    request.folder = folder_;
    request.timeout = options_.timeout;
    request.log = folder_ / log;
    request.stop = std::move(stop);
    return run_process(request);
  }

  void verilate() {
    std::vector<std::string> argv = {tools_.verilator};
    for (std::string& argument : verilator_arguments(design_, options_)) argv.push_back(std::move(argument));
    const std::vector<std::string> names = source_file_names(design_);
    for (size_t i = 0; i < names.size(); ++i) {
      write_file(folder_ / names[i], design_.sources[i].text);
      argv.push_back(names[i]);
    }
    const std::string wrapper = std::string(kWrapperModule) + ".v";
    write_file(folder_ / wrapper, wrapper_verilog(design_));
    argv.push_back(wrapper);
    progress(fmt::format("verilating {}", design_.top));
    const ProcessResult result = tool(std::move(argv), "verilator.log", {});
    if (result.ok()) return;
    if (result.outcome == ProcessOutcome::exited && result.exit_code < 128) {
      throw UserError(fmt::format("Verilator does not take module '{}': {}", design_.top, telling_line(result.output)));
    }
    throw UserError(fmt::format("{} ({}) {} on module '{}'", tools_.verilator, tools_.verilator_version,
                                failure_text(result), design_.top));
  }

  void compile_one(const fs::path& source, const fs::path& object, const std::vector<std::string>& extra,
                   std::stop_token stop) {
    std::vector<std::string> argv = compiler_arguments(tools_, design_, options_);
    argv.insert(argv.end(), {"-Iobj", "-I.", "-include", "burin_hooks.h"});
    argv.insert(argv.end(), extra.begin(), extra.end());
    argv.insert(argv.end(), {"-c", source.string(), "-o", object.string()});
    const ProcessResult result = tool(std::move(argv), object.filename().string() + ".log", std::move(stop));
    if (!result.ok()) {
      throw UserError(fmt::format("{} {} while compiling Verilator's output for module '{}'", tools_.compiler,
                                  failure_text(result), design_.top));
    }
  }

  /// Verilator's run time compiled with our hooks: the same for all designs, so it is kept in the cache.
  fs::path runtime(const std::string& name, std::stop_token stop) {
    ContentHash hash;
    hash.add(tools_.verilator_version)
        .add(tools_.compiler_version)
        .add(processor_features())
        .add(wrapper_hooks())
        .add(name);
    for (const std::string& argument : compiler_arguments(tools_, design_, options_)) hash.add(argument);
    fs::path kept = cache_ / fmt::format("runtime-{}.o", hash.hex().substr(0, 32));
    const FileLock lock(fs::path(kept).replace_extension(".lock"));
    if (!fs::exists(kept)) {
      const fs::path object = folder_ / (name + ".o");
      compile_one(tools_.verilator_root / "include" / (name + ".cpp"), object, {}, std::move(stop));
      std::error_code error;
      fs::rename(object, kept, error);
      if (error) throw UserError(fmt::format("cannot write {}: {}", kept.string(), error.message()));
    }
    return kept;
  }

  void compile() {
    write_file(folder_ / "burin_hooks.h", wrapper_hooks());
    std::vector<fs::path> sources;
    uintmax_t bytes = 0;
    bool talks = false;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / "obj")) {
      if (entry.path().extension() != ".cpp") continue;
      sources.push_back(entry.path());
      bytes += entry.file_size();
      const std::string text = read_file(entry.path());
      for (const std::string_view call : {"VL_WRITEF", "VL_FINISH_MT", "VL_STOP_MT", "VL_PRINTF"}) {
        talks = talks || text.find(call) != std::string::npos;
      }
    }
    std::sort(sources.begin(), sources.end());
    write_file(folder_ / "burin_wrapper.cpp", wrapper_cpp(design_, options_, talks));
    sources.insert(sources.begin(), folder_ / "burin_wrapper.cpp");
    // Without optimisation too, whatever the size: there the headers are nearly all of the work.
    const auto& flags = options_.compiler_flags;
    const bool is_plain = std::find(flags.begin(), flags.end(), "-O0") != flags.end();
    if (bytes <= kUnityBytes || is_plain) {
      std::string unity;
      for (const fs::path& source : sources) unity += fmt::format("#include \"{}\"\n", source.filename().string());
      write_file(folder_ / "burin_unity.cpp", unity);
      sources = {folder_ / "burin_unity.cpp"};
    }
    std::vector<std::string> runtime_names = {"verilated", "verilated_threads"};
    if (fs::exists(folder_ / "obj" / fmt::format("{}__Dpi.cpp", kPrefix))) runtime_names.emplace_back("verilated_dpi");

    std::vector<std::string> objects(runtime_names.size() + sources.size());
    std::atomic<size_t> started{0};
    run_parallel(options_.jobs != 0 ? options_.jobs : default_jobs(), objects.size(),
                 [&](size_t index, std::stop_token stop) {
                   progress(fmt::format("compiling {} of {}", ++started, objects.size()));
                   // The design first: it takes longest.
                   if (index < sources.size()) {
                     const fs::path object = folder_ / fmt::format("{}.o", index);
                     // Constructors and the settling at time zero run once: not worth the compiler's time.
                     const bool once = sources[index].stem().string().ends_with("__Slow");
                     compile_one(sources[index], object,
                                 once ? std::vector<std::string>{"-O0"} : std::vector<std::string>{}, std::move(stop));
                     objects[index] = object.string();
                   } else {
                     objects[index] = runtime(runtime_names[index - sources.size()], std::move(stop)).string();
                   }
                 });

    std::vector<std::string> argv = {tools_.compiler, "-shared", "-Wl,-Bsymbolic", "-o", std::string(kLibrary)};
    argv.insert(argv.end(), objects.begin(), objects.end());
    argv.emplace_back("-pthread");
    const ProcessResult result = tool(std::move(argv), "link.log", {});
    if (!result.ok()) {
      throw UserError(fmt::format("{} {} while linking the simulation of module '{}'", tools_.compiler,
                                  failure_text(result), design_.top));
    }
  }

  const VerilatorDesign& design_;
  const VerilatorOptions& options_;
  const Tools& tools_;
  fs::path cache_;
  fs::path folder_;
};

std::string build_key(const VerilatorDesign& design, const VerilatorOptions& options, const Tools& tools) {
  ContentHash hash;
  hash.add(tools.verilator_version).add(tools.verilator_root.string());
  hash.add(tools.compiler_version).add(processor_features()).add(wrapper_hooks());
  for (const std::string& argument : verilator_arguments(design, options)) hash.add(argument);
  for (const std::string& argument : compiler_arguments(tools, design, options)) hash.add(argument);
  hash.add(wrapper_verilog(design));
  hash.add(wrapper_cpp(design, options, true));
  hash.add(design.sources.size());
  for (const VerilogSource& source : design.sources) hash.add(source.name).add(source.text);
  return hash.hex().substr(0, 40);
}

}  // namespace

fs::path build_verilator_library(const VerilatorDesign& design, const VerilatorOptions& options, bool rebuild) {
  const Tools tools = find_tools();
  const fs::path cache = fs::absolute(options.cache.empty() ? cache_folder() / "verilator" : options.cache);
  const auto build = [&](const fs::path& work, const fs::path& kept) {
    Build(design, options, tools, cache, work).run();
    std::error_code error;
    fs::rename(work / kLibrary, kept / kLibrary, error);
    if (error) throw UserError(fmt::format("cannot write {}: {}", (kept / kLibrary).string(), error.message()));
  };
  return cached_folder(cache, build_key(design, options, tools), rebuild, build) / kLibrary;
}

}  // namespace burin::sim
