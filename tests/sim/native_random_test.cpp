// SPDX-License-Identifier: Apache-2.0
//! @file native_random_test.cpp
//! @brief Random circuits with state: the native engine, on every tier, shows what the interpreter shows.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "burin/sim/interpreter.h"
#include "burin/sim/native_engine.h"
#include "support/circuit.h"

namespace burin::sim {
namespace {

using ir::NodeId;
using ir::Op;

// Logic, registers under all kinds of clocks and resets, memories, checks and prints, all of random shape.
class RandomMachine : public test::Circuit {
 public:
  RandomMachine(uint32_t seed, uint32_t widest) : random_(seed), widest_(widest) {
    const NodeId clk = input("clk", 1);
    const NodeId other = input("clk_b", 1);
    const NodeId rst = input("rst", 1);
    for (uint32_t i = 0; i < 6; ++i) nodes_.push_back(input(fmt::format("in{}", i), width()));
    clocks_.push_back(clock("clk", clk, rst, kind(), level()));
    if (chance(40)) clocks_.push_back(clock("clk_b", other, rst, kind(), level()));
    if (chance(25)) clocks_.push_back(clock("fall", clk, ir::Edge::falling));
    if (chance(25)) {  // gated by an input
      clocks_.push_back(clock("gated", make(Op::bit_and, {clk, any(1)}), rst, kind(), level()));
    }
    if (chance(20)) {  // made by a register
      const NodeId divided = reg("divided", 1, clocks_[0], Bits(1, 0));
      drive(divided, make(Op::bit_not, {divided}));
      clocks_.push_back(clock("slow", divided, rst, kind(), level()));
    }
    for (uint32_t i = 0; i < 8; ++i) add_register(i);
    if (chance(60)) add_memory(0);
    if (chance(40)) add_memory(1);
    if (chance(30)) {
      pads_.push_back(inout("pad", width()));
      nodes_.push_back(pads_.back());
    }
    for (uint32_t i = 0; i < 50; ++i) nodes_.push_back(operation());
    finish();
  }

  Bits value(uint32_t width) {
    switch (random_() % 5) {
      case 0:
        return Bits(width);
      case 1:
        return Bits::ones(width);
      case 2:
        return Bits(width, random_() % 70);
      default:
        break;
    }
    std::vector<uint64_t> words;
    for (uint32_t i = 0; i < width; i += 64) words.push_back(uint64_t{random_()} << 32 | random_());
    return Bits::from_words(width, words);
  }
  uint32_t random(uint32_t below) { return random_() % below; }

 private:
  struct Port {
    ir::MemoryId memory;
    uint32_t address_width;
  };

  bool chance(uint32_t percent) { return random_() % 100 < percent; }
  uint32_t width() {
    static constexpr uint32_t kWidths[] = {0, 1, 1, 2, 5, 8, 31, 32, 32, 33, 63, 64, 65, 100, 130};
    if (widest_ > 130 && chance(20)) return 131 + random_() % (widest_ - 130);
    return kWidths[random_() % std::size(kWidths)];
  }
  ir::ResetKind kind() {
    return std::array{ir::ResetKind::none, ir::ResetKind::synchronous, ir::ResetKind::asynchronous}[random_() % 3];
  }
  ir::ResetLevel level() { return chance(50) ? ir::ResetLevel::active_high : ir::ResetLevel::active_low; }
  ir::ClockId any_clock() { return clocks_[random_() % clocks_.size()]; }
  NodeId any() { return nodes_[random_() % nodes_.size()]; }
  NodeId any(uint32_t width) {
    const NodeId node = any();
    const uint32_t have = module().width(node);
    if (have > width) return slice(node, random_() % (have - width + 1), width);
    return chance(50) ? module().zext(node, width) : module().sext(node, width);
  }

  void add_register(uint32_t i) {
    const uint32_t w = width();
    std::optional<Bits> reset;
    std::optional<Bits> power_up;
    if (chance(60)) reset = value(w);
    if (chance(50)) power_up = value(w);
    registers_.push_back(reg(fmt::format("r{}", i), w, any_clock(), reset, power_up));
    nodes_.push_back(registers_.back());
  }

