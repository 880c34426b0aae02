// SPDX-License-Identifier: Apache-2.0
//! @file burin_text.cpp
//! @brief From the IR back to Burin.
//!
//! Of each module:
//! 1. Choose a C++ name for every part: its own, changed where C++ does not allow it.
//! 2. Members: ports, clocks, registers, wires, memories, instances. Data of a memory's read port is a wire, since it
//!    may be read before the port's address is known.
//! 3. `logic()`: each live node in ascending order as a constant of C++, then what drives signals, memories,
//!    instances and clocks, then checks and prints in their order.
#include "fuzz/harness/burin_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/passes/liveness.h"

namespace burin::fuzz {
namespace {

using namespace ir;

/// Members that one struct may have, with some room: the language's limit is 64.
constexpr size_t kMostMembers = 60;

const std::set<std::string, std::less<>>& taken_words() {
  static const std::set<std::string, std::less<>> words = {"alignas",   "alignof",
                                                           "and",       "asm",
                                                           "auto",      "bool",
                                                           "break",     "case",
                                                           "catch",     "char",
                                                           "class",     "compl",
                                                           "concept",   "const",
                                                           "continue",  "default",
                                                           "delete",    "do",
                                                           "double",    "else",
                                                           "enum",      "explicit",
                                                           "export",    "extern",
                                                           "false",     "float",
                                                           "for",       "friend",
                                                           "goto",      "if",
                                                           "inline",    "int",
                                                           "long",      "mutable",
                                                           "namespace", "new",
                                                           "not",       "operator",
                                                           "or",        "private",
                                                           "public",    "register",
                                                           "requires",  "return",
                                                           "short",     "signed",
                                                           "sizeof",    "static",
                                                           "struct",    "switch",
                                                           "template",  "this",
                                                           "throw",     "true",
                                                           "try",       "typedef",
                                                           "typename",  "union",
                                                           "unsigned",  "using",
                                                           "virtual",   "void",
                                                           "volatile",  "while",
                                                           "xor",       "logic",
                                                           "cat",       "mux",
                                                           "zext",      "sext",
                                                           "print",     "cover",
                                                           "assume",    "assert_",
                                                           "bits",      "burin",
                                                           "dynamic",   "config",
                                                           "assert",    "signals",
                                                           "black_box", "reduce_and",
                                                           "reduce_or", "reduce_xor",
                                                           "dont_care", "waive_crossing",
                                                           "saturated"};
  return words;
}

std::string identifier(std::string_view name) {
  std::string result;
  for (const char c : name) result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])) != 0 || taken_words().contains(result)) {
    result += '_';
    if (std::isdigit(static_cast<unsigned char>(result[0])) != 0) result.insert(0, "x");
  }
  return result;
}

std::string type_of(uint32_t width) { return fmt::format("UInt<{}>", width); }

