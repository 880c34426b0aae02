// SPDX-License-Identifier: Apache-2.0
//! @file rounds_waves_verilator.cpp
//! @brief Verilator on SHA-256, a round a clock, with waves of all signals: FILE.fst CLOCKS.
#include <cstdlib>

#include "verilated_fst_c.h"
#include "verilator_main.h"

namespace {

struct Model {
  Vpeer& top;
  VerilatedFstC& waves;
  uint64_t time = 0;
  IData* words[16] = {&top.words_0,  &top.words_1,  &top.words_2,  &top.words_3, &top.words_4,  &top.words_5,
                      &top.words_6,  &top.words_7,  &top.words_8,  &top.words_9, &top.words_10, &top.words_11,
                      &top.words_12, &top.words_13, &top.words_14, &top.words_15};
  IData* digests[8] = {&top.digest_a, &top.digest_b, &top.digest_c, &top.digest_d,
                       &top.digest_e, &top.digest_f, &top.digest_g, &top.digest_h};

  void set_word(uint32_t index, uint32_t word) { *words[index] = word; }
  void set_start(bool start) { top.start = start ? 1 : 0; }
  void look() {
    waves.dump(time);
    time += 5;
  }
  void step() {
    top.clk = 1;
    top.eval();
    look();
    top.clk = 0;
    top.eval();
    look();
  }
  uint32_t digest(uint32_t index) { return *digests[index]; }
};

}  // namespace

int main(int argc, char** argv) {
  using namespace burin_bench;
  if (argc != 3) return 2;
  const uint64_t clocks = std::strtoull(argv[2], nullptr, 10);
  VerilatedContext context;
  context.traceEverOn(true);
  Vpeer top(&context);
  VerilatedFstC waves;
  top.trace(&waves, 99);
  const double begin = process_seconds();
  waves.open(argv[1]);
  Model model{top, waves};
  power_up(top);
  model.look();
  top.rst = 1;
  model.step();
  top.rst = 0;
  Rounds<Model> work(model);
  work.run(clocks);
  waves.close();
  print({static_cast<double>(clocks) / (process_seconds() - begin), {checksum_text(clocks, work.checksum())}});
  top.final();
  return 0;
}
