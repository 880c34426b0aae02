// SPDX-License-Identifier: Apache-2.0
//! @file register_file.h
//! @brief The 32 registers of RV32I.
#pragma once

#include "designs/examples/rv32i/instruction.h"

namespace burin::rv32i {

/// Reads two registers and writes one. A read of the register that is being written gives the new value, so an
/// instruction may use what the one before it writes. Register 0 reads as 0 always.
struct RegisterFile {
  In<UInt<5>> rs1;
  In<UInt<5>> rs2;
  Out<Word> value1;
  Out<Word> value2;

  In<Bool> write;
  In<UInt<5>> rd;
  In<Word> value;

  Memory<Word> words{32};

  Word read(const UInt<5>& index) const {
    const Word current = mux(write & (rd == index), value, words.read(index));
    return mux(index == 0, 0, current);
  }

  void logic() {
    value1 = read(rs1);
    value2 = read(rs2);
    IF (write) { words.write(rd, value); }
  }
};

}  // namespace burin::rv32i
