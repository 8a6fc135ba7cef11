"""The table of all runs, as the page's script receives it."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
import pytest

from benchmarks.statistics import with_variants
from reports import runs


def read(frame: pd.DataFrame) -> tuple[runs.Runs, dict[str, list[Any]]]:
    """What the script makes of it: a list of values for each column."""
    made = runs.compact(with_variants(frame))
    told = json.loads(made.json)
    assert told["length"] == len(frame)
    columns = {}
    for column in told["columns"]:
        values = column["values"]
        columns[column["name"]] = [column["words"][value] for value in values] if column["kind"] == "word" else values
        assert len(values) == len(frame)
    return made, columns


def test_every_run_is_there_in_order(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["small"]
    _, columns = read(frame)
    assert columns["instance"] == frame["instance"].tolist()
    assert columns["status"] == frame["status"].tolist()
    assert columns["nodes"] == [None if value is pd.NA else value for value in frame["nodes"]]
    assert columns["cpu_s"][:4] == [0.000051, 0.000006, 0.0002104, 0.01]
    assert columns["reason"][10] == "time limit of 10 s"
    assert columns["counters"][3] == "branches 0"


def test_what_every_row_says_is_said_once(frames: dict[str, pd.DataFrame]) -> None:
    made, columns = read(frames["small"])
    same = dict(made.same)
    assert (same["problem"], same["question"], same["timeout_s"]) == ("sudoku", "first", "10 s")
    assert not set(same) & set(columns)
    assert made.left_out == ()


def test_times_keep_four_digits_and_counts_all_of_theirs(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["many"]
    _, columns = read(frame)
    assert columns["nodes"] == [None if value is pd.NA else value for value in frame["nodes"]]
    told = [(a, b) for a, b in zip(columns["cpu_s"], frame["cpu_s"], strict=True) if a is not None]
    assert all(short == pytest.approx(exact, rel=1e-3) for short, exact in told)


def test_moments_come_in_milliseconds(frames: dict[str, pd.DataFrame]) -> None:
    _, columns = read(frames["many"])
    moments = pd.to_datetime(pd.Series(columns["started"]), unit="ms", utc=True)
    assert (moments == frames["many"]["started"]).all()


def test_a_large_table_leaves_out_what_matters_least_and_says_so(ten_thousand: pd.DataFrame) -> None:
    made, columns = read(ten_thousand)
    assert len(made.json) <= runs.BUDGET + 100
    assert made.left_out[:2] == ("run_key", "answer")
    assert {"instance", "variant", "status", "nodes", "cpu_s", "reason"} <= set(columns)


def test_nothing_in_it_ends_the_script_element(frames: dict[str, pd.DataFrame]) -> None:
    made, columns = read(frames["nasty"])
    assert not set("<>&\u2028\u2029") & set(made.json)
    assert columns["reason"][4] == "</td></table><b>dead</b>"


def test_no_rows_make_an_empty_table(frames: dict[str, pd.DataFrame]) -> None:
    made, columns = read(frames["no rows"])
    assert made.length == 0
    assert columns["instance"] == []
