"""Any puzzle in any form reads back the same; a bad line changes nothing else; only ReadError is ever raised."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from csp.sudoku.grid import ALPHABET, BOXES, Puzzle, Shape, read_values, write_values
from csp.sudoku.reader import BadLine, ReadError, read_file, read_text

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

Form = Callable[[list[list[str]], Shape], str]


def one_line(rows: list[list[str]], shape: Shape) -> str:
    return "".join("".join(row) for row in rows)


def one_line_with_spaces(rows: list[list[str]], shape: Shape) -> str:
    return " ".join(cell for row in rows for cell in row)


def one_line_with_commas(rows: list[list[str]], shape: Shape) -> str:
    return ",".join(cell for row in rows for cell in row)


def rows_alone(rows: list[list[str]], shape: Shape) -> str:
    return "\n".join("".join(row) for row in rows)


def rows_with_spaces(rows: list[list[str]], shape: Shape) -> str:
    return "\n".join(" ".join(row) for row in rows)


def rows_with_tabs(rows: list[list[str]], shape: Shape) -> str:
    return "\n".join("\t".join(row) for row in rows)


def rows_with_commas(rows: list[list[str]], shape: Shape) -> str:
    return "\n".join(",".join(row) for row in rows)


def bands(rows: list[list[str]], shape: Shape) -> str:
    lines = ["".join(row) for row in rows]
    high = shape.box_height
    return "\n\n".join("\n".join(lines[at : at + high]) for at in range(0, shape.size, high))


def _framed(rows: list[list[str]], shape: Shape, gap: str, rule: str, bar: str, corner: str) -> str:
    wide, high = shape.box_width, shape.box_height
    dashes = rule * (2 * wide + 1 if gap else wide)
    line = corner + corner.join([dashes] * (shape.size // wide)) + corner
    lines = []
    for number, row in enumerate(rows):
        if number % high == 0:
            lines.append(line)
        groups = [gap.join(row[at : at + wide]) for at in range(0, shape.size, wide)]
        lines.append(bar + bar.join(f"{gap}{group}{gap}" for group in groups) + bar)
    return "\n".join([*lines, line])


def tight_frame(rows: list[list[str]], shape: Shape) -> str:
    return _framed(rows, shape, "", "-", "|", "+")


def wide_frame(rows: list[list[str]], shape: Shape) -> str:
    return _framed(rows, shape, " ", "-", "|", "+")


def double_frame(rows: list[list[str]], shape: Shape) -> str:
    return _framed(rows, shape, " ", "═", "║", "╬")


ONE_LINE = [one_line, one_line_with_spaces, one_line_with_commas]
SEVERAL_LINES = [
    rows_alone,
    rows_with_spaces,
    rows_with_tabs,
    rows_with_commas,
    bands,
    tight_frame,
    wide_frame,
    double_frame,
]


@st.composite
def puzzles(draw: st.DrawFn, sizes: list[int] | None = None) -> Puzzle:
    """Any givens, though some in every row and column, as in every puzzle that is one."""
    shape = Shape.of_size(draw(st.sampled_from(sizes or [9, 9, 9, *BOXES])))
    rng = random.Random(draw(st.integers(0, 2**32)))
    share = draw(st.sampled_from([0.2, 0.4, 0.8]))
    givens = [rng.randint(1, shape.size) if rng.random() < share else 0 for _ in range(shape.cells)]
    for number, column in enumerate(rng.sample(range(shape.size), shape.size)):
        givens[number * shape.size + column] = rng.randint(1, shape.size)
    return Puzzle(shape, tuple(givens))


def written(puzzle: Puzzle, form: Form, blank: str, numbers: bool = False) -> str:
    size = puzzle.shape.size
    cells = [(str(value) if numbers else ALPHABET[value - 1]) if value else blank for value in puzzle.givens]
    return form([cells[at : at + size] for at in range(0, size * size, size)], puzzle.shape)


def read(text: str, **known: object) -> list[tuple[int, ...]]:
    found = list(read_text(text, **known))  # type: ignore[arg-type]
    assert not [bad for bad in found if isinstance(bad, BadLine)]
    return [puzzle.givens for puzzle in found if isinstance(puzzle, Puzzle)]


@settings(deadline=None, max_examples=150)
@given(
    several=st.lists(puzzles(), min_size=1, max_size=3),
    form=st.sampled_from(ONE_LINE + SEVERAL_LINES),
    blank=st.sampled_from(".0_*-xX"),
    between=st.sampled_from(["\n\n", "\n\n\n", "\n\nGrid 01\n", "\n\n# comment\n"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    last=st.sampled_from(["", "\n", "\n\n"]),
)
def test_any_puzzle_in_any_form_reads_back_the_same(
    several: list[Puzzle], form: Form, blank: str, between: str, end: str, last: str
) -> None:
    # A 25x25 puzzle in which only A to Y, or only 0 to 9 and A to O, happen to stand would be another.
    text = between.join(written(puzzle, form, blank) for puzzle in several) + last
    assume(all(puzzle.shape.size <= 9 or set("123456789") <= set(written(puzzle, one_line, " ")) for puzzle in several))
    assert read(text.replace("\n", end)) == [puzzle.givens for puzzle in several]


@settings(deadline=None, max_examples=100)
@given(
    puzzle=puzzles([size for size in BOXES if size > 9]),
    form=st.sampled_from(
        [form for form in ONE_LINE + SEVERAL_LINES if form not in (one_line, rows_alone, bands, tight_frame)]
    ),
    blank=st.sampled_from(".0_*-x"),
)
def test_any_puzzle_in_numbers_reads_back_the_same(puzzle: Puzzle, form: Form, blank: str) -> None:
    assume(blank != "0" or 1 in puzzle.givens)
    assert read(written(puzzle, form, blank, numbers=True), alphabet=ALPHABET[: puzzle.shape.size]) == [puzzle.givens]


@settings(deadline=None, max_examples=150)
@given(
    puzzle=puzzles([9]),
    form=st.sampled_from([one_line, *SEVERAL_LINES]),
    trimmed=st.booleans(),
)
def test_any_puzzle_with_spaces_for_blanks_reads_back_the_same(puzzle: Puzzle, form: Form, trimmed: bool) -> None:
    text = written(puzzle, form, " ")
    if trimmed and form is not one_line:  # trimmed, such a line must not contradict itself
        text = "\n".join(line.rstrip() for line in text.split("\n"))
    assume(0 in puzzle.givens)
    assert read(f"{text}\n\n{TEXTBOOK}") == [puzzle.givens, read_values(TEXTBOOK)]


@settings(deadline=None, max_examples=100)
@given(
    several=st.lists(puzzles([9]), min_size=1, max_size=4),
    columns=st.permutations(["puzzle", "solution", "rating", "name", "count"]),
    gap=st.sampled_from([",", ";", "\t"]),
    name=st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=10),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_any_table_reads_back_the_same(
    several: list[Puzzle], columns: list[str], gap: str, name: str, quoting: int
) -> None:
    assume(name.lower() not in ("puzzle", "solution", "count") and not name.startswith(("#", "//", "%", ";")))
    table = io.StringIO()
    writer = csv.DictWriter(table, columns, delimiter=gap, quoting=quoting)  # type: ignore[arg-type]
    writer.writeheader()
    for puzzle in several:
        writer.writerow({"puzzle": puzzle.text, "solution": SOLUTION, "rating": 1.5, "name": name, "count": 1})
    expected = [Puzzle(puzzle.shape, puzzle.givens, name, read_values(SOLUTION), 1) for puzzle in several]
    assert list(read_text(table.getvalue())) == expected


LINE = st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"]), max_size=100)
CELLS = st.text("0123456789.-_*xX |ABCDEF,;:+=#", max_size=100)


def changes_what_follows(line: str) -> bool:
    """Names columns, or begins a section to pass over: then the lines after it mean something else."""
    return any(
        word in line.lower() for word in ("[", "puzzle", "quiz", "question", "grid", "board", "sudoku", "givens")
    )


@settings(deadline=None, max_examples=150)
@given(line=LINE | CELLS, at=st.integers(0, 4))
@example(line="1234" * 4, at=2)
@example(line=TEXTBOOK[:80], at=1)
@example(line="-" * 9, at=4)
def test_one_line_changes_nothing_about_puzzles_on_other_lines(line: str, at: int) -> None:
    assume(not changes_what_follows(line))
    lines = [TEXTBOOK, SOLUTION, TEXTBOOK.replace(".", " "), TEXTBOOK[::-1]]
    found = [
        puzzle.text for puzzle in read_text("\n".join([*lines[:at], line, *lines[at:]])) if isinstance(puzzle, Puzzle)
    ]
    others = [TEXTBOOK, SOLUTION, TEXTBOOK, TEXTBOOK[::-1]]
    assert found[:at] == others[:at]
    assert found[len(found) - len(others) + at :] == others[at:]
    assert len(found) <= len(others) + 1


@settings(deadline=None, max_examples=150)
@given(line=LINE | CELLS, row=st.integers(0, 8), between=st.sampled_from(["\n\n", "\n\nGrid 01\n"]))
def test_one_line_changes_nothing_about_other_grids(line: str, row: int, between: str) -> None:
    assume(not changes_what_follows(line))
    rows = [TEXTBOOK[at : at + 9] for at in range(0, 81, 9)]
    grid, broken = "\n".join(rows), "\n".join([*rows[:row], line, *rows[row + 1 :]])
    found = [
        puzzle.text for puzzle in read_text(between.join([grid, broken, grid, grid])) if isinstance(puzzle, Puzzle)
    ]
    assert found[0] == TEXTBOOK
    assert found[-2:] == [TEXTBOOK] * 2
    assert 3 <= len(found) <= 4


@settings(deadline=None, max_examples=100)
@given(line=CELLS, at=st.integers(1, 3))
def test_one_line_changes_nothing_about_the_other_lines_of_a_table(line: str, at: int) -> None:
    lines = [f"{text},{SOLUTION}" for text in (TEXTBOOK, SOLUTION, TEXTBOOK)]
    text = "\n".join(["puzzle,solution", *lines[:at], line, *lines[at:]])
    found = [puzzle.text for puzzle in read_text(text) if isinstance(puzzle, Puzzle)]
    assert found[:at] == [TEXTBOOK, SOLUTION, TEXTBOOK][:at]
    assert found[len(found) - 3 + at :] == [TEXTBOOK, SOLUTION, TEXTBOOK][at:]


@settings(deadline=None, max_examples=150)
@given(
    puzzle=puzzles(),
    form=st.sampled_from(ONE_LINE + SEVERAL_LINES),
    blank=st.sampled_from(".0_*-x"),
    place=st.floats(0, 1, exclude_max=True),
    times=st.sampled_from([0, 2]),
    lines=st.booleans(),
)
def test_what_is_lost_or_doubled_makes_no_other_puzzle(
    puzzle: Puzzle, form: Form, blank: str, place: float, times: int, lines: bool
) -> None:
    assume(0 in puzzle.givens)  # in a grid without a sign for a blank what is lost between commas would be one
    end = "\n" if lines else ""
    pieces = written(puzzle, form, blank).split(end) if lines else list(written(puzzle, form, blank))
    at = int(place * len(pieces))
    text = end.join([*pieces[:at], *[pieces[at]] * times, *pieces[at + 1 :]])
    with contextlib.suppress(ReadError):
        for found in read_text(text, alphabet=ALPHABET[: puzzle.shape.size]):
            assert isinstance(found, BadLine) or found.givens == puzzle.givens


def _shapes() -> st.SearchStrategy[Shape | None]:
    return st.none() | st.sampled_from(
        [Shape.of_size(size) for size in BOXES] + [Shape(1, 9), Shape(1, 1), Shape(5, 7)]
    )


PIECES = [
    TEXTBOOK,
    TEXTBOOK.replace(".", " "),
    SOLUTION,
    "Grid 01",
    "[Puzzle]",
    "[State]",
    "puzzle,solution",
    "name;grid",
    "530070000",
    "53..7....",
    "12.4",
    "1234123412341234",
    "+---+---+---+",
    "|53.|.7.|...|",
    "---------",
    "10 11 12 ",
    ":1:",
    "٣",
    "│",
    '"',
    "\n",
    "\n\n",
    "\r",
    "\t",
    " ",
    "#",
]


@settings(deadline=None, max_examples=250)
@given(
    text=st.text() | st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40).map("".join),
    shape=_shapes(),
    alphabet=st.none() | st.sampled_from(["A-I", "0-9A-F", "1-9", "A-P"]) | st.text(max_size=9),
)
def test_no_text_raises_anything_but_a_read_error(text: str, shape: Shape | None, alphabet: str | None) -> None:
    try:
        found = list(read_text(text, shape=shape, alphabet=alphabet))
    except ReadError:
        return
    assert found
    assert all(isinstance(bad, BadLine) and bad.message for bad in found if not isinstance(bad, Puzzle))


@settings(deadline=None, max_examples=100)
@given(content=st.binary() | st.text().map(str.encode) | st.text().map(lambda text: gzip.compress(text.encode())[:50]))
def test_no_file_raises_anything_but_a_read_error(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.txt"
        path.write_bytes(content)
        with contextlib.suppress(ReadError):
            assert list(read_file(path))


@settings(deadline=None, max_examples=50)
@given(puzzle=puzzles())
def test_what_is_written_is_read(puzzle: Puzzle) -> None:
    assert read_values(write_values(puzzle.givens)) == puzzle.givens
