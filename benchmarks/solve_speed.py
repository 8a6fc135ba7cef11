"""How fast `run-bench solve` is as a filter, and how much memory it takes: `python -m benchmarks.solve_speed FILE...`

The 9x9 puzzles of a file are repeated to so many lines, and the command goes through them from standard input, as
people run it. Start-up, which is a run on one line, is taken off the times. Memory is the largest resident memory of
the process, which Linux tells.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.sudoku_speed import puzzles_of

COMMAND = """
import sys
from benchmarks.cli import main
sys.argv[0] = "run-bench"
try:
    main()
finally:
    status = open("/proc/self/status").read()
    print("VmHWM", status.partition("VmHWM:")[2].split()[0], file=sys.stderr)
"""
"""Runs the command and tells its memory. (What the system tells of a child begins with the memory of its parent.)"""

LINES = (100_000, 1_000_000)


class Cost(NamedTuple):
    """CPU seconds, wall seconds, MiB."""

    cpu_s: float
    wall_s: float
    peak_rss_mib: float


def cost_of(path: Path, *words: str) -> Cost:
    """What the command takes to go through a file; its output goes nowhere.

    Raises:
        RuntimeError: it ended with another exit code than 0.
    """
    start, before = time.perf_counter(), _cpu_of_children()
    with path.open("rb") as puzzles:
        done = subprocess.run(
            [sys.executable, "-P", "-c", COMMAND, "solve", *words],
            stdin=puzzles,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    wall, cpu = time.perf_counter() - start, _cpu_of_children() - before
    if done.returncode:
        raise RuntimeError(f"run-bench solve {' '.join(words)} ended with exit code {done.returncode}: {done.stderr}")
    return Cost(cpu, wall, int(done.stderr.rpartition("VmHWM")[2]) / 1024)


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def write_lines(path: Path, texts: list[str], count: int) -> None:
    """So many lines, the texts over and over."""
    with path.open("w", encoding="ascii") as stream:
        stream.writelines(f"{text}\n" for text in islice(cycle(texts), count))


def measure(name: str, lines: tuple[int, ...]) -> None:
    """Print a table for a file."""
    texts = [puzzle.text for puzzle in puzzles_of(name)]
    print(f"\n{name}: {len(texts):,} puzzles, over and over; start-up taken off the times")
    print(f"{'':24}{'lines':>12}{'CPU s':>9}{'wall s':>9}{'a CPU second':>14}{'a second':>12}{'MiB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.txt"
        for words in ((), ("--check-unique",), ("--jobs", "2")):
            write_lines(path, texts, 1)
            start_up = min(cost_of(path, *words) for _ in range(3))
            for count in lines:
                write_lines(path, texts, count)
                cost = cost_of(path, *words)
                cpu, wall = cost.cpu_s - start_up.cpu_s, cost.wall_s - start_up.wall_s
                print(
                    f"{' '.join(('solve', *words)):24}{count:12,}{cpu:9.2f}{wall:9.2f}{count / cpu:14,.0f}"
                    f"{count / wall:12,.0f}{cost.peak_rss_mib:8.0f}",
                    flush=True,
                )
            print(
                f"{'  start-up':24}{1:12}{start_up.cpu_s:9.2f}{start_up.wall_s:9.2f}{'':26}{start_up.peak_rss_mib:8.0f}"
            )


def main() -> None:
    """Tables of the files named."""
    parser = argparse.ArgumentParser(description="Measure run-bench solve from standard input to its output.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles in any form that is read")
    parser.add_argument("--lines", type=int, nargs="+", default=list(LINES), help="lines made of them [100000 1000000]")
    arguments = parser.parse_args()
    for name in arguments.files:
        measure(name, tuple(arguments.lines))


if __name__ == "__main__":
    main()
