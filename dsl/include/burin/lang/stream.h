// SPDX-License-Identifier: Apache-2.0
//! @file stream.h
//! @brief `StreamIn<T>` and `StreamOut<T>`: values handed over when both sides agree.
//!
//! A transfer happens in each cycle in which `valid` and `ready` are 1. A producer that has raised `valid` keeps
//! it, and the payload, until the transfer; `valid` never waits for `ready`.
#pragma once

#include "burin/lang/connect.h"
#include "burin/lang/signal.h"

namespace burin {

/// A stream of values of type `T`, seen from a side: `Role::in` receives, `Role::out` sends.
template <Role R, typename T>
struct Stream {
  Port<R, T> payload{PortOptions{.guarded = true}};
  Port<R, Bool> valid;
  Port<flip(R), Bool> ready;

  /// A transfer happens in this cycle.
  [[nodiscard]] Bool fire(const Where& where = Where::current()) const {
    return valid & detail::Operand<Bool>(ready, where);
  }

  /// A stream whose payload has the shape of `shape`, for types with dynamic widths; the options are those of its
  /// ports.
  static Stream of(const T& shape, const PortOptions& options = {}, const Where& where = Where::current()) {
    PortOptions guarded = options;
    guarded.guarded = true;
    return Stream{.payload = Port<R, T>(shape, guarded, where),
                  .valid = Port<R, Bool>(options, where),
                  .ready = Port<flip(R), Bool>(options, where)};
  }
};

template <typename T>
using StreamIn = Stream<Role::in, T>;
template <typename T>
using StreamOut = Stream<Role::out, T>;

}  // namespace burin
