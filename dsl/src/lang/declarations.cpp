// SPDX-License-Identifier: Apache-2.0
//! @file declarations.cpp
//! @brief Ports, wires and registers: from C++ objects of any type to signals, one a scalar.
#include <fmt/format.h>

#include "builder.h"
#include "burin/ir/marks.h"

namespace burin::detail {

// ------------------------------------------------------------------------------------------- Collector

namespace {

/// Types belong to the design under construction; without one there is nobody to ask for them.
ir::Design* types() {
  Builder* builder = Builder::try_current();
  return builder == nullptr ? nullptr : builder->design.get();
}

}  // namespace

void Collector::finish(ir::TypeId type, uint32_t width) {
  if (open_.empty()) {
    finished_ = type;
    return;
  }
  ir::Type& parent = open_.back().type;
  parent.width += width;
  if (parent.kind == ir::TypeKind::bundle) {
    parent.fields.back().type = type;
  } else {
    parent.element = type;
    ++parent.length;
  }
}

void Collector::place(size_t first_leaf, uint32_t width) {
  if (groups_.empty()) return;
  Group& group = groups_.back();
  if (group.is_vector) {
    for (size_t i = first_leaf; i < leaves.size(); ++i) leaves[i].low += group.width;
  } else {
    for (size_t i = group.first_leaf; i < first_leaf; ++i) leaves[i].low += width;
  }
  group.width += width;
}

void Collector::scalar(Value& value, Sort sort, uint32_t width, bool has_shape) {
  Leaf leaf;
  leaf.value = &value;
  leaf.sort = sort;
  leaf.width = width;
  leaf.has_shape = has_shape;
  if (named_ && types() != nullptr) {
    leaf.name = name_;
    leaf.object = object_;
    leaf.type = sort == Sort::boolean   ? types()->boolean_type()
                : sort == Sort::signed_ ? types()->signed_type(width)
                                        : types()->unsigned_type(width);
    finish(leaf.type, width);
  }
  leaves.push_back(std::move(leaf));
  place(leaves.size() - 1, width);
}

void Collector::enumeration(Value& value, uint32_t width, std::string_view name,
                            std::span<const std::string_view> enumerators) {
  Leaf leaf;
  leaf.value = &value;
  leaf.sort = Sort::enumeration;
  leaf.width = width;
  if (named_ && types() != nullptr) {
    leaf.name = name_;
    leaf.object = object_;
    ir::Type type;
    type.kind = ir::TypeKind::enumeration;
    type.width = width;
    type.name = name;
    for (size_t i = 0; i < enumerators.size(); ++i) {
      if (!enumerators[i].empty()) type.enumerators.push_back({std::string(enumerators[i]), i});
    }
    leaf.type = types()->add_type(std::move(type));
    finish(leaf.type, width);
  }
  leaves.push_back(std::move(leaf));
  place(leaves.size() - 1, width);
}

void Collector::begin_vector() {
  groups_.push_back({true, leaves.size(), 0});
  if (!named_) return;
  Open open{{}, name_.size(), object_.size()};
  open.type.kind = ir::TypeKind::vector;
  open_.push_back(std::move(open));
}

void Collector::element(size_t index) {
  if (!named_) return;
  name_.resize(open_.back().name_length);
  object_.resize(open_.back().object_length);
  fmt::format_to(std::back_inserter(name_), "_{}", index);
  fmt::format_to(std::back_inserter(object_), "[{}]", index);
}

void Collector::begin_bundle(std::string_view name) {
  groups_.push_back({false, leaves.size(), 0});
  if (!named_) return;
  Open open{{}, name_.size(), object_.size()};
  open.type.kind = ir::TypeKind::bundle;
  open.type.name = name;
  open_.push_back(std::move(open));
}

void Collector::field(std::string_view name) {
  if (!named_) return;
  name_.resize(open_.back().name_length);
  object_.resize(open_.back().object_length);
  name_ += fmt::format("_{}", name);
  object_ += fmt::format(".{}", name);
  open_.back().type.fields.push_back({std::string(name), ir::kNone});
}

void Collector::end_bundle() {
  const Group group = groups_.back();
  groups_.pop_back();
  place(group.first_leaf, group.width);
  if (!named_) return;
  const Open open = std::move(open_.back());
  open_.pop_back();
  name_.resize(open.name_length);
  object_.resize(open.object_length);
  if (types() != nullptr) finish(types()->add_type(open.type), open.type.width);
}

void Collector::end_vector() { end_bundle(); }

// ----------------------------------------------------------------------------------------- declaration

namespace {

std::string_view kind_text(ir::SignalKind kind) {
  switch (kind) {
    case ir::SignalKind::input:
      return "input";
    case ir::SignalKind::output:
      return "output";
    case ir::SignalKind::inout:
      return "pad";
    case ir::SignalKind::reg:
      return "register";
    default:
      return "wire";
  }
}

/// "logic" of "void ns::Fifo<T>::logic() [with T = …]".
std::string function_name(const Where& where) {
  const std::string_view text = where.function_name();
  size_t end = text.find('(');
  while (end != std::string_view::npos && end > 0 &&
         !(std::isalnum(static_cast<unsigned char>(text[end - 1])) != 0 || text[end - 1] == '_')) {
    end = text.find('(', end + 1);
  }
  if (end == std::string_view::npos) return "local";
  size_t begin = end;
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0 || text[begin - 1] == '_'))
    --begin;
  return begin == end ? "local" : std::string(text.substr(begin, end - begin));
}

