// SPDX-License-Identifier: Apache-2.0
//! @file messages_test.cpp
//! @brief Findings of the language: each mistake is reported once, at the place in the design where it stands.
//! docs/errors.md, which the tests compare as well, has one program for each finding.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "burin/burin.h"

namespace burin {
namespace {

int line_of(std::string_view tag) {
  std::ifstream file(__FILE__);
  int number = 1;
  for (std::string line; std::getline(file, line); ++number) {
    if (line.ends_with("// <- " + std::string(tag))) return number;
  }
  FAIL("no line is marked ", tag);
  return 0;
}

/// The findings of a design with errors, and the report.
struct Outcome {
  std::vector<Diagnostic> findings;
  std::string report;

  [[nodiscard]] size_t count(DiagnosticId id) const {
    return static_cast<size_t>(
        std::count_if(findings.begin(), findings.end(), [id](const auto& one) { return one.id == id; }));
  }
  /// Whether the report has this finding at the line of this file that ends in `// <- tag`.
  [[nodiscard]] bool has(std::string_view tag, std::string_view text) const {
    std::istringstream lines(report);
    const std::string place = "messages_test.cpp:" + std::to_string(line_of(tag)) + ":";
    for (std::string line; std::getline(lines, line);) {
      if (line.find(place) != std::string::npos && line.find(text) != std::string::npos) return true;
    }
    return false;
  }
};

template <typename M>
Outcome outcome(const ElaborateOptions& options = {}, const Where& where = Where::current()) {
  try {
    elaborate<M>({}, options, where);
  } catch (const DesignError& error) {
    return {error.diagnostics(), error.what()};
  }
  return {};
}

// ------------------------------------------------------------------------------ one mistake, one finding

struct Chained {
  In<UInt<8>> x;
  In<UInt<4>> index;
  Out<UInt<8>> y;
  Out<UInt<4>> z;
  Out<UInt<3>> popped;
  void logic() {
    const UInt<> slice = x.bits(9, 4);
    y = (slice + 1) & mux(x == 0, slice, 5);
    z = trunc(window_of(slice), 4);
    popped = resize(cat(slice, x), 3);
  }
  UInt<> window_of(const UInt<>& value) const { return zext(value.window(index, 3), 9); }
};

TEST_CASE("what is made of a wrong value is not wrong again") {
  const Outcome result = outcome<Chained>();
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].id == DiagnosticId::bad_slice);
}

struct Shapeless {
  In<UInt<>> x;
  Out<UInt<>> y;
  Reg<UInt<>> state;
  Wire<UInt<>> wire{bits(-1)};
  Out<UInt<8>> z;
  void logic() {
    wire = x + 5;
    state = wire;
    y = state + x;
    z = y;
  }
};

TEST_CASE("an object without a width is reported once, by its name") {
  const Outcome result = outcome<Shapeless>();
  CHECK(result.findings.size() == 4);
  CHECK(result.count(DiagnosticId::shape_missing) == 3);
  for (const char* text : {"input `x` is declared without its width", "output `y` is declared",
                           "register `state` is declared", "-1 bits are stated as the width of `wire`"}) {
    CAPTURE(text);
    CHECK(result.report.find(text) != std::string::npos);
  }
}

struct WrongVector {
  In<UInt<8>> a, b;
  Out<Vec<UInt<8>>> bytes{Vec<UInt<8>>(3, UInt<8>())};
  void logic() { bytes = Vec<UInt<8>>{a, b}; }
};

TEST_CASE("a vector of the wrong length leaves nothing undriven and nothing unused") {
  const Outcome result = outcome<WrongVector>();
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].message == "a value of 2 scalars is assigned to `bytes` of 3");
}

struct Misplaced {
  In<Bool> a, b;
  Out<UInt<2>> x, y;
  void logic() {
    IF (a) {
      x = 1;
    }
    y = 2;
    ELSE { x = 2; }
    IF (b) {
      y = 1;
    }
    CASE (3) {
      y = 3;
    }
  }
};

TEST_CASE("a misplaced branch is taken as it stands, and the IF that it missed is named") {
  const Outcome result = outcome<Misplaced>();
  REQUIRE(result.findings.size() == 2);
  CHECK(result.findings[0].id == DiagnosticId::misplaced_else);
  REQUIRE(result.findings[0].notes.size() == 1);
  CHECK(result.findings[1].message == "CASE stands outside a SWITCH, or inside another CASE");
}

struct TwicePad {
  Pad<Bool> outer;
  struct Inner {
    Pad<Bool> pin;
    In<Bool> low;
    void logic() { pin.open_drain(low); }
  };
  In<Bool> low;
  Instance<Inner> inner;
  void logic() {
    inner->low = low;
    inner->pin.connect(outer);
    inner->pin.connect(outer);
  }
};

TEST_CASE("a pad is connected once") {
  const Outcome result = outcome<TwicePad>();
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].message == "the pad `pin` of instance `inner` is connected a second time");
}

// ------------------------------------------------------------------------------------- places in the source

struct Payload {
  UInt<4> a;
  UInt<4> b;
};

