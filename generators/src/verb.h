// SPDX-License-Identifier: Apache-2.0
//! @file verb.h
//! @brief The verbs of the command line as tables: parsing, help and shell completion all follow from them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "burin/cli/design.h"
#include "console.h"

namespace burin::cli {

/// One option of a verb, or one parameter of a design as an option.
struct OptionSpec {
  std::string name;   ///< Without its dashes: "out".
  std::string value;  ///< What the help calls its value, "DIR"; empty: it takes none.
  std::string help;
  std::string default_text = {};          ///< Shown in the help.
  std::vector<std::string> choices = {};  ///< The values there are; empty: any.
  bool is_path = false;                   ///< Its value is a file or folder.
  bool repeats = false;                   ///< It may be given several times.
  bool value_optional = false;            ///< Alone it means "true".
};

/// What follows a verb.
enum class Operand : uint8_t {
  none,
  design,
  design_or_verilog,  ///< A design, or a file that ends in ".v".
  key,                ///< May be left out.
  name,
  shell,
  file,
  benchmark,  ///< May be left out.
};

/// The options that were given, with their values.
class Options {
 public:
  void add(const std::string& name, std::vector<std::string> values) { values_[name] = std::move(values); }
  [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
  /// The value, or `otherwise` when the option was not given.
  [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise = "") const;
  /// All values of an option that repeats.
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
  /// A whole number from `low` to `high`. @throws UserError that names the option and the range.
  [[nodiscard]] uint64_t number(std::string_view name, uint64_t otherwise, uint64_t low, uint64_t high) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

/// A command line that has been understood.
struct Invocation {
  Invocation(Console& terminal, std::string name) : console(terminal), program(std::move(name)), command(program) {}

  Console& console;
  std::string program;                  ///< Name of this program, for messages and examples.
  std::string command;                  ///< The whole command line as a person would type it.
  std::string operand;                  ///< What follows the verb; empty: nothing.
  const DesignEntry* design = nullptr;  ///< Set for verbs with a design, unless it is a Verilog file.
  ParameterValues parameters;           ///< Of the design, as given.
  Options options;

  [[nodiscard]] bool json() const { return options.has("json"); }
};

struct Verb {
  std::string name;
  std::string summary;
  Operand operand = Operand::none;
  std::vector<OptionSpec> options;
  std::vector<std::string> examples;  ///< Without the program's name.
  void (*run)(const Invocation& call) = nullptr;
};

/// All verbs, in the order of the help.
[[nodiscard]] const std::vector<Verb>& verbs();

// Each in a file of its own.
[[nodiscard]] Verb list_verb();
[[nodiscard]] Verb describe_verb();
[[nodiscard]] Verb generate_verb();
[[nodiscard]] Verb simulate_verb();
[[nodiscard]] Verb coverage_verb();
[[nodiscard]] Verb prove_verb();
[[nodiscard]] Verb flow_verb();
[[nodiscard]] Verb results_verb();
[[nodiscard]] Verb bench_verb();
[[nodiscard]] Verb new_verb();
[[nodiscard]] Verb completion_verb();
[[nodiscard]] Verb version_verb();

/// The options that several verbs have.
[[nodiscard]] OptionSpec json_option();
[[nodiscard]] OptionSpec progress_option();
[[nodiscard]] OptionSpec target_option(std::string_view default_text);

/// The parameters of a design as options.
[[nodiscard]] std::vector<OptionSpec> parameter_options(const DesignEntry& design);

/// The design called `name`. @throws UserError with the nearest names when there is none.
[[nodiscard]] const DesignEntry& find_design(std::string_view name, std::string_view program);

/// Checks `value` against what there is. `kind` is the word for it in the error: "engine".
/// @throws UserError with the nearest names.
void check_choice(std::string_view kind, std::string_view value, const std::vector<std::string>& choices);

/// Version of the library, "0.1.0".
[[nodiscard]] std::string_view version();

}  // namespace burin::cli
