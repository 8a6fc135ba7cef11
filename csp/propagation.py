"""Plug points of the search: which values of a variable are tried, and what an assignment rules out elsewhere.

A check is one constraint looked at, with one of its variables.
"""

from __future__ import annotations

from backends import Vector
from csp.network import UNASSIGNED, Form, Network
from csp.state import CHECKS, CONSTRAINT, PRUNINGS, VARIABLE, Candidates, Propagate, State, Traits
from csp.wide import last_open, left_values


def look_back(form: Form) -> Candidates:
    """The values that no constraint forbids whose other variables are all assigned."""
    shared, wide, left = form.shared, form.wide, left_values(form)

    def consistent_values(network: Network, state: State, variable: int, counters: Vector) -> int:
        first, neighbours, support = network.first, network.neighbours, network.support
        assignment = state.assignment
        values = state.domains[variable]
        for arc in range(first[variable], first[variable + 1]):
            value = assignment[neighbours[arc]]
            if value != UNASSIGNED:
                values &= support[value] if shared else support[network.here[arc] + value]
        counters[CHECKS] += first[variable + 1] - first[variable]
        if wide:
            for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
                if state.open[network.uses[use]] == 1:
                    counters[CHECKS] += 1
                    values &= left(network, state, network.uses[use], variable)
        return values

    return consistent_values


def look_at_domains(form: Form) -> Candidates:
    """What propagation has left of the domain."""

    def remaining_values(network: Network, state: State, variable: int, counters: Vector) -> int:
        return state.domains[variable]

    return remaining_values


def no_propagation(form: Form, traits: Traits) -> Propagate:
    """Rule nothing out; a value that does not fit is met when its turn comes."""

    def nothing(network: Network, state: State, variable: int, end: int, counters: Vector) -> tuple[int, bool]:
        return end, True

    return nothing


def forward_checking(form: Form, traits: Traits) -> Propagate:
    """Remove from open variables what does not go with the values assigned.

    Haralick and Elliott 1980; for constraints over more variables it looks at those with one open variable left
    (nFC0 of Bessière, Meseguer, Freuder and Larrosa 1999). The function returns the new end of the trail, and False as
    soon as a variable has nothing left.
    """
    wide, along_arcs, last_variables = form.wide, look_along_arcs(form, traits), look_at_last(form, traits)

    def look_ahead(network: Network, state: State, variable: int, end: int, counters: Vector) -> tuple[int, bool]:
        end, possible = along_arcs(network, state, variable, end, counters)
        if wide and possible:
            end, possible = last_variables(network, state, variable, end, counters)
        return end, possible

    return look_ahead


def look_along_arcs(form: Form, traits: Traits) -> Propagate:
    """Forward checking of constraints between two variables."""
    shared, explaining = form.shared, traits.explaining
    learning = traits.explaining or traits.weighing

    def along_arcs(network: Network, state: State, variable: int, end: int, counters: Vector) -> tuple[int, bool]:
        first, neighbours, support = network.first, network.neighbours, network.support
        domains, assignment = state.domains, state.assignment
        value = assignment[variable]
        allowed = support[value]
        for arc in range(first[variable], first[variable + 1]):
            counters[CHECKS] += 1
            neighbour = neighbours[arc]
            if assignment[neighbour] == UNASSIGNED:
                if not shared:
                    allowed = support[network.there[arc] + value]
                removed = domains[neighbour] & ~allowed
                if removed:
                    domains[neighbour] ^= removed
                    state.trail_variable[end], state.trail_removed[end] = neighbour, removed
                    if explaining:
                        state.trail_cause[end] = network.constraint[arc]
                    end += 1
                    counters[PRUNINGS] += removed.bit_count()
                    if domains[neighbour] == 0:
                        if learning:
                            state.failure[VARIABLE], state.failure[CONSTRAINT] = neighbour, network.constraint[arc]
                        return end, False
        return end, True

    return along_arcs


def look_at_last(form: Form, traits: Traits) -> Propagate:
    """Forward checking of wide constraints that have one open variable left."""
    explaining, left = traits.explaining, left_values(form)
    learning = traits.explaining or traits.weighing

    def last_variables(network: Network, state: State, variable: int, end: int, counters: Vector) -> tuple[int, bool]:
        for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
            constraint = network.uses[use]
            if state.open[constraint] != 1:
                continue
            counters[CHECKS] += 1
            last = last_open(network, state, constraint)
            removed = state.domains[last] & ~left(network, state, constraint, last)
            if removed:
                state.domains[last] ^= removed
                state.trail_variable[end], state.trail_removed[end] = last, removed
                if explaining:
                    state.trail_cause[end] = constraint
                end += 1
                counters[PRUNINGS] += removed.bit_count()
                if state.domains[last] == 0:
                    if learning:
                        state.failure[VARIABLE], state.failure[CONSTRAINT] = last, constraint
                    return end, False
        return end, True

    return last_variables
