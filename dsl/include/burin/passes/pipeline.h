// SPDX-License-Identifier: Apache-2.0
//! @file pipeline.h
//! @brief Runs checks and passes over a design, by name and in order.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/ir/ir.h"

namespace burin::passes {

/// A step that changes a design and not what it does.
struct Pass {
  std::string_view name;     ///< As the command line spells it: "constant-folding".
  std::string_view summary;  ///< One sentence.
  void (*run)(ir::Design& design);
};

/// All passes, in the order of the standard pipeline. The first, "elaboration", changes nothing: it stands for the
/// design as the language made it.
std::span<const Pass> all_passes();

/// The pass called `name`. @throws UserError that lists the names when there is none.
const Pass& find_pass(std::string_view name);

/// Receives the design after a pass that was asked for.
using Dump = std::function<void(std::string_view pass, const ir::Design& design)>;

/// A sequence of passes.
class Pipeline {
 public:
  /// No passes yet.
  Pipeline() = default;
  /// All of `all_passes()`.
  static Pipeline standard();

  /// Appends a pass; the same one may be there several times. @throws UserError for an unknown name.
  Pipeline& add(std::string_view pass);

  /// Calls `dump` each time pass `pass` has run. @throws UserError when this pipeline does not have it.
  Pipeline& dump_after(std::string_view pass, Dump dump);

  void run(ir::Design& design) const;

 private:
  struct Request {
    std::string_view pass;
    Dump dump;
  };
  std::vector<const Pass*> passes_;
  std::vector<Request> requests_;
};

/// What `optimise` does besides the standard pipeline.
struct OptimiseOptions {
  std::vector<std::string> dump_after;  ///< Names of passes, for `--dump-after`.
  Dump dump;  ///< Where dumps go; empty: `ir::print` to standard error, under a comment line with the pass's name.
};

/// Runs the standard pipeline. The design must have passed `check`.
/// @throws UserError when `options.dump_after` names no pass; the design is then untouched.
void optimise(ir::Design& design, const OptimiseOptions& options = {});

/// Runs all checks of checks.h and reports what they find. The design is not changed.
void check(const ir::Design& design, Diagnostics& diagnostics);

}  // namespace burin::passes
