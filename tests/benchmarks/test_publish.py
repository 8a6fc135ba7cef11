"""From the store to others: exported rows, pages, generated puzzles."""

import io
import json
from importlib.util import find_spec

import pandas as pd
import pytest

import benchmarks
from benchmarks.record import COLUMNS
from benchmarks.store import open_store
from csp.sudoku.bank import bank_text
from csp.sudoku.grid import read_values

SMALL = ["sudoku", "--bank", "small", "--limit", "2", "--strategy", "mrv", "--backend", "python", "--no-report"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, run_bench):
    """A folder with two experiments, of two rows and of one."""
    folder = tmp_path_factory.mktemp("published")
    for words in ([], ["--limit", "1"]):
        done = run_bench(*SMALL, *words, "--quiet", cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def stored(folder):
    return benchmarks.load(folder / "bench-results")


@pytest.fixture(scope="module")
def names(stored):
    return list(stored["experiment"].unique())


# Rows for other programs.


def test_csv_has_a_line_for_each_row_under_the_columns(run_bench, folder, stored):
    done = run_bench("export", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\r" not in done.stdout
    frame = pd.read_csv(io.StringIO(done.stdout))
    assert tuple(frame.columns) == COLUMNS
    assert list(frame["nodes"]) == list(stored["nodes"])
    assert [json.loads(cell) for cell in frame["parameters"]] == list(stored["parameters"])


def test_json_has_an_object_for_each_row(run_bench, rows_of, folder, stored):
    rows = rows_of(run_bench("export", "--format", "json", cwd=folder).stdout)
    assert {tuple(row) for row in rows} == {COLUMNS}
    assert [row["run_key"] for row in rows] == list(stored["run_key"])


def test_one_experiment_can_be_exported_to_a_file(run_bench, rows_of, folder, names, tmp_path):
    file = tmp_path / "deep" / "rows.json"
    words = ["--format", "json", "-o", file, "--results", folder / "bench-results"]
    done = run_bench("export", names[1], *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert [row["experiment"] for row in rows_of(file.read_text())] == [names[1]]


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is not installed")
def test_parquet_has_the_rows(run_bench, folder, stored, tmp_path):
    done = run_bench("export", "--format", "parquet", "-o", tmp_path / "rows.parquet", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert list(pd.read_parquet(tmp_path / "rows.parquet")["nodes"]) == list(stored["nodes"])


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="pyarrow is installed")
def test_parquet_without_pyarrow_says_how_to_get_it(run_bench, folder, tmp_path):
    done = run_bench("export", "--format", "parquet", "-o", tmp_path / "rows.parquet", cwd=folder)
    assert done.returncode == 2
    assert "needs pyarrow: pip install pyarrow" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_parquet_is_not_written_to_a_terminal(run_bench, folder):
    done = run_bench("export", "--format", "parquet", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "name a file with -o" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["export", "queens"], "the experiment 'queens' is not among sudoku-"),
        (["export", "sudoku"], "the experiment 'sudoku' fits sudoku-"),
        (["export", "-o", "bench-results/results.sqlite/rows.csv"], "cannot write bench-results/results.sqlite/rows"),
        (["report", "queens"], "the experiment 'queens' is not among sudoku-"),
        (["report", "-o", "bench-results"], "cannot write bench-results: "),
    ],
)
def test_what_cannot_be_published_is_said(run_bench, folder, words, message):
    done = run_bench(*words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_where_nothing_was_run_yet_there_is_no_page(run_bench, tmp_path):
    with open_store(tmp_path, create=True):
        pass
    done = run_bench("report", "--results", tmp_path)
    assert done.returncode == 2
    assert f"no experiment in {tmp_path} yet; run one first" in done.stderr


# Pages.


def test_a_page_of_the_last_experiment_is_made_again(run_bench, folder, names):
    done = run_bench("report", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"bench-results/{names[-1]}.html\n"
    page = (folder / "bench-results" / f"{names[-1]}.html").read_text()
    assert names[-1] in page
    assert "small-01" in page
    assert "small-02" not in page, "that was in the experiment before it"


def test_a_page_of_several_experiments_is_made(run_bench, folder, names, tmp_path):
    done = run_bench("report", *names, "-o", tmp_path / "both.html", cwd=folder)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "both.html").read_text()
    assert all(name in page for name in [*names, "small-01", "small-02"])


# Puzzles.


def test_generated_puzzles_are_a_line_each_and_equal_for_equal_seeds(run_bench):
    words = ["generate", "sudoku", "--size", "4", "--count", "3", "--minimal"]
    one, other, third = (run_bench(*words, "--seed", seed).stdout for seed in ("7", "7", "8"))
    assert one == other != third
    assert [len(read_values(line)) for line in one.splitlines()] == [16, 16, 16]


def test_generated_puzzles_can_be_run_at_once(run_bench, rows_of, tmp_path):
    puzzles = run_bench("generate", "sudoku", "--size", "6", "--count", "2").stdout
    words = ["--puzzles", "-", "--strategy", "mrv", "--solutions", "unique", "--json", "--no-report", "--quiet"]
    done = run_bench("sudoku", *words, "--backend", "python", cwd=tmp_path, stdin=puzzles)
    assert [row["conclusion"] for row in rows_of(done.stdout)] == ["unique", "unique"]


def test_a_bank_can_be_made_again(run_bench):
    done = run_bench("generate", "sudoku", "--bank", "small")
    assert done.returncode == 0
    assert done.stdout == bank_text("small")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--size", "11"], "--size: no usual box shape for a 11x11 grid"),
        (["--count", "0"], "is not in the range"),
        (["--seed", "-1"], "is not in the range"),
        (["--bank", "nope"], "no bank 'nope'"),
    ],
)
def test_puzzles_that_cannot_be_made_are_refused(run_bench, words, message):
    done = run_bench("generate", "sudoku", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
