"""CP-SAT: what its status means, what it counts, and that it stops where it is told to."""

import pytest
from ortools.sat.python import cp_model

from csp.answer import Question, Unsupported, conclude
from csp.model import AllDifferent, Model, NotEqual
from csp.strategies.cp_sat import CpSat
from csp.sudoku.grid import Puzzle, Shape, read_values
from csp.sudoku.model import model_of

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
INKALA_2012 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

COUNTERS = {"branches", "conflicts", "binary_propagations", "integer_propagations", "booleans"}

both = pytest.mark.parametrize("strategy", [CpSat(), CpSat(presolve=False)], ids=repr)


def sudoku(text: str) -> Model:
    return model_of(Puzzle(Shape(3, 3), read_values(text)))


@both
def test_one_solution_proves_nothing_about_others(ask, strategy):
    """CP-SAT says OPTIMAL then, which of a problem without an objective means only that there is one."""
    assert conclude(ask(strategy, sudoku(TEXTBOOK))) == "satisfied"
    assert conclude(ask(strategy, sudoku(TEXTBOOK), 2)) == "unique"


@both
def test_no_solution_is_a_proof_whatever_was_asked(ask, strategy):
    pigeons = Model(((1, 2, 3),) * 4, (AllDifferent((0, 1, 2, 3)),))
    for solutions in (1, 2, 100):
        assert conclude(ask(strategy, pigeons, solutions)) == "unsatisfiable"


@both
@pytest.mark.parametrize(
    ("cap", "found", "complete"), [(2, 2, False), (23, 23, False), (25, 24, True), (100, 24, True)]
)
def test_an_enumeration_stops_at_its_cap_and_says_whether_it_saw_the_end(ask, strategy, cap, found, complete):
    answer = ask(strategy, Model(((1, 2, 3, 4),) * 4, (AllDifferent((0, 1, 2, 3)),)), cap)
    assert len(set(answer.solutions)) == len(answer.solutions) == found
    assert answer.complete == complete
    assert answer.stopped == ""


@both
def test_its_own_counts_come_under_their_own_names_and_ours_are_left_open(ask, strategy):
    answer = ask(strategy, sudoku(INKALA_2012))
    assert set(answer.counters) == COUNTERS
    assert answer.counters["branches"] > 0
    assert answer.counters["conflicts"] > 0
    assert (answer.nodes, answer.backtracks, answer.checks, answer.prunings) == (None, None, None, None)


def test_presolve_alone_solves_the_textbook_puzzle_without_a_branch(ask):
    assert set(ask(CpSat(), sudoku(TEXTBOOK)).counters.values()) == {0}
    assert ask(CpSat(presolve=False), sudoku(TEXTBOOK)).counters["booleans"] > 0


@pytest.mark.parametrize(("seed", "passed_on"), [(0, 0), (7, 7), (2**31 - 1, 2**31 - 1), (2**31 + 5, 5)])
def test_it_runs_on_one_worker_with_the_seed_of_the_question(ask, monkeypatch, seed, passed_on):
    seen = []
    original = cp_model.CpSolver.solve

    def solve(solver, *arguments):
        seen.append((solver.parameters.num_workers, solver.parameters.random_seed))
        return original(solver, *arguments)

    monkeypatch.setattr(cp_model.CpSolver, "solve", solve)
    ask(CpSat(), sudoku(TEXTBOOK), seed=seed)
    ask(CpSat(), sudoku(TEXTBOOK), 2, seed=seed)
    assert seen == [(1, passed_on)] * 2


def test_the_node_limit_is_ignored_because_it_counts_no_nodes(ask):
    assert ask(CpSat(), sudoku(TEXTBOOK), node_limit=0) == ask(CpSat(), sudoku(TEXTBOOK))


@pytest.mark.parametrize("domain", [(1, 2**60 + 1), (-(2**60) - 1, 1), (0, 2**70)])
def test_values_that_it_cannot_hold_are_refused_by_variable(domain):
    with pytest.raises(Unsupported, match=r"^variable 1 has values beyond 2\*\*60, which is as far as CP-SAT can go$"):
        CpSat().prepare(Model(((1,), domain), (NotEqual(0, 1),)), Question())


def test_values_as_large_as_it_can_hold_are_compared_right(ask):
    model = Model(((-(2**60), 2**60),) * 3, (NotEqual(0, 1), AllDifferent((1, 2))))
    assert set(ask(CpSat(), model, 10).solutions) == {(one, -one, one) for one in (2**60, -(2**60))}


def test_negative_values_and_gaps_are_kept(ask):
    model = Model(((-7, 0, 9), (-7, 9)), (NotEqual(0, 1),))
    assert set(ask(CpSat(), model, 10).solutions) == {(-7, 9), (0, -7), (0, 9), (9, -7)}
