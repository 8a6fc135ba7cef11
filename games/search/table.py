"""The transposition table: what is known of positions met before (Greenblatt 1967), so that they need no second search.

A slot holds the whole position, not a hash of it, so that no position is ever taken for another; a lower and an upper
bound of its value at a depth; and its best move. What was found at one depth does not answer for another, so values at
a fixed depth are those of minimax. The exception is a search to the end of the game, where the depth means nothing.

A position has one slot only, named by its hash. Who keeps a slot is the replacement: `always` the newcomer, `deeper`
the one that was searched more deeply, the newcomer when equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.hashing import mix
from games.search.memory import TABLE_MASK, WHOLE_GAME, Layout
from games.search.rules import INFINITY, Rules

Replacement = Literal["always", "deeper"]

NO_MOVE = -1


class Table(NamedTuple):
    """What a search does with its table; `slot` is a place in the memory.

    locate: state, memory -> the slot that a position has, or may have
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
    """A table at the end of the memory, of as many slots as TABLE_MASK says."""
    start, size = layout.table, slot_size(rules.words)
    bounds, move = make_readers(rules.words)

    def locate(state: State, memory: Vector) -> int:
        number = 0
        for word in state:
            number = mix(number, word)
        return start + (number & memory[TABLE_MASK]) * size

    def probe(slot: int, state: State, depth: int, alpha: int, beta: int, memory: Vector) -> int:
        lower, upper = bounds(slot, state, depth, memory)
        if lower >= beta:
            return lower
        return upper if upper <= alpha or lower == upper else UNDECIDED

    return Table(locate, bounds, probe, move, make_store(rules.words, replacement, bounds, move))


Bounds = Callable[[int, State, int, Vector], tuple[int, int]]
Move = Callable[[int, State, Vector], int]


def make_readers(words: int) -> tuple[Bounds, Move]:
    """`Table.bounds` and `Table.move`, for states of so many integers."""

    def holds(slot: int, state: State, memory: Vector) -> bool:
        """Whether the slot is this position's."""
        place = slot
        for word in state:
            if memory[place] != word:
                return False
            place += 1
        return memory[place] != 0

    def bounds(slot: int, state: State, depth: int, memory: Vector) -> tuple[int, int]:
        if holds(slot, state, memory) and (memory[slot + words + 1] >> BITS == depth or memory[WHOLE_GAME] == 1):
            both = memory[slot + words]
            return (both >> BITS) - UP, (both & LOW_HALF) - UP
        return -INFINITY, INFINITY

    def move(slot: int, state: State, memory: Vector) -> int:
        return (memory[slot + words + 1] & LOW_HALF) - 1 if holds(slot, state, memory) else NO_MOVE

    return bounds, move


def make_store(
    words: int, replacement: Replacement, bounds: Bounds, move: Move
) -> Callable[[int, State, int, int, int, int, int, Vector], None]:
    """`Table.store`: what is known already of the position at this depth stays known."""
    keep_deeper = replacement == "deeper"

    def store(
        slot: int, state: State, depth: int, alpha: int, beta: int, value: int, best: int, memory: Vector
    ) -> None:
        known = move(slot, state, memory)
        if keep_deeper and known == NO_MOVE and memory[slot + words + 1] >> BITS > depth:
            return
        lower, upper = bounds(slot, state, depth, memory)
        if (value <= alpha or value <= lower) and known != NO_MOVE:
            best = known  # a search that fails low shows no good move, only that none is better than alpha
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


def make_best_known(table: Table, jit: Jit) -> Callable[[State, Vector], int]:
    """The function that looks up the best move of a position."""
    locate, remembered = table.locate, table.move

    @jit
    def best_known(state: State, memory: Vector) -> int:
        return remembered(locate(state, memory), state, memory)

    return best_known
