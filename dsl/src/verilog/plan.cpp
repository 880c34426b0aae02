// SPDX-License-Identifier: Apache-2.0
//! @file plan.cpp
//! @brief Decides which nodes of a module get a name and which are written where they are used.
//!
//! 1. Note what the parts outside the node graph use: as driver of a signal, as an operand that must be a name
//!    (clocks, addresses of memories and the like), or as any expression.
//! 2. In descending order count the uses of each reachable node and see which muxes are branches.
//! 3. In ascending order describe each node (hash, first signal, enumeration), then name
//!    * it, when the designer named it, or when it is used more than once and is more than one small operation;
//!    * those of its operands that Verilog wants to be names here, such as the operand of a slice;
//!    * its longest operands while it is too long for a line.
//!    All of this depends on the node's own expression and on how often it is used, on nothing else.
//! 4. Name what must be a name because of step 1.
#include "plan.h"

#include <algorithm>
#include <array>

#include "burin/base/diagnostics.h"
#include "labels.h"
#include "legalise.h"

namespace burin::verilog {
namespace {

using namespace ir;

constexpr size_t kMaxLength = 96;        // of an expression in columns
constexpr size_t kMaxPartLength = 60;    // of one operand of a concatenation
constexpr size_t kMaxListLength = 1500;  // of a concatenation that is spread over lines
constexpr size_t kMaxMuxLength = 44;     // of a mux inside an expression
constexpr size_t kSmallLength = 30;      // of an operation that is rather repeated than named
constexpr uint8_t kMaxBranchDepth = 6;
constexpr size_t kMaxSignalInName = 24;

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccd;
  return hash ^ (hash >> 32);
}

uint64_t hash_text(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

size_t digits(uint64_t value) { return std::to_string(value).size(); }

/// What the operation is called in a made-up name.
std::string_view word_of(Op op) {
  switch (op) {
    case Op::mul_u:
    case Op::mul_s:
      return "mul";
    case Op::div_u:
    case Op::div_s:
      return "div";
    case Op::rem_u:
    case Op::rem_s:
      return "rem";
    case Op::lt_u:
    case Op::lt_s:
      return "lt";
    case Op::le_u:
    case Op::le_s:
      return "le";
    case Op::shr_u:
    case Op::shr_s:
      return "shr";
    case Op::reduce_and:
      return "all";
    case Op::reduce_or:
      return "any";
    case Op::reduce_xor:
      return "parity";
    default:
      return info(op).text;
  }
}

}  // namespace

Plan::Plan(const Module& module, const std::vector<std::string>& signal_names, NameTable& names)
    : module_(module), signal_names_(signal_names), table_(names) {
  const size_t count = module.node_count();
  uses_.assign(count, 0);
  user_.assign(count, kNone);
  is_branch_.assign(count, false);
  drives_net_.assign(count, false);
  drives_register_.assign(count, false);
  lengths_.assign(count, 0);
  depth_.assign(count, 0);
  run_.assign(count, 0);
  hashes_.assign(count, 0);
  label_of_.assign(count, kNone);
  first_signal_.assign(count, kNone);
  enumerations_.assign(count, kNone);
  names_of_.assign(count, kNone);
  carriers_.assign(count, kNone);
  mark_roots();
  mark_reachable();
  for (NodeId id = 0; id < count; ++id) {
    if (uses_[id] != 0) decide(id);
  }
  for (const NodeId root : operand_roots_) need_name(root);
  for (const NodeId root : name_roots_) {
    if (module_.node(root).op != Op::read) give_name(root);
  }
}

// ------------------------------------------------------------------------------------------------ 1. roots

void Plan::mark_roots() {
  const auto use = [this](NodeId node) {
    if (node != kNone) ++uses_[node];
  };
  const auto use_name = [&](NodeId node) {
    use(node);
    if (node != kNone) name_roots_.push_back(node);
  };
  const auto use_operand = [&](NodeId node) {
    use(node);
    if (node != kNone) operand_roots_.push_back(node);
  };
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    if (signal.driver == kNone || signal.width == 0) continue;
    const NodeId driver = signal.driver;
    if (signal.kind == SignalKind::inout) {
      // One driver a bit, so each is an operand that can be indexed.
      signal.width > 1 ? use_name(driver) : use(driver);
      signal.width > 1 ? use_name(signal.output_enable) : use(signal.output_enable);
      continue;
    }
    use(driver);
    if (signal.kind == SignalKind::reg) {
      drives_register_[driver] = true;
    } else if (!drives_net_[driver]) {
      drives_net_[driver] = true;
      carriers_[driver] = id;
    }
  }
  for (const Clock& clock : module_.clocks) {
    use_name(clock.clock);
    if (clock.reset_kind != ResetKind::none) use_name(clock.reset);
  }
  for (const Memory& memory : module_.memories) {
    const bool forwards = std::any_of(memory.reads.begin(), memory.reads.end(), [](const ReadPort& port) {
      return port.synchronous && port.policy == ReadUnderWrite::new_data;
    });
    for (const ReadPort& port : memory.reads) {
      use_operand(port.address);
      use(port.enable);
    }
    for (const WritePort& port : memory.writes) {
      // Yosys turns a memory whose words are only written at constant addresses into registers, with a warning.
      is_register(module_, memory) ? use_operand(port.address) : use_name(port.address);
      use_operand(port.mask);
      forwards || port.mask != kNone ? use_operand(port.data) : use(port.data);
      forwards ? use_operand(port.enable) : use(port.enable);
    }
  }
  for (const Instance& instance : module_.instances) {
    for (const Instance::Input& input : instance.inputs) {
      // Yosys 0.23 stops with an internal error at `$unsigned(...)` as a connection.
      const Op op = input.value == kNone ? Op::constant : module_.node(input.value).op;
      op == Op::shr_s || op == Op::div_s || op == Op::rem_s ? use_operand(input.value) : use(input.value);
    }
  }
  for (const Process& process : module_.processes) {
    use(process.enable);
    use(process.condition);
    for (const NodeId argument : process.arguments) use(argument);
  }
}

