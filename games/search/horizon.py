"""What a position is worth where the search stops before the game does: nothing, an evaluation, or quiescence."""

from __future__ import annotations

from collections.abc import Callable

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.memory import QUIESCENCE_NODES
from games.search.rules import Rules, final_value, static_value

Horizon = Callable[[State, int, int, Vector], int]
"""state, alpha, beta, memory -> value"""

LONGEST_EXCHANGE = 64
"""Quiescence goes at most so many plies below the depth limit."""


def at_once(rules: Rules) -> Horizon:
    """The static value."""
    evaluate = static_value(rules)

    def horizon(state: State, alpha: int, beta: int, memory: Vector) -> int:
        return evaluate(state)

    return horizon


def when_quiet(rules: Rules, jit: Jit) -> Horizon:
    """Quiescence search (Shannon 1950, Harris 1975): the static value, or what noisy moves lead to if that is more.

    The player to move need not make a noisy move, so the static value is a lower bound ("stand pat").
    """
    moves, play, noisy, outcome, evaluate = (
        rules.moves,
        rules.play,
        rules.noisy,
        final_value(rules),
        static_value(rules),
    )
    assert noisy is not None

    @jit
    def quiesce(state: State, plies: int, alpha: int, beta: int, memory: Vector) -> int:
        best = evaluate(state)
        if best >= beta or plies == 0:
            return best
        for move in moves(state):
            if noisy(state, move):
                memory[QUIESCENCE_NODES] += 1
                following = play(state, move)
                score = -outcome(following)
                if score == -UNDECIDED:
                    score = -quiesce(following, plies - 1, -beta, -max(alpha, best), memory)
                best = max(best, score)
                if best >= beta:
                    break
        return best

    def horizon(state: State, alpha: int, beta: int, memory: Vector) -> int:
        return quiesce(state, LONGEST_EXCHANGE, alpha, beta, memory)

    return horizon
