"""Plug points of the search: in which order the values of a variable are tried."""

from __future__ import annotations

from typing import Any

from csp.network import UNASSIGNED, Network
from csp.search import State


def ascending(network: Network, state: State, variable: int, values: int, rng: Any) -> int:
    """The lowest value."""
    return values & -values


def descending(network: Network, state: State, variable: int, values: int, rng: Any) -> int:
    """The highest value."""
    return 1 << (values.bit_length() - 1)


def shuffled(network: Network, state: State, variable: int, values: int, rng: Any) -> int:
    """Any value, each with the same chance."""
    for _ in range(int(rng.random() * values.bit_count())):
        values &= values - 1
    return values & -values


def least_constraining(network: Network, state: State, variable: int, values: int, rng: Any) -> int:
    """The value that takes the fewest values from open neighbours (Haralick and Elliott 1980); ties: the lowest.

    Only constraints between two variables are looked at.
    """
    chosen, least = 0, -1
    while values:
        bit = values & -values
        values ^= bit
        value, lost = bit.bit_length() - 1, 0
        for arc in range(network.first[variable], network.first[variable + 1]):
            neighbour = network.neighbours[arc]
            if state.assignment[neighbour] == UNASSIGNED:
                lost += (state.domains[neighbour] & ~network.support[network.there[arc] + value]).bit_count()
        if least < 0 or lost < least:
            chosen, least = bit, lost
    return chosen
