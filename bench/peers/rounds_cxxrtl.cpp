// SPDX-License-Identifier: Apache-2.0
//! @file rounds_cxxrtl.cpp
//! @brief CXXRTL on SHA-256, a round a clock.
#include "bench/workloads.h"
#include "peer_model.h"

namespace {

using Top = cxxrtl_design::p_RoundDesign;

uint32_t word_of(const cxxrtl::value<32>& port) { return port.data[0]; }
uint32_t word_of(const cxxrtl::wire<32>& port) { return port.curr.data[0]; }

struct Model {
  Top& top;
  cxxrtl::value<32>* words[16] = {&top.p_words__0,  &top.p_words__1,  &top.p_words__2,  &top.p_words__3,
                                  &top.p_words__4,  &top.p_words__5,  &top.p_words__6,  &top.p_words__7,
                                  &top.p_words__8,  &top.p_words__9,  &top.p_words__10, &top.p_words__11,
                                  &top.p_words__12, &top.p_words__13, &top.p_words__14, &top.p_words__15};

  void set_word(uint32_t index, uint32_t word) { words[index]->data[0] = word; }
  void set_start(bool start) { top.p_start.data[0] = start ? 1 : 0; }
  // Outputs that are logic behind registers follow in the step of the falling edge.
  void step() {
    top.p_clk.data[0] = 1;
    top.step();
    top.p_clk.data[0] = 0;
    top.step();
  }
  uint32_t digest(uint32_t index) {
    switch (index) {
      case 0:
        return word_of(top.p_digest__a);
      case 1:
        return word_of(top.p_digest__b);
      case 2:
        return word_of(top.p_digest__c);
      case 3:
        return word_of(top.p_digest__d);
      case 4:
        return word_of(top.p_digest__e);
      case 5:
        return word_of(top.p_digest__f);
      case 6:
        return word_of(top.p_digest__g);
      default:
        return word_of(top.p_digest__h);
    }
  }
};

}  // namespace

int main() {
  using namespace burin_bench;
  Top top;
  top.step();
  Model model{top};
  top.p_rst.data[0] = 1;
  model.step();
  top.p_rst.data[0] = 0;
  Rounds<Model> work(model);
  print(measure(work, kRoundsFirst, kBudget));
  return 0;
}
