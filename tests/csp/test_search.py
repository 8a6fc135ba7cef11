"""The search kernel: exact counts, in both backends, and what holds of every search whatever its settings."""

from itertools import permutations

import pytest

from backends import CannotCompile, compiling, generator, jit_for
from csp import orders, propagation
from csp.answer import Question
from csp.model import AllDifferent, Model, NotEqual
from csp.network import UNASSIGNED, Form
from csp.prepare import prepare
from csp.search import Parts, make_search
from csp.state import BACKTRACKS, COUNTERS, EXHAUSTED, LIMIT, NODES, RESTART, SOLUTION, Traits, initial_state
from csp.strategies.backtracking import Backtracking, kernel
from csp.sudoku.grid import Puzzle, Shape, read_values
from csp.sudoku.model import model_of

NO_LIMIT = 1 << 62

NAIVE = Backtracking()
MRV = Backtracking("mrv")
FC = Backtracking(propagation="forward-checking")
MRV_FC = Backtracking("mrv", propagation="forward-checking")

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
INKALA_2012 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def rng_for(setting: Backtracking):
    return generator(0) if setting.value_order == "random" else None


def sudoku(text: str) -> Model:
    return model_of(Puzzle(Shape(3, 3), read_values(text)))


@pytest.mark.parametrize(
    ("puzzle", "setting", "nodes"),
    [
        (TEXTBOOK, NAIVE, 4_208),
        (TEXTBOOK, MRV, 51),
        (TEXTBOOK, FC, 516),
        (TEXTBOOK, MRV_FC, 51),
        (INKALA_2012, NAIVE, 49_558),
        (INKALA_2012, MRV, 10_101),
        (INKALA_2012, MRV_FC, 10_101),
    ],
)
def test_the_nodes_of_known_puzzles_are_exact(ask, backend, puzzle, setting, nodes):
    answer = ask(setting, sudoku(puzzle), backend=backend)
    assert answer.nodes == nodes
    # What was placed and not taken back is the solution.
    assert answer.nodes - answer.backtracks == puzzle.count(".")


def test_the_textbook_puzzle_needs_no_backtracking_by_fewest_values_first(ask, backend):
    assert ask(MRV, sudoku(TEXTBOOK), backend=backend).backtracks == 0


def test_looking_back_counts_a_check_for_each_neighbour_and_prunes_nothing(ask, backend):
    # 0 and 1 are neighbours, 2 has none; each variable is looked at once.
    answer = ask(NAIVE, Model(((0, 1),) * 3, (NotEqual(0, 1),)), backend=backend)
    assert (answer.nodes, answer.checks, answer.prunings) == (3, 2, 0)


def test_forward_checking_counts_each_value_it_removes(ask, backend):
    # Placing 0 takes one value from each of three others; the next two do the same for those still unassigned.
    answer = ask(FC, Model(((0, 1, 2, 3),) * 4, (AllDifferent((0, 1, 2, 3)),)), backend=backend)
    assert (answer.nodes, answer.backtracks, answer.prunings) == (4, 0, 3 + 2 + 1)


def test_both_backends_give_identical_answers_and_counts(setting, small_models):
    """300 puzzles of three sizes, asked for 1, 2 and 10 solutions; within a limit, which must be the same limit."""
    for model in small_models:
        for solutions in (1, 2, 10):
            question = Question(solutions, node_limit=400, seed=solutions)
            answers = [
                setting.prepare(model, Question(question.solutions, question.node_limit, question.seed, backend))()
                for backend in ("python", "compiled")
            ]
            assert answers[0] == answers[1]


def test_every_solution_of_a_small_puzzle_is_right(ask, setting, small_models, satisfies):
    for model in small_models:
        answer = ask(setting, model, 10, node_limit=10_000)
        assert all(satisfies(model, solution) for solution in answer.solutions)
        assert len(set(answer.solutions)) == len(answer.solutions) <= 10


def test_settings_agree_on_what_is_unsatisfiable_unique_or_multiple(ask, enumerators, small_models):
    ours = [strategy for strategy in enumerators if isinstance(strategy, Backtracking)]
    for model in small_models[::3]:
        answers = [ask(strategy, model, 2, node_limit=20_000) for strategy in ours]
        counts = {(len(answer.solutions), answer.complete) for answer in answers if not answer.stopped}
        assert len(counts) <= 1


