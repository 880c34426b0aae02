// SPDX-License-Identifier: Apache-2.0
//! @file text_errors.cpp
//! @brief Malformed text of designs: each mistake is a user error with its place and what was expected; mutated text
//! is refused or parsed, nothing else.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/ir/text.h"
#include "sample_design.h"

using burin::UserError;
using namespace burin::ir;

namespace {

std::string error_of(const std::string& text) {
  try {
    (void)parse(text, "x.ir");
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

/// The error of a module whose lines start at line 3, after a type 0 (unsigned 8) on line 2.
std::string module_error(const std::string& lines) {
  return error_of("burin-ir 1\ntype 0 unsigned 8\nmodule 0 \"m\" base \"m\" {\n" + lines + "}\n");
}

// Signals $0 (1 bit), $1 (8 bits) and nodes %0 (1 bit), %1 (8 bits), on lines 4 to 7.
const std::string kInputs =
    "$0 input 1 \"c\"\n"
    "$1 input 8 \"d\"\n"
    "%0 = read 1 $0\n"
    "%1 = read 8 $1\n";

std::string after_inputs(const std::string& lines) { return module_error(kInputs + lines); }

}  // namespace

TEST_CASE("mistakes at the level of the design") {
  CHECK(error_of("") == "x.ir:1:1: expected 'burin-ir', found the end of the text");
  CHECK(error_of("verilog") == "x.ir:1:1: expected 'burin-ir', found 'verilog'");
  CHECK(error_of("burin-ir 2\n") == "x.ir:1:10: expected version 1 of the format, found version 2");
  CHECK(error_of("burin-ir 1 2\n") == "x.ir:1:12: expected the end of the line, found '2'");
  CHECK(error_of("burin-ir\n1\n") ==
        "x.ir:1:9: expected the version of the format, a decimal number below 4294967295, found the end of the line");
  CHECK(error_of("burin-ir 1\nhello\n") ==
        "x.ir:2:1: expected a line that begins with top, file, @, type or module, found 'hello'");
  CHECK(error_of("burin-ir 1\n\x01\n") ==
        "x.ir:2:1: expected a line that begins with top, file, @, type or module, found '?'");
  CHECK(error_of("burin-ir 1\ntop 3\n") == "x.ir:2:5: expected the id of a module, found 3 of 0 modules");
  CHECK(error_of("burin-ir 1\ntop 0\ntop 0\n") == "x.ir:3:1: expected one line 'top', found another");
  CHECK(error_of("burin-ir 1\nfile 1 \"a\"\n") == "x.ir:2:6: expected 0, the id of the next file, found 1");
  CHECK(error_of("burin-ir 1\nfile 0 a\n") == "x.ir:2:8: expected a file name in quotes, found 'a'");
  CHECK(error_of("burin-ir 1\nfile 0 \"a\"\nfile 1 \"a\"\n") ==
        "x.ir:3:8: expected a file name that is not in the list yet, found \"a\"");
  CHECK(error_of("burin-ir 1\n@1 = 0:1:1\n") == "x.ir:2:6: expected the id of a file in the list, found 0 of 0 files");
  CHECK(error_of("burin-ir 1\nfile 0 \"a\"\n@2 = 0:1:1\n") == "x.ir:3:1: expected @1, the next location, found @2");
  CHECK(error_of("burin-ir 1\nfile 0 \"a\"\n@1 = 0 1 1\n") == "x.ir:3:8: expected ':', found '1'");
  CHECK(error_of("burin-ir 1\nfile 0 \"a") == "x.ir:2:8: expected a closing '\"' on the same line, found \"a");
  CHECK(error_of("burin-ir 1\nfile 0 \"a\\q\"\n") ==
        "x.ir:2:10: expected one of \\\" \\\\ \\n \\t \\r \\xHH with two hexadecimal digits, found another escape");
  CHECK(error_of("burin-ir 1\nfile 0 \"a\\x4\"\n").starts_with("x.ir:2:10: expected one of"));
  CHECK(error_of("burin-ir 1\nmodule 1 \"m\" base \"m\" {\n}\n") ==
        "x.ir:2:8: expected 0, the id of the next module, found 1");
  CHECK(error_of("burin-ir 1\nmodule 0 \"m\" {\n}\n") == "x.ir:2:14: expected 'base', found '{'");
  CHECK(error_of("burin-ir 1\nmodule 0 \"m\" base \"m\" {\n").find("or '}', found the end of the text") !=
        std::string::npos);
}

TEST_CASE("mistakes in types") {
  const auto type_error = [](const std::string& lines) { return error_of("burin-ir 1\n" + lines); };
  CHECK(type_error("type 0 word 8\n") ==
        "x.ir:2:8: expected a kind of type (bool, unsigned, signed, enum, vector, bundle), found 'word'");
  CHECK(type_error("type 0 bool 2\n") == "x.ir:2:8: expected a type of 1 bits, found 2");
  CHECK(type_error("type 0 vector 8\n") == "x.ir:2:8: expected 'element' for a vector and for nothing else");
  CHECK(type_error("type 0 unsigned 8\ntype 1 unsigned 8 element 0 length 1\n") ==
        "x.ir:3:8: expected 'element' for a vector and for nothing else");
  CHECK(type_error("type 0 vector 8 element 0 length 1\n") == "x.ir:2:25: expected the id of an earlier type, found 0");
  CHECK(type_error("type 0 unsigned 8\ntype 1 vector 8 element 0 length 2\n") ==
        "x.ir:3:8: expected a type of 16 bits, found 8");
  CHECK(type_error("type 0 unsigned 8\ntype 1 bundle 8 field \"a\" 0 field \"b\" 0\n") ==
        "x.ir:3:8: expected a type of 16 bits, found 8");
  CHECK(type_error("type 0 bundle 8 field \"a\" 5\n") == "x.ir:2:27: expected the id of an earlier type, found 5");
  CHECK(type_error("type 0 unsigned 8\ntype 1 unsigned 8\n") ==
        "x.ir:3:8: expected a type unlike the others, found that of id 0");
  CHECK(type_error("type 0 enum 1 value \"a\" 99999999999999999999\n") ==
        "x.ir:2:25: expected the enumerator's value, a decimal number below 2^64, found '99999999999999999999'");
  CHECK(type_error("type 0 enum 1 name \"a\" name \"b\"\n") ==
        "x.ir:2:24: expected 'name' once in a line, found it again");
  CHECK(type_error("type 0 unsigned 4294967295\n") ==
        "x.ir:2:17: expected a width in bits, a decimal number below 4294967295, found '4294967295'");
}

TEST_CASE("mistakes in signals") {
  CHECK(module_error("$1 input 1 \"a\"\n") == "x.ir:4:1: expected $0, the next signal, found $1");
  CHECK(module_error("$0 port 1 \"a\"\n") ==
        "x.ir:4:4: expected a kind of signal (input, output, inout, wire, reg, instance_output, memory_read), found "
        "'port'");
  CHECK(module_error("$0 wire 1 \"a\" = %0\n") == "x.ir:4:17: expected one of the 0 nodes of the module, found %0");
  CHECK(after_inputs("$2 wire 1 \"a\" = %1\n") == "x.ir:8:17: expected a node of 1 bits, found %1 of 8 bits");
  CHECK(after_inputs("$2 wire 1 \"a\" = %0 = %0\n") == "x.ir:8:20: expected '=' once in a line, found it again");
  CHECK(after_inputs("$2 input 1 \"a\" = %0\n") ==
        "x.ir:8:16: expected type, timing, may_be_unused, generated_name, object, attribute, @ or the end of the "
        "line, found '='");
  CHECK(after_inputs("$2 wire 1 \"a\" enable %0\n").starts_with("x.ir:8:15: expected =, type,"));
  CHECK(after_inputs("$2 wire 1 \"a\" type 0\n") == "x.ir:8:20: expected the id of a type of 1 bits, found 0");
  CHECK(after_inputs("$2 wire 1 \"a\" type 1\n") == "x.ir:8:20: expected the id of a type of 1 bits, found 1");
  CHECK(after_inputs("$2 input 1 \"a\" timing clock 0\n") ==
        "x.ir:8:29: expected one of the 0 clocks of the module, found 0");
  CHECK(after_inputs("$2 wire 1 \"a\" @1\n") == "x.ir:8:15: expected a location of the table, found @1");
  CHECK(after_inputs("$2 wire 1 \"a\" attribute \"x\"\n") ==
        "x.ir:8:28: expected the value of the attribute in quotes, found the end of the line");
  CHECK(after_inputs("$2 reg 1 \"a\"\n") == "x.ir:8:1: expected a line 'register' for $2, found none");
  CHECK(after_inputs("$2 memory_read 1 \"a\"\n") == "x.ir:8:1: expected a line 'read' of a memory for $2, found none");
  CHECK(after_inputs("$2 instance_output 1 \"a\"\n") ==
        "x.ir:8:1: expected a line 'output' of an instance for $2, found none");
  CHECK(after_inputs("$ wire 1 \"a\"\n") == "x.ir:8:1: expected a signal such as $5, found '$'");
}

TEST_CASE("mistakes in clocks and registers") {
  CHECK(after_inputs("clock 1 \"clk\" rising none active_high\n") ==
        "x.ir:8:7: expected 0, the id of the next clock, found 1");
  CHECK(after_inputs("clock 0 \"clk\" rising none active_high = %1\n") ==
        "x.ir:8:41: expected a node of 1 bits, found %1 of 8 bits");
  CHECK(after_inputs("clock 0 \"clk\" both none active_high\n") ==
        "x.ir:8:15: expected an edge (rising, falling), found 'both'");
  CHECK(after_inputs("register $0\n") == "x.ir:8:10: expected a signal of kind reg that is not taken yet, found $0");
  CHECK(after_inputs("register $9\n") == "x.ir:8:10: expected a signal of an earlier line, found $9");
  CHECK(after_inputs("$2 reg 4 \"r\"\nregister $2\nregister $2\n") ==
        "x.ir:10:10: expected a signal of kind reg that is not taken yet, found $2");
  CHECK(after_inputs("$2 reg 4 \"r\"\nregister $2 clock 0\n") ==
        "x.ir:9:19: expected one of the 0 clocks of the module, found 0");
  CHECK(after_inputs("$2 reg 4 \"r\"\nregister $2 reset 0x10\n") ==
        "x.ir:9:19: expected a value of 4 bits: \"0x10\" needs 5 bits and does not fit in 4");
  CHECK(after_inputs("$2 reg 4 \"r\"\nregister $2 reset 10\n") ==
        "x.ir:9:19: expected a value such as 0x1f, found '10'");
  CHECK(after_inputs("$2 reg 4294967000 \"r\"\nregister $2 reset 0x0\n") ==
        "x.ir:9:19: expected a value of at most 16777216 bits, found one of 4294967000 bits");
}

TEST_CASE("mistakes in memories") {
  const std::string data = "$2 memory_read 8 \"d\"\n";
  CHECK(after_inputs("memory 0 \"m\" width 8\n") == "x.ir:8:21: expected 'depth', found the end of the line");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 4 granule 3 {\n}\n") ==
        "x.ir:8:38: expected a divisor of 8, the width, found 3");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 4 granule 0 {\n}\n") ==
        "x.ir:8:38: expected a divisor of 8, the width, found 0");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 4 colour {\n}\n") ==
        "x.ir:8:30: expected granule, type, read_only, style, attribute, @ or '{', found 'colour'");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 2 {\ncontents 0x1 0x2 0x3\n}\n") ==
        "x.ir:9:18: expected no more than 2 words, found '0x3'");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 2 {\ncontents 0x100\n}\n") ==
        "x.ir:9:10: expected a value of 8 bits: \"0x100\" needs 9 bits and does not fit in 8");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 2 read_only {\ncontents 0x10\n}\n") ==
        "x.ir:8:8: expected all 2 words of a read_only memory, found 1");
  CHECK(after_inputs(data + "memory 0 \"m\" width 8 depth 2 {\nread sometimes = $2\n}\n") ==
        "x.ir:10:6: expected the kind of read (asynchronous, synchronous), found 'sometimes'");
  CHECK(after_inputs(data + "memory 0 \"m\" width 8 depth 2 {\nread asynchronous address %1\n}\n") ==
        "x.ir:10:29: expected clock, address, enable, policy, edge or '= $' with the data signal, found the end of the "
        "line");
  CHECK(after_inputs(data + "memory 0 \"m\" width 4 depth 2 {\nread asynchronous address %1 = $2\n}\n") ==
        "x.ir:10:32: expected a signal of kind memory_read and of 4 bits that is not taken yet, found $2");
  CHECK(after_inputs("memory 0 \"m\" width 4 depth 2 {\nwrite data %1\n}\n") ==
        "x.ir:9:12: expected a node of 4 bits, found %1 of 8 bits");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 2 {\nwrite mask %1\n}\n") ==
        "x.ir:9:7: expected no mask on a memory without 'granule', found 'mask'");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 2 granule 2 {\nwrite mask %1\n}\n") ==
        "x.ir:9:12: expected a node of 4 bits, found %1 of 8 bits");
  CHECK(after_inputs("memory 0 \"m\" width 8 depth 2 {\nerase\n}\n") ==
        "x.ir:9:1: expected a line that begins with read, write or contents, or '}', found 'erase'");
}

