"""Grids of every size: alphabets given or found out, numbers, and signs that are a value here and a blank there."""

from __future__ import annotations

import random
import re

import pytest

from csp.sudoku.grid import ALPHABET, BOXES, Puzzle, Shape
from csp.sudoku.reader import BadLine, ReadError, read_text

HEXADECIMAL = "0" + ALPHABET
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGE = [size for size in BOXES if size > 9]
ALPHABETS = [(size, symbols) for size in LARGE for symbols in (ALPHABET, HEXADECIMAL, LETTERS) if size <= len(symbols)]


def grid(size: int, seed: int) -> tuple[int, ...]:
    """A puzzle of that size: a solution by the usual pattern, its values mixed, half of its cells blank."""
    high, wide = BOXES[size]
    rng = random.Random(seed)
    values = rng.sample(range(1, size + 1), size)
    solved = [
        values[(wide * (row % high) + row // high + column) % size] for row in range(size) for column in range(size)
    ]
    return tuple(value if rng.random() < 0.5 else 0 for value in solved)


def line(givens: tuple[int, ...], symbols: str, blank: str) -> str:
    return "".join(symbols[value - 1] if value else blank for value in givens)


def rows(text: str, gap: str = "\n") -> str:
    size = round(len(text) ** 0.5)
    return gap.join(text[at : at + size] for at in range(0, len(text), size))


def found(text: str, **known: object) -> list[Puzzle | BadLine]:
    return list(read_text(text, name="file.txt", **known))  # type: ignore[arg-type]


def givens(text: str, **known: object) -> list[tuple[int, ...]]:
    puzzles = found(text, **known)
    assert not [bad for bad in puzzles if isinstance(bad, BadLine)]
    return [puzzle.givens for puzzle in puzzles if isinstance(puzzle, Puzzle)]


@pytest.mark.parametrize("size", list(BOXES))
@pytest.mark.parametrize("blank", list(".0-"))
def test_every_size_is_read_on_a_line_and_on_rows(size: int, blank: str) -> None:
    puzzles = [grid(size, seed) for seed in range(3)]
    texts = [line(puzzle, ALPHABET, blank) for puzzle in puzzles]
    assert givens("\n".join(texts)) == puzzles
    assert givens("\n\n".join(rows(text) for text in texts)) == puzzles
    assert givens("\n\n".join(rows(text).replace("", " ").replace(" \n ", "\n") for text in texts)) == puzzles


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16, 25])
@pytest.mark.parametrize("blank", list(".0x"))
def test_rows_of_every_size_may_follow_each_other_without_anything_between_grids(size: int, blank: str) -> None:
    puzzles = [grid(size, seed) for seed in range(5)]
    assert givens("\n".join(rows(line(puzzle, ALPHABET, blank)) for puzzle in puzzles)) == puzzles


@pytest.mark.parametrize("size", list(BOXES))
def test_a_size_has_its_usual_box_unless_the_shape_is_given(size: int) -> None:
    (puzzle,) = found(line(grid(size, 0), ALPHABET, "."))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.shape == Shape.of_size(size)
    turned = Shape(puzzle.shape.box_width, puzzle.shape.box_height)
    (puzzle,) = found(line(grid(size, 0), ALPHABET, "."), shape=turned)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.shape == turned


@pytest.mark.parametrize(("size", "symbols"), ALPHABETS)
@pytest.mark.parametrize("lower", [False, True])
def test_the_alphabet_is_found_out(size: int, symbols: str, lower: bool) -> None:
    puzzles = [grid(size, 0), grid(size, 1)]
    for blank in set(".0_*-x") - set(symbols[:size].lower()):
        text = "\n".join(line(puzzle, symbols.lower() if lower else symbols, blank) for puzzle in puzzles)
        assert givens(text) == puzzles


@pytest.mark.parametrize("size", [10, 16, 25, 30])
@pytest.mark.parametrize(("first", "blank"), [(0, "."), (0, "-"), (1, "."), (1, "0"), (1, "-")])
@pytest.mark.parametrize("gap", [" ", ",", "\t"])
def test_values_may_be_numbers(size: int, first: int, blank: str, gap: str) -> None:
    puzzles = [grid(size, 0)]
    numbers = [[str(value - 1 + first) if value else blank for value in puzzle] for puzzle in puzzles]
    one_line = "\n".join(gap.join(cells) for cells in numbers)
    on_rows = "\n\n".join(
        "\n".join(gap.join(cells[at : at + size]) for at in range(0, size * size, size)) for cells in numbers
    )
    assert givens(one_line) == puzzles
    assert givens(on_rows) == puzzles


