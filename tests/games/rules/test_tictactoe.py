"""Tic-tac-toe: its whole tree, its text, its evaluations."""

from collections import Counter
from functools import cache
from itertools import product

import pytest

from games.game import UNDECIDED, PositionError
from games.perft import perft
from games.rules.tictactoe import tictactoe

GAME = tictactoe()
X_TO_MOVE = "OO  X  X "


@pytest.fixture(scope="module")
def values(positions):
    return positions(GAME)


def test_there_are_549_946_nodes_and_so_many_at_each_depth(backend):
    nodes = perft(GAME, 9, backend) if backend == "compiled" else perft(GAME, 6, backend)
    expected = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert nodes == expected[: len(nodes)]
    assert sum(expected) == 549_946


def test_of_255_168_games_x_wins_131_184_and_o_77_904():
    @cache
    def games(board):
        outcome = GAME.outcome(board)
        if outcome != UNDECIDED:
            ends = "X" if board.mine.bit_count() < board.theirs.bit_count() else "O"
            return Counter([ends if outcome else "draw"])
        return sum((games(GAME.play(board, square)) for square in GAME.moves(board)), Counter())

    assert games(GAME.initial) == {"X": 131_184, "O": 77_904, "draw": 46_080}


def test_of_5_478_positions_958_are_final(values):
    assert len(values) == 5_478
    finals = [board for board in values if GAME.outcome(board) != UNDECIDED]
    assert len(finals) == 958
    ends = Counter(GAME.picture(board).splitlines()[-1] for board in finals)
    assert ends == {"X has won": 626, "O has won": 316, "a draw": 16}


def test_its_value_is_a_draw_and_3_191_positions_have_a_move_that_loses_value(values):
    assert values[GAME.initial] == 0
    assert (
        sum(
            any(-values[GAME.play(board, square)] < value for square in GAME.moves(board))
            for board, value in values.items()
        )
        == 3_191
    )


def test_one_square_holds_the_draw_and_four_lose(values):
    board = GAME.read(X_TO_MOVE)
    scores = {square: -values[GAME.play(board, square)] for square in GAME.moves(board)}
    assert scores == {2: 0, 3: -1, 5: -1, 6: -1, 8: -1}


# --- text ------------------------------------------------------------------------------------------------------------


def test_exactly_the_positions_that_can_be_reached_are_read(values):
    """Of all 19,683 ways to fill nine squares."""
    read = set()
    for squares in product("XO.", repeat=9):
        try:
            board = GAME.read("".join(squares))
        except PositionError:
            continue
        assert GAME.write(board).replace("/", "") == "".join(squares)
        read.add(board)
    assert read == set(values)


def test_it_is_written_row_by_row():
    assert GAME.write(GAME.initial) == ".../.../..."
    assert GAME.write(GAME.read(X_TO_MOVE)) == "OO./.X./.X."


def test_the_picture_numbers_the_empty_squares_and_says_whose_turn_it_is():
    assert GAME.picture(GAME.read(X_TO_MOVE)) == "O O 2\n3 X 5\n6 X 8\nX to move"
    assert GAME.picture(GAME.read("XXO/OOX/XOX")).endswith("\na draw")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XXX/OOO/...", "both X and O have three in a line"),
        ("XXX/OO./O..", "X has three in a line, and yet O has moved since"),
        ("OOO/XX./X.X", "O has three in a line, and yet X has moved since"),
        ("XX./.../...", "2 X and 0 O"),
        ("O../.../...", "0 X and 1 O"),
        ("X../...", "2 rows instead of 3"),
        ("X../..../...", "row 2 has 4 squares instead of 3"),
        ("X.......", "8 squares instead of 9"),
        ("OO  X  X", "use . for empty squares"),
        ("", "0 squares instead of 9"),
        ("X../.Z./...", "'Z' (character 6"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, words):
    with pytest.raises(PositionError) as refusal:
        GAME.read(text)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    "text", ["OO  X  X ", "OO..X..X.", "oo- -x- -x-", "OO_/_X_/_X_", "OO.\n.X.\n.X.\n", "O O . / . X . / . X ."]
)
def test_it_is_read_in_the_ways_that_people_write_it(text):
    assert GAME.read(text) == GAME.read("OO./.X./.X.")


# --- evaluations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "open_lines", "weighted_lines"),
    [
        (".../.../...", 0, 0),
        (".../.X./...", -4, -4),  # O to move: X keeps O out of four lines
        ("X../.../...", -3, -3),
        (".../.X./..O", 5 - 4, 3 - 2),  # X to move
        (X_TO_MOVE, 4 - 3, 3 - 11),
        ("XX./OO./...", 3 - 4, 10 - 11),
    ],
)
def test_lines_open_for_the_player_to_move_minus_those_of_the_other(text, open_lines, weighted_lines):
    board = GAME.read(text)
    assert GAME.evaluations["open-lines"](board) == open_lines
    assert GAME.evaluations["weighted-lines"](board) == weighted_lines


def test_by_either_evaluation_the_centre_is_the_best_first_move():
    for evaluate in GAME.evaluations.values():
        scores = {square: -evaluate(GAME.play(GAME.initial, square)) for square in range(9)}
        assert max(scores, key=scores.get) == 4


def test_a_move_is_noisy_when_it_makes_three_in_a_line_or_keeps_the_other_from_it():
    board = GAME.read("XX./OO./...")
    assert [square for square in GAME.moves(board) if GAME.noisy(board, square)] == [2, 5]


def test_the_seven_symmetries_and_standing_still_make_765_positions_of_5_478(values):
    assert len(GAME.symmetries) == 7
    classes = {min([board, *(symmetry.state(board) for symmetry in GAME.symmetries)]) for board in values}
    assert len(classes) == 765
