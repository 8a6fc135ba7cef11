"""The games, by name: factories with parameters that have defaults. `GAMES["connect-four"](width=6, height=5)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
