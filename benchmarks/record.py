"""One typed row per run, whatever happened, and what each column means.

docs/measures.md defines every column at length; a test keeps the two in step.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

SCHEMA_VERSION = 2
"""Raised by one whenever columns are added; a results file of a newer version is refused by name, an older one gets the
columns that it lacks."""

Status = Literal["ok", "timeout", "memout", "crash", "error", "wrong", "unsupported", "interrupted"]
"""How a run ended.

`ok`: by itself, with an answer that the checker accepts (or an honest "gave up"). `timeout`, `memout`: killed at its
limit. `crash`: the worker process died. `error`: the strategy raised. `wrong`: the checker rejects the answer.
`unsupported`: the strategy cannot answer such a question. `interrupted`: a person stopped the experiment meanwhile.
"""

STATUSES: tuple[Status, ...] = ("ok", "timeout", "memout", "crash", "error", "wrong", "unsupported", "interrupted")

FAILURES: frozenset[Status] = frozenset({"crash", "error", "wrong"})
"""What makes the command exit with 3."""

CAPPED = "stopped at the cap"
"""How the reason begins of a run that found as many solutions as were asked for, when there may be more."""

SOLVED = frozenset({"satisfied", "unique", "multiple", "optimal", "unsatisfiable", "valued"})
"""The conclusions that answer the question."""


def _column(meaning: str, **options: Any) -> Any:
    return field(metadata={"meaning": meaning}, **options)


@dataclass(frozen=True)
class Row:
    """What one run left. A column that does not apply is None; the meaning of each says when."""

    # identity
    experiment: str = _column("the experiment it belongs to")
    run_key: str = _column("hash of problem, instance, strategy, parameters, backend, seed, question, limits, code")
    problem: str = _column("the family of the instance")
    instance: str = _column("the instance's name: its own, or file:line")
    instance_hash: str = _column("hash of the instance's content")
    strategy: str = _column("the strategy's name")
    parameters: Mapping[str, Any] = _column("the strategy's parameters")
    backend: str = _column("python, compiled or external")
    seed: int = _column("the seed of every random choice")
    repeat: int = _column("0, 1, ...: which of the equal runs this is")
    question: str = _column("first, unique or all solutions, their count, the best, or move: what was asked")
    # outcome
    status: Status = _column("how the run ended")
    reason: str = _column("why, in words; empty when ok and nothing is to be said", default="")
    conclusion: str | None = _column("what the run established; None when it was killed or failed", default=None)
    answer: str | None = _column("the first solution found, as text", default=None)
    verified: bool | None = _column("the checker accepts every solution; None: there was none to check", default=None)
    solutions: int | None = _column("solutions found, at most as many as asked for", default=None)
    complete: bool | None = _column("there are no others, the strategy says; of a best one: no better", default=None)
    value: float | None = _column(
        "games: the value of the position for the player to move; constraints: the objective of the best solution",
        default=None,
    )
    best_move: str | None = _column("games: the move to play; None when the game is over", default=None)
    principal_variation: str | None = _column("games: the best line, its moves parted by ; ", default=None)
    depth: int | None = _column("games: plies looked ahead", default=None)
    root_scores: Mapping[str, float] = _column("games: the score of each move, where found", default_factory=dict)
    root_visits: Mapping[str, int] = _column("games: playouts that began with each move", default_factory=dict)
    # work
    nodes: int | None = _column("values placed, or positions entered; None where they are not counted", default=None)
    backtracks: int | None = _column("placements undone", default=None)
    checks: int | None = _column("constraints looked at", default=None)
    prunings: int | None = _column("values removed from domains by propagation", default=None)
    leaves: int | None = _column("games: nodes where the search stopped", default=None)
    cutoffs: int | None = _column("games: nodes whose remaining moves were skipped", default=None)
    cutoffs_by_move: Sequence[int] = _column(
        "games: cutoffs due to the first move tried, the second, ...", default_factory=list
    )
    table_hits: int | None = _column("games: nodes answered from the transposition table", default=None)
    re_searches: int | None = _column("games: searches repeated with another window", default=None)
    quiescence_nodes: int | None = _column("games: positions entered below the depth limit", default=None)
    playouts: int | None = _column("games: games played to the end at random", default=None)
    positions: int | None = _column("games: different positions kept", default=None)
    counters: Mapping[str, int] = _column("what else a solver counts, under its own names", default_factory=dict)
    # cost
    cpu_s: float | None = _column("CPU seconds of one solve; for a killed run, what it had used", default=None)
    wall_s: float | None = _column("wall seconds of one solve; for a killed run, until it was killed", default=None)
    loops: int | None = _column("how many solves were timed together", default=None)
    compile_s: float | None = _column("seconds spent compiling for this run, outside the timing", default=None)
    peak_rss_mib: float | None = _column("largest resident memory of the worker during the run, MiB", default=None)
    parallel: int = _column("how many workers ran side by side", default=1)
    timeout_s: float | None = _column("the time limit; None: no limit", default=None)
    started: str = _column("when, UTC, ISO 8601", default="")

    def to_json(self) -> str:
        """One line of JSON whose keys are the column names."""
        return json.dumps(asdict(self), ensure_ascii=False)


COLUMNS: tuple[str, ...] = tuple(column.name for column in fields(Row))

MEANINGS: dict[str, str] = {column.name: column.metadata["meaning"] for column in fields(Row)}

JSON_COLUMNS: tuple[str, ...] = tuple(
    column.name for column in fields(Row) if str(column.type).startswith(("Mapping", "Sequence"))
)
"""The columns that are stored and exported as JSON: objects and lists."""

DTYPES: dict[str, str] = {
    column.name: {
        "int": "int64",
        "int | None": "Int64",
        "float | None": "Float64",
        "bool | None": "boolean",
        "str": "str",
        "str | None": "str",
        "Status": "category",
    }.get(str(column.type), "object")
    for column in fields(Row)
} | dict.fromkeys(("problem", "strategy", "backend", "question", "conclusion"), "category")
"""The pandas dtype of each column; mappings and sequences stay objects (dict, list)."""
DTYPES["started"] = "datetime64[us, UTC]"


def utc_now() -> str:
    """The time, UTC, ISO 8601 with milliseconds."""
    now = time.time()
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now % 1 * 1000):03}Z"


@dataclass(frozen=True)
class Provenance:
    """What is the same for every row of an experiment: who ran what, where, with which versions."""

    experiment: str
    command: str
    started: str
    commit: str | None
    dirty: bool | None
    code: str
    run_bench: str
    python: str
    packages: Mapping[str, str]
    platform: str
    cpu: str
    cores: int
    memory_mib: int
    load: float | None

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)
