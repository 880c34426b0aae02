// SPDX-License-Identifier: Apache-2.0
//! @file body.cpp
//! @brief The order of a body: consumers first, each register written after its last reader.
//!
//! 1. `make_regions` says which operations stand under which branches. For each branch note what of the regions around
//!    it its arms need: that is computed before the branch.
//! 2. In each region, walk its effects (stores, and branches with stores in them) depth first: before a register is
//!    written, everything that reads it is computed and, where possible, stored. Where registers read each other in a
//!    circle, the value that was met first is computed and held, and its store comes last.
//! 3. An operation is appended when something asks for it, after its operands: that keeps values short-lived.
//! 4. Before a store to a register, whatever will still read it in this region is loaded. So every order is right,
//!    and a bad one only costs registers.
//! Checks come first, in order. Memories with several write ports are written last, in the order in which they win.
#include "body.h"

#include <algorithm>

#include "burin/base/diagnostics.h"
#include "regions.h"

namespace burin::sim::native {
namespace {

// Writes one body: all of a function, or one of its cases.
class Emitter {
 public:
  Emitter(const Graph& graph, const ir::Module& module, const Layout& layout, const FunctionSpec& spec,
          Workspace& workspace, Lowering& lowering)
      : graph_(graph),
        module_(module),
        spec_(spec),
        layout_(layout),
        workspace_(workspace),
        lowering_(lowering),
        r_(make_regions(graph, spec, workspace)) {}

  void run() {
    find_writes();
    find_uses();
    pushed_.resize(r_.effects.size(), false);
    states_.resize(2 * std::max(r_.effects.size(), r_.branches.size()) + 2, State::waiting);
    for (const uint32_t item : r_.reports) states_[item] = State::done;  // they have their places at the start and
    for (const uint32_t item : r_.late) states_[item] = State::done;     // at the end
    for (const uint32_t item : r_.reports) emit_item(item);
    emit_region(0);
    for (const uint32_t item : r_.late) {
      load_before(item, 0);
      emit_item(item);
    }
  }

 private:
  struct Reader {
    uint32_t region = 0;
    uint32_t owner = kNone;  // item of that region
  };
  struct Written {
    std::vector<Reader> readers;
    std::vector<NodeRef> nodes;  // what looks at the place when it is computed: loads
  };

  // ------------------------------------------------------------------------------------------------- preparation

  template <typename Visit>
  void for_each_location(const Effect& effect, Visit&& visit) {
    switch (effect.kind) {
      case EffectKind::update:
        visit(spec_.updates[effect.index].target);
        return;
      case EffectKind::vector:
        for (const ir::SignalId id : spec_.vectors[effect.index].targets) visit(id);
        return;
      case EffectKind::memory:
        visit(memory_location(spec_.writes[effect.index].memory));
        return;
      default:
        return;
    }
  }
  [[nodiscard]] Location memory_location(ir::MemoryId memory) const {
    return static_cast<Location>(module_.signals.size() + memory);
  }

  void find_writes() {
    const auto add = [&](uint32_t effect, uint32_t region) {
      for_each_location(r_.effects[effect], [&](Location location) {
        if (!written_.contains(location)) {
          written_.emplace(location, places_.size());
          places_.emplace_back();
        }
        for (uint32_t at = region; at != 0; at = r_.parent(at)) {
          auto& writes = r_.branches[r_.regions[at].branch].writes;
          if (writes.empty() || writes.back() != location) writes.push_back(location);
        }
      });
    };
    for (uint32_t region = 0; region < r_.regions.size(); ++region) {
      for (const uint32_t effect : r_.regions[region].effects) add(effect, region);
    }
    for (const uint32_t item : r_.late) {
      if (!is_branch_item(item)) add(item / 2, 0);
    }
  }

  Written* written(Location location) {
    const auto found = written_.find(location);
    return found == written_.end() ? nullptr : &places_[found->second];
  }

