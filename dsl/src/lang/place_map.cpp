// SPDX-License-Identifier: Apache-2.0
//! @file place_map.cpp
//! @brief From C++ objects to names in the elaborated design.
#include "builder.h"
#include "burin/ir/marks.h"
#include "burin/passes/state_encoding.h"

namespace burin::detail {

struct PlaceMap::Data {
  struct Spot {
    ir::ModuleId module;
    ir::SignalId signal;
    uint32_t low;
    uint32_t width;
    bool fixed;  // no variable index or offset
  };
  struct Signal {
    std::string name;
    uint32_t width;
    bool is_port;
    uint32_t packed_low;
    Encoding encoding = Encoding::binary;
    std::vector<uint64_t> enumerators = {};
  };
  uint32_t base = 0;
  std::vector<Spot> places;
  std::vector<std::string> prefixes;               // by module: path of its instance with a dot behind, "" for the top
  std::vector<std::vector<Signal>> signals;        // by module
  std::vector<std::vector<std::string>> memories;  // names by module

  [[nodiscard]] Entry entry(ir::ModuleId module, ir::SignalId signal, uint32_t low, uint32_t width) const {
    const Signal& s = signals.at(module).at(signal);
    return {prefixes.at(module) + s.name,
            s.is_port && prefixes.at(module).empty(),
            low,
            width,
            s.width,
            s.packed_low,
            s.encoding,
            s.enumerators};
  }
};

Bits PlaceMap::Entry::stored(const Bits& own) const {
  if (encoding == Encoding::binary) return own;
  return passes::stored_code(encoding == Encoding::one_hot, enumerators, own.to_uint64());
}

Bits PlaceMap::Entry::own(const Bits& stored) const {
  if (encoding == Encoding::binary) return stored;
  return Bits(width, passes::own_code(encoding == Encoding::one_hot, enumerators, stored));
}

PlaceMap Builder::map_places() {
  auto data = std::make_shared<PlaceMap::Data>();
  data->base = place_base_;
  for (const Place& place : places_) {
    data->places.push_back(
        {place.module, place.signal, place.low, place.width, place.indices.empty() && place.offset == ir::kNone});
  }
  data->prefixes.resize(states_.size());
  data->signals.resize(states_.size());
  data->memories.resize(states_.size());
  // Parents are opened before their children, so their prefixes are known first.
  for (size_t id = 0; id < states_.size(); ++id) {
    const ModuleState& s = *states_[id];
    const ir::Module& m = design->module(s.id);
    if (s.parent != ir::kNone) {
      const ir::Module& parent = design->module(s.parent);
      data->prefixes[id] =
          data->prefixes[s.parent] + (s.instance == ir::kNone ? "?" : parent.instances[s.instance].name) + ".";
    }
    for (const ir::Memory& memory : m.memories) data->memories[id].push_back(memory.name);
    for (const ir::Signal& signal : m.signals) {
      const bool port = signal.kind == ir::SignalKind::input || signal.kind == ir::SignalKind::output ||
                        signal.kind == ir::SignalKind::inout;
      const auto low = s.packed_lows.find(static_cast<ir::SignalId>(data->signals[id].size()));
      PlaceMap::Data::Signal& made = data->signals[id].emplace_back();
      made = {signal.name, signal.width, port, low == s.packed_lows.end() ? 0 : low->second};
      const std::string_view encoding = ir::mark(signal, ir::kEncodingMark);
      if (encoding.empty() || !passes::is_encodable(*design, signal)) continue;
      made.encoding = encoding == ir::kOneHot ? Encoding::one_hot : Encoding::gray;
      for (const ir::Type::Enumerator& one : design->type(signal.type).enumerators)
        made.enumerators.push_back(one.value);
    }
  }
  PlaceMap map;
  map.data_ = std::move(data);
  return map;
}

PlaceMap::Entry PlaceMap::find(const Value& value) const {
  if (!value.is_place() || !data_) {
    throw UserError(
        "a bench can name ports, registers and wires of its module, and their fields, but no results of operations");
  }
  const uint32_t number = (Builder::scope_of(value) & 0x7fffffff) - data_->base;
  if (number >= data_->places.size())
    throw UserError("error[B0506 stale-value]: a port of another elaboration is used in a bench");
  const Data::Spot& spot = data_->places[number];
  if (!spot.fixed) throw UserError("a bench cannot read an element that the hardware chooses; read the whole vector");
  return data_->entry(spot.module, spot.signal, spot.low, spot.width);
}

std::vector<PlaceMap::Entry> PlaceMap::find(const Object& object) const {
  if (!data_ || object.module_id() == ir::kNone) throw UserError("a bench is given an object of no module");
  std::vector<Entry> entries;
  for (uint32_t i = 0; i < object.signal_count(); ++i) {
    const ir::SignalId signal = object.first_signal() + i;
    entries.push_back(
        data_->entry(object.module_id(), signal, 0, data_->signals.at(object.module_id()).at(signal).width));
  }
  return entries;
}

std::string PlaceMap::find(const MemoryCore& memory) const {
  if (!data_ || memory.module_id() >= data_->memories.size() ||
      memory.memory_id() >= data_->memories[memory.module_id()].size())
    throw UserError("a bench is given a memory of another elaboration");
  return data_->prefixes[memory.module_id()] + data_->memories[memory.module_id()][memory.memory_id()];
}

}  // namespace burin::detail
