// SPDX-License-Identifier: Apache-2.0
//! @file verilator_main.h
//! @brief What the programs around Verilator's models share: a clock, and the ports as arrays.
#pragma once

#include "Vpeer.h"
#include "bench/workloads.h"
#include "verilated.h"

/// One clock of the model: the fastest loop there is, two evaluations.
inline void clock_once(Vpeer& top) {
  top.clk = 1;
  top.eval();
  top.clk = 0;
  top.eval();
}

/// The state at time zero. A model takes the clock's first value as the one before, so it has to be seen low.
inline void power_up(Vpeer& top) {
  top.clk = 0;
  top.eval();
}

/// One clock of reset after power-up.
inline void power_up_and_reset(Vpeer& top) {
  power_up(top);
  top.rst = 1;
  clock_once(top);
  top.rst = 0;
}
