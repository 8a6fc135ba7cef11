"""How fast 9x9 puzzles are solved: `python -m benchmarks.sudoku_speed SOURCE...` puts the bitboard beside others.

A source is a file in any form that is read, a bank such as `bank:easy`, or `many-solutions`, made from a bank. Without
one it is the two latter.

Every figure comes from one run, so that the ratios hold whatever the machine: the contenders take turns, round by
round, each on a sample of the file that takes it about a second, and the median of its rounds counts. Times are CPU
time, but for the line with two threads and the one to compare it with: wall time, which wants two idle cores.

"unique" means that a second solution is looked for as well, "first" that any solution will do; `many-solutions` are
counted up to a limit. Nodes are values placed by choice; those who do not count them have none. PySAT and exact-cover
take part when they are installed. A search written in Python is broken off after a while, and its rate is then "at
most". At the end stands how many puzzles the generator makes.
"""

from __future__ import annotations

import argparse
import math
import signal
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import combinations, count, cycle, islice
from typing import Any

from csp.answer import Question, Strategy
from csp.strategies.backtracking import Backtracking
from csp.strategies.cp_sat import CpSat
from csp.strategies.python_constraint import PythonConstraint
from csp.sudoku.bank import read_bank
from csp.sudoku.generator import generate
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.model import model_of
from csp.sudoku.reader import read_file

NINE = Shape(3, 3)

MANY = "many-solutions"

MANY_LIMIT = 1000
"""Solutions of each that are counted there."""

BANK = "bank:"

PATIENCE_S = 5.0
"""After so many seconds on one puzzle a search written in Python is broken off."""


@dataclass(frozen=True)
class Round:
    """solved: puzzles; nodes: None where they are not counted; broken_off: how many of the puzzles were not solved"""

    solved: int
    seconds: float
    nodes: int | None
    broken_off: int = 0


class BrokenOff(Exception):
    """A puzzle has taken longer than PATIENCE_S."""


@dataclass(frozen=True)
class Contender:
    """name, question: as they are printed; clock: of the seconds; rounds: endless, each a Round"""

    name: str
    question: str
    clock: str
    rounds: Iterator[Round]


def puzzles_of(source: str) -> list[Puzzle]:
    """The 9x9 puzzles of a source."""
    if source == MANY:
        return [with_fewer_givens(puzzle, 3) for puzzle in read_bank("minimal")]
    found = read_bank(source.removeprefix(BANK)) if source.startswith(BANK) else read_file(source)
    return [item for item in found if isinstance(item, Puzzle) and item.shape == NINE]


