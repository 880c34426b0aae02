// The designs of this project and the command line over them.
#include <burin/cli/main.h>

#include "@NAME@.h"
#include "@NAME@_test.h"

namespace {

// One line for each design.
const burin::cli::Design<designs::@TYPE@> kDesign{"@NAME@", "A tick every so many cycles", {.test = designs::test}};

}  // namespace

int main(int argc, char** argv) { return burin::cli::main(argc, argv); }
