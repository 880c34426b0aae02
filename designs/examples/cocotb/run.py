# SPDX-License-Identifier: Apache-2.0
"""Runs test_fifo.py on Verilog that `burin generate fifo` wrote, with Icarus.

    burin generate fifo --depth 4 --out out/fifo
    python3 designs/examples/cocotb/run.py out/fifo Fifo_depth4
"""
import pathlib
import sys

from cocotb_tools.runner import get_runner


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    top = sys.argv[2]
    runner = get_runner("icarus")
    runner.build(
        sources=sorted(folder.glob("*.v")),
        hdl_toplevel=top,
        build_dir=folder / "cocotb",
        build_args=["-g2005"],
        timescale=("1ns", "1ps"),
        always=True,
    )
    here = pathlib.Path(__file__).resolve().parent
    results = runner.test(
        test_module="test_fifo", hdl_toplevel=top, build_dir=folder / "cocotb", test_dir=here,
        results_xml=str(folder / "cocotb" / "results.xml"), extra_env={"PYTHONPATH": str(here)}
    )
    text = pathlib.Path(results).read_text()
    return 1 if "<failure" in text or "<testcase" not in text else 0


sys.exit(main())
