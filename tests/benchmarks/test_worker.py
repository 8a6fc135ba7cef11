"""One run, as a worker does it: what it tells on the way, and which columns it fills in."""

from dataclasses import asdict, dataclass
from typing import ClassVar

import pytest

from backends import jit_for
from benchmarks import worker
from benchmarks.record import COLUMNS
from benchmarks.registry import STRATEGIES, Ask, Instance, strategy
from benchmarks.sudoku_problem import Sudoku
from csp.answer import Answer
from csp.strategies.backtracking import kernel

SMALL = next(Sudoku().bank("small", {}))
NAMED = {one.name: one for one in Sudoku().bank("named", {})}


@pytest.fixture
def registered(monkeypatch):
    """What a test registers is forgotten afterwards."""
    monkeypatch.setattr(STRATEGIES, "_items", dict(STRATEGIES._items))


def run(name: str, instance: Instance = SMALL, parameters=None, **ask):
    """The columns that the worker fills in, and what it told meanwhile."""
    told: list[str] = []
    job = {
        "problem": "sudoku",
        "instance": asdict(instance),
        "strategy": name,
        "parameters": parameters or {},
        "ask": asdict(Ask(**{"backend": "python"} | ask)),
    }
    return worker.run(job, told.append), told


def test_a_run_tells_when_it_prepares_solves_and_has_solved():
    _, told = run("mrv")
    assert told == ["preparing", "solving", "solved"]


def test_a_run_fills_in_outcome_work_and_cost():
    ending, _ = run("mrv", NAMED["textbook"], question="unique")
    assert set(ending) <= set(COLUMNS)
    assert (ending["status"], ending["conclusion"], ending["verified"], ending["solutions"]) == (
        "ok",
        "unique",
        True,
        1,
    )
    assert ending["nodes"] == ending["backtracks"] == 51
    assert ending["loops"] >= 1
    assert ending["cpu_s"] > 0
    assert ending["wall_s"] > 0
    assert ending["peak_rss_mib"] > 10
    assert ending["compile_s"] == 0


def test_preparing_the_compiled_backend_is_counted_apart():
    kernel.cache_clear()  # whatever this process has compiled before
    ending, _ = run("mrv", backend="compiled")
    assert ending["status"] == "ok"
    assert ending["compile_s"] > 0
    assert ending["cpu_s"] < 0.1
    again, _ = run("mrv", backend="compiled")
    assert again["compile_s"] == 0


def test_givens_that_clash_end_a_run_before_any_search():
    ending, told = run("mrv", NAMED["duplicate in a box"])
    assert told == []
    assert ending == {
        "status": "ok",
        "reason": Sudoku().invalid(NAMED["duplicate in a box"]),
        "conclusion": "invalid",
        "solutions": 0,
    }


def test_a_node_limit_is_an_honest_ending():
    ending, _ = run("naive", NAMED["textbook"], max_nodes=100)
    assert (ending["status"], ending["conclusion"], ending["nodes"]) == ("ok", "gave-up", 100)
    assert ending["reason"] == "node limit of 100"


def test_parameters_reach_the_strategy():
    up, down = (
        run("naive", NAMED["two solutions"], {"value_order": order})[0] for order in ("ascending", "descending")
    )
    assert up["answer"] != down["answer"]


@pytest.mark.usefixtures("registered")
def test_what_numba_refuses_is_an_error_that_names_the_function():
    @strategy("uncompilable")
    @dataclass(frozen=True)
    class Uncompilable:
        backends: ClassVar = ("compiled", "python")

        def prepare(self, model, question):
            from backends import compiling

            @jit_for(question.backend)
            def grumble(number: int) -> int:
                return number + "one"

            with compiling(grumble):
                grumble(1)
            return lambda: Answer((), complete=False)

    ending, told = run("uncompilable", backend="compiled")
    assert told == ["preparing"]
    assert ending["status"] == "error"
    assert "grumble" in ending["reason"]
    assert "test_worker.py" in ending["reason"]


@pytest.mark.usefixtures("registered")
def test_what_an_exception_says_is_kept_up_to_a_length():
    @strategy("long-winded")
    @dataclass(frozen=True)
    class LongWinded:
        backends: ClassVar = ("python",)

        def prepare(self, model, question):
            raise RuntimeError("word " * 1_000_000)

    ending, _ = run("long-winded")
    assert ending["status"] == "error"
    assert ending["reason"].startswith("RuntimeError: word word")
    assert len(ending["reason"]) < worker.MOST_WORDS + 500
    assert "test_worker.py, line " in ending["reason"]
