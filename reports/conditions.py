"""Under which conditions the rows came to be, where these make a difference: unfinished, crowded, on a busy machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from benchmarks import words

if TYPE_CHECKING:
    import pandas as pd

LOAD = "load"

BUSY = 0.5
"""A load at the start above this part of the cores comes from other programs that take their share of the machine."""


def conditions(frame: pd.DataFrame, provenance: Sequence[Mapping[str, Any]]) -> list[str]:
    """What a reader must know of each experiment before its numbers, in sentences; mostly nothing.

    provenance: as `reports.page.render` takes it. `finished` that is there and None tells of an unfinished experiment,
    `planned` how many runs it was to have.
    """
    several = len(provenance) > 1
    found = []
    for facts in provenance:
        name = str(facts.get("experiment", ""))
        rows = frame[frame["experiment"].astype(object) == name]
        told = [*_crowded(rows, facts.get("cores")), *_busy(facts.get(LOAD), facts.get("cores"))]
        prefix = f"{words.visible(name)}: " if several else ""
        found += [*_unfinished(rows, facts), *(prefix + text for text in told)]
    return found


def _unfinished(rows: pd.DataFrame, facts: Mapping[str, Any]) -> list[str]:
    """How far an experiment came, and how it goes on."""
    if "finished" not in facts or not words.is_missing(facts["finished"]):
        return []
    ended, planned = int((rows["status"] != "interrupted").sum()), facts.get("planned")
    total = words.number_of(ended, "run") if planned is None else f"{ended:,} of {words.number_of(planned, 'run')}"
    have = "has" if ended == 1 else "have"
    return [
        f"Unfinished: {total} {have} ended; “run-bench resume {words.visible(facts.get('experiment', ''))}” goes on."
    ]


def _crowded(rows: pd.DataFrame, cores: Any) -> list[str]:
    """More runs at once than cores."""
    parallel = 1 if rows.empty else int(rows["parallel"].max())
    if words.is_missing(cores) or parallel <= cores:
        return []
    text = (
        f"{parallel:,} runs went side by side on {words.number_of(cores, 'core')}, so they waited for one another: "
        "times are longer than alone, and the limit on wall time may have stopped some too early."
    )
    return [text]


def _busy(load: Any, cores: Any) -> list[str]:
    """Other programs at the start."""
    if words.is_missing(load) or words.is_missing(cores) or load <= BUSY * cores:
        return []
    text = (
        f"Other programs were running when it began (load {load:.1f} on {words.number_of(cores, 'core')}), "
        "so times may be longer than on an idle machine."
    )
    return [text]
