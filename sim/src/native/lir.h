// SPDX-License-Identifier: Apache-2.0
//! @file lir.h
//! @brief Linear code over virtual registers, near to the machine: between the graph and the instructions.
//!
//! Values are words of 32 or 64 bits; unused upper bits are 0. Every register has one definition, but for those that
//! join the two arms of a branch. Control flow is structured: a branch skips its first arm, a jump its second one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace burin::sim::native {

/// A virtual register.
using Reg = uint32_t;
inline constexpr Reg kNoReg = 0xffffffff;

enum class LirOp : uint8_t {
  immediate,      ///< dest = imm
  move,           ///< dest = a
  load,           ///< dest = `bytes` at imm
  store,          ///< `bytes` at imm = a, or aux where a is none
  load_indexed,   ///< dest = `bytes` at imm + a * scale
  store_indexed,  ///< `bytes` at imm + a * scale = b
  table,          ///< dest = element a of table aux
  bit_and,        ///< dest = a & b; a missing b is imm, here and below
  bit_or,
  bit_xor,
  and_not,  ///< dest = ~a & b
  add,
  sub,
  mul,
  shl,
  shr,
  sar,
  ror,
  div_u,
  div_s,
  rem_u,
  rem_s,
  set,       ///< dest = cond(a, b)
  mux,       ///< dest = cond(a, b) ? c : d
  branch,    ///< to label aux unless cond(a, b)
  jump,      ///< to label aux
  label,     ///< label aux
  dispatch,  ///< to label a of list aux; a is below its length
  wrap,      ///< when a, how far the shift registers of record aux have moved, is their limit: copies them back
  give,      ///< returns a when the function ends; the last operation
  call,      ///< helper for record aux
  report,    ///< a process has something to say: arguments aux
  cover,     ///< counts in the 8 bytes at imm; reports the first time
  // Vectors of `lanes` words of 32 bits.
  vector_load,
  vector_store,
  vector_constant,  ///< dest = vector table aux
  vector_broadcast,
  vector_move,
  vector_and,
  vector_or,
  vector_xor,
  vector_and_not,
  vector_add,
  vector_sub,
  vector_shl,  ///< by imm
  vector_shr,
  vector_sar,
  vector_ror,
};

enum class Cond : uint8_t {
  eq,
  ne,
  lt_u,
  le_u,
  gt_u,
  ge_u,
  lt_s,
  le_s,
  gt_s,
  ge_s,
  any_bit,
  no_bit,
  bit_set,
  bit_clear
};

[[nodiscard]] Cond inverse(Cond cond);

/// `Lir::place` where nothing is known, and where nothing is ever stored; else the number of a chain.
inline constexpr uint32_t kAnywhere = 0xffffffff;
inline constexpr uint32_t kNeverWritten = 0xfffffffe;

struct Lir {
  LirOp op = LirOp::immediate;
  Cond cond = Cond::eq;
  uint8_t bits = 64;  ///< 32 or 64: of the operation; of both sides of a comparison.
  uint8_t bytes = 8;  ///< Of an access to memory; lanes of a vector.
  uint8_t scale = 1;
  Reg dest = kNoReg;
  Reg a = kNoReg;
  Reg b = kNoReg;
  Reg c = kNoReg;
  Reg d = kNoReg;
  uint32_t place = kAnywhere;  ///< Of `load_indexed` and `store`: what they reach is a chain, or never written.
  int64_t imm = 0;
  uint64_t aux = 0;
};

struct LirTable {
  uint32_t bytes = 4;  ///< Of an element; of a whole vector for vector tables.
  std::vector<uint64_t> elements;
};

/// A call of a helper: operands and result are in the buffer.
struct CallRecord {
  uint8_t op = 0;  ///< A `GraphOp`.
  uint32_t width = 0;
  uint64_t result = 0;
  struct Operand {
    uint64_t offset = 0;
    uint32_t width = 0;
  };
  std::vector<Operand> operands;
};

/// Shift registers that were moved as far as they can: `limit` bytes on.
struct WrapRecord {
  struct Segment {
    uint64_t offset = 0;
    uint32_t length = 0;  ///< Words of 32 bits.
  };
  std::vector<Segment> segments;
  uint64_t pointer = 0;
  uint32_t limit = 0;
};

struct LirCode {
  std::vector<Lir> code;
  uint32_t registers = 0;
  uint32_t labels = 0;
  std::vector<LirTable> tables;
  std::vector<CallRecord> calls;
  std::vector<WrapRecord> wraps;
  std::vector<std::vector<uint32_t>> label_lists;  ///< Of dispatches.
  uint64_t scratch_end = 0;                        ///< First byte behind the scratch that calls and prints use.
  bool may_report = false;
};

/// One instruction a line, for tests and for those who work on the engine.
[[nodiscard]] std::string to_text(const LirCode& code);

/// What an operation does apart from its result.
[[nodiscard]] bool has_effect(LirOp op);
[[nodiscard]] bool is_vector(LirOp op);

/// Removes operations whose results nothing uses, and jumps to what follows anyway.
void remove_dead_code(LirCode& code);

}  // namespace burin::sim::native
