"""Our own min-conflicts search as a strategy."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from backends import Backend, compiled_already, compiling, generator, jit_for, vector
from csp.answer import Abilities, Answer, Question, Solve, Unsupported
from csp.model import Model
from csp.network import Form, Prepared

if TYPE_CHECKING:
    from csp.local_search import Walk

NOTHING_PROVED = "min-conflicts gave up: it proves nothing"


@dataclass(frozen=True)
class MinConflicts:
    """Local search: draw a variable in conflict, give it the value with the fewest conflicts, until none is left.

    steps: give up after so many
    noise: the share of steps that take any value instead, a random walk out of local minima (Wallace and Freuder 1995);
        with 0, as in the paper of 1992, it seldom gets out of one
    """

    steps: int = 100_000
    noise: float = 0.05

    backends: ClassVar[tuple[Backend, ...]] = ("compiled", "python")
    abilities: ClassVar[Abilities] = Abilities(
        takes="any model with up to 63 different values", enumerates=False, proves=False, counts=("nodes", "checks")
    )

    def __post_init__(self) -> None:
        if self.steps < 0:
            raise ValueError(f"steps is {self.steps}; it must not be negative")
        if not 0 <= self.noise <= 1 or math.isnan(self.noise):
            raise ValueError(f"noise is {self.noise}; it is a share between 0 and 1")

    def prepare(self, model: Model, question: Question) -> Solve:
        """The network and the kernel, compiled.

        Raises:
            Unsupported: more than one solution is asked for, or the model is too large for a bit mask or a sum.
            CannotCompile: Numba refused the kernel.
        """
        from csp.prepare import prepare_for

        if question.solutions > 1:
            raise Unsupported("min-conflicts finds one solution at most; ask for the first, or take another strategy")
        prepared = prepare_for(model, question.backend)
        form = prepared.form
        walk = (kernel.__wrapped__ if form.functions else kernel)(form, question.backend)
        if question.backend == "compiled" and not compiled_already(walk):
            with compiling(walk):
                self._walking(walk, prepared, replace(question, node_limit=0))()
        return self._walking(walk, prepared, question)

    def _walking(self, walk: Walk, prepared: Prepared, question: Question) -> Solve:
        """Walks from the start, as often as it is called."""
        from csp.local_search import FOUND, OUT_OF_NODES, movable_variables
        from csp.state import COUNTERS, NO_LIMIT, initial_state

        backend = question.backend
        network, start = prepared.for_backend(backend), initial_state(prepared, backend)
        movable = vector(backend, movable_variables(prepared.assignment))
        tally = vector(backend, [0] * max(1, len(prepared.values)))
        limit = NO_LIMIT if question.node_limit is None else question.node_limit
        hopeless = not prepared.consistent or 0 in prepared.domains

        def solve() -> Answer:
            counters, state = COUNTERS.zeros(backend), start.copy()
            rng = generator(question.seed, "min-conflicts")
            if hopeless:
                return Answer((), complete=False, stopped=NOTHING_PROVED, nodes=0, checks=0)
            outcome = walk(network, state, movable, tally, rng, counters, limit, self.steps, float(self.noise))
            counts = COUNTERS.read(counters)
            stopped = {FOUND: "", OUT_OF_NODES: f"node limit of {limit:,}"}.get(outcome, NOTHING_PROVED)
            found = (prepared.values_of(state.assignment),) if outcome == FOUND else ()
            return Answer(found, complete=False, stopped=stopped, nodes=counts["nodes"], checks=counts["checks"])

        return solve


@functools.cache
def kernel(form: Form, backend: Backend) -> Walk:
    """The search for a form of network, made once per process and backend."""
    from csp.local_search import make_min_conflicts

    return make_min_conflicts(form, jit_for(backend, lean=True))
