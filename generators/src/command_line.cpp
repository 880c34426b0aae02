// SPDX-License-Identifier: Apache-2.0
//! @file command_line.cpp
//! @brief Parses a command line in two steps, because a design's own flags follow from its name.
//!
//! 1. Find the verb and its operand without knowing all flags: an unknown one is taken to have a value.
//! 2. With the design, make a CLI11 parser of the verb's options and the design's parameters, and let it do the rest.
// Before the language: its macro DEFAULT is a name in this library.
#include <CLI/CLI.hpp>

#include "command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "burin/cli/benchmark.h"
#include "nearest.h"
#include "shell_words.h"

namespace burin::cli {
namespace {

constexpr std::string_view kParameter = "param";

std::string_view operand_word(Operand operand) {
  switch (operand) {
    case Operand::none:
      return "";
    case Operand::design:
      return "DESIGN";
    case Operand::design_or_verilog:
      return "DESIGN|FILE.v";
    case Operand::key:
      return "KEY";
    case Operand::name:
    case Operand::benchmark:
      return "NAME";
    case Operand::shell:
      return "SHELL";
    case Operand::file:
      return "FILE";
  }
  return "";
}

std::string_view operand_help(Operand operand) {
  switch (operand) {
    case Operand::none:
      return "";
    case Operand::design:
      return "Name of a design; 'list' shows them";
    case Operand::design_or_verilog:
      return "Name of a design ('list' shows them), or a Verilog file";
    case Operand::key:
      return "Key of a result, or its beginning: DESIGN, DESIGN/TARGET; all when it is left out";
    case Operand::name:
      return "Name of the new project and its folder";
    case Operand::shell:
      return "bash, zsh or fish";
    case Operand::benchmark:
      return "A benchmark or a group of them, such as 'sim'; all when it is left out";
    case Operand::file:
      return "File with coverage, as 'simulate --coverage' writes it";
  }
  return "";
}

/// Options of a verb, and the one that every verb with a design has.
std::vector<OptionSpec> options_of(const Verb& verb) {
  std::vector<OptionSpec> options = verb.options;
  if (verb.operand == Operand::design || verb.operand == Operand::design_or_verilog) {
    options.push_back({.name = std::string(kParameter),
                       .value = "NAME=VALUE",
                       .help = "Set a parameter of the design whose own flag means something else here",
                       .repeats = true});
  }
  return options;
}

/// Verbs that know parameters of a design.
bool takes_design(const Verb& verb) {
  return verb.operand == Operand::design || verb.operand == Operand::design_or_verilog;
}

bool is_word(std::string_view text) { return text.empty() || text == "-" || text.front() != '-'; }

/// Whether `flag` takes the next word as its value, as far as that can be known before the design is.
bool takes_next(const Verb& verb, std::string_view flag) {
  if (!flag.starts_with("--") || flag.find('=') != std::string_view::npos) return false;
  const std::string_view name = flag.substr(2);
  if (name == "help") return false;
  for (const OptionSpec& option : options_of(verb)) {
    if (option.name == name) return !option.value.empty();
  }
  for (const DesignEntry* design : designs()) {
    for (const OptionSpec& option : parameter_options(*design)) {
      if (option.name == name && option.value_optional) return false;
    }
  }
  return true;
}

/// An example with names that exist.
std::string example_text(std::string text, const std::string& program, const DesignEntry* design) {
  if (design == nullptr && !designs().empty()) design = designs().front();
  const auto fill = [&](std::string_view mark, const std::string& value) {
    if (const size_t at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), value);
  };
  if (design != nullptr) fill("DESIGN", design->name());
  fill("PROGRAM", program);
  return fmt::format("{} {}", program, text);
}

std::string main_help(const std::string& program) {
  std::string text = fmt::format(
      "Hardware from C++: Verilog, simulation, area and fmax of the designs in {0}.\n\n"
      "Usage: {0} VERB [ARGUMENTS]\n\nVerbs:\n",
      program);
  for (const Verb& verb : verbs()) {
    text += fmt::format("  {:<22}{}\n", fmt::format("{} {}", verb.name, operand_word(verb.operand)), verb.summary);
  }
  text += fmt::format(
      "\n'{0} VERB --help' explains a verb, '{0} VERB DESIGN --help' a design's own flags too.\n\nExamples:\n",
      program);
  for (const Verb& verb : verbs()) {
    if (!verb.examples.empty()) text += "  " + example_text(verb.examples.front(), program, nullptr) + "\n";
  }
  return text +
         "\nExit status: 0 fine; 1 a mistake in what was asked for or in a design; 2 a command line without a "
         "meaning;\n70 a mistake of Burin's own; 130 interrupted.\n";
}

/// CLI11's texts, in our words where they can be.
std::string parse_problem(const CLI::ParseError& error) {
  std::string text = error.what();
  constexpr std::string_view kMissing = ": 1 required ";
  const size_t at = text.find(kMissing);
  if (at != std::string::npos && text.ends_with(" missing")) {
    return fmt::format(
        "{} needs a value: {}", text.substr(0, at),
        text.substr(at + kMissing.size(), text.size() - at - kMissing.size() - std::string_view(" missing").size()));
  }
  return text;
}

/// One verb as a CLI11 parser.
class Parser {
 public:
  Parser(const Verb& verb, const DesignEntry* design, const std::string& program)
      : verb_(verb), app_(verb.summary + ".", fmt::format("{} {}", program, verb.name)), program_(program) {
    app_.allow_extras();
    app_.set_help_flag("-h,--help", "Print this help");
    app_.get_formatter()->column_width(34);
    if (verb.operand != Operand::none) {
      app_.add_option(std::string(operand_word(verb.operand)), operand_value_, std::string(operand_help(verb.operand)))
          ->required(verb.operand != Operand::benchmark && verb.operand != Operand::key)
          ->type_name("");
    }
    specs_ = options_of(verb);
    for (const OptionSpec& spec : specs_) add(spec, "Options");
    if (design != nullptr) {
      for (OptionSpec& spec : parameter_options(*design)) {
        names_.push_back(spec.name);
        const auto same = [&](const OptionSpec& own) { return own.name == spec.name; };
        if (spec.name == "help" || std::any_of(specs_.begin(), specs_.end(), same)) continue;  // left to --param
        parameters_.emplace_back(spec.name, add(spec, fmt::format("Parameters of {}", design->name())));
      }
    }
    std::string footer;
    if (takes_design(verb) && design == nullptr) {
      footer += fmt::format("The parameters of a design are flags, too: '{} {} DESIGN --help' lists them.\n\n", program,
                            verb.name);
    }
    footer += verb.examples.size() > 1 ? "Examples:" : "Example:";
    for (const std::string& example : verb.examples) footer += "\n  " + example_text(example, program, design);
    app_.footer(footer);
  }

