// SPDX-License-Identifier: Apache-2.0
//! @file coverage.h
//! @brief What of a design a run has exercised: toggles, branches, states, covers; added up over runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "burin/base/bits.h"
#include "burin/sim/observe.h"

namespace burin::sim {

/// Where something stands in the designer's source; no file: unknown.
struct CoveragePlace {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  friend bool operator==(const CoveragePlace&, const CoveragePlace&) = default;
};

/// The coverage of one design, added up over any number of runs. Names are paths of instances and the Verilog name.
struct CoverageData {
  /// A signal: which of its bits went from 0 to 1, and from 1 to 0.
  struct Toggle {
    CoveragePlace place;
    Bits rose;
    Bits fell;
  };
  /// A multiplexer that an IF, ELIF, CASE or mux() became, at the place of the assignment that is its first side. An
  /// assignment inside of two IFs has two.
  struct Branch {
    CoveragePlace place;
    std::string condition;   ///< A signal, or the line of the condition; "" where unknown.
    uint64_t taken = 0;      ///< How often it came to take its first side: the assignment had its effect.
    uint64_t not_taken = 0;  ///< How often it came to take its other side.
  };
  /// A register that holds enumerators.
  struct Machine {
    CoveragePlace place;
    std::string type;
    std::map<std::string, uint64_t> states;       ///< How often it came to each; all enumerators are there.
    std::map<std::string, uint64_t> transitions;  ///< "idle -> run", those that happened.
  };
  /// A `cover` of the designer.
  struct Cover {
    CoveragePlace place;
    std::string message;
    uint64_t runs = 0;  ///< In how many runs it happened.
  };

  std::string design;  ///< Name of the top module.
  uint64_t runs = 0;
  std::map<std::string, Toggle> toggles;
  std::map<std::string, Branch> branches;  ///< By instance, place and a number where several are at one place.
  std::map<std::string, Machine> machines;
  std::map<std::string, Cover> covers;

  /// Adds another run of the same design. @throws UserError when it is of another one.
  void add(const CoverageData& other);
};

/// How much of a kind there is, and how much of it was seen.
struct CoverageCount {
  uint64_t seen = 0;
  uint64_t all = 0;
};
struct CoverageSummary {
  CoverageCount toggles;   ///< Directions of bits.
  CoverageCount branches;  ///< Sides of multiplexers.
  CoverageCount states;    ///< Of all machines.
  uint64_t transitions = 0;
  CoverageCount covers;
};
[[nodiscard]] CoverageSummary summary_of(const CoverageData& data);

/// Adds a mark of two bits for each multiplexer to the modules of `design`, for branch coverage. Before an engine is
/// made; a second call does nothing. Ports, names and behaviour stay as they are.
void mark_branches(ir::Design& design);

/// Gathers the coverage of a run. Values are looked at when they have settled, once for each moment of time.
class CoverageCollector final : public Observer {
 public:
  CoverageCollector();
  ~CoverageCollector() override;

  void begin(const WaveCatalog& catalog, const WaveSample& sample) override;
  void change(const WaveSample& sample) override;
  void event(const Event& event) override;
  void finish(uint64_t time) override;

  /// What has been seen so far, of one run.
  [[nodiscard]] CoverageData data() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// As JSON, and back. @throws UserError for a text that is none of ours; `name` is that of its file.
[[nodiscard]] std::string coverage_text(const CoverageData& data);
[[nodiscard]] CoverageData parse_coverage(const std::string& text, const std::string& name);
[[nodiscard]] CoverageData read_coverage(const std::filesystem::path& path);
void write_coverage(const std::filesystem::path& path, const CoverageData& data);

/// The shares, and a line for each thing that was not seen, by file and line.
[[nodiscard]] std::string coverage_report(const CoverageData& data);
/// One page of HTML: the shares, and the source files with what was seen and what not beside their lines.
[[nodiscard]] std::string coverage_page(const CoverageData& data);

}  // namespace burin::sim
