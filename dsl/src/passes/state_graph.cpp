// SPDX-License-Identifier: Apache-2.0
//! @file state_graph.cpp
//! @brief The state machines of a design: their states, and under which conditions each state follows another.
//!
//! For each register of an enumeration:
//! 1. Order the nodes that its next value depends on, wires looked through, and mark those that depend on the register.
//! 2. Copy the nodes that do not depend on it into a scratch module; for each state copy the others with the state
//!    in place of the register, folded.
//! 3. What is then left of the next value is a tree of muxes: walk it from its leaves to the top and keep for each node
//!    the values that it can have, each with its condition, a sum of products of the conditions of muxes.
//! 4. An operation on such values, an encoder say, is computed for each of them.
#include "burin/passes/state_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>

#include "burin/passes/evaluate.h"
#include "expression_text.h"
#include "rules.h"

namespace burin::passes {

using namespace ir;

namespace {

constexpr size_t kMostTerms = 24;   // of a condition, beyond which it is not written out
constexpr size_t kMostValues = 64;  // of an operation on several of them

/// A condition of a mux, or its complement.
struct Literal {
  NodeId node;
  bool holds;
  friend auto operator<=>(const Literal&, const Literal&) = default;
};
using Term = std::vector<Literal>;  // all hold; sorted

/// One of the terms holds.
class Sum {
 public:
  static Sum always() { return Sum({Term{}}); }
  static Sum never() { return Sum({}); }

  [[nodiscard]] bool is_never() const { return terms_.empty() && !is_long_; }
  [[nodiscard]] bool is_long() const { return is_long_; }
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }

  [[nodiscard]] Sum operator&(const Sum& other) const {
    Sum result = never();
    result.is_long_ = is_long_ || other.is_long_;
    for (const Term& a : terms_) {
      for (const Term& b : other.terms_) result.add(a, b);
    }
    result.simplify();
    return result;
  }
  [[nodiscard]] Sum operator|(const Sum& other) const {
    Sum result = *this;
    result.is_long_ = is_long_ || other.is_long_;
    result.terms_.insert(result.terms_.end(), other.terms_.begin(), other.terms_.end());
    result.simplify();
    return result;
  }
  static Sum of(const std::vector<Literal>& literals) {
    Sum result = never();
    result.add(Term{}, literals);
    return result;
  }

 private:
  explicit Sum(std::vector<Term> terms) : terms_(std::move(terms)) {}

  void add(Term all, const Term& more) {
    all.insert(all.end(), more.begin(), more.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (size_t i = 1; i < all.size(); ++i) {
      if (all[i].node == all[i - 1].node) return;  // both it and its complement
    }
    terms_.push_back(std::move(all));
  }

  void simplify() {
    std::sort(terms_.begin(), terms_.end());
    terms_.erase(std::unique(terms_.begin(), terms_.end()), terms_.end());
    while (terms_.size() <= 2 * kMostTerms && join_two()) {
    }
    if (terms_.size() <= kMostTerms) return;
    terms_.clear();
    is_long_ = true;
  }

  /// a & x | a & !x is a; a | a & x is a.
  bool join_two() {
    for (size_t i = 0; i < terms_.size(); ++i) {
      for (size_t j = 0; j < terms_.size(); ++j) {
        if (i == j) continue;
        if (std::includes(terms_[j].begin(), terms_[j].end(), terms_[i].begin(), terms_[i].end())) {
          terms_.erase(terms_.begin() + static_cast<std::ptrdiff_t>(j));
          return true;
        }
        if (const auto at = only_difference(terms_[i], terms_[j])) {
          terms_[i].erase(terms_[i].begin() + static_cast<std::ptrdiff_t>(*at));
          terms_.erase(terms_.begin() + static_cast<std::ptrdiff_t>(j));
          return true;
        }
      }
    }
    return false;
  }

  static std::optional<size_t> only_difference(const Term& a, const Term& b) {
    if (a.size() != b.size()) return std::nullopt;
    std::optional<size_t> at;
    for (size_t i = 0; i < a.size(); ++i) {
      if (a[i].node != b[i].node) return std::nullopt;
      if (a[i].holds == b[i].holds) continue;
      if (at) return std::nullopt;
      at = i;
    }
    return at;
  }

  std::vector<Term> terms_;
  bool is_long_ = false;
};

/// The values that a node can have; none for one that is computed.
using Values = std::map<std::optional<Bits>, Sum, decltype([](const auto& a, const auto& b) {
                          if (!a || !b) return !a && b;
                          return a->to_hex() < b->to_hex();
                        })>;

void add(Values& to, const std::optional<Bits>& value, const Sum& condition) {
  if (condition.is_never()) return;
  const auto [found, is_new] = to.try_emplace(value, condition);
  if (!is_new) found->second = found->second | condition;
}

class Extractor {
 public:
  Extractor(const Design& design, const Module& module)
      : module_(module), scratch_(const_cast<Design&>(design), module.name) {  // NOLINT(*-const-cast): only read
    scratch_.signals = module.signals;
  }

