// SPDX-License-Identifier: Apache-2.0
//! @file vectorise.cpp
//! @brief Stages of a pipeline, lanes of an array: isomorphic registers side by side.
//!
//! 1. Every node gets a hash of its shape: operations of 32 bits count, constants and registers are places to fill in,
//!    anything else stands for itself. Registers of one clock whose next values have one hash are a class.
//! 2. Classes that compute something, with enough members, in the order of the registers' declaration: walk the
//! members'
//!    next values side by side. A column of registers has to become neighbours in memory: an array. Columns that
//!    overlap extend arrays at their ends; a column that contradicts an array ends the attempt.
//! 3. Registers of an array that only take over other registers ask the same of the column of those.
//! 4. An array whose registers take over their neighbours is a shift register: its window moves, its values stay.
//! 5. In each array, runs of neighbours with one shape whose columns are neighbours everywhere become vector updates; a
//!    column of one register in all places is broadcast, one of constants a table. All else stays scalar.
#include "vectorise.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "chains.h"

namespace burin::sim::native {
namespace {

constexpr uint32_t kFewest = 8;      // members of a class
constexpr uint32_t kDeepest = 200;   // operations on a path
constexpr uint32_t kLanesLeast = 8;  // of a vector

uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29);
}

class Vectoriser {
 public:
  Vectoriser(const ir::Module& module, Netlist& netlist, uint32_t widest)
      : module_(module), netlist_(netlist), graph_(netlist.graph), widest_(widest) {}

  std::vector<LaneArray> run() {
    size_t candidates = 0;
    for (const ClockDomain& clock : netlist_.clocks) candidates += clock.updates.size();
    if (candidates < kFewest) return {};
    find_shapes();
    places_.assign(module_.signals.size(), {});
    updates_.assign(module_.signals.size(), {});
    for (uint32_t clock = 0; clock < netlist_.clocks.size(); ++clock) {
      const auto& updates = netlist_.clocks[clock].updates;
      for (const Update& update : updates) updates_[update.target] = {clock, update.next};
    }
    seed_arrays();
    size_t followed = 0;
    const auto follow = [&] {
      for (; followed < arrays_.size(); ++followed) follow_moves(followed);  // grows while it runs
    };
    follow();
    seed_chains();
    follow();
    extend_moves();
    make_shift_registers();
    make_vectors();
    return result();
  }

 private:
  struct Place {
    uint32_t array = kNone;
    int32_t position = 0;
  };
  struct Own {
    uint32_t clock = kNone;
    NodeRef next = kNone;
  };
  struct Array {
    std::vector<ir::SignalId> back;   // positions 0 and up
    std::vector<ir::SignalId> front;  // positions -1 and down
    int32_t aligned = 0;
    bool is_used = false;
    bool is_chain = false;
    [[nodiscard]] int32_t begin() const { return -static_cast<int32_t>(front.size()); }
    [[nodiscard]] int32_t end() const { return static_cast<int32_t>(back.size()); }
    [[nodiscard]] ir::SignalId at(int32_t position) const {
      return position >= 0 ? back[static_cast<size_t>(position)] : front[static_cast<size_t>(-1 - position)];
    }
  };

  // -------------------------------------------------------------------------------------------------------- shapes

  static bool is_lane_operation(GraphOp op) {
    switch (op) {
      case GraphOp::bit_not:
      case GraphOp::bit_and:
      case GraphOp::bit_or:
      case GraphOp::bit_xor:
      case GraphOp::add:
      case GraphOp::sub:
      case GraphOp::rotate_right:
      case GraphOp::mux:
      case GraphOp::shl:
      case GraphOp::shr_u:
      case GraphOp::shr_s:
        return true;
      default:
        return false;
    }
  }
  static bool is_shift(GraphOp op) { return op == GraphOp::shl || op == GraphOp::shr_u || op == GraphOp::shr_s; }

  // An operation that works on each lane; its lane operands are those from `first_lane_operand` on.
  [[nodiscard]] bool is_operation(NodeRef id) const {
    const GraphNode& node = graph_.node(id);
    if (node.width != 32 || !is_lane_operation(node.op)) return false;
    if (!is_shift(node.op)) return true;
    const NodeRef amount = graph_.operand(id, 1);
    return graph_.is_constant(amount) && graph_.width(amount) <= 64 && graph_.constant_value(amount).word(0) < 32;
  }
  [[nodiscard]] std::pair<uint32_t, uint32_t> lane_operands(NodeRef id) const {
    const GraphNode& node = graph_.node(id);
    if (node.op == GraphOp::mux) return {1, 3};
    if (is_shift(node.op)) return {0, 1};
    return {0, node.count};
  }
  [[nodiscard]] uint32_t shift_amount(NodeRef id) const {
    return static_cast<uint32_t>(graph_.constant_value(graph_.operand(id, 1)).word(0));
  }
  [[nodiscard]] bool is_state(NodeRef id) const {
    return graph_.node(id).op == GraphOp::state && graph_.node(id).width == 32;
  }
  [[nodiscard]] bool is_number(NodeRef id) const { return graph_.is_constant(id) && graph_.width(id) == 32; }

