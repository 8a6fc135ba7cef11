"""What bad lines get: each is named by place and reason, and the others are read."""

from __future__ import annotations

import pytest

from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.reader import BadLine, ReadError, read_text

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [TEXTBOOK[at : at + 9] for at in range(0, 81, 9)]
GRID = "\n".join(ROWS)


def bad_lines(text: str, **known: object) -> list[tuple[str, str]]:
    found = read_text(text, name="file.txt", **known)  # type: ignore[arg-type]
    return [(bad.place, bad.message) for bad in found if isinstance(bad, BadLine)]


def names(text: str) -> list[str]:
    return [puzzle.name for puzzle in read_text(text, name="file.txt") if isinstance(puzzle, Puzzle)]


WRONG_LINES = [
    (TEXTBOOK[:80], "80 characters on one line; a 9x9 grid has 81"),
    (TEXTBOOK + "5", "82 characters on one line; a 9x9 grid has 81"),
    (TEXTBOOK[:80] + " easy", "80 characters on one line; a 9x9 grid has 81"),
    (TEXTBOOK[:80] + " 5", "80 characters on one line; a 9x9 grid has 81"),
    ("1: " + TEXTBOOK[:80], "80 characters on one line; a 9x9 grid has 81"),
    (" ".join(TEXTBOOK[:80]), "80 cells on one line; a 9x9 grid has 81"),
    (TEXTBOOK.replace(".", " ") + "5", "82 characters on one line; a 9x9 grid has 81"),
    (
        TEXTBOOK[:80] + "Z",
        "in row 9 column 9 of a 9x9 grid, whose values are 1-9; a blank is a space or one of . 0 _ * - x X",
    ),
    (TEXTBOOK[:80] + "Z", "column 81: 'Z' in row 9 column 9"),
    ("A" + TEXTBOOK[1:], "column 1: 'A' in row 1 column 1"),
    (TEXTBOOK[:40] + "o" + TEXTBOOK[41:], "column 41: 'o' in row 5 column 5"),
    (" ".join(TEXTBOOK[:40] + "o" + TEXTBOOK[41:]), "column 81: 'o' in row 5 column 5"),
    ("٣" + TEXTBOOK[1:], "column 1: '٣' (U+0663 ARABIC-INDIC DIGIT THREE) in row 1 column 1"),
    (TEXTBOOK[:9] + "３" + TEXTBOOK[10:], "column 10: '３' (U+FF13 FULLWIDTH DIGIT THREE) in row 2 column 1"),
    ("²" + TEXTBOOK[1:], "'²' (U+00B2 SUPERSCRIPT TWO)"),
    (TEXTBOOK[:80] + "\u2013", "(U+2013 EN DASH) in row 9 column 9"),
    (TEXTBOOK[:-3] + "079", "column 79: '0' in row 9 column 7, where '.' in row 1 column 3 is the blank"),
    (TEXTBOOK.replace(".", "-", 1), "column 4: '.' in row 1 column 4, where '-' in row 1 column 3 is the blank"),
    (f"{TEXTBOOK} {SOLUTION[:80]}", "the solution has 80 characters; a 9x9 grid has 81"),
    (f"{TEXTBOOK} {SOLUTION}1", "the solution has 82 characters; a 9x9 grid has 81"),
    (f"{TEXTBOOK}:1:{SOLUTION[:80]}.", "the solution has a blank, row 9 column 9"),
    (f"{TEXTBOOK},{SOLUTION[:80]}q", "in the solution: column 163: 'q' in row 9 column 9"),
]


@pytest.mark.parametrize(("line", "message"), WRONG_LINES)
def test_a_wrong_line_is_named_and_the_others_are_read(line: str, message: str) -> None:
    text = f"{TEXTBOOK}\n{line}\n{TEXTBOOK}\n"
    ((place, told),) = bad_lines(text)
    assert place == "file.txt:2"
    assert message in told
    assert names(text) == ["file.txt:1", "file.txt:3"]


