"""Searchers that draw lots: what they estimate, that a seed decides all, and that they play well."""

import statistics

import pytest

from games.game import UNDECIDED
from games.rules.nim import nim
from games.rules.tree import tree
from games.strategies import AlphaBeta, FlatMonteCarlo, Greedy, MonteCarloTreeSearch, RandomMove

BLOCK = "OO./.X./.X."
"""X must take square 2."""


def test_flat_monte_carlo_scores_the_block_best(in_both, noughts):
    """300 playouts for each of five moves; expected scores by counting all games are 0.79 and 0.37 to 0.56."""
    reply = in_both(FlatMonteCarlo(1_500), noughts, noughts.read(BLOCK))
    assert reply.best_move == 2
    assert reply.root_visits == dict.fromkeys((2, 3, 5, 6, 8), 300)
    assert reply.root_scores[2] == pytest.approx(0.79, abs=0.06)
    assert all(0.3 < reply.root_scores[move] < 0.62 for move in (3, 5, 6, 8))
    assert reply.value == reply.root_scores[2]


def random_play(game, state) -> float:
    """The expected outcome of random play for the player to move, by looking at all games."""
    value = game.outcome(state)
    return (
        value
        if value != UNDECIDED
        else -statistics.mean(random_play(game, game.play(state, move)) for move in game.moves(state))
    )


def test_estimates_come_close_to_the_expectation_of_random_play(ask, noughts):
    state = noughts.read(BLOCK)
    reply = ask(FlatMonteCarlo(200_000), noughts, state)
    for move, score in reply.root_scores.items():
        expected = (1 - random_play(noughts, noughts.play(state, move))) / 2
        assert score == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("seed", range(10))
def test_uct_takes_two_of_ten_sticks(in_both, seed):
    reply = in_both(MonteCarloTreeSearch(2_000), nim((10,), 3), seed=seed)
    assert reply.best_move == 1
    assert reply.root_visits[1] > 1_500


@pytest.mark.parametrize("sticks", [5, 6, 7, 9, 10, 11])
@pytest.mark.parametrize("first", [True, False])
def test_whoever_moves_plays_for_himself(ask, sticks, first):
    """The same heap, whether it is the first player's turn or, after one stick is taken, the second one's."""
    game = nim((sticks if first else sticks + 1,), 3)
    state = game.initial if first else game.play(game.initial, 0)
    assert ask(MonteCarloTreeSearch(3_000), game, state).best_move == sticks % 4 - 1


def test_every_playout_is_counted_where_it_went(in_both, four):
    reply = in_both(MonteCarloTreeSearch(500), four, seed=3)
    assert sum(reply.root_visits.values()) == reply.playouts == reply.leaves == 500
    assert reply.positions <= 501
    assert reply.value == reply.root_scores[reply.best_move]
    assert reply.best_move == max(reply.root_visits, key=reply.root_visits.get)


def test_the_seed_decides(ask, four):
    searcher = MonteCarloTreeSearch(500)
    same, other = (ask(searcher, four, seed=seed) for seed in (1, 2))
    assert same == ask(searcher, four, seed=1)
    assert same.root_visits != other.root_visits


def test_exploration_spreads_the_visits(ask, four):
    state = four.read("4453")
    bold, wary = (ask(MonteCarloTreeSearch(2_000, exploration), four, state) for exploration in (0.1, 10.0))
    assert max(bold.root_visits.values()) > max(wary.root_visits.values())
    assert statistics.pstdev(wary.root_visits.values()) < 30


def test_a_draw_is_worth_a_half(in_both, noughts):
    """One square is left, and nobody wins."""
    state = noughts.read("XXO/OOX/XO.")
    for searcher in (MonteCarloTreeSearch(50), FlatMonteCarlo(50)):
        reply = in_both(searcher, noughts, state)
        assert (reply.value, reply.best_move, reply.root_scores) == (0.5, 8, {8: 0.5})


def test_outcomes_count_by_how_large_they_are(ask):
    game = tree("choice(a(10, 10), b(2, 2), c(-4, -4))")
    reply = ask(FlatMonteCarlo(30), game, backend="python")
    assert reply.root_scores == {0: 1.0, 1: pytest.approx(0.6), 2: pytest.approx(0.3)}


def test_a_finished_game_is_looked_at_once(in_both, noughts):
    for searcher in (MonteCarloTreeSearch(50), FlatMonteCarlo(50)):
        reply = in_both(searcher, noughts, noughts.read("XXX/OO./..."))
        assert (reply.value, reply.best_move, reply.nodes, reply.playouts) == (0.0, None, 1, 0)