TEST_CASE("mistakes in instances") {
  const auto instance_error = [](const std::string& lines) {
    return error_of(
        "burin-ir 1\n"
        "module 0 \"child\" base \"child\" {\n$0 input 8 \"i\"\n$1 output 4 \"o\"\n$2 inout 1 \"p\"\n}\n"
        "module 1 \"m\" base \"m\" {\n" +
        kInputs + "$2 inout 1 \"pad\"\n$3 instance_output 4 \"u_o\"\n" + lines + "}\n");
  };
  const std::string good = "input 0 = %1\ninput 2 = $2\noutput 1 = $3\n}\n";
  CHECK(instance_error("instance 0 \"u\" of 0 {\n" + good) == "no error");
  CHECK(instance_error("instance 0 \"u\" of 1 {\n" + good) ==
        "x.ir:14:19: expected the id of an earlier module, found 1");
  CHECK(instance_error("instance 0 \"u\" of 0 {\ninput 0 = %0\n}\n")
            .find("expected a line for each of the 2 inputs and inouts and the 1 outputs of module \"child\", found 1 "
                  "and 0") != std::string::npos);
  CHECK(instance_error("instance 0 \"u\" of 0 {\ninput 0 = %0\ninput 2\noutput 1 = $3\n}\n") ==
        "x.ir:15:11: expected a node of 8 bits, found %0 of 1 bits");
  CHECK(instance_error("instance 0 \"u\" of 0 {\ninput 1 = %0\n}\n") ==
        "x.ir:15:7: expected the id of an input or inout of module \"child\", in the order of its ports, found 1");
  CHECK(instance_error("instance 0 \"u\" of 0 {\ninput 2 = $2\ninput 0 = %1\n}\n") ==
        "x.ir:16:7: expected the id of an input or inout of module \"child\", in the order of its ports, found 0");
  CHECK(instance_error("instance 0 \"u\" of 0 {\ninput 2 = $0\n}\n") ==
        "x.ir:15:11: expected an inout of 1 bits, found $0");
  CHECK(instance_error("instance 0 \"u\" of 0 {\ninput 2 = %0\n}\n") ==
        "x.ir:15:11: expected a signal such as $5, found '%0'");
  CHECK(instance_error("instance 0 \"u\" of 0 {\noutput 7 = $3\n}\n") ==
        "x.ir:15:8: expected the id of an output of module \"child\", in the order of its ports, found 7");
  CHECK(instance_error("instance 0 \"u\" of 0 {\noutput 1 = $2\n}\n") ==
        "x.ir:15:12: expected a signal of kind instance_output and of 4 bits that is not taken yet, found $2");
}

