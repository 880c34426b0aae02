// SPDX-License-Identifier: Apache-2.0
//! @file stages_verilator.cpp
//! @brief Verilator on SHA-256 unrolled to 64 stages.
#include "verilator_main.h"

namespace {

struct Model {
  Vpeer& top;
  IData* words[24] = {&top.words_0,  &top.words_1,  &top.words_2,  &top.words_3,  &top.words_4,  &top.words_5,
                      &top.words_6,  &top.words_7,  &top.words_8,  &top.words_9,  &top.words_10, &top.words_11,
                      &top.words_12, &top.words_13, &top.words_14, &top.words_15, &top.chain_0,  &top.chain_1,
                      &top.chain_2,  &top.chain_3,  &top.chain_4,  &top.chain_5,  &top.chain_6,  &top.chain_7};
  IData* digests[8] = {&top.digest_a, &top.digest_b, &top.digest_c, &top.digest_d,
                       &top.digest_e, &top.digest_f, &top.digest_g, &top.digest_h};

  void set_word(uint32_t index, uint32_t word) { *words[index] = word; }
  void step() { clock_once(top); }
  uint32_t digest(uint32_t index) { return *digests[index]; }
};

}  // namespace

int main() {
  using namespace burin_bench;
  VerilatedContext context;
  Vpeer top(&context);
  power_up_and_reset(top);
  top.valid = 1;
  Model model{top};
  Stages<Model> work(model);
  print(measure(work, kStagesFirst, kBudget));
  top.final();
  return 0;
}
