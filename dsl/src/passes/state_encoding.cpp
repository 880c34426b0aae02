// SPDX-License-Identifier: Apache-2.0
//! @file state_encoding.cpp
//! @brief Registers that keep their enumerators in one-hot or Gray code.
//!
//! For each module that has such registers:
//! 1. Note for each register the nodes that its next value is chosen from: down from its driver, through muxes.
//! 2. Give its signal the new width and a type with the new codes; encode its reset and power-up value.
//! 3. Rebuild the nodes. A comparison with a constant becomes one of the stored code, a bit where it is one-hot; any
//!    other read is decoded.
//! 4. Make the next value from the nodes of step 1 again: constants become codes, the register itself stays as it is,
//!    and what is neither is encoded.
//! 5. Rebuild once more, without the nodes that nobody uses now.
#include "burin/passes/state_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "burin/ir/marks.h"
#include "burin/passes/rebuild.h"

namespace burin::passes {

using namespace ir;

namespace {

constexpr size_t kNoEnumerator = ~size_t{0};

uint32_t stored_width(bool one_hot, size_t count) {
  if (one_hot) return static_cast<uint32_t>(count);
  uint32_t width = 0;
  while (width < 63 && (size_t{1} << width) < count) ++width;
  return width;
}

Bits code_of(bool one_hot, size_t position, size_t count) {
  Bits code(stored_width(one_hot, count));
  if (one_hot) {
    code.set_bit(static_cast<uint32_t>(position), true);
    return code;
  }
  return Bits(code.width(), position ^ (position >> 1));
}

/// What `id` is a slice of, where it takes all of it; `id` itself otherwise.
NodeId whole_of(const Module& module, NodeId id) {
  while (module.node(id).op == Op::slice && module.width(module.operand(id, 0)) == module.width(id))
    id = module.operand(id, 0);
  return id;
}

/// A node from which a next value is chosen, as it was before the module was rebuilt.
struct Choice {
  NodeId id = kNone;
  bool is_state = false;  // reads the register itself
  bool is_constant = false;
  Bits constant;             // its value
  NodeId condition = kNone;  // of a mux
  NodeId on_true = kNone;
  NodeId on_false = kNone;
  LocationId location = kNoLocation;
};

struct Machine {
  SignalId signal = kNone;
  bool one_hot = false;
  std::vector<Type::Enumerator> enumerators;  // own values, ascending
  uint32_t own_width = 0;
  uint32_t width = 0;
  std::vector<Choice> choices;
  NodeId driver = kNone;
  NodeId value = kNone;               // the decoded register, once made
  std::map<size_t, NodeId> is_state;  // comparisons, by position of the enumerator

  [[nodiscard]] size_t position(const Bits& own) const {
    for (size_t i = 0; i < enumerators.size(); ++i) {
      if (own == Bits(own.width(), enumerators[i].value)) return i;
    }
    return kNoEnumerator;
  }
  [[nodiscard]] Bits code(size_t position) const {
    return position == kNoEnumerator ? Bits(width) : code_of(one_hot, position, enumerators.size());
  }
  [[nodiscard]] Bits encoded(const Bits& own) const { return code(position(own)); }
  /// Whether every value of the own width is an enumerator.
  [[nodiscard]] bool is_full() const { return own_width < 32 && enumerators.size() == size_t{1} << own_width; }
};

class StateEncoder {
 public:
  explicit StateEncoder(Module& module) : module_(module) {}

  void run() {
    find_machines();
    if (machines_.empty()) return;
    note_choices();
    Rebuilder rebuild(module_);
    for (Machine& machine : machines_) change_register(machine, rebuild.target());
    rebuild.run([&](NodeId id, std::span<const NodeId> operands) { return rewrite(rebuild, id, operands); });
    for (Machine& machine : machines_) {
      make_next_value(machine, rebuild);
      name_states(machine);
    }
    Rebuilder clean(module_);
    clean.run([&](NodeId id, std::span<const NodeId> operands) { return clean.copy(id, operands); });
  }

 private:
  void find_machines() {
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      Signal& signal = module_.signals[id];
      const std::string_view encoding = mark(signal, kEncodingMark);
      if (encoding.empty()) continue;
      Machine machine;
      machine.one_hot = encoding == kOneHot;
      std::erase_if(signal.attributes, [](const auto& attribute) { return attribute.first == kEncodingMark; });
      if (!is_encodable(module_.design(), signal)) continue;
      machine.signal = id;
      machine.enumerators = module_.design().type(signal.type).enumerators;
      machine.own_width = signal.width;
      machine.width = stored_width(machine.one_hot, machine.enumerators.size());
      machine_of_[id] = machines_.size();
      machines_.push_back(std::move(machine));
    }
  }

