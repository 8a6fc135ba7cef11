"""Grids: the shape of a Sudoku, a puzzle, and the text that both are written in.

box          height x width cells; a grid has as many boxes, rows, columns, values as a box has cells: its size
cell         0 .. size**2 - 1 in reading order; row and column are counted from 1 when people are told of them
value        1 .. size; 0 is a blank
unit         a row, a column or a box: cells that must all differ
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

ALPHABET = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbol of each value, 1 first, in everything this project writes."""

BLANK = "."

_VALUES = {symbol: value for value, symbol in enumerate(BLANK + ALPHABET)}

BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 14: (2, 7), 15: (3, 5), 16: (4, 4)}
BOXES |= {18: (3, 6), 20: (4, 5), 21: (3, 7), 24: (4, 6), 25: (5, 5), 28: (4, 7), 30: (5, 6)}
"""The usual box, height x width, of each size."""


@dataclass(frozen=True)
class Shape:
    """The shape of a grid, by its boxes.

    Raises:
        ValueError: no cells, or more values than ALPHABET has symbols.
    """

    box_height: int
    box_width: int

    def __post_init__(self) -> None:
        if self.box_height < 1 or self.box_width < 1 or self.size > len(ALPHABET):
            high, wide = self.box_height, self.box_width
            raise ValueError(f"boxes of {high}x{wide} cells; a box has 1 to {len(ALPHABET)}")

    @classmethod
    def of_size(cls, size: int) -> Shape:
        """The usual shape of a size x size grid.

        Raises:
            ValueError: no usual box has that many cells.
        """
        if size not in BOXES:
            raise ValueError(f"no usual box shape for a {size}x{size} grid; sizes: {', '.join(map(str, BOXES))}")
        return cls(*BOXES[size])

    @property
    def size(self) -> int:
        return self.box_height * self.box_width

    @property
    def cells(self) -> int:
        return self.size**2

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Rows, then columns, then boxes, each [size] cells."""
        size, high, wide = self.size, self.box_height, self.box_width
        rows = [tuple(size * row + column for column in range(size)) for row in range(size)]
        columns = [tuple(size * row + column for row in range(size)) for column in range(size)]
        boxes = [
            tuple(size * (top + row) + left + column for row in range(high) for column in range(wide))
            for top in range(0, size, high)
            for left in range(0, size, wide)
        ]
        return (*rows, *columns, *boxes)

    def name_of(self, cell: int) -> str:
        """How people name a cell: `row 1 column 9`."""
        return f"row {cell // self.size + 1} column {cell % self.size + 1}"

    def __str__(self) -> str:
        return f"{self.size}x{self.size}"


@dataclass(frozen=True)
class Puzzle:
    """Givens on a grid, and what is known of its solutions.

    givens: [cells] values in reading order, 0 for a blank
    name: how people tell it from others: a name, or `file:line`
    solution: [cells], when one came with it
    solutions: how many it has (a count that came with it), or None

    Raises:
        ValueError: too few or too many cells, or a value that the shape does not have.
    """

    shape: Shape
    givens: tuple[int, ...]
    name: str = ""
    solution: tuple[int, ...] | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        self._check(self.givens, "givens", 0)
        if self.solution is not None:
            self._check(self.solution, "values of a solution", 1)

    def _check(self, values: tuple[int, ...], what: str, lowest: int) -> None:
        # Files hold millions of puzzles: what is right is seen at C speed.
        size = self.shape.size
        if len(values) != size * size:
            raise ValueError(f"{len(values)} {what}; a {self.shape} grid has {size * size} cells")
        if min(values) < lowest or max(values) > size:
            raise ValueError(f"{what} outside {lowest} .. {size}")

    @property
    def text(self) -> str:
        """The givens on one line, in ALPHABET and BLANK."""
        return write_values(self.givens)

    @property
    def hash(self) -> str:
        """Content hash of shape and givens, 16 hex digits."""
        content = f"{self.shape.box_height}x{self.shape.box_width}:{self.text}"
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def write_values(values: tuple[int, ...]) -> str:
    """Values as one line of text, blanks as BLANK."""
    return "".join(ALPHABET[value - 1] if value else BLANK for value in values)


def read_values(text: str) -> tuple[int, ...]:
    """The inverse of `write_values`.

    Raises:
        ValueError: a character that is neither a symbol of ALPHABET nor BLANK.
    """
    try:
        return tuple(map(_VALUES.__getitem__, text))
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is neither a value nor {BLANK!r}") from None
