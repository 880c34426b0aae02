// SPDX-License-Identifier: Apache-2.0
//! @file emit.h
//! @brief Machine code for x86-64 from linear code.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "function.h"

namespace burin::sim::native {

/// Which instructions may be used.
enum class Tier : uint8_t {
  plain,   ///< What every x86-64 has; no vectors.
  avx2,    ///< AVX2, BMI1 and BMI2.
  avx512,  ///< Also AVX-512 F, VL and BW.
};

/// The best tier of this processor.
/// @throws UserError on a processor of another kind.
Tier host_tier();

/// A compiled function: `run(buffer, cycles)` does its work `cycles` times and returns how often it still had to when
/// a check spoke; at least one cycle. Functions that are not loops do it once.
class Function {
 public:
  using Entry = uint64_t (*)(uint8_t* buffer, uint64_t cycles);
  using Report = void (*)(void* context, const ProcessArguments* arguments);

  struct Options {
    Tier tier = Tier::plain;
    bool loop = false;
    Report report = nullptr;
    void* context = nullptr;
    const uint8_t* stop = nullptr;  ///< A loop ends when this is not 0.
  };
  /// @throws InternalError when the assembler refuses an instruction, UserError when there is no memory for code.
  Function(FunctionCode code, const Options& options);
  ~Function();
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  // NOLINTNEXTLINE(readability-identifier-naming)
  uint64_t operator()(uint8_t* buffer, uint64_t cycles = 1) const {
    return reinterpret_cast<Entry>(entry_)(buffer, cycles);
  }
  /// The same for one that is no loop.
  using Once = uint64_t (*)(uint8_t* buffer);
  [[nodiscard]] Once once() const { return reinterpret_cast<Once>(entry_); }
  [[nodiscard]] size_t code_bytes() const { return code_bytes_; }
  /// It contains checks that may speak.
  [[nodiscard]] bool may_report() const { return may_report_; }

 private:
  std::vector<CallRecord> calls_;
  std::vector<ProcessArguments> arguments_;
  void* entry_ = nullptr;
  size_t code_bytes_ = 0;
  bool may_report_ = false;
};

/// Runs the operation of a record on values in the buffer.
void call_helper(uint8_t* buffer, const CallRecord* record);

}  // namespace burin::sim::native
