// SPDX-License-Identifier: Apache-2.0
//! @file states_test.cpp
//! @brief Encodings of state registers: every reader sees the enumerator's own value, on every engine.
#include <doctest/doctest.h>

#include "burin/passes/state_encoding.h"
#include "burin/passes/state_graph.h"
#include "burin/sim/coverage.h"
#include "dsl/lib/engines.h"
#include "support/agreement.h"
#include "support/expect_diagnostic.h"
#include "support/simulated.h"

namespace burin {
namespace {

enum class Step { idle, load, run, drain, done };
enum class Sparse { off = 0, low = 2, high = 3, full = 9 };

template <Encoding E>
struct Machine {
  In<Bool> start, stop, stall;
  In<UInt<3>> code;
  In<Bool> jump;
  Out<Enum<Step>> step_out, next_out;
  Out<UInt<3>> number;
  Out<Bool> busy, is_done, same, low_bit;
  Out<Enum<Sparse>> level_out;
  Out<UInt<4>> cycles;

  Reg<Enum<Step>> step{Step::idle, {.encoding = E}};
  Reg<Enum<Sparse>> level{Sparse::low, {.encoding = E}};
  Reg<Enum<Step>> followed{Step::done, {.encoding = E}};
  Reg<UInt<4>> counter{0};

  void logic() {
    Wire<Enum<Step>> next("next");
    next = step;
    SWITCH (step) {
      CASE (Step::idle) {
        IF (start) { next = Step::load; }
      }
      CASE (Step::load) { next = Step::run; }
      CASE (Step::run) {
        counter = counter + 1;
        IF (stop) { next = Step::drain; }
        ELIF (counter == 5) { next = Step::done; }
      }
      CASE (Step::drain, Step::done) { next = Step::idle; }
    }
    IF (~stall) { step = next; }
    IF (jump) { step = unpack<Enum<Step>>(code); }  // also codes that are no enumerators

    IF (level == Sparse::low) { level = Sparse::full; }
    ELIF (start) { level = mux(stop, Sparse::high, Sparse::off); }
    ELIF (stall) { level = Sparse::low; }

    followed = step;

    step_out = step;
    next_out = next;
    number = step.as_uint();
    busy = (step != Step::idle) & (step != Step::done);
    is_done = step == Step::done;
    same = step == followed;
    low_bit = step.as_uint().bit(0);
    level_out = level;
    cycles = counter;
  }
};

template <typename Bench>
Step step_of(Bench& bench, const detail::Value& value) {
  return static_cast<Step>(bench.get_u64(value));
}

/// Inputs that reach every state, and codes of no enumerator now and then.
template <Encoding E>
std::vector<Bits> outputs_of(sim::EngineKind kind, uint64_t seed, int cycles, bool illegal) {
  sim::Bench<Machine<E>> bench({}, kind);
  bench.reset();
  std::mt19937_64 random(seed);
  std::vector<Bits> seen;
  for (int i = 0; i < cycles; ++i) {
    bench.set(bench->start, random() % 2);
    bench.set(bench->stop, random() % 8 == 0);
    bench.set(bench->stall, random() % 4 == 0);
    bench.set(bench->jump, random() % 16 == 0);
    bench.set(bench->code, random() % (illegal ? 8 : 5));
    bench.settle();
    seen.push_back(sim::join({bench.get(bench->step_out), bench.get(bench->next_out), bench.get(bench->number),
                              bench.get(bench->busy), bench.get(bench->is_done), bench.get(bench->same),
                              bench.get(bench->low_bit), bench.get(bench->level_out), bench.get(bench->cycles)}));
    // What is inside is seen in the enumerator's own code as well.
    if (kind != sim::EngineKind::verilator) {
      CHECK(bench.get(bench->step) == bench.get(bench->step_out));
      CHECK(bench.get(bench->level) == bench.get(bench->level_out));
    }
    bench.step();
  }
  return seen;
}

TEST_CASE("every encoding behaves as the plain one does, on every engine") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  constexpr int kCycles = 600;
  const std::vector<Bits> expected = outputs_of<Encoding::binary>(sim::EngineKind::interpreter, seed, kCycles, false);
  CHECK(outputs_of<Encoding::one_hot>(sim::EngineKind::interpreter, seed, kCycles, false) == expected);
  CHECK(outputs_of<Encoding::gray>(sim::EngineKind::interpreter, seed, kCycles, false) == expected);
  CHECK(outputs_of<Encoding::one_hot>(sim::kDefaultEngine, seed, kCycles, false) == expected);
  CHECK(outputs_of<Encoding::gray>(sim::kDefaultEngine, seed, kCycles, false) == expected);
}

TEST_CASE("codes of no enumerator mean the same on every engine and in Verilog") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  const auto one_hot = outputs_of<Encoding::one_hot>(sim::EngineKind::interpreter, seed, 600, true);
  CHECK(outputs_of<Encoding::one_hot>(sim::kDefaultEngine, seed, 600, true) == one_hot);
  const auto gray = outputs_of<Encoding::gray>(sim::EngineKind::interpreter, seed, 600, true);
  CHECK(outputs_of<Encoding::gray>(sim::kDefaultEngine, seed, 600, true) == gray);
  if (test::has_tool("verilator"))
    CHECK(outputs_of<Encoding::one_hot>(sim::EngineKind::verilator, seed, 600, true) == one_hot);

