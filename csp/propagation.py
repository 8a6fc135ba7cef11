"""Plug points of the search: which values of a variable are tried, and what an assignment rules out elsewhere.

A check is one constraint looked at, between a variable and one of its neighbours.
"""

from __future__ import annotations

from backends import Vector
from csp.network import UNASSIGNED, Network
from csp.search import CHECKS, PRUNINGS, State


def look_back(network: Network, state: State, variable: int, counters: Vector) -> int:
    """The values of `variable` that no assigned neighbour forbids."""
    first, neighbours, support = network
    assignment = state.assignment
    values = state.domains[variable]
    for arc in range(first[variable], first[variable + 1]):
        value = assignment[neighbours[arc]]
        if value != UNASSIGNED:
            values &= support[value]
    counters[CHECKS] += first[variable + 1] - first[variable]
    return values


def remaining_values(network: Network, state: State, variable: int, counters: Vector) -> int:
    """What propagation has left of the domain."""
    return state.domains[variable]


def no_propagation(network: Network, state: State, variable: int, end: int, counters: Vector) -> tuple[int, bool]:
    """Rule nothing out; a value that does not fit is met when its turn comes."""
    return end, True


def forward_checking(network: Network, state: State, variable: int, end: int, counters: Vector) -> tuple[int, bool]:
    """Remove from unassigned neighbours what does not go with `variable`'s value (Haralick and Elliott 1980).

    Returns the new end of the trail, and False as soon as a neighbour has nothing left.
    """
    first, neighbours, support = network
    domains, assignment = state.domains, state.assignment
    allowed = support[assignment[variable]]
    for arc in range(first[variable], first[variable + 1]):
        counters[CHECKS] += 1
        neighbour = neighbours[arc]
        if assignment[neighbour] == UNASSIGNED:
            removed = domains[neighbour] & ~allowed
            if removed:
                domains[neighbour] ^= removed
                state.trail_variable[end], state.trail_removed[end] = neighbour, removed
                end += 1
                counters[PRUNINGS] += removed.bit_count()
                if domains[neighbour] == 0:
                    return end, False
    return end, True