  // Something in `region`, part of item `owner` of that region, uses `node`.
  void use(uint32_t region, uint32_t owner, NodeRef node) {
    if (graph_.is_constant(node)) return;
    Workspace::Info& info = workspace_.info[node];
    if (info.region != region) {
      const uint32_t branch = r_.branch_around(info.region, region);
      std::vector<NodeRef>& needs = r_.branches[branch].needs;
      if (needs.empty() || needs.back() != node) needs.push_back(node);
      if (info.owner == kNone) {
        const NodeRef join = r_.branches[branch].join;
        info.owner = join == kNone ? branch_item(branch) : workspace_.info[join].owner;
      }
    } else if (info.owner == kNone) {
      info.owner = owner;
    }
    const GraphNode& value = graph_.node(node);
    if (value.op == GraphOp::state) {
      if (Written* place = written(value.immediate)) place->readers.push_back({region, owner});
    } else if (value.op == GraphOp::vector_state) {
      for (const ir::SignalId id : graph_.vector_signals(node)) {
        if (Written* place = written(id)) place->readers.push_back({region, owner});
      }
    }
  }

  void find_uses() {
    for (uint32_t region = 0; region < r_.regions.size(); ++region) {
      for (const uint32_t id : r_.regions[region].effects) effect_uses(id, region);
      for (const uint32_t id : r_.regions[region].branches) use(region, branch_item(id), r_.branches[id].select);
    }
    for (const auto* list : {&r_.reports, &r_.late}) {
      for (const uint32_t item : *list) {
        if (is_branch_item(item)) {
          use(0, item, r_.branches[item / 2].select);
        } else {
          effect_uses(item / 2, 0);
        }
      }
    }
    for (size_t i = r_.cone.size(); i-- > 0;) {
      const NodeRef node = r_.cone[i];
      const Workspace::Info info = workspace_.info[node];
      if (info.region == kNone) continue;
      for_each_use(graph_, r_, info, node, [&](uint32_t region, NodeRef operand) {
        // In an arm of the node's own branch there is no item but the value itself.
        use(region, region == info.region ? info.owner : kNone, operand);
      });
      note_load(node);
    }
  }

  void note_load(NodeRef node) {
    const GraphNode& value = graph_.node(node);
    const auto note = [&](Location location) {
      if (Written* place = written(location)) place->nodes.push_back(node);
    };
    switch (value.op) {
      case GraphOp::state:
        note(value.immediate);
        break;
      case GraphOp::vector_state:
        for (const ir::SignalId id : graph_.vector_signals(node)) note(id);
        break;
      case GraphOp::memory_read: {
        note(memory_location(value.immediate));
        const Workspace::Info& info = workspace_.info[node];
        if (Written* place = written(memory_location(value.immediate))) {
          place->readers.push_back({info.region, info.owner});
        }
        break;
      }
      case GraphOp::select:  // may look at the state itself
        for (const NodeRef operand : graph_.operands(node)) {
          if (graph_.node(operand).op == GraphOp::state) note(graph_.node(operand).immediate);
        }
        break;
      default:
        break;
    }
  }

  void effect_uses(uint32_t id, uint32_t region) {
    const Effect& effect = r_.effects[id];
    const uint32_t item = effect_item(id);
    switch (effect.kind) {
      case EffectKind::memory: {
        const MemoryWrite& write = spec_.writes[effect.index];
        use(region, item, write.address);
        use(region, item, write.data);
        if (write.mask != kNone) use(region, item, write.mask);
        return;
      }
      case EffectKind::report:
        for (const NodeRef argument : spec_.processes[effect.index].arguments) {
          use(region, item, argument);
        }
        return;
      default:
        use(region, item, effect.value);
    }
  }

  // ------------------------------------------------------------------------------------------------------ effects

  template <typename Visit>
  void for_each_write(uint32_t item, Visit&& visit) {
    if (is_branch_item(item)) {
      for (const Location location : r_.branches[item / 2].writes) visit(location);
    } else {
      for_each_location(r_.effects[item / 2], visit);
    }
  }

  // The item of `region` that a reader is part of; `kNone` when it is elsewhere.
  uint32_t item_at(uint32_t region, const Reader& reader) const {
    if (reader.region == region) return reader.owner;
    const uint32_t branch = r_.branch_around(region, reader.region);
    if (branch == kNone) return kNone;
    const NodeRef join = r_.branches[branch].join;
    return join == kNone ? branch_item(branch) : workspace_.info[join].owner;
  }

