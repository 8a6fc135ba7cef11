"""Each strategy of our own on the default bank, compiled, every puzzle ended at the same number of nodes.

asv takes every value as "lower is better", so what is not solved is recorded, not what is. Counts change only when a
search changes; their `version` is fixed, so that editing this file does not hide their history.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

from benchmarks.measure import measure
from csp.answer import Question, Solve
from csp.strategies.backtracking import SETTINGS, Backtracking
from csp.sudoku.bank import read_bank
from csp.sudoku.model import model_of

NODE_LIMIT = 100_000


@cache
def _solves(strategy: str) -> tuple[Solve, ...]:
    """The bank's puzzles, prepared and compiled."""
    question = Question(solutions=1, node_limit=NODE_LIMIT, backend="compiled")
    setting = Backtracking(**SETTINGS[strategy][1])
    return tuple(setting.prepare(model_of(puzzle), question) for puzzle in read_bank("default"))


class Sudoku:
    """The default bank by strategy."""

    params: ClassVar[list[str]] = list(SETTINGS)
    param_names: ClassVar[list[str]] = ["strategy"]
    timeout = 300

    def track_nodes(self, strategy: str) -> int:
        """Values placed, in all."""
        return sum(solve().nodes or 0 for solve in _solves(strategy))

    def track_unsolved(self, strategy: str) -> int:
        """Puzzles that were given up at the node limit."""
        return sum(bool(solve().stopped) for solve in _solves(strategy))

    def track_cpu(self, strategy: str) -> dict[str, Any]:
        """CPU seconds for the whole bank, five times."""
        solves = _solves(strategy)
        samples = [sum(measure(solve, solved=lambda: None)[1].cpu_s for solve in solves) for _ in range(5)]
        return {"samples": samples, "number": 1}

    track_nodes.unit = "nodes"  # type: ignore[attr-defined]
    track_nodes.version = "1"  # type: ignore[attr-defined]
    track_unsolved.unit = "puzzles"  # type: ignore[attr-defined]
    track_unsolved.version = "1"  # type: ignore[attr-defined]
    track_cpu.unit = "seconds"  # type: ignore[attr-defined]
    track_cpu.version = "1"  # type: ignore[attr-defined]
