"""Synthetic trees: their size, their values, and how well they are ordered."""

import re
from math import ceil, floor, inf

import pytest

from backends import jit_for
from games.game import UNDECIDED, PositionError, RulesError
from games.perft import perft
from games.rules.uniform import uniform


def all_places(game):
    places = [game.initial]
    for place in places:
        places.extend(game.play(place, child) for child in game.moves(place))
    return places


def leaves_looked_at(game) -> int:
    """By alpha-beta in the order of the moves."""
    looked_at = 0

    def alphabeta(place, alpha, beta):
        nonlocal looked_at
        if game.outcome(place) != UNDECIDED:
            looked_at += 1
            return game.outcome(place)
        best = -inf
        for move in game.moves(place):
            best = max(best, -alphabeta(game.play(place, move), -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    alphabeta(game.initial, -inf, inf)
    return looked_at


@pytest.mark.parametrize("quality", [None, 0.5])
def test_every_node_above_the_depth_has_the_same_number_of_children(backend, quality):
    assert perft(uniform(3, 5, quality=quality), 6, backend) == [1, 3, 9, 27, 81, 243, 0]


@pytest.mark.parametrize(("branching", "depth", "leaves"), [(2, 6, 15), (3, 5, 35), (3, 6, 53), (4, 4, 31), (5, 4, 49)])
def test_with_the_best_child_always_first_alpha_beta_looks_at_knuth_and_moores_minimum(branching, depth, leaves):
    assert leaves == branching ** ceil(depth / 2) + branching ** floor(depth / 2) - 1
    for seed in range(5):
        assert leaves_looked_at(uniform(branching, depth, seed, quality=1.0)) == leaves


def test_the_worse_the_order_the_more_is_looked_at():
    looked_at = [
        sum(leaves_looked_at(uniform(4, 5, seed, quality)) for seed in range(10)) for quality in (1.0, 0.7, 0.4, 0.0)
    ]
    assert looked_at == sorted(looked_at)
    assert looked_at[-1] > 2 * looked_at[0]


@pytest.mark.parametrize("quality", [0.0, 0.3, 1.0])
def test_the_value_of_every_node_is_known_without_a_search(quality):
    game = uniform(3, 5, seed=7, quality=quality)
    values = {}
    for place in reversed(all_places(game)):
        if game.outcome(place) == UNDECIDED:
            values[place] = max(-values[game.play(place, move)] for move in game.moves(place))
        else:
            values[place] = game.outcome(place)
        assert values[place] == game.evaluations["exact"](place)
        assert abs(values[place]) <= game.max_outcome


def test_quality_is_how_often_the_first_child_is_the_best_and_the_others_have_equal_chances():
    game = uniform(4, 7, seed=3, quality=0.7)
    best = [0] * 4
    for place in all_places(game):
        if game.outcome(place) == UNDECIDED:
            values = [-game.play(place, child).value for child in range(4)]
            best[values.index(max(values))] += 1
            assert values.count(max(values)) == 1
    nodes = sum(best)
    assert nodes == (4**7 - 1) // 3
    # Standard deviations: 0.0062 and 0.0041.
    assert abs(best[0] / nodes - 0.7) < 0.02
    assert all(abs(count / nodes - 0.1) < 0.015 for count in best[1:])


def test_independent_leaves_are_spread_evenly_from_minus_100_to_100():
    game = uniform(2, 14, seed=1)
    leaves = [place.value for place in all_places(game) if place.ply == 14]
    assert (min(leaves), max(leaves), game.max_outcome) == (-100, 100, 100)
    assert abs(sum(leaves) / len(leaves)) < 1.5  # standard deviation: 0.45
    siblings = sum(one * other for one, other in zip(leaves[::2], leaves[1::2], strict=True)) / len(leaves) * 2
    assert abs(siblings) < 110  # of 3,367; standard deviation: 37
    assert not game.evaluations


def test_the_seed_decides_the_tree():
    def leaves(seed):
        return [place.value for place in all_places(uniform(2, 6, seed)) if place.ply == 6]

    assert leaves(1) == leaves(1) != leaves(2)


@pytest.mark.parametrize("quality", [None, 0.6])
def test_the_largest_trees_are_the_same_in_both_backends(quality):
    game = uniform(2, 62, seed=5, quality=quality)
    plays = [jit_for(backend)(game.play) for backend in ("python", "compiled")]
    for children in ([0] * 62, [1] * 62, [0, 1] * 31, [1, 1, 0] * 20 + [1, 1]):
        places = [game.initial, game.initial]
        for child in children:
            places = [type(place)(*map(int, play(place, child))) for play, place in zip(plays, places, strict=True)]
        assert places[0] == places[1]
        assert game.read(game.write(places[0])) == places[0]


def test_a_place_is_the_way_to_it():
    game = uniform(3, 4, quality=0.5)
    assert game.write(game.initial) == "/"
    assert game.write(game.play(game.play(game.initial, 0), 2)) == "/0/2"
    assert {game.read(game.write(place)) for place in all_places(game)} == set(all_places(game))


def test_a_tree_of_depth_0_is_a_leaf_and_one_of_branching_1_a_line(backend):
    assert perft(uniform(3, 0), 1, backend) == [1, 0]
    assert perft(uniform(1, 4, quality=0.0), 5, backend) == [1, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0/1", "is no way through a tree"),
        ("", "is no way"),
        ("/3", "child 3 in '/3': every node has 3"),
        ("/0/0/0", "too long"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, words):
    with pytest.raises(PositionError, match=re.escape(words)):
        uniform(3, 2).read(text)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ((0, 3), "branching 0"),
        ((2, 201), "depth 201"),
        ((2, 63), "more than 2**62 leaves"),
        ((2, 3, -1), "a seed of -1"),
        ((2, 3, 0, 1.5), "a quality of 1.5"),
    ],
)
def test_trees_that_cannot_be_are_refused(parameters, words):
    with pytest.raises(RulesError, match=re.escape(words)):
        uniform(*parameters)
