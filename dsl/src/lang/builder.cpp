// SPDX-License-Identifier: Apache-2.0
//! @file builder.cpp
//! @brief Handles, places and assignments of an elaboration.
#include "builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "declaration_finder.h"

namespace burin::detail {

namespace {

thread_local Builder* current_builder = nullptr;
thread_local bool copy_shapes = false;
// Numbers of scopes and places grow over all elaborations of a thread, so a handle that outlived its own is noticed.
thread_local uint32_t next_scope = 1;
thread_local uint32_t next_place = 0;

}  // namespace

std::string bits_text(uint64_t width) { return width == 1 ? "1 bit" : fmt::format("{} bits", width); }

std::string sort_text(Sort sort) {
  switch (sort) {
    case Sort::boolean:
      return "Bool";
    case Sort::unsigned_:
      return "UInt";
    case Sort::signed_:
      return "SInt";
    case Sort::enumeration:
      return "Enum";
  }
  return "value";
}

Builder::Builder(const ElaborateOptions& opts)
    : design(std::make_unique<ir::Design>()),
      diagnostics(design->locations),
      options(opts),
      scope_base_(next_scope),
      place_base_(next_place) {
  for (const SeverityRule& rule : options.severities) diagnostics.add_rule(rule);
}

Builder& Builder::current(const Where& where) {
  if (current_builder == nullptr || current_builder->stack_.empty()) {
    fail(DiagnosticId::outside_module, where, "hardware is described outside a module",
         "operations while a module is elaborated",
         "it in `void logic()` of a module, or in a function that is called from there");
  }
  return *current_builder;
}

Builder* Builder::try_current() {
  return current_builder != nullptr && !current_builder->stack_.empty() ? current_builder : nullptr;
}

void set_current_builder(Builder* builder) { current_builder = builder; }
Builder* get_current_builder() { return current_builder; }

void fail(DiagnosticId id, const Where& where, std::string message, std::string expected, std::string remedy) {
  if (Builder* b = Builder::try_current()) {
    b->flush_pending();
    b->report(id, where.line() == 0 ? b->last_location() : b->locate(where), std::move(message), std::move(expected),
              std::move(remedy));
    throw DesignError(b->diagnostics.render_all(), b->diagnostics.all());
  }
  LocationTable locations;
  const Diagnostic finding{.id = id,
                           .location = locations.intern(where),
                           .message = std::move(message),
                           .expected = std::move(expected),
                           .remedy = std::move(remedy),
                           .path = {},
                           .notes = {}};
  throw DesignError(Diagnostics(locations).render(finding), {finding});
}

LocationId Builder::locate(const Where& where) {
  if (where.line() == 0 || is_library_location(where)) return last_location_;
  if (is_member_location(where)) {
    // Constants of a member's declaration: they stand where the member stands.
    const LocationId place = design->locations.intern(where);
    if (placeholder_ == kNoLocation || !(design->locations.at(placeholder_) == design->locations.at(place))) {
      placeholder_ = design->locations.add_placeholder(where);
      placeholders_.insert(placeholder_);
    }
    last_location_ = placeholder_;
  } else {
    last_location_ = design->locations.intern(where);
  }
  return last_location_;
}

void Builder::locate_copy(const Where& where) {
  if (!is_implicit_copy(where)) locate(where);
}

LocationId Builder::locate_declaration(const Where& where) {
  const LocationId location = locate(where);
  placeholder_ = kNoLocation;
  return location;
}

void Builder::name_declaration(ir::ModuleId id, LocationId location, std::string_view path) {
  state_of(id).declarations.try_emplace(location, path.substr(0, path.find_first_of(".[")));
}

void Builder::resolve_declarations(ModuleState& of) {
  if (of.declarations.empty()) return;
  const ir::Module& m = design->module(of.id);
  // Where the module's struct may be declared: where the compiler states its head, else where it is used, or its logic.
  std::vector<Location> candidates(1);
  const auto add = [&](LocationId location) {
    const Location& place = design->locations.at(location);
    if (!place.file.empty() && !is_library_file(place.file)) candidates.push_back({place.file, 0, 0});
  };
  for (const ModuleState* around = &of;; around = states_[around->parent].get()) {
    add(around->location);
    if (around->parent == ir::kNone) break;
  }
  const auto first = std::find_if(of.statements.begin(), of.statements.end(),
                                  [](const Statement& statement) { return statement.location != kNoLocation; });
  if (first != of.statements.end()) add(first->location);
  for (const auto& [location, member] : of.declarations) {
    if (!placeholders_.contains(location)) continue;
    candidates.front() = design->locations.at(location);
    for (const Location& candidate : candidates) {
      if (is_library_file(candidate.file)) continue;
      if (const auto found = DeclarationFinder(m.base_name, candidate.file, candidate.line).find(member)) {
        design->locations.resolve(location, found->file, found->line, found->column);
        break;
      }
    }
  }
}

void Builder::report(DiagnosticId id, LocationId location, std::string message, std::string expected,
                     std::string remedy, std::vector<DiagnosticNote> notes) {
  diagnostics.report({.id = id,
                      .location = location,
                      .message = std::move(message),
                      .expected = std::move(expected),
                      .remedy = std::move(remedy),
                      .path = path(),
                      .notes = std::move(notes)});
}

void Builder::report_member(DiagnosticId id, LocationId location, std::string message, std::string expected,
                            std::string remedy) {
  state().pending.push_back({.id = id,
                             .location = location,
                             .message = std::move(message),
                             .expected = std::move(expected),
                             .remedy = std::move(remedy),
                             .path = path(),
                             .notes = {}});
}

void Builder::flush_pending(ModuleState& of) {
  for (Diagnostic& finding : of.pending) {
    const auto found = of.declarations.find(finding.location);
    const std::string name = found == of.declarations.end() ? "without a name" : fmt::format("`{}`", found->second);
    const size_t at = finding.message.find(kMemberName);
    if (at != std::string::npos) finding.message.replace(at, kMemberName.size(), name);
    diagnostics.report(std::move(finding));
  }
  of.pending.clear();
}

void Builder::flush_pending() {
  for (const ir::ModuleId id : stack_) {
    resolve_declarations(*states_[id]);
    flush_pending(*states_[id]);
  }
}

ModuleState& Builder::state() {
  internal_check(!stack_.empty(), "no module is under construction");
  return *states_[stack_.back()];
}

std::string Builder::path() {
  std::string text;
  for (const ir::ModuleId id : stack_) {
    if (!text.empty()) text += ".";
    text += design->module(id).base_name;
  }
  return text;
}

std::string Builder::describe(ir::NodeId node) {
  const ir::Module& m = module();
  if (m.node(node).op == ir::Op::read && m.signals[m.node(node).immediate].kind == ir::SignalKind::instance_output) {
    const ir::Signal& carrier = m.signals[m.node(node).immediate];
    const ir::Instance& instance = m.instances[carrier.detail];
    return fmt::format("`{}->{}`", instance.name, design->module(instance.module).signals[carrier.detail_port].object);
  }
  if (!m.name_of(node).empty()) return fmt::format("`{}`", m.name_of(node));
  if (m.node(node).op == ir::Op::read) {
    const ir::Signal& signal = m.signals[m.node(node).immediate];
    if (!signal.object.empty()) return fmt::format("`{}`", signal.object);
    if (!signal.name.empty()) return fmt::format("`{}`", signal.name);
  }
  return "";
}

// ------------------------------------------------------------------------------------------------ scopes

void Builder::open_scope(ir::NodeId none_so_far, ir::NodeId condition, LocationId location) {
  scopes_.push_back({stack_.back(), scope_, none_so_far, condition, location});
  scope_ = next_scope++;
  internal_check(scope_ == scope_base_ + scopes_.size() - 1, "scopes out of step");
}

void Builder::leave_scope() { scope_ = scopes_[scope_ - scope_base_].parent; }

ir::NodeId Builder::path_of(uint32_t scope) {
  // Outwards to the first scope whose path is known, then back inwards.
  std::vector<uint32_t> open;
  for (uint32_t at = scope; !scopes_[at - scope_base_].resolved; at = scopes_[at - scope_base_].parent) {
    open.push_back(at);
    const Scope& one = scopes_[at - scope_base_];
    if (one.parent < scope_base_ || scopes_[one.parent - scope_base_].module != one.module) break;
  }
  while (!open.empty()) {
    Scope& one = scopes_[open.back() - scope_base_];
    open.pop_back();
    const bool inner = one.parent >= scope_base_ && scopes_[one.parent - scope_base_].module == one.module;
    one.path = inner ? scopes_[one.parent - scope_base_].path : ir::kNone;
    for (const ir::NodeId also : {one.none_so_far, one.condition}) {
      if (also != ir::kNone)
        one.path = one.path == ir::kNone ? also : make(ir::Op::bit_and, {one.path, also}, one.location);
    }
    one.resolved = true;
  }
  return scopes_[scope - scope_base_].path;
}

ir::NodeId Builder::make(ir::Op op, std::span<const ir::NodeId> operands, LocationId location, uint32_t width,
                         uint32_t immediate) {
  const ir::NodeId node = module().make(op, operands, location, width, immediate);
  std::unordered_set<ir::NodeId>& poisoned = state().poisoned;
  if (!poisoned.empty()) {
    for (const ir::NodeId operand : module().operands(node)) {
      if (poisoned.contains(operand)) poisoned.insert(node);
    }
  }
  return node;
}

ir::NodeId Builder::poison(uint32_t width, LocationId location) {
  const ir::NodeId node = module().make(ir::Op::dont_care, {}, location, width);
  state().poisoned.insert(node);
  return node;
}

void Builder::resolve_guards() {
  ir::Module& m = module();
  for (const Guarded& guarded : state().guarded) {
    const ir::NodeId path = path_of(guarded.scope);
    switch (guarded.kind) {
      case Guarded::Kind::memory_write:
        m.memories[guarded.id].writes[guarded.port].enable = path == ir::kNone ? m.constant(1, 1) : path;
        break;
      case Guarded::Kind::process:
        m.processes[guarded.id].enable = path == ir::kNone ? m.constant(1, 1) : path;
        break;
      case Guarded::Kind::pad:
        if (path != ir::kNone) {
          const ir::NodeId enable =
              make(ir::Op::bit_and, {m.signals[guarded.id].output_enable, path}, m.location_of(path));
          m.signals[guarded.id].output_enable = enable;
        }
        break;
    }
  }
}

std::string Builder::unique_label(const std::string& stem) {
  ModuleState& s = state();
  if (s.labels.insert(stem).second) return stem;
  int& count = s.label_counts[stem];
  for (count = std::max(count, 1) + 1;; ++count) {
    std::string label = fmt::format("{}_{}", stem, count);
    if (s.labels.insert(label).second) return label;
  }
}

// ------------------------------------------------------------------------------------------------ values

Value Builder::wrap(ir::NodeId node) {
  Value value;
  value.node_ = node;
  value.scope_ = scope_;
  return value;
}

Value Builder::wrap_place(Place place) {
  places_.push_back(std::move(place));
  Value value;
  value.node_ = 0;
  value.scope_ = Value::kPlaceBit | next_place++;
  return value;
}

void Builder::fail_stale(const std::string& what) {
  fail(DiagnosticId::stale_value, Where{}, fmt::format("{} of an earlier elaboration is used", what),
       "values that this elaboration made: each makes its module anew",
       "a member of the module or a local of logic(), in place of a static or global variable");
}

const Place& Builder::place_of(const Value& value) {
  const uint32_t number = value.scope_ & ~Value::kPlaceBit;
  if (number < place_base_ || number - place_base_ >= places_.size()) {
    fail_stale("a port, wire or register");
  }
  return places_[number - place_base_];
}

ir::NodeId Builder::read_signal(ir::ModuleId owner, ir::SignalId signal, LocationId location) {
  ir::Module& here = module();
  if (owner == here_id()) return here.read(signal, location);
  const ModuleState& child = state_of(owner);
  const ir::Signal& port = design->module(owner).signals[signal];
  if (child.closed && child.parent == here_id()) {
    const auto found = state().instance_outputs.find({child.instance, signal});
    if (found != state().instance_outputs.end()) return here.read(found->second, location);
    report(DiagnosticId::foreign_value, location,
           fmt::format("`{}->{}` is read, which is {} the instance", here.instances[child.instance].name, port.object,
                       port.kind == ir::SignalKind::input ? "an input of" : "inside"),
           "reads of outputs of an instance",
           port.kind == ir::SignalKind::input
               ? std::string("the value that drives the input")
               : fmt::format("an Out of {} that carries the value", design->module(owner).base_name),
           {{port.location, "declared here"}});
  } else {
    report(DiagnosticId::foreign_value, location,
           fmt::format("`{}` of module {} is used in module {}", port.object, design->module(owner).base_name,
                       here.base_name),
           "values of the module at hand, and outputs of its own instances", "ports that pass the value on",
           {{port.location, "declared here"}});
  }
  return poison(port.width, location);
}

ir::NodeId Builder::read_place(const Place& place, LocationId location) {
  // Elements of a variable index from the innermost level outwards.
  const auto element = [&](auto&& self, ir::SignalId signal, size_t level) -> ir::NodeId {
    if (level == place.indices.size()) {
      const bool shapeless =
          !state_of(place.module).shapeless.empty() && state_of(place.module).shapeless.contains(signal);
      return shapeless ? poison(0, location) : read_signal(place.module, signal, location);
    }
    const DynamicIndex& index = place.indices[level];
    std::vector<ir::NodeId> operands{index.index};
    for (uint32_t i = 0; i < index.count; ++i) operands.push_back(self(self, signal + i * index.stride, level + 1));
    return make(ir::Op::select, operands, location);
  };
  ir::NodeId node = element(element, place.signal, 0);
  if (place.offset == ir::kNone) {
    const bool whole = place.low == 0 && place.width == module().width(node);
    return whole ? node : make(ir::Op::slice, {node}, location, place.width, place.low);
  }
  node = module().slice(node, place.low, place.window_limit, location);
  if (place.window_limit < place.width) node = module().zext(node, place.width, location);
  node = make(ir::Op::shr_u, {node, place.offset}, location);
  return module().slice(node, 0, place.width, location);
}

bool Builder::is_shapeless(const Value& value) {
  const Place& place = place_of(value);
  const std::unordered_set<ir::SignalId>& shapeless = state_of(place.module).shapeless;
  return !shapeless.empty() && shapeless.contains(place.signal);
}

uint32_t Builder::width_of(const Value& value) {
  if (value.is_place()) return place_of(value).width;
  return value.handle_width();
}

ir::NodeId Builder::use(const Value& value, LocationId location, int64_t literal_width, Sort sort) {
  if (value.is_empty() || value.is_shape()) {
    report(DiagnosticId::empty_value, location,
           value.is_shape() ? "a shape is used as a value" : "a value that was never set is used",
           "a port, wire, register, constant or result of an operation",
           "a value where the variable is declared, or a Wire in its place that is driven");
    return poison(value.is_shape() ? value.handle_width() : static_cast<uint32_t>(std::max<int64_t>(literal_width, 0)),
                  location);
  }
  if (value.is_literal()) return constant(literal_bits(value, literal_width, sort, location), location);
  if (value.is_place()) return read_place(place_of(value), location);
  if (value.scope_ < scope_base_ || value.scope_ - scope_base_ >= scopes_.size()) {
    fail_stale("a value");
  }
  const ir::ModuleId owner = scopes_[value.scope_ - scope_base_].module;
  if (owner != here_id()) {
    report(
        DiagnosticId::foreign_value, location,
        fmt::format("a value of module {} is used in module {}", design->module(owner).base_name, module().base_name),
        "values of the module at hand, and outputs of its own instances", "ports that pass the value on");
    return poison(design->module(owner).width(value.node_), location);
  }
  return value.node_;
}

Value Builder::copied(const Value& value) {
  if (value.is_shape()) return Value::same_place(value);
  if (value.is_place()) return wrap(read_place(place_of(value), last_location_));
  Value copy = Value::same_place(value);
  if (value.is_empty() || value.is_literal()) {
    copy.scope_ = (copy.scope_ & ~Value::kScopeMask) | scope_;
    return copy;
  }
  if (value.scope_ >= scope_base_ && value.scope_ - scope_base_ < scopes_.size() &&
      scopes_[value.scope_ - scope_base_].module == here_id()) {
    copy.scope_ = scope_;
  }
  return copy;
}

// ------------------------------------------------------------------------------------------- assignments

void Builder::record(const Target& target, uint32_t place, ir::NodeId value, LocationId location) {
  settle_for_action();
  state().driven.try_emplace(target, location);
  Statement statement;
  statement.kind = Statement::Kind::assign;
  statement.node = value;
  statement.target = target;
  statement.place = place;
  statement.location = location;
  state().statements.push_back(statement);
}

void Builder::drive(const Value& target, ir::NodeId value, LocationId location) {
  internal_check(target.is_place(), "only a place can be driven");
  const uint32_t number = (target.scope_ & ~Value::kPlaceBit) - place_base_;
  const Place& place = place_of(target);
  const ir::Signal& signal = design->module(place.module).signals[place.signal];
  if (place.module == here_id()) {
    switch (signal.kind) {
      case ir::SignalKind::output:
      case ir::SignalKind::wire:
      case ir::SignalKind::reg:
        return record({ir::kNone, place.signal}, number, value, location);
      case ir::SignalKind::inout:
        report(DiagnosticId::not_drivable, location, fmt::format("the pad `{}` is assigned to", signal.object),
               "a value with the condition under which it is on the pin",
               fmt::format("{}.drive(value, enable)", signal.object), {{signal.location, "declared here"}});
        return;
      default:
        report(DiagnosticId::not_drivable, location,
               fmt::format("module {} drives its own input `{}`", module().base_name, signal.object),
               "an Out, Wire or Reg of the module, or an input of one of its instances",
               "a Wire that takes the input and is then assigned to, or an Out in place of the In",
               {{signal.location, "declared here"}});
        return;
    }
  }
  const ModuleState& child = state_of(place.module);
  if (child.closed && child.parent == here_id()) {
    if (signal.kind == ir::SignalKind::input) return record({child.instance, place.signal}, number, value, location);
    report(DiagnosticId::not_drivable, location,
           fmt::format("`{}->{}` is driven, which is {} the instance", module().instances[child.instance].name,
                       signal.object, signal.kind == ir::SignalKind::output ? "an output of" : "inside"),
           "an input of the instance on the left",
           fmt::format("an In of {} from which it is driven there", design->module(place.module).base_name),
           {{signal.location, "declared here"}});
    return;
  }
  report(DiagnosticId::foreign_value, location,
         fmt::format("`{}` of module {} is driven in module {}", signal.object, design->module(place.module).base_name,
                     module().base_name),
         "objects of the module at hand, and inputs of its own instances", "ports that pass the value on",
         {{signal.location, "declared here"}});
}

void Builder::drive_signal(ir::ModuleId owner, ir::SignalId signal, ir::NodeId value, LocationId location) {
  const Value place = wrap_place({.module = owner,
                                  .signal = signal,
                                  .indices = {},
                                  .low = 0,
                                  .width = design->module(owner).signals[signal].width});
  drive(place, value, location);
}

void Builder::check_rebind(const Value& target, LocationId location) {
  if (target.is_shape()) return;  // of a declaration
  const uint32_t bound = target.scope_ & Value::kScopeMask;
  if (bound < scope_base_ || bound == scope_) return;
  // An outer scope of the same module: the variable was bound outside the conditions that hold here.
  for (uint32_t scope = scopes_[scope_ - scope_base_].parent; scope >= scope_base_;) {
    if (scope == bound && scopes_[scope - scope_base_].module == here_id()) {
      report(DiagnosticId::rebound_in_condition, location, "a C++ variable is given a new value inside a condition",
             "C++ runs every branch, so the variable would have the new value under every condition",
             "a Wire with a default that is assigned to here; or mux(condition, a, b) outside the IF");
      return;
    }
    const uint32_t parent = scopes_[scope - scope_base_].parent;
    if (parent == scope) break;
    scope = parent;
  }
}

void Builder::assign(Value& target, const Value& value) {
  check_rebind(target, last_location_);
  target.rebind(copied(value));
}

// ------------------------------------------------------------------------------------- free functions

Value::Value() : scope_(current_builder == nullptr ? 0 : current_builder->scope_) {}

Value::Value(const Value& other, const Where& where) {
  if (Builder* builder = Builder::try_current()) builder->locate_copy(where);
  rebind(Value(other));
}

CopyShapes::CopyShapes() { copy_shapes = true; }
CopyShapes::~CopyShapes() { copy_shapes = false; }

Value::Value(const Value& other) {
  if (copy_shapes && !other.is_empty() && !(other.is_literal() && literal_adapts(other))) {
    rebind(of_shape(other.handle_width()));
    return;
  }
  Builder* builder = Builder::try_current();
  rebind(builder == nullptr ? same_place(other) : builder->copied(other));
}

uint32_t Value::handle_width() const {
  if (is_empty()) return 0;
  if (is_shape()) return node_ == kBadWidth ? 0 : node_;
  if (is_literal()) return literal_width(*this);
  Builder* builder = Builder::try_current();
  if (builder == nullptr) return 0;
  if (is_place()) return builder->place_of(*this).width;
  const uint32_t index = scope_ - builder->scope_base_;
  if (scope_ < builder->scope_base_ || index >= builder->scopes_.size()) {
    builder->fail_stale("a value");
  }
  return builder->design->module(builder->scopes_[index].module).width(node_);
}

Value Value::of_shape(uint32_t width) {
  Value value;
  value.node_ = width;
  value.scope_ = kShapeScope;
  return value;
}

void assign(Value& target, const Value& value, Sort sort) {
  if (target.is_place()) return drive(target, {value, sort, Where{}});
  if (Builder* builder = Builder::try_current()) return builder->assign(target, value);
  target.rebind(value);
}

Value plain(const Value& value) { return Value(value); }

void note_place(const Where& where) {
  if (Builder* builder = Builder::try_current()) builder->locate_copy(where);
}

}  // namespace burin::detail