def test_numbers_may_be_padded_to_two_places() -> None:
    puzzle = grid(16, 0)
    text = "\n".join(" ".join(f"{value:2}" for value in puzzle[at : at + 16]) for at in range(0, 256, 16))
    assert givens(text) == [puzzle]
    assert givens(text.replace("  ", " 0")) == [puzzle]


def test_one_puzzle_that_does_not_tell_is_read_as_most_of_its_file_are() -> None:
    puzzles = [grid(16, seed) for seed in range(3)]
    # Without its 0 and its F the first could be of either alphabet.
    silent = tuple(value if value not in (1, 16) else 0 for value in puzzles[0])
    text = "\n".join(line(puzzle, HEXADECIMAL, ".") for puzzle in (silent, *puzzles[1:]))
    assert givens(text) == [silent, *puzzles[1:]]


def test_a_zero_is_a_value_where_another_sign_is_the_blank() -> None:
    puzzle = grid(16, 1)
    assert givens(line(puzzle, HEXADECIMAL, ".")) == [puzzle]
    assert givens(line(puzzle, ALPHABET, "0")) == [puzzle]


def test_an_x_is_a_value_of_the_letters_a_to_y_unless_it_is_the_only_blank() -> None:
    puzzle = grid(25, 1)
    assert givens(line(puzzle, LETTERS, ".")) == [puzzle]
    assert givens(line(puzzle, LETTERS.lower(), ".")) == [puzzle]
    assert givens(line(puzzle, LETTERS, "x")) == [puzzle]


def test_one_line_with_a_mistake_does_not_change_the_alphabet() -> None:
    puzzles = [grid(16, seed) for seed in range(3)]
    lines = [line(puzzle, HEXADECIMAL, ".") for puzzle in puzzles]
    result = found("\n".join([lines[0], "G" + lines[1][1:], lines[2]]))
    assert [puzzle.givens for puzzle in result if isinstance(puzzle, Puzzle)] == [puzzles[0], puzzles[2]]
    (bad,) = [bad for bad in result if isinstance(bad, BadLine)]
    assert bad.place == "file.txt:2"
    assert "'G' in row 1 column 1 of a 16x16 grid, whose values are 0-9A-F" in bad.message


def test_sizes_may_mix_in_a_file() -> None:
    puzzles = [grid(size, 0) for size in (9, 16, 9, 6, 25, 16)]
    assert givens("\n".join(line(puzzle, ALPHABET, ".") for puzzle in puzzles)) == puzzles


def test_16_cells_on_a_line_are_a_4x4_or_a_row_of_a_16x16() -> None:
    small = [tuple(value if value <= 4 else 0 for value in grid(4, seed)) for seed in range(40)]
    large = grid(16, 0)
    assert givens("\n".join(line(puzzle, ALPHABET, ".") for puzzle in small)) == small
    assert givens("\n".join(line(puzzle, ALPHABET, ".") for puzzle in small[:16])) == small[:16]
    assert givens(rows(line(large, ALPHABET, "."))) == [large]
    assert givens(
        "\n\n".join([*(line(puzzle, ALPHABET, ".") for puzzle in small[:3]), rows(line(large, ALPHABET, "."))])
    ) == [*small[:3], large]


def test_one_4x4_with_a_mistake_among_others_is_named() -> None:
    small = [line(grid(4, seed), ALPHABET, ".") for seed in range(20)]
    for mistake, message in (
        ("7" + small[5][1:], "'7' in row 1 column 1 of a 4x4 grid"),
        (small[5][1:], "15 cells on one line; a 4x4 grid has 16"),
    ):
        result = found("\n".join([*small[:5], mistake, *small[6:]]))
        assert [puzzle.text for puzzle in result if isinstance(puzzle, Puzzle)] == [*small[:5], *small[6:]]
        (bad,) = [bad for bad in result if isinstance(bad, BadLine)]
        assert bad.place == "file.txt:6"
        assert message in bad.message


