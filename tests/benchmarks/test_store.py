"""The store: rows on disk, as they were, whatever happens to the process that wrote them."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import benchmarks
from benchmarks.plan import Contestant, Experiment
from benchmarks.record import COLUMNS, DTYPES, SCHEMA_VERSION, STATUSES, Provenance, Row, utc_now
from benchmarks.registry import Instance
from benchmarks.store import FILE, PAGE, Store, StoreError, _connect_to_read, frame_of, new_id, open_store

ASKED = Experiment("sudoku", (Contestant("mrv", {"depth": 1}, "python"),))
PUZZLES = [Instance(f"puzzle {number}", f"hash {number}", {"puzzle": ".", "number": number}) for number in range(3)]

ROW = Row(
    experiment="e",
    run_key="k",
    problem="sudoku",
    instance="puzzle 0",
    instance_hash="hash 0",
    strategy="mrv",
    parameters={"depth": 1},
    backend="python",
    seed=0,
    repeat=0,
    question="first",
    status="ok",
    started="2026-01-02T03:04:05.678Z",
)


def origin(experiment: str = "e") -> Provenance:
    return Provenance(
        experiment=experiment,
        command="run-bench sudoku",
        started=utc_now(),
        commit=None,
        dirty=None,
        code="code",
        run_bench="0",
        python="3",
        packages={"numba": "1"},
        platform="here",
        cpu="one",
        cores=2,
        memory_mib=3,
        load=None,
    )


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "results", create=True) as opened:
        yield opened


# Rows come back as they were.

text = st.text(st.characters(exclude_categories=("Cs",)))
count = st.none() | st.integers(0, 2**63 - 1)
seconds = st.none() | st.floats(0, 1e9)
value = st.one_of(st.integers(), st.booleans(), text, st.floats(allow_nan=False, allow_infinity=False))
moment = st.datetimes(
    min_value=pd.Timestamp("1990-01-01").to_pydatetime(), max_value=pd.Timestamp("2200-01-01").to_pydatetime()
).map(lambda when: when.isoformat(timespec="milliseconds") + "Z")
rows = st.builds(
    Row,
    experiment=st.just("e"),
    run_key=text,
    problem=text,
    instance=text,
    instance_hash=text,
    strategy=text,
    parameters=st.dictionaries(text, value),
    backend=st.sampled_from(["python", "compiled", "external"]),
    seed=st.integers(0, 2**63 - 1),
    repeat=st.integers(0, 100),
    question=st.sampled_from(["first", "unique", "all", "move"]),
    status=st.sampled_from(STATUSES),
    reason=text,
    conclusion=st.none() | text,
    answer=st.none() | text,
    verified=st.none() | st.booleans(),
    solutions=count,
    value=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    best_move=st.none() | text,
    principal_variation=st.none() | text,
    depth=count,
    root_scores=st.dictionaries(text, st.floats(allow_nan=False, allow_infinity=False)),
    root_visits=st.dictionaries(text, st.integers()),
    nodes=count,
    backtracks=count,
    checks=count,
    prunings=count,
    leaves=count,
    cutoffs=count,
    cutoffs_by_move=st.lists(st.integers()),
    table_hits=count,
    re_searches=count,
    quiescence_nodes=count,
    playouts=count,
    positions=count,
    counters=st.dictionaries(text, st.integers()),
    cpu_s=seconds,
    wall_s=seconds,
    loops=count,
    compile_s=seconds,
    peak_rss_mib=seconds,
    parallel=st.integers(1, 64),
    timeout_s=seconds,
    started=moment,
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(rows, max_size=5))
def test_rows_come_back_as_they_were_and_as_a_frame_with_their_dtypes(store, given_rows):
    store._connection.execute("DELETE FROM rows")
    store._connection.commit()
    for number, row in enumerate(given_rows):
        store.add(number, row)
    found = list(store.rows("e"))
    assert found == given_rows
    assert [type(row.verified) for row in found] == [type(row.verified) for row in given_rows]
    frame = frame_of(found)
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == DTYPES
    for name in set(COLUMNS) - {"started"}:
        for row, cell in zip(given_rows, frame[name], strict=True):
            wanted = getattr(row, name)
            assert pd.isna(cell) if wanted is None else cell == wanted, name


@pytest.mark.parametrize("given_rows", [[], [ROW], [ROW, replace(ROW, nodes=1, verified=True, cpu_s=0.5)]])
def test_dtypes_do_not_depend_on_what_the_columns_hold(given_rows):
    frame = frame_of(given_rows)
    assert list(frame.columns) == list(COLUMNS)
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == DTYPES


def test_what_does_not_apply_is_missing_and_not_the_word_none():
    frame = frame_of([ROW])
    empty = [name for name in COLUMNS if getattr(ROW, name) is None]
    assert empty
    assert frame[empty].isna().all(axis=None)


def test_load_reads_all_experiments_or_one(tmp_path):
    with open_store(tmp_path, create=True) as store:
        for name in ("first", "second"):
            store.begin(ASKED, origin(name), PUZZLES)
            store.add(0, replace(ROW, experiment=name))
    assert list(benchmarks.load(tmp_path)["experiment"]) == ["first", "second"]
    frame = benchmarks.load(tmp_path, "sec")
    assert list(frame["experiment"]) == ["second"]
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == DTYPES


def test_load_of_an_experiment_without_rows_has_all_columns(tmp_path):
    with open_store(tmp_path, create=True) as store:
        store.begin(ASKED, origin(), PUZZLES)
    frame = benchmarks.load(tmp_path)
    assert len(frame) == 0
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == DTYPES


# Experiments.


def test_an_experiment_comes_back_with_its_instances_and_origin(store):
    before = origin()
    assert store.begin(ASKED, before, iter(PUZZLES)) == "e"
    assert store.asked("e") == ASKED
    assert list(store.instances("e")) == PUZZLES
    assert store.instance_count("e") == 3
    assert store.provenance("e") == json.loads(before.to_json()) | {"finished": None}
    assert store.experiments() == [("e", False)]
    store.finish("e")
    assert store.experiments() == [("e", True)]
    assert store.provenance("e")["finished"] >= before.started


def test_instances_are_read_in_pages_and_none_is_lost(store):
    many = [Instance(str(number), "", {}) for number in range(2 * PAGE + 1)]
    store.begin(ASKED, origin(), many)
    assert list(store.instances("e")) == many


def test_an_experiment_whose_instances_cannot_be_read_to_the_end_leaves_nothing(store):
    def broken():
        yield PUZZLES[0]
        raise ValueError("line 2")

    with pytest.raises(ValueError, match="line 2"):
        store.begin(ASKED, origin(), broken())
    assert store.experiments() == []
    assert store.begin(ASKED, origin(), PUZZLES) == "e"
    assert store.instance_count("e") == 3


def test_an_id_is_made_of_the_problem_and_the_time_and_a_taken_one_gets_a_number(store):
    assert re.fullmatch(r"sudoku-\d{8}-\d{6}", new_id("sudoku"))
    assert [store.begin(ASKED, origin("e"), PUZZLES) for _ in range(3)] == ["e", "e-2", "e-3"]
    assert store.provenance("e-2")["experiment"] == "e-2"
    assert store.instance_count("e-3") == 3


def test_an_experiment_is_found_by_a_beginning_that_only_it_has(store):
    for name in ("sudoku-1", "sudoku-12", "sudoku-2"):
        store.begin(ASKED, origin(name), PUZZLES)
    assert store.find("sudoku-2") == "sudoku-2"
    assert store.find("sudoku-12") == "sudoku-12"
    assert store.find("sudoku-1") == "sudoku-1", "a whole name is also the beginning of another one"
    with pytest.raises(StoreError, match="the experiment 'sudoku' fits sudoku-1, sudoku-12, sudoku-2"):
        store.find("sudoku")
    with pytest.raises(StoreError, match="the experiment 'queens' is not among sudoku-1"):
        store.find("queens")


def test_interrupted_runs_are_not_done_and_are_written_over(store):
    store.begin(ASKED, origin(), PUZZLES)
    store.add(0, ROW)
    store.add(1, replace(ROW, status="interrupted"))
    store.add(2, replace(ROW, status="timeout"))
    assert store.done("e") == {0, 2}
    store.add(1, replace(ROW, reason="this time"))
    assert store.done("e") == {0, 1, 2}
    assert [row.reason for row in store.rows("e")] == ["", "this time", ""]


def test_rows_are_in_the_order_of_the_plan_whatever_the_order_they_ended_in(store):
    for number in (2, 0, 1):
        store.add(number, replace(ROW, instance=str(number)))
    assert [row.instance for row in store.rows("e")] == ["0", "1", "2"]


# Durability and company.


def test_the_journal_is_a_write_ahead_log_and_commits_are_synced(store):
    assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert store._connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_rows_written_before_the_process_was_killed_are_there(tmp_path):
    code = """
