// SPDX-License-Identifier: Apache-2.0
//! @file ccu.h
//! @brief The common computing unit: the four units of EFX behind one port for operations and one for results.
#pragma once

#include "designs/efx/add.h"
#include "designs/efx/convert.h"
#include "designs/efx/divide.h"
#include "designs/efx/multiply.h"

namespace burin::efx {

enum class Opcode {
  add,            ///< x + y, and x - y beside it.
  subtract,       ///< x - y, and x + y beside it.
  multiply,       ///< x · y
  multiply_high,  ///< The upper half of the product of two unsigned integers.
  divide,         ///< x / y
  square_root,    ///< √x
  rint,           ///< The integer nearest to x.
  truncate,       ///< The integer part of x.
  floor,          ///< The largest integer not above x.
  from_integer,   ///< The number nearest to the integer x.
  half,           ///< x / 2
};

/// What the unit is asked to do.
struct Operation {
  Enum<Opcode> opcode;
  UInt<> tag;  ///< Comes back with the result.
  UInt<> x;
  UInt<> y;
};

/// What came of it.
struct Result {
  UInt<> tag;
  UInt<> value;
  UInt<> beside;  ///< Of `add` the difference, of `subtract` the sum; else 0.
};

/// What the unit has done since it was reset or told to count anew; the numbers wrap.
struct Utilisation {
  UInt<32> cycles;
  UInt<32> sums;         ///< Operations of the adder, …
  UInt<32> products;     ///< … of the multiplier, …
  UInt<32> quotients;    ///< … of the divider, …
  UInt<32> conversions;  ///< … of the converter.
  UInt<32> refused;      ///< Cycles in which an operation waited because of a hazard.
  UInt<32> stalled;      ///< Cycles in which a result waited, and everything with it.
};

/// The common computing unit. It takes an operation a cycle; its result comes as many cycles later as the operation's
/// unit has stages, whatever the operands are, and not in the order of the operations: it is known by its tag. An
/// operation is refused (`operation.ready` is 0, which depends on the opcode and the tag offered) while it is a hazard:
/// * its result would come in the same cycle as an earlier one;
/// * the divider is at work, and the operation is for it;
/// * its tag is that of a result which is still to come.
/// A result that is not taken stops everything but a division under way.
struct Ccu {
  enum class Unit { adder, multiplier, divider, converter };

  struct Config {
    Param<int, "bits of the exponent", range(2, 15)> exponent_bits = 11;
    Param<int, "bits of the fraction", range(2, 112)> fraction_bits = 52;
    Param<int, "bits of a tag", range(1, 8)> tag_bits = 4;
    Param<int, "stages of the adder", range(1, 16)> add_stages = 2;
    Param<int, "stages of the multiplier", range(1, 16)> multiply_stages = 5;
    Param<int, "stages of the converter", range(1, 16)> convert_stages = 2;
    Param<int, "bits of a quotient or root in a cycle", range(1, 8)> divide_bits = 3;
    Param<Multiplier, "how the multiplier is made"> multiplier = Multiplier::operation;
  };
  Config config;

  [[nodiscard]] Format format() const { return {config.exponent_bits, config.fraction_bits}; }
  [[nodiscard]] Shape word() const { return bits(format().width()); }
  [[nodiscard]] Divider::Config divider_config() const {
    return {.exponent_bits = config.exponent_bits,
            .fraction_bits = config.fraction_bits,
            .bits_per_cycle = config.divide_bits,
            .stages = 1};
  }
  /// Cycles from an operation to its result.
  [[nodiscard]] int latency(Unit unit) const {
    switch (unit) {
      case Unit::adder:
        return config.add_stages;
      case Unit::multiplier:
        return config.multiply_stages;
      case Unit::divider:
        return division_cycles(format(), config.divide_bits) + 1;
      case Unit::converter:
        return config.convert_stages;
    }
    return 0;
  }
  [[nodiscard]] int longest_latency() const {
    return std::max(
        {latency(Unit::adder), latency(Unit::multiplier), latency(Unit::divider), latency(Unit::converter)});
  }

  /// A result that is on its way.
  struct Ticket {
    Enum<Unit> unit;
    UInt<> tag;
  };

  StreamIn<Operation> operation =
      StreamIn<Operation>::of({.opcode = {}, .tag = bits(config.tag_bits), .x = word(), .y = word()});
  StreamOut<Result> result = StreamOut<Result>::of({.tag = bits(config.tag_bits), .value = word(), .beside = word()});
  Out<UInt<>> under_way{bits(1 << config.tag_bits)};  ///< Bit i: the result with tag i is still to come.
  In<Bool> count_anew;
  Out<Utilisation> utilisation;

  Instance<Divider> divider{divider_config()};
  Wire<Enum<Unit>> unit;                              // that the operation is for
  Wire<UInt<>> arrival{bits(longest_latency() + 1)};  // bit i: its result would come in i cycles
  Wire<Operands> addends{operands(format())};
  Wire<Factors> factors{Factors{.x = word(), .y = word(), .integer_high = {}}};
  Wire<Conversion> conversion{Conversion{.x = word(), .kind = {}}};

  Reg<UInt<>> due{bits(longest_latency() + 1), 0};  // bit i: a result comes in i cycles, with ticket i
  List<Reg<Ticket>> tickets{longest_latency(),
                            [this](int) { return Ticket{.unit = {}, .tag = bits(config.tag_bits)}; }};
  Reg<UInt<>> tags{bits(1 << config.tag_bits), 0};
  Reg<Utilisation> counted{Utilisation{0, 0, 0, 0, 0, 0, 0}};