  void note_choices() {
    for (Machine& machine : machines_) {
      machine.driver = whole_of(module_, module_.signals[machine.signal].driver);
      std::vector<bool> seen(module_.node_count(), false);
      std::vector<NodeId> waiting{machine.driver};
      while (!waiting.empty()) {
        const NodeId id = waiting.back();
        waiting.pop_back();
        if (seen[id]) continue;
        seen[id] = true;
        const Node& node = module_.node(id);
        Choice choice;
        choice.id = id;
        choice.location = module_.location_of(id);
        choice.is_state = node.op == Op::read && node.immediate == machine.signal;
        choice.is_constant = module_.is_constant(id);
        if (choice.is_constant) choice.constant = module_.constant_value(id);
        if (node.op == Op::mux) {
          choice.condition = module_.operand(id, 0);
          choice.on_true = whole_of(module_, module_.operand(id, 1));
          choice.on_false = whole_of(module_, module_.operand(id, 2));
          waiting.insert(waiting.end(), {choice.on_true, choice.on_false});
        }
        machine.choices.push_back(std::move(choice));
      }
      std::sort(machine.choices.begin(), machine.choices.end(),
                [](const Choice& a, const Choice& b) { return a.id < b.id; });
    }
  }

  void change_register(const Machine& machine, Module& target) {
    Signal& signal = target.signals[machine.signal];
    Type type = module_.design().type(signal.type);
    type.name += machine.one_hot ? "_one_hot" : "_gray";
    type.width = machine.width;
    for (size_t i = 0; i < type.enumerators.size(); ++i) type.enumerators[i].value = machine.code(i).word(0);
    signal.type = module_.design().add_type(std::move(type));
    signal.width = machine.width;
    Register& state = module_.registers[signal.detail];
    if (state.reset_value) state.reset_value = machine.encoded(*state.reset_value);
    if (state.power_up) state.power_up = machine.encoded(*state.power_up);
  }

  /// The machine whose register node `id` of the old arena reads, or none.
  Machine* machine_read_by(const Module& source, NodeId id) {
    id = whole_of(source, id);
    if (source.node(id).op != Op::read) return nullptr;
    const auto found = machine_of_.find(source.node(id).immediate);
    return found == machine_of_.end() ? nullptr : &machines_[found->second];
  }

  NodeId rewrite(Rebuilder& rebuild, NodeId id, std::span<const NodeId> operands) {
    const Module& source = rebuild.source();
    Module& target = rebuild.target();
    const Op op = source.node(id).op;
    const LocationId location = source.location_of(id);
    if (Machine* machine = machine_read_by(source, id)) {
      if (machine->value == kNone) machine->value = decoded(target, *machine, location);
      return machine->value;
    }
    if (op == Op::eq || op == Op::ne) {
      for (uint32_t side = 0; side < 2; ++side) {
        Machine* const machine = machine_read_by(source, source.operand(id, side));
        const NodeId other = whole_of(source, source.operand(id, 1 - side));
        if (machine == nullptr || !source.is_constant(other)) continue;
        const NodeId same = compared(target, *machine, source.constant_value(other), location);
        return op == Op::eq ? same : target.make(Op::bit_not, {same}, location);
      }
    }
    return rebuild.copy(id, operands);
  }

  static NodeId compared(Module& target, Machine& machine, const Bits& own, LocationId location) {
    const size_t position = machine.position(own);
    if (position == kNoEnumerator) return target.constant(1, 0);
    const NodeId stored = target.read(machine.signal, location);
    const NodeId result = machine.one_hot
                              ? target.slice(stored, static_cast<uint32_t>(position), 1, location)
                              : target.make(Op::eq, {stored, target.constant(machine.code(position))}, location);
    machine.is_state[position] = result;
    return result;
  }

  /// The or of the values of those whose bit in `same` is 1, bit by bit.
  template <typename ValueOf>
  static NodeId joined(Module& target, std::span<const NodeId> same, uint32_t width, ValueOf value_of,
                       LocationId location) {
    std::vector<NodeId> bits;  // most significant first
    for (uint32_t bit = width; bit-- > 0;) {
      std::vector<NodeId> terms;  // that set it, most significant first
      for (size_t i = same.size(); i-- > 0;) {
        if (value_of(i).bit(bit)) terms.push_back(same[i]);
      }
      bits.push_back(terms.empty() ? target.constant(1, 0)
                     : terms.size() == 1
                         ? terms.front()
                         : target.make(Op::reduce_or, {target.make(Op::cat, terms, location)}, location));
    }
    return bits.size() == 1 ? bits.front() : target.make(Op::cat, bits, location);
  }

