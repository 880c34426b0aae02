// SPDX-License-Identifier: Apache-2.0
//! @file literals.cpp
//! @brief C++ constants on their way into hardware: their widths, and whether they fit.
#include <fmt/format.h>

#include <deque>
#include <mutex>
#include <unordered_map>

#include "builder.h"

namespace burin::detail {

namespace {

struct Pooled {
  Literal literal;
  int64_t width = dynamic;
  Sort sort = Sort::unsigned_;
};

// Literals belong to no module and no elaboration, so tables of them may be global; hence one pool a process.
std::mutex pool_mutex;
std::deque<Pooled>& pool() {
  static std::deque<Pooled> literals;
  return literals;
}

struct SameLiteral {
  bool operator()(const Pooled& a, const Pooled& b) const {
    return a.literal.is_bits == b.literal.is_bits && a.literal.negative == b.literal.negative &&
           a.literal.magnitude == b.literal.magnitude && a.literal.value == b.literal.value && a.width == b.width &&
           a.sort == b.sort;
  }
};
struct HashLiteral {
  size_t operator()(const Pooled& p) const {
    size_t hash = p.literal.is_bits ? p.literal.value.hash() : std::hash<uint64_t>()(p.literal.magnitude);
    for (const uint64_t part :
         {static_cast<uint64_t>(p.width), static_cast<uint64_t>(p.sort), uint64_t{p.literal.negative}}) {
      hash = hash * 0x9e3779b97f4a7c15 + part + 1;
    }
    return hash;
  }
};

uint32_t intern(const Literal& literal, int64_t width, Sort sort) {
  static std::unordered_map<Pooled, uint32_t, HashLiteral, SameLiteral> numbers;
  const std::lock_guard lock(pool_mutex);
  const auto [position, inserted] = numbers.try_emplace({literal, width, sort}, 0U);
  if (inserted) {
    pool().push_back(position->first);
    position->second = static_cast<uint32_t>(pool().size() - 1);
  }
  return position->second;
}

Pooled pooled(uint32_t number) {
  const std::lock_guard lock(pool_mutex);
  return pool()[number];
}

/// Bits that the number needs under the rules of `sort`.
uint32_t needed_bits(const Literal& literal, Sort sort) {
  if (literal.is_bits) return literal.value.width();
  if (sort != Sort::signed_) return literal.negative ? 65 : static_cast<uint32_t>(bits_for(literal.magnitude));
  // -2^(w-1) to 2^(w-1) - 1
  const uint64_t largest = literal.negative ? literal.magnitude - 1 : literal.magnitude;
  return literal.negative || literal.magnitude != 0 ? static_cast<uint32_t>(bits_for(largest)) + 1 : 0;
}

std::string literal_text(const Literal& literal) {
  if (literal.is_bits) return fmt::format("{}'h{}", literal.value.width(), literal.value.to_hex());
  return fmt::format("{}{}", literal.negative ? "-" : "", literal.magnitude);
}

std::string range_text(int64_t width, Sort sort) {
  if (width == 0) return "0 only, since there are 0 bits";
  if (sort == Sort::signed_) {
    return width <= 63 ? fmt::format("{} to {}", -(int64_t{1} << (width - 1)), (int64_t{1} << (width - 1)) - 1)
                       : fmt::format("-2^{} to 2^{} - 1", width - 1, width - 1);
  }
  return width <= 63 ? fmt::format("0 to {}", (uint64_t{1} << width) - 1) : fmt::format("0 to 2^{} - 1", width);
}

/// The complaint about a literal that does not fit, or "".
std::string misfit(const Literal& literal, int64_t width, Sort sort) {
  if (literal.is_bits) {
    return literal.value.width() == width
               ? ""
               : fmt::format("a constant of {} stands for {}", bits_text(literal.value.width()), bits_text(width));
  }
  if (literal.negative && sort != Sort::signed_)
    return fmt::format("{} is negative, a {} is not", literal_text(literal), sort_text(sort));
  if (needed_bits(literal, sort) <= width) return "";
  return fmt::format("{} does not fit in {} of {}", literal_text(literal), bits_text(width), sort_text(sort));
}

Bits value_bits(const Literal& literal, uint32_t width) {
  if (literal.is_bits) return literal.value.resize(width);
  if (literal.negative) return Bits::from_signed(width, static_cast<int64_t>(0 - literal.magnitude));
  return Bits(width, literal.magnitude);
}

}  // namespace

Value Value::of_literal(const Literal& literal, int64_t width, Sort sort, const Where& where) {
  Builder* builder = Builder::try_current();
  if (builder != nullptr) builder->locate(where);
  if (width != dynamic) {
    const std::string complaint = misfit(literal, width, sort);
    if (!complaint.empty()) {
      if (builder == nullptr) {
        fail(DiagnosticId::literal_does_not_fit, where, complaint, range_text(width, sort),
             "a wider type, or a constant in this range");
      }
      builder->report(DiagnosticId::literal_does_not_fit, builder->last_location(), complaint, range_text(width, sort),
                      "a wider type, or a constant in this range");
    }
  }
  Value value;
  value.node_ = intern(literal, width, sort);
  value.scope_ |= kLiteralBit;
  return value;
}

uint32_t literal_width(const Value& value) {
  const Pooled entry = pooled(Builder::node_of(value));
  return entry.width != dynamic ? static_cast<uint32_t>(entry.width) : needed_bits(entry.literal, entry.sort);
}

bool literal_adapts(const Value& value) {
  const Pooled entry = pooled(Builder::node_of(value));
  return entry.width == dynamic && !entry.literal.is_bits;
}

std::optional<int64_t> literal_integer(const Value& value) {
  const Pooled entry = pooled(Builder::node_of(value));
  if (entry.literal.is_bits || entry.literal.magnitude > INT64_MAX) return std::nullopt;
  const auto magnitude = static_cast<int64_t>(entry.literal.magnitude);
  return entry.literal.negative ? -magnitude : magnitude;
}

Bits Builder::literal_bits(const Value& value, int64_t wanted_width, Sort sort, LocationId location) {
  const Pooled entry = pooled(node_of(value));
  if (entry.width != dynamic) return value_bits(entry.literal, static_cast<uint32_t>(entry.width));
  if (entry.literal.is_bits) return entry.literal.value;
  const Sort effective = entry.sort == Sort::signed_ ? entry.sort : sort;
  if (wanted_width < 0) return value_bits(entry.literal, needed_bits(entry.literal, effective));
  const std::string complaint = misfit(entry.literal, wanted_width, effective);
  if (!complaint.empty()) {
    report(DiagnosticId::literal_does_not_fit, location, complaint, range_text(wanted_width, effective),
           "a wider value, or a constant in this range");
  }
  return value_bits(entry.literal, static_cast<uint32_t>(wanted_width));
}

}  // namespace burin::detail
