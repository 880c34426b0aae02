// SPDX-License-Identifier: Apache-2.0
//! @file protocol.cpp
//! @brief What the checks of bus protocols are made of.
#include "burin/lib/bus/protocol.h"

namespace burin {

void ProtocolRules::rule(const Bool& holds, const char* message) const {
  switch (obligation_) {
    case Obligation::asserted:
      return assert_(holds, message, where_);
    case Obligation::assumed:
      return assume(holds, message, where_);
    case Obligation::unchecked:
      return;
  }
}

void ProtocolRules::held(const Bool& valid, const Bool& ready, const UInt<>& payload, const char* message) const {
  const Bool waited = before(valid & ~ready);
  rule(~waited | (valid & (before(payload) == payload)), message);
}

void ProtocolRules::within(const Bool& pending, const Bool& done, const char* message) const {
  if (max_wait_ == 0) return;
  Reg<UInt<>> waited{"protocol_waited", bits(bits_for(static_cast<uint64_t>(max_wait_))), 0};
  const Bool late = waited == max_wait_;
  rule(~(pending & ~done & late), message);
  waited = mux(pending & ~done, mux(late, waited, waited + 1), 0);
}

Bool ProtocolRules::open(const Bool& begun, const Bool& ended) const {
  Reg<UInt<8>> count{"protocol_open", 0};
  IF (begun & ~ended) {
    count = count + 1;
  }
  ELIF (ended & ~begun & (count != 0)) {
    count = count - 1;
  }
  rule(~begun | ended | (count != 255), "a bus has more than 255 accesses open");
  return count != 0;
}

UInt<> ProtocolRules::before(const UInt<>& value) const {
  Reg<UInt<>> held{"protocol_before", bits(value.width())};
  held = value;
  return held;
}

Bool ProtocolRules::before(const Bool& value) const {
  Reg<Bool> held{"protocol_before", false};
  held = value;
  return held;
}

}  // namespace burin
