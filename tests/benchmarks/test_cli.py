"""The command as people start it: quickly, from any folder, into any pipe, with an exit code that means something."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("numba", "numpy", "pandas", "seaborn", "matplotlib", "ortools", "constraint", "scipy", "jinja2", "rich")

OURS = ("backends", "benchmarks", "csp", "games", "reports")


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["sudoku", "--help"],
        ["connect-four", "--help"],
        ["solve", "--help"],
        ["--version"],
        ["sudoku", "--strategy", "mvr"],
        ["connect-four", "--strategy", "alphabet"],
    ],
)
def test_what_runs_nothing_imports_nothing_heavy(words):
    code = f"""
import sys
sys.argv[1:] = {words!r}
from benchmarks.cli import main
try:
    main()
finally:
    print("imported:", *sorted(set({HEAVY!r}) & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "imported:"


def test_the_console_script_and_the_module_are_the_same_command(run_bench):
    script = Path(sys.executable).with_name("run-bench")
    if not script.is_file():
        pytest.skip("the project is not installed here, so there is no console script")
    outputs = {
        subprocess.run([*words, "--help"], capture_output=True, text=True, check=True).stdout
        for words in ([script], [sys.executable, "-P", "-m", "benchmarks"])
    }
    assert len(outputs) == 1


def test_help_names_every_command_and_the_problem(run_bench):
    done = run_bench("--help")
    assert done.returncode == 0
    names = [
        "sudoku",
        "queens",
        "nim",
        "list",
        "report",
        "resume",
        "export",
        "generate",
        "solve",
        "check-game",
        "check-strategy",
        "trace",
        "doctor",
    ]
    for name in names:
        assert re.search(rf"^  {name} ", done.stdout, re.MULTILINE), name


def test_without_words_the_help_is_shown(run_bench):
    done = run_bench()
    assert done.returncode in (0, 2), "click has changed its mind about that"
    assert "Usage: run-bench" in done.stderr + done.stdout


def test_list_has_problems_with_banks_strategies_with_parameters_and_figures(run_bench):
    done = run_bench("list")
    assert done.returncode == 0
    assert re.findall(r"^[A-Z]+$", done.stdout, re.MULTILINE) == ["PROBLEMS", "STRATEGIES", "FIGURES"]
    assert "--bank named: " in done.stdout
    assert re.search(r"^  mrv-fc +.*\[compiled, python\]$", done.stdout, re.MULTILINE)
    assert "--value-order ascending|descending|least-constraining|random (default ascending)" in done.stdout
    assert "--bank start: the position at the start of the game" in done.stdout
    assert re.search(r"^  mtdf +.*\[compiled, python\]$", done.stdout, re.MULTILINE)
    assert re.search(r"^  cp-sat +.*\[external\]$", done.stdout, re.MULTILINE)
    assert re.search(r"^  nodes-by-strategy: ", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("what", ["problems", "strategies", "figures"])
def test_list_can_be_asked_for_one_kind(run_bench, what):
    done = run_bench("list", what)
    assert done.returncode == 0
    assert re.findall(r"^[A-Z]+$", done.stdout, re.MULTILINE) == [what.upper()]


def test_list_shows_where_a_strategy_comes_from(run_bench, misbehaving):
    done = run_bench("sudoku", "--help", "--plugin", misbehaving)
    assert "two-minded" in done.stdout


def test_list_says_of_no_strategy_of_ours_where_it_comes_from(run_bench):
    done = run_bench("list", "strategies")
    assert " from " not in "".join(re.findall(r"\[[a-z, ]+\].*$", done.stdout, re.MULTILINE))


def test_doctor_finds_nothing_broken_and_says_what_it_looked_at(run_bench):
    done = run_bench("doctor")
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert {line.split()[0] for line in lines} <= {"ok", "warning", "absent"}
    for word in ("Python", "numba", "ortools", "the compiled backend works", "cores", "the CPU time of equal work"):
        assert any(word in line for line in lines), word


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sudku"], "unknown problem or command 'sudku'; did you mean sudoku?"),
        (["list", "solvers"], "'solvers' is not one of"),
        (["--nonsense"], "No such option"),
        (["report", "--results", "nowhere"], "no results in nowhere"),
        (["export", "--results", "nowhere"], "no results in nowhere"),
        (["resume", "--results", "nowhere"], "no results in nowhere"),
        (["generate", "queens"], "'queens' is not"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_with_exit_code_2(run_bench, tmp_path, words, message):
    done = run_bench(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


# From any folder.


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    """A folder with packages named as ours, and as those we use; none of them may be imported."""
    folder = tmp_path_factory.mktemp("crowded")
    for name in (*OURS, "numba", "numpy", "pandas", "click", "psutil", "json", "reports/page", "benchmarks/worker"):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "__init__.py").write_text(
            f"raise SystemExit('{name} was imported from where the user stands')"
        )
    (folder / "sitecustomize.py").write_text("raise SystemExit('imported')")
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ["sudoku", "--strategy", "mrv", "--backend", "both", "--bank", "small", "--limit", "1", "--quiet"],
        ["list"],
        ["doctor"],
        ["report"],  # of what the first has left
    ],
    ids=lambda words: words[0],
)
def test_packages_in_the_current_folder_are_not_imported(run_bench, crowded, words):
    done = run_bench(*words, cwd=crowded)
    assert done.returncode == 0, done.stderr
    assert "imported" not in done.stdout + done.stderr


# Into any pipe.

RUN = ["sudoku", "--strategy", "mrv", "--backend", "python", "--bank", "small", "--no-report"]


@pytest.mark.parametrize(
    "words", [[*RUN, "--json"], ["list"], ["export", "--format", "json"]], ids=["run", "list", "export"]
)
def test_a_reader_that_has_had_enough_is_no_reason_for_a_traceback(command, tmp_path, run_bench, words):
    if words[0] == "export":
        assert run_bench(*RUN, "--quiet", cwd=tmp_path).returncode == 0
    started = subprocess.Popen(
        [*command, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    assert started.stderr is not None
    if words[0] == "sudoku":
        assert started.stdout.readline().startswith("{")
    started.stdout.close()
    stderr = started.stderr.read()
    assert "Traceback" not in stderr
    assert "Exception" not in stderr
    assert started.wait() in ((3,) if words[0] == "sudoku" else (0, 3)), "1 would be a regression"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
def test_a_full_disk_is_said(command, tmp_path):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*command, *RUN, "--limit", "1", "--json"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "run-bench: [Errno 28] No space left on device\n")


def test_letters_that_the_terminal_does_not_have_are_written_otherwise(run_bench, tmp_path):
    puzzles = tmp_path / "Rätsel ≥ 9.txt"
    puzzles.write_text("1...\n.2..\n..3.\n...4\n\n12.\n")
    done = run_bench(
        *["sudoku", "--puzzles", puzzles, "--strategy", "mrv", "--backend", "python", "--json", "--no-report"],
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert "R\\xe4tsel" in done.stdout or "R\\u00e4tsel" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a file name is text")
def test_a_file_whose_name_is_no_text_is_read_all_the_same(run_bench, rows_of, tmp_path):
    puzzles = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    Path(os.fsdecode(puzzles)).write_text("1....2....3....4\n")
    done = run_bench(
        *["sudoku", "--puzzles", os.fsdecode(puzzles), "--strategy", "mrv", "--backend", "python", "--json"],
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert [row["status"] for row in rows_of(done.stdout)] == ["ok"]
    assert len(list(tmp_path.glob("bench-results/*.html"))) == 1


def test_a_closed_stream_is_no_reason_to_stop(command, tmp_path):
    words = " ".join([*command, *RUN, "--limit", "1", "--quiet"])
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        done = subprocess.run(
            f"{words} --strategy nope {closed}", shell=True, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, ""), closed
        assert ("unknown strategy" in done.stderr) == ("2>" not in closed)
    done = subprocess.run(f"{words} <&- >&- 2>&-", shell=True, cwd=tmp_path, check=False)
    assert done.returncode == 0
