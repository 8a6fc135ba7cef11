"""Backtracking search: one kernel, four plug points.

    variable order   which variable is assigned next (`orders`)
    candidates       which of its values are tried: what looking back allows, or what propagation left (`propagation`)
    value order      in which order they are tried (`orders`)
    propagation      what an assignment rules out elsewhere (`propagation`)

The search is the iterative form of Dechter, Constraint Processing (2003), chapter 5: it keeps its own stack, so that
it can go on after a solution, and a deep search needs neither recursion nor its limits in either backend.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from backends import Backend, CounterNames, Jit, Vector, vector
from csp.network import UNASSIGNED, Network, Prepared

COUNTERS = CounterNames(("nodes", "backtracks", "checks", "prunings"))
NODES, BACKTRACKS, CHECKS, PRUNINGS = range(4)

EXHAUSTED, SOLUTION, LIMIT = range(3)  # why the search returned
DEPTH, ADVANCING = range(2)  # the entries of State.position


class State(NamedTuple):
    """Where a search stands; n variables. A copy of it is a copy of the search.

    domains: [n] bit masks, what propagation has left
    assignment: [n] the value of each variable, or UNASSIGNED
    path: [n + 1] the variable chosen at each depth
    untried: [n + 1] its values still to be tried, a bit mask
    trail_variable, trail_removed: what propagation removed from which domain, in order
    trail_end: [n + 1] how long the trail was when each depth was reached
    position: the depth, and whether a new variable is to be chosen there (1) or the last one's value taken back (0)
    """

    domains: Vector
    assignment: Vector
    path: Vector
    untried: Vector
    trail_variable: Vector
    trail_removed: Vector
    trail_end: Vector
    position: Vector

    def copy(self) -> State:
        return State(*(numbers.copy() for numbers in self))


def initial_state(prepared: Prepared, backend: Backend) -> State:
    """The state before the first assignment."""
    depths = len(prepared.domains) + 1
    # Each entry of the trail removes at least one value, so it is never longer than all domains together.
    removals = sum(domain.bit_count() for domain in prepared.domains) + 1
    lists = (
        prepared.domains,
        prepared.assignment,
        [0] * depths,
        [0] * depths,
        [0] * removals,
        [0] * removals,
        [0] * depths,
        [0, 1],
    )
    return State(*(vector(backend, numbers) for numbers in lists))


# The plug points. Each is a plain function; `make_search` compiles them with the search when asked to.
Candidates = Callable[[Network, State, int, Vector], int]  # network, state, variable, counters -> bit mask
VariableOrder = Callable[[Candidates, Jit], Callable[[Network, State, int, Vector], tuple[int, int]]]
ValueOrder = Callable[[int, Any], int]  # bit mask, generator -> the one bit to try next
Propagation = Callable[[Network, State, int, int, Vector], tuple[int, bool]]
Search = Callable[[Network, State, Any, Vector, int], int]


def make_search(
    variable_order: VariableOrder, candidates: Candidates, value_order: ValueOrder, propagation: Propagation, jit: Jit
) -> Search:
    """The search made of these parts. Called again after a solution, it goes on to the next; after LIMIT it cannot."""
    candidates, next_value, propagate = jit(candidates), jit(value_order), jit(propagation)
    next_variable = jit(variable_order(candidates, jit))

    @jit
    def undo(state: State, depth: int) -> None:
        """Take back the assignment made at `depth` and all that it removed."""
        end = state.trail_end[depth + 1]
        while end > state.trail_end[depth]:
            end -= 1
            state.domains[state.trail_variable[end]] |= state.trail_removed[end]
        state.assignment[state.path[depth]] = UNASSIGNED

    @jit
    def search(network: Network, state: State, rng: Any, counters: Vector, node_limit: int) -> int:
        """Depth-first to the next solution: SOLUTION, EXHAUSTED, or LIMIT when `node_limit` nodes are spent."""
        depth, advancing = state.position[DEPTH], state.position[ADVANCING] == 1
        outcome = EXHAUSTED
        while depth >= 0:
            if advancing:
                variable, values = next_variable(network, state, depth, counters)
                if variable == UNASSIGNED:
                    outcome, depth, advancing = SOLUTION, depth - 1, False
                    break
                state.path[depth], state.untried[depth] = variable, values
            else:
                undo(state, depth)
                counters[BACKTRACKS] += 1
            if state.untried[depth] == 0:
                depth, advancing = depth - 1, False
                continue
            if counters[NODES] >= node_limit:
                outcome, advancing = LIMIT, True
                break
            bit = next_value(state.untried[depth], rng)
            state.untried[depth] ^= bit
            variable = state.path[depth]
            state.assignment[variable] = bit.bit_length() - 1
            counters[NODES] += 1
            end, possible = propagate(network, state, variable, state.trail_end[depth], counters)
            state.trail_end[depth + 1] = end
            depth, advancing = (depth + 1, True) if possible else (depth, False)
        state.position[DEPTH], state.position[ADVANCING] = depth, 1 if advancing else 0
        return outcome

    return search
