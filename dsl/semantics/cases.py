#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Works out the cases of operators.json with Python's exact integers.

The rules in operators.json are written by hand. The cases are not: this script holds, for each operator, the
operands worth trying and a model of the operator in plain integer arithmetic, which knows nothing of Burin's
own code. `cases.py` rewrites the cases; `cases.py --check` exits with 1 when the file is not what it would write.
"""

import argparse
import json
import os
import pathlib
import random
import sys

OPERATORS = pathlib.Path(__file__).resolve().parent / "operators.json"
WIDE = 200


# ---------------------------------------------------------------------------------------------------- numbers

def ones(width):
    return (1 << width) - 1


def signed(width, value):
    """The two's complement reading of `value`; a value of no bits is 0."""
    return value - (1 << width) if width and value >> (width - 1) else value


def bits_for(largest):
    return largest.bit_length()


def index_bits(count):
    return bits_for(count - 1) if count > 1 else 0


def quotient(a, b):
    """Towards zero."""
    magnitude = abs(a) // abs(b)
    return -magnitude if (a < 0) != (b < 0) else magnitude


def bit(value, index):
    return (value >> index) & 1


# --------------------------------------------------------------------------------------------- operand choices

def pick(name, width, count=1):
    """Arbitrary values of `width` bits, the same in every run."""
    source = random.Random(f"{name}/{width}")
    values = [source.getrandbits(width) if width else 0 for _ in range(count)]
    return values if count != 1 else values[0]


def boundary_values(width):
    """0, 1, all ones, the signed maximum and minimum."""
    if width == 0:
        return [0]
    values = [0, 1, ones(width), ones(width) >> 1, 1 << (width - 1)]
    return list(dict.fromkeys(values))


def unary(name, widths=(0, 1, 8, 64, 65, WIDE)):
    cases = [[(w, v)] for w in (0, 1) if w in widths for v in boundary_values(w)]
    cases += [[(8, v)] for v in boundary_values(8)]
    cases += [[(w, pick(name, w))] for w in widths if w > 1]
    cases += [[(w, 1 << (w - 1))] for w in widths if w >= 64]
    return cases


def binary(name):
    cases = [[(0, 0), (0, 0)]]
    cases += [[(1, a), (1, b)] for a in (0, 1) for b in (0, 1)]
    cases += [[(8, a), (8, b)] for a, b in ((0, 0), (0xFF, 0x01), (0x01, 0xFF), (0x80, 0xFF), (0x80, 0x7F),
                                            (0x7F, 0x01), (0x7F, 0x80), (0xFF, 0xFF), (0x80, 0x80), (0x5A, 0x3C))]
    for width in (63, 64, 65, WIDE):
        a, b = pick(name, width, 2)
        cases.append([(width, a), (width, b)])
    for width in (64, 65):
        cases.append([(width, 1 << (width - 1)), (width, ones(width))])
    return cases


