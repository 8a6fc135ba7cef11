"""What a person sees while an experiment runs and when it is over: a progress bar and a table."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
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

    def show(self, frame: pd.DataFrame) -> None:
        """The table of some rows, beside them or in their place; of a single instance, what was found too."""
        from rich.console import Console

        stream = sys.stderr if self.as_json else sys.stdout
        # Without a terminal there is no width to keep to.
        width = shutil.get_terminal_size().columns if stream.isatty() or "COLUMNS" in os.environ else 160
        table = table_of(frame, width)
        # What is still too wide is wrapped by the terminal rather than cut.
        console = Console(file=stream, width=max(width, 160), highlight=False)
        with console.capture() as text:  # rich would end the command with 1 when nobody reads on
            console.print(table)
        lines = [line.rstrip() for line in text.get().splitlines()]
        print("\n".join([*lines, *map(words.visible, found(frame))]), file=stream)

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
        from benchmarks.contradictions import contradictions
        from benchmarks.store import frame_of

        frame = frame_of(store.rows(experiment))
        if not self.quiet:
            self.show(frame)
        refused = frame[frame["status"] == "unsupported"].drop_duplicates(["strategy", "reason"])
        for row in refused.head(5).to_dict("records"):
            self.say(f"unsupported: {row['strategy']} on {row['instance']}: {row['reason']}")
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


def found(frame: pd.DataFrame) -> Iterator[str]:
    """The answers themselves, where all rows are of one instance and there are few of them."""
    rows = frame[frame["verified"].fillna(value=False).astype(bool)]
    if frame["instance_hash"].nunique() != 1:
        return
    answers = rows["answer"].dropna().unique()
    if 0 < len(answers) <= MOST_ANSWERS:
        yield from (f"answer: {answer:.{LONGEST_ANSWER}}" for answer in answers)
    moves = rows.dropna(subset=["best_move", "value"])[["best_move", "value"]].drop_duplicates()
    if 0 < len(moves) <= MOST_ANSWERS:
        yield from (f"best move: {move}, value {value:g}" for move, value in moves.itertuples(index=False))


MOST_ANSWERS, LONGEST_ANSWER = 3, 200


RARE = ("memouts", "gave_up", "unsupported", "invalid", "failed", "interrupted")
"""Outcomes that get a column only when there are some."""


GIVEN_UP_FIRST = ("nodes/s", "total CPU", "total nodes", "wrong", "timeouts", "median nodes", *RARE)
"""What a narrow terminal does without, in this order; `wrong` and the like only while they are all 0."""


def table_of(frame: pd.DataFrame, width: int) -> Table:
    """The summary of the rows, a line per strategy as it was run, on a terminal of `width` columns."""
    from rich.table import Table
    from rich.text import Text

    columns = _columns(frame)
    for name in GIVEN_UP_FIRST:
        counts = name in ("wrong", "timeouts", *RARE)
        if _width(columns) > width and name in columns and not (counts and set(columns[name]) != {"0"}):
            del columns[name]
    asked = ", ".join(QUESTIONS[question] for question in frame["question"].unique())
    title = f"{words.number_of(len(frame), 'run')}; asked for: {asked}"
    table = Table(title=title, title_justify="left", header_style="bold")
    for name in columns:
        table.add_column(name.replace("_", " "), justify="left" if name == "strategy" else "right", no_wrap=True)
    for cells in zip(*columns.values(), strict=True):
        table.add_row(*map(Text, cells))
    return table


def _columns(frame: pd.DataFrame) -> dict[str, list[str]]:
    """The cells of the table, by column."""
    from benchmarks.statistics import summary

    table = summary(frame)
    lines = table.to_dict("records")
    columns = {"strategy": [words.visible(line["variant"]) for line in lines]}
    if table["question"].nunique() > 1:
        columns["asked"] = [line["question"] for line in lines]
    columns["solved"] = [f"{line['solved']}/{line['runs']}" for line in lines]
    for name in ("timeouts", "wrong", *(name for name in RARE if table[name].sum() > 0)):
        columns[name] = [str(line[name]) for line in lines]
    columns |= _established(frame, [(line["variant"], line["question"]) for line in lines])
    for title, write, name, flag in (
        ("median nodes", words.count, "nodes_median", "nodes_median_at_least"),
        ("total nodes", words.count, "nodes_total", "nodes_total_at_least"),
        ("nodes/s", words.short_count, "nodes_per_s", None),
        ("median CPU", words.seconds, "cpu_median_s", "cpu_median_at_least"),
        ("total CPU", words.seconds, "cpu_total_s", "cpu_total_at_least"),
    ):
        columns[title] = [words.at_least(write(line[name]), line[flag] if flag else False) for line in lines]
    return columns


def _established(frame: pd.DataFrame, lines: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """What was to be found out, over all instances: how many solutions there are, how good the best ones are."""
    from benchmarks.statistics import with_variants

    rows = with_variants(frame)
    rows = rows.drop_duplicates(["variant", "question", "instance_hash"])
    columns = {}
    for title, question, name in (("solutions", "count", "solutions"), ("objective", "best", "value")):
        asked = rows[(rows["question"] == question) & (rows["outcome"] != "unsupported")]
        if asked.empty:
            continue
        cells = []
        for line in lines:
            own = asked[(asked["variant"] == line[0]) & (asked["question"] == line[1])]
            exact = bool(own["complete"].fillna(value=False).all())
            # A best solution that was not even begun to be looked for bounds nothing; one that there is not is no loss.
            unknown = name == "value" and bool((own["value"].isna() & (own["conclusion"] != "unsatisfiable")).any())
            text = words.MISSING if unknown else words.count(own[name].sum(min_count=1))
            bound = "≥" if name == "solutions" else "≤"
            cells.append(text if exact or text == words.MISSING else f"{bound} {text}")
        columns[title] = cells
    return columns


def _width(columns: Mapping[str, Sequence[str]]) -> int:
    """Of a table with a frame, and a space on either side of each cell."""
    return 1 + sum(3 + max([len(name), *map(len, cells)]) for name, cells in columns.items())


QUESTIONS = {
    "move": "the value of the position and the best move",
    "first": "the first solution",
    "unique": "a solution and whether it is the only one",
    "all": "all solutions",
    "count": "the number of solutions",
    "best": "the best solution",
}
