"""Depth-first search: one kernel, made of plug points.

    variable order   which variable is assigned next (`orders`)
    candidates       which of its values are tried: what looking back allows, or what propagation left (`propagation`)
    value order      in which order they are tried (`values`)
    propagation      what an assignment rules out elsewhere (`propagation`, `consistency`)
    learning         what is remembered of a failure (`learning`)
    retreat          where to go when a variable has no value left (`backjumping`)

and of limits: on nodes, on backtracks before a restart, on discrepancies from the value order.

The search is the iterative form of Dechter, Constraint Processing (2003), chapter 5: it keeps its own stack, so that
it can go on after a solution, and a deep search needs neither recursion nor its limits in either backend.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from backends import Backend, CounterNames, Jit, Vector, vector
from csp.network import ALL_DIFFERENT, UNASSIGNED, Form, Network, Prepared

COUNTERS = CounterNames(("nodes", "backtracks", "checks", "prunings"))
NODES, BACKTRACKS, CHECKS, PRUNINGS = range(4)

EXHAUSTED, SOLUTION, LIMIT, RESTART = range(4)  # why the search returned
DEPTH, ADVANCING, BUDGET, CUT = range(4)  # the entries of State.position
VARIABLE, CONSTRAINT = range(2)  # the entries of State.failure

DECISION = -1
"""The cause of what is removed from the domain of a variable because it is assigned."""

NO_LIMIT = (1 << 63) - 1


class State(NamedTuple):
    """Where a search stands; n variables, c constraints. A copy of it is a copy of the search.

    domains: [n] bit masks, what propagation has left
    assignment: [n] the value of each variable, or UNASSIGNED
    path: [n + 1] the variable chosen at each depth
    untried: [n + 1] its values still to be tried, a bit mask
    trail_variable, trail_removed: what propagation removed from which domain, in order
    trail_end: [n + 1] how long the trail was when each depth was reached
    position: the depth; whether a new variable is to be chosen there (1) or the last one's value taken back (0); how
        many discrepancies a path may have, and whether some branch was left out for that
    trail_cause: the constraint that each entry of the trail is due to, or DECISION
    open: [c] how many variables of each constraint have no value
    weights: [c] 1 and how many failures each constraint has caused
    failure: the variable that propagation left without values last, and the constraint that did it
    queue, queued, ends: variables, then constraints, whose turn is to come in propagation (`consistency`)
    conflicts: [n + 1, n] which depths had a part in the failures at each depth (`backjumping`)
    marks: [n]
    discrepancies: [n + 1] how many there are on the path down to each depth
    scratch: for the work of one constraint
    """

    domains: Vector
    assignment: Vector
    path: Vector
    untried: Vector
    trail_variable: Vector
    trail_removed: Vector
    trail_end: Vector
    position: Vector
    trail_cause: Vector
    open: Vector
    weights: Vector
    failure: Vector
    queue: Vector
    queued: Vector
    ends: Vector
    conflicts: Vector
    marks: Vector
    discrepancies: Vector
    scratch: Vector

    def copy(self) -> State:
        return State(*(numbers.copy() for numbers in self))


@dataclass(frozen=True)
class Traits:
    """What a search has besides the plug points; what it has not costs nothing.

    narrowing: an assigned variable's domain shrinks to its value (for propagation that looks at domains only)
    explaining: each removal keeps its cause
    weighing: constraints are weighed by the failures that they cause
    jumping: conflicts are kept, so that the search can jump back
    restarting: the search returns after `backtrack_limit` backtracks, and begins again
    discrepant: a path departs from the value order so many times at most
    """

    narrowing: bool = False
    explaining: bool = False
    weighing: bool = False
    jumping: bool = False
    restarting: bool = False
    discrepant: bool = False


def initial_state(prepared: Prepared, backend: Backend, traits: Traits = Traits()) -> State:
    """The state before the first assignment."""
    variables, network = len(prepared.domains), prepared.network
    depths, constraints = variables + 1, len(network.kind)
    # Each entry of the trail removes at least one value, so it is never longer than all domains together.
    removals = sum(domain.bit_count() for domain in prepared.domains) + 1
    scratch = [network.scope_first[c + 1] - network.scope_first[c] for c in range(constraints)]
    scratch = [
        8 * size + 2 * network.data[network.data_first[c]] if network.kind[c] == ALL_DIFFERENT else size
        for c, size in enumerate(scratch)
    ]
    lists = State(
        domains=prepared.domains,
        assignment=prepared.assignment,
        path=[0] * depths,
        untried=[0] * depths,
        trail_variable=[0] * removals,
        trail_removed=[0] * removals,
        trail_end=[0] * depths,
        position=[0, 1, 0, 0],
        trail_cause=[0] * removals if traits.explaining else [0],
        open=prepared.open or [0],
        weights=[1] * (constraints if traits.weighing else 1),
        failure=[UNASSIGNED, UNASSIGNED],
        queue=[0] * (variables + constraints + 1) if traits.narrowing else [0],
        queued=[0] * (variables + constraints + 1) if traits.narrowing else [0],
        ends=[0] * 4,
        conflicts=[0] * (depths * variables + 1) if traits.jumping else [0],
        marks=[0] * (variables + 1) if traits.jumping else [0],
        discrepancies=[0] * (depths + 1) if traits.discrepant else [0],
        scratch=[0] * max([1, *scratch]),
    )
    return State(*(vector(backend, numbers) for numbers in lists))


# The plug points. Each is made for a form of network and the traits of a search; `make_search` compiles what is made.
Candidates = Callable[[Network, State, int, Vector], int]  # network, state, variable, counters -> bit mask
NextVariable = Callable[[Network, State, int, Any, Vector], tuple[int, int]]  # ... depth, generator ... -> and its mask
ValueOrder = Callable[[Network, State, int, int, Any], int]  # variable, mask, generator -> the one bit to try next
Propagate = Callable[[Network, State, int, int, Vector], tuple[int, bool]]  # variable, end of trail -> new end, possible
Retreat = Callable[[Network, State, int], int]  # depth -> depth
Learn = Callable[[Network, State, int, bool], None]  # depth, and whether it was reached with a solution
Search = Callable[[Network, State, Any, Vector, int, int], int]


@dataclass(frozen=True)
class Parts:
    """What a search is made of: for each plug point a function that makes it."""

    variable_order: Callable[[Candidates, Form, Traits], NextVariable]
    candidates: Callable[[Form], Candidates]
    value_order: ValueOrder
    propagation: Callable[[Form, Traits], Propagate]
    learn: Callable[[Form, Traits], Learn]
    retreat: Callable[[Form, Traits], Retreat]
    traits: Traits


def make_search(parts: Parts, form: Form, jit: Jit) -> Search:
    """The search made of these parts. Called again after a solution, it goes on to the next; after LIMIT it cannot."""
    traits = parts.traits
    wide, restarting, discrepant, jumping = form.wide, traits.restarting, traits.discrepant, traits.jumping
    learning = traits.weighing or traits.jumping
    candidates, next_value = jit(parts.candidates(form)), jit(parts.value_order)
    propagate, retreat = jit(parts.propagation(form, traits)), jit(parts.retreat(form, traits))
    learn = jit(parts.learn(form, traits))
    next_variable = jit(parts.variable_order(candidates, form, traits))

    @jit
    def assign(network: Network, state: State, variable: int, value: int) -> None:
        state.assignment[variable] = value
        if wide:
            for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
                state.open[network.uses[use]] -= 1

    @jit
    def undo(network: Network, state: State, depth: int) -> None:
        """Take back the assignment made at `depth` and all that it removed."""
        end, variable = state.trail_end[depth + 1], state.path[depth]
        while end > state.trail_end[depth]:
            end -= 1
            state.domains[state.trail_variable[end]] |= state.trail_removed[end]
        state.assignment[variable] = UNASSIGNED
        if wide:
            for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
                state.open[network.uses[use]] += 1

    @jit
    def affordable(state: State, depth: int, first: bool) -> bool:
        """Whether the path may take one more value at `depth`: any but the first is a discrepancy."""
        spent = state.discrepancies[depth] + (0 if first else 1)
        if spent > state.position[BUDGET]:
            state.position[CUT] = 1
            return False
        state.discrepancies[depth + 1] = spent
        return True

    @jit
    def search(
        network: Network, state: State, rng: Any, counters: Vector, node_limit: int, backtrack_limit: int
    ) -> int:
        """Depth-first to the next solution: SOLUTION, EXHAUSTED, or LIMIT when `node_limit` nodes are spent."""
        depth, advancing = state.position[DEPTH], state.position[ADVANCING] == 1
        outcome = EXHAUSTED
        while depth >= 0:
            first = advancing
            if advancing:
                variable, values = next_variable(network, state, depth, rng, counters)
                if variable == UNASSIGNED:
                    outcome, depth, advancing = SOLUTION, depth - 1, False
                    if learning:
                        learn(network, state, depth, True)
                    break
                state.path[depth], state.untried[depth] = variable, values
                if jumping:
                    for other in range(depth):
                        state.conflicts[depth * len(state.domains) + other] = 0
            else:
                undo(network, state, depth)
                counters[BACKTRACKS] += 1
                if restarting and counters[BACKTRACKS] >= backtrack_limit:
                    return RESTART
            if state.untried[depth] == 0 or (discrepant and not affordable(state, depth, first)):
                target = retreat(network, state, depth)
                if jumping:
                    while depth - 1 > target:
                        depth -= 1
                        undo(network, state, depth)
                        counters[BACKTRACKS] += 1
                depth, advancing = target, False
                continue
            if counters[NODES] >= node_limit:
                outcome, advancing = LIMIT, True
                break
            variable = state.path[depth]
            bit = next_value(network, state, variable, state.untried[depth], rng)
            state.untried[depth] ^= bit
            assign(network, state, variable, bit.bit_length() - 1)
            counters[NODES] += 1
            end, possible = propagate(network, state, variable, state.trail_end[depth], counters)
            state.trail_end[depth + 1] = end
            if possible:
                depth, advancing = depth + 1, True
            else:
                advancing = False
                if learning:
                    learn(network, state, depth, False)
        state.position[DEPTH], state.position[ADVANCING] = depth, 1 if advancing else 0
        return outcome

    return search
