// SPDX-License-Identifier: Apache-2.0
//! @file host_types.h
//! @brief What the host's C++ header of the DSig service has beside the registers: the types of its streams and
//! counters.
#pragma once

namespace burin::dsig {

inline constexpr const char* kHostIncludes = "#include <array>\n#include <cstddef>\n#include <vector>\n";

inline constexpr const char* kHostTypes =
    R"(/// A write to a register before ap_start.
struct CfgWrite {
  std::uint32_t offset;
  std::uint32_t value;
};

/// A beat of the verdict stream: bits 0 to 7 the verdict, 8 to 11 the key slot, 32 to 63 the tag.
struct Axis64 {
  std::uint64_t data;
  bool last;

  [[nodiscard]] constexpr std::uint8_t verdict() const { return static_cast<std::uint8_t>(data); }
  [[nodiscard]] constexpr unsigned key_slot() const { return static_cast<unsigned>(data >> 8 & 0xf); }
  [[nodiscard]] constexpr std::uint32_t tag() const { return static_cast<std::uint32_t>(data >> 32); }
};

/// A beat of the other streams; byte 0 comes first.
struct Axis512 {
  std::array<std::uint8_t, 64> data;
  bool last;
};

/// What a session is given: its configuration, then the beats of its input streams.
struct UbftInput {
  std::vector<CfgWrite> config;
  std::vector<Axis512> sign;
  std::vector<Axis512> verify;
  std::vector<Axis512> cert;
};

/// What a session gives back.
struct UbftOutput {
  std::vector<Axis512> frame;
  std::vector<Axis64> verdict;
  std::vector<Axis512> cert;
};

/// Cycles that isolated requests took.
struct Latency {
  std::uint32_t count;
  std::uint32_t last;
  std::uint32_t min;  ///< 0xffffffff while count is 0.
  std::uint32_t max;
  std::uint64_t sum;

  [[nodiscard]] constexpr double mean() const { return count == 0 ? 0 : static_cast<double>(sum) / count; }
};

/// The latency that the kernel measured: six words from REG_SIGN_LATENCY or REG_VERIFY_LATENCY on, each read by
/// `read(offset)`.
template <typename Read>
Latency latency_kernel(Read&& read, std::uint32_t base) {
  const auto word = [&](std::uint32_t index) { return static_cast<std::uint32_t>(read(base + 4 * index)); };
  Latency latency{};
  latency.count = word(0);
  latency.last = word(1);
  latency.min = word(2);
  latency.max = word(3);
  latency.sum = word(4);
  latency.sum |= static_cast<std::uint64_t>(word(5)) << 32;
  return latency;
}
)";

}  // namespace burin::dsig
