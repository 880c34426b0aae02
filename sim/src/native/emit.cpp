// SPDX-License-Identifier: Apache-2.0
//! @file emit.cpp
//! @brief Memory for code, and the choice of instructions that this processor has.
#include "emit.h"

#include <asmjit/x86.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "assembler.h"
#include "burin/base/diagnostics.h"

namespace burin::sim::native {
namespace {

constexpr size_t kShortFunction = 400;  // operations

// All engines share one: it hands out pieces of pages, which few small functions would waste.
struct Runtime {
  asmjit::JitRuntime jit;
  std::mutex mutex;
};
Runtime& runtime() {
  static Runtime instance;
  return instance;
}

class Errors final : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char* message, asmjit::BaseEmitter*) override {
    if (text.empty()) text = message;
  }
  std::string text;
};

}  // namespace

Tier host_tier() {
#if defined(__x86_64__)
  const auto& features = asmjit::CpuInfo::host().features().x86();
  if (!features.hasAVX2() || !features.hasBMI() || !features.hasBMI2()) return Tier::plain;
  if (!features.hasAVX512_F() || !features.hasAVX512_VL() || !features.hasAVX512_BW()) return Tier::avx2;
  return Tier::avx512;
#else
  throw UserError("the native engine makes code for x86-64 only: use --engine interpreter on this machine");
#endif
}

Function::Function(FunctionCode code, const Options& options) {
  const LirCode& lir = code.lir;
  calls_ = lir.calls;
  may_report_ = lir.may_report;
  arguments_ = std::move(code.arguments);
  Registers registers;
  registers.general = (uint32_t{1} << Writer::kGeneral) - 1;
  const bool divides = std::any_of(lir.code.begin(), lir.code.end(), [](const Lir& i) {
    return i.op == LirOp::div_u || i.op == LirOp::div_s || i.op == LirOp::rem_u || i.op == LirOp::rem_s;
  });
  if (divides) registers.general &= ~(uint32_t{1} << Writer::kDividend);
  registers.vectors = options.tier == Tier::avx512 ? 30 : 14;
  registers.vector_bytes = options.tier == Tier::avx512 ? 64 : 32;
  Allocation allocation;
  const bool is_short = !options.loop && lir.code.size() <= kShortFunction;
  if (is_short) {  // does without the registers that have to be saved
    Registers few = registers;
    few.general &= (uint32_t{1} << Writer::kCallerSaved) - 1;
    few.spares_frame = true;
    allocation = allocate(lir, few);
  }
  if (!is_short || allocation.frame_bytes != 0) allocation = allocate(lir, registers);

  asmjit::CodeHolder holder;
  Errors errors;
  holder.init(runtime().jit.environment());
  holder.setErrorHandler(&errors);
  Writer(holder, lir, allocation, options, calls_, arguments_).run();
  if (!errors.text.empty()) {
    throw InternalError(
        fmt::format("the native engine wrote an instruction that the assembler refuses: {}", errors.text));
  }
  const std::lock_guard lock(runtime().mutex);
  if (runtime().jit.add(&entry_, &holder) != asmjit::kErrorOk) {
    throw UserError("there is no memory for the machine code of the native engine: use the interpreter");
  }
  code_bytes_ = holder.codeSize();
}

Function::~Function() {
  const std::lock_guard lock(runtime().mutex);
  runtime().jit.release(entry_);
}

}  // namespace burin::sim::native
