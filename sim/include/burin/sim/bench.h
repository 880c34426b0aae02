// SPDX-License-Identifier: Apache-2.0
//! @file bench.h
//! @brief Test benches in C++ against the typed ports of a module, on any engine.
//!
//! ```
//! Bench<Counter> bench({.width = 4});
//! bench.reset();
//! bench.set(bench->enable, true);
//! bench.step(3);
//! CHECK(bench.get_u64(bench->count) == 3);
//! ```
#pragma once

#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "burin/burin.h"
#include "burin/sim/clocks.h"
#include "burin/sim/engine.h"
#include "burin/sim/engine_factory.h"
#include "burin/sim/observe.h"
#include "burin/sim/values.h"
#include "burin/sim/waves.h"

namespace burin::sim {

/// How a bench runs its design.
enum class EngineKind : uint8_t {
  interpreter,  ///< The reference interpreter: starts at once, slow.
  native,       ///< Machine code made in this process: starts at once, fast.
  verilator,    ///< The generated Verilog in Verilator: takes seconds to build, then is fast; builds are cached.
};

/// The engine that is taken when none is named: the fast one where there is one for this kind of processor.
#if defined(__x86_64__)
inline constexpr EngineKind kDefaultEngine = EngineKind::native;
#else
inline constexpr EngineKind kDefaultEngine = EngineKind::interpreter;
#endif

/// The name as on the command line.
std::string_view engine_name(EngineKind kind);

/// What an engine for a bench may be told.
struct BenchOptions {
  PowerUp power_up = {};                                ///< What state without a stated value holds at time zero.
  bool internals = false;                               ///< Access to signals inside under Verilator; costs speed.
  ElaborateOptions elaborate = {};                      ///< For the elaboration.
  std::function<void(std::string_view)> progress = {};  ///< Told what a long build does.
};

/// An engine for a design, which must outlive it.
/// @throws UserError when a tool that it needs is missing or fails.
std::unique_ptr<Engine> make_engine(ir::Design& design, EngineKind kind, const BenchOptions& options = {});

/// Whether a transfer of a stream is offered or taken in a cycle; for random stalls.
class Stalls {
 public:
  /// Never stalls.
  Stalls() = default;
  /// Stalls in `per_mille` of 1,000 cycles on average; equal seeds give equal stalls.
  Stalls(uint64_t seed, uint32_t per_mille) : generator_(seed), per_mille_(per_mille) {}
  /// Decides for the next cycle.
  bool stalled() { return per_mille_ != 0 && generator_() % 1000 < per_mille_; }

 private:
  std::mt19937_64 generator_{0};
  uint32_t per_mille_ = 0;
};

/// A bench without the type of its module.
class BenchCore {
 public:
  /// @param engine runs the design; its default clock and reset are found by their names, where there are any.
  /// @param design the one that it runs, which outlives the bench; null: there will be no waves and no coverage.
  BenchCore(std::unique_ptr<Engine> engine, const detail::PlaceMap& places, ir::Design* design = nullptr);

  [[nodiscard]] Engine& engine() { return *engine_; }

  /// Sets an input, or a field of one. It takes effect with the next `settle` or `step`.
  void set(const detail::Value& port, const Stimulus& value);
  /// Sets a whole input of any type from its packed bits.
  void set_packed(const detail::Object& port, const Bits& value);

  /// The value of a port, register or wire, or of a field of one, as of the last `settle` or `step`.
  [[nodiscard]] Bits get(const detail::Value& object);
  /// The same for at most 64 bits.
  [[nodiscard]] uint64_t get_u64(const detail::Value& object) { return get(object).to_uint64(); }
  /// The same as a two's complement number.
  [[nodiscard]] int64_t get_i64(const detail::Value& object) { return get(object).to_int64(); }
  /// The packed bits of a whole object of any type.
  [[nodiscard]] Bits get_packed(const detail::Object& object);
  /// The value of a port or of a signal inside by its Verilog name, "core.state_a".
  [[nodiscard]] Bits get(std::string_view path) { return read_path(std::string(path)); }
  /// Sets an input, or overwrites a register inside, by its Verilog name.
  void set(std::string_view path, const Bits& value);

  /// The word of a memory at `address`, packed. @throws UserError for an address beyond its depth.
  [[nodiscard]] Bits peek(const detail::MemoryCore& memory, uint64_t address) {
    return engine_->peek_memory(places_.find(memory), address);
  }
  /// Overwrites the word of a memory; what reads it follows with the next `settle` or `step`.
  void poke(const detail::MemoryCore& memory, uint64_t address, const Bits& value) {
    engine_->poke_memory(places_.find(memory), address, value);
  }

  /// The engine's port behind a whole scalar port of the top module, found once: for loops that have no time to look
  /// it up in each cycle. @throws UserError when `port` is something else.
  [[nodiscard]] PortId port(const detail::Value& port) const;