  [[nodiscard]] std::string help() const { return app_.help(); }

  void parse(const std::vector<std::string>& words, Invocation& call) {
    try {
      app_.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::RequiredError&) {
      refuse_extras();  // an unknown flag is more likely the cause
      throw UsageError(fmt::format("'{0} {1}' needs a {2}; see '{0} {1} --help'", program_, verb_.name,
                                   operand_word(verb_.operand)));
    } catch (const CLI::ParseError& error) {
      throw UsageError(fmt::format("{}; see '{} {} --help'", parse_problem(error), program_, verb_.name));
    }
    refuse_extras();
    call.operand = operand_value_;
    for (const auto& [name, option] : options_) {
      if (option->count() != 0) call.options.add(name, option->results());
    }
    for (const auto& [name, option] : parameters_) {
      if (option->count() == 0) continue;
      const std::string value = option->results().empty() ? "" : option->results().back();
      call.parameters.emplace_back(name, value.empty() && takes_no_value(name) ? "true" : value);
    }
    for (const std::string& setting : call.options.all(kParameter)) {
      const size_t equals = setting.find('=');
      if (equals == std::string::npos) throw UsageError(fmt::format("--param {}: write --param NAME=VALUE", setting));
      const std::string name = setting.substr(0, equals);
      if (std::find(names_.begin(), names_.end(), detail::flag_of(name)) == names_.end()) {
        throw UserError(fmt::format("there is no parameter '{}'{}", name, suggestion(name, names_)));
      }
      call.parameters.emplace_back(name, setting.substr(equals + 1));
    }
  }

