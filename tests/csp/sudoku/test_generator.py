"""The generator: the same puzzles from the same seed, unique and minimal by a second opinion, as was wished for."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends import generator
from csp.answer import Question, conclude
from csp.strategies.backtracking import Backtracking
from csp.sudoku.check import mistake
from csp.sudoku.generator import (
    CannotGenerate,
    another_solution,
    complete_grid,
    generate,
    generate_many,
    harden,
    is_minimal,
    number_of_givens,
    prove,
    without,
)
from csp.sudoku.grid import Puzzle, Shape, read_values
from csp.sudoku.model import model_of

FOUR, SIX, NINE = Shape(2, 2), Shape(2, 3), Shape(3, 3)
SMALL_SHAPES = st.sampled_from([FOUR, SIX, Shape(3, 2), Shape(1, 4)])
TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def solutions_of(puzzle):
    """A second opinion: the solutions as exact covers, found by Knuth's Algorithm X over dicts of sets.

    An option (cell, value) meets four conditions; each condition has to be met by exactly one option.
    """
    size, high, wide = puzzle.shape.size, puzzle.shape.box_height, puzzle.shape.box_width
    met_by, options = {}, {}
    for cell, value in enumerate(puzzle.givens):
        row, column = divmod(cell, size)
        for number in [value] if value else range(1, size + 1):
            places = ("cell", cell), ("row", row, number), ("column", column, number)
            met_by[cell, number] = [*places, ("box", row // high, column // wide, number)]
    for option, conditions in met_by.items():
        for condition in conditions:
            options.setdefault(condition, set()).add(option)
    if len(options) == 4 * size * size:  # otherwise there is a condition that nothing meets
        yield from exact_covers(met_by, options, [])


def exact_covers(met_by, options, chosen):
    if not options:
        yield tuple(number for _, number in sorted(chosen))
        return
    scarcest = min(options, key=lambda condition: len(options[condition]))
    for option in list(options[scarcest]):
        removed = [remove(condition, met_by, options) for condition in met_by[option]]
        yield from exact_covers(met_by, options, [*chosen, option])
        for condition in reversed(met_by[option]):
            restore(condition, removed.pop(), met_by, options)


def remove(condition, met_by, options):
    """Take out a condition that is met, and from all others the options that would meet it again."""
    for option in options[condition]:
        for other in met_by[option]:
            if other != condition and other in options:
                options[other].discard(option)
    return options.pop(condition)


def restore(condition, its_options, met_by, options):
    options[condition] = its_options
    for option in its_options:
        for other in met_by[option]:
            if other != condition and other in options:
                options[other].add(option)


def count_up_to_two(puzzle):
    return len(list(islice(solutions_of(puzzle), 2)))


def givens_of(puzzle):
    return [cell for cell, value in enumerate(puzzle.givens) if value]


def test_the_second_opinion_counts_the_288_grids_of_4x4():
    assert len(set(solutions_of(Puzzle(FOUR, (0,) * 16)))) == 288


@pytest.mark.parametrize("shape", [FOUR, SIX, NINE], ids=str)
@pytest.mark.parametrize("wishes", [{}, {"minimal": True}, {"symmetric": True}], ids=["usual", "minimal", "symmetric"])
def test_both_backends_make_the_same_puzzles(shape, wishes):
    interpreted = list(generate_many(shape, 3, 7, backend="python", **wishes))
    assert interpreted == list(generate_many(shape, 3, 7, backend="compiled", **wishes))
    assert interpreted == list(generate_many(shape, 3, 7, backend="python", **wishes))


def test_a_puzzle_depends_on_its_number_and_not_on_how_many_there_are():
    many = list(generate_many(SIX, 5, 0, backend="python"))
    assert many[4] == generate(SIX, 0, number=4, backend="python")
    assert len({puzzle.hash for puzzle in many}) == 5
    assert [puzzle.name for puzzle in many] == [f"6x6-0-{number}" for number in range(5)]


def test_another_seed_makes_other_puzzles():
    assert generate(NINE, 0).givens != generate(NINE, 1).givens


@settings(max_examples=40, deadline=None)
@given(SMALL_SHAPES, st.integers(0, 2**64), st.booleans())
def test_a_generated_puzzle_has_one_solution_and_carries_it(shape, seed, minimal):
    puzzle = generate(shape, seed, minimal=minimal, backend="python")
    assert list(islice(solutions_of(puzzle), 2)) == [puzzle.solution]
    assert puzzle.solutions == 1
    assert mistake(puzzle, puzzle.solution) == ""


@settings(max_examples=20, deadline=None)
@given(SMALL_SHAPES, st.integers(0, 1000))
def test_a_minimal_puzzle_has_several_solutions_without_any_one_given(shape, seed):
    puzzle = generate(shape, seed, minimal=True, backend="python")
    assert all(count_up_to_two(without(puzzle, cell)) == 2 for cell in givens_of(puzzle))
    assert is_minimal(puzzle, backend="python") is True


def test_a_minimal_9x9_has_several_solutions_without_any_one_given():
    puzzle = generate(NINE, 3, minimal=True)
    assert list(islice(solutions_of(puzzle), 2)) == [puzzle.solution]
    assert all(count_up_to_two(without(puzzle, cell)) == 2 for cell in givens_of(puzzle))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([FOUR, SIX]), st.integers(0, 1000), st.integers(0, 4))
def test_a_given_may_go_exactly_when_the_rest_is_still_unique(shape, seed, more):
    puzzle = generate(shape, seed, givens=shape.cells // 3 + 1 + more, backend="python")
    for cell in givens_of(puzzle):
        needed = count_up_to_two(without(puzzle, cell)) == 2
        assert another_solution(puzzle, cell, 10_000, "python") == ("satisfied" if needed else "unsatisfiable")


def test_the_number_of_givens_is_the_one_asked_for():
    for number, givens in enumerate((25, 30, 45, 81)):
        assert number_of_givens(generate(NINE, 1, number=number, givens=givens)) == givens
    exact = generate(NINE, 1, givens=25, minimal=True)
    assert number_of_givens(exact) == 25
    assert is_minimal(exact)


def test_without_a_wish_two_fifths_of_the_cells_are_given():
    assert [number_of_givens(generate(shape, 2)) for shape in (FOUR, SIX, NINE)] == [6, 14, 32]


@pytest.mark.parametrize("givens", [None, 31, 32])
def test_a_half_turn_leaves_a_symmetric_pattern_as_it_is(givens):
    puzzle = generate(NINE, 5, givens=givens, symmetric=True)
    given = [bool(value) for value in puzzle.givens]
    assert given == given[::-1]
    assert number_of_givens(puzzle) == givens or givens is None
    assert conclude(prove(puzzle)) == "unique"


@pytest.mark.parametrize("size", [8, 12, 16])
def test_larger_and_oblong_shapes_come_out_unique_too(size):
    puzzle = generate(Shape.of_size(size), 0, givens=size * size * 6 // 10)
    assert list(islice(solutions_of(puzzle), 2)) == [puzzle.solution]


@pytest.mark.parametrize(
    ("shape", "wishes", "message"),
    [
        (NINE, {"givens": 7}, "from 8 to 81"),
        (NINE, {"givens": 82}, "from 8 to 81"),
        (FOUR, {"givens": 7, "symmetric": True}, "an even number of givens"),
        (NINE, {"minimal": True, "symmetric": True}, "ask for one or the other"),
        (FOUR, {"givens": 3}, "fewest: 4"),
        (FOUR, {"givens": 12, "minimal": True}, "ask for another number"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_ask_for_instead(shape, wishes, message):
    with pytest.raises(CannotGenerate, match=message):
        generate(shape, 0, backend="python", **wishes)


@pytest.mark.slow
def test_a_minimal_puzzle_that_the_search_cannot_prove_is_refused():
    with pytest.raises(CannotGenerate, match="leave out minimal"):
        generate(Shape(4, 4), 0, minimal=True)


def test_every_4x4_grid_comes_up():
    rng = generator(0, "fill")
    assert len({complete_grid(FOUR, rng, "python") for _ in range(4_000)}) == 288


def test_a_hardened_puzzle_keeps_its_solution_and_takes_longer_to_prove():
    start = generate(NINE, 0, minimal=True)
    hard = harden(start, 1_000, 60, generator(0, "harden"))
    assert hard.solution == start.solution
    assert prove(start).nodes < 1_000 <= prove(hard).nodes
    assert is_minimal(hard)
    assert hard == harden(start, 1_000, 60, generator(0, "harden"))


def test_the_textbook_puzzle_is_unique_and_not_minimal():
    puzzle = Puzzle(NINE, read_values(TEXTBOOK))
    assert conclude(prove(puzzle, backend="python")) == "unique"
    assert is_minimal(puzzle, backend="python") is False


def valid_puzzles(givens):
    """How many 4x4 puzzles with so many givens are unique, each counted once for every renaming of its values."""
    ascending = Backtracking("mrv", "ascending", "forward-checking")
    total = 0
    for cells in combinations(range(16), givens):
        for values in first_used_first(givens):
            grid = [0] * 16
            for cell, value in zip(cells, values, strict=True):
                grid[cell] = value
            # With two values missing, the two could be exchanged; a clash has no solution.
            if max(values) < 3 or any(clash(grid, cell) for cell in cells):
                continue
            model = model_of(Puzzle(FOUR, tuple(grid)))
            if conclude(ascending.prepare(model, Question(solutions=2))()) == "unique":
                total += 24  # 4! namings, also when only three of the four values are used
    return total


def first_used_first(length):
    """Sequences over 1..4 in which a value is used for the first time only after all the lower ones."""
    found = [(1,)]
    for _ in range(length - 1):
        found = [(*values, new) for values in found for new in range(1, min(max(values) + 1, 4) + 1)]
    return found


def clash(grid, cell):
    units = [unit for unit in FOUR.units if cell in unit]
    return any(grid[other] == grid[cell] for unit in units for other in unit if other != cell)


# OEIS A109252
def test_25728_puzzles_of_4x4_with_four_givens_are_unique():
    assert valid_puzzles(4) == 25_728


@pytest.mark.slow
def test_284160_puzzles_of_4x4_with_five_givens_are_unique():
    assert valid_puzzles(5) == 284_160
