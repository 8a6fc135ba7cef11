"""Literal trees and gambles as games."""

import re
from fractions import Fraction

import pytest

from backends import jit_for
from games.game import UNDECIDED, PositionError, RulesError
from games.perft import perft
from games.rules.gamble import gamble
from games.rules.tree import tree

LECTURE = tree()


def minimax(game, state):
    """For the player to move; chance counts as the expectation."""
    outcome = game.outcome(state)
    if outcome != UNDECIDED:
        return outcome
    if game.chance and game.chance.is_chance(state):
        weighted = [
            game.chance.weight(state, move) * minimax(game, game.play(state, move)) for move in game.moves(state)
        ]
        return Fraction(sum(weighted), game.chance.total)
    return max(-minimax(game, game.play(state, move)) for move in game.moves(state))


@pytest.mark.parametrize(
    ("name", "value", "maximising"),
    [
        ("F", 4, True), ("O", -5, False), ("B", -5, False), ("J", 9, True), ("C", 3, False), ("K", 5, True),
        ("M", -7, True), ("E", -7, False), ("A", 3, True),
    ],
)  # fmt: skip
def test_minimax_values_of_the_lecture(name, value, maximising):
    assert minimax(LECTURE, LECTURE.read(name)) == (value if maximising else -value)


def test_each_level_of_the_lecture_has_so_many_nodes(backend):
    assert perft(LECTURE, 5, backend) == [1, 4, 8, 9, 2, 0]


def test_moves_are_called_by_the_nodes_they_lead_to():
    assert [LECTURE.move_name(LECTURE.initial, move) for move in LECTURE.moves(LECTURE.initial)] == ["B", "C", "D", "E"]


def test_leaves_are_worth_what_is_written_to_max_and_the_opposite_to_min():
    assert LECTURE.outcome(LECTURE.read("H")) == 3  # MAX would move
    assert LECTURE.outcome(LECTURE.read("N")) == -4  # MIN would
    assert (LECTURE.max_outcome, LECTURE.max_plies, LECTURE.max_moves) == (9, 4, 4)


def test_the_picture_indents_what_is_below():
    assert LECTURE.picture(LECTURE.read("B")) == "B MIN\n  F MAX\n    N 4\n    O MIN\n      W -3\n      X -5\n  G -5"
    assert len(tree("(" + ", ".join(["1"] * 999) + ")").picture(LECTURE.initial).splitlines()) == 201


def test_values_of_inner_nodes_are_their_static_evaluation(backend):
    game = tree("A(B=-5(F=-7, G=-5), C=9(H=3, I=9), D(J=0))")
    static = jit_for(backend)(game.evaluations["static"])
    assert [static(game.read(name)) for name in "ABCD"] == [0, 5, -9, 0]
    assert not LECTURE.evaluations


def test_a_position_is_a_name_and_near_names_are_offered():
    assert LECTURE.write(LECTURE.read(" E ")) == "E"
    with pytest.raises(PositionError, match=re.escape("called 'second'; there are seconds")):
        tree("A(seconds=1, minutes=2)").read("second")
    with pytest.raises(PositionError, match=r"called 'Z'; there are A, B, C, D, E, F, G, H, I, J, \.\.\."):
        LECTURE.read("Z")


def test_a_leaf_alone_is_a_finished_game(backend):
    assert perft(tree("7"), 2, backend) == [1, 0, 0]


def test_ten_thousand_nodes_are_a_table_too(backend):
    text = "(" + ", ".join(["(" + ", ".join(map(str, range(100))) + ")"] * 100) + ")"
    assert perft(tree(text), 2, backend) == [1, 100, 10_000]


# --- chance ----------------------------------------------------------------------------------------------------------


def test_expecting_one_is_risky_and_fearing_the_worst_safe():
    game = gamble()
    risky, safe = (game.play(game.initial, move) for move in game.moves(game.initial))
    assert all(map(game.chance.is_chance, (risky, safe)))
    assert not game.chance.is_chance(game.initial)
    # Seen by the other player, who would be next; chance does not turn the board round.
    assert (minimax(game, risky), minimax(game, safe)) == (-5, -4)
    assert [game.outcome(game.play(risky, move)) for move in game.moves(risky)] == [-10, 0]
    assert minimax(game, game.initial) == 5


def test_lotteries_may_be_given_as_pairs_of_probability_and_payoff():
    game = gamble({"risky": [(0.5, 10), (0.5, 0)], "safe": [(1.0, 4)]})
    assert game.picture(game.initial).splitlines()[1:3] == ["  risky chance", "    1/2: /0/0 10"]
    assert minimax(game, game.initial) == 5
    assert gamble({"only": [(1, 3)]}).write(gamble({"only": [(1, 3)]}).initial) == "choice"


def test_weights_are_brought_to_one_scale_on_which_they_are_integers(backend):
    game = tree("A(B[1/3: 3, 2/3: 0], C[0.25: 4, 0.75: 8], D[2: 1, 2: 3])")
    is_chance, weight = jit_for(backend)(game.chance.is_chance), jit_for(backend)(game.chance.weight)
    assert game.chance.total == 12
    weights = {name: [weight(game.read(name), child) for child in (0, 1)] for name in "BCD"}
    assert weights == {"B": [4, 8], "C": [3, 9], "D": [6, 6]}
    assert [is_chance(game.read(name)) for name in "ABCD"] == [False, True, True, True]


def test_after_chance_comes_the_player_who_would_have_come_anyway():
    game = tree("A(B[1: (2, 6), 1: (4, 8)], C=3)")
    # MIN chooses after chance: 2 or 4.
    assert minimax(game, game.initial) == 3
    assert minimax(tree("A(B[1: (2, 6), 1: (5, 8)], C=3)"), game.initial) == Fraction(7, 2)


def test_chance_may_come_first(backend):
    game = tree("A[1: B(1, 2), 3: C(3, 4)]")
    assert minimax(game, game.initial) == Fraction(2 + 3 * 4, 4)
    assert perft(game, 2, backend) == [1, 2, 4]


def test_weights_without_a_common_scale_are_refused():
    primes = (10007, 10009, 10037)
    text = ", ".join(f"[1/{prime}: 1, {prime - 1}/{prime}: 0]" for prime in primes)
    with pytest.raises(RulesError, match="no common scale"):
        tree(f"({text})")
