// SPDX-License-Identifier: Apache-2.0
//! @file catalog.cpp
//! @brief The signals of a design as its designer grouped them.
//!
//! 1. Walk the instances from the top module. Each is a scope; equal modules are walked once for each instance.
//! 2. In each, take ports, registers and wires with a name. What carries a child's output is left out: the child's port
//!    shows it.
//! 3. The name of the C++ object, "state.lanes[3].count", is a path of groups: the parts of a bundle or vector come
//!    together under its name. An element keeps the name of its vector, "lanes[3]", because viewers show the last
//!    part only.
#include <fmt/format.h>

#include <unordered_map>

#include "../coverage/branches.h"
#include "burin/sim/observe.h"

namespace burin::sim {
namespace {

using ir::SignalKind;

constexpr uint64_t kDeepestMemory = 4096;

/// The parts of "state.lanes[3].count": "state", "lanes", "lanes[3]", "count".
std::vector<std::string> parts_of(std::string_view object) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : object) {
    if (c == '.') {
      if (!part.empty()) parts.push_back(std::move(part));
      part.clear();
      continue;
    }
    if (c == '[' && !part.empty()) parts.push_back(part);
    part += c;
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

WaveSignal::Kind kind_of(SignalKind kind) {
  switch (kind) {
    case SignalKind::input:
      return WaveSignal::Kind::input;
    case SignalKind::output:
      return WaveSignal::Kind::output;
    case SignalKind::inout:
      return WaveSignal::Kind::inout;
    case SignalKind::reg:
      return WaveSignal::Kind::reg;
    case SignalKind::wire:
    case SignalKind::instance_output:
    case SignalKind::memory_read:
      break;
  }
  return WaveSignal::Kind::wire;
}

class Cataloguer {
 public:
  Cataloguer(WaveCatalog& catalog, ir::Design& design, const Engine& engine, const CatalogOptions& options)
      : catalog_(catalog), design_(design), engine_(engine), options_(options) {}

  void run() {
    struct Place {
      ir::ModuleId module;
      std::string path;
      uint32_t scope;
    };
    const ir::Module& top = design_.top_module();
    catalog_.scopes.push_back({top.name, WaveScope::Kind::module, top.name, {}, {}});
    std::vector<Place> places{{design_.top, "", 0}};
    while (!places.empty()) {
      const Place place = std::move(places.back());
      places.pop_back();
      const ir::Module& module = design_.module(place.module);
      add_signals(module, place.path, place.scope);
      if (!options_.internals) return;
      if (options_.memories) add_memories(module, place.path, place.scope);
      for (const ir::Instance& instance : module.instances) {
        const ir::Module& child = design_.module(instance.module);
        if (child.black_box) continue;
        const uint32_t scope = add_scope(place.scope, instance.name, WaveScope::Kind::module);
        catalog_.scopes[scope].module = child.name;
        places.push_back({instance.module, place.path + instance.name + ".", scope});
      }
    }
  }

 private:
  uint32_t add_scope(uint32_t parent, std::string name, WaveScope::Kind kind) {
    const auto id = static_cast<uint32_t>(catalog_.scopes.size());
    catalog_.scopes.push_back({std::move(name), kind, {}, {}, {}});
    catalog_.scopes[parent].scopes.push_back(id);
    return id;
  }

  void add_signals(const ir::Module& module, const std::string& path, uint32_t scope) {
    groups_.clear();
    const bool top = path.empty();
    for (ir::SignalId id = 0; id < module.signals.size(); ++id) {
      const ir::Signal& from = module.signals[id];
      const bool is_port =
          from.kind == SignalKind::input || from.kind == SignalKind::output || from.kind == SignalKind::inout;
      if (from.width == 0 || (!options_.internals && !is_port)) continue;
      // A black box shows nothing of its own, so what carries its outputs stays.
      if (from.kind == SignalKind::instance_output && !design_.module(module.instances[from.detail].module).black_box)
        continue;
      if (is_branch_mark(from)) {
        WaveSignal mark;
        mark.path = path + from.name;
        for (const auto& [name, value] : from.attributes) {
          if (name == kBranchMark) mark.name = value;
        }
        mark.kind = WaveSignal::Kind::branch;
        mark.width = from.width;
        mark.location = from.location;
        catalog_.signals.push_back(std::move(mark));
        continue;
      }
      if (from.generated_name && from.kind != SignalKind::reg && !is_port && !options_.made_up) continue;
      WaveSignal to;
      to.path = path + from.name;
      to.kind = kind_of(from.kind);
      to.width = from.width;
      to.type = from.type;
      to.location = from.location;
      if (top && is_port && engine_.has_port(from.name)) to.port = engine_.port(from.name);
      uint32_t group = scope;
      const std::vector<std::string> parts = parts_of(from.object.empty() ? from.name : from.object);
      std::string so_far;
      for (size_t i = 0; i + 1 < parts.size(); ++i) {
        so_far += "." + parts[i];
        const auto [found, is_new] = groups_.try_emplace(so_far, 0);
        if (is_new) found->second = add_scope(group, parts[i], WaveScope::Kind::bundle);
        group = found->second;
      }
      to.name = parts.empty() ? from.name : parts.back();
      catalog_.scopes[group].signals.push_back(static_cast<uint32_t>(catalog_.signals.size()));
      catalog_.signals.push_back(std::move(to));
    }
  }

  void add_memories(const ir::Module& module, const std::string& path, uint32_t scope) {
    for (const ir::Memory& memory : module.memories) {
      if (memory.width == 0 || memory.read_only || memory.depth > kDeepestMemory) continue;
      const uint32_t group = add_scope(scope, memory.name, WaveScope::Kind::bundle);
      for (uint64_t address = 0; address < memory.depth; ++address) {
        WaveSignal word;
        word.path = path + memory.name;
        word.name = fmt::format("{}[{}]", memory.name, address);
        word.kind = WaveSignal::Kind::word;
        word.width = memory.width;
        word.type = memory.type;
        word.location = memory.location;
        word.address = address;
        catalog_.scopes[group].signals.push_back(static_cast<uint32_t>(catalog_.signals.size()));
        catalog_.signals.push_back(std::move(word));
      }
    }
  }

  WaveCatalog& catalog_;
  ir::Design& design_;
  const Engine& engine_;
  const CatalogOptions& options_;
  std::unordered_map<std::string, uint32_t> groups_;  // of the module being walked, by path
};

}  // namespace

WaveCatalog::WaveCatalog(ir::Design& of, const Engine& engine, const CatalogOptions& options) : design(&of) {
  Cataloguer(*this, of, engine, options).run();
}

const ir::Type* WaveCatalog::enumeration(const WaveSignal& signal) const {
  if (signal.type == ir::kNone) return nullptr;
  const ir::Type& type = design->type(signal.type);
  return type.kind == ir::TypeKind::enumeration && type.width == signal.width ? &type : nullptr;
}

}  // namespace burin::sim
