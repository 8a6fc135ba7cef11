"""docs/strategies.md describes every strategy, and every parameter of our own search."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from benchmarks import catalogue  # noqa: F401  (registers the strategies)
from benchmarks.registry import STRATEGIES
from csp.all_different import MOST_MEMBERS
from csp.network import MAX_VALUES
from csp.simplified import LARGEST_TABLE
from csp.strategies.backtracking import SETTINGS, Backtracking
from csp.strategies.min_conflicts import MinConflicts

PAGE = (Path(__file__).parents[3] / "docs" / "strategies.md").read_text(encoding="utf-8")

NAMES = [entry.name for entry in STRATEGIES if entry.family == "csp" and entry.origin == "csp"]


def section(name: str) -> str:
    """What stands under the heading of a strategy."""
    found = re.search(rf"^##+ {re.escape(name)}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/strategies.md has no section {name}"
    return found[1]


@pytest.mark.parametrize("name", NAMES)
def test_every_strategy_has_a_section(name):
    assert len(section(name).split()) > 30


@pytest.mark.parametrize("name", [*SETTINGS, "min-conflicts", "bitboard"])
def test_each_of_our_own_has_its_source_cost_and_when_it_wins(name):
    text = section(name)
    assert all(word in text for word in ("Source:", "Cost:", "Wins"))


def test_every_parameter_of_the_search_has_a_line_and_so_has_every_choice():
    text = section("backtracking")
    for parameter in fields(Backtracking):
        assert f"`{parameter.name}`" in text
        for choice in get_args(get_type_hints(Backtracking)[parameter.name]):
            assert f"`{choice}`" in text, f"{parameter.name} {choice}"


def test_the_parameters_of_min_conflicts_are_told():
    assert all(f"`{parameter.name}`" in section("min-conflicts") for parameter in fields(MinConflicts))


def test_the_limits_are_those_of_the_source():
    text = section("Limits")
    assert f"up to {MAX_VALUES} different values" in text
    assert f"up to {LARGEST_TABLE:,} combinations" in text
    assert f"of up to {MOST_MEMBERS} variables" in text
