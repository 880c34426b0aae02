// SPDX-License-Identifier: Apache-2.0
//! @file bad_input.cpp
//! @brief Command lines, files and folders that are wrong: one clear line, an exit status, nothing half-written.
#include <doctest/doctest.h>
#include <sys/mount.h>

#include <fstream>

#include "command.h"

namespace burin::cli_test {
namespace {

/// A small file system in memory, for as long as the object lives; `mounted` says whether that is allowed here.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& folder, const std::string& options) : folder_(folder) {
    make_folder(folder);
    mounted_ = mount("tmpfs", folder.c_str(), "tmpfs", 0, options.c_str()) == 0;
  }
  ~SmallDisk() {
    if (mounted_) umount2(folder_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  [[nodiscard]] bool mounted() const { return mounted_; }
  /// Nothing can be written from now on.
  bool make_read_only() { return mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0; }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

}  // namespace

TEST_CASE("an unknown design is refused with those that are meant") {
  check_failure(run({"generate", "sha265"}), 1, "there is no design 'sha265'; did you mean 'sha256'");
  check_failure(run({"describe", "uart"}), 1, "'uart-transmitter'");
  check_failure(run({"simulate", "zzzzzz"}), 1, "there is no design 'zzzzzz'; 'burin list' shows them");
}

TEST_CASE("an unknown verb, flag, engine, target, pass or shell is refused with those that are meant") {
  check_failure(run({"genrate", "counter"}), 2, "there is no verb 'genrate'; did you mean 'generate'?");
  check_failure(run({"generate", "counter", "--widht", "4"}), 2, "no flag '--widht'; did you mean '--width'?");
  check_failure(run({"generate", "counter", "--rounds-per-cycle", "4"}), 2, "no flag '--rounds-per-cycle'");
  check_failure(run({"list", "--jsn"}), 2, "no flag '--jsn'; did you mean '--json'?");
  check_failure(run({"simulate", "counter", "--engine", "verilater"}), 1,
                "no engine 'verilater'; did you mean 'verilator'?");
  check_failure(run({"flow", "counter", "--target", "ice40-hx1k"}), 1,
                "no target 'ice40-hx1k'; did you mean 'ice40-hx8k' or 'ice40-up5k'?");
  check_failure(run({"flow", "counter", "--target", "virtex"}), 1, "ecp5-85k, gowin-gw1n9, ice40-hx8k, ice40-up5k");
  check_failure(run({"simulate", "counter", "--engine", "netlist", "--target", "virtex"}), 1,
                "ecp5-85k, gowin-gw1n9, ice40-hx8k, ice40-up5k");
  check_failure(run({"simulate", "counter", "--power-up", "zero"}), 1, "did you mean 'zeros'?");
  check_failure(run({"generate", "counter", "--dump-after", "dead-cod"}), 1, "dead-code");
  check_failure(run({"completion", "csh"}), 1, "the shells are: bash, zsh, fish");
}

TEST_CASE("a command line without a meaning is refused") {
  check_failure(run(std::vector<std::string>{}), 2, "no verb is given");
  check_failure(run({"generate"}), 2, "'burin generate' needs a DESIGN");
  check_failure(run({"new"}), 2, "needs a NAME");
  check_failure(run({"generate", "counter", "fifo"}), 2, "'fifo'");
  check_failure(run({"generate", "counter", "--out"}), 2, "--out needs a value");
  check_failure(run({"flow", "counter"}), 1, "--target asic-gf180 or --target asic-ihp");
  check_failure(run({"simulate", "counter", "--target", "ice40-hx8k"}), 1, "--engine netlist");
  check_failure(run({"simulate", "counter", "--seed", "4"}), 1, "--power-up random");
  check_failure(run({"simulate", "counter", "--file", "/dev/null"}), 1, "design 'counter' takes no file");
  check_failure(run({"new", "3d"}), 1, "no name for a project");
  check_failure(run({"new", "../up"}), 1, "no name for a project");
}

TEST_CASE("a parameter out of range is refused with its range") {
  const Folder folder;
  const auto refused = [&](std::vector<std::string> arguments, const std::string& text) {
    check_failure(run({.arguments = std::move(arguments), .folder = folder.path()}), 1, text);
  };
  refused({"generate", "counter", "--width", "65"}, "--width 65: out of range, 1 to 64 expected");
  refused({"generate", "counter", "--width", "0"}, "1 to 64");
  refused({"generate", "counter", "--width", "-3"}, "1 to 64");
  refused({"generate", "counter", "--width", "wide"}, "--width wide: not a whole number");
  refused({"generate", "counter", "--width", "99999999999999999999"}, "--width 99999999999999999999");
  refused({"describe", "sha256", "--rounds-per-cycle", "3"}, "1, 2 or 4");
  refused({"simulate", "sha256", "--rounds-per-cycle", "8"}, "1, 2 or 4");
  refused({"describe", "counter", "--param", "wdth=3"}, "did you mean 'width'?");
  refused({"flow", "counter", "--target", "ice40-hx8k", "--seeds", "0"},
          "--seeds 0: a whole number from 1 to 1000 expected");
  refused({"flow", "counter", "--target", "ice40-hx8k", "--seeds", "many"}, "--seeds many");
  CHECK(is_clean(folder / "out"));
}

TEST_CASE("a file that cannot be read is refused with the reason") {
  const Folder folder;
  check_failure(run({"simulate", "sha256", "--file", folder / "nothing"}), 1, "nothing: No such file or directory");
  check_failure(run({"simulate", "sha256", "--file", folder.path()}), 1, ": Is a directory");
  check_failure(run({"simulate", "sha256", "--file", ""}), 1, "cannot read");
  // Opens, and then fails when it is read.
  check_failure(run({"simulate", "sha256", "--file", "/proc/self/mem"}), 1,
                "cannot read /proc/self/mem: Input/output error");
  if (geteuid() == 0) {
    MESSAGE("skipped: root can read a file without permission");
  } else {
    write_file(folder / "secret", "x");
    chmod((folder / "secret").c_str(), 0);
    check_failure(run({"simulate", "sha256", "--file", folder / "secret"}), 1, "Permission denied");
  }
}

TEST_CASE("output that cannot be written is refused with the reason") {
  const Folder folder;
  write_file(folder / "file", "kept");
  for (const std::string& out :
       {(folder / "file").string(), (folder / "file/below").string(), std::string("/proc/burin/out")}) {
    CAPTURE(out);
    check_failure(run({"generate", "counter", "--out", out}), 1, "cannot");
    check_failure(
        run({.arguments = {"flow", "counter", "--target", "ice40-hx8k", "--out", out}, .environment = {test_cache()}}),
        1, "cannot");
  }
  CHECK(read_file(folder / "file") == "kept");
  check_failure(run({.arguments = {"new", "file"}, .folder = folder.path()}), 1, "not an empty folder");
}

TEST_CASE("a full standard output is an error") {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"list"}, {"--help"}, {"describe", "sha256", "--json"}}) {
    const Outcome outcome = run({.arguments = arguments, .output = "/dev/full"});
    CHECK(outcome.status == 1);
    CHECK(outcome.err == "burin: cannot write standard output: No space left on device\n");
  }
}

