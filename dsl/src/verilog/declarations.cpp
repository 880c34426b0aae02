// SPDX-License-Identifier: Apache-2.0
//! @file declarations.cpp
//! @brief The head of a module: comment, ports, constants, signals and memories.
//!
//! One line a thing, in the order of declaration, without columns: a line depends on its own thing alone.
#include "declarations.h"

#include <fmt/format.h>

#include "burin/ir/marks.h"
#include "legalise.h"
#include "statements.h"

namespace burin::verilog {

using namespace ir;

namespace {

std::string one_line(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  // Verilator reads comments that begin with its name.
  while (!result.empty() && (result.back() == '\\' || result.back() == ' ')) result.pop_back();
  return result;
}

class Declarations {
 public:
  explicit Declarations(const ModuleText& text) : text_(text), module_(text.module) {}

  TextBlock write() {
    if (text_.options.header_comment) write_comment();
    write_ports();
    write_enumerators();
    write_signals();
    if (!text_.statements.empty()) block_.blank();
    return std::move(block_);
  }

 private:
  void write_comment() {
    const std::string type = one_line(module_.base_name);
    std::string first = fmt::format("// {}", module_.name);
    if (!type.empty() && type != module_.name) first += fmt::format(": {}", type);
    if (!module_.parameters.empty()) first += " with";
    block_.line(0, first, kNoLocation);
    for (const auto& [name, value] : module_.parameters) {
      block_.line(0, fmt::format("//   {} = {}", one_line(name), one_line(value)), kNoLocation);
    }
  }

  void write_ports() {
    const std::string attributes = ModuleText::attributes(module_.attributes);
    // Without a place: Verilator compares the name of a module with that of the file it believes to be in.
    if (!attributes.empty()) block_.wrapped(0, attributes, kNoLocation);
    std::vector<SignalId> ports;
    for (const SignalId id : module_.ports()) {
      if (module_.signals[id].width != 0) ports.push_back(id);
    }
    if (ports.empty()) return block_.line(0, fmt::format("module {} ();", module_.name), kNoLocation);
    block_.line(0, fmt::format("module {} (", module_.name), kNoLocation);
    for (size_t i = 0; i < ports.size(); ++i) {
      const Signal& port = module_.signals[ports[i]];
      std::string_view direction = "inout wire ";
      if (port.kind == SignalKind::input) direction = "input wire ";
      if (port.kind == SignalKind::output) direction = text_.is_variable[ports[i]] ? "output reg " : "output wire ";
      block_.wrapped(1,
                     fmt::format("{}{}{}{}{}", with_blank(ModuleText::attributes(port.attributes)), direction,
                                 ModuleText::range(port.width), port.name, i + 1 == ports.size() ? "" : ","),
                     port.location);
    }
    block_.line(0, ");", kSamePlace);
  }

  void write_enumerators() {
    for (const auto& [key, name] : text_.enumerators) {
      const uint32_t width = module_.design().type(key.first).width;
      block_.line(1, fmt::format("localparam {}{} = {}'d{};", ModuleText::range(width), name, width, key.second),
                  kNoLocation);
    }
  }

  void write_signals() {
    std::vector<bool> memory_done(module_.memories.size(), false);
    const auto memory_once = [&](MemoryId id) {
      if (memory_done[id]) return;
      memory_done[id] = true;
      write_memory(id);
    };
    for (SignalId id = 0; id < module_.signals.size(); ++id) {
      const Signal& signal = module_.signals[id];
      if (signal.kind == SignalKind::memory_read) memory_once(signal.detail);
      if (signal.width != 0) write_signal(id);
    }
    for (MemoryId id = 0; id < module_.memories.size(); ++id) memory_once(id);
  }

  void write_signal(SignalId id) {
    const Signal& signal = module_.signals[id];
    if (signal.kind == SignalKind::input || signal.kind == SignalKind::output || signal.kind == SignalKind::inout)
      return;
    Attributes attributes = signal.attributes;
    std::string start;
    if (signal.kind == SignalKind::reg) {
      const Register& state = module_.register_of(id);
      if (state.synchroniser) attributes.emplace_back("ASYNC_REG", "TRUE");
      const std::string_view free = text_.options.formal ? free_kind(module_, id) : "";
      if (!free.empty()) attributes.emplace_back(free == kFreeConstant ? "anyconst" : "anyseq", "");
      if (state.power_up) start = fmt::format(" = {}'h{}", signal.width, state.power_up->to_hex());
    }
    block_.wrapped(1,
                   fmt::format("{}{} {}{}{};", with_blank(ModuleText::attributes(attributes)),
                               text_.is_variable[id] ? "reg" : "wire", ModuleText::range(signal.width),
                               text_.signal_names[id], start),
                   signal.location);
  }

  void write_memory(MemoryId id) {
    const Memory& memory = module_.memories[id];
    if (memory.width == 0) return;
    Attributes attributes = memory.attributes;
    if (!memory.style.empty())
      attributes.insert(attributes.begin(), {memory.read_only ? "rom_style" : "ram_style", memory.style});
    // All ports leave open what a read under a write gives, so a block RAM needs no logic around it.
    bool is_open = !memory.writes.empty();
    bool has_synchronous = false;
    for (const ReadPort& port : memory.reads) {
      has_synchronous = has_synchronous || port.synchronous;
      is_open = is_open && (!port.synchronous || port.policy == ReadUnderWrite::undefined);
    }
    if (is_open && has_synchronous) attributes.emplace_back("no_rw_check", "");
    const std::string depth = is_register(module_, memory) ? "" : fmt::format(" [0:{}]", memory.depth - 1);
    block_.wrapped(1,
                   fmt::format("{}reg {}{}{};", with_blank(ModuleText::attributes(attributes)),
                               ModuleText::range(memory.width), text_.memory_names[id], depth),
                   memory.location);
  }

  static std::string with_blank(std::string text) { return text.empty() ? text : text + " "; }

  const ModuleText& text_;
  const Module& module_;
  TextBlock block_;
};

}  // namespace

TextBlock write_declarations(const ModuleText& text) { return Declarations(text).write(); }

}  // namespace burin::verilog
