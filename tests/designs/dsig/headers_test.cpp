// SPDX-License-Identifier: Apache-2.0
//! @file headers_test.cpp
//! @brief The headers of the DSig register file in the compilers of the host, with the names that the host uses.
#include <doctest/doctest.h>

#include "burin/base/files.h"
#include "burin/base/process.h"
#include "designs/dsig/register_file.h"
#include "dsl/verilog/tools.h"

namespace burin {
namespace {

/// Names that C and C++ have alike, with the values of the service description, for the default build.
constexpr const char* kValues = R"(
  check(MAGIC == 0x31555344);
  check(ABI_VERSION == 1);
  check(KEY_SLOTS == 8);
  check(VERIFY_IN_FLIGHT == 24);
  check(VERIFY_REQUEST_BEATS == 28);
  check(AP_CTRL == 0x000 && AP_CTRL_AP_START_LSB == 0 && AP_CTRL_AP_DONE_MASK == 2);
  check(GIE == 0x004 && IER == 0x008 && ISR == 0x00c);
  check(ARG_SIGN_COUNT == 0x010);
  check(ARG_VERIFY_COUNT == 0x014);
  check(ARG_BATCHES == 0x018);
  check(ARG_EPOCH == 0x020);
  check(ARG_FIRST_BATCH == 0x028);
  check(ARG_CV == 0x030);
  check(ARG_SEED == 0x050);
  check(ARG_KEY_MASK == 0x070);
  check(ARG_KEYS == 0x080 && ARG_KEYS_STRIDE == 0x20 && ARG_KEYS_COUNT == 8 && ARG_KEYS_WORDS == 8);
  check(ARG_EPOCHS == 0x180 && ARG_EPOCHS_STRIDE == 8);
  check(ARG_EPOCH_MASK == 0x1c0);
  check(REG_MAGIC == 0x200);
  check(REG_ABI == 0x204);
  check(REG_SHAPE == 0x208 && REG_SHAPE_TABLE_MASK_LSB == 8 && REG_SHAPE_KEY_SLOTS_MASK == 0xf000000);
  check(REG_FAULT == 0x20c && REG_FAULT_FRAMING_MASK == 0x10);
  check(REG_TICKS == 0x210);
  check(REG_START_TICK == 0x218);
  check(REG_DONE_TICK == 0x220);
  check(REG_KEY_TICK == 0x228);
  check(REG_SIGNED == 0x230);
  check(REG_SIGN_TAKEN == 0x234);
  check(REG_VERIFIED == 0x238);
  check(REG_VALID == 0x23c);
  check(REG_CERT_CHECKS == 0x240);
  check(REG_CERT_FAILS == 0x244);
  check(REG_CERTIFIED == 0x248);
  check(REG_ANNOUNCED == 0x24c);
  check(REG_SIGN_LATENCY == 0x250 && REG_SIGN_LATENCY_SUM == 0x260);
  check(REG_VERIFY_LATENCY == 0x270 && REG_VERIFY_LATENCY_MIN == 0x278);
  check(REG_PUBLIC_KEY == 0x2a0);
)";

/// A program around `body`, compiled with all warnings and run; it exits with the number of its first failed check.
void compile_and_run(const std::vector<SideFile>& files, const std::string& compiler, const std::string& standard,
                     const std::string& name, const std::string& text) {
  if (!test::has_tool(compiler)) return;
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "burin-header-test-");
  for (const SideFile& file : files) write_file(folder.path() / file.name, file.text);
  write_file(folder.path() / name, text);
  ProcessRequest request;
  request.folder = folder.path();
  request.argv = {compiler,       standard,  "-Wall", "-Wextra", "-Wpedantic",
                  "-Wconversion", "-Werror", name,    "-o",      "program"};
  const ProcessResult built = run_process(request);
  CHECK_MESSAGE(built.ok(), failure_text(built));
  CHECK(built.output == "");
  request.argv = {(folder.path() / "program").string()};
  const ProcessResult run = run_process(request);
  CHECK_MESSAGE(run.ok(), failure_text(run));
}

