"""Every run, as compact JSON that the page's script turns into a table.

The rows are written by column: words once each with their positions, numbers with four digits. A column that says the
same in every row is told once, above the table, and one that would make the page too large is left out and named.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks import words
from benchmarks.record import COLUMNS, MEANINGS

if TYPE_CHECKING:
    import pandas as pd

BUDGET = 600_000
"""Bytes of JSON above which columns are left out, the first of EXPENDABLE first."""

EXPENDABLE = (
    "run_key",
    "answer",
    "instance_hash",
    "counters",
    "started",
    "loops",
    "peak_rss_mib",
    "compile_s",
    "wall_s",
    "checks",
    "prunings",
    "backtracks",
)

SECONDS = frozenset({"cpu_s", "wall_s", "compile_s", "timeout_s"})

ALWAYS = ("instance", "variant", "status", "conclusion", "nodes", "cpu_s")
"""Columns that stay in the table even when every row says the same."""

FIRST = (
    *(
        "instance",
        "variant",
        "question",
        "seed",
        "repeat",
        "status",
        "conclusion",
        "reason",
        "solutions",
        "complete",
        "verified",
    ),
    *("nodes", "backtracks", "checks", "prunings", "cpu_s", "wall_s", "compile_s", "peak_rss_mib", "counters"),
)
"""The order of the table's columns, what is read most first; the others follow as in record.py, hashes last."""

LAST = ("answer", "experiment", "instance_hash", "run_key")

VARIANT = "the strategy as it was run: with the parameters and the backend that tell it from others"

NOT_SHOWN = frozenset({"strategy", "parameters"})
"""What the variant says; the page lists it once for each variant."""


@dataclass(frozen=True)
class Runs:
    """The rows of a page.

    json: for the script: {"length": rows, "columns": [...]}; safe inside a `<script>` element
    columns: the names of the columns in it
    same: the columns that say the same in every row, and what they say
    left_out: the columns left out for the page's size
    length: how many rows
    """

    json: str
    columns: tuple[str, ...]
    same: tuple[tuple[str, str], ...]
    left_out: tuple[str, ...]
    length: int


def compact(frame: pd.DataFrame) -> Runs:
    """The rows of `frame`, which has the column `variant` too."""
    others = [name for name in COLUMNS if name not in {*FIRST, *LAST, *NOT_SHOWN}]
    columns, same = [], []
    for name in (*FIRST, *others, *LAST):
        values = [None if words.is_missing(value) else value for value in frame[name].astype(object)]
        column = _column(name, values)
        if name not in ALWAYS and len(values) and _constant(column):
            said = _said(name, values[0])
            same += [(name, said)] if said else []
        else:
            columns.append(column)
    sizes = {column["name"]: len(_dumps(column)) for column in columns}
    left_out: list[str] = []
    for name in EXPENDABLE:
        if sum(sizes.values()) <= BUDGET:
            break
        if sizes.pop(name, None) is not None:
            left_out.append(name)
    kept = [column for column in columns if column["name"] in sizes]
    text = _dumps({"length": len(frame), "columns": kept})
    return Runs(in_script(text), tuple(sizes), tuple(same), tuple(left_out), len(frame))


def in_script(text: str) -> str:
    """JSON that cannot end the `<script>` element it stands in, nor begin a comment there; it means the same."""
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def _column(name: str, values: list[Any]) -> dict[str, Any]:
    """One column. kind: word (positions in `words`), count, seconds, number, or time (milliseconds since 1970)."""
    column: dict[str, Any] = {"name": name, "meaning": MEANINGS.get(name, VARIANT)}
    if name == "started":
        return column | {"kind": "time", "values": [None if v is None else round(v.timestamp() * 1000) for v in values]}
    if name in SECONDS:
        return column | {"kind": "seconds", "values": [None if v is None else float(f"{v:.4g}") for v in values]}
    numbers = [value for value in values if value is not None]
    if numbers and all(isinstance(value, int) and not isinstance(value, bool) for value in numbers):
        return column | {"kind": "count", "values": [None if v is None else int(v) for v in values]}
    if numbers and all(isinstance(value, float) for value in numbers):
        return column | {"kind": "number", "values": [None if v is None else float(f"{v:.4g}") for v in values]}
    texts = [_text(value) for value in values]
    positions: dict[str, int] = {}
    places = [positions.setdefault(text, len(positions)) for text in texts]
    return column | {"kind": "word", "words": list(positions), "values": places}


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        return words.visible(", ".join(f"{key} {amount}" for key, amount in value.items()))
    if isinstance(value, list | tuple):
        return words.visible(", ".join(map(str, value)))
    return words.visible("yes" if value is True else "no" if value is False else value)


def _constant(column: dict[str, Any]) -> bool:
    first: Any = column["values"][0]
    return all(value == first for value in column["values"])


def _said(name: str, value: Any) -> str:
    if value is not None and name in SECONDS:
        return words.limit(value) if name == "timeout_s" else words.seconds(value)
    if name == "started":
        return f"{value:%Y-%m-%d %H:%M:%S} UTC"
    return words.count(value) if isinstance(value, int | float) and not isinstance(value, bool) else _text(value)


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
