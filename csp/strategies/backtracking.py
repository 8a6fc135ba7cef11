"""Our own backtracking search as a strategy: its parameters name the plug points; `naive`, `mrv`, `fc` are settings."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from backends import Backend, compiled_already, compiling, generator, jit_for
from csp.answer import Answer, Question, Solve, Unsupported
from csp.model import Model
from csp.network import Prepared, TooManyValues, prepare

if TYPE_CHECKING:
    from csp.search import Search

NO_LIMIT = (1 << 63) - 1

VariableOrderName = Literal["static", "mrv"]
ValueOrderName = Literal["ascending", "descending", "random"]
PropagationName = Literal["none", "forward-checking"]


@dataclass(frozen=True)
class Backtracking:
    """Depth-first search that assigns one variable at a time.

    variable_order: static (reading order) or mrv (minimum remaining values)
    value_order: ascending, descending, or random with the run's seed
    propagation: none (look back before placing) or forward-checking (look ahead after placing)
    """

    variable_order: VariableOrderName = "static"
    value_order: ValueOrderName = "ascending"
    propagation: PropagationName = "none"

    backends: ClassVar[tuple[Backend, ...]] = ("compiled", "python")

    def prepare(self, model: Model, question: Question) -> Solve:
        """The network and the kernel; compiled, a first call that places nothing, so that compiling is done.

        Raises:
            Unsupported: more different values than a bit mask holds.
            CannotCompile: Numba refused the kernel.
        """
        try:
            prepared = prepare(model)
        except TooManyValues as error:
            raise Unsupported(str(error)) from error
        search = kernel(self, question.backend)
        solve = self._enumeration(search, prepared, question)
        if question.backend == "compiled" and not compiled_already(search):
            with compiling(search):
                self._enumeration(search, prepared, replace(question, node_limit=0))()
        return solve

    def _enumeration(self, search: Search, prepared: Prepared, question: Question) -> Solve:
        """Runs `search` from the start until it has found what was asked, as often as it is called."""
        from csp.search import COUNTERS, EXHAUSTED, LIMIT, SOLUTION, initial_state

        network, start = prepared.for_backend(question.backend), initial_state(prepared, question.backend)
        node_limit = NO_LIMIT if question.node_limit is None else question.node_limit
        shuffled = self.value_order == "random"
        # Givens that clash end every search; a domain that they emptied ends one that looks ahead.
        hopeless = not prepared.consistent or (self.propagation != "none" and 0 in prepared.domains)

        def solve() -> Answer:
            counters, state = COUNTERS.zeros(question.backend), start.copy()
            rng = generator(question.seed, "value-order") if shuffled else None
            solutions: list[tuple[int, ...]] = []
            outcome = EXHAUSTED if hopeless else SOLUTION
            while outcome == SOLUTION and len(solutions) < question.solutions:
                outcome = search(network, state, rng, counters, node_limit)
                if outcome == SOLUTION:
                    solutions.append(prepared.values_of(state.assignment))
            stopped = f"node limit of {node_limit:,}" if outcome == LIMIT else ""
            nodes, backtracks, checks, prunings = COUNTERS.read(counters).values()
            return Answer(tuple(solutions), outcome == EXHAUSTED, stopped, nodes, backtracks, checks, prunings)

        return solve


SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "naive": ("reading order, look back before placing", {"variable_order": "static", "propagation": "none"}),
    "mrv": ("fewest remaining values first, look back", {"variable_order": "mrv", "propagation": "none"}),
    "fc": ("reading order, forward checking", {"variable_order": "static", "propagation": "forward-checking"}),
    "mrv-fc": (
        "fewest remaining values first, forward checking",
        {"variable_order": "mrv", "propagation": "forward-checking"},
    ),
}
"""The textbook's settings by name: a line about each, and the parameters that the name stands for."""


@functools.cache
def kernel(setting: Backtracking, backend: Backend) -> Search:
    """The search of a setting, made once per process and backend."""
    from csp import orders, propagation
    from csp.search import make_search

    variable_orders = {"static": orders.static_order, "mrv": orders.minimum_remaining_values}
    value_orders = {"ascending": orders.ascending, "descending": orders.descending, "random": orders.shuffled}
    propagations = {
        "none": (propagation.look_back, propagation.no_propagation),
        "forward-checking": (propagation.remaining_values, propagation.forward_checking),
    }
    variable_order, value_order = variable_orders[setting.variable_order], value_orders[setting.value_order]
    candidates, propagate = propagations[setting.propagation]
    return make_search(variable_order, candidates, value_order, propagate, jit_for(backend))
