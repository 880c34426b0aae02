// SPDX-License-Identifier: Apache-2.0
//! @file collector.cpp
//! @brief Gathers coverage from the changes of a run.
#include <fmt/format.h>

#include <unordered_map>
#include <utility>
#include <vector>

#include "burin/passes/flatten.h"
#include "burin/sim/coverage.h"

namespace burin::sim {
namespace {

CoveragePlace place_of(const ir::Design& design, LocationId id) {
  const Location& location = design.locations.at(id);
  return {std::string(location.file), location.line, location.column};
}

std::string instance_of(const std::string& path) {
  const size_t dot = path.rfind('.');
  return dot == std::string::npos ? std::string() : path.substr(0, dot);
}

}  // namespace

struct CoverageCollector::Parts {
  enum class Kind : uint8_t { toggle, machine, branch, none };
  /// What is counted of a signal, in the one form that its kind needs.
  struct Machine {
    std::map<uint64_t, uint64_t> states;  // entries by value
    std::map<std::pair<uint64_t, uint64_t>, uint64_t> transitions;
  };
  struct Branch {
    uint64_t taken = 0;
    uint64_t not_taken = 0;
  };

  const WaveCatalog* catalog = nullptr;
  CoverageData fixed;  // names and places; no counts but of covers
  std::vector<Kind> kinds;
  std::vector<uint32_t> first_word;
  std::vector<uint32_t> words;
  std::vector<uint32_t> widths;
  std::vector<uint64_t> rose;  // as the words of the samples
  std::vector<uint64_t> fell;
  std::vector<uint32_t> index;  // of a signal in `machines` or `branches`
  std::vector<Machine> machines;
  std::vector<Branch> branches;
  std::vector<std::string> toggle_names;  // by signal; empty: none
  std::vector<std::string> machine_names;
  std::vector<std::string> branch_names;
  std::vector<std::vector<std::pair<uint64_t, std::string>>> enumerators;  // by machine

  void count_branch(uint32_t signal, uint64_t now, uint64_t before) {
    Branch& branch = branches[index[signal]];
    if ((now & 2) != 0 && (before & 2) == 0) ++branch.taken;
    if ((now & 1) != 0 && (before & 1) == 0) ++branch.not_taken;
  }

  void add(uint32_t i, std::unordered_map<std::string, int>& at_place) {
    const WaveSignal& signal = catalog->signals[i];
    const CoveragePlace place = place_of(*catalog->design, signal.location);
    if (signal.kind == WaveSignal::Kind::word || signal.same_as != ir::kNone) return;
    if (signal.kind == WaveSignal::Kind::branch) {
      const std::string stem =
          fmt::format("{}:{}:{}:{}", instance_of(signal.path), place.file, place.line, place.column);
      const std::string name = fmt::format("{}#{}", stem, at_place[stem]++);
      kinds[i] = Kind::branch;
      index[i] = static_cast<uint32_t>(branches.size());
      branches.emplace_back();
      branch_names.push_back(name);
      fixed.branches[name] = {place, signal.name, 0, 0};
      return;
    }
    kinds[i] = Kind::toggle;
    toggle_names[i] = signal.path;
    fixed.toggles[signal.path].place = place;
    const ir::Type* type = catalog->enumeration(signal);
    if (type == nullptr || signal.kind != WaveSignal::Kind::reg || signal.width > 64) return;
    kinds[i] = Kind::machine;
    index[i] = static_cast<uint32_t>(machines.size());
    machines.emplace_back();
    machine_names.push_back(signal.path);
    enumerators.emplace_back();
    CoverageData::Machine& machine = fixed.machines[signal.path];
    machine.place = place;
    machine.type = type->name;
    for (const ir::Type::Enumerator& enumerator : type->enumerators) {
      enumerators.back().emplace_back(enumerator.value, enumerator.name);
      machine.states[enumerator.name] = 0;
    }
  }

