// SPDX-License-Identifier: Apache-2.0
//! @file routing_test.cpp
//! @brief Blocks with several streams: arbiter, fork, join, demux, mux, filter, flows.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>

#include "burin/lib/streams.h"
#include "designs/support.h"
#include "dsl/lib/engines.h"
#include "traffic.h"

namespace burin {
namespace {

using Word = UInt<12>;

/// Where a value is bound for, and a value.
struct Routed {
  UInt<2> way;
  UInt<10> value;
};

/// All of them in one design, so that one build of Verilator serves all.
struct Routing {
  List<StreamIn<Beat<Word>>> fair{3};
  StreamOut<Beat<Word>> fair_out;
  List<StreamIn<Beat<Word>>> strict{2};
  StreamOut<Beat<Word>> strict_out;
  List<StreamIn<Beat<Word>>> packets{3};
  StreamOut<Beat<Word>> packets_out;

  StreamIn<Word> eager;
  List<StreamOut<Word>> eager_out{3};
  StreamIn<Word> lazy;
  List<StreamOut<Word>> lazy_out{2};

  StreamIn<Word> left;
  StreamIn<UInt<4>> right;
  StreamOut<Joined<Word, UInt<4>>> both;

  StreamIn<Routed> routed;
  List<StreamOut<Routed>> ways{3};
  List<StreamIn<Word>> chosen{3};
  In<UInt<2>> choice;
  StreamOut<Word> chosen_out;

  StreamIn<Word> mixed;
  StreamOut<Word> odd;

  StreamIn<Word> source;
  StreamOut<Word> caught;
  Out<Bool> lost;

