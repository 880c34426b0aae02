// SPDX-License-Identifier: Apache-2.0
//! @file assembler.h
//! @brief Linear code and its allocation to instructions, one operation at a time.
#pragma once

#include <asmjit/x86.h>

#include <vector>

#include "allocate.h"
#include "emit.h"

namespace burin::sim::native {

/// Writes the instructions of one function.
class Writer {
 public:
  Writer(asmjit::CodeHolder& holder, const LirCode& code, const Allocation& allocation,
         const Function::Options& options, const std::vector<CallRecord>& calls,
         const std::vector<ProcessArguments>& arguments);

  void run();

  /// Registers that may be given away, and how many of the first of them need not be saved.
  static constexpr uint32_t kGeneral = 12;
  static constexpr uint32_t kCallerSaved = 6;
  static constexpr uint32_t kDividend = 5;  // rdx, which division overwrites

 private:
  using Gp = asmjit::x86::Gp;
  using Mem = asmjit::x86::Mem;
  using Vec = asmjit::x86::Vec;
  using Operand = asmjit::Operand;

  void prologue();
  void epilogue();
  void tables();
  void rare();
  [[nodiscard]] bool leads_to_end(uint64_t label) const;
  void write(const Lir& lir);

  [[nodiscard]] const Place& place(Reg reg) const { return allocation_.places[reg]; }
  static Gp general(uint32_t index, uint32_t size);
  [[nodiscard]] bool is_general(Reg reg) const { return place(reg).kind == Place::Kind::general; }
  [[nodiscard]] bool same(Reg a, Reg b) const {
    return a != kNoReg && is_general(a) && is_general(b) && place(a).index == place(b).index;
  }
  [[nodiscard]] Mem buffer(int64_t offset, uint32_t bytes) const;
  [[nodiscard]] Mem frame(int64_t offset, uint32_t bytes) const;
  void move_into(const Gp& to, Reg from, uint32_t size);
  Mem home_of(const Place& at, uint32_t bytes, const Gp& scratch);
  Gp in_register(Reg reg, uint32_t size, const Gp& scratch);
  Operand operand(Reg reg, uint32_t size, const Gp& scratch);
  Gp destination(const Lir& lir, uint32_t size) const;
  void finish(const Lir& lir, const Gp& from);
  Mem address(const Lir& lir, const Gp& scratch);

  void binary(const Lir& lir);
  void and_not(const Lir& lir);
  void shift(const Lir& lir);
  void divide(const Lir& lir);
  void compare(const Lir& lir);
  void set(const Lir& lir);
  void mux(const Lir& lir);
  void load_from(const Lir& lir, const Mem& from);
  void store(const Lir& lir);
  void store_indexed(const Lir& lir);
  void call(const Lir& lir);
  void call_function(uint64_t target);
  void save_live(bool restore);

  [[nodiscard]] Vec vector(uint32_t index, uint32_t lanes) const;
  Vec vector_register(Reg reg, uint32_t lanes, const Vec& scratch);
  Operand vector_operand(Reg reg, uint32_t lanes);
  Mem vector_memory(const Place& place, uint32_t lanes);
  void write_vector(const Lir& lir);
  void vector_move(const Vec& to, const Operand& from);

  asmjit::x86::Assembler a_;
  const LirCode& code_;
  const Allocation& allocation_;
  const Function::Options& options_;
  const std::vector<CallRecord>& calls_;
  const std::vector<ProcessArguments>& arguments_;
  std::vector<asmjit::Label> labels_;
  std::vector<asmjit::Label> tables_;
  std::vector<asmjit::Label> label_lists_;
  struct Rare {
    asmjit::Label begin;
    asmjit::Label back;
    const WrapRecord* record = nullptr;
  };
  std::vector<Rare> rare_;
  std::vector<Gp> saved_;
  uint32_t frame_bytes_ = 0;
  uint32_t save_offset_ = 0;
  uint32_t count_offset_ = 0;
  size_t call_number_ = 0;
  bool uses_vectors_ = false;
};

}  // namespace burin::sim::native
