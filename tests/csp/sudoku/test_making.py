"""The 9x9 kernels of the generator: the grids and decisions of the search for all shapes, and of an outside solver."""

from dataclasses import replace

import pytest
from constraint import AllDifferentConstraint, BacktrackingSolver, Problem

from backends import generator
from csp.answer import Question
from csp.strategies.backtracking import Backtracking
from csp.sudoku.generator import FILL, FILL_LIMIT, NINE, generate, generate_many, number_of_givens, prove, without
from csp.sudoku.grid import Puzzle, read_values
from csp.sudoku.making import maker
from csp.sudoku.model import model_of

TEXTBOOK = read_values("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

EMPTY = model_of(Puzzle(NINE, (0,) * 81))


@pytest.mark.parametrize("backend", ["python", "compiled"])
@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32 - 1])
def test_a_seed_fills_the_grid_as_the_search_for_all_shapes_does(backend, seed):
    answer = FILL.prepare(EMPTY, Question(node_limit=FILL_LIMIT, seed=seed))()
    assert maker(backend).complete_grid(generator(seed, "value-order"), FILL_LIMIT) == answer.solutions[0]


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_filling_gives_up_after_exactly_as_many_nodes_as_the_search_for_all_shapes(backend):
    seed, nodes = next(
        (seed, answer.nodes)
        for seed in range(100)
        if (answer := FILL.prepare(EMPTY, Question(node_limit=FILL_LIMIT, seed=seed))()).nodes > 82
    )
    assert maker(backend).complete_grid(generator(seed, "value-order"), nodes - 1) is None
    assert maker(backend).complete_grid(generator(seed, "value-order"), nodes) is not None


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_given_may_go_when_the_search_for_all_shapes_proves_the_rest_unique(backend):
    puzzle = Puzzle(NINE, TEXTBOOK)
    may_go = [cell for cell in range(81) if TEXTBOOK[cell] and maker(backend).may_go(TEXTBOOK, cell)]
    unique = [
        cell for cell in range(81) if TEXTBOOK[cell] and len(prove(without(puzzle, cell), 100_000).solutions) == 1
    ]
    assert may_go == unique
    assert 0 < len(may_go) < 30


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_pair_goes_together_or_stays_and_never_below_the_fewest(backend):
    without_superfluous = maker(backend).without_superfluous
    needed = [cell for cell in range(81) if TEXTBOOK[cell] and not maker(backend).may_go(TEXTBOOK, cell)]
    free = [cell for cell in range(81) if TEXTBOOK[cell] and cell not in needed]
    assert without_superfluous(TEXTBOOK, [(free[0], needed[0])], 0) == TEXTBOOK
    assert without_superfluous(TEXTBOOK, [(needed[0], free[0])], 0) == TEXTBOOK
    assert without_superfluous(TEXTBOOK, [(free[0],)], 30) == TEXTBOOK
    assert without_superfluous(TEXTBOOK, [(free[0],)], 29) == (*TEXTBOOK[: free[0]], 0, *TEXTBOOK[free[0] + 1 :])


def solutions_by_python_constraint(puzzle):
    """How many solutions a library finds that shares nothing with this project, up to two."""
    problem = Problem(BacktrackingSolver())
    for cell, value in enumerate(puzzle.givens):
        problem.addVariable(cell, [value] if value else range(1, 10))
    for unit in NINE.units:
        problem.addConstraint(AllDifferentConstraint(), unit)
    found = 0
    for _ in problem.getSolutionIter():
        found += 1
        if found == 2:
            break
    return found


def test_python_constraint_agrees_that_puzzles_are_unique():
    for puzzle in generate_many(NINE, 3, 12, givens=30):
        assert solutions_by_python_constraint(puzzle) == 1


def test_the_search_for_all_shapes_agrees_that_puzzles_are_unique_and_minimal():
    question = Question(2)
    strategy = Backtracking("mrv", propagation="forward-checking")
    for puzzle in generate_many(NINE, 6, 12, minimal=True):
        assert strategy.prepare(model_of(puzzle), question)().solutions == (puzzle.solution,)
        for cell, value in enumerate(puzzle.givens):
            if value:
                assert len(strategy.prepare(model_of(without(puzzle, cell)), question)().solutions) == 2


def test_the_puzzles_of_a_seed_are_those_of_the_search_for_all_shapes():
    """Made again step by step: which givens go depends on the order, and the order on the seed."""
    puzzle = generate(NINE, 5, minimal=True)
    rng = generator(5, "sudoku", "3x3", 0)
    grid = FILL.prepare(EMPTY, Question(node_limit=FILL_LIMIT, seed=int(rng.random() * (1 << 32))))().solutions[0]
    order = list(range(81))
    for last in range(80, 0, -1):
        chosen = int(rng.random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    left = Puzzle(NINE, grid)
    for cell in order:
        if len(prove(without(left, cell), 1_000_000).solutions) == 1:
            left = without(left, cell)
    assert puzzle == replace(left, name="9x9-5-0", solution=grid, solutions=1)
    assert number_of_givens(puzzle) < 30
