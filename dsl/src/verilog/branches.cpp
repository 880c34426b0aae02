// SPDX-License-Identifier: Apache-2.0
//! @file branches.cpp
//! @brief Turns trees of muxes back into `if` and `case`.
//!
//! What several paths end with is assigned first, once. Then, for a list of assignments with distinct targets:
//! 1. Drop those that keep a register's value, or the one assigned first.
//! 2. Take the first one. When its value is no branch, write it.
//! 3. When it is a chain that compares one selector with constants at least three times, write a `case`, together with
//!    all assignments of the list that have the same chain.
//! 4. Else write an `if`, together with all assignments of the list with the same condition. What remains in the else
//!    branch goes on as `else if` when it is one `if` again; chains are walked in a loop, nesting is bounded by `Plan`.
#include "branches.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "labels.h"

namespace burin::verilog {

using namespace ir;

namespace {

constexpr size_t kMaxPaths = 1000;  // looked at for a default

}  // namespace

bool Branches::is_hold(const Assignment& assignment) const {
  if (assignment.earlier != kNone) return assignment.value == assignment.earlier;
  const Node& value = module_.node(assignment.value);
  return assignment.register_ != kNone && value.op == Op::read && value.immediate == assignment.register_;
}

NodeId Branches::condition_of(const Assignment& assignment) const { return module_.operand(assignment.value, 0); }

Branches::List Branches::arm_of(const List& list, uint32_t operand) const {
  List result;
  for (Assignment assignment : list) {
    const LocationId place = module_.location_of(assignment.value);
    if (place != kNoLocation) assignment.place = place;
    assignment.value = module_.operand(assignment.value, operand);
    assignment.is_definition = false;
    if (!is_hold(assignment)) result.push_back(assignment);
  }
  return result;
}

void Branches::drop_holds(List& list) const {
  list.erase(std::remove_if(list.begin(), list.end(), [this](const Assignment& a) { return is_hold(a); }), list.end());
}

/// The value that the else branches of a tree end with, where another path ends with it too, and none keeps the
/// value of a register; else none.
NodeId Branches::find_default(const Assignment& assignment) const {
  if (!is_branch(assignment)) return kNone;
  Assignment end = assignment;
  end.is_definition = false;
  NodeId last = module_.operand(assignment.value, 2);
  while (text_.plan.is_branch(last)) last = module_.operand(last, 2);
  size_t ends = 0;
  size_t paths = 0;
  std::vector<NodeId> work{assignment.value};
  while (!work.empty()) {
    const NodeId at = work.back();
    work.pop_back();
    for (const uint32_t arm : {1U, 2U}) {
      end.value = module_.operand(at, arm);
      if (text_.plan.is_branch(end.value)) {
        work.push_back(end.value);
        continue;
      }
      if (is_hold(end) || ++paths > kMaxPaths) return kNone;
      ends += end.value == last ? 1 : 0;
    }
  }
  return ends >= 2 ? last : kNone;
}

void Branches::write_defaults(List& list, int depth) {
  for (Assignment& assignment : list) {
    const NodeId value = find_default(assignment);
    if (value == kNone) continue;
    Assignment first = assignment;
    first.value = value;
    first.is_definition = false;
    assign(first, depth);
    assignment.earlier = value;
  }
}

void Branches::write(List list, int depth) {
  drop_holds(list);
  write_defaults(list, depth);
  std::vector<bool> done(list.size(), false);
  std::unordered_map<NodeId, std::vector<size_t>> by_condition;
  for (size_t i = 0; i < list.size(); ++i) {
    if (is_branch(list[i])) by_condition[condition_of(list[i])].push_back(i);
  }
  for (size_t i = 0; i < list.size(); ++i) {
    if (done[i]) continue;
    if (!is_branch(list[i])) {
      assign(list[i], depth);
      continue;
    }
    CaseChain chain = find_case(list[i].value);
    const bool is_case = !chain.arms.empty();
    List together{list[i]};
    std::vector<CaseChain> chains;
    if (is_case) chains.push_back(std::move(chain));
    for (const size_t k : by_condition[condition_of(list[i])]) {
      if (done[k] || k <= i) continue;
      CaseChain other = find_case(list[k].value);
      const auto same_labels = [](const CaseChain::Arm& a, const CaseChain::Arm& b) { return a.labels == b.labels; };
      if (is_case != !other.arms.empty()) continue;
      if (is_case && !std::equal(chains[0].arms.begin(), chains[0].arms.end(), other.arms.begin(), other.arms.end(),
                                 same_labels)) {
        continue;
      }
      done[k] = true;
      together.push_back(list[k]);
      if (is_case) chains.push_back(std::move(other));
    }
    if (is_case) {
      write_case(together, chains, depth);
    } else {
      write_if(std::move(together), depth, "");
    }
  }
}

void Branches::assign(const Assignment& assignment, int depth) {
  text_.statements.wrapped(
      depth,
      fmt::format("{} {} {};", assignment.target, operator_, expressions_.assigned(assignment.value, assignment.type)),
      text_.place_of(assignment.value, assignment.place));
}

/// Whether the whole list is one `if`.
bool Branches::is_one_if(const List& list) const {
  return std::all_of(list.begin(), list.end(), [&](const Assignment& assignment) {
    return is_branch(assignment) && condition_of(assignment) == condition_of(list[0]) &&
           find_case(assignment.value).arms.empty();
  });
}

void Branches::write_else(List list, int depth) {
  drop_holds(list);
  if (list.empty()) return text_.statements.line(depth, "end", kSamePlace);
  const bool has_default =
      std::any_of(list.begin(), list.end(), [this](const Assignment& a) { return find_default(a) != kNone; });
  if (!has_default && is_one_if(list)) return write_if(std::move(list), depth, "end else ");
  text_.statements.line(depth, "end else begin", kSamePlace);
  write(std::move(list), depth + 1);
  text_.statements.line(depth, "end", kSamePlace);
}

void Branches::write_if(List list, int depth, std::string_view opening) {
  for (;;) {
    const NodeId condition = condition_of(list[0]);
    const LocationId place = module_.location_of(list[0].value);
    List then = arm_of(list, 1);
    List otherwise = arm_of(list, 2);
    const bool negated = then.empty();
    if (negated) std::swap(then, otherwise);
    text_.statements.wrapped(depth, fmt::format("{}if ({}) begin", opening, expressions_.condition(condition, negated)),
                             text_.place_of(condition, place == kNoLocation ? list[0].place : place));
    write(std::move(then), depth + 1);
    if (otherwise.empty() || !is_one_if(otherwise)) return write_else(std::move(otherwise), depth);
    opening = "end else ";
    list = std::move(otherwise);
  }
}

// ------------------------------------------------------------------------------------------------- case

CaseChain Branches::find_case(NodeId node) const {
  CaseChain chain;
  std::set<NodeId> seen;
  NodeId at = node;
  do {
    CaseChain::Arm arm;
    Labels labels =
        find_labels(module_, module_.operand(at, 0), [this](NodeId part) { return !text_.plan.is_named(part); });
    if (labels.constants.empty() || (chain.selector != kNone && labels.selector != chain.selector)) break;
    chain.selector = labels.selector;
    arm.labels = std::move(labels.constants);
    const bool is_new =
        std::all_of(arm.labels.begin(), arm.labels.end(), [&seen](NodeId label) { return seen.insert(label).second; });
    if (!is_new) break;
    arm.value = module_.operand(at, 1);
    chain.arms.push_back(std::move(arm));
    at = module_.operand(at, 2);
  } while (text_.plan.is_branch(at));
  chain.otherwise = at;
  if (chain.arms.size() < kMinCaseArms) chain.arms.clear();
  return chain;
}

void Branches::write_arm(const std::string& label, List list, int depth, LocationId place) {
  drop_holds(list);
  if (list.empty()) {
    text_.statements.wrapped(depth, label + ": ;", place);
  } else if (list.size() == 1 && !is_branch(list[0])) {
    text_.statements.wrapped(depth,
                             fmt::format("{}: {} {} {};", label, list[0].target, operator_,
                                         expressions_.assigned(list[0].value, list[0].type)),
                             text_.place_of(list[0].value, list[0].place));
  } else {
    text_.statements.wrapped(depth, label + ": begin", place);
    write(std::move(list), depth + 1);
    text_.statements.line(depth, "end", kSamePlace);
  }
}

void Branches::write_case(const List& list, const std::vector<CaseChain>& chains, int depth) {
  const CaseChain& first = chains[0];
  const TypeId type = text_.plan.enumeration(first.selector);
  const LocationId place = module_.location_of(list[0].value);
  text_.statements.wrapped(depth, fmt::format("case ({})", expressions_.expression(first.selector)), place);
  NodeId at = list[0].value;
  size_t labels = 0;
  for (size_t i = 0; i < first.arms.size(); ++i) {
    List arm = list;
    const LocationId arm_place = module_.location_of(at);
    for (size_t k = 0; k < list.size(); ++k) {
      arm[k].value = chains[k].arms[i].value;
      arm[k].is_definition = false;
      if (arm_place != kNoLocation) arm[k].place = arm_place;
    }
    std::vector<std::string> texts;
    for (const NodeId label : first.arms[i].labels) {
      texts.push_back(expressions_.constant(module_.constant_value(label), type));
    }
    labels += texts.size();
    write_arm(fmt::format("{}", fmt::join(texts, ", ")), std::move(arm), depth + 1, arm_place);
    at = module_.operand(at, 2);
  }
  const uint32_t width = module_.width(first.selector);
  const bool is_full = width < 16 && labels == size_t{1} << width;
  if (!is_full) {
    List rest = list;
    for (size_t k = 0; k < list.size(); ++k) {
      rest[k].value = chains[k].otherwise;
      rest[k].is_definition = false;
    }
    write_arm("default", std::move(rest), depth + 1, place);
  }
  text_.statements.line(depth, "endcase", kSamePlace);
}

}  // namespace burin::verilog
