// SPDX-License-Identifier: Apache-2.0
//! @file object.h
//! @brief What a module's members have in common: they belong to a module and are given their names by it.
#pragma once

#include <string>
#include <string_view>

#include "burin/lang/collect.h"

namespace burin {

class Clock;

/// The name of a local object, where no member gives it one: `Reg<Bool> seen{"seen", false}`.
struct Name {
  std::string_view text;
  template <std::size_t N>
  consteval Name(const char (&literal)[N]) : text(literal, N - 1) {}  // NOLINT(google-explicit-constructor)
};

namespace detail {

class Object;
struct Declaration;
void declare(Object& object, Collector& collector, const Declaration& declaration, std::span<const Leaf> reset);

/// An object of a module made of signals: a port, wire or register.
class Object {
 public:
  Object() = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Gives the object's signals their names: `name` and what each adds to it. Called once, by the module.
  void set_name(std::string_view name, std::string_view path);

  /// Module that owns the object, for tools that outlive the elaboration.
  [[nodiscard]] ir::ModuleId module_id() const { return module_; }
  /// First of the object's signals; they have consecutive ids.
  [[nodiscard]] ir::SignalId first_signal() const { return first_; }
  [[nodiscard]] uint32_t signal_count() const { return count_; }
  /// Type of the whole.
  [[nodiscard]] ir::TypeId type_id() const { return type_; }

 protected:
  friend void declare(Object& object, Collector& collector, const Declaration& declaration,
                      std::span<const Leaf> reset);
  ir::ModuleId module_ = ir::kNone;
  ir::SignalId first_ = ir::kNone;
  uint32_t count_ = 0;
  ir::TypeId type_ = ir::kNone;
};

/// A reference to a clock in an options struct: `{.clock = write_clock}`.
struct ClockReference {
  ir::ClockId id = ir::kNone;
  ir::ModuleId module = ir::kNone;
  ClockReference() = default;
  ClockReference(ir::ClockId clock, ir::ModuleId owner) : id(clock), module(owner) {}
  ClockReference(const Clock& clock);  // NOLINT(google-explicit-constructor)
};

}  // namespace detail

/// How a port relates to clocks, and whether the module may leave it unread.
struct PortOptions {
  detail::ClockReference clock =
      {};                      ///< The clock the port is synchronous to; the module's default clock when not given.
  bool asynchronous = false;   ///< The port is synchronous to no clock: it must pass a synchroniser.
  bool may_be_unused = false;  ///< An input that the module is allowed not to read.
  bool guarded = false;        ///< An output that nobody reads before its register was written (a stream's payload).
  ir::Attributes attributes =
      {};  ///< Verilog attributes by name; values that are no numbers are quoted: {{"keep", "1"}}.
};

/// What a wire may carry.
struct WireOptions {
  ir::Attributes attributes = {};  ///< Verilog attributes.
};

/// How a register keeps an enumerator. Whoever reads the register gets the enumerator's own value all the same.
enum class Encoding : uint8_t {
  binary,   ///< Its own value.
  one_hot,  ///< One bit for each enumerator: a comparison with an enumerator is one bit.
  gray      ///< Neighbours in order of their values differ in one bit.
};

/// A register's properties beside its reset value.
struct RegOptions {
  detail::ClockReference clock = {};     ///< Default: the clock in force.
  std::optional<Bits> power_up = {};     ///< Value at time zero, packed; apart from the reset value.
  std::optional<Bool> enable = {};       ///< The register holds while this is 0, reset excepted.
  Encoding encoding = Encoding::binary;  ///< Of each `Enum` in the register; one-hot needs a reset or power-up value.
  /// First stage of a synchroniser: may take a value of any clock, straight from a register or port. Gets ASYNC_REG.
  bool synchroniser = false;
  ir::Attributes attributes = {};  ///< Verilog attributes.
};

namespace detail {

struct Declaration {
  ir::SignalKind kind = ir::SignalKind::wire;
  PortOptions port = {};
  RegOptions reg = {};
  WireOptions wire = {};
  bool has_reset = false;
  std::string_view name = {};  ///< Of a local object; members get theirs later.
  Where where = {};
};

/// Makes the signals of an object: its scalars become places. `reset` has the leaves of the reset value.
void declare(Object& object, Collector& collector, const Declaration& declaration, std::span<const Leaf> reset);

}  // namespace detail
}  // namespace burin
