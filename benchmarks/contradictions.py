"""Claims about one instance that cannot both be right, though neither is refuted by what was verified."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.record import SOLVED
from benchmarks.statistics import with_variants
from benchmarks.words import is_missing

if TYPE_CHECKING:
    import pandas as pd


def contradictions(frame: pd.DataFrame) -> pd.DataFrame:
    """Pairs of runs that cannot both be right, although each was accepted by itself; one row per pair of claims.

    A verified solution contradicts `unsatisfiable` and `invalid`; `multiple` contradicts `unique`, and so does another
    solution than the unique one; a better objective contradicts `optimal`, and a larger number of solutions a complete
    one. Of equal claims on an instance only the first is compared with the others. Columns: problem, instance,
    instance_hash, and for each side (one_, other_): variant, conclusion (and the number that it is about), answer.
    """
    import pandas as pd

    rows = with_variants(frame)
    claim = ["conclusion", "answer", "verified", "complete", "solutions", "value"]
    rows = rows.loc[rows["status"].eq("ok") & rows["conclusion"].isin([*SOLVED, "invalid"])]
    claims = rows[["problem", "instance", "instance_hash", "variant", *claim]].astype(object)
    for name in ("verified", "complete"):
        claims[name] = rows[name].fillna(value=False).astype(bool)
    claims = claims.drop_duplicates(["problem", "instance_hash", *claim])
    suspects = claims[claims.duplicated(["problem", "instance_hash"], keep=False)]
    found = []
    for (problem, instance_hash), group in suspects.groupby(["problem", "instance_hash"], sort=False):
        members = list(group.itertuples(index=False))
        for position, one in enumerate(members):
            for other in members[position + 1 :]:
                if _contradict(one, other) or _contradict(other, one):
                    pair = [(side.variant, _said(one, other, side), side.answer) for side in (one, other)]
                    found.append((problem, one.instance, instance_hash, *pair[0], *pair[1]))
    sides = [f"{side}_{name}" for side in ("one", "other") for name in ("variant", "conclusion", "answer")]
    return pd.DataFrame(found, columns=["problem", "instance", "instance_hash", *sides])


def _contradict(one: Any, other: Any) -> bool:
    """Does the claim `one` rule out the claim `other`?"""
    if one.conclusion in ("unsatisfiable", "invalid"):
        return bool(other.verified)
    if one.conclusion == "unique":
        differs = isinstance(one.answer, str) and isinstance(other.answer, str) and one.answer != other.answer
        return other.conclusion == "multiple" or (differs and (other.conclusion == "unique" or bool(other.verified)))
    if one.conclusion == "optimal":
        better = not is_missing(other.value) and bool(other.value < one.value)
        return better and (other.conclusion == "optimal" or bool(other.verified))
    if one.conclusion == "multiple" and one.complete:
        return other.conclusion == "multiple" and bool(other.solutions > one.solutions)
    return False


def _said(one: Any, other: Any, side: Any) -> str:
    """The conclusion of a side, with the number that the two differ in."""
    if side.conclusion == "optimal":
        return f"optimal, {side.value:g}"
    if one.conclusion == other.conclusion == "multiple":
        return f"{'' if side.complete else 'at least '}{side.solutions:,} solutions"
    return str(side.conclusion)
