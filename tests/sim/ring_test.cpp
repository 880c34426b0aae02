// SPDX-License-Identifier: Apache-2.0
//! @file ring_test.cpp
//! @brief The waves of the last cycles before a failure.
#include <doctest/doctest.h>

#include <filesystem>

#include "burin/base/files.h"
#include "burin/sim/bench.h"
#include "burin/sim/waves.h"
#include "vcd.h"

namespace burin::sim {
namespace {

namespace fs = std::filesystem;

class Folder : public TemporaryFolder {
 public:
  Folder() : TemporaryFolder(fs::temp_directory_path(), "burin-ring-") {}
  [[nodiscard]] fs::path operator/(const std::string& name) const { return path() / name; }
};

/// Counts, and must not come to `limit`.
struct Limited {
  In<UInt<16>> limit;
  Out<UInt<16>> count;
  Out<UInt<100>> wide;
  Reg<UInt<16>> value{0};
  Reg<UInt<100>> large{0};
  Reg<Bool> odd{false};
  void logic() {
    value = value + 1;
    large = large - 1;
    odd = ~odd;
    count = value;
    wide = cat(large.bits(99, 1), odd);
    assert_(value != limit, "the limit is reached");
  }
};

TEST_CASE("a failed assertion leaves the waves of the last cycles, and its message names them") {
  const Folder folder;
  const fs::path path = folder / "failure.vcd";
  Bench<Limited> bench;
  bench.set(bench->limit, 1000);
  const std::shared_ptr<WaveRing> ring = bench.record_failures(path, 20);
  bench.reset();
  bench.step(1000);
  CHECK_FALSE(ring->written());
  CHECK_FALSE(fs::exists(path));
  bench.step(50);  // fails in the first of these
  CHECK(ring->written());
  REQUIRE(bench.engine().events().size() == 1);
  const Event& event = bench.engine().events().front();
  CHECK(event.text == "the limit is reached (waves of the last 200 x 1ns: " + path.string() + ")");
  CHECK(event.location.find("ring_test.cpp:") != std::string::npos);

  const test::Vcd vcd = test::parse_vcd(read_file(path));
  const uint64_t failure = 10 * 1001 + 5;  // one cycle of reset before
  CHECK(vcd.end >= failure);
  CHECK(vcd.end <= failure + 1);
  const test::VcdVariable& count = vcd.variables.at("Limited.value");
  CHECK(count.at(failure - 1) == Bits(16, 1000));
  CHECK(count.at(failure) == Bits(16, 1001));
  for (uint64_t back = 1; back < 20; ++back) {
    const uint64_t time = failure - 10 * back;
    CHECK(count.at(time) == Bits(16, 1001 - back));
    CHECK(vcd.variables.at("Limited.large").at(time) == bits_ops::sub(Bits(100, 0), Bits(100, 1001 - back)));
    CHECK(vcd.variables.at("Limited.clk").at(time) == Bits(1, 1));
    CHECK(vcd.variables.at("Limited.clk").at(time - 1) == Bits(1, 0));
  }
  CHECK(count.values.begin()->first >= failure - 210);
}

TEST_CASE("only the first failure is written") {
  const Folder folder;
  Bench<Limited> bench;
  bench.set(bench->limit, 5);
  bench.record_failures(folder / "failure.vcd", 4);
  bench.reset();
  bench.step(8);
  const std::string first = read_file(folder / "failure.vcd");
  bench.set(bench->limit, 20);
  bench.step(30);
  CHECK(bench.engine().failures() == 2);
  CHECK(read_file(folder / "failure.vcd") == first);
  CHECK(bench.engine().events().back().text == "the limit is reached");
}

TEST_CASE("an exception in the bench leaves them too, a run without failure none") {
  for (const bool fails : {false, true}) {
    const Folder folder;
    const fs::path path = folder / "failure.vcd";
    try {
      Bench<Limited> bench;
      bench.record_failures(path, 10);
      bench.set(bench->limit, 60'000);
      bench.step(30);
      if (fails) throw UserError("the bench found a mistake");
    } catch (const UserError&) {
      CHECK(fails);
    }
    CHECK(fs::exists(path) == fails);
    if (fails) CHECK(test::parse_vcd(read_file(path)).variables.at("Limited.value").at(295) == Bits(16, 30));
  }
}

TEST_CASE("a bench may ask for them itself, and before the window is full") {
  const Folder folder;
  Bench<Limited> bench;
  const std::shared_ptr<WaveRing> ring = bench.record_failures(folder / "failure.vcd", 1000);
  bench.set(bench->limit, 60'000);
  bench.step(3);
  bench.observe().add(wave_file(folder / "looks.vcd"));  // looks at the values of now, for the ring as well
  ring->write();
  const test::Vcd vcd = test::parse_vcd(read_file(folder / "failure.vcd"));
  CHECK(vcd.variables.at("Limited.value").at(0) == Bits(16, 0));
  CHECK(vcd.variables.at("Limited.value").at(25) == Bits(16, 3));
}

}  // namespace
}  // namespace burin::sim
