#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes fpr_ops.txt from operations of FALCON's reference implementation: convert.py RECORD > fpr_ops.txt

RECORD has a line "op x y result" for each call of the implementation's floating-point functions, in hexadecimal.
"""
import pathlib
import sys

HEADER = """\
# Operations with the results that FALCON's floating-point emulation gives: PQClean, commit 3730b32, falcon-512 and
# falcon-1024, "clean", the code of round 3. Written by convert.py, each case once.
#
# A heading names the operation. Below it stand operands and result as 64-bit words in hexadecimal: numbers in binary64,
# integers in two's complement. `of` is the conversion of an integer. `expm R CCS RESULT` is 2^63 · CCS · exp(-R)
# as the sampler computes it.
"""
UNARY = {"sqrt", "half", "rint", "floor", "trunc", "of"}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: convert.py RECORD > fpr_ops.txt")
    cases = {}
    for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
        operation, x, y, result = line.split()
        words = [x, result] if operation in UNARY else [x, y, result]
        cases.setdefault(operation, set()).add(" ".join(f"{int(word, 16):016x}" for word in words))
    print(HEADER, end="")
    for operation in sorted(cases):
        print(f"\n{operation}")
        print("\n".join(sorted(cases[operation])))


if __name__ == "__main__":
    main()
