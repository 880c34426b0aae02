// SPDX-License-Identifier: Apache-2.0
//! @file lower.cpp
//! @brief From assignments under conditions to one driver for each signal.
//!
//! 1. Cut every driven target at the bounds of the constant slices assigned to it: the pieces are *slots*. A
//!    target with a variable offset stays whole.
//! 2. Walk the statements once, keeping the value of each slot. In a branch, note each slot that it changes, and
//!    undo the changes when the branch ends. What is declared in the branch exists in it alone: its slots stay.
//! 3. At the end of an IF chain merge: for each slot that some branch changed, a chain of muxes from the last
//!    branch to the first one. A slot without a value on some path is *partial*; of a target that stays whole the
//!    bits are told apart.
//! 4. Join the slots of each target. Registers hold where nothing is assigned; other targets with undriven or
//!    partial slots are reported.
//! The cost is that of the statements plus, for each chain, the slots that its branches change.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "builder.h"

namespace burin::detail {

namespace {

using ir::NodeId;
using ir::Op;

struct SlotState {
  NodeId node = ir::kNone;              // none: no value yet
  bool partial = false;                 // there is no value under some condition
  std::shared_ptr<const Bits> missing;  // of a partial slot: the bits without it; none: all of them
  bool assigned = false;                // by a statement, on every path
  LocationId location = kNoLocation;    // of the newest assignment
};

struct Slot {
  uint32_t low = 0;
  uint32_t width = 0;
  SlotState state;
  uint32_t stamp = 0;   // branch that has logged it
  size_t declared = 0;  // number of statements before its declaration, if that stands in a branch
};

struct TargetSlots {
  std::vector<uint32_t> cuts;  // lower bounds of the slots, ascending
  bool whole = false;
  size_t first = 0;
  size_t count = 0;
  uint32_t width = 0;
};

/// What became of the pieces of signals that the statements of one place in the source assigned.
struct Liveness {
  size_t pieces = 0;
  size_t overwritten = 0;
  size_t slot = 0;
  LocationId by = kNoLocation;
};

struct Logged {
  size_t slot;
  SlotState before;
  uint32_t stamp;
};

struct Branch {
  NodeId condition = ir::kNone;  // none: ELSE
  std::vector<std::pair<size_t, SlotState>> results;
};

struct OpenChain {
  bool complete = false;
  std::vector<Branch> branches;
  std::vector<Logged> log;  // of the branch being walked
  size_t first = 0;         // number of the statement that began it
  uint32_t outer_stamp = 0;
};

class Lowering {
 public:
  Lowering(Builder& builder, ModuleState& state)
      : b_(builder), state_(state), module_(builder.design->module(state.id)) {}

  void run() {
    cut();
    walk();
    warn_overwritten();
    join();
  }

 private:
  [[nodiscard]] const ir::Signal& signal_of(const Target& target) const {
    if (target.instance == ir::kNone) return module_.signals[target.signal];
    return b_.design->module(module_.instances[target.instance].module).signals[target.signal];
  }

  [[nodiscard]] size_t declaration_of(const Target& target) const {
    const Target object = target.instance == ir::kNone ? target : Target{.instance = target.instance};
    const auto found = state_.declared_in_branch.find(object);
    return found == state_.declared_in_branch.end() ? 0 : found->second;
  }

  /// Calls `visit(target, element indices)` for every target that the statement may reach.
  template <typename Visit>
  void for_each_element(const Statement& statement, Visit visit) {
    const Place& place = b_.place_at(statement.place);
    std::vector<uint32_t> chosen(place.indices.size(), 0);
    for (;;) {
      Target target = statement.target;
      for (size_t i = 0; i < chosen.size(); ++i) target.signal += chosen[i] * place.indices[i].stride;
      visit(target, chosen);
      size_t level = chosen.size();
      while (level > 0 && ++chosen[level - 1] == place.indices[level - 1].count) chosen[--level] = 0;
      if (level == 0) return;
    }
  }

