"""The transposition table: what is known of positions met before (Greenblatt 1967), so that they need no second search.

A slot holds the whole position, not a hash of it, so that no position is ever taken for another; a lower and an upper
bound of its value at a depth; and its best move. What was found at one depth does not answer for another, so values at
a fixed depth are those of minimax. The exception is a search to the end of the game, where the depth means nothing.

A position's hash says which slot it may have, and the replacement, which of two positions gets it: `always` the
newcomer; `deeper` the one that was searched more deeply, the newcomer when equal; `both`: slots come in pairs, the
first for the deeper one, the second for whoever was there last (Breuker, Uiterwijk and van den Herik 1994, "TwoDeep").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.hashing import mix
from games.search.memory import TABLE_MASK, WHOLE_GAME, Layout
from games.search.rules import INFINITY, Rules

Replacement = Literal["both", "always", "deeper"]

NO_MOVE = -1


class Table(NamedTuple):
    """What a search does with its table; `slot` is a place in the memory, where one slot or a pair begins.

    locate: state, memory -> the slot that a position may have
    bounds: slot, state, depth, memory -> lower and upper bound, -INFINITY and INFINITY when nothing is known
    probe: slot, state, depth, alpha, beta, memory -> what a search with that window would find, or UNDECIDED
    move: slot, state, memory -> the best move known, at whatever depth, or NO_MOVE
    store: slot, state, depth, alpha, beta, value, move, memory: the result of a fail-soft search of that window
    """

    locate: Callable[[State, Vector], int]
    bounds: Callable[[int, State, int, Vector], tuple[int, int]]
    probe: Callable[[int, State, int, int, int, Vector], int]
    move: Callable[[int, State, Vector], int]
    store: Callable[[int, State, int, int, int, int, int, Vector], None]


def no_table() -> Table:
    """Nothing is remembered."""

    def locate(state: State, memory: Vector) -> int:
        return 0

    def bounds(slot: int, state: State, depth: int, memory: Vector) -> tuple[int, int]:
        return -INFINITY, INFINITY

    def probe(slot: int, state: State, depth: int, alpha: int, beta: int, memory: Vector) -> int:
        return UNDECIDED

    def move(slot: int, state: State, memory: Vector) -> int:
        return NO_MOVE

    def store(
        slot: int, state: State, depth: int, alpha: int, beta: int, value: int, best: int, memory: Vector
    ) -> None:
        pass

    return Table(locate, bounds, probe, move, store)


# A slot: the integers of the state; both bounds; depth and best move + 1. Pairs share a word, 32 bits each, and bounds
# are moved so far up that they are positive: a slot whose bounds are 0 is empty.
BITS = 32
LOW_HALF = (1 << BITS) - 1
UP = INFINITY << 1


def slot_size(words: int) -> int:
    """How many integers a slot has."""
    return words + 2


def slots_in(mebibytes: int, words: int) -> int:
    """How many slots fit: a power of two; 0 for no table."""
    return 1 << ((mebibytes << 20) // (8 * slot_size(words))).bit_length() - 1 if mebibytes else 0


def make_table(rules: Rules, layout: Layout, replacement: Replacement) -> Table:
    """A table at the end of the memory, of as many slots as TABLE_MASK says; at least two of them for `both`."""
    start, size, ways = layout.table, slot_size(rules.words), 2 if replacement == "both" else 1
    find = make_find(rules.words, ways)
    bounds, move = make_bounds(rules.words, find), make_move(rules.words, find)

    def locate(state: State, memory: Vector) -> int:
        number = 0
        for word in state:
            number = mix(number, word)
        return start + (number & memory[TABLE_MASK] & -ways) * size

    def probe(slot: int, state: State, depth: int, alpha: int, beta: int, memory: Vector) -> int:
        lower, upper = bounds(slot, state, depth, memory)
        if lower >= beta:
            return lower
        return upper if upper <= alpha or lower == upper else UNDECIDED

    return Table(locate, bounds, probe, move, make_store(rules.words, replacement, find, bounds))


NOWHERE = -1

Find = Callable[[int, State, Vector], int]
"""slot, state, memory -> the slot that holds a position, itself or the second of the pair, or NOWHERE"""

Bounds = Callable[[int, State, int, Vector], tuple[int, int]]
Move = Callable[[int, State, Vector], int]


def make_find(words: int, ways: int) -> Find:
    """`Find`, for states of so many integers and slots that come alone (`ways` 1) or in pairs (2)."""
    size = slot_size(words)

    def holds(slot: int, state: State, memory: Vector) -> bool:
        place = slot
        for word in state:
            if memory[place] != word:
                return False
            place += 1
        return memory[place] != 0

    def find(slot: int, state: State, memory: Vector) -> int:
        if holds(slot, state, memory):
            return slot
        return slot + size if ways == 2 and holds(slot + size, state, memory) else NOWHERE

    return find


def make_bounds(words: int, find: Find) -> Bounds:
    """`Table.bounds`."""

    def bounds(slot: int, state: State, depth: int, memory: Vector) -> tuple[int, int]:
        slot = find(slot, state, memory)
        if slot != NOWHERE and (memory[slot + words + 1] >> BITS == depth or memory[WHOLE_GAME] == 1):
            packed = memory[slot + words]
            return (packed >> BITS) - UP, (packed & LOW_HALF) - UP
        return -INFINITY, INFINITY

    return bounds


def make_move(words: int, find: Find) -> Move:
    """`Table.move`."""

    def move(slot: int, state: State, memory: Vector) -> int:
        slot = find(slot, state, memory)
        return NO_MOVE if slot == NOWHERE else (memory[slot + words + 1] & LOW_HALF) - 1

    return move


def make_store(
    words: int, replacement: Replacement, find: Find, bounds: Bounds
) -> Callable[[int, State, int, int, int, int, int, Vector], None]:
    """`Table.store`: what is known already of the position at this depth stays known."""
    make_room = make_make_room(words, replacement)

    def store(
        slot: int, state: State, depth: int, alpha: int, beta: int, value: int, best: int, memory: Vector
    ) -> None:
        lower, upper = bounds(slot, state, depth, memory)
        held = find(slot, state, memory)
        slot = held if held != NOWHERE else make_room(slot, depth, memory)
        if slot == NOWHERE:
            return
        if held != NOWHERE and (value <= alpha or value <= lower):
            # A search that fails low shows no good move, only that none is better than alpha.
            best = (memory[slot + words + 1] & LOW_HALF) - 1
        if value > alpha:
            lower = max(lower, value)
        if value < beta:
            upper = min(upper, value)
        place = slot
        for word in state:
            memory[place] = word
            place += 1
        memory[place] = lower + UP << BITS | upper + UP
        memory[place + 1] = depth << BITS | best + 1

    return store


def make_make_room(words: int, replacement: Replacement) -> Callable[[int, int, Vector], int]:
    """The function that says which slot a newcomer searched to some depth gets, or NOWHERE."""
    size = slot_size(words)

    def always(slot: int, depth: int, memory: Vector) -> int:
        return slot

    def deeper(slot: int, depth: int, memory: Vector) -> int:
        return slot if memory[slot + words + 1] >> BITS <= depth else NOWHERE

    def both(slot: int, depth: int, memory: Vector) -> int:
        if memory[slot + words + 1] >> BITS > depth:
            return slot + size
        for place in range(slot, slot + size):
            memory[place + size] = memory[place]
        return slot

    return {"always": always, "deeper": deeper, "both": both}[replacement]


Known = Callable[[State, int, Vector], tuple[int, int, int]]
"""state, depth, memory -> both bounds at that depth, and the best move at whatever depth"""


def make_known(table: Table, jit: Jit) -> Known:
    """The function that looks up all that the table has for a position."""
    locate, bounds, remembered = table.locate, table.bounds, table.move

    @jit
    def known(state: State, depth: int, memory: Vector) -> tuple[int, int, int]:
        slot = locate(state, memory)
        lower, upper = bounds(slot, state, depth, memory)
        return lower, upper, remembered(slot, state, memory)

    return known
