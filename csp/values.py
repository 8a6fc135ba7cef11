"""Plug points of the search: in which order the values of a variable are tried."""

from __future__ import annotations

from typing import Any

from csp.network import UNASSIGNED, Form, Network
from csp.state import State, ValueOrder


def ascending(form: Form) -> ValueOrder:
    """The lowest value."""

    def lowest(network: Network, state: State, variable: int, values: int, rng: Any) -> int:
        return values & -values

    return lowest


def descending(form: Form) -> ValueOrder:
    """The highest value."""

    def highest(network: Network, state: State, variable: int, values: int, rng: Any) -> int:
        return 1 << (values.bit_length() - 1)

    return highest


def shuffled(form: Form) -> ValueOrder:
    """Any value, each with the same chance."""

    def anyone(network: Network, state: State, variable: int, values: int, rng: Any) -> int:
        for _ in range(int(rng.random() * values.bit_count())):
            values &= values - 1
        return values & -values

    return anyone


def least_constraining(form: Form) -> ValueOrder:
    """The value that takes the fewest values from open neighbours (Haralick and Elliott 1980); ties: the lowest.

    Only constraints between two variables are looked at.
    """
    shared = form.shared

    def gentlest(network: Network, state: State, variable: int, values: int, rng: Any) -> int:
        chosen, least = 0, -1
        while values:
            bit = values & -values
            values ^= bit
            value, lost = bit.bit_length() - 1, 0
            for arc in range(network.first[variable], network.first[variable + 1]):
                neighbour = network.neighbours[arc]
                if state.assignment[neighbour] == UNASSIGNED:
                    allowed = network.support[value] if shared else network.support[network.there[arc] + value]
                    lost += (state.domains[neighbour] & ~allowed).bit_count()
            if least < 0 or lost < least:
                chosen, least = bit, lost
        return chosen

    return gentlest
