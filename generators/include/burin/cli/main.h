// SPDX-License-Identifier: Apache-2.0
//! @file main.h
//! @brief The command line over all registered designs.
#pragma once

namespace burin::cli {

/// Does what the arguments ask for, with every design that is registered in the program, and returns the exit status:
/// 0 fine; 1 a mistake of the user or of a design; 2 a command line that has no meaning; 70 a mistake of Burin's own;
/// 130 stopped by Ctrl-C. Results go to standard output, everything else to standard error.
int main(int argc, char** argv);

}  // namespace burin::cli