def test_what_was_placed_and_not_taken_back_is_what_is_assigned(setting, small_models, backend):
    search = kernel(setting, Form(), backend)[0]
    for model in small_models[::7]:
        prepared = prepare(model)
        if not prepared.consistent:
            continue
        given = sum(value != UNASSIGNED for value in prepared.assignment)
        for limit in (0, 1, 5, 50, NO_LIMIT):
            state, counters = initial_state(prepared, backend), COUNTERS.zeros(backend)
            network, rng = prepared.for_backend(backend, whole=False), rng_for(setting)
            outcome = search(network, state, rng, counters, limit, NO_LIMIT)
            while outcome == SOLUTION and counters[NODES] < 400:
                assigned = sum(value != UNASSIGNED for value in state.assignment)
                assert counters[NODES] - counters[BACKTRACKS] == assigned - given
                outcome = search(network, state, rng, counters, limit, NO_LIMIT)
            assigned = sum(value != UNASSIGNED for value in state.assignment)
            assert counters[NODES] - counters[BACKTRACKS] == assigned - given
            if outcome == EXHAUSTED:
                assert assigned == given


def test_an_exhausted_search_has_put_everything_back(setting, backend):
    model = Model(((0, 1, 2),) * 5, (AllDifferent((0, 1, 2)), NotEqual(2, 3)))
    prepared = prepare(model)
    start = initial_state(prepared, backend)
    state, counters = start.copy(), COUNTERS.zeros(backend)
    network, rng = prepared.for_backend(backend, whole=False), rng_for(setting)
    search = kernel(setting, Form(), backend)[0]
    found = 0
    while search(network, state, rng, counters, NO_LIMIT, NO_LIMIT) == SOLUTION:
        found += 1
    assert found == 6 * 2 * 3
    assert list(state.domains) == list(start.domains)
    assert list(state.assignment) == list(start.assignment)


def test_a_copy_of_a_state_is_a_copy_of_the_search(backend):
    prepared = prepare(Model(((0, 1, 2),) * 3, (AllDifferent((0, 1, 2)),)))
    network, search = prepared.for_backend(backend, whole=False), kernel(FC, Form(), backend)[0]
    state = initial_state(prepared, backend)
    search(network, state, None, COUNTERS.zeros(backend), NO_LIMIT, NO_LIMIT)
    copy = state.copy()
    runs = []
    for each in (state, copy):
        found = []
        while search(network, each, None, COUNTERS.zeros(backend), NO_LIMIT, NO_LIMIT) == SOLUTION:
            found.append(tuple(int(value) for value in each.assignment))
        runs.append(found)
    assert runs[0] == runs[1] == list(permutations(range(3)))[1:]


@pytest.mark.parametrize("value_order", ["ascending", "descending"])
def test_forward_checking_never_places_more_than_looking_back_in_the_same_order(ask, small_models, value_order):
    for model in small_models:
        counts = [
            ask(Backtracking("static", value_order, each), model, 2).nodes for each in ("none", "forward-checking")
        ]
        assert counts[1] <= counts[0]


@pytest.mark.parametrize("value_order", ["ascending", "descending", "random"])
def test_forward_checking_places_the_same_values_when_a_variable_without_values_comes_first(
    ask, small_models, value_order
):
    """Under minimum remaining values, looking back meets a dead end at the very node where looking ahead sees it."""
    for model in small_models:
        back, ahead = (
            ask(Backtracking("mrv", value_order, each), model, 2, seed=3) for each in ("none", "forward-checking")
        )
        assert (back.solutions, back.nodes, back.backtracks) == (ahead.solutions, ahead.nodes, ahead.backtracks)


def test_the_node_limit_is_exact_and_says_so(ask, setting, backend):
    model = sudoku(TEXTBOOK)
    total = ask(setting, model, backend=backend).nodes
    for limit in (0, 1, 50, total - 1):
        answer = ask(setting, model, backend=backend, node_limit=limit)
        assert answer.nodes == limit
        assert answer.stopped == f"node limit of {limit:,}"
        assert not answer.complete
        assert not answer.solutions
    answer = ask(setting, model, backend=backend, node_limit=total)
    assert (answer.nodes, answer.stopped, len(answer.solutions)) == (total, "", 1)


