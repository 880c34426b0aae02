// SPDX-License-Identifier: Apache-2.0
//! @file random_machine.h
//! @brief Random designs with every operation and every kind of state, for differential tests.
#pragma once

#include <cstdint>
#include <memory>
#include <random>

#include "burin/ir/ir.h"

namespace burin::test {

/// What a random design may contain.
struct RandomMachineOptions {
  uint32_t widest = 130;     ///< Bits of the widest input or register; operations may give up to twice as many.
  uint32_t operations = 50;  ///< Operations of the top module; a child has fewer.
  bool hierarchy = true;     ///< Instances of further modules.
  bool pads = true;          ///< Inouts.
};

/// A design of random shape. It has logic over all operations, registers under all kinds of clocks and resets,
/// memories, instances, checks and prints, and inputs `clk`, `clk_b` and `rst`. It has no combinational loop of bits
/// and it settles. Equal seeds give equal designs, whatever the compiler.
class RandomMachine {
 public:
  explicit RandomMachine(uint32_t seed, const RandomMachineOptions& options = {});
  RandomMachine(uint32_t seed, uint32_t widest) : RandomMachine(seed, RandomMachineOptions{.widest = widest}) {}

  [[nodiscard]] ir::Design& design() const { return *design_; }
  /// The top module.
  [[nodiscard]] ir::Module& module() const { return design_->top_module(); }
  /// Hands the design over; the machine is then empty.
  [[nodiscard]] std::unique_ptr<ir::Design> take() { return std::move(design_); }

  /// A random value of `width` bits, often an extreme one; from the generator that made the design.
  Bits value(uint32_t width);
  /// A random number below `below`.
  uint32_t random(uint32_t below) { return static_cast<uint32_t>(random_() % below); }

 private:
  std::mt19937 random_;
  std::unique_ptr<ir::Design> design_;
};

/// A random value of `width` bits: zero, all ones, the sign bit alone, a small number, or any.
Bits random_value(std::mt19937& random, uint32_t width);

}  // namespace burin::test
