"""Boards as text, for every game that is played on one with two kinds of pieces.

`X` are the pieces of who moves first, `O` those of the other, `.` is an empty square. Rows go from top to bottom and
from left to right. On one line they are parted by `/`: `OO./.X./.X.`

Read are also `-`, `_` and a space for an empty square, small letters, line ends for `/`, no `/` at all, and spaces
between squares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from games.game import PositionError

FIRST, SECOND, EMPTY = "XO."

SYMBOLS = {"X": FIRST, "x": FIRST, "O": SECOND, "o": SECOND, ".": EMPTY, "-": EMPTY, "_": EMPTY, " ": EMPTY}


def read_squares(text: str, width: int, height: int) -> str:
    """The squares of a board row by row, each X, O or `.`; length: width * height.

    Raises:
        PositionError: an unknown symbol, or rows or squares missing or too many.
    """
    for place, symbol in enumerate(text):
        if symbol not in SYMBOLS and symbol not in "/\r\n":
            raise PositionError(
                f"{symbol!r} (character {place + 1} of {text!r}) stands for nothing on a board: X is who moves first, "
                "O the other, . an empty square"
            )
    rows = re.split("/|\r?\n", text.strip("\r\n"))
    if len(rows) == 1:
        return _squares(rows[0], width * height, f"the board, {width} wide and {height} high,")
    if len(rows) != height:
        raise PositionError(f"{len(rows)} rows instead of {height}: {text!r}")
    return "".join(_squares(row, width, f"row {number}") for number, row in enumerate(rows, start=1))


def size_of(text: str) -> tuple[int, int] | None:
    """Width and height of the board that a text shows in rows; None: it does not, or they are of different lengths."""
    rows = ["".join(row.split()) for row in re.split("/|\r?\n", text.strip())]
    lengths = {len(row) for row in rows}
    return (lengths.pop(), len(rows)) if len(rows) > 1 and len(lengths) == 1 else None


def _squares(line: str, expected: int, what: str) -> str:
    """The squares on a line, whether spaces are empty squares or stand between squares."""
    compact = line.replace(" ", "")
    for squares in (compact, line):
        if len(squares) == expected:
            return "".join(SYMBOLS[symbol] for symbol in squares)
    lost = "; if spaces at the ends were lost, use . for empty squares" if len(compact) < expected else ""
    raise PositionError(f"{what} has {len(compact)} squares instead of {expected}: {line!r}{lost}")


def write_squares(squares: str, width: int) -> str:
    """The squares of a board, row by row, as one line."""
    return "/".join(squares[start : start + width] for start in range(0, len(squares), width))


def draw_squares(squares: Sequence[str], width: int, columns: Sequence[str] = (), rows: Sequence[str] = ()) -> str:
    """A board as lines, with the names of columns below and those of rows to the left, where there are any."""
    lines = [list(squares[start : start + width]) for start in range(0, len(squares), width)]
    if columns:
        lines.append(list(columns))
    if rows:
        lines = [[name, *line] for name, line in zip([*rows, ""], lines, strict=False)]
    cell = max(len(square) for line in lines for square in line)
    return "\n".join(" ".join(square.rjust(cell) for square in line).rstrip() for line in lines)


def first_to_move(squares: str) -> bool:
    """Whether X moves next, where the two add a piece in turn and X began.

    Raises:
        PositionError: the numbers of pieces cannot come from that.
    """
    first, second = squares.count(FIRST), squares.count(SECOND)
    if first - second not in (0, 1):
        raise PositionError(
            f"{first} X and {second} O: X moves first, so there are as many X as O (X moves next) or one more (O does)"
        )
    return first == second


def check_winners(first_wins: bool, second_wins: bool, first_moves: bool, line: str) -> None:
    """A won game ends with the winner's move.

    line: what one needs to win, e.g. `three in a line`

    Raises:
        PositionError: both have won, or the loser has moved since.
    """
    if first_wins and second_wins:
        raise PositionError(f"both X and O have {line}: the game would have ended with the first of them")
    if first_wins and first_moves:
        raise PositionError(f"X has {line}, and yet O has moved since: the game was over")
    if second_wins and not first_moves:
        raise PositionError(f"O has {line}, and yet X has moved since: the game was over")


def turns_and_mirrors(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """The ways to turn or mirror a board, but for the one that leaves it as it is: 7 of a square one, else 3.

    Each says for every square, row by row, which one comes there.
    """
    ways = []
    for turned in (False, True) if width == height else (False,):
        for down in (1, -1):
            for right in (1, -1):
                rows, columns = range(height)[::down], range(width)[::right]
                grid = [[row * width + column for column in columns] for row in rows]
                lines = zip(*grid, strict=True) if turned else grid
                ways.append(tuple(square for line in lines for square in line))
    return tuple(ways[1:])


def square_mover(squares: tuple[int, ...]) -> Callable[[int], int]:
    """A function of a mask: bit s of what it gives is bit `squares[s]` of the mask; bit 63 is the sign."""

    def moved(mask: int) -> int:
        result = 0
        for target in range(len(squares)):
            bit = mask >> squares[target] & 1
            result |= (-bit if target == 63 else bit) << target
        return result

    return moved


def standing(first_wins: bool, second_wins: bool, full: bool, first_moves: bool) -> str:
    """How a game stands, in words."""
    if first_wins or second_wins:
        return f"{FIRST if first_wins else SECOND} has won"
    if full:
        return "a draw"
    return f"{FIRST if first_moves else SECOND} to move"
