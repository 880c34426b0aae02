// SPDX-License-Identifier: Apache-2.0
//! @file simulated.h
//! @brief A module on the reference interpreter, addressed by the names of the Verilog ports.
#pragma once

#include <string>
#include <string_view>

#include "burin/burin.h"
#include "burin/sim/interpreter.h"

namespace burin::test {

/// Elaborates `M` and runs it. Ports are named by strings on purpose: the names are part of what is tested.
template <typename M>
class Simulated {
 public:
  using Config = typename detail::ConfigOf<M>::type;

  explicit Simulated(const Config& config = {}, const ElaborateOptions& options = {},
                     const sim::InterpreterOptions& interpreter = {}, const Where& where = Where::current())
      : elaboration_(elaborate<M>(config, options, where)), engine_(*elaboration_.design, interpreter) {}

  void set(std::string_view port, uint64_t value) { engine_.set_u64(port, value); }
  void set(std::string_view port, const Bits& value) { engine_.set(port, value); }
  uint64_t get(std::string_view port) { return engine_.get_u64(port); }
  Bits get_bits(std::string_view port) { return engine_.get(port); }
  void settle() { engine_.evaluate(); }
  void step(uint64_t cycles = 1) { engine_.step("clk", cycles); }
  /// One cycle of reset.
  void reset() {
    set("rst", 1);
    step();
    set("rst", 0);
    settle();
  }
  /// Sets a port, settles, reads another: combinational logic of one input.
  uint64_t with(std::string_view port, uint64_t value, std::string_view output) {
    set(port, value);
    settle();
    return get(output);
  }

  sim::Interpreter& engine() { return engine_; }
  ir::Design& design() { return *elaboration_.design; }
  ir::Module& top() { return elaboration_.design->top_module(); }
  const std::string& warnings() const { return elaboration_.warnings; }

 private:
  Elaboration<M> elaboration_;
  sim::Interpreter engine_;
};

}  // namespace burin::test
