# SPDX-License-Identifier: Apache-2.0
"""Runs a Yosys script, one command a line, in the Python module pyosys.

pyosys brings no `yosys` program. Arguments: the script. An error in a command ends the process with a
message and a status that is not zero, as the program would.
"""
import sys


def main() -> int:
    from pyosys import libyosys

    design = libyosys.Design()
    with open(sys.argv[1], encoding="utf-8") as script:
        for line in script:
            command = line.strip()
            if command and not command.startswith("#"):
                libyosys.run_pass(command, design)
    return 0


if __name__ == "__main__":
    sys.exit(main())
