// SPDX-License-Identifier: Apache-2.0
//! @file verilator_wrapper.cpp
//! @brief The Verilog and the C++ that are built around a design.
#include <fmt/format.h>

#include <algorithm>

#include "verilator_build.h"

namespace burin::sim {
namespace {

std::string range(uint32_t width) { return width == 1 ? std::string() : fmt::format("[{}:0] ", width - 1); }

// VL_MULS_MAX_WORDS: Verilator's wide divisions and signed products work in arrays of that many 32-bit words on the
// stack and do not check; its own 16 words end at 512 bits.
constexpr std::string_view kHooks = R"(#pragma once
extern "C" int burin_print(const char* format, ...);
#define VL_PRINTF burin_print
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL
#define VL_USER_WARN
#include "verilatedos.h"
#undef VL_MULS_MAX_WORDS
#define VL_MULS_MAX_WORDS 2048
)";

constexpr std::string_view kPrologue = R"(#include "Vburin.h"
#include "verilated.h"
#if BURIN_INTERNALS
#include "verilated_sym_props.h"
#include "verilated_syms.h"
#endif
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#define BURIN_API extern "C" __attribute__((visibility("default")))

struct Host {
  void* user;
  void (*text)(void*, const char*);
  void (*ended)(void*, int, const char*, int);
};

struct Model {
  Host host;
  std::unique_ptr<VerilatedContext> context;
  std::unique_ptr<Vburin> top;
  std::string error;
};

static thread_local Model* current = nullptr;

extern "C" int burin_print(const char* format, ...) {
  if (!current) return 0;
  std::va_list arguments;
  va_start(arguments, format);
  std::va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  if (size > 0) {
    std::string text(static_cast<size_t>(size) + 1, '\0');
    std::vsnprintf(&text[0], text.size(), format, again);
    current->host.text(current->host.user, text.c_str());
  }
  va_end(again);
  return size;
}

void vl_finish(const char* file, int line, const char*) {
  if (current) current->host.ended(current->host.user, 0, file ? file : "", line);
}

void vl_stop(const char* file, int line, const char*) {
  if (current) current->host.ended(current->host.user, 1, file ? file : "", line);
}

// Verilator's own code cannot go on after this, so it must not return.
void vl_fatal(const char*, int, const char*, const char* message) { throw std::runtime_error(message); }

void vl_warn(const char* file, int line, const char*, const char* message) {
  burin_print("%%Warning: %s:%d: %s\n", file ? file : "", line, message);
}

template <typename Work>
static int guarded(Model* model, Work&& work) {
#if BURIN_TALKS
  current = model;
#endif
  try {
    work(*model->top);
    return 0;
  } catch (const std::exception& problem) {
    model->error = problem.what();
    return 1;
  }
}

BURIN_API int burin_evaluate(Model* model) {
  return guarded(model, [](Vburin& top) { top.eval(); });
}

BURIN_API const char* burin_error(Model* model) { return model->error.c_str(); }

BURIN_API void burin_destroy(Model* model) {
  if (current == model) current = nullptr;
  // The model unregisters itself from its context, so it goes first.
  model->top.reset();
  delete model;
}
)";

constexpr std::string_view kCreate = R"(
BURIN_API Model* burin_create(const Host* host, int reset, int seed) {
  auto model = std::make_unique<Model>();
  model->host = *host;
  model->context = std::make_unique<VerilatedContext>();
  model->context->randReset(reset);
  model->context->randSeed(seed);
  model->context->fatalOnError(false);
  Verilated::threadContextp(model->context.get());
  current = model.get();
  try {
    model->top = std::make_unique<Vburin>(model->context.get(), "");
    Vburin& top = *model->top;
    start_inputs(top);
    top.eval();
    if (kFallingInputs) {
      fall_inputs(top);
      top.eval();
    }
  } catch (const std::exception& problem) {
    model->error = problem.what();
  }
  current = nullptr;
  return model.release();
}
)";

constexpr std::string_view kFind = R"(
struct Variable {
  void* data;
  uint32_t width;
  uint32_t bytes;
  uint32_t dimensions;
  int32_t left;
  int32_t right;
  int32_t constant;
};

BURIN_API int burin_find(Model* model, const char* scope, const char* name, Variable* result) {
#if BURIN_INTERNALS
  const VerilatedScope* const found = model->context->scopeFind(scope);
  if (!found) return 0;
  const VerilatedVar* const variable = found->varFind(name);
  if (!variable) return 0;
  result->data = variable->datap();
  result->width = variable->packed().elements();
  result->bytes = variable->entSize();
  result->dimensions = variable->udims();
  result->left = variable->udims() ? variable->unpacked().left() : 0;
  result->right = variable->udims() ? variable->unpacked().right() : 0;
  result->constant = variable->isParam() ? 1 : 0;
  return 1;
#else
  (void)model, (void)scope, (void)name, (void)result;
  return 0;
#endif
}
)";

}  // namespace

