// SPDX-License-Identifier: Apache-2.0
//! @file must_not_compile_test.cpp
//! @brief Runs the compiler on the statements of must_not_compile.txt, each of which it must refuse with the stated
//! message, or accept.
#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

#include "burin/base/files.h"
#include "burin/base/process.h"

namespace burin {
namespace {

struct Snippet {
  int line = 0;
  std::vector<std::string> messages;  // one of them must be printed; none: it must compile
  std::string code;
};

constexpr const char* kHeader = R"(#include "burin/burin.h"
#include "burin/lib/fixed_point.h"
using namespace burin;
enum class Mode { slow, fast };
enum class Other { on, off };
struct Pair { UInt<8> first; Bool second; };
struct Child {
  In<UInt<8>> x;
  Out<UInt<8>> y;
  Wire<UInt<8>> w;
  Reg<UInt<8>> r{0};
  In<Pair> pair;
  Clock other;
  void logic() {}
};
struct Fixture {
  In<Bool> p, q;
  In<UInt<8>> a, b;
  In<UInt<4>> n;
  In<SInt<8>> s;
  In<UInt<>> d{bits(8)};
  In<Enum<Mode>> e;
  Out<UInt<8>> y;
  Out<UInt<>> d_out{bits(8)};
  Out<Bool> f;
  Wire<UInt<8>> w;
  Reg<UInt<8>> r{0};
  Reg<SInt<8>> t{0};
  Reg<Enum<Mode>> m{Mode::slow};
  Wire<Vec<UInt<8>, 4>> v;
  Reg<Pair> pair{Pair{0, false}};
  Instance<Child> child;
  In<Fixed<4, 4>> fixed;
  In<Fixed<2, 6>> fine;
  In<UFixed<4, 4>> positive;
  Wire<Fixed<4, 4>> sum;
  int i = 0;
  bool flag = false;
};
)";

std::vector<Snippet> snippets() {
  std::vector<Snippet> all;
  std::ifstream file(std::string(BURIN_SOURCE_DIR) + "/tests/dsl/lang/must_not_compile.txt");
  REQUIRE(file.good());
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    const size_t bar = line.find(" | ");
    REQUIRE_MESSAGE(bar != std::string::npos, "line " << number << " has no bar");
    Snippet snippet{number, {}, line.substr(bar + 3)};
    std::string messages = line.substr(0, bar);
    if (messages == "write a") {  // "write a | b …" is a message with a bar in it
      const size_t next = line.find(" | ", bar + 3);
      messages = line.substr(0, next);
      snippet.code = line.substr(next + 3);
      snippet.messages.push_back(messages);
    } else if (messages != "compiles") {
      for (size_t begin = 0; begin <= messages.size();) {
        const size_t end = std::min(messages.find('|', begin), messages.size());
        snippet.messages.push_back(messages.substr(begin, end - begin));
        begin = end + 1;
      }
    }
    all.push_back(std::move(snippet));
  }
  return all;
}

TEST_CASE("the compiler refuses what means nothing in hardware, and says what to write") {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "burin-must-not-compile-");
  const bool clang = std::string_view(BURIN_CXX).find("clang") != std::string_view::npos;
  const std::filesystem::path header = folder.path() / "all.h";
  const std::filesystem::path compiled = folder.path() / (clang ? "all.h.pch" : "all.h.gch");
  write_file(header, kHeader);
  const std::vector<std::string> common = {BURIN_CXX, "-std=c++20", "-I", BURIN_SOURCE_DIR "/dsl/include"};
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> argv = common;
    argv.insert(argv.end(), more.begin(), more.end());
    return run_process({.argv = argv,
                        .folder = folder.path(),
                        .log = {},
                        .environment = {},
                        .timeout = std::chrono::seconds(60),
                        .on_line = {},
                        .stop = {}});
  };
  const ProcessResult made = run({"-x", "c++-header", header.string(), "-o", compiled.string()});
  REQUIRE_MESSAGE(made.ok(), made.output);

  const std::vector<Snippet> all = snippets();
  REQUIRE(all.size() > 70);
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::vector<std::string> failures;
  const auto work = [&] {
    for (size_t at = next++; at < all.size(); at = next++) {
      const Snippet& snippet = all[at];
      const std::filesystem::path source = folder.path() / (std::to_string(snippet.line) + ".cpp");
      write_file(source, "struct M : Fixture {\n  void logic() {\n    " + snippet.code + "\n  }\n};\n");
      const ProcessResult result = run({"-fsyntax-only", clang ? "-include-pch" : "-include",
                                        clang ? compiled.string() : header.string(), source.string()});
      std::string complaint;
      if (snippet.messages.empty()) {
        if (!result.ok()) complaint = "must compile, but:\n" + result.output.substr(0, 2000);
      } else if (result.ok()) {
        complaint = "compiles, but must not";
      } else {
        bool said = false;
        for (const std::string& message : snippet.messages)
          said = said || result.output.find(message) != std::string::npos;
        if (!said) complaint = "is refused without the stated message:\n" + result.output.substr(0, 2000);
      }
      if (complaint.empty()) continue;
      const std::lock_guard lock(mutex);
      failures.push_back("line " + std::to_string(snippet.line) + ": " + snippet.code + "\n" + complaint);
    }
  };
  std::thread second(work);
  work();
  second.join();
  for (const std::string& failure : failures) FAIL_CHECK(failure);
}

}  // namespace
}  // namespace burin