  /// Lets combinational logic follow the inputs.
  void settle() { engine_->evaluate(); }
  /// `cycles` of the default clock.
  void step(uint64_t cycles = 1);
  /// Holds the default reset active for `cycles`.
  void reset(uint64_t cycles = 1);
  /// Steps until `condition` is 1 after settling. @throws UserError when it is not within `limit` cycles.
  void wait_for(const detail::Value& condition, uint64_t limit = 10'000);
  /// Steps until `condition` holds. @throws UserError when it does not within `limit` cycles.
  void run_until(const std::function<bool()>& condition, uint64_t limit = 1'000'000);
  /// Cycles of the default clock since the bench was made.
  [[nodiscard]] uint64_t cycles() const { return cycles_; }

  /// `agent` acts in each cycle of the default clock until it is detached. @see StreamDriver
  void attach(ClockAgent& agent) { agents_.push_back(&agent); }
  void detach(ClockAgent& agent) { std::erase(agents_, &agent); }
  /// Clocks at their own pace, for designs with several; `step` and `reset` are for designs with one.
  [[nodiscard]] Clocks& clocks();

  /// The state of now. Not part of it: what drivers and monitors of streams hold, and the time of `clocks()`.
  struct State {
    std::shared_ptr<const Snapshot> snapshot;
    uint64_t cycles = 0;
  };
  /// @throws UserError where the engine cannot.
  [[nodiscard]] State save() { return {engine_->snapshot(), cycles_}; }
  /// Goes back to a state of this bench.
  void restore(const State& state) {
    engine_->restore(*state.snapshot);
    cycles_ = state.cycles;
  }

  /// Puts the engine under observation, once, for waves and coverage; `options` of later calls are not looked at.
  ObservedEngine& observe(const ObserveOptions& options = {});
  /// Writes waves from now on to a ".vcd" or ".fst" file, which is complete when the bench dies or `finish` is called.
  void record(const std::filesystem::path& path, const WaveOptions& options = {});
  /// Keeps the last `cycles` of the default clock and writes them as waves when an assertion fails.
  std::shared_ptr<WaveRing> record_failures(const std::filesystem::path& path, uint64_t cycles = 100,
                                            const WaveOptions& options = {});
  /// Completes wave files and coverage. @throws UserError when one cannot be written.
  void finish();

  /// Hands `value` to a stream: raises valid, waits for ready, and lets go after the transfer. Packed bits.
  /// @throws UserError when it is not taken within `limit` cycles.
  template <typename T>
  void send(const StreamIn<T>& stream, const Stimulus& value, uint64_t limit = 10'000) {
    send(stream.payload, stream.valid, stream.ready, value, limit);
  }
  /// Takes the next value of a stream. @throws UserError when none comes within `limit` cycles.
  template <typename T>
  Bits receive(const StreamOut<T>& stream, uint64_t limit = 10'000) {
    return receive(stream.payload, stream.valid, stream.ready, limit);
  }
  /// Sends all `inputs` and takes `count` outputs, both with stalls of their own.
  /// @throws UserError when it is not done within `limit` cycles.
  template <typename A, typename B>
  std::vector<Bits> transfer(const StreamIn<A>& in, const std::vector<Bits>& inputs, const StreamOut<B>& out,
                             size_t count, Stalls input_stalls = {}, Stalls output_stalls = {},
                             uint64_t limit = 1'000'000) {
    return transfer(in.payload, in.valid, in.ready, inputs, out.payload, out.valid, out.ready, count, input_stalls,
                    output_stalls, limit);
  }

 private:
  void send(const detail::Object& payload, const detail::Value& valid, const detail::Value& ready,
            const Stimulus& value, uint64_t limit);
  Bits receive(const detail::Object& payload, const detail::Value& valid, const detail::Value& ready, uint64_t limit);
  std::vector<Bits> transfer(const detail::Object& in_payload, const detail::Value& in_valid,
                             const detail::Value& in_ready, const std::vector<Bits>& inputs,
                             const detail::Object& out_payload, const detail::Value& out_valid,
                             const detail::Value& out_ready, size_t count, Stalls& input_stalls, Stalls& output_stalls,
                             uint64_t limit);
  Bits read_path(const std::string& path);
  void set_named(const std::string& name, const Bits& value);

  void cycle();

  std::unique_ptr<Engine> engine_;
  detail::PlaceMap places_;
  ir::Design* design_ = nullptr;
  ObservedEngine* observed_ = nullptr;  // engine_, when it is one
  std::vector<ClockAgent*> agents_;
  std::optional<Clocks> clocks_;
  std::optional<PortId> clock_;
  std::optional<PortId> reset_;
  bool reset_low_ = false;
  uint64_t cycles_ = 0;
};

namespace detail_bench {
/// Keeps the design alive longer than the engine, a later base, that runs it.
template <typename M>
struct Holder {
  Elaboration<M> elaboration;
};
}  // namespace detail_bench

/// A bench for module `M`.
template <typename M>
class Bench : private detail_bench::Holder<M>, public BenchCore {
 public:
  using Config = typename detail::ConfigOf<M>::type;
  /// Makes an engine for an elaborated design: how generated netlists get under the same bench.
  using MakeEngine = std::function<std::unique_ptr<Engine>(ir::Design&)>;

  explicit Bench(const Config& config = {}, EngineKind kind = kDefaultEngine, const BenchOptions& options = {},
                 const Where& where = Where::current())
      : Bench(elaborate<M>(config, options.elaborate, where),
              [&](ir::Design& design) { return make_engine(design, kind, options); }) {}
  Bench(const Config& config, const MakeEngine& make, const Where& where = Where::current())
      : Bench(elaborate<M>(config, {}, where), make) {}
  /// A template, so that in `Bench<M>({}, make)` the braces can only mean a configuration.
  template <std::same_as<Elaboration<M>> E>
  Bench(E elaboration, const MakeEngine& make)
      : detail_bench::Holder<M>{std::move(elaboration)},
        BenchCore(make(*this->elaboration.design), this->elaboration.places, this->elaboration.design.get()) {}

  /// The module, for its ports: `bench->enable`.
  const M* operator->() const { return &this->elaboration.top(); }
  [[nodiscard]] ir::Design& design() { return *this->elaboration.design; }
};

}  // namespace burin::sim
