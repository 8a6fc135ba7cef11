"""python-constraint: each of its solver classes, and the traps on the way to them."""

import random
import subprocess
import sys
import warnings

import pytest

from csp.answer import Question, Unsupported, conclude
from csp.model import AllDifferent, Model, NotEqual
from csp.strategies.python_constraint import PythonConstraint

PIGEONS = Model(((1, 2, 3),) * 4, (AllDifferent((0, 1, 2, 3)),))

every_solver = pytest.mark.parametrize(
    "solver", ["optimized", "backtracking", "recursive", "min-conflicts", "parallel"]
)
every_proof = pytest.mark.parametrize("solver", ["optimized", "backtracking", "recursive", "parallel"])


def test_the_default_is_the_librarys_own():
    import constraint

    assert isinstance(constraint.Problem().getSolver(), constraint.OptimizedBacktrackingSolver)
    assert PythonConstraint() == PythonConstraint("optimized")
    assert PythonConstraint().steps == 1000


@every_solver
def test_a_solver_name_is_the_librarys_class(solver, monkeypatch, ask, australia):
    import constraint

    used = []
    original = constraint.Problem.setSolver
    monkeypatch.setattr(
        constraint.Problem, "setSolver", lambda problem, chosen: (used.append(chosen), original(problem, chosen))[1]
    )
    ask(PythonConstraint(solver), australia)
    names = {
        "optimized": "OptimizedBacktrackingSolver",
        "backtracking": "BacktrackingSolver",
        "recursive": "RecursiveBacktrackingSolver",
        "min-conflicts": "MinConflictsSolver",
        "parallel": "ParallelSolver",
    }
    assert [type(each).__name__ for each in used] == [names[solver]]


@every_proof
def test_no_solution_is_a_proof(ask, solver):
    assert conclude(ask(PythonConstraint(solver), PIGEONS)) == "unsatisfiable"


def test_local_search_that_finds_nothing_gave_up(ask):
    answer = ask(PythonConstraint("min-conflicts"), PIGEONS)
    assert conclude(answer) == "gave-up"
    assert answer.stopped == "min-conflicts gave up"


def test_local_search_finds_a_colouring_of_australia_from_any_seed(ask, australia, satisfies):
    for seed in range(20):
        (solution,) = ask(PythonConstraint("min-conflicts"), australia, seed=seed).solutions
        assert satisfies(australia, solution)


def test_local_search_is_not_asked_for_more_than_one_solution(australia):
    with pytest.raises(Unsupported, match="min-conflicts finds one solution at most"):
        PythonConstraint("min-conflicts").prepare(australia, Question(2))


def test_local_search_takes_no_more_steps_than_it_may(ask, australia):
    assert conclude(ask(PythonConstraint("min-conflicts", steps=0), australia)) == "gave-up"


def test_the_seed_decides_and_nothing_global_is_read_or_touched(ask, australia):
    strategy = PythonConstraint("min-conflicts")
    random.seed(1)
    before = random.getstate()
    first = [ask(strategy, australia, seed=seed).solutions for seed in range(10)]
    assert random.getstate() == before
    random.seed(2)
    assert [ask(strategy, australia, seed=seed).solutions for seed in range(10)] == first
    assert len(set(first)) > 1


@every_solver
def test_nothing_is_printed_and_no_warning_given(ask, solver, australia, capfd):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ask(PythonConstraint(solver), australia)
    assert capfd.readouterr() == ("", "")


def test_the_parallel_solver_finds_all_and_the_answer_is_cut(ask, australia):
    first = ask(PythonConstraint("parallel"), australia)
    assert (len(first.solutions), first.complete) == (1, False)
    every = ask(PythonConstraint("parallel"), australia, 18)
    assert (len(every.solutions), every.complete) == (18, True)


def test_the_parallel_solver_proves_uniqueness_even_when_one_solution_is_asked_for(ask):
    assert conclude(ask(PythonConstraint("parallel"), Model(((1,), (1, 2)), (NotEqual(0, 1),)))) == "unique"


def test_the_parallel_solver_works_in_a_process_that_may_have_no_children(tmp_path):
    """Workers are daemons; the solver's threads are allowed there, its processes would not be."""
    script = tmp_path / "daemon.py"
    script.write_text(
        "import multiprocessing\n"
        "from csp.answer import Question\n"
        "from csp.model import Model, NotEqual\n"
        "from csp.strategies.python_constraint import PythonConstraint\n"
        "def work():\n"
        "    model = Model(((1, 2, 3),) * 3, (NotEqual(0, 1), NotEqual(1, 2)))\n"
        "    print(len(PythonConstraint('parallel').prepare(model, Question(100))().solutions))\n"
        "if __name__ == '__main__':\n"
        "    child = multiprocessing.get_context('spawn').Process(target=work, daemon=True)\n"
        "    child.start()\n"
        "    child.join()\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert (run.stdout, run.stderr) == ("12\n", "")


@every_proof
def test_an_empty_scope_does_not_mean_all_variables(ask, solver):
    """The library takes it so."""
    assert len(ask(PythonConstraint(solver), Model(((1, 2), (1, 2)), (AllDifferent(()),)), 10).solutions) == 4


@every_solver
def test_a_problem_without_variables_has_a_solution(ask, solver):
    """The library says that it has none."""
    assert ask(PythonConstraint(solver), Model((), ())).solutions == ((),)


def test_a_deep_search_by_recursion_reaches_the_size_of_the_largest_grid(ask):
    """A 25x25 Sudoku has 625 variables."""
    chain = Model(((1, 2),) * 625, tuple(NotEqual(place, place + 1) for place in range(624)))
    assert len(ask(PythonConstraint("recursive"), chain, 2).solutions) == 2
    assert len(ask(PythonConstraint("recursive"), chain).solutions) == 1


def test_the_library_counts_nothing(ask, australia):
    answer = ask(PythonConstraint(), australia)
    assert dict(answer.counters) == {}
    assert answer.nodes is None


def test_the_node_limit_is_ignored_because_it_counts_no_nodes(ask, australia):
    assert ask(PythonConstraint(), australia, node_limit=0) == ask(PythonConstraint(), australia)
