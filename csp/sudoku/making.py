"""What the generator does with 9x9 grids, as fast as it goes here: fill them, and find out which givens may go.

Whether a given may go has one answer, whoever finds it; here it is the search over bitboards. The filling is written
out once more, because which grid comes of a seed depends on every step: these are the steps of `backtracking` with
fewest remaining values first, values in random order and forward checking (a test compares them), without the network
that a model of any kind needs and that takes several times as long to set up as this takes to run.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from backends import Backend, Jit, Vector, compiled_already, compiling, jit_for, vector
from csp.sudoku.bitboard import ALL_VALUES
from csp.sudoku.bitboard_search import CELLS, EXHAUSTED, NO_LIMIT, Search, new_search, next_solution, start
from csp.sudoku.grid import Shape

NO_CELL = -1


class Kernel(NamedTuple):
    """The functions of this module that are called from outside, interpreted or compiled."""

    fill: Callable[[Vector, Vector, Vector, Vector, Vector, Any, int], bool]
    is_superfluous: Callable[[Search, Any, Any, int], bool]
    remove: Callable[[Search, Any, Any, Any, int], None]


def fill(
    grid: Vector, candidates: Vector, peers: Vector, path: Vector, untried: Vector, rng: Any, node_limit: int
) -> bool:
    """Fill an empty grid; False: that would take more than `node_limit` values placed.

    grid: [81], all 0; the values, when there was room for them
    candidates: [82 * 81], ALL_VALUES in the first 81; after them, those that each depth of the search leaves
    peers: [81 * 20] the cells that share a unit with each cell, ascending
    path, untried: [81] the cell chosen at each depth, and its candidates still to be tried
    """
    depth, nodes = 0, 0
    path[0], untried[0] = fewest_candidates(grid, candidates, 0)
    while True:
        cell = path[depth]
        grid[cell] = 0
        if untried[depth] == 0:
            depth -= 1  # never below the first: the empty grid can be filled
            continue
        if nodes == node_limit:
            return False
        bit = any_of(untried[depth], rng)
        untried[depth] ^= bit
        grid[cell] = bit.bit_length()
        nodes += 1
        if depth == CELLS - 1:
            return True
        if look_ahead(grid, candidates, peers, depth, cell, bit):
            depth += 1
            path[depth], untried[depth] = fewest_candidates(grid, candidates, depth)


def fewest_candidates(grid: Vector, candidates: Vector, depth: int) -> tuple[int, int]:
    """The blank cell with the fewest candidates, the first of them, and those candidates."""
    chosen, fewest = 0, 10
    for cell in range(CELLS):
        if grid[cell] == 0:
            count = candidates[CELLS * depth + cell].bit_count()
            if count < fewest:
                chosen, fewest = cell, count
    return chosen, candidates[CELLS * depth + chosen]


def any_of(values: int, rng: Any) -> int:
    """Any of the candidates, each with the same chance."""
    for _ in range(int(rng.random() * values.bit_count())):
        values &= values - 1
    return values & -values


def look_ahead(grid: Vector, candidates: Vector, peers: Vector, depth: int, cell: int, bit: int) -> bool:
    """Write what a value leaves of the candidates below those of its depth; False: a blank cell has none left."""
    here, below = CELLS * depth, CELLS * (depth + 1)
    for other in range(CELLS):
        candidates[below + other] = candidates[here + other]
    for place in range(20 * cell, 20 * (cell + 1)):
        other = peers[place]
        if grid[other] == 0:
            candidates[below + other] &= ~bit
            if candidates[below + other] == 0:
                return False
    return True


def is_superfluous(search: Search, candidates: Any, givens: Any, cell: int) -> bool:
    """Whether the puzzle without the given in `cell` has no solution with another value there.

    candidates: [81] room to work in
    """
    for other in range(CELLS):
        value = int(givens[other])
        candidates[other] = 1 << value >> 1 if value else ALL_VALUES
    candidates[cell] = ALL_VALUES & ~candidates[cell]
    start(search, candidates)
    return next_solution(search, NO_LIMIT) == EXHAUSTED


def remove(search: Search, candidates: Any, givens: Any, groups: Any, fewest: int) -> None:
    """Take away, one group of cells after the other, the givens that a unique puzzle does not need.

    candidates: [81] room to work in
    givens: [81] values, 0 a blank; what is left of them afterwards
    groups: [n, 2] one cell and NO_CELL, or two cells that go together or not at all
    fewest: no group goes that would leave fewer givens
    """
    left = 0
    for cell in range(CELLS):
        left += givens[cell] != 0
    for number in range(len(groups)):
        one, other = groups[number, 0], groups[number, 1]
        together = 1 if other == NO_CELL else 2
        if left - together < fewest or not is_superfluous(search, candidates, givens, one):
            continue
        value = givens[one]
        givens[one] = 0
        if together == 2:
            if not is_superfluous(search, candidates, givens, other):
                givens[one] = value
                continue
            givens[other] = 0
        left -= together


def make_kernel(jit: Jit) -> Kernel:
    """The kernel of a backend."""
    return Kernel(jit(fill), jit(is_superfluous), jit(remove))


class Maker:
    """The kernel of a backend and the room that it works in, used again and again."""

    def __init__(self, backend: Backend) -> None:
        self.kernel = make_kernel(jit_for(backend))
        self._search, self._masks = new_search(), np.zeros(CELLS, np.int64)
        self._grid, self._path, self._untried = (vector(backend, [0] * CELLS) for _ in range(3))
        self._candidates = vector(backend, [ALL_VALUES] * CELLS * (CELLS + 1))
        self._peers = vector(backend, [peer for peers in _peers() for peer in peers])
        if backend == "compiled" and not compiled_already(self.kernel.remove):
            with compiling(self.kernel.remove):
                self.complete_grid(np.random.default_rng(0), 0)
                self.without_superfluous((0,) * CELLS, [], 0)
                self.may_go((1, *(0,) * (CELLS - 1)), 0)

    def complete_grid(self, rng: np.random.Generator, node_limit: int) -> tuple[int, ...] | None:
        """A random complete grid, [81]; None: `node_limit` values placed did not make one."""
        for cell in range(CELLS):
            self._grid[cell] = 0
        filled = self.kernel.fill(self._grid, self._candidates, self._peers, self._path, self._untried, rng, node_limit)
        return tuple(map(int, self._grid)) if filled else None

    def may_go(self, givens: Sequence[int], cell: int) -> bool:
        """Whether a unique puzzle does not need the given in `cell`."""
        return bool(self.kernel.is_superfluous(self._search, self._masks, np.array(givens, np.int64), cell))

    def without_superfluous(
        self, givens: Sequence[int], groups: Sequence[Sequence[int]], fewest: int
    ) -> tuple[int, ...]:
        """What `remove` leaves of the givens; groups: one or two cells each."""
        left = np.array(givens, np.int64)
        pairs = np.array([(group[0], group[1] if len(group) == 2 else NO_CELL) for group in groups], np.int64)
        self.kernel.remove(self._search, self._masks, left, pairs.reshape(-1, 2), fewest)
        return tuple(left.tolist())


@functools.cache
def maker(backend: Backend) -> Maker:
    """The maker of a backend, made once in a process. (Not for several threads at a time.)

    Raises:
        CannotCompile: Numba refused the kernel.
    """
    return Maker(backend)


def _peers() -> list[list[int]]:
    units = Shape(3, 3).units
    return [sorted({peer for unit in units if cell in unit for peer in unit} - {cell}) for cell in range(CELLS)]
