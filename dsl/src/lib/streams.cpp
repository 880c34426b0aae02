// SPDX-License-Identifier: Apache-2.0
//! @file streams.cpp
//! @brief What streams need of the elaboration: their names, and that each is taken once.
#include <fmt/format.h>

#include <algorithm>

#include "../lang/builder.h"
#include "burin/lib/stream/stage.h"

namespace burin::detail {

std::string stream_name(const Value& valid) {
  Builder& b = Builder::current(Where{});
  if (!valid.is_place()) return "stream";
  const Place& place = b.place_of(valid);
  const ir::Signal& signal = b.design->module(place.module).signals[place.signal];
  std::string path = signal.object;
  if (place.module != b.here_id()) {
    const ModuleState& owner = b.state_of(place.module);
    if (owner.closed && owner.parent == b.here_id()) {
      path = fmt::format("{}.{}", b.module().instances[owner.instance].name, path);
    }
  }
  for (const std::string_view end : {".valid", ".out"}) {  // of the port, and of blocks that have one way out
    if (path.ends_with(end)) path.resize(path.size() - end.size());
  }
  std::string name;
  for (const char c : path) {
    if (c == '.' || c == '[') name += '_';
    if (c != '.' && c != '[' && c != ']') name += c;
  }
  return name.empty() ? "stream" : name;
}

namespace {

/// Where `place` was driven first, if it was.
LocationId first_driven(Builder& b, const PlaceHandle& handle) {
  const Place& place = b.place_of(handle.place());
  Target target{.signal = place.signal};
  if (place.module != b.here_id()) target.instance = b.state_of(place.module).instance;
  const auto first = b.state().driven.find(target);
  return first == b.state().driven.end() ? kNoLocation : first->second;
}

}  // namespace

void take_stream(const PlaceHandle& ready, const Bool& value, std::string_view name, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  if (const LocationId first = first_driven(b, ready); first != kNoLocation) {
    b.report(DiagnosticId::multiply_driven, location, fmt::format("the stream `{}` is taken a second time", name),
             "one sink for each stream",
             fmt::format("`const auto [a, b] = {} >> fork<2>();` and a sink for each", name),
             {{first, "first taken here"}});
    return;
  }
  drive(ready.place(), {value, Sort::boolean, where});
}

void feed_stream(const PlaceHandle& valid, const Bool& value, const Where& where) {
  Builder& b = Builder::current(where);
  const LocationId location = b.locate(where);
  if (const LocationId first = first_driven(b, valid); first != kNoLocation) {
    b.report(DiagnosticId::multiply_driven, location,
             fmt::format("the stream `{}` is fed a second time", stream_name(valid.place())),
             "one source for each stream", "arbitrate(sources) >> sink, or select_stream(index, sources) >> sink",
             {{first, "first fed here"}});
    return;
  }
  drive(valid.place(), {value, Sort::boolean, where});
}

std::string unique_instance_name(const std::string& stem) { return Builder::current(Where{}).unique_label(stem); }

std::string common_name(const std::vector<std::string>& names) {
  if (names.empty()) return "stream";
  std::string common = names.front();
  for (const std::string& name : names) {
    const auto [end, unused] = std::mismatch(common.begin(), common.end(), name.begin(), name.end());
    common.erase(end, common.end());
  }
  if (common.size() > 1 && common.back() == '_' && names.size() > 1) return common.substr(0, common.size() - 1);
  return names.front();
}

void name_local(Object& object, const std::string& name) { object.set_name(name, name); }

}  // namespace burin::detail
