// SPDX-License-Identifier: Apache-2.0
//! @file result.h
//! @brief The one form in which every measured, estimated or published number is kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin::flows {

/// Version of the JSON form; grows when a reader of the old form could misread the new one.
inline constexpr int kResultSchema = 2;

/// How a number came about, weakest claim last.
enum class Evidence : uint8_t {
  simulated,           ///< Counted in a simulation: cycles, latency.
  placed_and_routed,   ///< From a placed and routed design.
  static_timing,       ///< From a timing engine on a netlist before placement: cells are real, wires are not.
  synthesis_estimate,  ///< From a netlist before placement.
  published            ///< From somebody's publication.
};

/// "simulated cycles", "placed and routed", "static timing", "synthesis estimate", "published".
[[nodiscard]] std::string_view text(Evidence evidence);

/// One number about one design on one target.
struct Result {
  std::string design;           ///< Name of the design with its configuration, "sha256_r2".
  std::string target;           ///< "ice40-hx8k"; "" for what does not depend on one.
  std::string metric;           ///< "fmax", "LUT4", "FF"; with several clocks "fmax clk".
  std::optional<double> value;  ///< Of several samples the median; nothing: not applicable, `note` says why.
  std::string unit;             ///< "MHz", "" for counts.
  Evidence evidence = Evidence::synthesis_estimate;
  std::vector<double> samples;  ///< One a seed, in the order of `seeds`; empty where there is one value only.
  std::vector<uint64_t> seeds;  ///< Seeds of placement, or of a simulation's stimulus.
  std::string tool;             ///< The program that gave the number.
  std::map<std::string, std::string> tool_versions;  ///< Of all tools that took part, by name.
  std::string command;                               ///< What a person types to get the number again.
  std::string input_hash;                            ///< SHA-256 of what the tools were given.
  std::string constraint;                            ///< What the tools were asked for, "100 MHz"; "" for nothing.
  std::string note;                                  ///< A reservation that belongs beside the number.

  /// "design/target/metric", by which the number is found again; blanks become '-'.
  [[nodiscard]] std::string key() const;

  /// Smallest and largest sample, or the value itself.
  [[nodiscard]] std::optional<double> minimum() const;
  [[nodiscard]] std::optional<double> maximum() const;

  friend bool operator==(const Result&, const Result&) = default;
};

/// The middle value; the mean of the two middle ones for an even count; nothing for none.
[[nodiscard]] std::optional<double> median(std::vector<double> samples);

/// `{"schema": 2, "results": [...]}`, indented, with a line break at the end.
[[nodiscard]] std::string to_json(std::span<const Result> results);

/// Reads what `to_json` wrote.
/// @throws UserError when `json` is not JSON, has another schema, or lacks or mistypes a member.
[[nodiscard]] std::vector<Result> from_json(std::string_view json);

/// The value as tables show it: "56.13 MHz", "55.25 / 56.50 / 60.00 MHz" for samples, "n/a".
[[nodiscard]] std::string value_text(const Result& result);

/// A Markdown table: one row a result; samples as "minimum / median / maximum"; notes below the table.
[[nodiscard]] std::string to_markdown(std::span<const Result> results);

/// Markdown for many designs: one table a target, one row a design, one column a metric; notes, tools and constraints
/// below each table.
[[nodiscard]] std::string to_comparison(std::span<const Result> results);

}  // namespace burin::flows
