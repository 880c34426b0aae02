// SPDX-License-Identifier: Apache-2.0
// SHA-256 compression written by hand in plain Verilog-2005, one round a clock: what Core (../core.h) is measured
// against. It takes a padded block when `valid` and `ready` are 1 and needs 65 cycles for it: 64 rounds and one in which
// `digest` stands and the next block can be taken. `first` says that the block opens a message. `digest_valid` is 1
// while `digest` is that of the last block, until the next one is taken.
module sha256_plain (
  input wire clk,
  input wire rst,
  input wire valid,
  output wire ready,
  input wire first,
  input wire [511:0] block,
  output reg digest_valid,
  output wire [255:0] digest
);
  localparam [255:0] INITIAL = 256'h6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19;

  reg [31:0] a, b, c, d, e, f, g, h;  // working variables
  reg [255:0] chain;                  // H, the state before the block
  reg [511:0] w;                      // sixteen words of the schedule, the next one on top
  reg [5:0] round;
  reg busy;

  assign ready = ~busy;
  assign digest = {chain[255:224] + a, chain[223:192] + b, chain[191:160] + c, chain[159:128] + d,
                   chain[127:96] + e, chain[95:64] + f, chain[63:32] + g, chain[31:0] + h};

  reg [31:0] k;
  always @* begin
    case (round)
      6'd0: k = 32'h428a2f98;
      6'd1: k = 32'h71374491;
      6'd2: k = 32'hb5c0fbcf;
      6'd3: k = 32'he9b5dba5;
      6'd4: k = 32'h3956c25b;
      6'd5: k = 32'h59f111f1;
      6'd6: k = 32'h923f82a4;
      6'd7: k = 32'hab1c5ed5;
      6'd8: k = 32'hd807aa98;
      6'd9: k = 32'h12835b01;
      6'd10: k = 32'h243185be;
      6'd11: k = 32'h550c7dc3;
      6'd12: k = 32'h72be5d74;
      6'd13: k = 32'h80deb1fe;
      6'd14: k = 32'h9bdc06a7;
      6'd15: k = 32'hc19bf174;
      6'd16: k = 32'he49b69c1;
      6'd17: k = 32'hefbe4786;
      6'd18: k = 32'h0fc19dc6;
      6'd19: k = 32'h240ca1cc;
      6'd20: k = 32'h2de92c6f;
      6'd21: k = 32'h4a7484aa;
      6'd22: k = 32'h5cb0a9dc;
      6'd23: k = 32'h76f988da;
      6'd24: k = 32'h983e5152;
      6'd25: k = 32'ha831c66d;
      6'd26: k = 32'hb00327c8;
      6'd27: k = 32'hbf597fc7;
      6'd28: k = 32'hc6e00bf3;
      6'd29: k = 32'hd5a79147;
      6'd30: k = 32'h06ca6351;
      6'd31: k = 32'h14292967;
      6'd32: k = 32'h27b70a85;
      6'd33: k = 32'h2e1b2138;
      6'd34: k = 32'h4d2c6dfc;
      6'd35: k = 32'h53380d13;
      6'd36: k = 32'h650a7354;
      6'd37: k = 32'h766a0abb;
      6'd38: k = 32'h81c2c92e;
      6'd39: k = 32'h92722c85;
      6'd40: k = 32'ha2bfe8a1;
      6'd41: k = 32'ha81a664b;
      6'd42: k = 32'hc24b8b70;
      6'd43: k = 32'hc76c51a3;
      6'd44: k = 32'hd192e819;
      6'd45: k = 32'hd6990624;
      6'd46: k = 32'hf40e3585;
      6'd47: k = 32'h106aa070;
      6'd48: k = 32'h19a4c116;
      6'd49: k = 32'h1e376c08;
      6'd50: k = 32'h2748774c;
      6'd51: k = 32'h34b0bcb5;
      6'd52: k = 32'h391c0cb3;
      6'd53: k = 32'h4ed8aa4a;
      6'd54: k = 32'h5b9cca4f;
      6'd55: k = 32'h682e6ff3;
      6'd56: k = 32'h748f82ee;
      6'd57: k = 32'h78a5636f;
      6'd58: k = 32'h84c87814;
      6'd59: k = 32'h8cc70208;
      6'd60: k = 32'h90befffa;
      6'd61: k = 32'ha4506ceb;
      6'd62: k = 32'hbef9a3f7;
      6'd63: k = 32'hc67178f2;
    endcase
  end

  wire [31:0] w1 = w[479:448];
  wire [31:0] w14 = w[63:32];
  wire [31:0] small0 = {w1[6:0], w1[31:7]} ^ {w1[17:0], w1[31:18]} ^ {3'b0, w1[31:3]};
  wire [31:0] small1 = {w14[16:0], w14[31:17]} ^ {w14[18:0], w14[31:19]} ^ {10'b0, w14[31:10]};
  wire [31:0] w16 = small1 + w[223:192] + small0 + w[511:480];

  wire [31:0] big0 = {a[1:0], a[31:2]} ^ {a[12:0], a[31:13]} ^ {a[21:0], a[31:22]};
  wire [31:0] big1 = {e[5:0], e[31:6]} ^ {e[10:0], e[31:11]} ^ {e[24:0], e[31:25]};
  wire [31:0] choose = (e & f) ^ (~e & g);
  wire [31:0] majority = (a & b) ^ (a & c) ^ (b & c);
  wire [31:0] t1 = h + big1 + choose + k + w[511:480];
  wire [31:0] t2 = big0 + majority;

  always @(posedge clk) begin
    if (rst) begin
      busy <= 1'b0;
      digest_valid <= 1'b0;
    end else if (busy) begin
      busy <= round != 6'd63;
      digest_valid <= round == 6'd63;
    end else if (valid) begin
      busy <= 1'b1;
      digest_valid <= 1'b0;
    end
    if (busy) begin
      {a, b, c, d, e, f, g, h} <= {t1 + t2, a, b, c, d + t1, e, f, g};
      w <= {w[479:0], w16};
      round <= round + 6'd1;
    end else if (valid) begin
      {a, b, c, d, e, f, g, h} <= first ? INITIAL : digest;
      chain <= first ? INITIAL : digest;
      w <= block;
      round <= 6'd0;
    end
  end
endmodule
