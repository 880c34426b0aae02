// SPDX-License-Identifier: Apache-2.0
//! @file observe.cpp
//! @brief Compares all signals of a running design once for each moment of time, and tells who wants to know.
//!
//! The values of a moment are looked at when time is about to move on, so that several evaluations at one time cost
//! one look. An evaluation:
//! 1. If a clock input changed and other inputs too, evaluate with the old clock first: what follows from the inputs
//!    belongs to the time before the edge. (Not where clocks are made inside: it could add an edge.)
//! 2. If time moves on, look: compare every value with the one of the look before; tell the observers what changed.
//! 3. Evaluate. If an assertion failed, look at once.
#include "burin/sim/observe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "burin/base/diagnostics.h"
#include "burin/passes/flatten.h"
#include "clock_inputs.h"

namespace burin::sim {
namespace {

/// A value of at most 64 bits that lies in memory.
struct Narrow {
  const void* data = nullptr;
  uint32_t word = 0;
  uint32_t signal = 0;
};

/// A value of more than 64 bits that lies in memory.
struct Wide {
  const void* data = nullptr;
  uint32_t word = 0;
  uint32_t words = 0;
  uint32_t signal = 0;
};

/// The values to compare, by how they are read.
struct Group {
  std::vector<Narrow> bytes;
  std::vector<Narrow> halves;
  std::vector<Narrow> words;
  std::vector<Narrow> doubles;
  std::vector<Wide> wide;
  std::vector<uint32_t> asked;  // signals
};

}  // namespace

Observer::~Observer() = default;
void Observer::event(const Event& /*event*/) {}
std::string Observer::note_on_failure(const Event& /*event*/) { return {}; }

struct ObservedEngine::Parts {
  Parts(Engine& of, ir::Design& design, const ObserveOptions& with)
      : engine(of), options(with), catalog(design, of, chosen(of, with.catalog)) {
    const std::unique_ptr<ir::Module> flat = passes::flatten(design);
    clocks = clock_inputs(*flat);
    join(origins(*flat));
    for (const std::string& name : clocks.names) {
      if (!engine.has_port(name)) continue;
      const PortId port = engine.port(name);
      if (is_clock.size() <= port) is_clock.resize(engine.ports().size(), false);
      is_clock[port] = true;
      clock_ports.push_back(port);
      levels.push_back(engine.get_u64(port) != 0);
    }
    is_clock.resize(engine.ports().size(), false);
    for (WaveSignal& signal : catalog.signals) signal.is_clock = signal.port && is_clock[*signal.port];
    place();
  }

  static CatalogOptions chosen(const Engine& engine, CatalogOptions options) {
    if (!engine.can_access_internals()) options.internals = options.memories = false;
    return options;
  }

  /// Of signals with one origin the first in the catalog stands for all.
  void join(const std::unordered_map<std::string, std::string>& origins) {
    std::unordered_map<std::string_view, uint32_t> first;
    for (uint32_t i = 0; i < catalog.signals.size(); ++i) {
      WaveSignal& signal = catalog.signals[i];
      if (signal.kind == WaveSignal::Kind::word || signal.kind == WaveSignal::Kind::branch) continue;
      const auto found = origins.find(signal.path);
      const auto [entry, is_new] = first.try_emplace(found == origins.end() ? signal.path : found->second, i);
      if (!is_new) signal.same_as = entry->second;
    }
  }

  /// Finds out how each value is read; signals that the engine cannot show leave the catalog's scopes.
  void place() {
    std::vector<std::string> paths;
    paths.reserve(catalog.signals.size());
    uint32_t words = 0;
    for (const WaveSignal& signal : catalog.signals) {
      paths.push_back(signal.kind == WaveSignal::Kind::word ? std::string() : signal.path);
      first_word.push_back(words);
      words += (signal.width + 63) / 64;
    }
    now.assign(words, 0);
    before.assign(words, 0);
    const std::vector<Storage> storage = engine.watch(paths);
    std::vector<bool> hidden(catalog.signals.size(), false);
    for (uint32_t i = 0; i < catalog.signals.size(); ++i) {
      if (catalog.signals[i].same_as != ir::kNone) {
        hidden[i] = hidden[catalog.signals[i].same_as];  // which comes before it
        continue;
      }
      if (!add(all, storage[i], i)) hidden[i] = true;
      if (clocks.followers.contains(catalog.signals[i].path) && !hidden[i]) add(followers, storage[i], i);
    }
    for (WaveScope& scope : catalog.scopes) {
      std::erase_if(scope.signals, [&](uint32_t signal) { return hidden[signal]; });
    }
    for (uint32_t i = 0; i < hidden.size(); ++i) {
      if (!hidden[i] && catalog.signals[i].same_as == ir::kNone) everything.push_back(i);
    }
  }

