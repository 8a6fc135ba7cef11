"""On files of puzzles that people know, two solvers that share nothing agree. The files are not part of the project."""

import os
import re
from pathlib import Path

import pytest

from csp.strategies.backtracking import Backtracking
from csp.strategies.cp_sat import CpSat
from csp.sudoku.check import mistake
from csp.sudoku.grid import Puzzle, Shape, read_values
from csp.sudoku.model import model_of

FOLDER = Path(os.environ.get("RUN_BENCH_PUZZLES", Path(__file__).parents[3] / "../shared/data/sudoku"))

MRV_FC = Backtracking("mrv", propagation="forward-checking")


def puzzles_of(name: str) -> list[Puzzle]:
    """The puzzles of a file of one per line; lines that hold none are left out."""
    path = FOLDER / name
    if not path.is_file():
        pytest.skip(f"no {name} in {FOLDER}; RUN_BENCH_PUZZLES names the folder")
    lines = re.findall(r"^[1-9.0]{81}$", path.read_text("ascii"), re.MULTILINE)
    return [Puzzle(Shape(3, 3), read_values(line.replace("0", "."))) for line in lines]


@pytest.mark.parametrize(("name", "number"), [("top95.txt", 95), ("easy50.txt", 50)])
def test_forward_checking_solves_every_puzzle_and_cp_sat_agrees_on_a_sample(ask, name, number):
    puzzles = puzzles_of(name)
    assert len(puzzles) == number
    for position, puzzle in enumerate(puzzles):
        answer = ask(MRV_FC, model_of(puzzle), 2)
        assert len(answer.solutions) == 1
        assert answer.complete
        assert mistake(puzzle, answer.solutions[0]) == ""
        if position % 5 == 0:
            assert ask(CpSat(), model_of(puzzle)).solutions == answer.solutions
