"""How fast the search is: `python -m benchmarks.speed` prints nodes a second of its settings, in both backends.

Every figure is the median of several solves of one puzzle, in CPU time; the two backends take turns. The ratio is what
compares between machines. `--compile` also shows how long each kernel takes to compile, in a process that has not done
it before.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from backends import Backend
from csp.answer import Question, Solve
from csp.strategies.backtracking import SETTINGS, Backtracking
from csp.sudoku.bank import read_bank
from csp.sudoku.model import model_of

PUZZLE = "Inkala 2012"
ROUNDS = 7
MEASURED = ("naive", "mrv", "fc", "mrv-fc", "mac", "mac-matching")
"""The textbook's settings; `benchmarks.constraint_speed` has the others, and other problems."""


def rate(solve: Solve) -> tuple[int, float]:
    """Nodes of one solve, and nodes per CPU second of one."""
    start = time.process_time()
    nodes = solve().nodes or 0
    return nodes, nodes / (time.process_time() - start)


def measure_rates() -> None:
    """A line for each setting."""
    model = model_of(next(puzzle for puzzle in read_bank("named") if puzzle.name == PUZZLE))
    print(f"{PUZZLE}, first solution, median of {ROUNDS}")
    print(f"{'strategy':14}{'nodes':>10}{'compiled':>14}{'python':>14}{'ratio':>8}")
    for name in MEASURED:
        setting = Backtracking(**SETTINGS[name][1])
        rates: dict[Backend, list[float]] = {"compiled": [], "python": []}
        solves = {backend: setting.prepare(model, Question(backend=backend)) for backend in rates}
        for _ in range(ROUNDS):
            for backend, solve in solves.items():
                nodes, nodes_per_s = rate(solve)
                rates[backend].append(nodes_per_s)
        compiled, python = (statistics.median(values) for values in rates.values())
        print(f"{name:14}{nodes:>10,}{compiled / 1e6:>10.2f} M/s{python / 1e6:>10.3f} M/s{compiled / python:>8.0f}")


def measure_compiling(name: str) -> None:
    """Print the seconds that a kernel takes until it can run, in this process."""
    from backends import compile_seconds

    Backtracking(**SETTINGS[name][1]).prepare(model_of(read_bank("default")[0]), Question(backend="compiled"))
    print(f"{name:14}{compile_seconds():>8.2f} s")


def main() -> None:
    """Rates, or with `--compile` also the times to compile and to load what was compiled."""
    if sys.argv[1:2] == ["--kernel"]:
        measure_compiling(sys.argv[2])
        return
    measure_rates()
    if sys.argv[1:] == ["--compile"]:
        with tempfile.TemporaryDirectory() as folder:
            for what in ("compiled for the first time", "found compiled"):
                print(f"\nready to search, {what}", flush=True)
                for name in MEASURED:
                    words = [sys.executable, "-m", "benchmarks.speed", "--kernel", name]
                    subprocess.run(words, check=True, env=os.environ | {"NUMBA_CACHE_DIR": folder})


if __name__ == "__main__":
    main()
