// SPDX-License-Identifier: Apache-2.0
//! @file computer.v
//! @brief The RV32I computer of designs/examples/rv32i as one writes it by hand for a simulator. The program is in
//! program.hex, `PROGRAM_WORDS` words of it.
module computer (
  input wire clk,
  input wire rst,
  output reg [31:0] result,
  output wire halted,
  output wire fault
);
  localparam [1:0] START = 2'd0, RUN = 2'd1, HALT = 2'd2;

  reg [31:0] program_words [0:`PROGRAM_WORDS-1];
  reg [31:0] data [0:4095];
  reg [31:0] x [0:31];
  reg [31:0] i;       // the instruction
  reg [31:0] loaded;  // the word at the address of the cycle before
  reg [1:0] state;
  reg failed;
  reg [31:0] pc;
  reg wb_enable;
  reg [4:0] wb_rd;
  reg [31:0] wb_result;
  reg wb_load;
  reg [2:0] wb_funct3;
  reg [1:0] wb_offset;

  initial $readmemh("program.hex", program_words);

  // Write back.
  wire [31:0] shifted = loaded >> {wb_offset, 3'd0};
  reg [31:0] wb_value;
  always @* begin
    if (wb_load)
      case (wb_funct3)
        3'd0: wb_value = {{24{shifted[7]}}, shifted[7:0]};
        3'd1: wb_value = {{16{shifted[15]}}, shifted[15:0]};
        3'd4: wb_value = {24'd0, shifted[7:0]};
        3'd5: wb_value = {16'd0, shifted[15:0]};
        default: wb_value = loaded;
      endcase
    else wb_value = wb_result;
  end

  // Operands.
  wire [4:0] rs1 = i[19:15];
  wire [4:0] rs2 = i[24:20];
  wire [4:0] rd = i[11:7];
  wire [2:0] funct3 = i[14:12];
  wire [6:0] opcode = i[6:0];
  wire [31:0] a = rs1 == 5'd0 ? 32'd0 : wb_enable && wb_rd == rs1 ? wb_value : x[rs1];
  wire [31:0] b = rs2 == 5'd0 ? 32'd0 : wb_enable && wb_rd == rs2 ? wb_value : x[rs2];
  wire [31:0] imm_i = {{20{i[31]}}, i[31:20]};
  wire [31:0] imm_s = {{20{i[31]}}, i[31:25], i[11:7]};
  wire [31:0] address = a + (opcode[5] && !opcode[6] ? imm_s : imm_i);
  wire [31:0] operand = opcode[5] ? b : imm_i;
  wire alternate = i[30] && (opcode[5] || funct3 == 3'd5);

  reg [31:0] computed;
  always @* begin
    case (funct3)
      3'd0: computed = alternate ? a - operand : a + operand;
      3'd1: computed = a << operand[4:0];
      3'd2: computed = {31'd0, $signed(a) < $signed(operand)};
      3'd3: computed = {31'd0, a < operand};
      3'd4: computed = a ^ operand;
      3'd5: computed = alternate ? $unsigned($signed(a) >>> operand[4:0]) : a >> operand[4:0];
      3'd6: computed = a | operand;
      default: computed = a & operand;
    endcase
  end

  reg taken;
  always @* begin
    case (funct3)
      3'd0: taken = a == b;
      3'd1: taken = a != b;
      3'd4: taken = $signed(a) < $signed(b);
      3'd5: taken = $signed(a) >= $signed(b);
      3'd6: taken = a < b;
      default: taken = a >= b;
    endcase
  end

  // Execute.
  reg [31:0] value;
  reg [31:0] target;
  reg writes, legal, stores;
  wire misaligned = funct3[1:0] == 2'd1 ? address[0] : funct3[1:0] == 2'd2 && address[1:0] != 2'd0;
  always @* begin
    value = computed;
    target = pc + 32'd4;
    writes = 1'b1;
    legal = 1'b1;
    stores = 1'b0;
    case (opcode)
      7'h37: value = {i[31:12], 12'd0};
      7'h17: value = pc + {i[31:12], 12'd0};
      7'h6f: begin
        value = pc + 32'd4;
        target = pc + {{12{i[31]}}, i[19:12], i[20], i[30:21], 1'b0};
      end
      7'h67: begin
        value = pc + 32'd4;
        target = {address[31:1], 1'b0};
        legal = funct3 == 3'd0;
      end
      7'h63: begin
        writes = 1'b0;
        legal = funct3[2:1] != 2'd1;
        if (taken) target = pc + {{20{i[31]}}, i[7], i[30:25], i[11:8], 1'b0};
      end
      7'h03: legal = funct3 != 3'd3 && funct3 < 3'd6 && !misaligned;
      7'h23: begin
        writes = 1'b0;
        stores = 1'b1;
        legal = funct3 < 3'd3 && !misaligned;
      end
      7'h13: if (funct3[1:0] == 2'd1) legal = i[31:25] == 7'd0 || (i[31:25] == 7'h20 && funct3[2]);
      7'h33: legal = i[31:25] == 7'd0 || (i[31:25] == 7'h20 && (funct3 == 3'd0 || funct3 == 3'd5));
      7'h0f: begin
        writes = 1'b0;
        legal = funct3 == 3'd0;
      end
      7'h73: begin
        writes = 1'b0;
        legal = i == 32'h00000073 || i == 32'h00100073;
      end
      default: legal = 1'b0;
    endcase
  end
  wire fails = !legal || target[1:0] != 2'd0;
  wire running = state == RUN;
  wire stops = fails || opcode == 7'h73;
  wire [31:0] fetch = running && !stops ? target : pc;
  wire writes_data = running && !fails && stores;
  wire [3:0] bytes = funct3 == 3'd0 ? 4'd1 << address[1:0] : funct3 == 3'd1 ? 4'd3 << address[1:0] : 4'd15;
  wire [31:0] stored = b << {address[1:0], 3'd0};
  wire [11:0] word = address[13:2];

  always @(posedge clk) begin
    i <= fetch[31:2] < `PROGRAM_WORDS ? program_words[fetch[31:2]] : 32'd0;
    loaded <= data[word];
    if (wb_enable) x[wb_rd] <= wb_value;
    if (writes_data && !address[31]) begin
      if (bytes[0]) data[word][7:0] <= stored[7:0];
      if (bytes[1]) data[word][15:8] <= stored[15:8];
      if (bytes[2]) data[word][23:16] <= stored[23:16];
      if (bytes[3]) data[word][31:24] <= stored[31:24];
    end
    wb_rd <= rd;
    wb_result <= value;
    wb_load <= opcode == 7'h03;
    wb_funct3 <= funct3;
    wb_offset <= address[1:0];
    if (rst) begin
      state <= START;
      failed <= 1'b0;
      pc <= 32'd0;
      wb_enable <= 1'b0;
      result <= 32'd0;
    end else begin
      wb_enable <= running && !fails && writes && rd != 5'd0;
      pc <= fetch;
      if (state == START) state <= RUN;
      if (running && stops) begin
        state <= HALT;
        failed <= fails;
      end
      if (writes_data && address[31] && bytes == 4'd15) result <= stored;
    end
  end

  assign halted = state == HALT;
  assign fault = failed;
endmodule
