"""The state of a search, what a search may have besides its plug points, and the types of the plug points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from backends import Backend, CounterNames, Vector
from csp.network import ALL_DIFFERENT, NOT_HERE, UNASSIGNED, Network, Prepared, in_vectors

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

    What a search does not need is NOT_HERE instead of a vector: each vector that is passed along costs time.

    domains: [n] bit masks, what propagation has left
    assignment: [n] the value of each variable, or UNASSIGNED
    path: [n + 1] the variable chosen at each depth
    untried: [n + 1] its values still to be tried, a bit mask
    trail_variable, trail_removed: what propagation removed from which domain, in order
    trail_end: [n + 1] how long the trail was when each depth was reached
    position: the depth; whether a new variable is to be chosen there (1) or the last one's value taken back (0); how
        many discrepancies a path may have, and whether some branch was left out for that
    trail_cause: the constraint that each entry of the trail is due to, or DECISION
    open: [c] how many variables of each wide constraint have no value
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
        return State(*(numbers if isinstance(numbers, int) else numbers.copy() for numbers in self))


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
    learning = traits.explaining or traits.weighing or traits.jumping or traits.narrowing
    vectors: dict[str, Sequence[int] | int] = {
        "domains": prepared.domains,
        "assignment": prepared.assignment,
        "path": [0] * depths,
        "untried": [0] * depths,
        "trail_variable": [0] * removals,
        "trail_removed": [0] * removals,
        "trail_end": [0] * depths,
        "position": [0, 1, 0, 0],
        "trail_cause": [0] * removals if traits.explaining or traits.jumping else NOT_HERE,
        "open": prepared.open if prepared.form.wide else NOT_HERE,
        "weights": [1] * (constraints + 1) if traits.weighing else NOT_HERE,
        "failure": [UNASSIGNED, UNASSIGNED] if learning else NOT_HERE,
        "queue": [0] * (variables + constraints + 1) if traits.narrowing else NOT_HERE,
        "queued": [0] * (variables + constraints + 1) if traits.narrowing else NOT_HERE,
        "ends": [0] * 4 if traits.narrowing else NOT_HERE,
        "conflicts": [0] * (depths * variables + 1) if traits.jumping else NOT_HERE,
        "marks": [0] * (variables + 1) if traits.jumping else NOT_HERE,
        "discrepancies": [0] * (depths + 1) if traits.discrepant else NOT_HERE,
        "scratch": [0] * max([1, *scratch]) if traits.narrowing else NOT_HERE,
    }
    return State(**in_vectors(vectors, backend))


# The plug points. Each is made for a form of network and the traits of a search; `make_search` compiles what is made.
Candidates = Callable[[Network, State, int, Vector], int]  # network, state, variable, counters -> bit mask
NextVariable = Callable[[Network, State, int, Any, Vector], tuple[int, int]]  # ... depth, generator ... -> and its mask
ValueOrder = Callable[[Network, State, int, int, Any], int]  # variable, mask, generator -> the one bit to try next
Propagate = Callable[
    [Network, State, int, int, Vector], tuple[int, bool]
]  # variable, end of trail -> new end, possible
Retreat = Callable[[Network, State, int], int]  # depth -> depth
Learn = Callable[[Network, State, int, bool], None]  # the depth of the last assignment; whether it made a solution
Search = Callable[[Network, State, Any, Vector, int, int], int]