struct Stage {
  StreamIn<Payload> in;  // <- stage in
  StreamOut<UInt<8>> out;
  void logic() {
    out.payload = cat(in.payload.a, in.payload.b);
    out.valid = in.valid & out.ready;
  }
};

struct Stages {
  In<Bool> go;
  Out<Bool> done;
  List<Instance<Stage>> stages{2};  // <- stages
  DerivedClock slow;                // <- slow
  void logic() { done = go; }
};

TEST_CASE("members of interfaces, elements of lists and parts of clocks are placed at the member") {
  const Outcome result = outcome<Stages>();
  CHECK(result.has("stage in", "output `in.ready` (1 bit) is never driven"));
  CHECK(result.has("stages", "input `in.valid` (1 bit) of instance `stages_1` is never driven"));
  CHECK(result.has("slow", "wire `slow.clock` (1 bit) is never driven"));
  CHECK(result.report.find("stream.h:") == std::string::npos);
  CHECK(result.report.find("stl_") == std::string::npos);
}

struct Arrays {
  std::array<In<UInt<4>>, 2> in;             // <- array in
  std::array<std::array<Reg<UInt<4>>, 2>, 2> grid;  // <- array grid
  Out<UInt<4>> y;
  void logic() {
    for (auto& row : grid) row[1] = in[0];
    grid[1][0] = grid[0][1];
    y = grid[1][0];
  }
};

TEST_CASE("elements of arrays have names and the place of their member") {
  const Outcome result = outcome<Arrays>();
  CHECK(result.has("array in", "input `in[1]` is never read"));
  CHECK(result.has("array grid", "register `grid[1][0]` without reset"));
}

struct LeftOut {
  struct Config {
    bool has_flag = false;
  };
  Config config;
  Optional<In<Bool>> flag{config.has_flag};  // <- flag
  Out<Bool> y;
  void logic() { y = *flag; }
};
struct UsesLeftOut {
  In<Bool> x;
  Instance<LeftOut> inner{LeftOut::Config{.has_flag = true}};
  Instance<LeftOut> other;
  void logic() { *inner->flag = x; }
};

TEST_CASE("an optional object that does not exist is named at its declaration") {
  for (const Outcome& result : {outcome<LeftOut>(), outcome<UsesLeftOut>()}) {
    CHECK(result.findings.size() == 1);
    CHECK(result.has("flag", "error[B0112 empty-value]: optional `flag` is used, and does not exist"));
    CHECK(result.report.find("write: `if (flag)` in front of its use") != std::string::npos);
  }
}

struct Divided {
  In<Bool> on;
  DerivedClock half{{.reset = ResetKind::asynchronous}};  // <- half
  DerivedClock gate{{.reset = ResetKind::none}};
  Out<UInt<4>> y{{.clock = half}};
  Out<UInt<4>> z{{.clock = gate}};
  Reg<Bool> phase{false};
  Reg<UInt<4>> count{0, {.clock = half}};
  Reg<UInt<4>> kept{RegOptions{.clock = gate, .power_up = Bits(4, 0)}};
  void logic() {
    phase = ~phase;
    half.clock = phase;
    half.reset = default_clock().reset_signal();
    gate.clock = gated(on);
    count = count + 1;
    kept = kept + 1;
    y = count;
    z = kept;
  }
};

TEST_CASE("a derived clock is placed at its member, and a clock is called by its source, not by a gated copy") {
  const Outcome result = outcome<Divided>();
  CHECK(result.count(DiagnosticId::clock_crossing) == 1);
  CHECK(result.has("half", "the reset of clock `half` ends with a value of clock `clk` from input `rst`"));
  CHECK(result.has("half", "clock `half` is declared here"));
}

namespace first {
struct Same {
  In<Bool> a;
  Out<Bool> b;  // <- first b
  void logic() {}
};
}  // namespace first

namespace second {
struct Same {
  In<Bool> a;
  Out<Bool> b;  // <- second b
  void logic() { static_cast<void>(a); }
};
}  // namespace second

TEST_CASE("of two structs with one name the right one is found") {
  const Outcome result = outcome<second::Same>();
  CHECK(result.has("second b", "output `b` (1 bit) is never driven"));
  CHECK(result.count(DiagnosticId::undriven) == 1);
  CHECK(outcome<first::Same>().has("first b", "output `b` (1 bit) is never driven"));
}

struct Reads {
  In<Vec<UInt<8>, 4>> taps;
  In<std::array<UInt<8>, 2>> pair;
  List<In<UInt<8>>> inputs{2};
  Out<UInt<8>> y, z, w;
  void logic() {
    y = taps[4];                             // <- vector
    z = pair[2] + taps[taps[0].bits(1, 0)];  // <- array
    w = inputs[2];                           // <- list
  }
};

TEST_CASE("indices are placed where they stand, also that which ends the elaboration") {
  const Outcome result = outcome<Reads>();
  CHECK(result.findings.size() == 3);
  CHECK(result.count(DiagnosticId::index_out_of_range) == 3);
  CHECK(result.has("vector", "element 4 of a vector of 4"));
  CHECK(result.has("array", "element 2 of a vector of 2"));
  CHECK(result.has("list", "element 2 of a list of 2"));
}

