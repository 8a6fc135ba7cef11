"""Evaluations made of others: a weighted sum of features, the form that most static evaluations have (Shannon 1950)."""

from __future__ import annotations

from collections.abc import Callable

from games.game import State

Feature = Callable[[State], int]
"""A number that says something of a state, for the player to move."""


def weighted_sum(*terms: tuple[int, Feature]) -> Feature:
    """`weighted_sum((1, mobility), (10, corners))`; nothing sums to 0."""
    evaluate: Feature = _nothing
    for weight, feature in terms:
        evaluate = _plus(evaluate, weight, feature)
    return evaluate


def _nothing(state: State) -> int:
    return 0


def _plus(sum_so_far: Feature, weight: int, feature: Feature) -> Feature:
    def evaluate(state: State) -> int:
        return sum_so_far(state) + weight * feature(state)

    return evaluate
