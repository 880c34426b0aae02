// SPDX-License-Identifier: Apache-2.0
//! @file shrink_test.cpp
//! @brief A planted fault is found and its circuit becomes small.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "burin/ir/text.h"
#include "burin/passes/rebuild.h"
#include "burin/sim/interpreter.h"
#include "fuzz/harness/burin_text.h"
#include "fuzz/harness/campaign.h"
#include "fuzz/harness/owning_engine.h"
#include "fuzz/harness/reductions.h"
#include "fuzz/harness/shrink.h"

namespace burin::fuzz {
namespace {

using namespace ir;

/// What is wrong with an engine.
struct Fault {
  Op op;
  uint32_t from;  // widths
  uint32_t to;
};

void plant(Module& module, const Fault& fault) {
  passes::Rebuilder rebuild(module);
  rebuild.run([&](NodeId id, std::span<const NodeId> operands) {
    const Node& node = rebuild.source().node(id);
    const NodeId made = rebuild.copy(id, operands);
    if (node.op != fault.op || node.width < fault.from || node.width > fault.to) return made;
    Module& target = rebuild.target();
    return target.make(Op::bit_xor, {made, target.constant(node.width, 1)});
  });
}

Candidate faulty(const Fault& fault) {
  return {"faulty", [fault](Design& design, const sim::PowerUp& power_up) -> std::unique_ptr<sim::Engine> {
            std::shared_ptr<Design> changed = copy(design);
            for (const auto& module : changed->modules) plant(*module, fault);
            sim::InterpreterOptions options;
            options.power_up = power_up;
            auto engine = std::make_unique<sim::Interpreter>(*changed, options);
            return std::make_unique<OwningEngine>("faulty", std::move(changed), std::move(engine));
          }};
}

/// The first seeds on which the engine differs, shrunk.
void check_shrinks(const Fault& fault, size_t most_operations, size_t most_steps) {
  const Candidate candidate = faulty(fault);
  int found = 0;
  for (uint32_t seed = 1; seed <= 400 && found < 3; ++seed) {
    const Case test = make_case(seed);
    const auto fails = [&](const Case& smaller) {
      const Run expected = run(smaller, oracle());
      return expected.error.empty() && first_difference(expected, run(smaller, candidate), true).has_value();
    };
    if (!fails(test)) continue;
    ++found;
    const Case small = shrink(test, fails);
    INFO("seed ", seed, ", ", info(fault.op).text, "\n", print(*small.design), to_text(small.stimulus));
    CHECK(fails(small));
    CHECK(operations_of(*small.design) <= most_operations);
    CHECK(small.stimulus.steps.size() <= most_steps);
    CHECK(small.design->modules.size() == 1);
    CHECK(small.design->top_module().registers.size() <= 1);
    CHECK(small.design->top_module().memories.empty());
    CHECK(small.design->top_module().processes.size() <= 1);
  }
  CHECK(found == 3);
}

TEST_CASE("a fault of one operation at some widths shrinks to that operation") {
  check_shrinks({Op::add, 33, 64}, 1, 1);
  check_shrinks({Op::mul_s, 65, 300}, 1, 1);
  check_shrinks({Op::select, 1, 130}, 1, 1);
  check_shrinks({Op::shr_s, 2, 32}, 1, 1);
}

TEST_CASE("a failure is described with its circuit as IR, as Burin and as Verilog") {
  const Candidate candidate = faulty({Op::div_u, 1, 64});
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    const Case test = make_case(seed);
    if (!first_difference(run(test, oracle()), run(test, candidate), true)) continue;
    const Failure failure = describe_failure(test, candidate, {});
    CHECK(failure.seed == seed);
    CHECK(failure.engine == "faulty");
    INFO(failure.report);
    CHECK(failure.report.find(fmt::format("seed {}: 'faulty' differs", seed)) != std::string::npos);
    CHECK(failure.report.find("= div_u ") != std::string::npos);
    CHECK(failure.report.find("void logic() {") != std::string::npos);
    CHECK(failure.report.find("endmodule") != std::string::npos);
    CHECK(failure.report.find("step 0: ") != std::string::npos);
    return;
  }
  FAIL("no circuit has a division");
}

TEST_CASE("flattening keeps what a case does") {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    const Case test = make_case(seed);
    const auto different = first_difference(run(test, oracle()), run(flattened(test), oracle()), false);
    INFO("seed ", seed, " ", (different ? different->text : std::string()));
    // Random power-up values go with the names of registers, which change.
    if (test.stimulus.power_up.kind != sim::PowerUp::Kind::random) CHECK(!different);
  }
}

}  // namespace
}  // namespace burin::fuzz
