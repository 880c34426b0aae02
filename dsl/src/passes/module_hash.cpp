// SPDX-License-Identifier: Apache-2.0
//! @file module_hash.cpp
//! @brief Hashes of what a module is, the same on every run and every machine; and exact comparison.
#include "module_hash.h"

#include <algorithm>
#include <string_view>

namespace burin::passes {
namespace {

using namespace ir;

class Mixer {
 public:
  Mixer& add(uint64_t value) {
    constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15U;
    state_ = (state_ ^ (state_ >> 29) ^ value) * kMultiplier;
    return *this;
  }
  Mixer& add(std::string_view text) {
    add(text.size());
    for (size_t i = 0; i < text.size(); i += 8) {
      uint64_t word = 0;
      for (size_t k = i; k < std::min(i + 8, text.size()); ++k) {
        word = word << 8 | static_cast<unsigned char>(text[k]);
      }
      add(word);
    }
    return *this;
  }
  Mixer& add(const Bits& bits) {
    add(bits.width());
    for (const uint64_t word : bits.words()) add(word);
    return *this;
  }
  Mixer& add(const std::optional<Bits>& bits) {
    add(bits ? 1 : 0);
    return bits ? add(*bits) : *this;
  }
  Mixer& add(const std::vector<std::pair<std::string, std::string>>& pairs) {
    add(pairs.size());
    for (const auto& [name, value] : pairs) add(std::string_view(name)).add(std::string_view(value));
    return *this;
  }
  template <typename Enum>
  Mixer& add_enum(Enum value) {
    return add(static_cast<uint64_t>(value));
  }
  [[nodiscard]] uint64_t value() const { return state_ ^ (state_ >> 32); }

