"""The principal variation: the moves that both players would make, kept while the search goes on.

Row p of a table holds the line from ply p on, in the columns p, p + 1, ... up to its end ("triangular table": no line
begins before its own ply). A leaf has a line that ends where it begins; a move that is better than all before it is put
before a copy of the line below.
"""

from __future__ import annotations

from collections.abc import Callable

from backends import Vector
from games.game import UNDECIDED, State
from games.search.memory import Layout
from games.search.rules import Rules
from games.search.table import NO_MOVE, Known


def make_clear(layout: Layout) -> Callable[[int, Vector], None]:
    """The function that says that there is no line from `ply` on."""
    line_end = layout.line_end

    def clear(ply: int, memory: Vector) -> None:
        memory[line_end + ply] = ply

    return clear


def make_extend(layout: Layout) -> Callable[[int, int, Vector], None]:
    """The function that makes `move`, and the line found below it, the line from `ply` on."""
    line, line_end, columns = layout.line, layout.line_end, layout.plies

    def extend(ply: int, move: int, memory: Vector) -> None:
        row, end = line + ply * columns, memory[line_end + ply + 1]
        memory[row + ply] = move
        for place in range(row + ply + 1, row + end):
            memory[place] = memory[place + columns]
        memory[line_end + ply] = end

    return extend


def line_at_root(layout: Layout, memory: Vector) -> tuple[int, ...]:
    """The line from the root on."""
    return tuple(int(memory[layout.line + place]) for place in range(memory[layout.line_end]))


def make_finish_line(rules: Rules, layout: Layout, known: Known) -> Callable[[State, int, Vector], None]:
    """A line ends where the table had the answer; the table may also know how it goes on.

    This is done once for a search, so the interpreter does it: compiling it would take longer.
    """
    play, outcome, line, line_end = rules.play, rules.outcome, layout.line, layout.line_end

    def finish_line(state: State, depth: int, memory: Vector) -> None:
        for ply in range(memory[line_end]):
            state = play(state, int(memory[line + ply]))
        ply = int(memory[line_end])
        while ply < depth and outcome(state) == UNDECIDED:
            lower, upper, move = known(state, depth - ply, memory)
            if lower < upper or move == NO_MOVE:
                break
            memory[line + ply] = move
            state, ply = play(state, move), ply + 1
        memory[line_end] = ply

    return finish_line
