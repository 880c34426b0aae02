// SPDX-License-Identifier: Apache-2.0
//! @file bench.cpp
//! @brief Test benches: from C++ objects to ports of an engine, clocks, resets and streams.
#include "burin/sim/bench.h"

#include <fmt/format.h>

#include <algorithm>

namespace burin::sim {

using detail::Object;
using detail::PlaceMap;
using detail::Value;

BenchCore::BenchCore(std::unique_ptr<Engine> engine, const PlaceMap& places, ir::Design* design)
    : engine_(std::move(engine)), places_(places), design_(design) {
  if (engine_->has_port("clk")) clock_ = engine_->port("clk");
  for (const char* name : {"rst", "rst_n"}) {
    if (!engine_->has_port(name)) continue;
    reset_ = engine_->port(name);
    reset_low_ = std::string_view(name) == "rst_n";
    engine_->set_u64(*reset_, reset_low_ ? 1 : 0);
  }
}

void BenchCore::set_named(const std::string& name, const Bits& value) {
  if (value.width() != 0) engine_->set(name, value);
}

void BenchCore::set(const Value& port, const Stimulus& value) {
  const PlaceMap::Entry entry = places_.find(port);
  const Bits bits = value.at_width(entry.width, entry.path);
  if (entry.is_port && entry.width == entry.signal_width) return set_named(entry.path, bits);
  Bits whole = entry.own(read_path(entry.path));
  for (uint32_t i = 0; i < entry.width; ++i) whole.set_bit(entry.low + i, bits.bit(i));
  if (entry.is_port) return set_named(entry.path, whole);
  engine_->set_internal(entry.path, entry.stored(whole));
}

void BenchCore::set_packed(const Object& port, const Bits& value) {
  const std::vector<PlaceMap::Entry> entries = places_.find(port);
  uint32_t width = 0;
  for (const PlaceMap::Entry& entry : entries) width += entry.width;
  if (width != value.width()) {
    throw UserError(fmt::format("{} bits are given to port {} of {} bits", value.width(),
                                entries.empty() ? "" : entries.front().path, width));
  }
  for (const PlaceMap::Entry& entry : entries) set_named(entry.path, value.slice(entry.packed_low, entry.width));
}

Bits BenchCore::read_path(const std::string& path) {
  return engine_->has_port(path) ? engine_->get(path) : engine_->get_internal(path);
}

Bits BenchCore::get(const Value& object) {
  const PlaceMap::Entry entry = places_.find(object);
  if (entry.width == 0) return {};
  return entry.own(read_path(entry.path)).slice(entry.low, entry.width);
}

Bits BenchCore::get_packed(const Object& object) {
  std::vector<PlaceMap::Entry> entries = places_.find(object);
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.packed_low > b.packed_low; });
  Bits all;
  for (const PlaceMap::Entry& entry : entries) {
    if (entry.width != 0) all = Bits::concat(all, entry.own(read_path(entry.path)));
  }
  return all;
}

PortId BenchCore::port(const Value& port) const {
  const PlaceMap::Entry entry = places_.find(port);
  if (!entry.is_port || entry.width != entry.signal_width)
    throw UserError(fmt::format("`{}` is not a whole port of the design", entry.path));
  return engine_->port(entry.path);
}

void BenchCore::step(uint64_t cycles) {
  if (!clock_) throw UserError("the design has no clock `clk` to step");
  if (agents_.empty()) {
    engine_->step(*clock_, cycles);
    cycles_ += cycles;
    return;
  }
  for (uint64_t i = 0; i < cycles; ++i) cycle();
}

void BenchCore::cycle() {
  for (ClockAgent* agent : agents_) agent->drive();
  settle();
  for (ClockAgent* agent : agents_) agent->sample();
  engine_->step(*clock_, 1);
  ++cycles_;
}

void BenchCore::run_until(const std::function<bool()>& condition, uint64_t limit) {
  for (uint64_t waited = 0; !condition(); ++waited) {
    if (waited == limit) throw UserError(fmt::format("what a bench waited for did not come within {} cycles", limit));
    step();
  }
}

void BenchCore::set(std::string_view path, const Bits& value) {
  if (engine_->has_port(path)) return engine_->set(path, value);
  engine_->set_internal(path, value);
}

