"""Perft: what it counts, and how far."""

import pytest

from games.perft import MAX_DEPTH, perft
from games.rules.tictactoe import tictactoe


def test_a_finished_game_is_counted_at_its_own_depth_only(backend):
    game = tictactoe()
    won, one_square_left = game.read("XXX/OO./..."), game.read("XOX/XOO/OX.")
    assert perft(game, 3, backend, won) == [1, 0, 0, 0]
    assert perft(game, 3, backend, one_square_left) == [1, 1, 0, 0]


@pytest.mark.parametrize("depth", [-1, MAX_DEPTH + 1])
def test_it_is_bounded(depth):
    with pytest.raises(ValueError, match=f"0 to {MAX_DEPTH}"):
        perft(tictactoe(), depth, "python")
