// SPDX-License-Identifier: Apache-2.0
//! @file rounds_icarus.v
//! @brief `Rounds` of bench/workloads.h for Icarus, on SHA-256 with a round a clock: +cycles=N.
module rounds_icarus;
  reg clk = 1'b0;
  reg rst = 1'b0;
  reg start = 1'b0;
  reg [31:0] words [0:15];
  wire [31:0] digest [0:7];
  wire done;
  reg [31:0] number = 32'd1;
  reg [31:0] checksum = 32'd0;
  integer cycles, cycle, phase, i;

  RoundDesign dut (
    .clk(clk), .rst(rst), .start(start), .done(done),
    .words_0(words[0]), .words_1(words[1]), .words_2(words[2]), .words_3(words[3]),
    .words_4(words[4]), .words_5(words[5]), .words_6(words[6]), .words_7(words[7]),
    .words_8(words[8]), .words_9(words[9]), .words_10(words[10]), .words_11(words[11]),
    .words_12(words[12]), .words_13(words[13]), .words_14(words[14]), .words_15(words[15]),
    .digest_a(digest[0]), .digest_b(digest[1]), .digest_c(digest[2]), .digest_d(digest[3]),
    .digest_e(digest[4]), .digest_f(digest[5]), .digest_g(digest[6]), .digest_h(digest[7])
  );

  task clock;
    begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
  endtask

  initial begin
    if (!$value$plusargs("cycles=%d", cycles)) cycles = 65;
    for (i = 0; i < 16; i = i + 1) words[i] = 32'd0;
    rst = 1'b1;
    clock;
    rst = 1'b0;
    phase = 0;
    for (cycle = 0; cycle < cycles; cycle = cycle + 1) begin
      number = number * 32'd1664525 + 32'd1013904223;
      words[phase & 15] = number;
      start = phase == 0;
      clock;
      checksum = {checksum[26:0], checksum[31:27]} * 32'd5 + digest[phase & 7];
      phase = phase == 64 ? 0 : phase + 1;
    end
    $display("{\"value\": 1, \"outputs\": [\"%0d:%08x\"]}", cycles, checksum);
    $finish;
  end
endmodule
