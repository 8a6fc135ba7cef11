"""Filters: which values a wide constraint takes from the domains of its variables, looked at as a whole.

linear        bounds: a value stays if the others' least and greatest values leave room for it
table         a value stays if it is in a row whose other values are still possible (generalised arc consistency)
all-different Hall intervals, or matching (`csp.all_different`)
others        nothing until a single variable is left with several values
"""

from __future__ import annotations

from collections.abc import Callable

from backends import Vector
from csp.network import ALL_DIFFERENT, LINEAR, TABLE, UNASSIGNED, Form, Network
from csp.normal import DIFFERENT, EQUAL
from csp.state import CONSTRAINT, VARIABLE, State
from csp.wide import left_values, value_of

Remove = Callable[[Network, State, int, int, int, int, Vector], int]
Filter = Callable[[Remove], Callable[[Network, State, int, int, Vector], tuple[int, bool]]]


def keep_only(remove: Remove) -> Callable[[Network, State, int, int, int, int, Vector], tuple[int, bool]]:
    """The function that removes all but `kept` from a variable because of a constraint."""

    def keep(
        network: Network, state: State, variable: int, kept: int, constraint: int, end: int, counters: Vector
    ) -> tuple[int, bool]:
        removed = state.domains[variable] & ~kept
        if removed:
            end = remove(network, state, variable, removed, constraint, end, counters)
        if state.domains[variable] == 0:
            state.failure[VARIABLE], state.failure[CONSTRAINT] = variable, constraint
            return end, False
        return end, True

    return keep


def least(domain: int) -> int:
    """The position of the smallest value."""
    return (domain & -domain).bit_length() - 1


def greatest(domain: int) -> int:
    """The position of the largest value."""
    return domain.bit_length() - 1


def term(network: Network, state: State, place: int, factor: int, largest: bool) -> int:
    """The smallest or the largest that a member of the sum can be."""
    domain = state.domains[network.scope[place]]
    position = greatest(domain) if largest == (factor > 0) else least(domain)
    return factor * network.values[position]


def within(network: Network, domain: int, factor: int, low: int, high: int) -> int:
    """The values of `domain` that, times `factor`, lie between `low` and `high`."""
    kept = 0
    while domain:
        bit = domain & -domain
        domain ^= bit
        if low <= factor * network.values[bit.bit_length() - 1] <= high:
            kept |= bit
    return kept


def linear_bounds(remove: Remove) -> Callable[..., tuple[int, bool]]:
    """Bounds consistency of `sum <= 0` and `sum = 0` (Bessière 2006, Handbook of Constraint Programming, 3.5)."""
    keep = keep_only(remove)

    def filter_linear(network: Network, state: State, constraint: int, end: int, counters: Vector) -> tuple[int, bool]:
        start, stop = network.scope_first[constraint], network.scope_first[constraint + 1]
        first = network.data_first[constraint]
        equal = network.data[first] == EQUAL
        low = high = network.data[first + 1]
        for place in range(start, stop):
            factor = network.data[first + 2 + place - start]
            low += term(network, state, place, factor, False)
            high += term(network, state, place, factor, True)
        if low > 0 or (equal and high < 0):
            state.failure[VARIABLE], state.failure[CONSTRAINT] = UNASSIGNED, constraint
            return end, False
        if high <= 0 and (low == high or not equal):
            return end, True
        for place in range(start, stop):
            factor = network.data[first + 2 + place - start]
            smallest, largest = term(network, state, place, factor, False), term(network, state, place, factor, True)
            # The sum of the others goes from low - smallest to high - largest.
            floor = largest - high if equal else smallest
            if smallest >= floor and largest <= smallest - low:
                continue
            variable = network.scope[place]
            kept = within(network, state.domains[variable], factor, floor, smallest - low)
            end, possible = keep(network, state, variable, kept, constraint, end, counters)
            if not possible:
                return end, False
        return end, True

    return filter_linear


def table_rows(remove: Remove) -> Callable[..., tuple[int, bool]]:
    """Generalised arc consistency by going through the rows."""
    keep = keep_only(remove)

    def filter_table(network: Network, state: State, constraint: int, end: int, counters: Vector) -> tuple[int, bool]:
        start, stop = network.scope_first[constraint], network.scope_first[constraint + 1]
        first, size, found = network.data_first[constraint], stop - start, state.scratch
        for place in range(size):
            found[place] = 0
        for row in range(network.data[first]):
            begin, possible = first + 1 + row * size, True
            for place in range(size):
                if state.domains[network.scope[start + place]] >> network.data[begin + place] & 1 == 0:
                    possible = False
                    break
            if possible:
                for place in range(size):
                    found[place] |= 1 << network.data[begin + place]
        for place in range(size):
            variable = network.scope[start + place]
            end, possible = keep(network, state, variable, found[place], constraint, end, counters)
            if not possible:
                return end, False
        return end, True

    return filter_table


def filter_of(
    form: Form, remove: Remove, all_different: Filter | None
) -> Callable[[Network, State, int, int, Vector], tuple[int, bool]]:
    """The filter of every kind of wide constraint; without `all_different`, those are left to their pairs."""
    filter_linear, filter_table, left = linear_bounds(remove), table_rows(remove), left_values(form)
    filter_different = all_different(remove) if all_different is not None else left_to_pairs
    keep = keep_only(remove)

    def filter_last(network: Network, state: State, constraint: int, end: int, counters: Vector) -> tuple[int, bool]:
        """Nothing while two variables have several values; then the values of the one that has, or a check."""
        stop = network.scope_first[constraint + 1]
        variable, several = network.scope[stop - 1], 0
        for place in range(network.scope_first[constraint], stop):
            if value_of(state, network.scope[place]) == UNASSIGNED:
                variable, several = network.scope[place], several + 1
        if several > 1:
            return end, True
        kept = left(network, state, constraint, variable)
        return keep(network, state, variable, kept, constraint, end, counters)

    linear, table, different = (kind in form.kinds for kind in (LINEAR, TABLE, ALL_DIFFERENT))
    others = set(form.kinds) - {TABLE, ALL_DIFFERENT} != set()

    def filter_values(network: Network, state: State, constraint: int, end: int, counters: Vector) -> tuple[int, bool]:
        # What comes first in these conditions is known when the kernel is compiled; what it excludes is left out.
        kind = network.kind[constraint]
        if linear and kind == LINEAR and network.data[network.data_first[constraint]] != DIFFERENT:
            return filter_linear(network, state, constraint, end, counters)
        if table and kind == TABLE:
            return filter_table(network, state, constraint, end, counters)
        if different and kind == ALL_DIFFERENT:
            return filter_different(network, state, constraint, end, counters)
        if others:
            return filter_last(network, state, constraint, end, counters)
        return end, True

    return filter_values


def left_to_pairs(network: Network, state: State, constraint: int, end: int, counters: Vector) -> tuple[int, bool]:
    """Nothing: the arcs between the pairs of variables do it."""
    return end, True
