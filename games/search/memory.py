"""All that a search writes, in one vector of integers: counters, limits, the principal variation, what orderings learn
and the transposition table.

One vector, because a kernel that calls itself hands it on at every node, and an array costs compiled code seven words.
`Layout` says where in it things are; its numbers become constants of the kernels.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from backends import Backend, Vector
from games.search.rules import Rules

NODES, LEAVES, TABLE_HITS, RE_SEARCHES, QUIESCENCE_NODES, PLAYOUTS, POSITIONS = range(7)
"""Counters, as `games.answer` defines them."""

NODE_LIMIT, STOPPED, SEED, TABLE_MASK, WHOLE_GAME = range(7, 12)
"""Set before the search begins, but for STOPPED, which becomes 1 when the limit is reached.

TABLE_MASK: number of slots - 1, see `table`
WHOLE_GAME: 1 when the search goes to the end of the game, so that its values do not depend on the depth
"""

NUMBERS = 12
"""How many of these there are."""

NO_LIMIT = (1 << 63) - 1

DEEPEST = 1000
"""A search looks ahead at most so many plies: kernels call themselves, and the stack of a thread must bear it."""


class Layout(NamedTuple):
    """Where things begin; n is `max_moves`, d is `plies`.

    cutoffs: [n] by how many moves had been tried before the one that cut
    root_scores: [n] by move
    line, line_end: [d, d] and [d + 1] the principal variation from each ply on, see `line`
    moves, scores: [d, n] the legal moves at each ply in the order in which they are tried, and what puts them in order
    killers: [d, 2] moves + 1, or 0
    history: [2, n] by player and move
    table: the rest
    plies: no search looks further ahead
    """

    cutoffs: int
    root_scores: int
    line: int
    line_end: int
    moves: int
    scores: int
    killers: int
    history: int
    table: int
    plies: int
    max_moves: int


def layout_of(rules: Rules) -> Layout:
    """The layout for a game."""
    plies, moves = min(rules.max_plies, DEEPEST), rules.max_moves
    starts = [NUMBERS]
    for size in (moves, moves, plies * plies, plies + 1, plies * moves, plies * moves, plies * 2, 2 * moves):
        starts.append(starts[-1] + size)
    return Layout._make((*starts, plies, moves))


def zeros(backend: Backend, size: int) -> Vector:
    """So many zeros, in the form that `backend` indexes fastest."""
    if backend == "python":
        return [0] * size
    import numpy as np

    return cast(Vector, np.zeros(size, np.int64))
