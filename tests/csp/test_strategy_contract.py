"""What every strategy promises, whatever it is made of. A new one is added to the list in conftest.py."""

import inspect
from dataclasses import FrozenInstanceError, fields, replace
from itertools import chain
from typing import get_args

import pytest

from backends import BACKENDS
from benchmarks import catalogue
from benchmarks.registry import STRATEGIES
from csp.answer import Answer, Question, Solve, Unsupported, conclude
from csp.model import AllDifferent, Model, NotEqual
from csp.strategies.backtracking import Backtracking
from csp.strategies.bitboard import Bitboard
from csp.strategies.cp_sat import CpSat
from csp.strategies.python_constraint import PythonConstraint, SolverName

# Colourings of a ring of five with a chord, in three colours; the same ring in two, which an odd ring does not allow.
RING = tuple(NotEqual(place, (place + 1) % 5) for place in range(5))
SATISFIABLE = Model(((0, 1, 2),) * 5, (*RING, NotEqual(0, 2)))
UNSATISFIABLE = Model(((0, 1),) * 5, RING)
UNIQUE = Model(((0,), (0, 1), (1, 2), (2, 3)), tuple(NotEqual(place, place + 1) for place in range(3)))
TIGHT = Model(((1, 2, 3),) * 4, (AllDifferent((0, 1, 2, 3)),))
MODELS = {"satisfiable": SATISFIABLE, "unsatisfiable": UNSATISFIABLE, "unique": UNIQUE, "tight": TIGHT}


@pytest.fixture(params=MODELS.values(), ids=MODELS.keys())
def model(request):
    return request.param


def prepare(strategy, model: Model, solutions: int = 1, **question) -> Solve:
    """The strategy's function, or a skip where it says that it cannot answer such a question."""
    try:
        return strategy.prepare(model, Question(solutions, **{"backend": strategy.backends[0], **question}))
    except Unsupported as reason:
        pytest.skip(str(reason))


def test_it_is_a_frozen_value_with_a_default_for_each_parameter(strategy):
    kind = type(strategy)
    assert kind() == kind()
    assert hash(strategy) == hash(replace(strategy))
    assert strategy == replace(strategy)
    for field in fields(strategy):
        with pytest.raises(FrozenInstanceError):
            setattr(strategy, field.name, getattr(strategy, field.name))


def test_it_says_which_backends_it_has(strategy):
    assert strategy.backends
    assert set(strategy.backends) <= set(BACKENDS)
    assert "backends" not in {field.name for field in fields(strategy)}


def test_it_says_what_it_is(strategy):
    assert type(strategy).__doc__.strip().partition("\n")[0].endswith(".")
    assert all(f"\n{field.name}:" in inspect.getdoc(type(strategy)) for field in fields(strategy))


@pytest.mark.parametrize("solutions", [1, 2, 100])
def test_the_same_seed_gives_the_same_answer_and_counts(strategy, model, solutions):
    answers = [prepare(strategy, model, solutions, seed=5)() for _ in range(2)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("solutions", [1, 2, 100])
def test_each_call_solves_from_the_start(strategy, model, solutions):
    solve = prepare(strategy, model, solutions)
    assert solve() == solve() == solve()


def test_two_prepared_solves_share_nothing(strategy):
    first, second = prepare(strategy, SATISFIABLE), prepare(strategy, TIGHT)
    alone = first(), second()
    assert (first(), second(), first(), second()) == (*alone, *alone)


def test_two_seeds_prepared_side_by_side_do_not_disturb_each_other(strategy):
    alone = [prepare(strategy, SATISFIABLE, seed=seed)() for seed in range(4)]
    together = [prepare(strategy, SATISFIABLE, seed=seed) for seed in range(4)]
    assert [solve() for solve in reversed(together)] == alone[::-1]


@pytest.mark.parametrize("solutions", [1, 2, 3, 100])
def test_it_never_finds_more_than_it_was_asked_for_and_all_are_right(
    strategy, model, solutions, satisfies, brute_force
):
    answer = prepare(strategy, model, solutions)()
    assert len(answer.solutions) <= solutions
    assert len(set(answer.solutions)) == len(answer.solutions)
    assert all(satisfies(model, solution) for solution in answer.solutions)
    assert set(answer.solutions) <= brute_force(model)


@pytest.mark.parametrize("solutions", [1, 2, 100])
def test_its_conclusion_is_honest(strategy, model, solutions, brute_force):
    answer = prepare(strategy, model, solutions)()
    number = len(brute_force(model))
    true_of = {
        "satisfied": number >= 1,
        "unique": number == 1,
        "multiple": number >= 2,
        "unsatisfiable": number == 0,
        "gave-up": True,
    }
    assert true_of[conclude(answer)]
    if conclude(answer) == "gave-up":
        assert answer.stopped


def test_a_solution_is_plain_integers_in_the_order_of_the_variables(strategy):
    solve = prepare(strategy, Model(((7,), (-3,), (2**40,)), ()))
    (solution,) = solve().solutions
    assert solution == (7, -3, 2**40)
    assert all(type(value) is int for value in solution)


def test_the_work_is_counted_in_plain_integers(strategy):
    answer = prepare(strategy, SATISFIABLE)()
    counts = [answer.nodes, answer.backtracks, answer.checks, answer.prunings, *answer.counters.values()]
    assert all(count is None or (type(count) is int and count >= 0) for count in counts)


def test_preparing_does_not_change_the_model(strategy):
    before = repr(SATISFIABLE)
    prepare(strategy, SATISFIABLE)()
    assert repr(SATISFIABLE) == before


def test_an_answer_is_complete_or_says_why_not_or_found_what_was_asked(strategy, model):
    answer: Answer = prepare(strategy, model, 2)()
    assert answer.complete or answer.stopped or len(answer.solutions) == 2


def test_every_registered_strategy_is_under_contract(request):
    # Bitboard takes none of the models here; what it promises is tested in strategies/test_bitboard_strategy.py.
    under_contract = {Backtracking, Bitboard, CpSat, PythonConstraint}
    ours = {entry.factory for entry in STRATEGIES if entry.family == "csp" and entry.origin == "csp"}
    assert ours == under_contract
    assert catalogue.__name__ == "benchmarks.catalogue"


def test_every_solver_class_of_python_constraint_is_under_contract(enumerators):
    names = {strategy.solver for strategy in enumerators if isinstance(strategy, PythonConstraint)}
    assert names | {"min-conflicts"} == set(get_args(SolverName))


def test_the_contract_covers_each_setting_of_our_own_search(enumerators):
    ours = [strategy for strategy in enumerators if isinstance(strategy, Backtracking)]
    assert len(set(ours)) == 2 * 3 * 2
    assert len(set(chain(ours))) == len(ours)
