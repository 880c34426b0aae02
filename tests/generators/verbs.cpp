// SPDX-License-Identifier: Apache-2.0
//! @file verbs.cpp
//! @brief What each verb prints and writes when all is well, as text and as JSON.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "command.h"

namespace burin::cli_test {
namespace {

using nlohmann::json;

json parsed(const Outcome& outcome) {
  check_success(outcome);
  json document = json::parse(outcome.out, nullptr, false);
  REQUIRE_MESSAGE(!document.is_discarded(), outcome.out);
  CHECK(document.at("schema") == 1);
  return document;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

const json& named(const json& array, const std::string& name) {
  for (const json& entry : array) {
    if (entry.at("name") == name) return entry;
  }
  FAIL("no entry called ", name);
  return array;
}

}  // namespace

TEST_CASE("list names every design with its summary") {
  const Outcome outcome = run({"list"});
  check_success(outcome);
  for (const char* name : {"counter", "dsig-registers", "fifo", "fir-filter", "rv32i", "sha256", "sha256-core",
                           "sha256-pipeline", "timer", "uart-receiver", "uart-transmitter"}) {
    CHECK(contains("\n" + outcome.out, std::string("\n") + name + " "));
  }
  CHECK(contains(outcome.out, "A counter with an enable\n"));

  const json document = parsed(run({"list", "--json"}));
  CHECK(document.at("designs").size() == std::count(outcome.out.begin(), outcome.out.end(), '\n'));
  const json& hasher = named(document.at("designs"), "sha256");
  CHECK(hasher.at("parameters") == json::array({"rounds-per-cycle"}));
  CHECK(hasher.at("file") == true);
  CHECK(hasher.at("test") == true);
  CHECK(named(document.at("designs"), "counter").at("file") == false);
}

TEST_CASE("describe shows the design with the parameters that are asked for") {
  const Outcome outcome = run({"describe", "counter", "--width", "12"});
  check_success(outcome);
  CHECK(contains(outcome.out, "--width  12 (default 8)  1 to 64  width of the count in bits\n"));
  CHECK(contains(outcome.out, "out  count   12 bits  UInt<12>\n"));
  CHECK(contains(outcome.out, "clk: rising edge; reset rst: synchronous, active high\n"));

  const json document = parsed(run({"describe", "counter", "--width=12", "--json"}));
  const json& width = named(document.at("parameters"), "width");
  CHECK(width.at("value") == 12);
  CHECK(width.at("default") == 8);
  CHECK(width.at("range") == "1 to 64");
  CHECK(named(document.at("ports"), "count").at("width") == 12);
  CHECK(named(document.at("ports"), "count").at("direction") == "out");
  CHECK(named(document.at("ports"), "enable").at("type") == "Bool");
  CHECK(document.at("clocks").at(0).at("reset_port") == "rst");
}

TEST_CASE("describe draws the state machines") {
  const Folder folder;
  const fs::path graph = folder / "states.dot";
  check_success(run({"describe", "uart-transmitter", "--states", graph.string()}));
  const std::string text = read_file(graph);
  CHECK(contains(text, "label=\"UartTransmitter_cycles_per_bit104.state: State\""));
  CHECK(contains(text, "\"m0.idle\" -> \"m0.start\" [label=\"byte.valid\"];"));
  const fs::path picture = folder / "states.svg";
  if (find_program("dot")) {
    check_success(run({"describe", "uart-transmitter", "--states", picture.string()}));
    CHECK(contains(read_file(picture), "</svg>"));
  }
  Command without{.arguments = {"describe", "uart-transmitter", "--states", (folder / "none.svg").string()}};
  without.environment = {{"PATH", folder.path().string()}};
  check_failure(run(without), 1, "the program dot of Graphviz, which is not installed");
  CHECK(!fs::exists(folder / "none.svg"));
  check_failure(run({"describe", "counter", "--states", graph.string()}), 1, "design counter has no state machine");
  check_failure(run({"describe", "uart-transmitter", "--states", "states.png"}), 1, "ends in .dot or .svg");
}

TEST_CASE("describe shows the hierarchy") {
  const Outcome outcome = run({"describe", "sha256"});
  check_success(outcome);
  CHECK(contains(outcome.out, "\nHierarchy\n  Hasher"));
  CHECK(contains(outcome.out, "\n    padder: Padder"));
  CHECK(contains(outcome.out, "\n    core: Core"));
  const json document = parsed(run({"describe", "sha256", "--json"}));
  const json& top = named(document.at("modules"), document.at("module"));
  CHECK(named(top.at("instances"), "core").at("module").get<std::string>().starts_with("Core"));
}

TEST_CASE("generate writes one file a module and says so") {
  const Folder folder;
  const Outcome outcome =
      run({.arguments = {"generate", "sha256", "--rounds-per-cycle", "2"}, .folder = folder.path()});
  check_success(outcome);
  const std::vector<std::string> files = files_below(folder.path());
  std::vector<std::string> own;
  for (const std::string& file : files) {
    if (file.starts_with("out/")) own.push_back(file);
  }
  REQUIRE(own.size() == 3);
  for (const std::string& file : own) {
    CHECK(file.starts_with("out/sha256/"));
    CHECK(contains(outcome.out, "wrote " + file + " ("));
    CHECK(contains(read_file(folder / file), "module "));
  }
  CHECK(contains(read_file(folder / own[0]) + read_file(folder / own[1]), "rounds_per_cycle"));
}

TEST_CASE("generate writes the headers, the page and the IP-XACT file of a register map beside the Verilog") {
  const Folder folder;
  const json document =
      parsed(run({.arguments = {"generate", "timer", "--out", "rtl", "--json"}, .folder = folder.path()}));
  REQUIRE(document.at("files").size() == 5);
  CHECK(contains(read_file(folder / "rtl/timer_map.h"), "#define CONTROL_MODE_REPEAT"));
  CHECK(contains(read_file(folder / "rtl/timer_map.hpp"), "namespace timer_map {"));
  CHECK(contains(read_file(folder / "rtl/timer_map.md"), "# Timer"));
  CHECK(contains(read_file(folder / "rtl/timer_map.xml"), "<ipxact:name>bus_paddr</ipxact:name>"));
}

TEST_CASE("generate writes constraints beside the Verilog, or says what is wrong and writes nothing") {
  const Folder folder;
  const auto generate = [&](const std::string& formats, const std::string& clock) {
    return run({.arguments = {"generate", "counter", "--out", "rtl", "--constraints", formats, "--clock", clock},
                .folder = folder.path()});
  };
  check_failure(generate("foo", "clk=8"), 1, "--constraints takes sdc, xdc or sdc,xdc, not 'foo'");
  check_failure(generate("sdc", "clq=8"), 1, "'clq', which is no clock of the design; its clocks are clk");
  check_failure(generate("sdc", "clk=-1"), 1, "not 'clk=-1'");
  CHECK(!fs::exists(folder / "rtl"));
  check_success(generate("sdc,xdc", "clk=8"));
  for (const char* file : {"rtl/Counter_width8.sdc", "rtl/Counter_width8.xdc"}) {
    CHECK(contains(read_file(folder / file), "create_clock -name {clk} -period 8 [get_ports {clk}]"));
  }
}

TEST_CASE("generate as JSON, into a folder of one's choice, always the same") {
  const Folder folder;
  const json document =
      parsed(run({.arguments = {"generate", "counter", "--out", "rtl/deep", "--json"}, .folder = folder.path()}));
  CHECK(document.at("design") == "counter");
  CHECK(document.at("parameters").at("width") == 8);
  REQUIRE(document.at("files").size() == 1);
  const std::string path = document.at("files").at(0).at("path");
  CHECK(path.starts_with("rtl/deep/"));
  const std::string text = read_file(folder / path);
  CHECK(document.at("files").at(0).at("bytes") == text.size());
  CHECK(document.at("files").at(0).at("lines") == std::count(text.begin(), text.end(), '\n'));
  CHECK(contains(text, "module " + document.at("top").get<std::string>()));

  check_success(run({.arguments = {"generate", "counter", "--out", "again"}, .folder = folder.path()}));
  CHECK(read_file(folder / ("again/" + fs::path(path).filename().string())) == text);
}

TEST_CASE("generate states locations only when asked to") {
  const Folder folder;
  check_success(run({.arguments = {"generate", "counter", "--out", "plain"}, .folder = folder.path()}));
  check_success(
      run({.arguments = {"generate", "counter", "--out", "located", "--locations", "--source-root", BURIN_SOURCE_DIR},
           .folder = folder.path()}));
  const auto text = [&](const fs::path& out) { return read_file(folder / (out / files_below(folder / out).at(0))); };
  CHECK(!contains(text("plain"), "`line"));
  CHECK(contains(text("located"), "\"designs/examples/counter.h\""));
}

TEST_CASE("generate dumps the IR and can leave the passes out") {
  const Folder folder;
  const Outcome dumped =
      run({.arguments = {"generate", "counter", "--dump-after", "elaboration", "--dump-after", "dead-code", "--json"},
           .folder = folder.path()});
  CHECK(dumped.status == 0);
  CHECK(contains(dumped.err, "elaboration"));
  CHECK(contains(dumped.err, "dead-code"));
  CHECK(contains(dumped.err, "Counter"));
  CHECK(json::parse(dumped.out).at("design") == "counter");
  check_success(run({.arguments = {"generate", "counter", "--no-optimise"}, .folder = folder.path()}));
  check_failure(run({.arguments = {"generate", "counter", "--no-optimise", "--dump-after", "dead-code"},
                     .folder = folder.path()}),
                1, "--no-optimise");
}

TEST_CASE("simulate runs a design's test") {
  const Outcome outcome = run({"simulate", "counter", "--width", "5"});
  check_success(outcome);
  CHECK(outcome.out.starts_with("counter: test passed on native, 602 cycles in "));

  const json document = parsed(
      run({"simulate", "uart-transmitter", "--cycles-per-bit", "4", "--power-up", "random", "--seed", "7", "--json"}));
  CHECK(document.at("engine") == "native");
  CHECK(document.at("test") == "passed");
  CHECK(document.at("seed") == 7);
  CHECK(document.at("parameters").at("cycles_per_bit") == 4);
  CHECK(document.at("cycles").get<int>() > 100);
}

TEST_CASE("every design passes its test in the interpreter, whatever state it powers up in") {
  const json document = parsed(run({"list", "--json"}));
  for (const json& design : document.at("designs")) {
    const std::string name = design.at("name");
    CAPTURE(name);
    check_success(run({"simulate", name, "--power-up", "ones"}));
    check_success(run({"simulate", name, "--power-up", "random", "--seed", "3"}));
  }
}

TEST_CASE("simulate hashes files as sha256sum does") {
  const Folder folder;
  std::string text;
  for (int i = 0; i < 1500; ++i) text += static_cast<char>(i * 7 % 256);
  const std::vector<std::pair<std::string, std::string>> files = {
      {"empty", ""}, {"abc", "abc"}, {"long", text}, {"with space", "x"}, {"with \\ and\nline", "y"}};
  for (const auto& [name, contents] : files) {
    CAPTURE(name);
    write_file(folder / name, contents);
    Command expected{.arguments = {name}, .folder = folder.path(), .program = find_program("sha256sum").value()};
    const Outcome outcome = run({.arguments = {"simulate", "sha256", "--file", name}, .folder = folder.path()});
    check_success(outcome);
    CHECK(outcome.out == run(expected).out);
  }
  const Outcome from_input = run({.arguments = {"simulate", "sha256", "--file", "-"}, .input = folder / "abc"});
  CHECK(from_input.out == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  -\n");

  const json document =
      parsed(run({.arguments = {"simulate", "sha256", "--rounds-per-cycle", "4", "--file", "abc", "--json"},
                  .folder = folder.path()}));
  CHECK(document.at("result") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(document.at("file") == "abc");
}

TEST_CASE("simulate shows progress on standard error when asked to") {
  const Folder folder;
  write_file(folder / "data", std::string(50'000, 'x'));
  const Outcome outcome = run({"simulate", "sha256", "--file", folder / "data", "--progress"});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.err, " s] "));
  CHECK(contains(outcome.err, " of 50000 bytes\n"));
}

TEST_CASE("version and help") {
  CHECK(run({"version"}).out.starts_with("burin 0."));
  CHECK(run({"--version"}).out == run({"version"}).out);
  CHECK(parsed(run({"version", "--json"})).at("version") ==
        run({"version"}).out.substr(6, run({"version"}).out.size() - 7));

  const Outcome help = run({"--help"});
  check_success(help);
  for (const char* verb : {"list", "describe", "generate", "simulate", "coverage", "flow", "results", "bench", "new",
                           "completion", "version"}) {
    CAPTURE(verb);
    CHECK(contains(help.out, std::string("\n  ") + verb));
    const Outcome of_verb = run({verb, "--help"});
    check_success(of_verb);
    CHECK(contains(of_verb.out, "Example"));
    CHECK(contains(of_verb.out, std::string("burin ") + verb));
    CHECK(contains(of_verb.out, "--json"));
    CHECK(run({"help", verb}).out == of_verb.out);
  }
  const Outcome of_design = run({"generate", "sha256", "--help"});
  check_success(of_design);
  CHECK(contains(of_design.out, "--rounds-per-cycle"));
  CHECK(contains(of_design.out, "(1, 2 or 4)"));
}

TEST_CASE("a parameter can be set by its flag, by its name, before or after the design") {
  const std::string expected = run({"describe", "counter", "--width", "3"}).out;
  CHECK(contains(expected, "3 (default 8)"));
  CHECK(run({"describe", "--width", "3", "counter"}).out == expected);
  CHECK(run({"describe", "counter", "--param", "width=3"}).out == expected);
}

TEST_CASE("completion prints a script, and bash gets candidates from it") {
  const Folder folder;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Outcome script = run({"completion", shell});
    check_success(script);
    CHECK(contains(script.out, " __complete -- "));
    const json document = parsed(run({"completion", shell, "--json"}));
    CHECK(document.at("shell") == shell);
    CHECK(document.at("script") == script.out);
  }
  write_file(folder / "complete.sh",
             "source <(\"$1\" completion bash)\nshift\nCOMP_WORDS=(\"$@\")\nCOMP_CWORD=$(($# - 1))\n"
             "_burin_complete\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  write_file(folder / "some-file", "");
  const std::string burin = (fs::path(BURIN_BINARY_DIR) / "burin").string();
  const auto candidates = [&](std::vector<std::string> words) {
    std::vector<std::string> arguments = {(folder / "complete.sh").string(), burin, burin};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return run({.arguments = arguments, .folder = folder.path(), .program = find_program("bash").value()}).out;
  };
  CHECK(candidates({"ge"}) == "generate\n");
  CHECK(candidates({"describe", "sha256-"}) == "sha256-core\nsha256-pipeline\n");
  CHECK(candidates({"generate", "sha256", "--rou"}) == "--rounds-per-cycle\n");
  CHECK(candidates({"simulate", "counter", "--engine", ""}) == "native\ninterpreter\nverilator\nnetlist\n");
  CHECK(candidates({"flow", "counter", "--target", "ice"}) == "ice40-hx8k\nice40-up5k\n");
  CHECK(candidates({"simulate", "sha256", "--file", "some"}) == "some-file\n");
  CHECK(candidates({"completion", ""}) == "bash\nzsh\nfish\n");
}

TEST_CASE("new writes a project, and only where nothing is") {
  const Folder folder;
  const Outcome outcome = run({.arguments = {"new", "traffic-light"}, .folder = folder.path()});
  check_success(outcome);
  const std::vector<std::string> expected = {".gitignore", "CMakeLists.txt",  "README.md",
                                             "main.cpp",   "traffic-light.h", "traffic-light_test.h"};
  CHECK(files_below(folder / "traffic-light") == expected);
  CHECK(contains(read_file(folder / "traffic-light/traffic-light.h"), "struct TrafficLight {"));
  for (const std::string& file : expected) {
    CHECK(contains(outcome.out, "wrote traffic-light/" + file + "\n"));
    CHECK(!contains(read_file(folder / ("traffic-light/" + file)), "@"));
  }

  check_failure(run({.arguments = {"new", "traffic-light"}, .folder = folder.path()}), 1, "not an empty folder");
  make_folder(folder / "empty");
  const json document = parsed(run({.arguments = {"new", "empty", "--json"}, .folder = folder.path()}));
  CHECK(document.at("files") == files_below(folder / "empty"));
}

}  // namespace burin::cli_test
