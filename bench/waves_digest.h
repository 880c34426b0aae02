// SPDX-License-Identifier: Apache-2.0
//! @file waves_digest.h
//! @brief What a wave file shows, without names and times: whether two of them have the same signals.
#pragma once

#include <filesystem>
#include <string>

namespace burin::bench {

/// A digest of the values of each signal in an FST file, in turn; signals that are always equal count once. With it the
/// number of signals: "71 signals 3fa9…". @throws UserError when fst2vcd cannot read the file.
[[nodiscard]] std::string waves_digest(const std::filesystem::path& fst);

}  // namespace burin::bench
