"""From searches of one window to an answer: aspiration windows and iterative deepening."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from backends import Vector
from games.answer import Reply
from games.game import State
from games.search.kernels import Kernel
from games.search.limits import enough_stack, make_reply, time_limit
from games.search.line import line_at_root
from games.search.memory import NODE_LIMIT, RE_SEARCHES, STOPPED
from games.search.rules import INFINITY

AtDepth = Callable[[Kernel, State, int, int | None, Vector], int]
"""kernel, state, depth, guess, memory -> the value at that depth, unless it was stopped; its line is in the memory"""


def whole_window(kernel: Kernel, state: State, depth: int, guess: int | None, memory: Vector) -> int:
    """One search that excludes no value."""
    value = kernel.search(state, depth, -INFINITY, INFINITY, 0, memory)
    kernel.finish_line(state, depth, memory)
    return value


def aspiration(width: int) -> AtDepth:
    """First a window of `width` on each side of the guess; if the value lies outside, one that is open on that side."""

    def search(kernel: Kernel, state: State, depth: int, guess: int | None, memory: Vector) -> int:
        if guess is None:
            return whole_window(kernel, state, depth, guess, memory)
        alpha, beta = max(guess - width, -INFINITY), min(guess + width, INFINITY)
        value = kernel.search(state, depth, alpha, beta, 0, memory)
        if not alpha < value < beta and not memory[STOPPED]:
            memory[RE_SEARCHES] += 1
            alpha, beta = (-INFINITY, value + 1) if value <= alpha else (value - 1, INFINITY)
            value = kernel.search(state, depth, alpha, beta, 0, memory)
        kernel.finish_line(state, depth, memory)
        return value

    return search


def deepen(
    kernel: Kernel, at_depth: AtDepth, state: State, depths: Iterable[int], memory: Vector, seconds: float = 0.0
) -> Reply:
    """Search to each depth in turn, and answer with the last one that was finished; one depth is a plain search.

    seconds: stop after that time; 0: never
    """
    value: int | None = None
    line: tuple[int, ...] = ()
    reached, node_limit = 0, memory[NODE_LIMIT]
    with enough_stack(kernel.layout.plies), time_limit(memory, seconds):
        for depth in depths:
            found = at_depth(kernel, state, depth, value, memory)
            if memory[STOPPED]:
                break
            value, line, reached = int(found), line_at_root(kernel.layout, memory), depth
    out_of_time = f"time limit of {seconds:g} s" if memory[NODE_LIMIT] != node_limit else ""
    return make_reply(memory, value, line, reached, kernel.layout, stopped=out_of_time if memory[STOPPED] else "")
