// SPDX-License-Identifier: Apache-2.0
//! @file rounds_verilator.cpp
//! @brief Verilator on SHA-256, a round a clock. With the argument `batch`: 64 clocks in one call.
#include <cstring>

#include "verilator_main.h"

namespace {

struct Model {
  Vpeer& top;
  IData* words[16] = {&top.words_0,  &top.words_1,  &top.words_2,  &top.words_3, &top.words_4,  &top.words_5,
                      &top.words_6,  &top.words_7,  &top.words_8,  &top.words_9, &top.words_10, &top.words_11,
                      &top.words_12, &top.words_13, &top.words_14, &top.words_15};
  IData* digests[8] = {&top.digest_a, &top.digest_b, &top.digest_c, &top.digest_d,
                       &top.digest_e, &top.digest_f, &top.digest_g, &top.digest_h};

  void set_word(uint32_t index, uint32_t word) { *words[index] = word; }
  void set_start(bool start) { top.start = start ? 1 : 0; }
  void step() { clock_once(top); }
  void step(uint64_t cycles) {
    for (; cycles != 0; --cycles) clock_once(top);
  }
  uint32_t digest(uint32_t index) { return *digests[index]; }
};

}  // namespace

int main(int argc, char** argv) {
  using namespace burin_bench;
  VerilatedContext context;
  Vpeer top(&context);
  power_up_and_reset(top);
  Model model{top};
  if (argc > 1 && std::strcmp(argv[1], "batch") == 0) {
    Batches<Model> work(model);
    print(measure(work, kRoundsFirst, kBudget));
  } else {
    Rounds<Model> work(model);
    print(measure(work, kRoundsFirst, kBudget));
  }
  top.final();
  return 0;
}
