"""What an answer establishes: one word for each case, and never one word for two."""

import pytest

from csp.answer import Answer, Conclusion, conclude

ONE, TWO, THREE = ((0,),), ((0,), (1,)), ((0,), (1,), (2,))

TABLE: list[tuple[tuple[tuple[int, ...], ...], bool, str, Conclusion]] = [
    # solutions, complete, stopped, conclusion
    ((), False, "", "gave-up"),
    ((), False, "node limit of 5", "gave-up"),
    ((), True, "", "unsatisfiable"),
    (ONE, False, "", "satisfied"),
    (ONE, False, "node limit of 5", "satisfied"),
    (ONE, True, "", "unique"),
    (TWO, False, "", "multiple"),
    (TWO, False, "node limit of 5", "multiple"),
    (TWO, True, "", "multiple"),
    (THREE, False, "", "multiple"),
    (THREE, True, "", "multiple"),
]


@pytest.mark.parametrize(("solutions", "complete", "stopped", "conclusion"), TABLE)
def test_a_conclusion_follows_from_what_was_found_and_what_was_shown(solutions, complete, stopped, conclusion):
    assert conclude(Answer(solutions, complete, stopped)) == conclusion


def test_only_the_giver_of_the_puzzle_makes_it_invalid():
    assert "invalid" not in {conclusion for *_, conclusion in TABLE}


def test_what_a_strategy_does_not_count_is_none_rather_than_nought():
    answer = Answer((), True)
    assert (answer.nodes, answer.backtracks, answer.checks, answer.prunings) == (None, None, None, None)
    assert dict(answer.counters) == {}