import os, sys
sys.path[:0] = [sys.argv[2]]
from test_store import ASKED, PUZZLES, ROW, open_store, origin
with open_store(sys.argv[1], create=True) as store:
    store.begin(ASKED, origin(), PUZZLES)
    for number in range(2):
        store.add(number, ROW)
    store._connection.execute("INSERT INTO rows (number, experiment) VALUES (2, 'e')")  # not committed
    os._exit(9)
"""
    folder = Path(__file__).parent
    done = subprocess.run([sys.executable, "-c", code, tmp_path, folder], capture_output=True, text=True, check=False)
    assert done.returncode == 9, done.stderr
    with open_store(tmp_path) as store:
        assert list(store.rows("e")) == [ROW, ROW]
        assert store.experiments() == [("e", False)]


def test_two_experiments_write_to_one_folder_at_once(tmp_path):
    many = [Instance(str(number), "", {}) for number in range(50)]
    with open_store(tmp_path, create=True) as one, open_store(tmp_path, create=True) as other:
        names = [store.begin(ASKED, origin("e"), many) for store in (one, other)]
        assert names == ["e", "e-2"]
        streams = [one.instances("e"), other.instances("e-2")]
        for number, _ in enumerate(zip(*streams, strict=True)):  # as an experiment does: reading while rows are written
            one.add(number, ROW)
            other.add(number, replace(ROW, experiment="e-2"))
        assert len(one.done("e-2")) == len(other.done("e")) == 50


def test_reading_instances_from_a_slow_source_keeps_nobody_waiting(tmp_path):
    asked_for, given_on = threading.Event(), threading.Event()

    def slow():
        yield PUZZLES[0]
        asked_for.set()
        assert given_on.wait(60)
        yield PUZZLES[1]

    def begin():
        with open_store(tmp_path) as store:
            store.begin(ASKED, origin("slow"), slow())

    with open_store(tmp_path, create=True) as store:
        beginning = threading.Thread(target=begin)
        beginning.start()
        assert asked_for.wait(60)
        start = time.monotonic()
        store.add(0, ROW)
        assert time.monotonic() - start < 20, "SQLite gives up after 30 s"
        given_on.set()
        beginning.join()
        assert store.instance_count("slow") == 2


def test_many_processes_may_make_the_folder_at_once(tmp_path):
    code = "import sys; from benchmarks.store import open_store\nwith open_store(sys.argv[1], create=True): pass"
    folder = tmp_path / "new" / "results"
    started = [
        subprocess.Popen([sys.executable, "-P", "-c", code, folder], stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert [process.communicate()[1] for process in started] == [""] * 4
    assert [process.returncode for process in started] == [0] * 4


def test_an_experiment_is_claimed_by_one_process_at_a_time(tmp_path):
    with open_store(tmp_path, create=True) as one, open_store(tmp_path) as other:
        with one.claim("e"):
            with pytest.raises(StoreError, match="the experiment e is being run by another process"), other.claim("e"):
                pass
            with other.claim("another"):
                pass
        with other.claim("e"):
            pass
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE]


# What cannot be used says so.


def test_where_nothing_was_run_there_is_nothing_to_read(tmp_path):
    with pytest.raises(StoreError, match=r"no results in .*; run an experiment first, or name --results"):
        benchmarks.load(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path):
    with open_store(tmp_path, create=True):
        pass
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    for create in (False, True):
        with (
            pytest.raises(StoreError, match=f"newer version of run-bench .format {SCHEMA_VERSION + 1}; .*upgrade"),
            open_store(tmp_path, create=create),
        ):
            pass
    assert sqlite3.connect(tmp_path / FILE).execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION + 1,)


@pytest.mark.parametrize("content", [b"not a database, but long enough to be looked at" * 10, b"\x00" * 4096])
def test_a_file_that_is_no_database_is_named_and_left_as_it_is(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match=rf"{FILE} is not a results file"), open_store(tmp_path, create=True):
        pass
    assert (tmp_path / FILE).read_bytes() == content


def test_a_database_of_something_else_is_named_and_left_as_it_is(tmp_path):
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("CREATE TABLE rows (something)")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match=rf"{FILE} is not a results file"), open_store(tmp_path, create=True):
        pass
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize("below", ["file", "file/deeper"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path, below):
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / below
    with (
        pytest.raises(StoreError, match=f"cannot use the results folder {re.escape(str(folder))}"),
        open_store(folder, create=True),
    ):
        pass


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path):
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError, match="cannot use the results folder"), open_store(tmp_path, create=True):
        pass


@pytest.mark.skipif(os.geteuid() == 0, reason="to root everything is writable")
def test_a_folder_that_may_not_be_written_is_named(tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(StoreError, match="cannot use the results folder"), open_store(tmp_path, create=True):
        pass


def claiming(conclusion: str, answer: str | None, name: str = "p", **columns: object) -> Row:
    verified = True if answer is not None else None
    return replace(
        ROW, instance_hash=name, status="ok", conclusion=conclusion, answer=answer, verified=verified, **columns
    )


@pytest.mark.parametrize(
    ("claims", "statuses"),
    [
        ([("unsatisfiable", None), ("satisfied", "12")], ["wrong", "ok"]),
        ([("unsatisfiable", None), ("unsatisfiable", None)], ["ok", "ok"]),
        ([("unique", "12"), ("multiple", "12")], ["wrong", "ok"]),
        ([("unique", "12"), ("satisfied", "21")], ["wrong", "ok"]),
        ([("unique", "12"), ("unique", "12")], ["ok", "ok"]),
        ([("unique", "12"), ("unique", "21")], ["wrong", "wrong"]),
        ([("satisfied", "12"), ("satisfied", "21")], ["ok", "ok"]),
    ],
)
def test_a_claim_that_a_verified_solution_refutes_becomes_wrong(store, claims, statuses):
    for number, (conclusion, answer) in enumerate(claims):
        store.add(number, claiming(conclusion, answer))
    store.add(9, claiming("unsatisfiable", None, name="another puzzle"))
    store.refute(ROW.experiment)
    rows = list(store.rows(ROW.experiment))
    assert [row.status for row in rows] == [*statuses, "ok"]
    assert all("verified solution of another run" in row.reason for row in rows if row.status == "wrong")


def test_an_optimum_that_a_better_verified_solution_refutes_becomes_wrong(store):
    for number, (conclusion, objective) in enumerate([("optimal", 18), ("satisfied", 17), ("optimal", 17)]):
        store.add(number, replace(claiming(conclusion, "0 1"), value=objective, question="best"))
    store.refute(ROW.experiment)
    assert [row.status for row in store.rows(ROW.experiment)] == ["wrong", "ok", "ok"]


# Files of an older version.


@pytest.fixture
def older(tmp_path):
    """The path of a results file as version 1 wrote it: without the column `complete`."""
    with open_store(tmp_path, create=True) as store:
        name = store.begin(ASKED, origin(), PUZZLES)
        store.add(0, ROW)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("ALTER TABLE rows DROP COLUMN complete")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    return tmp_path, name


def test_a_file_of_an_older_version_gets_the_columns_that_it_lacks(older):
    folder, name = older
    with open_store(folder) as store:
        assert list(store.rows(name)) == [ROW]
        store.add(1, replace(ROW, complete=True, value=3.0, started="2026-01-02T03:04:05.679Z"))
        assert [(row.complete, row.value) for row in store.rows(name)] == [(None, None), (True, 3.0)]
    assert sqlite3.connect(folder / FILE).execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert benchmarks.load(folder)["complete"].tolist() == [pd.NA, True]


def test_a_file_of_an_older_version_that_cannot_be_written_is_read_as_it_is(older):
    folder, name = older
    connection = _connect_to_read(folder / FILE)
    assert list(Store(connection, folder / FILE).rows(name)) == [ROW]
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()
