"""9x9 Sudoku at full speed: a cell's candidates are bits, and the nine boxes lie side by side in a vector.

value          1 .. 9; among the candidates of a cell it is bit value - 1
box            3x3 cells; three boxes side by side are a band, three one above the other a stack
minirow        the three cells that a row and a box share (a triad); minicolumn: those that a column and a box share
locked         a value that a row (column) can have only in one box, or a box only in one row (column)
naked single   a cell with one candidate
hidden single  a value that only one cell of a row, column or box can have
triple         three values that have three cells to themselves; here, the cells of a minirow or minicolumn

Lanes (`backends.lanes`) hold the same cell of every box. A lane is a box; some are left over:

               stack 0   stack 1   stack 2
    band 0        0         1         2       3             a box: row, column          a lane: candidates
    band 1        4         5         6       7               0,0   0,1   0,2
    band 2        8         9        10      11               1,0   1,1   1,2       bit    8 7 6 5 4 3 2 1 0
                 12        13        14      15               2,0   2,1   2,2       value  9 8 7 6 5 4 3 2 1

A board is nine lanes, three rows of three: board[1][2] has the cell 1,2 of every box, and its lane 4 is the cell in
row 5 and column 3 of the grid. What a rule says about a minirow it thus says about all 27, and about all nine values,
by joining three lanes; only what it says about the other boxes of a band or stack moves anything between lanes.

Here are the board and the rules: `naked_singles`, `locked_candidates`, `hidden_singles`, `triples`. Each takes away
candidates that no solution has; a cell left without any shows that there is no solution. `csp.sudoku.bitboard_search`
uses them. docs/bitboard.md has what each is worth, and what else was tried.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from backends.lanes import WIDTH, Lanes

Three: TypeAlias = tuple[Lanes, Lanes, Lanes]
"""Of every box: the cells of a minirow, or its three minirows, or its three minicolumns."""

Board: TypeAlias = tuple[Three, Three, Three]

ALL_VALUES = (1 << 9) - 1

LEFT_OVER = (1 << 15) - 1
"""What the cells have in lanes that are no box: so many candidates that no rule finds anything, and none is chosen."""

CELLS_LEFT_OVER = 9 * (WIDTH - 9)


def _boxes_on(bands: int, stacks: int) -> tuple[int, ...]:
    """The order of lanes that gives each box what the box so many bands and stacks on has, around the edge."""
    order = list(range(WIDTH))
    for band in range(3):
        for stack in range(3):
            order[4 * band + stack] = 4 * ((band + bands) % 3) + (stack + stacks) % 3
    return tuple(order)


STACK_1_ON, STACK_2_ON, BAND_1_ON, BAND_2_ON = _boxes_on(0, 1), _boxes_on(0, 2), _boxes_on(1, 0), _boxes_on(2, 0)


def naked_singles(board: Board) -> Board:
    """A cell with one candidate has that value, so the other cells of its box do not.

    Nor do those of its row and column, but that comes from `locked_candidates`.
    """
    top, middle, bottom = singles(board[0]), singles(board[1]), singles(board[2])
    return (
        without(board[0], top, union(middle) | union(bottom)),
        without(board[1], middle, union(top) | union(bottom)),
        without(board[2], bottom, union(top) | union(middle)),
    )


def locked_candidates(board: Board) -> Board:
    """A value is once in each of the three rows of a band, and once in each of its three boxes.

    So it can be where a row and a box meet only if the two other rows can have it in the two other boxes. This is both
    of the textbook's rules ("pointing" and "claiming") and all that follows from them within the band. The same holds
    for the columns and boxes of a stack.
    """
    top, middle, bottom = minirows(board)
    row_0, row_1, row_2 = in_band(top), in_band(middle), in_band(bottom)
    left, centre, right = minicolumns(board)
    column_0, column_1, column_2 = in_stack(left), in_stack(centre), in_stack(right)
    columns = crosswise(column_1, column_2), crosswise(column_0, column_2), crosswise(column_0, column_1)
    return (
        only(board[0], crosswise(row_1, row_2), columns),
        only(board[1], crosswise(row_0, row_2), columns),
        only(board[2], crosswise(row_0, row_1), columns),
    )


def hidden_singles(board: Board) -> Board:
    """A value that only one minirow and only one minicolumn of a box can have is in the cell where they meet.

    A value that only one cell of a row or column can have comes to this too: `locked_candidates` leaves no other cell
    of the box with it.
    """
    rows, columns = exclusive(minirows(board)), exclusive(minicolumns(board))
    return (
        settled(board[0], rows[0], columns),
        settled(board[1], rows[1], columns),
        settled(board[2], rows[2], columns),
    )


def triples(board: Board) -> Board:
    """A minirow or minicolumn has three cells, and so three values; two ways to know them show what is not there."""
    rows, columns = minirows(board), minicolumns(board)
    rows, columns = (
        both(hidden_triples(rows), naked_triples(rows)),
        both(hidden_triples(columns), naked_triples(columns)),
    )
    return only(board[0], rows[0], columns), only(board[1], rows[1], columns), only(board[2], rows[2], columns)


# What the rules are made of. A minirow stands for minicolumns too, and what is said of one holds for all at once.


def union(three: Three) -> Lanes:
    """What any of three can have."""
    return three[0] | three[1] | three[2]


def minirows(board: Board) -> Three:
    """What each minirow can have."""
    return union(board[0]), union(board[1]), union(board[2])


def minicolumns(board: Board) -> Three:
    """What each minicolumn can have."""
    (a, b, c), (d, e, f), (g, h, i) = board
    return a | d | g, b | e | h, c | f | i


def only(three: Three, row: Lanes, columns: Three) -> Three:
    """The candidates of a minirow's cells that are allowed to it and to their minicolumns."""
    return three[0] & row & columns[0], three[1] & row & columns[1], three[2] & row & columns[2]


