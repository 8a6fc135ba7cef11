"""Connect Four, on boards of any size that fits, with lines of any length.

A board is a mask with `height + 1` bits for each column, the lowest square first. The bit on top of each column stays
empty, so that no line runs from one column into the next (the layout of John Tromp's Fhourstones).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.boards import (
    EMPTY,
    FIRST,
    SECOND,
    check_winners,
    draw_squares,
    first_to_move,
    read_squares,
    size_of,
    standing,
    write_squares,
)
from games.game import UNDECIDED, Game, PositionError, RulesError, Symmetry

MAX_BITS = 62


class Board(NamedTuple):
    """Whose discs are where."""

    mine: int
    theirs: int


@dataclass(frozen=True)
class Shape:
    """A board's size, how long a line wins, and what follows from them.

    Raises:
        RulesError: a board without squares or with too many, or a line that has no room on it.
    """

    width: int
    height: int
    connect: int

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise RulesError(f"a board {self.width} wide and {self.height} high has no squares")
        if (self.height + 1) * self.width > MAX_BITS:
            raise RulesError(
                f"a board {self.width} wide and {self.height} high is too large: width * (height + 1) is "
                f"{self.width * (self.height + 1)}, and may be {MAX_BITS}"
            )
        if not 2 <= self.connect <= max(self.width, self.height):
            raise RulesError(
                f"a line of {self.connect} cannot win on a board {self.width} wide and {self.height} high: "
                f"2 to {max(self.width, self.height)}"
            )

    @property
    def rise(self) -> int:
        """Bits from a square to the one beside it."""
        return self.height + 1

    def column(self, column: int) -> int:
        """The squares of a column."""
        return (1 << self.height) - 1 << self.rise * column

    @property
    def full(self) -> int:
        """All squares."""
        return sum(self.column(column) for column in range(self.width))

    @property
    def directions(self) -> tuple[int, ...]:
        """Bits from a square to the next in a line, for each direction that has room for one."""
        up = (1,) if self.connect <= self.height else ()
        across = (self.rise,) if self.connect <= self.width else ()
        return up + across + ((self.rise - 1, self.rise + 1) if up and across else ())

    @property
    def reaches(self) -> tuple[int, ...]:
        """How far to shift runs of discs onto themselves, until what is left are runs of `connect`: 1, 2 for four."""
        reaches, length = [], 1
        while length < self.connect:
            reaches.append(min(length, self.connect - length))
            length += reaches[-1]
        return tuple(reaches)


def connect_four(width: int = 7, height: int = 6, connect: int = 4) -> Game:
    """Discs fall to the lowest free square of a column; `connect` in a line win. A move is a column, from 0.

    Raises:
        RulesError: as `Shape`.
    """
    shape = Shape(width, height, connect)
    rise, full = shape.rise, shape.full
    has_line, landing = line_finder(shape), landing_finder(shape)

    def moves(board: Board) -> Iterator[int]:
        if has_line(board.theirs):
            return
        occupied = board.mine | board.theirs
        for column in range(width):
            if not occupied & 1 << rise * column + height - 1:
                yield column

    def play(board: Board, column: int) -> Board:
        return Board(board.theirs, board.mine | landing(board, column))

    def outcome(board: Board) -> int:
        """Only who has just moved can have won."""
        if has_line(board.theirs):
            return -1
        return 0 if board.mine | board.theirs == full else UNDECIDED

    def noisy(board: Board, column: int) -> bool:
        """A move that makes a line, or keeps the opponent from making one."""
        disc = landing(board, column)
        return has_line(board.mine | disc) or has_line(board.theirs | disc)

    notation = Notation(shape)
    return Game(
        name="connect-four",
        initial=Board(0, 0),
        moves=moves,
        play=play,
        outcome=outcome,
        max_moves=width,
        max_plies=width * height,
        write=notation.write,
        read=notation.read,
        picture=notation.picture,
        evaluations={"column-weights": column_weights(shape)},
        centre=tuple(sorted(range(width), key=lambda column: (abs(2 * column - width + 1), column))),
        outcome_weight=1000,
        move_name=lambda board, column: str(column + 1),
        noisy=noisy,
        symmetries=(left_and_right(shape),),
    )


def line_finder(shape: Shape) -> Callable[[int], bool]:
    """Whether discs make a line."""
    directions, reaches = shape.directions, shape.reaches

    def has_line(discs: int) -> bool:
        for step in directions:
            run = discs  # where runs begin, of one disc at first
            for reach in reaches:
                run &= run >> reach * step
            if run:
                return True
        return False

    return has_line


def landing_finder(shape: Shape) -> Callable[[Board, int], int]:
    """The square on which a disc comes to lie in a column that is not full."""
    rise = shape.rise

    def landing(board: Board, column: int) -> int:
        # Adding 1 at the foot of a column carries up to its lowest free square.
        occupied = board.mine | board.theirs
        return occupied + (1 << rise * column) & ~occupied

    return landing


def column_weights(shape: Shape) -> Callable[[Board], int]:
    """Discs by column, mine minus theirs: 0 at the sides, 1 more for each column towards the middle."""
    weighted_columns = tuple(
        (min(column, shape.width - 1 - column), shape.column(column)) for column in range(shape.width)
    )

    def evaluate(board: Board) -> int:
        value = 0
        for weight, column in weighted_columns:
            value += weight * ((board.mine & column).bit_count() - (board.theirs & column).bit_count())
        return value

    return evaluate


def left_and_right(shape: Shape) -> Symmetry:
    """The board in a mirror."""
    width, rise, foot = shape.width, shape.rise, shape.column(0)

    def mirrored(discs: int) -> int:
        result = 0
        for column in range(width):
            result |= (discs >> rise * column & foot) << rise * (width - 1 - column)
        return result

    return Symmetry(
        state=lambda board: Board(mirrored(board.mine), mirrored(board.theirs)), move=lambda column: width - 1 - column
    )


def parameters_of(text: str) -> dict[str, Any]:
    """The size of the board that a position's text shows."""
    size = size_of(text)
    return {} if size is None else {"width": size[0], "height": size[1]}


