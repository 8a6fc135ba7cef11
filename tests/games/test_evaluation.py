"""Weighted sums of features."""

from backends import jit_for
from games.evaluation import weighted_sum
from games.rules.connect_four import connect_four


def test_features_are_weighted_and_summed(backend):
    game = connect_four()
    weights = game.evaluations["column-weights"]

    def discs(board):
        return board.mine.bit_count() + board.theirs.bit_count()

    board = game.read("4435")
    assert jit_for(backend)(weighted_sum((10, weights), (-1, discs)))(board) == 10 * weights(board) - 4
    assert jit_for(backend)(weighted_sum())(board) == 0
