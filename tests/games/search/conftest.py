"""What the tests of the searchers share."""

import random
from collections.abc import Callable
from dataclasses import fields

import pytest

from games.answer import Query, Reply
from games.game import UNDECIDED, Game, State
from games.rules.connect_four import connect_four
from games.rules.tictactoe import tictactoe


@pytest.fixture(scope="session")
def noughts() -> Game:
    return tictactoe()


@pytest.fixture(scope="session")
def four() -> Game:
    """Connect Four on its usual board."""
    return connect_four()


@pytest.fixture(scope="session")
def small_four() -> Game:
    """Connect Four on 4x4 squares."""
    return connect_four(4, 4)


@pytest.fixture(scope="session")
def ask() -> Callable[..., Reply]:
    """Prepare and search, compiled unless told otherwise; from the initial state unless another is given."""

    def ask(searcher, game: Game, state: State = None, **query) -> Reply:
        return searcher.prepare(game, game.initial if state is None else state, Query(**query))()

    return ask


@pytest.fixture(scope="session")
def in_both(ask) -> Callable[..., Reply]:
    """The reply of both backends, which is one and the same to the last counter."""

    def in_both(searcher, game: Game, state: State = None, **query) -> Reply:
        compiled, python = (ask(searcher, game, state, backend=backend, **query) for backend in ("compiled", "python"))
        assert compiled == python
        return compiled

    return in_both


@pytest.fixture(scope="session")
def some_positions() -> Callable[..., list[State]]:
    """Different positions met in random games, the same each time; finished ones included."""

    def some_positions(game: Game, count: int, seed: int = 0) -> list[State]:
        rng, found = random.Random(seed), {}
        while len(found) < count:
            state = game.initial
            for _ in range(rng.randrange(game.max_plies + 1)):
                if game.outcome(state) != UNDECIDED:
                    break
                state = game.play(state, rng.choice(list(game.moves(state))))
            found[state] = None
        return list(found)

    return some_positions


def name_of(searcher: object) -> str:
    """The class, and those fields that are not at their defaults: `AlphaBeta-centre-1`."""
    changed = [
        getattr(searcher, field.name) for field in fields(searcher) if getattr(searcher, field.name) != field.default
    ]
    return "-".join(map(str, [type(searcher).__name__, *changed]))


def pytest_make_parametrize_id(config, val, argname):
    """Searchers are named after what is special about them."""
    return name_of(val) if hasattr(val, "prepare") else None
