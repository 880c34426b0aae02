// SPDX-License-Identifier: Apache-2.0
//! @file ir.h
//! @brief The intermediate representation: a design is a list of modules, a module is signals, state and a
//! graph of pure operations.
//!
//! One level, no control flow: `IF` and `SWITCH` have become `mux` nodes when a module reaches this form.
//! * A *node* is a pure operation on earlier nodes; equal nodes are one node (hash-consed). Nodes are held in
//!   an arena and named by 32-bit ids; operands always have smaller ids, so the graph cannot be cyclic.
//! * A *signal* is a named value. Cycles of the circuit go through signals: a `read` node gives a signal's
//!   value of this cycle, whatever drives it.
//! * Registers, memories, instances and checks refer to nodes for what they consume and to signals for what
//!   they produce.
//!
//! docs/semantics.md gives the meaning; `ir/text.h` prints and parses; `sim/interpreter.h` executes.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "burin/base/bits.h"
#include "burin/base/location.h"

namespace burin::ir {

using NodeId = uint32_t;
using SignalId = uint32_t;
using ClockId = uint32_t;
using MemoryId = uint32_t;
using InstanceId = uint32_t;
using ModuleId = uint32_t;
using TypeId = uint32_t;

/// "None" for every id of this header.
inline constexpr uint32_t kNone = 0xffffffff;

/// The operations; `ops.def` states arity and meaning.
enum class Op : uint8_t {
#define BURIN_OP(name, text, arity, summary) name,
#include "burin/ir/ops.def"
#undef BURIN_OP
};

/// One row of the operation table.
struct OpInfo {
  Op op;
  std::string_view text;  ///< Spelling in the printed IR.
  int arity;              ///< Number of operands; -1 for any.
  std::string_view summary;
};
const OpInfo& info(Op op);
/// The operation spelt `text`, or nothing.
std::optional<Op> find_op(std::string_view text);

/// A pure operation. `immediate` is a constant's number, a signal id, the low bit of a slice or the number of
/// a crossing's reason, by `op`.
struct Node {
  Op op = Op::constant;
  uint32_t width = 0;  ///< Bits of the result; 0 is legal.
  uint32_t first = 0;  ///< Index of the first operand in the module's operand pool.
  uint32_t count = 0;  ///< Number of operands.
  uint32_t immediate = 0;
};

// ------------------------------------------------------------------------------------------------ types

enum class TypeKind : uint8_t { boolean, unsigned_, signed_, enumeration, vector, bundle };

/// What the designer called a value: used by waves, name maps and reports; the operations do not need it.
struct Type {
  struct Field {
    std::string name;
    TypeId type = kNone;
    friend bool operator==(const Field&, const Field&) = default;
  };
  struct Enumerator {
    std::string name;
    uint64_t value = 0;
    friend bool operator==(const Enumerator&, const Enumerator&) = default;
  };
  TypeKind kind = TypeKind::unsigned_;
  uint32_t width = 0;                   ///< Bits when packed.
  std::string name;                     ///< Of an enumeration or bundle; empty otherwise.
  std::vector<Field> fields;            ///< Of a bundle, in order of declaration.
  std::vector<Enumerator> enumerators;  ///< Of an enumeration.
  TypeId element = kNone;               ///< Of a vector.
  uint32_t length = 0;                  ///< Of a vector.
  friend bool operator==(const Type&, const Type&) = default;
};

// ---------------------------------------------------------------------------------------------- signals

enum class SignalKind : uint8_t {
  input,            ///< Port, driven from outside.
  output,           ///< Port, driven by `driver`.
  inout,            ///< Pad: reads the pin; `driver` where `output_enable` is 1, high impedance otherwise.
  wire,             ///< Driven by `driver`.
  reg,              ///< State; `driver` is the next value, see `Register`.
  instance_output,  ///< An output of an instance.
  memory_read       ///< Data of a memory's read port.
};

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// How a port relates to clocks; checks of crossings use it. The default: synchronous to the module's first clock.
struct PortTiming {
  enum class Kind : uint8_t { default_clock, clock, asynchronous, is_clock, is_reset };
  Kind kind = Kind::default_clock;
  ClockId clock = kNone;  ///< For `clock`, `is_clock` and `is_reset`: which one.
  friend bool operator==(const PortTiming&, const PortTiming&) = default;
};

struct Signal {
  std::string name;    ///< Unique in the module; a port's is the designer's own, others may have been mangled.
  std::string object;  ///< Path of the C++ object in its module, "state.a" or "lanes[3].count"; "" for made-up signals.
  SignalKind kind = SignalKind::wire;
  uint32_t width = 0;
  TypeId type = kNone;
  NodeId driver = kNone;         ///< `kNone`: undriven (an error for all kinds that take one).
  NodeId output_enable = kNone;  ///< Of an inout; 1 bit.
  LocationId location = kNoLocation;
  PortTiming timing;             ///< Of ports.
  uint32_t detail = kNone;       ///< Index of the `Register`; instance of an instance output; memory of a read port.
  uint32_t detail_port = kNone;  ///< Child's signal id of an instance output; number of the read port.
  bool may_be_unused = false;    ///< An input the designer declared unused.
  bool generated_name = false;   ///< The name was made up by Burin.
  Attributes attributes;
};

enum class Edge : uint8_t { rising, falling };
enum class ResetKind : uint8_t { none, synchronous, asynchronous };
enum class ResetLevel : uint8_t { active_high, active_low };

/// A clock and the reset that goes with it, as seen inside a module.
struct Clock {
  std::string name;      ///< "clk" for the default one.
  NodeId clock = kNone;  ///< 1 bit.
  Edge edge = Edge::rising;
  ResetKind reset_kind = ResetKind::synchronous;
  ResetLevel reset_level = ResetLevel::active_high;
  NodeId reset = kNone;  ///< 1 bit; `kNone` when `reset_kind` is none.
  LocationId location = kNoLocation;
};

/// The state behind a signal of kind `reg`. Next value: the signal's driver.
struct Register {
  SignalId signal = kNone;
  ClockId clock = kNone;
  std::optional<Bits> reset_value;  ///< None: the reset does not touch it.
  std::optional<Bits> power_up;     ///< Value at time zero; none: by the simulation's option, unknown in hardware.
  bool synchroniser = false;        ///< First stage of a synchroniser: may take a value of another clock.
};

// --------------------------------------------------------------------------------------------- memories

/// What a synchronous read port gives when its address is written in the same cycle on the same clock.
enum class ReadUnderWrite : uint8_t { old_data, new_data, undefined };

struct ReadPort {
  bool synchronous = false;  ///< Data appears after the clock edge; otherwise in the same cycle.
  ClockId clock = kNone;     ///< Of a synchronous port.
  NodeId address = kNone;
  NodeId enable = kNone;  ///< Of a synchronous port; 1 bit; `kNone` = always. Data holds while it is 0.
  ReadUnderWrite policy = ReadUnderWrite::old_data;
  /// Ports of a memory with equal numbers have the same clock edge in the designer's text, whatever their clocks have
  /// become since; `kNone`: as the clocks say.
  uint32_t edge = kNone;
  SignalId data = kNone;  ///< Signal of kind `memory_read`. Reads 0 where the address is beyond the depth.
  LocationId location = kNoLocation;
};

/// Writes where the address is beyond the depth do nothing; of several ports that write one word in one cycle
/// the last one in the list wins, byte by byte.
struct WritePort {
  ClockId clock = kNone;
  NodeId address = kNone;
  NodeId data = kNone;
  NodeId enable = kNone;  ///< 1 bit.
  NodeId mask = kNone;    ///< `width / granule` bits, bit i for bits i*granule and up; `kNone` = all.
  uint32_t edge = kNone;  ///< @see ReadPort::edge
  LocationId location = kNoLocation;
};

struct Memory {
  std::string name;
  uint32_t width = 0;          ///< Bits a word.
  uint64_t depth = 0;          ///< Words.
  uint32_t granule = 0;        ///< Bits a mask bit covers; 0 where no port has a mask.
  TypeId type = kNone;         ///< Of a word.
  std::vector<Bits> contents;  ///< Words at time zero, from address 0; missing words: by the simulation's option.
  bool read_only = false;      ///< A `Rom`: `contents` is complete.
  std::string style;           ///< "", "block", "distributed", "registers", "ultra": becomes an attribute.
  std::vector<ReadPort> reads;
  std::vector<WritePort> writes;
  Attributes attributes;
  LocationId location = kNoLocation;
};

// -------------------------------------------------------------------------------- instances and processes

struct Instance {
  /// One input of the child (`value` drives it) or one inout (`signal` is the parent's net).
  struct Input {
    SignalId port = kNone;    ///< Signal id in the child.
    NodeId value = kNone;     ///< In the parent; for inputs.
    SignalId signal = kNone;  ///< In the parent, an inout; for inouts.
    LocationId location = kNoLocation;
  };
  /// One output of the child and the parent's signal (kind `instance_output`) that carries it.
  struct Output {
    SignalId port = kNone;
    SignalId signal = kNone;
  };
  std::string name;
  ModuleId module = kNone;
  std::vector<Input> inputs;    ///< In the order of the child's ports.
  std::vector<Output> outputs;  ///< In the order of the child's ports; unread outputs included.
  Attributes attributes;
  LocationId location = kNoLocation;
};

enum class ProcessKind : uint8_t { assert_, assume, cover, print };

/// A check or a message, evaluated at each edge of its clock at which `enable` is 1 and reset is not active.
struct Process {
  ProcessKind kind = ProcessKind::assert_;
  ClockId clock = kNone;
  NodeId enable = kNone;     ///< 1 bit; the conditions around the statement.
  NodeId condition = kNone;  ///< 1 bit; of checks.
  std::string message;       ///< "{}" stands for the next of `arguments`; "{:x}" in hexadecimal, "{:b}" in binary.
  std::vector<NodeId> arguments;
  std::vector<TypeId> argument_types;  ///< `kNone` where unknown: unsigned.
  std::string name;                    ///< Unique label in the module.
  LocationId location = kNoLocation;
};

/// A module that Burin does not define.
struct BlackBox {
  std::string verilog_name;                                     ///< The module to instantiate.
  std::vector<std::pair<std::string, std::string>> parameters;  ///< Verilog literals by parameter name.
  std::string verilog;  ///< Text of its definition, when the designer attached one.
};

// ---------------------------------------------------------------------------------------------- modules

class Design;

/// One module: built by the language or by the parser, changed by passes.
class Module {
 public:
  Module(Design& design, std::string name);