TEST_CASE("what stands outside a module is placed as well") {
  std::string report;
  try {
    const UInt<> wide = zext(UInt<8>(7), 16);  // <- outside
    static_cast<void>(wide);
  } catch (const DesignError& error) {
    report = error.what();
    REQUIRE(error.diagnostics().size() == 1);
    CHECK(error.diagnostics()[0].id == DiagnosticId::outside_module);
  }
  CHECK(report.find("messages_test.cpp:" + std::to_string(line_of("outside")) + ":") != std::string::npos);
  CHECK_THROWS_WITH_AS(UInt<4>(16), doctest::Contains("error[B0103 literal-does-not-fit]: 16 does not fit"),
                       DesignError);
  CHECK_THROWS_WITH_AS((Instance<Stage>{}), doctest::Contains("an instance of Stage is made outside a module"),
                       DesignError);
}

struct Umlaut {
  In<Bool> größe;
  Out<Bool> out_of_it;
  void logic() { out_of_it = größe; }
};

TEST_CASE("a member's name is the whole of it") {
  const Outcome result = outcome<Umlaut>();
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].message == "port name `größe` is not a Verilog identifier");
}

// ------------------------------------------------------------------------ reads that may meet their write

enum class Case {
  nothing,
  enable_excludes,
  else_branch,
  within_or,
  constants,
  addresses_differ,
  states,
  other_enable,
  same_constants,
  or_of_both,
  reason,
  empty_reason,
  old_data,
};

struct Collision {
  struct Config {
    Param<Case, "what is to be seen"> what = Case::nothing;
  };
  Config config;
  In<Bool> push, pop, flush;
  In<UInt<4>> head, tail;
  In<UInt<2>> state;
  In<UInt<8>> data;
  Out<UInt<8>> y;
  Memory<UInt<8>> words{16, {.contents = {Bits(8, 0)}}};

  UInt<8> read(const UInt<4>& address, const Bool& enable, std::string_view reason = "") const {
    return words.read_sync(address, {.enable = enable, .policy = ReadUnderWrite::undefined, .no_collision = reason});
  }

  void logic() {
    static_cast<void>(flush);
    switch (config.what) {
      case Case::nothing:
        words.write(tail, data);
        y = words.read_sync(head, {.policy = ReadUnderWrite::undefined});
        break;
      case Case::enable_excludes:
        IF (push & flush) {
          words.write(tail, data);
        }
        y = read(head, pop & ~push);
        break;
      case Case::else_branch:
        IF (pop) {
        }
        ELIF (push) {
          words.write(tail, data);
        }
        y = read(head, pop);
        break;
      case Case::within_or:
        IF (push) {
          IF (flush) {
            words.write(tail, data);
          }
        }
        y = read(head, ~(push & flush));
        break;
      case Case::constants:
        words.write(3, data);
        y = read(UInt<4>(5), pop);
        break;
      case Case::addresses_differ:
        IF (push & (tail != head)) {
          words.write(tail, data);
        }
        y = read(head, pop);
        break;
      case Case::states:
        SWITCH (state) {
          CASE (1) {
            words.write(tail, data);
          }
        }
        y = read(head, state == 2);
        break;
      case Case::other_enable:
        IF (push) {
          words.write(tail, data);
        }
        y = read(head, pop);
        break;
      case Case::same_constants:
        words.write(5, data);
        y = read(UInt<4>(5), pop);
        break;
      case Case::or_of_both:
        IF (push) {
          words.write(tail, data);
        }
        y = read(head, ~push | flush);
        break;
      case Case::reason:
        words.write(tail, data);
        y = read(head, pop, "the reader waits for the writer");
        break;
      case Case::empty_reason:
        words.write(tail, data);
        y = read(head, pop, " ");
        break;
      case Case::old_data:
        words.write(tail, data);
        y = words.read_sync(head);
        break;
    }
  }
};

bool is_reported(Case what) {
  ElaborateOptions options;
  options.severities = {{.code = "B0205", .severity = Severity::ignored},
                        {.code = "B0302", .severity = Severity::ignored}};
  try {
    elaborate<Collision>({.what = what}, options);
    return false;
  } catch (const DesignError& error) {
    for (const Diagnostic& one : error.diagnostics()) CHECK(one.id == DiagnosticId::memory_undefined_read);
    return true;
  }
}

TEST_CASE("a read with the policy undefined is accepted where its conditions exclude the write, or a reason is given") {
  for (const Case what : {Case::enable_excludes, Case::else_branch, Case::within_or, Case::constants,
                          Case::addresses_differ, Case::states, Case::reason, Case::old_data}) {
    CAPTURE(static_cast<int>(what));
    CHECK_FALSE(is_reported(what));
  }
  for (const Case what :
       {Case::nothing, Case::other_enable, Case::same_constants, Case::or_of_both, Case::empty_reason}) {
    CAPTURE(static_cast<int>(what));
    CHECK(is_reported(what));
  }
}

}  // namespace
}  // namespace burin