  std::optional<StateMachine> machine(SignalId id) {
    const Signal& signal = module_.signals[id];
    state_ = id;
    StateMachine machine;
    machine.module = module_.name;
    machine.name = signal.object.empty() ? signal.name : signal.object;
    const Type& type = module_.design().type(signal.type);
    machine.type = type.name;
    machine.location = signal.location;
    for (const Type::Enumerator& one : type.enumerators) machine.states.push_back(one.name);
    const auto number_of = [&](const std::optional<Bits>& value) {
      for (size_t i = 0; value && i < type.enumerators.size(); ++i) {
        if (*value == Bits(value->width(), type.enumerators[i].value)) return i;
      }
      return StateMachine::kComputed;
    };
    const Register& state = module_.register_of(id);
    if (state.reset_value || state.power_up) {
      const size_t first = number_of(state.reset_value ? state.reset_value : state.power_up);
      if (first != StateMachine::kComputed) machine.reset = first;
    }
    order_nodes(signal.driver);
    copy_independent();
    bool chooses = false;
    for (size_t from = 0; from < type.enumerators.size(); ++from) {
      const NodeId next = next_value(signal.driver, Bits(signal.width, type.enumerators[from].value));
      std::map<size_t, Sum> targets;
      for (const auto& [value, condition] : values_of(next)) {
        const size_t to = number_of(value);
        const auto [found, is_new] = targets.try_emplace(to, condition);
        if (!is_new) found->second = found->second | condition;
      }
      for (const auto& [to, condition] : targets) {
        if (to == from) continue;
        chooses = chooses || to != StateMachine::kComputed;
        machine.transitions.push_back({from, to, text_of(condition)});
      }
    }
    if (!chooses) return std::nullopt;
    return machine;
  }

 private:
  /// The wire or output that `id` reads and that has a driver, or none.
  [[nodiscard]] const Signal* wire_of(NodeId id) const {
    if (module_.node(id).op != Op::read) return nullptr;
    const Signal& signal = module_.signals[module_.node(id).immediate];
    const bool is_wire = signal.kind == SignalKind::wire || signal.kind == SignalKind::output;
    return is_wire && signal.driver != kNone ? &signal : nullptr;
  }

  /// Fills `order_` with what `top` depends on, operands and drivers of wires before their users. Where wires form a
  /// loop, which is one of words and not of bits, the read that closes it stays a read.
  void order_nodes(NodeId top) {
    enum class Mark : uint8_t { unseen, open, done };
    std::vector<Mark> marks(module_.node_count(), Mark::unseen);
    order_.clear();
    std::vector<NodeId> stack{top};
    while (!stack.empty()) {
      const NodeId id = stack.back();
      if (marks[id] != Mark::unseen) {
        stack.pop_back();
        if (marks[id] == Mark::open) {
          marks[id] = Mark::done;
          order_.push_back(id);
        }
        continue;
      }
      marks[id] = Mark::open;
      // The last one first: conditions get their ids, and stand in the text, as they do in the source.
      const auto operands = module_.operands(id);
      for (const NodeId operand : std::views::reverse(operands)) {
        if (marks[operand] == Mark::unseen) stack.push_back(operand);
      }
      if (const Signal* wire = wire_of(id); wire != nullptr && marks[wire->driver] == Mark::unseen)
        stack.push_back(wire->driver);
    }
    depends_.assign(module_.node_count(), false);
    map_.assign(module_.node_count(), kNone);
    for (const NodeId id : order_) {
      const Node& node = module_.node(id);
      bool depends = node.op == Op::read && node.immediate == state_;
      for (const NodeId operand : module_.operands(id)) depends = depends || depends_[operand];
      if (const Signal* wire = wire_of(id)) depends = depends || depends_[wire->driver];
      depends_[id] = depends;
    }
  }

  /// A wire is written as its name, unless it depends on the state or is itself a choice of states.
  [[nodiscard]] const Signal* wire_to_open(NodeId id) const {
    const Signal* wire = wire_of(id);
    if (wire == nullptr || map_[wire->driver] == kNone) return nullptr;
    const bool is_state = wire->type != kNone && module_.design().type(wire->type).kind == TypeKind::enumeration;
    return depends_[id] || is_state ? wire : nullptr;
  }