std::string wrapper_verilog(const VerilatorDesign& design) {
  std::string header;
  std::string body;
  std::string connections;
  const auto add = [](std::string& list, const std::string& item) {
    if (!list.empty()) list += ",\n";
    list += "  " + item;
  };
  for (PortId id = 0; id < design.ports.size(); ++id) {
    const PortInfo& port = design.ports[id];
    if (port.width == 0) continue;
    const std::string name = fmt::format("p{}", id);
    std::string net = name;
    if (port.direction == PortDirection::output) {
      add(header, fmt::format("output wire {}{}", range(port.width), name));
    } else {
      add(header, fmt::format("input wire {}{}", range(port.width), name));
    }
    if (port.direction == PortDirection::inout) {
      net = name + "_pin";
      add(header, fmt::format("output wire {}{}_value", range(port.width), name));
      body += fmt::format("  wire {}{};\n  assign (pull1, pull0) {} = {};\n  assign {}_value = {};\n",
                          range(port.width), net, net, name, name, net);
    }
    // Escaped: the name may be a keyword of SystemVerilog, which Verilator reads.
    add(connections, fmt::format(".\\{} ({})", port.name, net));
  }
  return fmt::format("module {} (\n{}\n);\n{}  \\{} {} (\n{}\n  );\nendmodule\n", kWrapperModule, header, body,
                     design.top, kWrapperInstance, connections);
}

std::string wrapper_hooks() { return std::string(kHooks); }

std::string wrapper_cpp(const VerilatorDesign& design, const VerilatorOptions& options, bool talks) {
  std::string start;
  std::string fall;
  std::string cases;
  std::string steps;
  for (PortId id = 0; id < design.ports.size(); ++id) {
    const PortInfo& port = design.ports[id];
    if (port.width == 0) continue;
    if (port.direction == PortDirection::inout) {
      cases += fmt::format("    case {}: return value ? static_cast<void*>(&top.p{}_value) : &top.p{};\n", id, id, id);
    } else {
      cases += fmt::format("    case {}: return &top.p{};\n", id, id);
    }
    if (port.direction == PortDirection::output) continue;
    const auto& falling = options.active_low_resets;
    const bool falls = std::find(falling.begin(), falling.end(), port.name) != falling.end();
    if (port.width <= 64) {
      start += fmt::format("  top.p{} = {};\n", id, falls ? 1 : 0);
    } else {
      start += fmt::format("  for (int i = 0; i < {}; ++i) top.p{}[i] = 0;\n", (port.width + 31) / 32, id);
    }
    if (falls) fall += fmt::format("  top.p{} = 0;\n", id);
    // One loop a possible clock, with its address known to the compiler.
    if (port.width == 1 && port.direction == PortDirection::input) {
      steps += fmt::format(
          "      case {}:\n        for (; cycles != 0; --cycles) {{\n          top.p{} = 1;\n          top.eval();\n"
          "          top.p{} = 0;\n          top.eval();\n        }}\n        break;\n",
          id, id, id);
    }
  }
  std::string text =
      fmt::format("#define BURIN_INTERNALS {}\n#define BURIN_TALKS {}\n", options.internals ? 1 : 0, talks ? 1 : 0);
  text += kPrologue;
  text += fmt::format("\nstatic constexpr bool kFallingInputs = {};\n", fall.empty() ? "false" : "true");
  text += fmt::format("static void start_inputs(Vburin& top) {{\n  (void)top;\n{}}}\n", start);
  text += fmt::format("static void fall_inputs(Vburin& top) {{\n  (void)top;\n{}}}\n", fall);
  text += kCreate;
  text += fmt::format(
      "\nBURIN_API void* burin_port(Model* model, uint32_t index, int value) {{\n  Vburin& top = *model->top;\n"
      "  (void)top, (void)value;\n  switch (index) {{\n{}    default: return nullptr;\n  }}\n}}\n",
      cases);
  text += fmt::format(
      "\nBURIN_API int burin_step(Model* model, uint32_t clock, uint64_t cycles) {{\n"
      "  return guarded(model, [&](Vburin& top) {{\n    (void)top;\n    switch (clock) {{\n{}      default: throw "
      "std::runtime_error(\"not a clock\");\n    }}\n  }});\n}}\n",
      steps);
  text += kFind;
  return text;
}

}  // namespace burin::sim
