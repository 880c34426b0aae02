// SPDX-License-Identifier: Apache-2.0
//! @file interpreter.cpp
//! @brief The reference engine's outside: ports, names and values, over a `Machine` that runs the design.
#include "burin/sim/interpreter.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "burin/passes/flatten.h"
#include "burin/passes/split_nets.h"
#include "burin/sim/engine_factory.h"
#include "inside.h"
#include "interpreter_machine.h"

namespace burin::sim {
namespace {

using ir::SignalId;
using ir::SignalKind;

constexpr uint32_t kNoInput = 0xffffffff;

}  // namespace

struct Interpreter::Parts {
  std::unique_ptr<ir::Module> module;
  std::unique_ptr<Machine> machine;
  std::optional<Inside> inside;
  std::vector<SignalId> ports;   // signal of each port
  std::vector<uint32_t> inputs;  // the machine's input of each port; kNoInput of an output

  static std::unique_ptr<Parts> of(ir::Design& design) {
    auto parts = std::make_unique<Parts>();
    parts->module = passes::flatten(design);
    passes::split_nets(*parts->module);
    const ir::Module& module = *parts->module;
    parts->inside.emplace(module);
    uint32_t inputs = 0;
    parts->ports = module.ports();
    for (const SignalId id : parts->ports) {
      parts->inputs.push_back(module.signals[id].kind == SignalKind::output ? kNoInput : inputs++);
    }
    return parts;
  }
};

Interpreter::Interpreter(ir::Design& design, const InterpreterOptions& options)
    : Interpreter(Parts::of(design), options) {}

Interpreter::Interpreter(std::unique_ptr<Parts> parts, const InterpreterOptions& options)
    : Engine(ports_of(*parts->module)), parts_(std::move(parts)) {
  parts_->machine =
      std::make_unique<Machine>(*parts_->module, options, [this](Event event) { report(std::move(event)); });
}

Interpreter::~Interpreter() = default;

Bits Interpreter::get_output_enable(PortId port) {
  if (port >= ports().size() || ports()[port].direction != PortDirection::inout) return Engine::get_output_enable(port);
  const uint32_t width = ports()[port].width;
  return parts_->machine->drives(parts_->ports[port]) ? Bits::ones(width) : Bits(width);
}

void Interpreter::evaluate() { parts_->machine->evaluate(); }

void Interpreter::restart() { parts_->machine->restart(); }

namespace {

struct InterpreterSnapshot final : Snapshot {
  const ir::Module* module = nullptr;
  std::unique_ptr<MachineState> state;
};

}  // namespace

std::unique_ptr<Snapshot> Interpreter::snapshot() {
  auto snapshot = std::make_unique<InterpreterSnapshot>();
  snapshot->module = parts_->module.get();
  snapshot->state = std::make_unique<MachineState>(parts_->machine->save());
  return snapshot;
}

void Interpreter::restore(const Snapshot& snapshot) {
  const auto* own = dynamic_cast<const InterpreterSnapshot*>(&snapshot);
  if (own == nullptr || own->module != parts_->module.get()) {
    foreign_snapshot();
  }
  parts_->machine->load(*own->state);
}

std::vector<Storage> Interpreter::watch(std::span<const std::string> paths) {
  std::vector<Storage> places;
  places.reserve(paths.size());
  for (const std::string& path : paths) {
    const SignalId found = parts_->inside->find(path);
    places.push_back(found == ir::kNone ? Storage{} : parts_->machine->storage(found));
  }
  return places;
}

Bits Interpreter::get_internal(std::string_view path) {
  const SignalId id = parts_->inside->signal(path);
  if (parts_->module->signals[id].kind != SignalKind::input) return parts_->machine->signal(id);
  const auto found = std::find(parts_->ports.begin(), parts_->ports.end(), id);
  return parts_->machine->input(parts_->inputs[static_cast<size_t>(found - parts_->ports.begin())]);
}

void Interpreter::set_internal(std::string_view path, const Bits& value) {
  const SignalId id = parts_->inside->settable(path, value);
  parts_->machine->overwrite(id, value.resize(parts_->module->signals[id].width));
}

Bits Interpreter::peek_memory(std::string_view path, uint64_t address) {
  const MemoryState& memory = parts_->machine->memory(parts_->inside->memory(path, address));
  return exact::to_bits(memory.word(address), memory.width());
}

void Interpreter::poke_memory(std::string_view path, uint64_t address, const Bits& value) {
  parts_->machine->memory(parts_->inside->memory(path, address, value))
      .write(address, exact::from_bits(value), nullptr);
}

std::vector<CoverCount> Interpreter::cover_counts() const { return parts_->machine->cover_counts(); }

const ir::Module& Interpreter::module() const { return *parts_->module; }

void Interpreter::do_set(PortId port, const Bits& value) { parts_->machine->set_input(parts_->inputs[port], value); }

void Interpreter::do_set_u64(PortId port, uint64_t value) { parts_->machine->set_input(parts_->inputs[port], value); }

Bits Interpreter::do_get(PortId port) {
  if (ports()[port].direction == PortDirection::input) return parts_->machine->input(parts_->inputs[port]);
  return parts_->machine->signal(parts_->ports[port]);
}

uint64_t Interpreter::do_get_u64(PortId port) {
  if (ports()[port].direction == PortDirection::input) return do_get(port).word(0);
  return parts_->machine->signal_u64(parts_->ports[port]);
}

}  // namespace burin::sim
