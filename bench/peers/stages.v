// SPDX-License-Identifier: Apache-2.0
//! @file stages.v
//! @brief SHA-256 unrolled to 64 stages, as one writes it by hand: bench/sha256_stages.h in Verilog.
module stages (
  input wire clk,
  input wire rst,
  input wire valid,
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
  input wire [31:0] chain_0,
  input wire [31:0] chain_1,
  input wire [31:0] chain_2,
  input wire [31:0] chain_3,
  input wire [31:0] chain_4,
  input wire [31:0] chain_5,
  input wire [31:0] chain_6,
  input wire [31:0] chain_7,
  output wire [31:0] digest_a,
  output wire [31:0] digest_b,
  output wire [31:0] digest_c,
  output wire [31:0] digest_d,
  output wire [31:0] digest_e,
  output wire [31:0] digest_f,
  output wire [31:0] digest_g,
  output wire [31:0] digest_h,
  output wire digest_valid
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
  reg [31:0] a [0:64];
  reg [31:0] b [0:64];
  reg [31:0] c [0:64];
  reg [31:0] d [0:64];
  reg [31:0] e [0:64];
  reg [31:0] f [0:64];
  reg [31:0] g [0:64];
  reg [31:0] h [0:64];
  reg [31:0] chain_a [0:64];
  reg [31:0] chain_b [0:64];
  reg [31:0] chain_c [0:64];
  reg [31:0] chain_d [0:64];
  reg [31:0] chain_e [0:64];
  reg [31:0] chain_f [0:64];
  reg [31:0] chain_g [0:64];
  reg [31:0] chain_h [0:64];
  reg [31:0] w0 [0:64];
  reg [31:0] w1 [0:64];
  reg [31:0] w2 [0:64];
  reg [31:0] w3 [0:64];
  reg [31:0] w4 [0:64];
  reg [31:0] w5 [0:64];
  reg [31:0] w6 [0:64];
  reg [31:0] w7 [0:64];
  reg [31:0] w8 [0:64];
  reg [31:0] w9 [0:64];
  reg [31:0] w10 [0:64];
  reg [31:0] w11 [0:64];
  reg [31:0] w12 [0:64];
  reg [31:0] w13 [0:64];
  reg [31:0] w14 [0:64];
  reg [31:0] w15 [0:64];
  reg [31:0] t1;
  reg [64:0] occupied;
  integer i;

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

  always @(posedge clk) begin
    if (rst) occupied <= 65'd0;
    else occupied <= {occupied[63:0], valid};
  end

  // From the last stage to the first, so that every stage reads what was before the edge.
  always @(posedge clk) begin
    for (i = 63; i >= 0; i = i - 1) begin
      t1 = h[i] + sum1(e[i]) + (g[i] ^ (e[i] & (f[i] ^ g[i]))) + k[i] + w0[i];
      a[i + 1] = t1 + sum0(a[i]) + ((a[i] & b[i]) | (c[i] & (a[i] | b[i])));
      b[i + 1] = a[i];
      c[i + 1] = b[i];
      d[i + 1] = c[i];
      e[i + 1] = d[i] + t1;
      f[i + 1] = e[i];
      g[i + 1] = f[i];
      h[i + 1] = g[i];
      w15[i + 1] = sigma1(w14[i]) + w9[i] + sigma0(w1[i]) + w0[i];
      w0[i + 1] = w1[i];
      w1[i + 1] = w2[i];
      w2[i + 1] = w3[i];
      w3[i + 1] = w4[i];
      w4[i + 1] = w5[i];
      w5[i + 1] = w6[i];
      w6[i + 1] = w7[i];
      w7[i + 1] = w8[i];
      w8[i + 1] = w9[i];
      w9[i + 1] = w10[i];
      w10[i + 1] = w11[i];
      w11[i + 1] = w12[i];
      w12[i + 1] = w13[i];
      w13[i + 1] = w14[i];
      w14[i + 1] = w15[i];
      chain_a[i + 1] = chain_a[i];
      chain_b[i + 1] = chain_b[i];
      chain_c[i + 1] = chain_c[i];
      chain_d[i + 1] = chain_d[i];
      chain_e[i + 1] = chain_e[i];
      chain_f[i + 1] = chain_f[i];
      chain_g[i + 1] = chain_g[i];
      chain_h[i + 1] = chain_h[i];
    end
    a[0] = chain_0;
    chain_a[0] = chain_0;
    b[0] = chain_1;
    chain_b[0] = chain_1;
    c[0] = chain_2;
    chain_c[0] = chain_2;
    d[0] = chain_3;
    chain_d[0] = chain_3;
    e[0] = chain_4;
    chain_e[0] = chain_4;
    f[0] = chain_5;
    chain_f[0] = chain_5;
    g[0] = chain_6;
    chain_g[0] = chain_6;
    h[0] = chain_7;
    chain_h[0] = chain_7;
    w0[0] = words_0;
    w1[0] = words_1;
    w2[0] = words_2;
    w3[0] = words_3;
    w4[0] = words_4;
    w5[0] = words_5;
    w6[0] = words_6;
    w7[0] = words_7;
    w8[0] = words_8;
    w9[0] = words_9;
    w10[0] = words_10;
    w11[0] = words_11;
    w12[0] = words_12;
    w13[0] = words_13;
    w14[0] = words_14;
    w15[0] = words_15;
  end

  assign digest_a = a[64] + chain_a[64];
  assign digest_b = b[64] + chain_b[64];
  assign digest_c = c[64] + chain_c[64];
  assign digest_d = d[64] + chain_d[64];
  assign digest_e = e[64] + chain_e[64];
  assign digest_f = f[64] + chain_f[64];
  assign digest_g = g[64] + chain_g[64];
  assign digest_h = h[64] + chain_h[64];
  assign digest_valid = occupied[64];
endmodule