  [[nodiscard]] Design& design() const { return *design_; }

  std::string name;       ///< Verilog name; unique in the design after `unique_names`.
  std::string base_name;  ///< The C++ type's name.
  std::vector<std::pair<std::string, std::string>> parameters;  ///< Name and value, as the designer's Config states.
  LocationId location = kNoLocation;
  Attributes attributes;
  std::optional<BlackBox> black_box;

  std::vector<Signal> signals;  ///< Ports first come in the order of declaration; ids are indices.
  std::vector<Register> registers;
  std::vector<Clock> clocks;
  std::vector<Memory> memories;
  std::vector<Instance> instances;
  std::vector<Process> processes;
  std::vector<std::string> crossing_reasons;

  // --- nodes

  [[nodiscard]] size_t node_count() const { return nodes_.size(); }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] std::span<const NodeId> operands(NodeId id) const {
    return {operand_pool_.data() + nodes_[id].first, nodes_[id].count};
  }
  [[nodiscard]] NodeId operand(NodeId id, uint32_t index) const { return operand_pool_[nodes_[id].first + index]; }
  [[nodiscard]] uint32_t width(NodeId id) const { return nodes_[id].width; }
  [[nodiscard]] LocationId location_of(NodeId id) const { return node_locations_[id]; }
  /// The value of a `constant` node.
  [[nodiscard]] const Bits& constant_value(NodeId id) const { return constants_[nodes_[id].immediate]; }
  [[nodiscard]] bool is_constant(NodeId id) const { return nodes_[id].op == Op::constant; }

