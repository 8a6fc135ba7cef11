"""Plug points of the search: which variable is assigned next. Ties go to the lowest.

degree       of an open variable: its constraints that have another open variable (Brélaz 1979)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backends import Vector
from csp.network import UNASSIGNED, Form, Network
from csp.state import Candidates, NextVariable, State, Traits

Degree = Callable[[Network, State, int], int]


def static_order(candidates: Candidates, form: Form, traits: Traits) -> NextVariable:
    """The lowest open variable (in Sudoku: reading order)."""

    def first_open(network: Network, state: State, depth: int, rng: Any, counters: Vector) -> tuple[int, int]:
        # All variables below the one chosen last are assigned already.
        start = state.path[depth - 1] + 1 if depth > 0 else 0
        for variable in range(start, len(state.assignment)):
            if state.assignment[variable] == UNASSIGNED:
                return variable, candidates(network, state, variable, counters)
        return UNASSIGNED, 0

    return first_open


def random_order(candidates: Candidates, form: Form, traits: Traits) -> NextVariable:
    """Any open variable, each with the same chance."""

    def any_open(network: Network, state: State, depth: int, rng: Any, counters: Vector) -> tuple[int, int]:
        count = 0
        for variable in range(len(state.assignment)):
            if state.assignment[variable] == UNASSIGNED:
                count += 1
        skip = int(rng.random() * count)
        for variable in range(len(state.assignment)):
            if state.assignment[variable] == UNASSIGNED:
                if skip == 0:
                    return variable, candidates(network, state, variable, counters)
                skip -= 1
        return UNASSIGNED, 0

    return any_open


def minimum_remaining_values(candidates: Candidates, form: Form, traits: Traits) -> NextVariable:
    """The variable with the fewest candidates (Haralick and Elliott 1980, "fail first")."""

    def most_constrained(network: Network, state: State, depth: int, rng: Any, counters: Vector) -> tuple[int, int]:
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


def degree_of(form: Form, weighing: bool) -> Degree:
    """The function that gives the degree of a variable; `weighing`: each constraint counts as much as its weight."""
    wide = form.wide

    def degree(network: Network, state: State, variable: int) -> int:
        total = 0
        for arc in range(network.first[variable], network.first[variable + 1]):
            if state.assignment[network.neighbours[arc]] == UNASSIGNED:
                total += state.weights[network.constraint[arc]] if weighing else 1
        if wide:
            for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
                if state.open[network.uses[use]] > 1:
                    total += state.weights[network.uses[use]] if weighing else 1
        return total

    return degree


def largest_degree(candidates: Candidates, form: Form, traits: Traits) -> NextVariable:
    """The variable with the largest degree."""
    degree = degree_of(form, False)

    def most_connected(network: Network, state: State, depth: int, rng: Any, counters: Vector) -> tuple[int, int]:
        chosen, most = UNASSIGNED, -1
        for variable in range(len(state.assignment)):
            if state.assignment[variable] == UNASSIGNED:
                connections = degree(network, state, variable)
                if connections > most:
                    chosen, most = variable, connections
        if chosen == UNASSIGNED:
            return UNASSIGNED, 0
        return chosen, candidates(network, state, chosen, counters)

    return most_connected


def fewest_then_degree(candidates: Candidates, form: Form, traits: Traits) -> NextVariable:
    """The variable with the fewest candidates, and of these the one with the largest degree (Brélaz 1979)."""
    degree = degree_of(form, False)

    def most_constrained(network: Network, state: State, depth: int, rng: Any, counters: Vector) -> tuple[int, int]:
        chosen, fewest, most, its_values = UNASSIGNED, 64, -1, 0
        for variable in range(len(state.assignment)):
            if state.assignment[variable] == UNASSIGNED:
                values = candidates(network, state, variable, counters)
                count = values.bit_count()
                if count > fewest:
                    continue
                connections = degree(network, state, variable)
                if count < fewest or connections > most:
                    chosen, fewest, most, its_values = variable, count, connections, values
                    if count == 0:
                        break
        return chosen, its_values

    return most_constrained


def smallest_ratio(candidates: Candidates, form: Form, traits: Traits) -> NextVariable:
    """The variable with the fewest candidates for its degree.

    dom/deg (Bessière and Régin 1996); where constraints are weighed, dom/wdeg (Boussemart, Hemery, Lecoutre and Sais
    2004).
    """
    degree = degree_of(form, traits.weighing)

    def smallest(network: Network, state: State, depth: int, rng: Any, counters: Vector) -> tuple[int, int]:
        chosen, its_count, its_degree, its_values = UNASSIGNED, 1, 0, 0
        for variable in range(len(state.assignment)):
            if state.assignment[variable] == UNASSIGNED:
                values = candidates(network, state, variable, counters)
                count = values.bit_count()
                if count == 0:
                    return variable, 0
                connections = degree(network, state, variable)
                # count / connections < its_count / its_degree, where x / 0 is larger than anything
                if chosen == UNASSIGNED or count * its_degree < its_count * connections:
                    chosen, its_count, its_degree, its_values = variable, count, connections, values
        return chosen, its_values

    return smallest
