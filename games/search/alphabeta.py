"""Alpha-beta (Knuth and Moore 1975), fail-soft: outside its window the result is still a bound of the value.

value <= alpha    the true value is at most that: no move is as good as what the player to move has elsewhere
value >= beta     the true value is at least that: the opponent would not let it come to this
in between        the true value
"""

from __future__ import annotations

from collections.abc import Callable

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.horizon import Horizon
from games.search.line import make_clear, make_extend
from games.search.memory import LEAVES, NODE_LIMIT, NODES, STOPPED, TABLE_HITS, Layout
from games.search.orders import Ordering
from games.search.rules import INFINITY, Rules, final_value
from games.search.table import NO_MOVE, Table

WindowSearch = Callable[[State, int, int, int, int, Vector], int]
"""state, depth, alpha, beta, ply, memory -> value"""


def make_leaf(layout: Layout, horizon: Horizon) -> Callable[[State, int, int, int, int, Vector], int]:
    """The function for a node where the search stops, with its outcome or UNDECIDED."""
    clear = make_clear(layout)

    def leaf(state: State, value: int, alpha: int, beta: int, ply: int, memory: Vector) -> int:
        memory[LEAVES] += 1
        clear(ply, memory)
        return value if value != UNDECIDED else horizon(state, alpha, beta, memory)

    return leaf


def make_alphabeta(
    rules: Rules, layout: Layout, ordering: Ordering, table: Table, horizon: Horizon, jit: Jit
) -> WindowSearch:
    """The search made of these parts."""
    play, outcome, in_order, learn = rules.play, final_value(rules), ordering.in_order, ordering.learn
    locate, probe, store, cutoffs = table.locate, table.probe, table.store, layout.cutoffs
    extend, clear, leaf = make_extend(layout), make_clear(layout), make_leaf(layout, horizon)

    @jit
    def alphabeta(state: State, depth: int, alpha: int, beta: int, ply: int, memory: Vector) -> int:
        if memory[NODES] >= memory[NODE_LIMIT]:
            memory[STOPPED] = 1
            return 0
        memory[NODES] += 1
        value = outcome(state)
        if value != UNDECIDED or depth == 0:
            return leaf(state, value, alpha, beta, ply, memory)
        clear(ply, memory)
        slot = locate(state, memory)
        known = probe(slot, state, depth, alpha, beta, memory)
        if known != UNDECIDED:
            memory[TABLE_HITS] += 1
            return known
        best, best_move, highest = -INFINITY, NO_MOVE, alpha
        for tried, move in enumerate(in_order(state, depth, ply, memory)):
            score = -alphabeta(play(state, move), depth - 1, -beta, -highest, ply + 1, memory)
            if memory[STOPPED]:
                return 0
            if score > best:
                best, best_move = score, move
                if score >= beta:  # a cutoff: the opponent has something better than to let it come to this
                    memory[cutoffs + tried] += 1
                    learn(move, depth, ply, memory)
                    break
                if score > highest:
                    highest = score
                    extend(ply, move, memory)
        store(slot, state, depth, alpha, beta, best, best_move, memory)
        return best

    return alphabeta
