"""Our own backtracking search as a strategy: its parameters name the plug points; `naive`, `mrv`, `fc` are settings."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from backends import Backend, compiled_already, compiling, generator, jit_for
from csp.answer import Abilities, Answer, Finds, Question, Solve, Unsupported
from csp.model import AllDifferent, Model
from csp.network import UNASSIGNED, Form, Prepared

if TYPE_CHECKING:
    from csp.state import Propagate, Search, State, Traits

VariableOrderName = Literal["static", "mrv", "degree", "mrv-degree", "dom-deg", "dom-wdeg", "random"]
ValueOrderName = Literal["ascending", "descending", "least-constraining", "random"]
PropagationName = Literal["none", "forward-checking", "mac"]
AllDifferentName = Literal["pairs", "hall", "matching"]
PreprocessName = Literal["none", "ac3"]
RetreatName = Literal["chronological", "conflict-directed"]


@dataclass(frozen=True)
class Backtracking:
    """Depth-first search that assigns one variable at a time.

    variable_order: static (reading order), mrv (minimum remaining values), degree (most constraints with other open
        variables), mrv-degree (mrv, ties by degree), dom-deg (smallest quotient of the two), dom-wdeg (the same, each
        constraint weighed by the failures it has caused), or random with the run's seed
    value_order: ascending, descending, least-constraining (takes the fewest values from neighbours), or random with the
        run's seed
    propagation: none (look back before placing), forward-checking (look ahead after placing), or mac (maintain arc
        consistency; bounds for linear constraints, rows for tables)
    all_different: what mac does with all-different constraints: only their pairs, hall (intervals), or matching
    preprocess: none, or ac3: arc consistency once, before the search; mac does that anyway
    retreat: chronological, or conflict-directed: jump back to the deepest assignment that had a part in the failure
    restart_after: begin again after so many backtracks, times Luby's sequence 1 1 2 1 1 2 4 ..., until there is a first
        solution; 0: never
    limited_discrepancy: first the path of first values, then those that depart from it once, then twice, ...
    """

    variable_order: VariableOrderName = "static"
    value_order: ValueOrderName = "ascending"
    propagation: PropagationName = "none"
    all_different: AllDifferentName = "pairs"
    preprocess: PreprocessName = "none"
    retreat: RetreatName = "chronological"
    restart_after: int = 0
    limited_discrepancy: bool = False

    backends: ClassVar[tuple[Backend, ...]] = ("compiled", "python")
    abilities: ClassVar[Abilities] = Abilities(
        takes="any model with up to 63 different values", counts=("nodes", "backtracks", "checks", "prunings")
    )

    def __post_init__(self) -> None:
        if self.restart_after < 0:
            raise ValueError(f"restart_after is {self.restart_after}; it must not be negative")
        if self.all_different != "pairs" and self.propagation != "mac":
            raise ValueError(f"all_different {self.all_different} is propagated by mac; not with {self.propagation}")
        if self.variable_order == "dom-wdeg" and self.propagation == "none":
            raise ValueError("dom-wdeg learns from propagation that fails; with propagation none there is none")
        if self.limited_discrepancy and self.restart_after:
            raise ValueError("limited_discrepancy begins again by itself; not with restart_after")
        if self.limited_discrepancy and self.retreat == "conflict-directed":
            raise ValueError(
                "limited_discrepancy leaves branches out, so a conflict-directed retreat would jump over solutions"
            )
        if self.limited_discrepancy and (
            "random" in (self.variable_order, self.value_order) or self.variable_order == "dom-wdeg"
        ):
            raise ValueError(
                "limited_discrepancy needs orders that are the same each time: neither random nor dom-wdeg"
            )

    def prepare(self, model: Model, question: Question) -> Solve:
        """The network and the kernel; compiled, a first call that places nothing, so that compiling is done.

        Raises:
            Unsupported: more different values than a bit mask holds, a constraint that is too large, or, compiled, a
                predicate that only Python can ask.
            CannotCompile: Numba refused the kernel.
        """
        from csp.prepare import prepare_for

        prepared = prepare_for(model, question.backend, global_all_different=self.all_different != "pairs")
        self._check_sizes(model)
        solve = Solving(self, prepared, question)
        if question.backend == "compiled" and not compiled_already(solve.search):
            with compiling(solve.search):
                Solving(self, prepared, replace(question, node_limit=0))()
        return solve

    def _check_sizes(self, model: Model) -> None:
        from csp.all_different import MOST_MEMBERS

        if self.all_different != "matching":
            return
        for number, constraint in enumerate(model.constraints):
            if isinstance(constraint, AllDifferent) and len(constraint.scope) > MOST_MEMBERS:
                raise Unsupported(
                    f"constraint {number} makes {len(constraint.scope)} variables different; matching takes "
                    f"{MOST_MEMBERS}: use all_different hall or pairs"
                )

    @property
    def traits(self) -> Traits:
        """What the kernel needs besides its plug points."""
        from csp.state import Traits

        jumping = self.retreat == "conflict-directed"
        return Traits(
            narrowing=self.propagation == "mac",
            explaining=jumping and self.propagation != "none",
            weighing=self.variable_order == "dom-wdeg",
            jumping=jumping,
            restarting=self.restart_after > 0,
            discrepant=self.limited_discrepancy,
        )


class Solving:
    """Runs a search from the start until it has found what was asked, as often as it is called."""

    def __init__(self, setting: Backtracking, prepared: Prepared, question: Question) -> None:
        from csp.state import NO_LIMIT, Traits, initial_state

        self.setting, self.prepared, self.question = setting, prepared, question
        # The Luby unit is no matter of the kernel; nor, in a kernel's identity, is whether functions are the same.
        form = prepared.form
        make = kernel.__wrapped__ if form.functions else kernel
        self.search, propagate = make(
            replace(setting, restart_after=min(setting.restart_after, 1)), form, question.backend
        )
        self.make_consistent: Propagate | None = None
        if setting.propagation == "mac":
            self.make_consistent = propagate
        elif setting.preprocess == "ac3":
            self.make_consistent = (arc_consistency.__wrapped__ if form.functions else arc_consistency)(
                form, question.backend
            )
        self.network = prepared.for_backend(
            question.backend, whole=setting.traits != Traits() or setting.preprocess == "ac3"
        )
        self.start = initial_state(prepared, question.backend, setting.traits)
        self.node_limit = NO_LIMIT if question.node_limit is None else question.node_limit
        self.drawing = "random" in (setting.variable_order, setting.value_order)
        # Givens that clash end every search; a domain that they emptied ends one that looks ahead.
        ahead = setting.propagation != "none" or setting.preprocess == "ac3"
        self.hopeless = not prepared.consistent or (ahead and 0 in prepared.domains)

    def __call__(self) -> Answer:
        from csp.state import BUDGET, COUNTERS, CUT, DEPTH, EXHAUSTED, LIMIT, NO_LIMIT, RESTART, SOLUTION

        setting, question = self.setting, self.question
        counters, finds = COUNTERS.zeros(question.backend), Finds(question)
        rng = generator(question.seed, "value-order") if self.drawing else None
        root = self._root(counters)
        outcome = EXHAUSTED if root is None else SOLUTION
        state = None if root is None else root.copy()
        runs, budget, limit = luby(setting.restart_after), 0, NO_LIMIT
        if setting.restart_after:
            limit = next(runs)
        while state is not None and root is not None and not finds.enough:
            outcome = self.search(self.network, state, rng, counters, self.node_limit, limit)
            if outcome == SOLUTION:
                # One that departs less often from the value order was met before.
                if not setting.limited_discrepancy or state.discrepancies[state.position[DEPTH] + 1] == budget:
                    finds.add(self.prepared.values_of(state.assignment)) if finds.keeping else finds.skip()
                    limit = NO_LIMIT
            elif outcome == RESTART:
                limit = counters[1] + next(runs)
                state = root.copy()._replace(weights=state.weights)
            elif outcome == EXHAUSTED and setting.limited_discrepancy and state.position[CUT]:
                budget += 1
                state = root.copy()
                state.position[BUDGET] = budget
            else:
                break
        stopped = f"node limit of {self.node_limit:,}" if outcome == LIMIT else ""
        nodes, backtracks, checks, prunings = COUNTERS.read(counters).values()
        return Answer(
            tuple(finds.kept),
            outcome == EXHAUSTED,
            stopped,
            nodes,
            backtracks,
            checks,
            prunings,
            found=finds.count,
        )

    def _root(self, counters: Any) -> State | None:
        """The state that the search begins with; None when nothing can come of it."""
        if self.hopeless:
            return None
        if self.make_consistent is None:
            return self.start.copy()
        from csp.state import Traits, initial_state

        traits = self.setting.traits if self.setting.propagation == "mac" else Traits(narrowing=True)
        state = initial_state(self.prepared, self.question.backend, traits)
        _, possible = self.make_consistent(self.network, state, UNASSIGNED, 0, counters)
        if not possible:
            return None
        return self.start._replace(domains=state.domains).copy()


def luby(unit: int) -> Iterator[int]:
    """`unit` times 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... (Luby, Sinclair and Zuckerman 1993)."""
    done: list[int] = []
    power = 1
    while True:
        done = [*done, power]
        yield unit * power
        yield from (unit * term for term in done)
        power *= 2
        done = [*done, *done]


PLAIN: dict[str, Any] = {
    "all_different": "pairs",
    "preprocess": "none",
    "retreat": "chronological",
    "restart_after": 0,
    "limited_discrepancy": False,
}
"""What the named settings leave out unless they are named for it."""

LOOK_BACK, LOOK_AHEAD, MAC = ({**PLAIN, "propagation": name} for name in get_args(PropagationName))

SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "naive": ("reading order, look back before placing", {"variable_order": "static", **LOOK_BACK}),
    "mrv": ("fewest remaining values first, look back", {"variable_order": "mrv", **LOOK_BACK}),
    "fc": ("reading order, forward checking", {"variable_order": "static", **LOOK_AHEAD}),
    "mrv-fc": ("fewest remaining values first, forward checking", {"variable_order": "mrv", **LOOK_AHEAD}),
    "mac": ("fewest remaining values first, arc consistency", {"variable_order": "mrv", **MAC}),
    "mac-matching": (
        "mac, all-different constraints looked at as a whole",
        {"variable_order": "mrv", **MAC, "all_different": "matching"},
    ),
    "cbj": (
        "naive, and jump back to a cause of the failure",
        {"variable_order": "static", **LOOK_BACK, "retreat": "conflict-directed"},
    ),
    "fc-cbj": (
        "mrv-fc, and jump back to a cause of the failure",
        {"variable_order": "mrv", **LOOK_AHEAD, "retreat": "conflict-directed"},
    ),
    "dom-wdeg": (
        "mac, most failures for its values first, Luby restarts",
        {"variable_order": "dom-wdeg", **MAC, "restart_after": 100},
    ),
    "lds": (
        "mac, limited discrepancy search: departures from the value order one by one",
        {"variable_order": "mrv", **MAC, "limited_discrepancy": True},
    ),
}
"""The textbook's settings by name: a line about each, and the parameters that the name stands for."""


