"""The well-known puzzle files, when they are at hand; none of their lines is kept here."""

from __future__ import annotations

import gzip
import os
import time
from pathlib import Path

import pytest

from csp.sudoku.check import duplicate_given
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.reader import read_file

PUZZLES = Path(os.environ.get("RUN_BENCH_PUZZLES", Path(__file__).parents[3] / ".." / "shared" / "data" / "sudoku"))

pytestmark = pytest.mark.skipif(not PUZZLES.is_dir(), reason=f"no puzzle files in {PUZZLES} (RUN_BENCH_PUZZLES)")


@pytest.mark.parametrize(
    ("name", "count", "different"),
    [
        ("17-clue.txt", 49_158, 49_158),
        ("top1465.txt", 1_465, 1_465),
        ("hardest-1106.txt", 375, 375),
        ("top95.txt", 95, 95),
        ("easy50.txt", 50, 49),
        ("euler96.txt", 50, 49),
    ],
)
def test_each_file_gives_all_its_puzzles(name: str, count: int, different: int) -> None:
    found = list(read_file(PUZZLES / name))
    puzzles = [puzzle for puzzle in found if isinstance(puzzle, Puzzle)]
    assert len(puzzles) == len(found) == count
    assert len({puzzle.givens for puzzle in puzzles}) == different
    assert {puzzle.shape for puzzle in puzzles} == {Shape(3, 3)}
    assert not any(duplicate_given(puzzle) for puzzle in puzzles[:2_000])


def test_17_clue_puzzles_have_17_givens() -> None:
    givens = {
        sum(value > 0 for value in puzzle.givens)
        for puzzle in read_file(PUZZLES / "17-clue.txt")
        if isinstance(puzzle, Puzzle)
    }
    assert givens == {17}


def test_the_grids_of_euler96_have_their_names() -> None:
    names = [puzzle.name for puzzle in read_file(PUZZLES / "euler96.txt") if isinstance(puzzle, Puzzle)]
    assert names == [f"Grid {number:02}" for number in range(1, 51)]


def test_a_packed_file_gives_the_same(tmp_path: Path) -> None:
    packed = tmp_path / "top95.txt"
    packed.write_bytes(gzip.compress((PUZZLES / "top95.txt").read_bytes()))
    assert list(read_file(packed)) == list(read_file(PUZZLES / "top95.txt"))


@pytest.mark.slow
def test_puzzles_on_lines_are_read_at_100_000_a_second() -> None:
    def cpu_seconds() -> float:
        start = time.process_time()
        assert sum(1 for _ in read_file(PUZZLES / "17-clue.txt")) == 49_158
        return time.process_time() - start

    assert min(cpu_seconds() for _ in range(5)) < 0.49158