  NodeId copy(NodeId id) {
    const Node& node = module_.node(id);
    if (node.op == Op::constant) return scratch_.constant(module_.constant_value(id), module_.location_of(id));
    if (node.op == Op::read) {
      if (const Signal* wire = wire_to_open(id)) return map_[wire->driver];
      return scratch_.read(node.immediate, module_.location_of(id));
    }
    std::vector<NodeId> operands;
    for (const NodeId operand : module_.operands(id)) operands.push_back(map_[operand]);
    if (node.op == Op::crossing) return operands[0];
    const NodeId made = simplify_mux(scratch_, operation_of(module_, id, operands), true);
    if (!depends_[id] && !module_.name_of(id).empty()) scratch_.set_name(made, module_.name_of(id));
    return made;
  }

  void copy_independent() {
    for (const NodeId id : order_) {
      if (!depends_[id]) map_[id] = copy(id);
    }
  }

  NodeId next_value(NodeId driver, const Bits& state) {
    for (const NodeId id : order_) {
      if (!depends_[id]) continue;
      const Node& node = module_.node(id);
      const bool is_state = node.op == Op::read && node.immediate == state_;
      map_[id] = is_state ? scratch_.constant(state) : copy(id);
    }
    return map_[driver];
  }

  /// The values of a node of the scratch module.
  Values values_of(NodeId top) {
    std::map<NodeId, Values> values;
    std::vector<NodeId> waiting{top};
    while (!waiting.empty()) {
      const NodeId id = waiting.back();
      waiting.pop_back();
      if (!values.try_emplace(id).second) continue;
      const auto operands = scratch_.operands(id);
      const size_t first = scratch_.node(id).op == Op::mux ? 1 : 0;
      waiting.insert(waiting.end(), operands.begin() + static_cast<std::ptrdiff_t>(first), operands.end());
    }
    for (auto& [id, own] : values) {  // ascending: operands first
      const Node node = scratch_.node(id);
      if (scratch_.is_constant(id)) {
        add(own, scratch_.constant_value(id), Sum::always());
      } else if (node.op == Op::mux) {
        for (const bool taken : {true, false}) {
          const Sum side = sum_of(scratch_.operand(id, 0), taken);
          for (const auto& [value, condition] : values.at(scratch_.operand(id, taken ? 1 : 2)))
            add(own, value, condition & side);
        }
      } else {
        compute(id, values, own);
      }
    }
    return values.at(top);
  }

  /// The values of an operation on values that are all known.
  void compute(NodeId id, const std::map<NodeId, Values>& values, Values& own) const {
    const Node& node = scratch_.node(id);
    struct Choice {
      std::vector<Bits> operands;
      Sum condition;
    };
    std::vector<Choice> choices{{{}, Sum::always()}};
    for (const NodeId operand : scratch_.operands(id)) {
      std::vector<Choice> longer;
      for (const Choice& choice : choices) {
        for (const auto& [value, condition] : values.at(operand)) {
          if (!value) return add(own, std::nullopt, Sum::always());
          const Sum both = choice.condition & condition;
          if (both.is_never()) continue;
          longer.push_back({choice.operands, both});
          longer.back().operands.push_back(*value);
        }
      }
      choices = std::move(longer);
      if (choices.size() > kMostValues) return add(own, std::nullopt, Sum::always());
    }
    if (node.count == 0 && node.op != Op::dont_care) return add(own, std::nullopt, Sum::always());
    for (const Choice& choice : choices)
      add(own, evaluate(node.op, choice.operands, node.width, node.immediate), choice.condition);
  }

  /// That `condition` is `holds`, its conjunction taken apart.
  [[nodiscard]] Sum sum_of(NodeId condition, bool holds) const {
    std::vector<Literal> literals;
    std::vector<Literal> waiting{{condition, holds}};
    while (!waiting.empty()) {
      const Literal literal = waiting.back();
      waiting.pop_back();
      const Op op = scratch_.node(literal.node).op;
      const bool is_conjunction = op == (literal.holds ? Op::bit_and : Op::bit_or);
      if (is_conjunction && scratch_.name_of(literal.node).empty()) {
        for (const NodeId operand : scratch_.operands(literal.node)) waiting.push_back({operand, literal.holds});
      } else if (op == Op::bit_not) {
        waiting.push_back({scratch_.operand(literal.node, 0), !literal.holds});
      } else {
        literals.push_back(literal);
      }
    }
    return Sum::of(literals);
  }

