"""Flat Monte Carlo (Abramson 1990): playouts shared out evenly among the moves, and the best mean outcome wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backends import Jit, Vector
from games.game import State
from games.search.memory import NODE_LIMIT, NODES, STOPPED
from games.search.playout import LEGAL, make_legal_moves, make_playout
from games.search.rules import Rules

Flat = Callable[[State, int, Any, Vector, Vector, Vector], None]
"""root, playouts, generator, totals [max_moves], visits [max_moves], memory"""


def make_flat(rules: Rules, jit: Jit) -> Flat:
    """The search. It adds up outcomes for the player to move at the root, and playouts, by move."""
    play, legal_moves, playout, longest = rules.play, make_legal_moves(rules), make_playout(rules), rules.max_plies + 1
    first = LEGAL + rules.max_moves  # playouts list legal moves as well, so those of the root need their own place

    @jit
    def flat_monte_carlo(root: State, playouts: int, rng: Any, totals: Vector, visits: Vector, memory: Vector) -> None:
        count = legal_moves(root, memory)
        for place in range(count):
            memory[first + place] = memory[LEGAL + place]
        for number in range(playouts):
            if memory[NODES] + longest > memory[NODE_LIMIT]:
                memory[STOPPED] = 1
                break
            move = memory[first + number % count]
            memory[NODES] += 2  # the root and what follows
            totals[move] -= playout(play(root, move), rng, memory)
            visits[move] += 1

    return flat_monte_carlo