/// Whether the leaves given as a reset value are in fact shapes only.
bool only_shapes(std::span<const Leaf> leaves) {
  return std::all_of(leaves.begin(), leaves.end(),
                     [](const Leaf& leaf) { return leaf.value->is_shape() || leaf.value->is_empty(); });
}

std::optional<Bits> reset_bits(Builder& b, const Leaf& value, const Leaf& target) {
  const LocationId location = b.last_location();
  if (!value.value->is_empty() && !value.value->is_shape()) {
    const uint32_t now =
        value.value->is_literal() && literal_adapts(*value.value) ? target.width : b.width_of(*value.value);
    if (now != target.width) {
      b.report_member(DiagnosticId::width_mismatch, location,
                      fmt::format("a reset value of {} is given to register {} of {}", bits_text(now), kMemberName,
                                  bits_text(target.width)),
                      "equal widths", fmt::format("a constant of {}", bits_text(target.width)));
    }
    if (auto bits = constant_of(*value.value, target.width, target.sort)) return bits;
  }
  b.report_member(DiagnosticId::literal_does_not_fit, location,
                  fmt::format("the reset value of register {} is no constant", kMemberName), "constants",
                  "a constant, and an assignment of the value in a cycle of its own");
  return Bits(target.width);
}

/// Reports an encoding of what is no enumerator, and a one-hot register that would start in no state.
void check_encoding(Builder& b, const Collector& collector, const Declaration& d, bool has_reset, LocationId location) {
  if (d.kind != ir::SignalKind::reg || d.reg.encoding == Encoding::binary) return;
  const bool has_enum = std::any_of(collector.leaves.begin(), collector.leaves.end(),
                                    [](const Leaf& leaf) { return leaf.sort == Sort::enumeration; });
  if (!has_enum) {
    b.report_member(DiagnosticId::encoding_without_enum, location,
                    fmt::format("register {} has an encoding and holds no Enum", kMemberName),
                    "an Enum: numbers and bits have no other encoding", "Reg<Enum<State>>, or no `.encoding`");
  } else if (d.reg.encoding == Encoding::one_hot && !has_reset && !d.reg.power_up) {
    b.report_member(DiagnosticId::one_hot_without_start, location,
                    fmt::format("one-hot register {} has neither a reset value nor a power-up value", kMemberName),
                    "a first state: with none of its bits set it is in none",
                    "a reset value, as in `{State::idle, {.encoding = Encoding::one_hot}}`");
  }
}

}  // namespace

