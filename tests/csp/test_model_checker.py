"""The checker of any model names what is violated; what is known of an instance is held against an answer."""

import pytest

from csp.check import miscounted, misjudged, mistake, unsound
from csp.model import AllDifferent, Builder, Linear, ModelError, NotEqual, Predicate, Table


def small(*constraints):
    draft = Builder()
    draft.variables("abc", range(4))
    draft.add(*constraints)
    return draft.model()


@pytest.mark.parametrize(
    ("constraint", "right", "wrong", "message"),
    [
        (AllDifferent([0, 1, 2]), (0, 1, 2), (0, 1, 0), "AllDifferent, does not hold: a is 0, b is 1, c is 0"),
        (AllDifferent([0, 1], [0, 2]), (1, 1, 0), (3, 1, 0), "AllDifferent, does not hold: a is 3, b is 1"),
        (NotEqual(0, 2, 1), (1, 0, 1), (1, 0, 2), "NotEqual, does not hold: a is 1, c is 2"),
        (Linear([1, 0], [2, 1], "<=", 4), (2, 1, 0), (3, 1, 0), "Linear, does not hold: b is 1, a is 3"),
        (Table([0, 1], [(0, 1)]), (0, 1, 3), (1, 0, 3), "Table, does not hold: a is 1, b is 0"),
        (Table([0, 1], [(0, 1)], forbidden=True), (1, 0, 3), (0, 1, 3), "Table, does not hold: a is 0, b is 1"),
        (Predicate([2], bool, "set"), (0, 0, 1), (0, 0, 0), "Predicate set, does not hold: c is 0"),
    ],
)
def test_a_violated_constraint_is_named_with_its_variables(constraint, right, wrong, message):
    model = small(AllDifferent([0]), constraint)
    assert mistake(model, right) == ""
    assert mistake(model, wrong) == f"constraint 1, {message}"


def test_values_outside_the_domain_or_too_few_are_no_solution():
    assert mistake(small(), (0, 4, 0)) == "b is 4, which is not in its domain"
    assert mistake(small(), (0, 0)) == "2 values instead of 3"


def test_a_predicate_that_raises_is_an_error_and_no_verdict():
    with pytest.raises(ModelError, match=r"predicate share over variables \(0, 1\) raised ZeroDivisionError"):
        mistake(small(Predicate([0, 1], lambda a, b: a // b == 1, "share")), (1, 0, 0))


def test_a_solution_that_is_none_or_comes_twice_does_not_stand():
    model = small(AllDifferent([0, 1, 2]))
    assert unsound([(0, 1, 2), (0, 2, 1)], lambda values: mistake(model, values)) == ""
    assert (
        unsound([(0, 1, 2), (0, 1, 2)], lambda values: mistake(model, values)) == "the same solution is reported twice"
    )
    assert unsound([(0, 0, 2)], lambda values: mistake(model, values)).startswith("not a solution: constraint 0")


@pytest.mark.parametrize(
    ("found", "complete", "count", "message"),
    [
        (92, True, 92, ""),
        (1, False, 92, ""),
        (5, True, None, ""),
        (91, True, 92, "91 found and no more"),
        (93, False, 92, "93 found"),
        (1, False, 0, "1 found"),
        (0, True, 92, "0 found and no more"),
    ],
)
def test_a_number_of_solutions_is_held_against_the_known_one(found, complete, count, message):
    assert miscounted(found, complete, count) == message


@pytest.mark.parametrize(
    ("objective", "complete", "best", "message"),
    [
        (17, True, 17, ""),
        (18, False, 17, ""),
        (None, False, 17, ""),
        (3, True, None, ""),
        (18, True, 17, "18 is the best, it says; a solution with an objective of 17 is known"),
        (16, False, 17, "an objective of 16; 17 is known to be the best"),
        (None, True, 17, "no solution, it says; one with an objective of 17 is known"),
    ],
)
def test_an_objective_is_held_against_the_best_known_one(objective, complete, best, message):
    assert misjudged(objective, complete, best) == message
