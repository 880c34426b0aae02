// SPDX-License-Identifier: Apache-2.0
//! @file generate.cpp
//! @brief Writes the C++ file that has the circuits of circuits.h as Burin.
#include <fmt/format.h>

#include "burin/base/files.h"
#include "fuzz/harness/burin_text.h"
#include "fuzz/printed/circuits.h"

int main(int argc, char** argv) {
  using namespace burin;
  using namespace burin::fuzz;
  if (argc != 2) {
    fmt::print(stderr, "usage: {} FILE\n", argv[0]);
    return 2;
  }
  std::string text =
      "// SPDX-License-Identifier: Apache-2.0\n//! @file\n//! @brief Random circuits, printed as Burin.\n"
      "#include \"burin/burin.h\"\n#include \"fuzz/printed/circuits.h\"\n\nnamespace burin {\n";
  std::string calls;
  for (uint32_t i = 0; i < kPrintedCircuits; ++i) {
    const auto design = original(i);
    text += fmt::format("namespace circuit{} {{\n{}}}  // namespace circuit{}\n\n", i, to_burin(*design), i);
    calls += fmt::format("  designs.push_back(elaborate<circuit{}::{}>({{}}, tolerant()).design);\n", i,
                         struct_name(design->top_module()));
  }
  text += fmt::format(
      "namespace fuzz {{\nnamespace {{\n// Random circuits break the rules of clock crossings and resets.\n"
      "ElaborateOptions tolerant() {{\n  ElaborateOptions options;\n  options.optimise = false;\n"
      "  for (const char* code : {{\"B0205\", \"B0208\", \"B0301\", \"B0302\", \"B0603\"}}) {{\n"
      "    options.severities.push_back({{.code = code, .severity = Severity::ignored}});\n  }}\n  return "
      "options;\n}}\n"
      "}}  // namespace\n\nstd::vector<std::unique_ptr<ir::Design>> printed_circuits() {{\n"
      "  std::vector<std::unique_ptr<ir::Design>> designs;\n{}  return designs;\n}}\n\n}}  // namespace fuzz\n"
      "}}  // namespace burin\n",
      calls);
  write_file(argv[1], text);
  return 0;
}