WRONG_GRIDS = [
    (ROWS[:8], 0, "8 rows of 9 cells (lines 1 to 8), then"),
    (ROWS[:1], 0, "1 row of 9 cells (line 1), then"),
    ([*ROWS, ROWS[0]], 0, "10 rows of 9 cells (lines 1 to 10) without anything between them; a 9x9 grid has 9"),
    ([*ROWS[:3], ROWS[3][:8], *ROWS[4:]], 3, "row 4 has 8 cells; a 9x9 grid has 9 in each row"),
    ([*ROWS[:3], ROWS[3] + "1", *ROWS[4:]], 3, "row 4 has 10 cells; a 9x9 grid has 9 in each row"),
    ([ROWS[0][:8], *ROWS[1:]], 0, "row 1 has 8 cells; a 9x9 grid has 9 in each row"),
    ([*ROWS[:3], "8..aBc..3", *ROWS[4:]], 3, "column 4: 'a' in row 4 column 4 of a 9x9 grid"),
    ([*ROWS[:8], "....8..7٩"], 8, "column 9: '٩' (U+0669 ARABIC-INDIC DIGIT NINE) in row 9 column 9"),
    ([*ROWS[:8], "____8__79"], 8, "column 1: '_' in row 9 column 1, where '.' in row 1 column 3 is the blank"),
    ([" ".join(row) for row in ROWS[:8]] + ["| . . . | . 8 . | . 7 Q |"], 8, "column 23: 'Q' in row 9 column 9"),
    (["1567 3 1567 4 12579 179 689 5678 579"] * 9, 0, "1567 in one cell (row 1 column 1): a grid of candidates"),
]


@pytest.mark.parametrize(("rows", "line", "message"), WRONG_GRIDS)
@pytest.mark.parametrize("heading", [0, 1])
def test_a_wrong_grid_is_named_and_the_others_are_read(rows: list[str], line: int, message: str, heading: int) -> None:
    wrong = "\n".join(["Grid 02"] * heading + rows)
    text = f"{GRID}\n\n{wrong}\n\n{GRID}\n"
    ((place, told),) = bad_lines(text)
    assert place == f"file.txt:{11 + heading + line}"
    for number in (1, 8, 10):  # the lines in the message are counted from the start of the file
        message = message.replace(f"line {number})", f"line {number + 10 + heading})")
        message = message.replace(f"lines 1 to {number})", f"lines {11 + heading} to {number + 10 + heading})")
    assert message in told
    assert names(text) == ["file.txt:1", f"file.txt:{12 + heading + len(rows)}"]


@pytest.mark.parametrize(
    ("after", "ending"),
    [
        ("", "the end of the text"),
        ("\n\n" + GRID, "an empty line"),
        ("\nGrid 02\n" + GRID, "a line of words"),
        ("\n" + TEXTBOOK, "a puzzle on a line"),
        ("\n[State]\n" + GRID, "another section"),
    ],
)
def test_a_grid_that_is_cut_off_says_by_what(after: str, ending: str) -> None:
    ((place, told),) = bad_lines("\n".join(ROWS[:5]) + after)
    assert place == "file.txt:1"
    assert told == f"5 rows of 9 cells (lines 1 to 5), then {ending}; a 9x9 grid has 9 rows"


def test_of_grids_without_anything_between_them_what_is_left_over_is_named() -> None:
    text = "\n".join([GRID] * 3 + ROWS[:5])
    assert bad_lines(text) == [
        ("file.txt:28", "5 rows of 9 cells (lines 28 to 32), then the end of the text; a 9x9 grid has 9 rows")
    ]
    assert names(text) == ["file.txt:1", "file.txt:10", "file.txt:19"]


@pytest.mark.parametrize("mistake", ["8...6...", "8...6...Z", "8...6...31"])
def test_of_grids_without_anything_between_them_the_one_with_a_wrong_row_is_named(mistake: str) -> None:
    text = "\n".join([GRID, *ROWS[:3], mistake, *ROWS[4:], GRID, GRID])
    ((place, _),) = bad_lines(text)
    assert place == "file.txt:13"
    assert names(text) == ["file.txt:1", "file.txt:19", "file.txt:28"]


