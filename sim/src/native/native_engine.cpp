// SPDX-License-Identifier: Apache-2.0
//! @file native_engine.cpp
//! @brief The native engine's outside: ports, names and values, over a `native::Machine` that runs the design.
#include "burin/sim/native_engine.h"

#include <optional>
#include <utility>

#include "../inside.h"
#include "burin/passes/flatten.h"
#include "burin/passes/split_nets.h"
#include "burin/sim/engine_factory.h"
#include "machine.h"

namespace burin::sim {
namespace {

using ir::SignalId;
using ir::SignalKind;

native::Tier tier_for(NativeFeatures features) {
  const native::Tier host = native::host_tier();
  switch (features) {
    case NativeFeatures::best:
      return host;
    case NativeFeatures::avx2:
      return std::min(host, native::Tier::avx2);
    case NativeFeatures::plain:
      break;
  }
  return native::Tier::plain;
}

}  // namespace

struct NativeEngine::Parts {
  native::Tier tier = native::Tier::plain;
  std::unique_ptr<ir::Module> module;
  std::unique_ptr<native::Machine> machine;
  std::vector<SignalId> ports;        // signal of each port
  std::vector<uint8_t> can_be_clock;  // of each port
  std::optional<Inside> inside;

  static std::unique_ptr<Parts> of(ir::Design& design, const NativeOptions& options) {
    auto parts = std::make_unique<Parts>();
    parts->tier = tier_for(options.features);
    parts->module = passes::flatten(design);
    passes::split_nets(*parts->module);
    parts->inside.emplace(*parts->module);
    parts->ports = parts->module->ports();
    for (const SignalId id : parts->ports) {
      const ir::Signal& signal = parts->module->signals[id];
      parts->can_be_clock.push_back(signal.kind == SignalKind::input && signal.width == 1 ? 1 : 0);
    }
    return parts;
  }
};

NativeEngine::NativeEngine(ir::Design& design, const NativeOptions& options)
    : NativeEngine(Parts::of(design, options), options) {}

NativeEngine::NativeEngine(std::unique_ptr<Parts> parts, const NativeOptions& options)
    : Engine(ports_of(*parts->module)), parts_(std::move(parts)) {
  parts_->machine = std::make_unique<native::Machine>(*parts_->module, options.power_up, parts_->tier,
                                                      [this](Event event) { report(std::move(event)); });
  machine_ = parts_->machine.get();
  set_direct_access(&machine_->direct());
}

NativeEngine::~NativeEngine() = default;

Bits NativeEngine::get_output_enable(PortId port) {
  if (port >= ports().size() || ports()[port].direction != PortDirection::inout) return Engine::get_output_enable(port);
  const uint32_t width = ports()[port].width;
  return machine_->drives(parts_->ports[port]) ? Bits::ones(width) : Bits(width);
}

void NativeEngine::evaluate() { machine_->evaluate(); }

void NativeEngine::do_step(PortId clock, uint64_t cycles) {
  if (clock >= parts_->can_be_clock.size() || !parts_->can_be_clock[clock]) return Engine::do_step(clock, cycles);
  while (cycles != 0) {
    if (machine_->step(clock, cycles)) return;
    Engine::do_step(clock, 1);
    --cycles;
  }
}

void NativeEngine::hear() { machine_->flush_events(); }

void NativeEngine::restart() { machine_->restart(); }

namespace {

struct NativeSnapshot final : Snapshot {
  const ir::Module* module = nullptr;
  native::Machine::Saved state;
};

}  // namespace

std::unique_ptr<Snapshot> NativeEngine::snapshot() {
  auto snapshot = std::make_unique<NativeSnapshot>();
  snapshot->module = parts_->module.get();
  snapshot->state = machine_->save();
  return snapshot;
}

void NativeEngine::restore(const Snapshot& snapshot) {
  const auto* own = dynamic_cast<const NativeSnapshot*>(&snapshot);
  if (own == nullptr || own->module != parts_->module.get()) {
    foreign_snapshot();
  }
  machine_->load(own->state);
}

std::vector<Storage> NativeEngine::watch(std::span<const std::string> paths) {
  std::vector<SignalId> signals;
  signals.reserve(paths.size());
  for (const std::string& path : paths) signals.push_back(parts_->inside->find(path));
  return machine_->watch(signals);
}

Bits NativeEngine::get_internal(std::string_view path) { return machine_->signal(parts_->inside->signal(path)); }

void NativeEngine::set_internal(std::string_view path, const Bits& value) {
  const SignalId id = parts_->inside->settable(path, value);
  machine_->overwrite(id, value.resize(parts_->module->signals[id].width));
}

Bits NativeEngine::peek_memory(std::string_view path, uint64_t address) {
  return machine_->peek(parts_->inside->memory(path, address), address);
}

void NativeEngine::poke_memory(std::string_view path, uint64_t address, const Bits& value) {
  machine_->poke(parts_->inside->memory(path, address, value), address, value);
}

std::vector<CoverCount> NativeEngine::cover_counts() const { return machine_->cover_counts(); }

const ir::Module& NativeEngine::module() const { return *parts_->module; }

std::string_view NativeEngine::features() const {
  switch (parts_->tier) {
    case native::Tier::avx512:
      return "AVX-512";
    case native::Tier::avx2:
      return "AVX2";
    case native::Tier::plain:
      break;
  }
  return "x86-64";
}

size_t NativeEngine::code_bytes() const { return machine_->code_bytes(); }

void NativeEngine::do_set(PortId port, const Bits& value) { machine_->set_port(port, value); }

void NativeEngine::do_set_u64(PortId port, uint64_t value) {
  machine_->set_port(port, Bits(ports()[port].width, value));
}

Bits NativeEngine::do_get(PortId port) { return machine_->port(port); }

uint64_t NativeEngine::do_get_u64(PortId port) { return machine_->port_u64(port); }

}  // namespace burin::sim
