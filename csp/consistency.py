"""Propagation to the end: after each assignment, and before the first one, until no constraint removes anything more.

The queue is that of AC-3 (Mackworth 1977), of variables whose domain has shrunk, with bits for values (Lecoutre and
Vion 2008): an arc is revised by the union of what goes with each value left at its other end, so that residues have
nothing to save. Wide constraints wait in a queue of their own until the arcs have come to rest.

Maintained during search it is MAC (Sabin and Freuder 1994); the consistency of wide constraints is that of their
filters (`csp.filters`).
"""

from __future__ import annotations

from collections.abc import Callable

from backends import Vector
from csp.filters import Filter, filter_of
from csp.network import UNASSIGNED, Form, Network
from csp.state import CHECKS, CONSTRAINT, DECISION, PRUNINGS, VARIABLE, Propagate, State, Traits

FIRST, COUNT, WIDE_FIRST, WIDE_COUNT = range(4)  # the entries of State.ends

Remove = Callable[[Network, State, int, int, int, int, Vector], int]


def enqueue(network: Network, state: State, variable: int) -> None:
    """A variable whose domain has shrunk, and its wide constraints: their turn is to come."""
    variables, constraints = len(state.domains), len(network.kind)
    if state.queued[variable] == 0:
        state.queued[variable] = 1
        state.queue[(state.ends[FIRST] + state.ends[COUNT]) % variables] = variable
        state.ends[COUNT] += 1
    for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
        constraint = network.uses[use]
        if state.queued[variables + constraint] == 0:
            state.queued[variables + constraint] = 1
            place = (state.ends[WIDE_FIRST] + state.ends[WIDE_COUNT]) % constraints
            state.queue[variables + place] = constraint
            state.ends[WIDE_COUNT] += 1


def next_variable(state: State) -> int:
    """Take the first variable of the queue, or UNASSIGNED when it is empty."""
    if state.ends[COUNT] == 0:
        return UNASSIGNED
    variable = state.queue[state.ends[FIRST]]
    state.ends[FIRST] = (state.ends[FIRST] + 1) % len(state.domains)
    state.ends[COUNT] -= 1
    state.queued[variable] = 0
    return variable


def next_constraint(network: Network, state: State) -> int:
    """The same for wide constraints."""
    if state.ends[WIDE_COUNT] == 0:
        return UNASSIGNED
    variables = len(state.domains)
    constraint = state.queue[variables + state.ends[WIDE_FIRST]]
    state.ends[WIDE_FIRST] = (state.ends[WIDE_FIRST] + 1) % len(network.kind)
    state.ends[WIDE_COUNT] -= 1
    state.queued[variables + constraint] = 0
    return constraint


def clear_queues(network: Network, state: State) -> None:
    """Forget whose turn is to come, after a failure."""
    while next_variable(state) != UNASSIGNED:
        pass
    while next_constraint(network, state) != UNASSIGNED:
        pass


def remover(traits: Traits) -> Remove:
    """The function that takes values from a domain, puts that on the trail, and says so to the queue."""
    explaining = traits.explaining

    def remove(
        network: Network, state: State, variable: int, removed: int, cause: int, end: int, counters: Vector
    ) -> int:
        state.domains[variable] ^= removed
        state.trail_variable[end], state.trail_removed[end] = variable, removed
        if explaining:
            state.trail_cause[end] = cause
        counters[PRUNINGS] += removed.bit_count()
        enqueue(network, state, variable)
        return end + 1

    return remove


def reviser(form: Form, remove: Remove) -> Callable[[Network, State, int, int, Vector], tuple[int, bool]]:
    """The function that revises the neighbours of a variable."""
    shared = form.shared

    def supported(network: Network, domain: int, arc: int, wanted: int) -> int:
        """Which of the `wanted` values at the other end of an arc go with some value of `domain`."""
        found = 0
        while domain and wanted & ~found:
            bit = domain & -domain
            domain ^= bit
            value = bit.bit_length() - 1
            found |= network.support[value] if shared else network.support[network.there[arc] + value]
        return found

    def revise_neighbours(
        network: Network, state: State, variable: int, end: int, counters: Vector
    ) -> tuple[int, bool]:
        domain = state.domains[variable]
        if shared and domain & (domain - 1) != 0:
            return end, True  # two values leave everything to whoever must only be different
        for arc in range(network.first[variable], network.first[variable + 1]):
            neighbour = network.neighbours[arc]
            if state.assignment[neighbour] != UNASSIGNED:
                continue
            counters[CHECKS] += 1
            removed = state.domains[neighbour] & ~supported(network, domain, arc, state.domains[neighbour])
            if removed:
                end = remove(network, state, neighbour, removed, network.constraint[arc], end, counters)
                if state.domains[neighbour] == 0:
                    state.failure[VARIABLE], state.failure[CONSTRAINT] = neighbour, network.constraint[arc]
                    return end, False
        return end, True

    return revise_neighbours


def fixpoint(form: Form, traits: Traits, all_different: Filter | None) -> Callable[..., tuple[int, bool]]:
    """The function that works through the queues until they are empty, or a variable has nothing left."""
    remove, wide = remover(traits), form.wide
    revise_neighbours = reviser(form, remove)
    filter_values = filter_of(form, remove, all_different)

    def come_to_rest(network: Network, state: State, end: int, counters: Vector) -> tuple[int, bool]:
        possible = True
        while possible:
            variable = next_variable(state)
            if variable != UNASSIGNED:
                end, possible = revise_neighbours(network, state, variable, end, counters)
                continue
            constraint = UNASSIGNED
            if wide:
                constraint = next_constraint(network, state)
                if constraint != UNASSIGNED:
                    counters[CHECKS] += 1
                    end, possible = filter_values(network, state, constraint, end, counters)
            if constraint == UNASSIGNED:
                break
        if not possible:
            clear_queues(network, state)
        return end, possible

    return come_to_rest


def maintained(all_different: Filter | None) -> Callable[[Form, Traits], Propagate]:
    """Arc consistency after each assignment: MAC. For the variable UNASSIGNED: before the first one, AC-3."""

    def arc_consistency(form: Form, traits: Traits) -> Propagate:
        come_to_rest, explaining = fixpoint(form, traits, all_different), traits.explaining

        def maintain(network: Network, state: State, variable: int, end: int, counters: Vector) -> tuple[int, bool]:
            first, last = 0, len(state.domains)
            if variable != UNASSIGNED:
                first, last = variable, variable + 1
                others = state.domains[variable] & ~(1 << state.assignment[variable])
                if others:
                    state.domains[variable] ^= others
                    state.trail_variable[end], state.trail_removed[end] = variable, others
                    if explaining:
                        state.trail_cause[end] = DECISION
                    end += 1
            for changed in range(first, last):
                enqueue(network, state, changed)
            return come_to_rest(network, state, end, counters)

        return maintain

    return arc_consistency
