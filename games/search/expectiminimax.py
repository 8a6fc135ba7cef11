"""Expectiminimax (Michie 1966): minimax in games where chance has moves too, whose value is the expected one.

Values are floats. Something that happens by chance counts as a ply of the depth.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.memory import LEAVES, NODE_LIMIT, NODES, STOPPED, Layout
from games.search.rules import INFINITY, Rules, final_value, static_value

Expectation = Callable[[State, int, float, float, Vector], float]
"""state, depth, alpha, beta, memory -> the value for the player to move; where chance moves, for who moves next"""


def make_expectiminimax(rules: Rules, layout: Layout, jit: Jit) -> Expectation:
    """The search of every line of play, whatever the window."""
    moves, play, outcome, evaluate = rules.moves, rules.play, final_value(rules), static_value(rules)
    is_chance, weight, total = chance_in(rules)

    @jit
    def expectiminimax(state: State, depth: int, alpha: float, beta: float, memory: Vector) -> float:
        if memory[NODES] >= memory[NODE_LIMIT]:
            memory[STOPPED] = 1
            return 0.0
        memory[NODES] += 1
        value = outcome(state)
        if value != UNDECIDED or depth == 0:
            memory[LEAVES] += 1
            return float(value if value != UNDECIDED else evaluate(state))
        if is_chance(state):
            weighted = 0.0
            for event in moves(state):
                weighted += weight(state, event) * expectiminimax(play(state, event), depth - 1, alpha, beta, memory)
            return weighted / total
        best = -math.inf
        for move in moves(state):
            best = max(best, -expectiminimax(play(state, move), depth - 1, -beta, -alpha, memory))
        return best

    return expectiminimax


def make_star1(rules: Rules, layout: Layout, jit: Jit) -> Expectation:
    """Star1 (Ballard 1983): alpha-beta that also cuts where chance moves.

    No value is further from 0 than some number. So once a part of what may happen has been searched, the expectation
    lies between two bounds, and when both are on one side of the window the rest need not be searched.
    """
    moves, play, outcome, evaluate = rules.moves, rules.play, final_value(rules), static_value(rules)
    is_chance, weight, total = chance_in(rules)
    farthest, cutoffs = farthest_value(rules), layout.cutoffs

    @jit
    def star1(state: State, depth: int, alpha: float, beta: float, memory: Vector) -> float:
        if memory[NODES] >= memory[NODE_LIMIT]:
            memory[STOPPED] = 1
            return 0.0
        memory[NODES] += 1
        value = outcome(state)
        if value != UNDECIDED or depth == 0:
            memory[LEAVES] += 1
            return float(value if value != UNDECIDED else evaluate(state))
        if is_chance(state):
            weighted, rest = 0.0, total * farthest
            for tried, event in enumerate(moves(state)):
                likelihood = weight(state, event)
                rest -= likelihood * farthest
                # With these values of the event the expectation can just reach alpha, and cannot but reach beta.
                low = (alpha * total - weighted - rest) / likelihood
                high = (beta * total - weighted + rest) / likelihood
                score = star1(play(state, event), depth - 1, max(low, -farthest), min(high, farthest), memory)
                weighted += likelihood * score
                if rest > 0 and (score <= low or score >= high):
                    memory[cutoffs + tried] += 1
                    return (weighted + rest if score <= low else weighted - rest) / total
            return weighted / total
        best = -math.inf
        for tried, move in enumerate(moves(state)):
            best = max(best, -star1(play(state, move), depth - 1, -beta, -max(alpha, best), memory))
            if best >= beta:
                memory[cutoffs + tried] += 1
                break
        return best

    return star1


def chance_in(rules: Rules) -> tuple[Callable[[State], bool], Callable[[State, int], int], int]:
    """Whether chance moves in a state, with which weights, and their sum; a game without chance is one where it never
    does.
    """
    if rules.chance is not None:
        return rules.chance.is_chance, rules.chance.weight, rules.chance.total

    def never(state: State) -> bool:
        return False

    def no_weight(state: State, event: int) -> int:
        return 1

    return never, no_weight, 1


def farthest_value(rules: Rules) -> float:
    """No value is further from 0. Of an evaluation on a scale of its own that is not known."""
    if rules.evaluate is not None and rules.outcome_weight == 1:
        return float(INFINITY)
    return float(rules.max_outcome * rules.outcome_weight)
