"""Lanes: sixteen small integers that a kernel works on at once.

A kernel that uses them is written as NumPy on arrays of 16 int16. Interpreted it is just that; compiled, each operation
is a vector instruction or two (`backends.vectors` teaches them to Numba). What may be done with lanes in both:

    x & y   x | y   x ^ y   ~x   x + y   x - y      the right may be an integer; numbers wrap at 16 bits
    x == y  x != y  x < y   x > y                   a mask: sixteen truth values
    np.where(mask, x, y)                            x or y may be an integer
    mask.any()                                      is any of them true?
    x.take(order)                                   lane i of the result is lane order[i]; a tuple of constants
    x.max()  x.argmax()  x.sum()                    over the lanes; of several greatest, argmax is the first
    np.bitwise_count(x)                             how many bits are set in each lane

Nothing else, and no `x &= y`, which would change an array under its other names: lanes are values. They are kept in
the rows of an array of shape [rows, 16] and are moved from and to it by `load` and `store`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Lanes: TypeAlias = Any
"""Interpreted, an array of 16 int16; compiled, a vector that no Python type stands for."""

Rows: TypeAlias = Any
"""An array of int16 of shape [rows, 16], in C order."""

WIDTH = 16


def load(rows: Rows, row: int) -> Lanes:
    """The lanes in a row of `rows`, which is of shape [rows, 16]."""
    return rows[row].copy()


def store(rows: Rows, row: int, lanes: Lanes) -> None:
    """Put lanes into a row of `rows`, which is of shape [rows, 16]."""
    rows[row] = lanes
