"""From a draft, a grid as a text writes it, to a puzzle: symbols become values; what is none is named by its cell."""

from __future__ import annotations

import unicodedata

from csp.sudoku.alphabet import Alphabet, digits, plain_values
from csp.sudoku.cells import Cells, Draft, NotAPuzzle, counted
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.sources import printable

LONGEST_NAME = 80


def puzzle_of_draft(draft: Draft, alphabet: Alphabet, shape: Shape, place: str) -> Puzzle:
    """The puzzle that a draft is in an alphabet. `place` is its name when none came with it.

    Raises:
        NotAPuzzle: a symbol that is no value, two signs for a blank, or a solution that is no complete grid.
    """
    givens = _values(draft.rows, alphabet, shape)
    solution = _solution(draft.solution, alphabet, shape) if draft.solution is not None else None
    name = printable(draft.name)[:LONGEST_NAME].strip()
    return Puzzle(shape, givens, name or place, solution, draft.solutions)


def _values(rows: tuple[Cells, ...], alphabet: Alphabet, shape: Shape) -> tuple[int, ...]:
    """The values of cells in reading order.

    Raises:
        NotAPuzzle: a symbol that is no value, two signs for a blank, or letters and numbers for the values above 9.
    """
    if len(rows) == 1 and alphabet is digits(9) and isinstance(rows[0].symbols, str):
        plain = plain_values(rows[0].symbols)
        if plain is not None:
            return plain
    table = alphabet.values
    values = [table.get(symbol, -1) for row in rows for symbol in row.symbols]
    if -1 in values:
        raise _foreign_symbol(rows, values.index(-1), alphabet, shape)
    symbols = {symbol for row in rows for symbol in row.symbols}
    if len(alphabet.signs(symbols)) > 1:
        raise _two_signs(rows, alphabet, shape)
    numbers = [symbol for symbol in symbols if len(symbol) > 1]
    letters = sorted(symbol for symbol in symbols if symbol.isalpha() and table[symbol])
    if numbers and letters:
        raise _number_among_letters(rows, letters[0], shape)
    return tuple(values)


def _solution(cells: Cells, alphabet: Alphabet, shape: Shape) -> tuple[int, ...]:
    """The values of a solution that comes with a puzzle; raises NotAPuzzle when it is none."""
    if len(cells.symbols) != shape.cells:
        have = counted(len(cells.symbols), "character")
        raise NotAPuzzle(cells.line, f"the solution has {have}; a {shape} grid has {shape.cells}")
    try:
        values = _values((cells,), alphabet, shape)
    except NotAPuzzle as error:
        raise NotAPuzzle(error.line, f"in the solution: {error.message}") from None
    if 0 in values:
        raise NotAPuzzle(cells.line, f"the solution has a blank, {shape.name_of(values.index(0))}")
    return values


def describe(symbol: str) -> str:
    """How a message shows a symbol: by its code point when it is not plain ASCII."""
    if symbol == " ":
        return "a space"
    if symbol.isascii() and symbol.isprintable():
        return repr(symbol)
    points = ", ".join(f"U+{ord(sign):04X} {unicodedata.name(sign, 'without a name')}" for sign in symbol)
    return f"'{printable(symbol)}' ({points})"


def _places(rows: tuple[Cells, ...]) -> list[tuple[int, int, str]]:
    """Line, column and symbol of every cell."""
    return [(row.line, column, symbol) for row in rows for symbol, column in zip(row.symbols, row.columns, strict=True)]


def _foreign_symbol(rows: tuple[Cells, ...], cell: int, alphabet: Alphabet, shape: Shape) -> NotAPuzzle:
    line, column, symbol = _places(rows)[cell]
    blanks = " ".join(sign for sign in alphabet.blanks if sign != " ")
    return NotAPuzzle(
        line,
        f"column {column}: {describe(symbol)} in {shape.name_of(cell)} of a {shape} grid, whose values are {alphabet}; "
        f"a blank is a space or one of {blanks}",
    )


def _two_signs(rows: tuple[Cells, ...], alphabet: Alphabet, shape: Shape) -> NotAPuzzle:
    places = _places(rows)
    first: dict[str, int] = {}
    for cell, (_, _, symbol) in enumerate(places):
        for sign in alphabet.signs({symbol}):
            first.setdefault(sign, cell)
    one, other = list(first.values())[:2]
    line, column, symbol = places[other]
    return NotAPuzzle(
        line,
        f"column {column}: {describe(symbol)} in {shape.name_of(other)}, where {describe(places[one][2])} in "
        f"{shape.name_of(one)} is the blank; one puzzle has one sign for a blank",
    )


def _number_among_letters(rows: tuple[Cells, ...], letter: str, shape: Shape) -> NotAPuzzle:
    places = _places(rows)
    cell = next(cell for cell, (_, _, symbol) in enumerate(places) if len(symbol) > 1)
    line, column, symbol = places[cell]
    return NotAPuzzle(
        line,
        f"column {column}: {describe(symbol)} in {shape.name_of(cell)}, where letters as {describe(letter)} are "
        "values; one puzzle has one alphabet",
    )
