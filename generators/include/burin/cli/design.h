// SPDX-License-Identifier: Apache-2.0
//! @file design.h
//! @brief Designs that the command line knows: each registers itself in one line.
//!
//! ```
//! const burin::cli::Design<Counter> counter{"counter", "A counter with an enable", {.test = test_counter}};
//!
//! int main(int argc, char** argv) { return burin::cli::main(argc, argv); }
//! ```
//! Such a line must be part of the program itself: a linker drops the parts of a static library that nothing calls.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "burin/burin.h"
#include "burin/sim/bench.h"

namespace burin::cli {

/// Told what long work is doing, in a few words.
using Progress = std::function<void(std::string_view)>;

/// What the command line can do with a design besides writing its Verilog.
template <typename M>
struct DesignOptions {
  /// Tests the design; throws `UserError` when it does wrong, see `expect`. `simulate` and `flow` run it, on any
  /// engine. A failed `assert_` of the design counts as well and need not be looked for.
  std::function<void(sim::Bench<M>&)> test = {};
  /// Sends a file through the design and returns one line about it, such as its digest: `simulate --file`.
  std::function<std::string(sim::Bench<M>&, std::istream&, Progress)> run_file = {};
};

/// Throws a `UserError` that says `what` when `condition` does not hold.
void expect(bool condition, std::string_view what);
/// Throws a `UserError` that states both values when `got` is not `expected`; `what` names the value.
void expect_equal(const Bits& got, const Bits& expected, std::string_view what);
/// The same for numbers.
void expect_equal(uint64_t got, uint64_t expected, std::string_view what);

/// Parameters by name or flag, with their values as text.
using ParameterValues = std::vector<std::pair<std::string, std::string>>;

/// An elaborated design without the type of its top module.
struct ElaboratedDesign {
  std::unique_ptr<ir::Design> design;
  std::string warnings;  ///< Rendered; empty when there are none.
  std::vector<detail::SideFileMaker> side_file_makers = {};

  /// What comes out beside the Verilog, each file once. @throws UserError when two of one name differ.
  [[nodiscard]] std::vector<SideFile> side_files() const;
};

/// What a test or a file did to a design.
struct SimulationReport {
  std::string result;     ///< What `run_file` returned.
  uint64_t cycles = 0;    ///< Of the default clock.
  uint64_t failures = 0;  ///< Failed assertions and assumptions of the design.
};

/// How `DesignEntry` runs a design.
struct SimulationRequest {
  ParameterValues parameters;
  ElaborateOptions elaborate;
  /// Makes the engine for the elaborated design.
  std::function<std::unique_ptr<sim::Engine>(ir::Design&)> make_engine;
  /// The file for `run_file`; none: the test is run.
  std::istream* file = nullptr;
  Progress progress;
  /// Told the warnings of the elaboration, when there are any.
  std::function<void(const std::string&)> on_warnings;
  /// Told what the design says: at once with a file, at its end with a test, which may look at the events itself.
  std::function<void(const sim::Event&)> on_event;
};

/// A registered design without its type. Every member function throws `UserError` for parameters that do not exist
/// or are out of range, and `DesignError` for a design with errors.
class DesignEntry {
 public:
  DesignEntry(std::string name, std::string summary);
  virtual ~DesignEntry();
  DesignEntry(const DesignEntry&) = delete;
  DesignEntry& operator=(const DesignEntry&) = delete;

  /// As on the command line.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// One sentence.
  [[nodiscard]] const std::string& summary() const { return summary_; }

  [[nodiscard]] virtual bool has_test() const = 0;
  [[nodiscard]] virtual bool takes_file() const = 0;
  /// The parameters in order of declaration.
  [[nodiscard]] virtual std::vector<ParameterInfo> parameters() const = 0;
  /// All parameters with their values when `changes` are made to the defaults.
  [[nodiscard]] virtual ParameterValues values(const ParameterValues& changes) const = 0;
  [[nodiscard]] virtual ElaboratedDesign elaborate(const ParameterValues& changes,
                                                   const ElaborateOptions& options) const = 0;
  /// Runs the test or a file. @throws UserError when the test fails, or the design has none.
  [[nodiscard]] virtual SimulationReport simulate(const SimulationRequest& request) const = 0;

