// SPDX-License-Identifier: Apache-2.0
//! @file dsig_test.h
//! @brief What `burin simulate dsig-registers` and `burin flow` check of the register file, on any engine and netlist.
#pragma once

#include "burin/cli/design.h"
#include "burin/sim/bus/axi_lite.h"
#include "designs/dsig/register_file.h"

namespace burin::dsig {

/// Writes every argument, reads what can be read, starts a session and finds the arguments locked.
inline void self_test(sim::Bench<RegisterFile>& bench) {
  sim::AxiLiteDriver bus(bench, bench->s_axi_control, {.seed = 1, .stalls_per_mille = 300});
  const auto expect_read = [&](uint64_t offset, uint64_t expected, std::string_view what) {
    const sim::BusAnswer answer = bus.read(offset);
    cli::expect(!answer.error, "a read is answered with an error");
    cli::expect_equal(answer.data, expected, what);
  };
  bench.reset();
  bench.set(bench->status.frames_signed, 0x12345678);
  bench.set(bench->status.ticks, Bits(64, 0x3'00000004));
  expect_read(0x200, 0x31555344, "MAGIC");
  expect_read(0x230, 0x12345678, "SIGNED");
  expect_read(0x210, 4, "TICKS lo");
  expect_read(0x214, 3, "TICKS hi");
  expect_read(0xffc, 0, "an unmapped address");

  const auto write_all = [&](uint64_t seed) {
    for (uint64_t offset = 0x010; offset < 0x1c4; offset += 4) bus.post_write(offset, (seed * offset) & 0xffffffff);
    bus.finish();
  };
  const auto check_all = [&](uint64_t seed) {
    const auto word = [&](uint64_t offset) { return (seed * offset) & 0xffffffff; };
    cli::expect_equal(bench.get_u64(bench->arguments.sign_count), word(0x010), "sign_count");
    cli::expect_equal(bench.get_u64(bench->arguments.epoch), word(0x020) | word(0x024) << 32, "epoch");
    for (uint32_t w = 0; w < 8; ++w) {
      cli::expect_equal(bench.get(bench->arguments.seed).slice(32 * w, 32).to_uint64(), word(0x050 + 4 * w), "seed");
      cli::expect_equal(bench.get(bench->keys[7]).slice(32 * w, 32).to_uint64(), word(0x160 + 4 * w), "key 7");
    }
  };
  write_all(0x01234567);
  check_all(0x01234567);
  expect_read(0x050, 0, "a secret");
  bus.write(0x000, 1);
  cli::expect_equal(bench.get_u64(bench->start), 1, "start");
  write_all(0x89abcdef);
  check_all(0x01234567);
}

}  // namespace burin::dsig
