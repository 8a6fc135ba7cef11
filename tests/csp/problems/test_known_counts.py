"""The counts that are known of each family, from every strategy that claims to enumerate."""

import pytest

from benchmarks import catalogue  # noqa: F401  (registers the strategies)
from benchmarks.registry import STRATEGIES
from csp.answer import Question, Unsupported
from csp.optimise import minimising
from csp.problems.catalogue import FAMILIES

FAMILY = {family.name: family for family in FAMILIES}

ENUMERATING = [
    entry.name
    for entry in STRATEGIES
    if entry.family == "csp" and entry.origin == "csp" and entry.factory.abilities.enumerates
]

COUNTS = [
    *(("queens", {"size": size}, count) for size, count in zip(range(4, 9), (2, 10, 4, 40, 92), strict=True)),
    *(("quasigroup", {"size": size, "share": 1}, count) for size, count in ((1, 1), (2, 2), (3, 12), (4, 576))),
    ("magic", {"size": 3}, 8),
    ("colouring", "australia", 18),
    ("zebra", {}, 1),
    *(("langford", {"pairs": pairs}, count) for pairs, count in ((3, 1), (4, 1), (7, 26))),
    ("cryptarithm", "SEND+MORE=MONEY", 1),
]

LOOKING_A_STEP_AHEAD_AT_MOST = ("naive", "mrv", "fc", "mrv-fc", "cbj", "fc-cbj")
"""They see a sum when a single letter is left, after millions of placements: compiled only."""


def content_of(family, which):
    if isinstance(which, str):
        return family.named[which][1] if which in family.named else family.parse(which)
    return family.generate(**which)


def all_solutions_of(registered, name, family, which, backend=None):
    """The answer about all solutions, counted and forgotten."""
    if name not in registered:
        pytest.skip(f"the package that {name} needs is not installed")
    strategy, model = registered[name], FAMILY[family].model(content_of(FAMILY[family], which))
    try:
        return strategy.prepare(model, Question(10_000, backend=backend or strategy.backends[-1], keep=0))()
    except Unsupported as reason:
        pytest.skip(f"{name} refuses it: {reason}")


@pytest.mark.parametrize("name", ENUMERATING)
@pytest.mark.parametrize(("family", "which", "count"), COUNTS)
def test_as_many_solutions_are_found_as_are_known(registered, name, family, which, count):
    if family == "cryptarithm" and name in (*LOOKING_A_STEP_AHEAD_AT_MOST, "backtracking"):
        pytest.skip("asked compiled, below")
    answer = all_solutions_of(registered, name, family, which)
    assert (answer.count, answer.complete) == (count, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOKING_A_STEP_AHEAD_AT_MOST)
def test_send_more_money_has_one_solution_for_those_who_need_millions_of_nodes(registered, name):
    answer = all_solutions_of(registered, name, "cryptarithm", "SEND+MORE=MONEY", "compiled")
    assert (answer.count, answer.complete) == (1, True)


@pytest.mark.parametrize("name", ENUMERATING)
@pytest.mark.parametrize(("marks", "length"), [(2, 1), (3, 3), (4, 6), (5, 11), (6, 17)])
def test_the_shortest_rulers_are_found_and_proved(registered, name, marks, length):
    if name not in registered:
        pytest.skip(f"the package that {name} needs is not installed")
    strategy, golomb = registered[name], FAMILY["golomb"]
    model, question = golomb.model(golomb.generate(marks=marks)), Question(backend=strategy.backends[-1])
    try:
        solve = (
            strategy.prepare(model, question)
            if strategy.abilities.optimises
            else minimising(strategy.prepare, model, question)
        )
    except Unsupported as reason:
        pytest.skip(f"{name} refuses it: {reason}")
    answer = solve()
    assert (answer.objective, answer.complete) == (length, True)


def test_what_is_skipped_is_little():
    """Those who take only some models are known; all others answer."""
    some = {"bitboard", "exact-cover"}
    takes = {entry.name: entry.factory.abilities.takes for entry in STRATEGIES if entry.name in ENUMERATING}
    assert {name for name, models in takes.items() if not models.startswith("any model")} == some
