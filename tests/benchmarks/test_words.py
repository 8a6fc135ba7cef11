"""Numbers and foreign text as people read them."""

from __future__ import annotations

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import words


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (51, "51"),
        (4208, "4,208"),
        (607.5, "607.5"),
        (13341.5, "13,342"),
        (0, "0"),
        (None, "–"),
        (pd.NA, "–"),
        (math.nan, "–"),
    ],
)
def test_counts(number: float | None, text: str) -> None:
    assert words.count(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (51, "51"),
        (980_260.1, "980 k"),
        (28_866_417, "28.9 M"),
        (999_990, "1.00 M"),
        (2.5e9, "2.50 G"),
        (0.25, "0.250"),
        (0, "0"),
        (None, "–"),
    ],
)
def test_rates_and_ticks(number: float | None, text: str) -> None:
    assert words.short_count(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (10, "10.0 s"),
        (3433.3, "3,430 s"),
        (0.00123, "1.23 ms"),
        (0.0009999, "1.00 ms"),
        (0.000432, "432 µs"),
        (4e-8, "40.0 ns"),
        (0.0, "0 s"),
        (None, "–"),
    ],
)
def test_seconds(number: float | None, text: str) -> None:
    assert words.seconds(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1.00"),
        (0.0432, "0.0432"),
        (61.27, "61.3"),
        (1234.5, "1,230"),
        (0.9996, "1.00"),
        (999.7, "1,000"),
        (0, "0"),
    ],
)
def test_three_digits(number: float, text: str) -> None:
    assert words.rounded(number) == text


def test_a_lower_bound_is_marked_and_an_unknown_one_called_so() -> None:
    assert words.at_least("10.0 s", True) == "≥ 10.0 s"
    assert words.at_least("10.0 s", False) == "10.0 s"
    assert words.at_least("10.0 s", pd.NA) == "10.0 s"
    assert words.at_least("–", True) == "unknown"


def test_lists_in_a_sentence() -> None:
    assert [words.listed(list(names)) for names in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]


def test_one_puzzle_and_two_puzzles() -> None:
    assert (words.number_of(1, "puzzle"), words.number_of(1234, "puzzle")) == ("1 puzzle", "1,234 puzzles")


def test_no_line_ends_between_a_number_and_its_unit() -> None:
    assert words.unbroken("95 % of 10 s, 4.9 M") == "95\u00a0% of 10\u00a0s, 4.9\u00a0M"
    assert words.unbroken("2 solvers, 3 % 4") == "2 solvers, 3\u00a0% 4"
    assert words.unbroken("5 strategies on 6 MiBs") == "5 strategies on 6 MiBs"


def test_what_cannot_be_seen_is_shown_as_such() -> None:
    assert words.visible("a\x00b\x1bc\u202ed\udcffe\u2028f") == "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf"
    assert words.visible("two\nlines\tand a tab") == "two lines and a tab"
    assert words.visible("Zażółć 数独 ✓") == "Zażółć 数独 ✓"


@given(st.text(st.characters(codec=None)))
def test_any_text_can_be_written_to_a_page(text: str) -> None:
    shown = words.visible(text)
    assert len(shown) <= len(text)
    shown.encode("utf-8")
    assert words.visible(shown) == shown
