"""`run-bench queens` and its like: grids, texts, files, models of one's own, counts, the best; and what is refused."""

import re
from itertools import permutations
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "modelling.md"

PYTHON = ("--backend", "python", "--quiet", "--json")

BAD = """
from benchmarks.constraint_problem import constraint_problem
from csp.model import Builder, Predicate

@constraint_problem("halves", summary="a predicate that raises")
def halves(size: int = 3):
    draft = Builder()
    scope = draft.variables("ab", range(size))
    draft.add(Predicate(scope, lambda a, b: a // b == 1, "whole"))
    return draft.model()

@constraint_problem("hollow", summary="an empty domain")
def hollow(size: int = 0):
    draft = Builder()
    draft.variable("middle", range(size))
    return draft.model()
"""


@pytest.fixture
def asked(run_bench, rows_of, tmp_path):
    """Run a command that ends well, without a page: its rows."""

    def ask(*words, code=0):
        done = run_bench(*words, *PYTHON, "--no-report", cwd=tmp_path)
        assert done.returncode == code, done.stderr
        return rows_of(done.stdout)

    return ask


@pytest.fixture
def plugin(tmp_path):
    """A file of Python text."""

    def write(text):
        (tmp_path / "own.py").write_text(text)
        return "own.py"

    return write


def guide() -> str:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    return code


def seats_rivals_apart(others: tuple[int, ...]) -> bool:
    """Whether guests 0 and 1, and 1 and 2, are no neighbours in this order round a table, after guest 0."""
    table = (0, *others)
    neighbours = {frozenset(pair) for pair in zip(table, (*others, 0), strict=True)}
    return not neighbours & {frozenset({0, 1}), frozenset({1, 2})}


