"""The two steps of the search over bitboards: propagate, and choose a cell to branch on.

Which cell is the textbook's answer, three times over. The fewest candidates come first (minimum remaining values). Of
cells with equally many, the one with the highest score: how often it was left without a candidate in this search (the
weights of "dom/wdeg", Boussemart, Hemery, Lecoutre and Sais, ECAI 2004, kept for cells instead of constraints) plus how
many unsolved cells share a unit with it (its degree).
"""

from __future__ import annotations

import numpy as np

from backends.lanes import Lanes, Rows, load, store
from csp.sudoku.bitboard import (
    CELLS_LEFT_OVER,
    Board,
    Three,
    hidden_singles,
    in_band,
    in_stack,
    locked_candidates,
    naked_singles,
    triples,
)

LEVELS = 82
"""Boards of a search: each has a cell more that was filled by choice than the one before, the first has none."""

WEIGHTS = LEVELS
"""The board after those of the levels: how often each cell was left without a candidate, in STEPs."""

STEP = 16
"""Scores count in steps. Below them is room for a number that tells the nine cells of a box from each other."""

HEAVIEST = 1900 * STEP
"""Weights grow no further, so that with all that is added to them they stay below 2**15."""

NOT_TO_BE_CHOSEN = -1


def propagate(boards: Rows, level: int) -> bool:
    """Use the rules on a level's board until they find nothing more; False: a cell has no candidate left."""
    board = load_board(boards, level)
    before = total(board)
    while True:
        board = hidden_singles(locked_candidates(naked_singles(board)))
        if (smallest(board) == 0).any():
            old = load_board(boards, WEIGHTS)
            new = heavier(old[0], board[0]), heavier(old[1], board[1]), heavier(old[2], board[2])
            store_board(boards, WEIGHTS, new)
            return False
        after = total(board)
        if not (before != after).any():
            # As dear as the others together and seldom good for anything: only when they have nothing more to say.
            board = triples(board)
            after = total(board)
            if not (before != after).any():
                store_board(boards, level, board)
                return True
        before = after


def choose(boards: Rows, level: int) -> tuple[int, int, int, int]:
    """How many candidates the cell has; which cell of its box it is; its lane; how many cells are unsolved.

    All are 0 when no cell is.
    """
    board, weights = load_board(boards, level), load_board(boards, WEIGHTS)
    top, middle, bottom, box = degrees(board)
    empty = int(box.sum()) // STEP - CELLS_LEFT_OVER
    if empty == 0:
        return 0, 0, 0, 0
    top, middle, bottom = plus(top, weights[0]), plus(middle, weights[1]), plus(bottom, weights[2])
    candidates = 2
    while True:
        best = larger(
            best_with(candidates, board[0], top),
            larger(best_with(candidates, board[1], middle), best_with(candidates, board[2], bottom)),
        )
        score = int(best.max())
        if score != NOT_TO_BE_CHOSEN:
            return candidates, 8 - score % STEP, int(best.argmax()), empty
        candidates += 1


# Boards, from and to nine rows of an array.


def load_board(boards: Rows, number: int) -> Board:
    """The board that begins in row 9 * number."""
    first = 9 * number
    return (
        (load(boards, first), load(boards, first + 1), load(boards, first + 2)),
        (load(boards, first + 3), load(boards, first + 4), load(boards, first + 5)),
        (load(boards, first + 6), load(boards, first + 7), load(boards, first + 8)),
    )


def store_board(boards: Rows, number: int, board: Board) -> None:
    """Put a board where `load_board` finds it."""
    (a, b, c), (d, e, f), (g, h, i) = board
    first = 9 * number
    store(boards, first, a)
    store(boards, first + 1, b)
    store(boards, first + 2, c)
    store(boards, first + 3, d)
    store(boards, first + 4, e)
    store(boards, first + 5, f)
    store(boards, first + 6, g)
    store(boards, first + 7, h)
    store(boards, first + 8, i)


# What propagation is made of.


def total(board: Board) -> Lanes:
    """Each box added up. The rules only take candidates away, so the sum tells whether they did."""
    (a, b, c), (d, e, f), (g, h, i) = board
    return a + b + c + (d + e + f) + (g + h + i)


def smaller(x: Lanes, y: Lanes) -> Lanes:
    """The smaller of each two numbers."""
    return np.where(x < y, x, y)


def smallest(board: Board) -> Lanes:
    """The smallest mask of each box: 0 where a cell has no candidate."""
    (a, b, c), (d, e, f), (g, h, i) = board
    return smaller(smaller(smaller(a, b), smaller(c, d)), smaller(smaller(e, f), smaller(g, smaller(h, i))))


def heavier(weights: Three, cells: Three) -> Three:
    """The weights of three cells, with a step more where a cell has no candidate."""
    a, b, c = weights
    return (
        np.where(cells[0] == 0, np.where(a < HEAVIEST, a + STEP, a), a),
        np.where(cells[1] == 0, np.where(b < HEAVIEST, b + STEP, b), b),
        np.where(cells[2] == 0, np.where(c < HEAVIEST, c + STEP, c), c),
    )


# What the choice is made of.


def degrees(board: Board) -> tuple[Three, Three, Three, Lanes]:
    """A step for each unsolved cell in the units of each cell; and for each unsolved cell of each box."""
    top, middle, bottom = unsolved(board[0]), unsolved(board[1]), unsolved(board[2])
    row_0, row_1 = top[0] + top[1] + top[2], middle[0] + middle[1] + middle[2]
    row_2 = bottom[0] + bottom[1] + bottom[2]
    box = row_0 + row_1 + row_2
    columns = (
        sum_of_pair(in_stack(top[0] + middle[0] + bottom[0])),
        sum_of_pair(in_stack(top[1] + middle[1] + bottom[1])),
        sum_of_pair(in_stack(top[2] + middle[2] + bottom[2])),
    )
    return (
        added(box + sum_of_pair(in_band(row_0)), columns),
        added(box + sum_of_pair(in_band(row_1)), columns),
        added(box + sum_of_pair(in_band(row_2)), columns),
        box,
    )


def unsolved(three: Three) -> Three:
    """A step for each cell that has more than one candidate."""
    a, b, c = three
    return (
        np.where(a & (a - 1) == 0, 0, STEP),
        np.where(b & (b - 1) == 0, 0, STEP),
        np.where(c & (c - 1) == 0, 0, STEP),
    )


def sum_of_pair(pair: tuple[Lanes, Lanes]) -> Lanes:
    """What is counted in two boxes together."""
    return pair[0] + pair[1]


def added(row: Lanes, columns: Three) -> Three:
    """What is counted for a row and for each of its columns together."""
    return row + columns[0], row + columns[1], row + columns[2]


def plus(x: Three, y: Three) -> Three:
    """The sums of two times three, one by one."""
    return x[0] + y[0], x[1] + y[1], x[2] + y[2]


def larger(x: Lanes, y: Lanes) -> Lanes:
    """The larger of each two numbers."""
    return np.where(x > y, x, y)


def best_with(candidates: int, three: Three, scores: Three) -> Lanes:
    """The highest score among those of three cells that have so many candidates."""
    a = np.where(np.bitwise_count(three[0]) == candidates, scores[0], NOT_TO_BE_CHOSEN)
    b = np.where(np.bitwise_count(three[1]) == candidates, scores[1], NOT_TO_BE_CHOSEN)
    c = np.where(np.bitwise_count(three[2]) == candidates, scores[2], NOT_TO_BE_CHOSEN)
    return larger(a, larger(b, c))
