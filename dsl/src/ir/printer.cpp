// SPDX-License-Identifier: Apache-2.0
//! @file printer.cpp
//! @brief The IR as text; text.h states the form.
//!
//! 1. Header, top, files in the order in which locations first name them, locations, types. 2. Each module:
//! its own properties, signals, clocks, registers, memories, instances, processes, nodes; every list in the
//! order of its ids, so equal designs give equal text.
#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "burin/ir/text.h"
#include "text_names.h"

namespace burin::ir {
namespace {

using text::spelling;

class Printer {
 public:
  explicit Printer(const TextOptions& options) : options_(options) {}

  void design(const Design& design);
  void module(const Module& module, size_t id);
  void node(const Module& module, NodeId id);
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  Printer& put(std::string_view piece) {
    out_ += piece;
    return *this;
  }
  Printer& number(uint64_t value) {
    char buffer[20];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    out_.append(buffer, end);
    return *this;
  }
  Printer& quoted(std::string_view value);
  Printer& value(const Bits& bits);

  // Optional parts of a line; each begins with a space.
  Printer& key(std::string_view word, uint32_t id) {
    if (id != kNone) put(" ").put(word).put(" ").number(id);
    return *this;
  }
  Printer& key(std::string_view word, std::string_view content) {
    if (!content.empty()) put(" ").put(word).put(" ").quoted(content);
    return *this;
  }
  Printer& flag(std::string_view word, bool set) {
    if (set) put(" ").put(word);
    return *this;
  }
  Printer& node_key(std::string_view word, NodeId id) {
    if (id != kNone) put(" ").put(word).put(" %").number(id);
    return *this;
  }
  Printer& attributes(const Attributes& list) {
    for (const auto& [name, content] : list) put(" attribute ").quoted(name).put(" ").quoted(content);
    return *this;
  }
  Printer& location(LocationId id) {
    if (options_.locations && id != kNoLocation) put(" @").number(id);
    return *this;
  }

  void locations(const LocationTable& table);
  void type(const Type& type, TypeId id);
  void signal(const Signal& signal, SignalId id);
  void clock(const Clock& clock, ClockId id);
  void register_state(const Register& state);
  void memory(const Memory& memory, MemoryId id);
  void instance(const Instance& instance, InstanceId id);
  void process(const Process& process, size_t id);

