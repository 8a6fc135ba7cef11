"""What `run-bench solve` does: a filter that turns puzzles into solutions, a line each, in their order.

What is read comes in batches (`csp.sudoku.reader.read_batches`), and each is solved and written before the next is
waited for: memory does not grow with the input. 9x9 puzzles are solved by the bitboard, all of a batch at once; others
by the search for all shapes. What is wrong with the input goes to standard error; its line says `bad`.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from benchmarks.cli import BAD_INPUT, Refused

if TYPE_CHECKING:
    from csp.answer import Answer
    from csp.sudoku.grid import Puzzle, Shape
    from csp.sudoku.reader import BadLine, PlainLines

NOT_UNIQUE = 1
"""The exit code of `--check-unique` where a puzzle has not exactly one solution."""

MOST_COMPLAINTS = 20

NONE, BAD = "none", "bad"
"""The lines of a puzzle that has no solution, and of what is no puzzle."""


@dataclass(frozen=True)
class Asked:
    """What is asked about each puzzle.

    limit: so many solutions are looked for
    lines: what is written, given how many of each were found, and the text of the first
    jobs: threads for the 9x9 puzzles of a batch
    shape, alphabet: of every grid; None: found out
    """

    limit: int
    lines: Callable[[list[int], list[str]], list[str]]
    jobs: int = 1
    shape: Shape | None = None
    alphabet: str | None = None


@dataclass
class Tally:
    """What has been seen so far: places that hold no puzzle, counts that ended at the limit, puzzles not unique."""

    bad: int = 0
    limited: int = 0
    not_unique: int = 0

    def complain(self, message: str) -> None:
        """Say what is wrong with the input, the first few times one by one."""
        self.bad += 1
        if self.bad <= MOST_COMPLAINTS:
            click.echo(f"run-bench: {message}", err=True)


def solution_lines(counts: list[int], solutions: list[str]) -> list[str]:
    """The first solution found of each."""
    return [solution if count else NONE for count, solution in zip(counts, solutions, strict=True)]


def count_lines(counts: list[int], solutions: list[str]) -> list[str]:
    """How many solutions there are, up to the limit."""
    return list(map(str, counts))


def unique_lines(counts: list[int], solutions: list[str]) -> list[str]:
    """How many solutions there are, in a word."""
    return [(NONE, "unique", "multiple")[count] for count in counts]


def run(
    files: Sequence[str], *, count: int | None, check_unique: bool, jobs: int, box: str | None, alphabet: str | None
) -> int:
    """Write a line for each puzzle of the files; the exit code.

    Raises:
        Refused: the options contradict each other, or one means nothing.
    """
    from csp.sudoku.reader import ReadError, read_batches

    if count is not None and check_unique:
        raise Refused("--count and --check-unique are two questions; ask one at a time")
    limit, lines = (2, unique_lines) if check_unique else (1, solution_lines) if count is None else (count, count_lines)
    asked = Asked(limit, lines, jobs, _box(box), alphabet or None)
    tally = Tally()
    for path in files or ["-"]:
        if path == "-" and sys.stdin.isatty():
            click.echo("run-bench: reading puzzles from the terminal; Ctrl-D ends them", err=True)
        try:
            for batch in read_batches(path, shape=asked.shape, alphabet=asked.alphabet):
                for some in lines_of(batch, asked, tally):
                    sys.stdout.write("\n".join(some) + "\n")
                sys.stdout.flush()
        except ReadError as error:
            tally.complain(str(error))
    if tally.bad > MOST_COMPLAINTS:
        click.echo(f"run-bench: {tally.bad - MOST_COMPLAINTS:,} more places that hold no puzzle", err=True)
    if count is not None and tally.limited:
        what = "1 count" if tally.limited == 1 else f"{tally.limited:,} counts"
        click.echo(f'run-bench: {what} ended at the limit of {limit:,}: "at least"; --count LIMIT goes on', err=True)
    return BAD_INPUT if tally.bad else NOT_UNIQUE if check_unique and tally.not_unique else 0


def lines_of(batch: Sequence[Puzzle | BadLine | PlainLines], asked: Asked, tally: Tally) -> Iterator[list[str]]:
    """The lines of a batch, some at a time: one for each puzzle, and for each place that holds none."""
    from csp.sudoku.reader import BadLine, PlainLines
    from csp.sudoku.solving import NINE, solve_many

    nine: list[str | Puzzle] = []
    for item in batch:
        if isinstance(item, PlainLines):
            nine += item.lines
        elif not isinstance(item, BadLine) and item.shape == NINE:
            nine.append(item)
    solved = solve_many(nine, limit=asked.limit, jobs=asked.jobs)
    all_counts, all_solutions = solved.counts.tolist(), solved.text
    done = 0
    for item in batch:
        if isinstance(item, BadLine):
            tally.complain(f"{item.place}: {item.message}")
            yield [BAD]
            continue
        if isinstance(item, PlainLines) or item.shape == NINE:
            ahead = slice(done, done + (len(item.lines) if isinstance(item, PlainLines) else 1))
            counts, solutions, done = all_counts[ahead], all_solutions[ahead], ahead.stop
        else:
            sys.stdout.flush()  # this one may take a while
            count, solution = solve_any_shape(item, asked.limit)
            counts, solutions = [count], [solution]
        tally.limited += counts.count(asked.limit)
        tally.not_unique += len(counts) - counts.count(1)
        yield asked.lines(counts, solutions)


def solve_any_shape(puzzle: Puzzle, limit: int) -> tuple[int, str]:
    """How many solutions a puzzle of any shape has, up to the limit, and the first of them as text."""
    from csp.answer import Question
    from csp.strategies.backtracking import Backtracking
    from csp.sudoku.grid import write_values
    from csp.sudoku.model import model_of

    strategy = Backtracking("mrv", propagation="forward-checking")
    answer = _hearing_ctrl_c(strategy.prepare(model_of(puzzle), Question(limit, keep=1)))
    return answer.count, write_values(answer.solutions[0]) if answer.solutions else ""


def _hearing_ctrl_c(solve: Callable[[], Answer]) -> Answer:
    """Call it in a thread that is left to itself after Ctrl-C, for compiled code does not hear it."""
    outcome: list[Any] = []

    def call() -> None:
        try:
            outcome.append(solve())
        except Exception as error:
            outcome.append(error)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join()
    if isinstance(outcome[0], Exception):
        raise outcome[0]
    answer: Answer = outcome[0]
    return answer


def _box(text: str | None) -> Shape | None:
    """The shape that `2x3` means, box height x box width."""
    from csp.sudoku.grid import Shape

    if not text:
        return None
    numbers = re.fullmatch(r"([1-9][0-9]?)[xX]([1-9][0-9]?)", text)
    if numbers is None:
        raise Refused(f"--box wants HEIGHTxWIDTH, like 3x3 or 2x3; not {text!r}")
    try:
        return Shape(int(numbers[1]), int(numbers[2]))
    except ValueError as error:
        raise Refused(f"--box: {error}") from None
