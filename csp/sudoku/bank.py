"""The banks of puzzles that ship with the project: what they are called, and the CSV files they are kept in.

How they were made is in `recipes`; a test makes them again from their seed and compares.

The columns of a bank's file:

    name                  the bank, a number, a size unless all are 9x9, the grade; or the name a puzzle is known by
    puzzle, solution      one line each, in `grid.ALPHABET`; no solution where there is not exactly one
    solutions             how many there are, where it is known
    grade, fewest_first, reading_order    one word each (`grading`); empty where there is not exactly one solution
    givens, minimal       how many; whether every one is needed (yes, no, or empty: not known)
    singles, mrv, proof, fc, naive        the counts that the words come from (`grading.Effort`)
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from math import isqrt
from pathlib import Path
from typing import cast

from csp.sudoku.generator import number_of_givens
from csp.sudoku.grading import Effort, Singles, fewest_first, grade, reading_order
from csp.sudoku.grid import Puzzle, Shape, read_values, write_values

BANKS: dict[str, str] = {
    "default": "9x9, a few of every kind: trivial to extreme, against reading order, against fewest candidates first",
    "named": "9x9, known by name: the hardest of their day, and some with no solution, several, or a contradiction",
    "easy": "9x9, trivial and easy: naked and hidden singles solve them",
    "medium": "9x9, medium: singles are not enough, a small search is",
    "hard": "9x9, hard and extreme: the proof takes 10 to several hundred nodes for each blank; minimal",
    "minimal": "9x9 as the generator makes them when no given may go",
    "small": "4x4 and 6x6, minimal ones among them",
    "large": "12x12, 16x16 and 25x25",
    "reading-order": "9x9, easy for fewest candidates first and millions of nodes in reading order; minimal",
    "fewest-first": "9x9, where fewest candidates first takes more nodes than reading order; minimal",
}
"""What each bank is, in a line; the first is the default."""

COLUMNS = (
    *("name", "puzzle", "solution", "solutions"),
    *("grade", "fewest_first", "reading_order", "givens", "minimal"),
    *("singles", "mrv", "proof", "fc", "naive"),
)

YES_NO = {True: "yes", False: "no", None: ""}


class UnknownBank(ValueError):
    """No bank of that name; the message lists those there are."""


@dataclass(frozen=True)
class Entry:
    """A puzzle of a bank.

    minimal: whether every given is needed; None: not known, or it has not exactly one solution
    effort: what it was graded by; None: it has not exactly one solution
    """

    puzzle: Puzzle
    minimal: bool | None
    effort: Effort | None

    @property
    def row(self) -> dict[str, str]:
        """The entry as a line of its file, by column."""
        puzzle, effort = self.puzzle, self.effort
        row = dict.fromkeys(COLUMNS, "")
        row |= {"name": puzzle.name, "puzzle": puzzle.text, "givens": str(number_of_givens(puzzle))}
        row |= {"minimal": YES_NO[self.minimal]}
        if puzzle.solution is not None:
            row |= {"solution": write_values(puzzle.solution)}
        if puzzle.solutions is not None:
            row |= {"solutions": str(puzzle.solutions)}
        if effort is not None:
            row |= {"grade": grade(effort)}
            row |= {"fewest_first": fewest_first(effort), "reading_order": reading_order(effort)}
            row |= {name: str(getattr(effort, name)) for name in ("singles", "mrv", "proof", "fc", "naive")}
        return row


def read_bank(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a bank, in its order.

    Raises:
        UnknownBank: there is none of that name.
    """
    return tuple(entry.puzzle for entry in read_entries(name))


@functools.cache
def read_entries(name: str) -> tuple[Entry, ...]:
    """The puzzles of a bank with all that is known of them, in its order.

    Raises:
        UnknownBank: there is none of that name.
    """
    if name not in BANKS:
        raise UnknownBank(f"no bank {name!r}; there are {', '.join(BANKS)}")
    return tuple(parse_entries(bank_text(name)))


def bank_text(name: str) -> str:
    """The file of a bank as it is, wherever the package is installed."""
    return resources.files("csp.sudoku").joinpath("banks", f"{name}.csv").read_text(encoding="utf-8")


def write_bank(path: Path, entries: Iterable[Entry]) -> None:
    """Write a bank's file."""
    path.write_text(format_entries(entries), encoding="utf-8", newline="\n")


def format_entries(entries: Iterable[Entry]) -> str:
    """A bank's file: CSV with a header, one entry a line."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(entry.row for entry in entries)
    return text.getvalue()


def parse_entries(text: str) -> Iterator[Entry]:
    """The inverse of `format_entries`."""
    for row in csv.DictReader(io.StringIO(text)):
        yield _parse(row)


def _parse(row: Mapping[str, str]) -> Entry:
    givens = read_values(row["puzzle"])
    puzzle = Puzzle(
        Shape.of_size(isqrt(len(givens))),
        givens,
        row["name"],
        read_values(row["solution"]) if row["solution"] else None,
        int(row["solutions"]) if row["solutions"] else None,
    )
    minimal = {word: value for value, word in YES_NO.items()}[row["minimal"]]
    if not row["grade"]:
        return Entry(puzzle, minimal, None)
    blanks = puzzle.shape.cells - number_of_givens(puzzle)
    counts = {name: int(row[name]) for name in ("mrv", "proof", "fc", "naive")}
    return Entry(puzzle, minimal, Effort(blanks=blanks, singles=cast(Singles, row["singles"]), **counts))
