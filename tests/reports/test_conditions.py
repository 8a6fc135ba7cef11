"""What a reader is told of the conditions: unfinished, crowded, a busy machine; and nothing of good ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd

from benchmarks.record import Row
from reports.conditions import conditions

ARow = Callable[..., Row]
AFrame = Callable[[Iterable[Row]], pd.DataFrame]


def test_good_conditions_are_not_mentioned(frames: dict[str, pd.DataFrame], provenance: dict[str, Any]) -> None:
    assert conditions(frames["small"], [provenance]) == []
    assert conditions(frames["small"], []) == []
    assert conditions(frames["small"], [{"experiment": "sudoku-20260102-030405"}]) == []


def test_an_unfinished_experiment_says_how_far_it_came(a_row: ARow, frame: AFrame) -> None:
    facts = {"experiment": "e", "finished": None, "planned": 24}
    ended = [a_row(f"p{number}", experiment="e") for number in range(8)]
    others = [a_row("cut", status="interrupted", experiment="e"), a_row("elsewhere", experiment="other")]
    assert conditions(frame([*ended, *others]), [facts]) == [
        "Unfinished: 8 of 24 runs have ended; “run-bench resume e” goes on."
    ]
    assert conditions(frame(ended[:1]), [facts]) == [
        "Unfinished: 1 of 24 runs has ended; “run-bench resume e” goes on."
    ]
    assert conditions(frame([]), [facts]) == ["Unfinished: 0 of 24 runs have ended; “run-bench resume e” goes on."]
    without = {"experiment": "e", "finished": None}
    assert conditions(frame(ended), [without]) == ["Unfinished: 8 runs have ended; “run-bench resume e” goes on."]


def test_more_runs_at_once_than_cores_are_a_warning(a_row: ARow, frame: AFrame) -> None:
    rows = frame([a_row(experiment="e", parallel=8)])
    (told,) = conditions(rows, [{"experiment": "e", "cores": 2}])
    assert told.startswith("8 runs went side by side on 2 cores, so they waited for one another")
    assert conditions(rows, [{"experiment": "e", "cores": 8}]) == []


def test_a_load_above_half_the_cores_is_a_warning(frames: dict[str, pd.DataFrame]) -> None:
    (told,) = conditions(frames["no rows"], [{"experiment": "e", "cores": 2, "load": 4.8798828125}])
    assert told.startswith("Other programs were running when it began (load 4.9 on 2 cores)")
    assert conditions(frames["no rows"], [{"experiment": "e", "cores": 2, "load": 1.0}]) == []


def test_of_several_experiments_the_one_meant_is_named(frames: dict[str, pd.DataFrame]) -> None:
    facts = [{"experiment": name, "cores": 2, "load": load} for name, load in (("idle", 0.1), ("busy", 2.0))]
    (told,) = conditions(frames["no rows"], facts)
    assert told.startswith("busy: Other programs were running")
