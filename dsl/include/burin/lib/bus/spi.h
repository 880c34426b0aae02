// SPDX-License-Identifier: Apache-2.0
//! @file spi.h
//! @brief SPI: a controller and a peripheral, most significant bit first, in all four modes.
#pragma once

#include "burin/lang/clock.h"
#include "burin/lang/config.h"
#include "burin/lang/control.h"
#include "burin/lang/stream.h"

namespace burin {

/// The wires of SPI: `Role::out` is the controller's side, `Role::in` the peripheral's.
template <Role R>
struct Spi {
  Port<R, Bool> sclk{PortOptions{.asynchronous = R == Role::in}};
  Port<R, Bool> cs_n{PortOptions{.asynchronous = R == Role::in}};
  Port<R, Bool> mosi{PortOptions{.asynchronous = R == Role::in}};
  Port<flip(R), Bool> miso{PortOptions{.asynchronous = R == Role::out}};
};

struct SpiMode {
  Param<bool, "sclk rests high"> cpol = false;
  Param<bool, "data are sampled at the second edge of a clock, not at the first"> cpha = false;
};

/// A word for a controller.
template <int Width>
struct SpiWord {
  UInt<Width> data;
  Bool last;  ///< The chip select is let go behind it.
};

/// Sends words and receives as many: each word that is taken gives one in `received`, which must be taken before the
/// next word begins. A word takes 2 · Width + 1 half periods and a cycle to begin; between frames
/// the chip select is high for half a period at least.
template <int Width = 8>
struct SpiController {
  struct Config {
    Param<int, "clock cycles of half a period of sclk", range(4, 65536)> half_period = 8;
    SpiMode mode = {};
  };
  Config config;

  Spi<Role::out> pins;
  StreamIn<SpiWord<Width>> send;
  StreamOut<UInt<Width>> received;

  enum class State { idle, shift, hold, pause };

  Reg<Enum<State>> state{State::idle};
  Reg<UInt<>> timer{bits(bits_for(config.half_period - 1)), 0};
  Reg<UInt<>> edge{bits(bits_for(2 * Width)), 0};  // edges of sclk so far; 2 * Width: all
  Reg<UInt<Width>> out_bits{0};
  Reg<UInt<Width>> in_bits{0};
  Reg<Bool> last{false};
  Reg<Bool> full{false};  // a received word waits to be taken
  Reg<Bool> clock{config.mode.cpol};

  void logic() {
    const Bool tick = timer == config.half_period - 1;
    const Bool miso = synchronise(pins.miso);

    pins.sclk = clock;
    pins.cs_n = (state == State::idle) | (state == State::pause);
    pins.mosi = out_bits.bit(Width - 1);
    send.ready = ((state == State::idle) | (state == State::hold)) & ~full;
    received.valid = full;
    received.payload = in_bits;

    IF (received.fire()) { full = false; }
    timer = mux(tick, 0, timer + 1);
    SWITCH (state) {
      CASE (State::idle, State::hold) {
        timer = 0;
        IF (send.fire()) {
          out_bits = send.payload.data;
          last = send.payload.last;
          edge = 0;
          state = State::shift;
        }
      }
      CASE (State::shift) {
        IF (tick) {
          IF (edge == 2 * Width) {
            full = true;
            state = mux(last, State::pause, Enum<State>(State::hold));
          }
          ELSE {
            clock = ~clock;
            edge = edge + 1;
            // The first edge of each clock is an even one.
            const Bool first = ~edge.bit(0);
            const Bool samples = config.mode.cpha ? ~first : first;
            IF (samples) { in_bits = trunc<Width>(cat(in_bits, miso)); }
            ELIF (edge != 0) { out_bits = out_bits << 1; }
          }
        }
      }
      CASE (State::pause) {
        IF (tick) { state = State::idle; }
      }
    }
  }
};

/// Answers a controller, which drives its clock: `send` is asked for a word at the start of each word, and zeros go out
/// where there is none; `received` must be taken before the next word is complete, else `overrun` is 1 for a cycle and
/// the older word stays. The pins pass synchronisers, so half a period of sclk must last at least 6 cycles.
template <int Width = 8>
struct SpiPeripheral {
  struct Config {
    SpiMode mode = {};
  };
  Config config;

  Spi<Role::in> pins;
  StreamIn<UInt<Width>> send;
  StreamOut<UInt<Width>> received;
  Out<Bool> overrun;

  Reg<Bool> clock_before{config.mode.cpol};
  Reg<Bool> selected_before{false};
  Reg<UInt<>> count{bits(index_bits(Width)), 0};  // bits of the word that were sampled
  Reg<UInt<Width>> out_bits{0};
  Reg<UInt<Width>> in_bits{0};
  Reg<UInt<Width>> word{0};
  Reg<Bool> full{false};
  Reg<Bool> fresh{true};   // the next edge that shifts brings a new word
  Reg<Bool> given{false};  // the word at hand came from `send`, which has not been told yet

  void logic() {
    const Bool clock = synchronise(pins.sclk);
    const Bool selected = ~synchronise(pins.cs_n);
    const Bool mosi = synchronise(pins.mosi);
    clock_before = clock;
    selected_before = selected;

    const Bool edge = selected & selected_before & (clock != clock_before);
    const Bool first = clock != Bool(config.mode.cpol);  // away from its rest
    const Bool samples = edge & (config.mode.cpha ? ~first : first);
    const Bool shifts = edge & (config.mode.cpha ? first : ~first);
    const Bool begins = selected & ~selected_before;

    pins.miso = out_bits.bit(Width - 1);
    received.valid = full;
    received.payload = word;
    IF (received.fire()) { full = false; }

    // A word of `send` stands until its first bit is sampled: only then it is sure to go out.
    send.ready = samples & given;
    IF (send.fire()) { given = false; }
    const Bool loads = begins & Bool(!config.mode.cpha) | shifts & fresh;
    IF (loads) {
      out_bits = mux(send.valid, send.payload, 0);
      given = send.valid;
    }
    ELIF (shifts) { out_bits = out_bits << 1; }
    IF (begins) {
      count = 0;
      fresh = Bool(config.mode.cpha);
    }
    ELIF (shifts) { fresh = false; }

    overrun = false;
    IF (samples) {
      const UInt<Width> next = trunc<Width>(cat(in_bits, mosi));
      in_bits = next;
      const Bool complete = count == Width - 1;
      count = mux(complete, 0, count + 1);
      IF (complete) {
        fresh = true;
        overrun = full & ~received.ready;
        IF (~full | received.ready) {
          word = next;
          full = true;
        }
      }
    }
  }
};

}  // namespace burin
