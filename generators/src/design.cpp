// SPDX-License-Identifier: Apache-2.0
//! @file design.cpp
//! @brief The registry, and the parts of a registered design that do not depend on its type.
#include "burin/cli/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "burin/base/interrupt.h"

namespace burin::cli {
namespace {

/// In order of construction. A function's static, because designs register before `main`.
std::vector<const DesignEntry*>& registry() {
  static std::vector<const DesignEntry*> entries;
  return entries;
}

bool is_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  return !name.empty() && name.front() != '-' && name.front() != '.' && std::all_of(name.begin(), name.end(), fits);
}

}  // namespace

void expect(bool condition, std::string_view what) {
  if (!condition) throw UserError(std::string(what));
}

void expect_equal(const Bits& got, const Bits& expected, std::string_view what) {
  if (got == expected) return;
  throw UserError(fmt::format("{} is {}, {} expected", what, got.to_hex(), expected.to_hex()));
}

void expect_equal(uint64_t got, uint64_t expected, std::string_view what) {
  if (got != expected) throw UserError(fmt::format("{} is {}, {} expected", what, got, expected));
}

std::vector<SideFile> ElaboratedDesign::side_files() const {
  std::vector<SideFile> all;
  for (const detail::SideFileMaker& make : side_file_makers) {
    for (SideFile& file : make(*design)) {
      const auto same =
          std::find_if(all.begin(), all.end(), [&](const SideFile& one) { return one.name == file.name; });
      if (same == all.end()) {
        all.push_back(std::move(file));
      } else if (same->text != file.text) {
        throw UserError(
            fmt::format("two parts of the design make a file '{}' each, and these differ; give one of them "
                        "another name",
                        file.name));
      }
    }
  }
  return all;
}

DesignEntry::DesignEntry(std::string name, std::string summary) : name_(std::move(name)), summary_(std::move(summary)) {
  registry().push_back(this);
}

DesignEntry::~DesignEntry() { std::erase(registry(), this); }

void DesignEntry::guarded(const std::function<void()>& work) const {
  try {
    work();
  } catch (const UserError&) {
    throw;
  } catch (const InternalError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw UserError(fmt::format("the C++ of design '{}' threw an exception: {}", name_, error.what()));
  }
}

void DesignEntry::check_request(const SimulationRequest& request) const {
  if (request.file != nullptr) {
    if (!takes_file()) throw UserError(fmt::format("design '{}' takes no file; without --file its test is run", name_));
  } else if (!has_test()) {
    throw UserError(fmt::format("design '{}' has no test; register it with one: {{.test = ...}}", name_));
  }
}

void DesignEntry::refuse_parameters(const ParameterValues& changes) const {
  if (changes.empty()) return;
  throw UserError(fmt::format("design '{}' has no parameters, and so no --{}", name_, changes.front().first));
}

SimulationReport DesignEntry::run(sim::BenchCore& bench, const SimulationRequest& request,
                                  const std::function<std::string()>& work) const {
  sim::Engine& engine = bench.engine();
  const auto tell = [&](const sim::Event& event) {
    if (request.on_event) request.on_event(event);
  };
  const auto tell_all = [&] {
    for (const sim::Event& event : engine.events()) tell(event);
    engine.clear_events();
  };
  SimulationReport report;
  if (request.file != nullptr) {
    tell_all();
    engine.set_event_handler(tell);
  }
  try {
    report.result = work();
    bench.finish();
  } catch (const Interrupted&) {
    throw;
  } catch (const sim::WaveError&) {
    throw;  // says nothing about the design
  } catch (const UserError& error) {
    tell_all();  // a failed assertion often says more than what failed after it
    throw UserError(fmt::format("{}: {} failed on {} after {} cycles: {}", name_,
                                request.file != nullptr ? "the run" : "the test", engine.name(), bench.cycles(),
                                error.what()));
  }
  tell_all();
  report.cycles = bench.cycles();
  report.failures = engine.failures();
  return report;
}

std::vector<const DesignEntry*> designs() {
  std::vector<const DesignEntry*> sorted = registry();
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const DesignEntry* a, const DesignEntry* b) { return a->name() < b->name(); });
  for (size_t i = 0; i < sorted.size(); ++i) {
    const std::string& name = sorted[i]->name();
    if (!is_name(name)) {
      throw UserError(fmt::format("a design is registered as '{}'; a name is letters, digits, '-', '_' and '.'", name));
    }
    if (i > 0 && sorted[i - 1]->name() == name) {
      throw UserError(fmt::format("two designs are registered as '{}'; give one of them another name", name));
    }
  }
  return sorted;
}

}  // namespace burin::cli
