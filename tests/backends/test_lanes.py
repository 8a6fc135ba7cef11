"""Lanes: what a kernel does to sixteen numbers at once is the same interpreted and compiled."""

import functools
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import CannotCompile, compiling, interpreted, jit_for
from backends.lanes import WIDTH, load, store

NUMBERS = st.integers(-(2**15), 2**15 - 1)
NATURAL = st.integers(0, 2**15 - 1)
REVERSED = tuple(range(WIDTH))[::-1]
FOLDED = (0, 0, 1, 1, 2, 2, 3, 3, 15, 15, 14, 14, 13, 13, 12, 12)


def rows(*kinds):
    """An array of a row of each kind."""
    return st.tuples(*(st.lists(kind, min_size=WIDTH, max_size=WIDTH) for kind in kinds)).map(
        lambda drawn: np.array(drawn, np.int16)
    )


@functools.cache
def compiled(factory):
    return factory(jit_for("compiled"))


def both(factory, numbers, number, height):
    """What a kernel leaves in `height` rows and what it returns: interpreted, then compiled."""
    outcomes = []
    for kernel in (factory(interpreted), compiled(factory)):
        out = np.zeros((height, WIDTH), np.int16)
        returned = kernel(numbers, number, out)
        outcomes.append((out.tolist(), returned))
    return outcomes


def bitwise(jit):
    @jit
    def kernel(numbers, number, out):
        x, y = load(numbers, 0), load(numbers, 1)
        for row, result in enumerate((x & y, x | y, x ^ y, ~x, x & number, x | number, x ^ number)):
            store(out, row, result)

    return kernel


def arithmetic(jit):
    @jit
    def kernel(numbers, number, out):
        x, y = load(numbers, 0), load(numbers, 1)
        for row, result in enumerate((x + y, x - y, x + 1, x - 1, x - y + 1)):
            store(out, row, result)

    return kernel


def choices(jit):
    @jit
    def kernel(numbers, number, out):
        x, y = load(numbers, 0), load(numbers, 1)
        store(out, 0, np.where(x == y, x, -1))
        store(out, 1, np.where(x != y, 7, y))
        store(out, 2, np.where(x < y, x, y))
        store(out, 3, np.where(x > y, x, y))
        store(out, 4, np.where(x > number, 0, 1))
        return bool((x == y).any()), bool((x != y).any()), bool((x < number).any())

    return kernel


def over_the_lanes(jit):
    @jit
    def kernel(numbers, number, out):
        x = load(numbers, 0)
        store(out, 0, x.take(REVERSED))
        store(out, 1, x.take(FOLDED))
        return int(x.max()), int(x.argmax()), int(x.sum())

    return kernel


def bit_counts(jit):
    @jit
    def kernel(numbers, number, out):
        store(out, 0, np.bitwise_count(load(numbers, 0)))

    return kernel


@pytest.mark.parametrize("factory", [bitwise, arithmetic, choices, over_the_lanes])
@given(numbers=rows(NUMBERS, NUMBERS), number=st.integers(-(2**15), 2**15 - 1))
def test_compiled_lanes_are_interpreted_lanes(factory, numbers, number):
    once, again = both(factory, numbers, number, 8)
    assert once == again


@given(numbers=rows(NATURAL))
def test_bits_are_counted_lane_by_lane(numbers):
    once, again = both(bit_counts, numbers, 0, 1)
    assert once == again
    assert once[0][0] == [number.bit_count() for number in numbers[0].tolist()]


@given(numbers=rows(st.integers(0, 3), st.integers(0, 3)), number=st.integers(0, 3))
def test_of_several_greatest_the_first_is_named(numbers, number):
    (_, (greatest, first, total)), again = both(over_the_lanes, numbers, number, 8)
    row = numbers[0].tolist()
    assert (greatest, first, total) == (max(row), row.index(max(row)), sum(row))
    assert again[1] == (greatest, first, total)


def test_loaded_lanes_are_a_value():
    numbers = np.zeros((1, WIDTH), np.int16)
    loaded = load(numbers, 0)
    numbers[0] = 5
    assert not loaded.any()


def test_rows_of_any_part_of_an_array_in_c_order_are_lanes():
    @jit_for("compiled")
    def second(numbers, out):
        store(out, 0, load(numbers, 1))

    numbers, out = np.arange(64, dtype=np.int16).reshape(4, WIDTH), np.zeros((1, WIDTH), np.int16)
    second(numbers[1:3], out)
    assert out[0].tolist() == list(range(32, 48))


def refusal(function, *arguments):
    kernel = jit_for("compiled")(function)
    with pytest.raises(CannotCompile) as error, compiling(kernel):
        kernel(*arguments)
    return str(error.value)


def test_changing_lanes_in_place_is_refused():
    """On an array it changes what else has that name; on a vector it could not."""

    def in_place(numbers):
        x = load(numbers, 0)
        x &= 1
        store(numbers, 0, x)

    assert "cannot compile" in refusal(in_place, np.zeros((1, WIDTH), np.int16))


def test_an_order_that_is_not_known_beforehand_is_refused():
    def turned(numbers, order):
        store(numbers, 0, load(numbers, 0).take(order))

    assert "cannot compile" in refusal(turned, np.zeros((1, WIDTH), np.int16), REVERSED)


@pytest.mark.parametrize("dtype", [np.int32, np.uint16, np.float64])
def test_only_int16_is_loaded(dtype):
    def first(numbers):
        return load(numbers, 0).max()

    assert "load" in refusal(first, np.zeros((1, WIDTH), dtype))


def test_a_row_that_is_not_there_is_an_error_when_bounds_are_checked(tmp_path):
    script = tmp_path / "outside.py"
    script.write_text(
        "import numpy as np\n"
        "from backends import jit_for\n"
        "from backends.lanes import load\n"
        "first = jit_for('compiled')(lambda rows, row: load(rows, row).max())\n"
        "try:\n"
        "    first(np.zeros((3, 16), np.int16), 3)\n"
        "except IndexError:\n"
        "    print('refused')\n"
    )
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1"}
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, env=environment)
    assert run.stdout == "refused\n", run.stderr
