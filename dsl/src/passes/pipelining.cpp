// SPDX-License-Identifier: Apache-2.0
//! @file pipelining.cpp
//! @brief Balanced pipelines.
//!
//! 1. Put what the outputs need into an order in which operands come first. Wires and the data of read-only memories
//!    are passed through; anything else that is read must be an input.
//! 2. For a given longest stage, the earliest stage of each node follows in one walk: a node begins a new stage when it
//!    does not fit behind its operands. No other choice of registers needs fewer stages, so the shortest longest stage
//!    that the depth allows is found by bisection.
//! 3. Against the order, move each node to the stage, between its earliest one and those of its users, in which the
//!    fewest bits have to be kept in registers: between the node and its users, and between its operands and it.
//! 4. Build the nodes anew, each from its operands as they are in its stage; registers are made on demand, one chain
//! for
//!    each value.
//! Each walk is linear in the nodes (the third also in the depth); the bisection takes some twenty of them.
#include "burin/passes/pipelining.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>

#include "burin/base/diagnostics.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr uint32_t kLut = 10;         // one level of logic
constexpr uint32_t kCarryPerBit = 1;  // of a carry chain
constexpr uint32_t kLutInputs = 4;

/// Levels of a tree of LUTs over `inputs` bits.
uint32_t tree_levels(uint64_t inputs) {
  uint32_t levels = 0;
  for (uint64_t covered = 1; covered < inputs; covered *= kLutInputs) ++levels;
  return levels;
}
uint32_t log2_up(uint64_t count) { return count < 2 ? 0 : static_cast<uint32_t>(std::bit_width(count - 1)); }
uint32_t adder(uint32_t width) { return kLut + kCarryPerBit * width; }

class Pipeliner {
 public:
  Pipeliner(Module& module, const PipelineRequest& request) : module_(module), request_(request) {
    inputs_.insert(request.inputs.begin(), request.inputs.end());
    marks_.insert(request.marks.begin(), request.marks.end());
    for (Memory& memory : module.memories) {
      if (!memory.read_only) continue;
      for (ReadPort& port : memory.reads) {
        if (!port.synchronous) tables_.emplace(port.data, &port);
      }
    }
    last_stage_ = request.registered_output ? request.depth - 1 : request.depth;
  }

  PipelineResult run() {
    if (!order()) return result_;
    if (!choose_longest_stage()) return result_;
    move_late();
    rebuild();
    return result_;
  }

 private:
  /// A node in the logic that is pipelined.
  struct Item {
    NodeId node = kNone;
    uint32_t delay = 0;
    uint32_t first_source = 0;  // in sources_: indices of items
    uint32_t source_count = 0;
    bool is_free = false;  // a constant: the same in every stage
    bool is_mark = false;
    bool is_input = false;
    uint32_t earliest = 0;
    uint32_t stage = 0;
  };

  [[nodiscard]] std::span<const uint32_t> sources(const Item& item) const {
    return {sources_.data() + item.first_source, item.source_count};
  }
  [[nodiscard]] uint32_t width(const Item& item) const { return module_.width(item.node); }

  /// What the value of `node` is computed from, other than constants of its own: operands, or what is behind a signal.
  void needed_by(NodeId node, std::vector<NodeId>& needed) const {
    needed.clear();
    if (module_.node(node).op != Op::read) {
      for (const NodeId operand : module_.operands(node)) needed.push_back(operand);
      return;
    }
    const SignalId signal = module_.node(node).immediate;
    if (inputs_.contains(signal)) return;
    if (module_.signals[signal].kind == SignalKind::wire) needed.push_back(module_.signals[signal].driver);
    if (const auto table = tables_.find(signal); table != tables_.end()) needed.push_back(table->second->address);
  }

  [[nodiscard]] bool is_pure(NodeId node) const {
    const Node& n = module_.node(node);
    if (n.op != Op::read) return true;
    return inputs_.contains(n.immediate) || tables_.contains(n.immediate) ||
           (module_.signals[n.immediate].kind == SignalKind::wire && module_.signals[n.immediate].driver != kNone);
  }

