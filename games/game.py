"""A game: a few small functions over immutable states. Everything a searcher needs to know, and nothing else.

    state        a NamedTuple of integers, always seen by the player to move: `mine` and `theirs`
    move         an integer code, 0 .. max_moves - 1; legal moves come in ascending order of their codes
    outcome      the value of a finished game for the player to move, or UNDECIDED
    ply          one move of one player; having to pass is one, so the players always take turns
    value        for the player to move as well (negamax): every level negates what comes back from below

The functions are plain Python that Numba compiles, with the plain functions that they call. Integers stay within 64
bits, signed. There is no undo to get wrong: `play` gives a new state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from backends import Backend

UNDECIDED = 1 << 20
"""What `outcome` returns while the game goes on; above every value."""

BETWEEN_MOVES = "; "
"""What parts the names of moves in a line; no name has the semicolon."""

State = Any
"""A NamedTuple of integers; each game has its own."""


class PositionError(ValueError):
    """A text that is no position of the game, or an illegal one; the message says why."""


class RulesError(ValueError):
    """Parameters that make no game; the message says which, and what they may be."""


def number_of_move(state: State, move: int) -> str:
    """A move's own code, as its name."""
    return str(move)


@dataclass(frozen=True)
class Chance:
    """Where it is not a player but chance that moves. There, `moves` yields what may happen and `play` what follows.

    is_chance: whether chance moves in a state; never in a finished game
    weight: of one of the things that may happen, a positive integer; its probability is weight / total
    total: what the weights sum to, in every state where chance moves

    Chance is no player: a state where it moves, and those that follow, are seen by one and the same player, who moves
    next. So the value there is the sum of weight times value over what may happen, divided by the total, not negated.
    """

    is_chance: Callable[[State], bool]
    weight: Callable[[State, int], int]
    total: int


@dataclass(frozen=True)
class Symmetry:
    """A way to turn or mirror the board that changes nothing: state -> state, and the move that a move becomes."""

    state: Callable[[State], State]
    move: Callable[[int], int]


@dataclass(frozen=True)
class Game:
    """The rules, and what else is known of a game.

    name: what people type
    initial: the state before the first move
    moves: yields the legal moves, ascending; none when the game is over
    play: the state after a move
    outcome: the value for the player to move (a loss is negative, a draw 0), or UNDECIDED
    max_moves: every move is below this
    max_plies: no game is longer, wherever it starts
    write, read: a position as one line of text, and the inverse, which raises PositionError
    picture: a position as lines for people
    evaluations: name -> static value of an undecided state for the player to move
    centre: all moves, from the middle outwards, for the ordering of that name; () where the game has no middle
    max_outcome: no outcome is further from 0
    outcome_weight: what an outcome of 1 counts beside an evaluation: a search that uses one multiplies outcomes by this
        weight, which is above every evaluation; 1 where outcomes and evaluations are on one scale as they are.
        max_outcome * outcome_weight is below UNDECIDED.
    move_name: what people call a move
    chance: where chance moves; None: nowhere
    noisy: whether a move changes so much that no state should be evaluated before it (quiescence); None: not known
    symmetries: the ways to turn or mirror the board, without the one that leaves it as it is
    backends: what its functions run on, the preferred one first
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
    max_outcome: int = 1
    outcome_weight: int = 1
    move_name: Callable[[State, int], str] = number_of_move
    chance: Chance | None = None
    noisy: Callable[[State, int], bool] | None = None
    symmetries: tuple[Symmetry, ...] = ()
    backends: tuple[Backend, ...] = ("compiled", "python")