TEST_CASE("DSig headers: C") {
  const auto made = elaborate<dsig::RegisterFile>();
  compile_and_run(made.side_files(), "cc", "-std=c99", "program.c",
                  std::string("#include \"dsig_registers.h\"\n#include \"dsig_registers.h\"\n"
                              "#define check(x) do { if (!(x)) return __LINE__ % 255 + 1; } while (0)\n"
                              "int main(void) {") +
                      kValues + "  return 0;\n}\n");
}

TEST_CASE("DSig headers: C++, with the types of the host") {
  const auto made = elaborate<dsig::RegisterFile>();
  constexpr const char* kTypes = R"(
  const std::vector<CfgWrite> writes{{ARG_SIGN_COUNT, 5}, {ARG_KEYS + 3 * ARG_KEYS_STRIDE, 1}};
  check(writes[1].offset == 0x0e0);
  UbftInput input;
  input.config = writes;
  input.sign.push_back(Axis512{{}, true});
  UbftOutput output;
  output.verdict.push_back(Axis64{0x12345678'00000380, true});
  check(output.verdict[0].verdict() == 0x80 && output.verdict[0].key_slot() == 3 && output.verdict[0].tag() == 0x12345678);
  const Latency latency = latency_kernel([](std::uint32_t offset) { return offset - REG_SIGN_LATENCY + 2; }, REG_SIGN_LATENCY);
  check(latency.count == 2 && latency.last == 6 && latency.min == 10 && latency.max == 14);
  check(latency.sum == (std::uint64_t{22} << 32 | 18));
  check(Latency{}.mean() == 0 && (Latency{4, 0, 0, 0, 10}.mean() == 2.5));
)";
  compile_and_run(made.side_files(), "c++", "-std=c++17", "program.cpp",
                  std::string("#include \"dsig_registers.hpp\"\n#include \"dsig_registers.hpp\"\n"
                              "using namespace ubft;\n"
                              "#define check(x) do { if (!(x)) return __LINE__ % 255 + 1; } while (0)\n"
                              "int main() {") +
                      kValues + kTypes + "  return 0;\n}\n");
}

TEST_CASE("DSig headers: another profile and 16 slots") {
  const auto made = elaborate<dsig::RegisterFile>({.key_slots = 16, .profile = 1, .verify_in_flight = 32});
  const std::string header = made.side_files().at(0).text;
  for (const std::string wanted : {"KEY_SLOTS ", "VERIFY_IN_FLIGHT ", "VERIFY_REQUEST_BEATS "}) {
    const size_t at = header.find("#define " + wanted);
    REQUIRE(at != std::string::npos);
    const std::string line = header.substr(at, header.find('\n', at) - at);
    CHECK(line.find(wanted == "KEY_SLOTS "          ? " 16u"
                    : wanted == "VERIFY_IN_FLIGHT " ? " 32u"
                                                    : " 27u") != std::string::npos);
  }
}

TEST_CASE("DSig documents: page and IP-XACT name every register") {
  const std::vector<SideFile> files = elaborate<dsig::RegisterFile>().side_files();
  REQUIRE(files.size() == 4);
  CHECK(files[0].name == "dsig_registers.h");
  CHECK(files[1].name == "dsig_registers.hpp");
  CHECK(files[2].name == "dsig_registers.md");
  CHECK(files[3].name == "dsig_registers.xml");
  const std::string& page = files[2].text;
  CHECK(page.find("| 0x080 + 0x20·i, i = 0–7 | arg_keys | 8 | W | 0 |") != std::string::npos);
  CHECK(page.find("| 0x030 | arg_cv | 8 | W, secret |") != std::string::npos);
  CHECK(page.find("0 stands for 16, which does not fit") != std::string::npos);
  CHECK(page.find("| 0x210 | reg_ticks | 2 | R, snapshot |") != std::string::npos);
  const std::string& xml = files[3].text;
  for (const char* name : {"ap_ctrl", "gie", "ier", "isr", "arg_cv", "arg_keys", "arg_epoch_lo", "arg_epoch_hi",
                           "reg_shape", "reg_ticks_lo", "reg_ticks_hi", "reg_sign_latency_min", "reg_public_key"}) {
    INFO(name);
    CHECK(xml.find(std::string("<ipxact:name>") + name + "</ipxact:name>") != std::string::npos);
  }
}

}  // namespace
}  // namespace burin
