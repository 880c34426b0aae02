// SPDX-License-Identifier: Apache-2.0
//! @file pad.h
//! @brief `Pad<T>`: a port that can be driven from both sides.
#pragma once

#include "burin/lang/signal.h"

namespace burin {

namespace detail {
void drive_pad(const Object& pad, const Value& value, const Value& enable, const Where& where);
void connect_pads(const Object& inner, const Object& outer, const Where& where);
}  // namespace detail

/// A pin, or a bus of them, that the module drives at times. It reads as the level on the pin. `T` is a scalar.
template <detail::Scalar T>
class Pad : public detail::Storing<T> {
 public:
  using ValueType = T;

  Pad(const Where& where = Where::current()) { declare(where); }
  Pad(Shape shape, const Where& where = Where::current())
    requires detail::ShapedByWidth<T>
      : detail::Storing<T>(T(shape, where)) {
    declare(where);
  }
  Pad(const Pad&) = delete;

  /// Puts `value` on the pin while `enable` is 1; otherwise the module leaves the pin alone. Stated once a pad.
  void drive(const T& value, const Bool& enable, const Where& where = Where::current()) {
    detail::drive_pad(*this, value, enable, where);
  }
  /// Pulls all bits of the pin to 0 while `pull` is 1: an open drain.
  void open_drain(const Bool& pull, const Where& where = Where::current()) {
    detail::drive_pad(*this, detail::Value::of_literal(detail::Literal(0), this->width(), T::kSort, where), pull,
                      where);
  }
  /// Joins the pin of an instance with a pin of this module: `child->pin.connect(pin)`.
  void connect(Pad& outer, const Where& where = Where::current()) const { detail::connect_pads(*this, outer, where); }

 private:
  void declare(const Where& where) { this->declare_as({.kind = ir::SignalKind::inout, .where = where}); }
};

}  // namespace burin
