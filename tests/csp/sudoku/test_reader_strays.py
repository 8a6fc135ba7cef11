"""Lines that belong to no puzzle: none vanishes between puzzles, or after them, and few are names."""

from __future__ import annotations

import pytest

from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.reader import BadLine, ReadError, read_text

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = "\n".join(TEXTBOOK[at : at + 9] for at in range(0, 81, 9))
FRAMED = f"+---------+\n{GRID}\n+---------+"
NO_NAME = "words that are no puzzle, nor the name of one"


def bad_lines(text: str, **known: object) -> list[tuple[int, str]]:
    found = read_text(text, name="file", **known)  # type: ignore[arg-type]
    return [(int(bad.place.removeprefix("file:")), bad.message) for bad in found if isinstance(bad, BadLine)]


def names(text: str) -> list[str]:
    return [puzzle.name for puzzle in read_text(text, name="file") if isinstance(puzzle, Puzzle)]


@pytest.mark.parametrize("puzzle", [TEXTBOOK, GRID])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("words", ["bad line", "not,a,puzzle", "a,b", "Grid 02", "puzzle,solution"])
def test_words_after_the_last_puzzle_are_named(puzzle: str, gap: str, words: str) -> None:
    text = f"{puzzle}{gap}{words}\n"
    ((line, message),) = bad_lines(text)
    assert text.split("\n")[line - 1] == words
    assert NO_NAME in message
    assert names(text) == ["file:1"]


@pytest.mark.parametrize("puzzle", [TEXTBOOK, GRID])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1", "1 cell on one line, no grid"),
        ("123", "3 cells on one line, no grid"),
        ("12345", "5 cells on one line, no grid"),
        ("5 3 .", "3 cells on one line, no grid"),
        ("...", "3 cells on one line, no grid"),
        ("???", "neither a puzzle nor a name"),
        ("!", "neither a puzzle nor a name"),
        (",", "neither a puzzle nor a name"),
    ],
)
def test_a_line_without_words_between_puzzles_is_named(puzzle: str, line: str, message: str) -> None:
    text = f"{puzzle}\n{line}\n{puzzle}\n"
    below = puzzle.count("\n") + 2
    ((number, told),) = bad_lines(text)
    assert number == below
    assert told.startswith(message)
    assert names(text) == ["file:1", f"file:{below + 1}"]


@pytest.mark.parametrize("heading", ["Grid 01", "Puzzle 7 (hard)", "not,a,puzzle", "Nr. 3:"])
@pytest.mark.parametrize("puzzle", [TEXTBOOK, GRID, FRAMED])
def test_words_right_above_a_puzzle_are_its_name(heading: str, puzzle: str) -> None:
    text = f"{puzzle}\n\n{heading}\n{puzzle}\n\n{heading}\n\n# comment\n{puzzle}\n"
    assert not bad_lines(text)
    assert names(text)[1:] == [heading.rstrip(":")] * 2


@pytest.mark.parametrize("between", ["Grid 02", "123", "???", "[State]"])
def test_words_above_another_line_that_is_no_puzzle_are_named(between: str) -> None:
    lines = [line for line, message in bad_lines(f"{TEXTBOOK}\nhello\n{between}\n{TEXTBOOK}") if NO_NAME in message]
    assert lines == [2]


def test_prose_before_the_first_puzzle_is_passed_over() -> None:
    text = f"A collection\n\nby someone, who gives it away\n(in 2010) without warranty.\n\nEasy\n{TEXTBOOK}\n"
    assert not bad_lines(text)
    assert names(text) == ["Easy"]


def test_words_between_a_grid_without_a_frame_and_an_empty_line_are_named() -> None:
    assert [line for line, _ in bad_lines(f"{GRID}\nhello\n\n{GRID}")] == [10]
    assert names(f"{GRID}\nhello\n\n{GRID}") == ["file:1", "file:12"]
    assert not bad_lines(f"{FRAMED}\nby a program\nVersion 4\n\n{FRAMED}\nby a program\n")


def test_words_in_the_sections_of_an_sdk_file_are_passed_over() -> None:
    assert not bad_lines(f"#Aname\n[Puzzle]\n{GRID}\n[State]\nwords\n123\n[Colors]\nmore words\n")


def test_stray_lines_are_named_in_order_with_the_puzzles() -> None:
    found = read_text(f"One\n{TEXTBOOK}\nA\nB\n{TEXTBOOK}\n7\nmore\n", name="file")
    places = [item.place if isinstance(item, BadLine) else item.name for item in found]
    assert places == ["One", "file:3", "B", "file:6", "file:7"]


def test_words_alone_are_no_puzzle_at_all() -> None:
    with pytest.raises(ReadError, match="no puzzle in it"):
        bad_lines("hello\nworld\n")


def test_one_cell_is_one_cell() -> None:
    assert bad_lines("1 2", shape=Shape(1, 1))[0][1] == "row 1 has 2 cells; a 1x1 grid has 1 in each row"
    assert bad_lines(f"{TEXTBOOK}\n1\n{TEXTBOOK}")[0][1].startswith("1 cell on one line")
