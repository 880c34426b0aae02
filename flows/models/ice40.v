// SPDX-License-Identifier: Apache-2.0
// A look-up table as an index into its contents. Yosys' model is a tree of multiplexers, of which Verilator makes
// branches: simulation of a netlist is six to eight times faster with this one.
module SB_LUT4 (
  output O,
  input I0,
  input I1,
  input I2,
  input I3
);
  parameter [15:0] LUT_INIT = 16'h0000;
  assign O = LUT_INIT[{I3, I2, I1, I0}];
endmodule
