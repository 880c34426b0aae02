# SPDX-License-Identifier: Apache-2.0
"""A cocotb test of the generated `fifo`: what goes in comes out, in order, with stalls on both sides."""
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge

COUNT = 200


async def drive(dut, values, rng):
    """Sends `values`, each of which stays on offer until it is taken."""
    for value in values:
        while rng.random() < 0.3:
            await RisingEdge(dut.clk)
        dut.in_valid.value = 1
        dut.in_payload.value = value
        taken = False
        while not taken:
            await ReadOnly()
            taken = dut.in_ready.value == 1
            await RisingEdge(dut.clk)
        dut.in_valid.value = 0


async def collect(dut, count, rng):
    """Takes `count` values."""
    received = []
    while len(received) < count:
        dut.out_ready.value = int(rng.random() < 0.5)
        await ReadOnly()
        if dut.out_valid.value == 1 and dut.out_ready.value == 1:
            received.append(int(dut.out_payload.value))
        await RisingEdge(dut.clk)
    return received


@cocotb.test()
async def values_come_out_in_order(dut):
    seed = int(os.environ.get("BURIN_TEST_SEED", random.randrange(1 << 32)))
    dut._log.info("seed %d", seed)
    rng = random.Random(seed)
    dut.in_valid.value = 0
    dut.in_payload.value = 0
    dut.out_ready.value = 0
    dut.rst.value = 1
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    await RisingEdge(dut.clk)
    await RisingEdge(dut.clk)
    dut.rst.value = 0

    values = [rng.randrange(256) for _ in range(COUNT)]
    cocotb.start_soon(drive(dut, values, random.Random(seed + 1)))
    assert await collect(dut, COUNT, random.Random(seed + 2)) == values
