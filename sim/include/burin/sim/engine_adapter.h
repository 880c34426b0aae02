// SPDX-License-Identifier: Apache-2.0
//! @file engine_adapter.h
//! @brief An engine around another one: hands everything on, for those who change one thing.
#pragma once

#include <memory>
#include <string_view>

#include "burin/sim/engine.h"

namespace burin::sim {

/// Hands everything on to another engine, which it owns; its events become this engine's.
class EngineAdapter : public Engine {
 public:
  explicit EngineAdapter(std::unique_ptr<Engine> engine);
  ~EngineAdapter() override;

  [[nodiscard]] Engine& inner() const { return *engine_; }

  [[nodiscard]] std::string_view name() const override { return engine_->name(); }
  [[nodiscard]] Bits get_output_enable(PortId port) override { return engine_->get_output_enable(port); }
  void evaluate() override { engine_->evaluate(); }
  void restart() override { engine_->restart(); }
  void at_time(uint64_t ticks) override { engine_->at_time(ticks); }
  [[nodiscard]] std::unique_ptr<Snapshot> snapshot() override { return engine_->snapshot(); }
  void restore(const Snapshot& snapshot) override { engine_->restore(snapshot); }

  [[nodiscard]] bool can_access_internals() const override { return engine_->can_access_internals(); }
  [[nodiscard]] Bits get_internal(std::string_view path) override { return engine_->get_internal(path); }
  void set_internal(std::string_view path, const Bits& value) override { engine_->set_internal(path, value); }
  [[nodiscard]] std::vector<Storage> watch(std::span<const std::string> paths) override {
    return engine_->watch(paths);
  }
  [[nodiscard]] Bits peek_memory(std::string_view path, uint64_t address) override {
    return engine_->peek_memory(path, address);
  }
  void poke_memory(std::string_view path, uint64_t address, const Bits& value) override {
    engine_->poke_memory(path, address, value);
  }

 protected:
  void do_set(PortId port, const Bits& value) override { engine_->set(port, value); }
  void do_set_u64(PortId port, uint64_t value) override { engine_->set_u64(port, value); }
  [[nodiscard]] Bits do_get(PortId port) override { return engine_->get(port); }
  [[nodiscard]] uint64_t do_get_u64(PortId port) override { return engine_->get_u64(port); }

  void do_step(PortId clock, uint64_t cycles) override { engine_->step(clock, cycles); }

  /// What the inner engine says, as it happens.
  virtual void on_event(const Event& event) { report(event); }

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace burin::sim
