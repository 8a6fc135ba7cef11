"""Exact values of every position that can come up in a small game: minimax that remembers all (memoisation)."""

from __future__ import annotations

from collections.abc import Callable

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.hashing import mix
from games.search.memory import LEAVES, NODE_LIMIT, NODES, NUMBERS, POSITIONS, STOPPED, TABLE_HITS, TABLE_MASK
from games.search.rules import INFINITY, Rules

FULL = 2
"""In STOPPED: there are more positions than the table may hold."""

Solving = Callable[[State, int, Vector], int]
"""state, positions, memory -> its value for the player to move; stops when there are more than so many positions"""

Look = Callable[[State, Vector], int]
"""state, memory -> its value, or UNDECIDED when it is not among those that were met"""


def slot_size(words: int) -> int:
    """A slot of the table: the integers of a state, and its value + INFINITY; 0 in an empty one."""
    return words + 1


def slots_for(positions: int) -> int:
    """A power of two, at least twice as many."""
    return 1 << (2 * positions - 1).bit_length()


def make_find(words: int) -> Callable[[State, Vector], int]:
    """The function that finds a state's slot: its own, or the empty one that it would get (linear probing)."""
    size = slot_size(words)

    def find(state: State, memory: Vector) -> int:
        number = 0
        for word in state:
            number = mix(number, word)
        while True:
            slot = NUMBERS + (number & memory[TABLE_MASK]) * size
            if memory[slot + words] == 0 or holds(slot, state, memory):
                return slot
            number += 1

    def holds(slot: int, state: State, memory: Vector) -> bool:
        place = slot
        for word in state:
            if memory[place] != word:
                return False
            place += 1
        return True

    return find


def make_solve(rules: Rules, jit: Jit) -> tuple[Solving, Look]:
    """The search, and the function that looks up what it has found; the table follows the numbers in the memory."""
    moves, play, outcome, words, find = rules.moves, rules.play, rules.outcome, rules.words, make_find(rules.words)

    @jit
    def look(state: State, memory: Vector) -> int:
        known = memory[find(state, memory) + words]
        return known - INFINITY if known != 0 else UNDECIDED

    @jit
    def solve(state: State, positions: int, memory: Vector) -> int:
        if memory[NODES] >= memory[NODE_LIMIT]:
            memory[STOPPED] = 1
            return 0
        memory[NODES] += 1
        known = memory[find(state, memory) + words]
        if known != 0:
            memory[TABLE_HITS] += 1
            return known - INFINITY
        value = outcome(state)
        if value != UNDECIDED:
            memory[LEAVES] += 1
        else:
            value = -INFINITY
            for move in moves(state):
                value = max(value, -solve(play(state, move), positions, memory))
                if memory[STOPPED]:
                    return 0
        if memory[POSITIONS] == positions:
            memory[STOPPED] = FULL
            return 0
        slot = place = find(state, memory)  # not earlier: what follows may have taken it
        for word in state:
            memory[place] = word
            place += 1
        memory[slot + words] = value + INFINITY
        memory[POSITIONS] += 1
        return value

    return solve, look
