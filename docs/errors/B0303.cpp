// SPDX-License-Identifier: Apache-2.0
//! @file B0303.cpp
//! @brief B0303: a register without a clock, which only a design in text form can have.
#include "burin/base/files.h"
#include "burin/ir/text.h"
#include "burin/passes/pipeline.h"
#include "gallery.h"

namespace gallery::b0303 {

using namespace burin;

const Register kProgram("B0303", [] {
  const auto design = ir::parse(read_file("docs/errors/B0303.ir"), "docs/errors/B0303.ir");
  Diagnostics diagnostics(design->locations);
  passes::check(*design, diagnostics);
  return diagnostics.render_all();
});

}  // namespace gallery::b0303