  TextOptions options_;
  std::string out_;
};

Printer& Printer::quoted(std::string_view value) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  out_ += '"';
  for (const char character : value) {
    const auto code = static_cast<unsigned char>(character);
    switch (character) {
      case '"':
        out_ += "\\\"";
        break;
      case '\\':
        out_ += "\\\\";
        break;
      case '\n':
        out_ += "\\n";
        break;
      case '\t':
        out_ += "\\t";
        break;
      case '\r':
        out_ += "\\r";
        break;
      default:
        if (code < 0x20 || code == 0x7f) {
          out_ += "\\x";
          out_ += kDigits[code >> 4U];
          out_ += kDigits[code & 15U];
        } else {
          out_ += character;
        }
    }
  }
  out_ += '"';
  return *this;
}

Printer& Printer::value(const Bits& bits) {
  const std::string digits = bits.to_hex();
  const size_t first = digits.find_first_not_of('0');
  return put("0x").put(first == std::string::npos ? "0" : std::string_view(digits).substr(first));
}

void Printer::locations(const LocationTable& table) {
  std::unordered_map<std::string_view, size_t> files;
  for (LocationId id = 1; id < table.size(); ++id) {
    const std::string_view name = table.at(id).file;
    if (files.try_emplace(name, files.size()).second)
      put("file ").number(files.size() - 1).put(" ").quoted(name).put("\n");
  }
  for (LocationId id = 1; id < table.size(); ++id) {
    const Location& place = table.at(id);
    put("@").number(id).put(" = ").number(files[place.file]).put(":").number(place.line).put(":");
    number(place.column).put("\n");
  }
}

void Printer::type(const Type& type, TypeId id) {
  put("type ").number(id).put(" ").put(spelling(text::kTypeKinds, type.kind)).put(" ").number(type.width);
  key("name", type.name);
  if (type.element != kNone) key("element", type.element).put(" length ").number(type.length);
  for (const Type::Field& field : type.fields) put(" field ").quoted(field.name).put(" ").number(field.type);
  for (const Type::Enumerator& entry : type.enumerators) {
    put(" value ").quoted(entry.name).put(" ").number(entry.value);
  }
  put("\n");
}

void Printer::design(const Design& design) {
  put(text::kHeader).put(" ").number(text::kVersion).put("\n");
  if (design.top != kNone) put("top ").number(design.top).put("\n");
  if (options_.locations) locations(design.locations);
  for (TypeId id = 0; id < design.type_count(); ++id) type(design.type(id), id);
  for (size_t id = 0; id < design.modules.size(); ++id) {
    put("\n");
    module(*design.modules[id], id);
  }
}

void Printer::module(const Module& module, size_t id) {
  put("module ").number(id).put(" ").quoted(module.name).put(" base ").quoted(module.base_name);
  location(module.location).put(" {\n");
  for (const auto& [name, content] : module.parameters) {
    put("  parameter ").quoted(name).put(" ").quoted(content).put("\n");
  }
  if (!module.attributes.empty()) put(" ").attributes(module.attributes).put("\n");
  if (module.black_box) {
    put("  black_box ").quoted(module.black_box->verilog_name);
    for (const auto& [name, content] : module.black_box->parameters) {
      put(" parameter ").quoted(name).put(" ").quoted(content);
    }
    key("verilog", module.black_box->verilog).put("\n");
  }
  for (size_t i = 0; i < module.crossing_reasons.size(); ++i) {
    put("  reason ").number(i).put(" ").quoted(module.crossing_reasons[i]).put("\n");
  }
  for (SignalId i = 0; i < module.signals.size(); ++i) signal(module.signals[i], i);
  for (ClockId i = 0; i < module.clocks.size(); ++i) clock(module.clocks[i], i);
  for (const Register& state : module.registers) register_state(state);
  for (MemoryId i = 0; i < module.memories.size(); ++i) memory(module.memories[i], i);
  for (InstanceId i = 0; i < module.instances.size(); ++i) instance(module.instances[i], i);
  for (size_t i = 0; i < module.processes.size(); ++i) process(module.processes[i], i);
  for (NodeId i = 0; i < module.node_count(); ++i) {
    put("  ");
    node(module, i);
    // A reader looks for names; the parser does not need them.
    if (module.node(i).op == Op::read) {
      std::string name = module.signals[module.node(i).immediate].name;
      std::replace_if(
          name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
      put("  # ").put(name);
    }
    put("\n");
  }
  put("}\n");
}

void Printer::signal(const Signal& signal, SignalId id) {
  put("  $").number(id).put(" ").put(spelling(text::kSignalKinds, signal.kind)).put(" ").number(signal.width);
  put(" ").quoted(signal.name);
  node_key("=", signal.driver).node_key("enable", signal.output_enable).key("type", signal.type);
  if (signal.timing != PortTiming{}) {
    put(" timing ").put(spelling(text::kTimingKinds, signal.timing.kind));
    if (signal.timing.clock != kNone) put(" ").number(signal.timing.clock);
  }
  flag("may_be_unused", signal.may_be_unused).flag("generated_name", signal.generated_name);
  key("object", signal.object).attributes(signal.attributes).location(signal.location).put("\n");
}

void Printer::clock(const Clock& clock, ClockId id) {
  put("  clock ").number(id).put(" ").quoted(clock.name).put(" ").put(spelling(text::kEdges, clock.edge));
  put(" ").put(spelling(text::kResetKinds, clock.reset_kind)).put(" ");
  put(spelling(text::kResetLevels, clock.reset_level));
  node_key("=", clock.clock).node_key("reset", clock.reset).location(clock.location).put("\n");
}

void Printer::register_state(const Register& state) {
  put("  register $").number(state.signal).key("clock", state.clock);
  if (state.reset_value) put(" reset ").value(*state.reset_value);
  if (state.power_up) put(" power_up ").value(*state.power_up);
  flag("synchroniser", state.synchroniser).put("\n");
}

void Printer::memory(const Memory& memory, MemoryId id) {
  put("  memory ").number(id).put(" ").quoted(memory.name).put(" width ").number(memory.width);
  put(" depth ").number(memory.depth);
  if (memory.granule != 0) put(" granule ").number(memory.granule);
  key("type", memory.type).flag("read_only", memory.read_only).key("style", memory.style);
  attributes(memory.attributes).location(memory.location).put(" {\n");
  for (const ReadPort& port : memory.reads) {
    put("    read ").put(port.synchronous ? "synchronous" : "asynchronous").key("clock", port.clock);
    node_key("address", port.address).node_key("enable", port.enable);
    if (port.synchronous || port.policy != ReadUnderWrite::old_data) {
      put(" policy ").put(spelling(text::kPolicies, port.policy));
    }
    key("edge", port.edge);
    if (port.data != kNone) put(" = $").number(port.data);
    location(port.location).put("\n");
  }
  for (const WritePort& port : memory.writes) {
    put("    write").key("clock", port.clock).node_key("address", port.address).node_key("data", port.data);
    node_key("enable", port.enable)
        .node_key("mask", port.mask)
        .key("edge", port.edge)
        .location(port.location)
        .put("\n");
  }
  constexpr size_t kWordsPerLine = 16;
  for (size_t i = 0; i < memory.contents.size(); ++i) {
    put(i % kWordsPerLine == 0 ? "    contents " : " ").value(memory.contents[i]);
    if (i % kWordsPerLine == kWordsPerLine - 1 || i + 1 == memory.contents.size()) put("\n");
  }
  put("  }\n");
}

void Printer::instance(const Instance& instance, InstanceId id) {
  put("  instance ").number(id).put(" ").quoted(instance.name).put(" of ").number(instance.module);
  attributes(instance.attributes).location(instance.location).put(" {\n");
  for (const Instance::Input& input : instance.inputs) {
    put("    input ").number(input.port).node_key("=", input.value);
    if (input.signal != kNone) put(" = $").number(input.signal);
    location(input.location).put("\n");
  }
  for (const Instance::Output& output : instance.outputs) {
    put("    output ").number(output.port);
    if (output.signal != kNone) put(" = $").number(output.signal);
    put("\n");
  }
  put("  }\n");
}

void Printer::process(const Process& process, size_t id) {
  put("  process ").number(id).put(" ").put(spelling(text::kProcessKinds, process.kind)).put(" ");
  quoted(process.name).key("clock", process.clock).node_key("enable", process.enable);
  node_key("condition", process.condition).key("message", process.message);
  for (size_t i = 0; i < process.arguments.size(); ++i) {
    put(" argument %").number(process.arguments[i]);
    if (i < process.argument_types.size() && process.argument_types[i] != kNone) {
      put(":").number(process.argument_types[i]);
    }
  }
  location(process.location).put("\n");
}

void Printer::node(const Module& module, NodeId id) {
  const Node& node = module.node(id);
  put("%").number(id).put(" = ").put(info(node.op).text).put(" ").number(node.width);
  for (const NodeId operand : module.operands(id)) put(" %").number(operand);
  switch (node.op) {
    case Op::constant:
      put(" ").value(module.constant_value(id));
      break;
    case Op::read:
      put(" $").number(node.immediate);
      break;
    case Op::slice:
    case Op::crossing:
      put(" ").number(node.immediate);
      break;
    default:
      break;
  }
  location(module.location_of(id));
  if (const std::string_view name = module.name_of(id); !name.empty()) put(" ").quoted(name);
}

}  // namespace

std::string print(const Design& design, const TextOptions& options) {
  Printer printer(options);
  printer.design(design);
  return printer.take();
}

std::string print(const Module& module, const TextOptions& options) {
  const auto& modules = module.design().modules;
  const auto found =
      std::find_if(modules.begin(), modules.end(), [&module](const auto& entry) { return entry.get() == &module; });
  Printer printer(options);
  printer.module(module, static_cast<size_t>(found - modules.begin()));
  return printer.take();
}

std::string print_node(const Module& module, NodeId id, const TextOptions& options) {
  Printer printer(options);
  printer.node(module, id);
  return printer.take();
}

}  // namespace burin::ir
