// SPDX-License-Identifier: Apache-2.0
//! @file padder.h
//! @brief The message front end of SHA-256: bytes in, padded blocks out. FIPS 180-4, sections 5.1.1 and 5.2.1.
#pragma once

#include "designs/sha256/core.h"

namespace burin::sha256 {

/// One transfer of a message on its way in. A message is any number of these, the last one with `last`; the next
/// transfer opens the next message. As in AXI4-Stream a transfer without `keep` carries no byte: it can close a
/// message whose end was not known when its last byte was sent, and alone, with `last`, it is the empty message.
struct MessageByte {
  UInt<8> data;  ///< The byte.
  Bool keep;     ///< There is a byte. Transfers without it take a cycle and add nothing.
  Bool last;     ///< The message ends here.
};

/// Pads messages of 0 to 2^61 - 1 bytes and cuts them into blocks, a byte a clock: a message of n bytes makes
/// ceil((n + 9) / 64) blocks in 64 cycles each. While a block waits to be taken nothing else moves; the first byte of
/// the next block can go in as it is taken. `bytes.ready` follows `blocks.ready` within the cycle.
struct Padder {
  enum class Phase { message, mark, zeros, length };

  StreamIn<MessageByte> bytes;
  StreamOut<Block> blocks;

  Reg<Enum<Phase>> phase{Phase::message};  // the kind of the byte that comes next
  Reg<UInt<512>> block;                    // the block in the making: new bytes enter at the bottom
  Reg<UInt<7>> filled{0};                  // bytes in it
  Reg<UInt<64>> length{0};                 // of the message so far, in bits
  Reg<Bool> first{true};                   // the block is the first of its message
  Reg<Bool> last{false};                   // the block is the last of its message
  Wire<UInt<8>> byte;                      // goes into the block …
  Wire<Bool> append;                       // … in this cycle

  void logic() {
    blocks.valid = filled == 64;
    blocks.payload = Block{block, first, last};

    const Bool room = ~blocks.valid | blocks.ready;
    const UInt<6> position = trunc<6>(filled);  // of `byte` in its block; 0 also when the block before is just taken
    bytes.ready = room & (phase == Phase::message);
    append = room;
    byte = 0;
    SWITCH (phase) {
      CASE (Phase::message) {
        append = bytes.fire() & bytes.payload.keep;
        byte = bytes.payload.data;
        IF (append) {
          assume(~reduce_and(length.bits<63, 3>()), "a message has fewer than 2^61 bytes");
          length = length + 8;
        }
        IF (bytes.fire() & bytes.payload.last) { phase = Phase::mark; }
      }
      CASE (Phase::mark, Phase::zeros) {  // 0x80, then zeros until 8 bytes of the block are left
        IF (phase == Phase::mark) { byte = 0x80; }
        IF (append & (position == 55)) { phase = Phase::length; }
        ELIF (append) { phase = Phase::zeros; }
      }
      CASE (Phase::length) {  // its most significant byte first; it leaves 0 behind, for the next message
        byte = length.bits<63, 56>();
        IF (append) {
          length = length << 8;
          IF (position == 63) {
            last = true;
            phase = Phase::message;
          }
        }
      }
    }
    IF (append) {
      block = cat(block.bits<503, 0>(), byte);
      filled = zext<7>(position) + 1;
    }
    ELIF (blocks.fire()) { filled = 0; }
    IF (blocks.fire()) {
      first = last;
      last = false;
    }
    ELSE { assert_(~blocks.valid | ~append, "a block that waits to be taken stays as it is"); }
  }
};

}  // namespace burin::sha256
