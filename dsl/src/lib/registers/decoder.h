// SPDX-License-Identifier: Apache-2.0
//! @file decoder.h
//! @brief The hardware of a register map between its fields and any bus.
#pragma once

#include "layout.h"

namespace burin::registers::detail_registers {

/// What a bus asks for in this cycle.
struct MapAccess {
  Bool write;
  UInt<> write_address;  // in bytes; the low bits are not looked at
  UInt<> data;
  UInt<> strobes;
  Bool read;
  UInt<> read_address;
};

/// What the map says to it.
struct MapReply {
  Bool write_error;  // in the cycle of the write
  Bool read_error;   // in the cycle of the read
  UInt<> read_data;  // in the cycle after the read, until the next one
};

/// Makes the writes, the reads and what they cause.
MapReply decode(const Layout& layout, const MapAccess& access);

}  // namespace burin::registers::detail_registers