  void cut() {
    for (const Statement& statement : state_.statements) {
      if (statement.kind != Statement::Kind::assign) continue;
      const Place& place = b_.place_at(statement.place);
      for_each_element(statement, [&](const Target& target, const std::vector<uint32_t>&) {
        TargetSlots& slots = targets_[target];
        slots.width = signal_of(target).width;
        if (place.offset != ir::kNone) slots.whole = true;
        slots.cuts.push_back(place.low);
        slots.cuts.push_back(place.low + place.width);
      });
    }
    for (auto& [target, slots] : targets_) {
      if (slots.whole) slots.cuts.clear();
      slots.cuts.push_back(0);
      std::sort(slots.cuts.begin(), slots.cuts.end());
      slots.cuts.erase(std::unique(slots.cuts.begin(), slots.cuts.end()), slots.cuts.end());
      while (!slots.cuts.empty() && slots.cuts.back() >= slots.width && slots.cuts.back() != 0) slots.cuts.pop_back();
      slots.first = slots_.size();
      slots.count = slots.cuts.size();
      const size_t declared = declaration_of(target);
      const bool holds = target.instance == ir::kNone && module_.signals[target.signal].kind == ir::SignalKind::reg;
      for (size_t i = 0; i < slots.count; ++i) {
        Slot slot;
        slot.low = slots.cuts[i];
        slot.width = (i + 1 < slots.count ? slots.cuts[i + 1] : slots.width) - slot.low;
        slot.declared = declared;
        if (holds) slot.state.node = module_.slice(module_.read(target.signal), slot.low, slot.width);
        slots_.push_back(slot);
      }
    }
  }

  void set(size_t index, SlotState value) {
    Slot& slot = slots_[index];
    if (!open_.empty() && slot.stamp != stamp_) {
      open_.back().log.push_back({index, slot.state, slot.stamp});
      slot.stamp = stamp_;
    }
    slot.state = value;
  }

  /// The value of a slot for a read-modify-write; zero where there is none.
  NodeId value_or_zero(const Slot& slot) {
    return slot.state.node != ir::kNone ? slot.state.node : module_.constant(slot.width, 0);
  }

  /// What is assigned to a part that depends on a value fills no gaps.
  static void keep_gaps(SlotState& now, const SlotState& before) {
    now.partial = before.partial || before.node == ir::kNone;
    now.missing = before.missing;
  }

  /// A constant part of a slot fills the gaps in its place.
  static void fill_gaps(SlotState& now, const Slot& slot, uint32_t low, uint32_t width) {
    keep_gaps(now, slot.state);
    if (!now.partial) return;
    Bits missing = now.missing ? *now.missing : Bits::ones(slot.width);
    for (uint32_t i = low; i < low + width; ++i) missing.set_bit(i, false);
    now.partial = !missing.is_zero();
    now.missing = now.partial ? std::make_shared<const Bits>(std::move(missing)) : nullptr;
  }

  void assign(const Statement& statement) {
    const Place& place = b_.place_at(statement.place);
    for_each_element(statement, [&](const Target& target, const std::vector<uint32_t>& chosen) {
      NodeId condition = ir::kNone;  // that the variable indices choose this element
      for (size_t i = 0; i < chosen.size(); ++i) {
        const uint32_t width = module_.width(place.indices[i].index);
        if (width < 32 && (uint64_t{chosen[i]} >> width) != 0) return;  // the index cannot get here
        const NodeId hit =
            module_.make(Op::eq, {place.indices[i].index, module_.constant(width, chosen[i])}, statement.location);
        condition = condition == ir::kNone ? hit : module_.make(Op::bit_and, {condition, hit}, statement.location);
      }
      const TargetSlots& slots = targets_.at(target);
      size_t i = slots.first;
      size_t end = slots.first + slots.count;
      if (place.offset == ir::kNone && !slots.whole && slots.width != 0) {  // the slots of the slice
        const auto first = std::lower_bound(slots.cuts.begin(), slots.cuts.end(), place.low);
        i += static_cast<size_t>(first - slots.cuts.begin());
        end = slots.first + static_cast<size_t>(std::lower_bound(first, slots.cuts.end(), place.low + place.width) -
                                                slots.cuts.begin());
      }
      for (; i < end; ++i) assign_slot(i, place, condition, statement);
    });
  }

