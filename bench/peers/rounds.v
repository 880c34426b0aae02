// SPDX-License-Identifier: Apache-2.0
//! @file rounds.v
//! @brief SHA-256 of one block, a round a clock, as one writes it by hand: bench/sha256_round.h in Verilog.
module rounds (
  input wire clk,
  input wire rst,
  input wire start,
  input wire [31:0] words_0,
  input wire [31:0] words_1,
  input wire [31:0] words_2,
  input wire [31:0] words_3,
  input wire [31:0] words_4,
  input wire [31:0] words_5,
  input wire [31:0] words_6,
  input wire [31:0] words_7,
  input wire [31:0] words_8,
  input wire [31:0] words_9,
  input wire [31:0] words_10,
  input wire [31:0] words_11,
  input wire [31:0] words_12,
  input wire [31:0] words_13,
  input wire [31:0] words_14,
  input wire [31:0] words_15,
  output wire [31:0] digest_a,
  output wire [31:0] digest_b,
  output wire [31:0] digest_c,
  output wire [31:0] digest_d,
  output wire [31:0] digest_e,
  output wire [31:0] digest_f,
  output wire [31:0] digest_g,
  output wire [31:0] digest_h,
  output wire done
);
  function [31:0] sigma0(input [31:0] x);
    sigma0 = {x[6:0], x[31:7]} ^ {x[17:0], x[31:18]} ^ (x >> 3);
  endfunction
  function [31:0] sigma1(input [31:0] x);
    sigma1 = {x[16:0], x[31:17]} ^ {x[18:0], x[31:19]} ^ (x >> 10);
  endfunction
  function [31:0] sum0(input [31:0] x);
    sum0 = {x[1:0], x[31:2]} ^ {x[12:0], x[31:13]} ^ {x[21:0], x[31:22]};
  endfunction
  function [31:0] sum1(input [31:0] x);
    sum1 = {x[5:0], x[31:6]} ^ {x[10:0], x[31:11]} ^ {x[24:0], x[31:25]};
  endfunction
  reg [31:0] k [0:63];
  reg [31:0] a, b, c, d, e, f, g, h;
  reg [31:0] w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15;
  reg [6:0] t;

  initial begin
    k[0] = 32'h428a2f98;
    k[1] = 32'h71374491;
    k[2] = 32'hb5c0fbcf;
    k[3] = 32'he9b5dba5;
    k[4] = 32'h3956c25b;
    k[5] = 32'h59f111f1;
    k[6] = 32'h923f82a4;
    k[7] = 32'hab1c5ed5;
    k[8] = 32'hd807aa98;
    k[9] = 32'h12835b01;
    k[10] = 32'h243185be;
    k[11] = 32'h550c7dc3;
    k[12] = 32'h72be5d74;
    k[13] = 32'h80deb1fe;
    k[14] = 32'h9bdc06a7;
    k[15] = 32'hc19bf174;
    k[16] = 32'he49b69c1;
    k[17] = 32'hefbe4786;
    k[18] = 32'h0fc19dc6;
    k[19] = 32'h240ca1cc;
    k[20] = 32'h2de92c6f;
    k[21] = 32'h4a7484aa;
    k[22] = 32'h5cb0a9dc;
    k[23] = 32'h76f988da;
    k[24] = 32'h983e5152;
    k[25] = 32'ha831c66d;
    k[26] = 32'hb00327c8;
    k[27] = 32'hbf597fc7;
    k[28] = 32'hc6e00bf3;
    k[29] = 32'hd5a79147;
    k[30] = 32'h06ca6351;
    k[31] = 32'h14292967;
    k[32] = 32'h27b70a85;
    k[33] = 32'h2e1b2138;
    k[34] = 32'h4d2c6dfc;
    k[35] = 32'h53380d13;
    k[36] = 32'h650a7354;
    k[37] = 32'h766a0abb;
    k[38] = 32'h81c2c92e;
    k[39] = 32'h92722c85;
    k[40] = 32'ha2bfe8a1;
    k[41] = 32'ha81a664b;
    k[42] = 32'hc24b8b70;
    k[43] = 32'hc76c51a3;
    k[44] = 32'hd192e819;
    k[45] = 32'hd6990624;
    k[46] = 32'hf40e3585;
    k[47] = 32'h106aa070;
    k[48] = 32'h19a4c116;
    k[49] = 32'h1e376c08;
    k[50] = 32'h2748774c;
    k[51] = 32'h34b0bcb5;
    k[52] = 32'h391c0cb3;
    k[53] = 32'h4ed8aa4a;
    k[54] = 32'h5b9cca4f;
    k[55] = 32'h682e6ff3;
    k[56] = 32'h748f82ee;
    k[57] = 32'h78a5636f;
    k[58] = 32'h84c87814;
    k[59] = 32'h8cc70208;
    k[60] = 32'h90befffa;
    k[61] = 32'ha4506ceb;
    k[62] = 32'hbef9a3f7;
    k[63] = 32'hc67178f2;
  end

  wire [31:0] t1 = h + sum1(e) + (g ^ (e & (f ^ g))) + k[t[5:0]] + w0;

  always @(posedge clk) begin
    if (rst) t <= 7'd64;
    else if (start) t <= 7'd0;
    else if (t < 7'd64) t <= t + 7'd1;
  end

  always @(posedge clk) begin
    if (start) begin
      a <= 32'h6a09e667;
      b <= 32'hbb67ae85;
      c <= 32'h3c6ef372;
      d <= 32'ha54ff53a;
      e <= 32'h510e527f;
      f <= 32'h9b05688c;
      g <= 32'h1f83d9ab;
      h <= 32'h5be0cd19;
      w0 <= words_0;
      w1 <= words_1;
      w2 <= words_2;
      w3 <= words_3;
      w4 <= words_4;
      w5 <= words_5;
      w6 <= words_6;
      w7 <= words_7;
      w8 <= words_8;
      w9 <= words_9;
      w10 <= words_10;
      w11 <= words_11;
      w12 <= words_12;
      w13 <= words_13;
      w14 <= words_14;
      w15 <= words_15;
    end else if (t < 7'd64) begin
      a <= t1 + sum0(a) + ((a & b) | (c & (a | b)));
      b <= a;
      c <= b;
      d <= c;
      e <= d + t1;
      f <= e;
      g <= f;
      h <= g;
      w0 <= w1;
      w1 <= w2;
      w2 <= w3;
      w3 <= w4;
      w4 <= w5;
      w5 <= w6;
      w6 <= w7;
      w7 <= w8;
      w8 <= w9;
      w9 <= w10;
      w10 <= w11;
      w11 <= w12;
      w12 <= w13;
      w13 <= w14;
      w14 <= w15;
      w15 <= sigma1(w14) + w9 + sigma0(w1) + w0;
    end
  end

  assign digest_a = a + 32'h6a09e667;
  assign digest_b = b + 32'hbb67ae85;
  assign digest_c = c + 32'h3c6ef372;
  assign digest_d = d + 32'ha54ff53a;
  assign digest_e = e + 32'h510e527f;
  assign digest_f = f + 32'h9b05688c;
  assign digest_g = g + 32'h1f83d9ab;
  assign digest_h = h + 32'h5be0cd19;
  assign done = t == 7'd64;
endmodule
