"""Min-conflicts (Minton, Johnston, Philips and Laird 1992): local search over complete assignments.

conflict     of a variable with a value: a constraint that does not hold, its other variables being as they are

From an assignment drawn at random, a variable in conflict is drawn and given the value with the fewest conflicts, ties
by lot. That finds solutions where there are many, and can show nothing about there being none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backends import Jit, Vector
from csp.network import UNASSIGNED, Form, Network
from csp.state import CHECKS, NODES, State
from csp.wide import left_values

FOUND, GAVE_UP, OUT_OF_NODES = range(3)  # why the search returned

Counting = Callable[[Network, State, int, Vector, Vector], int]
Walk = Callable[[Network, State, Vector, Vector, Any, Vector, int, int, float], int]


def any_value(values: int, rng: Any) -> int:
    """The position of one of the values in a mask, each with the same chance."""
    for _ in range(int(rng.random() * values.bit_count())):
        values &= values - 1
    return (values & -values).bit_length() - 1


def conflict_counter(form: Form) -> Counting:
    """The function that counts the conflicts of a variable with each value, into `tally`; returns those it has now."""
    shared, wide, left = form.shared, form.wide, left_values(form)

    def count_conflicts(network: Network, state: State, variable: int, tally: Vector, counters: Vector) -> int:
        for value in range(len(tally)):
            tally[value] = 0
        for arc in range(network.first[variable], network.first[variable + 1]):
            value = state.assignment[network.neighbours[arc]]
            if shared:
                tally[value] += 1
            else:
                add_missing(state.domains[variable] & ~network.support[network.here[arc] + value], tally)
        counters[CHECKS] += network.first[variable + 1] - network.first[variable]
        if wide:
            for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
                counters[CHECKS] += 1
                allowed = left(network, state, network.uses[use], variable)
                add_missing(state.domains[variable] & ~allowed, tally)
        return tally[state.assignment[variable]]

    return count_conflicts


def add_missing(values: int, tally: Vector) -> None:
    """One conflict more for each value of a mask."""
    while values:
        bit = values & -values
        values ^= bit
        tally[bit.bit_length() - 1] += 1


def fewest_conflicts(state: State, variable: int, tally: Vector) -> int:
    """The values of a variable with the fewest conflicts, as a mask."""
    chosen, fewest, rest = 0, -1, state.domains[variable]
    while rest:
        bit = rest & -rest
        rest ^= bit
        conflicts = tally[bit.bit_length() - 1]
        if fewest < 0 or conflicts < fewest:
            chosen, fewest = 0, conflicts
        if conflicts == fewest:
            chosen |= bit
    return chosen


def make_min_conflicts(form: Form, jit: Jit) -> Walk:
    """The search for a form of network."""
    count_conflicts = conflict_counter(form)

    @jit
    def walk(
        network: Network,
        state: State,
        movable: Vector,
        tally: Vector,
        rng: Any,
        counters: Vector,
        node_limit: int,
        steps: int,
        noise: float,
    ) -> int:
        """Move until nothing is in conflict, or for so many steps.

        movable: the variables that have no given, then room for as many
        """
        count = len(movable) // 2
        for place in range(count):
            if counters[NODES] >= node_limit:
                return OUT_OF_NODES
            variable = movable[place]
            state.assignment[variable] = any_value(state.domains[variable], rng)
            counters[NODES] += 1
        for _ in range(steps + 1):
            clashing = 0
            for place in range(count):
                if count_conflicts(network, state, movable[place], tally, counters) > 0:
                    movable[count + clashing] = movable[place]
                    clashing += 1
            if clashing == 0:
                return FOUND
            if counters[NODES] >= node_limit:
                return OUT_OF_NODES
            variable = movable[count + int(rng.random() * clashing)]
            count_conflicts(network, state, variable, tally, counters)
            values = fewest_conflicts(state, variable, tally)
            if rng.random() < noise:
                values = state.domains[variable]
            state.assignment[variable] = any_value(values, rng)
            counters[NODES] += 1
        return GAVE_UP

    return walk


def movable_variables(assignment: tuple[int, ...]) -> list[int]:
    """The variables without a given, then room for as many."""
    free = [variable for variable, value in enumerate(assignment) if value == UNASSIGNED]
    return free + free