  void assign_slot(size_t index, const Place& place, NodeId condition, const Statement& statement) {
    const Slot& slot = slots_[index];
    const LocationId location = statement.location;
    SlotState now;
    now.location = location;
    now.assigned = true;
    bool covers = true;
    if (place.offset != ir::kNone) {
      now.node = write_window(value_or_zero(slot), place, statement.node, location);
      keep_gaps(now, slot.state);
      covers = false;
    } else if (slot.low >= place.low && slot.low + slot.width <= place.low + place.width) {
      now.node = module_.slice(statement.node, slot.low - place.low, slot.width, location);
    } else {  // a constant slice of a target that is kept whole
      now.node = replace(value_or_zero(slot), place.low, statement.node, location);
      fill_gaps(now, slot, place.low, place.width);
      covers = false;
    }
    if (condition != ir::kNone) {
      covers = false;
      now.node = module_.make(Op::mux, {condition, now.node, value_or_zero(slot)}, location);
      keep_gaps(now, slot.state);
    }
    if (slot.width != 0) {
      Liveness& own = liveness_[location];
      ++own.pieces;
      own.slot = index;
      if (covers && open_.empty() && slot.state.assigned) {
        Liveness& earlier = liveness_[slot.state.location];
        ++earlier.overwritten;
        earlier.by = location;
      }
    }
    set(index, now);
  }

  NodeId replace(NodeId whole, uint32_t low, NodeId value, LocationId location) {
    const uint32_t width = module_.width(whole);
    const uint32_t high = low + module_.width(value);
    const NodeId parts[] = {module_.slice(whole, high, width - high, location), value,
                            module_.slice(whole, 0, low, location)};
    return module_.make(Op::cat, parts, location);
  }

  /// Bits `place.low` and up of `whole` with `value` at the variable offset; what would lie beyond is dropped.
  NodeId write_window(NodeId whole, const Place& place, NodeId value, LocationId location) {
    const uint32_t limit = place.window_limit;
    const uint32_t width = std::min(limit, module_.width(value));
    const NodeId region = module_.slice(whole, place.low, limit, location);
    const NodeId mask =
        module_.make(Op::shl, {module_.constant(Bits::ones(width).resize(limit)), place.offset}, location);
    const NodeId moved = module_.make(
        Op::shl, {module_.zext(module_.slice(value, 0, width, location), limit, location), place.offset}, location);
    const NodeId kept = module_.make(Op::bit_and, {region, module_.make(Op::bit_not, {mask}, location)}, location);
    return replace(whole, place.low, module_.make(Op::bit_or, {kept, moved}, location), location);
  }

  /// An assignment is of no use when all that it assigned, in all elements and all runs of a C++ loop, is lost: a
  /// default for a whole of which parts are assigned later is none.
  void warn_overwritten() {
    for (const auto& [location, one] : liveness_) {
      if (location == kNoLocation || one.overwritten < one.pieces) continue;
      const auto owner = std::find_if(targets_.begin(), targets_.end(), [&](const auto& entry) {
        return one.slot >= entry.second.first && one.slot < entry.second.first + entry.second.count;
      });
      b_.diagnostics.report(
          {.id = DiagnosticId::overwritten,
           .location = location,
           .message = fmt::format("what is assigned to `{}` here is always overwritten", name_of(owner->first)),
           .expected = "an assignment that can take effect",
           .remedy = "only the later one, or a condition around it",
           .path = b_.path(),
           .notes = {{one.by, "overwritten here"}}});
    }
  }

