// SPDX-License-Identifier: Apache-2.0
//! @file flow_parts.h
//! @brief What the flows to devices and to cells have in common.
#pragma once

#include <string>

#include "step.h"
#include "synthesis.h"

namespace burin::flows {

/// A result with everything filled in that all results of the flow have in common.
Result make_result(const FlowContext& context, const Tool& tool, std::string metric, Evidence evidence);

/// States versions of tools in results.
void add_version(Result& result, const Tool& tool);

/// Files for the output folder: the name there, and where it is.
using OutputFiles = std::vector<std::pair<std::string, std::filesystem::path>>;

/// The files of a synthesis that people want to see.
OutputFiles synthesis_files(const Synthesis& synthesis);

/// Writes files and results to the output folder of the options.
/// @throws UserError when another flow writes there, or it cannot be written.
void write_output(const FlowContext& context, const OutputFiles& files, const FlowResult& flow);

/// The flow to standard cells.
FlowResult run_asic_flow(const FlowContext& context);
FlowIdentity identify_asic_flow(const FlowContext& context);

}  // namespace burin::flows
