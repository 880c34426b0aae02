// SPDX-License-Identifier: Apache-2.0
//! @file observe.h
//! @brief Looking at a running design: which signals there are, and who is told when they change.
//!
//! An `ObservedEngine` around any engine compares the values of all signals once for each moment of simulated time and
//! tells its observers (wave files, coverage) what changed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "burin/base/location.h"
#include "burin/ir/ir.h"
#include "burin/sim/engine_adapter.h"

namespace burin::sim {

/// A group of signals with a name.
struct WaveScope {
  enum class Kind : uint8_t { module, bundle };  ///< `bundle`: the parts of a bundle or of a vector.
  std::string name;
  Kind kind = Kind::module;
  std::string module;             ///< Verilog name of the module, of an instance.
  std::vector<uint32_t> scopes;   ///< Inside it: indices into `WaveCatalog::scopes`.
  std::vector<uint32_t> signals;  ///< Inside it: indices into `WaveCatalog::signals`.
};

/// A signal or a memory's word that can be looked at.
struct WaveSignal {
  /// `branch`: a mark of coverage, of two bits (@see mark_branches); it is in no scope.
  enum class Kind : uint8_t { input, output, inout, wire, reg, word, branch };
  std::string path;  ///< For `Engine::get_internal`; of a word the memory's.
  std::string name;  ///< In its scope.
  Kind kind = Kind::wire;
  uint32_t width = 0;                 ///< At least 1.
  ir::TypeId type = ir::kNone;        ///< `kNone` where unknown.
  LocationId location = kNoLocation;  ///< Of the declaration.
  uint64_t address = 0;               ///< Of a word.
  std::optional<PortId> port;         ///< Of the top module, by the engine's numbers.
  bool is_clock = false;              ///< A top module's input that is a clock.
  uint32_t same_as = ir::kNone;       ///< The signal whose value it always has, like the port of an instance that of
                                      ///< what is connected there; samples have that signal only.
};

/// Which signals are looked at.
struct CatalogOptions {
  bool internals = true;  ///< Signals inside, not only the ports.
  bool made_up = false;   ///< Also wires that the designer gave no name.
  bool memories = false;  ///< Also the words of memories, those with more than 4,096 words left out. Slow.
};

/// All signals of a design that are looked at, as the designer grouped them: instances, and in them bundles and
/// vectors by the names of the C++ objects. Scope 0 is the top module.
struct WaveCatalog {
  std::vector<WaveScope> scopes;
  std::vector<WaveSignal> signals;
  const ir::Design* design = nullptr;  ///< Of types and locations; outlives the catalog.

  /// The signals of `design` under the ports of `engine`.
  WaveCatalog(ir::Design& design, const Engine& engine, const CatalogOptions& options);
  /// The signal in samples that has the value of `signal`: itself or `same_as`.
  [[nodiscard]] uint32_t source(uint32_t signal) const {
    return signals[signal].same_as == ir::kNone ? signal : signals[signal].same_as;
  }
  /// The enumeration behind a signal, or null.
  [[nodiscard]] const ir::Type* enumeration(const WaveSignal& signal) const;
};

/// The values of all signals of a catalog at one moment.
struct WaveSample {
  uint64_t time = 0;                     ///< Ticks.
  std::span<const uint32_t> changed;     ///< Signals that changed since the sample before; all of them in the first.
  std::span<const uint32_t> first_word;  ///< By signal: where its words begin in `now` and `before`.
  const uint64_t* now = nullptr;     ///< 64-bit words, least significant first, `(width + 63) / 64` for each signal.
  const uint64_t* before = nullptr;  ///< The same in the sample before, right for changed signals only.

  [[nodiscard]] const uint64_t* value(uint32_t signal) const { return now + first_word[signal]; }
  [[nodiscard]] const uint64_t* old_value(uint32_t signal) const { return before + first_word[signal]; }
};

/// One who is told what a design does.
class Observer {
 public:
  virtual ~Observer();
  /// The signals, and their values at the start.
  virtual void begin(const WaveCatalog& catalog, const WaveSample& sample) = 0;
  /// Values settled at `sample.time`, which is later than the time before. Called when the design moves on from there.
  virtual void change(const WaveSample& sample) = 0;
  /// What the design says. `change` follows at once for a failed assertion or assumption.
  virtual void event(const Event& event);
  /// The text to add to the message of a failed assertion; "" for nothing.
  [[nodiscard]] virtual std::string note_on_failure(const Event& event);
  /// There will be no more. Files are completed here. @throws UserError when that fails.
  virtual void finish(uint64_t time) = 0;
};

/// How an `ObservedEngine` looks and counts time.
struct ObserveOptions {
  CatalogOptions catalog = {};
  /// Ticks of a full clock where nobody states times (@see Engine::at_time): each change of a clock takes half of it.
  uint64_t period = 10;
};

/// Hands everything on to another engine and tells observers what happens.
///
/// The observed times are those of `at_time`, or else move on by half a period with each evaluation in which a clock
/// input changes (with each evaluation, where the design has none). Inputs that are set before a clock edge are seen at
/// the time before that edge, together with what follows from them without a clock. Evaluations at one time are one
/// moment: its last values are seen.
class ObservedEngine final : public EngineAdapter {
 public:
  /// `design` is the one that `engine` runs; it outlives this object.
  ObservedEngine(std::unique_ptr<Engine> engine, ir::Design& design, const ObserveOptions& options = {});
  /// Completes what `finish` has not; errors are lost then.
  ~ObservedEngine() override;

  /// Adds an observer; it is told the values of now at once.
  void add(std::shared_ptr<Observer> observer);
  /// Tells the observers the last values and lets go of them. @throws UserError of the first that fails.
  void finish();
  /// Ticks since the start.
  [[nodiscard]] uint64_t time() const;
  /// Ticks of a full clock. @see ObserveOptions::period
  [[nodiscard]] uint64_t period() const;
  [[nodiscard]] const WaveCatalog& catalog() const;

  void evaluate() override;
  void restart() override;
  void at_time(uint64_t ticks) override;
  void restore(const Snapshot& snapshot) override;
  void set_internal(std::string_view path, const Bits& value) override;
  void poke_memory(std::string_view path, uint64_t address, const Bits& value) override;
  [[nodiscard]] std::vector<Storage> watch(std::span<const std::string> paths) override;

 protected:
  void do_set(PortId port, const Bits& value) override;
  void do_set_u64(PortId port, uint64_t value) override;
  /// Edge by edge: each is a moment of its own.
  void do_step(PortId clock, uint64_t cycles) override {
    Engine::do_step(clock, cycles);  // NOLINT(bugprone-parent-virtual-call)
  }
  void on_event(const Event& event) override;

 private:
  struct Parts;
  void look();

  std::unique_ptr<Parts> parts_;
};

}  // namespace burin::sim
