"""How good moves are beside exact values, in games small enough to be solved.

optimal   a move after which the position is worth as much as before: no other leads to a better outcome
regret    by how much the best outcome is better than the one that a move leaves, for the player who made it; 0 of
          an optimal move, 1 where a win became a draw, 2 where it became a loss
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from backends import Backend, CannotCompile
from games.answer import Query, Unsupported
from games.game import Game
from games.match import Played, side_of
from games.search.solution import Solution, prepare_solution

MOST_POSITIONS = {"compiled": 1_000_000, "python": 50_000, "external": 0}
"""Of a game that is solved beside a match: about a second."""


@dataclass(frozen=True)
class Quality:
    """What a player's moves were worth.

    moves: that it chose
    optimal: how many of them were
    regret: the sum over all of them
    """

    moves: int = 0
    optimal: int = 0
    regret: int = 0

    def __add__(self, other: Quality) -> Quality:
        return Quality(self.moves + other.moves, self.optimal + other.optimal, self.regret + other.regret)


def solution_of(game: Game, backend: Backend) -> Solution | None:
    """The game solved from its start; None where it is too large, or not of a kind that can be solved."""
    try:
        try:
            solved = prepare_solution(game, game.initial, MOST_POSITIONS[backend], Query(backend=backend))()
        except CannotCompile:
            solved = prepare_solution(game, game.initial, MOST_POSITIONS["python"], Query(backend="python"))()
    except Unsupported:
        return None
    return None if solved.reply.stopped else solved


def quality(game: Game, solution: Solution, opening: int, played: Iterable[Played]) -> tuple[Quality, Quality]:
    """Of the moves of the first player, and of the second; the openings, `opening` plies each, are nobody's."""
    found = [Quality(), Quality()]
    for one in played:
        state = game.initial
        for ply, move in enumerate(one.moves):
            if ply >= opening:
                scores = solution.scores(state)
                regret = max(scores.values()) - scores[move]
                found[side_of(ply, one.first_began)] += Quality(1, int(regret == 0), regret)
            state = game.play(state, move)
    return found[0], found[1]
