// SPDX-License-Identifier: Apache-2.0
//! @file efx_test.h
//! @brief What `burin simulate` and `burin flow` check of EFX's floating-point units, in any format, on any engine and
//! netlist: small numbers, which every format has.
#pragma once

#include <vector>

#include "burin/cli/design.h"
#include "designs/efx/ccu.h"

namespace burin::efx {

/// The codes of the numbers ±1, ±1.5, ±2 and ±3 in a format, and of integers.
class SmallNumbers {
 public:
  explicit SmallNumbers(const Format& format) : format_(format) {}

  [[nodiscard]] Bits number(double value) const {
    Bits code(static_cast<uint32_t>(format_.width()));
    const double magnitude = value < 0 ? -value : value;
    const Bits exponent(static_cast<uint32_t>(format_.exponent_bits),
                        static_cast<uint64_t>(format_.bias() + (magnitude >= 2 ? 1 : 0)));
    for (int i = 0; i < format_.exponent_bits; ++i) {
      code.set_bit(static_cast<uint32_t>(format_.fraction_bits + i), exponent.bit(static_cast<uint32_t>(i)));
    }
    code.set_bit(static_cast<uint32_t>(format_.fraction_bits - 1), magnitude == 1.5 || magnitude == 3);
    code.set_bit(static_cast<uint32_t>(format_.width() - 1), value < 0);
    return code;
  }
  [[nodiscard]] Bits integer(int64_t value) const {
    Bits word(static_cast<uint32_t>(format_.width()));
    for (int i = 0; i < format_.width(); ++i)
      word.set_bit(static_cast<uint32_t>(i), (value >> (i < 63 ? i : 63) & 1) != 0);
    return word;
  }
  /// Only the top bit set.
  [[nodiscard]] Bits top() const {
    Bits word(static_cast<uint32_t>(format_.width()));
    word.set_bit(static_cast<uint32_t>(format_.width() - 1), true);
    return word;
  }

 private:
  Format format_;
};

inline void self_test(sim::Bench<Adder>& bench) {
  const SmallNumbers small(bench->format());
  bench.reset();
  bench.send(bench->in, Bits::concat(small.number(1), small.number(2)));
  cli::expect_equal(bench.receive(bench->out), Bits::concat(small.number(3), small.number(-1)), "1 + 2 and 1 - 2");
}

inline void self_test(sim::Bench<MultiplyUnit>& bench) {
  const SmallNumbers small(bench->format());
  bench.reset();
  bench.send(bench->in, Bits::concat(Bits::concat(small.number(1.5), small.number(-2)), Bits(1, 0)));
  cli::expect_equal(bench.receive(bench->out), small.number(-3), "1.5 · -2");
  bench.send(bench->in, Bits::concat(Bits::concat(small.top(), small.integer(6)), Bits(1, 1)));
  cli::expect_equal(bench.receive(bench->out), small.integer(3), "the upper half of 2^(width - 1) · 6");
}

inline void self_test(sim::Bench<Divider>& bench) {
  const SmallNumbers small(bench->format());
  bench.reset();
  bench.send(bench->in, Bits::concat(Bits::concat(small.number(3), small.number(-2)), Bits(1, 0)));
  cli::expect_equal(bench.receive(bench->out), small.number(-1.5), "3 / -2");
  bench.send(bench->in, Bits::concat(Bits::concat(small.number(1), small.number(2)), Bits(1, 1)));
  cli::expect_equal(bench.receive(bench->out), small.number(1), "the root of 1");
}

inline void self_test(sim::Bench<Converter>& bench) {
  const SmallNumbers small(bench->format());
  bench.reset();
  const auto check = [&](ConversionKind kind, const Bits& x, const Bits& expected, std::string_view what) {
    bench.send(bench->in, Bits::concat(x, Bits(3, static_cast<uint64_t>(kind))));
    cli::expect_equal(bench.receive(bench->out), expected, what);
  };
  check(ConversionKind::rint, small.number(1.5), small.integer(2), "rint of 1.5");
  check(ConversionKind::truncate, small.number(-1.5), small.integer(-1), "-1.5 truncated");
  check(ConversionKind::floor, small.number(-1.5), small.integer(-2), "floor of -1.5");
  check(ConversionKind::from_integer, small.integer(-3), small.number(-3), "-3 as a number");
  check(ConversionKind::half, small.number(3), small.number(1.5), "half of 3");
}

/// Every operation once, one after the other in a row: more than there are tags, and results out of order.
inline void self_test(sim::Bench<Ccu>& bench) {
  const SmallNumbers small(bench->format());
  struct Case {
    Opcode opcode;
    Bits x;
    Bits y;
    Bits value;
    std::string_view what;
  };
  const Bits zero = small.integer(0);
  const std::vector<Case> cases{
      {Opcode::divide, small.number(3), small.number(2), small.number(1.5), "3 / 2"},
      {Opcode::multiply, small.number(1.5), small.number(2), small.number(3), "1.5 · 2"},
      {Opcode::add, small.number(1), small.number(2), small.number(3), "1 + 2"},
      {Opcode::subtract, small.number(1), small.number(2), small.number(-1), "1 - 2"},
      {Opcode::multiply_high, small.top(), small.integer(6), small.integer(3), "the upper half of 2^(width - 1) · 6"},
      {Opcode::rint, small.number(1.5), zero, small.integer(2), "rint of 1.5"},
      {Opcode::truncate, small.number(-1.5), zero, small.integer(-1), "-1.5 truncated"},
      {Opcode::floor, small.number(-1.5), zero, small.integer(-2), "floor of -1.5"},
      {Opcode::from_integer, small.integer(-3), zero, small.number(-3), "-3 as a number"},
      {Opcode::half, small.number(3), zero, small.number(1.5), "half of 3"},
      {Opcode::square_root, small.number(1), zero, small.number(1), "the root of 1"},
  };
  const uint64_t tags = uint64_t{1} << bench->config.tag_bits;
  std::vector<const Case*> under_way(tags);
  bench.reset();
  bench.set(bench->result.ready, true);
  size_t sent = 0;
  for (size_t received = 0; received < cases.size(); bench.step()) {
    cli::expect(bench.cycles() < 2000, "a result does not come");
    bench.set(bench->operation.valid, sent < cases.size());
    if (sent < cases.size()) {
      bench.set(bench->operation.payload.opcode, static_cast<uint64_t>(cases[sent].opcode));
      bench.set(bench->operation.payload.tag, sent % tags);
      bench.set(bench->operation.payload.x, cases[sent].x);
      bench.set(bench->operation.payload.y, cases[sent].y);
    }
    bench.settle();
    if (bench.get_u64(bench->result.valid) != 0) {
      const Case*& one = under_way[bench.get_u64(bench->result.payload.tag)];
      cli::expect(one != nullptr, "a result comes twice");
      cli::expect_equal(bench.get(bench->result.payload.value), one->value, one->what);
      one = nullptr;
      ++received;
    }
    if (sent < cases.size() && bench.get_u64(bench->operation.ready) != 0) {
      under_way[sent % tags] = &cases[sent];
      ++sent;
    }
  }
}

}  // namespace burin::efx
