"""Boards as text."""

import pytest

from games.boards import draw_squares, read_squares, write_squares
from games.game import PositionError


@pytest.mark.parametrize(
    "text", ["XO./..X", "XO...X", "xo_--X", "XO.\r\n..X\r\n", "X O . / . . X", "XO   X", "XO /  X", "X O . . . X"]
)
def test_the_ways_to_write_a_board(text):
    assert read_squares(text, 3, 2) == "XO...X"


def test_a_board_of_one_row_needs_no_slash():
    assert read_squares("X.O", 3, 1) == "X.O"
    assert write_squares("X.O", 3) == "X.O"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XO./..X/...", "3 rows instead of 2"),
        ("XO./..", "row 2 has 2 squares instead of 3"),
        ("XO...", "the board, 3 wide and 2 high, has 5 squares instead of 6: 'XO...'; if spaces"),
        ("XO....X", "7 squares instead of 6"),
        ("XO./.#X", "'#' (character 6 of 'XO./.#X')"),
    ],
)
def test_what_is_wrong_with_a_board_is_said_with_its_place(text, words):
    with pytest.raises(PositionError) as refusal:
        read_squares(text, 3, 2)
    assert words in str(refusal.value)


def test_a_board_is_drawn_with_the_names_of_columns_and_rows():
    assert draw_squares("XO...X", 3) == "X O .\n. . X"
    assert draw_squares("XO...X", 3, "abc", "12") == "1 X O .\n2 . . X\n  a b c"
    assert draw_squares(["10", "X", "O", "9"], 2) == "10  X\n O  9"
