// SPDX-License-Identifier: Apache-2.0
//! @file session.cpp
//! @brief The frame of an elaboration: a builder for the thread, and the checks and passes at its end.
#include "builder.h"
#include "burin/passes/pipeline.h"

namespace burin::detail {

Session::Session(const ElaborateOptions& options) : options_(options) {
  if (get_current_builder() != nullptr) {
    throw UserError("error[B0505 outside-module]: an elaboration is started inside another one; use Instance<Module>");
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

std::unique_ptr<ir::Design> Builder::finish(ir::ModuleId top, std::string& warnings, PlaceMap& places) {
  design->top = top;
  places = map_places();
  passes::check(*design, diagnostics);
  if (diagnostics.errors() > 0) throw DesignError(diagnostics.render_all(), diagnostics.all());
  if (!diagnostics.all().empty()) warnings = diagnostics.render_all();
  if (options.optimise) {
    passes::OptimiseOptions chosen;
    chosen.dump_after = options.dump_after;
    chosen.dump = options.dump;
    passes::optimise(*design, chosen);
  }
  return std::move(design);
}

}  // namespace burin::detail
