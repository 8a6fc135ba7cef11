"""Every strategy finds exactly the solutions that trying every assignment finds."""

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from csp.model import AllDifferent, Model, NotEqual
from csp.strategies.backtracking import Backtracking
from csp.strategies.python_constraint import PythonConstraint

domains = st.sets(st.integers(-5, 5) | st.integers(-(2**60), 2**60), min_size=1, max_size=4).map(
    lambda values: tuple(sorted(values))
)


@st.composite
def models(draw) -> Model:
    """One to six variables, domains of one to four integers, any constraints; some variables in none of them."""
    few = st.sets(st.integers(-2, 2), min_size=1, max_size=4).map(lambda values: tuple(sorted(values)))
    variables = draw(st.lists(few | domains, min_size=1, max_size=6))
    numbers = st.integers(0, len(variables) - 1)
    scopes = st.lists(numbers, max_size=len(variables), unique=True).map(lambda scope: AllDifferent(tuple(scope)))
    constraints = scopes
    if len(variables) > 1:
        pairs = st.lists(numbers, min_size=2, max_size=2, unique=True)
        constraints |= pairs.map(lambda pair: NotEqual(*pair))
    return Model(tuple(variables), tuple(draw(st.lists(constraints, max_size=8))))


def with_each_backend(strategies):
    return [(strategy, backend) for strategy in strategies for backend in strategy.backends]


@given(model=models(), cap=st.sampled_from([1, 2, 3, 7, 5000]))
@hypothesis_settings(max_examples=150)
def test_the_solutions_are_those_of_trying_everything(ask, enumerators, brute_force, model, cap):
    expected = brute_force(model)
    for strategy, backend in with_each_backend(enumerators):
        answer = ask(strategy, model, cap, backend=backend)
        found = answer.solutions
        assert len(found) == min(cap, len(expected)), strategy
        assert set(found) <= expected, strategy
        assert len(set(found)) == len(found), f"{strategy} reports a solution twice"
        # Those who say that there are no others are right, and those who found fewer than asked for say so.
        assert not answer.complete or len(found) == len(expected), strategy
        assert answer.complete or len(found) == cap, strategy
        assert answer.stopped == "", strategy


@given(model=models())
@hypothesis_settings(max_examples=60)
def test_local_search_finds_a_solution_or_gives_up_and_proves_nothing(ask, brute_force, model):
    expected = brute_force(model)
    answer = ask(PythonConstraint("min-conflicts", steps=20), model)
    assert set(answer.solutions) <= expected
    assert not answer.complete
    assert bool(answer.stopped) == (not answer.solutions)


def test_a_model_without_variables_has_one_solution_the_empty_one(ask, enumerator):
    answer = ask(enumerator, Model((), ()), 5)
    assert (answer.solutions, answer.complete) == (((),), True)


def test_a_variable_that_no_constraint_mentions_is_counted(ask, enumerator):
    model = Model(((1, 2), (1, 2), (7, 8, 9)), (NotEqual(0, 1),))
    answer = ask(enumerator, model, 100)
    assert set(answer.solutions) == {(left, 3 - left, free) for left in (1, 2) for free in (7, 8, 9)}
    assert answer.complete


def test_constraints_over_one_variable_or_none_say_nothing(ask, enumerator):
    model = Model(((1, 2), (1, 2)), (AllDifferent(()), AllDifferent((1,))))
    assert set(ask(enumerator, model, 100).solutions) == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_a_constraint_said_twice_is_said_once(ask, enumerator):
    model = Model(((1, 2),) * 2, (NotEqual(0, 1), NotEqual(1, 0), AllDifferent((0, 1))))
    assert set(ask(enumerator, model, 100).solutions) == {(1, 2), (2, 1)}


def test_australia_has_eighteen_colourings(ask, enumerator, australia, satisfies):
    answer = ask(enumerator, australia, 1000)
    assert len(set(answer.solutions)) == len(answer.solutions) == 18
    assert all(satisfies(australia, solution) for solution in answer.solutions)
    assert answer.complete


def test_australia_has_no_colouring_in_two_colours(ask, enumerator, australia):
    answer = ask(enumerator, Model(((0, 1),) * 7, australia.constraints))
    assert (answer.solutions, answer.complete) == ((), True)


@pytest.mark.parametrize(("order", "squares"), [(1, 1), (2, 2), (3, 12), (4, 576)])
def test_latin_squares_are_counted(ask, enumerator, latin_square, order, squares):
    answer = ask(enumerator, latin_square(order), 1000)
    assert len(set(answer.solutions)) == len(answer.solutions) == squares
    assert answer.complete


def test_a_cap_that_is_the_number_of_solutions_finds_them_all(ask, enumerator, latin_square):
    assert len(ask(enumerator, latin_square(3), 12).solutions) == 12


def test_both_backends_find_them_in_the_same_order(ask, setting: Backtracking, latin_square):
    runs = [ask(setting, latin_square(4), 1000, backend=backend, seed=4) for backend in ("python", "compiled")]
    assert runs[0] == runs[1]
