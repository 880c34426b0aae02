// SPDX-License-Identifier: Apache-2.0
//! @file memory.h
//! @brief `Memory` and `Rom`: arrays of words behind ports.
#pragma once

#include "burin/lang/clock.h"
#include "burin/lang/functions.h"

namespace burin {

/// Properties of a memory.
struct MemoryOptions {
  std::vector<Bits> contents = {};  ///< Words at time zero from address 0, packed; fewer than the depth is fine.
  std::string style = {};  ///< "block", "distributed", "registers", "ultra" or "": where synthesis should put it.
  uint32_t granule = 0;    ///< Bits that one bit of a write mask covers; 0: no masks.
  ir::Attributes attributes = {};  ///< Verilog attributes.
};

/// Properties of a synchronous read port.
struct ReadOptions {
  detail::ClockReference clock = {};                 ///< Default: the clock in force.
  std::optional<Bool> enable = {};                   ///< The data holds while this is 0.
  ReadUnderWrite policy = ReadUnderWrite::old_data;  ///< What a read of a word written in the same cycle gives.
  /// With policy `undefined`: why the port never reads a word that is being written, or why its data is not used then.
  /// Not needed where the conditions of read and write show it; else its lack is error B0603.
  std::string_view no_collision = {};
};

/// Reads the words of a memory from a text file: one hexadecimal number a line or separated by blanks, `//`
/// comments, `@address` in hexadecimal moves on. Reports B0604 for a file it cannot read.
std::vector<Bits> contents_of_file(const std::string& path, uint32_t width, const Where& where = Where::current());

namespace detail {

/// The word of a table for an integer; reports one that is no value of the table's type.
Bits word_of(const Literal& literal, std::span<const Leaf> shape, const Where& where);

/// The bits of `value`, whose integers without a width have those of `shape`.
template <typename T>
UInt<> pack_as(const T& shape, const T& value, const Where& where) {
  return {FromValue{}, pack_leaves_as(leaves_of(shape), leaves_of(value), where)};
}

/// The memory behind `Memory<T>`, free of types.
class MemoryCore {
 public:
  MemoryCore() = default;
  MemoryCore(const MemoryCore&) = delete;
  void set_name(std::string_view name, std::string_view path);
  [[nodiscard]] ir::ModuleId module_id() const { return module_; }
  [[nodiscard]] ir::MemoryId memory_id() const { return id_; }
  /// Number of words.
  [[nodiscard]] uint64_t depth() const { return depth_; }

 protected:
  void declare(Collector& element, Count depth, const MemoryOptions& options, bool read_only, const Where& where);
  Value read_port(const AnyOperand& address) const;
  Value sync_read_port(const AnyOperand& address, const ReadOptions& options) const;
  void write_port(const AnyOperand& address, const Value& data, const Value* mask, const ClockReference& clock) const;

  ir::MemoryId id_ = ir::kNone;
  ir::ModuleId module_ = ir::kNone;
  uint64_t depth_ = 0;
  uint32_t width_ = 0;
};

}  // namespace detail

/// A memory of words of type `T`. Each call of a read or write function is one port of the memory, so the number
/// of ports is the number of calls in the source; a port is made once and its result used many times.
template <typename T>
class Memory : public detail::MemoryCore {
 public:
  explicit Memory(detail::Count depth, MemoryOptions options = {}, const Where& where = Where::current())
      : Memory(depth, T(), std::move(options), where) {}
  /// `element`: the shape of a word, for types of dynamic width.
  Memory(detail::Count depth, const T& element, MemoryOptions options = {}, const Where& where = Where::current())
      : shape_(element) {
    detail::Collector collector(true);
    detail::collect(shape_, collector);
    declare(collector, depth, options, false, where);
  }

  /// The word at `address` in the same cycle; 0 where the address is beyond the depth.
  [[nodiscard]] T read(detail::Amount address) const {
    return unpack<T>(UInt<>(detail::FromValue{}, read_port(address)), shape_, address.where);
  }
  /// The word at `address` one cycle later.
  [[nodiscard]] T read_sync(detail::Amount address, const ReadOptions& options = {}) const {
    return unpack<T>(UInt<>(detail::FromValue{}, sync_read_port(address, options)), shape_, address.where);
  }
  /// Writes under the conditions around the call; beyond the depth nothing is written.
  void write(detail::Amount address, const std::type_identity_t<T>& data, detail::ClockReference clock = {}) const {
    write_port(address, detail::pack_as(shape_, data, address.where), nullptr, clock);
  }
  /// Writes the granules of the word whose bit of `mask` is 1.
  void write_masked(detail::Amount address, const std::type_identity_t<T>& data, const UInt<>& mask,
                    detail::ClockReference clock = {}) const {
    write_port(address, detail::pack_as(shape_, data, address.where), &mask, clock);
  }

 private:
  T shape_;
};

/// A table of constants. `UInt` elements may be given as C++ integers.
template <typename T>
class Rom : public detail::MemoryCore {
 public:
  explicit Rom(std::vector<Bits> contents, const T& element = T(), const Where& where = Where::current())
      : shape_(element) {
    declare_rom(std::move(contents), where);
  }
  template <std::integral I, std::size_t N>
  explicit Rom(const std::array<I, N>& contents, const T& element = T(), const Where& where = Where::current())
      : shape_(element) {
    std::vector<Bits> words;
    words.reserve(N);
    for (const I word : contents)
      words.push_back(detail::word_of(detail::Literal(word), detail::leaves_of(shape_), where));
    declare_rom(std::move(words), where);
  }

  /// The word at `address` in the same cycle; 0 beyond the last word.
  [[nodiscard]] T read(detail::Amount address) const {
    return unpack<T>(UInt<>(detail::FromValue{}, read_port(address)), shape_, address.where);
  }
  /// The word at `address` one cycle later.
  [[nodiscard]] T read_sync(detail::Amount address, const ReadOptions& options = {}) const {
    return unpack<T>(UInt<>(detail::FromValue{}, sync_read_port(address, options)), shape_, address.where);
  }

 private:
  void declare_rom(std::vector<Bits> contents, const Where& where) {
    detail::Collector collector(true);
    detail::collect(shape_, collector);
    const detail::Count depth = contents.size();
    declare(collector, depth, {.contents = std::move(contents)}, true, where);
  }

  T shape_;
};

}  // namespace burin
