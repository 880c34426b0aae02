// SPDX-License-Identifier: Apache-2.0
//! @file verilator_build.cpp
//! @brief Builds for the Verilator engine: the cache, and tools that are missing, old, broken or slow.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/base/files.h"
#include "burin/base/interrupt.h"
#include "burin/sim/verilator_engine.h"
#include "support/fake_tool.h"

namespace fs = std::filesystem;
using burin::UserError;
using namespace burin::sim;
using burin::test::FakeTool;
using burin::test::Scratch;
using burin::test::Variable;

namespace {

VerilatorDesign inverter() {
  VerilatorDesign design;
  design.top = "inverter";
  design.ports = {{"a", PortDirection::input, 8}, {"y", PortDirection::output, 8}};
  design.sources = {{"inverter.v", "module inverter(input [7:0] a, output [7:0] y);\n  assign y = ~a;\nendmodule\n"}};
  return design;
}

VerilatorOptions options_with(const fs::path& cache) {
  VerilatorOptions options;
  options.cache = cache;
  options.compiler_flags = {"-O0"};
  return options;
}

std::string build_error(const VerilatorDesign& design, std::chrono::milliseconds timeout = {}) {
  const Scratch cache;
  VerilatorOptions options = options_with(cache.path() / "cache");
  options.timeout = timeout;
  std::string message = "no error";
  try {
    make_verilator_engine(design, options);
  } catch (const burin::Interrupted&) {
    message = "interrupted";
  } catch (const UserError& error) {
    message = error.what();
  }
  // Whatever went wrong, nothing half-built stays.
  if (fs::exists(options.cache)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(options.cache)) {
      CHECK_MESSAGE(entry.path().filename().string().starts_with("runtime-"), entry.path().string());
    }
  }
  CHECK(message.find('\n') == std::string::npos);
  return message;
}

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

/// Answers the version as a real Verilator would, and then does `script`.
std::string verilator_that(const std::string& script) {
  return "case \"$1\" in\n--version) echo 'Verilator 5.006 2023-01-22 rev (fake)'; exit 0;;\n"
         "--getenv) echo /usr/share/verilator; exit 0;;\nesac\n" +
         script + "\n";
}

}  // namespace

TEST_CASE("verilator builds: cached by content, shared between threads, nothing left over, repaired when damaged") {
  const Scratch folder;
  VerilatorOptions options = options_with(folder.path() / "cache");
  std::atomic<int> builds{0};
  options.progress = [&](std::string_view text) { builds += text.starts_with("verilating") ? 1 : 0; };
  {
    std::vector<std::jthread> threads;
    std::mutex mutex;
    std::vector<uint64_t> results;
    for (uint64_t i = 0; i < 3; ++i) {
      threads.emplace_back([&, i] {
        auto engine = make_verilator_engine(inverter(), options);
        engine->set_u64("a", i);
        engine->evaluate();
        const uint64_t y = engine->get_u64("y");
        const std::scoped_lock lock(mutex);
        results.push_back(y + i);
      });
    }
    threads.clear();
    CHECK(results == std::vector<uint64_t>{255, 255, 255});
  }
  CHECK(builds == 1);
  const auto libraries = [&] {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(options.cache)) {
      const std::string name = entry.path().filename().string();
      CHECK(!name.starts_with("build-"));
      CHECK(!name.ends_with(".lock"));
      if (fs::exists(entry.path() / "model.so")) found.push_back(entry.path() / "model.so");
    }
    return found;
  };
  REQUIRE(libraries().size() == 1);

  VerilatorDesign changed = inverter();
  changed.sources[0].text.replace(changed.sources[0].text.find("~a"), 2, "a + 8'd1");
  auto other = make_verilator_engine(changed, options);
  CHECK(builds == 2);
  other->set_u64("a", 255);
  other->evaluate();
  CHECK(other->get_u64("y") == 0);
  CHECK(libraries().size() == 2);
  other.reset();

  for (const fs::path& library : libraries()) burin::write_file(library, "not a library");
  auto repaired = make_verilator_engine(inverter(), options);
  CHECK(builds == 3);
  repaired->set_u64("a", 1);
  repaired->evaluate();
  CHECK(repaired->get_u64("y") == 254);
}

