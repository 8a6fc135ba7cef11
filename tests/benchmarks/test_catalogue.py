"""The catalogue: Sudoku as a problem of the runner, the strategies that ship, and plug-in files."""

import importlib.metadata
import re
import sys
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import catalogue
from benchmarks.answers import plain
from benchmarks.catalogue import load_all
from benchmarks.game_problem import SUMMARIES
from benchmarks.registry import (
    LARGEST_COUNT,
    PROBLEMS,
    STRATEGIES,
    Ask,
    Instance,
    NotAnAnswer,
    PluginError,
    Unreadable,
    strategies_for,
)
from benchmarks.sudoku_problem import Sudoku
from csp.answer import Answer
from csp.problems.catalogue import FAMILIES
from csp.strategies.backtracking import Backtracking
from csp.sudoku.grid import read_values
from games.rules import GAMES
from games.strategies import SEARCHERS

TEXTBOOK = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
GRID = read_values(SOLUTION)

sudoku = Sudoku()


def instance(text=TEXTBOOK, **options) -> Instance:
    (found,) = sudoku.read(text, True, options)
    assert isinstance(found, Instance)
    return found


def known(name: str) -> Instance:
    return next(one for one in sudoku.bank("named", {}) if one.name == name)


def judge(answer: Answer, one: Instance | None = None):
    return sudoku.judge(one or known("textbook"), answer, Ask())


@pytest.fixture
def registered(monkeypatch):
    """What a test registers or loads is forgotten afterwards."""
    monkeypatch.setattr(STRATEGIES, "_items", dict(STRATEGIES._items))
    monkeypatch.setattr(catalogue, "_loaded", {})
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("run_bench_plugin_"):
            del sys.modules[name]


# The problem.


def test_the_problems_are_sudoku_the_families_of_constraint_problems_and_the_games():
    assert PROBLEMS.names() == ("sudoku", *(family.name for family in FAMILIES), *SUMMARIES)
    assert set(SUMMARIES) == set(GAMES)
    assert all(entry.summary for entry in PROBLEMS)


def test_every_problem_has_the_strategies_that_are_its_default():
    for entry in PROBLEMS:
        assert entry.default_strategies
        assert set(entry.default_strategies) <= {candidate.name for candidate in strategies_for(entry)}


def test_every_searcher_is_a_strategy_for_games_and_for_nothing_else():
    assert [entry.name for entry in strategies_for(PROBLEMS.get("nim"))] == list(SEARCHERS)
    assert not set(SEARCHERS) & {entry.name for entry in strategies_for(PROBLEMS.get("sudoku"))}
    for name, (searcher, line) in SEARCHERS.items():
        assert STRATEGIES.get(name).make() == searcher()
        assert STRATEGIES.get(name).summary == line


def test_sudoku_and_its_strategies_are_registered():
    names = [entry.name for entry in strategies_for(PROBLEMS.get("sudoku"))]
    assert set(names) >= {"naive", "mrv", "fc", "mrv-fc", "backtracking", "cp-sat", "python-constraint"}


def test_naive_mrv_fc_and_mrv_fc_are_settings_of_one_search():
    for name in ("naive", "mrv", "fc", "mrv-fc"):
        assert isinstance(STRATEGIES.get(name).make(), Backtracking)
    assert STRATEGIES.get("mrv-fc").make(value_order="random") == Backtracking("mrv", "random", "forward-checking")


def test_every_strategy_has_a_line_about_it():
    assert all(entry.summary for entry in STRATEGIES)


def test_an_instance_can_be_made_again_from_its_content():
    one = instance()
    assert one.content["puzzle"] == TEXTBOOK.replace("0", ".")
    solve = sudoku.prepare(Backtracking("mrv"), one, Ask(backend="python"))
    assert judge(solve(), one).answer == SOLUTION


def test_equal_puzzles_have_equal_hashes_however_they_are_written():
    assert instance().hash == instance(TEXTBOOK.replace("0", "*")).hash == known("textbook").hash


