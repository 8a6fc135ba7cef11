"""What the tests of csp/ share: every strategy with every setting, puzzles made from known grids, and an oracle."""

import random
from collections.abc import Callable
from dataclasses import fields
from importlib.util import find_spec
from itertools import product
from typing import get_args

import pytest

from csp.answer import Answer, Question
from csp.model import AllDifferent, Model, NotEqual
from csp.strategies.backtracking import Backtracking
from csp.strategies.cp_sat import CpSat
from csp.strategies.python_constraint import PythonConstraint, SolverName
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.model import model_of

EXTRAS = {"sat": "pysat", "cpmpy": "cpmpy"}
"""What some strategies need that need not be installed."""

SETTINGS = (
    *(Backtracking(order, "ascending", look) for order in ("static", "mrv") for look in ("none", "forward-checking")),
    Backtracking("static", "descending", "forward-checking"),
    Backtracking("static", "random", "forward-checking"),
    Backtracking("mrv", "random", "none"),
)
"""Of the settings that see Sudoku as the first kernels did: each is compiled, which takes seconds. All combinations are
run interpreted by test_search_settings.py."""

OTHERS = (CpSat(), CpSat(presolve=False), *(PythonConstraint(solver) for solver in get_args(SolverName)))
STRATEGIES = (*SETTINGS, *OTHERS)
ENUMERATORS = tuple(strategy for strategy in STRATEGIES if strategy != PythonConstraint("min-conflicts"))


def name_of(strategy: object) -> str:
    """`Backtracking-mrv-ascending-none`."""
    return "-".join([type(strategy).__name__, *(str(getattr(strategy, field.name)) for field in fields(strategy))])


@pytest.fixture(params=SETTINGS, ids=name_of)
def setting(request):
    """Each setting of our own search."""
    return request.param


@pytest.fixture(params=STRATEGIES, ids=name_of)
def strategy(request):
    """Each strategy with each of its settings."""
    return request.param


@pytest.fixture(params=ENUMERATORS, ids=name_of)
def enumerator(request):
    """Each strategy that finds more than one solution."""
    return request.param


@pytest.fixture(scope="session")
def enumerators():
    """All of them, for tests that draw the model."""
    return ENUMERATORS


@pytest.fixture(params=["python", "compiled"])
def backend(request):
    return request.param


@pytest.fixture(scope="session")
def registered() -> dict[str, object]:
    """Every strategy that comes with the project and whose package is here, with its parameters at their defaults."""
    from benchmarks import catalogue  # noqa: F401  (registers them)
    from benchmarks.registry import STRATEGIES as ENTRIES

    entries = [entry for entry in ENTRIES if entry.family == "csp" and entry.origin == "csp"]
    return {entry.name: entry.make() for entry in entries if find_spec(EXTRAS.get(entry.name, "csp")) is not None}


@pytest.fixture(scope="session")
def ask() -> Callable[..., Answer]:
    """Prepare and solve, with the strategy's preferred backend unless another is named."""

    def ask(strategy, model: Model, solutions: int = 1, **question) -> Answer:
        return strategy.prepare(model, Question(solutions, **{"backend": strategy.backends[0], **question}))()

    return ask


@pytest.fixture(scope="session")
def satisfies() -> Callable[[Model, tuple[int, ...]], bool]:
    """Whether a solution obeys a model, by the definition of its constraints and nothing of csp/ but its data."""

    def satisfies(model: Model, solution: tuple[int, ...]) -> bool:
        if len(solution) != len(model.domains):
            return False
        if not all(value in domain for value, domain in zip(solution, model.domains, strict=True)):
            return False
        for constraint in model.constraints:
            values = [solution[variable] for variable in constraint.scope]
            if len(set(values)) < len(values):
                return False
        return True

    return satisfies


@pytest.fixture(scope="session")
def brute_force(satisfies) -> Callable[[Model], set[tuple[int, ...]]]:
    """Every solution, by trying every assignment."""
    return lambda model: {values for values in product(*model.domains) if satisfies(model, values)}


def shifted_grid(shape: Shape) -> tuple[int, ...]:
    """A right grid of any shape: each row is the one above moved by a box's width, each band by one more."""
    return tuple(
        (shape.box_width * (row % shape.box_height) + row // shape.box_height + column) % shape.size + 1
        for row in range(shape.size)
        for column in range(shape.size)
    )


@pytest.fixture(scope="session")
def right_grid() -> Callable[[Shape], tuple[int, ...]]:
    return shifted_grid


def emptied(shape: Shape, blanks: int, rng: random.Random) -> Puzzle:
    """A puzzle with so many blanks, from a right grid whose values, rows and columns are shuffled."""
    values = rng.sample(range(1, shape.size + 1), shape.size)

    def order(lines: int, group: int) -> list[int]:
        groups = rng.sample(range(lines // group), lines // group)
        return [which * group + line for which in groups for line in rng.sample(range(group), group)]

    rows, columns = order(shape.size, shape.box_height), order(shape.size, shape.box_width)
    grid = shifted_grid(shape)
    givens = [values[grid[row * shape.size + column] - 1] for row in rows for column in columns]
    for cell in rng.sample(range(shape.cells), blanks):
        givens[cell] = 0
    return Puzzle(shape, tuple(givens))


@pytest.fixture(scope="session")
def small_models() -> tuple[Model, ...]:
    """300 Sudoku models: 150 of 4x4, 100 of 6x6, 50 of 9x9, from nearly full to open ones with many solutions.

    A tenth of them is made unsatisfiable by one more given that no rule forbids directly, or by one that a rule does.
    """
    rng = random.Random(20_260)
    models = []
    for shape, count, most in ((Shape(2, 2), 150, 14), (Shape(2, 3), 100, 26), (Shape(3, 3), 50, 50)):
        for number in range(count):
            puzzle = emptied(shape, rng.randint(2, most), rng)
            givens = list(puzzle.givens)
            if number % 10 == 0:
                givens[rng.choice([cell for cell, value in enumerate(givens) if not value])] = rng.randint(
                    1, shape.size
                )
            models.append(model_of(Puzzle(shape, tuple(givens))))
    return tuple(models)


@pytest.fixture(scope="session")
def australia() -> Model:
    """The map of Australia in three colours; Tasmania (6) touches nothing (Russell and Norvig, chapter 6)."""
    borders = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4), (4, 5)]
    return Model(((0, 1, 2),) * 7, tuple(NotEqual(left, right) for left, right in borders))


@pytest.fixture(scope="session")
def latin_square() -> Callable[[int], Model]:
    """The Latin squares of an order: rows and columns all different."""

    def model(order: int) -> Model:
        rows = [tuple(range(order * row, order * row + order)) for row in range(order)]
        columns = [tuple(range(column, order * order, order)) for column in range(order)]
        return Model((tuple(range(order)),) * order**2, tuple(AllDifferent(line) for line in (*rows, *columns)))

    return model
