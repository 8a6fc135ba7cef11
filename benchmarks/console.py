"""What a person sees while an experiment runs and when it is over: a progress bar and a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks import words
from benchmarks.record import FAILURES, Row

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

    from benchmarks.store import Store


@dataclass(frozen=True)
class Output:
    """Where things go. With `as_json`, standard output has the rows and nothing else."""

    as_json: bool
    quiet: bool

    def say(self, text: str) -> None:
        """A line for a person, beside the results."""
        sys.stderr.write(f"run-bench: {words.visible(text)}\n")

    def path(self, path: str) -> None:
        """The last line: where the page is."""
        print(path, file=sys.stderr if self.as_json else sys.stdout)

    def show(self, table: Table) -> None:
        """A table, beside the rows or in their place."""
        from rich.console import Console

        stream = sys.stderr if self.as_json else sys.stdout
        # Without a terminal there is no width to keep to, and a table must not lose its columns.
        console = Console(file=stream, width=None if stream.isatty() else 140, highlight=False)
        with console.capture() as text:  # rich would end the command with 1 when nobody reads on
            console.print(table)
        print(text.get(), end="", file=stream)

    @contextmanager
    def progress(self, total: int, done: int) -> Iterator[Callable[[Row], None]]:
        """A bar on standard error while runs end; gives the function to call with each row."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[troubles]}"),
        )
        console = Console(stderr=True)
        troubles: dict[str, int] = {}
        with Progress(*columns, console=console, disable=self.quiet or not console.is_terminal, transient=True) as bar:
            task = bar.add_task("running", total=total, completed=done, troubles="")

            def on_row(row: Row) -> None:
                if self.as_json:
                    print(row.to_json(), flush=True)
                if row.status != "ok":
                    troubles[row.status] = troubles.get(row.status, 0) + 1
                said = ", ".join(f"{count} {status}" for status, count in troubles.items())
                bar.update(task, advance=1, troubles=said)

            yield on_row

    def conclude(self, store: Store, experiment: str) -> bool:
        """The table of an experiment and a word on each failure; whether anything failed or contradicts itself."""
        from benchmarks.statistics import contradictions
        from benchmarks.store import frame_of

        frame = frame_of(store.rows(experiment))
        if not self.quiet:
            self.show(table_of(frame))
        failed = frame[frame["status"].isin(list(FAILURES))]
        for row in failed.head(10).to_dict("records"):
            self.say(f"{row['status']}: {row['strategy']} on {row['instance']}: {row['reason']}")
        if len(failed) > 10:
            self.say(f"{len(failed) - 10} more failures; all of them are in the page and in the stored rows")
        against = contradictions(frame)
        for pair in against.head(10).to_dict("records"):
            one, other = (f"{pair[f'{side}_variant']} says {pair[f'{side}_conclusion']}" for side in ("one", "other"))
            self.say(f"contradiction on {pair['instance']}: {one}, {other}")
        return bool(len(failed) or len(against))


RARE = ("memouts", "gave_up", "unsupported", "invalid", "failed", "interrupted")
"""Outcomes that get a column only when there are some."""


def table_of(frame: pd.DataFrame) -> Table:
    """The summary of the rows, a line per strategy as it was run, for a terminal."""
    from rich.table import Table
    from rich.text import Text

    from benchmarks.statistics import summary

    lines = summary(frame)
    questions = list(lines["question"].unique())
    several = len(questions) > 1
    shown = ["timeouts", "wrong", *(name for name in RARE if lines[name].sum() > 0)]
    asked = ", ".join(QUESTIONS[question] for question in questions)
    table = Table(title=f"{len(frame):,} runs; asked for: {asked}", title_justify="left", header_style="bold")
    table.add_column("strategy")
    for name in (*(("asked",) if several else ()), "solved", *(name.replace("_", " ") for name in shown)):
        table.add_column(name, justify="right")
    for name in ("median nodes", "total nodes", "nodes/s", "median CPU", "total CPU"):
        table.add_column(name, justify="right")
    for line in lines.to_dict("records"):
        counts = [f"{line['solved']}/{line['runs']}", *(str(line[name]) for name in shown)]
        costs = [
            words.at_least(words.count(line["nodes_median"]), line["nodes_median_at_least"]),
            words.at_least(words.count(line["nodes_total"]), line["nodes_total_at_least"]),
            words.short_count(line["nodes_per_s"]),
            words.at_least(words.seconds(line["cpu_median_s"]), line["cpu_median_at_least"]),
            words.at_least(words.seconds(line["cpu_total_s"]), line["cpu_total_at_least"]),
        ]
        table.add_row(Text(words.visible(line["variant"])), *([line["question"]] if several else []), *counts, *costs)
    return table


QUESTIONS = {
    "move": "the value of the position and the best move",
    "first": "the first solution",
    "unique": "a solution and whether it is the only one",
    "all": "all solutions",
}
