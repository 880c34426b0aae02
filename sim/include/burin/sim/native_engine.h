// SPDX-License-Identifier: Apache-2.0
//! @file native_engine.h
//! @brief The fast engine: runs the IR as machine code that is made in this process.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/sim/engine.h"
#include "burin/sim/interpreter.h"

namespace burin::sim {

namespace native {
class Machine;
}

/// Which instructions of the processor the native engine uses.
enum class NativeFeatures : uint8_t {
  best,   ///< All that this processor has and the engine knows: AVX-512, or AVX2 and BMI, or plain.
  avx2,   ///< At most AVX2, BMI1 and BMI2.
  plain,  ///< What every x86-64 has.
};

struct NativeOptions {
  PowerUp power_up;
  NativeFeatures features = NativeFeatures::best;
};

/// Runs a design as machine code. It gives what the interpreter gives, value by value and event by event, with two
/// differences in how: events of one clock edge are handed on after the registers took their new values, and values of
/// wires and outputs are computed when they are read. docs/simulation.md says how it works.
class NativeEngine final : public Engine {
 public:
  /// Runs `design.top`. The design must outlive the engine and is not changed.
  /// @throws UserError for a combinational loop, too much memory, or a processor that is no x86-64.
  explicit NativeEngine(ir::Design& design, const NativeOptions& options = {});
  ~NativeEngine() override;

  [[nodiscard]] std::string_view name() const override { return "native"; }
  [[nodiscard]] Bits get_output_enable(PortId port) override;

  void evaluate() override;
  void restart() override;
  [[nodiscard]] std::unique_ptr<Snapshot> snapshot() override;
  void restore(const Snapshot& snapshot) override;

  [[nodiscard]] bool can_access_internals() const override { return true; }
  [[nodiscard]] Bits get_internal(std::string_view path) override;
  void set_internal(std::string_view path, const Bits& value) override;
  [[nodiscard]] Bits peek_memory(std::string_view path, uint64_t address) override;
  void poke_memory(std::string_view path, uint64_t address, const Bits& value) override;
  [[nodiscard]] std::vector<Storage> watch(std::span<const std::string> paths) override;

  /// The hits of every `cover` of the design, in the order of the text.
  [[nodiscard]] std::vector<CoverCount> cover_counts() const;

  /// The flat module that is run: names of all that `get_internal` can reach.
  [[nodiscard]] const ir::Module& module() const;

  /// The processor's features in use: "x86-64", "AVX2" or "AVX-512".
  [[nodiscard]] std::string_view features() const;

  /// Bytes of machine code made so far. Code is made when it is first needed.
  [[nodiscard]] size_t code_bytes() const;

 protected:
  void do_step(PortId clock, uint64_t cycles) override;
  void hear() override;
  void do_set(PortId port, const Bits& value) override;
  void do_set_u64(PortId port, uint64_t value) override;
  [[nodiscard]] Bits do_get(PortId port) override;
  [[nodiscard]] uint64_t do_get_u64(PortId port) override;

 private:
  struct Parts;
  NativeEngine(std::unique_ptr<Parts> parts, const NativeOptions& options);

  std::unique_ptr<Parts> parts_;
  native::Machine* machine_ = nullptr;  // in `parts_`
};

}  // namespace burin::sim
