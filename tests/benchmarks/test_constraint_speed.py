"""The figures of `benchmarks.constraint_speed` on tiny tasks: that they are there and mean what they say."""

import os
import signal
import time

import pytest

from benchmarks import constraint_speed
from csp.answer import Abilities, Answer, Unsupported
from csp.model import Model, NotEqual
from csp.problems import golomb, queens
from csp.strategies.cp_sat import CpSat
from csp.strategies.python_constraint import PythonConstraint

FOUR = constraint_speed.Task("4 queens", [queens.model(queens.generate(4))], constraint_speed.ALL)
MRV_FC = constraint_speed.settings(["mrv-fc"])["mrv-fc"]


class Answers:
    """A strategy that answers as it is told, after so many seconds of work."""

    backends = ("external",)
    abilities = Abilities()

    def __init__(self, found, work=0.0):
        self.found, self.work = found, work

    def prepare(self, model, question):
        def solve():
            start = time.process_time()
            while time.process_time() - start < self.work:
                pass
            return Answer((), complete=True, found=self.found)

        return solve


class Missing(Answers):
    """A strategy whose library is not installed."""

    def prepare(self, model, question):
        raise Unsupported("it needs a-library: pip install a-library")


def test_all_contenders_find_both_placements_of_four_queens():
    contenders = {
        "ours": MRV_FC,
        "cp-sat": CpSat(),
        "library": PythonConstraint("backtracking"),
    }
    results, absent = constraint_speed.measure(FOUR, contenders, limit=5, rounds=2)
    assert absent == {}
    assert [result.rounds[0][0].found for result in results] == [2, 2, 2]
    assert [len(result.rounds) for result in results] == [2, 2, 2]
    assert all(result.seconds > 0 for result in results)


def test_the_shortest_ruler_of_four_marks_is_proved_by_rounds_and_by_cp_sat():
    task = constraint_speed.Task("ruler", [golomb.model(golomb.generate(4))])
    results, _ = constraint_speed.measure(task, {"ours": MRV_FC, "cp-sat": CpSat()}, limit=5, rounds=1)
    assert [result.rounds[0][0].objective for result in results] == [6, 6]


def test_who_takes_longer_than_the_limit_is_ended_and_not_asked_again():
    start = time.perf_counter()
    results, _ = constraint_speed.measure(FOUR, {"slow": Answers(2, work=1_000)}, limit=0.5, rounds=3)
    assert time.perf_counter() - start < 60
    assert results[0].rounds == [(None,)]
    assert constraint_speed.seconds_of(results[0]) == ">0.5"


def test_a_ratio_to_who_was_ended_is_a_bound():
    solved = constraint_speed.Solved(0.5, 1, None, 10)
    fast = constraint_speed.Result("fast", [(solved,)], 5)
    ended = constraint_speed.Result("ended", [(None,)], 5)
    assert constraint_speed.ratio(fast, ended) == ">10"
    assert constraint_speed.ratio(fast, fast) == "1"
    assert constraint_speed.best_of([ended, fast]) is fast


def test_contenders_that_disagree_are_named_with_what_they_found():
    contenders = {"right": Answers(2), "wrong": Answers(3)}
    with pytest.raises(constraint_speed.Disagreement, match=r"right found 2 solution.*wrong found 3 solution"):
        constraint_speed.measure(FOUR, contenders, limit=5, rounds=1)


def test_an_error_of_a_solver_is_told_and_not_taken_for_slowness():
    def fail():
        raise KeyError("lost")

    with pytest.raises(RuntimeError, match="KeyError: 'lost'"):
        constraint_speed.in_fork(fail, 1)


def test_a_solver_that_dies_is_not_taken_for_slow():
    with pytest.raises(RuntimeError, match="the solver died: exit -15"):
        constraint_speed.in_fork(lambda: os.kill(os.getpid(), signal.SIGTERM), 5)


def test_who_is_not_installed_says_what_it_needs():
    _, absent = constraint_speed.measure(FOUR, {"missing": Missing(0)}, limit=5, rounds=1)
    assert absent == {"missing": "it needs a-library: pip install a-library"}


def test_a_sample_is_taken_from_all_over_a_file():
    assert constraint_speed.sample(range(100), 4) == [0, 25, 50, 75]
    assert constraint_speed.sample(range(3), 4) == [0, 1, 2]


def test_the_script_prints_the_ratio_to_the_library(monkeypatch, capsys, tmp_path):
    file = tmp_path / "small.txt"
    file.write_text("1...\n..2.\n.3..\n...4\n")
    monkeypatch.setattr(constraint_speed, "OURS", ("mrv-fc",))
    monkeypatch.setattr(
        constraint_speed, "LIBRARY", {"python-constraint backtracking": PythonConstraint("backtracking")}
    )
    monkeypatch.setattr(constraint_speed, "LEAST_S", 0.001)
    monkeypatch.setattr(constraint_speed, "ten_queens", lambda: FOUR)
    monkeypatch.setattr(constraint_speed, "SETTINGS", {"mrv-fc": constraint_speed.SETTINGS["mrv-fc"]})
    constraint_speed.main([str(file), "--rounds", "1", "--families", "0"])
    printed = capsys.readouterr().out
    assert "1 of 1 puzzles, first solution" in printed
    assert printed.count("mrv-fc is ") == 2
    assert "times as fast as python-constraint backtracking; at least 30 is asked for" in printed


def test_a_model_of_two_variables_has_a_line_for_its_best(monkeypatch, capsys):
    monkeypatch.setattr(constraint_speed, "IN_FAMILIES", ("mrv-fc",))
    task = constraint_speed.Task("two", [Model([(0, 1), (0, 1)], [NotEqual(0, 1)])], constraint_speed.ALL)
    constraint_speed.measure_families(iter([task]), limit=5, rounds=1)
    lines = capsys.readouterr().out.splitlines()[3:]
    assert lines[0].split()[-1] == "1"
    assert len(lines) == 3


@pytest.mark.parametrize("family", constraint_speed.COMPILED_FOR)
def test_a_kernel_has_a_time_until_it_is_ready(family):
    starting, ready = constraint_speed.until_ready("mrv-fc", family)
    assert starting > 0
    assert ready > 0
