// SPDX-License-Identifier: Apache-2.0
//! @file coverage_test.cpp
//! @brief Coverage counts what happened, at the places where the designer wrote it.
#include "burin/sim/coverage.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>

#include "burin/base/files.h"
#include "burin/sim/bench.h"
#include "burin/sim/interpreter.h"
#include "burin/sim/random.h"

namespace burin::sim {
namespace {

enum class State { idle, busy, error, lost };

struct Small {
  In<UInt<4>> data;
  In<Bool> go;
  In<Bool> stop;
  Out<UInt<4>> result;
  Out<Bool> active;
  Reg<UInt<4>> held{0};
  Reg<UInt<4>> outer{0};
  Reg<Enum<State>> state{State::idle};
  void logic() {
    IF (go) {
      held = data;  // line A
      IF (stop) {
        outer = data;  // line B
      }
    }
    SWITCH (state) {
      CASE (State::idle) {
        IF (go) {
          state = State::busy;
        }
      }
      CASE (State::busy) {
        IF (stop) {
          state = State::idle;
        }
      }
      CASE (State::error) {
        state = State::lost;
      }
    }
    active = state != State::idle;
    result = held ^ outer;
    IF (go) {
      cover(stop, "go and stop at once");
    }
    cover(data == 15, "all ones");
  }
};

/// The number of the line of this file that ends in `mark`.
uint32_t line_of(const std::string& mark) {
  std::istringstream in(read_file(__FILE__));
  uint32_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.ends_with(mark)) return number;
  }
  return 0;
}

/// A bench with marks of branches, and what it covers.
struct Covered {
  Bench<Small> bench;
  std::shared_ptr<CoverageCollector> collector = std::make_shared<CoverageCollector>();

  Covered()
      : bench(elaborate<Small>({}, {.optimise = false}), [](ir::Design& design) {
          mark_branches(design);
          mark_branches(design);  // does nothing
          return std::make_unique<Interpreter>(design);
        }) {
    bench.observe().add(collector);
  }
  void step(uint64_t data, bool go, bool stop) {
    bench.set(bench->data, data);
    bench.set(bench->go, go);
    bench.set(bench->stop, stop);
    bench.step();
  }
  CoverageData done() {
    bench.finish();
    return collector->data();
  }
};

const CoverageData::Branch& branch_at(const CoverageData& data, uint32_t line, const std::string& condition) {
  const CoverageData::Branch* found = nullptr;
  for (const auto& [name, branch] : data.branches) {
    if (branch.place.line != line || branch.condition != condition) continue;
    REQUIRE_MESSAGE(found == nullptr, "twice");
    found = &branch;
  }
  REQUIRE(found != nullptr);
  CHECK(found->place.file.ends_with("coverage_test.cpp"));
  return *found;
}

TEST_CASE("toggles are seen bit by bit, in both directions") {
  Covered run;
  run.bench.reset();
  run.step(0b0101, true, false);
  run.step(0b0011, true, false);
  run.step(0b0011, false, false);
  const CoverageData data = run.done();
  CHECK(data.runs == 1);
  CHECK(data.toggles.at("held").rose == Bits(4, 0b0111));
  CHECK(data.toggles.at("held").fell == Bits(4, 0b0100));
  CHECK(data.toggles.at("data").rose == Bits(4, 0b0111));
  CHECK(data.toggles.at("outer").rose.is_zero());
  CHECK(data.toggles.at("go").fell == Bits(1, 1));
  CHECK(data.toggles.at("held").place.line == line_of("Reg<UInt<4>> held{0};"));
  for (const auto& [name, toggle] : data.toggles) CHECK(name.find("burin_branch") == std::string::npos);
}

TEST_CASE("a branch counts where it is reached, at the line of its assignment") {
  const uint32_t a = line_of("// line A");
  const uint32_t b = line_of("// line B");
  Covered run;
  run.bench.reset();
  run.step(1, false, true);  // `stop` alone does not reach the inner IF
  CoverageData data = run.done();
  CHECK(branch_at(data, a, "go").taken == 0);
  CHECK(branch_at(data, a, "go").not_taken == 1);
  CHECK(branch_at(data, b, "stop").taken == 0);
  CHECK(branch_at(data, b, "stop").not_taken == 0);

  Covered inner;
  inner.bench.reset();
  inner.step(1, true, false);
  inner.step(1, false, false);
  inner.step(1, true, false);
  inner.step(1, true, true);
  data = inner.done();
  CHECK(branch_at(data, a, "go").taken == 2);  // came to it twice
  CHECK(branch_at(data, a, "go").not_taken == 2);
  CHECK(branch_at(data, b, "stop").taken == 1);
  CHECK(branch_at(data, b, "stop").not_taken == 2);
}

TEST_CASE("states and transitions of registers that hold enumerators") {
  Covered run;
  run.bench.reset();
  run.step(0, true, false);
  run.step(0, false, false);
  run.step(0, false, true);
  run.step(0, true, false);
  const CoverageData data = run.done();
  REQUIRE(data.machines.size() == 1);
  const CoverageData::Machine& machine = data.machines.at("state");
  CHECK(machine.states == std::map<std::string, uint64_t>{{"busy", 2}, {"error", 0}, {"idle", 2}, {"lost", 0}});
  CHECK(machine.transitions == std::map<std::string, uint64_t>{{"busy -> idle", 1}, {"idle -> busy", 2}});
  CHECK(machine.type.find("State") != std::string::npos);
}

