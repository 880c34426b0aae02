// SPDX-License-Identifier: Apache-2.0
//! @file clock_summary.h
//! @brief What a module's surroundings must know of it to judge clock crossings.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "burin/base/diagnostics.h"
#include "clock_domains.h"

namespace burin::passes {

/// How a value is used by what it reaches.
enum class SinkKind : uint8_t {
  state,                      ///< Must belong to the sink's clock.
  synchroniser,               ///< May come from any one register or port.
  logic_before_synchroniser,  ///< Must belong to the sink's clock, because logic could make glitches.
  asynchronous_reset,         ///< May be asynchronous, must not belong to another clock.
  reset_synchroniser          ///< The reset of nothing but synchronisers: may come from any one register or port.
};

/// A thing that consumes values, for messages: "register 'count'".
struct SinkPlace {
  std::string text;
  LocationId location = kNoLocation;
};

/// Bits of an input that reach something of a clock.
struct Requirement {
  ir::SignalId port = ir::kNone;
  uint32_t low = 0;
  uint32_t width = 0;
  DomainId domain = 0;
  SinkKind kind = SinkKind::state;
  std::shared_ptr<const SinkPlace> place;
};

/// The clocks that bits of an output depend on.
struct OutputPart {
  uint32_t low = 0;
  uint32_t width = 0;
  std::vector<DomainId> domains;
  bool asynchronous = false;
};

struct OutputClocks {
  ir::SignalId port = ir::kNone;
  std::vector<OutputPart> parts;
  std::vector<ir::SignalId> inputs;  ///< From which there is a path without state or a waived crossing.
  bool direct = false;               ///< No logic between a register or input and the output.
};

/// A crossing between two clock inputs, which is one only if they are different clocks.
struct PossibleCrossing {
  DomainId from = 0;
  DomainId to = 0;
  std::shared_ptr<const Diagnostic> finding;
};

struct ClockSummary {
  std::vector<Requirement> requirements;
  std::vector<OutputClocks> outputs;  ///< In ascending order of ports.
  std::vector<PossibleCrossing> possible;

  [[nodiscard]] const OutputClocks* find_output(ir::SignalId port) const;
};

/// The summary of a black box, from the timing of its ports. One without clocks passes its inputs on.
ClockSummary summarise_black_box(const ir::Module& module, ClockDomains& domains);

}  // namespace burin::passes
