"""MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): alpha-beta with windows that hold no value, around a guess that
each of them moves, until the bounds meet. What one pass has found is in the transposition table for the next.
"""

from __future__ import annotations

from backends import Vector
from games.game import State
from games.search.kernels import Kernel
from games.search.memory import RE_SEARCHES, STOPPED
from games.search.rules import INFINITY
from games.search.table import NO_MOVE


def mtdf(kernel: Kernel, state: State, depth: int, guess: int | None, memory: Vector) -> int:
    """The value at that depth; without a guess it starts from 0."""
    lower, upper, value, best = -INFINITY, INFINITY, guess or 0, NO_MOVE
    passes = 0
    while lower < upper:
        beta = value + 1 if value == lower else value
        value = kernel.search(state, depth, beta - 1, beta, 0, memory)
        passes += 1
        if memory[STOPPED]:
            break
        if value < beta:
            upper = value
        else:
            lower, best = value, kernel.known(state, depth, memory)[2]
    memory[RE_SEARCHES] += passes - 1
    memory[kernel.layout.line], memory[kernel.layout.line_end] = best, 0 if best == NO_MOVE else 1
    kernel.finish_line(state, depth, memory)
    return value
