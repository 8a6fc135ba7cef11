"""From a kernel to a search that can be called: everything but the searching is done before, compiling included."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from backends import Backend, Vector
from games.answer import Query, Reply, Search
from games.game import UNDECIDED, State
from games.search.deepening import AtDepth, deepen, whole_window
from games.search.kernels import Kernel, compile_now, expectation_kernel, minimax_kernel, window_kernel
from games.search.limits import enough_stack, fresh_memory, make_reply
from games.search.line import line_at_root
from games.search.memory import NODES, STOPPED, layout_of
from games.search.rules import INFINITY, Rules
from games.search.table import slot_size


class Plan(NamedTuple):
    """How windows and depths follow each other.

    slots: of the transposition table
    seconds: a limit, or 0
    """

    at_depth: AtDepth
    depths: Sequence[int]
    slots: int
    seconds: float


def window_search(kernel: Kernel, state: State, plan: Plan, query: Query) -> Search:
    """Alpha-beta, or one made of it."""
    layout, words = kernel.layout, kernel.rules.words
    size = layout.table + plan.slots * slot_size(words)
    # In deepening, values from shallower depths are in the table, and they do not come from the end of the game.
    whole_game = plan.depths[0] >= kernel.rules.max_plies
    compile_window_kernel(kernel, state, query.backend)

    def search() -> Reply:
        memory = fresh_memory(query, size, plan.slots, whole_game)
        return deepen(kernel, plan.at_depth, state, plan.depths, memory, plan.seconds)

    return search


def compile_window_kernel(kernel: Kernel, state: State, backend: Backend) -> None:
    """All its functions."""

    def call() -> None:
        memory = fresh_memory(Query(node_limit=0), kernel.layout.table + 2 * slot_size(kernel.rules.words), slots=2)
        kernel.search(state, 1, -INFINITY, INFINITY, 0, memory)
        kernel.known(state, 0, memory)

    compile_now(backend, kernel.search, call)


def full_search(rules: Rules, state: State, depth: int, quiescence: bool, query: Query) -> Search:
    """Minimax. The principal variation below its best move is found by alpha-beta, which is not counted."""
    layout, kernel = layout_of(rules), window_kernel(rules, query.backend, quiescence=quiescence)
    minimax = minimax_kernel(rules, quiescence, query.backend)
    compile_window_kernel(kernel, state, query.backend)
    nothing = fresh_memory(Query(0, 0, query.backend), layout.table)
    compile_now(query.backend, minimax, lambda: minimax(state, 1, 0, nothing))

    def search() -> Reply:
        memory = fresh_memory(query, layout.table)
        with enough_stack(layout.plies):
            value = minimax(state, depth, 0, memory)
            if memory[STOPPED]:
                return make_reply(memory, None)
            scores = {move: int(memory[layout.root_scores + move]) for move in legal_moves(rules, state)}
            line = best_line(scores)
        return make_reply(memory, int(value), line, depth, root_scores=scores)

    def best_line(scores: dict[int, int]) -> tuple[int, ...]:
        """The first move with the best score, and what follows it."""
        if not scores:
            return ()
        best = max(scores, key=scores.__getitem__)
        uncounted = fresh_memory(Query(backend=query.backend), layout.table)
        whole_window(kernel, rules.play(state, best), depth - 1, None, uncounted)
        return (best, *line_at_root(layout, uncounted))

    return search


def legal_moves(rules: Rules, state: State) -> tuple[int, ...]:
    """The moves of a state; none when the game is over."""
    return () if rules.outcome(state) != UNDECIDED else tuple(rules.moves(state))


def expectation_search(rules: Rules, state: State, depth: int, star1: bool, query: Query) -> Search:
    """Expectiminimax. The root is searched here, and what follows each of its moves by the kernel."""
    layout, kernel = layout_of(rules), expectation_kernel(rules, star1, query.backend)
    nothing = fresh_memory(Query(0, 0, query.backend), layout.table)
    compile_now(query.backend, kernel, lambda: kernel(state, 1, -math.inf, math.inf, nothing))
    moves = () if rules.chance is not None and rules.chance.is_chance(state) else legal_moves(rules, state)

    def search() -> Reply:
        memory = fresh_memory(query, layout.table)
        with enough_stack(layout.plies):
            if not moves:
                value = kernel(state, depth, -math.inf, math.inf, memory)
                return make_reply(memory, None if memory[STOPPED] else value, (), depth, layout)
            scores = root_scores(memory)
        if memory[STOPPED]:
            return make_reply(memory, None, layout=layout)
        best = max(scores, key=scores.__getitem__)
        # With cuts, the scores of other moves are bounds.
        return make_reply(memory, scores[best], (best,), depth, layout, {} if star1 else scores)

    def root_scores(memory: Vector) -> dict[int, float]:
        memory[NODES], best = 1, -math.inf
        scores = {}
        for move in moves:
            scores[move] = -kernel(rules.play(state, move), depth - 1, -math.inf, -best, memory)
            best = max(best, scores[move])
        return scores

    return search
