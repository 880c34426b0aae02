// SPDX-License-Identifier: Apache-2.0
//! @file module_clocks.cpp
//! @brief Where in a module values of which clock arise and where they are consumed.
#include "module_clocks.h"

#include "burin/base/diagnostics.h"
#include "describe.h"

namespace burin::passes {

using namespace ir;

ModuleClocks::ModuleClocks(const Analysis& analysis, ModuleId module, const KnownClocks& known,
                           Diagnostics& diagnostics)
    : analysis_(analysis),
      id_(module),
      module_(analysis.design().module(module)),
      words_(analysis.graph(module)),
      known_(known),
      domains_(*known.domains[module]),
      diagnostics_(diagnostics),
      is_root_(analysis.is_root(module)) {}

ClockSummary ModuleClocks::run() {
  // Naming all domains first: a label is a domain's number.
  for (ClockId clock = 0; clock < module_.clocks.size(); ++clock) domains_.of_clock(clock);
  collect_sinks();
  collect_seeds();
  number_labels();
  for (uint32_t first = 0; first < label_count_; first += 64) {
    const std::vector<uint64_t> masks = propagate(first);
    judge(first, masks);
    summarise_outputs(first, masks);
    seed_opaque(first, masks);
  }
  confirm_candidates();
  refine_requirements();
  judge_children();
  return std::move(summary_);
}

// -------------------------------------------------------------------------------------------------- seeds

bool ModuleClocks::is_default(const Signal& port) const { return port.timing.kind == PortTiming::Kind::default_clock; }

void ModuleClocks::seed(SignalId id, DomainId domain) {
  if (domain != kNone) seeds_.push_back({words_.of_signal(id), domain, 0, module_.signals[id].width});
}

void ModuleClocks::collect_seeds() {
  is_clock_source_.assign(module_.signals.size(), false);
  for (const SignalId source : domains_.source_inputs()) is_clock_source_[source] = true;
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    switch (signal.kind) {
      case SignalKind::reg:
        seed(id, domains_.of_clock(module_.registers[signal.detail].clock));
        break;
      case SignalKind::memory_read: {
        const Memory& memory = module_.memories[signal.detail];
        const ReadPort& port = memory.reads[signal.detail_port];
        if (port.synchronous) {
          seed(id, domains_.of_clock(port.clock));
        } else {
          for (const WritePort& write : memory.writes) seed(id, domains_.of_clock(write.clock));
        }
        break;
      }
      case SignalKind::input:
        seed_input(id);
        break;
      case SignalKind::inout:
        if (signal.timing.kind == PortTiming::Kind::asynchronous) {
          asynchronous_seeds_.push_back({words_.of_signal(id), 0, 0, signal.width});
        } else {
          seed(id, domains_.of_clock(is_default(signal) ? 0 : signal.timing.clock));
        }
        break;
      case SignalKind::instance_output:
        seed_instance_output(id);
        break;
      case SignalKind::output:
      case SignalKind::wire:
        break;
    }
  }
}

void ModuleClocks::seed_input(SignalId id) {
  const Signal& signal = module_.signals[id];
  const auto from_outside = [&] {
    input_seeds_.push_back({words_.of_signal(id), static_cast<uint32_t>(inputs_.size()), 0, signal.width});
    inputs_.push_back(id);
  };
  switch (signal.timing.kind) {
    case PortTiming::Kind::default_clock:
      if (is_clock_source_[id]) break;
      if (is_root_) {
        seed(id, domains_.of_clock(0));
      } else {
        from_outside();
      }
      break;
    case PortTiming::Kind::clock:
      seed(id, domains_.of_clock(signal.timing.clock));
      break;
    case PortTiming::Kind::asynchronous:
      asynchronous_seeds_.push_back({words_.of_signal(id), 0, 0, signal.width});
      break;
    case PortTiming::Kind::is_reset: {
      // Of the top module an asynchronous reset belongs to every clock that it resets.
      const bool is_asynchronous = signal.timing.clock < module_.clocks.size() &&
                                   module_.clocks[signal.timing.clock].reset_kind == ResetKind::asynchronous;
      if (!is_root_) {
        from_outside();
      } else if (!is_asynchronous) {
        seed(id, domains_.of_clock(signal.timing.clock));
      }
      break;
    }
    case PortTiming::Kind::is_clock:
      break;
  }
}