def test_a_node_limit_ends_it_before_a_playout_that_might_exceed_it(in_both, noughts):
    for searcher in (MonteCarloTreeSearch(1_000), FlatMonteCarlo(1_000)):
        reply = in_both(searcher, noughts, node_limit=300)
        assert 290 <= reply.nodes <= 300
        assert reply.stopped == "node limit of 300"
        assert reply.best_move in range(9)


# --- the solver ------------------------------------------------------------------------------------------------------


def test_the_solver_proves_a_win_and_stops(in_both, noughts):
    state = noughts.read("XX./OO./...")
    reply = in_both(MonteCarloTreeSearch(10_000, solver=True), noughts, state)
    assert (reply.value, reply.best_move) == (1.0, 2)
    assert reply.playouts < 20


def test_the_solver_proves_a_loss(in_both):
    reply = in_both(MonteCarloTreeSearch(10_000, solver=True), nim((8,), 3))
    assert reply.value == 0.0
    assert set(reply.root_scores.values()) == {0.0}
    assert reply.playouts < 10_000


def test_what_the_solver_proves_is_so(ask, noughts, positions):
    exact = positions(noughts)
    proven = 0
    for state in list(exact)[::5]:
        reply = ask(MonteCarloTreeSearch(300, solver=True), noughts, state)
        if reply.playouts < 300 and reply.best_move is not None:
            proven += 1
            assert reply.value == (exact[state] + 1) / 2
            assert -exact[noughts.play(state, reply.best_move)] == exact[state]
    assert proven > 300


def test_the_solver_finds_a_trap_that_the_average_hides(ask):
    """Nearly everything after the first move wins, but for one reply that loses at once."""
    game = tree("choice(trap(-1, 1, 1, 1, 1, 1, 1, 1), fair(0, 0))")
    assert ask(FlatMonteCarlo(800), game, backend="python").best_move == 0
    assert ask(MonteCarloTreeSearch(100, solver=True), game, backend="python").best_move == 1


# --- how well they play ----------------------------------------------------------------------------------------------


def share_of_optimal_moves(ask, game, values, searcher, seeds) -> float:
    """Of the positions where it matters, averaged over seeds."""
    matters = [
        state
        for state, value in values.items()
        if any(-values[game.play(state, move)] < value for move in game.moves(state))
    ]
    assert len(matters) == 3_191
    right = sum(
        -values[game.play(state, ask(searcher, game, state, seed=seed).best_move)] == values[state]
        for state in matters
        for seed in seeds
    )
    return right / (len(matters) * len(seeds))


@pytest.mark.slow
def test_uct_plays_well_and_the_better_the_longer_it_may_think(ask, noughts, positions):
    values = positions(noughts)
    shares = [
        share_of_optimal_moves(ask, noughts, values, MonteCarloTreeSearch(playouts), range(5))
        for playouts in (20, 100, 500, 2_000)
    ]
    assert shares == sorted(shares)
    assert shares[2] >= 0.97


def test_uct_with_few_playouts_is_better_than_chance(ask, noughts, positions):
    values = positions(noughts)
    by_chance = share_of_optimal_moves(ask, noughts, values, RandomMove(), [0])
    assert share_of_optimal_moves(ask, noughts, values, MonteCarloTreeSearch(50), [0]) > by_chance + 0.2


# --- baselines -------------------------------------------------------------------------------------------------------


def test_random_moves_are_legal_and_equally_likely(ask, noughts):
    state = noughts.read(BLOCK)
    moves = [ask(RandomMove(), noughts, state, seed=seed, backend="python").best_move for seed in range(1_000)]
    assert set(moves) == {2, 3, 5, 6, 8}
    assert all(150 < moves.count(move) < 250 for move in set(moves))


def test_greedy_looks_one_ply_ahead(in_both, noughts):
    reply = in_both(Greedy("weighted-lines"), noughts)
    assert (reply.best_move, reply.nodes, reply.leaves) == (4, 10, 9)
    assert in_both(Greedy(), noughts, noughts.read("XX./OO./...")).best_move == 2


def test_greedy_falls_for_what_alphabeta_sees(ask, four):
    """O has three in the bottom row, and greedy takes the middle all the same."""
    state = four.read("121374")
    assert ask(Greedy("column-weights"), four, state).best_move == 3
    assert ask(AlphaBeta(2, evaluation="column-weights"), four, state).best_move == 4
