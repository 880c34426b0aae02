// SPDX-License-Identifier: Apache-2.0
//! @file values.cpp
//! @brief C++ values as the bits of a port.
#include "burin/sim/values.h"

#include <fmt/format.h>

#include <algorithm>

#include "burin/base/diagnostics.h"

namespace burin::sim {

Bits Stimulus::at_width(uint32_t width, std::string_view port) const {
  Bits value = bits_.resize(width);
  // A number fits when extending it again gives it back: with its sign when negative, with zeros otherwise.
  const uint32_t wide = std::max(bits_.width(), width);
  const bool fits = negative_ ? width > 0 && value.resize_signed(wide) == bits_.resize_signed(wide)
                              : value.resize(wide) == bits_.resize(wide);
  if (!fits) {
    throw UserError(fmt::format("the value {} does not fit in port {} of {} bits",
                                negative_ ? fmt::format("{}", bits_.to_int64()) : fmt::format("0x{}", bits_.to_hex()),
                                port, width));
  }
  return value;
}

Bits from_hex(std::string_view digits) {
  Bits bits(static_cast<uint32_t>(digits.size() * 4));
  for (size_t i = 0; i < digits.size(); ++i) {
    const char c = digits[digits.size() - 1 - i];
    const char* const alphabet = "0123456789abcdef";
    const char lower = static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
    const char* const found = std::find(alphabet, alphabet + 16, lower);
    if (found == alphabet + 16) throw UserError(fmt::format("'{}' is no hexadecimal digit", c));
    for (uint32_t bit = 0; bit < 4; ++bit) {
      if ((((found - alphabet) >> bit) & 1) != 0) bits.set_bit(static_cast<uint32_t>(i * 4 + bit), true);
    }
  }
  return bits;
}

Bits join(const std::vector<Bits>& parts) {
  Bits all;
  for (const Bits& part : parts) all = Bits::concat(all, part);
  return all;
}

}  // namespace burin::sim
