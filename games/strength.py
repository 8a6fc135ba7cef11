"""How strong one player is beside another, from the results of games. Numbers only: nothing here plays.

points   1 for a win, 1/2 for a draw, 0 for a loss
score    points / games, in 0..1
Elo      400 log10(score / (1 - score)): the score as a difference in strength, 0 where both are equal (Elo 1978)
pair     two games from one opening, with sides swapped
LLR      logarithm of the likelihood ratio of two hypotheses
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Z95 = 1.959963984540054
"""The normal quantile of an interval that covers 95 %."""

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair may score: two losses; a loss and a draw; two draws or a win and a loss; a win and a draw; two wins."""

UNSEEN = 1e-3
"""How often a result of a pair that never came up is taken to have come up, so that no likelihood is 0."""

HALVINGS = 200
"""More than it takes until an interval of floating point numbers cannot be halved again."""


class Interval(NamedTuple):
    """Both ends belong to it."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A number and the interval around it."""

    value: float
    interval: Interval


def elo_of(score: float) -> float:
    """The difference in Elo of a score.

    Raises:
        ValueError: the score is not strictly between 0 and 1, where no finite difference explains it.
    """
    if not 0 < score < 1:
        raise ValueError(f"the score is {score}; only those between 0 and 1 have an Elo difference")
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that is expected at a difference in Elo; the inverse of `elo_of`."""
    return 1 / (1 + 10 ** (-elo / 400))


def wilson(points: float, games: float, z: float = Z95) -> Interval:
    """Wilson's interval of a score (Wilson 1927).

        (p + z²/2n ± z sqrt(p (1 - p) / n + z²/4n²)) / (1 + z²/n)    with p = points / n and n = games

    It is made for wins and losses. A draw counts as half of each, which makes the interval wider than need be, never
    narrower: results between 0 and 1 vary most where there are no draws.

    Raises:
        ValueError: no games, or points that so many games cannot give.
    """
    if games <= 0 or not 0 <= points <= games:
        raise ValueError(f"{points} points of {games} games")
    score, spread = points / games, z * z / games
    middle = score + spread / 2
    width = math.sqrt(spread * (score * (1 - score) + spread / 4))
    low = 0.0 if points == 0 else max(0.0, (middle - width) / (1 + spread))
    high = 1.0 if points == games else min(1.0, (middle + width) / (1 + spread))
    return Interval(low, high)


def elo_difference(points: float, games: float, z: float = Z95) -> Estimate:
    """The difference in Elo and its interval, all finite, also where one side won every game.

    Half a win and half a loss are added first, as Haldane (1956) and Anscombe (1956) do to keep the logarithm of odds
    finite, and Elo is one:

        value       400 log10((points + 1/2) / (games - points + 1/2))
        interval    the Elo of the ends of Wilson's interval for points + 1/2 of games + 1

    Raises:
        ValueError: as `wilson`.
    """
    wilson(points, games, z)
    low, high = wilson(points + 0.5, games + 1, z)
    return Estimate(elo_of((points + 0.5) / (games + 1)), Interval(elo_of(low), elo_of(high)))


# --- the sequential test ---------------------------------------------------------------------------------------------

Verdict = Literal["H0", "H1"]


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of two differences in Elo (Wald 1945).

    elo0, elo1: the differences of the hypotheses H0 and H1; elo0 < elo1
    alpha: the probability of accepting H1 though H0 holds
    beta: the probability of accepting H0 though H1 holds

    Raises:
        ValueError: they are out of order, out of bounds, or no numbers.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -LARGEST_ELO <= self.elo0 < self.elo1 <= LARGEST_ELO:
            within = f"both from -{LARGEST_ELO:,} to {LARGEST_ELO:,}"
            raise ValueError(f"elo0 is {self.elo0:g} and elo1 {self.elo1:g}; elo0 must be less than elo1, {within}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} is {value:g}; it must be above 0 and below 0.5")

    @property
    def bounds(self) -> Interval:
        """At or below the first H0 is accepted, at or above the second H1: ln(β / (1 - α)) and ln((1 - β) / α)."""
        return Interval(math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def llr(self, pairs: Sequence[float]) -> float:
        """The logarithm of the likelihood of H1 over that of H0.

        pairs: [5] how many pairs scored each of PAIR_SCORES

        Pairs are counted rather than games: the two games from one opening depend on each other. How often each result
        comes up is known under neither hypothesis, so each gets the frequencies that make the counts likeliest
        among those with its mean score s (a generalised ratio; Van den Bergh 2019). With the frequencies f found, they
        are f / (1 + x (a - s)) for the score a of a pair, and x such that they sum to 1 (`_tilt`). Hence

            LLR = sum over results of count * ln((1 + x0 (a - s0)) / (1 + x1 (a - s1)))

        Results that never came up count UNSEEN times. Swapping the players changes the sign: the LLR of the reversed
        counts, from -elo1 to -elo0.
        """
        counts = [count or UNSEEN for count in pairs]
        if not any(pairs):
            return 0.0
        score0, score1 = score_of(self.elo0), score_of(self.elo1)
        tilt0, tilt1 = _tilt(counts, score0), _tilt(counts, score1)
        return sum(
            count * (math.log1p(tilt0 * (score - score0)) - math.log1p(tilt1 * (score - score1)))
            for count, score in zip(counts, PAIR_SCORES, strict=True)
        )

    def verdict(self, llr: float) -> Verdict | None:
        """The hypothesis that is accepted; None: more games are needed."""
        low, high = self.bounds
        return "H1" if llr >= high else "H0" if llr <= low else None


LARGEST_ELO = 1_000
"""At this difference the weaker player scores 0.3 %."""


def _tilt(counts: Sequence[float], mean: float) -> float:
    """The x with sum of count * (a - mean) / (1 + x (a - mean)) = 0, which falls from infinity to -infinity."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        if not low < tilt < high:
            break
        terms = zip(counts, (score - mean for score in PAIR_SCORES), strict=True)
        if sum(count * away / (1 + tilt * away) for count, away in terms) > 0:
            low = tilt
        else:
            high = tilt
    return (low + high) / 2