def test_a_limit_that_a_proof_just_fits_in_does_not_stop_it(ask, setting, backend):
    model = Model(((0, 1),) * 3, (AllDifferent((0, 1, 2)),))
    proof = ask(setting, model, backend=backend)
    assert proof.complete
    within = ask(setting, model, backend=backend, node_limit=proof.nodes)
    assert within == proof
    short = ask(setting, model, backend=backend, node_limit=proof.nodes - 1)
    assert (short.complete, short.nodes) == (False, proof.nodes - 1)


def test_solutions_found_before_the_limit_are_kept(ask, backend):
    model = Model(((0, 1, 2),) * 3, ())
    answer = ask(NAIVE, model, 100, backend=backend, node_limit=10)
    assert answer.solutions == ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0), (0, 1, 1), (0, 1, 2))
    assert answer.stopped


def test_values_are_tried_in_the_order_of_their_name(ask, backend):
    model = Model(((0, 1, 2, 3),), ())
    orders_found = {
        name: [value for (value,) in ask(Backtracking(value_order=name), model, 4, backend=backend).solutions]
        for name in ("ascending", "descending", "random")
    }
    assert orders_found["ascending"] == [0, 1, 2, 3]
    assert orders_found["descending"] == [3, 2, 1, 0]
    assert sorted(orders_found["random"]) == [0, 1, 2, 3]


def test_random_values_come_from_the_seed_each_with_the_same_chance(ask):
    model = Model(((0, 1, 2, 3),), ())
    first = [ask(Backtracking(value_order="random"), model, seed=seed).solutions[0][0] for seed in range(400)]
    assert first == [ask(Backtracking(value_order="random"), model, seed=seed).solutions[0][0] for seed in range(400)]
    # 400 draws of 4 values: 100 each, with a standard deviation of 8.7.
    assert all(60 < first.count(value) < 140 for value in range(4))


def test_reading_order_takes_the_lowest_and_fewest_values_first_the_most_constrained(ask):
    # Three variables; the last has one value left when 0 is given.
    model = Model(((0, 1, 2), (1, 2), (5,)), ())
    assert ask(NAIVE, model, 2).solutions == ((0, 1, 5), (0, 2, 5))
    assert ask(MRV, model, 2).solutions == ((0, 1, 5), (1, 1, 5))


def test_givens_that_clash_end_every_search_before_it_begins(ask, setting, backend):
    answer = ask(setting, Model(((1,), (1,), (1, 2)), (NotEqual(0, 1),)), backend=backend)
    assert (answer.solutions, answer.complete, answer.nodes) == ((), True, 0)


@pytest.mark.filterwarnings("ignore::numba.core.errors.NumbaTypeSafetyWarning")
def test_a_plug_point_that_numba_refuses_is_named():
    def by_name(network, state, variable, values, rng):
        names = {1: "a", "b": 2}
        return values & -values if len(names) else 0

    def unsearchable(form):
        return by_name

    parts = Parts(
        orders.static_order,
        propagation.look_back,
        unsearchable,
        propagation.no_propagation,
        Traits(),
    )
    search, _ = make_search(parts, Form(), jit_for("compiled"))
    prepared = prepare(Model(((0, 1),), ()))
    arguments = (prepared.for_backend("compiled", whole=False), initial_state(prepared, "compiled"), None)
    with pytest.raises(CannotCompile, match="by_name"), compiling(search):
        search(*arguments, COUNTERS.zeros("compiled"), NO_LIMIT, NO_LIMIT)


def test_the_limit_outcome_is_told_from_the_others(backend):
    prepared = prepare(Model(((0, 1),) * 2, ()))
    state, counters = initial_state(prepared, backend), COUNTERS.zeros(backend)
    outcome = kernel(NAIVE, Form(), backend)[0](
        prepared.for_backend(backend, whole=False), state, None, counters, 1, NO_LIMIT
    )
    assert outcome == LIMIT
    assert len({EXHAUSTED, SOLUTION, LIMIT, RESTART}) == 4