  void add_memory(uint32_t i) {
    const uint32_t depth = 1 + random_() % 40;
    const uint32_t granules = chance(50) ? 1 : 1 + random_() % 4;
    const uint32_t w = granules > 1 ? granules * (1 + random_() % 20) : std::max(1U, width());
    std::vector<Bits> contents;
    for (uint32_t k = 0; k < random_() % (depth + 1); ++k) contents.push_back(value(w));
    const ir::MemoryId id = memory(fmt::format("m{}", i), w, depth, contents);
    for (uint32_t k = 0; k < 2; ++k) {
      const uint32_t address_width = random_() % 8;
      if (chance(50)) {
        const NodeId address = any(address_width);
        nodes_.push_back(read_port(id, fmt::format("m{}_async{}", i, k), address));
      } else {
        const auto policy = std::array{ir::ReadUnderWrite::old_data, ir::ReadUnderWrite::new_data,
                                       ir::ReadUnderWrite::undefined}[random_() % 3];
        nodes_.push_back(sync_read_port(id, fmt::format("m{}_sync{}", i, k), any_clock(), any(address_width), policy,
                                        chance(50) ? any(1) : ir::kNone));
      }
    }
    const uint32_t ports = 1 + random_() % 2;
    for (uint32_t k = 0; k < ports; ++k) {
      write_port(id, any_clock(), any(random_() % 8), any(w), any(1), granules > 1 ? any(granules) : ir::kNone);
    }
  }

  NodeId operation() {
    const auto op = static_cast<Op>(2 + random_() % (static_cast<uint32_t>(Op::dont_care) - 2));
    const NodeId a = any();
    const uint32_t w = module().width(a);
    if (chance(25)) return make(Op::mux, {any(1), a, any(w)});  // what decides the shape of the code
    switch (op) {
      case Op::bit_not:
      case Op::reduce_and:
      case Op::reduce_or:
      case Op::reduce_xor:
        return make(op, {a});
      case Op::mul_u:
      case Op::mul_s:
        return w > widest_ ? a : make(op, {a, any(width())});
      case Op::shl:
      case Op::shr_u:
      case Op::shr_s: {
        if (chance(30)) return make(op, {a, constant(7, random_() % 128)});
        return make(op, {a, any(chance(50) ? 7 : width())});
      }
      case Op::cat:
        return w > widest_ ? a : make(op, {a, any(width()), any(width())});
      case Op::slice:
        return any(w / 2);
      case Op::zext:
        return module().zext(a, w + width() / 2);
      case Op::sext:
        return module().sext(a, w + width() / 2);
      case Op::mux:
        return make(op, {any(1), a, any(w)});
      case Op::select:
        return make(op, {any(chance(50) ? 2 : width()), a, any(w), any(w), any(w), any(w)});
      case Op::crossing:
        return a;
      default:
        return make(op, {a, any(w)});
    }
  }

  void finish() {
    for (const NodeId state : registers_) {
      const uint32_t w = module().width(state);
      NodeId next = any(w);
      for (uint32_t depth = random_() % 3; depth > 0; --depth) {
        next = make(Op::mux, {any(1), chance(50) ? next : any(w), chance(50) ? state : next});
      }
      drive(state, next);
    }
    for (const NodeId pad : pads_) drive_pad(pad, any_before_pads(module().width(pad)), any_before_pads(1));
    for (uint32_t i = 0; i < 12; ++i) output(fmt::format("out{}", i), any());
    for (uint32_t i = 0; i < 4; ++i) {
      const auto kind = static_cast<ir::ProcessKind>(random_() % 4);
      ir::Process& check = process(kind, fmt::format("check{}", i), any_clock(), any(1),
                                   kind == ir::ProcessKind::print ? ir::kNone : any(1), "a {} b {:x} c {:b}");
      check.arguments = {any(), any(), any()};
      check.argument_types = {ir::kNone, ir::kNone, ir::kNone};
      if (chance(50)) check.argument_types[0] = design().signed_type(module().width(check.arguments[0]));
    }
  }
  // A pad that drives itself through logic would be a loop: registers and inputs only.
  NodeId any_before_pads(uint32_t width) {
    const NodeId node = registers_[random_() % registers_.size()];
    const uint32_t have = module().width(node);
    return have > width ? slice(node, 0, width) : module().zext(node, width);
  }

  std::mt19937 random_;
  uint32_t widest_;
  std::vector<NodeId> nodes_;
  std::vector<NodeId> registers_;
  std::vector<NodeId> pads_;
  std::vector<ir::ClockId> clocks_;
};

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
      if (!module.memories.empty()) {
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
  for (int round = 0; round < rounds; ++round) {
    INFO("round ", round);
    if (round == rounds * 3 / 4) {
      for (auto& engine : engines) engine->restart();
    }
    for (size_t i = 1; i < engines.size(); ++i) require_equal(expected, *engines[i], expected.module());
    drive(machine, engines);
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
