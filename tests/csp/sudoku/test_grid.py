"""Shapes, puzzles and the text that they are written in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp.sudoku.grid import ALPHABET, BLANK, BOXES, Puzzle, Shape, read_values, write_values

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SHAPES = [Shape(high, wide) for high in range(1, 6) for wide in range(1, 8) if high * wide <= len(ALPHABET)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_cell_is_in_one_row_one_column_and_one_box(shape: Shape) -> None:
    units = shape.units
    assert len(units) == 3 * shape.size
    assert {len(set(unit)) for unit in units} == {shape.size}
    for kind in range(3):
        cells = [cell for unit in units[kind * shape.size : (kind + 1) * shape.size] for cell in unit]
        assert sorted(cells) == list(range(shape.cells))


def test_a_box_has_its_height_and_width() -> None:
    first_box = Shape(2, 3).units[12]
    assert first_box == (0, 1, 2, 6, 7, 8)


@pytest.mark.parametrize(("size", "box"), BOXES.items())
def test_each_size_has_its_usual_box(size: int, box: tuple[int, int]) -> None:
    shape = Shape.of_size(size)
    assert (shape.box_height, shape.box_width) == box
    assert (shape.size, shape.cells, str(shape)) == (size, size * size, f"{size}x{size}")
    assert box[0] <= box[1]


def test_grids_go_up_to_25x25_and_beyond() -> None:
    assert {4, 6, 8, 9, 10, 12, 15, 16, 20, 25} <= set(BOXES)
    assert max(BOXES) <= len(ALPHABET)


@pytest.mark.parametrize("size", [0, 1, 5, 7, 11, 36, -9])
def test_other_sizes_have_no_usual_box(size: int) -> None:
    with pytest.raises(ValueError, match=f"no usual box shape for a {size}x{size} grid; sizes: 4, 6, 8, 9"):
        Shape.of_size(size)


@pytest.mark.parametrize("box", [(0, 3), (3, 0), (-3, -3), (6, 6), (1, 36)])
def test_a_box_without_cells_or_with_more_than_there_are_symbols_is_no_shape(box: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a box has 1 to 35"):
        Shape(*box)


def test_a_cell_is_named_by_row_and_column_from_1() -> None:
    assert [Shape(3, 3).name_of(cell) for cell in (0, 8, 9, 80)] == [
        "row 1 column 1",
        "row 1 column 9",
        "row 2 column 1",
        "row 9 column 9",
    ]


def test_a_puzzle_has_a_text_and_a_hash_of_its_content() -> None:
    puzzle = Puzzle(Shape(3, 3), read_values(TEXTBOOK), "textbook", read_values(SOLUTION), 1)
    assert puzzle.text == TEXTBOOK
    assert puzzle.hash == Puzzle(Shape(3, 3), read_values(TEXTBOOK)).hash
    assert len(puzzle.hash) == 16
    assert puzzle.hash != Puzzle(Shape(3, 3), read_values(SOLUTION)).hash


def test_the_same_givens_in_other_boxes_are_another_puzzle() -> None:
    givens = (1, *[0] * 35)
    assert Puzzle(Shape(2, 3), givens).hash != Puzzle(Shape(3, 2), givens).hash


@pytest.mark.parametrize(
    ("givens", "solution", "message"),
    [
        ([0] * 80, None, "80 givens; a 9x9 grid has 81 cells"),
        ([0] * 82, None, "82 givens; a 9x9 grid has 81 cells"),
        ([], None, "0 givens"),
        ([10, *[0] * 80], None, r"givens outside 0 \.\. 9"),
        ([-1, *[0] * 80], None, r"givens outside 0 \.\. 9"),
        ([0] * 81, [1] * 80, "80 values of a solution; a 9x9 grid has 81 cells"),
        ([0] * 81, [], "0 values of a solution"),
        ([0] * 81, [10, *[1] * 80], r"values of a solution outside 1 \.\. 9"),
        ([0] * 81, [0, *[1] * 80], r"values of a solution outside 1 \.\. 9"),
    ],
)
def test_a_puzzle_of_the_wrong_size_or_with_other_values_is_refused(
    givens: list[int], solution: list[int] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Puzzle(Shape(3, 3), tuple(givens), solution=None if solution is None else tuple(solution))


@given(st.lists(st.integers(0, len(ALPHABET))).map(tuple))
def test_values_that_are_written_are_read_again(values: tuple[int, ...]) -> None:
    text = write_values(values)
    assert set(text) <= set(ALPHABET + BLANK)
    assert read_values(text) == values


@pytest.mark.parametrize("symbol", ["0", "a", " ", "-", "٣"])
def test_a_symbol_that_is_never_written_is_not_read(symbol: str) -> None:
    with pytest.raises(ValueError, match="is neither a value nor"):
        read_values("1" + symbol)
