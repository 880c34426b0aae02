// SPDX-License-Identifier: Apache-2.0
//! @file values.h
//! @brief C++ values as the bits of a port.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "burin/base/bits.h"

namespace burin::sim {

/// A stimulus: `Bits`, a C++ integer (negative ones as two's complement), a bool or an enumerator. It takes the
/// width of its port; one that does not fit is refused there.
class Stimulus {
 public:
  Stimulus(Bits bits) : bits_(std::move(bits)), exact_(true) {}  // NOLINT(google-explicit-constructor)
  template <std::integral I>
  Stimulus(I value)  // NOLINT(google-explicit-constructor)
      : bits_(Bits::from_signed(65, static_cast<int64_t>(value))), negative_(value < I{}) {
    if constexpr (std::unsigned_integral<I>) bits_ = Bits(65, value);
  }
  template <typename E>
    requires std::is_enum_v<E>
  Stimulus(E value) : Stimulus(static_cast<std::underlying_type_t<E>>(value)) {}  // NOLINT(google-explicit-constructor)

  /// The bits for a port of `width`. @throws UserError, naming `port`, when the value does not fit.
  [[nodiscard]] Bits at_width(uint32_t width, std::string_view port) const;

 private:
  Bits bits_;
  bool exact_ = false;
  bool negative_ = false;
};

/// The bits of hexadecimal digits, four a digit, the first one most significant: "ba7816bf" is 32 bits.
/// @throws UserError when a character is no digit.
Bits from_hex(std::string_view digits);

/// Values side by side, the first one most significant; as `pack` does in hardware for the fields of a bundle.
Bits join(const std::vector<Bits>& parts);

}  // namespace burin::sim
