"""`bit_count` and `bit_length` in compiled code are those of Python's integers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import jit_for

NUMBERS = [0, 1, 2, 3, *(1 << bit for bit in range(2, 63)), *((1 << bit) - 1 for bit in range(2, 64)), 2**62 + 1]

below_2_to_63 = st.integers(0, 2**63 - 1)


@pytest.fixture(scope="module")
def bit_count():
    @jit_for("compiled")
    def bit_count(number):
        return number.bit_count()

    return bit_count


@pytest.fixture(scope="module")
def bit_length():
    @jit_for("compiled")
    def bit_length(number):
        return number.bit_length()

    return bit_length


@pytest.mark.parametrize("number", NUMBERS)
def test_bits_are_counted_as_python_counts_them(bit_count, bit_length, number):
    assert bit_count(number) == number.bit_count()
    assert bit_length(number) == number.bit_length()


@given(number=below_2_to_63)
def test_bits_of_any_number_below_2_to_63_are_counted_as_python_counts_them(bit_count, bit_length, number):
    assert bit_count(number) == number.bit_count()
    assert bit_length(number) == number.bit_length()


def test_both_work_on_literals_and_on_values_kept_in_a_kernel():
    @jit_for("compiled")
    def kernel(shift):
        mask = 1 << shift
        return mask.bit_length() + (mask - 1).bit_count() + (7).bit_count()

    assert kernel(62) == 63 + 62 + 3


@given(mask=below_2_to_63)
def test_a_bit_mask_of_63_values_is_walked_from_its_lowest_bit_to_its_highest(values_of, mask):
    assert values_of(mask) == [value for value in range(63) if mask >> value & 1]


def test_the_highest_of_63_values_is_bit_62(values_of):
    assert values_of(1 << 62) == [62]
    assert values_of(2**63 - 1) == list(range(63))


@pytest.fixture(scope="module")
def values_of():
    @jit_for("compiled")
    def walk(mask):
        values = []
        while mask:
            bit = mask & -mask
            values.append(bit.bit_length() - 1)
            mask ^= bit
        return values

    return lambda mask: list(walk(mask))
