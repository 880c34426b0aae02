// SPDX-License-Identifier: Apache-2.0
//! @file ccu_bench.h
//! @brief The common computing unit on a bench: one operation at a time, or many with stalls, against a model of its
//! results, latencies and refusals.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "burin/lib/stream/assertions.h"
#include "burin/sim/bench.h"
#include "designs/efx/ccu.h"
#include "designs/efx/host.h"
#include "designs/efx/operands.h"

namespace burin::test {

/// The unit with the rules of a stream as assertions at its results.
struct WatchedCcu {
  using Config = efx::Ccu::Config;
  Config config;

  Instance<efx::Ccu> ccu{config};
  StreamIn<efx::Operation> operation =
      StreamIn<efx::Operation>::of({.opcode = {}, .tag = bits(config.tag_bits), .x = ccu->word(), .y = ccu->word()});
  StreamOut<efx::Result> result =
      StreamOut<efx::Result>::of({.tag = bits(config.tag_bits), .value = ccu->word(), .beside = ccu->word()});
  Out<UInt<>> under_way{bits(1 << config.tag_bits)};
  In<Bool> count_anew;
  Out<efx::Utilisation> utilisation;

  void logic() {
    connect(operation, ccu->operation);
    connect(ccu->result, result);
    ccu->count_anew = count_anew;
    under_way = ccu->under_way;
    utilisation = ccu->utilisation;
    assert_stream(result);
  }
};

/// An operation in binary64 and what should come of it.
struct CcuCase {
  efx::Opcode opcode;
  uint64_t x;
  uint64_t y;
  uint64_t value;
  uint64_t beside = 0;
};

inline CcuCase ccu_case(efx::Opcode opcode, uint64_t x, uint64_t y) {
  using efx::Opcode;
  const auto with = [&](uint64_t value, uint64_t beside = 0) { return CcuCase{opcode, x, y, value, beside}; };
  switch (opcode) {
    case Opcode::add:
      return with(host::add(x, y), host::subtract(x, y));
    case Opcode::subtract:
      return with(host::subtract(x, y), host::add(x, y));
    case Opcode::multiply:
      return with(host::multiply(x, y));
    case Opcode::multiply_high:
      return with(host::multiply_high(x, y));
    case Opcode::divide:
      return with(host::divide(x, y));
    case Opcode::square_root:
      return with(host::square_root(x));
    case Opcode::rint:
      return with(host::rint(x));
    case Opcode::truncate:
      return with(host::truncate(x));
    case Opcode::floor:
      return with(host::floor(x));
    case Opcode::from_integer:
      return with(host::from_integer(x));
    case Opcode::half:
      return with(host::half(x));
  }
  return with(0);
}
inline constexpr uint64_t kOpcodes = 11;

/// Random operations; one in `divisions` of them is for the divider.
inline std::vector<CcuCase> random_ccu_cases(size_t count, uint64_t seed, uint64_t divisions) {
  using efx::Opcode;
  OperandSource source(seed);
  std::mt19937_64 random(seed);
  std::vector<CcuCase> cases;
  while (cases.size() < count) {
    auto opcode = static_cast<Opcode>(random() % kOpcodes);
    const bool divides = opcode == Opcode::divide || opcode == Opcode::square_root;
    if (divides && random() % divisions != 0) continue;
    auto [x, y] = source.two();
    if (opcode == Opcode::multiply_high || opcode == Opcode::from_integer) x = source.integer();
    if (opcode >= Opcode::rint && opcode <= Opcode::floor) x = source.near_integers();
    cases.push_back(ccu_case(opcode, x, y));
  }
  return cases;
}

class CcuBench {
 public:
  using Unit = efx::Ccu::Unit;

  /// Cycles from an operation to its result, by unit, and from a division to the next.
  struct Latencies {
    uint64_t adder = 2;
    uint64_t multiplier = 5;
    uint64_t divider = 20;
    uint64_t converter = 2;
    uint64_t division = 19;
  };

  explicit CcuBench(sim::EngineKind kind, const WatchedCcu::Config& config = {})
      : CcuBench(kind, config, Latencies()) {}
  CcuBench(sim::EngineKind kind, const WatchedCcu::Config& config, const Latencies& latencies)
      : bench(config, kind), latencies_(latencies), clock_(bench.engine(), "clk") {
    bench.reset();
  }

  /// The result of one operation by itself.
  uint64_t compute(efx::Opcode opcode, uint64_t x, uint64_t y = 0) {
    const std::vector<CcuCase> one{{opcode, x, y, 0}};
    uint64_t value = 0;
    run(one, 0, 0, 0, [&](const CcuCase&, uint64_t got, uint64_t) { value = got; });
    return value;
  }

  /// Sends the operations in their order under tags of any order, with stalls on both sides, in thousandths. Checks
  /// results, latencies and refusals. Returns the cycles from the first operation to the last result, both included.
  uint64_t check(const std::vector<CcuCase>& cases, uint64_t seed, uint32_t offer_stalls = 0,
                 uint32_t take_stalls = 0) {
    const uint64_t cycles =
        run(cases, seed, offer_stalls, take_stalls, [&](const CcuCase& one, uint64_t value, uint64_t beside) {
          if (value == one.value && beside == one.beside) return;
          const auto hex = [](uint64_t word) { return Bits(64, word).to_hex(); };
          FAIL("opcode ", static_cast<int>(one.opcode), " of ", hex(one.x), " ", hex(one.y), ": ", hex(value), " ",
               hex(beside), " instead of ", hex(one.value), " ", hex(one.beside));
        });
    CHECK(bench.engine().failures() == 0);
    return cycles;
  }