  void find_shapes() {
    const size_t count = graph_.size();
    hashes_.resize(count);
    costs_.resize(count);
    depths_.resize(count);
    for (NodeRef id = 0; id < count; ++id) {
      const GraphNode& node = graph_.node(id);
      if (is_state(id)) {
        hashes_[id] = 1;
      } else if (is_number(id)) {
        hashes_[id] = 2;
      } else if (is_operation(id)) {
        uint64_t hash = mixed(3, static_cast<uint64_t>(node.op));
        if (node.op == GraphOp::mux) hash = mixed(hash, graph_.operand(id, 0));
        if (is_shift(node.op)) hash = mixed(hash, shift_amount(id));
        if (node.op == GraphOp::rotate_right) hash = mixed(hash, node.immediate);
        const auto [first, last] = lane_operands(id);
        uint64_t cost = 1;
        uint32_t depth = 0;
        const bool commutes = last == 2 && node.op != GraphOp::sub;
        uint64_t sum = 0;
        for (uint32_t i = first; i < last; ++i) {
          const NodeRef operand = graph_.operand(id, i);
          if (commutes) {
            sum += mixed(hash, hashes_[operand]);  // hash-consing may have swapped them
          } else {
            hash = mixed(hash, hashes_[operand]);
          }
          cost += costs_[operand];
          depth = std::max<uint32_t>(depth, depths_[operand]);
        }
        hashes_[id] = commutes ? mixed(hash, sum) : hash;
        costs_[id] = static_cast<uint32_t>(std::min<uint64_t>(cost, 1000000));
        depths_[id] = static_cast<uint16_t>(std::min<uint32_t>(depth + 1, 60000));
      } else {
        hashes_[id] = mixed(4, id);
      }
    }
  }

  // The operands of a lane in the order in which the first lane has them.
  bool matched_operands(NodeRef model, NodeRef id, NodeRef (&operands)[3], uint32_t& count) const {
    const auto [first, last] = lane_operands(id);
    count = last - first;
    for (uint32_t i = 0; i < count; ++i) operands[i] = graph_.operand(id, first + i);
    const GraphOp op = graph_.node(id).op;
    if (count == 2 && op != GraphOp::sub && op != GraphOp::mux) {
      if (hashes_[operands[0]] != hashes_[graph_.operand(model, first)]) std::swap(operands[0], operands[1]);
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (hashes_[operands[i]] != hashes_[graph_.operand(model, first + i)]) return false;
    }
    return true;
  }

  // ------------------------------------------------------------------------------------------------------- arrays

  // Makes the registers of a column neighbours. False when that contradicts what is laid out.
  bool fit(const std::vector<ir::SignalId>& column) {
    uint32_t array = kNone;
    int32_t offset = 0;
    for (size_t i = 0; i < column.size() && array == kNone; ++i) {
      array = places_[column[i]].array;
      offset = places_[column[i]].position - static_cast<int32_t>(i);
    }
    ++round_;
    seen_.resize(module_.signals.size(), 0);
    for (size_t i = 0; i < column.size(); ++i) {
      if (seen_[column[i]] == round_) return false;
      seen_[column[i]] = round_;
      const Place& place = places_[column[i]];
      const int32_t position = offset + static_cast<int32_t>(i);
      if (place.array != kNone) {
        if (place.array != array || place.position != position) return false;
      } else if (array != kNone && position >= arrays_[array].begin() && position < arrays_[array].end()) {
        return false;
      }
    }
    if (array == kNone) {
      array = static_cast<uint32_t>(arrays_.size());
      arrays_.emplace_back();
    }
    Array& to = arrays_[array];
    const auto put = [&](size_t i, std::vector<ir::SignalId>& end) {
      places_[column[i]] = {array, offset + static_cast<int32_t>(i)};
      end.push_back(column[i]);
    };
    for (size_t i = column.size(); i-- > 0;) {
      if (offset + static_cast<int32_t>(i) == to.begin() - 1) put(i, to.front);
    }
    for (size_t i = 0; i < column.size(); ++i) {
      if (offset + static_cast<int32_t>(i) == to.end() && places_[column[i]].array == kNone) put(i, to.back);
    }
    return true;
  }