  std::string literal_text(Literal literal, bool is_alone) {
    const Op op = scratch_.node(literal.node).op;
    if (!literal.holds && (op == Op::eq || op == Op::ne)) {
      const NodeId operands[] = {scratch_.operand(literal.node, 0), scratch_.operand(literal.node, 1)};
      literal = {scratch_.make(op == Op::eq ? Op::ne : Op::eq, operands), true};
    }
    // A comparison binds more tightly than & and |.
    const bool is_comparison =
        op == Op::eq || op == Op::ne || op == Op::lt_u || op == Op::le_u || op == Op::lt_s || op == Op::le_s;
    if (!literal.holds) return "!" + operand_text(scratch_, literal.node);
    return is_alone || is_comparison ? expression_text(scratch_, literal.node) : operand_text(scratch_, literal.node);
  }

  std::string text_of(const Sum& condition) {
    if (condition.is_long()) return "(several conditions)";
    std::string text;
    for (const Term& term : condition.terms()) {
      if (!text.empty()) text += " | ";
      for (size_t i = 0; i < term.size(); ++i) {
        if (i != 0) text += " & ";
        text += literal_text(term[i], term.size() == 1 && condition.terms().size() == 1);
      }
    }
    return text;
  }

  const Module& module_;
  Module scratch_;
  SignalId state_ = kNone;
  std::vector<NodeId> order_;
  std::vector<bool> depends_;  // on the register
  std::vector<NodeId> map_;    // into the scratch module
};

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::vector<size_t> StateMachine::unreachable() const {
  if (!reset) return {};
  std::vector<bool> reached(states.size(), false);
  std::vector<size_t> waiting{*reset};
  while (!waiting.empty()) {
    const size_t state = waiting.back();
    waiting.pop_back();
    if (reached[state]) continue;
    reached[state] = true;
    for (const Transition& transition : transitions) {
      if (transition.from != state) continue;
      if (transition.to == kComputed) return {};
      waiting.push_back(transition.to);
    }
  }
  std::vector<size_t> result;
  for (size_t i = 0; i < states.size(); ++i) {
    if (!reached[i]) result.push_back(i);
  }
  return result;
}

std::vector<StateMachine> find_state_machines(const Design& design) {
  std::vector<StateMachine> machines;
  for (const auto& module : design.modules) {
    std::optional<Extractor> extractor;
    for (SignalId id = 0; id < module->signals.size(); ++id) {
      const Signal& signal = module->signals[id];
      if (signal.kind != SignalKind::reg || signal.type == kNone || signal.driver == kNone) continue;
      const Type& type = design.type(signal.type);
      if (type.kind != TypeKind::enumeration || type.enumerators.size() < 2) continue;
      if (!extractor) extractor.emplace(design, *module);
      if (auto machine = extractor->machine(id)) machines.push_back(std::move(*machine));
    }
  }
  return machines;
}

std::string dot_text(std::span<const StateMachine> machines) {
  std::string text =
      "digraph states {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  for (size_t number = 0; number < machines.size(); ++number) {
    const StateMachine& machine = machines[number];
    const auto node = [number](std::string_view name) { return fmt::format("\"m{}.{}\"", number, escaped(name)); };
    text += fmt::format("  subgraph cluster_{} {{\n    label=\"{}.{}: {}\";\n    fontname=\"sans-serif\";\n", number,
                        escaped(machine.module), escaped(machine.name), escaped(machine.type));
    const std::vector<size_t> unreachable = machine.unreachable();
    for (size_t i = 0; i < machine.states.size(); ++i) {
      const bool is_lost = std::find(unreachable.begin(), unreachable.end(), i) != unreachable.end();
      text += fmt::format("    {} [label=\"{}\"{}];\n", node(machine.states[i]), escaped(machine.states[i]),
                          is_lost ? ", style=\"rounded,dashed\"" : "");
    }
    if (machine.reset) {
      text += fmt::format("    {} [shape=point];\n    {} -> {} [label=\"reset\"];\n", node("reset "), node("reset "),
                          node(machine.states[*machine.reset]));
    }
    const bool has_computed =
        std::any_of(machine.transitions.begin(), machine.transitions.end(),
                    [](const auto& transition) { return transition.to == StateMachine::kComputed; });
    if (has_computed)
      text += fmt::format("    {} [label=\"computed\", style=\"rounded,dashed\"];\n", node("computed "));
    for (const StateMachine::Transition& transition : machine.transitions) {
      const std::string to =
          transition.to == StateMachine::kComputed ? node("computed ") : node(machine.states[transition.to]);
      text += fmt::format("    {} -> {} [label=\"{}\"];\n", node(machine.states[transition.from]), to,
                          escaped(transition.condition));
    }
    text += "  }\n";
  }
  return text + "}\n";
}

}  // namespace burin::passes
