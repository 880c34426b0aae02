// SPDX-License-Identifier: Apache-2.0
//! @file random_design.cpp
//! @brief Random designs in which the rules of the transform passes find much to do.
#include "random_design.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <random>
#include <vector>

#include "build.h"
#include "burin/ir/text.h"
#include "simulation.h"

namespace burin::test {
namespace {

using namespace ir;

class Generator {
 public:
  Generator(Design& design, const std::string& name, uint64_t seed) : build_(design, name), random_(seed) {}

  Build& build() { return build_; }

  void run(int size, const std::vector<Build*>& children) {
    const ClockId clock = build_.add_clock_and_reset("clk");
    for (const uint32_t width : {1U, 1U, 4U, 8U, 8U, 65U}) {
      keep(build_.input(fmt::format("in{}", pool_.size()), width));
    }
    std::vector<NodeId> registers;
    for (const uint32_t width : {1U, 8U, 65U}) {
      registers.push_back(build_.reg(fmt::format("r{}", registers.size()), width, clock, Bits(width, 5)));
      keep(registers.back());
    }
    registers.push_back(build_.reg("unread", 8, clock));
    // Read before it is known to be a constant.
    const NodeId early = build_.wire("early", 8);
    keep(early);
    for (int i = 0; i < size / 2; ++i) operation();
    const MemoryId memory = build_.memory("m", 8, 11);
    keep(build_.read_port(memory, "m_async", any(4)));
    keep(build_.sync_read_port(memory, "m_sync", clock, any(4), ReadUnderWrite::old_data, any(1)));
    build_.sync_read_port(memory, "m_unread", clock, any(4));
    for (Build* const child : children) instance(*child);
    for (int i = 0; i < size / 2; ++i) operation();

    build_.drive(early, chance(2) ? constant(8) : build_.not_(constant(8)));
    build_.write_port(memory, clock, any(4), any(8), any(1));
    for (const NodeId reg : registers) build_.drive(reg, any(build_.module().width(reg)));
    for (int i = 0; i < 6; ++i) build_.output(fmt::format("out{}", i), pool_[pool_.size() - 1 - pick(12)]);
    Process& process = build_.process(ProcessKind::assert_, "check", clock, any(1), any(1), "{}");
    process.arguments.push_back(any(8));
  }

 private:
  size_t pick(size_t count) { return random_() % count; }
  bool chance(size_t of) { return pick(of) == 0; }

  NodeId keep(NodeId node) {
    by_width_[build_.module().width(node)].push_back(node);
    pool_.push_back(node);
    return node;
  }

  NodeId constant(uint32_t width) {
    switch (pick(4)) {
      case 0:
        return build_.module().constant(Bits(width));
      case 1:
        return build_.module().constant(Bits::ones(width));
      case 2:
        return build_.module().constant(Bits(width, 1));
      default:
        return build_.module().constant(Bits(width, random_()));
    }
  }

  NodeId any(uint32_t width) {
    const std::vector<NodeId>& candidates = by_width_[width];
    if (candidates.empty() || chance(8)) return constant(width);
    // Recent nodes more often, so that there are deep cones.
    return candidates[candidates.size() - 1 -
                      pick(chance(2) ? candidates.size() : std::min<size_t>(candidates.size(), 4))];
  }

  NodeId any() { return pool_[pool_.size() - 1 - pick(chance(2) ? pool_.size() : std::min<size_t>(pool_.size(), 8))]; }

  uint32_t width_of(NodeId node) { return build_.module().width(node); }

