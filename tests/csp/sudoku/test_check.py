"""The checker finds every way of spoiling a right grid, and nothing wrong with a right one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp.sudoku.check import duplicate_given, mistake, remark, wrong
from csp.sudoku.grid import Puzzle, Shape, read_values

SHAPES = [(1, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (1, 5), (5, 1), (4, 4), (5, 5)]

shapes = st.sampled_from([Shape(*box) for box in SHAPES if box != (1, 1)])

DUPLICATE_IN_A_BOX = "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87"


def empty(shape: Shape) -> Puzzle:
    return Puzzle(shape, (0,) * shape.cells)


@pytest.mark.parametrize("box", SHAPES)
def test_a_right_grid_of_any_shape_is_accepted(right_grid, box):
    shape = Shape(*box)
    grid = right_grid(shape)
    assert mistake(empty(shape), grid) == ""
    assert mistake(Puzzle(shape, grid), grid) == ""
    assert duplicate_given(Puzzle(shape, grid)) == ""


@pytest.mark.parametrize("box", SHAPES)
def test_right_grids_stay_right_when_values_are_renamed(right_grid, box):
    shape = Shape(*box)
    assert mistake(empty(shape), [shape.size + 1 - value for value in right_grid(shape)]) == ""


@given(data=st.data(), shape=shapes)
def test_one_changed_cell_is_found(right_grid, data, shape):
    grid = list(right_grid(shape))
    cell = data.draw(st.integers(0, shape.cells - 1))
    grid[cell] = data.draw(st.integers(-1, shape.size + 2).filter(lambda value: value != grid[cell]))
    assert mistake(empty(shape), grid)


@given(data=st.data(), shape=shapes)
def test_two_cells_that_have_changed_places_are_found(right_grid, data, shape):
    grid = list(right_grid(shape))
    one = data.draw(st.integers(0, shape.cells - 1))
    other = data.draw(st.integers(0, shape.cells - 1).filter(lambda cell: grid[cell] != grid[one]))
    grid[one], grid[other] = grid[other], grid[one]
    assert mistake(empty(shape), grid)


@given(data=st.data(), shape=shapes.filter(lambda shape: min(shape.box_height, shape.box_width) > 1))
def test_rows_of_different_bands_that_have_changed_places_are_found_by_the_boxes(right_grid, data, shape):
    """Rows and columns are all right then."""
    size, grid = shape.size, right_grid(shape)
    one = data.draw(st.integers(0, size - 1))
    other = data.draw(st.integers(0, size - 1).filter(lambda row: row // shape.box_height != one // shape.box_height))
    rows = [grid[size * row : size * row + size] for row in range(size)]
    rows[one], rows[other] = rows[other], rows[one]
    assert mistake(empty(shape), [value for row in rows for value in row]).startswith("box ")


@given(data=st.data(), shape=shapes)
def test_a_right_grid_that_is_not_of_this_puzzle_is_found(right_grid, data, shape):
    grid = right_grid(shape)
    cell = data.draw(st.integers(0, shape.cells - 1))
    other = [value % shape.size + 1 for value in grid]
    puzzle = Puzzle(shape, tuple(value if place == cell else 0 for place, value in enumerate(grid)))
    name = shape.name_of(cell)
    assert mistake(puzzle, other) == f"{name} is given as {grid[cell]}; the answer has {other[cell]}"


@pytest.mark.parametrize("box", SHAPES)
def test_a_grid_with_a_cell_too_few_or_too_many_is_found(right_grid, box):
    shape = Shape(*box)
    grid = right_grid(shape)
    assert mistake(empty(shape), grid[:-1]) == f"{shape.cells - 1} cells instead of {shape.cells}"
    assert mistake(empty(shape), (*grid, 1)) == f"{shape.cells + 1} cells instead of {shape.cells}"
    assert mistake(empty(shape), ()) == f"0 cells instead of {shape.cells}"


def test_eighty_one_ones_are_no_solution():
    assert mistake(empty(Shape(3, 3)), (1,) * 81) == "row 1 is not 1 to 9, each once: 1 1 1 1 1 1 1 1 1"


def test_a_grid_with_blanks_is_no_solution(right_grid):
    assert mistake(empty(Shape(2, 2)), (0, *right_grid(Shape(2, 2))[1:])) == "row 1 is not 1 to 4, each once: 0 2 3 4"


def test_the_unit_that_is_wrong_is_named_from_one(right_grid):
    # Every row is right; the columns show it first.
    shape = Shape(2, 2)
    assert mistake(empty(shape), (1, 2, 3, 4) * 4).startswith("column 1 is not")
    latin = (1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3)
    assert mistake(empty(shape), latin) == "box 1 is not 1 to 4, each once: 1 2 2 3"


@given(data=st.data(), shape=shapes, kind=st.sampled_from(["row", "column", "box"]))
def test_a_duplicate_given_is_named_by_both_cells(data, shape, kind):
    size, high, wide = shape.size, shape.box_height, shape.box_width
    row, column = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    unit = {
        "row": [(row, each) for each in range(size)],
        "column": [(each, column) for each in range(size)],
        "box": [
            (row // high * high + down, column // wide * wide + across)
            for down in range(high)
            for across in range(wide)
        ],
    }[kind]
    one, other = sorted(data.draw(st.lists(st.sampled_from(unit), min_size=2, max_size=2, unique=True)))
    value = data.draw(st.integers(1, size))
    givens = [0] * shape.cells
    for row, column in (one, other):
        givens[row * size + column] = value
    message = duplicate_given(Puzzle(shape, tuple(givens)))
    assert message.startswith(f"{value} is given twice in one ")
    names = [f"row {row + 1} column {column + 1}" for row, column in (one, other)]
    assert message.endswith(f": {names[0]} and {names[1]}")


@given(data=st.data(), shape=shapes)
def test_givens_of_a_right_grid_are_never_duplicates(right_grid, data, shape):
    kept = data.draw(st.sets(st.integers(0, shape.cells - 1)))
    givens = tuple(value if cell in kept else 0 for cell, value in enumerate(right_grid(shape)))
    assert duplicate_given(Puzzle(shape, givens)) == ""


def test_the_known_puzzle_with_a_duplicate_names_both_cells():
    puzzle = Puzzle(Shape(3, 3), read_values(DUPLICATE_IN_A_BOX))
    message = duplicate_given(puzzle)
    assert message == "5 is given twice in one box: row 4 column 6 and row 5 column 4"
    assert [puzzle.givens[cell] for cell in (3 * 9 + 5, 4 * 9 + 3)] == [5, 5]


def test_two_equal_givens_that_see_each_other_nowhere_are_no_duplicate():
    givens = [0] * 16
    givens[0] = givens[6] = givens[9] = givens[15] = 1
    assert duplicate_given(Puzzle(Shape(2, 2), tuple(givens))) == ""


# What came with a puzzle is checked against the answer.

GRID = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
OTHER = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
RENAMED = tuple(5 - value for value in GRID)
OPEN = Puzzle(Shape(2, 2), (1, 2, 3, 4, 3, 4, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("puzzle", "solutions", "complete", "words"),
    [
        (OPEN, [GRID], False, ""),
        (OPEN, [GRID, OTHER], False, ""),
        (OPEN, [], True, ""),
        (OPEN, [RENAMED], False, "not a solution: row 1 column 1 is given as 1; the answer has 4"),
        (OPEN, [GRID, (*GRID[:15], 4)], False, "not a solution: row 4 is not 1 to 4"),
        (OPEN, [GRID, OTHER, GRID], False, "the same solution is reported twice"),
        (replace(OPEN, solution=GRID), [OTHER], False, ""),
        (replace(OPEN, solution=GRID), [OTHER], True, "without the solution that came with the puzzle"),
        (replace(OPEN, solution=GRID), [], True, "without the solution that came with the puzzle"),
        (replace(OPEN, solution=GRID), [], False, ""),
        (replace(OPEN, solution=RENAMED), [], True, ""),
        (replace(OPEN, solutions=1), [GRID, OTHER], False, "2 found; the puzzle came with a count of 1"),
        (replace(OPEN, solutions=2), [GRID, OTHER], False, ""),
        (replace(OPEN, solutions=2), [GRID], False, ""),
        (replace(OPEN, solutions=2), [GRID], True, "1 found and no more; the puzzle came with a count of 2"),
        (replace(OPEN, solutions=0), [GRID], False, "1 found; the puzzle came with a count of 0"),
    ],
)
def test_an_answer_is_wrong_when_the_rules_or_what_came_with_the_puzzle_say_so(puzzle, solutions, complete, words):
    reason = wrong(puzzle, solutions, complete)
    assert words in reason
    assert bool(reason) == bool(words)


@pytest.mark.parametrize(
    ("puzzle", "solutions", "words"),
    [
        (OPEN, [GRID], ""),
        (replace(OPEN, solution=GRID), [GRID], ""),
        (replace(OPEN, solution=GRID), [], ""),
        (replace(OPEN, solution=GRID), [OTHER], "both are right, so it has more than one"),
        (replace(OPEN, solution=GRID), [OTHER, GRID], ""),
        (replace(OPEN, solution=RENAMED), [GRID], "the solution that came with the puzzle is wrong"),
    ],
)
def test_a_right_answer_is_remarked_on_when_what_came_with_the_puzzle_is_odd(puzzle, solutions, words):
    assert words in remark(puzzle, solutions)
    assert bool(remark(puzzle, solutions)) == bool(words)
