"""The games, by name: factories whose parameters all have defaults. `GAMES["connect-four"](width=6, height=5)`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from games.game import Game
from games.rules import connect_four, gamble, nim, othello, tictactoe, tree, uniform

GAMES: Mapping[str, Callable[..., Game]] = {
    "tictactoe": tictactoe.tictactoe,
    "connect-four": connect_four.connect_four,
    "othello": othello.othello,
    "nim": nim.nim,
    "tree": tree.tree,
    "uniform": uniform.uniform,
    "gamble": gamble.gamble,
}

_PARAMETERS_OF: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "connect-four": connect_four.parameters_of,
    "othello": othello.parameters_of,
    "nim": nim.parameters_of,
}


def parameters(name: str) -> dict[str, Any]:
    """A game's parameters with their defaults."""
    return {parameter.name: parameter.default for parameter in inspect.signature(GAMES[name]).parameters.values()}


def parameters_of_position(name: str, text: str) -> dict[str, Any]:
    """What a position's text says of the parameters of the game it belongs to, such as the size of the board; maybe
    nothing. The text need not be right.

    Raises:
        PositionError: it is so wrong that it says nothing.
    """
    return _PARAMETERS_OF[name](text) if name in _PARAMETERS_OF else {}
