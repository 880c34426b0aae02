// SPDX-License-Identifier: Apache-2.0
//! @file name_map.cpp
//! @brief The JSON that leads from C++ objects to Verilog names.
#include <fmt/format.h>

#include <array>
#include <string_view>

#include "burin/verilog/emit.h"

namespace burin {

using namespace ir;

namespace {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// A Verilog name, or null for what vanishes because it has no bits.
std::string name_or_null(uint32_t width, std::string_view name) { return width == 0 ? "null" : json_string(name); }

std::string_view kind_text(SignalKind kind) {
  constexpr std::array kTexts = {"input", "output", "inout", "wire", "reg", "instance_output", "memory_read"};
  return kTexts[static_cast<size_t>(kind)];
}

/// A JSON list with one element a line.
class List {
 public:
  explicit List(int depth) : indent_(static_cast<size_t>(depth) * 2, ' ') {}
  void add(std::string_view element) { text_ += fmt::format("{}\n{}  {}", text_.empty() ? "" : ",", indent_, element); }
  [[nodiscard]] std::string text() const { return text_.empty() ? "[]" : fmt::format("[{}\n{}]", text_, indent_); }

 private:
  std::string indent_;
  std::string text_;
};

std::string module_entry(const Module& module) {
  constexpr int kDepth = 3;
  const VerilogNames names = verilog_names(module);
  List parameters(kDepth);
  for (const auto& [name, value] : module.parameters) {
    parameters.add(fmt::format("{{\"name\": {}, \"value\": {}}}", json_string(name), json_string(value)));
  }
  List objects(kDepth);
  for (SignalId id = 0; id < module.signals.size(); ++id) {
    const Signal& signal = module.signals[id];
    if (signal.object.empty()) continue;
    objects.add(fmt::format("{{\"object\": {}, \"verilog\": {}, \"kind\": \"{}\", \"width\": {}}}",
                            json_string(signal.object), name_or_null(signal.width, names.signals[id]),
                            kind_text(signal.kind), signal.width));
  }
  List memories(kDepth);
  for (MemoryId id = 0; id < module.memories.size(); ++id) {
    const Memory& memory = module.memories[id];
    memories.add(fmt::format("{{\"object\": {}, \"verilog\": {}, \"width\": {}, \"depth\": {}}}",
                             json_string(memory.name), name_or_null(memory.width, names.memories[id]), memory.width,
                             memory.depth));
  }
  List instances(kDepth);
  for (InstanceId id = 0; id < module.instances.size(); ++id) {
    const Instance& instance = module.instances[id];
    const Module& child = module.design().module(instance.module);
    instances.add(fmt::format("{{\"object\": {}, \"verilog\": {}, \"module\": {}}}", json_string(instance.name),
                              json_string(names.instances[id]),
                              json_string(child.black_box ? child.black_box->verilog_name : child.name)));
  }
  return fmt::format(
      "{{\n      \"module\": {},\n      \"type\": {},\n      \"parameters\": {},\n      \"objects\": {},\n"
      "      \"memories\": {},\n      \"instances\": {}\n    }}",
      json_string(module.name), json_string(module.base_name), parameters.text(), objects.text(), memories.text(),
      instances.text());
}

}  // namespace

std::string verilog_name_map(const Design& design) {
  List modules(1);
  for (const auto& module : design.modules) {
    if (!module->black_box) modules.add(module_entry(*module));
  }
  return fmt::format("{{\n  \"schema\": 1,\n  \"top\": {},\n  \"modules\": {}\n}}\n",
                     json_string(design.top_module().name), modules.text());
}

}  // namespace burin
