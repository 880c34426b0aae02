// SPDX-License-Identifier: Apache-2.0
//! @file uart_receiver.h
//! @brief A serial receiver: one start bit, eight data bits with the least significant first, one stop bit.
#pragma once

#include "burin/burin.h"

namespace burin::examples {

/// Samples each bit in its middle, counted from the edge of the start bit. A byte is there half a bit before the end of
/// its stop bit; one that has not been taken when the next one is there stays, and the next one is lost.
struct UartReceiver {
  struct Config {
    Param<int, "clock cycles a bit", range(4, 65536)> cycles_per_bit = 104;
  };
  Config config;

  enum class State { idle, start, data, stop };

  In<Bool> rx{{.asynchronous = true}};
  StreamOut<UInt<8>> byte;
  Out<Bool> framing_error;  ///< For one cycle: there was no stop bit, and the byte is dropped.
  Out<Bool> overrun;        ///< For one cycle: a byte is lost.

  Reg<Enum<State>> state{State::idle};
  Reg<UInt<8>> shift{0};
  Reg<UInt<3>> index{0};
  Reg<UInt<>> timer{bits(bits_for(config.cycles_per_bit - 1)), 0};
  Reg<UInt<8>> held{0};
  Reg<Bool> full{false};
  Reg<Bool> idle_seen{false};  // the line was 1 since the last stop bit that was missed

  void logic() {
    const Bool line = synchronise(rx);
    const Bool now = timer == 0;
    timer = mux(now, config.cycles_per_bit - 1, timer - 1);

    byte.valid = full;
    byte.payload = held;
    framing_error = false;
    overrun = false;
    IF (byte.fire()) { full = false; }
    IF (line) { idle_seen = true; }

    SWITCH (state) {
      CASE (State::idle) {
        IF (~line & idle_seen) {
          timer = config.cycles_per_bit / 2 - 1;
          state = State::start;
        }
      }
      CASE (State::start) {
        IF (now) { state = mux(line, State::idle, Enum<State>(State::data)); }  // a spike is no start bit
      }
      CASE (State::data) {
        IF (now) {
          shift = cat(line, shift.bits<7, 1>());
          index = index + 1;
          IF (index == 7) { state = State::stop; }
        }
      }
      CASE (State::stop) {
        IF (now) {
          state = State::idle;
          framing_error = ~line;
          overrun = line & full & ~byte.ready;
          IF (~line) { idle_seen = false; }
          ELIF (~full | byte.ready) {
            held = shift;
            full = true;
          }
        }
      }
    }
  }
};

}  // namespace burin::examples
