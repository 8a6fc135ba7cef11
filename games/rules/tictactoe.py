"""Tic-tac-toe. Squares are numbered 0 to 8, row by row; a board is a mask of 9 bits, bit s for square s."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.boards import (
    FIRST,
    SECOND,
    check_winners,
    draw_squares,
    first_to_move,
    read_squares,
    square_mover,
    standing,
    turns_and_mirrors,
    write_squares,
)
from games.game import UNDECIDED, Game, Symmetry

LINES = (0b111, 0b111_000, 0b111_000_000, 0b001_001_001, 0b010_010_010, 0b100_100_100, 0b100_010_001, 0b001_010_100)
FULL = 0b111_111_111
LINE_WEIGHTS = (0, 1, 10, 100)

CENTRE_CORNERS_EDGES = (4, 0, 2, 6, 8, 1, 3, 5, 7)


class Board(NamedTuple):
    """Whose marks are where."""

    mine: int
    theirs: int


def tictactoe() -> Game:
    """Three marks in a row, a column or a diagonal of 3x3 squares win."""
    return Game(
        name="tictactoe",
        initial=Board(0, 0),
        moves=moves,
        play=play,
        outcome=outcome,
        max_moves=9,
        max_plies=9,
        write=write,
        read=read,
        picture=picture,
        evaluations={"open-lines": open_lines, "weighted-lines": weighted_lines},
        centre=CENTRE_CORNERS_EDGES,
        outcome_weight=10_000,
        noisy=noisy,
        symmetries=tuple(symmetry(squares) for squares in turns_and_mirrors(3, 3)),
    )


# --- rules -----------------------------------------------------------------------------------------------------------


def moves(board: Board) -> Iterator[int]:
    """The empty squares."""
    if has_line(board.theirs):
        return
    free = FULL & ~(board.mine | board.theirs)
    while free:
        square = free & -free
        yield square.bit_length() - 1
        free ^= square


def play(board: Board, square: int) -> Board:
    """A mark on a square; then it is the other's turn."""
    return Board(board.theirs, board.mine | 1 << square)


def outcome(board: Board) -> int:
    """Only who has just moved can have won."""
    if has_line(board.theirs):
        return -1
    return 0 if board.mine | board.theirs == FULL else UNDECIDED


def has_line(marks: int) -> bool:
    """Whether marks make three in a line."""
    for line in LINES:  # noqa: SIM110  (Numba has no any())
        if marks & line == line:
            return True
    return False


# --- evaluations -----------------------------------------------------------------------------------------------------


def open_lines(board: Board) -> int:
    """Lines without a mark of the opponent, mine minus theirs."""
    lines = 0
    for line in LINES:
        lines += (board.theirs & line == 0) - (board.mine & line == 0)
    return lines


def weighted_lines(board: Board) -> int:
    """Open lines, mine minus theirs; one with one mark counts 1, with two 10."""
    value = 0
    for line in LINES:
        mine, theirs = (board.mine & line).bit_count(), (board.theirs & line).bit_count()
        if theirs == 0:
            value += LINE_WEIGHTS[mine]
        if mine == 0:
            value -= LINE_WEIGHTS[theirs]
    return value


def noisy(board: Board, square: int) -> bool:
    """A move that makes a line, or keeps the opponent from making one."""
    return has_line(board.mine | 1 << square) or has_line(board.theirs | 1 << square)


# --- symmetries ------------------------------------------------------------------------------------------------------


def symmetry(squares: tuple[int, ...]) -> Symmetry:
    """The symmetry that brings square `squares[s]` to where square s was."""
    moved, targets = square_mover(squares), tuple(squares.index(square) for square in range(9))
    return Symmetry(
        state=lambda board: Board(moved(board.mine), moved(board.theirs)), move=lambda square: targets[square]
    )


# --- text ------------------------------------------------------------------------------------------------------------


def read(text: str) -> Board:
    """A board; whose turn it is follows from the number of marks.

    Raises:
        PositionError: no board, or one that no game leads to.
    """
    squares = read_squares(text, 3, 3)
    first, second = (marks_of(symbol, squares) for symbol in (FIRST, SECOND))
    first_moves = first_to_move(squares)
    check_winners(has_line(first), has_line(second), first_moves, "three in a line")
    return Board(first, second) if first_moves else Board(second, first)


def marks_of(symbol: str, squares: str) -> int:
    """Where a symbol stands in `squares`, as a mask."""
    return sum(1 << square for square, mark in enumerate(squares) if mark == symbol)


def write(board: Board) -> str:
    """The inverse of `read`."""
    return write_squares(squares_of(board), 3)


def squares_of(board: Board) -> str:
    """X, O or `.` for each square."""
    first, second = (board.mine, board.theirs) if first_moves(board) else (board.theirs, board.mine)
    return "".join(FIRST if first >> square & 1 else SECOND if second >> square & 1 else "." for square in range(9))


def first_moves(board: Board) -> bool:
    """Whether X, who began, is to move."""
    return board.mine.bit_count() == board.theirs.bit_count()


def picture(board: Board) -> str:
    """The board with the numbers of its empty squares, and how the game stands."""
    squares = squares_of(board)
    first, second = (has_line(marks_of(symbol, squares)) for symbol in (FIRST, SECOND))
    drawn = draw_squares([str(square) if mark == "." else mark for square, mark in enumerate(squares)], 3)
    return f"{drawn}\n{standing(first, second, '.' not in squares, first_moves(board))}"