  void walk() {
    uint32_t newest_stamp = 0;
    for (size_t number = 0; number < state_.statements.size(); ++number) {
      const Statement& statement = state_.statements[number];
      switch (statement.kind) {
        case Statement::Kind::assign:
          assign(statement);
          break;
        case Statement::Kind::begin_if: {
          OpenChain chain;
          chain.complete = statement.complete;
          chain.outer_stamp = stamp_;
          chain.first = number;
          chain.branches.push_back({statement.node, {}});
          open_.push_back(std::move(chain));
          stamp_ = ++newest_stamp;
          break;
        }
        case Statement::Kind::next_branch:
        case Statement::Kind::otherwise:
          end_branch();
          open_.back().first = number;
          open_.back().branches.push_back(
              {statement.kind == Statement::Kind::otherwise ? ir::kNone : statement.node, {}});
          stamp_ = ++newest_stamp;
          break;
        case Statement::Kind::end_if: {
          end_branch();
          const OpenChain chain = std::move(open_.back());
          open_.pop_back();
          stamp_ = chain.outer_stamp;
          merge(chain);
          break;
        }
      }
    }
  }

  void end_branch() {
    OpenChain& chain = open_.back();
    for (const Logged& logged : chain.log) {
      Slot& slot = slots_[logged.slot];
      if (slot.declared > chain.first) {
        slot.stamp = logged.stamp;
        continue;
      }
      chain.branches.back().results.emplace_back(logged.slot, slot.state);
      slot.state = logged.before;
      slot.stamp = logged.stamp;
    }
    chain.log.clear();
  }

  void merge(const OpenChain& chain) {
    // For each slot changed anywhere, in order of the first change: its state after each branch that changed it.
    std::vector<size_t> order;
    std::map<size_t, std::vector<std::pair<size_t, const SlotState*>>> changed;
    for (size_t i = 0; i < chain.branches.size(); ++i) {
      for (const auto& [slot, after] : chain.branches[i].results) {
        auto& entry = changed[slot];
        if (entry.empty()) order.push_back(slot);
        entry.emplace_back(i, &after);
      }
    }
    const bool has_else = chain.branches.back().condition == ir::kNone;
    for (const size_t index : order) {
      const SlotState before = slots_[index].state;
      const auto& entry = changed[index];
      size_t next = entry.size();
      const auto after = [&](size_t branch) -> const SlotState& {
        if (next > 0 && entry[next - 1].first == branch) return *entry[--next].second;
        return before;
      };
      size_t branch = chain.branches.size();
      SlotState merged = before;
      if (has_else || chain.complete) merged = after(--branch);
      while (branch > 0) {
        --branch;
        const NodeId condition = chain.branches[branch].condition;
        const SlotState& taken = after(branch);
        // An ELSE in the middle was reported; it takes everything.
        merged = condition == ir::kNone ? taken : choose(condition, taken, merged);
      }
      set(index, merged);
    }
  }

  SlotState choose(NodeId condition, const SlotState& yes, const SlotState& no) {
    if (yes.node == ir::kNone && no.node == ir::kNone) return no;
    SlotState result;
    result.location = yes.node != ir::kNone && yes.location != kNoLocation ? yes.location : no.location;
    const auto has_gaps = [](const SlotState& state) { return state.partial || state.node == ir::kNone; };
    result.partial = has_gaps(yes) || has_gaps(no);
    if (!has_gaps(yes) || (has_gaps(no) && !no.missing)) {
      result.missing = no.missing;
    } else if (!has_gaps(no) || !yes.missing || yes.missing == no.missing) {
      result.missing = yes.missing;
    } else {
      result.missing = std::make_shared<const Bits>(bits_ops::bit_or(*yes.missing, *no.missing));
    }
    result.assigned = yes.assigned && no.assigned;
    if (yes.node == no.node) {
      result.node = yes.node;
    } else {
      // A missing value reads as zero, so that one mistake does not make the condition look unused.
      const auto or_zero = [&](NodeId node, NodeId other) {
        return node != ir::kNone ? node : module_.constant(module_.width(other), 0);
      };
      result.node =
          module_.make(Op::mux, {condition, or_zero(yes.node, no.node), or_zero(no.node, yes.node)}, result.location);
    }
    return result;
  }