  /// The name the designer gave a node, or "".
  [[nodiscard]] std::string_view name_of(NodeId id) const;
  /// Names a node, when it has no name yet.
  void set_name(NodeId id, std::string_view name);

  NodeId constant(const Bits& value, LocationId location = kNoLocation);
  NodeId constant(uint32_t width, uint64_t value) { return constant(Bits(width, value)); }
  /// The value of a signal that is in the module already, at its width of now.
  NodeId read(SignalId signal, LocationId location = kNoLocation);

  /// The node of an operation; the same id for the same operation. Widths are checked (`InternalError`): the
  /// language has reported the designer's mistakes before it comes here. `width` must be given for slice,
  /// zext, sext and dont_care and is derived for all others. The location is that of the first call that gives
  /// one. `operands` may point into this module's own operands.
  NodeId make(Op op, std::span<const NodeId> operands, LocationId location = kNoLocation, uint32_t width = 0,
              uint32_t immediate = 0);
  NodeId make(Op op, std::initializer_list<NodeId> operands, LocationId location = kNoLocation, uint32_t width = 0,
              uint32_t immediate = 0) {
    return make(op, std::span<const NodeId>(operands.begin(), operands.size()), location, width, immediate);
  }
  /// The width that `make` gives this operation, or nothing where `make` would refuse it; `why` then receives the
  /// reason, without the name of the operation.
  [[nodiscard]] std::optional<uint32_t> result_width(Op op, std::span<const NodeId> operands, uint32_t width,
                                                     uint32_t immediate, std::string& why) const;
  NodeId slice(NodeId value, uint32_t low, uint32_t width, LocationId location = kNoLocation);
  NodeId zext(NodeId value, uint32_t width, LocationId location = kNoLocation);
  NodeId sext(NodeId value, uint32_t width, LocationId location = kNoLocation);