  /// The same, under tags in their order and without stalls.
  uint64_t check_in_order(const std::vector<CcuCase>& cases) {
    tags_in_order_ = true;
    const uint64_t cycles = check(cases, 0);
    tags_in_order_ = false;
    return cycles;
  }

  static Unit unit_of(efx::Opcode opcode) {
    if (opcode <= efx::Opcode::subtract) return Unit::adder;
    if (opcode <= efx::Opcode::multiply_high) return Unit::multiplier;
    return opcode <= efx::Opcode::square_root ? Unit::divider : Unit::converter;
  }
  [[nodiscard]] uint64_t latency(Unit unit) const {
    switch (unit) {
      case Unit::adder:
        return latencies_.adder;
      case Unit::multiplier:
        return latencies_.multiplier;
      case Unit::divider:
        return latencies_.divider;
      case Unit::converter:
        return latencies_.converter;
    }
    return 0;
  }

  sim::Bench<WatchedCcu> bench;

 private:
  struct InFlight {
    size_t index;
    uint64_t due;  // in cycles that are not stalled
  };

  template <typename Take>
  uint64_t run(const std::vector<CcuCase>& cases, uint64_t seed, uint32_t offer_stalls, uint32_t take_stalls,
               const Take& take) {
    std::mt19937_64 random(seed);
    std::vector<std::optional<InFlight>> tags(16);
    uint64_t now = 0;    // cycles
    uint64_t moved = 0;  // cycles in which the unit moved
    std::optional<uint64_t> last_division;
    size_t sent = 0;
    size_t received = 0;
    bool offering = false;
    uint64_t tag = 0;
    for (; received < cases.size(); ++now) {
      REQUIRE(now < 100 * cases.size() + 1000);
      if (!offering && sent < cases.size() && random() % 1000 >= offer_stalls) {
        offering = true;
        tag = !tags_in_order_ && random() % 4 == 0 ? random() % 16 : sent % 16;
        opcode_.set(static_cast<uint64_t>(cases[sent].opcode));
        x_.set(cases[sent].x);
        y_.set(cases[sent].y);
        tag_.set(tag);
      }
      const bool takes = random() % 1000 >= take_stalls;
      valid_.set(offering ? 1 : 0);
      taken_.set(takes ? 1 : 0);
      bench.settle();

      const bool has_result = result_valid_.get() != 0;
      const bool moves = takes || !has_result;
      const auto due_at = [&](uint64_t when) {
        return std::any_of(tags.begin(), tags.end(), [&](const auto& t) { return t && t->due == when; });
      };
      REQUIRE(has_result == due_at(moved));
      std::optional<InFlight> accepted_now;
      if (offering) {
        const Unit unit = unit_of(cases[sent].opcode);
        const uint64_t due = moved + latency(unit);
        const bool busy = unit == Unit::divider && last_division && now < *last_division + latencies_.division;
        const bool is_hazard = due_at(due) || tags[tag].has_value() || busy;
        const bool accepted = ready_.get() != 0;
        // A quotient that nobody takes keeps the divider busy for longer.
        if (accepted || take_stalls == 0 || unit != Unit::divider) REQUIRE(accepted == (moves && !is_hazard));
        if (accepted) {
          if (unit == Unit::divider) last_division = now;
          accepted_now = InFlight{sent++, due};
          offering = false;
        }
      }
      if (has_result && takes) {
        const uint64_t got = result_tag_.get();
        REQUIRE(tags[got].has_value());
        REQUIRE(tags[got]->due == moved);
        take(cases[tags[got]->index], value_.get(), beside_.get());
        tags[got].reset();
        ++received;
      }
      if (accepted_now) tags[tag] = accepted_now;
      moved += moves ? 1 : 0;
      clock_.step();
    }
    valid_.set(0);
    taken_.set(0);
    bench.settle();
    return now;
  }

  sim::PortHandle handle(const detail::Value& port) { return {bench.engine(), bench.port(port)}; }

  Latencies latencies_;
  sim::ClockDriver clock_;
  bool tags_in_order_ = false;
  sim::PortHandle opcode_ = handle(bench->operation.payload.opcode);
  sim::PortHandle tag_ = handle(bench->operation.payload.tag);
  sim::PortHandle x_ = handle(bench->operation.payload.x);
  sim::PortHandle y_ = handle(bench->operation.payload.y);
  sim::PortHandle valid_ = handle(bench->operation.valid);
  sim::PortHandle ready_ = handle(bench->operation.ready);
  sim::PortHandle result_tag_ = handle(bench->result.payload.tag);
  sim::PortHandle value_ = handle(bench->result.payload.value);
  sim::PortHandle beside_ = handle(bench->result.payload.beside);
  sim::PortHandle result_valid_ = handle(bench->result.valid);
  sim::PortHandle taken_ = handle(bench->result.ready);
};

}  // namespace burin::test
