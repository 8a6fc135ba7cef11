"""Exact cover as a strategy, for every model that is one."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from backends import Backend, compiled_already, compiling, jit_for
from csp.answer import Abilities, Answer, Finds, Question, Solve
from csp.covering import Covering, covering_of
from csp.model import Model

if TYPE_CHECKING:
    from csp.exact_cover import Search

NO_LIMIT = (1 << 63) - 1


@dataclass(frozen=True)
class ExactCover:
    """Knuth's Algorithm X with dancing links, smallest item first (`csp.exact_cover`).

    For models of AllDifferent and NotEqual, with offsets or without: Sudoku, Latin squares, queens, colourings.
    Equations of two variables are taken as well: such variables share their options, and get their values in one node.

    A node is an option chosen, also where it was the only one left; givens are no options. `updates` counts the nodes
    of options that were taken out of their lists, Knuth's measure of the work.
    """

    backends: ClassVar[tuple[Backend, ...]] = ("compiled", "python")
    abilities: ClassVar[Abilities] = Abilities(
        "models of AllDifferent, NotEqual, and equations of two variables", counts=("nodes", "backtracks")
    )

    def prepare(self, model: Model, question: Question) -> Solve:
        """The links and the kernel; compiled, a first call that chooses nothing, so that compiling is done.

        Raises:
            Unsupported: the model is no exact cover.
            CannotCompile: Numba refused the kernel.
        """
        covering, search = covering_of(model), kernel(question.backend)
        solve = _enumeration(search, covering, len(model.domains), question)
        if question.backend == "compiled" and not compiled_already(search):
            with compiling(search):
                _enumeration(search, replace(covering, possible=True), 0, replace(question, node_limit=0))()
        return solve


def _enumeration(search: Search, covering: Covering, variables: int, question: Question) -> Solve:
    """Runs `search` from the start until it has found what was asked, as often as it is called."""
    from csp.exact_cover import COUNTERS, EXHAUSTED, LIMIT, SOLUTION, State, chosen_nodes, initial_state, option_of_node

    start = initial_state(covering.primary, covering.items, covering.options, question.backend)
    option_of = option_of_node(covering.items, covering.options)
    node_limit = NO_LIMIT if question.node_limit is None else question.node_limit

    def values(state: State) -> tuple[int, ...]:
        solution = dict(covering.given)
        for node in chosen_nodes(state):
            solution |= covering.means[option_of[node]]
        return tuple(solution[variable] for variable in range(variables))

    def solve() -> Answer:
        counters, state, found = COUNTERS.zeros(question.backend), start.copy(), Finds(question)
        outcome = SOLUTION if covering.possible else EXHAUSTED
        while outcome == SOLUTION and not found.enough:
            outcome = search(state, counters, node_limit)
            if outcome == SOLUTION:
                if found.keeping:
                    found.add(values(state))
                else:
                    found.skip()
        counts = COUNTERS.read(counters)
        return Answer(
            tuple(found.kept),
            complete=outcome == EXHAUSTED,
            stopped=f"node limit of {node_limit:,}" if outcome == LIMIT else "",
            nodes=counts["nodes"],
            backtracks=counts["backtracks"],
            counters={"updates": counts["updates"]},
            found=found.count,
        )

    return solve


@functools.cache
def kernel(backend: Backend) -> Search:
    """The search, made once per process and backend."""
    from csp.exact_cover import make_exact_cover

    return make_exact_cover(jit_for(backend))
