// SPDX-License-Identifier: Apache-2.0
//! @file flow_run.h
//! @brief A flow as a command line asks for it: planned, carried out, and asked whether its kept results still hold.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "burin/flows/flow.h"
#include "burin/flows/store.h"
#include "verb.h"

namespace burin::cli {

/// Names of targets that are offered; those with a file come on top.
[[nodiscard]] std::vector<std::string> target_names();
/// @throws UserError with the nearest names when there is no such target.
void check_target(const std::string& name);

/// What a flow is given. Elaborates the design.
struct FlowPlan {
  flows::FlowInput input;
  flows::FlowOptions options;
};
[[nodiscard]] FlowPlan plan_flow(const Invocation& call, const Progress& progress);

/// Runs the flow and the design's test on the netlist, and puts all files into `folder`, where nothing of this run is
/// before all of it is right. @returns results, stages and paths.
[[nodiscard]] flows::FlowResult carry_out_flow(const Invocation& call, const std::filesystem::path& folder,
                                               const Progress& progress);

/// The one result of a design that does not fit.
[[nodiscard]] flows::Result does_not_fit(const FlowPlan& plan, const std::string& why);

/// Why the results of `run` no longer hold: "the design has changed"; "" when they do.
/// @throws UserError when its command cannot be run here, as when a tool is missing.
[[nodiscard]] std::string why_stale(const Invocation& call, const flows::StoredRun& run);

/// Default folder of results that are kept.
inline constexpr std::string_view kResultsFolder = "docs/results";

/// The options of `flow` that decide its results.
[[nodiscard]] std::vector<OptionSpec> flow_options();

}  // namespace burin::cli