def test_lines_that_do_not_fit_a_given_shape_are_named() -> None:
    assert bad_lines(TEXTBOOK, shape=Shape(2, 2)) == [("file.txt:1", "81 characters on one line; a 4x4 grid has 16")]
    assert bad_lines(GRID, shape=Shape(4, 4))[0][0] == "file.txt:1"
    assert bad_lines("1234" * 4, shape=Shape(3, 3)) == [
        ("file.txt:1", "16 cells on one line, no grid; a 9x9 grid has 9 rows of 9, or 81 cells on one line")
    ]


def test_numbers_that_are_no_puzzle_are_named() -> None:
    assert bad_lines("51 43 2\n\n" + TEXTBOOK) == [
        ("file.txt:1", "5 cells on one line, no grid; a 9x9 grid has 9 rows of 9, or 81 cells on one line")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "file.txt: empty"),
        ("   \n\n \t\n", "file.txt: no puzzle in it; a 9x9 puzzle is 81 characters on a line, or 9 lines of 9"),
        ("Only words here,\nand no puzzle.\n", "file.txt: no puzzle in it"),
        ("# a comment\n// another\n", "file.txt: no puzzle in it"),
        ("-" * 81, "file.txt: no puzzle in it"),
        ("53..\0..", "file.txt: a NUL character"),
    ],
)
def test_a_text_without_anything_like_a_puzzle_is_refused(text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        bad_lines(text)


def test_nothing_is_read_before_the_first_puzzle_is_asked_for() -> None:
    read_text("", name="file.txt")
    puzzles = read_text(f"{TEXTBOOK}\n{TEXTBOOK[:80]}\n", name="file.txt")
    assert isinstance(next(puzzles), Puzzle)
    assert isinstance(next(puzzles), BadLine)


@pytest.mark.parametrize("blank", list(".0_*-x"))
@pytest.mark.parametrize("form", ["plain", "tabs", "lists", "cells", "frame"])
def test_a_row_that_stands_twice_makes_no_grid_of_another_size(blank: str, form: str) -> None:
    rows = [row.replace(".", blank) for row in [*ROWS[:5], ROWS[4], *ROWS[5:]]]
    written = {
        "plain": "\n".join(rows),
        "tabs": "\n".join("\t".join(row) for row in rows),
        "lists": "\n".join(f"[{', '.join(row)}]," for row in rows),
        "cells": "\n".join(f"│ {' │ '.join(row)} │\n├───┼───┤" for row in rows),
        "frame": "+---+\n" + "\n".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows) + "\n+---+",
    }
    ((_, told),) = bad_lines(written[form])
    assert "10 rows of 9 cells" in told


def test_of_a_wrong_puzzle_and_its_solution_on_a_line_the_solution_is_not_read_as_the_puzzle() -> None:
    for line in (f"{TEXTBOOK[:80]} {SOLUTION}", f"{TEXTBOOK[:40]},{TEXTBOOK[40:80]} {SOLUTION}"):
        assert bad_lines(line) == [("file.txt:1", "80 characters on one line; a 9x9 grid has 81")]


def test_an_empty_line_and_a_frame_make_no_grid_of_another_size() -> None:
    rows = [*ROWS[:3], "======", *ROWS[3:5], "", ROWS[5], "======", *ROWS[6:]]
    text = "\n".join(row.replace(".", "0") for row in rows)
    assert bad_lines(text)
    assert not names(text)


@pytest.mark.parametrize("rule", ["=========", "---------", "-----------", "*********"])
def test_a_line_between_grids_is_no_row(rule: str) -> None:
    text = f"{GRID}\n{rule}\n{GRID}\n{rule}\n{GRID}\n{rule}\n"
    assert names(text) == ["file.txt:1", "file.txt:11", "file.txt:21"]
    assert not bad_lines(text)