// ------------------------------------------------------------------------------------------------- 2. uses

void Plan::mark_reachable() {
  std::vector<bool> is_arm(module_.node_count(), false);
  for (NodeId id = static_cast<NodeId>(module_.node_count()); id-- > 0;) {
    if (uses_[id] == 0) continue;
    const Node& node = module_.node(id);
    is_branch_[id] = node.op == Op::mux && uses_[id] == 1 && module_.name_of(id).empty() &&
                     (is_arm[id] || drives_net_[id] || drives_register_[id]);
    for (uint32_t i = 0; i < node.count; ++i) {
      const NodeId operand = module_.operand(id, i);
      ++uses_[operand];
      user_[operand] = id;
      if (node.op != Op::mux || i == 0) continue;
      is_arm[operand] = true;
      // What a branch assigns to a register is assigned by a statement of its own.
      if (is_branch_[id] && drives_register_[id]) drives_register_[operand] = true;
    }
  }
}

// -------------------------------------------------------------------------------------------- 3. decisions

bool Plan::is_product(NodeId node) const {
  return is_low_product(module_, node) && !is_named(module_.operand(node, 0));
}

bool Plan::is_leaf(NodeId node) const {
  const Op op = module_.node(node).op;
  return op == Op::read || op == Op::constant || is_named(node) || (op == Op::slice && !is_product(node));
}

bool Plan::is_root_of_statement(NodeId node) const {
  return uses_[node] == 1 && (drives_net_[node] || drives_register_[node]);
}

/// More than one user, and too much to be repeated.
bool Plan::is_shared(NodeId node) const {
  if (uses_[node] < 2) return false;
  const Node& value = module_.node(node);
  switch (value.op) {
    case Op::bit_not:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::add:
    case Op::sub:
    case Op::eq:
    case Op::ne:
    case Op::lt_u:
    case Op::le_u:
    case Op::lt_s:
    case Op::le_s:
    case Op::cat:
    case Op::zext:
    case Op::reduce_and:
    case Op::reduce_or:
    case Op::reduce_xor:
      break;
    case Op::slice:
      return is_product(node);
    default:
      return true;
  }
  // Labels of a case stay where a case can be made of them.
  if (label_of_[node] != kNone && lengths_[node] <= kMaxLength) return false;
  if (lengths_[node] > kSmallLength || value.count > 3) return true;
  // The complement of a comparison is a comparison.
  const Op inner = value.op == Op::bit_not ? module_.node(module_.operand(node, 0)).op : Op::constant;
  const bool is_order = inner == Op::lt_u || inner == Op::le_u || inner == Op::lt_s || inner == Op::le_s;
  const auto operands = module_.operands(is_order ? module_.operand(node, 0) : node);
  return !std::all_of(operands.begin(), operands.end(), [this](NodeId operand) { return is_leaf(operand); });
}