  static NodeId decoded(Module& target, const Machine& machine, LocationId location) {
    const NodeId stored = target.read(machine.signal, location);
    if (!machine.one_hot && machine.is_full()) {
      NodeId value = stored;
      for (uint32_t by = 1; by < machine.width; by *= 2)
        value = target.make(Op::bit_xor, {value, target.make(Op::shr_u, {value, target.constant(8, by)}, location)},
                            location);
      return value;
    }
    std::vector<NodeId> same;
    for (uint32_t i = 0; i < machine.enumerators.size(); ++i) {
      same.push_back(machine.one_hot ? target.slice(stored, i, 1, location)
                                     : target.make(Op::eq, {stored, target.constant(machine.code(i))}, location));
    }
    return joined(
        target, same, machine.own_width,
        [&](size_t i) { return Bits(machine.own_width, machine.enumerators[i].value); }, location);
  }

  static NodeId encode(Module& target, const Machine& machine, NodeId own, LocationId location) {
    if (machine.one_hot) {
      std::vector<NodeId> bits;
      for (size_t i = machine.enumerators.size(); i-- > 0;)
        bits.push_back(
            target.make(Op::eq, {own, target.constant(machine.own_width, machine.enumerators[i].value)}, location));
      return target.make(Op::cat, bits, location);
    }
    if (machine.is_full())
      return target.make(Op::bit_xor, {own, target.make(Op::shr_u, {own, target.constant(1, 1)}, location)}, location);
    std::vector<NodeId> same;
    same.reserve(machine.enumerators.size());
    for (const Type::Enumerator& one : machine.enumerators)
      same.push_back(target.make(Op::eq, {own, target.constant(machine.own_width, one.value)}, location));
    return joined(
        target, same, machine.width, [&](size_t i) { return machine.code(i); }, location);
  }

  void make_next_value(Machine& machine, const Rebuilder& rebuild) {
    std::map<NodeId, NodeId> code;  // by old node
    for (const Choice& choice : machine.choices) {
      NodeId& made = code[choice.id];
      if (choice.is_constant) {
        made = module_.constant(machine.encoded(choice.constant), choice.location);
      } else if (choice.is_state) {
        made = module_.read(machine.signal, choice.location);
      } else if (choice.condition != kNone) {
        made =
            module_.make(Op::mux, {rebuild.mapped(choice.condition), code.at(choice.on_true), code.at(choice.on_false)},
                         choice.location);
      } else {
        made = encode(module_, machine, rebuild.mapped(choice.id), choice.location);
      }
    }
    module_.signals[machine.signal].driver = code.at(machine.driver);
  }

  /// `state[1]` is called `state_is_run`.
  void name_states(const Machine& machine) {
    if (!machine.one_hot || module_.signals[machine.signal].generated_name) return;
    for (const auto& [position, node] : machine.is_state) {
      module_.set_name(
          node, fmt::format("{}_is_{}", module_.signals[machine.signal].name, machine.enumerators[position].name));
    }
  }

  Module& module_;
  std::vector<Machine> machines_;
  std::map<SignalId, size_t> machine_of_;
};

}  // namespace

void encode_states(Design& design) {
  for (const auto& module : design.modules) StateEncoder(*module).run();
}

bool is_encodable(const Design& design, const Signal& signal) {
  return signal.kind == SignalKind::reg && signal.type != kNone &&
         design.type(signal.type).kind == TypeKind::enumeration && design.type(signal.type).enumerators.size() >= 2;
}

Bits stored_code(bool one_hot, std::span<const uint64_t> enumerators, uint64_t own) {
  const auto found = std::find(enumerators.begin(), enumerators.end(), own);
  if (found == enumerators.end()) return Bits(stored_width(one_hot, enumerators.size()));
  return code_of(one_hot, static_cast<size_t>(found - enumerators.begin()), enumerators.size());
}

uint64_t own_code(bool one_hot, std::span<const uint64_t> enumerators, const Bits& stored) {
  uint64_t own = 0;
  for (size_t i = 0; i < enumerators.size(); ++i) {
    const Bits code = code_of(one_hot, i, enumerators.size());
    if (one_hot ? stored.bit(static_cast<uint32_t>(i)) : stored == code) own |= enumerators[i];
  }
  return own;
}

}  // namespace burin::passes
