"""A gamble: MAX chooses one of some lotteries, and chance decides what it pays. The smallest game of chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.game import Game
from games.literal import read_tree
from games.rules.tree import game_of_tree

RISKY_OR_SAFE = "choice(risky[1: 10, 1: 0], safe[1: 4])"
"""Expecting, one is risky (5 > 4); fearing the worst, safe (4 > 0)."""


def gamble(lotteries: str | Mapping[str, Sequence[tuple[Any, int]]] = RISKY_OR_SAFE) -> Game:
    """One choice among lotteries.

    lotteries: a tree, in which a lottery's payoffs come after their weights; or name -> (probability, payoff) pairs

    Raises:
        RulesError: they cannot be read; `games.literal` has the form.
    """
    if isinstance(lotteries, str):
        return game_of_tree("gamble", read_tree(lotteries))
    chances = {name: {"chance": list(pairs)} for name, pairs in lotteries.items()}
    return game_of_tree("gamble", read_tree({"choice": chances}))