void Plan::decide(NodeId node) {
  describe(node);
  const Node& value = module_.node(node);
  if (value.op == Op::constant || value.op == Op::read) {
    lengths_[node] = static_cast<uint32_t>(measure(node));
    return;
  }
  switch (value.op) {
    case Op::slice:
      // The product under a low product is written together with it, unless it has a name for other users.
      if (is_product(node)) break;
      // Folding may leave a slice of a slice.
      module_.node(module_.operand(node, 0)).op == Op::slice ? give_name(module_.operand(node, 0))
                                                             : need_name(module_.operand(node, 0));
      break;
    case Op::sext:
      if (module_.width(module_.operand(node, 0)) > 1) need_name(module_.operand(node, 0));
      break;
    case Op::mul_u:
    case Op::mul_s:
      decide_product(node);
      break;
    case Op::mux:
      decide_mux(node);
      break;
    default:
      break;
  }
  shorten(node);
  if (!module_.name_of(node).empty()) {
    if (value.op != Op::slice || is_product(node)) return give_name(node);
  }
  if (value.op == Op::select && !is_bit_select(module_, node) && !(uses_[node] == 1 && drives_net_[node])) {
    return give_name(node);
  }
  if (is_shared(node)) give_name(node);
}

void Plan::decide_mux(NodeId node) {
  const NodeId condition = module_.operand(node, 0);
  const NodeId on_true = module_.operand(node, 1);
  const NodeId on_false = module_.operand(node, 2);
  if (is_branch(on_true) && depth_[on_true] + 1 >= kMaxBranchDepth) give_name(on_true);
  // An else branch goes on at the same depth, unless it starts a case.
  const NodeId label = label_of(condition);
  const NodeId next_label = is_branch(on_false) ? label_of(module_.operand(on_false, 0)) : kNone;
  const bool same_label = next_label != kNone && label == next_label;
  const bool starts_case = next_label != kNone && !same_label && run_[on_false] >= kMinCaseArms;
  if (starts_case && depth_[on_false] + 1 >= kMaxBranchDepth) give_name(on_false);
  run_[node] = label == kNone ? 0 : (same_label ? run_[on_false] + 1 : 1);
  uint8_t depth = 1;
  if (is_branch(on_true)) depth = static_cast<uint8_t>(depth_[on_true] + 1);
  if (is_branch(on_false)) depth = std::max(depth, static_cast<uint8_t>(depth_[on_false] + (starts_case ? 1 : 0)));
  depth_[node] = depth;
  for (const NodeId operand : {condition, on_true, on_false}) {
    if (!is_branch(operand) && length(operand) > kMaxLength - 10) need_name(operand);
  }
  lengths_[node] = static_cast<uint32_t>(measure(node));
  if (is_branch_[node] || is_root_of_statement(node)) return;
  // Inside an expression only a short one without branches can be written.
  if (is_branch(on_true) || is_branch(on_false) || lengths_[node] > kMaxMuxLength) give_name(node);
}

/// A full product is written so that the width of the assignment widens its operands. So it must stand alone, and an
/// unsigned operand must not compute anything that would change when it is widened.
void Plan::decide_product(NodeId node) {
  const bool is_low = uses_[node] == 1 && user_[node] != kNone && module_.operand(user_[node], 0) == node &&
                      is_low_product(module_, user_[node]);
  if (module_.node(node).op == Op::mul_u && !is_low) {
    for (const NodeId operand : module_.operands(node)) {
      if (!is_leaf(operand) && module_.node(operand).op != Op::cat && module_.node(operand).op != Op::zext) {
        need_name(operand);
      }
    }
  }
  if (!is_low && !is_root_of_statement(node)) give_name(node);
}

/// Names operands, the longest first, until the node fits on a line; of a list, those that are long.
void Plan::shorten(NodeId node) {
  const Node& value = module_.node(node);
  const auto operands = module_.operands(node);
  if (value.op == Op::mux) return;  // see decide_mux
  const bool is_list = value.op == Op::cat || value.op == Op::select;
  if (is_list) {
    const bool is_long = measure(node) > kMaxListLength;
    for (const NodeId operand : operands) {
      const bool opens = module_.node(operand).op == Op::cat && !is_long;  // its parts are written among the others
      const size_t limit = is_long ? kMaxSignalInName : kMaxPartLength;
      if (!is_leaf(operand) && !opens && length(operand) > limit) give_name(operand);
    }
    lengths_[node] = static_cast<uint32_t>(measure(node));
    return;
  }
  size_t now = measure(node);
  while (now > kMaxLength) {
    NodeId longest = kNone;
    for (const NodeId operand : operands) {
      if (!is_leaf(operand) && (longest == kNone || length(operand) > length(longest))) longest = operand;
    }
    if (longest == kNone || length(longest) < kMaxSignalInName) break;
    give_name(longest);
    now = measure(node);
  }
  lengths_[node] = static_cast<uint32_t>(now);
}

