"""Rows on disk: one SQLite file per results folder, in WAL mode; a row is there for good when its run is over.

experiments   what was asked (JSON), where it ran (JSON), when it began and ended
instances     the puzzles of each experiment, so that it can be finished without the files it was read from
rows          one per run; the columns of `record.Row`, and the run's number in the plan
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.plan import Experiment
from benchmarks.record import COLUMNS, DTYPES, JSON_COLUMNS, SCHEMA_VERSION, Provenance, Row, utc_now
from benchmarks.refuted_values import Claim, claim_of
from benchmarks.refuted_values import refuted as refuted_values
from benchmarks.registry import Instance

if TYPE_CHECKING:
    import pandas as pd

FILE = "results.sqlite"

SCHEMA = f"""
CREATE TABLE experiments (
    id TEXT PRIMARY KEY, asked TEXT NOT NULL, provenance TEXT NOT NULL, started TEXT NOT NULL, finished TEXT
);
CREATE TABLE instances (
    experiment TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL, content TEXT NOT NULL,
    PRIMARY KEY (experiment, position)
) WITHOUT ROWID;
CREATE TABLE rows (
    number INTEGER NOT NULL, {", ".join(COLUMNS)}, PRIMARY KEY (experiment, number)
);
"""


PAGE = 500
"""How many instances are read at once."""


class StoreError(Exception):
    """Results that cannot be read or written; the message names the file and says what to do."""


class Store:
    """The results of one folder. Use `open_store`, which closes it."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self.path = connection, path

    def begin(self, asked: Experiment, provenance: Provenance, instances: Iterable[Instance]) -> str:
        """Write down a new experiment and its instances, all or nothing; the id it got.

        That is the one in `provenance`, or, when someone else has taken it, that with a number.
        """
        with self._connection as connection:
            # Reading the instances may take long, and a table of our own keeps nobody else waiting for it.
            connection.execute("CREATE TEMP TABLE IF NOT EXISTS arriving (position, name, hash, content)")
            connection.execute("DELETE FROM arriving")
            connection.executemany(
                "INSERT INTO arriving VALUES (?, ?, ?, ?)",
                (
                    (position, _storable(instance.name), instance.hash, json.dumps(instance.content))
                    for position, instance in enumerate(instances)
                ),
            )
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            name = self._free_id(provenance.experiment)
            provenance = replace(provenance, experiment=name)
            connection.execute(
                "INSERT INTO experiments VALUES (?, ?, ?, ?, NULL)",
                (name, asked.to_json(), _storable(provenance.to_json()), provenance.started),
            )
            connection.execute("INSERT INTO instances SELECT ?, position, name, hash, content FROM arriving", (name,))
            connection.execute("DROP TABLE arriving")
        return name

    def _free_id(self, wanted: str) -> str:
        taken = {name for name, _ in self.experiments()}
        return next(
            name for name in (wanted, *(f"{wanted}-{count}" for count in range(2, 10_000))) if name not in taken
        )

    def add(self, number: int, row: Row) -> None:
        """Write the row of run `number`; on disk when this returns. A row of an interrupted run is written over."""
        values = asdict(row)
        for name in JSON_COLUMNS:
            values[name] = json.dumps(values[name])
        columns, marks = ", ".join(COLUMNS), ", ".join("?" * (len(COLUMNS) + 1))
        with self._connection as connection:
            connection.execute(
                f"INSERT OR REPLACE INTO rows (number, {columns}) VALUES ({marks})",  # noqa: S608  (names of ours)
                (number, *(_storable(values[name]) for name in COLUMNS)),
            )

    def refute(self, experiment: str) -> None:
        """Turn rows into `wrong` whose claim other rows of the experiment refute.

        `unsatisfiable` is refuted by any verified solution; `unique` by two solutions at once, or by another one than
        its own; `optimal` by a better one; the value of a position as `benchmarks.refuted_values` says.
        """
        other = """EXISTS (SELECT 1 FROM rows AS other WHERE other.experiment = rows.experiment
            AND other.problem = rows.problem AND other.instance_hash = rows.instance_hash
            AND other.status = 'ok' AND other.verified"""
        refuted = f"""SELECT conclusion, number FROM rows WHERE experiment = ? AND status = 'ok' AND (
            (conclusion = 'unsatisfiable' AND {other}))
            OR (conclusion = 'unique' AND {other} AND (other.conclusion = 'multiple' OR other.answer != rows.answer)))
            OR (conclusion = 'optimal' AND {other} AND other.value < rows.value))
        )"""  # noqa: S608  (words of ours)
        found = [
            (number, f"{claim}, it says, but a verified solution of another run says otherwise")
            for claim, number in self._connection.execute(refuted, (experiment,))
        ]
        found += refuted_values(self._values_claimed(experiment))
        with self._connection as connection:
            connection.executemany(
                "UPDATE rows SET status = 'wrong', reason = ? WHERE experiment = ? AND number = ?",
                [(reason, experiment, number) for number, reason in found],
            )

    def _values_claimed(self, experiment: str) -> Iterator[Claim]:
        """What the rows say of the values of positions."""
        names = (
            "problem",
            "instance_hash",
            "strategy",
            "parameters",
            "conclusion",
            "value",
            "depth",
            "playouts",
            "reason",
        )
        query = f"""SELECT number, {", ".join(names)} FROM rows
            WHERE experiment = ? AND status = 'ok' AND conclusion = 'valued'"""  # noqa: S608  (words of ours)
        for number, *values in self._connection.execute(query, (experiment,)):
            row = dict(zip(names, values, strict=True))
            claim = claim_of(number, row | {"parameters": json.loads(row["parameters"])})
            if claim is not None:
                yield claim

    def finish(self, experiment: str) -> None:
        """Note that every run of an experiment has a row."""
        with self._connection as connection:
            connection.execute("UPDATE experiments SET finished = ? WHERE id = ?", (utc_now(), experiment))

    @contextmanager
    def claim(self, experiment: str) -> Iterator[None]:
        """Be the only one that runs an experiment; the claim ends with the block, or with the process.

        Raises:
            StoreError: another process is at it.
        """
        path = self.path.with_name(f"{experiment}.lock")
        with path.open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise StoreError(f"the experiment {experiment} is being run by another process") from None
            try:
                yield
            finally:
                path.unlink(missing_ok=True)

    def asked(self, experiment: str) -> Experiment:
        return Experiment.from_json(self._one("asked", experiment))

    def provenance(self, experiment: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._one("provenance", experiment))
        return found | {"finished": self._one("finished", experiment)}

    def _one(self, column: str, experiment: str) -> Any:
        query = f"SELECT {column} FROM experiments WHERE id = ?"  # noqa: S608  (a name of ours)
        return self._connection.execute(query, (experiment,)).fetchone()[0]

    def experiments(self) -> list[tuple[str, bool]]:
        """The ids, oldest first, and whether each is finished."""
        query = "SELECT id, finished IS NOT NULL FROM experiments ORDER BY started, rowid"
        return [(name, bool(finished)) for name, finished in self._connection.execute(query)]

    def find(self, beginning: str) -> str:
        """The id that is, or the only one that begins with, `beginning`.

        Raises:
            StoreError: none or several do.
        """
        ids = [name for name, _ in self.experiments()]
        if beginning in ids:
            return beginning
        matches = [name for name in ids if name.startswith(beginning)]
        if len(matches) != 1:
            wrong = f"fits {', '.join(matches)}" if matches else f"is not among {', '.join(ids[-5:]) or 'none'}"
            raise StoreError(f"{self.path}: the experiment {beginning!r} {wrong}")
        return matches[0]

    def instance_count(self, experiment: str) -> int:
        query = "SELECT count(*) FROM instances WHERE experiment = ?"
        return int(self._connection.execute(query, (experiment,)).fetchone()[0])

    def instances(self, experiment: str) -> Iterator[Instance]:
        """Its instances in order, as a stream in which rows can be written: no query stays open in between."""
        query = """
            SELECT name, hash, content FROM instances WHERE experiment = ? AND position >= ? ORDER BY position LIMIT ?
        """
        position = 0
        while page := self._connection.execute(query, (experiment, position, PAGE)).fetchall():
            for name, content_hash, content in page:
                yield Instance(name, content_hash, json.loads(content))
            position += len(page)

    def done(self, experiment: str) -> set[int]:
        """The numbers of the runs that have ended; an interrupted one has not."""
        query = "SELECT number FROM rows WHERE experiment = ? AND status != 'interrupted'"
        return {number for (number,) in self._connection.execute(query, (experiment,))}

    def rows(self, experiment: str) -> Iterator[Row]:
        """The rows of an experiment in the order of its plan."""
        there = _columns_in(self._connection)
        columns = [name for name in COLUMNS if name in there]  # an old file that cannot be written may lack some
        query = f"SELECT {', '.join(columns)} FROM rows WHERE experiment = ? ORDER BY number"  # noqa: S608
        for values in self._connection.execute(query, (experiment,)):
            fields = dict(zip(columns, values, strict=True))
            for name in JSON_COLUMNS:
                fields[name] = json.loads(fields[name])
            for name in ("verified", "complete"):
                fields[name] = None if fields.get(name) is None else bool(fields[name])
            yield Row(**fields)


