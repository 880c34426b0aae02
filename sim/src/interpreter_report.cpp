// SPDX-License-Identifier: Apache-2.0
//! @file interpreter_report.cpp
//! @brief What a design says while it runs: assertions, assumptions, covers and prints (docs/semantics.md, section 7).
#include "interpreter_machine.h"
#include "process_message.h"

namespace burin::sim {
namespace {

using ir::kNone;
using ir::ProcessKind;

}  // namespace

void Machine::run_processes() {
  if (fired_.size() == 1) {
    for (const uint32_t number : clocks_[fired_.front()].processes) run_process(module_.processes[number], number);
    return;
  }
  std::vector<bool> fired(clocks_.size(), false);
  for (const uint32_t i : fired_) fired[i] = true;
  for (uint32_t i = 0; i < module_.processes.size(); ++i) {
    if (fired[module_.processes[i].clock]) run_process(module_.processes[i], i);
  }
}

void Machine::run_process(const ir::Process& process, uint32_t number) {
  if (process.enable != kNone && !is_on(program_.nodes[process.enable])) return;
  if (reset_active(clocks_[process.clock])) return;
  const bool holds = process.condition == kNone || is_on(program_.nodes[process.condition]);
  switch (process.kind) {
    case ProcessKind::assert_:
    case ProcessKind::assume:
      if (holds) return;
      break;
    case ProcessKind::cover:
      if (!holds || hits_[number]++ != 0) return;
      break;
    case ProcessKind::print:
      break;
  }
  report_(process_event(module_, process, [&](size_t i) {
    const Place place = program_.place(module_, process.arguments[i]);
    return program_.values.bits(place.slot, place.width);
  }));
}

std::vector<CoverCount> Machine::cover_counts() const {
  std::vector<CoverCount> result;
  for (size_t i = 0; i < module_.processes.size(); ++i) {
    const ir::Process& process = module_.processes[i];
    if (process.kind == ProcessKind::cover)
      result.push_back({process.name, location_text(module_, process.location), hits_[i]});
  }
  return result;
}

}  // namespace burin::sim
