// SPDX-License-Identifier: Apache-2.0
//! @file computer.h
//! @brief The smallest computer around the RV32I core: a program, 16 KiB of data, and one register to answer in.
#pragma once

#include "designs/examples/rv32i/core.h"

namespace burin::rv32i {

/// Bytes of the data memory.
inline constexpr uint32_t kDataBytes = 16 * 1024;
/// Where a program stores its results.
inline constexpr uint32_t kResultAddress = 0x8000'0000;

/// Runs `program` from address 0, one instruction a clock from the second cycle after reset on. Instructions and data
/// have address spaces of their own. In that of the data the lower half is the memory, again and again, and the upper
/// half is the register `result`, which can only be written and only as a whole.
struct Computer {
  struct Config {
    std::vector<Bits> program = {};  ///< Instruction words; behind them everything reads as an illegal instruction.
  };
  Config config;

  Out<Word> result;
  Out<Bool> halted;
  Out<Bool> fault;

  Rom<Word> program{config.program};
  Memory<Word> data{kDataBytes / 4, {.granule = 8}};
  Reg<Word> answer{0};
  Instance<Core> core;

  void logic() {
    core->instruction = program.read_sync(core->fetch_address.bits<31, 2>());

    const DataAccess& access = core->access;
    const UInt<12> word = access.address.bits<13, 2>();
    core->loaded = data.read_sync(word);
    IF (access.address.bit(31)) {
      IF (access.written == 0b1111) { answer = access.data; }
    }
    ELSE { data.write_masked(word, access.data, access.written); }

    result = answer;
    halted = core->halted;
    fault = core->fault;
  }
};

}  // namespace burin::rv32i