TEST_CASE("verilator builds: a design that Verilator refuses") {
  VerilatorDesign design = inverter();
  design.sources[0].text = "module inverter(input [7:0] a, output [7:0] y);\n  assign y = nowhere(a);\nendmodule\n";
  const std::string message = build_error(design);
  contains(message, "Verilator does not take module 'inverter': %Error");
  contains(message, "nowhere");
}

TEST_CASE("verilator builds: tools that are missing, old, broken or slow") {
  SUBCASE("no Verilator") {
    const Variable tool("BURIN_VERILATOR", "/nonexistent/verilator");
    CHECK(build_error(inverter()) ==
          "/nonexistent/verilator is not installed or not executable; install Verilator 5.006 or newer (Debian: apt "
          "install verilator)");
  }
  SUBCASE("an old Verilator") {
    const FakeTool tool("verilator", "echo 'Verilator 4.038 2020-07-11 rev v4.036'\n");
    CHECK(build_error(inverter()) ==
          "verilator is too old ('Verilator 4.038 2020-07-11 rev v4.036'); install Verilator 5.006 or newer (Debian: "
          "apt install verilator)");
  }
  SUBCASE("something else called verilator") {
    const FakeTool tool("verilator", "echo hello\n");
    contains(build_error(inverter()), "'verilator --version' prints no version but 'hello'");
  }
  SUBCASE("Verilator crashes") {
    const FakeTool tool("verilator", verilator_that("kill -SEGV $$"));
    contains(build_error(inverter()), "crashed with signal 11 (Segmentation fault) on module 'inverter'");
  }
  SUBCASE("Verilator is killed") {
    const FakeTool tool("verilator", verilator_that("kill -KILL $$"));
    contains(build_error(inverter()), "was killed by signal 9 (Killed), often for lack of memory");
  }
  SUBCASE("Verilator hangs") {
    const FakeTool tool("verilator", verilator_that("sleep 1000"));
    const auto begin = std::chrono::steady_clock::now();
    contains(build_error(inverter(), std::chrono::milliseconds(300)), "did not end within 0 s and was stopped");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  }
  SUBCASE("no compiler") {
    const Variable tool("CXX", "/nonexistent/c++");
    CHECK(build_error(inverter()) ==
          "/nonexistent/c++ is not installed or not executable; install a C++ compiler (Debian: apt install g++)");
  }
  SUBCASE("a compiler that fails") {
    const FakeTool tool(
        "broken-c++",
        "if [ \"$1\" = --version ]; then echo broken 1.0; exit 0; fi\necho 'fatal error: no room'\nexit 1\n");
    const Variable compiler("CXX", "broken-c++");
    contains(build_error(inverter()),
             "broken-c++ ended with status 1: fatal error: no room while compiling Verilator's output");
  }
}

TEST_CASE("verilator builds: Ctrl-C stops the tool and leaves nothing behind") {
  const Scratch mark;
  const fs::path pid_file = mark.path() / "pid";
  const FakeTool tool("verilator", verilator_that("echo $$ > " + pid_file.string() + ".new; mv " + pid_file.string() +
                                                  ".new " + pid_file.string() + "; sleep 1000"));
  // The signal must only come while the build waits, or it would end the test.
  std::jthread interrupter([&] {
    for (int i = 0; i < 1000 && !fs::exists(pid_file); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (fs::exists(pid_file)) ::kill(::getpid(), SIGINT);
  });
  CHECK(build_error(inverter()) == "interrupted");
  interrupter.join();
  burin::clear_interrupt();
  REQUIRE(fs::exists(pid_file));
  CHECK(::kill(std::stoi(burin::read_file(pid_file)), 0) != 0);  // the tool is gone
}
