"""A game: a few small functions over immutable states. Everything a searcher needs to know, and nothing else.

    state        a NamedTuple of integers, always seen by the player to move: `mine` and `theirs`
    move         an integer code, 0 .. max_moves - 1; legal moves come in ascending order of their codes
    outcome      the value of a finished game for the player to move, or UNDECIDED
    ply          one move of one player
    value        for the player to move as well (negamax): every level negates what comes back from below

The functions are plain Python that Numba compiles. There is no undo to get wrong: `play` gives a new state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

UNDECIDED = 1 << 20
"""What `outcome` returns while the game goes on; above every value."""

State = Any
"""A NamedTuple of integers; each game has its own."""


class PositionError(ValueError):
    """A text that is no position of the game, or an illegal one; the message says why."""


@dataclass(frozen=True)
class Game:
    """The rules, and what else is known of a game.

    name: what people type
    initial: the state before the first move
    moves: yields the legal moves, ascending; none when the game is over
    play: the state after a move
    outcome: the value for the player to move (a loss is negative, a draw 0), or UNDECIDED
    max_moves: every move is below this
    max_plies: no game is longer
    write, read: a position as one line of text, and the inverse, which raises PositionError
    picture: a position as lines for people
    evaluations: name -> static value of an undecided state for the player to move; values stay below those of outcomes
    centre: moves from the middle outwards, for the ordering of that name; () where the game has no middle
    """

    name: str
    initial: State
    moves: Callable[[State], Iterator[int]]
    play: Callable[[State, int], State]
    outcome: Callable[[State], int]
    max_moves: int
    max_plies: int
    write: Callable[[State], str]
    read: Callable[[str], State]
    picture: Callable[[State], str]
    evaluations: Mapping[str, Callable[[State], int]] = field(default_factory=dict)
    centre: tuple[int, ...] = ()
