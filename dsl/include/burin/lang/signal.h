// SPDX-License-Identifier: Apache-2.0
//! @file signal.h
//! @brief `In`, `Out`, `Wire` and `Reg`: the objects of a module that hold values of any type.
//!
//! Declared as members they take their names from the C++ members. Each *is* a value of its type, so it reads
//! as one; assigning to it drives it. Of several assignments the last one in force wins, as in a program, and
//! reading a wire or output gives its final value of the cycle, wherever the read stands.
#pragma once

#include "burin/lang/object.h"
#include "burin/lang/vec.h"

namespace burin {

/// Direction of a port, seen from inside its module.
enum class Role : uint8_t { in, out };

/// The other direction.
constexpr Role flip(Role role) { return role == Role::in ? Role::out : Role::in; }

namespace detail {

template <typename T>
concept ShapedByWidth = Scalar<T> && std::constructible_from<T, Shape>;

/// `T`, which must be a class: a mistake like `Wire<int>` gets a message of ours.
template <typename T>
struct HardwareOf {
  static_assert(std::is_class_v<T>,
                "Burin: this type is no hardware value: use Bool, UInt, SInt, Enum, Vec or a struct of them");
  using type = std::conditional_t<std::is_class_v<T>, T, Bool>;
};

/// The part of a port, wire or register that is its value.
template <typename T>
class Storing : public HardwareOf<T>::type, public Object {
 protected:
  Storing() = default;
  explicit Storing(const T& prototype) : T(prototype) {}

  void declare_as(const Declaration& declaration, std::span<const Leaf> reset = std::span<const Leaf>()) {
    Collector collector(true);
    collect(static_cast<T&>(*this), collector);
    declare(*this, collector, declaration, reset);
  }
};

}  // namespace detail

/// An input port. Its module reads it; the module that instantiates it drives it: `child->in = x`.
template <typename T>
class In : public detail::Storing<T> {
 public:
  static constexpr Role kRole = Role::in;
  using ValueType = T;

  In(const Where& where = Where::current()) : In(PortOptions{}, where) {}
  In(PortOptions options, const Where& where = Where::current()) { declare(std::move(options), where); }
  /// `shape`: the width, for types of dynamic width.
  In(Shape shape, PortOptions options = {}, const Where& where = Where::current())
    requires detail::ShapedByWidth<T>
      : detail::Storing<T>(T(shape, where)) {
    declare(std::move(options), where);
  }
  /// `prototype`: a value whose shape the port takes, for vectors and bundles with dynamic widths.
  explicit In(const T& prototype, PortOptions options = {}, const Where& where = Where::current())
      : detail::Storing<T>(prototype) {
    declare(std::move(options), where);
  }
  In(const In&) = delete;

  /// Drives the input of an instance.
  void operator=(detail::Source<T> value) const { detail::drive_value<T>(*this, value); }
  void operator=(detail::Source<T>) {
    static_assert(detail::always_false<T>, "Burin B0206: a module cannot drive its own input; use a Wire or an Out");
  }
  In& operator=(const In&)  // left to the assignment above, which knows its place in the source
    requires detail::always_false<T>
  = delete;
  /// Scalars and fields of the input, for the module that instantiates it: `child->in->field = x`.
  T* operator->() const { return const_cast<In*>(this); }  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  /// Elements of the input, likewise: `child->in[2] = x`.
  auto& operator[](detail::Index index) const
    requires detail::is_vec<T> || detail::is_std_array<T>
  {
    if constexpr (detail::is_vec<T>) {
      return static_cast<T&>(*operator->())[index];
    } else {
      constexpr auto kSize = static_cast<int64_t>(std::tuple_size_v<T>);
      detail::check_index(index.value, kSize, index.where);
      return static_cast<T&>(
          *operator->())[index.value >= 0 && index.value < kSize ? static_cast<size_t>(index.value) : 0];
    }
  }
  auto& operator[](const detail::HardwareIndex& index) const
    requires detail::is_vec<T>
  {
    return static_cast<T&>(*operator->())[index];
  }

 private:
  void declare(PortOptions options, const Where& where) {
    this->declare_as({.kind = ir::SignalKind::input, .port = std::move(options), .where = where});
  }
};

/// An output port. Its module drives it and may read it back; the module that instantiates it reads it.
template <typename T>
class Out : public detail::Storing<T> {
 public:
  static constexpr Role kRole = Role::out;
  using ValueType = T;

  Out(const Where& where = Where::current()) : Out(PortOptions{}, where) {}
  Out(PortOptions options, const Where& where = Where::current()) { declare(std::move(options), where); }
  Out(Shape shape, PortOptions options = {}, const Where& where = Where::current())
    requires detail::ShapedByWidth<T>
      : detail::Storing<T>(T(shape, where)) {
    declare(std::move(options), where);
  }
  explicit Out(const T& prototype, PortOptions options = {}, const Where& where = Where::current())
      : detail::Storing<T>(prototype) {
    declare(std::move(options), where);
  }
  Out(const Out&) = delete;

  /// Drives the output.
  void operator=(detail::Source<T> value) { detail::drive_value<T>(*this, value); }
  void operator=(detail::Source<T>) const {
    static_assert(detail::always_false<T>, "Burin B0206: an output of an instance is driven inside its own module");
  }
  Out& operator=(const Out&)  // left to the assignment above, which knows its place in the source
    requires detail::always_false<T>
  = delete;

 private:
  void declare(PortOptions options, const Where& where) {
    this->declare_as({.kind = ir::SignalKind::output, .port = std::move(options), .where = where});
  }
};

/// A port whose direction is a parameter: `In<T>` or `Out<T>`. Interfaces are structs of these.
template <Role R, typename T>
using Port = std::conditional_t<R == Role::in, In<T>, Out<T>>;

/// A named value inside a module, to be driven on every path.
template <typename T>
class Wire : public detail::Storing<T> {
 public:
  using ValueType = T;