std::string bits_text(const Bits& value) {
  if (value.width() <= 64) return fmt::format("Bits({}, {:#x})", value.width(), value.word(0));
  return fmt::format("Bits::parse({}, \"0x{}\")", value.width(), value.to_hex());
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

class ModulePrinter {
 public:
  explicit ModulePrinter(const Module& module) : module_(module), live_(passes::find_referenced(module)) {
    internal_check(!module.black_box.has_value(), "a black box has no text in Burin");
  }

  std::string run() {
    choose_names();
    members();
    for (NodeId id = 0; id < module_.node_count(); ++id) {
      if (live_[id]) node(id);
    }
    drive_clocks();
    drive_signals();
    drive_memories();
    drive_instances();
    for (const Process& process : module_.processes) print_process(process);
    return fmt::format("struct {} {{\n{}\n  void logic() {{\n{}  }}\n}};\n", struct_name(module_), members_, logic_);
  }

 private:
  // --- names

  std::string claim(std::string_view wanted) {
    const std::string base = identifier(wanted);
    std::string name = base;
    for (int i = 2; !used_.insert(name).second; ++i) name = fmt::format("{}_{}", base, i);
    return name;
  }

  void choose_names() {
    signals_.resize(module_.signals.size());
    for (const SignalId id : module_.ports()) signals_[id] = claim(module_.signals[id].name);
    for (const Instance& instance : module_.instances) instances_.push_back(claim(instance.name));
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const Signal& signal = module_.signals[id];
      if (!signals_[id].empty() || signal.kind == SignalKind::instance_output) continue;
      signals_[id] = claim(signal.name);
    }
    for (const Memory& memory : module_.memories) memories_.push_back(claim(memory.name));
    for (const Clock& clock : module_.clocks) clocks_.push_back(claim(clock.name + "_domain"));
    for (InstanceId id = 0; id < module_.instances.size(); ++id) {
      const Module& child = module_.design().module(module_.instances[id].module);
      for (const Instance::Output& output : module_.instances[id].outputs) {
        signals_[output.signal] = fmt::format("{}->{}", instances_[id], identifier(child.signals[output.port].name));
      }
    }
    nodes_.resize(module_.node_count());
    for (NodeId id = 0; id < module_.node_count(); ++id) {
      const Node& node = module_.node(id);
      if (node.op == Op::read) {
        nodes_[id] = signals_[node.immediate];
      } else if (node.op == Op::constant) {
        const Bits& value = module_.constant_value(id);
        nodes_[id] = value.width() <= 64 ? fmt::format("UInt<{}>({:#x}u)", value.width(), value.word(0))
                                         : fmt::format("UInt<{}>({})", value.width(), bits_text(value));
        if (value.width() > 32 && value.width() <= 64) nodes_[id].insert(nodes_[id].size() - 1, "ll");
      } else if (live_[id]) {
        nodes_[id] = claim(fmt::format("n{}", id));
      }
    }
  }

  // --- members

  void member(const std::string& type, const std::string& name, const std::string& initialiser = {}) {
    members_ += fmt::format("  {} {}{};\n", type, name, initialiser.empty() ? "" : fmt::format("{{{}}}", initialiser));
  }

  /// A member, or where the struct has too many, an object inside `logic()`.
  void local_or_member(const std::string& type, const std::string& name, const std::string& initialiser) {
    if (!locals_) return member(type, name, initialiser);
    logic_ +=
        fmt::format("    {} {}{{{}{}{}}};\n", type, name, quoted(name), initialiser.empty() ? "" : ", ", initialiser);
  }

  void members() {
    locals_ = module_.signals.size() + module_.clocks.size() + module_.memories.size() + module_.instances.size() >
              kMostMembers;
    for (const SignalId id : module_.ports()) {
      const Signal& signal = module_.signals[id];
      const char* kind = signal.kind == SignalKind::input ? "In" : signal.kind == SignalKind::output ? "Out" : "Pad";
      member(fmt::format("{}<{}>", kind, type_of(signal.width)), signals_[id]);
    }
    for (ClockId id = 0; id < module_.clocks.size(); ++id) {
      const Clock& clock = module_.clocks[id];
      static constexpr const char* kKinds[] = {"none", "synchronous", "asynchronous"};
      member("DerivedClock", clocks_[id],
             fmt::format("ClockOptions{{.edge = Edge::{}, .reset = ResetKind::{}, .level = ResetLevel::{}}}",
                         clock.edge == Edge::rising ? "rising" : "falling", kKinds[static_cast<int>(clock.reset_kind)],
                         clock.reset_level == ResetLevel::active_high ? "active_high" : "active_low"));
    }
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const Signal& signal = module_.signals[id];
      if (signal.kind == SignalKind::reg) register_member(id);
      if (signal.kind == SignalKind::wire || signal.kind == SignalKind::memory_read) {
        local_or_member(fmt::format("Wire<{}>", type_of(signal.width)), signals_[id], "");
      }
    }
    for (MemoryId id = 0; id < module_.memories.size(); ++id) memory_member(id);
    for (InstanceId id = 0; id < module_.instances.size(); ++id) {
      member(fmt::format("Instance<{}>", struct_name(module_.design().module(module_.instances[id].module))),
             instances_[id]);
    }
  }

  void register_member(SignalId id) {
    const Register& state = module_.register_of(id);
    std::string options = fmt::format("RegOptions{{.clock = {}", clocks_[state.clock]);
    if (state.power_up) options += fmt::format(", .power_up = {}", bits_text(*state.power_up));
    options += "}";
    // Where the clock has no reset the value means nothing, and the language refuses it.
    const bool resets = module_.clocks[state.clock].reset_kind != ResetKind::none;
    if (state.reset_value && resets) options = fmt::format("{}, {}", bits_text(*state.reset_value), options);
    local_or_member(fmt::format("Reg<{}>", type_of(module_.signals[id].width)), signals_[id], options);
  }

  void memory_member(MemoryId id) {
    const Memory& memory = module_.memories[id];
    std::vector<std::string> words;
    for (const Bits& word : memory.contents) words.push_back(bits_text(word));
    const std::string contents = fmt::format("std::vector<Bits>{{{}}}", fmt::join(words, ", "));
    if (memory.read_only) {
      member(fmt::format("Rom<{}>", type_of(memory.width)), memories_[id], contents);
      return;
    }
    std::string options;
    if (!words.empty()) options = fmt::format(".contents = {}", contents);
    if (memory.granule != 0) {
      options += fmt::format("{}.granule = {}", options.empty() ? "" : ", ", memory.granule);
    }
    member(fmt::format("Memory<{}>", type_of(memory.width)), memories_[id],
           options.empty() ? fmt::format("{}", memory.depth)
                           : fmt::format("{}, MemoryOptions{{{}}}", memory.depth, options));
  }

  // --- operations

  const std::string& name(NodeId id) const { return nodes_[id]; }
  std::string boolean(NodeId id) const { return name(id) + ".as_bool()"; }
  std::string signed_(NodeId id) const { return name(id) + ".as_sint()"; }

  /// An amount, index or address: the language takes up to 64 bits, and larger numbers are beyond everything.
  std::string amount(NodeId id) const {
    const uint32_t width = module_.width(id);
    if (width <= 64) return name(id);
    return fmt::format("mux(reduce_or({0}.bits({1}, 64)), UInt<64>(~0ull), {0}.bits(63, 0))", name(id), width - 1);
  }

  /// A constant amount as an integer that is not above `limit`.
  uint64_t limited(NodeId constant, uint64_t limit) const {
    const Bits& value = module_.constant_value(constant);
    return std::is_lt(Bits::compare_unsigned(value, Bits(64, limit))) ? value.word(0) : limit;
  }

  std::string shift(NodeId id, const std::string& value, const char* op) const {
    const NodeId by = module_.operand(id, 1);
    if (!module_.is_constant(by)) return fmt::format("({} {} {})", value, op, amount(by));
    return fmt::format("({} {} {})", value, op, limited(by, module_.width(id)));
  }

  std::string selection(NodeId id) {
    const auto operands = module_.operands(id);
    const size_t count = operands.size() - 1;
    const bool known = module_.is_constant(operands[0]);
    if (known && limited(operands[0], count) == count) return fmt::format("{}(0u)", type_of(module_.width(id)));
    std::vector<std::string> elements;
    for (const NodeId element : operands.subspan(1)) elements.push_back(name(element));
    const std::string vector = claim(fmt::format("v{}", id));
    logic_ +=
        fmt::format("    const Vec<{}> {}{{{}}};\n", type_of(module_.width(id)), vector, fmt::join(elements, ", "));
    return known ? fmt::format("{}[{}]", vector, limited(operands[0], count))
                 : fmt::format("{}[{}]", vector, amount(operands[0]));
  }

  std::string expression(NodeId id) {
    const Node& node = module_.node(id);
    const auto operands = module_.operands(id);
    const auto binary = [&](const char* op) {
      return fmt::format("({} {} {})", name(operands[0]), op, name(operands[1]));
    };
    const auto binary_signed = [&](const char* op) {
      return fmt::format("({} {} {}).as_uint()", signed_(operands[0]), op, signed_(operands[1]));
    };
    switch (node.op) {
      case Op::constant:
      case Op::read:
        break;
      case Op::bit_not:
        return fmt::format("~{}", name(operands[0]));
      case Op::bit_and:
        return binary("&");
      case Op::bit_or:
        return binary("|");
      case Op::bit_xor:
        return binary("^");
      case Op::add:
        return binary("+");
      case Op::sub:
        return binary("-");
      case Op::mul_u:
        return binary("*");
      case Op::mul_s:
        return binary_signed("*");
      case Op::div_u:
        return binary("/");
      case Op::div_s:
        return binary_signed("/");
      case Op::rem_u:
        return binary("%");
      case Op::rem_s:
        return binary_signed("%");
      case Op::eq:
        return binary("==") + ".as_uint()";
      case Op::ne:
        return binary("!=") + ".as_uint()";
      case Op::lt_u:
        return binary("<") + ".as_uint()";
      case Op::le_u:
        return binary("<=") + ".as_uint()";
      case Op::lt_s:
        return binary_signed("<");
      case Op::le_s:
        return binary_signed("<=");
      case Op::shl:
        return shift(id, name(operands[0]), "<<");
      case Op::shr_u:
        return shift(id, name(operands[0]), ">>");
      case Op::shr_s:
        return shift(id, signed_(operands[0]), ">>") + ".as_uint()";
      case Op::cat: {
        if (operands.empty()) return "UInt<0>(0u)";
        std::vector<std::string> parts;
        for (const NodeId part : operands) parts.push_back(name(part));
        return fmt::format("cat({})", fmt::join(parts, ", "));
      }
      case Op::slice:
        return fmt::format("{}.bits({}, {})", name(operands[0]), static_cast<int64_t>(node.immediate) + node.width - 1,
                           node.immediate);
      case Op::zext:
        return fmt::format("zext({}, {})", name(operands[0]), node.width);
      case Op::sext:
        return fmt::format("sext({}, {}).as_uint()", signed_(operands[0]), node.width);
      case Op::mux:
        return fmt::format("mux({}, {}, {})", boolean(operands[0]), name(operands[1]), name(operands[2]));
      case Op::select:
        return selection(id);
      case Op::reduce_and:
        return fmt::format("reduce_and({}).as_uint()", name(operands[0]));
      case Op::reduce_or:
        return fmt::format("reduce_or({}).as_uint()", name(operands[0]));
      case Op::reduce_xor:
        return fmt::format("reduce_xor({}).as_uint()", name(operands[0]));
      case Op::crossing:
        return fmt::format("waive_crossing({}, {})", name(operands[0]),
                           quoted(module_.crossing_reasons[node.immediate]));
      case Op::dont_care:
        return fmt::format("dont_care<{}>()", type_of(node.width));
    }
    throw InternalError("an operation without a text in Burin");
  }

  void node(NodeId id) {
    const Op op = module_.node(id).op;
    if (op == Op::constant || op == Op::read) return;
    const std::string text = expression(id);
    logic_ += fmt::format("    const {} {} = {};\n", type_of(module_.width(id)), name(id), text);
  }

  // --- what is driven

  void drive(const std::string& target, const std::string& value) {
    logic_ += fmt::format("    {} = {};\n", target, value);
  }

  void drive_clocks() {
    for (ClockId id = 0; id < module_.clocks.size(); ++id) {
      const Clock& clock = module_.clocks[id];
      drive(clocks_[id] + ".clock", boolean(clock.clock));
      if (clock.reset_kind != ResetKind::none) drive(clocks_[id] + ".reset", boolean(clock.reset));
    }
  }

  void drive_signals() {
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const Signal& signal = module_.signals[id];
      if (signal.driver == kNone) continue;
      if (signal.kind == SignalKind::inout) {
        logic_ +=
            fmt::format("    {}.drive({}, {});\n", signals_[id], name(signal.driver), boolean(signal.output_enable));
      } else {
        drive(signals_[id], name(signal.driver));
      }
    }
  }

  void drive_memories() {
    for (MemoryId id = 0; id < module_.memories.size(); ++id) {
      const Memory& memory = module_.memories[id];
      for (const ReadPort& port : memory.reads) {
        if (!port.synchronous) {
          drive(signals_[port.data], fmt::format("{}.read({})", memories_[id], amount(port.address)));
          continue;
        }
        std::string options = fmt::format("ReadOptions{{.clock = {}", clocks_[port.clock]);
        if (port.enable != kNone) options += fmt::format(", .enable = {}", boolean(port.enable));
        switch (port.policy) {
          case ReadUnderWrite::old_data:
            break;
          case ReadUnderWrite::new_data:
            options += ", .policy = ReadUnderWrite::new_data";
            break;
          case ReadUnderWrite::undefined:
            options += ", .policy = ReadUnderWrite::undefined, .no_collision = \"a test\"";
            break;
        }
        drive(signals_[port.data], fmt::format("{}.read_sync({}, {}}})", memories_[id], amount(port.address), options));
      }
      for (const WritePort& port : memory.writes) {
        const std::string call =
            port.mask == kNone ? fmt::format("{}.write({}, {}, {});", memories_[id], amount(port.address),
                                             name(port.data), clocks_[port.clock])
                               : fmt::format("{}.write_masked({}, {}, {}, {});", memories_[id], amount(port.address),
                                             name(port.data), name(port.mask), clocks_[port.clock]);
        conditional(port.enable, call);
      }
    }
  }

  void conditional(NodeId enable, const std::string& statement) {
    const bool always = enable == kNone || (module_.is_constant(enable) && module_.constant_value(enable).is_ones());
    if (always) {
      logic_ += fmt::format("    {}\n", statement);
    } else {
      logic_ += fmt::format("    IF ({}) {{ {} }}\n", boolean(enable), statement);
    }
  }

  void drive_instances() {
    for (InstanceId id = 0; id < module_.instances.size(); ++id) {
      const Instance& instance = module_.instances[id];
      const Module& child = module_.design().module(instance.module);
      for (const Instance::Input& input : instance.inputs) {
        const std::string port = fmt::format("{}->{}", instances_[id], identifier(child.signals[input.port].name));
        if (input.signal != kNone) {
          logic_ += fmt::format("    {}.connect({});\n", port, signals_[input.signal]);
        } else {
          drive(port, name(input.value));
        }
      }
    }
  }

  void print_process(const Process& process) {
    std::string call;
    switch (process.kind) {
      case ProcessKind::assert_:
        call = fmt::format("assert_({}, {});", boolean(process.condition), quoted(process.message));
        break;
      case ProcessKind::assume:
        call = fmt::format("assume({}, {});", boolean(process.condition), quoted(process.message));
        break;
      case ProcessKind::cover:
        call = fmt::format("cover({}, {});", boolean(process.condition), quoted(process.message));
        break;
      case ProcessKind::print:
        call = fmt::format("print({}", quoted(process.message));
        for (size_t i = 0; i < process.arguments.size(); ++i) {
          const TypeId type = i < process.argument_types.size() ? process.argument_types[i] : kNone;
          const bool is_signed = type != kNone && module_.design().type(type).kind == TypeKind::signed_;
          call += ", " + (is_signed ? signed_(process.arguments[i]) : name(process.arguments[i]));
        }
        call += ");";
    }
    logic_ += fmt::format("    {{\n    const WithClock clock_in_force({});\n", clocks_[process.clock]);
    conditional(process.enable, call);
    logic_ += "    }\n";
  }

  const Module& module_;
  std::vector<bool> live_;
  bool locals_ = false;
  std::set<std::string> used_;
  std::vector<std::string> signals_;
  std::vector<std::string> memories_;
  std::vector<std::string> instances_;
  std::vector<std::string> clocks_;
  std::vector<std::string> nodes_;
  std::string members_;
  std::string logic_;
};

}  // namespace

std::string struct_name(const Module& module) {
  std::string name = identifier(module.name);
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

std::string to_burin(const Design& design) {
  std::string text;
  for (ModuleId id = 0; id <= design.top; ++id) {
    text += ModulePrinter(design.module(id)).run();
    text += '\n';
  }
  return text;
}

}  // namespace burin::fuzz
