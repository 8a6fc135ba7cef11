"""The fast kernel as a strategy: what it takes, what it refuses, and what it counts."""

import pytest

from csp.answer import Question, Unsupported, conclude
from csp.model import AllDifferent, Model, NotEqual
from csp.strategies.backtracking import Backtracking
from csp.strategies.bitboard import Bitboard
from csp.sudoku.bank import read_bank
from csp.sudoku.grid import Puzzle, Shape, read_values
from csp.sudoku.model import model_of

NINE = Shape(3, 3)
TEXTBOOK = model_of(
    Puzzle(NINE, read_values("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
)
EMPTY = model_of(Puzzle(NINE, (0,) * 81))


def named(name: str) -> Model:
    return model_of(next(puzzle for puzzle in read_bank("named") if puzzle.name == name))


def refusal(model: Model) -> str:
    with pytest.raises(Unsupported) as error:
        Bitboard().prepare(model, Question())
    return str(error.value)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (Model((), ()), "the model has 0 variables instead of 81"),
        (model_of(Puzzle(Shape(4, 4), (0,) * 256)), "the model has 256 variables instead of 81"),
        (model_of(Puzzle(Shape(1, 9), (0,) * 81)), "its constraints are not"),
        (Model(EMPTY.domains, EMPTY.constraints[:-1]), "its constraints are not"),
        (Model(EMPTY.domains, (*EMPTY.constraints, NotEqual(0, 80))), "its constraints are not"),
        (Model(EMPTY.domains, (*EMPTY.constraints, AllDifferent(tuple(range(0, 81, 10))))), "its constraints are not"),
        (Model(((0, 1, 2), *EMPTY.domains[1:]), EMPTY.constraints), "variable 0 may have 0"),
        (Model((*EMPTY.domains[:-1], (10,)), EMPTY.constraints), "variable 80 may have 10"),
    ],
)
def test_what_is_no_9x9_sudoku_is_refused_by_name(model, reason):
    assert refusal(model).startswith(f"bitboard solves 9x9 Sudoku and nothing else: {reason}")


def test_the_order_of_constraints_and_of_their_cells_does_not_matter(ask):
    turned = tuple(AllDifferent(constraint.scope[::-1]) for constraint in TEXTBOOK.constraints[::-1])
    assert ask(Bitboard(), Model(TEXTBOOK.domains, turned), 2) == ask(Bitboard(), TEXTBOOK, 2)


def test_a_cell_may_have_any_part_of_the_values_to_begin_with(ask, backend):
    domains = tuple((1, 2, 3) if cell < 3 else tuple(range(1, 10)) for cell in range(81))
    answer = ask(Bitboard(), Model(domains, EMPTY.constraints), 20, backend=backend)
    assert len(answer.solutions) == 20
    assert all(set(solution[:3]) == {1, 2, 3} for solution in answer.solutions)


@pytest.mark.parametrize(
    ("name", "solutions", "conclusion"),
    [
        ("textbook", 2, "unique"),
        ("textbook", 1, "satisfied"),
        ("two solutions", 2, "multiple"),
        ("impossible (P. Norvig)", 1, "unsatisfiable"),
    ],
)
def test_what_it_establishes(ask, backend, name, solutions, conclusion):
    assert conclude(ask(Bitboard(), named(name), solutions, backend=backend)) == conclusion


def test_all_solutions_are_found_each_once(ask, backend):
    for name, number in (("two solutions", 2), ("three solutions", 3)):
        answer = ask(Bitboard(), named(name), 100, backend=backend)
        expected = ask(Backtracking("mrv", propagation="forward-checking"), named(name), 100)
        assert len(answer.solutions) == len(set(answer.solutions)) == number
        assert set(answer.solutions) == set(expected.solutions)
        assert answer.complete


def test_the_empty_grid_has_as_many_solutions_as_anyone_wants(ask, satisfies):
    answer = ask(Bitboard(), EMPTY, 500)
    assert len(set(answer.solutions)) == 500
    assert not answer.complete
    assert all(satisfies(EMPTY, solution) for solution in answer.solutions)


def test_it_counts_what_it_places_by_choice_and_what_the_rules_fill_apart(ask, backend):
    answer = ask(Bitboard(), TEXTBOOK, 2, backend=backend)
    assert (answer.nodes, answer.backtracks, answer.checks, answer.prunings) == (0, 0, None, None)
    assert answer.counters == {"filled": 51}
    hard = ask(Bitboard(), named("Inkala 2012"), 2, backend=backend)
    assert hard.nodes == hard.backtracks > 0


def test_the_node_limit_is_said(ask, backend):
    answer = ask(Bitboard(), named("Inkala 2012"), 2, backend=backend, node_limit=3)
    assert (answer.nodes, answer.stopped, answer.complete) == (3, "node limit of 3", False)
    assert conclude(answer) in ("gave-up", "satisfied")


def test_each_call_counts_from_the_start():
    solve = Bitboard().prepare(named("Golden Nugget"), Question(2))
    assert solve() == solve()


def test_two_prepared_solves_share_nothing():
    first, second = (Bitboard().prepare(named(name), Question(5)) for name in ("three solutions", "AI Escargot"))
    alone = first(), second()
    assert (second(), first()) == alone[::-1]
