// SPDX-License-Identifier: Apache-2.0
// Models of ECP5 cells as Yosys uses them, for simulating a netlist. Yosys itself has none for the memory and the
// multiplier; what it does not use of them (output registers, chip selects other than 0, cascades) is refused at
// time zero.

// Look-up tables as indices into their contents. Yosys' models are trees of multiplexers, of which Verilator makes
// branches: simulation is several times faster with these.
module LUT4 (
  input A, B, C, D,
  output Z
);
  parameter [15:0] INIT = 16'h0000;
  assign Z = INIT[{D, C, B, A}];
endmodule

module LUT2 (
  input A, B,
  output Z
);
  parameter [3:0] INIT = 4'h0;
  assign Z = INIT[{B, A}];
endmodule

// 18 Kbit of memory as 2048 bytes of 9 bits, two ports of 1, 2, 4, 9 or 18 bits, or one to write on port A and
// one to read on port B where either has 36. Ports of 1, 2 and 4 bits leave the ninth bit of each byte alone.
module DP16KD (
  input DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2,
      DIA1, DIA0,
  input ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
  input CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
  input DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2,
      DIB1, DIB0,
  input ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
  input CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
  output DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2,
      DOA1, DOA0,
  output DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2,
      DOB1, DOB0
);
  parameter DATA_WIDTH_A = 18;
  parameter DATA_WIDTH_B = 18;
  parameter REGMODE_A = "NOREG";
  parameter REGMODE_B = "NOREG";
  parameter RESETMODE = "SYNC";
  parameter ASYNC_RESET_RELEASE = "SYNC";
  parameter CSDECODE_A = "0b000";
  parameter CSDECODE_B = "0b000";
  parameter WRITEMODE_A = "NORMAL";
  parameter WRITEMODE_B = "NORMAL";
  parameter CLKAMUX = "CLKA";
  parameter CLKBMUX = "CLKB";
  parameter WID = 0;
  parameter GSR = "ENABLED";
  parameter INIT_DATA = "STATIC";
  parameter [319:0] INITVAL_00 = 320'd0;
  parameter [319:0] INITVAL_01 = 320'd0;
  parameter [319:0] INITVAL_02 = 320'd0;
  parameter [319:0] INITVAL_03 = 320'd0;
  parameter [319:0] INITVAL_04 = 320'd0;
  parameter [319:0] INITVAL_05 = 320'd0;
  parameter [319:0] INITVAL_06 = 320'd0;
  parameter [319:0] INITVAL_07 = 320'd0;
  parameter [319:0] INITVAL_08 = 320'd0;
  parameter [319:0] INITVAL_09 = 320'd0;
  parameter [319:0] INITVAL_0A = 320'd0;
  parameter [319:0] INITVAL_0B = 320'd0;
  parameter [319:0] INITVAL_0C = 320'd0;
  parameter [319:0] INITVAL_0D = 320'd0;
  parameter [319:0] INITVAL_0E = 320'd0;
  parameter [319:0] INITVAL_0F = 320'd0;
  parameter [319:0] INITVAL_10 = 320'd0;
  parameter [319:0] INITVAL_11 = 320'd0;
  parameter [319:0] INITVAL_12 = 320'd0;
  parameter [319:0] INITVAL_13 = 320'd0;
  parameter [319:0] INITVAL_14 = 320'd0;
  parameter [319:0] INITVAL_15 = 320'd0;
  parameter [319:0] INITVAL_16 = 320'd0;
  parameter [319:0] INITVAL_17 = 320'd0;
  parameter [319:0] INITVAL_18 = 320'd0;
  parameter [319:0] INITVAL_19 = 320'd0;
  parameter [319:0] INITVAL_1A = 320'd0;
  parameter [319:0] INITVAL_1B = 320'd0;
  parameter [319:0] INITVAL_1C = 320'd0;
  parameter [319:0] INITVAL_1D = 320'd0;
  parameter [319:0] INITVAL_1E = 320'd0;
  parameter [319:0] INITVAL_1F = 320'd0;
  parameter [319:0] INITVAL_20 = 320'd0;
  parameter [319:0] INITVAL_21 = 320'd0;
  parameter [319:0] INITVAL_22 = 320'd0;
  parameter [319:0] INITVAL_23 = 320'd0;
  parameter [319:0] INITVAL_24 = 320'd0;
  parameter [319:0] INITVAL_25 = 320'd0;
  parameter [319:0] INITVAL_26 = 320'd0;
  parameter [319:0] INITVAL_27 = 320'd0;
  parameter [319:0] INITVAL_28 = 320'd0;
  parameter [319:0] INITVAL_29 = 320'd0;
  parameter [319:0] INITVAL_2A = 320'd0;
  parameter [319:0] INITVAL_2B = 320'd0;
  parameter [319:0] INITVAL_2C = 320'd0;
  parameter [319:0] INITVAL_2D = 320'd0;
  parameter [319:0] INITVAL_2E = 320'd0;
  parameter [319:0] INITVAL_2F = 320'd0;
  parameter [319:0] INITVAL_30 = 320'd0;
  parameter [319:0] INITVAL_31 = 320'd0;
  parameter [319:0] INITVAL_32 = 320'd0;
  parameter [319:0] INITVAL_33 = 320'd0;
  parameter [319:0] INITVAL_34 = 320'd0;
  parameter [319:0] INITVAL_35 = 320'd0;
  parameter [319:0] INITVAL_36 = 320'd0;
  parameter [319:0] INITVAL_37 = 320'd0;
  parameter [319:0] INITVAL_38 = 320'd0;
  parameter [319:0] INITVAL_39 = 320'd0;
  parameter [319:0] INITVAL_3A = 320'd0;
  parameter [319:0] INITVAL_3B = 320'd0;
  parameter [319:0] INITVAL_3C = 320'd0;
  parameter [319:0] INITVAL_3D = 320'd0;
  parameter [319:0] INITVAL_3E = 320'd0;
  parameter [319:0] INITVAL_3F = 320'd0;

  wire [13:0] ada = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [13:0] adb = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
  wire [35:0] dia = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4,
      DIB3, DIB2, DIB1, DIB0,
                     DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4,
                         DIA3, DIA2, DIA1, DIA0};
  wire [17:0] dib = dia[35:18];
  wire clka = CLKAMUX == "INV" ? ~CLKA : CLKA;
  wire clkb = CLKBMUX == "INV" ? ~CLKB : CLKB;
  reg [8:0] mem [0:2047];
  reg [35:0] qa;
  reg [35:0] qb;

  // Each INITVAL has 16 words of 18 bits, 20 bits apart.
  wire [64*320-1:0] contents = {
      INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
      INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
      INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
      INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
      INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
      INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
      INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
      INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00};
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) begin
      mem[2*i] = contents[20*i +: 9];
      mem[2*i + 1] = contents[20*i + 9 +: 9];
    end
    qa = 36'd0;
    qb = 36'd0;
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || CSDECODE_A != "0b000" || CSDECODE_B != "0b000") begin
      $display("DP16KD: a mode that the model does not have");
      $finish;
    end
  end

  // The bytes around an address, and what a port of some width sees of them.
  function [35:0] view(input integer width, input [2:0] low, input [35:0] bytes);
    case (width)
      1: view = {35'd0, bytes[{3'd0, low}]};
      2: view = {34'd0, bytes[{3'd0, low[2:1], 1'b0} +: 2]};
      4: view = {32'd0, bytes[{3'd0, low[2], 2'b00} +: 4]};
      9: view = {27'd0, bytes[8:0]};
      18: view = {18'd0, bytes[17:0]};
      default: view = bytes;
    endcase
  endfunction

  // The bits of the bytes that a write of some width changes, and their new values.
  function [35:0] mask(input integer width, input [3:0] low);
    case (width)
      1: mask = 36'd1 << low[2:0];
      2: mask = 36'd3 << {low[2:1], 1'b0};
      4: mask = 36'd15 << {low[2], 2'b00};
      9: mask = 36'h1ff;
      18: mask = {18'd0, {9{low[1]}}, {9{low[0]}}};
      default: mask = {{9{low[3]}}, {9{low[2]}}, {9{low[1]}}, {9{low[0]}}};
    endcase
  endfunction
  function [35:0] spread(input integer width, input [2:0] low, input [35:0] data);
    case (width)
      1: spread = {35'd0, data[0]} << low;
      2: spread = {34'd0, data[1:0]} << {low[2:1], 1'b0};
      4: spread = {32'd0, data[3:0]} << {low[2], 2'b00};
      default: spread = data;
    endcase
  endfunction

  // Byte addresses: a port of 18 or 36 bits ignores the address bits that its byte enables stand on.
  wire [10:0] bytea = DATA_WIDTH_A >= 36 ? {ada[13:5], 2'b00} : DATA_WIDTH_A >= 18 ? {ada[13:4], 1'b0} : ada[13:3];
  wire [10:0] byteb = DATA_WIDTH_B >= 36 ? {adb[13:5], 2'b00} : DATA_WIDTH_B >= 18 ? {adb[13:4], 1'b0} : adb[13:3];

  wire [35:0] olda = {mem[bytea | 11'd3], mem[bytea | 11'd2], mem[bytea | 11'd1], mem[bytea]};
  wire [35:0] maska = WEA ? mask(DATA_WIDTH_A, ada[3:0]) : 36'd0;
  wire [35:0] newa = (olda & ~maska) | (spread(DATA_WIDTH_A, ada[2:0], dia) & maska);
  wire selecteda = CEA & ~CSA0 & ~CSA1 & ~CSA2;
  wire areseta = RESETMODE == "ASYNC" && RSTA;
  always @(posedge clka)
    if (selecteda & WEA) begin
      if (|maska[8:0]) mem[bytea] <= newa[8:0];
      if (|maska[17:9]) mem[bytea | 11'd1] <= newa[17:9];
      if (|maska[26:18]) mem[bytea | 11'd2] <= newa[26:18];
      if (|maska[35:27]) mem[bytea | 11'd3] <= newa[35:27];
    end
  always @(posedge clka or posedge areseta)
    if (areseta) qa <= 36'd0;
    else if (RSTA && RESETMODE != "ASYNC") qa <= 36'd0;
    else if (selecteda) begin
      if (!WEA || WRITEMODE_A == "READBEFOREWRITE") qa <= view(DATA_WIDTH_A, ada[2:0], olda);
      else if (WRITEMODE_A == "WRITETHROUGH") qa <= view(DATA_WIDTH_A, ada[2:0], newa);
    end

  wire [35:0] oldb = {mem[byteb | 11'd3], mem[byteb | 11'd2], mem[byteb | 11'd1], mem[byteb]};
  wire [35:0] maskb = WEB ? mask(DATA_WIDTH_B, adb[3:0]) : 36'd0;
  wire [35:0] newb = (oldb & ~maskb) | (spread(DATA_WIDTH_B, adb[2:0], {18'd0, dib}) & maskb);
  wire selectedb = CEB & ~CSB0 & ~CSB1 & ~CSB2;
  wire aresetb = RESETMODE == "ASYNC" && RSTB;
  always @(posedge clkb)
    if (selectedb & WEB) begin
      if (|maskb[8:0]) mem[byteb] <= newb[8:0];
      if (|maskb[17:9]) mem[byteb | 11'd1] <= newb[17:9];
      if (|maskb[26:18]) mem[byteb | 11'd2] <= newb[26:18];
      if (|maskb[35:27]) mem[byteb | 11'd3] <= newb[35:27];
    end
  always @(posedge clkb or posedge aresetb)
    if (aresetb) qb <= 36'd0;
    else if (RSTB && RESETMODE != "ASYNC") qb <= 36'd0;
    else if (selectedb) begin
      if (!WEB || WRITEMODE_B == "READBEFOREWRITE") qb <= view(DATA_WIDTH_B, adb[2:0], oldb);
      else if (WRITEMODE_B == "WRITETHROUGH") qb <= view(DATA_WIDTH_B, adb[2:0], newb);
    end

  // A read of 36 bits comes out of both halves.
  wire [17:0] doa = DATA_WIDTH_B >= 36 ? qb[17:0] : qa[17:0];
  wire [17:0] dob = DATA_WIDTH_B >= 36 ? qb[35:18] : qb[17:0];
  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2,
      DOA1, DOA0} = doa;
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2,
      DOB1, DOB0} = dob;
endmodule

// A multiplier of 18 by 18 bits without registers.
module MULT18X18D (
  input A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
  input B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
  input C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,
  input SIGNEDA, SIGNEDB, SOURCEA, SOURCEB, CLK3, CLK2, CLK1, CLK0, CE3, CE2, CE1, CE0, RST3, RST2, RST1, RST0,
  input SRIA17, SRIA16, SRIA15, SRIA14, SRIA13, SRIA12, SRIA11, SRIA10, SRIA9, SRIA8, SRIA7, SRIA6, SRIA5, SRIA4,
      SRIA3, SRIA2, SRIA1, SRIA0,
  input SRIB17, SRIB16, SRIB15, SRIB14, SRIB13, SRIB12, SRIB11, SRIB10, SRIB9, SRIB8, SRIB7, SRIB6, SRIB5, SRIB4,
      SRIB3, SRIB2, SRIB1, SRIB0,
  output SROA17, SROA16, SROA15, SROA14, SROA13, SROA12, SROA11, SROA10, SROA9, SROA8, SROA7, SROA6, SROA5, SROA4,
      SROA3, SROA2, SROA1, SROA0,
  output SROB17, SROB16, SROB15, SROB14, SROB13, SROB12, SROB11, SROB10, SROB9, SROB8, SROB7, SROB6, SROB5, SROB4,
      SROB3, SROB2, SROB1, SROB0,
  output ROA17, ROA16, ROA15, ROA14, ROA13, ROA12, ROA11, ROA10, ROA9, ROA8, ROA7, ROA6, ROA5, ROA4, ROA3, ROA2,
      ROA1, ROA0,
  output ROB17, ROB16, ROB15, ROB14, ROB13, ROB12, ROB11, ROB10, ROB9, ROB8, ROB7, ROB6, ROB5, ROB4, ROB3, ROB2,
      ROB1, ROB0,
  output ROC17, ROC16, ROC15, ROC14, ROC13, ROC12, ROC11, ROC10, ROC9, ROC8, ROC7, ROC6, ROC5, ROC4, ROC3, ROC2,
      ROC1, ROC0,
  output P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15,
      P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0,
  output SIGNEDP
);
  parameter REG_INPUTA_CLK = "NONE";
  parameter REG_INPUTA_CE = "CE0";
  parameter REG_INPUTA_RST = "RST0";
  parameter REG_INPUTB_CLK = "NONE";
  parameter REG_INPUTB_CE = "CE0";
  parameter REG_INPUTB_RST = "RST0";
  parameter REG_INPUTC_CLK = "NONE";
  parameter REG_INPUTC_CE = "CE0";
  parameter REG_INPUTC_RST = "RST0";
  parameter REG_PIPELINE_CLK = "NONE";
  parameter REG_PIPELINE_CE = "CE0";
  parameter REG_PIPELINE_RST = "RST0";
  parameter REG_OUTPUT_CLK = "NONE";
  parameter REG_OUTPUT_CE = "CE0";
  parameter REG_OUTPUT_RST = "RST0";
  parameter CLK0_DIV = "ENABLED";
  parameter CLK1_DIV = "ENABLED";
  parameter CLK2_DIV = "ENABLED";
  parameter CLK3_DIV = "ENABLED";
  parameter HIGHSPEED_CLK = "NONE";
  parameter GSR = "ENABLED";
  parameter CAS_MATCH_REG = "FALSE";
  parameter SOURCEB_MODE = "B_SHIFT";
  parameter MULT_BYPASS = "DISABLED";
  parameter RESETMODE = "SYNC";

  wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
  wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
  // Extended by the sign, or by zeros, to the width of the product: then one multiplication does for both.
  wire [35:0] wide_a = {{18{SIGNEDA & a[17]}}, a};
  wire [35:0] wide_b = {{18{SIGNEDB & b[17]}}, b};
  wire [35:0] product = wide_a * wide_b;
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15,
      P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = product;
  assign SIGNEDP = SIGNEDA | SIGNEDB;
  assign {SROA17, SROA16, SROA15, SROA14, SROA13, SROA12, SROA11, SROA10, SROA9, SROA8, SROA7, SROA6, SROA5, SROA4,
      SROA3, SROA2, SROA1, SROA0, SROB17, SROB16, SROB15, SROB14, SROB13, SROB12, SROB11, SROB10, SROB9, SROB8,
      SROB7, SROB6, SROB5, SROB4, SROB3, SROB2, SROB1, SROB0, ROA17, ROA16, ROA15, ROA14, ROA13, ROA12, ROA11,
      ROA10, ROA9, ROA8, ROA7, ROA6, ROA5, ROA4, ROA3, ROA2, ROA1, ROA0, ROB17, ROB16, ROB15, ROB14, ROB13, ROB12,
      ROB11, ROB10, ROB9, ROB8, ROB7, ROB6, ROB5, ROB4, ROB3, ROB2, ROB1, ROB0, ROC17, ROC16, ROC15, ROC14, ROC13,
      ROC12, ROC11, ROC10, ROC9, ROC8, ROC7, ROC6, ROC5, ROC4, ROC3, ROC2, ROC1, ROC0} = 90'd0;
  initial
    if (REG_INPUTA_CLK != "NONE" || REG_INPUTB_CLK != "NONE" || REG_PIPELINE_CLK != "NONE" ||
        REG_OUTPUT_CLK != "NONE" || MULT_BYPASS != "DISABLED") begin
      $display("MULT18X18D: a mode that the model does not have");
      $finish;
    end
endmodule
