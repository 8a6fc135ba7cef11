"""From the store to what others read: the HTML page, exported rows, generated puzzles."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from benchmarks.cli import Refused

if TYPE_CHECKING:
    from benchmarks.store import Store


def prepare_to_publish(page: bool) -> None:
    """Import what the table needs and, with `page`, what the page needs, which takes a second or two."""
    import pandas as pd  # noqa: F401

    if page:
        from reports.page import warm_up

        warm_up()


def write_report(store: Store, experiments: Sequence[str], output: str | None) -> str:
    """Write the page of `experiments`; its path."""
    from benchmarks.plan import size_of
    from benchmarks.store import frame_of
    from reports.page import render

    frame = frame_of(row for name in experiments for row in store.rows(name))
    provenance = [
        store.provenance(name) | {"planned": size_of(store.asked(name), store.instance_count(name))}
        for name in experiments
    ]
    path = Path(output) if output is not None else store.path.parent / f"{experiments[-1]}.html"
    page = render(frame, provenance, title=" and ".join(experiments))
    with _writing(path):
        path.write_text(page, encoding="utf-8", errors="replace")
    return str(path)


def check_writable(output: str) -> None:
    """Complain now rather than when everything has been run."""
    path = Path(output)
    with _writing(path), path.open("a", encoding="utf-8"):
        pass


def export_rows(results: str, experiment: str | None, kind: str, output: str | None) -> None:
    """Write rows as CSV, as JSON lines, or as Parquet (which needs pyarrow and a file)."""
    from benchmarks.record import JSON_COLUMNS
    from benchmarks.store import load, open_store

    if kind == "json":
        with open_store(results) as store, _stream(output) as stream:
            names = [store.find(experiment)] if experiment is not None else [name for name, _ in store.experiments()]
            for name in names:
                for row in store.rows(name):
                    stream.write(row.to_json() + "\n")
        return
    frame = load(results, experiment)
    for column in JSON_COLUMNS:
        frame[column] = frame[column].map(json.dumps)
    if kind == "csv":
        with _stream(output) as stream:
            frame.to_csv(stream, index=False)
        return
    if output is None:
        raise Refused("--format parquet writes binary data; name a file with -o")
    try:
        with _writing(Path(output)):
            frame.to_parquet(output, index=False)
    except ImportError:
        raise Refused("--format parquet needs pyarrow: pip install pyarrow") from None


def print_puzzles(*, size: int, count: int, seed: int, minimal: bool, givens: int | None, symmetric: bool) -> None:
    """Generated puzzles, one per line.

    Raises:
        csp.sudoku.generator.CannotGenerate: there is no such puzzle.
    """
    from csp.sudoku.generator import generate_many
    from csp.sudoku.grid import Shape

    try:
        shape = Shape.of_size(size)
    except ValueError as error:
        raise Refused(f"--size: {error}") from None
    for puzzle in generate_many(shape, count, seed, minimal=minimal, givens=givens, symmetric=symmetric):
        print(puzzle.text, flush=True)


def print_bank(name: str) -> None:
    """A bank, made again from its seed, in the form of its file.

    Raises:
        csp.sudoku.bank.UnknownBank: there is none of that name.
    """
    from csp.sudoku.bank import format_entries
    from csp.sudoku.recipes import build_bank

    sys.stdout.write(format_entries(build_bank(name)))


@contextlib.contextmanager
def _stream(output: str | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
        return
    with _writing(Path(output)), Path(output).open("w", encoding="utf-8", errors="replace", newline="") as stream:
        yield stream


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn a failure to write `path` into a message."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror or error}") from error
