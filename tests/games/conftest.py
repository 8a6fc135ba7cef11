"""What the tests of games/ share: both backends, and plain ways to look at a whole game that no searcher is part of."""

from collections.abc import Callable

import pytest

from games.game import UNDECIDED, Game, State


@pytest.fixture(params=["python", "compiled"])
def backend(request):
    return request.param


@pytest.fixture(scope="session")
def positions() -> Callable[[Game], dict[State, int]]:
    """Every position that can be reached, with its value for the player to move, by minimax that remembers."""

    def positions(game: Game) -> dict[State, int]:
        values: dict[State, int] = {}

        def value(state: State) -> int:
            if state not in values:
                result = game.outcome(state)
                if result == UNDECIDED:
                    result = max(-value(game.play(state, move)) for move in game.moves(state))
                values[state] = result
            return values[state]

        value(game.initial)
        return values

    return positions
