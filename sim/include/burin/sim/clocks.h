// SPDX-License-Identifier: Apache-2.0
//! @file clocks.h
//! @brief Several clocks that run at their own pace, and those who act on their edges.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "burin/sim/engine.h"

namespace burin::sim {

/// One who drives inputs and looks at outputs once in each cycle of a clock.
class ClockAgent {
 public:
  virtual ~ClockAgent();
  /// Sets inputs for the coming rising edge.
  virtual void drive() = 0;
  /// Looks at the design just before the edge: all inputs are set and logic has followed them.
  virtual void sample() = 0;
};

/// When a clock rises and falls, in ticks of a unit that all clocks share.
struct ClockTiming {
  uint64_t period = 10;  ///< At least 2.
  uint64_t phase = 0;    ///< Time of the first rising edge.
  uint64_t high = 0;     ///< How long it is 1; 0: half of the period.
};

/// Clocks with any ratio and phase. Time goes from edge to edge; edges at the same time happen together, in one
/// evaluation. Waves show the times of this schedule.
class Clocks {
 public:
  explicit Clocks(Engine& engine) : engine_(&engine) {}

  /// The input `port` becomes a clock, low until its first edge. @throws UserError when it is no input of 1 bit, is a
  /// clock already, its timing is impossible, or time has passed its first edge.
  void add(std::string_view port, const ClockTiming& timing);
  /// `agent` acts before each rising edge of `port`, a clock that was added, until it is detached.
  void attach(std::string_view port, ClockAgent& agent);
  void detach(ClockAgent& agent);

  /// The time of the last edges, in ticks.
  [[nodiscard]] uint64_t now() const { return now_; }
  /// Goes on to the next edges. @throws UserError when there is no clock.
  void advance();
  /// Makes all edges up to and including `time`.
  void run_until(uint64_t time);
  /// `cycles` rising edges of the clock `port` from now on, and all that happens in the meantime.
  void step(std::string_view port, uint64_t cycles = 1);
  /// Rising edges of a clock so far.
  [[nodiscard]] uint64_t cycles(std::string_view port) const { return clocks_[index(port)].cycles; }

  /// Goes on with `engine`, which stands around the former one.
  void use(Engine& engine) { engine_ = &engine; }

 private:
  struct Entry {
    PortId port = 0;
    ClockTiming timing;
    uint64_t next = 0;
    bool level = false;
    uint64_t cycles = 0;
    std::vector<ClockAgent*> agents;
  };
  [[nodiscard]] size_t index(std::string_view port) const;

  Engine* engine_;
  std::vector<Entry> clocks_;
  uint64_t now_ = 0;
};

}  // namespace burin::sim
