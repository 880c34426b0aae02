// SPDX-License-Identifier: Apache-2.0
//! @file operations.cpp
//! @brief The operators of the language on handles: widths, signs and literals are settled here, then a node is made.
#include <fmt/format.h>

#include <unordered_map>

#include <algorithm>

#include "builder.h"
#include "burin/passes/evaluate.h"
#include "declaration_finder.h"

namespace burin::detail {

namespace {

using ir::NodeId;
using ir::Op;

/// How an operator is written in C++.
std::string_view spelling(Op op) {
  switch (op) {
    case Op::add:
      return "+";
    case Op::sub:
      return "-";
    case Op::mul_u:
    case Op::mul_s:
      return "*";
    case Op::div_u:
    case Op::div_s:
      return "/";
    case Op::rem_u:
    case Op::rem_s:
      return "%";
    case Op::bit_and:
      return "&";
    case Op::bit_or:
      return "|";
    case Op::bit_xor:
      return "^";
    case Op::eq:
      return "==";
    case Op::ne:
      return "!=";
    case Op::lt_u:
    case Op::lt_s:
      return "<";
    case Op::le_u:
    case Op::le_s:
      return "<=";
    case Op::shl:
      return "<<";
    case Op::shr_u:
    case Op::shr_s:
      return ">>";
    default:
      return ir::info(op).text;
  }
}

std::string operand_text(Builder& b, NodeId node, std::string_view otherwise) {
  std::string text = b.describe(node);
  return text.empty() ? std::string(otherwise) : text;
}

/// "`word` of 32 bits", or "a value of 32 bits".
std::string with_width(Builder& b, NodeId node) {
  return fmt::format("{} of {}", operand_text(b, node, "a value"), bits_text(b.module().width(node)));
}

/// What C++ code would call a node: its name without quotes, or a stand-in.
std::string code_text(Builder& b, NodeId node, std::string_view otherwise) {
  const std::string text = b.describe(node);
  return text.empty() ? std::string(otherwise) : text.substr(1, text.size() - 2);
}

struct Pair {
  NodeId a;
  NodeId b;
  LocationId location;
};

/// The nodes of two operands of one width; literals take the width of the other side.
Pair equal_widths(Builder& b, std::string_view what, const AnyOperand& left, const AnyOperand& right) {
  const LocationId location = b.locate(right.where.line() != 0 ? right.where : left.where);
  const bool left_adapts = left.value.is_literal() && literal_adapts(left.value);
  const bool right_adapts = right.value.is_literal() && literal_adapts(right.value);
  const Sort sort = left_adapts ? right.sort : left.sort;
  Pair pair{ir::kNone, ir::kNone, location};
  if (!left_adapts) pair.a = b.use(left.value, location, b.width_of(left.value), sort);
  if (!right_adapts) pair.b = b.use(right.value, location, b.width_of(right.value), sort);
  int64_t width = std::max(left_adapts ? literal_width(left.value) : 0, right_adapts ? literal_width(right.value) : 0);
  for (const NodeId other : {pair.b, pair.a}) {
    if (other != ir::kNone) width = b.is_poisoned(other) ? -1 : int64_t{b.module().width(other)};
  }
  if (left_adapts) pair.a = b.use(left.value, location, width, sort);
  if (right_adapts) pair.b = b.use(right.value, location, width, sort);
  const uint32_t wa = b.module().width(pair.a);
  const uint32_t wb = b.module().width(pair.b);
  if (wa != wb && (b.is_poisoned(pair.a) || b.is_poisoned(pair.b))) {
    pair.b = b.fit(pair.b, wa);
  } else if (wa != wb) {
    const std::string_view extend = sort == Sort::signed_ ? "sext" : "zext";
    const std::string na = code_text(b, pair.a, "left");
    const std::string nb = code_text(b, pair.b, "right");
    b.report(DiagnosticId::width_mismatch, location,
             fmt::format("{} and {}, the operands of {}, have {} and {}", operand_text(b, pair.a, "the left side"),
                         operand_text(b, pair.b, "the right side"), what, bits_text(wa), bits_text(wb)),
             "operands of equal width",
             wa < wb ? fmt::format("{}({}, {}), or trunc({}, {})", extend, na, wb, nb, wa)
                     : fmt::format("{}({}, {}), or trunc({}, {})", extend, nb, wa, na, wb));
    pair.b = b.fit(pair.b, wa);
  }
  return pair;
}

}  // namespace

NodeId Builder::fit(NodeId node, uint32_t width) {
  const uint32_t now = module().width(node);
  if (now == width) return node;
  return make(now > width ? ir::Op::slice : ir::Op::zext, {node}, kNoLocation, width);
}

std::string Builder::describe_place(const Value& value) {
  const Place& place = place_of(value);
  const ir::Signal& signal = design->module(place.module).signals[place.signal];
  const bool whole = place.width == signal.width && place.offset == ir::kNone;
  return fmt::format("{}`{}`", whole ? "" : "a part of ", signal.object.empty() ? signal.name : signal.object);
}

uint32_t checked_width(int64_t width, const Where& where) {
  constexpr int64_t kLimit = int64_t{1} << 24;
  if (width >= 0 && width <= kLimit) return static_cast<uint32_t>(width);
  Builder& b = Builder::current(where);
  // A member under construction has no name yet.
  const LocationId location = b.locate(where);
  if (is_member_location(where)) {
    b.report_member(DiagnosticId::bad_width, location,
                    fmt::format("{} bits are stated as the width of {}", width, kMemberName), "0 to 2^24 bits",
                    "another computation of the width");
  } else {
    b.report(DiagnosticId::bad_width, location, fmt::format("{} bits are stated as a width", width), "0 to 2^24 bits",
             "another computation of the width");
  }
  return kBadWidth;
}

Value binary(Op op, const AnyOperand& a, const AnyOperand& b) {
  Builder& builder = Builder::current(b.where);
  const Pair pair = equal_widths(builder, spelling(op), a, b);
  return builder.wrap(builder.make(op, {pair.a, pair.b}, pair.location));
}

Value compare(Op op, const AnyOperand& a, const AnyOperand& b) { return binary(op, a, b); }

Value multiply(const AnyOperand& left, const AnyOperand& right) {
  Builder& b = Builder::current(right.where);
  const LocationId location = b.locate(right.where);
  // A literal takes the width of the other side; two values keep their own.
  const bool left_adapts = left.value.is_literal() && literal_adapts(left.value);
  const NodeId na = b.use(left.value, location, left_adapts ? b.width_of(right.value) : -1, right.sort);
  const NodeId nb = b.use(right.value, location, b.module().width(na), left.sort);
  return b.wrap(b.make(left.sort == Sort::signed_ ? Op::mul_s : Op::mul_u, {na, nb}, location));
}

Value add_carry(const AnyOperand& left, const AnyOperand& right) {
  Builder& b = Builder::current(right.where);
  const Pair p = equal_widths(b, "add_carry", left, right);
  const uint32_t width = b.module().width(p.a) + 1;
  const Op extend = left.sort == Sort::signed_ ? Op::sext : Op::zext;
  const NodeId x = b.module().make(extend, {p.a}, p.location, width);
  const NodeId y = b.module().make(extend, {p.b}, p.location, width);
  return b.wrap(b.make(Op::add, {x, y}, p.location));
}

Value sub_borrow(const AnyOperand& left, const AnyOperand& right) {
  Builder& b = Builder::current(right.where);
  const Pair p = equal_widths(b, "sub_borrow", left, right);
  const uint32_t width = b.module().width(p.a) + 1;
  const Op extend = left.sort == Sort::signed_ ? Op::sext : Op::zext;
  const NodeId x = b.module().make(extend, {p.a}, p.location, width);
  const NodeId y = b.module().make(extend, {p.b}, p.location, width);
  return b.wrap(b.make(Op::sub, {x, y}, p.location));
}

Value negate(const Value& a, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const NodeId node = b.use(a, location);
  return b.wrap(b.make(Op::sub, {b.constant(Bits(b.module().width(node)), location), node}, location));
}

Value invert(const Value& a, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  return b.wrap(b.make(Op::bit_not, {b.use(a, location)}, location));
}

Value shift(Op op, const Value& a, const AnyOperand& amount) {
  Builder& b = Builder::current(amount.where);
  const LocationId location = b.locate(amount.where);
  const NodeId node = b.use(a, location);
  const uint32_t width = b.module().width(node);
  if (amount.value.is_literal()) {
    const std::optional<int64_t> number = literal_integer(amount.value);
    if (!number || *number < 0 || *number > width) {
      b.report(
          DiagnosticId::bad_shift_amount, location,
          fmt::format("{} is shifted by {}", with_width(b, node), number ? std::to_string(*number) : "more than 2^63"),
          fmt::format("a constant amount of 0 to {}", width),
          fmt::format("an amount up to {}; only a variable one may be larger", width));
      return b.wrap(node);
    }
    const NodeId by = b.constant(
        Bits(static_cast<uint32_t>(bits_for(static_cast<uint64_t>(*number))), static_cast<uint64_t>(*number)),
        location);
    return b.wrap(b.make(op, {node, by}, location));
  }
  NodeId by = b.use(amount.value, location);
  if (b.module().width(by) > 64) {
    b.report(DiagnosticId::bad_shift_amount, location,
             fmt::format("the shift amount has {}", bits_text(b.module().width(by))), "an amount of at most 64 bits",
             "trunc(amount, n), with n chosen so that no bit that counts is lost");
    by = b.fit(by, 64);
  }
  return b.wrap(b.make(op, {node, by}, location));
}

Value rotate(const Value& a, const AnyOperand& amount, bool left) {
  Builder& b = Builder::current(amount.where);
  const LocationId location = b.locate(amount.where);
  const NodeId node = b.use(a, location);
  ir::Module& m = b.module();
  const uint32_t width = m.width(node);
  if (width < 2) return b.wrap(node);
  if (amount.value.is_literal()) {
    const std::optional<int64_t> number = literal_integer(amount.value);
    if (!number || *number < 0 || *number > width) {
      b.report(
          DiagnosticId::bad_shift_amount, location,
          fmt::format("{} is rotated by {}", with_width(b, node), number ? std::to_string(*number) : "more than 2^63"),
          fmt::format("a constant amount of 0 to {}", width),
          fmt::format("an amount up to {}; only a variable one is taken modulo the width", width));
      return b.wrap(node);
    }
    const auto by = static_cast<uint32_t>(*number % width);
    const uint32_t low = left ? (width - by) % width : by;  // bit that becomes bit 0
    if (low == 0) return b.wrap(node);
    return b.wrap(
        b.make(Op::cat, {m.slice(node, 0, low, location), m.slice(node, low, width - low, location)}, location));
  }
  // x rotated right by n is the low half of {x, x} >> n, n taken modulo the width.
  NodeId by = b.use(amount.value, location);
  const uint32_t amount_width = std::max<uint32_t>(m.width(by), static_cast<uint32_t>(bits_for(width)));
  by = m.zext(by, amount_width, location);
  const NodeId modulus = b.constant(Bits(amount_width, width), location);
  if ((width & (width - 1)) == 0) {
    by = m.zext(m.slice(by, 0, static_cast<uint32_t>(bits_for(width - 1)), location), amount_width, location);
  } else {
    by = b.make(Op::rem_u, {by, modulus}, location);
  }
  if (left) by = b.make(Op::sub, {modulus, by}, location);
  const NodeId twice = b.make(Op::cat, {node, node}, location);
  return b.wrap(m.slice(b.make(Op::shr_u, {twice, by}, location), 0, width, location));
}

Value reduce(Op op, const Value& a, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  return b.wrap(b.make(op, {b.use(a, location)}, location));
}

Value slice(const Value& a, int64_t high, int64_t low, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const auto width = static_cast<int64_t>(b.width_of(a));
  if (low < 0 || high >= width || high - low < -1) {
    const std::string object = a.is_place() ? b.describe_place(a) : operand_text(b, b.use(a, location), "a value");
    const bool exchanged = high < low && high >= 0 && low < width;
    b.report(
        DiagnosticId::bad_slice, location,
        fmt::format("bits({}, {}) of {}, which has {}", high, low, object, bits_text(static_cast<uint64_t>(width))),
        width == 0 ? "no slice but bits(-1, 0), the empty one"
                   : fmt::format("bits(high, low) with {} >= high >= low >= 0, or high = low - 1 for none", width - 1),
        exchanged ? fmt::format("bits({}, {}): the most significant bit comes first", low, high)
                  : fmt::format("bounds of 0 to {}", std::max<int64_t>(width - 1, 0)));
    return b.wrap(b.poison(static_cast<uint32_t>(std::clamp<int64_t>(high - low + 1, 0, 1 << 24)), location));
  }
  const auto count = static_cast<uint32_t>(high - low + 1);
  if (a.is_place()) {
    Place place = b.place_of(a);
    place.low += static_cast<uint32_t>(low);
    place.width = count;
    if (place.offset != ir::kNone) place.window_limit -= std::min(place.window_limit, static_cast<uint32_t>(low));
    return b.wrap_place(std::move(place));
  }
  return b.wrap(b.module().slice(b.use(a, location), static_cast<uint32_t>(low), count, location));
}

Value window(const Value& a, const AnyOperand& offset, int64_t width, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const uint32_t count = checked_width(width, where);
  if (count == kBadWidth) return b.wrap(b.poison(0, location));
  const uint32_t available = b.width_of(a);
  if (offset.value.is_literal()) {
    const std::optional<int64_t> low = literal_integer(offset.value);
    if (!low || *low < 0 || *low + count > available) {
      b.report(DiagnosticId::index_out_of_range, location,
               fmt::format("{} of {}, which has {}",
                           count == 1 ? fmt::format("bit {}", low.value_or(-1))
                                      : fmt::format("{} from bit {} up", bits_text(count), low.value_or(-1)),
                           a.is_place() ? b.describe_place(a) : operand_text(b, b.use(a, location), "a value"),
                           bits_text(available)),
               available == 0 ? "no bit: the value has none" : fmt::format("bits 0 to {}", available - 1),
               "another index, or a wider value");
      return b.wrap(b.poison(count, location));
    }
    return slice(a, *low + count - 1, *low, where);
  }
  NodeId by = b.use(offset.value, location);
  ir::Module& m = b.module();
  if (a.is_place()) {
    Place place = b.place_of(a);
    if (place.offset == ir::kNone) {
      place.window_limit = place.width;
      place.offset = by;
    } else {
      const uint32_t sum_width = std::max(m.width(place.offset), m.width(by)) + 1;
      place.offset =
          b.make(Op::add, {m.zext(place.offset, sum_width, location), m.zext(by, sum_width, location)}, location);
    }
    place.width = count;
    return b.wrap_place(std::move(place));
  }
  NodeId node = b.use(a, location);
  if (available < count) node = b.make(Op::zext, {node}, location, count);
  return b.wrap(b.make(Op::slice, {b.make(Op::shr_u, {node, by}, location)}, location, count));
}

Value concatenate(std::span<const Value> parts, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  std::vector<NodeId> nodes;
  nodes.reserve(parts.size());
  for (const Value& part : parts) {
    if (part.is_literal() && literal_adapts(part)) {
      b.report(DiagnosticId::width_mismatch, location, "a C++ integer in a concatenation has no width",
               "values, or constants with a width", "UInt<8>(5), with the width that you mean");
    }
    nodes.push_back(b.use(part, location));
  }
  if (nodes.size() == 1) return b.wrap(nodes.front());
  return b.wrap(b.make(Op::cat, nodes, location));
}

Value resize(Op op, const Value& a, int64_t width, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const uint32_t wanted = checked_width(width, where);
  if (wanted == kBadWidth) return b.wrap(b.poison(0, location));
  const NodeId node = b.use(a, location, wanted, op == Op::sext ? Sort::signed_ : Sort::unsigned_);
  const uint32_t now = b.module().width(node);
  if (wanted < now) {
    if (b.is_poisoned(node)) return b.wrap(b.fit(node, wanted));
    b.report(DiagnosticId::bad_resize, location,
             fmt::format("{} cannot bring {} down to {}", op == Op::sext ? "sext" : "zext", with_width(b, node),
                         bits_text(wanted)),
             fmt::format("a width of at least {}", now),
             fmt::format("trunc({}, {}), or resize where either may happen", code_text(b, node, "x"), wanted));
    return b.wrap(b.fit(node, wanted));
  }
  return b.wrap(wanted == now ? node : b.make(op, {node}, location, wanted));
}

Value truncate(const Value& a, int64_t width, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const uint32_t wanted = checked_width(width, where);
  if (wanted == kBadWidth) return b.wrap(b.poison(0, location));
  const NodeId node = b.use(a, location);
  const uint32_t now = b.module().width(node);
  if (wanted > now) {
    if (b.is_poisoned(node)) return b.wrap(b.fit(node, wanted));
    const std::string code = code_text(b, node, "x");
    b.report(
        DiagnosticId::bad_resize, location,
        fmt::format("trunc cannot bring {} up to {}", with_width(b, node), bits_text(wanted)),
        fmt::format("a width of at most {}", now),
        fmt::format("zext({}, {}) or sext({}, {}), or resize where either may happen", code, wanted, code, wanted));
    return b.wrap(b.fit(node, wanted));
  }
  return b.wrap(b.make(Op::slice, {node}, location, wanted));
}

Value mux(const Value& condition, const AnyOperand& a, const AnyOperand& b) {
  Builder& builder = Builder::current(b.where);
  const Pair pair = equal_widths(builder, "mux", a, b);
  const NodeId c = builder.use(condition, pair.location, 1);
  return builder.wrap(builder.make(Op::mux, {c, pair.a, pair.b}, pair.location));
}

bool parse_pattern(std::string_view pattern, Bits& value, Bits& care) {
  std::string digits;
  for (const char c : pattern) {
    if (c == '_') continue;
    if (c != '0' && c != '1' && c != '?') return false;
    digits += c;
  }
  value = Bits(static_cast<uint32_t>(digits.size()));
  care = value;
  for (uint32_t i = 0; i < digits.size(); ++i) {
    const char c = digits[digits.size() - 1 - i];
    value.set_bit(i, c == '1');
    care.set_bit(i, c != '?');
  }
  return true;
}

NodeId match_node(Builder& b, NodeId node, std::string_view pattern, LocationId location, Bits& value, Bits& care) {
  const uint32_t width = b.module().width(node);
  if (!parse_pattern(pattern, value, care) || value.width() != width) {
    b.report(DiagnosticId::bad_pattern, location,
             fmt::format("\"{}\" is no pattern for {}", pattern, with_width(b, node)),
             fmt::format("{}, each 0, 1 or ? for either; _ may stand between",
                         width == 1 ? "1 character" : fmt::format("{} characters", width)),
             "one character for each bit, the most significant first");
    value = Bits(width);
    care = Bits(width);
  }
  if (care.is_ones()) return b.make(Op::eq, {node, b.constant(value, location)}, location);
  const NodeId masked = b.make(Op::bit_and, {node, b.constant(care, location)}, location);
  return b.make(Op::eq, {masked, b.constant(bits_ops::bit_and(value, care), location)}, location);
}

Value match(const Value& a, std::string_view pattern, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  Bits value;
  Bits care;
  return b.wrap(match_node(b, b.use(a, location), pattern, location, value, care));
}

Value dont_care(int64_t width, const Where& where) {
  Builder& b = Builder::current(where);
  const uint32_t wanted = checked_width(width, where);
  return b.wrap(b.make(Op::dont_care, {}, b.locate(where), wanted == kBadWidth ? 0 : wanted));
}

Value crossing(const Value& a, std::string_view reason, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const NodeId node = b.use(a, location);
  if (reason.find_first_not_of(" \t") == std::string_view::npos) {
    b.report(DiagnosticId::empty_reason, location,
             fmt::format("the clock crossing of {} is waived without a reason", operand_text(b, node, "a value")),
             "a sentence that says why the crossing is safe",
             fmt::format("waive_crossing({}, \"stable while start is high\"), for example", code_text(b, node, "x")));
  }
  std::vector<std::string>& reasons = b.module().crossing_reasons;
  const auto found = std::find(reasons.begin(), reasons.end(), reason);
  const auto number = static_cast<uint32_t>(found - reasons.begin());
  if (found == reasons.end()) reasons.emplace_back(reason);
  return b.wrap(b.make(Op::crossing, {node}, location, b.module().width(node), number));
}

void drive(const Value& target, const AnyOperand& value) {
  Builder& b = Builder::current(value.where);
  const LocationId location = b.locate(value.where);
  const uint32_t width = b.width_of(target);
  if (!target.is_place()) {
    // A bad slice or index on the left is no place either, and was reported on this line already.
    const Location& here = b.design->locations.at(location);
    for (const Diagnostic& finding : b.diagnostics.all()) {
      const Location& there = b.design->locations.at(finding.location);
      if (there.line == here.line && there.file == here.file) return;
    }
    b.report(DiagnosticId::not_drivable, location,
             "an expression stands on the left of =", "a port, wire or register, or a part of one",
             "a Wire, Reg or Out on the left");
    return;
  }
  const bool shapeless = b.is_shapeless(target);
  const NodeId node = b.use(value.value, location, shapeless ? -1 : int64_t{width}, value.sort);
  if (b.module().width(node) != width && !b.is_poisoned(node) && !shapeless) {
    b.report(DiagnosticId::width_mismatch, location,
             fmt::format("{} of {} is assigned to {} of {}", operand_text(b, node, "a value"),
                         bits_text(b.module().width(node)), b.describe_place(target), bits_text(width)),
             "equal widths",
             fmt::format("{}({}, {})",
                         b.module().width(node) > width ? "trunc"
                         : value.sort == Sort::signed_  ? "sext"
                                                        : "zext",
                         code_text(b, node, "value"), width));
  }
  b.drive(target, b.fit(node, width), location);
}

Value shape_of(const Value& value) {
  if (value.is_empty() || (value.is_literal() && literal_adapts(value))) return {};
  return Value::of_shape(value.handle_width());
}

Value expect_width(const Value& value, int64_t width, const Where& where) {
  Builder* b = Builder::try_current();
  if (b == nullptr) return value;
  const LocationId location = b->locate(where);
  if (width == dynamic || value.is_empty()) return value;
  if (value.is_literal() && literal_adapts(value)) {
    return b->wrap(b->use(value, location, width));
  }
  const uint32_t now = b->width_of(value);
  if (now == width) return value;
  const NodeId node = value.is_shape() ? b->constant(Bits(now), location) : b->use(value, location);
  if (b->is_poisoned(node)) return b->wrap(b->fit(node, static_cast<uint32_t>(width)));
  b->report(DiagnosticId::width_mismatch, location,
            fmt::format("{} of {} stands where {} are declared", operand_text(*b, node, "a value"), bits_text(now),
                        bits_text(static_cast<uint64_t>(width))),
            "equal widths", fmt::format("resize<{}>({})", width, code_text(*b, node, "value")));
  return b->wrap(b->fit(node, static_cast<uint32_t>(width)));
}

namespace {

/// The value of `node` when it is made of constants only.
std::optional<Bits> folded(const ir::Module& m, NodeId node) {
  std::unordered_map<NodeId, Bits> values;
  std::vector<NodeId> stack{node};
  while (!stack.empty()) {
    const NodeId at = stack.back();
    if (values.contains(at)) {
      stack.pop_back();
      continue;
    }
    const Op op = m.node(at).op;
    if (op == Op::read || op == Op::crossing) return std::nullopt;
    if (op == Op::constant) {
      values.emplace(at, m.constant_value(at));
      continue;
    }
    bool complete = true;
    std::vector<Bits> operands;
    for (const NodeId operand : m.operands(at)) {
      const auto known = values.find(operand);
      if (known == values.end()) {
        stack.push_back(operand);
        complete = false;
      } else if (complete) {
        operands.push_back(known->second);
      }
    }
    if (complete) values.emplace(at, passes::evaluate(op, operands, m.width(at), m.node(at).immediate));
  }
  return values.at(node);
}

}  // namespace

std::optional<Bits> constant_of(const Value& value, uint32_t width, Sort sort) {
  Builder& b = Builder::current(Where{});
  const LocationId location = b.last_location();
  if (value.is_literal()) return b.literal_bits(value, width, sort, location).resize(width);
  if (value.is_empty() || value.is_shape() || value.is_place()) return std::nullopt;
  std::optional<Bits> bits = folded(b.module(), b.use(value, location));
  if (bits) bits = bits->resize(width);
  return bits;
}

namespace {

bool same_indices(const Place& a, const Place& b) {
  return std::equal(
      a.indices.begin(), a.indices.end(), b.indices.begin(), b.indices.end(),
      [](const auto& x, const auto& y) { return x.index == y.index && x.count == y.count && x.stride == y.stride; });
}

/// The place that stands for scalar `leaf` of every element, when they are places at equal distances.
std::optional<Place> common_place(Builder& b, std::span<const Leaf> elements, size_t leaf, size_t leaves) {
  const size_t count = elements.size() / leaves;
  for (size_t i = 0; i < count; ++i) {
    if (!elements[i * leaves + leaf].value->is_place()) return std::nullopt;
  }
  const Place& place = b.place_of(*elements[leaf].value);
  if (place.offset != ir::kNone) return std::nullopt;
  const uint32_t stride = count < 2 ? 1 : b.place_of(*elements[leaves + leaf].value).signal - place.signal;
  for (size_t i = 0; i < count; ++i) {
    const Place& other = b.place_of(*elements[i * leaves + leaf].value);
    if (other.module != place.module || other.signal != place.signal + i * stride || other.low != place.low ||
        other.width != place.width || other.offset != ir::kNone || !same_indices(other, place)) {
      return std::nullopt;
    }
  }
  Place result = place;
  result.indices.insert(result.indices.begin(), {ir::kNone, static_cast<uint32_t>(count), stride});
  return result;
}

}  // namespace

void choose_element(std::span<const Leaf> targets, const AnyOperand& index, std::span<const Leaf> elements) {
  Builder& b = Builder::current(index.where);
  const LocationId location = b.locate(index.where);
  const NodeId chooser = b.use(index.value, location);
  const size_t leaves = targets.size();
  if (leaves == 0) return;
  if (elements.empty() || elements.size() % leaves != 0) {
    const bool none = elements.empty();
    b.report(none ? DiagnosticId::index_out_of_range : DiagnosticId::shape_mismatch, location,
             none ? "an element of an empty vector is chosen"
                  : "an element is chosen from a vector whose elements have different shapes",
             none ? "a vector with elements" : "elements of one shape",
             none ? "a vector of at least one element" : "one shape for all elements");
    for (const Leaf& target : targets) target.value->rebind(b.wrap(b.poison(target.width, location)));
    return;
  }
  const size_t count = elements.size() / leaves;
  for (size_t leaf = 0; leaf < leaves; ++leaf) {
    if (std::optional<Place> place = common_place(b, elements, leaf, leaves)) {
      place->indices.front().index = chooser;
      targets[leaf].value->rebind(b.wrap_place(std::move(*place)));
      continue;
    }
    // Integers without a width of their own take that of the others.
    int64_t width = -1;
    int64_t widest_integer = 0;
    for (size_t i = 0; i < count; ++i) {
      const Value& value = *elements[i * leaves + leaf].value;
      if (value.is_literal() && literal_adapts(value)) {
        widest_integer = std::max<int64_t>(widest_integer, literal_width(value));
      } else if (width < 0) {
        width = b.width_of(value);
      }
    }
    if (width < 0) width = widest_integer;
    std::vector<NodeId> operands{chooser};
    for (size_t i = 0; i < count; ++i) {
      const Leaf& element = elements[i * leaves + leaf];
      const NodeId node = b.use(*element.value, location, width, element.sort);
      if (b.module().width(node) != width && !b.is_poisoned(node)) {
        b.report(DiagnosticId::shape_mismatch, location,
                 fmt::format("element {} of the vector has {}, the others {}", i, bits_text(b.module().width(node)),
                             bits_text(static_cast<uint64_t>(width))),
                 "elements of one shape", fmt::format("resize(element, {})", width));
      }
      operands.push_back(b.fit(node, static_cast<uint32_t>(width)));
    }
    targets[leaf].value->rebind(b.wrap(b.module().make(Op::select, operands, location)));
  }
}

void keep(void* object, void (*destroy)(void*), const Where& where) { Builder::current(where).keep(object, destroy); }

void check_index(int64_t index, int64_t size, const Where& where) {
  if (index >= 0 && index < size) return;
  Builder& b = Builder::current(where);
  b.report(DiagnosticId::index_out_of_range, b.locate(where), fmt::format("element {} of a vector of {}", index, size),
           size == 0 ? "no element: the vector is empty" : fmt::format("an index of 0 to {}", size - 1),
           "another index, or a longer vector");
}

void check_list_index(int64_t index, size_t size, const Where& where) {
  if (index >= 0 && static_cast<size_t>(index) < size) return;
  fail(DiagnosticId::index_out_of_range, where, fmt::format("element {} of a list of {}", index, size),
       size == 0 ? "no element: the list is empty" : fmt::format("an index of 0 to {}", size - 1),
       "another index, or a longer list");
}

void report_shape_mismatch(const std::string& what, const Where& where) {
  Builder& b = Builder::current(where);
  b.report(DiagnosticId::shape_mismatch, b.locate(where), what, "equal shapes",
           "the same number of elements and fields on both sides");
}

}  // namespace burin::detail
