// SPDX-License-Identifier: Apache-2.0
//! @file product.h
//! @brief A product made of parts, between which a pipeline can be cut.
#pragma once

#include <vector>

#include "burin/burin.h"

namespace burin {

/// `a * b`, all bits of it, as partial products that carry-save adders reduce to two and one sum: where `*` is one
/// operation, which a pipeline cannot cut and a target may map to a multiplier of its own, this is many short ones.
/// C. S. Wallace, A Suggestion for a Fast Multiplier, 1964.
template <int A, int B>
[[nodiscard]] UInt<> product_in_parts(const UInt<A>& a, const UInt<B>& b) {
  const auto width = static_cast<int64_t>(a.width()) + b.width();
  std::vector<UInt<>> rows;
  for (uint32_t i = 0; i < b.width(); ++i) rows.push_back(zext(a & repeat(b.bit(i), a.width()), width) << i);
  while (rows.size() > 2) {
    std::vector<UInt<>> fewer;
    size_t i = 0;
    for (; i + 2 < rows.size(); i += 3) {
      const UInt<>& x = rows[i];
      const UInt<>& y = rows[i + 1];
      const UInt<>& z = rows[i + 2];
      fewer.push_back(x ^ y ^ z);
      fewer.push_back(((x & y) | (x & z) | (y & z)) << 1);
    }
    fewer.insert(fewer.end(), rows.begin() + static_cast<std::ptrdiff_t>(i), rows.end());
    rows = std::move(fewer);
  }
  if (rows.empty()) return zext(UInt<>(Bits(0)), width);
  return rows.size() == 1 ? rows[0] : rows[0] + rows[1];
}

}  // namespace burin
