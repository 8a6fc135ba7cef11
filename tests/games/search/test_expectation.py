"""Games of chance: expected values, and what Star1 need not look at."""

import random
from fractions import Fraction

import pytest

from games.game import UNDECIDED
from games.rules.gamble import gamble
from games.rules.tree import tree
from games.strategies import AlphaBeta, Expectiminimax


@pytest.fixture(scope="module")
def lotteries():
    return gamble()


def test_the_gamble_is_worth_five_and_the_risky_lottery_is_chosen(in_both, lotteries):
    reply = in_both(Expectiminimax(), lotteries)
    assert reply.root_scores == {0: 5.0, 1: 4.0}
    assert (reply.value, reply.best_move) == (5.0, 0)


def test_who_fears_the_worst_plays_safe(ask):
    """The same payoffs, with an opponent in the place of chance."""
    reply = ask(AlphaBeta(), tree("choice(risky(10, 0), safe(4))"), backend="python")
    assert (reply.value, reply.best_move) == (4, 1)


def random_tree(rng: random.Random, plies: int, chance: bool = False) -> str:
    """Players and chance take turns at random; leaves from -9 to 9."""
    if plies == 0 or rng.random() < 0.1:
        return str(rng.randint(-9, 9))
    children = [random_tree(rng, plies - 1, not chance and rng.random() < 0.6) for _ in range(rng.randint(2, 3))]
    if chance:
        return f"[{', '.join(f'{rng.randint(1, 4)}: {child}' for child in children)}]"
    return f"({', '.join(children)})"


def exact_value(game, state) -> Fraction:
    """By fractions, with nothing cut."""
    value = game.outcome(state)
    if value != UNDECIDED:
        return Fraction(value)
    following = {move: exact_value(game, game.play(state, move)) for move in game.moves(state)}
    if game.chance and game.chance.is_chance(state):
        return sum(game.chance.weight(state, move) * value for move, value in following.items()) / Fraction(
            game.chance.total
        )
    return max(-value for value in following.values())


@pytest.fixture(scope="module")
def trees():
    rng = random.Random(7)
    texts = [random_tree(rng, 6) for _ in range(60)]
    return [tree(text) for text in texts if text.startswith("(")]


def test_values_are_those_of_exact_arithmetic(ask, trees):
    for game in trees:
        expected = float(exact_value(game, game.initial))
        assert ask(Expectiminimax(), game, backend="python").value == pytest.approx(expected, abs=1e-12)


def test_star1_finds_the_same_values_with_fewer_nodes(ask, trees):
    everything, with_cuts = 0, 0
    for game in trees:
        plain = ask(Expectiminimax(), game, backend="python")
        star1 = ask(Expectiminimax(star1=True), game, backend="python")
        assert star1.value == pytest.approx(plain.value, abs=1e-12)
        assert plain.root_scores[star1.best_move] == pytest.approx(plain.value, abs=1e-12)
        assert star1.nodes <= plain.nodes
        assert (star1.cutoffs > 0) or star1.nodes == plain.nodes
        everything, with_cuts = everything + plain.nodes, with_cuts + star1.nodes
    assert with_cuts < 0.8 * everything


@pytest.mark.parametrize("star1", [False, True])
def test_both_backends_expect_the_same(in_both, trees, star1):
    in_both(Expectiminimax(star1=star1), trees[0])


def test_star1_cuts_where_the_rest_cannot_matter(ask):
    """With 5 for sure, a lottery whose first half pays -9 cannot pay more than 0.5, since nothing pays more than 10."""
    game = tree("choice(safe[1: 5], bad[1: -9, 1: 3], other(10, -10))")
    plain, star1 = (ask(Expectiminimax(star1=cuts), game, backend="python") for cuts in (False, True))
    assert plain.value == star1.value == 5
    assert star1.nodes < plain.nodes


def test_a_game_without_chance_has_the_value_of_minimax(in_both, noughts, some_positions):
    for state in some_positions(noughts, 20):
        expected = in_both(AlphaBeta(), noughts, state)
        for star1 in (False, True):
            reply = in_both(Expectiminimax(star1=star1), noughts, state)
            assert (reply.value, reply.best_move) == (expected.value, expected.best_move)
    assert in_both(Expectiminimax(star1=True), noughts).nodes == 18_297


def test_where_chance_moves_first_there_is_no_best_move(in_both, lotteries):
    reply = in_both(Expectiminimax(), lotteries, lotteries.play(lotteries.initial, 0))
    assert (reply.value, reply.best_move) == (-5.0, None)


def test_a_depth_limit_and_an_evaluation(ask):
    """At the depth limit the lotteries are worth what they are thought to be worth."""
    game = tree("choice(risky=3[1: 10, 1: 0], safe=4[1: 4])")
    assert ask(Expectiminimax(1, "static"), game, backend="python").root_scores == {0: 3.0, 1: 4.0}
    assert ask(Expectiminimax(1), game, backend="python").root_scores == {0: 0.0, 1: 0.0}