size_t Plan::measure(NodeId node) const {
  const Node& value = module_.node(node);
  const auto operand = [&](uint32_t index) { return length(module_.operand(node, index)); };
  switch (value.op) {
    case Op::constant: {
      const Bits& bits = module_.constant_value(node);
      const size_t shown = bits.width() <= 32 ? 4 : (bits.width() + 3) / 4;
      return digits(value.width) + 2 + std::min<size_t>(shown, (value.width + 3) / 4);
    }
    case Op::read:
      return signal_names_[value.immediate].size();
    case Op::slice: {
      if (is_product(node)) return operand(0);
      const size_t high = value.width == 1 ? 0 : digits(value.immediate + value.width - 1) + 1;
      return operand(0) + 2 + digits(value.immediate) + high;
    }
    case Op::zext:
      return operand(0) + 10;
    case Op::sext:
      return 2 * operand(0) + 10;
    case Op::bit_not:
    case Op::reduce_and:
    case Op::reduce_or:
    case Op::reduce_xor:
      return operand(0) + 3;
    case Op::lt_s:
    case Op::le_s:
    case Op::mul_s:
    case Op::div_s:
    case Op::rem_s:
    case Op::shr_s:
      return operand(0) + operand(1) + 30;
    case Op::select:
      if (is_bit_select(module_, node)) return operand(0) + operand(1);
      [[fallthrough]];
    default: {
      size_t total = 0;
      for (uint32_t i = 0; i < value.count; ++i) total += operand(i) + 3;
      return total;
    }
  }
}

// ------------------------------------------------------------------------------------------------- names

void Plan::describe(NodeId node) {
  const Node& value = module_.node(node);
  const std::string_view given = module_.name_of(node);
  uint64_t hash = mix(hash_text(info(value.op).text), value.width);
  if (value.op == Op::constant) {
    for (const uint64_t word : module_.constant_value(node).words()) hash = mix(hash, word);
  } else if (value.op == Op::read) {
    hash = mix(hash, hash_text(signal_names_[value.immediate]));
    first_signal_[node] = value.immediate;
    const TypeId type = module_.signals[value.immediate].type;
    if (type != kNone && module_.design().type(type).kind == TypeKind::enumeration) enumerations_[node] = type;
  } else {
    hash = mix(hash, value.immediate);
    // The condition of a mux or select says least about the value.
    const uint32_t first = value.op == Op::mux || value.op == Op::select ? 1 : 0;
    for (uint32_t i = 0; i < value.count; ++i) {
      const NodeId operand = module_.operand(node, (i + first) % value.count);
      hash = mix(hash, hashes_[operand]);
      if (first_signal_[node] == kNone) first_signal_[node] = first_signal_[operand];
    }
    if (value.op == Op::mux) {
      const TypeId type = enumerations_[module_.operand(node, 1)];
      enumerations_[node] = type != kNone ? type : enumerations_[module_.operand(node, 2)];
    }
    if (value.op == Op::eq) {
      const NodeId left = module_.operand(node, 0);
      const NodeId right = module_.operand(node, 1);
      if (module_.is_constant(left) != module_.is_constant(right)) {
        label_of_[node] = module_.is_constant(left) ? right : left;
      }
    }
    if (value.op == Op::bit_or && label_of_[module_.operand(node, 0)] == label_of_[module_.operand(node, 1)]) {
      label_of_[node] = label_of_[module_.operand(node, 0)];
    }
    if (!given.empty()) hash = hash_text(given);
  }
  hashes_[node] = hash;
}

std::string Plan::made_up_name(NodeId node) const {
  const Node& value = module_.node(node);
  std::string name = "_";
  if (value.op == Op::read) return name + signal_names_[value.immediate];
  if (first_signal_[node] != kNone) {
    std::string_view signal = signal_names_[first_signal_[node]];
    while (signal.starts_with('_')) signal.remove_prefix(1);
    name += std::string(signal.substr(0, kMaxSignalInName)) + "_";
  }
  name += word_of(is_product(node) ? Op::mul_u : value.op);
  constexpr std::string_view kDigits = "0123456789abcdef";
  name += '_';
  for (int shift = 12; shift >= 0; shift -= 4) name += kDigits[(hashes_[node] >> shift) & 15];
  return name;
}

void Plan::need_name(NodeId node) {
  const Op op = module_.node(node).op;
  if (op == Op::read || op == Op::constant || (op == Op::slice && !is_product(node))) return;
  give_name(node);
}

void Plan::give_name(NodeId node) {
  if (is_named(node)) return;
  const std::string_view given = module_.name_of(node);
  const SignalId carrier = carriers_[node];
  std::string name;
  if (carrier != kNone && (given.empty() || given == module_.signals[carrier].name)) {
    name = signal_names_[carrier];
  } else {
    carriers_[node] = kNone;
    name = table_.claim(given.empty() ? made_up_name(node) : std::string(given));
  }
  names_of_[node] = static_cast<uint32_t>(names_.size());
  names_.push_back(std::move(name));
}

}  // namespace burin::verilog