def with_fewer_givens(puzzle: Puzzle, number: int) -> Puzzle:
    """The puzzle without so many of its givens, from all over the grid."""
    cells = [cell for cell, value in enumerate(puzzle.givens) if value]
    gone = set(cells[len(cells) // (2 * number) :: len(cells) // number][:number])
    return Puzzle(NINE, tuple(0 if cell in gone else value for cell, value in enumerate(puzzle.givens)), puzzle.name)


def one_by_one(
    puzzles: Sequence[Puzzle], prepare: Callable[[Puzzle], Callable[[], int | None]], seconds: float
) -> Iterator[Round]:
    """Rounds of puzzles from all over the file, one after the other, going on where the last round ended.

    prepare: what is not timed; what it returns solves the puzzle and returns the nodes
    """
    stride = next(step for step in range(max(1, len(puzzles) * 5 // 8), 10**9) if math.gcd(step, len(puzzles)) == 1)
    order = cycle(puzzles[position * stride % len(puzzles)] for position in range(len(puzzles)))
    while True:
        counts: list[int | None] = []
        spent, broken_off = 0.0, 0
        while spent < seconds:
            solve = prepare(next(order))
            start = time.process_time()
            try:
                counts.append(solve())
            except BrokenOff:
                counts.append(None)
                broken_off += 1
            spent += time.process_time() - start
        known = [count for count in counts if count is not None]
        yield Round(len(counts), spent, sum(known) if len(known) == len(counts) else None, broken_off)


def with_patience(
    prepare: Callable[[Puzzle], Callable[[], int | None]],
) -> Callable[[Puzzle], Callable[[], int | None]]:
    """The same, but a puzzle that takes too long raises BrokenOff. It works on Python code only."""

    def give_up(*_: Any) -> None:
        raise BrokenOff

    def prepare_with_patience(puzzle: Puzzle) -> Callable[[], int | None]:
        solve = prepare(puzzle)

        def solve_with_patience() -> int | None:
            before = signal.signal(signal.SIGALRM, give_up)
            signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
            try:
                return solve()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)

        return solve_with_patience

    return prepare_with_patience


def together(
    number: int, solve: Callable[[], int | None], seconds: float, clock: Callable[[], float]
) -> Iterator[Round]:
    """Rounds of a function that solves all `number` puzzles of the file at once, as often as the round has time for."""
    while True:
        times, start, nodes = 0, clock(), None
        while clock() - start < seconds:
            nodes = solve()
            times += 1
        yield Round(times * number, clock() - start, None if nodes is None else times * nodes)


def bitboards(puzzles: Sequence[Puzzle], seconds: float, limit: int) -> Iterator[Contender]:
    """The fast kernel: in a batch, with two threads, from text to text, and called for one puzzle after the other."""
    import numpy as np

    from csp.sudoku.bitboard_search import NO_LIMIT, NODES, NOT_BEGUN
    from csp.sudoku.solving import Room, count_solutions, kernel, solve_many

    values = np.array([puzzle.givens for puzzle in puzzles], np.uint8)
    texts = [puzzle.text for puzzle in puzzles]
    solutions, counts = np.zeros_like(values), np.zeros(len(values), np.int64)
    room, solve_all = Room(), kernel("compiled").solve_all

    def batch() -> int:
        before = int(room.search.progress[NODES])
        counts.fill(NOT_BEGUN)
        solve_all(room.search, room.candidates, values, limit, solutions, counts, 0, NO_LIMIT)
        return int(room.search.progress[NODES]) - before

    def threads(jobs: int) -> Callable[[], None]:
        # A file that is over in a moment would measure how threads start.
        many = np.tile(values, (max(1, 100_000 // len(values)), 1))
        return lambda: solve_many(many, limit=limit, jobs=jobs) and None

    def text_to_text() -> None:
        _ = solve_many(texts, limit=limit).text

    def calls() -> None:
        for text in texts[:20_000]:
            count_solutions(text, limit)

    several = len(puzzles) * max(1, 100_000 // len(puzzles))
    cpu, wall, question = time.process_time, time.perf_counter, question_of(limit)
    yield Contender("bitboard, batch", question, "cpu", together(len(puzzles), batch, seconds, cpu))
    yield Contender("bitboard, text to text", question, "cpu", together(len(puzzles), text_to_text, seconds, cpu))
    yield Contender("bitboard, a call each", question, "cpu", together(min(len(puzzles), 20_000), calls, seconds, cpu))
    yield Contender("bitboard, 1 thread", question, "wall", together(several, threads(1), seconds, wall))
    yield Contender("bitboard, 2 threads", question, "wall", together(several, threads(2), seconds, wall))


def question_of(limit: int) -> str:
    """How it is printed that so many solutions are looked for."""
    return "unique" if limit == 2 else f"to {limit}"


def of_strategy(strategy: Strategy, question: Question) -> Callable[[Puzzle], Callable[[], int | None]]:
    """How a strategy solves a puzzle; building its model is not timed."""

    def prepare(puzzle: Puzzle) -> Callable[[], int | None]:
        solve = strategy.prepare(model_of(puzzle), question)
        return lambda: solve().nodes

    return prepare


def incremental_sat() -> Callable[[Puzzle], Callable[[], None]]:
    """PySAT: one solver that has the rules and keeps what it learns; the givens are assumptions."""
    from pysat.solvers import Solver

    def literal(cell: int, value: int) -> int:
        return 9 * cell + value

    solver = Solver(name="cadical153")
    for cell in range(81):
        solver.add_clause([literal(cell, value) for value in range(1, 10)])
        for low, high in combinations(range(1, 10), 2):
            solver.add_clause([-literal(cell, low), -literal(cell, high)])
    for unit in NINE.units:
        for value in range(1, 10):
            solver.add_clause([literal(cell, value) for cell in unit])
            for one, other in combinations(unit, 2):
                solver.add_clause([-literal(one, value), -literal(other, value)])

    def prepare(puzzle: Puzzle) -> Callable[[], None]:
        givens = [literal(cell, value) for cell, value in enumerate(puzzle.givens) if value]

        def solve() -> None:
            if not solver.solve(assumptions=givens):
                raise RuntimeError(f"{puzzle.name}: PySAT finds no solution")
            solver.get_model()

        return solve

    return prepare


def exact_cover() -> Callable[[Puzzle], Callable[[], None]]:
    """exact-cover: a row for each value that a cell may have, a column for each cell and each value of each unit."""
    import exact_cover as library
    import numpy as np

    choices = [(cell, value) for cell in range(81) for value in range(1, 10)]
    matrix = np.zeros((len(choices), 81 + 9 * len(NINE.units)), np.int32)
    for row, (cell, value) in enumerate(choices):
        matrix[row, cell] = 1
        for number, unit in enumerate(NINE.units):
            if cell in unit:
                matrix[row, 81 + 9 * number + value - 1] = 1

    def prepare(puzzle: Puzzle) -> Callable[[], None]:
        rows = matrix[[puzzle.givens[cell] in (0, value) for cell, value in choices]]

        def solve() -> None:
            library.get_exact_cover(rows)

        return solve

    return prepare


def others(puzzles: Sequence[Puzzle], seconds: float, limit: int) -> Iterator[Contender]:
    """The generic kernel, and other people's solvers."""
    ours = of_strategy(Backtracking("mrv", propagation="forward-checking"), Question(limit))
    yield Contender("mrv-fc", question_of(limit), "cpu", one_by_one(puzzles, ours, seconds))
    if find_spec("pysat"):
        yield Contender("PySAT, incremental", "first", "cpu", one_by_one(puzzles, incremental_sat(), seconds))
    else:
        print("PySAT takes no part: it needs pip install 'run-bench[sat]'")
    if find_spec("exact_cover"):
        yield Contender("exact-cover", "first", "cpu", one_by_one(puzzles, exact_cover(), seconds))
    else:
        print("exact-cover takes no part: it needs pip install 'run-bench[exact-cover]'")
    first = Question(1, backend="external")
    yield Contender("cp-sat", "first", "cpu", one_by_one(puzzles, of_strategy(CpSat(), first), seconds))
    slow = with_patience(of_strategy(PythonConstraint("backtracking"), first))
    yield Contender("python-constraint", "first", "cpu", one_by_one(puzzles, slow, seconds))


def measure(source: str, seconds: float, rounds: int) -> None:
    """Print a table for a source."""
    puzzles, limit = puzzles_of(source), MANY_LIMIT if source == MANY else 2
    contenders = [*bitboards(puzzles, seconds, limit), *others(puzzles, seconds, limit)]
    measured: dict[str, list[Round]] = {contender.name: [] for contender in contenders}
    for _ in range(rounds):
        for contender in contenders:
            measured[contender.name] += islice(contender.rounds, 1)
    print(f"\n{source}: {len(puzzles):,} puzzles; median of {rounds} rounds of {seconds:g} s")
    print(f"{'':24}{'question':10}{'clock':6}{'puzzles/s':>12}{'nodes':>12}{'us a node':>11}{'batch is':>11}")
    batch = rate(measured["bitboard, batch"])
    for contender in contenders:
        # To find one solution is no answer where a thousand are asked for.
        comparable = contender.clock == "cpu" and not (source == MANY and contender.question == "first")
        print(line(contender, measured[contender.name], batch, comparable), flush=True)


def rate(rounds: Sequence[Round]) -> float:
    """Puzzles a second: the median over rounds."""
    return statistics.median(each.solved / each.seconds for each in rounds)


def line(contender: Contender, rounds: Sequence[Round], batch: float, comparable: bool) -> str:
    """What is printed of a contender. A node's time includes the propagation before the first, as if it were one."""
    solved, seconds = sum(each.solved for each in rounds), sum(each.seconds for each in rounds)
    counted = each_node = ""
    if all(each.nodes is not None for each in rounds):
        nodes = sum(each.nodes or 0 for each in rounds)
        counted, each_node = f"{nodes / solved:,.2f}", f"{1e6 * seconds / (nodes + solved):.3f}"
    speed = rate(rounds)
    bound = any(each.broken_off for each in rounds)
    ratio = f"{'>' if bound else ''}{batch / speed:,.3g}x" if comparable else ""
    return (
        f"{contender.name:24}{contender.question:10}{contender.clock:6}{('<' if bound else '') + f'{speed:,.4g}':>12}"
        f"{counted:>12}{each_node:>11}{ratio:>11}"
    )


def measure_generator(seconds: float, rounds: int) -> None:
    """Print how many minimal puzzles are made a second."""
    numbers = count()

    def made() -> Iterator[Round]:
        while True:
            start, first, number = time.process_time(), next(numbers), 0
            while time.process_time() - start < seconds:
                number = next(numbers)
                generate(NINE, 0, number=number, minimal=True)
            yield Round(number - first, time.process_time() - start, None)

    generate(NINE, 0, minimal=True)
    print(f"\nminimal puzzles generated: {rate(list(islice(made(), rounds))):,.0f} a second")


def main() -> None:
    """Tables of the sources named."""
    parser = argparse.ArgumentParser(description="Solve 9x9 puzzles with the bitboard and with others, in turns.")
    parser.add_argument(
        "sources", nargs="*", metavar="SOURCE", default=["bank:easy", MANY], help="a file, bank:NAME, or many-solutions"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a round of each [1]")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each [5]")
    arguments = parser.parse_args()
    for source in arguments.sources:
        measure(source, arguments.seconds, arguments.rounds)
    measure_generator(arguments.seconds, arguments.rounds)


if __name__ == "__main__":
    main()
