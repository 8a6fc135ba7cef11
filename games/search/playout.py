"""Playouts: games played to their end with random moves, each legal one with the same chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backends import Vector
from games.game import UNDECIDED, State
from games.search.memory import LEAVES, NODES, NUMBERS, PLAYOUTS
from games.search.rules import Rules

LEGAL = NUMBERS
"""Where in the memory legal moves are listed; [max_moves]."""

LegalMoves = Callable[[State, Vector], int]
Playout = Callable[[State, Any, Vector], int]


def make_legal_moves(rules: Rules) -> LegalMoves:
    """The function that lists the legal moves of a state, and says how many they are."""
    moves = rules.moves

    def legal_moves(state: State, memory: Vector) -> int:
        count = 0
        for move in moves(state):
            memory[LEGAL + count] = move
            count += 1
        return count

    return legal_moves


def make_playout(rules: Rules) -> Playout:
    """The function that plays a game to its end: the outcome for the player to move where it begins.

    Its first position has been entered already; those that follow are counted.
    """
    play, outcome, legal_moves = rules.play, rules.outcome, make_legal_moves(rules)

    def playout(state: State, rng: Any, memory: Vector) -> int:
        sign, value = 1, outcome(state)
        while value == UNDECIDED:
            count = legal_moves(state, memory)
            state, sign = play(state, memory[LEGAL + int(rng.random() * count)]), -sign
            memory[NODES] += 1
            value = outcome(state)
        memory[LEAVES] += 1
        memory[PLAYOUTS] += 1
        return sign * value

    return playout


def expected_score(total: float, playouts: int, max_outcome: int) -> float:
    """The mean of outcomes that sum to `total`, from 0 (all lost) over 1/2 (drawn) to 1 (all won)."""
    return (1 + total / (max_outcome * playouts)) / 2
