"""Grading: what singles do, exact counts, and the word that follows from them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp.sudoku.generator import generate
from csp.sudoku.grading import (
    NODE_LIMIT,
    Effort,
    NotUnique,
    effort_of,
    fewest_first,
    fill_singles,
    grade,
    reading_order,
    singles_needed,
)
from csp.sudoku.grid import Puzzle, Shape, read_values

NINE = Shape(3, 3)
TEXTBOOK = Puzzle(
    NINE, read_values("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
)
INKALA_2012 = Puzzle(
    NINE, read_values("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
)
PUZZLE_FILES = Path(
    os.environ.get("RUN_BENCH_PUZZLES", Path(__file__).parents[3].joinpath("..", "shared", "data", "sudoku"))
)


def puzzles_in(name):
    path = PUZZLE_FILES / name
    if not path.exists():
        pytest.skip(f"no {path}; RUN_BENCH_PUZZLES names the folder that has it")
    lines = re.findall(r"^[0-9.]{81}", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [Puzzle(NINE, read_values(line.replace("0", "."))) for line in lines]


def test_the_textbook_puzzle_takes_the_known_counts():
    effort = effort_of(TEXTBOOK)
    assert effort == Effort(blanks=51, singles="naked", mrv=51, proof=51, fc=516, naive=4_208)
    assert (grade(effort), fewest_first(effort), reading_order(effort)) == ("trivial", "trivial", "easy")


def test_inkala_2012_takes_the_known_counts():
    effort = effort_of(INKALA_2012)
    assert (effort.naive, effort.mrv) == (49_558, 10_101)
    assert (grade(effort), fewest_first(effort), reading_order(effort)) == ("extreme", "extreme", "medium")


@pytest.mark.parametrize(
    ("name", "solved"), [("top1465.txt", 0), ("hardest-1106.txt", 0), ("top95.txt", 0), ("easy50.txt", 40)]
)
def test_singles_solve_as_many_puzzles_of_a_file_as_they_should(name, solved):
    assert sum(singles_needed(puzzle) != "none" for puzzle in puzzles_in(name)) == solved


@pytest.mark.slow
def test_singles_solve_21905_of_the_puzzles_with_17_givens():
    assert sum(all(fill_singles(puzzle, hidden=True)) for puzzle in puzzles_in("17-clue.txt")) == 21_905


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([Shape(2, 2), Shape(2, 3), Shape(3, 2)]), st.integers(0, 1000))
def test_singles_fill_in_nothing_but_the_solution(shape, seed):
    puzzle = generate(shape, seed, minimal=True, backend="python")
    naked, all_singles = fill_singles(puzzle, hidden=False), fill_singles(puzzle, hidden=True)
    for filled in (naked, all_singles):
        assert all(value in (0, right) for value, right in zip(filled, puzzle.solution, strict=True))
    assert all(more or not less for less, more in zip(naked, all_singles, strict=True))


@settings(max_examples=10, deadline=None)
@given(st.sampled_from([Shape(2, 2), Shape(2, 3)]), st.integers(0, 1000))
def test_both_backends_give_the_same_counts_and_singles_alone_mean_no_backtracking(shape, seed):
    puzzle = generate(shape, seed, minimal=True, backend="python")
    effort = effort_of(puzzle, "python")
    assert effort == effort_of(puzzle, "compiled")
    assert effort.blanks <= effort.mrv <= effort.proof
    assert effort.fc <= effort.naive
    if effort.singles == "naked":
        assert effort.proof == effort.blanks


def test_a_puzzle_that_is_not_unique_has_no_grade():
    with pytest.raises(NotUnique, match="multiple"):
        effort_of(Puzzle(Shape(2, 2), (0,) * 16), "python")
    with pytest.raises(NotUnique, match="unsatisfiable"):
        effort_of(Puzzle(Shape(2, 2), (1, 1, *(0,) * 14)), "python")


def effort(singles="none", mrv=50, proof=50, naive=50):
    return Effort(blanks=50, singles=singles, mrv=mrv, proof=proof, fc=50, naive=naive)


@pytest.mark.parametrize(
    ("counts", "word"),
    [
        ({"singles": "naked"}, "trivial"),
        ({"singles": "hidden", "proof": NODE_LIMIT}, "easy"),
        ({"proof": 499}, "medium"),
        ({"proof": 500}, "hard"),
        ({"proof": 4_999}, "hard"),
        ({"proof": 5_000}, "extreme"),
    ],
)
def test_the_grade_is_what_singles_do_and_how_long_the_proof_is_where_they_do_not(counts, word):
    assert grade(effort(**counts)) == word


@pytest.mark.parametrize(
    ("mrv", "word"),
    [(50, "trivial"), (51, "easy"), (149, "easy"), (150, "medium"), (500, "hard"), (5_000, "extreme")],
)
def test_fewest_first_is_graded_by_the_nodes_of_mrv(mrv, word):
    assert fewest_first(effort(mrv=mrv)) == word


@pytest.mark.parametrize(
    ("naive", "word"),
    [(499, "trivial"), (500, "easy"), (5_000, "medium"), (50_000, "hard"), (499_999, "hard"), (500_000, "extreme")],
)
def test_reading_order_is_graded_by_the_nodes_of_naive(naive, word):
    assert reading_order(effort(naive=naive)) == word
