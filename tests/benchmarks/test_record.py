"""The row: its columns, their types, and the page that defines each of them."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from benchmarks.record import COLUMNS, DTYPES, FAILURES, JSON_COLUMNS, MEANINGS, SOLVED, STATUSES, Row, Status, utc_now
from csp.answer import Conclusion

OF_GAMES = ("valued", "gave-up")
"""What the judge of a game concludes."""

MEASURES = Path(__file__).parents[2] / "docs" / "measures.md"

ROW = Row(
    experiment="e",
    run_key="k",
    problem="sudoku",
    instance="Å “puzzle”",
    instance_hash="h",
    strategy="mrv",
    parameters={"depth": 2},
    backend="python",
    seed=0,
    repeat=0,
    question="first",
    status="ok",
)


def defined() -> set[str]:
    """The words in backticks in docs/measures.md."""
    return set(re.findall(r"`([^`\n]+)`", MEASURES.read_text(encoding="utf-8")))


def test_every_column_has_a_meaning_and_a_dtype():
    assert set(MEANINGS) == set(DTYPES) == set(COLUMNS)
    assert all(MEANINGS.values())


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_is_defined_in_the_page_of_measures(column):
    assert column in defined()


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_is_defined_in_the_page_of_measures(status):
    assert status in defined()


@pytest.mark.parametrize("conclusion", [*get_args(Conclusion), *OF_GAMES])
def test_every_conclusion_is_defined_in_the_page_of_measures(conclusion):
    assert conclusion in defined()


def test_the_statuses_and_conclusions_agree_with_their_types():
    assert get_args(Status) == STATUSES
    assert set(STATUSES) > FAILURES
    assert {*get_args(Conclusion), *OF_GAMES} > SOLVED > set(OF_GAMES) - {"gave-up"}
    assert not SOLVED & {"gave-up", "invalid"}


def test_the_keys_of_a_rows_json_are_the_columns():
    line = ROW.to_json()
    assert "\n" not in line
    assert tuple(json.loads(line)) == COLUMNS
    assert json.loads(line)["parameters"] == {"depth": 2}
    assert "Å “puzzle”" in line


def test_a_column_that_does_not_apply_is_none_unless_it_counts():
    empty = {field.name: getattr(ROW, field.name) for field in fields(Row) if field.default is None}
    assert set(empty.values()) == {None}
    assert {"nodes", "cpu_s", "conclusion", "verified"} <= set(empty)


def test_lists_and_objects_are_what_json_has_before_they_are_written_too():
    columns = {name: getattr(ROW, name) for name in JSON_COLUMNS}
    assert set(columns) == {"parameters", "root_scores", "root_visits", "cutoffs_by_move", "counters"}
    assert json.loads(json.dumps(columns)) == columns


def test_time_is_written_in_utc_to_the_millisecond():
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", utc_now())
