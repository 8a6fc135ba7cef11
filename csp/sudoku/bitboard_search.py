"""The search over bitboards (`csp.sudoku.bitboard`): depth first, propagating at every step.

Nothing is undone. Each level of the search has a board of its own, and to go a level down is to copy nine vectors.

A value is placed by choice, and is a node, when a cell is given one of its candidates, and also when it is left with
the last of them because the others have been tried: of two candidates both are placed, one after the other. What the
rules settle is no node; it is counted as `filled`, on boards that they leave without a contradiction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from backends import CounterNames, Jit
from backends.lanes import WIDTH, Rows
from csp.sudoku.bitboard import ALL_VALUES, LEFT_OVER
from csp.sudoku.bitboard_steps import LEVELS, WEIGHTS, choose, load_board, propagate, store_board

COUNTERS = CounterNames(("nodes", "backtracks", "filled"))
NODES, BACKTRACKS, FILLED = range(3)

EXHAUSTED, SOLUTION, LIMIT = range(3)  # why the search returned

NO_LIMIT = (1 << 63) - 1

CELLS = 81

NOT_BEGUN = -1
"""Instead of a number of solutions."""

PLACED, REST, EMPTY = range(3)
"""Of a level: how many values have been placed on it by choice, one after the other; how many candidates of the cell
chosen on it are still to be tried; how many cells were unsolved when its board had been given the last of them."""

LEVEL, FRESH = len(COUNTERS.names), len(COUNTERS.names) + 1
"""After the counters: the level that the search is on; whether its board is still to be propagated (1) or not (0)."""


class Search(NamedTuple):
    """Where a search stands. A copy of its arrays is a copy of the search.

    boards: [9 * (LEVELS + 1), 16] int16; the nine lanes of each level's board, row by row, then those of WEIGHTS
    levels: [LEVELS, 3] int64; PLACED, REST and EMPTY of each level
    progress: [5] int64; the counters, LEVEL and FRESH
    """

    boards: Any
    levels: Any
    progress: Any


def new_search() -> Search:
    """Room for a search. `start` puts a puzzle there, and leaves the counters as they are."""
    boards = np.full((9 * (LEVELS + 1), WIDTH), LEFT_OVER, np.int16)
    return Search(boards, np.zeros((LEVELS, 3), np.int64), np.zeros(FRESH + 1, np.int64))


class Kernel(NamedTuple):
    """The functions of this module that are called from outside, interpreted or compiled."""

    start: Callable[[Search, Any], None]
    next_solution: Callable[[Search, int], int]
    read: Callable[[Search, Any, int], None]
    solve_all: Callable[[Search, Any, Any, int, Any, Any, int, int], int]


def make_kernel(jit: Jit) -> Kernel:
    """The kernel of a backend."""
    return Kernel(jit(start), jit(next_solution), jit(read), jit(solve_all))


def start(search: Search, candidates: Any) -> None:
    """Put a puzzle there: the candidates of each cell in reading order, [81] bit masks."""
    boards, levels, progress = search
    empty = 0
    for band in range(3):
        for stack in range(3):
            for row in range(3):
                for column in range(3):
                    mask = candidates[27 * band + 9 * row + 3 * stack + column]
                    cell, lane = 3 * row + column, 4 * band + stack
                    boards[cell, lane] = mask
                    boards[9 * WEIGHTS + cell, lane] = 8 - cell  # less than a STEP, and different for each cell
                    empty += mask & (mask - 1) != 0
    levels[0, PLACED], levels[0, EMPTY] = 0, empty
    progress[LEVEL], progress[FRESH] = 0, 1


def read(search: Search, grids: Any, number: int) -> None:
    """Write the solution just found into grids[number], the values of the cells in reading order."""
    boards, _, progress = search
    first = 9 * progress[LEVEL]
    for band in range(3):
        for stack in range(3):
            for row in range(3):
                for column in range(3):
                    value = int(boards[first + 3 * row + column, 4 * band + stack]).bit_length()
                    grids[number, 27 * band + 9 * row + 3 * stack + column] = value


def next_solution(search: Search, node_limit: int) -> int:
    """Search on: until there is a SOLUTION, or all is EXHAUSTED, or one more than `node_limit` values would be placed.

    After the last, LIMIT, a call with a higher limit goes on as if nothing had been.
    """
    boards, levels, progress = search
    level = progress[LEVEL]
    while level >= 0:
        if progress[FRESH] == 1:
            progress[FRESH] = 0
            if propagate(boards, level):
                candidates, cell, lane, empty = choose(boards, level)
                progress[FILLED] += levels[level, EMPTY] - empty
                if empty == 0:
                    return SOLUTION
                if progress[NODES] >= node_limit:
                    levels[level, EMPTY], progress[FRESH] = empty, 1
                    return LIMIT
                branch(boards, level, cell, lane)
                levels[level, REST], levels[level, EMPTY] = candidates - 1, empty - (candidates == 2)
                level += 1
                levels[level, PLACED], levels[level, EMPTY] = 1, empty - 1
                progress[NODES] += 1
                progress[LEVEL], progress[FRESH] = level, 1
                continue
        # A contradiction, or a solution that has been reported: back to what is left of the level above.
        last_one = level > 0 and levels[level - 1, REST] == 1
        if last_one and progress[NODES] >= node_limit:
            return LIMIT
        progress[BACKTRACKS] += levels[level, PLACED]
        level -= 1
        progress[LEVEL], progress[FRESH] = level, 1
        if last_one:
            levels[level, PLACED] += 1
            progress[NODES] += 1
    return EXHAUSTED


def branch(boards: Rows, level: int, cell: int, lane: int) -> None:
    """Give a cell the lowest of its candidates on the next level, and leave it the others on this one."""
    store_board(boards, level + 1, load_board(boards, level))
    candidates = boards[9 * level + cell, lane]
    boards[9 * (level + 1) + cell, lane] = candidates & -candidates
    boards[9 * level + cell, lane] = candidates & (candidates - 1)


def solve_all(
    search: Search, candidates: Any, puzzles: Any, limit: int, solutions: Any, numbers: Any, first: int, node_limit: int
) -> int:
    """Solve many puzzles, one after the other, until one more than `node_limit` values would be placed.

    candidates: [81] room to work in
    puzzles: [n, 81] values, 0 a blank
    limit: so many solutions of each are counted
    solutions: [n, 81]; the first solution of each, where there is one, is written here
    numbers: [n]; how many solutions each has; NOT_BEGUN before
    first: where to begin

    Returns how many of the puzzles are done: n, or the `first` of a call that goes on.
    """
    for number in range(first, len(puzzles)):
        if numbers[number] == NOT_BEGUN:
            for cell in range(CELLS):
                value = int(puzzles[number, cell])
                candidates[cell] = 1 << value >> 1 if value else ALL_VALUES
            start(search, candidates)
            numbers[number] = 0
        while numbers[number] < limit:
            outcome = next_solution(search, node_limit)
            if outcome == LIMIT:
                return number
            if outcome == EXHAUSTED:
                break
            if numbers[number] == 0:
                read(search, solutions, number)
            numbers[number] += 1
    return len(puzzles)
