// SPDX-License-Identifier: Apache-2.0
//! @file interruptible_engine.h
//! @brief An engine that notices Ctrl-C: benches loop over engines for as long as they like.
#pragma once

#include <memory>
#include <string_view>

#include "burin/sim/engine.h"

namespace burin::cli {

/// Hands everything on to another engine and throws `Interrupted` when the design is run after Ctrl-C.
class InterruptibleEngine final : public sim::Engine {
 public:
  explicit InterruptibleEngine(std::unique_ptr<sim::Engine> engine);

  [[nodiscard]] std::string_view name() const override { return engine_->name(); }
  [[nodiscard]] Bits get_output_enable(sim::PortId port) override { return engine_->get_output_enable(port); }

  void evaluate() override;
  using Engine::step;
  void step(sim::PortId clock, uint64_t cycles) override;
  void restart() override { engine_->restart(); }

  [[nodiscard]] bool can_access_internals() const override { return engine_->can_access_internals(); }
  [[nodiscard]] Bits get_internal(std::string_view path) override { return engine_->get_internal(path); }
  void set_internal(std::string_view path, const Bits& value) override { engine_->set_internal(path, value); }
  [[nodiscard]] Bits peek_memory(std::string_view path, uint64_t address) override {
    return engine_->peek_memory(path, address);
  }
  void poke_memory(std::string_view path, uint64_t address, const Bits& value) override {
    engine_->poke_memory(path, address, value);
  }

 protected:
  void do_set(sim::PortId port, const Bits& value) override { engine_->set(port, value); }
  void do_set_u64(sim::PortId port, uint64_t value) override { engine_->set_u64(port, value); }
  [[nodiscard]] Bits do_get(sim::PortId port) override { return engine_->get(port); }
  [[nodiscard]] uint64_t do_get_u64(sim::PortId port) override { return engine_->get_u64(port); }

 private:
  std::unique_ptr<sim::Engine> engine_;
};

}  // namespace burin::cli
