// SPDX-License-Identifier: Apache-2.0
//! @file process.h
//! @brief Checks and messages: evaluated at each clock edge, under the conditions around them, outside reset.
#pragma once

#include "burin/lang/clock.h"
#include "burin/lang/functions.h"

namespace burin {

namespace detail {
void add_process(ir::ProcessKind kind, const Value* condition, std::string_view message,
                 std::span<const Leaf> arguments, const Where& where);

/// A message with the place where it stands.
struct Message {
  std::string_view text;
  Where where;
  Message(const char* t, const Where& w = Where::current())
      : text(t), where(w) {}  // NOLINT(google-explicit-constructor)
};
}  // namespace detail

/// A property that must hold whenever control is here.
inline void assert_(const Bool& condition, std::string_view message = "assertion failed",
                    const Where& where = Where::current()) {
  detail::add_process(ir::ProcessKind::assert_, &condition, message, {}, where);
}
/// A property of the surroundings that proofs may rely on and simulation checks.
inline void assume(const Bool& condition, std::string_view message = "assumption violated",
                   const Where& where = Where::current()) {
  detail::add_process(ir::ProcessKind::assume, &condition, message, {}, where);
}
/// A situation that simulation counts and proofs look for.
inline void cover(const Bool& condition, std::string_view message = "cover", const Where& where = Where::current()) {
  detail::add_process(ir::ProcessKind::cover, &condition, message, {}, where);
}
/// Prints in simulation: `{}` stands for the next argument in decimal, `{:x}` in hexadecimal, `{:b}` in binary.
template <typename... Values>
void print(detail::Message message, const Values&... values) {
  std::vector<detail::Leaf> arguments;
  [[maybe_unused]] const auto add = [&](const auto& value) {
    detail::Collector collector(true);
    detail::collect(const_cast<detail::ValueOf<std::remove_cvref_t<decltype(value)>>&>(  // NOLINT
                        static_cast<const detail::ValueOf<std::remove_cvref_t<decltype(value)>>&>(value)),
                    collector);
    arguments.insert(arguments.end(), collector.leaves.begin(), collector.leaves.end());
  };
  (add(values), ...);
  detail::add_process(ir::ProcessKind::print, nullptr, message.text, arguments, message.where);
}

}  // namespace burin
