"""Filters of the all-different constraint as a whole.

member       a variable of the constraint, by its place in the scope
slot         what a member takes up: its value plus its offset, numbered in ascending order from 0
Hall set     members that together have only as many slots as there are of them, so that no other may have these
matching     a slot for each member, no slot twice
"""

from __future__ import annotations

from collections.abc import Callable

from backends import Vector
from csp.filters import Remove, greatest, keep_only, least
from csp.network import UNASSIGNED, Network
from csp.state import CONSTRAINT, VARIABLE, State

MOST_MEMBERS = 63
"""The matching filter keeps sets of members in masks."""


def slot_of(network: Network, constraint: int, member: int, position: int) -> int:
    """The slot that a member takes up with the value at `position`."""
    return network.data[network.data_first[constraint] + 1 + member * len(network.values) + position]


def outside(network: Network, state: State, constraint: int, member: int, low: int, high: int) -> int:
    """The values of a member that take up no slot between `low` and `high`."""
    domain = state.domains[network.scope[network.scope_first[constraint] + member]]
    kept = 0
    while domain:
        bit = domain & -domain
        domain ^= bit
        if not low <= slot_of(network, constraint, member, bit.bit_length() - 1) <= high:
            kept |= bit
    return kept


def read_bounds(network: Network, state: State, constraint: int, size: int) -> None:
    """Into scratch: the least slot of each member, then the greatest of each, then the members by the latter."""
    bounds, start = state.scratch, network.scope_first[constraint]
    for member in range(size):
        domain = state.domains[network.scope[start + member]]
        bounds[member] = slot_of(network, constraint, member, least(domain))
        bounds[size + member] = slot_of(network, constraint, member, greatest(domain))
        place = member
        while place > 0 and bounds[size + bounds[2 * size + place - 1]] > bounds[size + member]:
            bounds[2 * size + place] = bounds[2 * size + place - 1]
            place -= 1
        bounds[2 * size + place] = member


def hall_intervals(remove: Remove) -> Callable[..., tuple[int, bool]]:
    """Intervals of slots that are full are taken from everyone else (Puget 1998), by looking at each interval."""
    keep = keep_only(remove)

    def filter_hall(network: Network, state: State, constraint: int, end: int, counters: Vector) -> tuple[int, bool]:
        start = network.scope_first[constraint]
        size, bounds = network.scope_first[constraint + 1] - start, state.scratch
        read_bounds(network, state, constraint, size)
        for first in range(size):
            low, inside = bounds[first], 0
            for place in range(size):
                member = bounds[2 * size + place]
                if bounds[member] < low:
                    continue
                inside += 1
                high = bounds[size + member]
                if inside > high - low + 1:
                    state.failure[VARIABLE], state.failure[CONSTRAINT] = UNASSIGNED, constraint
                    return end, False
                if inside <= high - low:
                    continue
                for other in range(size):
                    if bounds[other] >= low and bounds[size + other] <= high:
                        continue
                    kept = outside(network, state, constraint, other, low, high)
                    variable = network.scope[start + other]
                    end, possible = keep(network, state, variable, kept, constraint, end, counters)
                    if not possible:
                        return end, False
        return end, True

    return filter_hall


def augment(network: Network, state: State, constraint: int, size: int, slots: int, root: int) -> bool:
    """Find a slot for one more member, moving others: breadth first along alternating paths (Berge 1957).

    scratch: the slot of each member [size]; the owner of each slot [slots]; the member that reached each slot, or
    UNASSIGNED [slots]; members in the order they were reached [size]
    """
    work, start = state.scratch, network.scope_first[constraint]
    owner, reached, waiting = size, size + slots, size + 2 * slots
    for slot in range(slots):
        work[reached + slot] = UNASSIGNED
    work[waiting], done, count = root, 0, 1
    while done < count:
        member = work[waiting + done]
        done += 1
        domain = state.domains[network.scope[start + member]]
        while domain:
            bit = domain & -domain
            domain ^= bit
            slot = slot_of(network, constraint, member, bit.bit_length() - 1)
            if work[reached + slot] != UNASSIGNED:
                continue
            work[reached + slot] = member
            if work[owner + slot] != UNASSIGNED:
                work[waiting + count] = work[owner + slot]
                count += 1
                continue
            while True:  # a free slot: each member on the path takes the slot that the next one leaves
                member = work[reached + slot]
                left = work[member]
                work[member], work[owner + slot] = slot, member
                if member == root:
                    return True
                slot = left
    return False


def match_all(network: Network, state: State, constraint: int, size: int, slots: int) -> bool:
    """A matching from nothing; False when there is none."""
    for place in range(size + slots):
        state.scratch[place] = UNASSIGNED
    for member in range(size):  # noqa: SIM110  (Numba knows no all())
        if not augment(network, state, constraint, size, slots, member):
            return False
    return True


def close(network: Network, state: State, constraint: int, size: int, slots: int) -> int:
    """Into scratch, from size + slots on: the members that each leads to. Returns those that lead to a free slot."""
    work, start, leads = state.scratch, network.scope_first[constraint], size + slots
    free = 0
    for member in range(size):
        domain, mask = state.domains[network.scope[start + member]], 0
        while domain:
            bit = domain & -domain
            domain ^= bit
            other = work[size + slot_of(network, constraint, member, bit.bit_length() - 1)]
            if other == UNASSIGNED:
                free |= 1 << member
            else:
                mask |= 1 << other
        work[leads + member] = mask
    for middle in range(size):
        for member in range(size):
            if work[leads + member] >> middle & 1:
                work[leads + member] |= work[leads + middle]
    able = free
    for member in range(size):
        if work[leads + member] & free:
            able |= 1 << member
    return able


def matching(remove: Remove) -> Callable[..., tuple[int, bool]]:
    """A value stays if it is in some matching of all members (Régin 1994).

    From a matching, member i leads to member j when i might have j's slot. A value whose slot is j's is in a matching
    if j leads back to i, or if j could go to a slot that nobody has. What leads where is a closure over masks of
    members, which for scopes of this size is simpler than strongly connected components, and as fast.
    """
    keep = keep_only(remove)

    def filter_matching(
        network: Network, state: State, constraint: int, end: int, counters: Vector
    ) -> tuple[int, bool]:
        start = network.scope_first[constraint]
        size, slots = network.scope_first[constraint + 1] - start, network.data[network.data_first[constraint]]
        if not match_all(network, state, constraint, size, slots):
            state.failure[VARIABLE], state.failure[CONSTRAINT] = UNASSIGNED, constraint
            return end, False
        able = close(network, state, constraint, size, slots)
        work, leads = state.scratch, size + slots
        for member in range(size):
            domain, kept = state.domains[network.scope[start + member]], 0
            while domain:
                bit = domain & -domain
                domain ^= bit
                other = work[size + slot_of(network, constraint, member, bit.bit_length() - 1)]
                free = other in (UNASSIGNED, member) or able >> other & 1 == 1
                if free or work[leads + other] >> member & 1:
                    kept |= bit
            variable = network.scope[start + member]
            end, possible = keep(network, state, variable, kept, constraint, end, counters)
            if not possible:
                return end, False
        return end, True

    return filter_matching
