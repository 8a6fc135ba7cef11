"""Log scales and thinning."""

from __future__ import annotations

import itertools
import math

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import words
from reports.scale import LogScale, evenly_thinned

VALUES = st.lists(st.none() | st.just(0.0) | st.floats(1e-7, 1e12), min_size=1, max_size=20)


@settings(max_examples=60)
@given(VALUES, st.booleans())
def test_everything_has_its_place_between_the_ends(values: list[float | None], unknown: bool) -> None:
    column = pd.Series(values, dtype="float64")
    scale = LogScale.over(column, words.seconds, unknown)
    placed = scale.place(column).dropna()
    assert ((scale.low < placed) & (placed < scale.high)).all()
    assert len(placed) == (len(column) if unknown else column.notna().sum())
    assert 1 <= len(scale.ticks) <= 24
    assert all(scale.low <= tick <= scale.high for tick in scale.ticks)


def test_zero_stands_left_of_all_and_what_is_unknown_right_of_all() -> None:
    column = pd.Series([0.0, 1.0, 100.0, math.nan])
    zero, one, hundred, unknown = LogScale.over(column, words.count, unknown=True).place(column)
    assert zero < one < hundred < unknown


def test_ticks_are_powers_of_ten_over_a_long_way() -> None:
    assert [round(math.log10(tick)) for tick in LogScale.over(pd.Series([1.0, 1e5]), words.count).ticks] == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]


def test_ticks_lie_closer_over_a_short_way() -> None:
    assert len(LogScale.over(pd.Series([40.0, 60.0]), words.count).ticks) >= 2


def test_labels_do_not_run_into_one_another() -> None:
    """`3 M` and `stopped` once stood in one place."""
    values = pd.Series([51.0, 3_100_000.0, math.nan])
    for column, length in ((values, 534.0), (values, 250.0), (pd.Series([1.0, 8.0, math.nan]), 200.0)):
        scale = LogScale.over(column, words.short_count, unknown=True)
        labels = scale.labels(length)
        pixels = length / math.log(scale.high / scale.low)
        ends = [(math.log(at / scale.low) * pixels, len(text) * 3.6) for at, text in labels.items()]
        assert all(here + half < there - other for (here, half), (there, other) in itertools.pairwise(ends))
        assert list(labels.values())[-1] == "stopped"
        assert len(labels) >= 3


def test_on_a_short_axis_powers_of_ten_stay() -> None:
    assert list(LogScale.over(pd.Series([8.0, 120.0]), words.short_count).labels(60).values()) == ["10", "100"]


def sized(sizes: dict[str, int]) -> pd.DataFrame:
    rows = [(name, float(value), f"{value:05}") for name, size in sizes.items() for value in range(size)]
    return pd.DataFrame(rows, columns=["series", "nodes", "instance_hash"])


def test_few_marks_are_all_kept() -> None:
    assert len(evenly_thinned(sized({"a": 50, "b": 50}), "nodes", 100)) == 100


def test_each_series_keeps_its_ends_and_its_median() -> None:
    thin = evenly_thinned(sized({"a": 10_001, "b": 3001}), "nodes", 202)
    told = thin.groupby("series")["nodes"].agg(["size", "min", "median", "max"])
    assert list(told.loc["a"]) == [101, 0, 5000, 10_000]
    assert list(told.loc["b"]) == [101, 0, 1500, 3000]


def test_a_small_series_is_kept_whole_and_leaves_the_rest_to_the_others() -> None:
    thin = evenly_thinned(sized({"a": 10, "b": 10_000}), "nodes", 1000)
    assert thin["series"].value_counts().to_dict() == {"b": 990, "a": 10}