void ModuleClocks::seed_instance_output(SignalId id) {
  const Signal& signal = module_.signals[id];
  const OutputClocks* const output =
      known_.summaries[module_.instances[signal.detail].module].find_output(signal.detail_port);
  if (output == nullptr) return;
  for (const OutputPart& part : output->parts) {
    for (const DomainId domain : part.domains) {
      const DomainId here = domains_.of_child(signal.detail, domain);
      if (here != kNone) seeds_.push_back({words_.of_signal(id), here, part.low, part.width});
    }
    if (part.asynchronous) asynchronous_seeds_.push_back({words_.of_signal(id), 0, part.low, part.width});
  }
}

// -------------------------------------------------------------------------------------------------- sinks

void ModuleClocks::add_sink(NodeId value, DomainId domain, SinkKind kind, What what, uint32_t index, const char* pin) {
  if (value == kNone || domain == kNone) return;
  sinks_.push_back({value, domain, kind, 0, module_.width(value), what, index, pin, kNone, nullptr});
}

void ModuleClocks::collect_sinks() {
  for (uint32_t i = 0; i < module_.registers.size(); ++i) {
    const Register& state = module_.registers[i];
    const NodeId driver = module_.signals[state.signal].driver;
    SinkKind kind = SinkKind::state;
    if (state.synchroniser && driver != kNone) {
      kind = is_direct(driver) ? SinkKind::synchroniser : SinkKind::logic_before_synchroniser;
    }
    add_sink(driver, domains_.of_clock(state.clock), kind, What::reg, i);
  }
  sink_resets();
  sink_memories();
  for (uint32_t i = 0; i < module_.processes.size(); ++i) {
    const Process& process = module_.processes[i];
    const DomainId domain = domains_.of_clock(process.clock);
    add_sink(process.enable, domain, SinkKind::state, What::process, i);
    add_sink(process.condition, domain, SinkKind::state, What::process, i);
    for (const NodeId argument : process.arguments) {
      add_sink(argument, domain, SinkKind::state, What::process, i);
    }
  }
  sink_instances();
  for (SignalId id = 0; id < module_.signals.size(); ++id) {
    const Signal& signal = module_.signals[id];
    const bool is_output = signal.kind == SignalKind::output || signal.kind == SignalKind::inout;
    if (!is_output || signal.timing.kind != PortTiming::Kind::clock) continue;
    const DomainId domain = domains_.of_clock(signal.timing.clock);
    add_sink(signal.driver, domain, SinkKind::state, What::output, id);
    add_sink(signal.output_enable, domain, SinkKind::state, What::output, id);
  }
}

void ModuleClocks::sink_resets() {
  std::vector<bool> used(module_.clocks.size(), false);
  std::vector<bool> of_state(module_.clocks.size(), false);  // of more than synchronisers
  const auto use = [&used](ClockId clock) {
    if (clock < used.size()) used[clock] = true;
  };
  for (const Register& state : module_.registers) {
    if (!state.reset_value) continue;
    use(state.clock);
    if (!state.synchroniser && state.clock < of_state.size()) of_state[state.clock] = true;
  }
  for (const Process& process : module_.processes) {
    use(process.clock);
    if (process.clock < of_state.size()) of_state[process.clock] = true;
  }
  for (ClockId id = 0; id < used.size(); ++id) {
    const Clock& clock = module_.clocks[id];
    if (!used[id] || clock.reset_kind == ResetKind::none) continue;
    SinkKind kind = SinkKind::state;
    if (clock.reset_kind == ResetKind::asynchronous) {
      const bool ends_anywhere = !of_state[id] && clock.reset != kNone && is_direct(clock.reset);
      kind = ends_anywhere ? SinkKind::reset_synchroniser : SinkKind::asynchronous_reset;
    }
    add_sink(clock.reset, domains_.of_clock(id), kind, What::reset, id);
  }
}

