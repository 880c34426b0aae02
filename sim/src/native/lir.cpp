// SPDX-License-Identifier: Apache-2.0
//! @file lir.cpp
//! @brief Linear code: its text, and the removal of dead operations.
#include "lir.h"

#include <fmt/format.h>

#include <algorithm>

namespace burin::sim::native {
namespace {

const char* name(LirOp op) {
  static constexpr const char* kNames[] = {
      "imm",   "move",   "load",  "store", "load_at", "store_at", "table", "and",      "or",    "xor",
      "andn",  "add",    "sub",   "mul",   "shl",     "shr",      "sar",   "ror",      "div_u", "div_s",
      "rem_u", "rem_s",  "set",   "mux",   "branch",  "jump",     "label", "dispatch", "wrap",  "give",
      "call",  "report", "cover", "vload", "vstore",  "vconst",   "vcast", "vmove",    "vand",  "vor",
      "vxor",  "vandn",  "vadd",  "vsub",  "vshl",    "vshr",     "vsar",  "vror"};
  return kNames[static_cast<size_t>(op)];
}

const char* name(Cond cond) {
  static constexpr const char* kNames[] = {"eq",   "ne",   "lt_u", "le_u", "gt_u", "ge_u",    "lt_s",
                                           "le_s", "gt_s", "ge_s", "any",  "none", "bit_set", "bit_clear"};
  return kNames[static_cast<size_t>(cond)];
}

}  // namespace

Cond inverse(Cond cond) {
  switch (cond) {
    case Cond::eq:
      return Cond::ne;
    case Cond::ne:
      return Cond::eq;
    case Cond::lt_u:
      return Cond::ge_u;
    case Cond::le_u:
      return Cond::gt_u;
    case Cond::gt_u:
      return Cond::le_u;
    case Cond::ge_u:
      return Cond::lt_u;
    case Cond::lt_s:
      return Cond::ge_s;
    case Cond::le_s:
      return Cond::gt_s;
    case Cond::gt_s:
      return Cond::le_s;
    case Cond::ge_s:
      return Cond::lt_s;
    case Cond::any_bit:
      return Cond::no_bit;
    case Cond::no_bit:
      return Cond::any_bit;
    case Cond::bit_set:
      return Cond::bit_clear;
    case Cond::bit_clear:
      break;
  }
  return Cond::bit_set;
}

bool has_effect(LirOp op) {
  switch (op) {
    case LirOp::store:
    case LirOp::store_indexed:
    case LirOp::branch:
    case LirOp::jump:
    case LirOp::label:
    case LirOp::dispatch:
    case LirOp::wrap:
    case LirOp::give:
    case LirOp::call:
    case LirOp::report:
    case LirOp::cover:
    case LirOp::vector_store:
      return true;
    default:
      return false;
  }
}

bool is_vector(LirOp op) { return op >= LirOp::vector_load; }

std::string to_text(const LirCode& code) {
  std::string text;
  const auto reg = [](Reg id) { return id == kNoReg ? std::string() : fmt::format(" v{}", id); };
  for (const Lir& i : code.code) {
    if (i.op == LirOp::label) {
      text += fmt::format("L{}:\n", i.aux);
      continue;
    }
    text += "  ";
    if (i.dest != kNoReg) text += fmt::format("v{} = ", i.dest);
    text += fmt::format("{}{}", name(i.op), i.bits);
    const bool compares = i.op == LirOp::set || i.op == LirOp::mux || i.op == LirOp::branch;
    if (compares) text += fmt::format(" {}", name(i.cond));
    text += reg(i.a) + reg(i.b);
    const bool is_memory = i.op == LirOp::load || i.op == LirOp::store || i.op == LirOp::load_indexed ||
                           i.op == LirOp::store_indexed || i.op == LirOp::vector_load || i.op == LirOp::vector_store;
    if (is_memory) {
      text += fmt::format(" [{}]{}", i.imm, i.bytes);
    } else if (i.b == kNoReg && i.op != LirOp::jump) {
      text += fmt::format(" #{}", i.imm);
    }
    text += reg(i.c) + reg(i.d);
    if (i.op == LirOp::branch || i.op == LirOp::jump) text += fmt::format(" L{}", i.aux);
    text += '\n';
  }
  return text;
}

namespace {

// Only labels stand from `at` on before the label.
bool falls_to(const LirCode& code, size_t at, uint64_t label) {
  for (; at < code.code.size() && code.code[at].op == LirOp::label; ++at) {
    if (code.code[at].aux == label) return true;
  }
  return false;
}

// Jumps and branches to a jump go where that one goes.
void thread_jumps(LirCode& code) {
  std::vector<uint64_t> goes_to(code.labels);
  for (size_t i = code.code.size(); i-- > 0;) {
    const Lir& lir = code.code[i];
    if (lir.op != LirOp::label) continue;
    size_t next = i + 1;
    if (next < code.code.size() && code.code[next].op == LirOp::label) {
      goes_to[lir.aux] = goes_to[code.code[next].aux];
    } else if (next < code.code.size() && code.code[next].op == LirOp::jump) {
      goes_to[lir.aux] = goes_to[code.code[next].aux];  // control flow goes forward: that one is known
    } else {
      goes_to[lir.aux] = lir.aux;
    }
  }
  for (Lir& lir : code.code) {
    if (lir.op == LirOp::jump || lir.op == LirOp::branch) lir.aux = goes_to[lir.aux];
  }
}

}  // namespace

void remove_dead_code(LirCode& code) {
  thread_jumps(code);
  std::vector<uint8_t> used(code.registers, 0);
  std::vector<uint8_t> keep(code.code.size(), 0);
  for (size_t i = code.code.size(); i-- > 0;) {
    const Lir& lir = code.code[i];
    if (!has_effect(lir.op) && used[lir.dest] == 0) continue;
    if (lir.op == LirOp::jump && falls_to(code, i + 1, lir.aux)) continue;
    keep[i] = 1;
    for (const Reg reg : {lir.a, lir.b, lir.c, lir.d}) {
      if (reg != kNoReg) used[reg] = 1;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < code.code.size(); ++i) {
    if (keep[i] != 0) code.code[kept++] = code.code[i];
  }
  code.code.resize(kept);
}

}  // namespace burin::sim::native
