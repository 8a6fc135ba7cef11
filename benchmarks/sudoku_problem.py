"""Sudoku as a problem of the runner."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchmarks.answers import plain, prepared, verdict
from benchmarks.registry import Ask, Family, Form, Instance, Unreadable, Verdict, problem
from benchmarks.registry import Question as QuestionName
from csp.answer import Answer, Strategy
from csp.strategies.backtracking import SETTINGS
from csp.sudoku import bank, check, reader
from csp.sudoku.grid import Puzzle, Shape, read_values, write_values
from csp.sudoku.model import model_of


@problem
class Sudoku:
    """Grids of any box shape, from the banks or from files."""

    name = "sudoku"
    family: Family = "csp"
    summary = "fill a grid so that every row, column and box has each value once"
    noun = "puzzle"
    default_strategies = tuple(SETTINGS)
    questions: tuple[QuestionName, ...] = ("first", "unique", "all", "count")
    forms: tuple[Form, ...] = ("text", "file")

    def banks(self) -> Mapping[str, str]:
        return bank.BANKS

    def bank(self, name: str, options: Mapping[str, str | None]) -> Iterator[Instance]:
        return (_instance(puzzle) for puzzle in bank.read_bank(name))

    def read_options(self) -> Mapping[str, str]:
        return {
            "box": "Box height x width, like 2x3 [default: the usual one of the size].",
            "alphabet": "The symbols of the values, 1 first [default: inferred].",
        }

    def read(self, source: str, text: bool, options: Mapping[str, str | None]) -> Iterator[Instance | Unreadable]:
        box, alphabet = options.get("box"), options.get("alphabet") or None
        shape = _box(box) if box else None
        if text:
            found = reader.read_text(source, shape=shape, alphabet=alphabet)
        else:
            found = reader.read_file(source, shape=shape, alphabet=alphabet)
        for item in found:
            yield _instance(item) if isinstance(item, Puzzle) else Unreadable(item.place, item.message)

    def invalid(self, instance: Instance) -> str:
        return check.duplicate_given(_puzzle(instance))

    def prepare(self, strategy: Strategy, instance: Instance, ask: Ask) -> Callable[[], Answer]:
        return prepared(strategy, model_of(_puzzle(instance)), ask)

    def judge(self, instance: Instance, answer: Any, ask: Ask) -> Verdict:
        puzzle, answer = _puzzle(instance), plain(answer)
        solutions, found = answer.solutions, answer.count
        wrong = check.wrong(puzzle, solutions, answer.complete, found)
        remark = check.remark(puzzle, solutions, found)
        return verdict(answer, ask, lambda grid: check.mistake(puzzle, grid), _written, wrong, remark)


def _written(grid: Sequence[int]) -> str:
    return write_values(tuple(grid))


def _instance(puzzle: Puzzle) -> Instance:
    content = {
        "box": [puzzle.shape.box_height, puzzle.shape.box_width],
        "puzzle": puzzle.text,
        "solution": write_values(puzzle.solution) if puzzle.solution is not None else None,
        "solutions": puzzle.solutions,
    }
    return Instance(puzzle.name, puzzle.hash, content)


def _puzzle(instance: Instance) -> Puzzle:
    content = instance.content
    solution = read_values(content["solution"]) if content["solution"] is not None else None
    givens = read_values(content["puzzle"])
    return Puzzle(Shape(*content["box"]), givens, instance.name, solution, content["solutions"])


def _box(text: str) -> Shape:
    """The shape that `3x3` means, box height x box width.

    Raises:
        ValueError: it means none.
    """
    numbers = re.fullmatch(r"([1-9][0-9]?)[xX]([1-9][0-9]?)", text)
    if numbers is None:
        raise ValueError(f"--box wants HEIGHTxWIDTH, like 3x3 or 2x3; not {text!r}")
    return Shape(int(numbers[1]), int(numbers[2]))
