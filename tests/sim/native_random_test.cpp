// SPDX-License-Identifier: Apache-2.0
//! @file native_random_test.cpp
//! @brief Random circuits with state: the native engine, on every tier, shows what the interpreter shows.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "burin/sim/interpreter.h"
#include "burin/sim/native_engine.h"
#include "support/random_machine.h"

namespace burin::sim {
namespace {

using test::RandomMachine;

std::string text_of(const Event& event) {
  return fmt::format("{} {} {}", static_cast<int>(event.kind), event.name, event.text);
}

void require_equal_events(Engine& expected, Engine& engine) {
  REQUIRE(expected.events().size() == engine.events().size());
  for (size_t i = 0; i < expected.events().size(); ++i) {
    REQUIRE(text_of(expected.events()[i]) == text_of(engine.events()[i]));
  }
}

void require_equal(Interpreter& expected, Engine& engine, const ir::Module& module) {
  for (const PortInfo& port : expected.ports()) {
    INFO("port ", port.name);
    REQUIRE(expected.get(port.name) == engine.get(port.name));
    if (port.width <= 64) REQUIRE(expected.get_u64(port.name) == engine.get_u64(port.name));
    if (port.direction == PortDirection::inout) {
      REQUIRE(expected.get_output_enable(expected.port(port.name)) == engine.get_output_enable(engine.port(port.name)));
    }
  }
  for (const ir::Signal& signal : module.signals) {
    INFO("signal ", signal.name);
    REQUIRE(expected.get_internal(signal.name) == engine.get_internal(signal.name));
  }
  for (const ir::Memory& memory : module.memories) {
    for (uint64_t i = 0; i < memory.depth; ++i) {
      INFO("memory ", memory.name, " word ", i);
      REQUIRE(expected.peek_memory(memory.name, i) == engine.peek_memory(memory.name, i));
    }
  }
  require_equal_events(expected, engine);
}

// What happens to the engines is decided once and done to all of them.
void drive(RandomMachine& machine, std::vector<std::unique_ptr<Engine>>& engines) {
  const auto all = [&](auto&& action) {
    for (auto& engine : engines) action(*engine);
  };
  const ir::Module& module = machine.module();
  for (const ir::SignalId id : module.ports()) {
    const ir::Signal& port = module.signals[id];
    if (port.kind == ir::SignalKind::output || machine.random(3) == 0) continue;
    if (port.name == "clk" || port.name == "clk_b") continue;
    const Bits value = machine.value(port.width);
    all([&](Engine& engine) { engine.set(port.name, value); });
  }
  switch (machine.random(8)) {
    case 0: {  // a state from outside
      const ir::Signal& signal = module.signals[machine.random(static_cast<uint32_t>(module.signals.size()))];
      if (signal.kind == ir::SignalKind::reg) {
        const Bits value = machine.value(signal.width);
        all([&](Engine& engine) { engine.set_internal(signal.name, value); });
      }
      if (!module.memories.empty() && !module.memories[0].read_only) {
        const ir::Memory& memory = module.memories[0];
        const uint64_t address = machine.random(static_cast<uint32_t>(memory.depth));
        const Bits value = machine.value(memory.width);
        all([&](Engine& engine) { engine.poke_memory(memory.name, address, value); });
      }
      break;  // wires must not follow yet
    }
    case 1:
      all([](Engine& engine) { engine.step("clk_b"); });
      break;
    case 2: {
      const uint64_t a = machine.random(2);
      const uint64_t b = machine.random(2);
      all([&](Engine& engine) {
        engine.set_u64("clk", a);
        engine.set_u64("clk_b", b);
        engine.evaluate();
      });
      break;
    }
    case 3:
      all([](Engine& engine) { engine.evaluate(); });
      break;
    case 4: {
      const uint32_t cycles = machine.random(5);
      all([&](Engine& engine) { engine.step("clk", cycles); });
      break;
    }
    default:
      all([](Engine& engine) { engine.step("clk"); });
  }
}

// What lies at the places that an engine watches is what it says when asked.
void require_watched(Engine& engine, const std::vector<std::string>& names, const std::vector<Storage>& places) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (places[i].data == nullptr) continue;
    INFO("watched signal ", names[i]);
    std::vector<uint64_t> words((places[i].size + 7) / 8, 0);
    std::memcpy(words.data(), places[i].data, places[i].size);
    const Bits value = engine.get_internal(names[i]);
    REQUIRE(Bits::from_words(value.width(), words) == value);
  }
}

void compare(uint32_t seed, uint32_t widest, int rounds) {
  INFO("seed ", seed, ", values up to ", widest, " bits");
  RandomMachine machine(seed, widest);
  PowerUp power_up;
  power_up.kind = static_cast<PowerUp::Kind>(seed % 3);
  std::vector<std::unique_ptr<Engine>> engines;
  InterpreterOptions options;
  options.power_up = power_up;
  engines.push_back(std::make_unique<Interpreter>(machine.design(), options));
  for (const NativeFeatures features : {NativeFeatures::best, NativeFeatures::avx2, NativeFeatures::plain}) {
    engines.push_back(std::make_unique<NativeEngine>(machine.design(), NativeOptions{power_up, features}));
  }
  auto& expected = static_cast<Interpreter&>(*engines[0]);
  std::vector<std::string> names;
  for (const ir::Signal& signal : expected.module().signals) names.push_back(signal.name);
  std::vector<Storage> places;
  if (seed % 4 == 0) places = engines[2]->watch(names);  // one engine only: it runs in another way from then on
  std::vector<std::unique_ptr<Snapshot>> snapshots;
  for (int round = 0; round < rounds; ++round) {
    INFO("round ", round);
    if (round == 5) {
      for (auto& engine : engines) {
        engine->evaluate();
        snapshots.push_back(engine->snapshot());
      }
    }
    if (round == rounds * 2 / 3) {
      for (size_t i = 0; i < engines.size(); ++i) engines[i]->restore(*snapshots[i]);
      if (!places.empty()) require_watched(*engines[2], names, places);
    }
    if (round == rounds * 3 / 4) {
      for (auto& engine : engines) engine->restart();
    }
    for (size_t i = 1; i < engines.size(); ++i) require_equal(expected, *engines[i], expected.module());
    drive(machine, engines);
    if (!places.empty() && round % 2 == 0) {
      for (auto& engine : engines) engine->evaluate();
      require_watched(*engines[2], names, places);
    }
  }
  const std::vector<CoverCount> covers = expected.cover_counts();
  const std::vector<CoverCount> ours = static_cast<NativeEngine&>(*engines[1]).cover_counts();
  REQUIRE(covers.size() == ours.size());
  for (size_t i = 0; i < covers.size(); ++i) REQUIRE(covers[i].hits == ours[i].hits);
}

TEST_CASE("random circuits with state run the same on the interpreter and on every tier of the native engine") {
  for (uint32_t seed = 1; seed <= 150; ++seed) compare(seed, 130, 24);
}

TEST_CASE("the same with values of up to 1,024 bits") {
  for (uint32_t seed = 1001; seed <= 1015; ++seed) compare(seed, 1024, 12);
}

}  // namespace
}  // namespace burin::sim