def test_a_4x4_on_a_line_has_comments_and_solutions_too() -> None:
    text = "1....3.4..1.2... 1423234142313124 # easy\n1....3.4..1.2...:1:1423234142313124\n"
    assert [puzzle.solution for puzzle in found(text) if isinstance(puzzle, Puzzle)] == [
        (1, 4, 2, 3, 2, 3, 4, 1, 4, 2, 3, 1, 3, 1, 2, 4)
    ] * 2


@pytest.mark.parametrize("size", LARGE)
def test_spaces_are_blanks_on_one_line_of_any_size(size: int) -> None:
    puzzle = (*grid(size, 0)[:-1], 1)
    assert givens(line(puzzle, ALPHABET, " ")) == [puzzle]


@pytest.mark.parametrize(("size", "symbols"), ALPHABETS)
def test_spaces_are_blanks_on_rows_where_the_shape_is_known(size: int, symbols: str) -> None:
    puzzles = [grid(size, seed) for seed in range(2)]
    text = "\n\n".join(rows(line(puzzle, symbols, " ")) for puzzle in puzzles)
    assert givens(text, shape=Shape.of_size(size)) == puzzles


@pytest.mark.parametrize(
    ("alphabet", "symbols"),
    [
        ("ABCDEFGHI", "ABCDEFGHI"),
        ("A-I", "ABCDEFGHI"),
        ("A-I", "abcdefghi"),
        ("0-8", "012345678"),
        ("987654321", "987654321"),
        ("xyzuvwrst", "xyzuvwrst"),
    ],
)
def test_an_alphabet_may_be_given(alphabet: str, symbols: str) -> None:
    puzzle = grid(9, 0)
    for text in (line(puzzle, symbols, "."), rows(line(puzzle, symbols, ".")), " ".join(line(puzzle, symbols, "."))):
        assert givens(text, alphabet=alphabet) == [puzzle]


def test_an_alphabet_may_use_both_cases() -> None:
    puzzle = grid(9, 0)
    assert givens(line(puzzle, "abcdABCDe", "."), alphabet="abcdABCDe") == [puzzle]


def test_a_given_alphabet_decides_what_a_zero_is() -> None:
    puzzle = grid(16, 0)
    assert givens(line(puzzle, HEXADECIMAL, "."), alphabet="0-9A-F") == [puzzle]
    with_blanks = line(puzzle, ALPHABET, "0")
    assert givens(with_blanks, alphabet="1-9A-G") == [puzzle]
    assert givens(with_blanks, alphabet="1-9A-G", shape=Shape(2, 8)) == [puzzle]


@pytest.mark.parametrize(
    ("alphabet", "shape", "message"),
    [
        ("AAB", None, "'A' is twice in the alphabet 'AAB'"),
        ("", None, "an alphabet without symbols"),
        ("ABCDE", None, "no usual box shape for a 5x5 grid"),
        ("ABCD", Shape(3, 3), "has 4 symbols; a 9x9 grid has 9 values"),
        ("ABCDEFGH ", None, "' ' in the alphabet"),
        ("ABCDEFGH|", None, "cannot be told from what stands between cells"),
        ("F-A", None, "an alphabet without symbols"),
    ],
)
def test_an_alphabet_that_makes_no_sense_is_refused(alphabet: str, shape: Shape | None, message: str) -> None:
    with pytest.raises(ReadError, match=re.escape(message)):
        found("." * 81, alphabet=alphabet, shape=shape)


@pytest.mark.parametrize("size", [10, 12, 16, 25])
def test_a_foreign_symbol_names_the_alphabet(size: int) -> None:
    puzzles = [line(grid(size, seed), ALPHABET, ".") for seed in range(3)]
    result = found("\n".join([*puzzles, "Z" + puzzles[0][1:]]))
    assert len([puzzle for puzzle in result if isinstance(puzzle, Puzzle)]) == 3
    bad = result[-1]
    assert isinstance(bad, BadLine)
    assert f"column 1: 'Z' in row 1 column 1 of a {size}x{size} grid, whose values are 1-9A" in bad.message


def test_letters_and_numbers_for_the_same_values_are_refused() -> None:
    cells = [ALPHABET[value - 1] if value else "." for value in grid(16, 0)]
    cells[20] = "11"
    (bad,) = found(" ".join(cells))
    assert isinstance(bad, BadLine)
    assert "'11' in row 2 column 5, where letters as 'A' are values; one puzzle has one alphabet" in bad.message