  const auto agrees = []<typename M>(M*) {
    test::Agreement agreement;  // with Icarus; Yosys, Icarus and Verilator have nothing to say
    agreement.add<M>();
    agreement.check();
  };
  agrees(static_cast<Machine<Encoding::binary>*>(nullptr));
  agrees(static_cast<Machine<Encoding::one_hot>*>(nullptr));
  agrees(static_cast<Machine<Encoding::gray>*>(nullptr));
}

TEST_CASE("without optimisation an encoding means the same") {
  test::Simulated<Machine<Encoding::one_hot>> plain({}, {.optimise = false});
  test::Simulated<Machine<Encoding::one_hot>> optimised;
  plain.reset();
  optimised.reset();
  for (int i = 0; i < 40; ++i) {
    for (const char* port : {"start", "stop", "stall"}) {
      plain.set(port, static_cast<uint64_t>((i >> (port[1] % 3)) & 1));
      optimised.set(port, static_cast<uint64_t>((i >> (port[1] % 3)) & 1));
    }
    plain.step();
    optimised.step();
    REQUIRE(plain.get("number") == optimised.get("number"));
    REQUIRE(plain.get("level_out") == optimised.get("level_out"));
  }
}

TEST_CASE("a one-hot register that holds no code, or two") {
  sim::Bench<Machine<Encoding::one_hot>> bench;
  bench.reset();
  bench.set(bench->stall, true);
  bench.set("step", Bits(5, 0));  // no bit: no state
  bench.settle();
  CHECK(bench.get_u64(bench->number) == 0);
  CHECK(bench.get_u64(bench->busy) == 1);  // it is neither idle nor done
  CHECK(bench.get_u64(bench->is_done) == 0);
  bench.set("step", Bits(5, 0b10010));  // load and done: their values, or-ed
  bench.settle();
  CHECK(bench.get_u64(bench->number) == (1 | 4));
  CHECK(bench.get_u64(bench->is_done) == 1);
  CHECK(step_of(bench, bench->next_out) == Step::run);  // the first CASE that holds
  bench.set("step", Bits(5, 0));
  bench.set(bench->stall, false);
  bench.step();
  CHECK(step_of(bench, bench->step_out) == Step::idle);  // a complete SWITCH: as in its last CASE
}

TEST_CASE("a bench sets an encoded register by its enumerator") {
  sim::Bench<Machine<Encoding::one_hot>> bench;
  bench.reset();
  bench.set(bench->step, Step::drain);
  bench.settle();
  CHECK(step_of(bench, bench->step_out) == Step::drain);
  CHECK(bench.get("step") == Bits(5, 0b01000));
}

