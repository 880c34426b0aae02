// SPDX-License-Identifier: Apache-2.0
//! @file gallery.cpp
//! @brief Runs the programs of docs/errors.md and prints what each reports, for generate_errors.py.
#include "gallery.h"

#include <algorithm>
#include <iostream>

namespace gallery {

std::vector<Program>& programs() {
  static std::vector<Program> all;
  return all;
}

}  // namespace gallery

int main() {
  auto& programs = gallery::programs();
  std::sort(programs.begin(), programs.end(), [](const auto& a, const auto& b) { return a.code < b.code; });
  for (const gallery::Program& program : programs) {
    std::cout << "== " << program.code << "\n";
    try {
      std::cout << program.run();
    } catch (const burin::UserError& error) { std::cout << error.what(); } catch (const std::exception& error) {
      std::cerr << program.code << ": " << error.what() << "\n";
      return 1;
    }
    std::cout << "\n";
  }
}