  void logic() {
    const Operation& o = operation.payload;
    const Bool advance = ~result.valid | result.ready;
    decode();

    // Hazards.
    const Bool port_taken = (due & arrival) != 0;
    const Bool tag_taken = tags.bit(o.tag);
    const Bool for_divider = unit == Unit::divider;
    const Bool accept = advance & ~port_taken & ~tag_taken;
    operation.ready = accept & (~for_divider | divider->in.ready);

    // The tickets move with the results.
    const UInt<> issued = arrival & repeat(operation.fire(), arrival.width());
    IF (advance) {
      due = (due | issued) >> 1;
      for (int i = 0; i < longest_latency(); ++i) {
        const Ticket issue{unit, o.tag};
        tickets[i] = i + 1 < longest_latency() ? mux(issued.bit(i + 1), issue, tickets[i + 1]) : issue;
      }
    }
    IF (result.fire()) { tags.bit(result.payload.tag) = false; }
    IF (operation.fire()) { tags.bit(o.tag) = true; }
    under_way = tags;

    compute(advance, operation.valid & accept & for_divider);
    count();
  }

 private:
  /// What the opcode asks for.
  void decode() {
    const Operation& o = operation.payload;
    addends = Operands{o.x, o.y};
    factors = Factors{o.x, o.y, o.opcode == Opcode::multiply_high};
    conversion.x = o.x;
    conversion.kind = ConversionKind::half;
    unit = Unit::converter;
    SWITCH (o.opcode) {
      CASE (Opcode::add, Opcode::subtract) { unit = Unit::adder; }
      CASE (Opcode::multiply, Opcode::multiply_high) { unit = Unit::multiplier; }
      CASE (Opcode::divide, Opcode::square_root) { unit = Unit::divider; }
      CASE (Opcode::rint) { conversion.kind = ConversionKind::rint; }
      CASE (Opcode::truncate) { conversion.kind = ConversionKind::truncate; }
      CASE (Opcode::floor) { conversion.kind = ConversionKind::floor; }
      CASE (Opcode::from_integer) { conversion.kind = ConversionKind::from_integer; }
      CASE (Opcode::half) {}
    }
    const auto after = [&](Unit which) { return uint64_t{1} << latency(which); };
    SWITCH (unit) {
      CASE (Unit::adder) { arrival = after(Unit::adder); }
      CASE (Unit::multiplier) { arrival = after(Unit::multiplier); }
      CASE (Unit::divider) { arrival = after(Unit::divider); }
      CASE (Unit::converter) { arrival = after(Unit::converter); }
    }
  }

  /// The units, and the result of the one whose turn it is.
  void compute(const Bool& advance, const Bool& divide) {
    const Operation& o = operation.payload;
    const Format f = format();
    const auto staged = [&](int stages) { return PipelineOptions{.depth = stages, .enable = advance}; };

    const auto add_or_subtract = [f](const Operands& a, const Bool& subtract) {
      const SumAndDifference both = add(f, a.x, a.y);
      return mux(subtract, SumAndDifference{both.difference, both.sum}, both);
    };
    const SumAndDifference sums =
        pipelined(staged(config.add_stages), add_or_subtract, addends, o.opcode == Opcode::subtract).value();
    const auto multiply_factors = [f, m = config.multiplier.value()](const Factors& x) { return multiply(f, x, m); };
    const UInt<> product = pipelined(staged(config.multiply_stages), multiply_factors, factors).value();
    const auto converted_by = [f](const Conversion& c) { return convert(f, c); };
    const UInt<> converted = pipelined(staged(config.convert_stages), converted_by, conversion).value();

    const Enum<Unit> turn = tickets[0].unit;
    divider->in.valid = divide;
    divider->in.payload = Division{o.x, o.y, o.opcode == Opcode::square_root};
    divider->out.ready = result.fire() & (turn == Unit::divider);

    result.valid = due.bit(0);
    result.payload.tag = tickets[0].tag;
    result.payload.beside = mux(turn == Unit::adder, sums.difference, 0);
    SWITCH (turn) {
      CASE (Unit::adder) { result.payload.value = sums.sum; }
      CASE (Unit::multiplier) { result.payload.value = product; }
      CASE (Unit::divider) { result.payload.value = divider->out.payload; }
      CASE (Unit::converter) { result.payload.value = converted; }
    }
    IF (result.valid & (turn == Unit::divider)) { assert_(divider->out.valid, "a quotient is there when it is due"); }
  }

  void count() {
    const auto up = [](UInt<32>& number, const Bool& when) {
      IF (when) { number = number + 1; }
    };
    up(counted.cycles, true);
    up(counted.sums, operation.fire() & (unit == Unit::adder));
    up(counted.products, operation.fire() & (unit == Unit::multiplier));
    up(counted.quotients, operation.fire() & (unit == Unit::divider));
    up(counted.conversions, operation.fire() & (unit == Unit::converter));
    up(counted.stalled, result.valid & ~result.ready);
    up(counted.refused, operation.valid & ~operation.ready & (~result.valid | result.ready));
    IF (count_anew) { counted = Utilisation{0, 0, 0, 0, 0, 0, 0}; }
    utilisation = counted;
  }
};

}  // namespace burin::efx
