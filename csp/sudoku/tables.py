"""Puzzles in a table: a first line that names the columns, then a puzzle on each line, as CSV is written."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from csp.sudoku.cells import Cells, Draft, Expected, NotAPuzzle, counted
from csp.sudoku.one_line import draft_of_line

PUZZLE = (
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "problem",
    "grid",
    "board",
    "givens",
)
SOLUTION = ("solution", "solutions", "answer", "answers", "solved")
COUNT = ("solutions", "count", "solutioncount", "numsolutions", "nsolutions", "numberofsolutions")
NAME = ("name", "title", "label")

COLUMN = re.compile(r"[^\W\d_][\w .#()/%-]{0,39}")
NUMBER = re.compile(r"[0-9]{1,9}")
NO_SOLUTION = {"", "-", "?", "none", "null", "nan", "n/a", "no solution"}


@dataclass(frozen=True)
class Table:
    """Which column of a table holds what; positions from 0, None when it has none of the kind.

    columns: how many there are
    """

    gap: str
    columns: int
    puzzle: int
    solution: int | None
    count: int | None
    name: int | None


def table_of(line: str) -> Table | None:
    """The table whose columns a line names; None when it does not."""
    for gap in (",", ";", "\t"):
        names = [field.strip().strip("\"'").strip() for field in line.split(gap)]
        if len(names) < 2 or not all(COLUMN.fullmatch(name) for name in names if name):
            continue
        words = [re.sub(r"[^a-z]", "", name.lower()) for name in names]
        puzzle = _position(words, PUZZLE)
        if puzzle is not None:
            solution, count = _position(words, SOLUTION), _position(words, COUNT)
            return Table(gap, len(names), puzzle, solution, count, _position(words, NAME))
    return None


def columns_without_puzzle(line: str) -> bool:
    """Whether a line may name the columns of a table, none of which is known as that of the puzzles."""
    rows = [[field.strip().strip("\"'").strip() for field in line.split(gap)] for gap in (",", ";", "\t")]
    return any(len(names) > 1 and all(map(COLUMN.fullmatch, names)) for names in rows) and table_of(line) is None


def columns_needed(line: int) -> str:
    """Says how a table's columns must be named, of a line that names them otherwise."""
    return (
        f"if line {line} names the columns of a table, that of the puzzles must be named puzzle, quizzes or question, "
        f"and that of the solutions, which may be missing, solution or answer"
    )


def _position(words: list[str], wanted: tuple[str, ...]) -> int | None:
    """Of the column that has the first of the wanted names that there is."""
    return next((words.index(word) for word in wanted if word in words), None)


def draft_of_record(number: int, line: str, table: Table, expected: Expected) -> Draft:
    """The puzzle on a line of a table.

    Raises:
        NotAPuzzle: no puzzle in its column, a quote that does not end, more fields than columns, or a solution of the
            wrong length.
    """
    fields = _fields(number, line, table)
    if len(fields) > table.columns and any(field.strip() for field in fields[table.columns :]):
        raise NotAPuzzle(number, f"{len(fields)} fields; the first line names {table.columns} columns")
    fields += [""] * (table.columns - len(fields))
    text = fields[table.puzzle]
    start = max(line.find(text), 0)
    draft = draft_of_line(number, text, expected.on_lines) if text.strip() else None
    if draft is None:
        what = f"{counted(len(text.strip()), 'character')}, no puzzle," if text.strip() else "nothing"
        raise NotAPuzzle(number, f"{what} where the puzzle should be, in field {table.puzzle + 1}")
    row = draft.rows[0]
    cells = Cells(number, row.symbols, [start + column for column in row.columns])
    solution, solutions = _solution(number, line, fields, table)
    name = fields[table.name].strip() if table.name is not None else ""
    return Draft(draft.size, number, (cells,), name, solution, solutions)


def _fields(number: int, line: str, table: Table) -> list[str]:
    if '"' not in line:
        return line.split(table.gap)
    try:
        # Each line by itself: a quote left open must not swallow the lines after it.
        return next(csv.reader([line], delimiter=table.gap, strict=True))
    except csv.Error as error:
        raise NotAPuzzle(number, f"a quoted field that is not written as CSV: {error}") from None


def _solution(number: int, line: str, fields: list[str], table: Table) -> tuple[Cells | None, int | None]:
    """The solution and the count of solutions in their columns. A column `solutions` may hold either."""
    count = fields[table.count].strip() if table.count is not None else ""
    solutions = int(count) if NUMBER.fullmatch(count) else None
    text = fields[table.solution].strip() if table.solution is not None else ""
    if text.lower() in NO_SOLUTION or (table.solution == table.count and solutions is not None):
        return None, solutions
    symbols = "".join(text.split())
    start = max(line.rfind(text), 0) + 1
    return Cells(number, symbols, range(start, start + len(symbols))), solutions
