"""Kernels made once per process for each game, setting and backend, and compiled before anything is timed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from backends import Backend, Jit, Vector, compiled_already, compiling, jit_for
from games.answer import Unsupported
from games.game import State
from games.search.alphabeta import WindowSearch, make_alphabeta
from games.search.expectiminimax import Expectation, make_expectiminimax, make_star1
from games.search.flat import Flat, make_flat
from games.search.horizon import Horizon, at_once, when_quiet
from games.search.line import make_finish_line
from games.search.mcts import Mcts, make_mcts
from games.search.memory import Layout, layout_of
from games.search.minimax import Minimax, make_minimax
from games.search.orders import OrderingName, make_ordering
from games.search.pvs import make_pvs
from games.search.rules import INFINITY, Rules
from games.search.solve import Look, Solving, make_solve
from games.search.table import NO_MOVE, Known, Replacement, make_known, make_table, no_table

KEPT = 256
"""Kernels of a kind that are kept: more than an experiment has."""


class Kernel(NamedTuple):
    """A search of one window and what belongs to it.

    known: what the table has for a position
    finish_line: state, depth, memory: adds to the principal variation what only the table knows
    """

    search: WindowSearch
    known: Known
    finish_line: Callable[[State, int, Vector], None]
    rules: Rules
    layout: Layout


@functools.lru_cache(KEPT)
def minimax_kernel(rules: Rules, quiescence: bool, backend: Backend) -> Minimax:
    """Minimax.

    Raises:
        Unsupported: quiescence was asked for, and the game lacks what it needs.
    """
    jit = jit_for(backend)
    return make_minimax(rules, layout_of(rules), horizon_of(rules, quiescence, jit), jit)


@functools.lru_cache(KEPT)
def window_kernel(
    rules: Rules,
    backend: Backend,
    scout: bool = False,
    ordering: OrderingName = "natural",
    quiescence: bool = False,
    replacement: Replacement | None = None,
) -> Kernel:
    """Alpha-beta, or principal variation search (`scout`); without a table when `replacement` is None.

    Raises:
        Unsupported: the game lacks what a part needs.
    """
    jit, layout, make = jit_for(backend), layout_of(rules), make_pvs if scout else make_alphabeta
    horizon = horizon_of(rules, quiescence, jit)
    table = no_table() if replacement is None else make_table(rules, layout, replacement)
    order = make_ordering(ordering, rules, layout, table, horizon, jit)
    search = make(rules, layout, order, table, horizon, jit)
    if replacement is None:
        return Kernel(search, know_nothing, leave_line, rules, layout)
    known = make_known(table, jit)
    return Kernel(search, known, make_finish_line(rules, layout, known), rules, layout)


def leave_line(state: State, depth: int, memory: Vector) -> None:
    """Without a table there is nothing to add."""


def know_nothing(state: State, depth: int, memory: Vector) -> tuple[int, int, int]:
    """Without a table nothing is known."""
    return -INFINITY, INFINITY, NO_MOVE


def horizon_of(rules: Rules, quiescence: bool, jit: Jit) -> Horizon:
    """What a position at the depth limit is worth.

    Raises:
        Unsupported: quiescence was asked for, and the game lacks what it needs.
    """
    if not quiescence:
        return at_once(rules)
    if rules.noisy is None or rules.evaluate is None:
        raise Unsupported("quiescence needs an evaluation, and a game that says which moves are noisy")
    return when_quiet(rules, jit)


@functools.lru_cache(KEPT)
def expectation_kernel(rules: Rules, star1: bool, backend: Backend) -> Expectation:
    """Expectiminimax, with the cuts of Star1 or without."""
    make = make_star1 if star1 else make_expectiminimax
    return make(rules, layout_of(rules), jit_for(backend))


@functools.lru_cache(KEPT)
def solve_kernel(rules: Rules, backend: Backend) -> tuple[Solving, Look]:
    """The search for all values, and the function that looks them up."""
    return make_solve(rules, jit_for(backend))


@functools.lru_cache(KEPT)
def mcts_kernel(rules: Rules, solver: bool, backend: Backend) -> Mcts:
    """Monte Carlo tree search."""
    return make_mcts(rules, solver, jit_for(backend))


@functools.lru_cache(KEPT)
def flat_kernel(rules: Rules, backend: Backend) -> Flat:
    """Flat Monte Carlo."""
    return make_flat(rules, jit_for(backend))


def compile_now(backend: Backend, function: Callable[..., Any], call: Callable[[], Any]) -> None:
    """Make the first call of a compiled function, so that compiling is done.

    Raises:
        CannotCompile: Numba refused it.
    """
    if backend == "compiled" and not compiled_already(function):
        with compiling(function):
            call()
