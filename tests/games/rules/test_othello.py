"""Othello: counts that are known, rules written a second time without masks, the 64th square, text, evaluations."""

import random
import re

import pytest

from backends import jit_for
from games.game import UNDECIDED, PositionError, RulesError
from games.perft import make_perft, perft
from games.rules.othello import Board, othello

GAME = othello()
SIZES = [(4, 4), (6, 6), (8, 8), (4, 6), (6, 4), (8, 4), (6, 8)]
PASS = 64

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
"""Position 40 of the French Othello federation's test positions, as it is published."""


def turned_over(squares: list[str], width: int, square: int, mover: str) -> list[int]:
    """The discs that a move turns over, by walking from square to square."""
    height, other = len(squares) // width, "O" if mover == "X" else "X"
    turned = []
    if squares[square] == ".":
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                line = []
                row, column = square // width + down, square % width + right
                while 0 <= row < height and 0 <= column < width and squares[row * width + column] == other:
                    line.append(row * width + column)
                    row, column = row + down, column + right
                if line and 0 <= row < height and 0 <= column < width and squares[row * width + column] == mover:
                    turned += line
    return turned


def legal_by_walking(squares: list[str], width: int, mover: str) -> list[int]:
    places = range(len(squares))
    legal = [square for square in places if turned_over(squares, width, square, mover)]
    other = "O" if mover == "X" else "X"
    if not legal and any(turned_over(squares, width, square, other) for square in places):
        return [len(squares)]
    return legal


