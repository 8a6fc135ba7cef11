"""How fast models are solved: `python -m benchmarks.constraint_speed [FILE...]` puts our search beside other solvers.

The puzzles of each Sudoku file (a sample of them), all ways to place ten queens, and an instance or a few of every
family; the last two alone when no file is named. Every figure comes from one run, so that the ratios hold whatever the
machine: the contenders take turns, round by round, and the median of the rounds counts.

Seconds are CPU seconds of one solve; building the model and compiling are not in them. A solve may take longer than
anybody waits, and a library written in C does not stop when a signal asks it to. So each happens in a fork of this
process, which the system ends at a limit; what is done sooner is repeated there until there is something to measure. A
solve that was ended counts as the limit, so `>` before seconds and ratios and `<` before rates mark bounds. Who was
ended in the first round, or takes long, has no second one.

`--compile` shows instead how long each kernel takes until it can search, in new processes.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil

from csp.answer import Question, Solve, Strategy, Unsupported
from csp.model import Model
from csp.optimise import minimising
from csp.problems import colouring, cryptarithm, golomb, langford, magic, quasigroup, queens, rb, zebra
from csp.strategies.backtracking import SETTINGS, Backtracking
from csp.strategies.cp_sat import CpSat
from csp.strategies.exact_cover import ExactCover
from csp.strategies.python_constraint import PythonConstraint
from csp.strategies.sat import Sat
from csp.sudoku.grid import Puzzle
from csp.sudoku.model import model_of
from csp.sudoku.reader import read_file

ALL = 10**9
"""More solutions than any of the tasks has."""

LEAST_S = 0.03
"""A solve is repeated until it has taken so long."""

LONG_S = 10.0
"""Who takes longer for a task is measured once."""

OURS = ("mrv-fc", "mac", "mac-matching")
IN_FAMILIES = ("mrv-fc", "mac", "dom-wdeg")

LIBRARY = {f"python-constraint {name}": PythonConstraint(name) for name in ("optimized", "backtracking", "recursive")}


@dataclass(frozen=True)
class Task:
    """Models that are solved one after the other, and how many solutions of each are asked for."""

    name: str
    models: Sequence[Model]
    solutions: int = 1


@dataclass(frozen=True)
class Solved:
    """CPU seconds of one solve, and what it came to; nodes: None where they are not counted."""

    seconds: float
    found: int
    objective: int | None
    nodes: int | None


Round = tuple[Solved | None, ...]
"""For each model of a task; None: ended at the limit."""


@dataclass(frozen=True)
class Result:
    """A contender's rounds; limit: the seconds that a solve which was ended counts as."""

    name: str
    rounds: Sequence[Round]
    limit: float

    @property
    def ended(self) -> int:
        """How many models were not solved."""
        return self.rounds[0].count(None)

    @property
    def seconds(self) -> float:
        """For all models of the task: median of the rounds. A lower bound if any was ended."""
        return statistics.median(
            sum(self.limit if each is None else each.seconds for each in each_round) for each_round in self.rounds
        )

    @property
    def nodes(self) -> int | None:
        """Of all models together; None: not counted, or not all models were solved."""
        counts = [each.nodes if each else None for each in self.rounds[0]]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None


class Disagreement(Exception):
    """Two contenders came to different results, so at least one of them is wrong and no figure means anything."""


# --- measuring -------------------------------------------------------------------------------------------------------


