// SPDX-License-Identifier: Apache-2.0
//! @file simulation.cpp
//! @brief A small simulation of designs with one clock, apart from the code under test.
#include "simulation.h"

#include <fmt/format.h>

#include <stdexcept>

namespace burin::test {

using namespace ir;

Simulation::Instance::Instance(const Design& design, ModuleId id, Instance* above, InstanceId own_id)
    : module(design.module(id)), parent(above), own(own_id) {
  for (InstanceId child = 0; child < module.instances.size(); ++child) {
    children.push_back(std::make_unique<Instance>(design, module.instances[child].module, this, child));
  }
  for (const Register& reg : module.registers) {
    // A value that depends on the name alone stands for what hardware holds at power-up.
    const Signal& signal = module.signals[reg.signal];
    uint64_t seed = 7;
    for (const char c : signal.name) seed = seed * 31 + static_cast<unsigned char>(c);
    state[reg.signal] = reg.power_up ? *reg.power_up : Bits(signal.width, seed);
  }
  for (const Memory& memory : module.memories) {
    std::vector<Bits> content = memory.contents;
    while (content.size() < memory.depth) content.emplace_back(memory.width, content.size() * 5 + 3);
    words.push_back(std::move(content));
    for (const ReadPort& port : memory.reads) state[port.data] = Bits(memory.width);
  }
}

Bits Simulation::Instance::node(NodeId id) {
  const auto found = known.find(id);
  if (found != known.end()) return found->second;
  Bits value = operation(id);
  known[id] = value;
  return value;
}

Bits Simulation::Instance::operation(NodeId id) {
  const Node& node_info = module.node(id);
  if (node_info.op == Op::constant) return module.constant_value(id);
  if (node_info.op == Op::read) return signal(node_info.immediate);
  std::vector<Bits> v;
  for (const NodeId operand : module.operands(id)) v.push_back(node(operand));
  const auto bit = [](bool value) { return Bits(1, value ? 1 : 0); };
  switch (node_info.op) {
    case Op::bit_not:
      return bits_ops::bit_not(v[0]);
    case Op::bit_and:
      return bits_ops::bit_and(v[0], v[1]);
    case Op::bit_or:
      return bits_ops::bit_or(v[0], v[1]);
    case Op::bit_xor:
      return bits_ops::bit_xor(v[0], v[1]);
    case Op::add:
      return bits_ops::add(v[0], v[1]);
    case Op::sub:
      return bits_ops::sub(v[0], v[1]);
    case Op::mul_u:
      return bits_ops::mul_unsigned(v[0], v[1]);
    case Op::mul_s:
      return bits_ops::mul_signed(v[0], v[1]);
    case Op::div_u:
      return bits_ops::div_unsigned(v[0], v[1]);
    case Op::div_s:
      return bits_ops::div_signed(v[0], v[1]);
    case Op::rem_u:
      return bits_ops::rem_unsigned(v[0], v[1]);
    case Op::rem_s:
      return bits_ops::rem_signed(v[0], v[1]);
    case Op::eq:
      return bit(v[0] == v[1]);
    case Op::ne:
      return bit(!(v[0] == v[1]));
    case Op::lt_u:
      return bit(Bits::compare_unsigned(v[0], v[1]) < 0);
    case Op::le_u:
      return bit(Bits::compare_unsigned(v[0], v[1]) <= 0);
    case Op::lt_s:
      return bit(Bits::compare_signed(v[0], v[1]) < 0);
    case Op::le_s:
      return bit(Bits::compare_signed(v[0], v[1]) <= 0);
    case Op::shl:
      return bits_ops::shift_left(v[0], v[1]);
    case Op::shr_u:
      return bits_ops::shift_right_unsigned(v[0], v[1]);
    case Op::shr_s:
      return bits_ops::shift_right_signed(v[0], v[1]);
    case Op::cat: {
      Bits all;
      for (const Bits& part : v) all = Bits::concat(all, part);
      return all;
    }
    case Op::slice:
      return v[0].slice(node_info.immediate, node_info.width);
    case Op::zext:
      return v[0].resize(node_info.width);
    case Op::sext:
      return v[0].resize_signed(node_info.width);
    case Op::mux:
      return v[0].bit(0) ? v[1] : v[2];
    case Op::select: {
      for (size_t i = 1; i < v.size(); ++i) {
        if (Bits::compare_unsigned(v[0], Bits(64, i - 1)) == 0) return v[i];
      }
      return Bits(node_info.width);
    }
    case Op::reduce_and:
      return bit(bits_ops::reduce_and(v[0]));
    case Op::reduce_or:
      return bit(bits_ops::reduce_or(v[0]));
    case Op::reduce_xor:
      return bit(bits_ops::reduce_xor(v[0]));
    case Op::crossing:
      return v[0];
    case Op::dont_care:
      return Bits(node_info.width);
    case Op::constant:
    case Op::read:
      break;
  }
  throw std::logic_error("unknown operation");
}

Bits Simulation::Instance::signal(SignalId id) {
  const Signal& info = module.signals[id];
  switch (info.kind) {
    case SignalKind::input: {
      if (parent == nullptr) return inputs.contains(id) ? inputs[id] : Bits(info.width);
      for (const ir::Instance::Input& input : parent->module.instances[own].inputs) {
        if (input.port == id) return parent->node(input.value);
      }
      throw std::logic_error("an unconnected input");
    }
    case SignalKind::output:
    case SignalKind::wire:
      return node(info.driver);
    case SignalKind::reg:
      return state.at(id);
    case SignalKind::memory_read: {
      const Memory& memory = module.memories[info.detail];
      const ReadPort& port = memory.reads[info.detail_port];
      return port.synchronous ? state.at(id) : memory_word(memory, info.detail, node(port.address));
    }
    case SignalKind::instance_output:
      return children[info.detail]->signal(info.detail_port);
    case SignalKind::inout:
      return Bits(info.width);
  }
  throw std::logic_error("unknown kind of signal");
}

Bits Simulation::Instance::memory_word(const Memory& memory, size_t index, const Bits& address) {
  if (Bits::compare_unsigned(address, Bits(64, memory.depth)) >= 0) return Bits(memory.width);
  return words[index][address.to_uint64()];
}

bool Simulation::Instance::in_reset(const Clock& clock) {
  if (clock.reset_kind == ResetKind::none || clock.reset == kNone) return false;
  return node(clock.reset).bit(0) == (clock.reset_level == ResetLevel::active_high);
}

void Simulation::Instance::sample() {
  next.clear();
  writes.clear();
  for (const Register& reg : module.registers) {
    const bool reset = reg.reset_value && in_reset(module.clocks[reg.clock]);
    next[reg.signal] = reset ? *reg.reset_value : node(module.signals[reg.signal].driver);
  }
  for (size_t index = 0; index < module.memories.size(); ++index) {
    const Memory& memory = module.memories[index];
    for (const ReadPort& port : memory.reads) {
      const bool reads = port.synchronous && (port.enable == kNone || node(port.enable).bit(0));
      if (reads) next[port.data] = memory_word(memory, index, node(port.address));
    }
    for (const WritePort& port : memory.writes) {
      const Bits address = node(port.address);
      if (!node(port.enable).bit(0) || Bits::compare_unsigned(address, Bits(64, memory.depth)) >= 0) continue;
      writes.push_back({index, address.to_uint64(), node(port.data)});
    }
  }
  for (const auto& child : children) child->sample();
}

void Simulation::Instance::commit() {
  for (const auto& [id, value] : next) state[id] = value;
  for (const Write& write : writes) words[write.memory][write.address] = write.value;
  for (const auto& child : children) child->commit();
}

void Simulation::Instance::forget() {
  known.clear();
  for (const auto& child : children) child->forget();
}

void Simulation::Instance::observe(std::string& text, const std::string& path) {
  for (const SignalId id : module.ports()) {
    const Signal& port = module.signals[id];
    if (port.kind == SignalKind::output) text += fmt::format("{}{}={}\n", path, port.name, signal(id).to_hex());
  }
  for (const Process& process : module.processes) {
    text += fmt::format("{}{}={}", path, process.name, node(process.enable).to_hex());
    if (process.condition != kNone) text += fmt::format(",{}", node(process.condition).to_hex());
    for (const NodeId argument : process.arguments) text += fmt::format(",{}", node(argument).to_hex());
    text += "\n";
  }
  for (size_t i = 0; i < children.size(); ++i)
    children[i]->observe(text, fmt::format("{}{}.", path, module.instances[i].name));
}

}  // namespace burin::test
