// SPDX-License-Identifier: Apache-2.0
//! @file counting.cpp
//! @brief Bit counting, encoders and codes, made of the basic operations as trees of logarithmic depth.
#include <fmt/format.h>

#include "builder.h"

namespace burin::detail {

namespace {

using ir::NodeId;
using ir::Op;

struct Input {
  Builder& b;
  LocationId location;
  NodeId node;
  uint32_t width;

  Input(const Value& value, const Where& where)
      : b(Builder::current(where)),
        location(b.locate(where)),
        node(b.use(value, location)),
        width(b.module().width(node)) {}

  [[nodiscard]] NodeId constant(uint32_t bits, uint64_t value) const { return b.constant(Bits(bits, value), location); }
  [[nodiscard]] NodeId make(Op op, std::initializer_list<NodeId> operands) const {
    return b.make(op, operands, location);
  }
  [[nodiscard]] NodeId bit(uint32_t index) const { return b.module().slice(node, index, 1, location); }
  [[nodiscard]] NodeId fit(NodeId value, uint32_t bits) const { return b.fit(value, bits); }
};

/// Number of set bits of `bits`, as a balanced tree of adders.
NodeId count_ones(const Input& in, std::vector<NodeId> bits) {
  if (bits.empty()) return in.constant(0, 0);
  while (bits.size() > 1) {
    std::vector<NodeId> next;
    for (size_t i = 0; i + 1 < bits.size(); i += 2) {
      const uint32_t width = std::max(in.b.module().width(bits[i]), in.b.module().width(bits[i + 1])) + 1;
      next.push_back(in.make(Op::add, {in.fit(bits[i], width), in.fit(bits[i + 1], width)}));
    }
    if (bits.size() % 2 != 0) next.push_back(bits.back());
    bits = std::move(next);
  }
  return bits.front();
}

struct Zeros {
  NodeId none;   // 1 bit: no bit of this part is set
  NodeId count;  // zeros before the first set bit; of no meaning when `none`
};

/// Zeros before the first set bit among `bits` (first to look at first), by halves; lengths are powers of two.
Zeros leading(const Input& in, std::span<const NodeId> bits) {
  if (bits.size() == 1) return {in.make(Op::bit_not, {bits[0]}), in.constant(0, 0)};
  const size_t half = bits.size() / 2;
  const Zeros first = leading(in, bits.first(half));
  const Zeros second = leading(in, bits.subspan(half));
  const NodeId count = in.make(Op::cat, {first.none, in.make(Op::mux, {first.none, second.count, first.count})});
  return {in.make(Op::bit_and, {first.none, second.none}), count};
}

/// Zeros before the first set bit, `bits.size()` when there is none, in `bits_for(bits.size())` bits.
NodeId zeros_before(const Input& in, std::vector<NodeId> bits) {
  const auto width = static_cast<uint32_t>(bits.size());
  const auto result_width = static_cast<uint32_t>(bits_for(width));
  if (width == 0) return in.constant(0, 0);
  size_t padded = 1;
  while (padded < width) padded *= 2;
  // A one behind the last bit ends the count at `width` where the length is no power of two.
  while (bits.size() < padded) bits.push_back(in.constant(1, 1));
  const Zeros zeros = leading(in, bits);
  return in.make(Op::mux, {zeros.none, in.constant(result_width, width), in.fit(zeros.count, result_width)});
}

std::vector<NodeId> bits_of(const Input& in, bool from_top) {
  std::vector<NodeId> bits;
  for (uint32_t i = 0; i < in.width; ++i) bits.push_back(in.bit(from_top ? in.width - 1 - i : i));
  return bits;
}

}  // namespace

Value popcount(const Value& a, const Where& where) {
  const Input in(a, where);
  return in.b.wrap(in.fit(count_ones(in, bits_of(in, false)), static_cast<uint32_t>(bits_for(in.width))));
}

Value leading_zeros(const Value& a, const Where& where) {
  const Input in(a, where);
  return in.b.wrap(zeros_before(in, bits_of(in, true)));
}

Value trailing_zeros(const Value& a, const Where& where) {
  const Input in(a, where);
  return in.b.wrap(zeros_before(in, bits_of(in, false)));
}

Value priority_encode(const Value& a, const Where& where) {
  const Input in(a, where);
  const auto width = static_cast<uint32_t>(index_bits(in.width));
  if (width == 0) return in.b.wrap(in.constant(0, 0));
  const NodeId zeros = in.fit(zeros_before(in, bits_of(in, false)), width);
  return in.b.wrap(in.make(Op::mux, {in.make(Op::reduce_or, {in.node}), zeros, in.constant(width, 0)}));
}

Value one_hot(const Value& index, int64_t width, const Where& where) {
  const Input in(index, where);
  const uint32_t bits = checked_width(width, where);
  if (bits == kBadWidth) return in.b.wrap(in.b.poison(0, in.location));
  return in.b.wrap(in.make(Op::shl, {in.constant(bits, bits == 0 ? 0 : 1), in.node}));
}

Value one_hot_to_binary(const Value& a, const Where& where) {
  const Input in(a, where);
  const auto width = static_cast<uint32_t>(index_bits(in.width));
  std::vector<NodeId> result;  // most significant first
  for (uint32_t i = width; i-- > 0;) {
    Bits mask(in.width);
    for (uint32_t j = 0; j < in.width; ++j) mask.set_bit(j, ((j >> i) & 1) != 0);
    result.push_back(in.make(Op::reduce_or, {in.make(Op::bit_and, {in.node, in.b.constant(mask, in.location)})}));
  }
  if (result.empty()) return in.b.wrap(in.constant(0, 0));
  return in.b.wrap(in.b.module().make(Op::cat, result, in.location));
}

Value gray_encode(const Value& a, const Where& where) {
  const Input in(a, where);
  if (in.width < 2) return in.b.wrap(in.node);
  return in.b.wrap(in.make(Op::bit_xor, {in.node, in.make(Op::shr_u, {in.node, in.constant(1, 1)})}));
}

Value gray_decode(const Value& a, const Where& where) {
  const Input in(a, where);
  NodeId value = in.node;
  for (uint32_t by = 1; by < in.width; by *= 2) {
    value = in.make(Op::bit_xor,
                    {value, in.make(Op::shr_u, {value, in.constant(static_cast<uint32_t>(bits_for(by)), by)})});
  }
  return in.b.wrap(value);
}

Value reverse(const Value& a, const Where& where) {
  const Input in(a, where);
  if (in.width < 2) return in.b.wrap(in.node);
  return in.b.wrap(in.b.module().make(Op::cat, bits_of(in, false), in.location));
}

Value lowest_one(const Value& a, const Where& where) {
  const Input in(a, where);
  return in.b.wrap(in.make(Op::bit_and, {in.node, in.make(Op::sub, {in.constant(in.width, 0), in.node})}));
}

Value is_one_hot(const Value& a, const Where& where) {
  const Input in(a, where);
  if (in.width == 0) return in.b.wrap(in.constant(1, 0));
  // Without its lowest one nothing is left.
  const NodeId others = in.make(Op::bit_and, {in.node, in.make(Op::sub, {in.node, in.constant(in.width, 1)})});
  return in.b.wrap(in.make(
      Op::bit_and, {in.make(Op::reduce_or, {in.node}), in.make(Op::bit_not, {in.make(Op::reduce_or, {others})})}));
}

void one_hot_leaves(const Value& selectors, std::span<const Leaf> targets, std::span<const Leaf> values, size_t count,
                    const Where& where) {
  const Input in(selectors, where);
  Builder& b = in.b;
  if (in.width != count || count == 0 || values.size() != count * targets.size()) {
    report_shape_mismatch(count == 0          ? std::string("one_hot_mux has no values")
                          : in.width != count ? fmt::format("one_hot_mux has {} and {} values",
                                                            bits_text(in.width) + " of selectors", count)
                                              : std::string("one_hot_mux has values of different shapes"),
                          where);
    for (const Leaf& target : targets) target.value->rebind(b.wrap(b.poison(target.width, in.location)));
    return;
  }
  for (size_t leaf = 0; leaf < targets.size(); ++leaf) {
    std::vector<NodeId> terms;
    uint32_t width = 0;
    for (size_t i = 0; i < count; ++i) {
      const Leaf& one = values[i * targets.size() + leaf];
      NodeId value = b.use(*one.value, in.location, i == 0 ? -1 : int64_t{width}, one.sort);
      if (i == 0) width = b.module().width(value);
      if (b.module().width(value) != width && !b.is_poisoned(value)) {
        b.report(DiagnosticId::width_mismatch, in.location,
                 fmt::format("value {} of one_hot_mux has {}, the first one {}", i, bits_text(b.module().width(value)),
                             bits_text(width)),
                 "values of equal width", fmt::format("resize(value, {})", width));
      }
      value = b.fit(value, width);
      terms.push_back(in.make(Op::mux, {in.bit(static_cast<uint32_t>(i)), value, in.constant(width, 0)}));
    }
    while (terms.size() > 1) {
      std::vector<NodeId> next;
      for (size_t i = 0; i + 1 < terms.size(); i += 2) next.push_back(in.make(Op::bit_or, {terms[i], terms[i + 1]}));
      if (terms.size() % 2 != 0) next.push_back(terms.back());
      terms = std::move(next);
    }
    targets[leaf].value->rebind(b.wrap(terms.front()));
  }
}

}  // namespace burin::detail
