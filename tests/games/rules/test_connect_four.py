"""Connect Four on boards of many sizes: counts, small boards that are solved, text, evaluation."""

import random
import re

import pytest

from games.game import UNDECIDED, PositionError, RulesError
from games.perft import perft
from games.rules.connect_four import Shape, connect_four

GAME = connect_four()


def draw_of(text: str) -> str:
    return GAME.picture(GAME.read(text))


def test_perft_counts_what_is_known(backend):
    depth = 8 if backend == "compiled" else 5
    known = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    assert perft(GAME, depth, backend) == known[: depth + 1]


@pytest.mark.parametrize(
    ("width", "height", "value"),
    [(4, 4, 0), (4, 3, 0), (3, 4, 0)],
)
def test_small_boards_have_the_values_that_are_known(positions, width, height, value):
    game = connect_four(width, height)
    assert positions(game)[game.initial] == value


def test_4_by_4_has_161_029_positions(positions):
    """Tromp's table of the numbers of positions."""
    assert len(positions(connect_four(4, 4))) == 161_029


def test_three_in_a_line_is_a_win_for_the_first_player_on_4_by_4(positions):
    game = connect_four(4, 4, 3)
    assert positions(game)[game.initial] == 1


def winner_by_looking(rows: list[str], connect: int) -> set[str]:
    """Who has a line, found square by square."""
    height, width = len(rows), len(rows[0])
    winners = set()
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + down * step, column + right * step) for step in range(connect)]
                if all(0 <= r < height and 0 <= c < width for r, c in line):
                    symbols = {rows[r][c] for r, c in line}
                    if len(symbols) == 1:
                        winners |= symbols - {"."}
    return winners


SIZES = [
    (7, 6, 4),
    (1, 30, 3),
    (30, 1, 4),
    (2, 30, 16),
    (20, 2, 11),
    (8, 6, 5),
    (6, 9, 4),
    (7, 7, 7),
    (31, 1, 2),
    (3, 3, 3),
]


@pytest.mark.parametrize(("width", "height", "connect"), SIZES)
def test_a_line_is_found_where_one_is_seen_and_nowhere_else(width, height, connect):
    """Random games to their end: won exactly when the board, read square by square, has a line of the winner."""
    game = connect_four(width, height, connect)
    rng = random.Random(width * 100 + height)
    for _ in range(30):
        board, mover = game.initial, "X"
        while game.outcome(board) == UNDECIDED:
            assert winner_by_looking(game.write(board).split("/"), connect) == set()
            board = game.play(board, rng.choice(list(game.moves(board))))
            mover = "O" if mover == "X" else "X"
        rows = game.write(board).split("/")
        won = winner_by_looking(rows, connect)
        if game.outcome(board) == -1:
            assert won == {"O" if mover == "X" else "X"}
        else:
            assert (game.outcome(board), won, "." in "".join(rows)) == (0, set(), False)


def test_lines_do_not_run_from_the_top_of_a_column_into_the_next():
    assert GAME.outcome(GAME.read("X....../X....../X....../O....../O....../OX.....")) == UNDECIDED


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ((0, 6, 4), "has no squares"),
        ((7, 8, 4), "width * (height + 1) is 63, and may be 62"),
        ((7, 6, 8), "2 to 7"),
        ((7, 6, 1), "a line of 1 cannot win"),
    ],
)
def test_boards_that_cannot_be_are_refused(parameters, words):
    with pytest.raises(RulesError, match=re.escape(words)):
        connect_four(*parameters)


def test_the_largest_boards_use_62_bits():
    assert Shape(31, 1, 4).full.bit_length() <= 62
    assert connect_four(2, 30).max_plies == 60


# --- text ------------------------------------------------------------------------------------------------------------


def test_it_is_written_row_by_row_from_the_top():
    assert GAME.write(GAME.initial) == "/".join(["......."] * 6)
    assert GAME.write(GAME.read("44455")) == "......./......./......./...X.../...OX../...XO.."


def test_columns_played_are_read_as_the_position_after_them():
    board = GAME.initial
    for column in (3, 3, 3, 4, 4):
        board = GAME.play(board, column)
    assert GAME.read("44455") == board == GAME.read(GAME.write(board))


def test_the_picture_names_the_columns():
    assert draw_of("44").splitlines()[-3:] == [". . . X . . .", "1 2 3 4 5 6 7", "X to move"]
    assert draw_of("1212121").endswith("X has won")
    assert draw_of("71212121").endswith("O has won")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("......./......./......./...X.../......./...O...", "X floats in column 4, row 4 from the top"),
        ("......./......./......./......./......./XX.....", "2 X and 0 O"),
        ("......./......./......./......./OOOO.../XXXX...", "both X and O have 4 in a line"),
        ("......./......./......./......./OOO..../XXXX..O", "X has 4 in a line, and yet O has moved since"),
        ("......./......./X.....X/X.....X/XOO.O.X/XOO.OOX", "no last disc"),
        ("......./......./......./......./.......", "5 rows instead of 6"),
        ("......./......./......./......./......./......", "row 6 has 6 squares instead of 7"),
        ("......./......./......./......./......./..Q....", "'Q'"),
        ("8", "there is no column 8"),
        ("40", "there is no column 0"),
        ("4444444", "move 7 of '4444444': column 4 is full"),
        ("12121212", "move 8 of '12121212': the game was over before it"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, words):
    with pytest.raises(PositionError) as refusal:
        GAME.read(text)
    assert words in str(refusal.value)


# --- evaluation, orders, symmetry ------------------------------------------------------------------------------------


def test_columns_weigh_0_1_2_3_2_1_0_mine_minus_theirs():
    evaluate = GAME.evaluations["column-weights"]
    for column, weight in enumerate((0, 1, 2, 3, 2, 1, 0)):
        assert evaluate(GAME.play(GAME.initial, column)) == -weight
    assert evaluate(GAME.read("4435")) == 3 + 2 - 3 - 2


@pytest.mark.parametrize(("width", "weights"), [(1, (0,)), (2, (0, 0)), (4, (0, 1, 1, 0)), (5, (0, 1, 2, 1, 0))])
def test_columns_of_other_widths_weigh_more_towards_their_middle(width, weights):
    game = connect_four(width, 4)
    scores = [-game.evaluations["column-weights"](game.play(game.initial, column)) for column in range(width)]
    assert tuple(scores) == weights


def test_columns_from_the_middle_outwards_the_left_one_first():
    assert GAME.centre == (3, 2, 4, 1, 5, 0, 6)
    assert connect_four(6, 5).centre == (2, 3, 1, 4, 0, 5)


def test_a_move_is_noisy_when_it_makes_four_in_a_line_or_keeps_the_other_from_it():
    board = GAME.read("121212")
    assert [column for column in GAME.moves(board) if GAME.noisy(board, column)] == [0, 1]


def test_in_the_mirror_columns_are_counted_from_the_other_side():
    (mirror,) = GAME.symmetries
    assert mirror.state(GAME.read("1123")) == GAME.read("7765")
    assert mirror.move(0) == 6


def test_a_move_is_called_by_its_column_counted_from_1():
    assert GAME.move_name(GAME.initial, 3) == "4"