  [[nodiscard]] bool all_same(const std::vector<NodeRef>& nodes) const {
    return std::all_of(nodes.begin(), nodes.end(), [&](NodeRef id) { return id == nodes[0]; });
  }

  // Lays out what the nodes, one for each lane and all of one shape, read.
  bool lay_out(const std::vector<NodeRef>& lanes) {
    if (all_same(lanes) || is_number(lanes[0])) return true;
    if (is_state(lanes[0])) {
      std::vector<ir::SignalId> column;
      column.reserve(lanes.size());
      for (const NodeRef id : lanes) column.push_back(graph_.node(id).immediate);
      return fit(column);
    }
    if (!laid_out_.insert({lanes[0], lanes.size()}).second) return true;
    std::vector<std::vector<NodeRef>> columns;
    for (const NodeRef id : lanes) {
      NodeRef operands[3];
      uint32_t count = 0;
      if (!is_operation(id) || !matched_operands(lanes[0], id, operands, count)) return false;
      columns.resize(count);
      for (uint32_t i = 0; i < count; ++i) columns[i].push_back(operands[i]);
    }
    bool fits = true;
    for (const auto& column : columns) fits &= lay_out(column);
    return fits;
  }

  void seed_arrays() {
    for (const ClockDomain& clock : netlist_.clocks) {
      std::unordered_map<uint64_t, size_t> class_of;
      std::vector<std::vector<ir::SignalId>> classes;
      for (const Update& update : clock.updates) {
        if (module_.signals[update.target].width != 32 || !is_operation(update.next)) continue;
        if (depths_[update.next] > kDeepest) continue;
        const auto [found, is_new] = class_of.try_emplace(hashes_[update.next], classes.size());
        if (is_new) classes.emplace_back();
        classes[found->second].push_back(update.target);
      }
      std::erase_if(classes, [](const auto& members) { return members.size() < kFewest; });
      std::stable_sort(classes.begin(), classes.end(), [&](const auto& a, const auto& b) {
        return uint64_t{costs_[updates_[a[0]].next]} * a.size() > uint64_t{costs_[updates_[b[0]].next]} * b.size();
      });
      for (auto& members : classes) {
        if (costs_[updates_[members[0]].next] < kLeastCost) continue;
        std::sort(members.begin(), members.end());
        if (!fit(members)) continue;
        std::vector<NodeRef> lanes;
        lanes.reserve(members.size());
        for (const ir::SignalId id : members) lanes.push_back(updates_[id].next);
        lay_out(lanes);
      }
    }
  }