  /// Replaces the whole node arena: for passes that rebuild a module. `other` must come from the same module.
  void swap_nodes(Module& other);

  // --- signals

  SignalId add_signal(Signal signal);

  /// Adds `signal` as kind `reg` with its state; sets `signal.detail` and `state.signal`. The reset and power-up
  /// values have the signal's width.
  SignalId add_register(Signal signal, Register state);
  [[nodiscard]] const Register& register_of(SignalId signal) const { return registers[signals[signal].detail]; }
  /// Ports in order of declaration (inputs, outputs and inouts mixed).
  [[nodiscard]] std::vector<SignalId> ports() const;
  /// The signal called `name`, or `kNone`. Linear; for tests and tools.
  [[nodiscard]] SignalId find_signal(std::string_view name) const;

  /// Calls `visit` with a reference to every node id that the module's parts outside the node graph hold
  /// (drivers, ports of memories and instances, clocks, processes), so that a pass can read or replace them.
  template <typename Visit>
  void for_each_root(Visit&& visit);

 private:
  struct Slot {
    NodeId id = kNone;  // kNone = free
    uint32_t hash = 0;  // saves a look at most nodes that only share a slot, and all looks when growing
  };
  NodeId intern(Op op, uint32_t width, uint32_t immediate, std::span<const NodeId> operands, LocationId location);
  void grow_table();

  Design* design_;
  std::vector<Node> nodes_;
  std::vector<NodeId> operand_pool_;
  std::vector<LocationId> node_locations_;
  std::vector<Slot> table_;  // open addressing over nodes_
  std::deque<Bits> constants_;
  std::unordered_map<Bits, uint32_t> constant_ids_;
  std::unordered_map<NodeId, std::string> node_names_;
};

/// A whole design: modules (children before parents), the types and the places they mention.
class Design {
 public:
  Design() = default;
  Design(const Design&) = delete;
  Design& operator=(const Design&) = delete;

  LocationTable locations;
  std::vector<std::unique_ptr<Module>> modules;  ///< Children before parents.
  ModuleId top = kNone;

  ModuleId add_module(std::string name);  ///< An empty module; `base_name` is `name` until it is set.
  [[nodiscard]] Module& module(ModuleId id) const { return *modules[id]; }
  [[nodiscard]] Module& top_module() const { return *modules[top]; }

  TypeId add_type(Type type);  ///< The same id for an equal type.
  [[nodiscard]] const Type& type(TypeId id) const { return types_[id]; }
  [[nodiscard]] size_t type_count() const { return types_.size(); }
  TypeId boolean_type();                 ///< One bit.
  TypeId unsigned_type(uint32_t width);  ///< An unsigned number of `width` bits.
  TypeId signed_type(uint32_t width);    ///< A two's complement number of `width` bits.

 private:
  std::deque<Type> types_;
  std::unordered_map<size_t, std::vector<TypeId>> types_by_hash_;
};

template <typename Visit>
void Module::for_each_root(Visit&& visit) {
  const auto optional = [&](NodeId& id) {
    if (id != kNone) visit(id);
  };
  for (Clock& clock : clocks) {
    optional(clock.clock);
    optional(clock.reset);
  }
  for (Signal& signal : signals) {
    optional(signal.driver);
    optional(signal.output_enable);
  }
  for (Memory& memory : memories) {
    for (ReadPort& port : memory.reads) {
      optional(port.address);
      optional(port.enable);
    }
    for (WritePort& port : memory.writes) {
      optional(port.address);
      optional(port.data);
      optional(port.enable);
      optional(port.mask);
    }
  }
  for (Instance& instance : instances) {
    for (Instance::Input& input : instance.inputs) optional(input.value);
  }
  for (Process& process : processes) {
    optional(process.enable);
    optional(process.condition);
    for (NodeId& argument : process.arguments) optional(argument);
  }
}

}  // namespace burin::ir
