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
    explicit Element(const T& value) : T(value) {}
    Element(const Element&) = default;
    void operator=(detail::Source<T> value) const { detail::drive_value(static_cast<const T&>(*this), value); }
    void operator=(const Element& other) const { *this = detail::Source<T>(static_cast<const T&>(other)); }
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

  [[nodiscard]] size_t size() const { return elements_.size(); }
  auto begin() { return elements_.begin(); }
  auto end() { return elements_.end(); }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }

  /// Element `index`; a constant outside the vector is an error.
  T& operator[](detail::Index index) { return elements_[checked(index)]; }
  const T& operator[](detail::Index index) const { return elements_[checked(index)]; }

  /// The element that a hardware value selects.
  template <int W>
  Element operator[](const UInt<W>& index) const {
    return element(index, Where{});
  }

 private:
  size_t checked(const detail::Index& index) const {
    detail::check_index(index.value, static_cast<int64_t>(size()), index.where);
    return index.value >= 0 && static_cast<size_t>(index.value) < size() ? static_cast<size_t>(index.value) : 0;
  }
  void check_size(const Where& where) const {
    if (N != dynamic && elements_.size() != static_cast<size_t>(N)) {
      detail::report_shape_mismatch("a vector of " + std::to_string(N) + " elements is given " +
                                        std::to_string(elements_.size()) + " values",
                                    where);
    }
  }
  Element element(const detail::Value& index, const Where& where) const {
    std::vector<detail::Value> values;
    size_t leaves = 0;
    for (const T& one : elements_) {
      const auto of_one = detail::leaves_of(one);
      leaves = of_one.size();
      for (const detail::Leaf& leaf : of_one) values.push_back(detail::Value::same_place(*leaf.value));
    }
    Element result(elements_.empty() ? T() : elements_.front());
    const auto chosen = detail::dynamic_element(index, values, leaves, where);
    const auto targets = detail::leaves_of(static_cast<const T&>(result));
    for (size_t i = 0; i < targets.size(); ++i) targets[i].value->rebind(chosen[i]);
    return result;
  }

  std::vector<T> elements_;
};

}  // namespace burin
