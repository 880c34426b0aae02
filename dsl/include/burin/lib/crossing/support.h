// SPDX-License-Identifier: Apache-2.0
//! @file support.h
//! @brief What the blocks between two clocks share: the kinds of their clocks, and how a stage connects them.
#pragma once

#include "burin/lib/stream/assertions.h"

namespace burin {

/// The kinds of the two clocks of a crossing, for clocks that are not rising with a synchronous active-high reset.
struct CrossingClocks {
  ClockOptions from = {};  ///< Of the side that sends.
  ClockOptions to = {};    ///< Of the side that receives.
};

namespace detail {

/// The options of a port or register that belongs to a clock: `Reg<Bool> sent{false, at(from)}`. g++ 12 fails on
/// `{.clock = from}` in a member of a module that has a configuration.
struct AtClock {
  const Clock& clock;
  operator PortOptions() const {  // NOLINT(google-explicit-constructor)
    PortOptions options;
    options.clock = clock;
    return options;
  }
  operator RegOptions() const {  // NOLINT(google-explicit-constructor)
    RegOptions options;
    options.clock = clock;
    return options;
  }
};
inline AtClock at(const Clock& clock) { return {clock}; }

/// Edge, reset kind and level of a clock of the module at hand.
ClockOptions options_of(const Clock& clock, const Where& where);

/// The clocks of a stage between two `>>`, which outlive it.
struct StageClocks {
  const Clock& from;
  const Clock& to;
  Where where;
  [[nodiscard]] CrossingClocks kinds() const { return {options_of(from, where), options_of(to, where)}; }
};

/// Leads `stream` through a new instance of the block `M`, with the streams `in` and `out` and the clocks `from` and
/// `to`.
template <typename M, typename T>
StreamValue<T> through_crossing(const StreamValue<T>& stream, const typename M::Config& config, std::string_view what,
                                const StageClocks& clocks) {
  const M& block = make_block<M>(config, stream.name() + "_" + std::string(what), clocks.where);
  block.from = LocatedClock(clocks.from, clocks.where);
  block.to = LocatedClock(clocks.to, clocks.where);
  connect_stream(stream, StreamSink<T>(block.in, clocks.where));
  return stream_of(block.out).named(stream.name());
}

}  // namespace detail
}  // namespace burin
