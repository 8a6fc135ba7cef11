"""Perft: how many positions are exactly so many plies from a state. The first thing to compare when rules are in doubt.

Finished games end where they end: they are counted at their own depth and at no greater one. Every way to a position
counts, also when another leads there as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backends import Backend, Jit, compiling, jit_for
from games.game import UNDECIDED, Game, State

MAX_DEPTH = 500
"""Plies. Each is a call inside a call, in Python and in compiled code alike."""


def make_perft(game: Game, jit: Jit) -> Callable[[State, int], int]:
    """A function of a state and a depth, at most MAX_DEPTH."""
    moves, play, outcome = jit(game.moves), jit(game.play), jit(game.outcome)

    @jit
    def perft(state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        positions = 0
        if outcome(state) == UNDECIDED:
            for move in moves(state):
                positions += perft(play(state, move), depth - 1)
        return positions

    return perft


def perft(game: Game, depth: int, backend: Backend = "compiled", state: State | None = None) -> list[int]:
    """Positions 0, 1, ... `depth` plies from a state; without one, from the initial one.

    Raises:
        ValueError: a depth below 0 or above MAX_DEPTH.
        CannotCompile: Numba refused one of the game's functions.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"perft of depth {depth}: 0 to {MAX_DEPTH} plies can be counted")
    state = game.initial if state is None else state
    count = make_perft(game, jit_for(backend))
    if backend == "compiled":
        with compiling(count):
            count(state, 0)
    return [count(state, plies) for plies in range(depth + 1)]
