"""Puzzles whose solutions are known: every strategy that can do one in reasonable time gets it right."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from csp.answer import conclude
from csp.strategies.backtracking import Backtracking
from csp.strategies.cp_sat import CpSat
from csp.strategies.python_constraint import PythonConstraint
from csp.sudoku.check import mistake
from csp.sudoku.grid import Puzzle, Shape, read_values, write_values
from csp.sudoku.model import model_of

# name: puzzle, number of solutions, the solution where there is one
KNOWN = {
    "textbook": (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        1,
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    ),
    "Inkala 2012": (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        1,
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    ),
    "Inkala 2010": (
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
        1,
        "145327698839654127672918543496185372218473956753296481367542819984761235521839764",
    ),
    "AI Escargot": (
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        1,
        "162857493534129678789643521475312986913586742628794135356478219241935867897261354",
    ),
    "Golden Nugget": (
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        1,
        "751846239892371465643259871238197546974562318165438927319684752527913684486725193",
    ),
    "Easter Monster": (
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        1,
        "174385962293467158586192734451923876928674315367851249719548623635219487842736591",
    ),
    "Platinum Blonde": (
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
        1,
        "839465712146782953752391486391824675564173829287659341628537194913248567475916238",
    ),
    "anti-brute-force": (
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        1,
        "987654321246173985351928746128537694634892157795461832519286473472319568863745219",
    ),
    "impossible": (
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        0,
        "",
    ),
    "two solutions": (
        ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.",
        2,
        "",
    ),
    "three solutions": (
        "..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........",
        3,
        "",
    ),
    "duplicate in a box": (
        "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87",
        0,
        "",
    ),
    "no candidate for a cell": (
        "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
        0,
        "",
    ),
}

HARD_1 = ".....6....59.....82....8....45........3........6..3.54...325..6.................."

HARD_FOR_PYTHON = {"Platinum Blonde", "anti-brute-force"}
TOO_LONG = {
    "optimized": {"Inkala 2012", "Golden Nugget", "Easter Monster", *HARD_FOR_PYTHON},
    "backtracking": HARD_FOR_PYTHON,
    "recursive": HARD_FOR_PYTHON,
    "parallel": {"Inkala 2012", "Golden Nugget", "Easter Monster", *HARD_FOR_PYTHON},
}


def within_seconds(strategy) -> Iterator[str]:
    """The puzzles that a strategy solves in seconds at most."""
    for name in KNOWN:
        if name == "impossible":
            if isinstance(strategy, CpSat):
                yield name
        elif isinstance(strategy, PythonConstraint):
            if name not in TOO_LONG[strategy.solver]:
                yield name
        elif name != "anti-brute-force" or strategy == CpSat() or getattr(strategy, "variable_order", "") == "mrv":
            yield name


def puzzle_of(text: str) -> Puzzle:
    return Puzzle(Shape(3, 3), read_values(text))


def test_every_puzzle_has_as_many_solutions_as_is_known(ask, enumerator):
    for name in within_seconds(enumerator):
        text, number, solution = KNOWN[name]
        puzzle = puzzle_of(text)
        answer = ask(enumerator, model_of(puzzle), number + 1)
        assert len(set(answer.solutions)) == len(answer.solutions) == number, name
        assert answer.complete, name
        assert [mistake(puzzle, grid) for grid in answer.solutions] == [""] * number, name
        if solution:
            assert write_values(answer.solutions[0]) == solution, name


@pytest.mark.parametrize("strategy", [Backtracking("mrv"), CpSat(), PythonConstraint()], ids=repr)
def test_the_first_solution_of_a_unique_puzzle_is_its_solution(ask, strategy):
    for name in within_seconds(strategy):
        text, number, solution = KNOWN[name]
        answer = ask(strategy, model_of(puzzle_of(text)))
        if number == 0:
            assert conclude(answer) == "unsatisfiable", name
        else:
            assert len(answer.solutions) == 1, name
            assert conclude(answer) in ("satisfied", "unique"), name
        if solution:
            assert write_values(answer.solutions[0]) == solution, name


@pytest.mark.parametrize(
    "strategy",
    [
        Backtracking(),
        Backtracking(propagation="forward-checking"),
        Backtracking("mrv", propagation="forward-checking"),
        CpSat(),
        CpSat(presolve=False),
        PythonConstraint("backtracking"),
        PythonConstraint("optimized"),
    ],
    ids=repr,
)
def test_a_puzzle_with_millions_of_solutions_gives_a_thousand_different_ones(ask, strategy):
    puzzle = puzzle_of(HARD_1)
    answer = ask(strategy, model_of(puzzle), 1000)
    assert len(set(answer.solutions)) == len(answer.solutions) == 1000
    assert not answer.complete
    assert {mistake(puzzle, grid) for grid in answer.solutions} == {""}


def test_local_search_gives_up_on_the_textbook_puzzle_and_does_not_call_it_unsatisfiable(ask):
    answer = ask(PythonConstraint("min-conflicts", steps=10), model_of(puzzle_of(KNOWN["textbook"][0])))
    assert conclude(answer) == "gave-up"


def test_there_are_288_grids_of_4x4(ask, enumerator):
    puzzle = Puzzle(Shape(2, 2), (0,) * 16)
    answer = ask(enumerator, model_of(puzzle), 1000)
    assert len(set(answer.solutions)) == len(answer.solutions) == 288
    assert answer.complete
    assert {mistake(puzzle, grid) for grid in answer.solutions} == {""}


@pytest.mark.slow
def test_25728_puzzles_of_4x4_with_four_givens_have_one_solution(ask):
    """OEIS A109252. Each belongs to one grid; renaming the values makes 24 puzzles of one, so 12 grids will do."""
    strategy, shape = Backtracking("mrv", propagation="forward-checking"), Shape(2, 2)
    grids = ask(strategy, model_of(Puzzle(shape, (0,) * 16)), 1000).solutions
    unique = 0
    for grid in grids:
        if grid[:4] != (1, 2, 3, 4):
            continue
        for kept in combinations(range(16), 4):
            givens = tuple(value if cell in kept else 0 for cell, value in enumerate(grid))
            unique += len(ask(strategy, model_of(Puzzle(shape, givens)), 2).solutions) == 1
    assert unique * 24 == 25_728