TEST_CASE("mistakes in processes and other lines") {
  CHECK(after_inputs("process 0 check \"c\"\n") ==
        "x.ir:8:11: expected a kind of process (assert, assume, cover, print), found 'check'");
  CHECK(after_inputs("process 0 assert \"c\" enable %1\n") ==
        "x.ir:8:29: expected a node of 1 bits, found %1 of 8 bits");
  CHECK(after_inputs("process 0 print \"c\" argument %0:0\n") ==
        "x.ir:8:30: expected a node of 8 bits, found %0 of 1 bits");
  CHECK(after_inputs("process 0 print \"c\" argument %0:7\n") == "x.ir:8:33: expected the id of a type, found 7");
  CHECK(module_error("reason 1 \"x\"\n") == "x.ir:4:8: expected 0, the id of the next reason, found 1");
  CHECK(module_error("black_box \"x\"\nblack_box \"y\"\n") ==
        "x.ir:5:11: expected one line 'black_box' in a module, found another");
  CHECK(module_error("parameter \"x\"\n") ==
        "x.ir:4:14: expected the value of the parameter in quotes, found the end of the line");
  CHECK(module_error("wire\n").starts_with("x.ir:4:1: expected a line that begins with parameter,"));
}

TEST_CASE("mistakes in nodes") {
  CHECK(after_inputs("%3 = not 8 %1\n") == "x.ir:8:1: expected %2, the next node, found %3");
  CHECK(after_inputs("%2 not 8 %1\n") == "x.ir:8:4: expected '=', found 'not'");
  CHECK(after_inputs("%2 = nand 8 %1 %1\n") == "x.ir:8:6: expected an operation, found 'nand'");
  CHECK(after_inputs("%2 = 5\n") == "x.ir:8:6: expected an operation, found '5'");
  CHECK(after_inputs("%2 = not %1\n").starts_with("x.ir:8:10: expected a width in bits"));
  CHECK(after_inputs("%2 = not 8 %2\n") == "x.ir:8:12: expected a node of an earlier line, found %2");
  CHECK(after_inputs("%2 = add 8 %0 %1\n") ==
        "x.ir:8:6: expected operands and numbers that suit 'add': operands have 1 bit and 8 bits");
  CHECK(after_inputs("%2 = add 8 %1\n") ==
        "x.ir:8:6: expected operands and numbers that suit 'add': needs 2 operands and has 1");
  CHECK(after_inputs("%2 = not 9 %1\n") == "x.ir:8:6: expected a width of 8, found 9");
  CHECK(after_inputs("%2 = read 8 $0\n") == "x.ir:8:6: expected a width of 1, found 8");
  CHECK(after_inputs("%2 = read 1 $7\n") == "x.ir:8:13: expected a signal of an earlier line, found $7");
  CHECK(after_inputs("%2 = read 1 %0 $0\n") ==
        "x.ir:8:6: expected operands and numbers that suit 'read': needs 0 operands and has 1");
  CHECK(after_inputs("%2 = const 8 0x100\n").starts_with("x.ir:8:14: expected a value of 8 bits"));
  CHECK(after_inputs("%2 = const 8 %1 0x10\n") == "x.ir:8:6: expected a constant without operands");
  CHECK(after_inputs("%2 = slice 4 %1 5\n") ==
        "x.ir:8:6: expected operands and numbers that suit 'slice': takes 4 bits from bit 5 of an operand of 8 bits");
  CHECK(after_inputs("%2 = slice 4 %1\n").starts_with("x.ir:8:16: expected the slice's low bit"));
  CHECK(after_inputs("%2 = zext 4 %1\n") ==
        "x.ir:8:6: expected operands and numbers that suit 'zext': goes from 8 bits to 4 bits");
  CHECK(after_inputs("%2 = crossing 8 %1 0\n") ==
        "x.ir:8:6: expected operands and numbers that suit 'crossing': reason 0 does not exist");
  CHECK(after_inputs("%2 = read 8 $1\n") == "x.ir:8:1: expected an operation unlike the others, found that of %1");
  CHECK(after_inputs("%2 = not 8 %1 5\n") ==
        "x.ir:8:15: expected an operand, a location such as @5, a name in quotes or the end of the line, found '5'");
  CHECK(after_inputs("%2 = zext 4294967294 %1\n%3 = cat 0 %2 %2\n") ==
        "x.ir:9:6: expected operands and numbers that suit 'cat': the result has 8589934588 bits");
}

