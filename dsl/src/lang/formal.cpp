// SPDX-License-Identifier: Apache-2.0
//! @file formal.cpp
//! @brief Values of former cycles and free values: registers that the library drives in every cycle, whatever the
//! conditions around them.
#include "burin/lang/formal.h"

#include <fmt/format.h>

#include "builder.h"
#include "burin/ir/marks.h"

namespace burin::detail {
namespace {

constexpr int64_t kMostCycles = 1'000'000;

/// A number of cycles that the designer gives; `least` in place of one that makes no sense, which is reported.
int64_t checked_cycles(Builder& b, int64_t cycles, int64_t least, std::string_view function, LocationId location) {
  if (cycles >= least && cycles <= kMostCycles) return cycles;
  b.report(DiagnosticId::index_out_of_range, location, fmt::format("`{}` of {} cycles", function, cycles),
           fmt::format("{} to {} cycles", least, kMostCycles), fmt::format("a number of cycles from {} up", least));
  return least;
}

/// The register that takes over `next` at every edge of `clock` and starts with zeros or ones, in reset too. The same
/// register for the same question.
ir::SignalId history(Builder& b, ir::NodeId next, ir::ClockId clock, bool ones, std::string name, LocationId location) {
  const auto [entry, is_new] = b.state().histories.try_emplace({next, clock, ones}, ir::kNone);
  if (!is_new) return entry->second;
  ir::Module& m = b.module();
  const uint32_t width = m.width(next);
  const bool has_name = !name.empty();
  ir::Signal signal;
  signal.name = std::move(name);
  signal.width = width;
  signal.type = b.design->unsigned_type(width);
  signal.location = location;
  signal.generated_name = true;
  signal.attributes.emplace_back(ir::kHistoryMark, "1");
  ir::Register state;
  state.clock = clock;
  state.power_up = ones ? Bits::ones(width) : Bits(width);
  if (m.clocks[clock].reset_kind != ir::ResetKind::none) state.reset_value = state.power_up;
  const ir::SignalId id = m.add_register(std::move(signal), std::move(state));
  m.signals[id].driver = next;  // no statement: conditions do not count
  if (!has_name) b.state().unnamed.emplace_back(id, "past");
  return entry->second = id;
}

ir::NodeId past_node(Builder& b, ir::NodeId node, int64_t cycles, ir::ClockId clock, LocationId location) {
  std::string stem(b.module().name_of(node));
  if (const ir::Node& what = b.module().node(node); what.op == ir::Op::read && stem.empty())
    stem = b.module().signals[what.immediate].name;
  for (int64_t i = 1; i <= cycles; ++i) {
    std::string name;
    if (!stem.empty()) name = i == 1 ? stem + "_past" : fmt::format("{}_past_{}", stem, i);
    node = b.module().read(history(b, node, clock, false, std::move(name), location), location);
  }
  return node;
}

/// As many bits of a pseudo-random sequence as `width`: the upper halves of linear congruential generators of 32 bits.
ir::NodeId random_bits(Builder& b, uint32_t width, ir::ClockId clock, LocationId location) {
  constexpr uint32_t kStateBits = 32;
  constexpr uint32_t kUsedBits = 16;
  constexpr uint32_t kMultiplier = 1664525;  // of Numerical Recipes
  constexpr uint32_t kIncrement = 1013904223;
  constexpr uint32_t kNextIncrement = 0x9e3779b8;  // even: increments stay odd
  ir::Module& m = b.module();
  std::vector<ir::NodeId> parts;
  for (uint32_t low = 0; low < width; low += kUsedBits) {
    ir::Signal signal;
    signal.width = kStateBits;
    signal.type = b.design->unsigned_type(kStateBits);
    signal.location = location;
    signal.generated_name = true;
    ir::Register state;
    state.clock = clock;
    const ir::SignalId id = m.add_register(std::move(signal), std::move(state));
    b.state().unnamed.emplace_back(id, "any_seq");
    const ir::NodeId now = m.read(id, location);
    const ir::NodeId product =
        m.slice(m.make(ir::Op::mul_u, {now, m.constant(kStateBits, kMultiplier)}, location), 0, kStateBits, location);
    const uint32_t increment = kIncrement + static_cast<uint32_t>(parts.size()) * kNextIncrement;
    m.signals[id].driver = m.make(ir::Op::add, {product, m.constant(kStateBits, increment)}, location);
    parts.insert(parts.begin(), m.slice(now, kStateBits - kUsedBits, kUsedBits, location));
  }
  if (parts.empty()) return m.constant(Bits(0));
  return m.slice(m.make(ir::Op::cat, parts, location), 0, width, location);
}

}  // namespace

void past_leaves(std::span<const Leaf> leaves, int64_t cycles, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const int64_t count = checked_cycles(b, cycles, 0, "past", location);
  const ir::ClockId clock = b.clock_for({}, location);
  for (const Leaf& leaf : leaves) {
    const ir::NodeId node = b.use(*leaf.value, location, leaf.width, leaf.sort);
    leaf.value->rebind(b.wrap(past_node(b, node, count, clock, location)));
  }
}

Value changed_leaves(std::span<const Leaf> leaves, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const ir::ClockId clock = b.clock_for({}, location);
  ir::NodeId any = b.module().constant(1, 0);
  for (const Leaf& leaf : leaves) {
    const ir::NodeId now = b.use(*leaf.value, location, leaf.width, leaf.sort);
    const ir::NodeId differs = b.make(ir::Op::ne, {now, past_node(b, now, 1, clock, location)}, location);
    any = b.make(ir::Op::bit_or, {any, differs}, location);
  }
  const ir::NodeId first = b.use(in_first_cycles(1, where), location, 1);
  return b.wrap(b.make(ir::Op::bit_and, {any, b.make(ir::Op::bit_not, {first}, location)}, location));
}

Value in_first_cycles(int64_t cycles, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  const int64_t count = checked_cycles(b, cycles, 1, "initially", location);
  const ir::ClockId clock = b.clock_for({}, location);
  ir::NodeId node = b.module().constant(1, 0);
  for (int64_t i = 1; i <= count; ++i) {
    std::string name = i == 1 ? "initially" : fmt::format("initially_{}", i);
    node = b.module().read(history(b, node, clock, true, std::move(name), location), location);
  }
  return b.wrap(node);
}

void make_free(const Object& object, FreeKind kind, const Where& where) {
  Builder& b = Builder::current(where);
  ir::Module& m = b.module();
  for (ir::SignalId id = object.first_signal(); id < object.first_signal() + object.signal_count(); ++id) {
    const LocationId location = m.signals[id].location;
    m.signals[id].attributes.emplace_back(ir::kFreeMark,
                                          kind == FreeKind::constant ? ir::kFreeConstant : ir::kFreeSequence);
    m.signals[id].driver = kind == FreeKind::constant
                               ? m.read(id, location)
                               : random_bits(b, m.signals[id].width, m.register_of(id).clock, location);
  }
}

}  // namespace burin::detail
