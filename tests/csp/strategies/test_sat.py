"""SAT solvers: clauses, one solver for many instances, and what is counted."""

from itertools import product

import pytest

pytest.importorskip("pysat", reason="python-sat is not installed")

from csp.answer import Once, Question, Unsupported, conclude
from csp.cnf import Formula, encode
from csp.model import AllDifferent, Linear, Model, Predicate
from csp.strategies import sat
from csp.strategies.sat import Sat
from csp.sudoku.bank import read_bank
from csp.sudoku.model import model_of

INCREMENTAL = Sat(incremental=True)


@pytest.fixture(scope="module")
def puzzles():
    return {puzzle.name: model_of(puzzle) for puzzle in read_bank("named") if puzzle.shape.size == 9}


def test_one_solver_serves_all_puzzles_of_a_shape_and_finds_what_new_ones_find(ask, puzzles):
    solvers = set()
    for model in puzzles.values():
        one, other = ask(INCREMENTAL, model, 5), ask(Sat(), model, 5)
        assert (one.complete, one.count) == (other.complete, other.count)
        assert not one.complete or set(one.solutions) == set(other.solutions)
        solvers.add(id(sat._kept["cadical153"][1]))
    assert len(solvers) == 1


def test_solutions_that_were_found_are_found_again_by_the_solver_that_excluded_them(ask, latin_square):
    for _ in range(3):
        assert len(set(ask(INCREMENTAL, latin_square(3), 100).solutions)) == 12
    assert ask(INCREMENTAL, latin_square(3), 5).count == 5
    assert ask(INCREMENTAL, latin_square(3), 100).count == 12


def test_another_shape_takes_the_place_of_the_first_and_what_was_prepared_still_works(latin_square, australia):
    first = INCREMENTAL.prepare(latin_square(3), Question(100))
    second = INCREMENTAL.prepare(australia, Question(100))
    assert (first().count, second().count, first().count) == (12, 18, 12)
    assert len([name for name in sat._kept if name == "cadical153"]) == 1


def test_only_a_solver_that_goes_on_learning_is_timed_once(australia):
    assert isinstance(INCREMENTAL.prepare(australia, Question()), Once)
    assert not isinstance(Sat().prepare(australia, Question()), Once)


def test_the_counters_are_of_this_instance_alone(ask, puzzles):
    model = puzzles["Golden Nugget"]
    assert ask(Sat(), model).counters == ask(Sat(), model).counters
    assert set(ask(Sat(), model).counters) == {"restarts", "conflicts", "decisions", "propagations"}
    assert ask(Sat(), model).counters["conflicts"] > 0
    ask(INCREMENTAL, model, 2)
    # What is known already costs no conflict any more.
    assert ask(INCREMENTAL, model, 2).counters["conflicts"] < ask(Sat(), model, 2).counters["conflicts"]


def test_pigeons_without_a_hole_are_seen_before_any_search(ask):
    model = Model((range(40),) * 41, (AllDifferent(range(41)),))
    answer = ask(Sat(), model)
    assert conclude(answer) == "unsatisfiable"
    assert set(answer.counters.values()) == {0}


def test_predicates_are_only_asked_about_values_that_variables_have(ask):
    for given in (1, 2):
        model = Model(((given,), (1, 2), (0, 5)), (Predicate((0, 1), lambda left, right: 2 // left == right, "half"),))
        assert {solution[:2] for solution in ask(INCREMENTAL, model, 10).solutions} == {(given, 2 // given)}


@pytest.mark.parametrize("size", [1, 2, 12, 13, 20])
def test_at_most_one_of_few_and_of_many(size):
    from pysat.solvers import Solver

    formula = Formula([], [])
    literals = [formula.new() for _ in range(size)]
    formula.at_most_one(literals)
    with Solver(bootstrap_with=formula.clauses) as solver:
        assert all(solver.solve(assumptions=[one]) for one in literals)
        assert not any(
            solver.solve(assumptions=[one, other]) for one, other in product(literals, literals) if one < other
        )


def test_a_sum_that_needs_too_many_literals_is_refused_by_name():
    domains = [range(300)] * 3
    with pytest.raises(Unsupported, match=r"partial sums for the Linear over variables \(0, 1, 2\)"):
        encode(domains, [Linear((0, 1, 2), (1000, 1303, 1709), "<=", 600_000)])


def test_a_predicate_over_too_many_combinations_is_refused_by_name(ask):
    model = Model((range(100),) * 3, (Predicate((0, 1, 2), max, "largest"),))
    with pytest.raises(Unsupported, match=r"sat needs the predicate largest over variables \(0, 1, 2\) as a table"):
        ask(Sat(), model)