void declare(Object& object, Collector& collector, const Declaration& d, std::span<const Leaf> reset) {
  Builder& b = Builder::current(d.where);
  b.settle();
  const LocationId location = b.locate_declaration(d.where);
  const bool has_reset = d.has_reset && !only_shapes(reset);

  ir::Register state;
  ir::NodeId enable = ir::kNone;
  if (d.kind == ir::SignalKind::reg) {
    state.clock = b.clock_for(d.reg.clock, location);
    if (d.reg.enable) enable = b.use(*d.reg.enable, location, 1);
  }
  uint32_t total = 0;
  for (const Leaf& leaf : collector.leaves) total += leaf.width;
  if (d.reg.power_up && d.reg.power_up->width() != total) {
    b.report_member(DiagnosticId::width_mismatch, location,
                    fmt::format("a power-up value of {} is given to register {} of {}",
                                bits_text(d.reg.power_up->width()), kMemberName, bits_text(total)),
                    "equal widths", fmt::format("Bits({}, value)", total));
  }

  check_encoding(b, collector, d, has_reset, location);
  for (size_t i = 0; i < collector.leaves.size(); ++i) {
    Leaf& leaf = collector.leaves[i];
    const bool bad_width = leaf.value->is_shape() && Builder::node_of(*leaf.value) == kBadWidth;
    if (!leaf.has_shape) {
      b.report_member(DiagnosticId::shape_missing, location,
                      fmt::format("{} {}{} is declared without its width", kind_text(d.kind), kMemberName,
                                  leaf.object.empty() ? "" : fmt::format(" (its scalar `{}`)", leaf.object)),
                      "a width, where the type does not state it",
                      leaf.object.empty()
                          ? "{bits(8)} behind its name, with the width that you mean"
                          : "a value with its widths behind its name, such as {Vec<UInt<>>(4, UInt<>(bits(8)))}");
    }
    ir::Signal signal;
    signal.name = leaf.name;
    signal.object = leaf.object;
    signal.kind = d.kind;
    signal.width = leaf.width;
    signal.type = leaf.type;
    signal.location = location;
    signal.may_be_unused = d.port.may_be_unused;
    if (d.port.asynchronous) {
      signal.timing.kind = ir::PortTiming::Kind::asynchronous;
    } else if (d.port.clock.id != ir::kNone) {
      signal.timing.kind = ir::PortTiming::Kind::clock;
      signal.timing.clock = b.clock_for(d.port.clock, location);
    }
    for (const auto* attributes : {&d.port.attributes, &d.reg.attributes, &d.wire.attributes}) {
      signal.attributes.insert(signal.attributes.end(), attributes->begin(), attributes->end());
    }
    if (d.port.guarded && d.kind == ir::SignalKind::output) signal.attributes.emplace_back("burin_guarded", "1");

    ir::SignalId id = ir::kNone;
    if (d.kind == ir::SignalKind::reg) {
      ir::Register leaf_state = state;
      if (has_reset) leaf_state.reset_value = i < reset.size() ? reset_bits(b, reset[i], leaf) : Bits(leaf.width);
      if (d.reg.power_up) leaf_state.power_up = d.reg.power_up->slice(leaf.low, leaf.width);
      leaf_state.synchroniser = d.reg.synchroniser;
      if (d.reg.encoding != Encoding::binary && leaf.sort == Sort::enumeration) {
        signal.attributes.emplace_back(ir::kEncodingMark,
                                       d.reg.encoding == Encoding::one_hot ? ir::kOneHot : ir::kGray);
      }
      id = b.module().add_register(std::move(signal), std::move(leaf_state));
      if (enable != ir::kNone) b.state().register_enables[id] = enable;
    } else {
      id = b.module().add_signal(std::move(signal));
      if (!b.state().chains.empty()) {
        b.state().declared_in_branch[{.signal = id}] = b.state().statements.size();
      }
    }
    if (bad_width || !leaf.has_shape) b.state().shapeless.insert(id);
    if (i == 0) object.first_ = id;
    if (leaf.low != 0) b.state().packed_lows[id] = leaf.low;
    leaf.value->rebind(b.wrap_place({.module = b.here_id(), .signal = id, .width = leaf.width}));
  }
  if (collector.leaves.empty()) object.first_ = static_cast<ir::SignalId>(b.module().signals.size());
  object.module_ = b.here_id();
  object.count_ = static_cast<uint32_t>(collector.leaves.size());
  object.type_ = collector.type();
  if (!d.name.empty()) {
    object.set_name(d.name, d.name);
  } else {
    for (uint32_t i = 0; i < object.count_; ++i)
      b.state().unnamed.emplace_back(object.first_ + i, function_name(d.where));
  }
}

void Object::set_name(std::string_view name, std::string_view path) {
  Builder& b = Builder::current(Where{});
  ir::Module& module = b.design->module(module_);
  for (uint32_t i = 0; i < count_; ++i) {
    ir::Signal& signal = module.signals[first_ + i];
    signal.name = std::string(name) + signal.name;
    signal.object = std::string(path) + signal.object;
    b.name_declaration(module_, signal.location, path);
  }
  std::erase_if(b.state_of(module_).unnamed,
                [&](const auto& entry) { return entry.first >= first_ && entry.first < first_ + count_; });
}

void Builder::name_unnamed(ModuleState& of) {
  // Counted for each function on its own, so that a local object added elsewhere renames nothing here.
  std::map<std::string, int> counts;
  ir::Module& m = design->module(of.id);
  for (const auto& [signal, function] : of.unnamed) {
    ir::Signal& s = m.signals[signal];
    const std::string stem = function + (s.kind == ir::SignalKind::reg ? "_reg" : "_wire");
    s.name = fmt::format("{}_{}{}", stem, ++counts[stem], s.name);
    s.generated_name = true;
  }
}

// ------------------------------------------------------------------------------------- whole values

