"""Exact cover: the kernel, which models are covers, and numbers that are known."""

import pytest

from csp.answer import Question, Unsupported, conclude
from csp.covering import covering_of
from csp.exact_cover import COUNTERS, EXHAUSTED, SOLUTION, chosen_nodes, initial_state, make_exact_cover, option_of_node
from csp.model import AllDifferent, Builder, Linear, Model, NotEqual, Predicate, Table
from csp.strategies.exact_cover import ExactCover
from csp.sudoku.bank import read_bank
from csp.sudoku.model import model_of

KNUTH = [[3, 5, 6], [1, 4, 7], [2, 3, 6], [1, 4], [2, 7], [4, 5, 7]]
"""The example of Knuth's Dancing Links (2000): the only cover is options 0, 3 and 4."""


def queens(size: int) -> Model:
    lines = [[sign * column for column in range(size)] for sign in (0, 1, -1)]
    return Model((range(size),) * size, [AllDifferent(range(size), line) for line in lines])


def langford(size: int) -> Model:
    """The places of the two copies of each number from 1 to `size`."""
    draft = Builder()
    places = []
    for number in range(1, size + 1):
        pair = [draft.variable(f"{copy} {number}", range(2 * size)) for copy in ("first", "second")]
        draft.add(Linear(pair, (-1, 1), "=", number + 1))
        places += pair
    draft.add(AllDifferent(places))
    return draft.model()


def count(model: Model, backend: str) -> int:
    answer = ExactCover().prepare(model, Question(10**9, backend=backend, keep=0))()
    assert answer.complete
    assert answer.solutions == ()
    assert answer.nodes == answer.backtracks
    return answer.count


def test_the_example_of_the_paper_has_its_one_cover(backend):
    from backends import jit_for

    search, state = make_exact_cover(jit_for(backend)), initial_state(7, 7, KNUTH, backend)
    before, counters = state.copy(), COUNTERS.zeros(backend)
    assert search(state, counters, 1000) == SOLUTION
    options = option_of_node(7, KNUTH)
    assert sorted(options[node] for node in chosen_nodes(state)) == [0, 3, 4]
    assert search(state, counters, 1000) == EXHAUSTED
    # All links are where they were.
    assert [list(one) for one in state[:6]] == [list(one) for one in before[:6]]


def test_a_secondary_item_is_covered_at_most_once(backend):
    from backends import jit_for

    def covers(options: list[list[int]]) -> int:
        search, state = make_exact_cover(jit_for(backend)), initial_state(2, 3, options, backend)
        counters, found = COUNTERS.zeros(backend), 0
        while search(state, counters, 1000) == SOLUTION:
            found += 1
        return found

    assert covers([[1], [2]]) == 1
    assert covers([[1, 3], [2]]) == 1
    assert covers([[1, 3], [2, 3]]) == 0
    assert covers([[1, 3], [1], [2, 3], [2]]) == 3


@pytest.mark.parametrize(("size", "solutions"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens(backend, size, solutions):
    assert count(queens(size), backend) == solutions


@pytest.mark.parametrize(("order", "squares"), [(1, 1), (2, 2), (3, 12), (4, 576)])
def test_latin_squares(backend, latin_square, order, squares):
    assert count(latin_square(order), backend) == squares


@pytest.mark.parametrize(("size", "pairs"), [(3, 1), (4, 1), (5, 0), (7, 26)])
def test_langford_pairs_each_found_in_both_directions(backend, size, pairs):
    assert count(langford(size), backend) == 2 * pairs


def test_colourings_of_australia(backend, australia):
    assert count(australia, backend) == 18


def test_a_puzzle_of_singles_has_a_node_for_each_blank_and_both_backends_do_the_same_work(ask):
    puzzles = {puzzle.name: model_of(puzzle) for puzzle in read_bank("named")}
    compiled, python = (ask(ExactCover(), puzzles["textbook"], 2, backend=name) for name in ("compiled", "python"))
    assert compiled == python
    assert (compiled.nodes, conclude(compiled)) == (51, "unique")
    hard = [ask(ExactCover(), puzzles["Inkala 2010"], 2, backend=name) for name in ("compiled", "python")]
    assert hard[0] == hard[1]
    assert conclude(hard[0]) == "unique"


def test_the_values_of_a_line_must_all_be_taken_and_become_primary_items():
    tight = covering_of(Model(((1, 2, 3),) * 3, (AllDifferent((0, 1, 2)),)))
    assert (tight.primary, tight.items) == (6, 6)
    loose = covering_of(Model(((1, 2, 3, 4),) * 3, (AllDifferent((0, 1, 2)),)))
    assert (loose.primary, loose.items) == (3, 7)


def test_givens_are_no_options_and_what_they_exclude_is_gone():
    covering = covering_of(Model(((1,), (1, 2, 3), (3, 4)), (NotEqual(0, 1), NotEqual(1, 2))))
    assert covering.given == {0: 1}
    assert covering.means == [{1: 2}, {1: 3}, {2: 3}, {2: 4}]
    assert not covering_of(Model(((1,), (1,)), (NotEqual(0, 1),))).possible


def test_variables_that_an_equation_ties_get_their_values_together(ask):
    model = Model((range(6), range(6), range(6)), (Linear((0, 1), (2, -1), "=", 1), Linear((1, 2), (1, 1), "=", 6)))
    answer = ask(ExactCover(), model, 100)
    assert set(answer.solutions) == {(1, 1, 5), (2, 3, 3), (3, 5, 1)}
    assert answer.nodes == 3


@pytest.mark.parametrize(
    ("constraint", "named"),
    [
        (Linear((0, 1, 2), (1, 1, 1), "=", 3), r"Linear over variables \(0, 1, 2\)"),
        (Linear((0, 1), (1, 1), "<=", 3), r"Linear over variables \(0, 1\)"),
        (Table((0, 2), ((1, 1),)), r"Table over variables \(0, 2\)"),
        (Predicate((1, 2), max), r"Predicate over variables \(1, 2\)"),
    ],
)
def test_what_is_no_exact_cover_is_refused_by_name(constraint, named):
    with pytest.raises(Unsupported, match=f"exact-cover takes AllDifferent, NotEqual, and equations .* {named}"):
        ExactCover().prepare(Model(((0, 1),) * 3, (constraint,)), Question())


def test_nothing_is_minimised():
    with pytest.raises(Unsupported, match="not the best one"):
        ExactCover().prepare(Model(((0, 1),), (), minimise=0), Question())
