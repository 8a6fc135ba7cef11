"""The plan: which runs an experiment has, in which order, and under which keys."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.plan import (
    MOST_VALUES,
    Contestant,
    Experiment,
    Limits,
    PlanError,
    Run,
    contestants_of,
    expand,
    plan,
    run_key,
    size_of,
)
from benchmarks.registry import Instance, StrategyEntry

A, B, C = (Contestant(name, {}, "python") for name in "abc")
PUZZLES = [Instance(name, f"hash of {name}", {}) for name in ("first", "second", "third")]


def runs_of(experiment: Experiment, instances=PUZZLES) -> list[Run]:
    return list(plan(experiment, lambda: instances))


def entry(name: str, factory: type, **fixed) -> StrategyEntry:
    return StrategyEntry(name, factory, "csp", fixed, "", "here")


@dataclass(frozen=True)
class Tuned:
    depth: int = 3
    order: Literal["low", "high"] = "low"
    backends: ClassVar = ("compiled", "python")

    def __post_init__(self):
        if self.depth < 0:
            raise ValueError("a depth of at least 0 is wanted")


@dataclass(frozen=True)
class Plain:
    backends: ClassVar = ("python",)


@dataclass(frozen=True)
class Foreign:
    depth: int = 1
    backends: ClassVar = ("external",)


# The order of runs.


def test_strategies_take_turns_a_b_b_a():
    experiment = Experiment("sudoku", (A, B))
    assert [run.contestant.strategy for run in runs_of(experiment)] == ["a", "b", "b", "a", "a", "b"]


def test_a_repeat_begins_with_the_other_end():
    experiment = Experiment("sudoku", (A, B, C), repeat=2)
    order = ["".join(run.contestant.strategy for run in runs_of(experiment))[i : i + 3] for i in range(0, 18, 3)]
    assert order == ["abc", "cba", "abc", "cba", "abc", "cba"]


def test_runs_are_numbered_from_0_in_the_order_they_are_started():
    experiment = Experiment("sudoku", (A, B), seeds=(0, 5), repeat=2)
    runs = runs_of(experiment)
    assert [run.number for run in runs] == list(range(size_of(experiment, len(PUZZLES))))
    assert len(runs) == 3 * 2 * 2 * 2


@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3), st.integers(1, 3))
def test_every_combination_is_planned_exactly_once(instances, contestants, seeds, repeat):
    experiment = Experiment(
        "sudoku",
        tuple(Contestant(str(number), {}, "python") for number in range(contestants)),
        seeds=tuple(range(seeds)),
        repeat=repeat,
    )
    puzzles = [Instance(str(number), "", {}) for number in range(instances)]
    runs = runs_of(experiment, puzzles)
    found = Counter((run.instance.name, run.contestant.strategy, run.seed, run.repeat) for run in runs)
    assert len(runs) == len(found) == size_of(experiment, instances)


@given(st.integers(1, 5), st.integers(1, 6))
def test_no_strategy_is_favoured_by_a_drifting_machine(pairs, contestants):
    experiment = Experiment("sudoku", tuple(Contestant(str(number), {}, "python") for number in range(contestants)))
    puzzles = [Instance(str(number), "", {}) for number in range(2 * pairs)]
    places: Counter[str] = Counter()
    for run in runs_of(experiment, puzzles):
        places[run.contestant.strategy] += run.number
    assert len(set(places.values())) == 1, "over an even number of instances, all are at the same place on average"


def test_a_plan_is_a_stream():
    def endless():
        number = 0
        while True:
            yield Instance(str(number), "", {})
            number += 1

    runs = plan(Experiment("sudoku", (A,)), endless)
    assert [next(runs).instance.name for _ in range(3)] == ["0", "1", "2"]


def test_a_run_asks_what_the_experiment_asks():
    experiment = Experiment("sudoku", (A,), question="all", cap=50, max_nodes=1000, seeds=(7,))
    ask = runs_of(experiment)[0].ask(experiment)
    assert (ask.question, ask.cap, ask.max_nodes, ask.seed, ask.backend) == ("all", 50, 1000, 7, "python")


# Lists and ranges.


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mrv", ["mrv"]),
        ("naive, mrv ,fc", ["naive", "mrv", "fc"]),
        ("4..8", ["4", "5", "6", "7", "8"]),
        ("3..3", ["3"]),
        ("-2..1", ["-2", "-1", "0", "1"]),
        ("1,4..6,9", ["1", "4", "5", "6", "9"]),
        ("0.5,1.5", ["0.5", "1.5"]),
        ("0.1..0.5", ["0.1..0.5"]),  # only whole numbers have a next one
        ("a..c", ["a..c"]),
        ("--3..5", ["--3..5"]),
        ("1..", ["1.."]),
        ("1,2,1,1..2", ["1", "2"]),
    ],
)
def test_lists_and_ranges_are_written_out_without_repeats(text, words):
    assert expand(text) == words


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty value"),
        ("a,,b", "an empty value in 'a,,b'"),
        ("a,", "an empty value"),
        ("8..4", "the range 8..4 ends before it begins"),
        ("0..999999999", f"more than {MOST_VALUES:,} values"),
    ],
)
def test_what_is_no_list_is_refused(text, message):
    with pytest.raises(PlanError, match=message):
        expand(text)


@given(st.integers(-1000, 1000), st.integers(0, 50))
def test_a_range_has_both_its_ends_and_all_between(low, length):
    assert list(map(int, expand(f"{low}..{low + length}"))) == list(range(low, low + length + 1))


# Grids.


def test_several_values_make_a_grid():
    contestants = contestants_of([entry("tuned", Tuned)], {"depth": ["1", "2"], "order": ["low", "high"]}, "python")
    assert [dict(contestant.parameters) for contestant in contestants] == [
        {"depth": 1, "order": "low"},
        {"depth": 1, "order": "high"},
        {"depth": 2, "order": "low"},
        {"depth": 2, "order": "high"},
    ]


def test_a_parameter_goes_to_those_that_have_it():
    entries = [entry("tuned", Tuned), entry("plain", Plain), entry("fixed", Tuned, depth=9)]
    contestants = contestants_of(entries, {"depth": ["1", "2"]}, "python")
    assert [(one.strategy, dict(one.parameters)) for one in contestants] == [
        ("tuned", {"depth": 1, "order": "low"}),
        ("tuned", {"depth": 2, "order": "low"}),
        ("plain", {}),
        ("fixed", {"order": "low"}),
    ]


def test_without_values_parameters_have_their_defaults():
    (contestant,) = contestants_of([entry("tuned", Tuned)], {}, None)
    assert contestant == Contestant("tuned", {"depth": 3, "order": "low"}, "compiled")


def test_a_value_given_twice_is_run_once():
    contestants = contestants_of([entry("tuned", Tuned)], {"depth": ["1", "01", "+1"]}, "python")
    assert len(contestants) == 1


@pytest.mark.parametrize(
    ("settings", "backend", "message"),
    [
        ({"width": ["1"]}, None, r"--width: none of the chosen strategies \(tuned, plain\) has such a parameter"),
        ({"time_limit": ["1"]}, None, "--time-limit: none"),
        ({"depth": ["deep"]}, None, "--depth: 'deep' is not a number of type int"),
        ({"depth": ["1.5"]}, None, "--depth: '1.5' is not a number of type int"),
        ({"order": ["middle"]}, None, "--order: 'middle' is not one of low, high"),
        ({"depth": ["-1"]}, None, "tuned with .*-1.*: a depth of at least 0 is wanted"),
        ({}, "compiled", "--backend compiled: the strategy plain has only python"),
        ({"depth": [str(number) for number in range(MOST_VALUES)], "order": ["low", "high"]}, None, "a grid of more"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(settings, backend, message):
    with pytest.raises(PlanError, match=message):
        contestants_of([entry("tuned", Tuned), entry("plain", Plain)], settings, backend)


@pytest.mark.parametrize(
    ("factory", "backend", "chosen"),
    [
        (Tuned, None, ["compiled"]),
        (Tuned, "python", ["python"]),
        (Tuned, "both", ["compiled", "python"]),
        (Plain, None, ["python"]),
        (Plain, "both", ["python"]),
        (Foreign, None, ["external"]),
        (Foreign, "python", ["external"]),  # other people's code runs as it is
        (Foreign, "both", ["external"]),
    ],
)
def test_the_backends_asked_for_are_chosen_among_those_there_are(factory, backend, chosen):
    assert [one.backend for one in contestants_of([entry("some", factory)], {}, backend)] == chosen


# Keys.

EXPERIMENT = Experiment("sudoku", (A,), limits=Limits(10.0, 500), max_nodes=100)
RUN = Run(0, PUZZLES[0], A, seed=0, repeat=0)
KEY = run_key(EXPERIMENT, RUN, "code")


def test_equal_runs_have_equal_keys_whatever_they_are_called():
    renamed = replace(RUN, number=17, repeat=3, instance=replace(PUZZLES[0], name="other.txt:12"))
    elsewhere = replace(EXPERIMENT, jobs=8, repeat=9, seeds=(0, 1), cap=7, contestants=(A, B))
    assert run_key(elsewhere, renamed, "code") == KEY
    assert len(KEY) == 16
    assert set(KEY) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    ("experiment", "run", "code"),
    [
        (replace(EXPERIMENT, problem="queens"), RUN, "code"),
        (EXPERIMENT, replace(RUN, instance=PUZZLES[1]), "code"),
        (EXPERIMENT, replace(RUN, contestant=B), "code"),
        (EXPERIMENT, replace(RUN, contestant=replace(A, parameters={"depth": 1})), "code"),
        (EXPERIMENT, replace(RUN, contestant=replace(A, backend="compiled")), "code"),
        (EXPERIMENT, replace(RUN, seed=1), "code"),
        (replace(EXPERIMENT, question="unique"), RUN, "code"),
        (replace(EXPERIMENT, limits=Limits(11.0, 500)), RUN, "code"),
        (replace(EXPERIMENT, limits=Limits(10.0, None)), RUN, "code"),
        (replace(EXPERIMENT, max_nodes=101), RUN, "code"),
        (EXPERIMENT, RUN, "other code"),
    ],
    ids=[
        *("problem", "instance", "strategy", "parameters", "backend", "seed", "question"),
        *("timeout", "memory", "nodes", "code"),
    ],
)
def test_whatever_may_change_the_ending_changes_the_key(experiment, run, code):
    assert run_key(experiment, run, code) != KEY


def test_the_cap_is_part_of_the_key_where_all_are_asked_for():
    keys = {run_key(replace(EXPERIMENT, question="all", cap=cap), RUN, "code") for cap in (10, 20)}
    assert len(keys) == 2


def test_the_order_of_parameters_does_not_change_the_key():
    one, other = ({"x": 1, "y": 2}, {"y": 2, "x": 1})
    keys = {run_key(EXPERIMENT, replace(RUN, contestant=replace(A, parameters=it)), "code") for it in (one, other)}
    assert len(keys) == 1


# On disk.

values = st.one_of(st.integers(), st.booleans(), st.text(), st.floats(allow_nan=False, allow_infinity=False))
contestants = st.builds(
    Contestant, st.text(), st.dictionaries(st.text(), values), st.sampled_from(["python", "compiled", "external"])
)
experiments = st.builds(
    Experiment,
    problem=st.text(),
    contestants=st.lists(contestants).map(tuple),
    question=st.sampled_from(["first", "unique", "all"]),
    cap=st.integers(2),
    max_nodes=st.none() | st.integers(1),
    seeds=st.lists(st.integers(0)).map(tuple),
    repeat=st.integers(1),
    limits=st.builds(Limits, st.none() | st.floats(0.001, 1e6), st.none() | st.integers(64)),
    jobs=st.integers(1),
    plugins=st.lists(st.text()).map(tuple),
    packages=st.lists(st.text()).map(tuple),
)


@given(experiments)
def test_an_experiment_comes_back_from_json_as_it_was(experiment):
    again = Experiment.from_json(experiment.to_json())
    assert again == experiment
    assert again.to_json() == experiment.to_json()
