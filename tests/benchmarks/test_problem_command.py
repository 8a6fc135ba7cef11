"""`run-bench sudoku`: what it prints, what it stores, how it ends, and what it refuses."""

import json
import sqlite3
from pathlib import Path

import pytest

import benchmarks
from benchmarks.record import COLUMNS, SCHEMA_VERSION
from benchmarks.store import FILE, open_store

TEXTBOOK = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

SMALL = ["sudoku", "--bank", "small", "--limit", "1"]


# One experiment, and all that it leaves.


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("experiment")


@pytest.fixture(scope="module")
def compared(run_bench, folder):
    done = run_bench(
        *["sudoku", "--bank", "named", "--limit", "1", "--strategy", "naive,mrv,cp-sat", "--backend", "both"],
        *["--value-order", "ascending,descending", "--solutions", "unique", "--repeat", "2", "--json"],
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def printed(compared, rows_of):
    return rows_of(compared.stdout)


def test_json_is_one_object_a_row_whose_keys_are_the_columns(printed):
    assert {tuple(row) for row in printed} == {COLUMNS}


def test_every_run_of_the_grid_has_a_row(printed):
    runs = [
        (row["strategy"], row["parameters"].get("value_order"), row["backend"], row["repeat"])
        for row in sorted(printed, key=lambda row: row["repeat"])
    ]
    ours = [
        (name, order, backend)
        for name in ("naive", "mrv")
        for order in ("ascending", "descending")
        for backend in ("compiled", "python")
    ]
    assert len(runs) == len(set(runs)) == 18
    assert set(runs) == {(*one, repeat) for one in [*ours, ("cp-sat", None, "external")] for repeat in (0, 1)}


def test_all_of_them_find_the_one_solution(printed):
    assert {(row["status"], row["conclusion"], row["answer"], row["verified"]) for row in printed} == {
        ("ok", "unique", SOLUTION, True)
    }


def test_counts_do_not_depend_on_backend_or_repeat(printed):
    counts = {(row["strategy"], str(row["parameters"])): [] for row in printed if row["strategy"] != "cp-sat"}
    for row in printed:
        if row["strategy"] != "cp-sat":
            counts[row["strategy"], str(row["parameters"])].append(
                tuple(row[name] for name in ("nodes", "backtracks", "checks", "prunings"))
            )
    assert [len(found) for found in counts.values()] == [4] * 4
    assert [len(set(found)) for found in counts.values()] == [1] * 4


def test_repeats_share_a_key_and_nothing_else_does(printed):
    keys = {}
    for row in printed:
        keys.setdefault(row["run_key"], []).append((row["strategy"], str(row["parameters"]), row["backend"]))
    assert len(keys) == 9
    assert all(len(runs) == 2 and len(set(runs)) == 1 for runs in keys.values())


def test_what_is_printed_is_what_is_stored(printed, folder):
    with open_store(folder / "bench-results") as store:
        ((name, finished),) = store.experiments()
        stored = [json.loads(row.to_json()) for row in store.rows(name)]
    assert finished
    assert stored == printed
    assert len(benchmarks.load(folder / "bench-results")) == len(printed)


def test_the_table_and_the_path_of_the_page_go_to_standard_error(compared, folder):
    *_, last = compared.stderr.splitlines()
    page = folder / last
    assert page.is_file()
    assert page.parent == folder / "bench-results"
    assert "strategy" in compared.stderr
    assert "mrv" in compared.stderr


def test_the_experiment_knows_where_it_comes_from(folder):
    with open_store(folder / "bench-results") as store:
        ((name, _),) = store.experiments()
        origin = store.provenance(name)
    assert origin["command"].startswith("run-bench sudoku --bank named --limit 1 --strategy naive,mrv,cp-sat")
    assert origin["packages"]["ortools"] != "missing"
    assert len(origin["code"]) == 12
    assert origin["cores"] >= 1
    assert origin["started"] <= origin["finished"]


# What goes where.


def test_without_json_the_table_and_the_path_are_the_output(run_bench, tmp_path):
    done = run_bench(*SMALL, "--strategy", "mrv", "--report", tmp_path / "deep" / "page.html", cwd=tmp_path)
    assert done.returncode == 0
    assert "1 run; asked for: the first solution" in done.stdout
    assert done.stdout.splitlines()[-1] == str(tmp_path / "deep" / "page.html")
    assert "<html" in (tmp_path / "deep" / "page.html").read_text()
    assert done.stderr == ""


def test_quiet_without_a_page_says_nothing(run_bench, tmp_path):
    done = run_bench(*SMALL, "--strategy", "mrv", "--quiet", "--no-report", "--results", "here", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
    assert (tmp_path / "here" / FILE).is_file()
    assert list((tmp_path / "here").glob("*.html")) == []


def test_what_a_strategy_prints_does_not_disturb_the_rows(run_bench, rows_of, misbehaving, tmp_path):
    words = [f"--plugin={misbehaving}", "--strategy", "talking,honest", "--json", "--quiet", "--no-report"]
    done = run_bench(*SMALL, *words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [(row["strategy"], row["status"]) for row in rows_of(done.stdout)] == [("talking", "ok"), ("honest", "ok")]


def test_fields_of_every_type_are_options(run_bench, rows_of, misbehaving, tmp_path):
    words = ["--maxDepth", "1,2", "--some-share", "0.25", "--loud", "true,false", "--word", "x y"]
    done = run_bench(
        *SMALL, "--plugin", misbehaving, "--strategy", "many-knobs", *words, "--json", "--no-report", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert [row["parameters"] for row in rows_of(done.stdout)] == [
        {"maxDepth": depth, "some_share": 0.25, "loud": loud, "word": "x y"}
        for depth in (1, 2)
        for loud in (True, False)
    ]


def test_the_second_command_finds_its_kernels_compiled(run_bench, rows_of, tmp_path):
    spent, kept = [], []
    for _ in range(2):
        words = ["--strategy", "mrv", "--json", "--quiet", "--no-report"]
        done = run_bench(*SMALL, *words, cwd=tmp_path, env={"NUMBA_CACHE_DIR": str(tmp_path / "cache")})
        (row,) = rows_of(done.stdout)
        spent.append(row["compile_s"])
        kept.append(sorted(tmp_path.glob("cache/**/*.kernel")))
    assert kept[0] == kept[1] != []
    assert spent[1] < spent[0]


def test_timeouts_gave_ups_and_invalid_puzzles_are_no_failures(run_bench, rows_of, misbehaving, tmp_path):
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("11..............\n1...............\n")
    words = ["--plugin", misbehaving, "--strategy", "deaf,unsupported,mrv", "--timeout", "0.3", "--max-nodes", "2"]
    done = run_bench(
        "sudoku", "--puzzles", puzzles, *words, "--backend", "python", "--json", "--no-report", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    endings = {(row["instance"], row["strategy"]): (row["status"], row["conclusion"]) for row in rows_of(done.stdout)}
    assert endings == {
        **{("puzzles.txt:1", name): ("ok", "invalid") for name in ("deaf", "unsupported", "mrv")},
        ("puzzles.txt:2", "deaf"): ("timeout", None),
        ("puzzles.txt:2", "unsupported"): ("unsupported", None),
        ("puzzles.txt:2", "mrv"): ("ok", "gave-up"),
    }


# Failures: exit code 3.


@pytest.mark.parametrize(
    ("strategy", "status", "word"),
    [
        ("denying", "wrong", "wrong: denying on small-01"),
        ("abort", "crash", "killed by SIGABRT"),
        ("raising", "error", "KeyError: 'no such variable'"),
        ("unspeakable", "error", "half a pair \\udcff"),
    ],
)
def test_a_failure_is_said_and_ends_in_3_after_everything_is_done(
    run_bench, rows_of, misbehaving, tmp_path, strategy, status, word
):
    words = ["--plugin", misbehaving, "--strategy", f"{strategy},honest", "--json", "--quiet"]
    words += [] if strategy == "unspeakable" else ["--no-report"]
    done = run_bench(*SMALL, *words, cwd=tmp_path)
    assert done.returncode == 3
    assert [row["status"] for row in rows_of(done.stdout)] == [status, "ok"]
    assert word in done.stderr
    assert "Traceback" not in done.stderr
    assert len(list(tmp_path.glob("bench-results/*.html"))) == (strategy == "unspeakable")


def test_a_claim_that_another_run_refutes_is_wrong_in_the_end(run_bench, rows_of, misbehaving, tmp_path):
    words = ["--puzzle", TEXTBOOK, "--plugin", misbehaving, "--strategy", "denying,mrv", "--json", "--no-report"]
    done = run_bench("sudoku", *words, cwd=tmp_path)
    assert [row["status"] for row in rows_of(done.stdout)] == ["ok", "ok"], "each looks right by itself"
    assert done.returncode == 3
    assert "unsatisfiable, it says, but a verified solution of another run says otherwise" in done.stderr
    stored = benchmarks.load(tmp_path / "bench-results").set_index("strategy")["status"]
    assert stored.to_dict() == {"denying": "wrong", "mrv": "ok"}


# Instances.

ONE = ["--strategy", "mrv", "--backend", "python", "--json", "--quiet", "--no-report"]


def test_instances_come_from_text_files_standard_input_and_banks(run_bench, rows_of, tmp_path):
    (tmp_path / "some.txt").write_text(f"{TEXTBOOK}\n")
    words = ["--puzzle", "1...............", "--puzzles", "some.txt", "--puzzles", "-", "--bank", "small"]
    done = run_bench("sudoku", *words, *ONE, "--limit", "64", cwd=tmp_path, stdin=f"{TEXTBOOK}\n\n{TEXTBOOK}\n")
    assert done.returncode == 0, done.stderr
    names = [row["instance"] for row in rows_of(done.stdout)]
    assert len(names) == 64
    assert names[0].startswith("small-01")
    assert [name for name in names if not name.startswith("small-")][1:] == ["some.txt:1", "stdin:1", "stdin:3"]


def test_one_bad_line_stops_the_others_only_when_strict(run_bench, rows_of, tmp_path):
    (tmp_path / "some.txt").write_text(f"{TEXTBOOK}\n{TEXTBOOK[:-1]}\n{TEXTBOOK}\n")
    done = run_bench("sudoku", "--puzzles", "some.txt", *ONE, cwd=tmp_path)
    assert done.returncode == 0
    assert [row["instance"] for row in rows_of(done.stdout)] == ["some.txt:1", "some.txt:3"]
    assert done.stderr.startswith("run-bench: some.txt:2: ")
    assert "80" in done.stderr

    strict = run_bench("sudoku", "--puzzles", "some.txt", *ONE, "--strict", "--results", "strict", cwd=tmp_path)
    assert (strict.returncode, strict.stdout) == (2, "")
    assert strict.stderr.startswith("run-bench: some.txt:2: ")
    with open_store(tmp_path / "strict") as store:
        assert store.experiments() == []


def test_many_bad_lines_are_counted(run_bench, tmp_path):
    done = run_bench("sudoku", "--puzzles", "-", *ONE, cwd=tmp_path, stdin=f"{TEXTBOOK[:-1]}\n\n" * 25)
    assert (done.returncode, done.stdout) == (2, "")
    lines = done.stderr.splitlines()
    assert len(lines) == 22
    assert lines[-2:] == [
        "run-bench: 5 more places that cannot be read",
        "run-bench: nothing to run: no instance could be read or made",
    ]


# What is refused: exit code 2, a line on standard error, nothing run.


@pytest.fixture(scope="module")
def refusing(tmp_path_factory, misbehaving):
    """A folder with everything that cannot be used."""
    folder = tmp_path_factory.mktemp("refusing")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "binary.bin").write_bytes(bytes(range(256)) * 8)
    (folder / "wide.txt").write_text(TEXTBOOK, encoding="utf-16")
    (folder / "short.txt").write_text(TEXTBOOK[:-1])
    (folder / "a-folder").mkdir()
    (folder / "broken.py").write_text("import no_such_module\n")
    (folder / "newer").mkdir()
    connection = sqlite3.connect(folder / "newer" / FILE)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    return folder


BAD = {
    "--strategy mvr": "unknown strategy 'mvr'; did you mean mrv",
    "--strategy mrv,": "an empty value",
    "--strategy mrv --steps 5": "--steps: none of the chosen strategies (mrv) has such a parameter",
    "--strategy mrv --value-order sideways": (
        "--value-order: 'sideways' is not one of ascending, descending, least-constraining, random"
    ),
    "--strategy python-constraint --steps many": "--steps: 'many' is not a number of type int",
    "--backend turbo": "'turbo' is not one of",
    "--timeout -1": "-1.0 is not in the range",
    "--timeout 0": "is not in the range",
    "--timeout nan": "nan is not a number of seconds",
    "--timeout inf": "inf is not a number of seconds",
    "--memory 1": "is not in the range",
    "--max-nodes 99999999999999999999": "is larger than",
    "--limit 0": "is not in the range",
    "--limit 99999999999999999999": "is larger than",
    "--repeat 0": "is not in the range",
    "--jobs 0": "is not in the range",
    "--seed -1": "--seed: -1 is not between 0 and",
    "--seed 99999999999999999999": "--seed: 99999999999999999999 is not between 0 and",
    "--seed 0..99999999999": "the range 0..99999999999 has more than",
    "--seed one": "--seed wants whole numbers like 0,1,2 or 0..9",
    "--seed 5..1": "the range 5..1 ends before it begins",
    "--solutions some": "'some' is not one of",
    "--nonsense": "No such option",
    "--bank nope": "unknown bank 'nope'",
    "--bank default --bank nope": "unknown bank 'nope'",
    "--box 3 --puzzle 1": "--box wants HEIGHTxWIDTH",
    "--box 9x9 --puzzle 1": "boxes of 9x9 cells",
    "--puzzles missing.txt": "missing.txt",
    "--puzzles empty.txt": "empty.txt",
    "--puzzles binary.bin": "binary.bin",
    "--puzzles wide.txt": "wide.txt",
    "--puzzles a-folder": "a-folder",
    "--puzzles short.txt": "short.txt:1",
    "--plugin missing.py": "missing.py: no such file",
    "--plugin broken.py": "broken.py: ModuleNotFoundError: No module named 'no_such_module'",
    "--results newer": "newer version of run-bench",
    "--results empty.txt/below": "cannot use the results folder empty.txt/below",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_input_is_refused_in_a_line_and_nothing_is_run(run_bench, refusing, words):
    before = sorted(refusing.rglob("*"))
    done = run_bench("sudoku", *words.split(), "--json", cwd=refusing)
    assert done.returncode == 2, done.stderr
    assert BAD[words] in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert sorted(refusing.rglob("*")) == before


def test_a_page_that_cannot_be_written_is_said_before_anything_is_run(run_bench, tmp_path):
    (tmp_path / "file").write_text("in the way")
    done = run_bench(*SMALL, "--strategy", "mrv", "--quiet", "--report", "file/page.html", cwd=tmp_path)
    assert done.returncode == 2
    assert "run-bench: cannot write file/page.html: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "bench-results").exists()


def test_a_worker_that_cannot_start_is_said_and_what_is_there_can_be_resumed(run_bench, tmp_path, misbehaving):
    plugin = tmp_path / "plugin.py"
    text = Path(misbehaving).read_text()
    plugin.write_text(f"{text}\nif sys.argv[0].endswith('worker.py'):\n    os._exit(7)\n")
    done = run_bench(*SMALL, "--plugin", plugin, "--strategy", "honest", "--no-report", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "run-bench: the worker ended: exit code 7\n"
    with open_store(tmp_path / "bench-results") as store:
        ((_, finished),) = store.experiments()
    assert not finished
