// SPDX-License-Identifier: Apache-2.0
//! @file vec.h
//! @brief `Vec<T, N>`: a vector of hardware values that hardware can index.
#pragma once

#include <initializer_list>

#include "burin/lang/collect.h"

namespace burin {

/// `N` values of type `T`, or a number fixed at elaboration. Element 0 is the least significant when packed.
/// A variable index beyond the last element reads 0 and writes nothing.
template <typename T, int N = dynamic>
class Vec {
 public:
  /// An element chosen by a variable index; assignable when the vector is a port, wire or register.
  class Element : public T {
   public:
    using ValueType = T;

    explicit Element(const T& shape) : T(shape) {}
    Element(const Element&) = default;
    void operator=(detail::Source<T> value) const { detail::drive_value(static_cast<const T&>(*this), value); }
    Element& operator=(const Element&)  // left to the assignment above, which knows its place in the source
      requires detail::always_false<T>
    = delete;
  };

  Vec()
    requires(N == dynamic)
  = default;
  Vec()
    requires(N != dynamic)
      : elements_(static_cast<size_t>(N)) {}
  /// `count` elements of the shape, or with the value, of `element`.
  Vec(int64_t count, const T& element) : elements_(static_cast<size_t>(count), element) {}
  /// Elements of the shape of `element`.
  explicit Vec(const T& element)
    requires(N != dynamic)
      : elements_(static_cast<size_t>(N), element) {}
  Vec(std::initializer_list<T> elements, const Where& where = Where::current()) : elements_(elements) {
    check_size(where);
  }
  explicit Vec(std::vector<T> elements, const Where& where = Where::current()) : elements_(std::move(elements)) {
    check_size(where);
  }

  Vec(const Vec& other) = default;
  /// Drives the elements of a port, wire or register; binds those of a C++ variable anew.
  Vec& operator=(const Vec& other) & {
    if (size() == other.size()) {
      for (size_t i = 0; i < size(); ++i) elements_[i] = other.elements_[i];
      return *this;
    }
    for (const detail::Leaf& leaf : detail::leaves_of(*this)) {
      if (!leaf.value->is_place()) continue;
      detail::report_shape_mismatch(
          "a vector of " + std::to_string(other.size()) + " elements is assigned to one of " + std::to_string(size()),
          Where{});
      return *this;
    }
    elements_ = std::vector<T>(other.elements_);
    return *this;
  }

  [[nodiscard]] size_t size() const { return elements_.size(); }
  auto begin() { return elements_.begin(); }
  auto end() { return elements_.end(); }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }

  /// Element `index`; a constant outside the vector is an error.
  T& operator[](detail::Index index) { return elements_[checked(index)]; }
  const T& operator[](detail::Index index) const { return elements_[checked(index)]; }

  /// The element that a hardware value selects. As a target, also with a part behind it: `v[index].field = x`.
  Element& operator[](const detail::HardwareIndex& index) {
    auto* element = new Element(shape());  // NOLINT(cppcoreguidelines-owning-memory): kept by the elaboration
    detail::keep(
        element, [](void* kept) { delete static_cast<Element*>(kept); }, index.where);
    choose(*element, index);
    return *element;
  }
  T operator[](const detail::HardwareIndex& index) const {
    T element(shape());
    choose(element, index);
    return element;
  }

 private:
  size_t checked(const detail::Index& index) const {
    detail::check_index(index.value, static_cast<int64_t>(size()), index.where);
    return index.value >= 0 && static_cast<size_t>(index.value) < size() ? static_cast<size_t>(index.value) : 0;
  }
  void check_size(const Where& where) const {
    if (N != dynamic && elements_.size() != static_cast<size_t>(N)) {
      detail::report_shape_mismatch(
          "a vector of " + std::to_string(N) + " elements is given " + std::to_string(elements_.size()) + " values",
          where);
    }
  }
  [[nodiscard]] T shape() const {
    const detail::CopyShapes shapes;
    return elements_.empty() ? T() : elements_.front();
  }
  void choose(T& element, const detail::HardwareIndex& index) const {
    std::vector<detail::Leaf> leaves;
    for (const T& one : elements_) {
      const auto of_one = detail::leaves_of(one);
      leaves.insert(leaves.end(), of_one.begin(), of_one.end());
    }
    detail::choose_element(detail::leaves_of(static_cast<const T&>(element)), index, leaves);
  }

  std::vector<T> elements_;
};

}  // namespace burin
