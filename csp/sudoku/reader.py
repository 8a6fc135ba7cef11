"""Reading puzzles in the forms that people have on disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from csp.sudoku.grid import Puzzle, Shape


class ReadError(ValueError):
    """An input that holds no puzzles at all; the message names the file and says what is wrong and what to do."""


@dataclass(frozen=True)
class BadLine:
    """A place that holds no puzzle: `file:line`, and what is wrong there."""

    place: str
    message: str