 private:
  CLI::Option* add(const OptionSpec& spec, const std::string& group) {
    const std::string flag = "--" + spec.name;
    CLI::Option* option = nullptr;
    if (spec.value.empty()) {
      option = app_.add_flag(flag, spec.help);
    } else {
      option = app_.add_option(
          flag, [](const CLI::results_t&) { return true; }, spec.help);
      option->type_name(spec.value)->type_size(1)->allow_extra_args(false);
      option->expected(spec.value_optional ? 0 : 1, 1);
      option->multi_option_policy(spec.repeats ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::TakeLast);
      // A flag without its value would get the default instead of true.
      if (!spec.default_text.empty() && !spec.value_optional) option->default_str(spec.default_text);
      if (spec.value_optional) takes_no_value_.push_back(spec.name);
    }
    option->group(group);
    if (group == "Options") options_.emplace_back(spec.name, option);
    return option;
  }

  [[nodiscard]] bool takes_no_value(const std::string& name) const {
    return std::find(takes_no_value_.begin(), takes_no_value_.end(), name) != takes_no_value_.end();
  }

  void refuse_extras() const {
    const std::vector<std::string> extras = app_.remaining();
    if (extras.empty()) return;
    const auto flag = std::find_if_not(extras.begin(), extras.end(), is_word);
    if (flag == extras.end()) {
      throw UsageError(fmt::format("'{0} {1}' does not know what to do with '{2}'; see '{0} {1} --help'", program_,
                                   verb_.name, extras.front()));
    }
    std::vector<std::string> known = names_;
    for (const OptionSpec& spec : specs_) known.push_back(spec.name);
    const std::string name = flag->substr(0, flag->find('='));
    const std::string meant =
        suggestion(std::string_view(name).substr(
                       name.find_first_not_of('-') == std::string::npos ? 0 : name.find_first_not_of('-')),
                   known, "--");
    throw UsageError(fmt::format("'{0} {1}{2}' has no flag '{3}'{4}{5} see '{0} {1}{2} --help'", program_, verb_.name,
                                 operand_value_.empty() ? "" : " " + operand_value_, name, meant,
                                 meant.empty() ? ";" : ""));
  }

  const Verb& verb_;
  CLI::App app_;
  std::string program_;
  std::string operand_value_;
  std::vector<OptionSpec> specs_;
  std::vector<std::string> names_;  // of the parameters
  std::vector<std::string> takes_no_value_;
  std::vector<std::pair<std::string, CLI::Option*>> options_;
  std::vector<std::pair<std::string, CLI::Option*>> parameters_;
};

bool asks_for_help(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "-h" || word == "--help"; });
}

}  // namespace

const Verb* find_verb(std::string_view name) {
  for (const Verb& verb : verbs()) {
    if (verb.name == name) return &verb;
  }
  return nullptr;
}

std::optional<std::string> find_operand(const Verb& verb, const std::vector<std::string>& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (is_word(words[i])) return words[i];
    if (words[i] == "--") return i + 1 < words.size() ? std::optional(words[i + 1]) : std::nullopt;
    if (takes_next(verb, words[i])) ++i;
  }
  return std::nullopt;
}

