"""A model says what is wrong with it, by the number of the variable or constraint."""

import pytest

from csp.model import AllDifferent, Model, ModelError, NotEqual


@pytest.mark.parametrize(
    ("domains", "constraints", "message"),
    [
        (((1, 2), ()), (), "variable 1 has an empty domain"),
        (((2, 1),), (), "the domain of variable 0 is not in ascending order without repeats: (2, 1)"),
        (((1, 2), (1, 1)), (), "the domain of variable 1 is not in ascending order without repeats: (1, 1)"),
        (((1,), (1,)), (NotEqual(0, 1), NotEqual(0, 2)), "constraint 1 names variable 2; there are 2"),
        (((1,), (1,)), (AllDifferent((0, -1)),), "constraint 0 names variable -1; there are 2"),
        (((1,), (1,)), (AllDifferent((0, 1, 0)),), "constraint 0 names a variable twice: (0, 1, 0)"),
        (((1,), (1,)), (NotEqual(1, 1),), "constraint 0 names a variable twice: (1, 1)"),
        ((), (NotEqual(0, 1),), "constraint 0 names variable 0; there are 0"),
    ],
)
def test_a_model_that_makes_no_sense_is_refused_by_number(domains, constraints, message):
    with pytest.raises(ModelError) as caught:
        Model(domains, constraints)
    assert str(caught.value) == message


def test_a_model_error_is_a_value_error():
    assert issubclass(ModelError, ValueError)


def test_all_different_stands_for_each_pair_once():
    assert list(AllDifferent((4, 1, 7)).pairs()) == [NotEqual(4, 1), NotEqual(4, 7), NotEqual(1, 7)]
    assert list(AllDifferent((4,)).pairs()) == []
    assert list(NotEqual(2, 5).pairs()) == [NotEqual(2, 5)]
    assert NotEqual(2, 5).scope == (2, 5)


def test_a_model_may_have_no_variables_and_any_integers_as_values():
    assert list(Model((), ()).variables) == []
    assert list(Model(((-(10**30), 0, 10**30), (7,)), ()).variables) == [0, 1]


def test_models_are_values():
    model = Model(((1, 2), (1, 2)), (NotEqual(0, 1),))
    assert model == Model(((1, 2), (1, 2)), (NotEqual(0, 1),))
    assert len({model, Model(((1, 2), (1, 2)), ())}) == 2
