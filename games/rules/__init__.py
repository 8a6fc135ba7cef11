"""The games, by name: factories with parameters that have defaults. `GAMES["connect-four"](width=6, height=5)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.game import Game
from games.rules.connect_four import connect_four
from games.rules.tictactoe import tictactoe

GAMES: Mapping[str, Callable[..., Game]] = {
    "tictactoe": tictactoe,
    "connect-four": connect_four,
}
