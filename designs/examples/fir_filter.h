// SPDX-License-Identifier: Apache-2.0
//! @file fir_filter.h
//! @brief A low-pass filter: eight coefficients, in fixed point.
#pragma once

#include <array>

#include "burin/burin.h"
#include "burin/lib/fixed_point.h"
#include "burin/lib/streams.h"

namespace burin::examples {

// [filter]
/// Weighs the last eight samples and adds them up: frequencies below about an eighth of the sample rate pass. A sample
/// may come in each cycle; its sum leaves two cycles later, rounded to the nearest sample, halves to the even one.
struct FirFilter {
  using Sample = Fixed<1, 15>;  // from -1 to just below 1
  using Sum = Fixed<5, 30>;     // holds eight products of a sample and a coefficient, whatever they are

  static constexpr std::array kCoefficients = {0.0087, 0.0479, 0.1637, 0.2797, 0.2797, 0.1637, 0.0479, 0.0087};

  FlowIn<Sample> in;
  FlowOut<Sample> out;

  Reg<Vec<Sample, 8>> samples{Vec<Sample, 8>{0, 0, 0, 0, 0, 0, 0, 0}};  // the newest one first
  Reg<Bool> is_fresh{false};                                            // the newest one has not been summed up
  Reg<Sample> filtered{0};
  Reg<Bool> is_filtered{false};

  void logic() {
    IF (in.valid) {
      for (int i = 7; i > 0; --i) samples[i] = samples[i - 1];
      samples[0] = in.payload;
    }
    is_fresh = in.valid;

    std::vector<Sum> terms;
    for (int i = 0; i < 8; ++i)
      terms.push_back(convert<Sum>(samples[i] * Sample::nearest(kCoefficients[static_cast<size_t>(i)])));
    // A sum of two has one bit more; all eight fit in a Sum, so no bit that counts is dropped.
    const Sum sum =
        reduce(terms, [](const Sum& a, const Sum& b) { return convert<Sum>(a + b, Rounding::floor, Overflow::wrap); });

    filtered = convert<Sample>(sum, Rounding::half_even, Overflow::saturate);
    is_filtered = is_fresh;
    out.payload = filtered;
    out.valid = is_filtered;
  }
};
// [/filter]

}  // namespace burin::examples
