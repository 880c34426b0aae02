// SPDX-License-Identifier: Apache-2.0
//! @file harness.h
//! @brief Proofs in tests: a design must be proven, and a broken copy of it must be found out.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "burin/cli/proof.h"
#include "burin/lib/formal/scoreboard.h"
#include "burin/lib/streams.h"

namespace burin::test {

using Word = UInt<2>;  ///< What a block only hands on is proven for every width with one that can tell values apart.

inline cli::ProofRequest quick_proof(flows::ProofMode mode, uint32_t depth) {
  cli::ProofRequest request;
  request.options.mode = mode;
  request.options.depth = depth;
  request.options.timeout = std::chrono::seconds(400);
  return request;
}

/// Everything that `M` asserts holds for ever.
template <typename M>
void check_proven(const typename detail::ConfigOf<M>::type& config = {}, uint32_t depth = 10) {
  const cli::ProofReport report = cli::prove<M>(config, quick_proof(flows::ProofMode::induction, depth));
  INFO(report.text());
  CHECK(report.ok());
}

/// What is wrong with a copy of a module: one of its drivers.
struct Fault {
  enum class Kind : uint8_t {
    stuck,     ///< A register never changes.
    inverted,  ///< All bits of a signal are turned over.
    zero,      ///< All bits of a signal are always 0.
    one,       ///< All bits of a signal are always 1.
  };
  std::string module;  ///< How the C++ type of the module begins.
  std::string signal;  ///< A register, output or wire of it.
  Kind kind = Kind::stuck;

  [[nodiscard]] std::string text() const {
    static constexpr const char* kTexts[] = {"stuck", "inverted", "always 0", "always 1"};
    return fmt::format("{} of {} is {}", signal, module, kTexts[static_cast<int>(kind)]);
  }
};

/// Puts `fault` into all modules that it fits.
inline void break_design(ir::Design& design, const Fault& fault) {
  bool is_found = false;
  for (const auto& module : design.modules) {
    const ir::SignalId id = module->find_signal(fault.signal);
    if (!module->base_name.starts_with(fault.module) || id == ir::kNone) continue;
    const ir::NodeId driver = module->signals[id].driver;
    REQUIRE_MESSAGE(driver != ir::kNone, fault.signal, " of ", fault.module, " has no driver");
    ir::NodeId broken = ir::kNone;
    switch (fault.kind) {
      case Fault::Kind::stuck:
        REQUIRE(module->signals[id].kind == ir::SignalKind::reg);
        broken = module->read(id);
        break;
      case Fault::Kind::inverted:
        broken = module->make(ir::Op::bit_not, {driver});
        break;
      case Fault::Kind::zero:
        broken = module->constant(Bits(module->signals[id].width));
        break;
      case Fault::Kind::one:
        broken = module->make(ir::Op::bit_not, {module->constant(Bits(module->signals[id].width))});
        break;
    }
    module->signals[id].driver = broken;
    is_found = true;
  }
  REQUIRE_MESSAGE(is_found, fault.module, " has no ", fault.signal);
}

/// A copy of `M` with `fault` fails, and the simulator fails in the same way.
template <typename M>
void check_broken(const typename detail::ConfigOf<M>::type& config, const Fault& fault, uint32_t depth = 8) {
  const Elaboration<M> made = elaborate<M>(config);
  break_design(*made.design, fault);
  const cli::ProofReport report = cli::prove(*made.design, fault.module, quick_proof(flows::ProofMode::bmc, depth));
  INFO(fault.text(), "\n", report.text());
  CHECK_FALSE(report.timed_out);
  bool has_failed = false;
  for (const cli::ProvenCheck& check : report.checks) {
    if (check.verdict != flows::Verdict::fails) continue;
    has_failed = true;
    REQUIRE(check.example.has_value());
    CHECK(check.example->confirmed);
    CHECK_FALSE(check.example->rows.empty());
  }
  CHECK(has_failed);
}

/// The same for a register that never changes.
template <typename M>
void check_broken(const typename detail::ConfigOf<M>::type& config, const std::string& module, const std::string& name,
                  uint32_t depth = 8) {
  check_broken<M>(config, Fault{module, name}, depth);
}

/// A block with one stream in and one out, between a producer that keeps its promises and a consumer that is free.
template <typename Block>
struct OneToOne {
  struct Config {
    typename Block::Config block = {};
    int capacity = 1;  ///< Most values in the block.
    /// A value that is in the block is on offer in this cycle of its stay at the latest, or one after it; 0: whenever.
    int offers_within = 0;
    int takes_within = 0;  ///< A block with room is ready in this cycle of waiting at the latest; 0: whenever.
  };
  Config config;

  StreamIn<Word> in;
  StreamOut<Word> out;

  Instance<Block> block{config.block};
  Instance<Scoreboard<Word>> order{{.capacity = config.capacity}};
  Reg<UInt<4>> hidden{0};   // cycles in which nothing was on offer though something is in the block
  Reg<UInt<4>> refused{0};  // cycles in which the block was not ready though it had room

  void logic() {
    connect(in, block->in);
    connect(block->out, out);
    assume_stream(in);
    assert_stream(out);
    order->enters = in.fire();
    order->entering = in.payload;
    order->leaves = out.fire();
    order->leaving = out.payload;
    in_time(order->held == 0, out.valid, config.offers_within, hidden, "what is in the block comes out");
    in_time(order->held == config.capacity, in.ready, config.takes_within, refused,
            "nothing waits while there is room");
  }

  /// Unless `excused`, `done` comes in one of `limit` cycles.
  void in_time(const Bool& excused, const Bool& done, int limit, Reg<UInt<4>>& waited, const char* message) {
    if (limit == 0) return;
    IF (~excused & ~done) {
      assert_(waited < limit - 1, message);
      waited = waited + 1;
    }
    ELSE { waited = 0; }
  }
};

}  // namespace burin::test
