#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of docs/library.md: latency, rate and area of each block.

`library_blocks` of the build folder runs each block and writes its Verilog; Yosys maps it to iCE40. With --check the page is
only compared.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent / "library.md"
TABLE = re.compile(r"(<!-- table: blocks -->\n).*?(?=<!-- end -->)", re.S)
HEAD = "| block | latency | values in 100 cycles | LUTs | registers | block RAMs |\n|---|---|---|---|---|---|\n"


def area(folder):
    """LUTs, flip-flops and block RAMs after synth_ice40."""
    top = (folder / "top").read_text()
    files = " ".join(path.name for path in sorted(folder.glob("*.v")))
    script = f"read_verilog {files}; synth_ice40 -top {top}; tee -q -o stat.txt stat"
    run = subprocess.run(["yosys", "-q", "-p", script], cwd=folder, capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        sys.exit(f"yosys failed on {top}: {run.stderr.strip()}")
    cells = {name: int(count) for name, count in re.findall(r"^\s+(SB_\w+)\s+(\d+)$", (folder / "stat.txt").read_text(), re.M)}
    return (cells.get("SB_LUT4", 0), sum(n for cell, n in cells.items() if cell.startswith("SB_DFF")),
            sum(n for cell, n in cells.items() if cell.startswith("SB_RAM")))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--programs", type=pathlib.Path, required=True, help="folder of the built programs")
    arguments.add_argument("--check", action="store_true")
    options = arguments.parse_args()
    rows = ""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = str(options.programs.resolve() / "library_blocks")
        run = subprocess.run([program, name], capture_output=True, text=True, timeout=300)
        if run.returncode != 0:
            sys.exit(f"library_blocks failed: {run.stderr.strip()}")
        for line in run.stdout.splitlines():
            block, latency, rate = line.split("\t")
            luts, registers, memories = area(folder / block)
            rows += f"| {block} | {latency} | {rate} | {luts} | {registers} | {memories} |\n"
    page = PAGE.read_text()
    fresh = TABLE.sub(lambda found: found.group(1) + HEAD + rows, page)
    if fresh == page:
        return
    if options.check:
        sys.exit("docs/library.md is stale; run: python3 docs/generate_library.py --programs build/docs")
    PAGE.write_text(fresh)


if __name__ == "__main__":
    main()
