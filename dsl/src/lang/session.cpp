// SPDX-License-Identifier: Apache-2.0
//! @file session.cpp
//! @brief The frame of an elaboration: a builder for the thread, and the checks and passes at its end.
#include <fmt/format.h>

#include "builder.h"
#include "burin/passes/pipeline.h"
#include "burin/passes/state_encoding.h"
#include "burin/passes/transforms.h"

namespace burin::detail {

Session::Session(const ElaborateOptions& options, const Where& where) : options_(options) {
  if (get_current_builder() != nullptr) {
    fail(DiagnosticId::outside_module, where, "an elaboration is started inside another one",
         "one elaboration at a time", "an Instance<Module> as a member of the module around it");
  }
  set_current_builder(new Builder(options));  // NOLINT(cppcoreguidelines-owning-memory): owned by this session
}

Session::~Session() {
  delete get_current_builder();  // NOLINT(cppcoreguidelines-owning-memory)
  set_current_builder(nullptr);
}

std::unique_ptr<ir::Design> Session::finish(ir::ModuleId top, std::string& warnings, PlaceMap& places) {
  return get_current_builder()->finish(top, warnings, places);
}

std::vector<SideFileMaker> Session::side_files() const { return get_current_builder()->side_files; }

void add_side_files(SideFileMaker maker) { Builder::current(Where{}).side_files.push_back(std::move(maker)); }

// Modules have the order in which they were opened, parents first; the IR wants children before their parents.
void Builder::order_modules() {
  std::vector<std::unique_ptr<ir::Module>> ordered;
  std::vector<ir::ModuleId> new_ids(design->modules.size(), ir::kNone);
  for (const ir::ModuleId id : closed_) {
    new_ids[id] = static_cast<ir::ModuleId>(ordered.size());
    ordered.push_back(std::move(design->modules[id]));
  }
  for (const std::unique_ptr<ir::Module>& module : ordered) {
    for (ir::Instance& instance : module->instances) instance.module = new_ids[instance.module];
  }
  design->modules = std::move(ordered);
  design->top = new_ids[design->top];
}

std::unique_ptr<ir::Design> Builder::finish(ir::ModuleId top, std::string& warnings, PlaceMap& places) {
  if (!abandoned_.empty()) {
    throw UserError(fmt::format(
        "the description of module {} ended with an exception that the design caught; let it pass", abandoned_));
  }
  design->top = top;
  places = map_places();
  order_modules();
  passes::encode_states(*design);
  passes::check(*design, diagnostics);
  if (diagnostics.errors() > 0) throw DesignError(diagnostics.render_all(), diagnostics.all());
  if (!diagnostics.all().empty()) warnings = diagnostics.render_all();
  if (options.optimise) {
    passes::OptimiseOptions chosen;
    chosen.dump_after = options.dump_after;
    chosen.dump = options.dump;
    passes::optimise(*design, chosen);
  } else {
    passes::make_module_names_unique(*design);  // no optimisation: Verilog needs it
  }
  return std::move(design);
}

}  // namespace burin::detail