  void logic() {
    arbitrate(fair, {.checks = true}) >> fair_out;
    arbitrate(strict, {.policy = Arbitration::fixed, .checks = true}) >> strict_out;
    arbitrate(packets, {.packets = true, .checks = true}) >> packets_out;

    const auto copies = eager >> fork<3>();
    for (size_t i = 0; i < copies.size(); ++i) copies[i] >> checked() >> eager_out[i];
    const auto lazy_copies = lazy >> fork(2, Fork::lazy);
    for (size_t i = 0; i < lazy_copies.size(); ++i) lazy_copies[i] >> lazy_out[i];

    join(left, right) >> both;

    const auto split = routed >> demux(3, [](const Routed& r) { return r.way; });
    for (size_t i = 0; i < split.size(); ++i) split[i] >> checked() >> ways[i];
    select_stream(choice, chosen) >> chosen_out;

    mixed >> filter([](const Word& x) { return x.bit(0); }) >> odd;
    source >> to_flow() >> register_slice() >> filter([](const Word& x) { return x != 0; }) >>
        map([](const Word& x) { return ~x; }) >> to_stream(3, lost) >> caught;
  }
};

uint64_t run(sim::EngineKind kind, uint64_t seed, int cycles) {
  sim::Bench<Routing> bench({}, kind);
  bench.reset();
  test::Traffic traffic(bench, seed);
  std::map<std::string, std::deque<Bits>> inside;
  std::map<std::string, uint64_t> arrived;
  std::vector<std::function<void()>> resets;

  const auto into = [&](const std::string& name) {
    return [&inside, name](const Bits& value) { inside[name].push_back(value); };
  };
  const auto out_of = [&](const std::string& name) {
    return [&inside, &arrived, name](const Bits& value) {
      INFO(name);
      REQUIRE(!inside[name].empty());
      REQUIRE(value == inside[name].front());
      inside[name].pop_front();
      ++arrived[name];
    };
  };
  const auto any = [&](uint32_t width) { return [&traffic, width] { return traffic.random_bits(width); }; };

  // Each value of an arbiter says where it comes from: its top two bits. Order holds for each input.
  const auto merges = [&](const std::string& name, List<StreamIn<Beat<Word>>>& in, StreamOut<Beat<Word>>& out,
                          bool whole_packets) {
    for (size_t i = 0; i < in.size(); ++i) {
      const std::string one = fmt::format("{} {}", name, i);
      traffic.send(
          in[i],
          [&traffic, i] {
            Bits value = traffic.random_bits(13);
            value.set_bit(12, (i & 2) != 0);
            value.set_bit(11, (i & 1) != 0);
            return value;
          },
          into(one));
    }
    auto open = std::make_shared<std::optional<uint64_t>>();  // the input whose packet is under way
    resets.emplace_back([open] { open->reset(); });
    traffic.receive(out, [&, open, name, whole_packets](const Bits& value) {
      const uint64_t from = value.slice(11, 2).to_uint64();
      if (whole_packets && *open) REQUIRE(**open == from);
      *open = value.bit(0) ? std::nullopt : std::optional(from);
      out_of(fmt::format("{} {}", name, from))(value);
    });
  };
  auto& top = const_cast<Routing&>(*bench.operator->());
  merges("fair", top.fair, top.fair_out, false);
  merges("strict", top.strict, top.strict_out, false);
  merges("packets", top.packets, top.packets_out, true);

  // A copy may leave before the value is taken; once it is taken all copies have left.
  traffic.send(bench->eager, any(12), into("eager"));
  std::vector<std::deque<Bits>> copies(3);
  for (size_t i = 0; i < 3; ++i) {
    traffic.receive(bench->eager_out[i], [&, i](const Bits& value) {
      copies[i].push_back(value);
      ++arrived[fmt::format("eager {}", i)];
    });
  }
  resets.emplace_back([&] {
    for (auto& copy : copies) copy.clear();
  });
  traffic.send(bench->lazy, any(12), [&](const Bits& value) {
    inside["lazy 0"].push_back(value);
    inside["lazy 1"].push_back(value);
  });
  traffic.receive(bench->lazy_out[0], out_of("lazy 0"), false);
  traffic.receive(bench->lazy_out[1], out_of("lazy 1"), false);

  traffic.send(bench->left, any(12), into("left"));
  traffic.send(bench->right, any(4), into("right"));
  traffic.receive(bench->both, [&](const Bits& value) {
    out_of("left")(value.slice(4, 12));
    out_of("right")(value.slice(0, 4));
  });

  traffic.send(
      bench->routed,
      [&] {
        Bits value = traffic.random_bits(12);
        if (value.slice(10, 2).to_uint64() == 3) value.set_bit(11, false);
        return value;
      },
      [&](const Bits& value) { inside[fmt::format("way {}", value.slice(10, 2).to_uint64())].push_back(value); });
  for (int i = 0; i < 3; ++i) traffic.receive(bench->ways[i], out_of(fmt::format("way {}", i)));

  for (int i = 0; i < 3; ++i) {
    traffic.send(bench->chosen[i], any(12), into("chosen"));
  }
  traffic.receive(bench->chosen_out, out_of("chosen"), false);  // the choice changes at any time here

  traffic.send(bench->mixed, any(12), [&](const Bits& value) {
    if (value.bit(0)) inside["odd"].push_back(value);
  });
  traffic.receive(bench->odd, out_of("odd"));

  // A value that is lost was the one that came out of the register in that cycle.
  std::deque<std::optional<Bits>> in_flow{std::nullopt};
  std::optional<Bits> sent;
  traffic.send(bench->source, any(12), [&](const Bits& value) { sent = value; });
  traffic.receive(bench->caught, out_of("caught"));
  resets.emplace_back([&] { in_flow = {std::nullopt}; });

  for (int cycle = 0; cycle < cycles; ++cycle) {
    if (traffic.random()() % 200 == 0) {
      traffic.reset();
      for (auto& [name, queue] : inside) queue.clear();
      for (const auto& reset : resets) reset();
    }
    const test::Phase phase = test::phase_of(cycle);
    bench.set(bench->choice, traffic.random()() % 4);
    sent.reset();
    bool lost = false;
    // `lost` is looked at where the traffic settles: after it, before the clock edge, nothing of it changes.
    traffic.before_edge = [&] { lost = bench.get_u64(bench->lost) == 1; };
    traffic.cycle(phase.sends, phase.receives);
    const std::optional<Bits> now = in_flow.front();
    in_flow.pop_front();
    in_flow.push_back(sent);
    if (now && !now->is_zero()) {
      if (lost) {
        ++arrived["lost"];
      } else {
        inside["caught"].push_back(Bits(12, ~now->to_uint64() & 0xfff));
      }
    } else {
      REQUIRE(!lost);
    }
    while (!inside["eager"].empty()) {
      for (auto& copy : copies) {
        REQUIRE(!copy.empty());
        REQUIRE(copy.front() == inside["eager"].front());
        copy.pop_front();
      }
      inside["eager"].pop_front();
    }
  }
  for (const char* name :
       {"fair 0",  "fair 1",  "fair 2",  "strict 0", "strict 1", "packets 0", "packets 1", "packets 2",
        "eager 0", "eager 1", "eager 2", "lazy 0",   "lazy 1",   "left",      "right",     "way 0",
        "way 1",   "way 2",   "chosen",  "odd",      "caught",   "lost"}) {
    INFO(name);
    CHECK(arrived[name] > static_cast<uint64_t>(cycles) / 60);
  }
  CHECK(bench.engine().failures() == 0);
  return traffic.digest();
}

TEST_CASE("routing: every value arrives where it should, once and in order, on all engines") {
  test::check_on_all_engines(run, 1500, 10000);
}

TEST_CASE("routing: the Verilog is taken by Yosys, Icarus and Verilator without a word") {
  test::check_clean_verilog<Routing>();
}

// ------------------------------------------------------------------------------------------------------------- arbiter

/// The arbiter as a program: which input it takes, given what is on offer.
struct ArbiterModel {
  Arbitration policy;
  bool packets;
  size_t inputs;
  std::optional<size_t> held = {};
  size_t newest = 0;  // round robin: the input that went last; the first choice is input 0
  bool any_yet = false;