def new_id(problem: str) -> str:
    """The id of a new experiment: the problem, without what file names had better not have, and the time, UTC."""
    word = re.sub(r"[^\w.]+", "-", problem).strip("-")
    return f"{word}-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}"


@contextmanager
def open_store(folder: str | Path, *, create: bool = False) -> Iterator[Store]:
    """The results in `folder`; with `create`, made when there are none.

    Raises:
        StoreError: there are none, they cannot be read or written, or a newer run-bench wrote them.
    """
    path = Path(folder) / FILE
    if not create and not path.is_file():
        raise StoreError(f"no results in {folder} (there is no {path}); run an experiment first, or name --results")
    connection = _connect(path, create)
    try:
        yield Store(connection, path)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error
    finally:
        connection.close()


def _connect(path: Path, create: bool) -> sqlite3.Connection:
    try:
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=30)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    except (OSError, sqlite3.OperationalError) as error:
        if not create and path.is_file() and not os.access(path.parent, os.W_OK):
            return _connect_to_read(path)
        raise StoreError(f"cannot use the results folder {path.parent}: {_reason(error)}") from error
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path} is not a results file ({error}); move it away or name another --results") from error
    return connection


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """A folder that cannot be written: nobody changes it meanwhile, so SQLite may read the file as it lies there."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    _check_version(_version(connection), path)
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """WAL, durable commits, and the tables of this version."""
    version = _version(connection)
    _check_version(version, path)
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and _version(connection) == 0:  # asked again: someone else may have made them meanwhile
        raise sqlite3.DatabaseError("a database of something else")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if version == 0:
        with connection:
            connection.execute("BEGIN IMMEDIATE")  # someone else may be making the tables at the same time
            if _version(connection) == 0:
                for statement in SCHEMA.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    elif version < SCHEMA_VERSION:
        _add_columns(connection)


def _add_columns(connection: sqlite3.Connection) -> None:
    """Those that a file of an older version lacks; in its rows they are empty."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        there = _columns_in(connection)
        for name in COLUMNS:
            if name not in there:
                connection.execute(f"ALTER TABLE rows ADD COLUMN {name}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _columns_in(connection: sqlite3.Connection) -> set[str]:
    return {name for _, name, *_ in connection.execute("PRAGMA table_info(rows)")}


def _check_version(version: int, path: Path) -> None:
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} was written by a newer version of run-bench (format {version}; this one knows {SCHEMA_VERSION}); "
            "upgrade run-bench, or name another --results"
        )


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _storable(value: Any) -> Any:
    """The value; in a text, what is no letter (part of a file name in an old encoding, say) as an escape."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def load(folder: str | Path, experiment: str | None = None) -> pd.DataFrame:
    """The rows of a results folder, or of one experiment in it, as a DataFrame with the dtypes of `record.DTYPES`.

    Raises:
        StoreError: as `open_store`, or no such experiment.
    """
    with open_store(folder) as store:
        ids = [store.find(experiment)] if experiment is not None else [name for name, _ in store.experiments()]
        return frame_of(row for name in ids for row in store.rows(name))


def frame_of(rows: Iterable[Row]) -> pd.DataFrame:
    """Rows as a DataFrame with the dtypes of `record.DTYPES`."""
    import pandas as pd

    lines = [[getattr(row, name) for name in COLUMNS] for row in rows]
    frame = pd.DataFrame(lines, columns=list(COLUMNS), dtype=object)
    frame["started"] = pd.to_datetime(frame["started"], utc=True, format="ISO8601")
    return frame.astype(DTYPES)