  // The register that `id` takes over under some condition, if it is one alone.
  [[nodiscard]] ir::SignalId taken_over(ir::SignalId id) const {
    constexpr size_t kMost = 16;  // choices and values that are looked at
    ir::SignalId source = ir::kNone;
    std::vector<NodeRef> nodes = {updates_[id].next};
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes.size() > kMost) return ir::kNone;
      const GraphNode& node = graph_.node(nodes[i]);
      if (node.op == GraphOp::mux && node.width == 32) {
        nodes.push_back(graph_.operand(nodes[i], 1));
        nodes.push_back(graph_.operand(nodes[i], 2));
      } else if (is_state(nodes[i]) && node.immediate != id && node.immediate != source) {
        if (source != ir::kNone) return ir::kNone;
        source = node.immediate;
      }
    }
    return source;
  }

  // Shift registers: each one takes over the one before.
  void seed_chains() {
    std::unordered_map<ir::SignalId, ir::SignalId> follower;
    std::vector<ir::SignalId> members;
    std::vector<ir::SignalId> sources(updates_.size(), ir::kNone);
    for (ir::SignalId id = 0; id < updates_.size(); ++id) {
      const Own& own = updates_[id];
      if (own.clock == kNone || graph_.width(own.next) != 32 || places_[id].array != kNone) continue;
      const ir::SignalId source = taken_over(id);
      if (source == ir::kNone) continue;
      members.push_back(id);
      sources[id] = source;
      follower.emplace(source, id);
    }
    for (const ir::SignalId id : members) {
      const ir::SignalId source = sources[id];
      const bool is_head = sources[source] == ir::kNone || places_[source].array != kNone;
      if (!is_head || follower[source] != id) continue;
      std::vector<ir::SignalId> column;
      if (places_[source].array == kNone) column.push_back(source);
      ir::SignalId at = id;
      while (true) {
        column.push_back(at);
        const auto next = follower.find(at);
        if (next == follower.end() || updates_[next->second].clock != updates_[id].clock) break;
        at = next->second;
      }
      if (column.size() > kFewest) fit(column);
    }
  }

  // The place of the register that `id` takes over, if it does no more and that one is in an array.
  [[nodiscard]] Place source_place(ir::SignalId id) const {
    const Own& own = updates_[id];
    if (own.clock == kNone || !is_state(own.next)) return {};
    return places_[graph_.node(own.next).immediate];
  }

  // Columns that were shorter than those they are moved to: their arrays grow by registers that follow the same rule.
  void extend_moves() {
    constexpr int kPasses = 32;
    for (int pass = 0; pass < kPasses; ++pass) {
      std::map<std::pair<uint32_t, int32_t>, uint32_t> rules;  // array and distance of the source: array
      for (uint32_t i = 0; i < arrays_.size(); ++i) {
        const Array& array = arrays_[i];
        const Place from = source_place(array.at(array.end() - 1));
        if (from.array != kNone) rules.emplace(std::pair{from.array, from.position - (array.end() - 1)}, i);
      }
      bool grew = false;
      for (ir::SignalId id = 0; id < updates_.size(); ++id) {
        if (places_[id].array != kNone) continue;
        const Place from = source_place(id);
        if (from.array == kNone) continue;
        for (auto rule = rules.lower_bound({from.array, INT32_MIN});
             rule != rules.end() && rule->first.first == from.array; ++rule) {
          const uint32_t index = rule->second;
          Array& array = arrays_[index];
          const int32_t position = from.position - rule->first.second;
          if (position != array.end()) continue;
          places_[id] = {index, position};
          array.back.push_back(id);
          grew = true;
          break;
        }
      }
      if (!grew) return;
    }
  }

  void follow_moves(size_t array) {
    std::vector<ir::SignalId> column;
    const auto finish = [&] {
      if (column.size() >= kFewest) fit(column);
      column.clear();
    };
    for (int32_t i = arrays_[array].begin(); i < arrays_[array].end(); ++i) {
      const Own& own = updates_[arrays_[array].at(i)];
      if (own.clock == kNone || !is_state(own.next)) {
        finish();
      } else {
        column.push_back(graph_.node(own.next).immediate);
      }
    }
    finish();
  }

  // ------------------------------------------------------------------------------------------------------- chains

  void make_shift_registers() {
    std::vector<std::vector<ir::SignalId>> lists;
    std::vector<bool> taken(module_.signals.size(), false);
    for (const Array& array : arrays_) {
      std::vector<ir::SignalId>& list = lists.emplace_back();
      for (int32_t i = array.begin(); i < array.end(); ++i) list.push_back(array.at(i));
      for (const ir::SignalId id : list) taken[id] = true;
    }
    const std::vector<bool> is_chain = make_chains(module_, netlist_, lists, taken);
    for (size_t i = 0; i < arrays_.size(); ++i) arrays_[i].is_chain = is_chain[i];
  }

  // ------------------------------------------------------------------------------------------------------ vectors

  // The vector of these lanes; `kNone` where the columns are no neighbours.
  NodeRef vector_of(const std::vector<NodeRef>& lanes) {
    std::vector<std::pair<std::vector<NodeRef>, NodeRef>>& known = vectors_[lanes[0]];
    for (const auto& [nodes, vector] : known) {
      if (nodes == lanes) return vector;
    }
    const NodeRef vector = make_vector(lanes);
    vectors_[lanes[0]].emplace_back(lanes, vector);
    return vector;
  }

  NodeRef make_vector(const std::vector<NodeRef>& lanes) {
    const auto count = static_cast<uint8_t>(lanes.size());
    if (all_same(lanes)) return graph_.vector(GraphOp::broadcast, {&lanes[0], 1}, count);
    if (is_number(lanes[0])) {
      std::vector<uint32_t> numbers;
      for (const NodeRef id : lanes) {
        if (!is_number(id)) return kNone;
        numbers.push_back(static_cast<uint32_t>(graph_.constant_value(id).word(0)));
      }
      return graph_.vector_constant(numbers);
    }
    if (is_state(lanes[0])) {
      std::vector<ir::SignalId> signals;
      const Place& first = places_[graph_.node(lanes[0]).immediate];
      for (size_t i = 0; i < lanes.size(); ++i) {
        if (!is_state(lanes[i])) return kNone;
        signals.push_back(graph_.node(lanes[i]).immediate);
        const Place& place = places_[signals.back()];
        if (place.array == kNone || arrays_[place.array].is_chain || place.array != first.array ||
            place.position != first.position + static_cast<int32_t>(i)) {
          return kNone;
        }
      }
      return graph_.vector_state(signals);
    }
    std::vector<std::vector<NodeRef>> columns;
    for (const NodeRef id : lanes) {
      NodeRef operands[3];
      uint32_t operand_count = 0;
      if (!is_operation(id) || !matched_operands(lanes[0], id, operands, operand_count)) return kNone;
      columns.resize(operand_count);
      for (uint32_t i = 0; i < operand_count; ++i) columns[i].push_back(operands[i]);
    }
    const GraphNode model = graph_.node(lanes[0]);
    std::vector<NodeRef> operands;
    if (model.op == GraphOp::mux) operands.push_back(graph_.operand(lanes[0], 0));
    const uint32_t immediate = is_shift(model.op) ? shift_amount(lanes[0]) : model.immediate;
    for (const auto& column : columns) {
      operands.push_back(vector_of(column));
      if (operands.back() == kNone) return kNone;
    }
    return graph_.vector(model.op, operands, count, immediate);
  }

  void make_vectors() {
    std::vector<bool> done(module_.signals.size(), false);
    for (Array& array : arrays_) {
      if (array.is_chain) continue;
      int32_t i = array.begin();
      while (i < array.end()) {
        const Own own = updates_[array.at(i)];
        int32_t stop = i + 1;
        if (own.clock != kNone && depths_[own.next] <= kDeepest) {
          while (stop < array.end()) {
            const Own& other = updates_[array.at(stop)];
            if (other.clock != own.clock || hashes_[other.next] != hashes_[own.next]) break;
            ++stop;
          }
          make_run(array, i, stop, done);
        }
        i = stop;
      }
    }
    for (ClockDomain& clock : netlist_.clocks) {
      std::erase_if(clock.updates, [&](const Update& update) { return done[update.target]; });
    }
  }

  void make_run(Array& array, int32_t begin, int32_t end, std::vector<bool>& done) {
    int32_t i = begin;
    while (i < end) {
      // The last vector may overlap the one before: what both store is the same.
      const bool is_wide = widest_ > kLanesLeast && end - i > static_cast<int32_t>(kLanesLeast) &&
                           end - begin >= static_cast<int32_t>(widest_);
      const auto lanes = static_cast<int32_t>(is_wide ? widest_ : kLanesLeast);
      if (end - begin < lanes) break;
      const bool is_last = end - i <= lanes;
      if (is_last) i = end - lanes;
      std::vector<NodeRef> nodes;
      VectorUpdate update;
      for (int32_t k = 0; k < lanes; ++k) {
        update.targets.push_back(array.at(i + k));
        nodes.push_back(updates_[array.at(i + k)].next);
      }
      update.next = vector_of(nodes);
      if (update.next == kNone) {
        if (is_last) break;
        ++i;
        continue;
      }
      if (!array.is_used) array.aligned = i;
      array.is_used = true;
      for (const ir::SignalId id : update.targets) done[id] = true;
      netlist_.clocks[updates_[update.targets[0]].clock].vectors.push_back(std::move(update));
      i += lanes;
    }
  }

  std::vector<LaneArray> result() const {
    std::vector<LaneArray> arrays;
    for (const Array& array : arrays_) {
      if (array.is_chain) continue;
      LaneArray lanes;
      for (int32_t i = array.begin(); i < array.end(); ++i) lanes.signals.push_back(array.at(i));
      lanes.aligned_index = static_cast<uint32_t>(array.aligned - array.begin());
      arrays.push_back(std::move(lanes));
    }
    return arrays;
  }

  static constexpr uint32_t kLeastCost = 2;  // operations of a class that is worth an array

  const ir::Module& module_;
  Netlist& netlist_;
  Graph& graph_;
  uint32_t widest_;
  std::vector<uint64_t> hashes_;
  std::vector<uint32_t> costs_;
  std::vector<uint16_t> depths_;
  std::vector<Place> places_;
  std::vector<Own> updates_;
  std::vector<Array> arrays_;
  std::vector<uint32_t> seen_;
  uint32_t round_ = 0;
  std::set<std::pair<NodeRef, size_t>> laid_out_;  // first lane and number of lanes
  std::unordered_map<NodeRef, std::vector<std::pair<std::vector<NodeRef>, NodeRef>>> vectors_;
};

}  // namespace

std::vector<LaneArray> vectorise(const ir::Module& module, Netlist& netlist, uint32_t widest) {
  return Vectoriser(module, netlist, widest).run();
}

}  // namespace burin::sim::native