  std::optional<size_t> choose(const std::vector<bool>& offers) const {
    if (held) return offers[*held] ? held : std::nullopt;
    const size_t first = policy == Arbitration::fixed || !any_yet ? 0 : newest + 1;
    for (size_t k = 0; k < inputs; ++k) {
      const size_t i = (first + k) % inputs;
      if (offers[i]) return i;
    }
    return std::nullopt;
  }
  void after(const std::optional<size_t>& choice, bool taken, bool last) {
    if (!choice) return;
    const bool ends = !packets || last;
    held = taken && ends ? std::nullopt : choice;
    if (taken && ends) {
      newest = *choice;
      any_yet = true;
    }
  }
};

TEST_CASE("arbiter: the choice in every cycle, for each policy and number of inputs") {
  const uint64_t seed = test::test_seed();
  INFO("BURIN_TEST_SEED=", seed);
  std::mt19937_64 random(seed);
  for (const int inputs : {1, 2, 3, 4, 7}) {
    for (const Arbitration policy : {Arbitration::fixed, Arbitration::round_robin}) {
      for (const bool packets : {false, true}) {
        sim::Bench<StreamArbiter<Beat<UInt<8>>>> bench({.inputs = inputs, .policy = policy, .packets = packets});
        bench.reset();
        const auto count = static_cast<size_t>(inputs);
        ArbiterModel model{policy, packets, count};
        std::vector<bool> offers(count);
        std::vector<uint64_t> values(count);
        std::vector<int> waited(count);
        for (int cycle = 0; cycle < 800; ++cycle) {
          for (size_t i = 0; i < count; ++i) {
            if (!offers[i] && random() % 3 != 0) {
              offers[i] = true;
              values[i] = random() & 0x1ff;
            }
            bench.set(bench->in[i].valid, static_cast<bool>(offers[i]));
            bench.set_packed(bench->in[i].payload, Bits(9, values[i]));
          }
          const bool ready = random() % 3 != 0;
          bench.set(bench->out.ready, ready);
          bench.settle();
          const auto choice = model.choose(offers);
          REQUIRE(bench.get_u64(bench->out.valid) == (choice ? 1 : 0));
          for (size_t i = 0; i < count && choice; ++i)
            REQUIRE(bench.get_u64(bench->in[i].ready) == (ready && i == *choice ? 1 : 0));
          if (choice) {
            REQUIRE(bench.get_u64(bench->chosen) == *choice);
            REQUIRE(bench.get_packed(bench->out.payload) == Bits(9, values[*choice]));
          }
          const bool taken = choice && ready;
          model.after(choice, taken, choice && (values[*choice] & 1) != 0);
          for (size_t i = 0; i < count; ++i) {
            if (taken && i == *choice) {
              offers[i] = false;
              waited[i] = 0;
            } else if (taken && offers[i]) {
              ++waited[i];
              // Nobody waits for more than one turn of each of the others.
              if (policy == Arbitration::round_robin && !packets) {
                REQUIRE(waited[i] < inputs);
              }
            }
          }
          if (random() % 300 == 0) {
            bench.reset();
            model = {policy, packets, count};
            offers.assign(count, false);
            waited.assign(count, 0);
            continue;
          }
          bench.step();
        }
      }
    }
  }
}

TEST_CASE("arbiter: packets need a payload that says where they end") {
  CHECK_THROWS_WITH_AS(elaborate<StreamArbiter<Word>>({.packets = true}), doctest::Contains("without a member `last`"),
                       UserError);
}

TEST_CASE("mux and demux: an index beyond the last stream moves nothing") {
  sim::Bench<StreamMux<Word>> mux({.streams = 3});
  for (int i = 0; i < 3; ++i) mux.set(mux->in[i].valid, true);
  mux.set(mux->out.ready, true);
  mux.set(mux->index, 3);
  mux.settle();
  CHECK(mux.get_u64(mux->out.valid) == 0);
  for (int i = 0; i < 3; ++i) CHECK(mux.get_u64(mux->in[i].ready) == 0);

  sim::Bench<StreamDemux<Word>> demux({.streams = 3});
  demux.set(demux->in.valid, true);
  for (int i = 0; i < 3; ++i) demux.set(demux->out[i].ready, true);
  demux.set(demux->index, 3);
  demux.settle();
  CHECK(demux.get_u64(demux->in.ready) == 0);
  for (int i = 0; i < 3; ++i) CHECK(demux.get_u64(demux->out[i].valid) == 0);
}

TEST_CASE("fork: an eager one serves each receiver at its own time, a lazy one all at once") {
  for (const Fork kind : {Fork::eager, Fork::lazy}) {
    const StreamForkConfig<Word> config{.outputs = 2, .kind = kind};
    sim::Bench<StreamFork<Word>> bench(config);
    if (kind == Fork::eager) bench.reset();  // a lazy one has no state
    bench.set(bench->in.valid, true);
    bench.set(bench->in.payload, 5);
    bench.set(bench->out[0].ready, true);
    bench.set(bench->out[1].ready, false);
    bench.settle();
    CHECK(bench.get_u64(bench->in.ready) == 0);
    CHECK(bench.get_u64(bench->out[0].valid) == (kind == Fork::eager ? 1 : 0));
    CHECK(bench.get_u64(bench->out[1].valid) == 1);
    if (kind == Fork::eager) bench.step();
    bench.set(bench->out[1].ready, true);
    bench.settle();
    CHECK(bench.get_u64(bench->in.ready) == 1);
    CHECK(bench.get_u64(bench->out[0].valid) == (kind == Fork::eager ? 0 : 1));  // eager: it has the value already
    CHECK(bench.get_u64(bench->out[1].valid) == 1);
  }
}

}  // namespace
}  // namespace burin
