// SPDX-License-Identifier: Apache-2.0
//! @file nets.cpp
//! @brief Wires, outputs, pads and the wires of nodes.
//!
//! * An expression is a continuous assignment. A chain of muxes has one row a choice.
//! * A tree of muxes, a chain that compares one value with constants, and a select are a process `always @*`, which
//!   assigns its target on every path, so there is no latch.
//! * A pad has one tri-state buffer a bit: Yosys warns at every constant `z`, a conditional operator needs one.
#include <fmt/format.h>

#include "branches.h"
#include "labels.h"
#include "legalise.h"
#include "statements.h"

namespace burin::verilog {

using namespace ir;

namespace {

constexpr size_t kMaxRow = 100;  // columns of a single choice on one line

}  // namespace

// ----------------------------------------------------------------------------------------------- signals

void Statements::write_net(SignalId id) {
  const Signal& signal = module_.signals[id];
  if (signal.driver == kNone) return;
  const std::string& name = text_.signal_names[id];
  const LocationId place = text_.place_of(signal.driver, signal.location);
  const std::string prefix = fmt::format("assign {} = ", name);
  if (text_.plan.is_named(signal.driver) && text_.plan.carrier(signal.driver) != id) {
    write_needed(signal.driver);
    text_.statements.begin_single();
    text_.statements.wrapped(1, prefix + expressions_.expression(signal.driver) + ";", signal.location);
    return;
  }
  write_needed_by_definition(signal.driver);
  if (is_process(signal.driver)) text_.is_variable[id] = true;
  write_definition(prefix, name, signal.driver, signal.type, place);
}

void Statements::write_pad(SignalId id) {
  const Signal& signal = module_.signals[id];
  if (signal.driver == kNone || signal.output_enable == kNone) return;
  write_needed(signal.driver);
  write_needed(signal.output_enable);
  const std::string& pad = text_.signal_names[id];
  const std::string driver = name_for(pad + "_driver");
  const LocationId place = text_.place_of(signal.driver, signal.location);
  if (signal.width == 1) {
    text_.statements.begin_single();
    text_.statements.wrapped(1,
                             fmt::format("bufif1 {} ({}, {}, {});", driver, pad, expressions_.expression(signal.driver),
                                         expressions_.expression(signal.output_enable)),
                             place);
    return;
  }
  const std::string index = name_for(pad + "_bit");
  text_.statements.begin_block();
  text_.statements.line(1, fmt::format("genvar {};", index), place);
  text_.statements.line(1, "generate", place);
  text_.statements.line(
      2, fmt::format("for ({0} = 0; {0} < {1}; {0} = {0} + 1) begin : {2}", index, signal.width, driver), place);
  text_.statements.wrapped(
      3,
      fmt::format("bufif1 ({0}[{1}], {2}[{1}], {3});", pad, index, expressions_.expression(signal.driver),
                  expressions_.expression(signal.output_enable)),
      place);
  text_.statements.line(2, "end", place);
  text_.statements.line(1, "endgenerate", place);
}

// ------------------------------------------------------------------------------------- wires of nodes

void Statements::write_needed(NodeId root) {
  if (root == kNone) return;
  std::vector<std::pair<NodeId, uint32_t>> stack{{root, 0}};  // node, operands done
  while (!stack.empty()) {
    auto& [node, done] = stack.back();
    if (done == 0 && visited_[node]) {
      stack.pop_back();
      continue;
    }
    const bool has_signal = text_.plan.carrier(node) != kNone;  // which is written in its own turn
    if (!has_signal && done < module_.node(node).count) {
      const NodeId operand = module_.operand(node, done++);
      if (!visited_[operand]) stack.emplace_back(operand, 0);
      continue;
    }
    const NodeId finished = node;
    visited_[finished] = true;
    stack.pop_back();
    if (text_.plan.is_temporary(finished)) write_temporary(finished);
  }
}

void Statements::write_needed_by_definition(NodeId node) {
  for (const NodeId operand : module_.operands(node)) write_needed(operand);
}

void Statements::write_temporary(NodeId node) {
  const uint32_t width = module_.width(node);
  const std::string& name = text_.plan.name(node);
  text_.temporaries.push_back(node);
  const std::string range = ModuleText::range(width);
  const LocationId place = module_.location_of(node);
  if (is_process(node)) {
    text_.statements.begin_block();
    text_.statements.line(1, fmt::format("reg {}{};", range, name), place);
    write_definition("", name, node, text_.plan.enumeration(node), place);
  } else {
    write_definition(fmt::format("wire {}{} = ", range, name), name, node, text_.plan.enumeration(node), place);
  }
}

bool Statements::is_process(NodeId node) const {
  const Op op = module_.node(node).op;
  if (op == Op::select) return !is_bit_select(module_, node);
  if (op != Op::mux) return false;
  const auto is_product = [this](NodeId value) {
    const Op value_op = module_.node(value).op;
    return !text_.plan.is_named(value) && (value_op == Op::mul_u || value_op == Op::mul_s);
  };
  // The chain: the node itself and the branches in its else arms.
  NodeId at = node;
  NodeId selector = kNone;
  size_t comparisons = 0;
  do {
    const NodeId condition = module_.operand(at, 0);
    const NodeId on_true = module_.operand(at, 1);
    if (text_.plan.is_branch(on_true) || is_product(on_true)) return true;
    const NodeId compared = text_.plan.is_named(condition) ? kNone : text_.plan.label_of(condition);
    comparisons = compared != kNone && compared == selector ? comparisons + 1 : 1;
    selector = compared;
    if (compared != kNone && comparisons >= kMinCaseArms) return true;
    at = module_.operand(at, 2);
  } while (text_.plan.is_branch(at));
  return is_product(at);
}

void Statements::write_definition(const std::string& prefix, std::string_view target, NodeId node, TypeId type,
                                  LocationId place) {
  const Op op = module_.node(node).op;
  if (op == Op::select && is_process(node)) return write_select(target, node, place);
  if (op == Op::mux && is_process(node)) return write_process(target, node, type, place);
  if (op == Op::mux) return write_rows(prefix, node, type, place);
  text_.statements.begin_single();
  text_.statements.wrapped(1, prefix + expressions_.definition(node, type) + ";", place);
}

void Statements::write_rows(const std::string& prefix, NodeId node, TypeId type, LocationId place) {
  std::vector<std::pair<std::string, LocationId>> rows;
  NodeId at = node;
  do {
    const std::string condition = expressions_.choice(module_.operand(at, 0));
    std::string row = fmt::format("{} ? {} :", condition, expressions_.arm(module_.operand(at, 1), type));
    rows.emplace_back(std::move(row), module_.location_of(at));
    at = module_.operand(at, 2);
  } while (text_.plan.is_branch(at));
  std::string last = expressions_.arm(at, type) + ";";
  if (rows.size() == 1 && prefix.size() + rows[0].first.size() + last.size() < kMaxRow) {
    text_.statements.begin_single();
    text_.statements.line(1, fmt::format("{}{} {}", prefix, rows[0].first, last), place);
    return;
  }
  text_.statements.begin_block();
  text_.statements.line(1, std::string_view(prefix).substr(0, prefix.size() - 1), place);
  for (const auto& [row, row_place] : rows) text_.statements.wrapped(2, row, row_place);
  text_.statements.wrapped(2, last, kSamePlace);
}

void Statements::write_process(std::string_view target, NodeId node, TypeId type, LocationId place) {
  if (!text_.plan.is_temporary(node)) text_.statements.begin_block();
  text_.statements.line(1, "always @* begin", place);
  Assignment assignment;
  assignment.target = target;
  assignment.type = type;
  assignment.value = node;
  assignment.place = place;
  assignment.is_definition = true;
  Branches(text_, expressions_, "=").write({assignment}, 2);
  text_.statements.line(1, "end", kSamePlace);
}

void Statements::write_select(std::string_view target, NodeId node, LocationId place) {
  if (!text_.plan.is_temporary(node)) text_.statements.begin_block();
  text_.statements.line(1, "always @* begin", place);
  text_.statements.wrapped(2, fmt::format("case ({})", expressions_.expression(module_.operand(node, 0))), place);
  const uint32_t index_width = module_.width(module_.operand(node, 0));
  const uint32_t choices = module_.node(node).count - 1;
  for (uint32_t i = 0; i < choices; ++i) {
    const NodeId choice = module_.operand(node, i + 1);
    text_.statements.wrapped(3,
                             fmt::format("{}'d{}: {} = {};", index_width, i, target, expressions_.expression(choice)),
                             text_.place_of(choice, place));
  }
  if (index_width >= 32 || choices != uint32_t{1} << index_width) {
    text_.statements.line(
        3, fmt::format("default: {} = {};", target, expressions_.constant(Bits(module_.width(node)), kNone)), place);
  }
  text_.statements.line(2, "endcase", kSamePlace);
  text_.statements.line(1, "end", kSamePlace);
}

// ------------------------------------------------------------------------------------- bits nobody reads

/// Verilator wants every bit to be read and takes a name with "unused" in it as the designer's word that it need not
/// be.
void Statements::write_unread() {
  TextBlock lines;
  const auto sink = [&](const std::string& name, uint32_t width, const Usage& usage, LocationId place) {
    const auto unread = usage.unread(width);
    if (unread.empty()) return;
    std::string list = "1'b0";
    for (const auto& [low, count] : unread) {
      if (count == width) {
        list += fmt::format(", {}", name);
      } else if (count == 1) {
        list += fmt::format(", {}[{}]", name, low);
      } else {
        list += fmt::format(", {}[{}:{}]", name, low + count - 1, low);
      }
    }
    const std::string wanted = fmt::format("_unused{}{}", name.starts_with('_') ? "" : "_", name);
    lines.wrapped(1, fmt::format("wire {} = &{{{}}};", name_for(wanted), list), place);
  };
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    if (signal.width == 0 || signal.kind == SignalKind::output || signal.kind == SignalKind::inout) continue;
    sink(text_.signal_names[id], signal.width, text_.signal_usage[id], signal.location);
  }
  for (const NodeId node : text_.temporaries) {
    sink(text_.plan.name(node), module_.width(node), text_.temporary_usage[text_.plan.name_index(node)],
         module_.location_of(node));
  }
  for (MemoryId id = 0; id < module_.memories.size(); ++id) {
    const Memory& memory = module_.memories[id];
    if (memory.width == 0 || memory_read_[id]) continue;
    const std::string& name = text_.memory_names[id];
    const std::string sink = name_for(fmt::format("_unused_{}", name));
    lines.wrapped(1, fmt::format("wire {} = &{{1'b0, {}{}}};", sink, name, is_register(module_, memory) ? "" : "[0]"),
                  memory.location);
  }
  if (lines.empty()) return;
  text_.statements.begin_block();
  text_.statements.line(1, "// Read by nothing.", kSamePlace);
  text_.statements.append(lines);
}

}  // namespace burin::verilog
