// SPDX-License-Identifier: Apache-2.0
//! @file B0402.cpp
//! @brief B0402: two ports that flatten to one name.
#include "gallery.h"

namespace gallery::b0402 {

using namespace burin;

// [program]
struct Packet {
  UInt<8> length;
  UInt<32> data;
};

struct Writer {
  In<Packet> packet;
  In<UInt<8>> packet_length;  // <- B0402
  Out<Bool> same_length;
  Out<UInt<32>> data;

  void logic() {
    same_length = packet.length == packet_length;
    data = packet.data;
  }
};
// [/program]

const Register kProgram("B0402", [] { return elaborate<Writer>().warnings; });

}  // namespace gallery::b0402