  void operation() {
    Module& module = build_.module();
    const NodeId a = any();
    const uint32_t width = width_of(a);
    switch (pick(22)) {
      case 0:
        keep(build_.not_(a));
        break;
      case 1:
        keep(build_.and_(a, any(width)));
        break;
      case 2:
        keep(build_.or_(a, any(width)));
        break;
      case 3:
        keep(build_.xor_(any(width), a));
        break;
      case 4:
        keep(build_.add(a, any(width)));
        break;
      case 5:
        keep(build_.make(Op::sub, {any(width), a}));
        break;
      case 6: {
        const NodeId b = any(chance(2) ? 8 : 1);
        if (width + width_of(b) < 150) keep(build_.make(chance(2) ? Op::mul_u : Op::mul_s, {a, b}));
        break;
      }
      case 7: {
        static constexpr Op ops[] = {Op::div_u, Op::div_s, Op::rem_u, Op::rem_s};
        keep(build_.make(ops[pick(4)], {a, any(width)}));
        break;
      }
      case 8:
        keep(build_.make(chance(2) ? Op::eq : Op::ne, {any(width), a}));
        break;
      case 9: {
        static constexpr Op ops[] = {Op::lt_u, Op::le_u, Op::lt_s, Op::le_s};
        keep(build_.make(ops[pick(4)], {a, any(width)}));
        break;
      }
      case 10: {
        static constexpr Op ops[] = {Op::shl, Op::shr_u, Op::shr_s};
        keep(build_.make(ops[pick(3)], {a, any(chance(2) ? 4 : 8)}));
        break;
      }
      case 11:
        if (width < 100) keep(build_.cat({a, any(), a}));
        break;
      case 12:
      case 13: {
        const auto low = static_cast<uint32_t>(pick(width + 1));
        keep(module.slice(a, low, static_cast<uint32_t>(pick(width - low + 1))));
        break;
      }
      case 14:
        if (width < 100) keep(module.zext(a, width + static_cast<uint32_t>(pick(9))));
        break;
      case 15:
        if (width < 100) keep(module.sext(a, width + static_cast<uint32_t>(pick(9))));
        break;
      case 16:
      case 17:
        keep(build_.mux(any(1), a, any(width)));
        break;
      case 18: {
        std::vector<NodeId> operands = {any(chance(3) ? 1 : 4)};
        for (size_t i = pick(5) + 1; i-- > 0;) operands.push_back(chance(2) ? a : any(width));
        keep(module.make(Op::select, operands));
        break;
      }
      case 19: {
        static constexpr Op ops[] = {Op::reduce_and, Op::reduce_or, Op::reduce_xor};
        keep(build_.make(ops[pick(3)], {a}));
        break;
      }
      case 20: {
        const NodeId wire = build_.wire(fmt::format("w{}", pool_.size()), width);
        build_.drive(wire, a);
        keep(wire);
        break;
      }
      default:
        if (chance(4)) {
          keep(module.make(Op::dont_care, {}, kNoLocation, 8));
        } else {
          // Two slices that belong together, or just miss each other.
          const auto cut = static_cast<uint32_t>(pick(width + 1));
          const uint32_t overlap = cut > 0 && chance(3) ? 1 : 0;
          keep(build_.cat({module.slice(a, cut - overlap, width - cut + overlap), module.slice(a, 0, cut)}));
        }
        break;
    }
  }

  void instance(const Build& child) {
    std::vector<std::pair<std::string, NodeId>> inputs;
    for (const Signal& port : child.module().signals) {
      if (port.kind != SignalKind::input) continue;
      const SignalId own = build_.module().find_signal(port.name);
      const bool is_clock = port.timing.kind != PortTiming::Kind::default_clock;
      inputs.emplace_back(port.name, is_clock ? build_.module().read(own) : any(port.width));
    }
    for (const NodeId output : build_.instance(fmt::format("u{}", pool_.size()), child, inputs)) keep(output);
  }

  Build build_;
  std::mt19937_64 random_;
  std::vector<NodeId> pool_;
  std::map<uint32_t, std::vector<NodeId>> by_width_;
};

Bits random_bits(std::mt19937_64& random, uint32_t width) {
  const uint64_t words[] = {random(), random()};
  return random() % 4 == 0 ? Bits(width, random() % 3) : Bits::from_words(width, words);
}

}  // namespace

std::unique_ptr<Design> random_design(uint64_t seed, int size) {
  auto design = std::make_unique<Design>();
  Generator leaf(*design, "Leaf", seed);
  leaf.run(size, {});
  Generator other(*design, "Other", seed % 2 == 0 ? seed : seed + 1000);
  other.run(size, {&leaf.build()});
  Generator top(*design, "Top", seed + 7);
  top.run(size, {&leaf.build(), &other.build(), &leaf.build()});
  return design;
}

void check_keeps_behaviour(int count, const std::function<void(Design&)>& change) {
  const char* const given = std::getenv("BURIN_TEST_SEED");
  const uint64_t first = given != nullptr ? std::strtoull(given, nullptr, 0) : 1;
  for (uint64_t seed = first; seed < first + static_cast<uint64_t>(count); ++seed) {
    const auto before = random_design(seed, 60);
    const auto after = random_design(seed, 60);
    change(*after);
    Simulation left(*before);
    Simulation right(*after);
    std::mt19937_64 random(seed);
    for (int cycle = 0; cycle < 6; ++cycle) {
      for (const Signal& signal : before->top_module().signals) {
        if (signal.kind != SignalKind::input) continue;
        const Bits value = random_bits(random, signal.width);
        left.set(signal.name, value);
        right.set(signal.name, value);
      }
      const std::string expected = left.observe();
      const std::string got = right.observe();
      if (expected != got) {
        INFO("BURIN_TEST_SEED=" << seed << " cycle " << cycle);
        REQUIRE(expected == got);
      }
      left.step();
      right.step();
    }
    // What a pass leaves must be what the text form accepts: ids, widths and references hold.
    CHECK_NOTHROW(parse(print(*after)));
  }
}

}  // namespace burin::test
