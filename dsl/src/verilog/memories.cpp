// SPDX-License-Identifier: Apache-2.0
//! @file memories.cpp
//! @brief Memories: arrays, their contents, and one process a port.
//!
//! * Non-blocking assignments give reads of the same edge the old word. `new_data` adds the write behind the read, so
//!   that it wins; Yosys finds a transparent port in that.
//! * All write ports of one clock are in one process, in order, so that the last one wins.
//! * An address that can be beyond the depth is compared with it; indices have the width that the depth needs.
//! * Contents are assignments in pieces, because Yosys takes time with the square of a piece, or a file.
//! * A memory of one word is a register, where one clock writes it: Yosys would make it one, with a warning.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <compare>

#include "burin/passes/memory_edges.h"
#include "legalise.h"
#include "statements.h"

namespace burin::verilog {

using namespace ir;

namespace {

constexpr size_t kWordsInPiece = 64;  // assignments of one initial block

/// Bits of an index; an array of one word has one of them too.
uint32_t index_width(uint64_t depth) { return depth < 2 ? 1 : static_cast<uint32_t>(std::bit_width(depth - 1)); }

bool covers(uint32_t address_width, uint64_t depth) {
  return address_width < 64 && (uint64_t{1} << address_width) <= depth;
}

/// `a && b`, where either may be empty.
std::string conjunction(std::string a, const std::string& b) {
  if (!a.empty() && !b.empty()) a += " && ";
  return a + b;
}

}  // namespace

// --------------------------------------------------------------------------------------------- addresses

bool Statements::is_known(NodeId node, bool value) const {
  return module_.is_constant(node) && module_.constant_value(node) == Bits(1, value ? 1 : 0);
}

bool Statements::is_out_of_range(const Memory& memory, NodeId address) const {
  return module_.is_constant(address) &&
         std::is_gteq(Bits::compare_unsigned(module_.constant_value(address), Bits(64, memory.depth)));
}

bool Statements::never_writes(const Memory& memory, const WritePort& port) const {
  const bool masks_all =
      port.mask != kNone && module_.is_constant(port.mask) && module_.constant_value(port.mask).is_zero();
  return is_known(port.enable, false) || is_out_of_range(memory, port.address) || masks_all;
}

/// The condition that `address` lies within the memory; empty when it always does.
std::string Statements::in_range(const Memory& memory, NodeId address) {
  const uint32_t width = module_.width(address);
  if (covers(width, memory.depth) || module_.is_constant(address)) return "";
  if (memory.depth == 1) return fmt::format("{} == {}'d0", expressions_.expression(address), width);
  return fmt::format("{} < {}'d{}", expressions_.expression(address), width, memory.depth);
}

std::string Statements::word_at(MemoryId id, NodeId address) {
  const Memory& memory = module_.memories[id];
  const std::string& name = text_.memory_names[id];
  if (is_register(module_, memory)) return name;
  const uint32_t width = module_.width(address);
  const uint32_t needed = index_width(memory.depth);
  if (module_.is_constant(address) && !text_.plan.is_named(address)) {
    return fmt::format("{}[{}]", name, module_.constant_value(address).to_uint64());
  }
  if (width > needed) return fmt::format("{}[{}]", name, expressions_.part(address, 0, needed));
  if (width == needed) return fmt::format("{}[{}]", name, expressions_.expression(address));
  return fmt::format("{}[{{{}'d0, {}}}]", name, needed - width, expressions_.expression(address));
}

/// The condition that two addresses are equal, as numbers; empty when they always are.
std::string Statements::same_address(NodeId a, NodeId b) {
  if (a == b) return "";
  if (module_.width(a) < module_.width(b)) std::swap(a, b);
  const uint32_t width = module_.width(a);
  const uint32_t difference = width - module_.width(b);
  if (module_.width(b) == 0) return fmt::format("{} == {}'d0", expressions_.conjunct(a), width);
  std::string other = expressions_.conjunct(b);
  if (difference != 0) other = fmt::format("{{{}'d0, {}}}", difference, other);
  return fmt::format("{} == {}", expressions_.conjunct(a), other);
}

// -------------------------------------------------------------------------------------------------- memory

void Statements::write_memory(MemoryId id) {
  const Memory& memory = module_.memories[id];
  if (memory_done_[id]) return;
  memory_done_[id] = true;
  if (memory.width == 0) return;
  for (const WritePort& port : memory.writes) {
    for (const NodeId node : {port.address, port.data, port.enable, port.mask, module_.clocks[port.clock].clock}) {
      write_needed(node);
    }
  }
  for (const ReadPort& port : memory.reads) {
    write_needed(port.address);
    write_needed(port.enable);
    if (port.synchronous) write_needed(module_.clocks[port.clock].clock);
  }
  write_contents(id);
  write_write_ports(id);
  for (const ReadPort& port : memory.reads) write_read_port(id, port);
}

void Statements::write_contents(MemoryId id) {
  const Memory& memory = module_.memories[id];
  const std::string& name = text_.memory_names[id];
  const size_t words = memory.contents.size();
  if (words == 0) return;
  text_.statements.begin_block();
  if (is_register(module_, memory)) {
    text_.statements.wrapped(
        1, fmt::format("initial {} = {};", name, expressions_.constant(memory.contents[0], memory.type)),
        memory.location);
    return;
  }
  if (words > text_.options.largest_inline_contents) {
    VerilogFile file;
    file.name = fmt::format("{}_{}.hex", module_.name, name);
    for (const Bits& word : memory.contents) file.text += word.to_hex() + "\n";
    text_.statements.line(1, fmt::format("initial $readmemh(\"{}\", {}, 0, {});", file.name, name, words - 1),
                          memory.location);
    text_.side_files.push_back(std::move(file));
    return;
  }
  for (size_t i = 0; i < words; ++i) {
    if (i % kWordsInPiece == 0) text_.statements.line(1, "initial begin", memory.location);
    text_.statements.wrapped(
        2, fmt::format("{}[{}] = {};", name, i, expressions_.constant(memory.contents[i], memory.type)),
        memory.location);
    if (i + 1 == words || (i + 1) % kWordsInPiece == 0) text_.statements.line(1, "end", kSamePlace);
  }
}

// ------------------------------------------------------------------------------------------------ writing

void Statements::write_write_ports(MemoryId id) {
  const Memory& memory = module_.memories[id];
  std::vector<std::vector<const WritePort*>> groups;  // by edge
  for (const WritePort& port : memory.writes) {
    if (never_writes(memory, port)) continue;
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<const WritePort*>& ports) {
      return same_edge(module_, ports[0]->clock, port.clock);
    });
    if (group == groups.end()) {
      groups.push_back({&port});
    } else {
      group->push_back(&port);
    }
  }
  if (groups.size() > 1) {
    text_.statements.begin_block();
    write_for_two_clocks(id, groups);
    text_.statements.line(0, "`else", kSamePlace);
  }
  for (const std::vector<const WritePort*>& group : groups) {
    if (groups.size() == 1) text_.statements.begin_block();
    const Clock& clock = module_.clocks[group[0]->clock];
    text_.statements.line(1, fmt::format("always @({}) begin", edge_of(clock)), group[0]->location);
    for (const WritePort* const port : group) write_write_port(id, *port, 2);
    text_.statements.line(1, "end", kSamePlace);
  }
  if (groups.size() > 1) text_.statements.line(0, "`endif", kSamePlace);
}

