// SPDX-License-Identifier: Apache-2.0
//! @file walk.h
//! @brief Visits the parts of a register map in order of declaration, with the names of their members.
#pragma once

#include "burin/lib/registers/register.h"

namespace burin::registers {

/// Who is told of the parts of a map. `struct_name` is that of the struct whose members come next.
class MapVisitor {
 public:
  virtual ~MapVisitor() = default;
  virtual void field(std::string_view name, FieldCore& field) = 0;
  virtual void window(std::string_view name, Window& window) = 0;
  virtual void reserved(std::string_view name, const Reserved& reserved) = 0;
  virtual void constant(std::string_view name, const Constant& constant) = 0;
  virtual void begin_group(std::string_view name, std::string_view struct_name) = 0;
  virtual void begin_block(std::string_view name, std::string_view struct_name, const PartCore& block) = 0;
  virtual void begin_register(std::string_view name, std::string_view struct_name, const PartCore& one) = 0;
  virtual void begin_array(std::string_view name, const ArrayCore& array, size_t count) = 0;
  /// The next element of the array begun last; its own begin and end calls are between `element` and `end_element`.
  virtual void element(std::string_view struct_name) = 0;
  virtual void end_element() = 0;
  /// Of the group, block, register or array begun last.
  virtual void end() = 0;
};

namespace detail_registers {

template <typename T>
inline constexpr bool is_register = false;
template <typename F>
inline constexpr bool is_register<Register<F>> = true;
template <typename T>
inline constexpr bool is_block = false;
template <typename R>
inline constexpr bool is_block<Block<R>> = true;
template <typename T>
inline constexpr bool is_array = false;
template <typename T>
inline constexpr bool is_array<Array<T>> = true;

template <typename T>
void walk_members(T& object, MapVisitor& visitor);

template <typename F>
void walk_register(std::string_view name, Register<F>& one, MapVisitor& visitor) {
  visitor.begin_register(name, detail::type_name<F>(), one);
  walk_members(static_cast<F&>(one), visitor);
  visitor.end();
}
template <typename R>
void walk_block(std::string_view name, Block<R>& block, MapVisitor& visitor) {
  visitor.begin_block(name, detail::type_name<R>(), block);
  walk_members(static_cast<R&>(block), visitor);
  visitor.end();
}
template <typename T>
void walk_array(std::string_view name, Array<T>& array, MapVisitor& visitor);

template <typename T>
void walk(std::string_view name, T& object, MapVisitor& visitor) {
  if constexpr (std::derived_from<T, FieldCore>) {
    visitor.field(name, object);
  } else if constexpr (std::same_as<T, Window>) {
    visitor.window(name, object);
  } else if constexpr (std::same_as<T, Reserved>) {
    visitor.reserved(name, object);
  } else if constexpr (std::same_as<T, Constant>) {
    visitor.constant(name, object);
  } else if constexpr (is_register<T>) {
    walk_register(name, object, visitor);
  } else if constexpr (is_block<T>) {
    walk_block(name, object, visitor);
  } else if constexpr (is_array<T>) {
    walk_array(name, object, visitor);
  } else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T>) {
    visitor.begin_group(name, detail::type_name<T>());
    walk_members(object, visitor);
    visitor.end();
  }  // what is left is C++: what the map was made with
}

template <typename T>
void walk_members(T& object, MapVisitor& visitor) {
  detail::for_each_member(object, [&](std::string_view name, auto& member) { walk(name, member, visitor); });
}

template <typename T>
void walk_array(std::string_view name, Array<T>& array, MapVisitor& visitor) {
  visitor.begin_array(name, array, array.size());
  for (T& element : array) {
    visitor.element(detail::type_name<T>());
    if constexpr (std::is_aggregate_v<T>) {
      walk_members(element, visitor);
    } else {
      walk({}, element, visitor);
    }
    visitor.end_element();
  }
  visitor.end();
}

/// Locks every field that it meets.
class Locker final : public MapVisitor {
 public:
  Locker(const Bool& condition, const Where& where) : condition_(condition), where_(where) {}
  void field(std::string_view, FieldCore& field) override { field.lock(condition_, where_); }
  void window(std::string_view, Window&) override {}
  void reserved(std::string_view, const Reserved&) override {}
  void constant(std::string_view, const Constant&) override {}
  void begin_group(std::string_view, std::string_view) override {}
  void begin_block(std::string_view, std::string_view, const PartCore&) override {}
  void begin_register(std::string_view, std::string_view, const PartCore&) override {}
  void begin_array(std::string_view, const ArrayCore&, size_t) override {}
  void element(std::string_view) override {}
  void end_element() override {}
  void end() override {}

 private:
  const Bool& condition_;
  Where where_;
};

}  // namespace detail_registers

template <typename Part>
void lock(Part& part, const Bool& condition, const Where& where) {
  detail_registers::Locker locker(condition, where);
  detail_registers::walk({}, part, locker);
}

}  // namespace burin::registers