def in_fork(solve: Solve, limit: float) -> Solved | None:
    """What a solve takes in a fork of this process; None: more than `limit` CPU seconds.

    Raises:
        RuntimeError: it raised something, or died of something else than the limit.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            soft = ceil(limit + LEAST_S)
            resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + 1))  # first SIGXCPU, which says why it ends
            os.write(writing, json.dumps(repeated(solve)).encode())
        except BaseException as error:
            os.write(writing, json.dumps(f"{type(error).__name__}: {error}").encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended == -signal.SIGXCPU:
        return None
    said = json.loads(text or f'"the solver died: exit {ended}"')
    if isinstance(said, str):
        raise RuntimeError(said)
    solved = Solved(*said)
    return solved if solved.seconds <= limit else None


def repeated(solve: Solve) -> tuple[float, int, int | None, int | None]:
    """The fields of Solved. A fork's first solve also pays for copying memory; it counts only if it is all there is."""
    start = time.process_time()
    answer = solve()
    seconds = time.process_time() - start
    if seconds < LEAST_S:
        times, start = 0, time.process_time()
        while (spent := time.process_time() - start) < LEAST_S:
            solve()
            times += 1
        seconds = spent / times
    return seconds, answer.count, answer.objective, answer.nodes


def solver(strategy: Strategy, model: Model, solutions: int) -> Solve:
    """A function that solves a model, or finds its best solution. Raises Unsupported."""
    question = Question(solutions, keep=1, backend=strategy.backends[0])
    if model.minimise is None or strategy.abilities.optimises:
        return strategy.prepare(model, question)
    return minimising(strategy.prepare, model, question)


def measure(
    task: Task, contenders: Mapping[str, Strategy], limit: float, rounds: int
) -> tuple[list[Result], dict[str, str]]:
    """The contenders' results, and for those that do not take part, why.

    Raises:
        Disagreement: two contenders that solved a model found different numbers of solutions, or objectives.
    """
    solves, absent = dict[str, list[Solve]](), dict[str, str]()
    for name, strategy in contenders.items():
        try:
            solves[name] = [solver(strategy, model, task.solutions) for model in task.models]
        except Unsupported as reason:
            absent[name] = str(reason)
    measured: dict[str, list[Round]] = {name: [] for name in solves}
    for _ in range(rounds):
        for name, so_far in measured.items():
            if not so_far or (None not in so_far[0] and Result(name, so_far, limit).seconds < LONG_S):
                so_far.append(tuple(in_fork(solve, limit) for solve in solves[name]))
    results = [Result(name, so_far, limit) for name, so_far in measured.items()]
    for number in range(len(task.models)):
        compare(task.name, number, results)
    return results, absent


def compare(task: str, number: int, results: Sequence[Result]) -> None:
    """Raises Disagreement unless all who solved a model of the task found the same."""
    came_to: dict[tuple[int, int | None], str] = {}
    for result in results:
        solved = result.rounds[0][number]
        if solved is not None:
            came_to.setdefault((solved.found, solved.objective), result.name)
    if len(came_to) > 1:
        found = "; ".join(
            f"{name} found {count} solution(s)" + ("" if best is None else f", the best {best}")
            for (count, best), name in came_to.items()
        )
        raise Disagreement(f"{task}, model {number + 1}: {found}")


# --- tasks -----------------------------------------------------------------------------------------------------------