@pytest.mark.parametrize("backend", ["python", "compiled"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_moves_and_what_they_turn_over_are_those_found_by_walking(width, height, backend):
    """Random games to their end, every position of them; in compiled code too, where bit 63 is the sign."""
    game, rng = othello(width, height), random.Random(width + 10 * height)
    jit = jit_for(backend)
    moves, play, outcome = jit(game.moves), jit(game.play), jit(game.outcome)
    for _ in range(12):
        board, squares, mover = game.initial, list(game.write(game.initial).split()[0].replace("/", "")), "X"
        while True:
            legal = legal_by_walking(squares, width, mover)
            assert list(moves(board)) == legal
            assert (outcome(board) == UNDECIDED) == bool(legal)
            if not legal:
                mine, theirs = squares.count(mover), len(squares) - squares.count(".") - squares.count(mover)
                assert outcome(board) == mine - theirs
                break
            move = rng.choice(legal)
            if move < len(squares):
                for square in (move, *turned_over(squares, width, move, mover)):
                    squares[square] = mover
            mover = "O" if mover == "X" else "X"
            board = play(board, move)
            assert game.write(Board(*map(int, board))) == game.write(game.read(f"{''.join(squares)} {mover}"))


def test_perft_counts_what_is_known(backend):
    depth = 7 if backend == "compiled" else 5
    assert perft(GAME, depth, backend) == [1, 4, 12, 56, 244, 1396, 8200, 55092][: depth + 1]


@pytest.mark.slow
def test_perft_to_depth_nine_counts_what_is_known():
    assert perft(GAME, 9)[8:] == [390_216, 3_005_288]


def test_4_by_4_is_won_by_the_second_player_11_to_3(positions):
    game = othello(4, 4)
    assert positions(game)[game.initial] == 3 - 11


# --- the 64th square -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_disc_on_the_64th_square_makes_a_board_negative_and_turns_a_diagonal_over(backend):
    moves, play = jit_for(backend)(GAME.moves), jit_for(backend)(GAME.play)
    board = GAME.read("......../......../......../...XX.../...OX.../.....O../......O./........ X")
    assert 63 in list(moves(board))
    after = Board(*map(int, play(board, 63)))
    assert GAME.write(after) == "......../......../......../...XX.../...OX.../.....X../......X./.......X O"
    assert -(1 << 63) <= after.theirs < 0
    assert list(moves(after)) == legal_by_walking(list(GAME.write(after).split()[0].replace("/", "")), 8, "O")


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_lines_are_closed_by_the_64th_square_from_three_sides(backend):
    board = GAME.read("......../......../......../...OO..O/...OO..O/.....O.O/......OO/....OOOX X")
    moves, play = jit_for(backend)(GAME.moves), jit_for(backend)(GAME.play)
    legal = list(moves(board))
    assert [GAME.move_name(board, move) for move in legal] == ["c3", "h3", "d8"]
    discs = [GAME.write(Board(*map(int, play(board, move)))).count("X") for move in legal]
    assert discs == [6, 6, 5]


def test_perft_is_the_same_in_both_backends_around_the_64th_square():
    board = GAME.read("......../......../......../...XX.../...OX.../.....O../......O./........ X")
    python, compiled = (make_perft(GAME, jit_for(backend)) for backend in ("python", "compiled"))
    assert [python(board, depth) for depth in range(5)] == [compiled(board, depth) for depth in range(5)]


# --- passes and ends -------------------------------------------------------------------------------------------------


def test_who_cannot_move_passes_which_is_a_ply(backend):
    game = othello(4, 4)
    board = game.read("XXXO/XXXX/XXXX/XXX. X")
    assert list(jit_for(backend)(game.moves)(board)) == [16]
    assert game.move_name(board, 16) == "pass"
    assert game.write(game.play(board, 16)) == "XXXO/XXXX/XXXX/XXX. O"
    assert perft(game, 4, backend, board) == [1, 1, 1, 0, 0]


def test_the_game_ends_when_neither_can_move_and_the_difference_counts():
    game = othello(4, 4)
    board = game.read("..../.XX./.XX./..X. O")
    assert list(game.moves(board)) == []
    assert game.outcome(board) == -5
    assert game.picture(board).endswith("X has won, 5 X and 0 O")


# --- text ------------------------------------------------------------------------------------------------------------


def test_the_usual_text_of_test_positions_is_read():
    board = GAME.read(FFO_40)
    assert board.turn == 0
    assert GAME.write(board).replace("/", "").replace(".", "-") == FFO_40


def test_the_picture_names_columns_and_rows():
    assert GAME.picture(GAME.initial).splitlines() == [
        "1 . . . . . . . .",
        "2 . . . . . . . .",
        "3 . . . . . . . .",
        "4 . . . O X . . .",
        "5 . . . X O . . .",
        "6 . . . . . . . .",
        "7 . . . . . . . .",
        "8 . . . . . . . .",
        "  a b c d e f g h",
        "X to move, 2 X and 2 O",
    ]


def test_moves_are_called_by_their_squares():
    assert [GAME.move_name(GAME.initial, move) for move in GAME.moves(GAME.initial)] == ["d3", "c4", "f5", "e6"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("..../.OX./.XO./....", "whose turn is it?"),
        ("..../.OX./.XO./.... Z", "'Z' after the board"),
        ("..../.OX./.X../.... X", "c3 is empty"),
        ("X.../.OX./.XO./...X O", None),
        ("X..X/.OX./.XO./X..X O", None),
        (".OX./.XO./.... X", "3 rows instead of 4"),
        ("..../.OX./.XO./...? X", "'?'"),
        ("", "squares instead of 16"),
        ("X", "squares instead of 16"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, words):
    game = othello(4, 4)
    if words is None:
        assert game.read(text)
        return
    with pytest.raises(PositionError, match=re.escape(words)):
        game.read(text)


def test_a_disc_apart_from_all_others_is_refused():
    with pytest.raises(PositionError, match="X on a1 touches no others"):
        GAME.read("X......./......../......../...OX.../...XO.../......../......../........ X")


@pytest.mark.parametrize("size", [(8, 7), (2, 4), (10, 8), (0, 0)])
def test_boards_that_cannot_be_are_refused(size):
    with pytest.raises(RulesError, match="each side has 4, 6 or 8"):
        othello(*size)


# --- evaluations -----------------------------------------------------------------------------------------------------


def test_mobility_and_corners_are_mine_minus_theirs():
    board = GAME.read(FFO_40)
    evaluations = {name: evaluate(board) for name, evaluate in GAME.evaluations.items()}
    other = board._replace(mine=board.theirs, theirs=board.mine)
    mine, theirs = ([move for move in GAME.moves(each) if move != PASS] for each in (board, other))
    mobility = len(mine) - len(theirs)
    assert (len(mine), len(theirs)) == (10, 0)
    assert evaluations == {"mobility": mobility, "corners": 0, "mobility-corners": mobility}


def test_the_corner_that_is_the_sign_counts_like_the_others():
    """For each side, in both backends."""
    board = GAME.read("X......X/.XXXXXX./.XXXXXX./.XXXXXX./.XXXXXX./.XXXXXX./.XXXXXO./X......X X")
    other = board._replace(mine=board.theirs, theirs=board.mine)
    for jit in (jit_for("python"), jit_for("compiled")):
        corners, both = jit(GAME.evaluations["corners"]), jit(GAME.evaluations["mobility-corners"])
        assert (corners(board), corners(other)) == (4, -4)
        assert both(board) == -both(other)


def test_a_move_to_a_corner_is_noisy():
    assert [square for square in range(65) if GAME.noisy(GAME.initial, square)] == [0, 7, 56, 63]


def test_squares_from_the_middle_outwards_end_with_the_pass():
    assert GAME.centre[:4] == (27, 28, 35, 36)
    assert GAME.centre[-5:] == (0, 7, 56, 63, 64)
    assert sorted(GAME.centre) == list(range(65))


@pytest.mark.parametrize(("size", "ways"), [((8, 8), 7), ((4, 4), 7), ((6, 4), 3)])
def test_moves_are_the_same_on_a_board_that_is_turned_or_mirrored(size, ways):
    game, rng = othello(*size), random.Random(1)
    assert len(game.symmetries) == ways
    board = game.initial
    while moves := list(game.moves(board)):
        for symmetry in game.symmetries:
            image = symmetry.state(board)
            assert sorted(map(symmetry.move, moves)) == list(game.moves(image))
        board = game.play(board, rng.choice(moves))