TEST_CASE("covers of the designer") {
  Covered run;
  run.bench.reset();
  run.step(3, true, true);
  const CoverageData data = run.done();
  REQUIRE(data.covers.size() == 2);
  uint64_t seen = 0;
  for (const auto& [name, cover] : data.covers) {
    CHECK(cover.runs == (cover.message == "go and stop at once" ? 1 : 0));
    CHECK(cover.place.file.ends_with("coverage_test.cpp"));
    seen += cover.runs;
  }
  CHECK(seen == 1);
}

TEST_CASE("marks of branches change nothing about ports, behaviour and waves") {
  Bench<Small> plain(elaborate<Small>({}, {.optimise = false}),
                     [](ir::Design& design) { return std::make_unique<Interpreter>(design); });
  Covered marked;
  Random random(6);
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "burin-coverage-");
  marked.bench.record(folder.path() / "waves.vcd");
  for (int i = 0; i < 200; ++i) {
    const Bits data = random.bits(4);
    const bool go = random.chance(500);
    const bool stop = random.chance(500);
    for (Bench<Small>* bench : {&plain, &marked.bench}) {
      bench->set((*bench)->data, data);
      bench->set((*bench)->go, go);
      bench->set((*bench)->stop, stop);
      bench->step();
    }
    REQUIRE(plain.get(plain->result) == marked.bench.get(marked.bench->result));
  }
  CHECK(plain.engine().ports().size() == marked.bench.engine().ports().size());
  marked.bench.finish();
  CHECK(read_file(folder.path() / "waves.vcd").find("burin_branch") == std::string::npos);
}

TEST_CASE("runs add up, and survive the way through a file") {
  Covered first;
  first.bench.reset();
  first.step(0b0101, true, false);
  const CoverageData a = first.done();
  Covered second;
  second.bench.reset();
  second.step(0b1010, true, true);
  second.step(0, true, true);
  const CoverageData b = second.done();

  CoverageData sum;
  sum.add(a);
  CHECK(coverage_text(sum) == coverage_text(a));
  sum.add(b);
  CHECK(sum.runs == 2);
  CHECK(sum.toggles.at("held").rose == Bits(4, 15));
  CHECK(sum.toggles.at("held").fell == Bits(4, 0b1010));
  const uint32_t line = line_of("// line B");
  CHECK(branch_at(sum, line, "stop").taken == branch_at(a, line, "stop").taken + branch_at(b, line, "stop").taken);
  CHECK(sum.machines.at("state").states.at("busy") == 2);
  CoverageData other_way = b;
  other_way.add(a);
  CHECK(coverage_text(other_way) == coverage_text(sum));

  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "burin-coverage-");
  write_coverage(folder.path() / "c.json", sum);
  CHECK(coverage_text(read_coverage(folder.path() / "c.json")) == coverage_text(sum));
}

TEST_CASE("files that are no coverage, or of another design, are refused") {
  CHECK_THROWS_AS(static_cast<void>(parse_coverage("{", "x.json")), UserError);
  CHECK_THROWS_AS(static_cast<void>(parse_coverage("{}", "x.json")), UserError);
  CHECK_THROWS_WITH_AS(static_cast<void>(parse_coverage(R"({"burin_coverage": 99})", "x.json")),
                       "x.json has coverage in a form of another version of Burin: make it anew", UserError);
  Covered run;
  const CoverageData data = run.done();
  CoverageData other = data;
  other.design = "Other";
  CHECK_THROWS_WITH_AS(CoverageData(data).add(other),
                       "coverage of Other cannot be added to that of Small: they are different designs", UserError);
  other = data;
  other.toggles.at("data").rose = Bits(5);
  CHECK_THROWS_AS(CoverageData(data).add(other), UserError);
}

TEST_CASE("the report names what was not seen, with its file and line") {
  Covered run;
  run.bench.reset();
  run.step(0b0101, true, false);
  const CoverageData data = run.done();
  const std::string text = coverage_report(data);
  CHECK(text.find("coverage of Small over 1 run\n") == 0);
  const auto at = [](uint32_t line) { return "coverage_test.cpp:" + std::to_string(line) + ": "; };
  CHECK(text.find(at(line_of("// line B")) + "branch (stop): never taken\n") != std::string::npos);
  CHECK(text.find(at(line_of("Reg<UInt<4>> held{0};")) + "held: bits 3, 1 never rose, bits 3 to 0 never fell\n") !=
        std::string::npos);
  CHECK(text.find("state: states never seen: error, lost; transitions: idle -> busy (1 x)\n") != std::string::npos);
  CHECK(text.find("never covered") != std::string::npos);
  const CoverageSummary summary = summary_of(data);
  CHECK(summary.states.seen == 2);
  CHECK(summary.states.all == 4);
  CHECK(summary.covers.all == 2);
  CHECK(summary.branches.seen < summary.branches.all);

  const std::string page = coverage_page(data);
  CHECK(page.find("<td>    IF (go) {</td>") != std::string::npos);  // the source
  CHECK(page.find("branch (stop): never taken") != std::string::npos);
  CHECK(page.find("idle -&gt; busy") != std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
}

TEST_CASE("a page about sources that are gone has what was seen all the same") {
  CoverageData data;
  data.design = "Gone<T>";
  data.runs = 1;
  data.toggles["a"] = {{"/no/such/file.cpp", 7, 1}, Bits(1, 1), Bits(1, 0)};
  const std::string page = coverage_page(data);
  CHECK(page.find("a: never fell") != std::string::npos);
  CHECK(page.find("Gone&lt;T&gt;") != std::string::npos);
  CHECK(page.find("<td class=\"number\">7</td>") != std::string::npos);
}

}  // namespace
}  // namespace burin::sim