def test_a_box_shape_is_part_of_the_instance():
    text = "." * 36
    assert instance(text, box="2x3").content["box"] == [2, 3]
    assert instance(text, box="3X2").content["box"] == [3, 2]
    assert instance(text, box="3x2").hash != instance(text).hash


@pytest.mark.parametrize("box", ["3", "x", "3x", "0x3", "-1x3", "axb", "3x3x3", "3,3", "٣x٣"])
def test_a_box_that_is_none_is_refused(box):
    with pytest.raises(ValueError, match=f"--box wants HEIGHTxWIDTH.* not {re.escape(repr(box))}"):
        list(sudoku.read(TEXTBOOK, True, {"box": box}))


def test_a_line_that_holds_no_puzzle_is_passed_on_with_its_place():
    (one,) = sudoku.read(TEXTBOOK[:-1], True, {})
    assert isinstance(one, Unreadable)
    assert "80" in one.message


def test_a_duplicate_given_is_told_before_any_search():
    assert sudoku.invalid(instance()) == ""
    reason = sudoku.invalid(known("duplicate in a box"))
    assert len(re.findall(r"row \d column \d", reason)) == 2


@pytest.mark.parametrize(
    ("question", "cap", "found"), [("first", 9, 1), ("unique", 9, 2), ("all", 9, 3), ("all", 2, 2)]
)
def test_the_question_says_how_many_solutions_are_wanted(question, cap, found):
    one = known("three solutions")
    ask = Ask(question=question, cap=cap, backend="python")
    answer = sudoku.prepare(Backtracking("mrv"), one, ask)()
    assert sudoku.judge(one, answer, ask).solutions == found


# The judge.


def test_a_right_answer_is_verified():
    verdict = judge(Answer((GRID,), complete=True, nodes=51))
    assert (verdict.conclusion, verdict.mistake, verdict.verified) == ("unique", "", True)
    assert (verdict.answer, verdict.solutions, verdict.work["nodes"]) == (SOLUTION, 1, 51)


@pytest.mark.parametrize(
    ("answer", "mistake"),
    [
        (Answer((GRID[:-1],), complete=True), "not a solution: 80 cells instead of 81"),
        (Answer(((1,) * 81,), complete=True), "not a solution: row 1 column 1 is given as 5"),
        (Answer(((40, *GRID[1:]),), complete=True), "not a solution: row 1 column 1 is given as 5; the answer has 40"),
        (Answer(((-1, *GRID[1:]),), complete=True), "not a solution: row 1 column 1"),
        (Answer((GRID, GRID), complete=True), "the same solution is reported twice"),
        (Answer((), complete=True), "without the solution that came with the puzzle"),
    ],
)
def test_a_wrong_answer_is_told_why(answer, mistake):
    assert mistake in judge(answer).mistake
    assert judge(answer).verified in (None, not mistake.startswith("not a solution"))


def test_an_honest_answer_that_gives_up_is_not_wrong():
    verdict = judge(Answer((), complete=False, stopped="node limit of 10"))
    assert (verdict.conclusion, verdict.mistake, verdict.remark) == ("gave-up", "", "node limit of 10")


def test_numbers_of_numpy_become_plain_ones():
    answer = plain(Answer((np.array(GRID),), True, nodes=np.int64(51), counters={"branches": np.int32(3)}))
    assert answer == Answer((GRID,), True, nodes=51, counters={"branches": 3})
    assert {type(value) for value in answer.solutions[0]} == {int}
    assert type(answer.nodes) is type(answer.counters["branches"]) is int


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "the strategy returned None, which is not a csp.answer.Answer"),
        (GRID, "the strategy returned .*, which is not a csp.answer.Answer"),
        (Answer((1,), True), "a solution of the strategy is not a sequence of whole numbers"),
        (Answer(None, True), "a solution of the strategy is not a sequence of whole numbers"),
        (Answer((("1",) * 81,), True), "not a sequence of whole numbers: 'str'"),
        (Answer(((1.0,) * 81,), True), "not a sequence of whole numbers: 'float'"),
        (Answer((), True, nodes="many"), "counted 'many' nodes, which is not a whole number"),
        (Answer((), True, checks=1.5), "counted 1.5 checks"),
        (Answer((), True, prunings=-1), "counted -1 prunings"),
        (Answer((), True, counters={"branches": LARGEST_COUNT + 1}), f"counted {LARGEST_COUNT + 1} branches"),
        (Answer((), True, counters={"branches": None}), "counted None branches"),
    ],
)
def test_what_is_no_answer_is_told_what_is_wrong_with_it(answer, message):
    with pytest.raises(NotAnAnswer, match=message):
        plain(answer)


