// SPDX-License-Identifier: Apache-2.0
//! @file verilator_engine.cpp
//! @brief The engine over a library that Verilator and a C++ compiler made.
#include "burin/sim/verilator_engine.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "burin/base/diagnostics.h"
#include "verilator_abi.h"
#include "verilator_build.h"
#include "verilator_messages.h"

namespace burin::sim {
namespace {

/// A loaded library and its functions. The library stays loaded as long as this lives.
class Library {
 public:
  explicit Library(const std::filesystem::path& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) return;
    const bool complete = load(create, "burin_create") && load(destroy, "burin_destroy") && load(port, "burin_port") &&
                          load(evaluate, "burin_evaluate") && load(step, "burin_step") && load(error, "burin_error") &&
                          load(find, "burin_find");
    if (!complete) close();
  }
  ~Library() { close(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  [[nodiscard]] bool loaded() const { return handle_ != nullptr; }

  abi::Create create = nullptr;
  abi::Destroy destroy = nullptr;
  abi::Port port = nullptr;
  abi::Evaluate evaluate = nullptr;
  abi::Step step = nullptr;
  abi::Error error = nullptr;
  abi::Find find = nullptr;

 private:
  template <typename Function>
  bool load(Function& function, const char* name) {
    void* address = dlsym(handle_, name);
    static_assert(sizeof function == sizeof address);
    std::memcpy(&function, &address, sizeof address);
    return address != nullptr;
  }
  void close() {
    if (handle_ != nullptr) dlclose(handle_);
    handle_ = nullptr;
  }
  void* handle_;
};

std::unique_ptr<Library> open_library(const VerilatorDesign& design, const VerilatorOptions& options) {
  auto library = std::make_unique<Library>(build_verilator_library(design, options, false));
  if (library->loaded()) return library;
  // A cached file may be damaged, or made on a machine whose libraries are different.
  const std::filesystem::path path = build_verilator_library(design, options, true);
  library = std::make_unique<Library>(path);
  if (!library->loaded()) {
    const char* reason = dlerror();
    throw UserError(fmt::format("cannot load the simulation {}: {}", path.string(),
                                reason != nullptr ? reason : "it lacks its functions"));
  }
  return library;
}

/// Words of a value in Verilator's storage: 1, 2, 4 or 8 bytes, else 32-bit words.
uint64_t load_small(const void* data, uint32_t width) {
  if (width <= 8) return *static_cast<const uint8_t*>(data);
  if (width <= 16) return *static_cast<const uint16_t*>(data);
  if (width <= 32) return *static_cast<const uint32_t*>(data);
  return *static_cast<const uint64_t*>(data);
}

void store_small(void* data, uint32_t width, uint64_t value) {
  if (width <= 8) {
    *static_cast<uint8_t*>(data) = static_cast<uint8_t>(value);
  } else if (width <= 16) {
    *static_cast<uint16_t*>(data) = static_cast<uint16_t>(value);
  } else if (width <= 32) {
    *static_cast<uint32_t*>(data) = static_cast<uint32_t>(value);
  } else {
    *static_cast<uint64_t*>(data) = value;
  }
}

Bits load_bits(const void* data, uint32_t width) {
  if (width <= 64) return Bits(width, load_small(data, width));
  const auto* words = static_cast<const uint32_t*>(data);
  std::vector<uint64_t> result((width + 63) / 64);
  for (uint32_t i = 0; i < (width + 31) / 32; ++i) result[i / 2] |= uint64_t{words[i]} << (i % 2 * 32);
  return Bits::from_words(width, result);
}

void store_bits(void* data, uint32_t width, const Bits& value) {
  if (width <= 64) {
    store_small(data, width, value.word(0));
    return;
  }
  auto* words = static_cast<uint32_t*>(data);
  for (uint32_t i = 0; i < (width + 31) / 32; ++i) words[i] = static_cast<uint32_t>(value.word(i / 2) >> (i % 2 * 32));
}

class VerilatorEngine final : public Engine {
 public:
  VerilatorEngine(const VerilatorDesign& design, const VerilatorOptions& options)
      : Engine(design.ports),
        name_(!options.engine_name.empty() ? options.engine_name
              : design.netlist             ? "netlist"
                                           : "verilator"),
        internals_(options.internals),
        verilog_path_(options.verilog_path),
        power_up_(options.power_up),
        library_(open_library(design, options)) {
    start();
  }

  ~VerilatorEngine() override {
    if (model_ != nullptr) library_->destroy(model_);
  }

  [[nodiscard]] std::string_view name() const override { return name_; }

  void evaluate() override {
    if (evaluate_(model_) != 0) stuck();
    report_pending();
  }

  void restart() override {
    library_->destroy(std::exchange(model_, nullptr));
    start();
  }

  [[nodiscard]] bool can_access_internals() const override { return internals_; }

  [[nodiscard]] Bits get_internal(std::string_view path) override {
    if (!internals_) return Engine::get_internal(path);
    const abi::Variable variable = find_scalar(path);
    return load_bits(variable.data, variable.width);
  }

  void set_internal(std::string_view path, const Bits& value) override {
    if (!internals_) return Engine::set_internal(path, value);
    const abi::Variable variable = find_scalar(path);
    store(path, variable, variable.data, value);
  }

  [[nodiscard]] Bits peek_memory(std::string_view path, uint64_t address) override {
    if (!internals_) return Engine::peek_memory(path, address);
    const abi::Variable variable = find_memory(path, address);
    return load_bits(element(variable, address), variable.width);
  }

  void poke_memory(std::string_view path, uint64_t address, const Bits& value) override {
    if (!internals_) return Engine::poke_memory(path, address, value);
    const abi::Variable variable = find_memory(path, address);
    store(path, variable, element(variable, address), value);
  }

 protected:
  void do_step(PortId clock, uint64_t cycles) override {
    if (clock >= slots_.size() || !slots_[clock].clock) {
      Engine::do_step(clock, cycles);  // says what is wrong
      return;
    }
    if (step_(model_, clock, cycles) != 0) stuck();
    report_pending();
  }
  void do_set(PortId port, const Bits& value) override {
    const Slot& slot = slots_[port];
    if (slot.width != 0) store_bits(slot.input, slot.width, value);
  }
  void do_set_u64(PortId port, uint64_t value) override {
    const Slot& slot = slots_[port];
    if (slot.width != 0) store_small(slot.input, slot.width, value);
  }
  [[nodiscard]] Bits do_get(PortId port) override {
    const Slot& slot = slots_[port];
    return slot.width != 0 ? load_bits(slot.value, slot.width) : Bits();
  }
  [[nodiscard]] uint64_t do_get_u64(PortId port) override {
    const Slot& slot = slots_[port];
    return slot.width != 0 ? load_small(slot.value, slot.width) : 0;
  }

 private:
  /// Where a port lives in the model.
  struct Slot {
    void* input = nullptr;  // what is set; of an output, its value
    void* value = nullptr;  // what is read: differs from `input` for an inout
    uint32_t width = 0;
    bool clock = false;  // may be stepped
  };

  void start() {
    const abi::Host host{this, &VerilatorEngine::on_text, &VerilatorEngine::on_end};
    const int reset = power_up_.kind == PowerUp::Kind::zeros ? 0 : power_up_.kind == PowerUp::Kind::ones ? 1 : 2;
    // Verilator wants a seed of 31 bits that is not zero.
    const uint64_t mixed = (power_up_.seed ^ (power_up_.seed >> 31)) * 0x9e3779b97f4a7c15U;
    model_ = library_->create(&host, reset, static_cast<int>(mixed >> 33) | 1);
    if (library_->error(model_)[0] != '\0') stuck();
    report_pending();
    const std::span<const PortInfo> all = ports();
    slots_.assign(all.size(), {});
    for (PortId id = 0; id < all.size(); ++id) {
      if (all[id].width == 0) continue;
      slots_[id] = {library_->port(model_, id, 0), library_->port(model_, id, 1), all[id].width,
                    all[id].width == 1 && all[id].direction == PortDirection::input};
    }
    evaluate_ = library_->evaluate;
    step_ = library_->step;
  }

  [[noreturn]] void stuck() {
    throw UserError(
        fmt::format("engine '{}' cannot settle the design: clocks set each other off without end, or a combinational "
                    "loop oscillates "
                    "({})",
                    name_, library_->error(model_)));
  }

  static void on_text(void* user, const char* text) {
    auto& self = *static_cast<VerilatorEngine*>(user);
    self.line_ += text;
    size_t begin = 0;
    for (size_t end; (end = self.line_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      self.report_pending();
      Event event = parse_message(std::string_view(self.line_).substr(begin, end - begin));
      if (event.kind == EventKind::assertion || event.kind == EventKind::assumption) {
        self.pending_ = std::move(event);
      } else {
        self.report(std::move(event));
      }
    }
    self.line_.erase(0, begin);
  }

  static void on_end(void* user, int kind, const char* file, int line) {
    auto& self = *static_cast<VerilatorEngine*>(user);
    std::string location = file[0] != '\0' ? fmt::format("{}:{}", file, line) : std::string();
    // A failed check prints its message and then stops: that is one event, and the stop knows the place.
    if (kind != 0 && self.pending_) {
      if (self.pending_->location.empty()) self.pending_->location = std::move(location);
      self.report_pending();
      return;
    }
    self.report_pending();
    Event event;
    event.kind = kind == 0 ? EventKind::finish : EventKind::stop;
    event.text = kind == 0 ? "$finish" : "$stop";
    event.location = std::move(location);
    self.report(std::move(event));
  }

  void report_pending() {
    if (pending_) report(*std::exchange(pending_, std::nullopt));
  }

  abi::Variable find(std::string_view path) {
    const std::string inner = verilog_path_ ? verilog_path_(path) : std::string(path);
    const size_t dot = inner.rfind('.');
    std::string scope = fmt::format("{}.{}", kWrapperModule, kWrapperInstance);
    if (dot != std::string::npos) scope += fmt::format(".{}", inner.substr(0, dot));
    const std::string name(dot == std::string::npos ? inner : inner.substr(dot + 1));
    abi::Variable variable{};
    if (library_->find(model_, scope.c_str(), name.c_str(), &variable) == 0) {
      throw UserError(fmt::format("the design has nothing called '{}' inside that engine '{}' can reach", path, name_));
    }
    return variable;
  }

  abi::Variable find_scalar(std::string_view path) {
    const abi::Variable variable = find(path);
    if (variable.dimensions != 0) {
      throw UserError(fmt::format("'{}' is a memory: give an address and use peek_memory or poke_memory", path));
    }
    return variable;
  }

  abi::Variable find_memory(std::string_view path, uint64_t address) {
    const abi::Variable variable = find(path);
    if (variable.dimensions != 1) throw UserError(fmt::format("'{}' is not a memory", path));
    const auto [low, high] = std::minmax(variable.left, variable.right);
    if (address > static_cast<uint64_t>(high - low)) {
      throw UserError(fmt::format("address {} is beyond memory '{}' of {} words", address, path, high - low + 1));
    }
    return variable;
  }

  static void* element(const abi::Variable& memory, uint64_t address) {
    return static_cast<uint8_t*>(memory.data) + address * memory.bytes;
  }

  static void store(std::string_view path, const abi::Variable& variable, void* data, const Bits& value) {
    if (variable.constant != 0) throw UserError(fmt::format("'{}' is a constant and cannot be changed", path));
    const Bits fitted = value.resize(variable.width);
    if (Bits::compare_unsigned(fitted, value) != std::strong_ordering::equal) {
      throw UserError(fmt::format("value 0x{} does not fit in '{}' of {} bits", value.to_hex(), path, variable.width));
    }
    store_bits(data, variable.width, fitted);
  }

  std::string name_;
  bool internals_;
  std::function<std::string(std::string_view)> verilog_path_;
  PowerUp power_up_;
  std::unique_ptr<Library> library_;
  abi::Model* model_ = nullptr;
  abi::Evaluate evaluate_ = nullptr;  // copies: one load less on the way of every clock
  abi::Step step_ = nullptr;
  std::vector<Slot> slots_;
  std::string line_;              // text printed since the last line break
  std::optional<Event> pending_;  // a failed check whose stop has not come yet
};

}  // namespace

std::unique_ptr<Engine> make_verilator_engine(const VerilatorDesign& design, const VerilatorOptions& options) {
  for (const std::string& name : options.active_low_resets) {
    const bool known = std::any_of(design.ports.begin(), design.ports.end(), [&](const PortInfo& port) {
      return port.name == name && port.width == 1 && port.direction == PortDirection::input;
    });
    if (!known) throw UserError(fmt::format("the design has no 1-bit input '{}' to be an active-low reset", name));
  }
  return std::make_unique<VerilatorEngine>(design, options);
}

}  // namespace burin::sim