/// Verilator warns at a variable that processes of two clocks assign. For it, one process looks for the edges.
void Statements::write_for_two_clocks(MemoryId id, const std::vector<std::vector<const WritePort*>>& groups) {
  struct Watched {
    std::string clock;
    std::string before;  // the clock's value before the edge
  };
  std::vector<Watched> clocks;
  const auto watched = [&](const std::vector<const WritePort*>& group) -> const Watched& {
    const std::string clock = expressions_.expression(module_.clocks[group[0]->clock].clock);
    const auto found = std::find_if(clocks.begin(), clocks.end(), [&](const Watched& w) { return w.clock == clock; });
    if (found != clocks.end()) return *found;
    return clocks.emplace_back(Watched{clock, name_for(fmt::format("{}_{}_before", text_.memory_names[id], clock))});
  };
  for (const std::vector<const WritePort*>& group : groups) watched(group);

  const LocationId place = groups[0][0]->location;
  text_.statements.line(0, "`ifdef VERILATOR", kSamePlace);
  std::string sensitivity;
  for (const Watched& watch : clocks) {
    // A clock is 0 at time zero. Without a value this register would start like all others, perhaps at 1, and miss the
    // first edge.
    text_.statements.line(1, fmt::format("reg {} = 1'b0;", watch.before), place);
    sensitivity += fmt::format("{0}posedge {1} or negedge {1}", sensitivity.empty() ? "" : " or ", watch.clock);
  }
  text_.statements.wrapped(1, fmt::format("always @({}) begin", sensitivity), place);
  for (const Watched& watch : clocks) {
    text_.statements.line(2, fmt::format("{} <= {};", watch.before, watch.clock), place);
  }
  for (const std::vector<const WritePort*>& group : groups) {
    const bool rising = module_.clocks[group[0]->clock].edge == Edge::rising;
    const Watched& watch = watched(group);
    text_.statements.line(
        2, fmt::format("if ({}{} && {}{}) begin", rising ? "" : "!", watch.clock, rising ? "!" : "", watch.before),
        place);
    for (const WritePort* const port : group) write_write_port(id, *port, 3);
    text_.statements.line(2, "end", kSamePlace);
  }
  text_.statements.line(1, "end", kSamePlace);
}

