// SPDX-License-Identifier: Apache-2.0
//! @file conditions.cpp
//! @brief `IF` chains and `SWITCH`: which statements stand under which condition.
#include <fmt/format.h>

#include <algorithm>

#include "builder.h"

namespace burin::detail {

using ir::NodeId;
using ir::Op;

NodeId match_node(Builder& b, NodeId node, std::string_view pattern, LocationId location, Bits& value, Bits& care);

void Builder::settle() {
  // A chain whose last branch is closed can no longer be continued once something else is stated beside it.
  while (!state().chains.empty()) {
    const Chain& chain = state().chains.back();
    if (chain.open || chain.is_switch || chain.outer_scope != scope_) return;
    close_chain();
  }
}

void Builder::settle_for_action() {
  settle();
  if (state().chains.empty()) return;
  const Chain& chain = state().chains.back();
  if (!chain.is_switch || chain.open || chain.outer_scope != scope_) return;
  report(DiagnosticId::misplaced_else, last_location_, "a statement stands in a SWITCH outside its CASEs",
         "statements inside the braces of a CASE or DEFAULT", "it in a CASE, or in front of the SWITCH",
         {{chain.location, "the SWITCH begins here"}});
}

void Builder::close_chain() {
  Statement end;
  end.kind = Statement::Kind::end_if;
  state().statements.push_back(end);
  state().ended_chain = state().chains.back().is_switch ? kNoLocation : state().chains.back().location;
  state().chains.pop_back();
}

void Builder::enter_branch(Chain& chain, Statement::Kind kind, NodeId condition, LocationId location) {
  Statement statement;
  statement.kind = kind;
  statement.node = condition;
  statement.location = location;
  state().statements.push_back(statement);
  const NodeId none_so_far = chain.none_so_far;
  if (condition != ir::kNone) {
    const NodeId negated = make(Op::bit_not, {condition}, location);
    chain.none_so_far =
        chain.none_so_far == ir::kNone ? negated : make(Op::bit_and, {chain.none_so_far, negated}, location);
  }
  chain.open = true;
  open_scope(none_so_far, condition, location);
  chain.last_branch = scope_;
}

std::vector<DiagnosticNote> Builder::where_chain_ended() {
  if (state().ended_chain == kNoLocation) return {};
  return {{state().ended_chain, "this IF ended with the next statement behind it"}};
}

// A branch that is misplaced counts as always taken, so that nothing else is wrong with what it assigns.
void Builder::enter_always(LocationId location) {
  Chain chain;
  chain.outer_scope = scope_;
  chain.first_statement = state().statements.size();
  state().chains.push_back(std::move(chain));
  enter_branch(state().chains.back(), Statement::Kind::begin_if, module().constant(1, 1), location);
  state().statements.back().complete = true;
}

void Builder::begin_branch(IfScope::Branch branch, const Condition& condition) {
  const LocationId location = locate(condition.where);
  const NodeId node = use(condition.value, location, 1);
  if (branch == IfScope::Branch::first) {
    settle_for_action();
    Chain chain;
    chain.outer_scope = scope_;
    chain.first_statement = state().statements.size();
    chain.location = location;
    state().chains.push_back(std::move(chain));
    return enter_branch(state().chains.back(), Statement::Kind::begin_if, node, location);
  }
  if (state().chains.empty() || state().chains.back().open || state().chains.back().outer_scope != scope_ ||
      state().chains.back().has_else || state().chains.back().is_switch) {
    report(DiagnosticId::misplaced_else, location, "ELIF does not follow an IF",
           "ELIF directly behind the closing brace of an IF or ELIF", "ELIF there, or IF here", where_chain_ended());
    return begin_branch(IfScope::Branch::first, condition);
  }
  enter_branch(state().chains.back(), Statement::Kind::next_branch, node, location);
}

void Builder::begin_else(const Where& where) {
  const LocationId location = locate(where);
  if (state().chains.empty() || state().chains.back().open || state().chains.back().outer_scope != scope_ ||
      state().chains.back().has_else || state().chains.back().is_switch) {
    report(DiagnosticId::misplaced_else, location, "ELSE does not follow an IF",
           "ELSE directly behind the closing brace of an IF or ELIF",
           "ELSE there, or IF with the condition that you mean", where_chain_ended());
    return enter_always(location);
  }
  state().chains.back().has_else = true;
  enter_branch(state().chains.back(), Statement::Kind::otherwise, ir::kNone, location);
}

void Builder::end_branch() {
  // Chains inside this branch end with it.
  while (!state().chains.empty() && !state().chains.back().open) close_chain();
  if (state().chains.empty()) return;
  state().chains.back().open = false;
  leave_scope();
}

void Builder::begin_switch(const Subject& subject) {
  const LocationId location = locate(subject.where);
  settle_for_action();
  Chain chain;
  chain.is_switch = true;
  chain.outer_scope = scope_;
  chain.first_statement = state().statements.size();
  chain.location = location;
  chain.subject.rebind(wrap(use(subject.value, location)));
  chain.sort = subject.sort;
  chain.enumerators = subject.enumerators;
  chain.covered.resize(subject.enumerators.size());
  state().chains.push_back(std::move(chain));
}

NodeId Builder::case_condition(Chain& chain, std::initializer_list<CaseLabel> labels, LocationId location) {
  const NodeId subject = node_of(chain.subject);
  const uint32_t width = module().width(subject);
  NodeId condition = ir::kNone;
  for (const CaseLabel& label : labels) {
    const size_t errors_before = diagnostics.errors();
    Bits value;
    Bits care = Bits::ones(width);
    NodeId one = ir::kNone;
    if (label.is_pattern) {
      one = match_node(*this, subject, label.pattern, location, value, care);
    } else {
      const Sort sort = chain.sort == Sort::enumeration ? Sort::unsigned_ : chain.sort;
      if ((chain.sort == Sort::enumeration) != (label.value.sort == Sort::enumeration)) {
        report(DiagnosticId::bad_pattern, location,
               chain.sort == Sort::enumeration ? "a label that is no enumerator stands in a SWITCH on an Enum"
                                               : "an enumerator stands in a SWITCH on a number",
               "labels of the type of the SWITCH", "an enumerator, or SWITCH (x.as_uint())",
               {{chain.location, "the SWITCH begins here"}});
      }
      if (chain.sort == Sort::enumeration && label.value.sort == Sort::enumeration &&
          label.enumerators.data() != chain.enumerators.data()) {
        report(DiagnosticId::bad_pattern, location, "the label is an enumerator of another enumeration",
               "enumerators of the type of the SWITCH", "an enumerator of that type",
               {{chain.location, "the SWITCH begins here"}});
      }
      value = literal_bits(label.value.value, width, sort, location).resize(width);
      one = make(Op::eq, {subject, constant(value, location)}, location);
      if (chain.sort == Sort::enumeration && value.word(0) < chain.covered.size()) chain.covered[value.word(0)] = true;
    }
    if (diagnostics.errors() != errors_before) continue;  // a label that is none hides no other
    const auto covers = [&](const Label& earlier) {
      // The earlier label cares for nothing that this one leaves open, and agrees where it cares.
      const Bits open = bits_ops::bit_and(earlier.care, bits_ops::bit_not(care));
      const Bits differs = bits_ops::bit_and(bits_ops::bit_xor(earlier.value, value), earlier.care);
      return open.is_zero() && differs.is_zero();
    };
    const auto earlier = std::find_if(chain.labels.begin(), chain.labels.end(), covers);
    if (earlier != chain.labels.end()) {
      report(DiagnosticId::duplicate_case, location, "an earlier CASE already takes everything that this label matches",
             "labels that can match", "the more special CASE first, or no such label",
             {{earlier->location, "it is taken here"}});
    }
    chain.labels.push_back({bits_ops::bit_and(value, care), care, location});
    condition = condition == ir::kNone ? one : make(Op::bit_or, {condition, one}, location);
  }
  return condition == ir::kNone ? module().constant(1, 0) : condition;
}

namespace {

bool is_switch_body(const ModuleState& state, uint32_t scope) {
  return !state.chains.empty() && state.chains.back().is_switch && !state.chains.back().open &&
         state.chains.back().outer_scope == scope;
}

}  // namespace

void Builder::begin_case(std::initializer_list<CaseLabel> labels, const Where& where) {
  const LocationId location = locate(where);
  settle();
  if (!is_switch_body(state(), scope_)) {
    report(DiagnosticId::misplaced_else, location, "CASE stands outside a SWITCH, or inside another CASE",
           "CASE directly inside the braces of a SWITCH", "CASE there");
    return enter_always(location);
  }
  if (state().chains.back().has_else) {
    report(DiagnosticId::duplicate_case, location, "CASE stands behind DEFAULT, which takes everything",
           "DEFAULT as the last branch", "DEFAULT at the end");
  }
  const bool first = state().chains.back().none_so_far == ir::kNone;
  Chain& chain = state().chains.back();
  const NodeId condition = case_condition(chain, labels, location);
  enter_branch(chain, first ? Statement::Kind::begin_if : Statement::Kind::next_branch, condition, location);
}

void Builder::begin_default(const Where& where) {
  const LocationId location = locate(where);
  settle();
  if (!is_switch_body(state(), scope_)) {
    report(DiagnosticId::misplaced_else, location, "DEFAULT stands outside a SWITCH",
           "DEFAULT directly inside the braces of a SWITCH", "DEFAULT there");
    return enter_always(location);
  }
  Chain& chain = state().chains.back();
  if (chain.none_so_far == ir::kNone) {
    enter_branch(chain, Statement::Kind::begin_if, module().constant(1, 1), location);
    chain.labels.push_back(
        {Bits(module().width(node_of(chain.subject))), Bits(module().width(node_of(chain.subject))), location});
  } else {
    enter_branch(chain, Statement::Kind::otherwise, ir::kNone, location);
  }
  chain.has_else = true;
}

void Builder::end_switch() {
  while (!state().chains.empty() && !state().chains.back().is_switch) close_chain();
  if (state().chains.empty()) return;
  Chain& chain = state().chains.back();
  if (chain.none_so_far == ir::kNone) {  // nothing was stated
    state().chains.pop_back();
    return;
  }
  bool complete = !chain.enumerators.empty();
  for (size_t i = 0; i < chain.enumerators.size(); ++i)
    complete = complete && (chain.enumerators[i].empty() || chain.covered[i]);
  if (!complete && !chain.has_else) {
    // All encodings are covered when every label cares for all bits and there are 2^width distinct ones.
    const uint32_t width = module().width(node_of(chain.subject));
    if (width <= 16) {
      size_t exact = 0;
      for (const auto& label : chain.labels) exact += label.care.is_ones() ? 1 : 0;
      complete = exact == size_t{1} << width;
    }
  }
  if (complete && !chain.has_else) {  // the last branch takes what is left
    state().statements[chain.first_statement].complete = true;
    scopes_[chain.last_branch - scope_base_].condition = ir::kNone;
  }
  close_chain();
}

// ------------------------------------------------------------------------------------------- the scopes

namespace {

/// Ends a scope, also when an exception leaves it: the design may catch that one and go on.
template <typename End>
void at_end(End end) {
  if (Builder* b = Builder::try_current()) end(*b);
}

}  // namespace

IfScope::IfScope(Branch branch, const Condition& condition) {
  Builder::current(condition.where).begin_branch(branch, condition);
}
IfScope::IfScope(const Where& where) { Builder::current(where).begin_else(where); }
IfScope::~IfScope() {
  at_end([](Builder& b) { b.end_branch(); });
}
SwitchScope::SwitchScope(const Subject& subject) { Builder::current(subject.where).begin_switch(subject); }
SwitchScope::~SwitchScope() {
  at_end([](Builder& b) { b.end_switch(); });
}
CaseScope::CaseScope(std::initializer_list<CaseLabel> labels, const Where& where) {
  Builder::current(where).begin_case(labels, where);
}
CaseScope::CaseScope(const Where& where) { Builder::current(where).begin_default(where); }
CaseScope::~CaseScope() {
  at_end([](Builder& b) { b.end_branch(); });
}

}  // namespace burin::detail
