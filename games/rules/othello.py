"""Othello on boards of 4x4 to 8x8 squares. A move is a square, row by row from the top left; the last code is a pass.

A board is a mask with bit s for square s. On 8x8 the last square is bit 63, the sign of a 64-bit integer, so there a
mask with that square is a negative number, in both backends. Shifted right, such a mask is filled up with signs. They
do no harm: discs are looked for only on squares that have both neighbours in a line (`Axis.inner`), and those that a
shift along this line may have filled are none of them, and neither are corners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.boards import (
    EMPTY,
    FIRST,
    SECOND,
    draw_squares,
    read_squares,
    size_of,
    square_mover,
    standing,
    turns_and_mirrors,
    write_squares,
)
from games.evaluation import Feature, weighted_sum
from games.game import UNDECIDED, Game, PositionError, RulesError, Symmetry

SIDES = (4, 6, 8)
COLUMNS = "abcdefgh"
LOWER = (1 << 63) - 1


class Board(NamedTuple):
    """Whose discs are where; turn: 0 when Black, who began, is to move, 1 when White is."""

    mine: int
    theirs: int
    turn: int


class Axis(NamedTuple):
    """A line: how far it is from a square to the next one, and which squares have both neighbours."""

    step: int
    inner: int


@dataclass(frozen=True)
class Shape:
    """A board's size, and what follows from it.

    Raises:
        RulesError: a side that is not 4, 6 or 8.
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        if self.width not in SIDES or self.height not in SIDES:
            raise RulesError(f"a board {self.width} wide and {self.height} high: each side has 4, 6 or 8 squares")

    @property
    def squares(self) -> int:
        return self.width * self.height

    def mask(self, *squares: int) -> int:
        """Squares as a mask; the 64th is the sign."""
        return sum(-1 << square if square == 63 else 1 << square for square in squares)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """Across, up and down, and the two diagonals."""
        places = [divmod(square, self.width) for square in range(self.squares)]
        across = self.mask(*(s for s, (_, column) in enumerate(places) if 0 < column < self.width - 1))
        along = self.mask(*(s for s, (row, _) in enumerate(places) if 0 < row < self.height - 1))
        return (
            Axis(1, across),
            Axis(self.width, along),
            Axis(self.width - 1, across & along),
            Axis(self.width + 1, across & along),
        )

    @property
    def longest(self) -> int:
        """Discs that can be turned over in one direction."""
        return max(self.width, self.height) - 2

    @property
    def middle(self) -> tuple[int, int, int, int]:
        """The four squares that have discs from the start."""
        corner = (self.height // 2 - 1) * self.width + self.width // 2 - 1
        return corner, corner + 1, corner + self.width, corner + self.width + 1

    @property
    def initial(self) -> Board:
        """White on the main diagonal, Black on the other, Black to move."""
        above_left, above_right, below_left, below_right = self.middle
        return Board(self.mask(above_right, below_left), self.mask(above_left, below_right), 0)

    @property
    def corners(self) -> int:
        """As a mask."""
        return self.mask(0, self.width - 1, self.squares - self.width, self.squares - 1)

    def distance_from_centre(self, square: int) -> int:
        """Squared, in half squares."""
        row, column = divmod(square, self.width)
        return (2 * row - self.height + 1) ** 2 + (2 * column - self.width + 1) ** 2

    def neighbours(self, square: int) -> Iterator[int]:
        """The squares around a square."""
        row, column = divmod(square, self.width)
        for near_row in range(max(row - 1, 0), min(row + 2, self.height)):
            for near_column in range(max(column - 1, 0), min(column + 2, self.width)):
                if (near_row, near_column) != (row, column):
                    yield near_row * self.width + near_column

    def name_of(self, square: int) -> str:
        """`d3`: column d from the left, row 3 from the top."""
        return f"{COLUMNS[square % self.width]}{square // self.width + 1}"


def othello(width: int = 8, height: int = 8) -> Game:
    """Who has more discs in the end wins, and the difference is the outcome. Black, X, moves first.

    Raises:
        RulesError: as `Shape`.
    """
    shape = Shape(width, height)
    targets, flips = target_finder(shape), flip_finder(shape)
    passing, corners = shape.squares, shape.corners

    def moves(board: Board) -> Iterator[int]:
        free = targets(board.mine, board.theirs)
        if free == 0 and targets(board.theirs, board.mine):
            yield passing
        while free:
            square = free & -free
            yield square.bit_length() - 1
            free ^= square

    def play(board: Board, square: int) -> Board:
        if square == passing:
            return Board(board.theirs, board.mine, 1 - board.turn)
        disc = (1 if square < 63 else -1) << square
        turned = flips(board.mine, board.theirs, disc)
        return Board(board.theirs & ~turned, board.mine | turned | disc, 1 - board.turn)

    def outcome(board: Board) -> int:
        if targets(board.mine, board.theirs) or targets(board.theirs, board.mine):
            return UNDECIDED
        return count(board.mine) - count(board.theirs)

    def noisy(board: Board, square: int) -> bool:
        """A move that takes a corner, which is never turned over again."""
        return square != passing and corners >> square & 1 == 1

    notation = Notation(shape)
    return Game(
        name="othello",
        initial=shape.initial,
        moves=moves,
        play=play,
        outcome=outcome,
        max_moves=shape.squares + 1,
        max_plies=2 * (shape.squares - 4),  # after a pass comes a disc, or the end
        write=notation.write,
        read=notation.read,
        picture=notation.picture,
        evaluations=evaluations(targets, corners),
        centre=(*sorted(range(shape.squares), key=shape.distance_from_centre), passing),
        max_outcome=shape.squares,
        outcome_weight=1000,
        move_name=notation.move_name,
        noisy=noisy,
        symmetries=tuple(symmetry(shape, squares) for squares in turns_and_mirrors(width, height)),
    )


def count(discs: int) -> int:
    """How many; the 64th square may be the sign."""
    return (discs & LOWER).bit_count() + (discs >> 63 & 1)


def target_finder(shape: Shape) -> Callable[[int, int], int]:
    """The squares where a disc of `mine` turns over some of `theirs`."""
    axes, more, board = shape.axes, shape.longest - 1, shape.mask(*range(shape.squares))

    def targets(mine: int, theirs: int) -> int:
        found = 0
        for step, inner in axes:
            # Rows of their discs that begin beside one of mine, downwards and upwards, one disc longer each time.
            bridge = theirs & inner
            down, up = mine << step & bridge, mine >> step & bridge
            for _ in range(more):
                down |= down << step & bridge
                up |= up >> step & bridge
            found |= down << step | up >> step
        return found & board & ~(mine | theirs)

    return targets


def flip_finder(shape: Shape) -> Callable[[int, int, int], int]:
    """The discs of `theirs` that a new disc of `mine` turns over."""
    axes, more = shape.axes, shape.longest - 1

    def flips(mine: int, theirs: int, disc: int) -> int:
        turned = 0
        for step, inner in axes:
            bridge = theirs & inner
            down, up = disc << step & bridge, disc >> step & bridge
            for _ in range(more):
                down |= down << step & bridge
                up |= up >> step & bridge
            if down << step & mine:
                turned |= down
            if up >> step & mine:
                turned |= up
        return turned

    return flips


def evaluations(targets: Callable[[int, int], int], corners: int) -> dict[str, Feature]:
    """Mobility, corners, and both together."""

    def mobility(board: Board) -> int:
        """Squares that could be played, mine minus theirs."""
        return count(targets(board.mine, board.theirs)) - count(targets(board.theirs, board.mine))

    def corners_taken(board: Board) -> int:
        """Corners, mine minus theirs."""
        return count(board.mine & corners) - count(board.theirs & corners)

    return {
        "mobility": mobility,
        "corners": corners_taken,
        "mobility-corners": weighted_sum((1, mobility), (10, corners_taken)),
    }


def symmetry(shape: Shape, squares: tuple[int, ...]) -> Symmetry:
    """The symmetry that brings square `squares[s]` to where square s was."""
    moved = square_mover(squares)
    targets = (*(squares.index(square) for square in range(shape.squares)), shape.squares)
    return Symmetry(
        state=lambda board: Board(moved(board.mine), moved(board.theirs), board.turn),
        move=lambda square: targets[square],
    )


def parameters_of(text: str) -> dict[str, Any]:
    """The size of the board that a position's text shows; without rows, it is a square."""
    board = text.strip()[:-1]
    squares = "".join(board.split())
    side = next((side for side in SIDES if side * side == len(squares)), 0)
    size = size_of(board) or ((side, side) if side and "/" not in board else None)
    return {} if size is None else {"width": size[0], "height": size[1]}


@dataclass(frozen=True)
class Notation:
    """Positions as text: the squares row by row from the top, then X or O for whose turn it is."""

    shape: Shape

    def read(self, text: str) -> Board:
        """A board and whose turn it is: `.... .OX. .XO. .... X`. Here a space never is an empty square.

        Raises:
            PositionError: no such text, or a position that no game leads to. (Some of those that are accepted are such
                as well: whether there is an order of moves is not looked into.)
        """
        text = text.strip()
        symbols = "".join(text.replace("/", "").split())
        if len(symbols) == self.shape.squares:
            raise PositionError(f"whose turn is it? Put X (Black) or O (White) after the board: {text!r}")
        squares, turn = read_squares(text[:-1].strip(), self.shape.width, self.shape.height), text[-1:].upper()
        if turn not in (FIRST, SECOND):
            raise PositionError(
                f"{turn!r} after the board says nothing of whose turn it is: X (Black) or O (White) does"
            )
        self._check(squares)
        first, second = (self._discs(symbol, squares) for symbol in (FIRST, SECOND))
        return Board(first, second, 0) if turn == FIRST else Board(second, first, 1)

    def _discs(self, symbol: str, squares: str) -> int:
        return self.shape.mask(*(square for square, disc in enumerate(squares) if disc == symbol))

    def _check(self, squares: str) -> None:
        """Discs are only ever added, each beside another."""
        for square in self.shape.middle:
            if squares[square] == EMPTY:
                raise PositionError(f"{self.shape.name_of(square)} is empty: the four squares in the middle never are")
        reached, front = set(self.shape.middle), list(self.shape.middle)
        while front:
            near = {square for square in self.shape.neighbours(front.pop()) if squares[square] != EMPTY}
            front += near - reached
            reached |= near
        for square, disc in enumerate(squares):
            if disc != EMPTY and square not in reached:
                raise PositionError(f"{disc} on {self.shape.name_of(square)} touches no others that reach the middle")

    def _squares(self, board: Board) -> str:
        first, second = (board.mine, board.theirs) if board.turn == 0 else (board.theirs, board.mine)
        squares = range(self.shape.squares)
        return "".join(
            FIRST if first >> square & 1 else SECOND if second >> square & 1 else EMPTY for square in squares
        )

    def write(self, board: Board) -> str:
        return f"{write_squares(self._squares(board), self.shape.width)} {(FIRST, SECOND)[board.turn]}"

    def move_name(self, board: Board, square: int) -> str:
        return "pass" if square == self.shape.squares else self.shape.name_of(square)

    def picture(self, board: Board) -> str:
        """The board with the names of columns and rows, and how the game stands."""
        squares, targets = self._squares(board), target_finder(self.shape)
        rows = [str(row + 1) for row in range(self.shape.height)]
        drawn = draw_squares(squares, self.shape.width, COLUMNS[: self.shape.width], rows)
        first, second = squares.count(FIRST), squares.count(SECOND)
        over = not (targets(board.mine, board.theirs) or targets(board.theirs, board.mine))
        stands = standing(over and first > second, over and second > first, over, board.turn == 0)
        return f"{drawn}\n{stands}, {first} X and {second} O"