TEST_CASE("mutated text is refused as a user error or parsed into a design that prints and parses again") {
  const char* const given = std::getenv("BURIN_TEST_SEED");
  const uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 0) : std::random_device{}();
  INFO("BURIN_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  const std::string original = print(*sample::everything());

  // Pieces of the text itself are the mutations that get past the lexer.
  std::vector<std::string> tokens;
  std::vector<std::string> lines;
  std::string token;
  std::string line;
  for (const char c : original) {
    if (c == ' ' || c == '\n') {
      if (!token.empty()) tokens.push_back(token);
      token.clear();
    } else {
      token += c;
    }
    line += c;
    if (c == '\n') {
      lines.push_back(line);
      line.clear();
    }
  }
  for (const char* extra : {"0", "1", "4294967294", "4294967295", "18446744073709551615", "$0", "%0", "@1", "{", "}",
                            "=", "\"\"", "0x0", "0xffffffffffffffffff"}) {
    tokens.emplace_back(extra);
  }

  size_t refused = 0;
  size_t accepted = 0;
  constexpr int kRounds = 3000;
  for (int round = 0; round < kRounds; ++round) {
    CAPTURE(round);
    std::string text = original;
    const auto below = [&random](size_t limit) { return static_cast<size_t>(random() % limit); };
    for (size_t changes = 1 + below(3); changes > 0; --changes) {
      const size_t at = below(text.size());
      switch (below(7)) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + below(10));
          break;
        case 2:
          text.insert(at, 1, static_cast<char>(' ' + below(95)));
          break;
        case 3:
          text.resize(at + 1);
          break;
        case 4: {  // another token in a token's place
          const size_t start = text.find(' ', at);
          const size_t end = start == std::string::npos ? start : text.find_first_of(" \n", start + 1);
          if (end != std::string::npos) text.replace(start + 1, end - start - 1, tokens[below(tokens.size())]);
          break;
        }
        case 5: {  // a line twice, or another line between
          const size_t end = text.find('\n', at);
          if (end != std::string::npos) text.insert(end + 1, lines[below(lines.size())]);
          break;
        }
        default: {  // a line less
          const size_t end = text.find('\n', at);
          const size_t start = text.rfind('\n', at);
          if (end != std::string::npos && start != std::string::npos && start < end) text.erase(start, end - start);
          break;
        }
      }
    }
    try {
      const auto design = parse(text, "mutated");
      ++accepted;
      const std::string printed = print(*design);
      REQUIRE(print(*parse(printed)) == printed);
    } catch (const UserError& error) {
      ++refused;
      REQUIRE(std::string_view(error.what()).starts_with("mutated:"));
      REQUIRE(std::string_view(error.what()).find(": expected ") != std::string_view::npos);
      REQUIRE(std::string_view(error.what()).find('\n') == std::string_view::npos);
    }
  }
  CHECK(refused > kRounds / 2);
  CHECK(accepted > 0);
}