 private:
  uint64_t state_ = 0x243f6a8885a308d3U;
};

void add_nodes(Mixer& mixer, const Module& module) {
  mixer.add(module.node_count());
  for (NodeId id = 0; id < module.node_count(); ++id) {
    const Node& node = module.node(id);
    mixer.add((uint64_t{node.width} << 8) | static_cast<uint64_t>(node.op));
    if (node.op == Op::constant) {
      mixer.add(module.constant_value(id));
    } else {
      mixer.add(node.immediate);
    }
    for (const NodeId operand : module.operands(id)) mixer.add(operand);
    const std::string_view name = module.name_of(id);
    if (!name.empty()) mixer.add(name);
  }
}

void add_signals(Mixer& mixer, const Module& module) {
  mixer.add(module.signals.size());
  for (const Signal& signal : module.signals) {
    mixer.add(std::string_view(signal.name)).add(std::string_view(signal.object)).add_enum(signal.kind);
    mixer.add(signal.width).add(signal.driver).add(signal.output_enable);
    mixer.add_enum(signal.timing.kind).add(signal.timing.clock).add(signal.detail).add(signal.detail_port);
    mixer.add(signal.may_be_unused ? 1 : 0).add(signal.attributes);
  }
}

void add_state(Mixer& mixer, const Module& module) {
  for (const Clock& clock : module.clocks) {
    mixer.add(std::string_view(clock.name)).add(clock.clock).add_enum(clock.edge).add_enum(clock.reset_kind);
    mixer.add_enum(clock.reset_level).add(clock.reset);
  }
  for (const Register& state : module.registers) {
    mixer.add(state.signal).add(state.clock).add(state.reset_value).add(state.power_up);
    mixer.add(state.synchroniser ? 1 : 0);
  }
  for (const Memory& memory : module.memories) {
    mixer.add(std::string_view(memory.name)).add(memory.width).add(memory.depth).add(memory.granule);
    mixer.add(memory.read_only ? 1 : 0).add(std::string_view(memory.style)).add(memory.attributes);
    mixer.add(memory.contents.size());
    for (const Bits& word : memory.contents) mixer.add(word);
    for (const ReadPort& port : memory.reads) {
      mixer.add(port.synchronous ? 1 : 0).add(port.clock).add(port.address).add(port.enable);
      mixer.add_enum(port.policy).add(port.edge).add(port.data);
    }
    for (const WritePort& port : memory.writes) {
      mixer.add(port.clock).add(port.address).add(port.data).add(port.enable).add(port.mask).add(port.edge);
    }
  }
}

void add_rest(Mixer& mixer, const Module& module, std::span<const uint64_t> children) {
  for (const Instance& instance : module.instances) {
    mixer.add(std::string_view(instance.name)).add(children[instance.module]).add(instance.attributes);
    for (const Instance::Input& input : instance.inputs) mixer.add(input.port).add(input.value).add(input.signal);
    for (const Instance::Output& output : instance.outputs) mixer.add(output.port).add(output.signal);
  }
  for (const Process& process : module.processes) {
    mixer.add_enum(process.kind).add(process.clock).add(process.enable).add(process.condition);
    mixer.add(std::string_view(process.message)).add(std::string_view(process.name));
    for (const NodeId argument : process.arguments) mixer.add(argument);
  }
  for (const std::string& reason : module.crossing_reasons) mixer.add(std::string_view(reason));
  mixer.add(module.attributes);
  mixer.add(module.black_box ? 1 : 0);
  if (module.black_box) {
    mixer.add(std::string_view(module.black_box->verilog_name)).add(module.black_box->parameters);
    mixer.add(std::string_view(module.black_box->verilog));
  }
}

template <typename Item, typename Equal>
bool all_equal(const std::vector<Item>& a, const std::vector<Item>& b, Equal&& equal) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

bool equal_nodes(const Module& a, const Module& b) {
  if (a.node_count() != b.node_count()) return false;
  for (NodeId id = 0; id < a.node_count(); ++id) {
    const Node& x = a.node(id);
    const Node& y = b.node(id);
    if (x.op != y.op || x.width != y.width || !std::ranges::equal(a.operands(id), b.operands(id))) return false;
    const bool same = x.op == Op::constant ? a.constant_value(id) == b.constant_value(id) : x.immediate == y.immediate;
    if (!same || a.name_of(id) != b.name_of(id)) return false;
  }
  return true;
}

bool equal_signals(const Signal& a, const Signal& b) {
  return a.name == b.name && a.object == b.object && a.kind == b.kind && a.width == b.width && a.type == b.type &&
         a.driver == b.driver && a.output_enable == b.output_enable && a.timing == b.timing && a.detail == b.detail &&
         a.detail_port == b.detail_port && a.may_be_unused == b.may_be_unused && a.generated_name == b.generated_name &&
         a.attributes == b.attributes;
}

bool equal_clocks(const Clock& a, const Clock& b) {
  return a.name == b.name && a.clock == b.clock && a.edge == b.edge && a.reset_kind == b.reset_kind &&
         a.reset_level == b.reset_level && a.reset == b.reset;
}

bool equal_registers(const Register& a, const Register& b) {
  return a.signal == b.signal && a.clock == b.clock && a.reset_value == b.reset_value && a.power_up == b.power_up &&
         a.synchroniser == b.synchroniser;
}

bool equal_reads(const ReadPort& a, const ReadPort& b) {
  return a.synchronous == b.synchronous && a.clock == b.clock && a.address == b.address && a.enable == b.enable &&
         a.policy == b.policy && a.edge == b.edge && a.data == b.data;
}

bool equal_writes(const WritePort& a, const WritePort& b) {
  return a.clock == b.clock && a.address == b.address && a.data == b.data && a.enable == b.enable && a.mask == b.mask &&
         a.edge == b.edge;
}

bool equal_memories(const Memory& a, const Memory& b) {
  return a.name == b.name && a.width == b.width && a.depth == b.depth && a.granule == b.granule && a.type == b.type &&
         a.contents == b.contents && a.read_only == b.read_only && a.style == b.style && a.attributes == b.attributes &&
         all_equal(a.reads, b.reads, equal_reads) && all_equal(a.writes, b.writes, equal_writes);
}

bool equal_processes(const Process& a, const Process& b) {
  return a.kind == b.kind && a.clock == b.clock && a.enable == b.enable && a.condition == b.condition &&
         a.message == b.message && a.arguments == b.arguments && a.argument_types == b.argument_types &&
         a.name == b.name;
}

bool equal_black_boxes(const std::optional<BlackBox>& a, const std::optional<BlackBox>& b) {
  if (a.has_value() != b.has_value()) return false;
  return !a || (a->verilog_name == b->verilog_name && a->parameters == b->parameters && a->verilog == b->verilog);
}

}  // namespace

uint64_t interface_hash(const Module& module) {
  Mixer mixer;
  mixer.add(std::string_view(module.base_name)).add(module.parameters);
  for (const Signal& signal : module.signals) {
    if (signal.kind != SignalKind::input && signal.kind != SignalKind::output && signal.kind != SignalKind::inout) {
      continue;
    }
    mixer.add(std::string_view(signal.name)).add_enum(signal.kind).add(signal.width);
  }
  return mixer.value();
}

uint64_t content_hash(const Module& module, std::span<const uint64_t> children) {
  Mixer mixer;
  mixer.add(std::string_view(module.base_name)).add(module.parameters);
  add_signals(mixer, module);
  add_nodes(mixer, module);
  add_state(mixer, module);
  add_rest(mixer, module, children);
  return mixer.value();
}

bool equal_content(const Module& a, const Module& b, std::span<const ModuleId> canonical) {
  const auto equal_instances = [&canonical](const Instance& x, const Instance& y) {
    return x.name == y.name && canonical[x.module] == canonical[y.module] && x.attributes == y.attributes &&
           all_equal(x.inputs, y.inputs,
                     [](const Instance::Input& p, const Instance::Input& q) {
                       return p.port == q.port && p.value == q.value && p.signal == q.signal;
                     }) &&
           all_equal(x.outputs, y.outputs, [](const Instance::Output& p, const Instance::Output& q) {
             return p.port == q.port && p.signal == q.signal;
           });
  };
  return a.base_name == b.base_name && a.parameters == b.parameters && a.attributes == b.attributes &&
         a.crossing_reasons == b.crossing_reasons && equal_black_boxes(a.black_box, b.black_box) &&
         all_equal(a.signals, b.signals, equal_signals) && all_equal(a.clocks, b.clocks, equal_clocks) &&
         all_equal(a.registers, b.registers, equal_registers) && all_equal(a.memories, b.memories, equal_memories) &&
         all_equal(a.instances, b.instances, equal_instances) && all_equal(a.processes, b.processes, equal_processes) &&
         equal_nodes(a, b);
}

}  // namespace burin::passes