void Statements::write_write_port(MemoryId id, const WritePort& port, int depth) {
  const Memory& memory = module_.memories[id];
  std::string condition = is_known(port.enable, true) ? "" : expressions_.conjunct(port.enable);
  condition = conjunction(std::move(condition), in_range(memory, port.address));
  write_data(memory, port, word_at(id, port.address), condition, depth);
}

/// Assigns the data of `port` to `target`, all or the granules that the mask chooses.
void Statements::write_data(const Memory& memory, const WritePort& port, const std::string& target,
                            const std::string& condition, int depth) {
  const bool has_mask =
      port.mask != kNone && !(module_.is_constant(port.mask) && module_.constant_value(port.mask).is_ones());
  if (!has_mask) {
    const std::string guard = condition.empty() ? "" : fmt::format("if ({}) ", condition);
    text_.statements.wrapped(depth, fmt::format("{}{} <= {};", guard, target, expressions_.assigned(port.data, kNone)),
                             port.location);
    return;
  }
  if (!condition.empty()) {
    text_.statements.wrapped(depth, fmt::format("if ({}) begin", condition), port.location);
    ++depth;
  }
  const uint32_t granules = module_.width(port.mask);
  const uint32_t granule = memory.width / granules;
  for (uint32_t i = 0; i < granules; ++i) {
    if (module_.is_constant(port.mask) && !module_.constant_value(port.mask).bit(i)) continue;
    const std::string guard =
        module_.is_constant(port.mask) ? "" : fmt::format("if ({}) ", expressions_.part(port.mask, i, 1));
    std::string range;
    if (granules != 1) {
      range = granule == 1 ? fmt::format("[{}]", i) : fmt::format("[{}:{}]", (i + 1) * granule - 1, i * granule);
    }
    text_.statements.wrapped(
        depth, fmt::format("{}{}{} <= {};", guard, target, range, expressions_.part(port.data, i * granule, granule)),
        port.location);
  }
  if (!condition.empty()) text_.statements.line(depth - 1, "end", kSamePlace);
}

// ------------------------------------------------------------------------------------------------ reading

void Statements::write_read_port(MemoryId id, const ReadPort& port) {
  const Memory& memory = module_.memories[id];
  const std::string& data = text_.signal_names[port.data];
  const std::string zero = expressions_.constant(Bits(memory.width), kNone);
  const bool reads = !is_out_of_range(memory, port.address) && (port.enable == kNone || !is_known(port.enable, false));
  const std::string range = reads ? in_range(memory, port.address) : "";
  std::string word = reads ? word_at(id, port.address) : zero;
  if (reads) memory_read_[id] = true;
  if (!range.empty()) word = fmt::format("{} ? {} : {}", range, word, zero);
  if (!port.synchronous) {
    text_.statements.begin_single();
    text_.statements.wrapped(1, fmt::format("assign {} = {};", data, word), port.location);
    return;
  }

  text_.is_variable[port.data] = true;
  std::vector<const WritePort*> forwarded;
  if (!is_out_of_range(memory, port.address)) {
    for (const WritePort& write : memory.writes) {
      if (!never_writes(memory, write) && passes::sees_write(module_, port, write)) forwarded.push_back(&write);
    }
  }
  if (port.enable != kNone && is_known(port.enable, false)) {  // a register that only holds must be driven all the same
    text_.statements.begin_single();
    text_.statements.wrapped(1, fmt::format("always @({}) {} <= {};", edge_of(module_.clocks[port.clock]), data, data),
                             port.location);
    return;
  }
  const bool always = port.enable == kNone || is_known(port.enable, true);
  text_.statements.begin_block();
  text_.statements.line(1, fmt::format("always @({}) begin", edge_of(module_.clocks[port.clock])), port.location);
  int depth = 2;
  if (forwarded.empty()) {
    const std::string guard = always ? "" : fmt::format("if ({}) ", expressions_.condition(port.enable, false));
    text_.statements.wrapped(depth, fmt::format("{}{} <= {};", guard, data, word), port.location);
  } else {
    if (!always) {
      text_.statements.wrapped(depth++, fmt::format("if ({}) begin", expressions_.condition(port.enable, false)),
                               port.location);
    }
    text_.statements.wrapped(depth, fmt::format("{} <= {};", data, word), port.location);
    for (const WritePort* const write : forwarded) write_forwarding(id, port, *write, depth);
    if (!always) text_.statements.line(--depth, "end", kSamePlace);
  }
  text_.statements.line(1, "end", kSamePlace);
}

/// The word being written, where it is the one being read.
void Statements::write_forwarding(MemoryId id, const ReadPort& port, const WritePort& write, int depth) {
  const Memory& memory = module_.memories[id];
  std::string condition = is_known(write.enable, true) ? "" : expressions_.conjunct(write.enable);
  condition = conjunction(std::move(condition), same_address(write.address, port.address));
  condition = conjunction(std::move(condition), in_range(memory, port.address));
  write_data(memory, write, text_.signal_names[port.data], condition, depth);
}

}  // namespace burin::verilog
