"""The words of `run-bench solve`; what it does is in `sudoku_filter`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

COUNT_LIMIT = 10_000
"""Solutions that `--count` counts where no limit is named: a moment's work for a 9x9 puzzle."""

LARGEST_LIMIT = 2**63 - 1
"""What compiled code counts to."""

MOST_JOBS = 256

HELP = """Solve Sudoku puzzles: a line with a solution of each, in their order.

Puzzles come from the FILEs, or from standard input, in any form that `run-bench sudoku --puzzles` reads. The line of a
puzzle without a solution is `none`. That of a place that looks like a puzzle and is none is `bad`, and standard error
says why. No row is stored.

\b
run-bench solve < puzzles.txt > solutions.txt
run-bench solve --check-unique puzzles.txt | sort | uniq -c

Exit codes: 0; 1: with --check-unique, a puzzle has not exactly one solution; 2: something could not be read.
"""


class Solve(click.Command):
    """A command whose `--count` may be followed by a number; what is no number is a file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = list(args)
        options = words[: words.index("--")] if "--" in words else words
        for place, word in enumerate(options):
            following = words[place + 1] if place + 1 < len(words) else ""
            if word == "--count" and not following.removeprefix("-").isdecimal():
                words[place] = f"--count={COUNT_LIMIT}"
        return super().parse_args(ctx, words)


@click.command(cls=Solve, help=HELP, short_help="Solve Sudoku puzzles: a line with a solution of each.")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--count",
    type=click.IntRange(1, LARGEST_LIMIT),
    metavar="[LIMIT]",
    help=f"How many solutions each has instead, counted up to LIMIT [default: {COUNT_LIMIT}].",
)
@click.option("--check-unique", is_flag=True, help="A word for each instead: unique, multiple, or none.")
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", default=1, show_default=True, help="Threads (9x9 only)."
)
@click.option("--box", metavar="HxW", help="Box height x width, like 2x3 [default: the usual one of the size].")
@click.option("--alphabet", metavar="TEXT", help="The symbols of the values, 1 first [default: inferred].")
def solve(files: Sequence[str], **asked: Any) -> None:
    """The command."""
    from benchmarks.sudoku_filter import run

    sys.exit(run(files, **asked))
