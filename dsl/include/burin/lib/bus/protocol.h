// SPDX-License-Identifier: Apache-2.0
//! @file protocol.h
//! @brief What the checks of bus protocols are made of.
#pragma once

#include "burin/lang/connect.h"
#include "burin/lang/control.h"
#include "burin/lang/process.h"

namespace burin {

/// What is done with the rules that one side of an interface has to keep.
enum class Obligation : uint8_t {
  asserted,   ///< Whoever breaks one fails, in simulation and in a proof.
  assumed,    ///< A proof may rely on them; simulation checks them.
  unchecked,  ///< They are left out.
};

/// How an interface is checked. To prove a subordinate: `{.manager = Obligation::assumed}`.
struct ProtocolChecks {
  Obligation manager = Obligation::asserted;
  Obligation subordinate = Obligation::asserted;
  int max_wait = 0;  ///< Cycles that a side may let the other wait; 0: for as long as it likes.
};

/// The rules of one side, stated with the obligation they have. Each function may be called any number of times.
class ProtocolRules {
 public:
  ProtocolRules(Obligation obligation, int max_wait, const Where& where)
      : obligation_(obligation), max_wait_(max_wait), where_(where) {}

  /// `holds` in every cycle outside reset.
  void rule(const Bool& holds, const char* message) const;
  /// What is offered stays, with its payload, until it is taken.
  void held(const Bool& valid, const Bool& ready, const UInt<>& payload, const char* message) const;
  /// What is offered is taken within the longest wait.
  void taken(const Bool& valid, const Bool& ready, const char* message) const { within(valid, ready, message); }
  /// While `pending`, `done` comes within the longest wait.
  void within(const Bool& pending, const Bool& done, const char* message) const;
  /// More of `begun` than of `ended` were seen before this cycle; at most 255 may be open.
  Bool open(const Bool& begun, const Bool& ended) const;
  /// The value of the cycle before; undefined after a reset, so look at it under a condition.
  UInt<> before(const UInt<>& value) const;
  /// The same; 0 after a reset.
  Bool before(const Bool& value) const;

 private:
  Obligation obligation_;
  int max_wait_;
  Where where_;
};

}  // namespace burin
