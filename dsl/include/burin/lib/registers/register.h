// SPDX-License-Identifier: Apache-2.0
//! @file register.h
//! @brief What a register map is made of beside single fields: registers of several fields, blocks, arrays, windows.
#pragma once

#include <deque>

#include "burin/lang/memory.h"
#include "burin/lang/module.h"
#include "burin/lib/registers/field.h"

namespace burin::registers {

/// A part of a map that has parts itself, without its type.
struct PartCore {
  Spot spot;
  std::string description;
};

/// One word made of several fields: `F` is a struct of fields.
/// `Register<Control> control{at(0x00), "starts and stops the unit"};`
template <typename F>
class Register : public F, public PartCore {
 public:
  explicit Register(const Spot& spot, std::string_view description = {})
      : F(), PartCore{spot, std::string(description)} {}
  explicit Register(std::string_view description) : Register(next(), description) {}

  void name_elements(const std::string& name, const std::string& path) {
    detail::name_member(static_cast<F&>(*this), name, path);
  }
};

/// Registers at an address of their own: `R` is a struct of registers, whose offsets count from the block's.
template <typename R>
class Block : public R, public PartCore {
 public:
  explicit Block(const Spot& spot, std::string_view description = {}) : R(), PartCore{spot, std::string(description)} {}
  explicit Block(std::string_view description) : Block(next(), description) {}

  void name_elements(const std::string& name, const std::string& path) {
    detail::name_member(static_cast<R&>(*this), name, path);
  }
};

/// How the elements of an array lie.
struct ArrayOptions {
  uint64_t stride = 0;  ///< Bytes from one element to the next; 0: as many as an element has.
  uint64_t first = 0;   ///< The number of the first element, for the documents.
};

/// An array without its type.
struct ArrayCore : PartCore {
  ArrayOptions options;
};

/// `count` registers of one kind: fields that are registers of their own, `Register`s, or structs of registers.
/// `Array<WriteOnly<UInt<256>>> keys{8, at(0x080), "a trusted key"};`
template <typename T>
class Array : public ArrayCore {
 public:
  Array(detail::Count count, const Spot& spot, std::string_view description, const ArrayOptions& options = {},
        const Where& where = Where::current())
      : ArrayCore{{spot, std::string(description)}, options} {
    for (int64_t i = 0; i < count.value; ++i) {
      if constexpr (std::is_aggregate_v<T>) {
        elements_.emplace_back();
      } else if constexpr (std::derived_from<T, FieldCore>) {
        elements_.emplace_back(description, where);
      } else {
        elements_.emplace_back(description);
      }
    }
  }
  /// @param shape the width of a field, for types of dynamic width.
  Array(detail::Count count, const Spot& spot, Shape shape, std::string_view description,
        const ArrayOptions& options = {}, const Where& where = Where::current())
      : ArrayCore{{spot, std::string(description)}, options} {
    for (int64_t i = 0; i < count.value; ++i) elements_.emplace_back(shape, description, where);
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  [[nodiscard]] size_t size() const { return elements_.size(); }
  T& operator[](detail::Index index) { return elements_[checked(index)]; }
  const T& operator[](detail::Index index) const { return elements_[checked(index)]; }
  auto begin() { return elements_.begin(); }
  auto end() { return elements_.end(); }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }

  /// The values of the fields, for an index that is hardware: `keys.values()[slot]`.
  [[nodiscard]] auto values() const
    requires std::derived_from<T, FieldCore>
  {
    return Vec<detail::ValueOf<T>>(std::vector<detail::ValueOf<T>>(elements_.begin(), elements_.end()));
  }

  void name_elements(const std::string& name, const std::string& path) {
    for (size_t i = 0; i < elements_.size(); ++i) {
      const std::string number = std::to_string(i + options.first);
      std::string element_name = name;
      std::string element_path = path;
      element_name.append("_").append(number);
      element_path.append("[").append(number).append("]");
      detail::name_member(elements_[i], element_name, element_path);
    }
  }

 private:
  size_t checked(const detail::Index& index) const {
    detail::check_list_index(index.value, elements_.size(), index.where);
    return static_cast<size_t>(index.value);
  }
  std::deque<T> elements_;
};

/// Words of a memory that software sees as a range of addresses. The design has further ports on `memory`.
class Window : public PartCore {
 public:
  /// @param words of the width of the bus, 32 bits unless `width` says otherwise.
  /// @param access read_write, read_only, write_only or secret.
  Window(const Spot& spot, detail::Count words, std::string_view description, Access access = Access::read_write,
         uint32_t width = 32, const Where& where = Where::current());

  Memory<UInt<>> memory;

  [[nodiscard]] Access access() const { return access_; }
  [[nodiscard]] uint32_t word_width() const { return word_width_; }
  void set_name(std::string_view name, std::string_view path) { memory.set_name(name, path); }

 private:
  Access access_;
  uint32_t word_width_;
};

/// Addresses that belong to no register, and are meant to.
struct Reserved : PartCore {
  uint64_t bytes;
  Reserved(const Spot& where, uint64_t size, std::string_view why = {})
      : PartCore{where, std::string(why)}, bytes(size) {}
};

/// A number that the headers and the page state: `Constant key_slots{8, "trusted keys at once"};` gives KEY_SLOTS.
struct Constant {
  uint64_t value;
  std::string description;
  Constant(detail::Count number, std::string_view text)
      : value(static_cast<uint64_t>(number.value)), description(text) {}
};

/// Software cannot write to `part`, a field or anything made of fields, while `condition` is 1. Call it before `serve`.
template <typename Part>
void lock(Part& part, const Bool& condition, const Where& where = Where::current());

}  // namespace burin::registers
