// SPDX-License-Identifier: Apache-2.0
//! @file elaborate_test.cpp
//! @brief Elaboration as such: again and again, in threads, nested, with
//! exceptions, with many members; C++ integers as constants.
#include <doctest/doctest.h>

#include <thread>

#include "burin/ir/text.h"
#include "designs/examples/counter.h"
#include "designs/examples/uart_transmitter.h"
#include "support/semantics_cases.h"
#include "support/simulated.h"

namespace burin {
namespace {

using test::Simulated;

TEST_CASE("elaborating twice gives the same design, byte for byte") {
  const auto text = [] { return ir::print(*elaborate<examples::UartTransmitter>().design); };
  const std::string first = text();
  CHECK(first == text());
}

TEST_CASE("threads elaborate at the same time") {
  const std::string expected = ir::print(*elaborate<examples::UartTransmitter>().design, {.locations = false});
  std::vector<std::string> results(4);
  std::vector<std::thread> threads;
  for (std::string& result : results) {
    threads.emplace_back([&result] {
      for (int i = 0; i < 5; ++i)
        result = ir::print(*elaborate<examples::UartTransmitter>().design, {.locations = false});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : results) CHECK(result == expected);
}

struct Nested {
  Out<Bool> y;
  void logic() {
    y = true;
    elaborate<examples::Counter>();
  }
};

TEST_CASE("an elaboration inside another one is refused, and the next one works") {
  CHECK_THROWS_WITH_AS(elaborate<Nested>(), doctest::Contains("B0505"), UserError);
  CHECK_NOTHROW(elaborate<examples::Counter>());
}

struct Throws {
  In<Bool> a;
  Out<UInt<4>> y;
  void logic() {
    y = 0;
    IF (a) {
      y = 1;
      throw std::runtime_error("on the way");
    }
  }
};

struct ThrowsInChild {
  Out<UInt<4>> y;
  void logic() {
    Instance<Throws> child;
    y = child->y;
  }
};

struct CatchesInChild {
  Out<UInt<4>> y;
  void logic() {
    y = 0;
    try {
      Instance<Throws> child;
    } catch (const std::runtime_error&) {
      y.bit(0) = true;
    }
  }
};

struct CatchesInBranch {
  In<Bool> a;
  Out<UInt<4>> y, z;
  void logic() {
    y = 0;
    try {
      IF (a) {
        y = 3;
        throw 1;
      }
    } catch (int) {
    }
    z = 5;  // not under the condition of the branch that was left
  }
};

TEST_CASE("exceptions in logic() end the elaboration, the next one works") {
  CHECK_THROWS_WITH_AS(elaborate<Throws>(), "on the way", std::runtime_error);
  CHECK_THROWS_WITH_AS(elaborate<ThrowsInChild>(), "on the way", std::runtime_error);
  CHECK_NOTHROW(elaborate<examples::Counter>());
}

TEST_CASE(
    "a branch that an exception leaves is closed; a module that one "
    "leaves cannot be used") {
  Simulated<CatchesInBranch> s;
  CHECK(s.with("a", 0, "z") == 5);
  CHECK(s.get("y") == 0);
  CHECK(s.with("a", 1, "y") == 3);
  CHECK_THROWS_WITH_AS(elaborate<CatchesInChild>(), doctest::Contains("Throws"), UserError);
}

TEST_CASE("driving an object after the elaboration is refused") {
  auto e = elaborate<examples::Counter>();
  CHECK_THROWS_WITH_AS(e.top().count = 3, doctest::Contains("B0505"), UserError);
}

struct Many {  // 64 members, the most there can be
#define EIGHT(n)                                     \
  In<Bool> a##n, b##n, c##n, d##n, e##n, f##n, g##n; \
  Wire<Bool> w##n;
  EIGHT(0)
  EIGHT(1)
  EIGHT(2) EIGHT(3) EIGHT(4) EIGHT(5) EIGHT(6)
#undef EIGHT
      In<Bool> a7,
      b7, c7, d7, e7, f7, g7;
  Out<Bool> last;
  void logic() {
    w0 = a0 ^ b0 ^ c0 ^ d0 ^ e0 ^ f0 ^ g0;
    w1 = w0 ^ a1 ^ b1 ^ c1 ^ d1 ^ e1 ^ f1 ^ g1;
    w2 = w1 ^ a2 ^ b2 ^ c2 ^ d2 ^ e2 ^ f2 ^ g2;
    w3 = w2 ^ a3 ^ b3 ^ c3 ^ d3 ^ e3 ^ f3 ^ g3;
    w4 = w3 ^ a4 ^ b4 ^ c4 ^ d4 ^ e4 ^ f4 ^ g4;
    w5 = w4 ^ a5 ^ b5 ^ c5 ^ d5 ^ e5 ^ f5 ^ g5;
    w6 = w5 ^ a6 ^ b6 ^ c6 ^ d6 ^ e6 ^ f6 ^ g6;
    last = w6 ^ a7 ^ b7 ^ c7 ^ d7 ^ e7 ^ f7 ^ g7;
  }
};

TEST_CASE("64 members have names") {
  Simulated<Many> s;
  CHECK(s.with("g7", 1, "last") == 1);
  CHECK(s.with("a0", 1, "last") == 0);
  CHECK(s.top().ports().size() == 57);
}

/// A constant of the type and width of a case, from its C++ integer, driven to
/// an output and compared with it.
struct Constant {
  static inline const test::SemanticsLiteral* item = nullptr;
  Out<UInt<>> y{bits(item->width)};
  template <typename I>
  void drive(I integer) {
    if (item->type == "bool") {
      y = cat(Bool(integer));
    } else if (item->type == "uint") {
      Wire<UInt<>> w{"w", UInt<>(bits(item->width))};
      w = integer;
      y = w;
    } else {
      Wire<SInt<>> w{"w", SInt<>(bits(item->width))};
      w = integer;
      y = w.as_uint();
    }
  }
  void logic() {
    if (item->integer.front() == '-') {
      drive(std::stoll(item->integer));
    } else {
      drive(std::stoull(item->integer));
    }
  }
};

TEST_CASE("every C++ integer of operators.json is taken or refused as stated") {
  const test::Semantics semantics = test::load_semantics();
  REQUIRE(semantics.literals.size() > 40);
  for (const test::SemanticsLiteral& item : semantics.literals) {
    CAPTURE(item.type);
    CAPTURE(item.width);
    CAPTURE(item.integer);
    Constant::item = &item;
    if (item.value) {
      Simulated<Constant> s;
      CHECK(s.get_bits("y") == *item.value);
    } else {
      CHECK_THROWS_WITH_AS(elaborate<Constant>(), doctest::Contains("B0103"), DesignError);
    }
  }
}

}  // namespace
}  // namespace burin