  std::string name_of(const Target& target) {
    const ir::Signal& signal = signal_of(target);
    const std::string own = signal.object.empty() ? signal.name : signal.object;
    return target.instance == ir::kNone ? own : module_.instances[target.instance].name + "." + own;
  }

  std::string bits_of(const Slot& slot, const TargetSlots& slots) {
    if (slots.count == 1) return "";
    return slot.width == 1 ? fmt::format("bit {} of ", slot.low)
                           : fmt::format("bits {} to {} of ", slot.low + slot.width - 1, slot.low);
  }

  void join() {
    for (const auto& [target, slots] : targets_) {
      bool all_missing = true;
      for (size_t i = slots.first; i < slots.first + slots.count; ++i)
        all_missing = all_missing && slots_[i].state.node == ir::kNone;
      if (all_missing && slots.width != 0) continue;
      std::vector<NodeId> parts;
      for (size_t i = slots.first + slots.count; i-- > slots.first;) {
        Slot& slot = slots_[i];
        if (slot.width != 0 && slot.state.node == ir::kNone) report_missing(target, slot, slots);
        if (slot.width != 0 && slot.state.partial) report_latch(target, slot, slots);
        parts.push_back(value_or_zero(slot));
      }
      NodeId driver = parts.size() == 1 ? parts.front() : module_.make(Op::cat, parts);
      connect(target, driver);
    }
    // A register that nothing is assigned to holds its value.
    for (const ir::Register& reg : module_.registers) {
      ir::Signal& signal = module_.signals[reg.signal];
      if (signal.driver == ir::kNone) signal.driver = module_.read(reg.signal);
    }
    for (const auto& [signal, enable] : state_.register_enables) {
      NodeId& driver = module_.signals[signal].driver;
      driver = module_.make(Op::mux, {enable, driver, module_.read(signal)});
    }
  }

  void connect(const Target& target, NodeId driver) {
    if (target.instance == ir::kNone) {
      module_.signals[target.signal].driver = driver;
      return;
    }
    for (ir::Instance::Input& input : module_.instances[target.instance].inputs) {
      if (input.port == target.signal) {
        input.value = driver;
        input.location = state_.driven.count(target) != 0 ? state_.driven.at(target) : input.location;
      }
    }
  }

  void report_missing(const Target& target, const Slot& slot, const TargetSlots& slots) {
    b_.diagnostics.report(
        {.id = DiagnosticId::undriven,
         .location = signal_of(target).location,
         .message = fmt::format("{}`{}` {} never driven", bits_of(slot, slots), name_of(target),
                                slots.count > 1 && slot.width > 1 ? "are" : "is"),
         .expected = "a value for every bit",
         .remedy = "an assignment to the missing bits, or a default for the whole in front of its parts",
         .path = b_.path(),
         .notes = {{state_.driven.count(target) != 0 ? state_.driven.at(target) : kNoLocation,
                    "other bits are driven here"}}});
  }

  void report_latch(const Target& target, const Slot& slot, const TargetSlots& slots) {
    b_.diagnostics.report(
        {.id = DiagnosticId::latch,
         .location = slot.state.location,
         .message = fmt::format("{}`{}` {} no value under some conditions", bits_of(slot, slots), name_of(target),
                                slots.count > 1 && slot.width > 1 ? "have" : "has"),
         .expected = "a value on every path; a wire does not remember",
         .remedy = fmt::format("a default for `{}` in front of the IF or SWITCH, the missing ELSE or DEFAULT, or a Reg",
                               name_of(target)),
         .path = b_.path(),
         .notes = {{signal_of(target).location, "declared here"}}});
  }

  Builder& b_;
  ModuleState& state_;
  ir::Module& module_;
  std::map<Target, TargetSlots> targets_;
  std::vector<Slot> slots_;
  std::vector<OpenChain> open_;
  std::map<LocationId, Liveness> liveness_;
  uint32_t stamp_ = 0;  // of the branch being walked; 0 outside all
};

}  // namespace

void lower_statements(Builder& builder, ModuleState& state) { Lowering(builder, state).run(); }

}  // namespace burin::detail