TEST_CASE("no space left: nothing half-written stays") {
  const Folder folder;
  SmallDisk disk(folder / "disk", "size=8k");
  if (!disk.mounted()) {
    MESSAGE("skipped: this user may not mount a small tmpfs");
    return;
  }
  const fs::path out = folder / "disk/out";
  check_failure(run({"generate", "sha256-pipeline", "--out", out}), 1, "No space left on device");
  CHECK(files_below(folder / "disk").empty());
  CHECK(!fs::exists(out));
  check_failure(run({.arguments = {"new", "project"}, .folder = folder / "disk"}), 1, "No space left on device");
  CHECK(files_below(folder / "disk").empty());
  // The results of a flow, and the files it keeps for the next one.
  check_failure(run({.arguments = {"simulate", "sha256", "--engine", "netlist"},
                     .environment = {{"BURIN_CACHE", (folder / "disk/cache").string()}}}),
                1, "No space left on device");
  // What was there before stays as it was.
  make_folder(out);
  check_success(run({"generate", "counter", "--out", out}));
  const std::vector<std::string> before = files_below(out);
  const std::string text = read_file(out / before.at(0));
  check_failure(run({"generate", "sha256-pipeline", "--out", out}), 1, "No space left on device");
  CHECK(files_below(out) == before);
  CHECK(read_file(out / before.at(0)) == text);
}

TEST_CASE("a read-only disk") {
  const Folder folder;
  SmallDisk disk(folder / "disk", "size=64k");
  if (!disk.mounted() || !disk.make_read_only()) {
    MESSAGE("skipped: this user may not mount a small tmpfs");
    return;
  }
  check_failure(run({"generate", "counter", "--out", folder / "disk/out"}), 1, "Read-only file system");
  check_failure(run({.arguments = {"new", "project"}, .folder = folder / "disk"}), 1, "Read-only file system");
}

}  // namespace burin::cli_test
