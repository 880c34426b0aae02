// SPDX-License-Identifier: Apache-2.0
//! @file constraints.h
//! @brief Timing constraints for the clock crossings of a design, as SDC and XDC.
#pragma once

#include <map>
#include <string>

#include "burin/ir/ir.h"
#include "burin/verilog/emit.h"

namespace burin {

/// The languages of constraints.
enum class ConstraintFormat {
  sdc,  ///< Synopsys Design Constraints.
  xdc,  ///< Vivado: SDC with `-datapath_only`, `set_bus_skew` and the property ASYNC_REG.
};

/// What constraints need that a design does not say.
struct ConstraintOptions {
  ConstraintFormat format = ConstraintFormat::sdc;
  /// Periods in ns by the clock's port, or the name of a clock made inside: they bound the delay of values of several
  /// bits. Ports also get a `create_clock`.
  std::map<std::string, double> periods = {};
};

/// The file "<top>.sdc" or "<top>.xdc":
/// * a bit into a synchroniser, and the request of a reset synchroniser: a false path;
/// * a Gray code, what `waive_crossing` lets pass, and what a memory hands to a read port of another clock: at most the
///   shortest period of the clocks involved.
///
/// Cells are named as synthesis names registers: "fifo/tail_gray_reg[*]" for the register `tail_gray` of instance
/// `fifo`.
/// @throws UserError when a period is missing, or is given for a clock that no crossing and no port has.
[[nodiscard]] VerilogFile emit_constraints(ir::Design& design, const ConstraintOptions& options);

}  // namespace burin
