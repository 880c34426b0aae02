// SPDX-License-Identifier: Apache-2.0
//! @file pipeline.cpp
//! @brief Runs checks and passes over a design, by name and in order.
//!
//! The standard order: equal modules become one first, so that the rest is done once for each. Each of the three
//! rewriting passes applies the rules of those before it to every node it makes, so one round is enough. Sharing and
//! dead code clear up after them. Names come last, when contents are final.
#include "burin/passes/pipeline.h"

#include <algorithm>
#include <array>
#include <iostream>

#include "burin/ir/text.h"
#include "burin/passes/analysis.h"
#include "burin/passes/checks.h"
#include "burin/passes/transforms.h"

namespace burin::passes {
namespace {

constexpr std::array kPasses = {
    Pass{"elaboration", "Nothing: the design as the language made it.", [](ir::Design&) {}},
    Pass{"module-deduplication", "Modules of equal type, parameters and content become one.", deduplicate_modules},
    Pass{"constant-folding", "Constants are propagated through operations and wires.", fold_constants},
    Pass{"mux-simplification", "Muxes with known conditions or constant arms become simpler.", simplify_muxes},
    Pass{"slice-fusion", "Slices look through concatenations; adjacent slices are joined.", fuse_slices},
    Pass{"common-subexpressions", "Equal operations become one node.", share_subexpressions},
    Pass{"dead-code", "What nothing outside a module depends on is removed.", remove_dead_code},
    Pass{"unique-names", "Modules are named after their type and parameters.", make_module_names_unique},
};

void print_to_standard_error(std::string_view pass, const ir::Design& design) {
  std::cerr << "# after " << pass << "\n" << ir::print(design);
}

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

const Pass& find_pass(std::string_view name) {
  const auto* const found =
      std::find_if(kPasses.begin(), kPasses.end(), [name](const Pass& pass) { return pass.name == name; });
  if (found != kPasses.end()) return *found;
  std::string names;
  for (const Pass& pass : kPasses) names += (names.empty() ? "" : ", ") + std::string(pass.name);
  throw UserError("no pass is called \"" + std::string(name) + "\": write one of " + names);
}

Pipeline Pipeline::standard() {
  Pipeline pipeline;
  for (const Pass& pass : kPasses) pipeline.passes_.push_back(&pass);
  return pipeline;
}

Pipeline& Pipeline::add(std::string_view pass) {
  passes_.push_back(&find_pass(pass));
  return *this;
}

Pipeline& Pipeline::dump_after(std::string_view pass, Dump dump) {
  const Pass* const wanted = &find_pass(pass);
  if (std::find(passes_.begin(), passes_.end(), wanted) == passes_.end()) {
    throw UserError("pass \"" + std::string(pass) + "\" is not part of this pipeline, so there is nothing to print");
  }
  requests_.push_back({wanted->name, std::move(dump)});
  return *this;
}

void Pipeline::run(ir::Design& design) const {
  for (const Pass* const pass : passes_) {
    pass->run(design);
    for (const Request& request : requests_) {
      if (request.pass == pass->name) request.dump(pass->name, design);
    }
  }
}

void optimise(ir::Design& design, const OptimiseOptions& options) {
  Pipeline pipeline = Pipeline::standard();
  for (const std::string& pass : options.dump_after) {
    pipeline.dump_after(pass, options.dump ? options.dump : Dump(print_to_standard_error));
  }
  pipeline.run(design);
}

void check(const ir::Design& design, Diagnostics& diagnostics) {
  Analysis analysis(design);
  // What the language refused is missing in the design, which may make an input look unused or a value undefined: these
  // two are looked for once the rest is right.
  const bool is_whole = diagnostics.errors() == 0;
  for (const Check& check : all_checks()) {
    if (is_whole || !check.needs_whole_design) check.run(analysis, diagnostics);
  }
}

}  // namespace burin::passes
