// SPDX-License-Identifier: Apache-2.0
//! @file flow.h
//! @brief From Verilog to area, fmax and a netlist that can be simulated.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/flows/result.h"
#include "burin/flows/target.h"

namespace burin::flows {

/// One Verilog file, by value.
struct FlowSource {
  std::string name;  ///< File name for messages and source attributes, "counter.v".
  std::string text;
};

/// What goes through a flow.
struct FlowInput {
  std::string design;               ///< Name for results.
  std::string top;                  ///< Name of the top module.
  std::vector<FlowSource> sources;  ///< All modules, Verilog-2005.
  std::string command;              ///< What the user typed; goes into the results.
  /// Input ports that are clocks, beside those that lead straight to registers: behind a gate, only a name tells.
  std::vector<std::string> clocks = {};
  std::string constraints = {};  ///< SDC that the timing engine reads after the clocks; "" for none.
};

/// The values of a signal in a simulation.
struct SignalTrace {
  std::string name;  ///< Verilog name from the top module on, joined by dots: "core.state".
  uint32_t width = 0;
  std::vector<uint64_t> words = {};  ///< `(width + 63) / 64` words for each cycle, the least significant first.
};

/// Inputs and registers as they were just before each rising edge of the clock.
struct SimulationTrace {
  uint64_t cycles = 0;
  std::vector<SignalTrace> signals = {};
};

/// How it goes through.
struct FlowOptions {
  std::string target;                       ///< Name of a target, see `targets()`.
  std::vector<uint64_t> seeds = {1, 2, 3};  ///< Placement seeds; fmax is stated over all of them.
  double frequency = 0;                     ///< MHz asked of the tools; 0: the target's usual aim.
  bool place_and_route = true;              ///< False: synthesis and its estimates only.
  size_t jobs = 0;                          ///< Seeds at once; 0: one for each core.
  double toggle_rate = 0.1;                 ///< Changes a cycle that the estimate of power supposes of every signal.
  SimulationTrace trace = {};               ///< Of a simulation; then power is also stated with its activity.
  std::chrono::milliseconds timeout{0};     ///< Longest run of one tool; zero: no limit.
  std::chrono::seconds equivalence{0};      ///< Longest comparison of netlist and source; zero: none.
  std::map<std::string, std::string> pins = {};  ///< Package pins by port bit, "count[3]"; the tool chooses the others.
  bool bitstream = false;                        ///< Also make the bitstream of the first seed.
  std::filesystem::path cache;                   ///< Finished steps; empty: `flows` in `cache_folder()`.
  std::filesystem::path output;  ///< Gets netlists, reports, logs and results; empty: nothing is written.
  std::function<void(std::string_view)> progress;  ///< Told what is being done; may be called from several threads.
};

/// Verilog that simulates as the target does: a netlist and the models of its cells.
struct SimulationNetlist {
  std::string top;
  std::vector<FlowSource> sources;
  std::vector<std::string> defines;       ///< Macros that the models need: "NAME".
  std::vector<std::string> missing = {};  ///< Types of cells that have no open model: it cannot be simulated.
};

/// What a comparison of source and netlist says.
struct Equivalence {
  enum class Verdict : uint8_t {
    unchecked,    ///< There is a cell without an open model.
    proven,       ///< Equal for all inputs, when registers begin equal.
    open,         ///< Induction does not prove some points.
    out_of_time,  ///< The limit ended the work.
    different     ///< Proven to differ.
  };
  Verdict verdict = Verdict::unchecked;
  uint64_t points = 0;            ///< Registers' bits and outputs that are compared.
  uint64_t proven = 0;            ///< Those that are proven.
  std::chrono::seconds limit{0};  ///< The time limit.
};
/// "proven at all 16 points", "open: not decided within 60 s", …
[[nodiscard]] std::string text(const Equivalence& equivalence);

/// How long a stage took.
struct StageTime {
  std::string stage;      ///< "synthesis", "placement, seed 2".
  double seconds = 0;     ///< Of the run that made its files.
  bool recalled = false;  ///< Nothing ran: the files were there.
};

/// What a flow gives.
struct FlowResult {
  std::vector<Result> results;     ///< Area first, then fmax or period, then power.
  SimulationNetlist netlist;       ///< With the ports of the design, for a simulation against the same test.
  std::vector<std::string> paths;  ///< The slowest paths, one a line, where a timing engine lists them.
  std::optional<Equivalence> equivalence = {};  ///< When it was asked for.
  std::vector<StageTime> stages;                ///< In the order of their ends.
};

/// What decides whether results of an earlier run still hold.
struct FlowIdentity {
  std::string input_hash;                            ///< As in `Result`.
  std::map<std::string, std::string> tool_versions;  ///< As in `Result`, of the tools that are installed.
};

/// A design that a device has no room for; the message says by how much.
class TooLarge : public UserError {
 public:
  using UserError::UserError;
};

/// Takes a design through synthesis and, for each seed, place and route on a target; on cells, through synthesis and
/// a timing engine.
///
/// Each tool run is a step whose files are kept in the cache under the hash of all that decides them (input,
/// options, tool versions): what is there is not run again, and an interrupted flow goes on where it was. Two
/// flows that need the same step wait for one of them. A design with more port bits than the package has pins
/// keeps pins for its narrowest ports; the others end in nothing and paths through them are not timed, which a
/// note in the results says.
/// @throws UserError with one line when a tool is missing, too old, crashes, is killed or takes too long, when a
/// tool refuses the design, or a report cannot be read; TooLarge; Interrupted.
[[nodiscard]] FlowResult run_flow(const FlowInput& input, const FlowOptions& options);

/// What `run_flow` would state about its input and tools, without running them.
/// @throws UserError as `run_flow` where a tool or a library is missing.
[[nodiscard]] FlowIdentity identify_flow(const FlowInput& input, const FlowOptions& options);

/// The netlist of a flow's synthesis, without place and route: what `run_flow(...).netlist` is.
[[nodiscard]] SimulationNetlist synthesize_for_simulation(const FlowInput& input, const FlowOptions& options);

}  // namespace burin::flows
