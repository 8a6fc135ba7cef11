"""Reading puzzles in the forms that people have on disk.

What is read, in one text and in any order:

- a puzzle on a line: `n * n` cells, with or without gaps (spaces, tabs, commas, bars) between cells or groups of them.
  After it may come a comment, a solution (`puzzle solution`), a count of solutions (`puzzle:count:solution`); before
  it a name. `.sdm` is this.
- a grid of n lines of n cells, likewise; with or without a frame of `|`, `-`, `+`, `=`, `*` or box-drawing characters;
  one grid after another, with an empty line or a heading such as `Grid 01` between them, or nothing. `.ss` is this;
  `.sdk` too, of which the section `[Puzzle]` is read and the others are passed over.
- a table (CSV; or with `;` or tabs) whose first line names its columns: `puzzle`, `quizzes`, `question` and the like;
  `solution`, `answer`; `count`; `name`.

Lines that begin with `#`, `;`, `//` or `%` are comments. LF, CRLF and CR end a line.

Of the lines that are no part of a puzzle,

- one with a letter in it (other than x, a sign for a blank) is a heading when a puzzle is the next thing after it,
  empty lines, comments and lines of a frame apart: the name of that puzzle, if it has no other; above puzzles on lines
  that follow each other directly, a title that names none. It is no heading when it stands right below a grid and an
  empty line comes next. A line of which three quarters are digits and signs for blanks is taken for cells; right above
  a grid on several lines it may be a heading all the same;
- words that are no heading are passed over before the first puzzle of the text, in the sections of an `.sdk` file that
  are not read, and right below a grid with a frame, where some programs sign; anywhere else they are a `BadLine`;
- digits, signs for blanks and punctuation are a `BadLine` everywhere, with two exceptions. A number by itself, above
  the first puzzle, if that is on a line, says how many there are: a `BadLine` at the end if it is wrong. And lines of a
  frame, rulers of `- = * _ + ~`, brackets and quotes by themselves are passed over.

A blank is one of `. 0 _ * - x X` or a space, **one** of them in a puzzle: two are taken for a mistake, because one of
them may be meant as a value (`0` where `.` is the blank). Between bars, commas or tabs it may be nothing at all. A line
of dashes is a row of blanks when `-` is the blank elsewhere in its grid and a row is missing without it, else a line
of the frame.

Where spaces are the blanks, places decide. Those that an editor has trimmed from the end of a line are put back, if
the givens do not contradict each other then. An empty line is a row when the grid has exactly n lines with it; an
empty first or last row cannot be seen, so that grid is refused. Rows of letters with spaces for blanks look like words:
they are read when the shape is given.

Values are digits up to 9x9. Above, the alphabet is that of most grids of the same size in the whole text (see
`csp.sudoku.alphabet`), unless it is given. 16 cells on a line are a 4x4 grid when most lines around have no other
symbols than a 4x4 has, else a row of a 16x16.

Every input is gone through once before its first puzzle is given, to know that it can be read to its end (but for
`read_batches`, which gives puzzles as they come), and once more when there is an alphabet to be found out. Standard
input and pipes are copied to a temporary file for that. Memory does not grow with the input.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path

from csp.sudoku.alphabet import Alphabet, Election, are_plain, digits, given, plain_values
from csp.sudoku.cells import Draft, Expected, NotAPuzzle
from csp.sudoku.drafts import puzzle_of_draft
from csp.sudoku.finder import Finder
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.one_line import what_follows
from csp.sudoku.sources import Lines, ReadError, lines_of_file, lines_of_text, printable

__all__ = ["BadLine", "PlainLines", "ReadError", "read_batches", "read_file", "read_text"]

NINE = Shape(3, 3)


@dataclass(frozen=True)
class BadLine:
    """A place that holds no puzzle: `file:line`, and what is wrong there."""

    place: str
    message: str


@dataclass(frozen=True)
class PlainLines:
    """9x9 puzzles one after another, each 81 characters on a line by itself, all with the same sign for a blank.

    first: the number of the first line
    """

    name: str
    first: int
    lines: list[str]

    def puzzles(self) -> Iterator[Puzzle]:
        """The same as puzzles, which takes several times as long as to read them."""
        for number, line in enumerate(self.lines, self.first):
            yield Puzzle(NINE, plain_values(line) or (), f"{self.name}:{number}")


def read_file(
    path: str | Path, *, shape: Shape | None = None, alphabet: str | None = None
) -> Iterator[Puzzle | BadLine]:
    """The puzzles in a file, in order, and the places that look like one and are none.

    path: `-` is standard input; gzip is recognised by its content
    shape: of every grid; None: each grid shows its size, and its boxes are the usual ones
    alphabet: the symbols of the values in order, as `0123456789ABCDEF` or `0-9A-F`; None: found out

    Raises:
        ReadError: when the first puzzle is asked for: nothing can be read, or the alphabet makes no sense; at the end:
            there was neither a puzzle nor anything like one.
    """
    with lines_of_file(path) as lines:
        yield from _one_by_one(_batches(lines, _name_of(path), _expected(shape, alphabet), _origin_of(path)))


def read_batches(
    path: str | Path, *, shape: Shape | None = None, alphabet: str | None = None
) -> Iterator[list[Puzzle | BadLine | PlainLines]]:
    """What `read_file` reads, for a filter: some at a time, as soon as they come.

    Only a grid above 9x9 without an `alphabet` makes it wait for the end of the input.

    Raises:
        ReadError: as `read_file` does, but when the place is reached that cannot be read.
    """
    with lines_of_file(path, ahead=False) as lines:
        yield from _batches(lines, _name_of(path), _expected(shape, alphabet), _origin_of(path))


def read_text(
    text: str, *, name: str = "puzzle", shape: Shape | None = None, alphabet: str | None = None
) -> Iterator[Puzzle | BadLine]:
    """The puzzles in a text, as `read_file` reads those of a file of that name."""
    name = printable(name)
    yield from _one_by_one(_batches(lines_of_text(text, name), name, _expected(shape, alphabet), name))


def _name_of(path: str | Path) -> str:
    return "stdin" if str(path) == "-" else printable(Path(path).name)


def _origin_of(path: str | Path) -> str:
    return "standard input" if str(path) == "-" else printable(str(path))


def _one_by_one(batches: Iterator[list[Puzzle | BadLine | PlainLines]]) -> Iterator[Puzzle | BadLine]:
    for batch in batches:
        for item in batch:
            if isinstance(item, PlainLines):
                yield from item.puzzles()
            else:
                yield item


def _expected(shape: Shape | None, alphabet: str | None) -> Expected:
    """What is known beforehand. An alphabet tells the size, and so the usual shape."""
    if alphabet is None:
        return Expected(shape)
    try:
        symbols = given(alphabet)
        shape = shape or Shape.of_size(symbols.size)
    except ValueError as error:
        raise ReadError(f"the alphabet cannot be used: {error}") from None
    if shape.size != symbols.size:
        raise ReadError(f"the alphabet {alphabet!r} has {symbols.size} symbols; a {shape} grid has {shape.size} values")
    return Expected(shape, symbols)


def _batches(lines: Lines, name: str, expected: Expected, origin: str) -> Iterator[list[Puzzle | BadLine | PlainLines]]:
    """The puzzles in the lines of a text of that name, which is the end of its `origin`."""
    finder = Finder(expected)
    alphabets: dict[int, Alphabet] = {}
    # Nearly every large file has a puzzle of 81 characters on each line; those need little of what follows.
    plain = 9 in expected.sizes and expected.alphabet is None and expected.shape_of(9) == NINE
    found = False
    number = 0

    def one(line: str) -> Iterator[Puzzle | BadLine]:
        if plain and not finder.busy and len(line) >= 81:
            puzzle = _plain_puzzle(line, number, name, expected)
            if puzzle is not None:
                finder.passed()
                yield puzzle
                return
        for draft in finder.feed(number, line):
            yield _finished(draft, name, expected, alphabets, lines)

    for block in lines():
        batch: list[Puzzle | BadLine | PlainLines] = []
        for length, group in groupby(block, len):
            run = list(group)
            if plain and length == 81 and not finder.busy and are_plain(run):
                batch.append(PlainLines(name, number + 1, run))
                finder.passed(len(run))
                number += len(run)
                continue
            for line in run:
                number += 1
                batch += one(line)
        found = found or bool(batch)
        yield batch
    batch = [_finished(draft, name, expected, alphabets, lines) for draft in finder.end()]
    yield batch
    if not found and not batch:
        size = 9 if expected.shape is None else expected.shape.size
        raise ReadError(
            f"{origin}: no puzzle in it; a {size}x{size} puzzle is {size * size} characters on a line, "
            f"or {size} lines of {size}{finder.hint}"
        )


def _plain_puzzle(line: str, number: int, name: str, expected: Expected) -> Puzzle | None:
    """The 9x9 puzzle that is the first word of a line and has nothing unusual about it."""
    givens = plain_values(line[:81])
    if givens is None:
        return None
    if len(line) == 81:
        return Puzzle(NINE, givens, f"{name}:{number}")
    if line[81] not in " \t,;:#|":
        return None
    solution, solutions = what_follows(number, line, 81, 9, expected)
    if solution is None:
        return Puzzle(NINE, givens, f"{name}:{number}", None, solutions)
    values = plain_values("".join(solution.symbols)) if len(solution.symbols) == 81 else None
    if values is None or 0 in values:
        return None
    return Puzzle(NINE, givens, f"{name}:{number}", values, solutions)


def _finished(
    found: Draft | NotAPuzzle, name: str, expected: Expected, alphabets: dict[int, Alphabet], lines: Lines
) -> Puzzle | BadLine:
    """The puzzle of a draft, its symbols turned into values."""
    if isinstance(found, NotAPuzzle):
        return BadLine(f"{name}:{found.line}", found.message)
    if found.size not in alphabets:
        alphabets |= _alphabets(found.size, expected, lines)
    try:
        return puzzle_of_draft(found, alphabets[found.size], expected.shape_of(found.size), f"{name}:{found.line}")
    except NotAPuzzle as error:
        return BadLine(f"{name}:{error.line}", error.message)


def _alphabets(size: int, expected: Expected, lines: Lines) -> dict[int, Alphabet]:
    """The alphabet of grids of a size; above 9x9 that of most of them, so then of all such sizes at once."""
    if expected.alphabet is not None:
        return {size: expected.alphabet}
    if size <= 9:
        return {size: digits(size)}
    elections: dict[int, Election] = {}
    finder = Finder(expected)
    for number, line in enumerate(chain.from_iterable(lines()), 1):
        for draft in finder.feed(number, line):
            _vote(draft, elections)
    for draft in finder.end():
        _vote(draft, elections)
    return {size: election.winner for size, election in elections.items()}


def _vote(draft: Draft | NotAPuzzle, elections: dict[int, Election]) -> None:
    if isinstance(draft, Draft) and draft.size > 9:
        election = elections.setdefault(draft.size, Election(draft.size))
        election.vote({symbol for row in draft.rows for symbol in row.symbols})