  bool order() {
    enum class Seen : uint8_t { open, done };
    std::unordered_map<NodeId, Seen> seen;
    struct Frame {
      NodeId node;
      std::vector<NodeId> needed;
      size_t next = 0;
    };
    std::vector<Frame> stack;
    const auto enter = [&](NodeId node) {
      if (!is_pure(node)) {
        result_.problem = PipelineResult::Problem::not_pure;
        result_.culprit = node;
        return false;
      }
      stack.push_back({node, {}, 0});
      needed_by(node, stack.back().needed);
      seen[node] = Seen::open;
      return true;
    };
    for (const SignalId output : request_.outputs) {
      const NodeId root = module_.signals[output].driver;
      if (root == kNone) {  // reported as undriven
        result_.problem = PipelineResult::Problem::loop;
        return false;
      }
      if (!seen.contains(root) && !enter(root)) return false;
      while (!stack.empty()) {
        Frame& top = stack.back();
        if (top.next < top.needed.size()) {
          const NodeId wanted = top.needed[top.next++];
          const auto found = seen.find(wanted);
          if (found == seen.end()) {
            if (!enter(wanted)) return false;
          } else if (found->second == Seen::open) {
            result_.problem = PipelineResult::Problem::loop;
            return false;
          }
          continue;
        }
        add_item(top.node, top.needed);
        seen[top.node] = Seen::done;
        stack.pop_back();
      }
    }
    return true;
  }

  void add_item(NodeId node, const std::vector<NodeId>& needed) {
    const Node& n = module_.node(node);
    Item item;
    item.node = node;
    item.delay = estimated_delay(module_, node);
    item.first_source = static_cast<uint32_t>(sources_.size());
    item.is_input = n.op == Op::read && inputs_.contains(n.immediate);
    item.is_mark = n.op == Op::read && marks_.contains(n.immediate);
    item.is_free = !item.is_input;
    for (const NodeId operand : needed) {
      const uint32_t source = index_.at(operand);
      if (items_[source].is_free) continue;
      item.is_free = false;
      if (last_user_[source] == items_.size()) continue;  // equal operands of a node are one value
      last_user_[source] = items_.size();
      sources_.push_back(source);
    }
    item.source_count = static_cast<uint32_t>(sources_.size()) - item.first_source;
    index_[node] = static_cast<uint32_t>(items_.size());
    items_.push_back(item);
    last_user_.push_back(SIZE_MAX);
  }

  /// Finds the earliest stages for a longest stage; false when these are more than there are.
  bool fits(uint32_t longest) {
    std::vector<uint32_t> arrival(items_.size(), 0);
    for (size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      item.earliest = 0;
      if (item.is_free) continue;
      uint32_t latest = 0;
      for (const uint32_t source : sources(item)) {
        const Item& from = items_[source];
        if (from.earliest > item.earliest) {
          item.earliest = from.earliest;
          latest = arrival[source];
        } else if (from.earliest == item.earliest) {
          latest = std::max(latest, arrival[source]);
        }
      }
      if (item.is_mark || latest + item.delay > longest) {
        ++item.earliest;
        latest = 0;
      }
      arrival[i] = latest + item.delay;
      if (item.earliest > last_stage_) return false;
    }
    return true;
  }

