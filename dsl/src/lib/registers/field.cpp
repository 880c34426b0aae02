// SPDX-License-Identifier: Apache-2.0
//! @file field.cpp
//! @brief Fields and windows without their types.
#include "burin/lib/registers/field.h"

#include <fmt/format.h>

#include "burin/base/diagnostics.h"
#include "burin/lib/registers/register.h"

namespace burin::registers {

namespace {

Bool strobe(const std::optional<Bool>& found, const Where& where) {
  if (!found) {
    throw UserError(fmt::format("{}:{}: a strobe of a register map is used before `serve` makes it; call `serve` first",
                                where.file_name(), where.line()));
  }
  return *found;
}

}  // namespace

Bool FieldCore::write_strobe(const Where& where) const { return strobe(write_strobe_, where); }
Bool FieldCore::read_strobe(const Where& where) const { return strobe(read_strobe_, where); }

void FieldCore::adopt(const detail::Value& object, uint32_t width, std::optional<Bits> reset,
                      std::span<const std::string_view> enumerators) {
  object_.rebind(object);
  width_ = width;
  reset_ = reset ? *reset : Bits(width);
  enumerators_ = enumerators;
}

UInt<> FieldCore::value(uint32_t high, uint32_t low) const {
  return {detail::FromValue{}, detail::slice(object_, high, low, Where{})};
}

void FieldCore::drive(uint32_t high, uint32_t low, const UInt<>& value) const {
  detail::drive(detail::slice(object_, high, low, Where{}), {value, detail::Sort::unsigned_, Where{}});
}

void FieldCore::lock(const Bool& condition, const Where& where) {
  if (is_served()) {
    throw UserError(fmt::format("{}:{}: a register map is locked after `serve` has made its writes; call `lock` first",
                                where.file_name(), where.line()));
  }
  locked_.emplace(condition);
}

void FieldCore::set_bits(const UInt<>& events) const {
  for (uint32_t i = 0; i < width_; ++i) {
    IF (events.bit(i)) {
      drive(i, i, UInt<1>(1));
    }
  }
}

void FieldCore::set_strobes(const Bool& write, const Bool& read) {
  write_strobe_.emplace(write);
  read_strobe_.emplace(read);
}

Window::Window(const Spot& spot, detail::Count words, std::string_view description, Access access, uint32_t width,
               const Where& where)
    : PartCore{spot, std::string(description)},
      memory(words, UInt<>(bits(width)), MemoryOptions{.granule = 8}, where),
      access_(access),
      word_width_(width) {}

}  // namespace burin::registers
