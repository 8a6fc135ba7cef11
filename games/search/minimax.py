"""Minimax to a depth (Shannon 1950), in its negamax form: the value for the player to move is the greatest of minus the
values of what follows.
"""

from __future__ import annotations

from collections.abc import Callable

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.horizon import Horizon
from games.search.memory import LEAVES, NODE_LIMIT, NODES, STOPPED, Layout
from games.search.rules import INFINITY, Rules, final_value

Minimax = Callable[[State, int, int, Vector], int]
"""state, depth, ply, memory -> value"""


def make_minimax(rules: Rules, layout: Layout, horizon: Horizon, jit: Jit) -> Minimax:
    """The search. It leaves the score of every root move in the memory, but no principal variation: to keep one costs
    a third of its speed, and below the best move alpha-beta finds the same one in next to no time.
    """
    moves, play, outcome, root_scores = rules.moves, rules.play, final_value(rules), layout.root_scores

    @jit
    def minimax(state: State, depth: int, ply: int, memory: Vector) -> int:
        if memory[NODES] >= memory[NODE_LIMIT]:
            memory[STOPPED] = 1
            return 0
        memory[NODES] += 1
        value = outcome(state)
        if value != UNDECIDED or depth == 0:
            memory[LEAVES] += 1
            return value if value != UNDECIDED else horizon(state, -INFINITY, INFINITY, memory)
        best = -INFINITY
        for move in moves(state):
            score = -minimax(play(state, move), depth - 1, ply + 1, memory)
            if memory[STOPPED]:
                return 0
            if ply == 0:
                memory[root_scores + move] = score
            best = max(best, score)
        return best

    return minimax