namespace {

bool same_count(std::span<const Leaf> a, std::span<const Leaf> b, std::string_view what, const Where& where) {
  if (a.size() == b.size()) return true;
  report_shape_mismatch(fmt::format("{} with {} and {} scalars", what, a.size(), b.size()), where);
  return false;
}

/// "`bytes`", for the scalars of a port, wire or register or of a part of one.
std::string describe_object(Builder& b, std::span<const Leaf> leaves) {
  if (leaves.empty() || !leaves.front().value->is_place()) return "a value";
  const std::string name = b.describe_place(*leaves.front().value);
  return name.substr(0, name.find_first_of(".[")) + (name.find_first_of(".[") == std::string::npos ? "" : "`");
}

}  // namespace

void drive_all(std::span<const Leaf> targets, std::span<const Leaf> values, const Where& where) {
  if (targets.size() != values.size()) {
    Builder& b = Builder::current(where);
    report_shape_mismatch(fmt::format("a value of {} scalars is assigned to {} of {}", values.size(),
                                      describe_object(b, targets), targets.size()),
                          where);
    for (const Leaf& target : targets) {
      if (target.value->is_place())
        b.drive(*target.value, b.poison(b.width_of(*target.value), b.last_location()), b.last_location());
    }
    return;
  }
  for (size_t i = 0; i < targets.size(); ++i) drive(*targets[i].value, {*values[i].value, targets[i].sort, where});
}

void mux_leaves(const Value& condition, std::span<const Leaf> targets, std::span<const Leaf> a, std::span<const Leaf> b,
                const Where& where) {
  if (!same_count(a, b, "a mux of values", where)) return;
  for (size_t i = 0; i < a.size(); ++i) {
    targets[i].value->rebind(mux(condition, {*a[i].value, a[i].sort, where}, {*b[i].value, b[i].sort, where}));
  }
}

Value pack_leaves(std::span<const Leaf> leaves, const Where& where) {
  return concatenate(packed_values(leaves), where);
}

Value pack_leaves_as(std::span<const Leaf> shapes, std::span<const Leaf> leaves, const Where& where) {
  if (!same_count(shapes, leaves, "a word", where)) return Value();
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  std::vector<Value> sized;
  sized.reserve(leaves.size());
  std::vector<Leaf> with_widths(leaves.begin(), leaves.end());
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Value& value = *leaves[i].value;
    const bool adapts = value.is_literal() && literal_adapts(value);
    sized.emplace_back().rebind(adapts ? b.wrap(b.use(value, location, shapes[i].width, leaves[i].sort)) : value);
    with_widths[i].value = &sized.back();
    with_widths[i].low = shapes[i].low;
  }
  return pack_leaves(with_widths, where);
}

std::vector<Value> packed_values(std::span<const Leaf> leaves) {
  std::vector<const Leaf*> order;
  order.reserve(leaves.size());
  for (const Leaf& leaf : leaves) order.push_back(&leaf);
  std::stable_sort(order.begin(), order.end(), [](const Leaf* a, const Leaf* b) { return a->low > b->low; });
  std::vector<Value> parts;
  parts.reserve(leaves.size());
  for (const Leaf* leaf : order) parts.push_back(*leaf->value);
  return parts;
}

void unpack_leaves(std::span<const Leaf> targets, const Value& bits, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  uint32_t total = 0;
  for (const Leaf& leaf : targets) total += leaf.width;
  ir::NodeId node = b.use(bits, location, total);
  if (b.is_poisoned(node)) node = b.fit(node, total);
  const Value whole = b.wrap(node);
  if (b.width_of(whole) != total) {
    b.report(DiagnosticId::width_mismatch, location,
             fmt::format("{} are unpacked into a value of {}", bits_text(b.width_of(whole)), bits_text(total)),
             "equal widths", fmt::format("resize(x, {})", total));
    for (const Leaf& leaf : targets) leaf.value->rebind(b.wrap(b.poison(leaf.width, location)));
    return;
  }
  for (const Leaf& leaf : targets) {
    leaf.value->rebind(slice(whole, static_cast<int64_t>(leaf.low) + leaf.width - 1, leaf.low, where));
  }
}

void name_leaves(std::span<const Leaf> leaves, std::string_view name) {
  Builder* b = Builder::try_current();
  if (b == nullptr) return;
  for (const Leaf& leaf : leaves) {
    if (leaf.value->is_literal() || leaf.value->is_empty() || leaf.value->is_shape() || leaf.value->is_place())
      continue;
    const ir::NodeId node = b->use(*leaf.value, b->last_location());
    b->module().set_name(node, std::string(name) + leaf.name);
  }
}

}  // namespace burin::detail
