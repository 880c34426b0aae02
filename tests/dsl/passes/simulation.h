// SPDX-License-Identifier: Apache-2.0
//! @file simulation.h
//! @brief A small simulation of designs with one clock, apart from the code under test: what passes must not change.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "burin/base/bits.h"
#include "burin/ir/ir.h"

namespace burin::test {

/// Every `step` is an edge of all clocks. Recursive, so for small designs only.
class Simulation {
 public:
  explicit Simulation(const ir::Design& design) : top_(design, design.top, nullptr, 0) {}

  void set(const std::string& input, const Bits& value) {
    top_.inputs[top_.module.find_signal(input)] = value;
    top_.forget();
  }
  Bits get(const std::string& output) { return top_.signal(top_.module.find_signal(output)); }
  void step() {
    top_.sample();
    top_.commit();
    top_.forget();
  }
  /// All outputs, and the arguments and conditions of processes, as text: enough to compare two designs.
  std::string observe() {
    std::string text;
    top_.observe(text, "");
    return text;
  }

 private:
  struct Instance {
    Instance(const ir::Design& design, ir::ModuleId id, Instance* parent, ir::InstanceId own);

    Bits node(ir::NodeId id);
    Bits operation(ir::NodeId id);
    Bits signal(ir::SignalId id);
    Bits memory_word(const ir::Memory& memory, size_t index, const Bits& address);
    bool in_reset(const ir::Clock& clock);
    void sample();
    void commit();
    void forget();
    void observe(std::string& text, const std::string& path);

    const ir::Module& module;
    Instance* parent;
    ir::InstanceId own;
    std::vector<std::unique_ptr<Instance>> children;
    std::map<ir::SignalId, Bits> inputs;
    std::map<ir::SignalId, Bits> state;  // registers and synchronous read data
    std::map<ir::SignalId, Bits> next;
    std::vector<std::vector<Bits>> words;
    struct Write {
      size_t memory;
      uint64_t address;
      Bits value;
    };
    std::vector<Write> writes;
    std::map<ir::NodeId, Bits> known;
  };

  Instance top_;
};

}  // namespace burin::test
