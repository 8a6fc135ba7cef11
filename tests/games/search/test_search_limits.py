"""Limits: nodes, time, depth and the stack. What is stopped says so, and says what it had found."""

import time

import pytest

from games.answer import Query, Unsupported
from games.rules.nim import nim
from games.rules.uniform import uniform
from games.strategies import MTDF, AlphaBeta, Expectiminimax, Minimax, PrincipalVariationSearch, Solve

DEEPENING = [
    AlphaBeta(8, "killer", "column-weights", deepening=True),
    AlphaBeta(8, "table", "column-weights", table=1, deepening=True, aspiration=2),
    PrincipalVariationSearch(8, "history", "column-weights", deepening=True),
    MTDF(8, "table", "column-weights", table=1, deepening=True),
]


@pytest.mark.parametrize("searcher", DEEPENING)
@pytest.mark.parametrize("limit", [1, 8, 100, 1_000, 10_000])
def test_deepening_that_is_stopped_answers_with_the_last_finished_depth(ask, four, searcher, limit):
    reply = ask(searcher, four, node_limit=limit)
    assert reply.nodes == limit
    assert reply.stopped == f"node limit of {limit:,}"
    if reply.depth:
        whole = ask(Minimax(reply.depth, "column-weights"), four)
        assert reply.value == whole.value
        assert whole.root_scores[reply.best_move] == whole.value
    else:
        assert (reply.value, reply.best_move) == (None, None)


def test_deepening_that_is_not_stopped_goes_to_the_end(in_both, four):
    reply = in_both(AlphaBeta(5, evaluation="column-weights", deepening=True), four)
    assert (reply.depth, reply.stopped) == (5, "")
    assert reply.nodes == sum(
        in_both(AlphaBeta(depth, evaluation="column-weights"), four).nodes for depth in range(1, 6)
    )


@pytest.mark.parametrize("searcher", [Minimax(6), AlphaBeta(8), Expectiminimax(6), Solve()])
def test_a_search_that_is_stopped_before_it_has_found_anything_has_no_value(in_both, four, searcher):
    reply = in_both(searcher, four, node_limit=500)
    assert (reply.value, reply.best_move, reply.nodes) == (None, None, 500)
    assert reply.stopped == "node limit of 500"


def test_just_enough_nodes_are_enough(in_both, four):
    assert in_both(AlphaBeta(6), four, node_limit=1_249).stopped == ""
    assert in_both(AlphaBeta(6), four, node_limit=1_248).stopped != ""


def test_time_runs_out_in_either_backend(four, backend):
    search = AlphaBeta(40, evaluation="column-weights", deepening=True, seconds=0.3).prepare(
        four, four.initial, Query(backend=backend)
    )
    start = time.monotonic()
    reply = search()
    assert 0.2 < time.monotonic() - start < 5
    assert reply.stopped == "time limit of 0.3 s"
    assert reply.depth >= 3
    assert reply.best_move in range(7)


def test_time_that_does_not_run_out_changes_nothing(ask, four):
    plain, timed = ask(AlphaBeta(6), four), ask(AlphaBeta(6, seconds=60.0), four)
    assert plain == timed


def test_a_narrow_aspiration_window_is_searched_again_when_the_value_lies_outside(in_both, four):
    state = four.read("4453")
    searcher = AlphaBeta(6, "natural", "column-weights", deepening=True)
    whole = in_both(searcher, four, state)
    narrow = in_both(AlphaBeta(6, "natural", "column-weights", deepening=True, aspiration=1), four, state)
    assert narrow.re_searches > 0 == whole.re_searches
    assert (narrow.value, narrow.depth) == (whole.value, whole.depth)


@pytest.mark.parametrize("searcher", [Minimax(1000), AlphaBeta(1000), AlphaBeta(1000, table=1), MTDF(1000, table=1)])
def test_a_thousand_plies_deep_the_stack_still_bears(searcher, ask, backend):
    """One stick at a time: the game goes on, as far as the search can see, so it is a draw for all it knows."""
    reply = ask(searcher, nim((1200,), 1), backend=backend)
    assert (reply.value, reply.depth, reply.stopped) == (0, 1000, "")
    assert reply.nodes >= 1001


@pytest.mark.parametrize("searcher", [Minimax, AlphaBeta, Expectiminimax])
def test_deeper_than_that_is_refused(searcher):
    with pytest.raises(ValueError, match=r"depth is 1001; no search looks further ahead than 1000 plies"):
        searcher(depth=1001)


def test_solving_a_game_that_lasts_too_long_is_refused(ask):
    with pytest.raises(Unsupported, match=r"nim can last 1200 plies; solve bears 1000"):
        ask(Solve(), nim((1200,), 1))


def test_solving_gives_up_when_there_are_more_positions_than_allowed(in_both, noughts):
    reply = in_both(Solve(max_positions=5_477), noughts)
    assert (reply.value, reply.stopped, reply.positions) == (None, "more than 5,477 positions", 5_477)
    assert in_both(Solve(max_positions=5_478), noughts).stopped == ""


def test_a_search_to_the_end_is_as_deep_as_the_game(ask):
    tree = uniform(2, 5)
    assert ask(AlphaBeta(), tree, backend="python").depth == 5
    assert ask(AlphaBeta(3), tree, backend="python").depth == 3
