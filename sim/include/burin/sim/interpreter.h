// SPDX-License-Identifier: Apache-2.0
//! @file interpreter.h
//! @brief The reference engine: runs the IR as docs/semantics.md says, with no compiler and no other tool.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "burin/ir/ir.h"
#include "burin/sim/engine.h"

namespace burin::sim {

struct InterpreterOptions {
  PowerUp power_up;
  /// Computes everything with exact integers of any size, also what fits in 64 bits. Slow; a check of the
  /// interpreter itself.
  bool exact_only = false;
};

/// A check or a message of the design and how often it spoke.
struct CoverCount {
  std::string name;      ///< Path and label of the `cover`.
  std::string location;  ///< "file:line"; "" where unknown.
  uint64_t hits = 0;     ///< Clock edges at which its condition was 1, since the engine was made.
};

/// Runs a design by evaluating its operations one by one. It is the oracle for every other engine, so it shares no
/// arithmetic with the passes. Outputs of black boxes read 0 until `set_internal` gives them a value.
class Interpreter final : public Engine {
 public:
  /// Runs `design.top`. The design must outlive the engine and is not changed.
  /// @throws UserError for a combinational loop or a memory too large to hold.
  explicit Interpreter(ir::Design& design, const InterpreterOptions& options = {});
  ~Interpreter() override;

  [[nodiscard]] std::string_view name() const override { return "interpreter"; }
  [[nodiscard]] Bits get_output_enable(PortId port) override;

  void evaluate() override;
  using Engine::step;
  void restart() override;
  [[nodiscard]] std::unique_ptr<Snapshot> snapshot() override;
  void restore(const Snapshot& snapshot) override;

  [[nodiscard]] bool can_access_internals() const override { return true; }
  [[nodiscard]] Bits get_internal(std::string_view path) override;
  void set_internal(std::string_view path, const Bits& value) override;
  [[nodiscard]] std::vector<Storage> watch(std::span<const std::string> paths) override;
  [[nodiscard]] Bits peek_memory(std::string_view path, uint64_t address) override;
  void poke_memory(std::string_view path, uint64_t address, const Bits& value) override;

  /// The hits of every `cover` of the design, in the order of the text.
  [[nodiscard]] std::vector<CoverCount> cover_counts() const;

  /// The flat module that is run: names of all that `get_internal` can reach.
  [[nodiscard]] const ir::Module& module() const;

 protected:
  void do_set(PortId port, const Bits& value) override;
  void do_set_u64(PortId port, uint64_t value) override;
  [[nodiscard]] Bits do_get(PortId port) override;
  [[nodiscard]] uint64_t do_get_u64(PortId port) override;

 private:
  struct Parts;  // the flat module and the machine that runs it
  Interpreter(std::unique_ptr<Parts> parts, const InterpreterOptions& options);

  std::unique_ptr<Parts> parts_;
};

}  // namespace burin::sim