def test_a_grid_of_queens_is_counted_and_shown_on_a_page(run_bench, rows_of, tmp_path):
    words = ["--size", "4..7", "--strategy", "mrv-fc,mac,cp-sat,python-constraint", "--solutions", "count"]
    done = run_bench("queens", *words, *PYTHON, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = rows_of(done.stdout)
    assert len(rows) == 16
    for row in rows:
        size = int(row["instance"].removeprefix("queens size="))
        assert (row["solutions"], row["complete"], row["verified"]) == ({4: 2, 5: 10, 6: 4, 7: 40}[size], True, True)
        assert (row["status"], row["question"], row["conclusion"], row["reason"]) == ("ok", "count", "multiple", "")
    page = (tmp_path / done.stderr.splitlines()[-1]).read_text(encoding="utf-8")
    assert "queens size=7" in page
    assert "All 4 strategies solved every instance" in page


def test_the_table_tells_how_many_solutions_there_are_and_when_there_may_be_more(run_bench, tmp_path):
    words = ["--size", "4,5", "--solutions", "count", "--strategy", "naive", "--backend", "python", "--no-report"]
    whole = run_bench("queens", *words, cwd=tmp_path)
    assert re.search(r"solutions .*\n.*\n.*naive .* 12 ", whole.stdout)
    capped = run_bench("queens", *words, "--cap", "3", cwd=tmp_path)
    assert re.search(r"solutions .*\n.*\n.*naive .* ≥ 5 ", capped.stdout)


def test_send_more_money_is_unique_and_written_as_a_sum(asked):
    rows = asked("cryptarithm", "--sum", "SEND+MORE=MONEY", "--solutions", "unique", "--strategy", "cp-sat")
    assert [(row["instance"], row["conclusion"], row["answer"]) for row in rows] == [
        ("SEND+MORE=MONEY", "unique", "9567 + 1085 = 10652")
    ]


def test_a_graph_in_a_file_is_coloured_with_two_and_with_three_colours(asked, tmp_path):
    (tmp_path / "triangle.col").write_text("c three\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n")
    rows = asked("colouring", "--graphs", "triangle.col", "--colours", "2..3", "--strategy", "fc", "--solutions", "all")
    assert [(row["instance"], row["conclusion"], row["solutions"]) for row in rows] == [
        ("triangle.col colours=2", "unsatisfiable", 0),
        ("triangle.col colours=3", "multiple", 6),
    ]


def test_the_best_is_what_is_asked_for_where_there_is_an_objective(asked):
    rows = asked("golomb", "--marks", "3..5", "--strategy", "mrv-fc,cp-sat,python-constraint")
    assert {(row["instance"], row["value"]) for row in rows} == {
        ("golomb marks=3", 3),
        ("golomb marks=4", 6),
        ("golomb marks=5", 11),
    }
    assert {(row["question"], row["conclusion"], row["complete"], row["verified"]) for row in rows} == {
        ("best", "optimal", True, True)
    }
    assert {row["strategy"]: "rounds" in row["counters"] for row in rows} == {
        "mrv-fc": True,
        "python-constraint": True,
        "cp-sat": False,
    }


def test_a_node_limit_leaves_the_best_so_far_and_it_is_not_solved(run_bench, tmp_path):
    words = ["--marks", "6", "--strategy", "naive", "--max-nodes", "2000", "--backend", "python", "--no-report"]
    done = run_bench("golomb", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"gave up .*objective .*\n.*\n.* 0/1 .* ≤ 1[89] ", done.stdout)


def test_the_problem_of_the_guide_takes_under_20_lines_and_one_command(asked, plugin):
    code = guide()
    assert len([line for line in code.splitlines() if line.strip()]) < 20
    command = re.search(r"run-bench (seating --plugin .*)", GUIDE.read_text(encoding="utf-8"))[1]
    rows = asked(*command.replace("seating.py", plugin(code)).replace("5..8", "5..6").split())
    assert {row["strategy"] for row in rows} == {"mrv-fc", "mac", "cp-sat", "python-constraint"}
    # Of the (n - 1)! ways round the table, those that seat neither 0 beside 1, nor 1 beside 2.
    counts = {guests: len(list(filter(seats_rivals_apart, permutations(range(1, guests))))) for guests in (5, 6)}
    assert {(row["instance"], row["solutions"], row["complete"], row["verified"]) for row in rows} == {
        (f"seating guests={guests}", count, True, True) for guests, count in counts.items()
    }
    assert counts == {5: 4, 6: 36}


def test_a_predicate_that_raises_is_an_error_of_the_run_that_names_it(asked, plugin):
    rows = asked("halves", "--plugin", plugin(BAD), "--strategy", "naive,cp-sat,python-constraint", code=3)
    for row in rows:
        assert row["status"] == "error"
        assert re.fullmatch(
            r"the predicate whole over variables \(0, 1\) raised ZeroDivisionError for the values \(\d, 0\): .*",
            row["reason"],
        )


def test_a_model_that_makes_no_sense_is_left_out_of_a_grid_and_refused_by_itself(run_bench, rows_of, plugin, tmp_path):
    words = ["--plugin", plugin(BAD), "--strategy", "naive", *PYTHON, "--no-report"]
    done = run_bench("hollow", "--size", "0..1", *words, cwd=tmp_path)
    assert (done.returncode, len(rows_of(done.stdout))) == (0, 1)
    assert "run-bench: hollow size=0: variable middle has an empty domain" in done.stderr
    for more in ([], ["--size", "0..1", "--strict"]):
        done = run_bench("hollow", *words, *more, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "hollow size=0: variable middle has an empty domain" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("queens --size x", "--size: 'x' is not a whole number"),
        ("queens --solutions best", "queens has nothing to minimise, so there is no best solution"),
        ("sudoku --solutions best", "sudoku has nothing to minimise"),
        ("colouring --bank usa --colours 3", "--colours says nothing about --bank usa"),
        ("colouring --graphs missing.col", "cannot read missing.col: No such file"),
        ("cryptarithm --sum SEND", "--sum SEND: no '='"),
        ("quens", "did you mean queens"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_line_with_exit_code_2(run_bench, tmp_path, words, message):
    done = run_bench(*words.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_the_lists_tell_what_strategies_can_do_and_what_can_be_asked_of_problems(run_bench, misbehaving):
    problems = run_bench("list", "problems").stdout
    assert "golomb: " in problems
    assert "--solutions best|first|unique|all|count" in problems
    assert "--sum TEXT" in problems
    assert "--graphs FILE" in problems
    strategies = run_bench("list", "strategies", "--plugin", misbehaving).stdout
    assert "takes ?; enumerates ?; proves ?; counts ?" in strategies
    assert "takes 9x9 Sudoku; enumerates: yes; proves: yes; counts nodes, backtracks" in strategies
    assert re.search(r"cp-sat .*\n +takes any model.*optimises: by itself; counts none of ours", strategies)
