// SPDX-License-Identifier: Apache-2.0
//! @file core.h
//! @brief A processor for RV32I, an instruction a clock.
#pragma once

#include "designs/examples/rv32i/alu.h"
#include "designs/examples/rv32i/register_file.h"

namespace burin::rv32i {

/// What the core asks of the data memory in a cycle.
struct DataAccess {
  Word address;
  Word data;        ///< To be stored, in its place in the word.
  UInt<4> written;  ///< Bytes of the word to be written, bit 0 for the lowest.
};

/// Three stages: while an instruction executes, the next one is fetched and the one before writes its register. The
/// memories answer in the next cycle, so both can be block RAM; nothing ever stalls.
///
/// It halts at ecall and ebreak, and with `fault` at an instruction that RV32I does not have, at a load or store that
/// is not aligned and at a jump to such an address.
struct Core {
  enum class State { start, run, halt };

  /// What an executed instruction leaves for the next cycle.
  struct WriteBack {
    Bool enable;
    UInt<5> rd;
    Word result;     ///< Of all instructions but loads.
    Bool is_load;    ///< The memory answers now.
    UInt<3> funct3;  ///< Of the load …
    UInt<2> offset;  ///< … and where in the word its bytes begin.
  };

  Out<Word> fetch_address;
  In<Word> instruction;  ///< At the `fetch_address` of the cycle before.
  Out<DataAccess> access;
  In<Word> loaded;  ///< The word at the address of the cycle before.
  Out<Bool> halted;
  Out<Bool> fault;

  Reg<Enum<State>> state{State::start};
  Reg<Bool> failed{false};
  Reg<Word> pc{0};  // of the instruction that executes
  Reg<WriteBack> write_back{WriteBack{false, 0, 0, false, 0, 0}};
  Instance<RegisterFile> registers;

  Wire<Word> next_pc;
  Wire<Word> result;
  Wire<Bool> has_result;
  Wire<Bool> bad_access;

  void logic() {
    // Write back.
    const Word load = loaded_value(write_back.funct3, write_back.offset, loaded);
    registers->write = write_back.enable;
    registers->rd = write_back.rd;
    registers->value = mux(write_back.is_load, load, write_back.result);

    // Execute.
    const Instruction i{instruction};
    const Enum<Opcode> opcode = i.opcode();
    const Bool running = state == State::run;
    registers->rs1 = i.rs1();
    registers->rs2 = i.rs2();
    const Word a = registers->value1;
    const Word b = registers->value2;

    const Bool is_register_op = opcode == Opcode::op;
    const Bool is_right_shift = i.funct3() == 0b101;
    const Bool alternate = i.funct7().bit(5) & (is_register_op | is_right_shift);
    const Word computed = alu(i.funct3(), alternate, a, mux(is_register_op, b, i.immediate_i()));
    const Word address = a + mux(opcode == Opcode::store, i.immediate_s(), i.immediate_i());
    const UInt<2> offset = address.bits<1, 0>();

    const Bool fails = ~i.is_legal() | bad_access | (next_pc.bits<1, 0>() != 0);
    const Bool executes = running & ~fails;

    next_pc = pc + 4;
    result = computed;
    has_result = true;
    bad_access = false;
    access.address = address;
    access.data = b << cat(offset, UInt<3>(0));
    access.written = 0;
    SWITCH (opcode) {
      CASE (Opcode::op, Opcode::op_immediate) { result = computed; }
      CASE (Opcode::lui) { result = i.immediate_u(); }
      CASE (Opcode::auipc) { result = pc + i.immediate_u(); }
      CASE (Opcode::jal) {
        result = pc + 4;
        next_pc = pc + i.immediate_j();
      }
      CASE (Opcode::jalr) {
        result = pc + 4;
        next_pc = cat(address.bits<31, 1>(), UInt<1>(0));
      }
      CASE (Opcode::branch) {
        has_result = false;
        IF (branch_taken(i.funct3(), a, b)) { next_pc = pc + i.immediate_b(); }
      }
      CASE (Opcode::load) { bad_access = is_misaligned(i.funct3(), offset); }
      CASE (Opcode::store) {
        has_result = false;
        bad_access = is_misaligned(i.funct3(), offset);
        IF (executes) { access.written = stored_bytes(i.funct3(), offset); }
      }
      CASE (Opcode::fence, Opcode::system) { has_result = false; }
    }
    write_back =
        WriteBack{executes & has_result & (i.rd() != 0), i.rd(), result, opcode == Opcode::load, i.funct3(), offset};

    // Fetch.
    fetch_address = pc;
    IF (state == State::start) { state = State::run; }
    IF (running) {
      IF (fails | (opcode == Opcode::system)) {
        state = State::halt;
        failed = fails;
      }
      ELSE {
        pc = next_pc;
        fetch_address = next_pc;
      }
    }
    halted = state == State::halt;
    fault = failed;
  }
};

}  // namespace burin::rv32i