def division(name):
    cases = [[(0, 0), (0, 0)]]
    cases += [[(1, a), (1, b)] for a in (0, 1) for b in (0, 1)]
    pairs = ((0, 0), (0x25, 0), (0x80, 0), (0xFF, 0), (0x80, 0xFF), (0x80, 0x01), (0x7F, 0xFF), (0x07, 0x02),
             (0xF9, 0x02), (0x07, 0xFE), (0xF9, 0xFE), (0x02, 0x07), (0x80, 0x80), (0xFF, 0x80))
    cases += [[(8, a), (8, b)] for a, b in pairs]
    for width in (64, 65, WIDE):
        a, b = pick(name, width, 2)
        cases.append([(width, a), (width, b >> (width // 2))])
        cases.append([(width, a), (width, 0)])
        cases.append([(width, 1 << (width - 1)), (width, ones(width))])
    return cases


def products(name):
    cases = [[(0, 0), (0, 0)], [(0, 0), (8, 0xFF)], [(8, 0x80), (0, 0)]]
    cases += [[(1, a), (1, b)] for a in (0, 1) for b in (0, 1)]
    cases += [[(8, a), (8, b)] for a, b in ((0, 0x80), (0xFF, 0xFF), (0x80, 0x80), (0x80, 0xFF), (0x80, 0x7F),
                                            (0x0C, 0x0B))]
    for wide, narrow in ((8, 3), (3, 8), (1, 8), (32, 32), (33, 32), (64, 64), (65, 7), (WIDE, 100)):
        cases.append([(wide, pick(name, wide)), (narrow, ones(narrow))])
        cases.append([(wide, 1 << (wide - 1)), (narrow, pick(name + "b", narrow))])
    return cases


def shifts(name):
    cases = [[(0, 0), (0, 0)], [(0, 0), (4, 3)], [(8, 0x96), (0, 0)], [(1, 1), (1, 0)], [(1, 1), (1, 1)]]
    cases += [[(8, 0x96), (4, amount)] for amount in (0, 1, 7, 8, 9, 15)]
    cases += [[(8, 0x69), (3, 4)], [(8, 0x96), (1, 1)]]
    cases += [[(8, 0x96), (31, 1 << 30)], [(8, 0x96), (32, 1 << 31)], [(8, 0x96), (40, 1 << 32)],
              [(8, 0x96), (64, 1 << 63)], [(8, 0x96), (64, ones(64))]]
    for width in (64, 65, WIDE):
        top = pick(name, width) | 1 << (width - 1)
        cases += [[(width, top), (8, amount)] for amount in (1, 63, width - 1, width, 255)]
        cases.append([(width, top), (64, 1 << 32)])
    return cases


def constant_shifts(name):
    cases = [([(0, 0)], [0]), ([(1, 1)], [0]), ([(1, 1)], [1])]
    cases += [([(8, 0x96)], [amount]) for amount in (0, 1, 7, 8)]
    cases += [([(width, pick(name, width) | 1 << (width - 1))], [amount])
              for width in (64, 65, WIDE) for amount in (1, width - 1, width)]
    return cases


def rotates(name):
    cases = [[(0, 0), (0, 0)], [(0, 0), (4, 3)], [(1, 1), (3, 5)], [(8, 0x96), (0, 0)]]
    cases += [[(8, 0x96), (5, amount)] for amount in (0, 1, 7, 8, 9, 31)]
    cases += [[(7, 0x4B), (4, amount)] for amount in (6, 7, 8, 15)]
    cases += [[(7, 0x4B), (64, ones(64))], [(32, 0x80000001), (5, 31)]]
    for width in (64, 65, WIDE):
        cases += [[(width, pick(name, width)), (9, amount)] for amount in (1, width, 511)]
    return cases


def indexed(operands):
    """One case an index from `operands` and the widths of the index and the values."""
    return [[(iw, i)] + [(w, v) for v in values] for iw, i, w, values in operands]


def slices(name):
    cases = [([(0, 0)], [-1, 0]), ([(8, 0x96)], [-1, 0]), ([(8, 0x96)], [7, 8]), ([(1, 1)], [0, 0])]
    cases += [([(8, 0x96)], [high, low]) for high, low in ((7, 0), (0, 0), (7, 7), (4, 1), (3, 0), (7, 4))]
    for high, low in ((63, 0), (64, 64), (64, 1), (199, 199), (130, 60), (199, 0), (127, 64)):
        width = 65 if high < 65 else WIDE
        cases.append(([(width, pick(name, width))], [high, low]))
    return cases


def windows(name):
    cases = [([(0, 0), (3, 2)], [4]), ([(8, 0x96), (0, 0)], [4]), ([(8, 0x96), (4, 3)], [0])]
    cases += [([(8, 0x96), (4, offset)], [3]) for offset in (0, 1, 5, 6, 7, 8, 15)]
    cases += [([(8, 0x96), (2, 1)], [8]), ([(8, 0x96), (2, 0)], [12]), ([(8, 0xFF), (64, 1 << 63)], [4]),
              ([(8, 0xFF), (33, 1 << 32)], [4])]
    for offset in (0, 64, 136, 190, 255):
        cases.append(([(WIDE, pick(name, WIDE)), (8, offset)], [64]))
    return cases


def counts(name):
    cases = [[(0, 0)], [(1, 0)], [(1, 1)]]
    cases += [[(8, v)] for v in (0x00, 0x01, 0x80, 0xFF, 0x28, 0x7F)]
    cases += [[(7, 0)], [(7, 0x7F)], [(32, 0x00010000)], [(64, 0)], [(64, 1 << 40)], [(65, 1 << 64)]]
    cases += [[(WIDE, pick(name, WIDE) >> 20 << 31)], [(WIDE, 0)], [(WIDE, ones(WIDE))]]
    return cases


def one_hots():
    cases = [[(0, 0)], [(1, 0)], [(1, 1)]]
    cases += [[(8, v)] for v in (0x00, 0x01, 0x02, 0x10, 0x80, 0x28)]
    cases += [[(5, 0x10)], [(64, 1 << 63)], [(65, 1 << 64)], [(WIDE, 1 << 199)], [(WIDE, 0)]]
    return cases


# ----------------------------------------------------------------------------------------------------- models
# A model takes the operands as (width, value) pairs and the parameters, and gives (width, value). A value that
# is out of range of its width is cut to it, so that wrapping needs no words here.

def lt(a, b):
    return (1, int(a < b))


def le(a, b):
    return (1, int(a <= b))


def sv(operand):
    return signed(*operand)


def bitwise(function):
    return lambda a, b: (a[0], function(a[1], b[1]))


def exact(function, reading):
    """One more bit than the operands, so nothing is lost."""
    return lambda a, b: (a[0] + 1, function(reading(a), reading(b)))


def div_u(a, b):
    return (a[0], a[1] // b[1] if b[1] else ones(a[0]))


def rem_u(a, b):
    return (a[0], a[1] % b[1] if b[1] else a[1])


def div_s(a, b):
    return (a[0], quotient(sv(a), sv(b)) if b[1] else -1)


def rem_s(a, b):
    return (a[0], sv(a) - sv(b) * quotient(sv(a), sv(b)) if b[1] else sv(a))


def shl(a, amount):
    return (a[0], a[1] << min(amount, a[0]))


def shr_u(a, amount):
    return (a[0], a[1] >> min(amount, a[0]))


def shr_s(a, amount):
    return (a[0], sv(a) >> min(amount, a[0]))


def rotate_left(a, amount):
    width, value = a
    if width == 0:
        return a
    amount %= width
    return (width, value << amount | value >> (width - amount))


def rotate_right(a, amount):
    return rotate_left(a, -amount)


def cat(*parts):
    width, value = 0, 0
    for w, v in parts:
        width, value = width + w, value << w | v
    return (width, value)


def slice_(a, high, low):
    return (high - low + 1, a[1] >> low)


def window(a, offset, width):
    return (width, a[1] >> offset[1] if offset[1] < a[0] else 0)


def one_hot_mux(select, *values):
    result = 0
    for index, (_, value) in enumerate(values):
        if bit(select[1], index):
            result |= value
    return (values[0][0], result)


def select_(index, *values):
    return (values[0][0], values[index[1]][1] if index[1] < len(values) else 0)


def match(a, pattern):
    digits = pattern.replace("_", "")
    assert len(digits) == a[0]
    return (1, int(all(d == "?" or int(d) == bit(a[1], a[0] - 1 - i) for i, d in enumerate(digits))))


def leading_zeros(a):
    return (bits_for(a[0]), a[0] - a[1].bit_length())


def trailing_zeros(a):
    width, value = a
    return (bits_for(width), next((i for i in range(width) if bit(value, i)), width))


def priority_encode(a):
    width, value = a
    return (index_bits(width), next((i for i in range(width) if bit(value, i)), 0))


def one_hot_to_binary(a):
    result = 0
    for i in range(a[0]):
        if bit(a[1], i):
            result |= i
    return (index_bits(a[0]), result)


def gray_decode(a):
    result = 0
    for i in range(a[0]):
        result ^= a[1] >> i
    return (a[0], result)


FIELDS = (3, 8, 1)  # widths of the bundle in the cases of pack and unpack


def unpack_bundle(a, field):
    return (FIELDS[field], a[1] >> sum(FIELDS[field + 1:]))


def unpack_vector(a, index, length):
    width = a[0] // length
    return (width, a[1] >> index * width)


def with_operands(cases):
    return [(operands, []) for operands in cases]


def bundles():
    cases = [[(3, 5), (8, 0xC3), (1, 1)], [(3, 0), (8, 0xFF), (1, 0)], [(3, 7), (8, 0), (1, 1)]]
    return cases


SELECTS = indexed([
    (0, 0, 8, [0x11]), (1, 1, 8, [0x11]), (1, 0, 8, [0x11, 0x22]), (1, 1, 8, [0x11, 0x22]),
    (2, 0, 8, [0x11, 0x22, 0x33]), (2, 2, 8, [0x11, 0x22, 0x33]), (2, 3, 8, [0x11, 0x22, 0x33]),
    (8, 255, 8, [0x11, 0x22, 0x33]), (33, 1 << 32, 8, [0x11, 0x22, 0x33]), (64, 1 << 63, 4, [0xF, 0xF]),
    (2, 1, 0, [0, 0, 0]), (3, 4, 1, [1, 1, 1, 1, 0]), (2, 2, 65, [1, 2, 1 << 64]), (2, 3, 65, [1, 2, 1 << 64])])

ONE_HOTS = indexed([
    (1, 0, 8, [0x11]), (1, 1, 8, [0x11]), (3, 0, 8, [0x11, 0x22, 0x44]), (3, 1, 8, [0x11, 0x22, 0x44]),
    (3, 4, 8, [0x11, 0x22, 0x44]), (3, 6, 8, [0x11, 0x22, 0x44]), (2, 2, 0, [0, 0]),
    (2, 2, 65, [1, 1 << 64])])

# name -> (operands and parameters to try, model)
MODELS = {
    "not": (with_operands(unary("not")), lambda a: (a[0], ~a[1])),
    "and": (with_operands(binary("and")), bitwise(lambda a, b: a & b)),
    "or": (with_operands(binary("or")), bitwise(lambda a, b: a | b)),
    "xor": (with_operands(binary("xor")), bitwise(lambda a, b: a ^ b)),
    "reduce_and": (with_operands(unary("reduce_and") + [[(64, ones(64))], [(65, ones(65))], [(65, ones(65) - 2)]]),
                   lambda a: (1, int(a[1] == ones(a[0])))),
    "reduce_or": (with_operands(unary("reduce_or") + [[(65, 0)], [(65, 1 << 64)]]), lambda a: (1, int(a[1] != 0))),
    "reduce_xor": (with_operands(unary("reduce_xor")), lambda a: (1, bin(a[1]).count("1") % 2)),
    "add": (with_operands(binary("add")), bitwise(lambda a, b: a + b)),
    "sub": (with_operands(binary("sub")), bitwise(lambda a, b: a - b)),
    "negate": (with_operands(unary("negate")), lambda a: (a[0], -a[1])),
    "add_carry": (with_operands(binary("add_carry")), exact(lambda a, b: a + b, lambda x: x[1])),
    "add_carry_s": (with_operands(binary("add_carry")), exact(lambda a, b: a + b, sv)),
    "sub_borrow": (with_operands(binary("sub_borrow")), exact(lambda a, b: a - b, lambda x: x[1])),
    "sub_borrow_s": (with_operands(binary("sub_borrow")), exact(lambda a, b: a - b, sv)),
    "mul_u": (with_operands(products("mul")), lambda a, b: (a[0] + b[0], a[1] * b[1])),
    "mul_s": (with_operands(products("mul")), lambda a, b: (a[0] + b[0], sv(a) * sv(b))),
    "div_u": (with_operands(division("div")), div_u),
    "div_s": (with_operands(division("div")), div_s),
    "rem_u": (with_operands(division("div")), rem_u),
    "rem_s": (with_operands(division("div")), rem_s),
    "eq": (with_operands(binary("eq") + [[(65, 1 << 64), (65, 0)], [(65, 7), (65, 7)]]),
           lambda a, b: (1, int(a[1] == b[1]))),
    "ne": (with_operands(binary("ne") + [[(65, 1 << 64), (65, 0)], [(65, 7), (65, 7)]]),
           lambda a, b: (1, int(a[1] != b[1]))),
    "lt_u": (with_operands(binary("lt")), lambda a, b: lt(a[1], b[1])),
    "le_u": (with_operands(binary("le")), lambda a, b: le(a[1], b[1])),
    "gt_u": (with_operands(binary("lt")), lambda a, b: lt(b[1], a[1])),
    "ge_u": (with_operands(binary("le")), lambda a, b: le(b[1], a[1])),
    "lt_s": (with_operands(binary("lt")), lambda a, b: lt(sv(a), sv(b))),
    "le_s": (with_operands(binary("le")), lambda a, b: le(sv(a), sv(b))),
    "gt_s": (with_operands(binary("lt")), lambda a, b: lt(sv(b), sv(a))),
    "ge_s": (with_operands(binary("le")), lambda a, b: le(sv(b), sv(a))),
    "shl": (with_operands(shifts("shift")), lambda a, n: shl(a, n[1])),
    "shr_u": (with_operands(shifts("shift")), lambda a, n: shr_u(a, n[1])),
    "shr_s": (with_operands(shifts("shift")), lambda a, n: shr_s(a, n[1])),
    "shl_constant": (constant_shifts("shift"), shl),
    "shr_constant_u": (constant_shifts("shift"), shr_u),
    "shr_constant_s": (constant_shifts("shift"), shr_s),
    "rotate_left": (with_operands(rotates("rotate")), lambda a, n: rotate_left(a, n[1])),
    "rotate_right": (with_operands(rotates("rotate")), lambda a, n: rotate_right(a, n[1])),
    "rotate_left_constant": (constant_shifts("rotate"), rotate_left),
    "rotate_right_constant": (constant_shifts("rotate"), rotate_right),
    "cat": (with_operands([[(8, 0xA5)], [(0, 0), (0, 0)], [(0, 0), (8, 0xA5)], [(8, 0xA5), (0, 0)],
                           [(1, 1), (3, 2), (4, 0xC)], [(8, 0x12), (8, 0x34)], [(1, 1), (63, 0)], [(1, 1), (64, 5)],
                           [(64, pick("cat", 64)), (64, 3)], [(33, 1), (0, 0), (65, 1 << 64), (7, 0x55)]]), cat),
    "repeat": ([([(8, 0xA5)], [n]) for n in (0, 1, 2, 9)] + [([(0, 0)], [5]), ([(1, 1)], [64]), ([(1, 1)], [65]),
                                                             ([(3, 5)], [22])],
               lambda a, n: cat(*[a] * n)),
    "bits": (slices("bits"), slice_),
    "bit": ([([(1, 1)], [0])] + [([(8, 0x96)], [i]) for i in (0, 1, 7)] + [([(65, 1 << 64)], [i]) for i in (63, 64)],
            lambda a, i: (1, a[1] >> i)),
    "bit_dynamic": (with_operands([[(0, 0), (2, 1)], [(1, 1), (0, 0)], [(8, 0x96), (3, 7)], [(8, 0x96), (3, 3)],
                                   [(8, 0xFF), (4, 8)], [(8, 0xFF), (4, 15)], [(5, 0x1F), (3, 5)],
                                   [(8, 0xFF), (33, 1 << 32)], [(65, 1 << 64), (7, 64)], [(65, ones(65)), (7, 65)],
                                   [(WIDE, ones(WIDE)), (8, 200)]]),
                    lambda a, i: window(a, i, 1)),
    "window": (windows("window"), window),
    "zext": ([([(0, 0)], [0]), ([(0, 0)], [8])] + [([(8, 0x96)], [w]) for w in (8, 9, 64, 65, WIDE)]
             + [([(65, 1 << 64)], [WIDE]), ([(1, 1)], [8])], lambda a, w: (w, a[1])),
    "sext": ([([(0, 0)], [0]), ([(0, 0)], [8])] + [([(8, 0x96)], [w]) for w in (8, 9, 64, 65, WIDE)]
             + [([(8, 0x69)], [64]), ([(65, 1 << 64)], [WIDE]), ([(1, 1)], [8]), ([(1, 0)], [8]),
                ([(64, 1 << 63)], [65])], lambda a, w: (w, sv(a))),
    "trunc": ([([(0, 0)], [0]), ([(8, 0x96)], [0]), ([(8, 0x96)], [4]), ([(8, 0x96)], [8]), ([(65, 3 << 63)], [64]),
               ([(WIDE, pick("trunc", WIDE))], [65]), ([(WIDE, pick("trunc", WIDE))], [1])], lambda a, w: (w, a[1])),
    "resize_u": ([([(0, 0)], [8])] + [([(8, 0x96)], [w]) for w in (0, 4, 8, 12, 65)], lambda a, w: (w, a[1])),
    "resize_s": ([([(0, 0)], [8])] + [([(8, 0x96)], [w]) for w in (0, 4, 8, 12, 65)], lambda a, w: (w, sv(a))),
    "mux": (with_operands([[(1, c), (w, a), (w, b)] for c in (1, 0)
                           for w, a, b in ((8, 0x11, 0x22), (0, 0, 0), (1, 1, 0), (64, 1 << 63, 7), (65, 1 << 64, 5))]),
            lambda c, a, b: a if c[1] else b),
    "one_hot_mux": (with_operands(ONE_HOTS), one_hot_mux),
    "select": (with_operands(SELECTS), select_),
    "match": ([([(0, 0)], [""]), ([(1, 0)], ["?"]), ([(4, 0xA)], ["1010"]), ([(4, 0xA)], ["1?1?"]),
               ([(4, 0xA)], ["0???"]), ([(4, 0xA)], ["????"]), ([(4, 0xA)], ["10?1"]), ([(8, 0xC5)], ["1100_????"]),
               ([(8, 0xD5)], ["1100_????"]), ([(65, 1 << 64 | 1)], ["1" + "?" * 63 + "1"]),
               ([(65, 1)], ["1" + "?" * 63 + "1"])], match),
    "dont_care": ([([], [w]) for w in (0, 1, 8, 65)], lambda w: (w, 0)),
    "crossing": (with_operands([[(0, 0)], [(8, 0x96)], [(65, 1 << 64)]]), lambda a: a),
    "popcount": (with_operands(counts("popcount")), lambda a: (bits_for(a[0]), bin(a[1]).count("1"))),
    "leading_zeros": (with_operands(counts("zeros")), leading_zeros),
    "trailing_zeros": (with_operands(counts("zeros")), trailing_zeros),
    "priority_encode": (with_operands(counts("zeros")), priority_encode),
    "one_hot_to_binary": (with_operands(one_hots()), one_hot_to_binary),
    "one_hot": ([([(0, 0)], [1]), ([(0, 0)], [0]), ([(2, 3)], [0]), ([(1, 1)], [2]), ([(3, 0)], [8]),
                           ([(3, 7)], [8]), ([(3, 4)], [5]), ([(3, 5)], [5]), ([(3, 7)], [5]), ([(3, 2)], [3]),
                           ([(7, 64)], [65]), ([(7, 65)], [65]), ([(33, 1 << 32)], [4]), ([(8, 199)], [WIDE])],
                          lambda a, w: (w, 1 << a[1] if a[1] < w else 0)),
    "gray_encode": (with_operands(unary("gray")), lambda a: (a[0], a[1] ^ a[1] >> 1)),
    "gray_decode": (with_operands(unary("gray") + [[(8, v ^ v >> 1)] for v in (0x2A, 0xC3)]), gray_decode),
    "reverse": (with_operands(unary("reverse")), lambda a: (a[0], sum(bit(a[1], i) << (a[0] - 1 - i) for i in range(a[0])))),
    "lowest_one": (with_operands(unary("lowest")), lambda a: (a[0], a[1] & -a[1])),
    "is_one_hot": (with_operands(unary("one hot") + [[(8, 0x10)], [(3, 4)], [(3, 6)]]),
                   lambda a: (1, int(bin(a[1]).count("1") == 1))),
    "pack_vector": (with_operands([[(4, 0xA), (4, 0xB), (4, 0xC)], [(1, 1), (1, 0)], [(0, 0), (0, 0)],
                                   [(33, 1), (33, 2)]]), lambda *elements: cat(*reversed(elements))),
    "unpack_vector": ([([(12, 0xABC)], [i, 3]) for i in (0, 1, 2)] + [([(0, 0)], [1, 2]), ([(66, 5 << 33)], [1, 2])],
                      unpack_vector),
    "pack_bundle": (with_operands(bundles()), cat),
    "unpack_bundle": ([([cat(*fields)], [i]) for fields in bundles() for i in range(3)], unpack_bundle),
}


# Integers worth trying as literals: (type, width) -> integers.
def literals():
    rows = []
    for type_, width, integers in (
            ("bool", 1, (0, 1, 2, -1)), ("uint", 0, (0, 1, -1)), ("sint", 0, (0, 1, -1)), ("uint", 1, (0, 1, 2, -1)),
            ("sint", 1, (0, -1, 1, -2)), ("uint", 8, (0, 255, 256, -1)), ("sint", 8, (127, 128, -128, -129, 255)),
            ("uint", 63, ((1 << 63) - 1, 1 << 63)), ("sint", 63, ((1 << 62) - 1, 1 << 62, -(1 << 62), -(1 << 62) - 1)),
            ("uint", 64, ((1 << 64) - 1, 1 << 63, -1)), ("sint", 64, ((1 << 63) - 1, 1 << 63, -(1 << 63))),
            ("uint", 65, ((1 << 64) - 1, -1)), ("sint", 65, ((1 << 64) - 1, -(1 << 63), -1))):
        for integer in integers:
            low, high = (0, ones(width)) if type_ != "sint" else (-(1 << width >> 1), (1 << width >> 1) - 1)
            if width == 0:
                low = high = 0
            rows.append({"type": type_, "width": width, "integer": str(integer),
                         "value": hexadecimal(width, integer) if low <= integer <= high else None})
    return rows


# ------------------------------------------------------------------------------------------------------- file

def hexadecimal(width, value):
    """(width + 3) / 4 digits, none for no bits."""
    return f"{value & ones(width):0{(width + 3) // 4}x}" if width else ""


def worked_out(name):
    tries, model = MODELS[name]
    cases, seen = [], set()
    for operands, parameters in tries:
        operands = [(w, v & ones(w)) for w, v in operands]
        width, value = model(*operands, *parameters)
        case = {"operands": [[w, hexadecimal(w, v)] for w, v in operands]}
        if parameters:
            case["parameters"] = parameters
        case["result"] = [width, hexadecimal(width, value)]
        text = json.dumps(case, ensure_ascii=False)
        if text not in seen:
            seen.add(text)
            cases.append(case)
    return cases


def rendered(document):
    """JSON with one line a rule and one line a case."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)

    out = ["{", f'  "schema": {document["schema"]},', f'  "about": {line(document["about"])},', '  "operators": [']
    for number, operator in enumerate(document["operators"]):
        out.append("    {")
        out += [f"      {line(key)}: {line(value)}," for key, value in operator.items() if key != "cases"]
        out.append('      "cases": [')
        out += [f"        {line(case)}{',' if i + 1 < len(operator['cases']) else ''}"
                for i, case in enumerate(operator["cases"])]
        out += ["      ]", "    }" + ("," if number + 1 < len(document["operators"]) else "")]
    out += ["  ],", '  "literals": [']
    out += [f"    {line(row)}{',' if i + 1 < len(document['literals']) else ''}"
            for i, row in enumerate(document["literals"])]
    out += ["  ]", "}", ""]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description="Works out the cases of operators.json.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 when the file is stale")
    arguments = parser.parse_args()

    text = OPERATORS.read_text(encoding="utf-8")
    document = json.loads(text)
    names = [operator["name"] for operator in document["operators"]]
    if sorted(names) != sorted(MODELS):
        difference = ", ".join(sorted(set(names) ^ set(MODELS))) or "an operator stands twice"
        sys.exit(f"cases.py: operators.json and the models do not name the same operators: {difference}")
    for operator in document["operators"]:
        operator["cases"] = worked_out(operator["name"])
    document["literals"] = literals()
    new_text = rendered(document)
    if arguments.check:
        if new_text != text:
            sys.exit("cases.py: operators.json is stale: run dsl/semantics/cases.py")
        return
    if new_text != text:
        temporary = OPERATORS.with_suffix(".json.new")
        temporary.write_text(new_text, encoding="utf-8")
        os.replace(temporary, OPERATORS)


if __name__ == "__main__":
    main()