@functools.cache
def kernel(setting: Backtracking, form: Form, backend: Backend) -> tuple[Search, Propagate]:
    """The search of a setting for a form of network, and its propagation; made once per process and backend."""
    from csp import consistency, orders, propagation, values
    from csp.search import Parts, make_search

    variable_orders = {
        "static": orders.static_order,
        "mrv": orders.minimum_remaining_values,
        "degree": orders.largest_degree,
        "mrv-degree": orders.fewest_then_degree,
        "dom-deg": orders.smallest_ratio,
        "dom-wdeg": orders.smallest_ratio,
        "random": orders.random_order,
    }
    value_orders = {
        "ascending": values.ascending,
        "descending": values.descending,
        "least-constraining": values.least_constraining,
        "random": values.shuffled,
    }
    propagations = {
        "none": (propagation.look_back, propagation.no_propagation),
        "forward-checking": (propagation.look_at_domains, propagation.forward_checking),
        "mac": (propagation.look_at_domains, consistency.maintained(_filters()[setting.all_different])),
    }
    candidates, propagate = propagations[setting.propagation]
    parts = Parts(
        variable_orders[setting.variable_order],
        candidates,
        value_orders[setting.value_order],
        propagate,
        setting.traits,
    )
    return make_search(parts, form, jit_for(backend, lean=True))


@functools.cache
def arc_consistency(form: Form, backend: Backend) -> Propagate:
    """What makes a network arc consistent before a search that does not maintain it."""
    from csp.consistency import maintained
    from csp.state import Traits

    return jit_for(backend, lean=True)(maintained(None)(form, Traits(narrowing=True)))


def _filters() -> dict[AllDifferentName, Any]:
    from csp.all_different import hall_intervals, matching

    return {"pairs": None, "hall": hall_intervals, "matching": matching}
