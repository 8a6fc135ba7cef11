"""Depth-first search: one kernel, made of plug points.

    variable order   which variable is assigned next (`orders`)
    candidates       which of its values are tried: what looking back allows, or what propagation left (`propagation`)
    value order      in which order they are tried (`values`)
    propagation      what an assignment rules out elsewhere (`propagation`, `consistency`)

Its traits (`Traits`) add what goes across these: jumping back (`backjumping`), weights of constraints, restarts,
discrepancies.

The search is the iterative form of Dechter, Constraint Processing (2003), chapter 5: it keeps its own stack, so that
it can go on after a solution, and a deep search needs neither recursion nor its limits in either backend.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from backends import Jit, Vector
from csp.backjumping import jumper, learner
from csp.network import UNASSIGNED, Form, Network
from csp.state import (
    ADVANCING,
    BACKTRACKS,
    BUDGET,
    CUT,
    DEPTH,
    EXHAUSTED,
    LIMIT,
    NODES,
    RESTART,
    SOLUTION,
    Candidates,
    Learn,
    NextVariable,
    Propagate,
    Retreat,
    Search,
    State,
    Traits,
    ValueOrder,
)


@dataclass(frozen=True)
class Parts:
    """What a search is made of: for each plug point a function that makes it."""

    variable_order: Callable[[Candidates, Form, Traits], NextVariable]
    candidates: Callable[[Form], Candidates]
    value_order: Callable[[Form], ValueOrder]
    propagation: Callable[[Form, Traits], Propagate]
    traits: Traits


def make_search(parts: Parts, form: Form, jit: Jit) -> tuple[Search, Propagate]:
    """The search made of these parts, and its propagation by itself.

    Called again after a solution, the search goes on to the next; after LIMIT it cannot.
    """
    traits = parts.traits
    restarting, discrepant, jumping = traits.restarting, traits.discrepant, traits.jumping
    learning = traits.weighing or jumping
    # It is also called by itself, before the search; the other parts are compiled along with the search.
    propagate, learn = jit(parts.propagation(form, traits)), learner(form, traits)
    choose, undo = chooser(parts, form, learn), undoer(form)
    place = placer(form, parts.value_order(form), propagate)
    fall_back = faller(jumper(form, traits), undo)

    @jit
    def search(
        network: Network, state: State, rng: Any, counters: Vector, node_limit: int, backtrack_limit: int
    ) -> int:
        """Depth-first to the next solution, or why there is none: EXHAUSTED, LIMIT or RESTART."""
        depth, advancing = state.position[DEPTH], state.position[ADVANCING] == 1
        outcome = EXHAUSTED
        while depth >= 0:
            first = advancing
            if advancing:
                if not choose(network, state, depth, rng, counters):
                    outcome, depth, advancing = SOLUTION, depth - 1, False
                    break
            else:
                undo(network, state, depth, counters)
                if restarting and counters[BACKTRACKS] >= backtrack_limit:
                    return RESTART
            if state.untried[depth] == 0 or (discrepant and not affordable(state, depth, first)):
                depth, advancing = fall_back(network, state, depth, counters) if jumping else depth - 1, False
                continue
            if counters[NODES] >= node_limit:
                outcome, advancing = LIMIT, True
                break
            advancing = place(network, state, depth, rng, counters)
            if advancing:
                depth += 1
            elif learning:
                learn(network, state, depth, False)
        state.position[DEPTH], state.position[ADVANCING] = depth, 1 if advancing else 0
        return outcome

    return search, propagate


def chooser(parts: Parts, form: Form, learn: Learn) -> Callable[[Network, State, int, Any, Vector], bool]:
    """The function that chooses the variable of a depth and its values; False when none is open: a solution."""
    next_variable = parts.variable_order(parts.candidates(form), form, parts.traits)
    jumping = parts.traits.jumping

    def choose(network: Network, state: State, depth: int, rng: Any, counters: Vector) -> bool:
        variable, values = next_variable(network, state, depth, rng, counters)
        if variable == UNASSIGNED:
            if jumping:
                learn(network, state, depth - 1, True)
            return False
        state.path[depth], state.untried[depth] = variable, values
        if jumping:
            for other in range(depth):
                state.conflicts[depth * len(state.domains) + other] = 0
        return True

    return choose


def placer(
    form: Form, next_value: ValueOrder, propagate: Propagate
) -> Callable[[Network, State, int, Any, Vector], bool]:
    """The function that places the next value at a depth; False when propagation finds that nothing can come of it."""
    wide = form.wide

    def place(network: Network, state: State, depth: int, rng: Any, counters: Vector) -> bool:
        variable = state.path[depth]
        bit = next_value(network, state, variable, state.untried[depth], rng)
        state.untried[depth] ^= bit
        state.assignment[variable] = bit.bit_length() - 1
        if wide:
            for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
                state.open[network.uses[use]] -= 1
        counters[NODES] += 1
        end, possible = propagate(network, state, variable, state.trail_end[depth], counters)
        state.trail_end[depth + 1] = end
        return possible

    return place


def undoer(form: Form) -> Callable[[Network, State, int, Vector], None]:
    """The function that takes back the assignment made at a depth and all that it removed."""
    wide = form.wide

    def undo(network: Network, state: State, depth: int, counters: Vector) -> None:
        end, variable = state.trail_end[depth + 1], state.path[depth]
        while end > state.trail_end[depth]:
            end -= 1
            state.domains[state.trail_variable[end]] |= state.trail_removed[end]
        state.assignment[variable] = UNASSIGNED
        if wide:
            for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
                state.open[network.uses[use]] += 1
        counters[BACKTRACKS] += 1

    return undo


def faller(
    retreat: Retreat, undo: Callable[[Network, State, int, Vector], None]
) -> Callable[[Network, State, int, Vector], int]:
    """The function that jumps from a depth without values to an earlier one, and takes back what lies between."""

    def fall_back(network: Network, state: State, depth: int, counters: Vector) -> int:
        target = retreat(network, state, depth)
        for between in range(depth - 1, target, -1):
            undo(network, state, between, counters)
        return target

    return fall_back


def affordable(state: State, depth: int, first: bool) -> bool:
    """Whether the path may take one more value at `depth`: any but the first is a discrepancy."""
    spent = state.discrepancies[depth] + (0 if first else 1)
    if spent > state.position[BUDGET]:
        state.position[CUT] = 1
        return False
    state.discrepancies[depth + 1] = spent
    return True