  void emit_region(uint32_t region) {
    std::vector<uint32_t> items;
    items.reserve(r_.regions[region].effects.size() + r_.regions[region].branches.size());
    for (const uint32_t id : r_.regions[region].effects) items.push_back(effect_item(id));
    for (const uint32_t id : r_.regions[region].branches) items.push_back(branch_item(id));
    for (const uint32_t item : items) visit(item, region);
  }

  void visit(uint32_t first, uint32_t region) {
    struct Frame {
      uint32_t item;
      std::vector<uint32_t> readers;
      size_t next = 0;
    };
    if (states_[first] != State::waiting) return;
    std::vector<Frame> stack;
    const auto open = [&](uint32_t item) {
      states_[item] = State::open;
      Frame frame{item, {}};
      for_each_write(item, [&](Location location) {
        for (const Reader& reader : written(location)->readers) {
          const uint32_t other = item_at(region, reader);
          if (other != kNone && other != item && states_[other] != State::done &&
              (frame.readers.empty() || frame.readers.back() != other)) {
            frame.readers.push_back(other);
          }
        }
      });
      stack.push_back(std::move(frame));
    };
    open(first);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next < frame.readers.size()) {
        const uint32_t other = frame.readers[frame.next++];
        if (states_[other] == State::waiting) {
          open(other);
        } else if (states_[other] == State::open && !is_branch_item(other)) {
          compute_operands(other);  // a circle: its store has to wait
        }
        continue;
      }
      const uint32_t item = frame.item;
      stack.pop_back();
      states_[item] = State::done;
      compute_operands(item);
      load_before(item, region);
      emit_item(item);
    }
  }

  void compute_operands(uint32_t item) {
    if (is_branch_item(item)) {
      const Branch& branch = r_.branches[item / 2];
      for (const NodeRef node : branch.needs) compute(node);
      compute(branch.select);
      return;
    }
    const Effect& effect = r_.effects[item / 2];
    switch (effect.kind) {
      case EffectKind::memory: {
        const MemoryWrite& write = spec_.writes[effect.index];
        compute(write.address);
        compute(write.data);
        if (write.mask != kNone) compute(write.mask);
        return;
      }
      case EffectKind::report:
        for (const NodeRef argument : spec_.processes[effect.index].arguments) compute(argument);
        return;
      default:
        if (graph_.node(effect.value).op == GraphOp::chain_push) return push(item);
        compute(effect.value);
    }
  }

  // What enters is stored as soon as it is there: that changes nothing before the windows move.
  void push(uint32_t item) {
    const Effect& effect = r_.effects[item / 2];
    if (pushed_[item / 2]) return;
    pushed_[item / 2] = true;
    uint32_t segment = 0;
    for (const NodeRef operand : graph_.operands(effect.value)) {
      compute(operand);
      lowering_.push(spec_.vectors[effect.index].chain, segment++, operand);
    }
    compute(effect.value);
  }

  // Loads what `item` is about to overwrite and others in the region still need.
  void load_before(uint32_t item, uint32_t region) {
    for_each_write(item, [&](Location location) {
      std::vector<NodeRef>& nodes = written(location)->nodes;
      for (size_t i = 0; i < nodes.size(); ++i) {  // NOLINT(modernize-loop-convert): it may grow meanwhile
        const NodeRef node = nodes[i];
        if (lowering_.has(node)) continue;
        const uint32_t at = workspace_.info[node].region;
        if (at != region) {
          const uint32_t branch = r_.branch_around(region, at);
          if (branch == kNone) continue;
          if (is_branch_item(item) && branch == item / 2) continue;
        }
        ++plain_;
        compute(node);
        --plain_;
      }
    });
  }