  bool choose_longest_stage() {
    uint64_t low = 0;
    uint64_t sum = 0;
    for (const Item& item : items_) {
      if (!item.is_free) low = std::max<uint64_t>(low, item.delay);
      sum += item.delay;
    }
    uint64_t high = std::min<uint64_t>(sum, 0xffffffff);
    if (!fits(static_cast<uint32_t>(high))) {
      result_.problem = PipelineResult::Problem::too_short;
      result_.marks = marks_in_a_row();
      return false;
    }
    while (low < high) {
      const uint64_t middle = (low + high) / 2;
      if (fits(static_cast<uint32_t>(middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    result_.longest_stage = static_cast<uint32_t>(low);
    internal_check(fits(result_.longest_stage), "a pipeline that fitted does not");
    return true;
  }

  [[nodiscard]] uint32_t marks_in_a_row() const {
    std::vector<uint32_t> count(items_.size(), 0);
    uint32_t most = 0;
    for (size_t i = 0; i < items_.size(); ++i) {
      for (const uint32_t source : sources(items_[i])) count[i] = std::max(count[i], count[source]);
      if (items_[i].is_mark) ++count[i];
      most = std::max(most, count[i]);
    }
    return most;
  }

  void move_late() {
    constexpr uint32_t kNowhere = 0xffffffff;
    // Of the users that have their final stage: the earliest of them with the longest way from there, and the last.
    std::vector<uint32_t> first_use(items_.size(), kNowhere);
    std::vector<uint32_t> tail(items_.size(), 0);
    std::vector<uint32_t> last_use(items_.size(), 0);
    std::vector<uint32_t> base(items_.size(), 0);  // a stage up to which the value is needed anyway
    for (const Item& item : items_) {
      for (const uint32_t source : sources(item)) base[source] = std::max(base[source], item.earliest);
    }
    for (const SignalId output : request_.outputs) {
      const uint32_t root = index_.at(module_.signals[output].driver);
      first_use[root] = std::min(first_use[root], last_stage_ + 1);
      last_use[root] = std::max(last_use[root], request_.depth);
      base[root] = request_.depth;
    }
    for (size_t i = items_.size(); i-- > 0;) {
      Item& item = items_[i];
      item.stage = item.earliest;
      if (item.is_free || item.is_input) continue;
      uint32_t latest = first_use[i] == 0 ? 0 : std::min(first_use[i] - 1, last_stage_);
      if (first_use[i] <= last_stage_ && item.delay + tail[i] <= result_.longest_stage) latest = first_use[i];
      uint64_t least = UINT64_MAX;
      for (uint32_t stage = item.earliest; stage <= std::max(latest, item.earliest); ++stage) {
        uint64_t bits = uint64_t{width(item)} * (std::max(last_use[i], stage) - stage);
        for (const uint32_t source : sources(item)) {
          const uint32_t until = std::max(base[source], last_use[source]);
          if (stage > until) bits += uint64_t{width(items_[source])} * (stage - until);
        }
        if (bits < least) {
          least = bits;
          item.stage = stage;
        }
      }
      const uint32_t way = item.delay + (item.stage == first_use[i] ? tail[i] : 0);
      for (const uint32_t source : sources(item)) {
        // Behind a mark a stage begins: its source must be one stage earlier, whatever the delay.
        const uint32_t use = item.is_mark ? item.stage - 1 : item.stage;
        const uint32_t behind = item.is_mark ? 0 : way;
        if (use < first_use[source]) {
          first_use[source] = use;
          tail[source] = behind;
        } else if (use == first_use[source]) {
          tail[source] = std::max(tail[source], behind);
        }
        last_use[source] = std::max(last_use[source], item.stage);
      }
    }
  }

  // ------------------------------------------------------------------------------------------------ building anew

  /// A name for the registers of an item, and whether the designer gave it.
  std::pair<std::string, bool> stem_of(const Item& item) {
    const Node& n = module_.node(item.node);
    if (const std::string_view given = module_.name_of(item.node); !given.empty()) return {std::string(given), true};
    if (n.op == Op::read && !module_.signals[n.immediate].name.empty() &&
        !module_.signals[n.immediate].generated_name) {
      return {module_.signals[n.immediate].name, true};
    }
    const std::string op(info(n.op).text);
    return {fmt::format("{}{}", op, ++stems_[op]), false};
  }

  /// The value of an item as it is `stage` registers after the inputs.
  NodeId at_stage(uint32_t index, uint32_t stage) {
    const Item& item = items_[index];
    if (item.is_free) return built_[index];
    NodeId value = built_[index];
    if (width(item) == 0) return value;
    std::vector<NodeId>& chain = chains_[index];
    if (chain.empty()) names_[index] = stem_of(item);
    for (uint32_t at = item.stage; at < stage; ++at) {
      const uint32_t position = at - item.stage;
      if (position == chain.size()) chain.push_back(make_register(item, names_[index], value, at));
      value = chain[position];
    }
    return value;
  }

  NodeId make_register(const Item& item, const std::pair<std::string, bool>& name, NodeId value, uint32_t stage) {
    const Node& n = module_.node(item.node);
    Signal signal;
    signal.name = fmt::format("{}_s{}", name.first, stage + 1);
    while (!taken_.insert(signal.name).second) signal.name += "_";
    signal.object = signal.name;
    signal.kind = SignalKind::reg;
    signal.width = width(item);
    signal.type = n.op == Op::read ? module_.signals[n.immediate].type : module_.design().unsigned_type(signal.width);
    if (signal.type == kNone) signal.type = module_.design().unsigned_type(signal.width);
    signal.location = module_.location_of(item.node);
    signal.generated_name = !name.second;
    const LocationId location = signal.location;
    Register state;
    state.clock = request_.clock;
    const SignalId id = module_.add_register(std::move(signal), std::move(state));
    const NodeId held = module_.read(id, location);
    const NodeId enable = stage < request_.enables.size() ? request_.enables[stage] : kNone;
    module_.signals[id].driver = enable == kNone ? value : module_.make(Op::mux, {enable, value, held}, location);
    result_.register_bits += width(item);
    return held;
  }

  void rebuild() {
    for (const Signal& signal : module_.signals) taken_.insert(signal.name);
    built_.assign(items_.size(), kNone);
    chains_.resize(items_.size());
    names_.resize(items_.size());
    std::vector<NodeId> operands;
    for (uint32_t i = 0; i < items_.size(); ++i) {
      const Item& item = items_[i];
      const Node n = module_.node(item.node);
      if (item.is_free || item.is_input) {
        built_[i] = item.node;
        continue;
      }
      if (n.op == Op::read) {
        if (const auto table = tables_.find(n.immediate); table != tables_.end()) {
          table->second->address = at_stage(index_.at(table->second->address), item.stage);
          built_[i] = item.node;
        } else {
          // The wire shows the value in the stage in which it is made.
          const NodeId value = at_stage(index_.at(module_.signals[n.immediate].driver), item.stage);
          module_.signals[n.immediate].driver = value;
          built_[i] = value;
        }
        continue;
      }
      operands.clear();
      for (uint32_t k = 0; k < n.count; ++k) {
        operands.push_back(at_stage(index_.at(module_.operand(item.node, k)), item.stage));
      }
      built_[i] = module_.make(n.op, operands, module_.location_of(item.node), n.width, n.immediate);
      if (const std::string name(module_.name_of(item.node)); !name.empty()) module_.set_name(built_[i], name);
    }
    for (const SignalId output : request_.outputs) {
      module_.signals[output].driver = at_stage(index_.at(module_.signals[output].driver), request_.depth);
    }
  }

  Module& module_;
  const PipelineRequest& request_;
  std::unordered_set<SignalId> inputs_;
  std::unordered_set<SignalId> marks_;
  std::unordered_map<SignalId, ReadPort*> tables_;
  uint32_t last_stage_ = 0;

  std::vector<Item> items_;  // sources before their users
  std::vector<uint32_t> sources_;
  std::vector<size_t> last_user_;  // by item: the newest item that has it as a source
  std::unordered_map<NodeId, uint32_t> index_;

  std::vector<NodeId> built_;
  std::vector<std::vector<NodeId>> chains_;  // by item: the value one, two, … registers later
  std::vector<std::pair<std::string, bool>> names_;
  std::unordered_map<std::string, int> stems_;
  std::unordered_set<std::string> taken_;
  PipelineResult result_;
};

}  // namespace

uint32_t estimated_delay(const Module& module, NodeId node) {
  const Node& n = module.node(node);
  const auto operand_width = [&](uint32_t k) { return module.width(module.operand(node, k)); };
  const auto is_constant = [&](uint32_t k) { return module.is_constant(module.operand(node, k)); };
  switch (n.op) {
    case Op::constant:
    case Op::dont_care:
    case Op::bit_not:  // absorbed by what reads it
    case Op::cat:
    case Op::slice:
    case Op::zext:
    case Op::sext:
    case Op::crossing:
      return 0;
    case Op::read:
      return module.signals[n.immediate].kind == SignalKind::memory_read
                 ? kLut * std::max(1U, log2_up(module.memories[module.signals[n.immediate].detail].depth) / 2)
                 : 0;
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
      return is_constant(0) || is_constant(1) ? 0 : kLut;
    case Op::add:
    case Op::sub:
      return adder(n.width);
    case Op::eq:
    case Op::ne:
      return kLut * std::max(1U, tree_levels(uint64_t{operand_width(0)} * (is_constant(0) || is_constant(1) ? 1 : 2)));
    case Op::lt_u:
    case Op::le_u:
    case Op::lt_s:
    case Op::le_s:
      return adder(operand_width(0));
    case Op::mul_u:
    case Op::mul_s: {
      const uint32_t rows = std::min(operand_width(0), operand_width(1));
      return is_constant(0) || is_constant(1) ? adder(n.width) * std::max(1U, log2_up(rows) / 2)
                                              : kLut * (1 + log2_up(rows)) + kCarryPerBit * n.width;
    }
    case Op::div_u:
    case Op::div_s:
    case Op::rem_u:
    case Op::rem_s:
      return n.width * adder(n.width);
    case Op::shl:
    case Op::shr_u:
    case Op::shr_s:
      return is_constant(1) ? 0 : kLut * std::max(1U, std::min(operand_width(1), log2_up(uint64_t{n.width} + 1)));
    case Op::mux:
      return kLut;
    case Op::select:
      return kLut * std::max(1U, log2_up(n.count - 1));
    case Op::reduce_and:
    case Op::reduce_or:
    case Op::reduce_xor:
      return kLut * std::max(1U, tree_levels(operand_width(0)));
  }
  return 0;
}

PipelineResult insert_pipeline_registers(Module& module, const PipelineRequest& request) {
  internal_check(request.depth > 0, "a pipeline without registers");
  return Pipeliner(module, request).run();
}

}  // namespace burin::passes
