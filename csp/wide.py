"""Constraints over three variables or more: which values they leave their last open variable.

LINEAR       data: how the sum stands to 0, what is added to it, a coefficient for each variable of the scope
TABLE        data: how many rows, and the rows, as positions of values; one of them must be taken
FORBIDDEN    the same; none of them may be
CALL         data: the number of a function, to be asked; interpreted only
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from csp.network import CALL, FORBIDDEN, LINEAR, TABLE, UNASSIGNED, Form, Network
from csp.normal import AT_MOST, EQUAL

if TYPE_CHECKING:
    from csp.state import State

LeftValues = Callable[[Network, "State", int, int], int]


def value_of(state: State, variable: int) -> int:
    """The one value that a variable has or may have, or UNASSIGNED when there are several."""
    if state.assignment[variable] != UNASSIGNED:
        return state.assignment[variable]
    domain = state.domains[variable]
    return domain.bit_length() - 1 if domain != 0 and domain & (domain - 1) == 0 else UNASSIGNED


def last_open(network: Network, state: State, constraint: int) -> int:
    """The variable of a constraint that has no value, where there is one."""
    for place in range(network.scope_first[constraint], network.scope_first[constraint + 1]):
        if state.assignment[network.scope[place]] == UNASSIGNED:
            return network.scope[place]
    return UNASSIGNED


def stands(relation: int, total: int) -> bool:
    """Whether a sum stands to 0 as it should."""
    if relation == EQUAL:
        return total == 0
    return total <= 0 if relation == AT_MOST else total != 0


def linear_values(network: Network, state: State, constraint: int, variable: int) -> int:
    """The values of `variable` with which the sum is right."""
    start, first = network.scope_first[constraint], network.data_first[constraint]
    relation, total, coefficient = network.data[first], network.data[first + 1], 0
    for place in range(start, network.scope_first[constraint + 1]):
        member, factor = network.scope[place], network.data[first + 2 + place - start]
        if member == variable:
            coefficient = factor
        else:
            total += factor * network.values[value_of(state, member)]
    left, rest = 0, state.domains[variable]
    while rest:
        bit = rest & -rest
        rest ^= bit
        if stands(relation, total + coefficient * network.values[bit.bit_length() - 1]):
            left |= bit
    return left


def table_values(network: Network, state: State, constraint: int, variable: int) -> int:
    """The values of `variable` in rows that agree with all the others."""
    start, end, first = (
        network.scope_first[constraint],
        network.scope_first[constraint + 1],
        network.data_first[constraint],
    )
    size, found = end - start, 0
    for row in range(network.data[first]):
        begin, bit = first + 1 + row * size - start, 0
        for place in range(start, end):
            member, value = network.scope[place], network.data[begin + place]
            if member == variable:
                bit = 1 << value
            elif value_of(state, member) != value:
                bit = 0
                break
        found |= bit
    return found


def left_values(form: Form) -> LeftValues:
    """The function that says which values of `variable` a constraint allows, all its other variables having one."""
    linear, listed = LINEAR in form.kinds, TABLE in form.kinds or FORBIDDEN in form.kinds

    def left(network: Network, state: State, constraint: int, variable: int) -> int:
        # What comes first in these conditions is known when the kernel is compiled; what it excludes is left out.
        kind = network.kind[constraint]
        if linear and kind == LINEAR:
            return linear_values(network, state, constraint, variable)
        if listed:
            if kind == TABLE:
                return state.domains[variable] & table_values(network, state, constraint, variable)
            if kind == FORBIDDEN:
                return state.domains[variable] & ~table_values(network, state, constraint, variable)
        return state.domains[variable]

    return asking(form.functions, left) if form.functions else left


def asking(functions: Sequence[Callable[..., bool]], left: LeftValues) -> LeftValues:
    """The same for constraints of the kind CALL too, of which a function is asked; interpreted only."""

    def left_or_asked(network: Network, state: State, constraint: int, variable: int) -> int:
        if network.kind[constraint] != CALL:
            return left(network, state, constraint, variable)
        places = range(network.scope_first[constraint], network.scope_first[constraint + 1])
        scope = [network.scope[place] for place in places]
        row = [network.values[max(value_of(state, member), 0)] for member in scope]
        place, allowed = scope.index(variable), 0
        for position, value in enumerate(network.values):
            if state.domains[variable] >> position & 1:
                row[place] = value
                if functions[network.data[network.data_first[constraint]]](*row):
                    allowed |= 1 << position
        return allowed

    return left_or_asked
