// SPDX-License-Identifier: Apache-2.0
//! @file recording.cpp
//! @brief Waves and coverage from the command line, and what goes wrong with them.
#include <sys/mount.h>

#include <nlohmann/json.hpp>

#include "command.h"

namespace burin::cli_test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The last time of a VCD file.
uint64_t last_time(const std::string& vcd) {
  const size_t last = vcd.rfind("\n#");
  REQUIRE(last != std::string::npos);
  return std::stoull(vcd.substr(last + 2));
}

TEST_CASE("simulate writes waves and a save file, and says what it says without") {
  const Folder folder;
  const Outcome plain = run({"simulate", "uart-transmitter", "--json"});
  const Outcome waves = run({"simulate", "uart-transmitter", "--json", "--waves", folder / "w.vcd"});
  check_success(waves);
  json before = json::parse(plain.out);
  json after = json::parse(waves.out);
  before.erase("seconds");
  after.erase("seconds");
  CHECK(before == after);
  const std::string vcd = read_file(folder / "w.vcd");
  CHECK(last_time(vcd) == 10 * after.at("cycles").get<uint64_t>());
  CHECK(contains(vcd, "$var reg 2 "));
  CHECK(contains(read_file(folder / "w.vcd.gtkw"), ".state[1:0]"));
}

TEST_CASE("simulate writes FST where the build can") {
  const Folder folder;
  const Outcome outcome = run({"simulate", "fifo", "--waves", folder / "w.fst"});
  if (outcome.status != 0) {
    check_failure(outcome, 1, "this build of Burin writes no FST: name a .vcd file");
    return;
  }
  CHECK(fs::file_size(folder / "w.fst") > 400);
}

TEST_CASE("options of waves that make no sense are refused") {
  check_failure(run({"simulate", "fifo", "--waves", "w.txt"}), 1, "let the name of 'w.txt' end in .vcd or .fst");
  check_failure(run({"simulate", "fifo", "--last", "7"}), 1, "--waves-on-failure only");
  check_failure(run({"simulate", "fifo", "--waves-on-failure", "w.vcd", "--last", "0"}), 1, "--last 0");
  check_failure(run({"simulate", "fifo", "--waves-memories"}), 1, "--waves-memories has a meaning with");
  check_failure(run({"simulate", "fifo", "--waves", "w.vcd", "--waves-on-failure", "w.vcd"}), 1, "the same file");
  check_failure(run({"simulate", "fifo", "--waves", "/proc/no/w.vcd"}), 1,
                "cannot write waves to '/proc/no/w.vcd': No such file or directory");
}

TEST_CASE("a full disk ends the run with one line; the waves so far are readable") {
  for (const std::string& ending : std::vector<std::string>{".vcd", ".fst"}) {
    const Folder folder;
    make_folder(folder / "disk");
    if (mount("tmpfs", (folder / "disk").c_str(), "tmpfs", 0, "size=256k") != 0) {
      MESSAGE("skipped: this user may not mount a small tmpfs");
      return;
    }
    const fs::path path = folder / ("disk/w" + ending);
    const Outcome outcome = run({"simulate", "sha256", "--waves", path});
    const std::string text = ending == ".vcd" ? read_file(path) : "";
    const bool no_fst = contains(outcome.err, "writes no FST");
    umount2((folder / "disk").c_str(), MNT_DETACH);
    if (no_fst) continue;
    check_failure(outcome, 1, "o space left");
    CHECK(contains(outcome.err, "cannot go on writing waves to"));
    CHECK_FALSE(contains(outcome.err, "test failed"));
    if (ending == ".vcd") {
      CHECK(text.back() == '\n');
      CHECK(contains(outcome.err, "up to " + std::to_string(last_time(text)) + " x 1ns"));
    }
  }
}

TEST_CASE("Ctrl-C leaves waves that are complete up to then") {
  const Folder folder;
  write_file(folder / "data", std::string(2'000'000, 'x'));
  Command command{.arguments = {"simulate", "sha256", "--file", folder / "data", "--waves", folder / "w.vcd"}};
  command.meanwhile = [&](pid_t process) {
    std::error_code error;
    wait_until([&] { return fs::exists(folder / "w.vcd") && fs::file_size(folder / "w.vcd", error) > 100'000; });
    kill(process, SIGINT);
  };
  const Outcome outcome = run(command);
  CHECK(outcome.status == 130);
  const std::string vcd = read_file(folder / "w.vcd");
  CHECK(vcd.back() == '\n');
  CHECK(last_time(vcd) > 100);
}

TEST_CASE("a failure leaves the waves of its last cycles") {
  const Folder folder;
  const fs::path program = fs::path(BURIN_BINARY_DIR) / "tests/cli_fixture";
  const Outcome outcome =
      run({.arguments = {"simulate", "asserts", "--waves-on-failure", folder / "f.vcd", "--last", "3"},
           .program = program});
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.err, "fixture.cpp:"));
  CHECK(contains(outcome.err, "(waves of the last 30 x 1ns: " + (folder / "f.vcd").string() + ")"));
  CHECK(contains(read_file(folder / "f.vcd"), "$enddefinitions"));
  // A run without failure writes none.
  check_success(run({"simulate", "fifo", "--waves-on-failure", folder / "none.vcd"}));
  CHECK_FALSE(fs::exists(folder / "none.vcd"));
}

TEST_CASE("coverage is added to its file, shown, added up and put on a page") {
  const Folder folder;
  const fs::path file = folder / "c.json";
  const Outcome first = run({"simulate", "uart-transmitter", "--coverage", file, "--json"});
  CHECK(first.status == 0);
  const json shares = json::parse(first.out).at("coverage");
  CHECK(shares.at("states").at("seen") == 4);
  check_success(run({"simulate", "uart-transmitter", "--coverage", file, "--json"}));
  fs::copy_file(file, folder / "d.json");
  const Outcome shown =
      run({"coverage", file, "--add", folder / "d.json", "--out", folder / "sum.json", "--html", folder / "page.html"});
  check_success(shown);
  CHECK(contains(shown.out, " over 4 runs"));
  CHECK(contains(shown.out, "states    4 of 4 (100.0 %)"));
  const json sum = json::parse(run({"coverage", folder / "sum.json", "--json"}).out);
  CHECK(sum.at("runs") == 4);
  CHECK(sum.at("coverage") == shares);  // the same test twice sees the same
  const std::string page = read_file(folder / "page.html");
  CHECK(contains(page, "uart_transmitter.h"));
  CHECK(contains(page, "Reg&lt;Enum&lt;State&gt;&gt; state"));
}

TEST_CASE("coverage that cannot be read or added is refused") {
  const Folder folder;
  write_file(folder / "bad.json", "[1, 2");
  check_failure(run({"coverage", folder / "bad.json"}), 1, "is no coverage that burin wrote");
  check_failure(run({"coverage", folder / "none.json"}), 1, "No such file or directory");
  check_failure(run({"coverage"}), 2, "needs a FILE");
  check_failure(run({"simulate", "fifo", "--coverage", folder / "bad.json"}), 1, "is no coverage that burin wrote");
  CHECK(read_file(folder / "bad.json") == "[1, 2");
  CHECK(run({"simulate", "fifo", "--coverage", folder / "fifo.json"}).status == 0);
  CHECK(run({"simulate", "counter", "--coverage", folder / "counter.json"}).status == 0);
  check_failure(run({"coverage", folder / "fifo.json", "--add", folder / "counter.json"}), 1,
                "they are different designs");
}

}  // namespace
}  // namespace burin::cli_test