  bool add(Group& group, const Storage& storage, uint32_t i) {
    const WaveSignal& signal = catalog.signals[i];
    if (storage.data != nullptr && storage.size * 8 >= signal.width) {
      const Narrow narrow{storage.data, first_word[i], i};
      if (signal.width > 64) {
        group.wide.push_back({storage.data, first_word[i], (signal.width + 63) / 64, i});
      } else if (storage.size == 1) {
        group.bytes.push_back(narrow);
      } else if (storage.size == 2) {
        group.halves.push_back(narrow);
      } else if (storage.size == 4) {
        group.words.push_back(narrow);
      } else {
        group.doubles.push_back(narrow);
      }
      return true;
    }
    try {
      static_cast<void>(ask(signal));
    } catch (const UserError&) {
      return false;
    }
    group.asked.push_back(i);
    return true;
  }

  Bits ask(const WaveSignal& signal) {
    if (signal.kind == WaveSignal::Kind::word) return engine.peek_memory(signal.path, signal.address);
    // An inout's pin and an output are what the port says, with or without access to the inside.
    return signal.port ? engine.get(*signal.port) : engine.get_internal(signal.path);
  }

  template <typename Word>
  void compare(const std::vector<Narrow>& group) {
    for (const Narrow& narrow : group) {
      Word value;
      std::memcpy(&value, narrow.data, sizeof value);
      if (now[narrow.word] == value) continue;
      before[narrow.word] = now[narrow.word];
      now[narrow.word] = value;
      changed.push_back(narrow.signal);
    }
  }

  void take(uint32_t signal, uint32_t word, const void* data, size_t words) {
    if (std::memcmp(&now[word], data, words * sizeof(uint64_t)) == 0) return;
    std::memcpy(&before[word], &now[word], words * sizeof(uint64_t));
    std::memcpy(&now[word], data, words * sizeof(uint64_t));
    changed.push_back(signal);
  }

  void compare(const Group& group) {
    changed.clear();
    compare<uint8_t>(group.bytes);
    compare<uint16_t>(group.halves);
    compare<uint32_t>(group.words);
    compare<uint64_t>(group.doubles);
    for (const Wide& wide : group.wide) take(wide.signal, wide.word, wide.data, wide.words);
    for (const uint32_t signal : group.asked) {
      const Bits value = ask(catalog.signals[signal]);
      take(signal, first_word[signal], value.words().data(), value.words().size());
    }
  }

  void set_clocks(const std::vector<bool>& to) {
    for (size_t i = 0; i < clock_ports.size(); ++i) engine.set_u64(clock_ports[i], to[i] ? 1 : 0);
  }

  [[nodiscard]] WaveSample sample(std::span<const uint32_t> of) const {
    return {time, of, first_word, now.data(), before.data()};
  }

  Engine& engine;
  ObserveOptions options;
  ClockInputs clocks;
  WaveCatalog catalog;
  std::vector<bool> is_clock;  // by port
  std::vector<PortId> clock_ports;
  std::vector<bool> levels;  // of the clocks in the last evaluation

  std::vector<uint32_t> first_word;
  std::vector<uint64_t> now;
  std::vector<uint64_t> before;
  Group all;
  Group followers;  // of clocks: all that an idle edge can change
  std::vector<uint32_t> everything;
  std::vector<uint32_t> changed;

  std::vector<std::shared_ptr<Observer>> observers;
  uint64_t time = 0;
  std::optional<uint64_t> stated_time;
  bool inputs_set = false;    // since the last evaluation
  bool anything_new = false;  // all values may differ from the last look
  bool idle_edge = false;     // only followers may
  bool failed = false;
};

ObservedEngine::ObservedEngine(std::unique_ptr<Engine> engine, ir::Design& design, const ObserveOptions& options)
    : EngineAdapter(std::move(engine)), parts_(std::make_unique<Parts>(inner(), design, options)) {
  parts_->compare(parts_->all);
}

ObservedEngine::~ObservedEngine() {
  try {
    finish();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): who wants to know calls finish()
  }
}

uint64_t ObservedEngine::time() const { return parts_->time; }
uint64_t ObservedEngine::period() const { return parts_->options.period; }
const WaveCatalog& ObservedEngine::catalog() const { return parts_->catalog; }

void ObservedEngine::add(std::shared_ptr<Observer> observer) {
  look();
  observer->begin(parts_->catalog, parts_->sample(parts_->everything));
  parts_->observers.push_back(std::move(observer));
}

