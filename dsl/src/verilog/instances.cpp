// SPDX-License-Identifier: Apache-2.0
//! @file instances.cpp
//! @brief Instances of modules and black boxes, with named connections in the order of the ports.
#include <fmt/format.h>

#include <map>

#include "statements.h"

namespace burin::verilog {

using namespace ir;

void Statements::write_instance(InstanceId id) {
  if (instance_done_[id]) return;
  instance_done_[id] = true;
  const Instance& instance = module_.instances[id];
  const Module& child = module_.design().module(instance.module);

  std::map<SignalId, std::pair<std::string, LocationId>> connections;  // by port, so in order
  for (const Instance::Input& input : instance.inputs) {
    if (child.signals[input.port].width == 0) continue;
    write_needed(input.value);
    std::string value;
    if (input.value != kNone) {
      value = expressions_.expression(input.value);
    } else if (input.signal != kNone) {
      value = expressions_.read(input.signal);
    }
    connections[input.port] = {std::move(value), input.location};
  }
  for (const Instance::Output& output : instance.outputs) {
    if (child.signals[output.port].width == 0) continue;
    const std::string value = output.signal == kNone ? "" : text_.signal_names[output.signal];
    connections[output.port] = {value, instance.location};
  }

  text_.statements.begin_block();
  const std::string attributes = ModuleText::attributes(instance.attributes);
  if (!attributes.empty()) text_.statements.wrapped(1, attributes, instance.location);
  std::string opening = child.name;
  if (child.black_box) {
    opening = child.black_box->verilog_name;
    const auto& parameters = child.black_box->parameters;
    if (!parameters.empty()) {
      text_.statements.line(1, opening + " #(", instance.location);
      for (size_t i = 0; i < parameters.size(); ++i) {
        text_.statements.wrapped(
            2,
            fmt::format(".{}({}){}", parameters[i].first, parameters[i].second, i + 1 == parameters.size() ? "" : ","),
            instance.location);
      }
      opening.assign(1, ')');
    }
  }
  const std::string& name = text_.instance_names[id];
  if (connections.empty()) {
    text_.statements.line(1, fmt::format("{} {} ();", opening, name), instance.location);
    return;
  }
  text_.statements.line(1, fmt::format("{} {} (", opening, name), instance.location);
  size_t left = connections.size();
  for (const auto& [port, connection] : connections) {
    text_.statements.wrapped(
        2, fmt::format(".{}({}){}", child.signals[port].name, connection.first, --left == 0 ? "" : ","),
        connection.second);
  }
  text_.statements.line(1, ");", kSamePlace);
}

}  // namespace burin::verilog
