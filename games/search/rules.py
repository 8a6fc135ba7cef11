"""What a kernel takes from a game: its functions as they are, the evaluation that was chosen, and a few numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.answer import Unsupported
from games.game import UNDECIDED, Chance, Game, State

INFINITY = UNDECIDED
"""Beyond every value; also the window that excludes none."""


class Rules(NamedTuple):
    """Hashable, so that a kernel is made once for each; the functions are those of `Game`.

    evaluate: the static value of an undecided state; None: it counts 0
    outcome_weight: what outcomes are multiplied by; 1 without an evaluation
    words: how many integers a state has
    """

    moves: Callable[[State], Iterator[int]]
    play: Callable[[State, int], State]
    outcome: Callable[[State], int]
    evaluate: Callable[[State], int] | None
    outcome_weight: int
    noisy: Callable[[State, int], bool] | None
    chance: Chance | None
    centre: tuple[int, ...]
    words: int
    max_moves: int
    max_plies: int
    max_outcome: int


NO_EVALUATION = "none"


def rules_of(game: Game, evaluation: str = NO_EVALUATION) -> Rules:
    """The rules of a game, with the evaluation of that name.

    Raises:
        Unsupported: the game has no such evaluation.
    """
    if evaluation != NO_EVALUATION and evaluation not in game.evaluations:
        names = ", ".join((*game.evaluations, NO_EVALUATION))
        raise Unsupported(f"{game.name} has no evaluation {evaluation!r}; there is: {names}")
    return Rules(
        moves=game.moves,
        play=game.play,
        outcome=game.outcome,
        evaluate=game.evaluations.get(evaluation),
        outcome_weight=1 if evaluation == NO_EVALUATION else game.outcome_weight,
        noisy=game.noisy,
        chance=game.chance,
        centre=game.centre,
        words=len(game.initial),
        max_moves=game.max_moves,
        max_plies=game.max_plies,
        max_outcome=game.max_outcome,
    )


def without_chance(game: Game, searcher: str) -> Game:
    """The game itself.

    Raises:
        Unsupported: chance moves in it.
    """
    if game.chance is not None:
        raise Unsupported(f"chance moves in {game.name}, and {searcher} knows only players; use expectiminimax")
    return game


def final_value(rules: Rules) -> Callable[[State], int]:
    """The value of a finished game on the scale of the evaluation, or UNDECIDED."""
    outcome, weight = rules.outcome, rules.outcome_weight
    if weight == 1:
        return outcome

    def weighted_outcome(state: State) -> int:
        value = outcome(state)
        return value if value == UNDECIDED else weight * value

    return weighted_outcome


def static_value(rules: Rules) -> Callable[[State], int]:
    """The evaluation; 0 for every state where none was chosen."""
    if rules.evaluate is not None:
        return rules.evaluate

    def nothing_known(state: State) -> int:
        return 0

    return nothing_known
