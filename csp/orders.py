"""Plug points of the search: which variable is assigned next, and in which order its values are tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backends import Jit, Vector
from csp.network import UNASSIGNED, Network
from csp.search import Candidates, State

NextVariable = Callable[[Network, State, int, Vector], tuple[int, int]]


def static_order(candidates: Candidates, jit: Jit) -> NextVariable:
    """The lowest unassigned variable (in Sudoku: reading order)."""

    def first_unassigned(network: Network, state: State, depth: int, counters: Vector) -> tuple[int, int]:
        # All variables below the one chosen last are assigned already.
        start = state.path[depth - 1] + 1 if depth > 0 else 0
        for variable in range(start, len(state.assignment)):
            if state.assignment[variable] == UNASSIGNED:
                return variable, candidates(network, state, variable, counters)
        return UNASSIGNED, 0

    return first_unassigned


def minimum_remaining_values(candidates: Candidates, jit: Jit) -> NextVariable:
    """The variable with the fewest candidates (Haralick and Elliott 1980, "fail first"); ties: the lowest."""

    def most_constrained(network: Network, state: State, depth: int, counters: Vector) -> tuple[int, int]:
        chosen, fewest, its_values = UNASSIGNED, 64, 0
        for variable in range(len(state.assignment)):
            if state.assignment[variable] == UNASSIGNED:
                values = candidates(network, state, variable, counters)
                count = values.bit_count()
                if count < fewest:
                    chosen, fewest, its_values = variable, count, values
                    if count == 0:
                        break
        return chosen, its_values

    return most_constrained


def ascending(values: int, rng: Any) -> int:
    """The lowest value."""
    return values & -values


def descending(values: int, rng: Any) -> int:
    """The highest value."""
    return 1 << (values.bit_length() - 1)


def shuffled(values: int, rng: Any) -> int:
    """Any value, each with the same chance."""
    for _ in range(int(rng.random() * values.bit_count())):
        values &= values - 1
    return values & -values