void ObservedEngine::finish() {
  std::exception_ptr first;
  const auto guarded = [&](const auto& work) {
    try {
      work();
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  };
  guarded([&] { look(); });
  const std::vector<std::shared_ptr<Observer>> observers = std::move(parts_->observers);
  parts_->observers.clear();
  for (const auto& observer : observers) guarded([&] { observer->finish(parts_->time); });
  if (first) std::rethrow_exception(first);
}

void ObservedEngine::look() {
  Parts& p = *parts_;
  if (!p.anything_new && !p.idle_edge && !p.failed) return;
  p.compare(p.anything_new ? p.all : p.followers);
  p.anything_new = p.idle_edge = false;
  if (p.changed.empty() && !p.failed) return;
  p.failed = false;
  const WaveSample sample = p.sample(p.changed);
  for (const auto& observer : p.observers) observer->change(sample);
}

void ObservedEngine::evaluate() {
  Parts& p = *parts_;
  bool clock_changed = p.clock_ports.empty();
  bool rises = false;
  uint32_t falling = 0;
  for (size_t i = 0; i < p.clock_ports.size(); ++i) {
    const bool level = inner().get_u64(p.clock_ports[i]) != 0;
    if (level == p.levels[i]) continue;
    clock_changed = true;
    rises = rises || level;
    falling += level ? 0 : 1;
  }
  const bool moves_on = p.stated_time ? *p.stated_time > p.time : clock_changed;
  if (moves_on) {
    // The clocks go back while what belongs to the time before is looked at: an input may read as what was set last.
    std::vector<bool> wanted;
    wanted.reserve(p.clock_ports.size());
    for (const PortId clock : p.clock_ports) wanted.push_back(inner().get_u64(clock) != 0);
    p.set_clocks(p.levels);
    if (p.inputs_set && !p.clock_ports.empty() && p.clocks.all_inputs) {
      inner().evaluate();
      p.inputs_set = false;
      p.anything_new = true;
    }
    look();
    p.set_clocks(wanted);
    p.time = p.stated_time ? *p.stated_time : p.time + std::max<uint64_t>(1, p.options.period / 2);
  }
  p.stated_time.reset();
  if (!p.inputs_set && !rises && falling != 0 && p.clocks.rising_only) {
    p.idle_edge = true;
  } else {
    p.anything_new = p.anything_new || p.inputs_set || clock_changed;
  }
  p.inputs_set = false;
  for (size_t i = 0; i < p.clock_ports.size(); ++i) p.levels[i] = inner().get_u64(p.clock_ports[i]) != 0;
  inner().evaluate();
  if (p.failed) look();
}

void ObservedEngine::restart() {
  look();
  inner().restart();
  parts_->levels.assign(parts_->levels.size(), false);
  parts_->inputs_set = false;
  parts_->anything_new = true;
  parts_->time += std::max<uint64_t>(1, parts_->options.period / 2);
}

void ObservedEngine::at_time(uint64_t ticks) { parts_->stated_time = ticks; }

void ObservedEngine::restore(const Snapshot& snapshot) {
  look();
  inner().restore(snapshot);
  for (size_t i = 0; i < parts_->levels.size(); ++i) parts_->levels[i] = inner().get_u64(parts_->clock_ports[i]) != 0;
  parts_->inputs_set = false;
  parts_->anything_new = true;
  parts_->time += std::max<uint64_t>(1, parts_->options.period / 2);
}

void ObservedEngine::set_internal(std::string_view path, const Bits& value) {
  inner().set_internal(path, value);
  parts_->inputs_set = true;
}

void ObservedEngine::poke_memory(std::string_view path, uint64_t address, const Bits& value) {
  inner().poke_memory(path, address, value);
  parts_->inputs_set = true;
}

// This engine has asked for the places that it needs; another call would move them.
// NOLINTNEXTLINE(*-parent-virtual-call)
std::vector<Storage> ObservedEngine::watch(std::span<const std::string> paths) { return Engine::watch(paths); }

void ObservedEngine::do_set(PortId port, const Bits& value) {
  inner().set(port, value);
  if (!parts_->is_clock[port]) parts_->inputs_set = true;
}

void ObservedEngine::do_set_u64(PortId port, uint64_t value) {
  inner().set_u64(port, value);
  if (!parts_->is_clock[port]) parts_->inputs_set = true;
}

void ObservedEngine::on_event(const Event& event) {
  // An event of the engine's own beginning comes before there are parts.
  if (!parts_) return report(event);
  Event said = event;
  const bool failure = event.kind == EventKind::assertion || event.kind == EventKind::assumption;
  for (const auto& observer : parts_->observers) {
    observer->event(event);
    if (!failure) continue;
    const std::string note = observer->note_on_failure(event);
    if (!note.empty()) said.text += fmt::format("{}({})", said.text.empty() ? "" : " ", note);
  }
  parts_->failed = parts_->failed || failure;
  report(std::move(said));
}

}  // namespace burin::sim
