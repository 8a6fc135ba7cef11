"""Exact values of whole games, against plain memoised minimax in Python."""

import pytest

from games.answer import Query
from games.rules.connect_four import connect_four
from games.rules.nim import nim
from games.search.solution import prepare_solution
from games.strategies import Solve


def test_tic_tac_toe_has_5478_positions_958_of_them_final(in_both, noughts):
    reply = in_both(Solve(max_positions=10_000), noughts)
    assert (reply.value, reply.positions, reply.leaves) == (0, 5_478, 958)
    assert reply.nodes == reply.positions + reply.table_hits
    assert reply.root_scores == dict.fromkeys(range(9), 0)


@pytest.mark.parametrize("game", [connect_four(3, 3, 3), nim((3, 4, 2), 0, misere=True)], ids=["connect-four", "nim"])
def test_every_value_is_that_of_minimax(game, positions, backend):
    solution = prepare_solution(game, game.initial, 20_000, Query(backend=backend))()
    expected = positions(game)
    assert solution.reply.positions == len(expected)
    assert all(solution.value(state) == value for state, value in expected.items())


def test_3191_positions_have_a_move_that_loses_value(noughts, positions):
    solution = prepare_solution(noughts, noughts.initial, 10_000, Query())()
    worse = [
        state
        for state, value in positions(noughts).items()
        if any(score < value for score in solution.scores(state).values())
    ]
    assert len(worse) == 3_191


def test_a_position_that_cannot_come_up_has_no_value(noughts):
    after_corner = noughts.play(noughts.initial, 0)
    solution = prepare_solution(noughts, after_corner, 10_000, Query())()
    assert solution.value(after_corner) == 0
    with pytest.raises(KeyError):
        solution.value(noughts.initial)


def test_a_finished_game_has_no_scores(noughts):
    solution = prepare_solution(noughts, noughts.initial, 10_000, Query())()
    assert solution.scores(noughts.read("XXX/OO./...")) == {}
