"""Rows made up for the tests of reports: small ones told one by one, and large ones drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd
import pytest

from benchmarks.record import Row
from benchmarks.store import frame_of

NASTY = "<script>alert(1)</script>]]>&amp;$x_1$\"'\u202e\x00\udcff"
"""Everything that a name may do to a page."""

PROVENANCE = {
    "experiment": "sudoku-20260102-030405",
    "command": "run-bench sudoku --strategy naive,mrv --timeout 10",
    "started": "2026-01-02T03:04:05.678Z",
    "finished": "2026-01-02T03:05:06.789Z",
    "commit": "0123456789abcdef0123456789abcdef01234567",
    "dirty": True,
    "code": "0123456789ab",
    "run_bench": "0.1.0",
    "python": "CPython 3.11.2",
    "packages": {"numpy": "2.4.6", "pandas": "3.1.1"},
    "platform": "Linux-6.1",
    "cpu": "Some Processor",
    "cores": 2,
    "memory_mib": 7956,
    "load": 0.25,
}

Frame = Callable[..., pd.DataFrame]


def row(instance: str = "a", strategy: str = "mrv", status: str = "ok", **columns: Any) -> Row:
    """A run that solved its instance with 51 nodes in 1 ms, unless told otherwise."""
    solved = {
        "conclusion": "satisfied",
        "answer": "1234",
        "verified": True,
        "solutions": 1,
        "complete": False,
        "nodes": 51,
        "backtracks": 0,
        "checks": 1020,
        "prunings": 0,
        "cpu_s": 0.001,
        "wall_s": 0.0011,
        "loops": 10,
    }
    usual: dict[str, Any] = {
        "experiment": "sudoku-20260102-030405",
        "run_key": f"key of {instance} {strategy}",
        "problem": "sudoku",
        "instance": instance,
        "instance_hash": f"hash of {instance}",
        "parameters": {},
        "backend": "compiled",
        "seed": 0,
        "repeat": 0,
        "question": "first",
        "compile_s": 0.5,
        "peak_rss_mib": 90.0,
        "timeout_s": 10.0,
        "started": "2026-01-02T03:04:05.678Z",
    }
    told = usual | (solved if status == "ok" else {}) | columns
    return Row(**told, strategy=strategy, status=status)  # type: ignore[arg-type]


def timeout(instance: str, strategy: str, **columns: Any) -> Row:
    return row(instance, strategy, "timeout", **({"reason": "time limit of 10 s", "cpu_s": 9.98} | columns))


def by_wall(instance: str, strategy: str, cpu_s: float, **columns: Any) -> Row:
    """A run killed by wall time, `cpu_s` of its 10 s used."""
    reason = "wall time limit of 21 s (the CPU time limit is 10 s)"
    return timeout(instance, strategy, reason=reason, cpu_s=cpu_s, **columns)


def small() -> list[Row]:
    """Three strategies on three puzzles and an invalid one; one timeout; node counts and times picked by hand."""
    costs = {"easy": (51, 4208, 60), "middle": (100, 9000, 99), "hard": (10_101, None, 700)}
    rows = []
    for number, (name, (mrv, naive, fc)) in enumerate(costs.items()):
        rows += [row(name, "mrv", nodes=mrv, cpu_s=mrv / 1e6), row(name, "fc", nodes=fc, cpu_s=fc / 1e7)]
        rows += [timeout(name, "naive")] if naive is None else [row(name, "naive", nodes=naive, cpu_s=naive / 2e7)]
        rows += [
            row(name, "cp-sat", backend="external", nodes=None, cpu_s=0.01 + number, counters={"branches": number})
        ]
    reason = "5 is given twice in one row: row 1 column 1 and row 1 column 9"
    blank: dict[str, Any] = {
        "conclusion": "invalid",
        "answer": None,
        "verified": None,
        "nodes": None,
        "cpu_s": None,
        "reason": reason,
    }
    return [*rows, *(row("bad", name, **blank) for name in ("mrv", "fc", "naive"))]


def nasty() -> list[Row]:
    """Rows whose every text tries to get out of its place; among them a wrong answer, a crash and a contradiction."""
    image = "<img src=x onerror=alert(2)>"
    odd: dict[str, Any] = {"parameters": {NASTY: NASTY}, "counters": {NASTY: 3}, "answer": NASTY}
    rows = [row(f"{image}{number}{NASTY}", NASTY, nodes=51 + number, **odd) for number in range(3)]
    return [
        *rows,
        row("w", NASTY, "wrong", reason=f"{image}{NASTY}", conclusion="satisfied", parameters={NASTY: image}),
        row("c", NASTY, "crash", reason="</td></table><b>dead</b>"),
        row("u", NASTY, conclusion="unsatisfiable", answer=None, verified=None),
        row("u", "fc"),
    ]


def many(instances: int, strategies: int, seed: int = 1) -> list[Row]:
    """Rows as long as real ones, nothing in them the same."""
    rng = random.Random(seed)
    rows = []
    for number in range(instances):
        answer = "".join(rng.choice("123456789") for _ in range(81))
        for strategy in range(strategies):
            nodes = int(rng.lognormvariate(8, 3)) + 51
            cpu = nodes / 10 ** rng.uniform(4, 7)
            columns: dict[str, Any] = {
                "instance_hash": f"{number:016x}",
                "run_key": f"{rng.getrandbits(64):016x}",
                "seed": rng.randrange(10),
                "started": f"2026-01-02T03:{number // 60 % 60:02}:{number % 60:02}.{rng.randrange(1000):03}Z",
                "wall_s": cpu * rng.uniform(1, 1.3),
                "peak_rss_mib": rng.uniform(80, 120),
                "compile_s": rng.uniform(0.4, 0.6),
            }
            name, word = f"17-clue.txt:{number + 3}", f"strategy-{strategy}"
            if cpu > 10:
                rows.append(timeout(name, word, **columns))
                continue
            work: dict[str, Any] = {
                "nodes": nodes,
                "backtracks": nodes - 51,
                "checks": 20 * nodes,
                "prunings": rng.randrange(10**6),
            }
            rows.append(row(name, word, cpu_s=cpu, answer=answer, loops=rng.randrange(1, 1000), **work, **columns))
    return rows


@pytest.fixture(scope="session")
def frames() -> dict[str, pd.DataFrame]:
    """Frames that every figure and the page must cope with, by what is special about them."""
    made: dict[str, Iterable[Row]] = {
        "no rows": [],
        "one row": [row()],
        "small": small(),
        "all timeouts": [timeout(name, strategy) for name in "abc" for strategy in ("naive", "fc")],
        "stopped by wall time": [row("a"), row("b"), timeout("c", "mrv"), by_wall("d", "mrv", 0.3)],
        "all invalid": [row("bad", conclusion="invalid", answer=None, verified=None, nodes=None, cpu_s=None)],
        "no nodes": [row(name, "cp-sat", nodes=None, cpu_s=cpu) for name, cpu in (("a", 0.1), ("b", 2.0))],
        "no limit, no time": [row(name, "fc", "timeout", timeout_s=None) for name in "ab"],
        "nothing costs anything": [row(name, nodes=0, cpu_s=0.0) for name in "ab"],
        "all failed": [row("a", "fc", "crash", reason="signal 6"), row("a", "mrv", "error", reason="ValueError")],
        "repeats": [row(name, repeat=repeat, cpu_s=0.001 + repeat / 1e5) for name in "abcd" for repeat in range(4)],
        "two questions": [row(), row(question="unique", conclusion="unique"), row("b"), row("b", "fc")],
        "twenty variants": [
            row(name, "backtracking", parameters={"a_long_name_of_a_parameter": level, "another": "one " * 9})
            for name in "ab"
            for level in range(20)
        ],
        "nasty": nasty(),
        "many": many(1000, 3),
    }
    return {name: frame_of(rows) for name, rows in made.items()}


@pytest.fixture(scope="session")
def provenance() -> dict[str, Any]:
    return dict(PROVENANCE)


@pytest.fixture(scope="session")
def frame() -> Callable[[Iterable[Row]], pd.DataFrame]:
    """From rows to a DataFrame with the dtypes of a real one."""
    return frame_of


@pytest.fixture(scope="session")
def a_row() -> Callable[..., Row]:
    return row


@pytest.fixture(scope="session")
def ten_thousand() -> pd.DataFrame:
    return frame_of(many(2500, 4))
