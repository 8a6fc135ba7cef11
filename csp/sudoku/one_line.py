"""A whole puzzle on one line of text: its cells, with or without gaps, and what stands before and after them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from csp.sudoku.cells import (
    BAR,
    GAPS,
    TOKEN,
    Cells,
    Draft,
    Expected,
    NotAPuzzle,
    cells_in,
    counted,
    fields_of,
    likeness,
    one_per_cell,
    separated,
    uniform,
    without_comment,
)
from csp.sudoku.check import duplicate_given
from csp.sudoku.grid import Puzzle

COUNT = re.compile(r"\s*([0-9]{1,9})\s*(?=:|$)")
SPACED_DIGITS = re.compile(r"[1-9 ]+")
SPACED_SYMBOLS = re.compile(r"[0-9A-Za-z ]+")
LABEL_GAPS = " \t,;:|\"'()[]{}"
NO_NAMES = ("puzzle", "quiz", "question", "sudoku", "grid", "board")
LONGEST_NUMBER = 16  # digits of a name that is a number or a date
MOST_LABELS = 3  # words before a puzzle: a number, a hash, a name
SHORTEST_TRIMMED = 55  # characters; two rows of a 9x9 grid that end it blank leave more than one solution


def draft_of_line(number: int, text: str, expected: Expected) -> Draft | None:
    """The puzzle on a line; None when the line has nothing like it.

    Raises:
        NotAPuzzle: it is meant as one, but its length is wrong.
    """
    if len(text) <= expected.longest_row and len(text) < min(expected.on_one_line, default=0):
        return None
    tokens = list(TOKEN.finditer(text))
    if not tokens:
        return None
    draft = _compact(number, text, tokens[:1], expected)
    draft = draft or _with_spaces_as_blanks(number, text, expected)
    draft = draft or _between_gaps(number, without_comment(text), expected)
    draft = draft or _separated(number, without_comment(text), expected)
    draft = draft or _compact(number, text, tokens[1 : MOST_LABELS + 1], expected)
    if draft is None:
        _refuse_wrong_length(number, text, expected)
    return draft


def _compact(number: int, text: str, tokens: Sequence[re.Match[str]], expected: Expected) -> Draft | None:
    """The first of `tokens` that is a grid without gaps. What stands before it is its name.

    Raises:
        NotAPuzzle: what stands before it is meant as the grid.
    """
    for token in tokens:
        symbols = token.group()
        size = expected.on_one_line.get(len(symbols), 0)
        if size and _meant_as_cells(symbols, size, expected):
            cells = Cells(number, symbols, range(token.start() + 1, token.end() + 1))
            solution, solutions = what_follows(number, text, token.end(), size, expected)
            name = text[: token.start()].strip(LABEL_GAPS)
            before = "".join(TOKEN.findall(name))
            if len(before) > LONGEST_NUMBER and likeness(before, size, expected) >= 0.9:
                # Not a name: the puzzle is what stands before, with a mistake, and this is its solution.
                raise NotAPuzzle(number, wrong_length(len(before), "character", expected))
            return Draft(size, number, (cells,), "" if name.lower() in NO_NAMES else name, solution, solutions)
    return None


def _meant_as_cells(symbols: str, size: int, expected: Expected) -> bool:
    """Whether a word of the right length is a grid, perhaps with a mistake, and neither a ruler nor a word.

    So many characters are hardly anything else at 9x9; the hash of a file may have the length of an 8x8.
    """
    if set(symbols) <= set("-_*"):
        return False
    return likeness(symbols, size, expected) >= (0.5 if size == 9 else 0.75)


def _with_spaces_as_blanks(number: int, text: str, expected: Expected) -> Draft | None:
    """The grid whose blanks are spaces. Of a 9x9 its last blanks may be missing: editors trim them.

    Raises:
        NotAPuzzle: a 9x9 that is too long.
    """
    head, line = text[:81], text.rstrip()
    nine = 9 in expected.sizes and expected.alphabet is None
    if nine and len(head.rstrip()) >= SHORTEST_TRIMMED and _blanks_among(head, SPACED_DIGITS, expected):
        if len(line) > 81 and SPACED_DIGITS.fullmatch(line) and what_follows(number, text, 81, 9, expected)[0] is None:
            raise NotAPuzzle(number, wrong_length(len(line), "character", expected))
        if len(text) < 81:
            _refuse_wrong_trim(number, line, expected)
        if len(line) <= 81 or line[81] in LABEL_GAPS + "#":
            return _spaced_draft(number, text, 9, expected)
    for size in expected.sizes:
        # No row of numbers is as long as a grid of 10x10.
        if size * size == len(text) and size >= 10 and _blanks_among(text, SPACED_SYMBOLS, expected):
            return _spaced_draft(number, text, size, expected)
    return None


def _refuse_wrong_trim(number: int, line: str, expected: Expected) -> None:
    """Raise NotAPuzzle when blanks at its end do not make a puzzle of a line that is too short.

    A character lost elsewhere moves the givens after it, and then they nearly always contradict each other.
    """
    givens = tuple(map(int, line.ljust(81).replace(" ", "0")))
    why = duplicate_given(Puzzle(expected.shape_of(9), givens))
    if why:
        short = wrong_length(len(line), "character", expected)
        raise NotAPuzzle(number, f"{short}; with blanks added at its end, {why}")


def _blanks_among(text: str, spaced: re.Pattern[str], expected: Expected) -> bool:
    """Whether the spaces of a text cannot all be gaps between cells or groups of cells."""
    tokens = text.split()
    if not spaced.fullmatch(text) or len(tokens) < 2:
        return False
    counts = (len(tokens), sum(map(len, tokens)))
    return not (uniform(tokens) and any(count in expected.on_one_line for count in counts))


def _spaced_draft(number: int, text: str, size: int, expected: Expected) -> Draft:
    cells = size * size
    solution, solutions = what_follows(number, text, cells, size, expected)
    symbols = text[:cells].ljust(cells)
    return Draft(size, number, (Cells(number, symbols, range(1, cells + 1)),), "", solution, solutions)


def _separated(number: int, text: str, expected: Expected) -> Draft | None:
    """The grid whose cells, or groups of cells, have gaps between them."""
    tokens = TOKEN.findall(text)
    if expected.on_a_row(len(tokens)) and len(tokens) > 9 and one_per_cell(tokens, len(tokens)):
        return None  # a row of numbers
    for count in (len(tokens), sum(map(len, tokens))):
        size = expected.on_one_line.get(count, 0)
        cells = separated(number, text, count, size) if size else None
        if (
            cells
            and likeness("".join(cells.symbols), size, expected) >= 0.75
            and set("".join(cells.symbols)) - set("-_*")
        ):
            return Draft(size, number, (cells,))
    return None


def _between_gaps(number: int, text: str, expected: Expected) -> Draft | None:
    """The grid whose cells have one comma, tab or semicolon between them, where a blank need not have a sign."""
    for gap in GAPS:
        fields = fields_of(text, gap)
        if len(fields) - 1 in expected.on_one_line and not fields[-1][0].strip():
            fields.pop()
        size = expected.on_one_line.get(len(fields), 0)
        cells = cells_in(fields, size) if size else None
        if cells and likeness("".join(cells[0]).replace(" ", ""), size, expected) >= 0.75:
            return Draft(size, number, (Cells(number, *cells),))
    return None


def _refuse_wrong_length(number: int, text: str, expected: Expected) -> None:
    """Raise NotAPuzzle when the line has more cells than any row, but not those of a grid."""
    row = expected.longest_row
    tokens = TOKEN.findall(without_comment(text))
    for token in tokens[:2]:
        if len(token) > row and _nearly_cells(token, expected):
            raise NotAPuzzle(number, wrong_length(len(token), "character", expected))
    whole = "".join(tokens)
    if len(tokens) > row and len(whole) < 2 * len(tokens) and _nearly_cells(whole, expected):
        raise NotAPuzzle(number, wrong_length(len(tokens), "cell", expected))
    if len(whole) > row and BAR.search(text) and _nearly_cells(whole, expected):
        raise NotAPuzzle(number, wrong_length(len(whole), "cell", expected))


def _nearly_cells(symbols: str, expected: Expected) -> bool:
    """Whether a word of the wrong length is meant as a grid."""
    size = expected.nearest(len(symbols))
    return bool(set(symbols) - set("-_*")) and likeness(symbols, size, expected) >= (0.6 if size <= 9 else 0.8)


def wrong_length(count: int, what: str, expected: Expected) -> str:
    """Says how many there are and how many there should be; what: the word for one of them."""
    size = expected.nearest(count)
    if 4 * abs(size * size - count) > size * size and 9 in expected.sizes:
        size = 9  # about as long as no grid: the usual one
    return f"{counted(count, what)} on one line; a {size}x{size} grid has {size * size}"


def what_follows(number: int, text: str, start: int, size: int, expected: Expected) -> tuple[Cells | None, int | None]:
    """The solution, and the count of solutions, that come after the cells of a puzzle: `:1:`, then a complete grid.

    Anything else there is a comment. What nearly has the length of a solution is given back as it is, to be refused.
    """
    end = text.find("#", start)
    tail = text[start:] if end < 0 else text[start:end]
    count = COUNT.match(tail, 1) if tail.startswith(":") else None
    for token in list(TOKEN.finditer(tail))[:4]:
        if _meant_as_solution(token.group(), size, expected):
            columns = range(start + token.start() + 1, start + token.end() + 1)
            return Cells(number, token.group(), columns), int(count[1]) if count else None
    return None, int(count[1]) if count else None


def _meant_as_solution(symbols: str, size: int, expected: Expected) -> bool:
    """Whether it is a grid with more cells filled than blank, about as long as it should be.

    The puzzle in another form, which some files give beside it, has more blanks.
    """
    filled = sum(symbol not in ".0_*-" for symbol in symbols)
    near = abs(len(symbols) - size * size) <= size
    return near and 2 * filled > len(symbols) and likeness(symbols, size, expected) >= 0.75
