"""Values of positions that cannot all be right: what exact searchers of one experiment say against each other.

An exact searcher claims the value of minimax: of the whole game, or to a depth with an evaluation. Two that claim it of
the same thing must agree. Monte Carlo searchers, searches that were stopped, and rows without a value claim nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

EVERY_LINE = frozenset({"minimax", "expectiminimax", "solve"})
"""Searchers that cut nothing: they are believed against others."""

WHOLE_GAME = "the whole game"


@dataclass(frozen=True)
class Claim:
    """What a row says of a position.

    number: of the row
    subject: position, how far it was looked ahead, evaluation: what the value is of
    """

    number: int
    strategy: str
    subject: tuple[str, ...]
    value: float


def claim_of(number: int, row: Mapping[str, Any]) -> Claim | None:
    """The claim of a row that ended well; None: it makes none.

    The depth of a whole game is less than what was allowed, or not spoken of.
    """
    if row["conclusion"] != "valued" or row["value"] is None or row["playouts"] or row["reason"]:
        return None
    parameters: Mapping[str, Any] = row["parameters"]
    allowed, depth = parameters.get("depth"), row["depth"] or 0
    whole = row["strategy"] == "solve" or (depth < allowed if isinstance(allowed, int) else depth == 0)
    leaves = json.dumps([parameters.get("evaluation", "none"), parameters.get("quiescence", False)])
    subject = (row["problem"], row["instance_hash"], WHOLE_GAME if whole else f"depth {depth}", leaves)
    return Claim(number, row["strategy"], subject, round(row["value"], 9) + 0.0)


def refuted(claims: Iterable[Claim]) -> Iterator[tuple[int, str]]:
    """The numbers of rows whose claims others contradict, and why.

    Searchers that look at every line are believed, or else more searchers than say anything else. Where neither
    settles it, nobody is believed.
    """
    for _, group in groupby(sorted(claims, key=lambda claim: claim.subject), key=lambda claim: claim.subject):
        about = list(group)
        if len({claim.value for claim in about}) > 1:
            right = _settled(about)
            for claim in about:
                if claim.value != right:
                    yield claim.number, _reason(claim, about, right)


def _settled(claims: list[Claim]) -> float | None:
    """The value that is believed; None: it is open which."""
    sure = {claim.value for claim in claims if claim.strategy in EVERY_LINE}
    if sure:
        return sure.pop() if len(sure) == 1 else None
    supporters: dict[float, set[str]] = {}
    for claim in claims:
        supporters.setdefault(claim.value, set()).add(claim.strategy)
    most = max(map(len, supporters.values()))
    best = [value for value, strategies in supporters.items() if len(strategies) == most]
    return best[0] if len(best) == 1 else None


def _reason(claim: Claim, about: list[Claim], right: float | None) -> str:
    others = {other.strategy: other.value for other in about if other.value == right or right is None}
    said = ", ".join(f"{value:g} by {name}" for name, value in others.items() if value != claim.value)
    open_end = "" if right is not None else "; one of them is wrong, and nothing here says which"
    return f"the value is said to be {claim.value:g}, but it is {said} ({claim.subject[2]}){open_end}"
