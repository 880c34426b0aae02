// SPDX-License-Identifier: Apache-2.0
//! @file uart_transmitter.h
//! @brief A serial transmitter: one start bit, eight data bits with the least significant first, one stop bit.
#pragma once

#include "burin/burin.h"

namespace burin::examples {

struct UartTransmitter {
  struct Config {
    Param<int, "clock cycles a bit", range(2, 65536)> cycles_per_bit = 104;
  };
  Config config;

  enum class State { idle, start, data, stop };

  StreamIn<UInt<8>> byte;
  Out<Bool> tx;

  Reg<Enum<State>> state{State::idle};
  Reg<UInt<8>> shift;
  Reg<UInt<3>> index{0};
  Reg<UInt<>> timer{bits(bits_for(config.cycles_per_bit - 1)), 0};

  void logic() {
    const Bool bit_done = timer == 0;
    timer = mux(bit_done, config.cycles_per_bit - 1, timer - 1);

    tx = true;
    byte.ready = state == State::idle;

    SWITCH (state) {
      CASE (State::idle) {
        IF (byte.fire()) {
          shift = byte.payload;
          timer = config.cycles_per_bit - 1;
          state = State::start;
        }
      }
      CASE (State::start) {
        tx = false;
        IF (bit_done) { state = State::data; }
      }
      CASE (State::data) {
        tx = shift.bit(0);
        IF (bit_done) {
          shift = shift >> 1;
          index = index + 1;
          IF (index == 7) { state = State::stop; }
        }
      }
      CASE (State::stop) {
        IF (bit_done) { state = State::idle; }
      }
    }

    assert_(timer <= config.cycles_per_bit - 1, "a bit is no longer than it should be");
    IF (state == State::idle) { assert_(tx, "the line is high between bytes"); }
  }
};

}  // namespace burin::examples
