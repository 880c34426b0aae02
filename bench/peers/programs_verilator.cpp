// SPDX-License-Identifier: Apache-2.0
//! @file programs_verilator.cpp
//! @brief Verilator on the RV32I computer.
#include "verilator_main.h"

namespace {

struct Model {
  Vpeer& top;
  void set_reset(bool reset) { top.rst = reset ? 1 : 0; }
  void step() { clock_once(top); }
  uint32_t result() { return top.result; }
  bool halted() { return top.halted != 0; }
};

}  // namespace

int main() {
  using namespace burin_bench;
  VerilatedContext context;
  Vpeer top(&context);
  power_up(top);
  Model model{top};
  Programs<Model> work(model);
  print(measure(work, kProgramsFirst, kBudget));
  top.final();
  return 0;
}
