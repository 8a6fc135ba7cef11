"""Symmetries: a rewritten puzzle is the same puzzle to anyone who does not care about order or names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends import generator
from csp.sudoku.check import mistake
from csp.sudoku.generator import generate, number_of_givens, prove
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.symmetry import (
    Symmetry,
    against_reading_order,
    along_reading_order,
    random_symmetry,
    shuffled,
    shuffled_lines,
)

SHAPES = st.sampled_from([Shape(2, 2), Shape(2, 3), Shape(3, 2)])


@settings(max_examples=40, deadline=None)
@given(SHAPES, st.integers(0, 1000))
def test_a_rewritten_puzzle_has_the_rewritten_solution_and_no_other(shape, seed):
    puzzle = generate(shape, seed, backend="python")
    for rewritten in (
        random_symmetry(shape, generator(seed)).apply(puzzle),
        against_reading_order(puzzle, generator(seed)),
        along_reading_order(puzzle, generator(seed)),
    ):
        assert mistake(rewritten, rewritten.solution) == ""
        answer = prove(rewritten, backend="python")
        assert answer.complete
        assert answer.solutions == (rewritten.solution,)
        assert number_of_givens(rewritten) == number_of_givens(puzzle)


def test_the_identity_changes_nothing():
    puzzle = generate(Shape(2, 2), 0, backend="python")
    assert Symmetry((0, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3, 4)).apply(puzzle) == puzzle


def test_rows_stay_in_their_bands():
    lines = shuffled_lines(Shape(2, 3), 2, generator(0))
    assert sorted(lines) == list(range(6))
    assert all(first // 2 == second // 2 for first, second in zip(lines[::2], lines[1::2], strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_against_reading_order_the_emptiest_band_comes_first_and_the_solution_descends(seed):
    puzzle = against_reading_order(generate(Shape(3, 3), seed, givens=30), generator(seed))
    assert puzzle.solution[:9] == (9, 8, 7, 6, 5, 4, 3, 2, 1)
    bands = [sum(map(bool, puzzle.givens[start : start + 27])) for start in (0, 27, 54)]
    assert bands == sorted(bands)


@pytest.mark.parametrize("seed", range(5))
def test_along_reading_order_the_fullest_band_comes_first_and_the_solution_ascends(seed):
    puzzle = along_reading_order(generate(Shape(3, 3), seed, givens=30), generator(seed))
    assert puzzle.solution[:9] == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    bands = [sum(map(bool, puzzle.givens[start : start + 27])) for start in (0, 27, 54)]
    assert bands == sorted(bands, reverse=True)


def test_a_puzzle_without_its_solution_cannot_be_sorted_by_it():
    with pytest.raises(ValueError, match="without its solution"):
        against_reading_order(Puzzle(Shape(2, 2), (0,) * 16), generator(0))


def test_shuffling_reaches_every_order_about_equally_often():
    rng = generator(0)
    orders = [tuple(shuffled("abc", rng)) for _ in range(6_000)]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert all(880 < count < 1_120 for count in counts)  # 1000 +- 4 standard deviations of a binomial