void ModuleClocks::sink_memories() {
  for (uint32_t i = 0; i < module_.memories.size(); ++i) {
    for (const ReadPort& port : module_.memories[i].reads) {
      if (!port.synchronous) continue;
      const DomainId domain = domains_.of_clock(port.clock);
      add_sink(port.address, domain, SinkKind::state, What::read_port, i, "the address");
      add_sink(port.enable, domain, SinkKind::state, What::read_port, i, "the enable");
    }
    for (const WritePort& port : module_.memories[i].writes) {
      const DomainId domain = domains_.of_clock(port.clock);
      add_sink(port.address, domain, SinkKind::state, What::write_port, i, "the address");
      add_sink(port.data, domain, SinkKind::state, What::write_port, i, "the data");
      add_sink(port.enable, domain, SinkKind::state, What::write_port, i, "the enable");
      add_sink(port.mask, domain, SinkKind::state, What::write_port, i, "the mask");
    }
  }
}

void ModuleClocks::sink_instances() {
  for (InstanceId id = 0; id < module_.instances.size(); ++id) {
    const Instance& instance = module_.instances[id];
    for (const Requirement& requirement : known_.summaries[instance.module].requirements) {
      const Instance::Input* const input = find_input(instance, requirement.port);
      if (input == nullptr || input->value == kNone) continue;
      const DomainId domain = domains_.of_child(id, requirement.domain);
      if (domain == kNone) continue;
      SinkKind kind = requirement.kind;
      if (kind == SinkKind::synchroniser && !is_direct(input->value)) kind = SinkKind::logic_before_synchroniser;
      if (kind == SinkKind::reset_synchroniser && !is_direct(input->value)) kind = SinkKind::asynchronous_reset;
      sinks_.push_back({input->value, domain, kind, requirement.low, requirement.width, What::instance_input, id, "",
                        requirement.port, requirement.place});
    }
  }
}

/// Whether `value` comes from registers, ports and constants through nothing but wires, slices, joints and inverters,
/// which cannot make glitches.
bool ModuleClocks::is_direct(NodeId value) const {
  constexpr size_t kMaxRoute = 4096;
  std::vector<NodeId> route = {value};
  for (size_t i = 0; i < route.size(); ++i) {
    if (i == kMaxRoute) return false;
    const Node& node = module_.node(route[i]);
    switch (node.op) {
      case Op::constant:
      case Op::dont_care:
        break;
      case Op::crossing:
      case Op::bit_not:
      case Op::slice:
      case Op::cat:
      case Op::zext:
      case Op::sext: {
        const auto operands = module_.operands(route[i]);
        route.insert(route.end(), operands.begin(), operands.end());
        break;
      }
      case Op::read: {
        const Signal& signal = module_.signals[node.immediate];
        if (signal.kind == SignalKind::wire || signal.kind == SignalKind::output) {
          if (signal.driver != kNone) route.push_back(signal.driver);
        } else if (signal.kind == SignalKind::memory_read) {
          if (!module_.memories[signal.detail].reads[signal.detail_port].synchronous) return false;
        } else if (signal.kind == SignalKind::instance_output) {
          const Instance& instance = module_.instances[signal.detail];
          const OutputClocks* const output = known_.summaries[instance.module].find_output(signal.detail_port);
          if (output == nullptr || !output->direct) return false;
          for (const SignalId port : output->inputs) {
            const Instance::Input* const input = find_input(instance, port);
            if (input != nullptr && input->value != kNone) route.push_back(input->value);
          }
        }
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

}  // namespace burin::passes
