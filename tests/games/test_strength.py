"""Intervals, Elo and the sequential test, by values worked out by hand and by what must hold for all results."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.strength import PAIR_SCORES, Sprt, elo_difference, elo_of, score_of, wilson

Z_SQUARED = 3.841458820694124


@st.composite
def results(draw):
    """Points of a number of games."""
    games = draw(st.integers(1, 5_000))
    return draw(st.integers(0, 2 * games)) / 2, games


PAIRS = st.lists(st.integers(0, 300), min_size=5, max_size=5)


# --- Wilson's interval


def test_wilson_of_no_point_in_ten_games():
    # p = 0: from 0 to z²/(n + z²)
    assert wilson(0, 10) == (0.0, pytest.approx(Z_SQUARED / (10 + Z_SQUARED)))
    assert wilson(0, 10).high == pytest.approx(0.27753, abs=1e-5)


def test_wilson_of_five_points_in_ten_games():
    assert wilson(5, 10) == (pytest.approx(0.23659, abs=1e-5), pytest.approx(0.76341, abs=1e-5))


def test_wilson_of_ten_points_in_ten_games():
    assert wilson(10, 10) == (pytest.approx(0.72247, abs=1e-5), 1.0)


@given(results())
def test_wilson_holds_the_score_and_stays_within_0_and_1(result):
    points, games = result
    low, high = wilson(points, games)
    assert 0 <= low <= points / games <= high <= 1
    assert low < high


@given(results())
def test_wilson_of_the_opponent_is_the_mirror_image(result):
    points, games = result
    low, high = wilson(games - points, games)
    assert wilson(points, games) == (pytest.approx(1 - high), pytest.approx(1 - low))


@pytest.mark.parametrize(("points", "games"), [(0, 0), (-1, 10), (11, 10), (math.nan, 10)])
def test_points_that_no_games_give_are_refused(points, games):
    with pytest.raises(ValueError, match="points of"):
        wilson(points, games)
    with pytest.raises(ValueError, match="points of"):
        elo_difference(points, games)


# --- Elo


def test_a_score_of_ten_elevenths_is_400_elo():
    assert elo_of(10 / 11) == pytest.approx(400)
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(0.5) == 0


def test_ten_wins_in_ten_games_are_a_finite_difference():
    # 10.5 to 0.5 is 21 to 1: 400 log10(21). Wilson's interval for 10.5 of 11 is from 0.678551 to 0.995234.
    elo, (low, high) = elo_difference(10, 10)
    assert elo == pytest.approx(528.888, abs=1e-3)
    assert low == pytest.approx(400 * math.log10(0.678551 / 0.321449), abs=0.01)
    assert high == pytest.approx(400 * math.log10(0.995234 / 0.004766), abs=0.1)


def test_ten_losses_are_the_same_with_the_other_sign():
    assert elo_difference(0, 10).value == pytest.approx(-528.888, abs=1e-3)


def test_as_many_wins_as_losses_are_no_difference():
    elo, (low, high) = elo_difference(5, 10)
    assert elo == 0
    assert low == pytest.approx(-high)


@given(results())
def test_elo_is_finite_lies_in_its_interval_and_is_mirrored(result):
    points, games = result
    elo, (low, high) = elo_difference(points, games)
    assert all(map(math.isfinite, (low, elo, high)))
    assert low < elo < high
    mirrored = elo_difference(games - points, games)
    assert (mirrored.value, *mirrored.interval) == pytest.approx((-elo, -high, -low), abs=1e-6)


@pytest.mark.parametrize("score", [0, 1, -0.1, math.nan])
def test_a_score_without_a_finite_elo_is_refused(score):
    with pytest.raises(ValueError, match="Elo"):
        elo_of(score)


# --- the sequential test


def test_the_bounds_of_the_usual_errors_are_ln_19():
    assert Sprt(0, 10).bounds == (pytest.approx(-math.log(19)), pytest.approx(math.log(19)))


def test_pairs_that_are_all_won_or_all_lost_are_tosses_of_a_coin():
    # With two results the frequencies are given by the mean alone: 60 ln(s1 / s0) + 40 ln((1 - s1) / (1 - s0)).
    by_hand = 60 * math.log(0.64 / 0.5) + 40 * math.log(0.36 / 0.5)
    assert Sprt(0, elo_of(0.64)).llr([40, 0, 0, 0, 60]) == pytest.approx(by_hand, abs=0.01)


def test_a_hundred_drawn_pairs_speak_against_a_difference():
    # Under H0 all is as likely as can be. Under H1 the mean s needs won pairs, 2 s - 1 of all: 100 ln(1 - (2 s - 1)).
    by_hand = 100 * math.log(2 - 2 * 0.55)
    assert Sprt(0, elo_of(0.55)).llr([0, 0, 100, 0, 0]) == pytest.approx(by_hand, abs=0.02)


def test_near_the_truth_it_is_the_normal_approximation():
    # n (s1 - s0) (2 m - s0 - s1) / 2 v, of mean m and variance v: here m is 0.5025.
    counts = (50, 190, 500, 220, 40)
    mean = sum(count * score for count, score in zip(counts, PAIR_SCORES, strict=True)) / 1_000
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, PAIR_SCORES, strict=True)) / 1_000
    s0, s1 = score_of(0), score_of(10)
    by_hand = 1_000 * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 10).llr(counts) == pytest.approx(by_hand, rel=0.02)


@given(PAIRS, st.integers(-500, 490), st.integers(1, 500))
def test_swapping_the_players_changes_the_sign(pairs, elo0, more):
    elo1 = min(elo0 + more, 500)
    llr = Sprt(elo0, elo1).llr(pairs)
    assert math.isfinite(llr)
    assert Sprt(-elo1, -elo0).llr(pairs[::-1]) == pytest.approx(-llr, rel=1e-6, abs=1e-6)


@given(PAIRS, st.integers(-300, 300))
def test_won_pairs_speak_for_h1_and_lost_ones_for_h0(pairs, elo0):
    test = Sprt(elo0, elo0 + 50)
    more_won, more_lost = [*pairs[:4], pairs[4] + 50], [pairs[0] + 50, *pairs[1:]]
    assert test.llr(more_lost) <= test.llr(pairs) + 1e-6
    assert test.llr(pairs) <= test.llr(more_won) + 1e-6


def test_nothing_is_decided_before_the_first_pair():
    test = Sprt(0, 10)
    assert test.llr([0] * 5) == 0
    assert test.verdict(0) is None


def test_a_verdict_falls_at_the_bounds():
    test = Sprt(0, 10, alpha=0.1, beta=0.2)
    assert test.bounds == (pytest.approx(math.log(0.2 / 0.9)), pytest.approx(math.log(8)))
    assert test.verdict(test.bounds.high) == "H1"
    assert test.verdict(test.bounds.low) == "H0"
    assert test.verdict(test.bounds.high - 0.01) is None


@pytest.mark.parametrize(
    ("numbers", "name"),
    [
        ((10, 0), "elo0"),
        ((5, 5), "elo0"),
        ((math.nan, 5), "elo0"),
        ((0, math.inf), "elo1"),
        ((0, 10, 0), "alpha"),
        ((0, 10, 0.5), "alpha"),
        ((0, 10, 0.05, math.nan), "beta"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(numbers, name):
    with pytest.raises(ValueError, match=name):
        Sprt(*numbers)


@pytest.mark.parametrize(("truth", "wrong"), [(0, "H1"), (200, "H0")])
def test_the_test_errs_about_as_seldom_as_it_promises(truth, wrong):
    test, rng = Sprt(0, 200), random.Random(1)
    chance_of = score_of(truth)
    verdicts = []
    for _ in range(300):
        counts, verdict = [0] * 5, None
        while verdict is None:
            won = sum(rng.random() < chance_of for _ in range(2))
            counts[2 * won] += 1
            verdict = test.verdict(test.llr(counts))
        verdicts.append(verdict)
    # 15 of 300 are promised; a generalised ratio that has seen few pairs keeps it roughly.
    assert verdicts.count(wrong) <= 30