  void emit_item(uint32_t item) {
    compute_operands(item);
    if (is_branch_item(item)) {
      const Branch& branch = r_.branches[item / 2];
      emit_branch(branch, kNone);
      return;
    }
    const Effect& effect = r_.effects[item / 2];
    switch (effect.kind) {
      case EffectKind::update:
        lowering_.store(layout_.offsets[spec_.updates[effect.index].target], effect.value);
        return;
      case EffectKind::vector:
        if (spec_.vectors[effect.index].chain != kNone) {
          lowering_.store_chain(spec_.vectors[effect.index].chain, effect.value);
        } else {
          lowering_.store_vector(spec_.vectors[effect.index].targets[0], effect.value);
        }
        return;
      case EffectKind::output:
        lowering_.store(spec_.outputs[effect.index].first, effect.value);
        return;
      case EffectKind::memory:
        lowering_.write_memory(spec_.writes[effect.index]);
        return;
      case EffectKind::report: {
        const ProcessCode& process = spec_.processes[effect.index];
        lowering_.report(process, module_.processes[process.process].kind == ir::ProcessKind::cover);
        return;
      }
    }
  }

  [[nodiscard]] bool is_empty(uint32_t region) const {
    return r_.regions[region].effects.empty() && r_.regions[region].branches.empty();
  }

  void emit_branch(const Branch& branch, NodeRef join) {
    Condition condition = lowering_.condition(branch.select);
    uint32_t first = branch.arms[0];
    uint32_t second = branch.arms[1];
    NodeRef first_value = join == kNone ? kNone : graph_.operand(join, 1);
    NodeRef second_value = join == kNone ? kNone : graph_.operand(join, 2);
    if (join == kNone && is_empty(first)) {
      std::swap(first, second);
      condition.cond = inverse(condition.cond);
    }
    if (join != kNone) lowering_.declare_join(join);
    const bool has_second = join != kNone || !is_empty(second);
    const uint32_t otherwise = lowering_.new_label();
    const uint32_t end = has_second ? lowering_.new_label() : otherwise;
    lowering_.branch_unless(condition, otherwise);
    emit_arm(first, join, first_value);
    if (has_second) {
      lowering_.jump(end);
      lowering_.label(otherwise);
      emit_arm(second, join, second_value);
    }
    lowering_.label(end);
  }

  void emit_arm(uint32_t region, NodeRef join, NodeRef value) {
    if (join == kNone) {
      emit_region(region);
      return;
    }
    compute(value);
    lowering_.fill_join(join, value);
  }

  // ------------------------------------------------------------------------------------------------------- values

  void compute(NodeRef first) {
    if (lowering_.has(first)) return;
    struct Frame {
      NodeRef node;
      uint32_t next = 0;
    };
    std::vector<Frame> stack = {{first}};
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const NodeRef node = frame.node;
      if (lowering_.has(node)) {
        stack.pop_back();
        continue;
      }
      const Workspace::Info& info = workspace_.info[node];
      const bool branches = info.join != kNone && plain_ == 0;
      NodeRef operand = kNone;
      if (branches) {
        const std::vector<NodeRef>& needs = r_.branches[info.join].needs;
        if (frame.next < needs.size()) {
          operand = needs[frame.next];
        } else if (frame.next == needs.size()) {
          operand = graph_.operand(node, 0);
        }
      } else if (frame.next < graph_.node(node).count) {
        operand = graph_.operand(node, frame.next);
      }
      ++frame.next;
      if (operand != kNone) {
        if (!lowering_.has(operand)) stack.push_back({operand});
        continue;
      }
      stack.pop_back();
      if (branches) {
        emit_branch(r_.branches[info.join], node);
      } else {
        lowering_.compute(node);
      }
    }
  }

  enum class State : uint8_t { waiting, open, done };

  const Graph& graph_;
  const ir::Module& module_;
  const FunctionSpec& spec_;
  const Layout& layout_;
  Workspace& workspace_;
  Lowering& lowering_;
  Regions r_;
  std::unordered_map<Location, size_t> written_;
  std::vector<Written> places_;
  std::vector<State> states_;
  std::vector<bool> pushed_;  // of each effect
  uint32_t plain_ = 0;        // above 0: choices become conditional moves, since they are computed ahead of their place
};

}  // namespace

void write_body(const Graph& graph, const ir::Module& module, const Layout& layout, const FunctionSpec& spec,
                Workspace& workspace, Lowering& lowering) {
  Emitter(graph, module, layout, spec, workspace, lowering).run();
}

}  // namespace burin::sim::native