def both(x: Three, y: Three) -> Three:
    """What is in both, one by one."""
    return x[0] & y[0], x[1] & y[1], x[2] & y[2]


def singles(three: Three) -> Three:
    """The candidate of each cell that has only one."""
    a, b, c = three
    return (
        np.where(a & (a - 1) == 0, a, 0),
        np.where(b & (b - 1) == 0, b, 0),
        np.where(c & (c - 1) == 0, c, 0),
    )


def without(three: Three, own: Three, elsewhere: Lanes) -> Three:
    """The cells of a minirow without the singles of all other cells of the box: the others of it, and elsewhere."""
    return (
        three[0] & ~(own[1] | own[2] | elsewhere),
        three[1] & ~(own[0] | own[2] | elsewhere),
        three[2] & ~(own[0] | own[1] | elsewhere),
    )


def in_band(minirow: Lanes) -> tuple[Lanes, Lanes]:
    """What the same row can have in the two other boxes of the band."""
    return minirow.take(STACK_1_ON), minirow.take(STACK_2_ON)


def in_stack(minicolumn: Lanes) -> tuple[Lanes, Lanes]:
    """What the same column can have in the two other boxes of the stack."""
    return minicolumn.take(BAND_1_ON), minicolumn.take(BAND_2_ON)


def crosswise(one: tuple[Lanes, Lanes], other: tuple[Lanes, Lanes]) -> Lanes:
    """What two lines can both have in two boxes, each of them in another box."""
    return one[0] & other[1] | one[1] & other[0]


def exclusive(three: Three) -> Three:
    """What each of the three minirows of a box can have and the two others cannot."""
    return (
        three[0] & ~(three[1] | three[2]),
        three[1] & ~(three[0] | three[2]),
        three[2] & ~(three[0] | three[1]),
    )


def settled(three: Three, row: Lanes, columns: Three) -> Three:
    """The cells of a minirow, with nothing but their hidden single where they have one."""
    a, b, c = only(three, row, columns)
    return np.where(a != 0, a, three[0]), np.where(b != 0, b, three[1]), np.where(c != 0, c, three[2])


def hidden_triples(three: Three) -> Three:
    """What each of the three minirows may have: three values that the others cannot leave no room for more."""
    a, b, c = exclusive(three)
    return (
        np.where(np.bitwise_count(a) > 2, a, LEFT_OVER),
        np.where(np.bitwise_count(b) > 2, b, LEFT_OVER),
        np.where(np.bitwise_count(c) > 2, c, LEFT_OVER),
    )


def naked_triples(three: Three) -> Three:
    """What each of the three minirows may have: not the values of another that can have only three."""
    a, b, c = three
    a = np.where(np.bitwise_count(a) < 4, a, 0)
    b = np.where(np.bitwise_count(b) < 4, b, 0)
    c = np.where(np.bitwise_count(c) < 4, c, 0)
    return ~(b | c), ~(a | c), ~(a | b)