 protected:
  /// Runs `work`; an exception that is not Burin's comes out as a `UserError` that names the design.
  void guarded(const std::function<void()>& work) const;
  /// Throws a `UserError` when there is no way to do what `request` asks for, or parameters are given in vain.
  void check_request(const SimulationRequest& request) const;
  void refuse_parameters(const ParameterValues& changes) const;
  /// Runs `work` on a bench, hands on what the design says and counts.
  SimulationReport run(sim::BenchCore& bench, const SimulationRequest& request,
                       const std::function<std::string()>& work) const;

 private:
  std::string name_;
  std::string summary_;
};

/// All designs of the program, by name. @throws UserError when two have the same name, or one has a name that is not
/// made of letters, digits, '-', '_' and '.'.
[[nodiscard]] std::vector<const DesignEntry*> designs();

/// Registers module `M` under a name for the life of this object.
template <typename M>
class Design final : public DesignEntry {
 public:
  using Config = typename detail::ConfigOf<M>::type;
  static constexpr bool kHasConfig = !std::is_same_v<Config, NoConfig>;

  /// @param name as on the command line. @param summary one sentence, without a full stop.
  Design(std::string name, std::string summary, DesignOptions<M> options = {}, const Where& where = Where::current())
      : DesignEntry(std::move(name), std::move(summary)), options_(std::move(options)), where_(where) {}

  [[nodiscard]] bool has_test() const override { return static_cast<bool>(options_.test); }
  [[nodiscard]] bool takes_file() const override { return static_cast<bool>(options_.run_file); }

  [[nodiscard]] std::vector<ParameterInfo> parameters() const override {
    std::vector<ParameterInfo> all;
    if constexpr (kHasConfig) guarded([&] { all = parameters_of<Config>(); });
    return all;
  }

  [[nodiscard]] ParameterValues values(const ParameterValues& changes) const override {
    ParameterValues all;
    const Config config = configure(changes);
    if constexpr (kHasConfig) all = parameter_values(config);
    return all;
  }

  [[nodiscard]] ElaboratedDesign elaborate(const ParameterValues& changes,
                                           const ElaborateOptions& options) const override {
    ElaboratedDesign result;
    const Config config = configure(changes);
    guarded([&] {
      Elaboration<M> elaboration = burin::elaborate<M>(config, options, where_);
      result = {std::move(elaboration.design), std::move(elaboration.warnings),
                std::move(elaboration.side_file_makers)};
    });
    return result;
  }

  [[nodiscard]] SimulationReport simulate(const SimulationRequest& request) const override {
    check_request(request);
    SimulationReport report;
    const Config config = configure(request.parameters);
    guarded([&] {
      Elaboration<M> elaboration = burin::elaborate<M>(config, request.elaborate, where_);
      if (!elaboration.warnings.empty() && request.on_warnings) request.on_warnings(elaboration.warnings);
      sim::Bench<M> bench(std::move(elaboration), request.make_engine);
      report = run(bench, request, [&]() -> std::string {
        if (request.file != nullptr) return options_.run_file(bench, *request.file, request.progress);
        options_.test(bench);
        return "";
      });
    });
    return report;
  }

 private:
  [[nodiscard]] Config configure(const ParameterValues& changes) const {
    Config config{};
    if constexpr (kHasConfig) {
      for (const auto& [name, text] : changes) set_parameter(config, name, text, where_);
    } else {
      refuse_parameters(changes);
    }
    return config;
  }

  DesignOptions<M> options_;
  Where where_;
};

}  // namespace burin::cli
