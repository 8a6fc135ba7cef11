"""Principal variation search (Marsland and Campbell 1982; NegaScout, Reinefeld 1983).

Only the first move is searched with the whole window. Of the others it is asked whether they are any better, with a
window that holds no value; one that is has to be searched again, for how much. When the answer to the first question
was the value already, the second search finds nothing better, and the principal variation ends there.
"""

from __future__ import annotations

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.alphabeta import WindowSearch, make_leaf
from games.search.horizon import Horizon
from games.search.line import make_clear, make_extend
from games.search.memory import NODE_LIMIT, NODES, RE_SEARCHES, STOPPED, TABLE_HITS, Layout
from games.search.orders import Ordering
from games.search.rules import INFINITY, Rules, final_value
from games.search.table import NO_MOVE, Table


def make_pvs(  # noqa: C901  (the whole of it on one page)
    rules: Rules, layout: Layout, ordering: Ordering, table: Table, horizon: Horizon, jit: Jit
) -> WindowSearch:
    """The search made of these parts; fail-soft, as alpha-beta is."""
    play, outcome, in_order, learn = rules.play, final_value(rules), ordering.in_order, ordering.learn
    locate, probe, store, cutoffs = table.locate, table.probe, table.store, layout.cutoffs
    extend, clear, leaf = make_extend(layout), make_clear(layout), make_leaf(layout, horizon)

    @jit
    def pvs(state: State, depth: int, alpha: int, beta: int, ply: int, memory: Vector) -> int:
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
        best, best_move, highest, scout = -INFINITY, NO_MOVE, alpha, beta
        for tried, move in enumerate(in_order(state, depth, ply, memory)):
            following = play(state, move)
            score = -pvs(following, depth - 1, -scout, -highest, ply + 1, memory)
            if scout <= score < beta:
                memory[RE_SEARCHES] += 1
                score = -pvs(following, depth - 1, -beta, -score, ply + 1, memory)
            if memory[STOPPED]:
                return 0
            if score > best:
                best, best_move = score, move
                if score >= beta:
                    memory[cutoffs + tried] += 1
                    learn(move, depth, ply, memory)
                    clear(ply, memory)  # what a second search that finds nothing better must not leave behind
                    break
                if score > highest:
                    highest = score
                    extend(ply, move, memory)
            scout = highest + 1
        store(slot, state, depth, alpha, beta, best, best_move, memory)
        return best

    return pvs
