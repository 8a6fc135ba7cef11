"""Every strategy finds exactly the solutions that trying every assignment finds, whatever the constraints."""

from collections import Counter

from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from csp.answer import Question, Unsupported
from csp.model import AllDifferent, Linear, Model, NotEqual, Predicate, Table
from csp.small_models import all_solutions
from csp.strategies.python_constraint import PythonConstraint

MANY = 5_000

few = st.sets(st.integers(-3, 4), min_size=1, max_size=4).map(sorted)
far_apart = st.sets(st.integers(-5, 5) | st.integers(-(2**60), 2**60), min_size=1, max_size=3).map(sorted)
small = st.integers(-3, 3)


def is_remainder(modulus: int, rest: int):
    return lambda *values: sum(values) % modulus == rest


@st.composite
def constraints(draw, domains):
    """A constraint of any kind over any variables, also over one or none."""
    numbers = st.integers(0, len(domains) - 1)
    scope = draw(st.lists(numbers, max_size=len(domains), unique=True))
    each = st.lists(small, min_size=len(scope), max_size=len(scope))
    kind = draw(st.sampled_from(["all different", "not equal", "linear", "table", "predicate"]))
    if kind == "not equal" and len(scope) >= 2:
        return NotEqual(scope[0], scope[1], draw(small))
    if kind == "linear":
        return Linear(scope, draw(each), draw(st.sampled_from(["=", "!=", "<=", ">="])), draw(st.integers(-6, 6)))
    if kind == "table":
        row = st.tuples(*(st.sampled_from([*domains[variable], 99]) for variable in scope))
        return Table(scope, draw(st.lists(row, max_size=8)), draw(st.booleans()))
    if kind == "predicate":
        modulus = draw(st.integers(1, 3))
        return Predicate(scope, is_remainder(modulus, draw(st.integers(0, modulus - 1))), f"modulo {modulus}")
    return AllDifferent(scope, draw(each) if draw(st.booleans()) else ())


@st.composite
def models(draw, domain=few) -> Model:
    """One to five variables with one to four values; some variables in no constraint."""
    domains = draw(st.lists(domain, min_size=1, max_size=5))
    return Model(domains, draw(st.lists(constraints(domains), max_size=5)))


def assert_all_are_found(registered, model: Model, cap: int) -> None:
    expected = all_solutions(model)
    answered = Counter()
    for name, strategy in registered.items():
        if not strategy.abilities.enumerates:
            continue
        try:
            answer = strategy.prepare(model, Question(cap, backend=strategy.backends[-1]))()
        except Unsupported:
            continue
        answered[name] += 1
        assert len(answer.solutions) == len(set(answer.solutions)) == min(cap, len(expected)), name
        assert set(answer.solutions) <= expected, name
        # Those who say that there are no others are right, and those who found fewer than asked for say so.
        assert not answer.complete or len(answer.solutions) == len(expected), name
        assert answer.complete or len(answer.solutions) == cap, name
        assert answer.stopped == "", name
    assert {"python-constraint", "cp-sat"} <= set(answered), "they take every model"


@given(model=models(), cap=st.sampled_from([1, 2, 3, 7, MANY]))
@hypothesis_settings(max_examples=150, deadline=None)
def test_the_solutions_are_those_of_trying_everything(registered, model, cap):
    assert_all_are_found(registered, model, cap)


@given(model=models(few | far_apart), cap=st.sampled_from([2, MANY]))
@hypothesis_settings(max_examples=20, deadline=None)
def test_values_that_are_far_apart_are_refused_or_right(registered, model, cap):
    assert_all_are_found(registered, model, cap)


@given(model=models())
@hypothesis_settings(max_examples=40, deadline=None)
def test_local_search_finds_a_solution_or_gives_up(model):
    expected = all_solutions(model)
    answer = PythonConstraint("min-conflicts", steps=20).prepare(model, Question(backend="external"))()
    assert set(answer.solutions) <= expected
    # A contradiction that is seen before any search is one; the walk itself never finds any.
    assert not answer.complete or (not expected and not answer.solutions)
    assert bool(answer.stopped) == (not answer.solutions and not answer.complete)
