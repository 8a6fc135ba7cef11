"""A puzzle as a model: a variable per cell, a given as a domain of one, a constraint per row, column and box."""

import pytest

from csp.model import AllDifferent
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.model import model_of


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 5)])
def test_there_are_three_all_different_constraints_for_each_value(box):
    shape = Shape(*box)
    model = model_of(Puzzle(shape, (0,) * shape.cells))
    assert len(model.constraints) == 3 * shape.size
    assert all(isinstance(each, AllDifferent) and len(each.scope) == shape.size for each in model.constraints)
    assert set(model.domains) == {tuple(range(1, shape.size + 1))}
    # Each cell is in one row, one column and one box.
    assert sorted(cell for each in model.constraints for cell in each.scope) == sorted([*range(shape.cells)] * 3)


def test_a_given_is_a_domain_of_one_value():
    model = model_of(Puzzle(Shape(2, 2), (3, *(0,) * 15)))
    assert model.domains[:2] == ((3,), (1, 2, 3, 4))


def test_boxes_are_as_high_and_as_wide_as_the_shape_says():
    tall = model_of(Puzzle(Shape(3, 2), (0,) * 36))
    flat = model_of(Puzzle(Shape(2, 3), (0,) * 36))
    assert tall.constraints[12].scope == (0, 1, 6, 7, 12, 13)
    assert flat.constraints[12].scope == (0, 1, 2, 6, 7, 8)
