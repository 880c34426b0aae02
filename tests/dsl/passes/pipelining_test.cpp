// SPDX-License-Identifier: Apache-2.0
//! @file pipelining_test.cpp
//! @brief Where the registers of balanced pipelines go.
#include <doctest/doctest.h>

#include <vector>

#include "burin/burin.h"
#include "burin/passes/pipelining.h"

namespace burin {
namespace {

using passes::PipelineResult;

/// Elaborates `M`, whose ports `x…` are inputs and `y…` outputs, and cuts it.
template <typename M>
struct Cut {
  Elaboration<M> made = elaborate<M>({}, {.optimise = false});
  ir::Module& module = made.design->top_module();
  PipelineResult result;

  explicit Cut(uint32_t depth, bool registered_output = true) {
    passes::PipelineRequest request;
    for (const ir::SignalId port : module.ports()) {
      if (module.signals[port].name[0] == 'x') request.inputs.push_back(port);
      if (module.signals[port].kind == ir::SignalKind::output) request.outputs.push_back(port);
    }
    request.depth = depth;
    request.registered_output = registered_output;
    if (module.clocks.empty()) module.clocks.emplace_back();  // not looked at here
    request.clock = 0;
    result = passes::insert_pipeline_registers(module, request);
  }

  /// Registers between inputs and each node's value; fails where an operation mixes values of different times.
  std::vector<uint32_t> times() {
    std::vector<uint32_t> time(module.node_count(), 0);
    std::vector<bool> fixed(module.node_count(), true);  // constants have no time
    for (ir::NodeId node = 0; node < module.node_count(); ++node) {
      const ir::Node& n = module.node(node);
      if (n.op == ir::Op::read) {
        const ir::Signal& signal = module.signals[n.immediate];
        fixed[node] = false;
        if (signal.kind == ir::SignalKind::reg) time[node] = register_time(n.immediate, time);
        continue;
      }
      bool first = true;
      for (const ir::NodeId operand : module.operands(node)) {
        if (fixed[operand]) continue;
        if (!first && is_alive(node)) CHECK(time[node] == time[operand]);
        time[node] = time[operand];
        fixed[node] = first = false;
      }
    }
    return time;
  }

 private:
  // The driver of a register was made before the register is read.
  uint32_t register_time(ir::SignalId signal, const std::vector<uint32_t>& time) const {
    return time[module.signals[signal].driver] + 1;
  }
  bool is_alive(ir::NodeId node) {
    if (alive_.empty()) {
      alive_.assign(module.node_count(), false);
      const auto mark = [&](ir::NodeId root) { alive_[root] = true; };
      module.for_each_root([&](ir::NodeId& root) { mark(root); });
      for (ir::NodeId i = static_cast<ir::NodeId>(module.node_count()); i-- > 0;) {
        if (!alive_[i]) continue;
        for (const ir::NodeId operand : module.operands(i)) alive_[operand] = true;
      }
    }
    return alive_[node];
  }
  std::vector<bool> alive_;
};

template <int N>
struct Chain {
  In<UInt<32>> x;
  In<UInt<32>> x_step;
  Out<UInt<32>> y;
  void logic() {
    UInt<32> sum = x;
    for (int i = 0; i < N; ++i) sum = sum + x_step;
    y = sum;
  }
};

constexpr uint32_t kAdder32 = 42;  // estimated delay

TEST_CASE("pipelining: equal operations are shared out evenly") {
  CHECK(Cut<Chain<28>>(14).result.longest_stage == 2 * kAdder32);
  CHECK(Cut<Chain<28>>(28).result.longest_stage == kAdder32);
  CHECK(Cut<Chain<28>>(7).result.longest_stage == 4 * kAdder32);
  CHECK(Cut<Chain<28>>(1).result.longest_stage == 28 * kAdder32);
  CHECK(Cut<Chain<28>>(5).result.longest_stage == 6 * kAdder32);         // 28 / 5, rounded up
  CHECK(Cut<Chain<28>>(40).result.longest_stage == kAdder32);            // more registers than operations
  CHECK(Cut<Chain<28>>(6, false).result.longest_stage == 4 * kAdder32);  // seven stages of logic
}

TEST_CASE("pipelining: values of one time meet in every operation") {
  for (const uint32_t depth : {1U, 2U, 5U, 14U, 40U}) {
    Cut<Chain<28>> cut(depth);
    const auto times = cut.times();
    const ir::SignalId output = cut.module.find_signal("y");
    CHECK(times[cut.module.signals[output].driver] == depth);
  }
}

struct Widening {
  In<UInt<8>> x;
  Out<UInt<64>> y;
  void logic() {
    UInt<8> sum = x;
    for (int i = 0; i < 3; ++i) sum = sum + x;
    y = cat(sum, ~sum, sum ^ 1, sum ^ 2, sum ^ 3, sum ^ 4, sum ^ 5, sum ^ 6);
  }
};

/// Sixty-four bits become eight, and these a sum.
struct Narrowing {
  In<UInt<64>> x;
  Out<UInt<8>> y;
  void logic() {
    UInt<8> folded = x.bits(7, 0);
    for (int i = 1; i < 8; ++i) folded = folded ^ UInt<8>(x.bits(8 * i + 7, 8 * i));
    UInt<8> sum = folded;
    for (int i = 0; i < 4; ++i) sum = sum + folded;
    y = sum;
  }
};

TEST_CASE("pipelining: registers stand where values are narrow") {
  // Seven levels to fold, four sums of 1.8: the only balanced cut is behind the fold.
  Cut<Narrowing> cut(2);
  CHECK(cut.result.longest_stage == 72);
  CHECK(cut.result.register_bits == 8 + 8);
  // Wiring and inverters cost nothing, so they come behind the register: 8 bits and not 64.
  CHECK(Cut<Widening>(2, false).result.register_bits <= 2 * 16);
}

struct Unused {
  In<UInt<8>> x;
  In<UInt<8>> other;
  Out<UInt<8>> y;
  void logic() { y = x + other; }
};

TEST_CASE("pipelining: what is no input is a problem, and nothing is changed") {
  Cut<Unused> cut(2);
  CHECK(cut.result.problem == PipelineResult::Problem::not_pure);
  CHECK(cut.module.registers.empty());
}

}  // namespace
}  // namespace burin