Clocks& BenchCore::clocks() {
  if (!clocks_) clocks_.emplace(*engine_);
  return *clocks_;
}

ObservedEngine& BenchCore::observe(const ObserveOptions& options) {
  if (observed_ == nullptr) observed_ = dynamic_cast<ObservedEngine*>(engine_.get());
  if (observed_ != nullptr) return *observed_;
  if (design_ == nullptr) throw UserError("this bench does not know its design: it can write no waves and no coverage");
  auto observed = std::make_unique<ObservedEngine>(std::move(engine_), *design_, options);
  observed_ = observed.get();
  engine_ = std::move(observed);
  if (clocks_) clocks_->use(*engine_);
  return *observed_;
}

void BenchCore::record(const std::filesystem::path& path, const WaveOptions& options) {
  observe().add(wave_file(path, options));
}

std::shared_ptr<WaveRing> BenchCore::record_failures(const std::filesystem::path& path, uint64_t cycles,
                                                     const WaveOptions& options) {
  ObservedEngine& observed = observe();
  auto ring = std::make_shared<WaveRing>(path, RingOptions{.ticks = cycles * observed.period(), .waves = options});
  observed.add(ring);
  return ring;
}

void BenchCore::finish() {
  if (observed_ == nullptr) observed_ = dynamic_cast<ObservedEngine*>(engine_.get());
  if (observed_ != nullptr) observed_->finish();
}

void BenchCore::reset(uint64_t cycles) {
  if (!reset_) throw UserError("the design has no reset `rst` or `rst_n`");
  engine_->set_u64(*reset_, reset_low_ ? 0 : 1);
  step(cycles);
  engine_->set_u64(*reset_, reset_low_ ? 1 : 0);
  settle();
}

void BenchCore::wait_for(const Value& condition, uint64_t limit) {
  settle();
  for (uint64_t waited = 0; get(condition).is_zero(); ++waited) {
    if (waited == limit)
      throw UserError(fmt::format("`{}` was not 1 within {} cycles", places_.find(condition).path, limit));
    step();
  }
}

void BenchCore::send(const Object& payload, const Value& valid, const Value& ready, const Stimulus& value,
                     uint64_t limit) {
  uint32_t width = 0;
  for (const PlaceMap::Entry& entry : places_.find(payload)) width += entry.width;
  set_packed(payload, value.at_width(width, places_.find(valid).path));
  set(valid, true);
  wait_for(ready, limit);
  step();
  set(valid, false);
  settle();
}

Bits BenchCore::receive(const Object& payload, const Value& valid, const Value& ready, uint64_t limit) {
  set(ready, true);
  wait_for(valid, limit);
  Bits value = get_packed(payload);
  step();
  set(ready, false);
  settle();
  return value;
}

std::vector<Bits> BenchCore::transfer(const Object& in_payload, const Value& in_valid, const Value& in_ready,
                                      const std::vector<Bits>& inputs, const Object& out_payload,
                                      const Value& out_valid, const Value& out_ready, size_t count,
                                      Stalls& input_stalls, Stalls& output_stalls, uint64_t limit) {
  std::vector<Bits> outputs;
  size_t sent = 0;
  bool offering = false;  // an offer stands until it is taken
  for (uint64_t cycle = 0; sent < inputs.size() || outputs.size() < count; ++cycle) {
    if (cycle == limit) {
      throw UserError(fmt::format("{} of {} values were sent and {} of {} received within {} cycles", sent,
                                  inputs.size(), outputs.size(), count, limit));
    }
    if (!offering && sent < inputs.size() && !input_stalls.stalled()) {
      set_packed(in_payload, inputs[sent]);
      offering = true;
    }
    set(in_valid, offering);
    set(out_ready, outputs.size() < count && !output_stalls.stalled());
    settle();
    const bool taken = offering && !get(in_ready).is_zero();
    if (!get(out_valid).is_zero() && !get(out_ready).is_zero()) outputs.push_back(get_packed(out_payload));
    step();
    if (taken) {
      ++sent;
      offering = false;
    }
  }
  set(in_valid, false);
  set(out_ready, false);
  settle();
  return outputs;
}

}  // namespace burin::sim
