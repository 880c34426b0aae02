// SPDX-License-Identifier: Apache-2.0
//! @file harness.h
//! @brief Proofs in tests: a design must be proven, and a broken copy of it must be found out.
#pragma once

#include <doctest/doctest.h>

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

/// A copy of `M` in which register `name` of the module whose C++ type begins with `type` never changes fails, and the
/// simulator fails in the same way.
template <typename M>
void check_broken(const typename detail::ConfigOf<M>::type& config, const std::string& type, const std::string& name,
                  uint32_t depth = 8) {
  const Elaboration<M> made = elaborate<M>(config);
  bool is_found = false;
  for (const auto& module : made.design->modules) {
    const ir::SignalId id = module->find_signal(name);
    if (!module->base_name.starts_with(type) || id == ir::kNone) continue;
    REQUIRE(module->signals[id].kind == ir::SignalKind::reg);
    module->signals[id].driver = module->read(id);
    is_found = true;
  }
  REQUIRE_MESSAGE(is_found, type, " has no register ", name);
  const cli::ProofReport report = cli::prove(*made.design, type, quick_proof(flows::ProofMode::bmc, depth));
  INFO(name, " of ", type, " is stuck\n", report.text());
  CHECK_FALSE(report.ok());
  for (const cli::ProvenCheck& check : report.checks) {
    if (check.verdict != flows::Verdict::fails) continue;
    REQUIRE(check.example.has_value());
    CHECK(check.example->confirmed);
    CHECK_FALSE(check.example->rows.empty());
  }
}

/// A block with one stream in and one out, between a producer that keeps its promises and a consumer that is free.
template <typename Block>
struct OneToOne {
  struct Config {
    typename Block::Config block = {};
    int capacity = 1;             ///< Most values in the block.
    bool offers_at_once = false;  ///< What is in the block is on offer.
  };
  Config config;

  StreamIn<Word> in;
  StreamOut<Word> out;

  Instance<Block> block{config.block};
  Instance<Scoreboard<Word>> order{{.capacity = config.capacity}};

  void logic() {
    connect(in, block->in);
    connect(block->out, out);
    assume_stream(in);
    assert_stream(out);
    order->enters = in.fire();
    order->entering = in.payload;
    order->leaves = out.fire();
    order->leaving = out.payload;
    if (config.offers_at_once) assert_(out.valid | (order->held == 0), "nothing gets lost in the block");
  }
};

}  // namespace burin::test