# Plug-in files.

PLUGIN = """
from __future__ import annotations
from dataclasses import dataclass
from typing import ClassVar, Literal
from benchmarks.registry import strategy

@strategy("{name}")
@dataclass(frozen=True)
class Extra:
    mood: Literal["good", "bad"] = "good"
    backends: ClassVar = ("python",)
    def prepare(self, model, question): ...
"""


def plugin(path, name="extra", text=PLUGIN):
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.format(name=name))
    return str(path)


@pytest.mark.usefixtures("registered")
def test_a_plugin_file_adds_strategies(tmp_path):
    assert load_all([plugin(tmp_path / "my-strategy.py")]) == []
    entry = STRATEGIES.get("extra")
    assert entry.origin == "run_bench_plugin_my-strategy"
    assert [parameter.choices for parameter in entry.parameters] == [("good", "bad")]


@pytest.mark.usefixtures("registered")
def test_a_plugin_file_given_twice_is_loaded_once(tmp_path):
    file = plugin(tmp_path / "extra.py")
    load_all([file, file])
    load_all([file])
    assert "extra" in STRATEGIES.names()


@pytest.mark.usefixtures("registered")
def test_two_plugin_files_of_one_name_are_two_plugins(tmp_path):
    load_all([plugin(tmp_path / "a" / "mine.py", "one"), plugin(tmp_path / "b" / "mine.py", "other")])
    assert {"one", "other"} <= set(STRATEGIES.names())


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 +", "SyntaxError"),
        ("raise ValueError('half way')", "ValueError: half way"),
        ("import sys; sys.exit(5)", "SystemExit: 5"),
        (PLUGIN.replace("{name}", "mrv"), "ValueError: there is already a strategy named 'mrv'"),
        (PLUGIN.replace("{name}", "odd").replace("(frozen=True)", ""), "TypeError: strategy odd: .* frozen"),
    ],
)
def test_a_plugin_file_that_cannot_be_loaded_is_named_with_the_reason(tmp_path, text, reason):
    file = tmp_path / "broken.py"
    file.write_text(text)
    with pytest.raises(PluginError, match=rf"--plugin .*broken\.py: {reason}"):
        load_all([str(file)])


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing.py", "no such file"), ("folder", "not a Python file"), ("text.txt", "not a Python file")],
)
def test_what_is_no_python_file_is_no_plugin(tmp_path, name, message):
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.txt").write_text("")
    with pytest.raises(PluginError, match=message):
        load_all([str(tmp_path / name)])


# Installed plug-ins.


class EntryPoint:
    name, value = "broken", "broken_package:module"

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def load(self):
        raise self._error


@pytest.mark.parametrize(
    "error", [ImportError("no module named x"), SystemExit(3), ValueError("there is already a strategy named 'mrv'")]
)
def test_an_installed_plugin_that_cannot_be_loaded_is_reported_and_left_out(monkeypatch, error):
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [EntryPoint(error)])
    (message,) = load_all()
    assert "the plug-in broken (broken_package:module) cannot be loaded" in message
    assert str(error) in message


def test_a_strategy_may_be_changed_by_replace():
    assert replace(STRATEGIES.get("backtracking").make(), variable_order="mrv") == Backtracking("mrv")