struct Packed {
  Enum<Step> step;
  UInt<3> count;
};
struct InBundles {
  In<Bool> go;
  Out<Packed> state_out;
  Out<Vec<Enum<Step>, 2>> steps_out;
  Reg<Packed> state{Packed{.step = Step::run, .count = 5}, {.encoding = Encoding::one_hot}};
  Reg<Vec<Enum<Step>, 2>> steps{{.power_up = Bits(6, 0b100'001), .encoding = Encoding::gray}};
  void logic() {
    IF (go) {
      state.step = Step::done;
      steps[0] = steps[1];
    }
    state_out = state;
    steps_out = steps;
  }
};

TEST_CASE("fields and elements have encodings of their own, with reset and power-up values in their own code") {
  sim::Bench<InBundles> bench;
  CHECK(bench.get_packed(bench->steps_out) == Bits(6, 0b100'001));
  CHECK(bench.get_packed(bench->steps) == Bits(6, 0b100'001));
  bench.reset();
  CHECK(bench.get_packed(bench->state_out) == sim::join({Bits(3, 2), Bits(3, 5)}));
  CHECK(bench.get_packed(bench->state) == bench.get_packed(bench->state_out));
  CHECK(bench.get("state_step") == Bits(5, 0b00100));
  CHECK(bench.get("steps_1") == Bits(3, 0b110));
  bench.set(bench->go, true);
  bench.step();
  bench.settle();
  CHECK(bench.get_packed(bench->state_out) == sim::join({Bits(3, 4), Bits(3, 5)}));
  CHECK(bench.get_packed(bench->steps_out) == Bits(6, 0b100'100));
}

TEST_CASE("the Verilog of a one-hot machine names its states and compares single bits") {
  const auto made = elaborate<Machine<Encoding::one_hot>>();
  std::string text;
  for (const VerilogFile& file : emit_verilog(*made.design)) text += file.text;
  CHECK(text.find("localparam [4:0] Step_one_hot_idle = 5'd1;") != std::string::npos);
  CHECK(text.find("reg [4:0] step;") != std::string::npos);
  CHECK(text.find("assign is_done = step[4];") != std::string::npos);
  CHECK(text.find("step <= Step_one_hot_idle;") != std::string::npos);
  CHECK(text.find("step ==") == std::string::npos);
  CHECK(text.find("burin_encoding") == std::string::npos);
}

TEST_CASE("coverage of states and transitions counts enumerators in any encoding") {
  const auto covered = []<Encoding E>() {
    sim::Bench<Machine<E>> bench;
    const auto collector = std::make_shared<sim::CoverageCollector>();
    bench.observe().add(collector);
    bench.reset();
    bench.set(bench->start, true);
    bench.step(12);
    bench.finish();
    return collector->data().machines.at("step");
  };
  const sim::CoverageData::Machine one_hot = covered.template operator()<Encoding::one_hot>();
  CHECK(one_hot.type == "Step_one_hot");
  CHECK(one_hot.states.at("run") > 0);
  CHECK(one_hot.states.at("drain") == 0);
  CHECK(one_hot.transitions.at("load -> run") == 2);
  const sim::CoverageData::Machine gray = covered.template operator()<Encoding::gray>();
  CHECK(gray.states.at("run") == one_hot.states.at("run"));
  CHECK(gray.transitions.at("run -> done") == one_hot.transitions.at("run -> done"));
}

struct NoEnum {
  Out<UInt<4>> shown;
  Reg<UInt<4>> count{0, {.encoding = Encoding::gray}};  // expect: B0910 "`count` has an encoding"
  void logic() {
    count = count + 1;
    shown = count;
  }
};
struct NoStart {
  In<Enum<Step>> given;
  Out<Enum<Step>> shown;
  Reg<Enum<Step>> step{{.encoding = Encoding::one_hot}};  // expect: B0911 "`step`"
  void logic() {
    step = given;
    shown = step;
  }
};

TEST_CASE("an encoding of what is no enumerator, and a one-hot register without a first state") {
  test::expect_diagnostics<NoEnum>();
  test::expect_diagnostics<NoStart>();
}

// ------------------------------------------------------------------------------------------------ graphs

struct Drawn {
  In<Bool> start, abort;
  In<UInt<4>> level;
  Out<Bool> busy;
  Reg<Enum<Step>> state{Step::idle};
  void logic() {
    SWITCH (state) {
      CASE (Step::idle) {
        IF (start & ~abort) { state = Step::load; }
      }
      CASE (Step::load) {
        IF (level == 3) { state = Step::run; }
        ELIF (abort) { state = Step::idle; }
      }
      CASE (Step::run) {
        IF (abort) { state = Step::idle; }
        ELSE { state = Step::done; }
      }
      CASE (Step::done) { state = Step::idle; }
      CASE (Step::drain) {}
    }
    busy = state != Step::idle;
  }
};

std::string listed(const passes::StateMachine& machine) {
  std::string text;
  for (const auto& transition : machine.transitions) {
    const bool computed = transition.to == passes::StateMachine::kComputed;
    text += machine.states[transition.from] + " -> " + (computed ? "?" : machine.states[transition.to]) + ": " +
            transition.condition + "\n";
  }
  return text;
}

TEST_CASE("the graph of a machine, exactly") {
  const auto made = elaborate<Drawn>();
  const auto machines = passes::find_state_machines(*made.design);
  REQUIRE(machines.size() == 1);
  CHECK(machines[0].module == "Drawn");
  CHECK(machines[0].name == "state");
  CHECK(machines[0].states == std::vector<std::string>{"idle", "load", "run", "drain", "done"});
  CHECK(machines[0].reset == 0);
  CHECK(machines[0].unreachable() == std::vector<size_t>{3});
  CHECK(listed(machines[0]) ==
        "idle -> load: start & !abort\n"
        "load -> idle: abort & level != 3\n"
        "load -> run: level == 3\n"
        "run -> idle: abort\n"
        "run -> done: !abort\n"
        "done -> idle: \n");
  CHECK(passes::dot_text(machines) == R"(digraph states {
  node [shape=box, style=rounded, fontname="sans-serif"];
  edge [fontname="sans-serif", fontsize=10];
  subgraph cluster_0 {
    label="Drawn.state: Step";
    fontname="sans-serif";
    "m0.idle" [label="idle"];
    "m0.load" [label="load"];
    "m0.run" [label="run"];
    "m0.drain" [label="drain", style="rounded,dashed"];
    "m0.done" [label="done"];
    "m0.reset " [shape=point];
    "m0.reset " -> "m0.idle" [label="reset"];
    "m0.idle" -> "m0.load" [label="start & !abort"];
    "m0.load" -> "m0.idle" [label="abort & level != 3"];
    "m0.load" -> "m0.run" [label="level == 3"];
    "m0.run" -> "m0.idle" [label="abort"];
    "m0.run" -> "m0.done" [label="!abort"];
    "m0.done" -> "m0.idle" [label=""];
  }
}
)");
}

TEST_CASE("the graph is the same in every encoding, also through a wire and where a state is computed") {
  const auto graph = []<Encoding E>() {
    std::string text;
    for (const auto& machine : passes::find_state_machines(*elaborate<Machine<E>>().design))
      text += machine.name + "\n" + listed(machine);
    return text;
  };
  const std::string expected = graph.template operator()<Encoding::binary>();
  CHECK(expected.find("run -> drain: !jump & !stall & stop") != std::string::npos);
  CHECK(expected.find("run -> ?: jump") != std::string::npos);
  CHECK(expected.find("low -> full: \n") != std::string::npos);
  CHECK(graph.template operator()<Encoding::one_hot>() == expected);
  CHECK(graph.template operator()<Encoding::gray>() == expected);
}

struct Copied {
  In<Enum<Step>> given;
  Out<Enum<Step>> shown;
  Reg<Enum<Step>> held{Step::idle};
  void logic() {
    held = given;
    shown = held;
  }
};

TEST_CASE("a register that only passes enumerators on is no machine") {
  CHECK(passes::find_state_machines(*elaborate<Copied>().design).empty());
}

}  // namespace
}  // namespace burin
