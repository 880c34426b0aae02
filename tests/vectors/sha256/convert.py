#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes cavp.txt from NIST's response files: convert.py FOLDER > cavp.txt

FOLDER holds SHA256ShortMsg.rsp, SHA256LongMsg.rsp and SHA256Monte.rsp of the byte-oriented SHA-256 vectors of NIST's
Cryptographic Algorithm Validation Program (CAVS 11), as they come with cryptography_vectors 50.0.2 in
cryptography_vectors/hashes/SHA2.
"""
import pathlib
import re
import sys

HEADER = """\
# SHA-256 test vectors of NIST's Cryptographic Algorithm Validation Program, byte-oriented, CAVS 11: public domain.
# From SHA256ShortMsg.rsp, SHA256LongMsg.rsp and SHA256Monte.rsp as distributed with cryptography_vectors 50.0.2;
# written by convert.py, which see for what was left out.
#
# short LENGTH MESSAGE DIGEST   length in bytes; - stands for the empty message
# long  LENGTH MESSAGE DIGEST
# seed  DIGEST                  the first three digests of the first Monte Carlo chain
# monte COUNT DIGEST            the last of 1,000 more, each of the three before it, one after another; it stands for
#                               the first three of the next chain
"""

# Of the 64 long messages (163 to 6,400 bytes, 99 bytes apart) the first 16, those whose length modulo 64 is where the
# padding changes its form, and the longest: the whole set takes 430 KB.
FIRST_LONG = 16
EDGES = {0, 1, 55, 56, 63}


def messages(path):
    """(length in bytes, message, digest) of each case of a response file."""
    text = path.read_text()
    for bits, message, digest in re.findall(r"Len = (\d+)\s+Msg = ([0-9a-f]+)\s+MD = ([0-9a-f]{64})", text):
        length = int(bits) // 8
        if length and len(message) != 2 * length:
            sys.exit(f"{path}: a message of {length} bytes has {len(message)} digits")
        yield length, message if length else "-", digest


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: convert.py FOLDER > cavp.txt")
    folder = pathlib.Path(sys.argv[1])
    lines = [HEADER.rstrip("\n")]
    lines += [f"short {length} {message} {digest}" for length, message, digest in messages(folder / "SHA256ShortMsg.rsp")]
    longs = list(messages(folder / "SHA256LongMsg.rsp"))
    for index, (length, message, digest) in enumerate(longs):
        if index < FIRST_LONG or length % 64 in EDGES or index == len(longs) - 1:
            lines.append(f"long {length} {message} {digest}")
    monte = (folder / "SHA256Monte.rsp").read_text()
    lines.append("seed " + re.search(r"Seed = ([0-9a-f]{64})", monte).group(1))
    lines += [f"monte {count} {digest}" for count, digest in re.findall(r"COUNT = (\d+)\s+MD = ([0-9a-f]{64})", monte)]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
