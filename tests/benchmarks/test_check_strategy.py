"""`run-bench check-strategy`: what is wrong with a strategy is said, also of a plug-in's."""

import pytest

PLUGIN = '''
from dataclasses import dataclass
from itertools import product

from benchmarks.registry import strategy
from csp.answer import Abilities, Answer, Finds


@strategy("{name}")
@dataclass(frozen=True)
class Trying:
    """Tries every assignment."""

    backends = ("python",)
    abilities = Abilities()

    def prepare(self, model, question):
        def solve():
            found = Finds(question)
            for values in product(*model.domains):
                if all(each.holds(*(values[x] for x in each.scope)) for each in model.constraints{fault}):
                    found.add(values)
                    if found.enough:
                        return Answer(tuple(found.kept), False, found=found.count)
            return Answer(tuple(found.kept), True, found=found.count{counters})

        return solve
'''


@pytest.fixture
def check(run_bench, tmp_path):
    """Check a plug-in with a fault in it, or without: `check(fault="[1:]")`."""

    def run(name="trying", fault="", counters=""):
        plugin = tmp_path / "trying.py"
        plugin.write_text(PLUGIN.format(name=name, fault=fault, counters=counters))
        return run_bench("check-strategy", name, "--plugin", plugin, cwd=tmp_path)

    return run


def test_of_a_plugin_that_keeps_to_the_contract_nothing_is_said(check):
    done = check()
    assert (done.returncode, done.stdout) == (0, "trying: nothing wrong was found\n"), done.stderr


def test_a_plugin_that_forgets_a_constraint_is_told_which_model_shows_it(check):
    done = check(fault="[1:]")
    assert done.returncode == 3
    lines = done.stdout.splitlines()
    assert lines
    assert all(line.startswith("trying: ") for line in lines)
    assert any(" is found, which is no solution, for the model: " in line for line in lines)


def test_answers_that_depend_on_the_process_are_found_by_asking_another(check):
    done = check(counters=', counters={"luck": hash("words") % 10_000}')
    assert (done.returncode, done.stdout) == (
        3,
        "trying: another process gives other answers or counts than this one\n",
    )


def test_a_name_that_there_is_not_is_bad_input_and_near_ones_are_named(run_bench):
    done = run_bench("check-strategy", "min-conflict")
    assert (done.returncode, done.stdout) == (2, "")
    assert "min-conflict" in done.stderr
    assert "min-conflicts" in done.stderr.replace("'min-conflict'", "")
    assert "Traceback" not in done.stderr


def test_a_searcher_of_games_is_not_a_strategy_for_constraint_problems(run_bench):
    done = run_bench("check-strategy", "minimax")
    assert done.returncode == 2
    assert "constraint problems" in done.stderr
