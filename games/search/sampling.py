"""Searches that draw lots, ready to be called: Monte Carlo tree search, flat Monte Carlo, a random move."""

from __future__ import annotations

from backends import generator
from games.answer import Query, Reply, Search
from games.game import UNDECIDED, Game, State
from games.search.kernels import compile_now, flat_kernel, mcts_kernel
from games.search.limits import fresh_memory, make_reply
from games.search.mcts import NODE_SIZE, children, most_robust, robust_line
from games.search.memory import LEAVES, NODES, NUMBERS, zeros
from games.search.playout import expected_score
from games.search.rules import Rules


def tree_search(rules: Rules, state: State, playouts: int, exploration: float, solver: bool, query: Query) -> Search:
    """Monte Carlo tree search."""
    kernel, size = mcts_kernel(rules, solver, query.backend), NUMBERS + rules.max_moves + rules.max_plies + 1
    nothing, no_tree = fresh_memory(Query(0, 0, query.backend), size), zeros(query.backend, NODE_SIZE)
    compile_now(
        query.backend, kernel, lambda: kernel(state, 1, exploration, generator(0, "playouts"), no_tree, nothing)
    )

    def search() -> Reply:
        if rules.outcome(state) != UNDECIDED:
            return finished(rules, state, query)
        memory, tree = fresh_memory(query, size), zeros(query.backend, (playouts + 1) * NODE_SIZE)
        kernel(state, playouts, exploration, generator(query.seed, "playouts"), tree, memory)
        found = children(0, tree, rules.max_outcome)
        if not found:
            return make_reply(memory, None)
        return make_reply(
            memory,
            most_robust(found).score,
            robust_line(tree, rules.max_outcome),
            root_scores={child.move: child.score for child in found},
            root_visits={child.move: child.visits for child in found},
        )

    return search


def flat_search(rules: Rules, state: State, playouts: int, query: Query) -> Search:
    """Flat Monte Carlo."""
    kernel, size = flat_kernel(rules, query.backend), NUMBERS + 2 * rules.max_moves
    nothing = fresh_memory(Query(0, 0, query.backend), size)
    compile_now(query.backend, kernel, lambda: kernel(state, 1, generator(0, "playouts"), nothing, nothing, nothing))

    def search() -> Reply:
        if rules.outcome(state) != UNDECIDED:
            return finished(rules, state, query)
        memory = fresh_memory(query, size)
        totals, visits = zeros(query.backend, rules.max_moves), zeros(query.backend, rules.max_moves)
        kernel(state, playouts, generator(query.seed, "playouts"), totals, visits, memory)
        tried = [move for move in rules.moves(state) if visits[move]]
        scores = {move: expected_score(totals[move], visits[move], rules.max_outcome) for move in tried}
        if not scores:
            return make_reply(memory, None)
        best = max(scores, key=scores.__getitem__)
        return make_reply(
            memory, scores[best], (best,), 1, root_scores=scores, root_visits={m: int(visits[m]) for m in tried}
        )

    return search


def finished(rules: Rules, state: State, query: Query) -> Reply:
    """The reply where the game is over: only the root is looked at."""
    memory = fresh_memory(query, NUMBERS)
    memory[NODES] = memory[LEAVES] = 1
    return make_reply(memory, expected_score(rules.outcome(state), 1, rules.max_outcome))


def random_move(game: Game, state: State, query: Query) -> Search:
    """Any legal move."""

    def search() -> Reply:
        memory = fresh_memory(query, NUMBERS)
        memory[NODES] = memory[LEAVES] = 1
        legal = list(game.moves(state)) if game.outcome(state) == UNDECIDED else []
        if not legal:
            return make_reply(memory, None)
        return make_reply(memory, None, (legal[int(generator(query.seed, "move").random() * len(legal))],))

    return search