  Wire(const Where& where = Where::current()) { declare({}, {}, where); }
  Wire(Shape shape, WireOptions options = {}, const Where& where = Where::current())
    requires detail::ShapedByWidth<T>
      : detail::Storing<T>(T(shape, where)) {
    declare({}, std::move(options), where);
  }
  explicit Wire(const T& prototype, WireOptions options = {}, const Where& where = Where::current())
      : detail::Storing<T>(prototype) {
    declare({}, std::move(options), where);
  }
  /// A local wire; a member needs no name.
  explicit Wire(Name name, const Where& where = Where::current()) { declare(name.text, {}, where); }
  Wire(Name name, const T& prototype, const Where& where = Where::current()) : detail::Storing<T>(prototype) {
    declare(name.text, {}, where);
  }
  Wire(const Wire&) = delete;

  /// Drives the wire.
  void operator=(detail::Source<T> value) { detail::drive_value<T>(*this, value); }
  void operator=(detail::Source<T>) const {
    static_assert(detail::always_false<T>,
                  "Burin B0206: what is inside an instance is driven inside its own module; give it an In");
  }
  Wire& operator=(const Wire&)  // left to the assignment above, which knows its place in the source
    requires detail::always_false<T>
  = delete;

 private:
  void declare(std::string_view name, WireOptions options, const Where& where) {
    this->declare_as({.kind = ir::SignalKind::wire, .wire = std::move(options), .name = name, .where = where});
  }
};

/// A register. An assignment sets its value after the next clock edge; without one it holds its value.
template <typename T>
class Reg : public detail::Storing<T> {
 public:
  using ValueType = T;

  /// Without a reset: its value is unknown until it is written.
  Reg(const Where& where = Where::current()) : Reg(RegOptions{}, where) {}
  Reg(RegOptions options, const Where& where = Where::current()) { declare({}, std::move(options), where); }
  Reg(Shape shape, RegOptions options = {}, const Where& where = Where::current())
    requires detail::ShapedByWidth<T>
      : detail::Storing<T>(T(shape, where)) {
    declare({}, std::move(options), where);
  }
  /// Without a reset, of the shape of `prototype`, for types of dynamic width.
  template <std::same_as<T> U>
    requires detail::ShapedByWidth<T>
  explicit Reg(const U& prototype, RegOptions options = {}, const Where& where = Where::current())
      : detail::Storing<T>(prototype) {
    declare({}, std::move(options), where);
  }
  /// With a reset value, a constant.
  explicit Reg(detail::Source<T> reset, RegOptions options = {}, const Where& where = Where::current())
    requires(!detail::ShapedByWidth<T>)
      : detail::Storing<T>(prototype_of(reset)) {
    declare_reset({}, reset, std::move(options), where);
  }
  Reg(Shape shape, detail::Source<T> reset, RegOptions options = {}, const Where& where = Where::current())
    requires detail::ShapedByWidth<T>
      : detail::Storing<T>(T(shape, where)) {
    declare_reset({}, reset, std::move(options), where);
  }
  /// A local register; a member needs no name.
  explicit Reg(Name name, RegOptions options = {}, const Where& where = Where::current()) {
    declare(name.text, std::move(options), where);
  }
  Reg(Name name, detail::Source<T> reset, RegOptions options = {}, const Where& where = Where::current())
      : detail::Storing<T>(prototype_of(reset)) {
    declare_reset(name.text, reset, std::move(options), where);
  }
  Reg(Name name, Shape shape, RegOptions options = {}, const Where& where = Where::current())
    requires detail::ShapedByWidth<T>
      : detail::Storing<T>(T(shape, where)) {
    declare(name.text, std::move(options), where);
  }
  Reg(Name name, Shape shape, detail::Source<T> reset, RegOptions options = {}, const Where& where = Where::current())
    requires detail::ShapedByWidth<T>
      : detail::Storing<T>(T(shape, where)) {
    declare_reset(name.text, reset, std::move(options), where);
  }
  Reg(const Reg&) = delete;

  /// Sets the value after the next edge of the register's clock.
  void operator=(detail::Source<T> value) { detail::drive_value<T>(*this, value); }
  void operator=(detail::Source<T>) const {
    static_assert(detail::always_false<T>,
                  "Burin B0206: what is inside an instance is driven inside its own module; give it an In");
  }
  Reg& operator=(const Reg&)  // left to the assignment above, which knows its place in the source
    requires detail::always_false<T>
  = delete;

 private:
  /// The shape of the reset value, which a bundle's fields of dynamic width need.
  static T prototype_of(const detail::Source<T>& reset) {
    if constexpr (detail::ShapedByWidth<T>) {
      return T(detail::FromPlace{}, detail::shape_of(reset.value));
    } else if constexpr (detail::Scalar<T>) {
      static_cast<void>(reset);
      return T();
    } else {
      return reset.value;
    }
  }
  void declare(std::string_view name, RegOptions options, const Where& where) {
    this->declare_as({.kind = ir::SignalKind::reg, .reg = std::move(options), .name = name, .where = where});
  }
  void declare_reset(std::string_view name, const detail::Source<T>& reset, RegOptions options, const Where& where) {
    std::vector<detail::Leaf> values;
    if constexpr (detail::Scalar<T>) {
      values.push_back(detail::leaf_of(reset));
    } else {
      values = detail::leaves_of(reset.value);
    }
    this->declare_as(
        {.kind = ir::SignalKind::reg, .reg = std::move(options), .has_reset = true, .name = name, .where = where},
        values);
  }
};

}  // namespace burin
