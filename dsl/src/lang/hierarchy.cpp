// SPDX-License-Identifier: Apache-2.0
//! @file hierarchy.cpp
//! @brief Opening and closing modules, instances in their parents, pads and checks.
#include <fmt/format.h>

#include <algorithm>

#include "builder.h"

namespace burin::detail {

ir::ModuleId Builder::open_module(const ModuleDescription& description, const ClockReference& clock) {
  const LocationId location = locate_declaration(description.where);
  auto opened = std::make_unique<ModuleState>();
  opened->location = location;
  if (stack_.empty()) {
    opened->clock_options = options.clock;
  } else {
    settle();
    opened->parent = here_id();
    opened->parent_clock = clock;
    if (clock.id == ir::kNone && !state().with_clocks.empty())
      opened->parent_clock = {state().with_clocks.back(), here_id()};
    if (opened->parent_clock.id == ir::kNone) {
      opened->clock_options = state().clock_options;
    } else {
      const ir::Clock& outer = module().clocks[clock_for(opened->parent_clock, location)];
      opened->clock_options = {outer.edge, outer.reset_kind, outer.reset_level};
    }
  }
  const ir::ModuleId id = design->add_module(std::string(description.name));
  ir::Module& made = design->module(id);
  made.base_name = description.name;
  made.parameters = description.parameters;
  made.location = location;
  opened->id = id;
  internal_check(id == states_.size(), "modules out of step");
  states_.push_back(std::move(opened));
  stack_.push_back(id);
  open_scope();
  return id;
}

void Builder::abandon_module() {
  if (!stack_.empty()) {
    abandoned_ = module().base_name;
    resolve_declarations(state());
    flush_pending(state());
    leave_scope();
    stack_.pop_back();
  }
}

ir::InstanceId Builder::close_module() {
  ModuleState& closing = state();
  while (!closing.chains.empty()) close_chain();
  name_unnamed(closing);
  resolve_guards();
  resolve_declarations(closing);
  flush_pending(closing);
  check_undefined_reads();
  lower_statements(*this, closing);
  for (const auto& finish : closing.on_close) finish();
  if (closing.default_clock != ir::kNone && closing.default_clock != 0) {
    // In the IR the first clock is meant where a port names none; here it is the default one.
    for (const ir::SignalId port : module().ports()) {
      ir::PortTiming& timing = module().signals[port].timing;
      if (timing.kind == ir::PortTiming::Kind::default_clock)
        timing = {ir::PortTiming::Kind::clock, closing.default_clock};
    }
  }
  closing.closed = true;
  closed_.push_back(closing.id);
  leave_scope();
  stack_.pop_back();
  if (!stack_.empty()) add_instance(closing);
  return closing.instance;
}

void Builder::add_instance(ModuleState& child) {
  ModuleState& parent = state();
  const ir::Module& inner = design->module(child.id);
  child.instance = static_cast<ir::InstanceId>(module().instances.size());
  ir::Instance instance;
  instance.module = child.id;
  instance.location = child.location;
  for (const ir::SignalId port : inner.ports()) {
    const ir::Signal signal = inner.signals[port];
    if (signal.kind == ir::SignalKind::output) {
      ir::Signal carrier;
      carrier.name = signal.name;
      carrier.object = signal.object;
      carrier.kind = ir::SignalKind::instance_output;
      carrier.width = signal.width;
      carrier.type = signal.type;
      carrier.location = child.location;
      carrier.detail = child.instance;
      carrier.detail_port = port;
      carrier.generated_name = true;
      const ir::SignalId id = module().add_signal(std::move(carrier));
      parent.instance_outputs[{child.instance, port}] = id;
      instance.outputs.push_back({port, id});
      continue;
    }
    ir::Instance::Input input;
    input.port = port;
    input.location = child.location;
    if (signal.timing.clock != ir::kNone && signal.timing.clock == child.default_clock &&
        (signal.timing.kind == ir::PortTiming::Kind::is_clock ||
         signal.timing.kind == ir::PortTiming::Kind::is_reset)) {
      const ir::Clock& outer = module().clocks[clock_for(child.parent_clock, child.location)];
      input.value = signal.timing.kind == ir::PortTiming::Kind::is_clock ? outer.clock : outer.reset;
    }
    instance.inputs.push_back(input);
  }
  module().instances.push_back(std::move(instance));
  if (!parent.chains.empty()) {
    parent.declared_in_branch[{.instance = child.instance}] = parent.statements.size();
  }
  // Until the parent's member or the end of the parent gives it another name.
  std::string name;
  for (const char c : inner.base_name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !name.empty() && name.back() != '_') name += '_';
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  name_instance(here_id(), child.instance, unique_label(name), "");
}

MissingObject::MissingObject(const Where& where) {
  Builder& b = Builder::current(where);
  module_ = b.here_id();
  location_ = b.locate_declaration(where);
}

void MissingObject::set_name(std::string_view path) {
  path_ = path;
  Builder::current(Where{}).name_declaration(module_, location_, path);
}

void MissingObject::fail() const {
  Builder& b = Builder::current(Where{});
  b.flush_pending();
  b.report(DiagnosticId::empty_value, location_,
           fmt::format("optional {} is used, and does not exist in this configuration",
                       path_.empty() ? "object" : fmt::format("`{}`", path_)),
           "an object that exists", fmt::format("`if ({})` in front of its use", path_.empty() ? "object" : path_));
  throw DesignError(b.diagnostics.render_all(), b.diagnostics.all());
}

void name_instance(ir::ModuleId parent, ir::InstanceId id, std::string_view name, std::string_view path) {
  Builder* b = Builder::try_current();
  if (b == nullptr || parent == ir::kNone) return;
  ir::Module& m = b->design->module(parent);
  ir::Instance& instance = m.instances[id];
  std::unordered_set<std::string>& labels = b->state_of(parent).labels;
  labels.erase(instance.name);
  instance.name = name;
  labels.insert(instance.name);
  if (!path.empty()) b->name_declaration(parent, instance.location, path);
  const ir::Module& child = b->design->module(instance.module);
  for (const ir::Instance::Output& output : instance.outputs) {
    m.signals[output.signal].name = fmt::format("{}_{}", name, child.signals[output.port].name);
    m.signals[output.signal].object = fmt::format("{}.{}", name, child.signals[output.port].object);
  }
}

ModuleScope::ModuleScope(const ModuleDescription& description, const ClockReference& clock) {
  Builder* b = get_current_builder();
  if (b == nullptr) {
    fail(DiagnosticId::outside_module, description.where,
         fmt::format("an instance of {} is made outside a module", description.name),
         "instances as members of a module", "a member of a module, or elaborate<Module>(config) for the top");
  }
  if (Builder::try_current() != nullptr) parent_ = b->here_id();
  module_ = b->open_module(description, clock);
}

ModuleScope::~ModuleScope() {
  Builder* b = Builder::try_current();
  if (b != nullptr && b->here_id() == module_) b->abandon_module();
}

void ModuleScope::finish() {
  Builder& b = Builder::current(Where{});
  internal_check(b.here_id() == module_, "modules closed out of order");
  instance_ = b.close_module();
}

void ModuleScope::set_black_box(burin::BlackBox box) {
  Builder& b = Builder::current(Where{});
  b.module().black_box = ir::BlackBox{std::move(box.verilog_name), std::move(box.parameters), std::move(box.verilog)};
}

// ------------------------------------------------------------------------------------------------- pads

void drive_pad(const Object& pad, const Value& value, const Value& enable, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  b.settle_for_action();
  if (pad.module_id() != b.here_id()) {
    b.report(DiagnosticId::foreign_value, location, "a pad of another module is driven", "pads of the module at hand",
             "child->pin.connect(pin), which joins a pad of the module at hand with that of the instance");
    return;
  }
  ir::Signal& signal = b.module().signals[pad.first_signal()];
  const auto [first, is_first] = b.state().driven.try_emplace({ir::kNone, pad.first_signal()}, location);
  if (!is_first) {
    b.report(DiagnosticId::multiply_driven, location,
             fmt::format("the pad `{}` is driven a second time", signal.object),
             "one drive() or open_drain() for each pad",
             fmt::format("one `{}.drive(value, enable)`, with the values joined by mux and the conditions by |",
                         signal.object),
             {{first->second, "first driven here"}});
    return;
  }
  const ir::NodeId node = b.use(value, location, signal.width);
  if (b.module().width(node) != b.module().signals[pad.first_signal()].width) {
    b.report(DiagnosticId::width_mismatch, location,
             fmt::format("a value of {} is put on the pad `{}` of {}", bits_text(b.module().width(node)), signal.object,
                         bits_text(signal.width)),
             "equal widths", fmt::format("resize(value, {})", signal.width));
  }
  const ir::NodeId fitted = b.fit(node, b.module().signals[pad.first_signal()].width);
  const ir::NodeId condition = b.use(enable, location, 1);
  b.module().signals[pad.first_signal()].driver = fitted;
  b.module().signals[pad.first_signal()].output_enable = condition;
  b.guard(Guarded::Kind::pad, pad.first_signal());
}

void connect_pads(const Object& inner, const Object& outer, const Where& where) {
  Builder& b = Builder::current(where);
  b.settle();
  const LocationId location = b.locate(where);
  const ModuleState& child = b.state_of(inner.module_id());
  if (!child.closed || child.parent != b.here_id() || outer.module_id() != b.here_id()) {
    b.report(DiagnosticId::foreign_value, location, "pads that are not an instance's and the own module's are joined",
             "a pad of an instance, and a pad of the module at hand", "child->pin.connect(pin)");
    return;
  }
  const ir::Signal& pin = b.module().signals[outer.first_signal()];
  const ir::Signal& inside = b.design->module(inner.module_id()).signals[inner.first_signal()];
  if (pin.width != inside.width) {
    b.report(DiagnosticId::width_mismatch, location,
             fmt::format("pads of {} and {} are joined", bits_text(inside.width), bits_text(pin.width)), "equal widths",
             "one width for both pads");
    return;
  }
  for (ir::Instance::Input& input : b.module().instances[child.instance].inputs) {
    if (input.port == inner.first_signal()) {
      if (input.signal != ir::kNone) {
        b.report(DiagnosticId::multiply_driven, location,
                 fmt::format("the pad `{}` of instance `{}` is connected a second time", inside.object,
                             b.module().instances[child.instance].name),
                 "one pad of the module at hand for each pad of an instance", "one of the two connections",
                 {{input.location, "first connected here"}});
        return;
      }
      input.signal = outer.first_signal();
      input.location = location;
    }
  }
}

// --------------------------------------------------------------------------------------- checks, messages

void add_process(ir::ProcessKind kind, const Value* condition, std::string_view message,
                 std::span<const Leaf> arguments, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  b.settle_for_action();
  ir::Process process;
  process.kind = kind;
  process.clock = b.clock_for({}, location);
  if (condition != nullptr) process.condition = b.use(*condition, location, 1);
  process.message = message;
  process.location = location;
  for (const Leaf& leaf : arguments) {
    process.arguments.push_back(b.use(*leaf.value, location));
    process.argument_types.push_back(leaf.type);
  }
  // The label follows from the message, so that another check elsewhere does not rename it.
  std::string stem = kind == ir::ProcessKind::assert_  ? "assert_"
                     : kind == ir::ProcessKind::assume ? "assume_"
                     : kind == ir::ProcessKind::cover  ? "cover_"
                                                       : "print_";
  // Long enough to say in a report what is meant, and cut between words.
  constexpr size_t kLongestLabel = 60;
  std::string_view text = message;
  if (text.size() > kLongestLabel) {
    const size_t space = text.rfind(' ', kLongestLabel);
    text = text.substr(0, space == std::string_view::npos || space == 0 ? kLongestLabel : space);
  }
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      stem += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (stem.back() != '_') {
      stem += '_';
    }
  }
  while (stem.back() == '_') stem.pop_back();
  process.name = b.unique_label(stem);
  b.guard(Guarded::Kind::process, static_cast<uint32_t>(b.module().processes.size()));
  b.module().processes.push_back(std::move(process));
}

void report_unmatched(std::string_view member, std::string_view why, const Where& where) {
  Builder& b = Builder::current(where);
  b.report(DiagnosticId::unmatched_connection, b.locate(where),
           fmt::format("the bulk connection cannot connect {}: {}",
                       member.empty() ? "the ports" : fmt::format("`{}`", member), why),
           "for each member, one side that drives it and one that reads it",
           member.empty()
               ? "a connection of a driver with a reader"
               : fmt::format("connect(a, b, Except{{\"{}\"}}) to leave it out, and a connection by hand", member));
}

}  // namespace burin::detail
