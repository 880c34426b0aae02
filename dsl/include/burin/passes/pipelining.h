// SPDX-License-Identifier: Apache-2.0
//! @file pipelining.h
//! @brief Registers in combinational logic, at places chosen so that no stage is longer than it must be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "burin/ir/ir.h"

namespace burin::passes {

/// Estimated delay of an operation, in tenths of a level of 4-input LUTs. Constant operands are taken into account: a
/// shift by a constant is wiring. @see docs/library.md
uint32_t estimated_delay(const ir::Module& module, ir::NodeId node);

/// What is to be pipelined in a module, and how.
struct PipelineRequest {
  std::vector<ir::SignalId> inputs;   ///< Ports whose values enter at the same time.
  std::vector<ir::SignalId> outputs;  ///< Ports whose values leave at the same time.
  std::vector<ir::SignalId> marks;    ///< Wires behind which a stage ends: `stage(x)`.
  uint32_t depth = 0;                 ///< Registers on each way from an input to an output.
  bool registered_output = true;      ///< The outputs come out of registers; else the last stage ends in logic.
  ir::ClockId clock = ir::kNone;
  std::vector<ir::NodeId> enables;  ///< Of the registers behind stage i; `kNone`: they always take over.
};

/// What became of it.
struct PipelineResult {
  enum class Problem : uint8_t {
    none,
    loop,       ///< The logic is a loop, which another check reports.
    not_pure,   ///< `culprit` is read, which is neither an input nor computed from them.
    too_short,  ///< There are `marks` marks in a row, more than registers.
  };
  Problem problem = Problem::none;
  ir::NodeId culprit = ir::kNone;
  uint32_t marks = 0;
  uint32_t longest_stage = 0;  ///< Estimated delay.
  uint64_t register_bits = 0;
};

/// Puts registers into the logic between inputs and outputs of a module without optimisation behind it. Does nothing
/// where there is a problem.
PipelineResult insert_pipeline_registers(ir::Module& module, const PipelineRequest& request);

}  // namespace burin::passes
