// SPDX-License-Identifier: Apache-2.0
//! @file burin.cpp
//! @brief The command `burin`, over the designs of this repository (designs.cpp).
#include "burin/cli/main.h"

int main(int argc, char** argv) { return burin::cli::main(argc, argv); }