Request parse_command_line(const std::vector<std::string>& words, const std::string& program, Console& console) {
  Request request{.text = "", .verb = nullptr, .call = Invocation(console, program)};
  for (const std::string& word : words) request.call.command += " " + shell_quoted(word);

  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.push_back(verb.name);
  if (words.empty()) {
    throw UsageError(fmt::format("no verb is given; the verbs are {}, and '{} --help' explains them",
                                 fmt::join(names, ", "), program));
  }
  const std::string& word = words.front();
  std::vector<std::string> rest(words.begin() + 1, words.end());
  if (word == "-h" || word == "--help" || (word == "help" && rest.empty())) {
    request.text = main_help(program);
    return request;
  }
  request.verb = find_verb(word == "--version" ? "version" : word);
  if (word == "help") {
    request.verb = find_verb(rest.front());
    rest = {"--help"};
  }
  if (request.verb == nullptr) {
    const std::string& unknown = word == "help" ? words[1] : word;
    const std::string meant = suggestion(unknown, names);
    throw UsageError(
        fmt::format("there is no verb '{}'{}{} see '{} --help'", unknown, meant, meant.empty() ? ";" : "", program));
  }

  const Verb& verb = *request.verb;
  const auto design_of = [&](const std::string& name) -> const DesignEntry* {
    return verb.operand == Operand::design_or_verilog && name.ends_with(".v") ? nullptr : &find_design(name, program);
  };
  if (takes_design(verb)) {
    if (const std::optional<std::string> name = find_operand(verb, rest)) request.call.design = design_of(*name);
  }
  Parser parser(verb, request.call.design, program);
  if (asks_for_help(rest)) {
    request.text = parser.help();
    return request;
  }
  parser.parse(rest, request.call);
  if (takes_design(verb) && (request.call.design == nullptr || request.call.operand != request.call.design->name())) {
    request.call.design = design_of(request.call.operand);
  }
  return request;
}

void complete(const std::vector<std::string>& words, Console& console) {
  const std::string last = words.empty() ? "" : words.back();
  const auto offer = [&](std::string_view candidate, std::string_view description) {
    if (candidate.starts_with(last)) console.print(fmt::format("{}\t{}\n", candidate, description));
  };
  if (words.size() < 2) {
    for (const Verb& verb : verbs()) offer(verb.name, verb.summary);
    if (last.starts_with('-')) {
      offer("--help", "Print the help");
      offer("--version", "Print the version");
    }
    return;
  }
  const Verb* verb = find_verb(words.front());
  if (verb == nullptr) return;
  const std::vector<std::string> before(words.begin() + 1, words.end() - 1);
  const std::optional<std::string> operand = find_operand(*verb, before);

  std::vector<OptionSpec> options = options_of(*verb);
  if (takes_design(*verb) && operand) {
    for (const DesignEntry* design : designs()) {
      if (design->name() != *operand) continue;
      for (OptionSpec& option : parameter_options(*design)) options.push_back(std::move(option));
    }
  }

  if (!before.empty()) {
    for (const OptionSpec& option : options) {
      if (before.back() != "--" + option.name || option.value.empty()) continue;
      if (option.is_path) console.print(":path\n");
      for (const std::string& choice : option.choices) offer(choice, "");
      if (!option.value_optional) return;
    }
  }
  if (last.starts_with('-') || (operand.has_value() && verb->operand != Operand::none) ||
      verb->operand == Operand::none) {
    for (const OptionSpec& option : options) {
      const std::string flag = "--" + option.name;
      const bool given = std::find(before.begin(), before.end(), flag) != before.end();
      if (!given || option.repeats) offer(flag, option.help);
    }
    offer("--help", "Print the help");
    return;
  }
  if (takes_design(*verb)) {
    for (const DesignEntry* design : designs()) offer(design->name(), design->summary());
    if (verb->operand == Operand::design_or_verilog) console.print(":path\n");
  } else if (verb->operand == Operand::shell) {
    for (const char* shell : {"bash", "zsh", "fish"}) offer(shell, "");
  } else if (verb->operand == Operand::benchmark) {
    for (const Benchmark* benchmark : benchmarks()) offer(benchmark->spec().name, benchmark->spec().summary);
  } else if (verb->operand == Operand::file) {
    console.print(":path\n");
  }
}

}  // namespace burin::cli