  /// The name of a value of a machine; a number where it is no enumerator.
  [[nodiscard]] std::string state_name(size_t machine, uint64_t value) const {
    for (const auto& [number, name] : enumerators[machine]) {
      if (number == value) return name;
    }
    return fmt::format("{}", value);
  }
};

CoverageCollector::CoverageCollector() : parts_(std::make_unique<Parts>()) {}
CoverageCollector::~CoverageCollector() = default;

void CoverageCollector::begin(const WaveCatalog& catalog, const WaveSample& sample) {
  Parts& p = *parts_;
  p.catalog = &catalog;
  p.fixed.design = catalog.scopes.front().module;
  p.fixed.runs = 1;
  const size_t count = catalog.signals.size();
  p.kinds.assign(count, Parts::Kind::none);
  p.index.assign(count, 0);
  p.toggle_names.resize(count);
  p.first_word.assign(sample.first_word.begin(), sample.first_word.end());
  size_t words = 0;
  for (const WaveSignal& signal : catalog.signals) {
    p.widths.push_back(signal.width);
    p.words.push_back((signal.width + 63) / 64);
    words += p.words.back();
  }
  p.rose.assign(words, 0);
  p.fell.assign(words, 0);
  std::unordered_map<std::string, int> at_place;
  for (const uint32_t i : sample.changed) {
    p.add(i, at_place);
    if (p.kinds[i] == Parts::Kind::machine) ++p.machines[p.index[i]].states[*sample.value(i)];
    if (p.kinds[i] == Parts::Kind::branch) p.count_branch(i, *sample.value(i), 0);
  }
  // The design is the catalog's, which is not changed by this.
  const auto flat = passes::flatten(const_cast<ir::Design&>(*catalog.design));  // NOLINT(*-const-cast)
  for (const ir::Process& process : flat->processes) {
    if (process.kind != ir::ProcessKind::cover) continue;
    p.fixed.covers[process.name] = {place_of(*catalog.design, process.location), process.message, 0};
  }
}

void CoverageCollector::change(const WaveSample& sample) {
  Parts& p = *parts_;
  for (const uint32_t signal : sample.changed) {
    const uint64_t* now = sample.value(signal);
    const uint64_t* before = sample.old_value(signal);
    switch (p.kinds[signal]) {
      case Parts::Kind::none:
        break;
      case Parts::Kind::branch:
        p.count_branch(signal, *now, *before);
        break;
      case Parts::Kind::machine: {
        Parts::Machine& machine = p.machines[p.index[signal]];
        ++machine.states[*now];
        ++machine.transitions[{*before, *now}];
        [[fallthrough]];
      }
      case Parts::Kind::toggle:
        for (uint32_t i = 0; i < p.words[signal]; ++i) {
          p.rose[p.first_word[signal] + i] |= now[i] & ~before[i];
          p.fell[p.first_word[signal] + i] |= before[i] & ~now[i];
        }
        break;
    }
  }
}

void CoverageCollector::event(const Event& event) {
  if (event.kind != EventKind::cover) return;
  const auto found = parts_->fixed.covers.find(event.name);
  if (found != parts_->fixed.covers.end()) found->second.runs = 1;
}

void CoverageCollector::finish(uint64_t /*time*/) {}

CoverageData CoverageCollector::data() const {
  const Parts& p = *parts_;
  CoverageData data = p.fixed;
  for (uint32_t i = 0; i < p.toggle_names.size(); ++i) {
    if (p.toggle_names[i].empty()) continue;
    CoverageData::Toggle& toggle = data.toggles[p.toggle_names[i]];
    toggle.rose = Bits::from_words(p.widths[i], {p.rose.data() + p.first_word[i], p.words[i]});
    toggle.fell = Bits::from_words(p.widths[i], {p.fell.data() + p.first_word[i], p.words[i]});
  }
  for (size_t i = 0; i < p.machines.size(); ++i) {
    CoverageData::Machine& machine = data.machines[p.machine_names[i]];
    for (const auto& [value, times] : p.machines[i].states) machine.states[p.state_name(i, value)] += times;
    for (const auto& [step, times] : p.machines[i].transitions)
      machine.transitions[p.state_name(i, step.first) + " -> " + p.state_name(i, step.second)] += times;
  }
  for (size_t i = 0; i < p.branches.size(); ++i) {
    CoverageData::Branch& branch = data.branches[p.branch_names[i]];
    branch.taken = p.branches[i].taken;
    branch.not_taken = p.branches[i].not_taken;
  }
  return data;
}

}  // namespace burin::sim
