// SPDX-License-Identifier: Apache-2.0
//! @file check_clock_crossing.cpp
//! @brief Reports values of one clock that reach state of another.
//!
//! Which clock a value belongs to: a register, and data of a synchronous read port, to its own clock; data of an
//! asynchronous read port to all clocks that write the memory, and to those of the address; an input to the clock
//! that its declaration names, of the top module by default to the first clock; an expression to all clocks of its
//! operands; a constant, a clock and a waived crossing to none; an asynchronous input to none of the clocks there
//! are. Two clocks are the same when clock_domains.cpp finds the same source.
//!
//! Children before parents:
//! 1. Name the domains of all modules. If no module has two and no port is asynchronous, nothing can cross.
//! 2. In a module, each domain, "asynchronous" and each input whose clock the parent decides is a label. Propagate
//!    labels, 64 at a time, over the word graph from where they arise; a waived crossing stops them, an instance lets
//!    pass what its summary says (clock_labels.cpp).
//! 3. At each sink (next value of a register, reset, memory port, process, input of an instance that needs a clock,
//!    output that is declared to have one) a label of another domain is a candidate. A label of an input becomes a
//!    requirement on the parent.
//! 4. Look at the bits of the candidates' cones only: a word that joins values of two clocks and is sliced again is no
//!    crossing. Do the same for outputs that depend on several clocks and for inputs that several clocks require.
//! 5. A synchroniser may take a foreign value without logic before it.
//! 6. A crossing between two clock inputs of a module is handed to the parents: only they know whether these are two
//!    clocks. The top module reports what is left.
#include "burin/passes/checks.h"
#include "module_clocks.h"

namespace burin::passes {
namespace {

using namespace ir;

/// Names every domain that a module can see, so that the number of them is known.
void find_domains(const Module& module, const KnownClocks& known, ClockDomains& domains) {
  for (ClockId clock = 0; clock < module.clocks.size(); ++clock) domains.of_clock(clock);
  for (InstanceId id = 0; id < module.instances.size(); ++id) {
    const uint32_t count = known.domains[module.instances[id].module]->size();
    for (DomainId domain = 0; domain < count; ++domain) domains.of_child(id, domain);
  }
}

bool has_asynchronous_port(const Module& module) {
  for (const Signal& signal : module.signals) {
    if (signal.timing.kind == PortTiming::Kind::asynchronous) return true;
  }
  return false;
}

}  // namespace

void check_clock_crossings(const Analysis& analysis, Diagnostics& diagnostics) {
  const Design& design = analysis.design();
  KnownClocks known;
  bool can_cross = false;
  for (const auto& module : design.modules) {
    known.domains.push_back(std::make_unique<ClockDomains>(*module, known.domains));
    find_domains(*module, known, *known.domains.back());
    can_cross = can_cross || known.domains.back()->size() > 1 || has_asynchronous_port(*module);
  }
  if (!can_cross) return;
  for (ModuleId id = 0; id < design.modules.size(); ++id) {
    const Module& module = design.module(id);
    if (module.black_box) {
      known.summaries.push_back(summarise_black_box(module, *known.domains[id]));
    } else {
      known.summaries.push_back(ModuleClocks(analysis, id, known, diagnostics).run());
    }
  }
}

}  // namespace burin::passes
