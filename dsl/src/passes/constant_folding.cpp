// SPDX-License-Identifier: Apache-2.0
//! @file constant_folding.cpp
//! @brief Folds constants through operations and through wires.
//!
//! For each module:
//! 1. Note which wires and outputs are driven by a constant.
//! 2. Rebuild the nodes in ascending order through the rules of fold.cpp. A read of such a signal is its constant;
//!    so is a read whose driver has an earlier id and has just become a constant.
//! 3. When further drivers have become constants that reads before them still read, begin again, at most
//!    kMaxRounds times: chains of wires that run against the order of ids are rare.
#include "burin/passes/rebuild.h"
#include "burin/passes/transforms.h"
#include "rules.h"

namespace burin::passes {
namespace {

using namespace ir;

constexpr int kMaxRounds = 8;

bool takes_its_value_from_driver(const Signal& signal) {
  return (signal.kind == SignalKind::wire || signal.kind == SignalKind::output) && signal.driver != kNone;
}

/// One round. Returns whether another one could find more.
bool fold_module(Module& module) {
  std::vector<bool> read_before_known(module.signals.size(), false);
  Rebuilder rebuild(module);
  Module& target = rebuild.target();
  rebuild.run([&](NodeId id, std::span<const NodeId> operands) {
    const Module& source = rebuild.source();
    const Node& node = source.node(id);
    if (node.width == 0) return target.constant(Bits(), source.location_of(id));
    if (node.op == Op::constant) return rebuild.copy(id, operands);
    if (node.op != Op::read) return fold(target, operation_of(source, id, operands));

    const Signal& signal = target.signals[node.immediate];
    if (takes_its_value_from_driver(signal)) {
      if (source.is_constant(signal.driver)) {
        return target.constant(source.constant_value(signal.driver), source.location_of(id));
      }
      const NodeId driver = rebuild.mapped(signal.driver);
      if (driver == kNone) {
        read_before_known[node.immediate] = true;
      } else if (target.is_constant(driver)) {
        return driver;
      }
    }
    return rebuild.copy(id, operands);
  });
  for (SignalId id = 0; id < module.signals.size(); ++id) {
    if (read_before_known[id] && module.is_constant(module.signals[id].driver)) return true;
  }
  return false;
}

}  // namespace

void fold_constants(Design& design) {
  for (const auto& module : design.modules) {
    for (int round = 0; round < kMaxRounds && fold_module(*module); ++round) {
    }
  }
}

}  // namespace burin::passes
