"""Optimisation by iterated satisfaction: the best solution of any strategy that finds solutions, and honest endings."""

from dataclasses import replace

import pytest

from csp.answer import Answer, Question, Unsupported, conclude
from csp.model import Builder, Linear, Model
from csp.optimise import NotBelow, minimising
from csp.problems.golomb import GOLOMB
from csp.strategies.backtracking import Backtracking

PYTHON = Question(backend="python")

SEARCH = Backtracking("mrv", propagation="forward-checking")


def sum_of_two() -> Model:
    """x + y >= 5, both 0 to 4; the objective is x, whose best value is 1."""
    draft = Builder()
    x, y = draft.variables("xy", range(5))
    draft.add(Linear([x, y], [1, 1], ">=", 5))
    return draft.model(minimise=x)


def scripted(*answers):
    """A strategy that gives these answers in turn, and remembers what it was asked."""
    asked = []

    def prepare(model, question):
        asked.append((model, question))
        return lambda: answers[len(asked) - 1]

    return prepare, asked


@pytest.mark.parametrize(("marks", "length"), [(2, 1), (3, 3), (4, 6), (5, 11)])
def test_the_shortest_golomb_rulers_are_found_and_proved(marks, length):
    model = GOLOMB.model(GOLOMB.generate(marks=marks))
    answer = minimising(SEARCH.prepare, model, PYTHON)()
    assert (answer.objective, answer.complete, conclude(answer)) == (length, True, "optimal")
    assert GOLOMB.check(GOLOMB.generate(marks=marks), answer.solutions[0]) == ""


def test_the_values_that_are_tried_last_are_best_and_still_found():
    # Descending, the search meets x = 4, 3, 2, 1 in this order, one a round; the fifth round proves that 0 is not.
    answer = minimising(Backtracking(value_order="descending").prepare, sum_of_two(), PYTHON)()
    assert (answer.objective, answer.solutions, answer.complete) == (1, ((1, 4),), True)
    assert answer.counters["rounds"] == 5


def test_each_round_cuts_the_domain_below_the_last_objective():
    prepare, asked = scripted(
        Answer(((4, 1),), False, nodes=3, counters={"branches": 2}),
        Answer(((2, 3),), False, nodes=4, counters={"branches": 5}),
        Answer((), True, nodes=1),
    )
    answer = minimising(prepare, sum_of_two(), replace(PYTHON, solutions=9, keep=3))()
    assert [model.domains[0] for model, _ in asked] == [(0, 1, 2, 3, 4), (0, 1, 2, 3), (0, 1)]
    assert all(model.minimise is None for model, _ in asked)
    assert all((question.solutions, question.keep) == (1, None) for _, question in asked)
    assert (answer.solutions, answer.objective, answer.complete) == (((2, 3),), 2, True)
    assert (answer.nodes, answer.counters) == (8, {"branches": 7, "rounds": 3})


def test_what_one_round_does_not_count_is_not_counted():
    prepare, _ = scripted(Answer(((4, 1),), False, nodes=3, checks=1), Answer((), True, nodes=1))
    answer = minimising(prepare, sum_of_two(), PYTHON)()
    assert (answer.nodes, answer.checks, answer.prunings) == (4, None, None)


def test_a_solution_at_the_end_of_the_domain_needs_no_further_round():
    prepare, asked = scripted(Answer(((0, 4),), False))
    answer = minimising(prepare, sum_of_two(), PYTHON)()
    assert (len(asked), answer.objective, answer.complete) == (1, 0, True)


def test_no_solution_at_all_is_unsatisfiable_or_given_up_and_never_optimal():
    for complete, conclusion in ((True, "unsatisfiable"), (False, "gave-up")):
        prepare, _ = scripted(Answer((), complete))
        answer = minimising(prepare, sum_of_two(), PYTHON)()
        assert (conclude(answer), answer.objective) == (conclusion, None)


def test_a_search_that_gives_up_leaves_the_best_so_far_and_says_why():
    prepare, _ = scripted(Answer(((4, 1),), False), Answer((), False, stopped="no luck in 9 tries"))
    answer = minimising(prepare, sum_of_two(), PYTHON)()
    assert (conclude(answer), answer.objective, answer.stopped) == ("satisfied", 4, "no luck in 9 tries")


def test_the_node_limit_is_that_of_all_rounds_together():
    model = GOLOMB.model(GOLOMB.generate(marks=5))
    whole = minimising(SEARCH.prepare, model, PYTHON)()
    for limit in (1, whole.nodes // 2, whole.nodes - 1):
        answer = minimising(SEARCH.prepare, model, replace(PYTHON, node_limit=limit))()
        assert (answer.nodes, answer.complete, answer.stopped) == (limit, False, f"node limit of {limit:,}")
        assert conclude(answer) == ("satisfied" if answer.solutions else "gave-up")
    assert minimising(SEARCH.prepare, model, replace(PYTHON, node_limit=whole.nodes))().complete


def test_a_strategy_that_does_not_keep_to_the_domain_is_stopped_and_named():
    prepare, _ = scripted(*[Answer(((3, 2),), False)] * 3)
    with pytest.raises(NotBelow, match="in round 2 the objective, x, may be 0 to 2; the strategy answered 3"):
        minimising(prepare, sum_of_two(), PYTHON)()


@pytest.mark.parametrize("solution", [(1,), (7, 4)])
def test_what_is_no_solution_is_left_to_the_checker(solution):
    prepare, asked = scripted(Answer((solution,), True))
    answer = minimising(prepare, sum_of_two(), PYTHON)()
    assert (answer.solutions, answer.complete, len(asked)) == ((solution,), False, 1)


def test_a_model_without_an_objective_has_no_best_solution():
    with pytest.raises(Unsupported, match="has no objective"):
        minimising(SEARCH.prepare, replace(sum_of_two(), minimise=None), PYTHON)


def test_each_call_begins_from_the_start():
    solve = minimising(SEARCH.prepare, sum_of_two(), PYTHON)
    assert solve() == solve()