@dataclass(frozen=True)
class Notation:
    """Positions as text: squares row by row, from the top; or the columns played so far, counted from 1."""

    shape: Shape

    def read(self, text: str) -> Board:
        """A board, or columns such as `4453`. Whose turn it is follows from the number of discs.

        Raises:
            PositionError: neither, or a position that no game leads to. (Some of the boards that are accepted are such
                as well: whether there is an order in which the discs could have fallen is not looked into.)
        """
        if text.strip().isascii() and text.strip().isdecimal():
            return self._after(text.strip())
        squares = read_squares(text, self.shape.width, self.shape.height)
        self._check_gravity(squares)
        first, second = (self._discs(symbol, squares) for symbol in (FIRST, SECOND))
        has_line, first_moves = line_finder(self.shape), first_to_move(squares)
        check_winners(has_line(first), has_line(second), first_moves, self._line)
        board = Board(first, second) if first_moves else Board(second, first)
        if has_line(board.theirs) and all(has_line(board.theirs & ~disc) for disc in self._uppermost(board)):
            winner = SECOND if first_moves else FIRST
            raise PositionError(
                f"{winner} has {self._line} more than once, and no last disc that made them all at once"
            )
        return board

    @property
    def _line(self) -> str:
        return f"{self.shape.connect} in a line"

    def _after(self, columns: str) -> Board:
        board, has_line, landing = Board(0, 0), line_finder(self.shape), landing_finder(self.shape)
        for number, digit in enumerate(columns, start=1):
            column = int(digit) - 1
            where = f"move {number} of {columns!r}"
            if not 0 <= column < self.shape.width:
                raise PositionError(f"{where}: there is no column {digit}; they are 1 to {self.shape.width}")
            if has_line(board.theirs):
                raise PositionError(f"{where}: the game was over before it")
            if not landing(board, column) & self.shape.full:
                raise PositionError(f"{where}: column {digit} is full")
            board = Board(board.theirs, board.mine | landing(board, column))
        return board

    def _check_gravity(self, squares: str) -> None:
        width = self.shape.width
        for square in range(len(squares) - width):
            if squares[square] != EMPTY and squares[square + width] == EMPTY:
                row, column = divmod(square, width)
                raise PositionError(
                    f"{squares[square]} floats in column {column + 1}, row {row + 1} from the top: below it is nothing"
                )

    def _bit(self, square: int) -> int:
        row, column = divmod(square, self.shape.width)
        return 1 << self.shape.rise * column + self.shape.height - 1 - row

    def _discs(self, symbol: str, squares: str) -> int:
        return sum(self._bit(square) for square, disc in enumerate(squares) if disc == symbol)

    def _uppermost(self, board: Board) -> Iterator[int]:
        """The highest disc of each column, one of which was played last."""
        for column in range(self.shape.width):
            discs = (board.mine | board.theirs) & self.shape.column(column)
            if discs:
                yield 1 << discs.bit_length() - 1

    def _squares(self, board: Board) -> str:
        first, second = board if self._first_moves(board) else (board.theirs, board.mine)
        bits = [self._bit(square) for square in range(self.shape.width * self.shape.height)]
        return "".join(FIRST if first & bit else SECOND if second & bit else EMPTY for bit in bits)

    def _first_moves(self, board: Board) -> bool:
        return board.mine.bit_count() == board.theirs.bit_count()

    def write(self, board: Board) -> str:
        return write_squares(self._squares(board), self.shape.width)

    def picture(self, board: Board) -> str:
        """The board over the numbers of its columns, and how the game stands."""
        squares, has_line = self._squares(board), line_finder(self.shape)
        drawn = draw_squares(squares, self.shape.width, [str(column + 1) for column in range(self.shape.width)])
        first, second = (has_line(self._discs(symbol, squares)) for symbol in (FIRST, SECOND))
        return f"{drawn}\n{standing(first, second, EMPTY not in squares, self._first_moves(board))}"
