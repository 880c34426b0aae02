// SPDX-License-Identifier: Apache-2.0
//! @file describe.cpp
//! @brief What messages call the parts of a design.
#include "describe.h"

namespace burin::passes {

using namespace ir;

std::string quoted(std::string_view name) {
  std::string text = "`";
  text.append(name).push_back('`');
  return text;
}

std::string quoted(const Signal& signal) { return quoted(signal.object.empty() ? signal.name : signal.object); }

std::string describe(const Module& module, SignalId id) {
  const Signal& signal = module.signals[id];
  switch (signal.kind) {
    case SignalKind::input:
      return "input " + quoted(signal);
    case SignalKind::output:
      return "output " + quoted(signal);
    case SignalKind::inout:
      return "pad " + quoted(signal);
    case SignalKind::wire:
      return "wire " + quoted(signal);
    case SignalKind::reg:
      return "register " + quoted(signal);
    case SignalKind::memory_read:
      return "data read from memory " + quoted(module.memories[signal.detail].name);
    case SignalKind::instance_output: {
      const Instance& instance = module.instances[signal.detail];
      const Module& child = module.design().module(instance.module);
      return "output " + quoted(child.signals[signal.detail_port]) + " of instance " + quoted(instance.name);
    }
  }
  return quoted(signal);
}

LocationId place_of(const Module& module, SignalId id) {
  const Signal& signal = module.signals[id];
  if (signal.location != kNoLocation) return signal.location;
  if (signal.kind == SignalKind::instance_output) return module.instances[signal.detail].location;
  if (signal.kind == SignalKind::memory_read) {
    const Memory& memory = module.memories[signal.detail];
    const LocationId port = memory.reads[signal.detail_port].location;
    return port != kNoLocation ? port : memory.location;
  }
  return signal.driver == kNone ? kNoLocation : module.location_of(signal.driver);
}

std::string bits_text(uint64_t count) { return std::to_string(count) + (count == 1 ? " bit" : " bits"); }

}  // namespace burin::passes