def sample(puzzles: Sequence[Puzzle], number: int) -> list[Puzzle]:
    """So many puzzles, evenly from all over a file."""
    number = min(number, len(puzzles))
    return [puzzles[position * len(puzzles) // number] for position in range(number)]


def ten_queens() -> Task:
    """All 724 solutions."""
    return Task("10 queens, all solutions", [queens.model(queens.generate(10))], ALL)


def families() -> Iterator[Task]:
    """Every other family at a moderate size; of random instances three."""
    seeds = range(3)
    yield Task("golomb, 6 marks, best", [golomb.model(golomb.generate(6))])
    yield Task("magic 3, all", [magic.model(magic.generate(3))], ALL)
    yield Task("langford 7, all", [langford.model(langford.generate(7))], ALL)
    yield Task("quasigroup 20, 3 seeds", [quasigroup.model(quasigroup.generate(20, seed=seed)) for seed in seeds])
    yield Task("colouring 100, 3 seeds", [colouring.model(colouring.generate(100, seed=seed)) for seed in seeds])
    yield Task("rb 20, 3 seeds", [rb.model(rb.generate(20, seed=seed)) for seed in seeds])
    yield Task("zebra, all", [zebra.model(zebra.generate())], ALL)
    yield Task("SEND+MORE=MONEY, all", [cryptarithm.model(cryptarithm.parse("SEND+MORE=MONEY"))], ALL)


def settings(names: Sequence[str]) -> dict[str, Strategy]:
    """Our own search, by the names of its settings."""
    return {name: Backtracking(**SETTINGS[name][1]) for name in names}


# --- tables ----------------------------------------------------------------------------------------------------------


def best_of(results: Sequence[Result], prefix: str = "") -> Result | None:
    """The fastest of those whose names begin so; of those that were ended, who solved most."""
    chosen = [result for result in results if result.name.startswith(prefix)]
    return min(chosen, key=lambda result: (result.ended, result.seconds), default=None)


def ratio(faster: Result, slower: Result) -> str:
    """How many times as fast: at least so many if the slower one was ended at the limit."""
    return f"{'>' if slower.ended else ''}{slower.seconds / faster.seconds:,.3g}"


def measure_beside_library(
    task: Task, contenders: Mapping[str, Strategy], limit: float, rounds: int, unit: str, asked: int
) -> None:
    """A table of all contenders, and the ratio of our best to the library's best, of which so much is asked."""
    results, absent = measure(task, {**contenders, **LIBRARY}, limit, rounds)
    library = best_of(results, "python-constraint")
    print(f"\n{task.name}; limit {limit:g} s, median of up to {rounds} rounds")
    print(f"{'':32}{unit + '/s':>14}{'seconds':>11}{'nodes':>12}{'nodes/s':>10}{'ended':>7}{'beside library':>16}")
    for result in results:
        rate = rate_of(task, result)
        nodes, per_s = node_columns(result)
        beside = ratio(result, library) if library and not result.ended else "-"
        print(
            f"{result.name:32}{rate:>14}{seconds_of(result):>11}{nodes:>12}{per_s:>10}{result.ended or '':>7}"
            f"{beside:>16}"
        )
    print_absent(absent)
    best = best_of([result for result in results if result.name in contenders and result.name in SETTINGS])
    if best and library:
        print(
            f"{best.name} is {ratio(best, library)} times as fast as {library.name}; at least {asked} is asked for",
            flush=True,
        )


def rate_of(task: Task, result: Result) -> str:
    """Solutions a second where all are asked for, otherwise models a second."""
    amount = len(task.models) if task.solutions < ALL else sum(each.found for each in result.rounds[0] if each)
    if not amount:
        return "-"
    return f"{'<' if result.ended else ''}{amount / result.seconds:,.4g}"


def seconds_of(result: Result) -> str:
    """A bound if any model was not solved."""
    return f"{'>' if result.ended else ''}{result.seconds:.4g}"


def node_columns(result: Result) -> tuple[str, str]:
    """Nodes, and nodes a second, where they are known."""
    if result.nodes is None:
        return "-", "-"
    per_s = result.nodes / result.seconds
    return f"{result.nodes:,}", f"{per_s / 1e6:.2f} M" if per_s >= 1e5 else f"{per_s / 1e3:.1f} k"


def measure_families(tasks: Iterator[Task], limit: float, rounds: int) -> None:
    """A few lines for each task, and who wins."""
    contenders = {**settings(IN_FAMILIES), "cp-sat": CpSat(), **LIBRARY}
    print(f"\nfamilies; limit {limit:g} s a model, median of up to {rounds} rounds; python-constraint: its best class")
    print(f"{'task':25}{'solver':32}{'nodes':>12}{'seconds':>12}{'nodes/s':>10}{'ended':>7}{'x the best':>12}")
    for task in tasks:
        results, absent = measure(task, contenders, limit, rounds)
        library = best_of(results, "python-constraint")
        shown = [result for result in results if result.name not in LIBRARY or result is library]
        shown.sort(key=lambda result: (result.ended, result.seconds))
        for number, result in enumerate(shown):
            nodes, per_s = node_columns(result)
            print(
                f"{'' if number else task.name:25}{result.name:32}{nodes:>12}{seconds_of(result):>12}{per_s:>10}"
                f"{result.ended or '':>7}{ratio(shown[0], result):>12}",
                flush=True,
            )
        print_absent(absent)


def print_absent(absent: Mapping[str, str]) -> None:
    """Who does not take part, and why."""
    for name, reason in absent.items():
        print(f"{name:32}{reason}")


# --- compiling -------------------------------------------------------------------------------------------------------

COMPILED_FOR: dict[str, Callable[[], Model]] = {
    "queens": lambda: queens.model(queens.generate(10)),
    "zebra": lambda: zebra.model(zebra.generate()),
}
"""Kernels differ with the kinds of constraints: not-equal alone, or sums and tables as well."""


def until_ready(setting: str, family: str) -> tuple[float, float]:
    """CPU seconds of this process until Numba is there, and from then until the kernel can search."""
    import numba  # noqa: F401

    ready, strategy = time.process_time(), settings([setting])[setting]
    solver(strategy, COMPILED_FOR[family](), 1)
    return ready, time.process_time() - ready


def measure_compiling(names: Sequence[str] = tuple(SETTINGS)) -> None:
    """A line for each setting and family: compiled for the first time, and found compiled by a second process."""
    print("ready to search, in a new process; CPU seconds")
    print(f"{'family':10}{'setting':14}{'python, numba':>14}{'compiling':>11}{'found compiled':>16}")
    for family in COMPILED_FOR:
        for setting in names:
            words = [sys.executable, "-m", "benchmarks.constraint_speed", "--ready", setting, family]
            with tempfile.TemporaryDirectory() as folder:
                environment = os.environ | {"NUMBA_CACHE_DIR": folder}
                (starting, first), (_, second) = (
                    map(float, subprocess.check_output(words, env=environment, text=True).split()) for _ in range(2)
                )
            print(f"{family:10}{setting:14}{starting:>14.2f}{first:>11.2f}{second:>16.2f}", flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """The tables, or what the options say."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.constraint_speed", description="Solve the same models with many solvers, in turns."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="Sudoku puzzles in any form that is read")
    parser.add_argument("--sample", type=int, default=12, help="puzzles of a file that are solved [12]")
    parser.add_argument(
        "--limit", type=float, default=5, help="CPU seconds that a solve may take; queens 6 times that [5]"
    )
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each [3]")
    parser.add_argument("--families", type=int, default=ALL, metavar="N", help="only the first N families; 0: none")
    parser.add_argument("--compile", action="store_true", help="how long kernels take to compile, instead")
    parser.add_argument("--ready", nargs=2, metavar=("SETTING", "FAMILY"), help="that alone, of one kernel and here")
    options = parser.parse_args(words)
    if min(options.sample, options.rounds) < 1 or options.limit <= 0 or options.families < 0:
        parser.error("--sample, --rounds and --limit must be positive, --families must not be negative")
    if options.ready:
        print(*until_ready(*options.ready))
        return
    if options.compile:
        measure_compiling()
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy comes: a process with threads does not fork well
    for path in options.files:
        puzzles = [item for item in read_file(path) if isinstance(item, Puzzle)]
        chosen = sample(puzzles, options.sample)
        task = Task(f"{path}: {len(chosen)} of {len(puzzles):,} puzzles, first solution", [*map(model_of, chosen)])
        measure_beside_library(task, settings(OURS), options.limit, options.rounds, "puzzles", 100)
    others: dict[str, Strategy] = {"exact-cover": ExactCover(), "cp-sat": CpSat(), "sat": Sat()}
    contenders = {**settings(list(SETTINGS)), **others}
    measure_beside_library(ten_queens(), contenders, 6 * options.limit, options.rounds, "solutions", 30)
    if options.families:
        measure_families(islice(families(), options.families), options.limit, options.rounds)


if __name__ == "__main__":
    main()
