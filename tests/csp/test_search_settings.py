"""Every combination of the search's settings finds the solutions that trying every assignment finds."""

import random
from dataclasses import replace
from itertools import permutations, product
from typing import get_args

import pytest

from csp.answer import Question, Unsupported
from csp.model import AllDifferent, Linear, Model, NotEqual, Predicate, Table
from csp.network import ALL_DIFFERENT, BINARY, FORBIDDEN, LINEAR, TABLE, Form
from csp.prepare import prepare
from csp.strategies.backtracking import (
    SETTINGS,
    AllDifferentName,
    Backtracking,
    PropagationName,
    ValueOrderName,
    VariableOrderName,
    luby,
)


def combinations() -> list[Backtracking]:
    """All settings that make sense; the others refuse to be made."""
    axes = {
        "variable_order": get_args(VariableOrderName),
        "value_order": get_args(ValueOrderName),
        "propagation": get_args(PropagationName),
        "all_different": get_args(AllDifferentName),
        "preprocess": ("none", "ac3"),
        "retreat": ("chronological", "conflict-directed"),
        "restart_after": (0, 2),
        "limited_discrepancy": (False, True),
    }
    made = []
    for choice in product(*axes.values()):
        try:
            made.append(Backtracking(**dict(zip(axes, choice, strict=True))))
        except ValueError:
            continue
    return made


COMBINATIONS = combinations()


def random_constraint(rng: random.Random, domains: list[tuple[int, ...]], kind: str):
    """A constraint of a kind over some variables; over none or one of them too."""
    size = rng.randint(0 if kind != "not-equal" else 2, len(domains))
    scope = rng.sample(range(len(domains)), 2 if kind == "not-equal" else size)
    if kind == "not-equal":
        return NotEqual(*scope, rng.choice([0, 0, 1, -2]))
    if kind == "all-different":
        return AllDifferent(scope, [rng.randint(-2, 2) for _ in scope] if rng.random() < 0.5 else ())
    if kind == "linear":
        relation = rng.choice(["=", "=", "<=", ">=", "!="])
        return Linear(scope, [rng.choice([-2, -1, 1, 1, 3]) for _ in scope], relation, rng.randint(-2, 5))
    if kind == "table":
        rows = [row for row in product(*(domains[variable] for variable in scope)) if rng.random() < 0.5]
        return Table(scope, rows, forbidden=rng.random() < 0.5)
    rest = rng.randint(0, 2)
    return Predicate(scope, lambda *values: sum(values) % 3 != rest, f"not {rest} modulo 3")


def random_model(rng: random.Random, kinds=("not-equal", "all-different", "linear", "table", "predicate")) -> Model:
    """Two to five variables with up to four values; some variables in no constraint."""
    domains = [tuple(sorted(rng.sample(range(-2, 5), rng.randint(1, 4)))) for _ in range(rng.randint(2, 5))]
    constraints = [random_constraint(rng, domains, rng.choice(kinds)) for _ in range(rng.randint(0, 5))]
    return Model(domains, constraints)


def solutions_of(model: Model) -> set[tuple[int, ...]]:
    """Every assignment, asked of every constraint."""
    return {
        values
        for values in product(*model.domains)
        if all(constraint.holds(*(values[x] for x in constraint.scope)) for constraint in model.constraints)
    }


def check(setting: Backtracking, model: Model, backend: str, expected: set[tuple[int, ...]]) -> None:
    for cap in (1, 2, 10_000):
        answer = setting.prepare(model, Question(cap, backend=backend, seed=3))()
        assert set(answer.solutions) <= expected, setting
        assert len(set(answer.solutions)) == len(answer.solutions) == min(cap, len(expected)), setting
        assert answer.complete or len(answer.solutions) == cap, setting
        # What was placed and not taken back is the last solution, or nothing.
        assert answer.nodes >= answer.backtracks >= 0


def test_there_are_hundreds_of_combinations():
    assert len(COMBINATIONS) > 500
    for axis in ("variable_order", "value_order", "propagation", "all_different", "retreat", "restart_after"):
        assert len({getattr(setting, axis) for setting in COMBINATIONS}) >= 2


@pytest.mark.parametrize("seed", range(12))
def test_every_combination_finds_every_solution_once(seed):
    """All combinations in twelve parts, each on models of its own."""
    rng = random.Random(seed)
    for setting in COMBINATIONS[seed::12]:
        model = random_model(rng)
        check(setting, model, "python", solutions_of(model))


@pytest.mark.parametrize("name", SETTINGS)
def test_named_settings_find_every_solution_of_many_models(name):
    rng = random.Random(name)
    for _ in range(60):
        model = random_model(rng)
        check(Backtracking(**SETTINGS[name][1]), model, "python", solutions_of(model))


@pytest.mark.parametrize("propagation", [("forward-checking", "pairs"), ("mac", "pairs"), ("mac", "matching")])
def test_dense_binary_models_make_jumps_and_restarts_and_lose_nothing(propagation):
    """Where failures are many: jumping back, beginning again and departing by discrepancies."""
    rng = random.Random(propagation[0])
    for _ in range(25):
        domains = [tuple(range(3))] * 7
        constraints = [
            Table(pair, [(a, b) for a in range(3) for b in range(3) if rng.random() < 0.6])
            for pair in product(range(7), repeat=2)
            if pair[0] < pair[1] and rng.random() < 0.5
        ]
        model = Model(domains, constraints)
        expected = solutions_of(model)
        base = {"propagation": propagation[0], "all_different": propagation[1]}
        check(Backtracking("mrv", retreat="conflict-directed", **base), model, "python", expected)
        check(Backtracking("dom-wdeg", restart_after=1, retreat="conflict-directed", **base), model, "python", expected)
        check(Backtracking("dom-deg", limited_discrepancy=True, **base), model, "python", expected)


EVERYTHING = Model(
    [tuple(range(4))] * 6,
    [
        NotEqual(0, 5, 1),
        AllDifferent((0, 1, 2)),
        AllDifferent((3, 4, 5), (0, 1, 2)),
        Linear((0, 1, 2, 3), (1, -1, 2, 1), "<=", 4),
        Linear((2, 3, 4), (1, 1, 1), "=", 6),
        Linear((0, 4, 5), (1, 1, -1), "!=", 0),
        Table((1, 3, 5), [row for row in product(range(4), repeat=3) if sum(row) % 3 != 1]),
        Predicate((0, 2, 4), lambda a, b, c: a * b != c),
    ],
)
"""A model with every kind of constraint, so that one kernel of a setting serves them all."""

COMPILED = [
    Backtracking(**SETTINGS["mac-matching"][1]),
    Backtracking("mrv-degree", "least-constraining", "forward-checking", preprocess="ac3", retreat="conflict-directed"),
    Backtracking("dom-wdeg", "random", "mac", "hall", retreat="conflict-directed", restart_after=2),
    Backtracking("random", "descending", "none", retreat="conflict-directed"),
]
COMPILED_SLOWLY = [
    Backtracking("degree", "least-constraining", "none", preprocess="ac3"),
    Backtracking("dom-deg", "ascending", "mac", "matching", limited_discrepancy=True),
    Backtracking("static", "random", "forward-checking", restart_after=3),
    Backtracking("dom-wdeg", "descending", "forward-checking"),
    Backtracking("mrv", "ascending", "mac", "hall", retreat="conflict-directed"),
]


def variants(count: int) -> list[Model]:
    """Models like EVERYTHING, with smaller domains."""
    rng = random.Random(count)
    return [
        Model([tuple(sorted(rng.sample(range(4), rng.randint(1, 4)))) for _ in range(6)], EVERYTHING.constraints)
        for _ in range(count)
    ]


def check_backends(setting: Backtracking) -> None:
    for model in (EVERYTHING, *variants(15)):
        expected = solutions_of(model)
        for cap in (1, 10_000):
            question = [Question(cap, seed=5, backend=backend) for backend in ("python", "compiled")]
            interpreted, compiled = (setting.prepare(model, each)() for each in question)
            assert interpreted == compiled
        assert set(compiled.solutions) == expected
        assert len(compiled.solutions) == len(expected)


@pytest.mark.parametrize("setting", COMPILED, ids=str)
def test_both_backends_count_the_same_on_every_kind_of_constraint(setting):
    check_backends(setting)


@pytest.mark.slow
@pytest.mark.parametrize("setting", COMPILED_SLOWLY, ids=str)
def test_both_backends_count_the_same_in_further_settings(setting):
    check_backends(setting)


def queens(size: int) -> Model:
    columns = range(size)
    return Model(
        [columns] * size,
        [AllDifferent(columns), AllDifferent(columns, columns), AllDifferent(columns, [-column for column in columns])],
    )


def test_stronger_propagation_places_no_more_values_in_the_same_order():
    for model in (queens(6), queens(7)):
        nodes = [
            Backtracking("static", "ascending", propagation, all_different)
            .prepare(model, Question(10_000, backend="python"))()
            .nodes
            for propagation, all_different in (
                ("none", "pairs"),
                ("forward-checking", "pairs"),
                ("mac", "pairs"),
                ("mac", "matching"),
            )
        ]
        assert nodes == sorted(nodes, reverse=True)
        assert nodes[0] > nodes[2]


def test_a_jump_leaves_out_placements_but_no_solutions():
    """A thrashing example: the last variable conflicts with the first, with free ones between."""
    question = Question(10_000, backend="python")
    order = {"variable_order": "static", "propagation": "none"}
    model = Model([(0, 1), *[(0, 1, 2)] * 6, (0, 5)], [NotEqual(0, 7), NotEqual(0, 7, 5), NotEqual(0, 7, 4)])
    plain = Backtracking(**order).prepare(model, question)()
    jumping = Backtracking(**order, retreat="conflict-directed").prepare(model, question)()
    assert plain.solutions == jumping.solutions
    assert jumping.nodes < plain.nodes


def test_every_placement_of_a_complete_search_is_taken_back_unless_it_began_again():
    """As docs/measures.md has it: a run that is given up does not take its placements back one by one."""
    question = Question(10_000, backend="python")
    for name in SETTINGS:
        setting = replace(Backtracking(**SETTINGS[name][1]), restart_after=2 if name == "dom-wdeg" else 0)
        answer = setting.prepare(queens(6), question)()
        assert answer.complete
        assert (answer.nodes == answer.backtracks) == (name != "dom-wdeg")


def test_the_matching_filter_sees_that_three_do_not_fit_into_two():
    """Which pairs and arcs cannot: each of three has the same two values."""
    model = Model([(0, 1)] * 3 + [(0, 1, 2, 3)], [AllDifferent(range(4))])
    answers = {
        name: Backtracking("static", propagation="mac", all_different=name).prepare(model, Question(backend="python"))()
        for name in get_args(AllDifferentName)
    }
    assert all(answer.complete and not answer.solutions for answer in answers.values())
    assert answers["pairs"].nodes > 0
    assert answers["hall"].nodes == answers["matching"].nodes == 0


def test_matching_removes_what_is_in_no_matching_at_all():
    """Against its definition: a value stays if some permutation of values over the members has it."""
    rng = random.Random(7)
    for _ in range(40):
        domains = [tuple(sorted(rng.sample(range(5), rng.randint(1, 4)))) for _ in range(4)]
        possible = [row for row in permutations(range(5), 4) if all(v in d for v, d in zip(row, domains, strict=True))]
        model = Model(domains, [AllDifferent(range(4))])
        setting = Backtracking("static", propagation="mac", all_different="matching")
        answer = setting.prepare(model, Question(10_000, backend="python"))()
        assert set(answer.solutions) == set(possible)
        assert (answer.nodes == 0) == (not possible), "an empty set is seen without a search"
        # With nothing to take back but for the next solution, no placement fails.
        distinct = {row[:depth] for row in possible for depth in range(1, 5)}
        given = sum(len(domain) == 1 for domain in domains)
        if given == 0:
            assert answer.nodes == len(distinct)


def test_linear_bounds_narrow_before_anything_is_placed():
    model = Model([range(10)] * 3, [Linear((0, 1, 2), (1, 1, 1), "=", 27)])
    answer = Backtracking("mrv", propagation="mac").prepare(model, Question(2, backend="python"))()
    assert (answer.solutions, answer.complete, answer.nodes) == (((9, 9, 9),), True, 3)


def test_a_predicate_with_too_many_combinations_is_asked_by_python_and_refused_compiled(monkeypatch):
    monkeypatch.setattr("csp.normal.LARGEST_TABLE", 10)
    model = Model([range(4)] * 3, [Predicate(range(3), lambda a, b, c: a + b == c + 3)])
    for name in ("naive", "fc", "mac"):
        setting = Backtracking(**SETTINGS[name][1])
        answer = setting.prepare(model, Question(10_000, backend="python"))()
        assert set(answer.solutions) == solutions_of(model)
        with pytest.raises(Unsupported, match="use --backend python"):
            setting.prepare(model, Question(backend="compiled"))


def test_the_form_of_a_network_says_which_constraints_it_has():
    sets = [Linear((0, 1, 2), (1, 1, 1), "=", 3), Table((0, 1, 2), [(0, 0, 0)])]
    assert prepare(queens(4)).form == Form(shared=False)
    assert prepare(Model([(0, 1)] * 3, [AllDifferent(range(3))])).form == Form()
    assert prepare(Model([(0, 1)] * 3, sets)).form == Form(kinds=(LINEAR, TABLE))
    forbidden = Model([range(9)] * 3, [Table(range(3), [(0, 0, 0)], forbidden=True)])
    assert prepare(forbidden, tabulate=False).form.kinds == (FORBIDDEN,)
    assert prepare(Model([(0, 1, 2)] * 3, [AllDifferent(range(3))]), True).form.kinds == (ALL_DIFFERENT,)
    assert prepare(queens(4)).network.kind == [BINARY] * 6


def test_lubys_sequence():
    sequence = luby(10)
    assert [next(sequence) for _ in range(15)] == [10, 10, 20, 10, 10, 20, 40, 10, 10, 20, 10, 10, 20, 40, 80]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"all_different": "hall"}, "propagated by mac"),
        ({"variable_order": "dom-wdeg"}, "learns from propagation"),
        ({"limited_discrepancy": True, "restart_after": 5}, "begins again by itself"),
        ({"limited_discrepancy": True, "retreat": "conflict-directed"}, "jump over solutions"),
        ({"limited_discrepancy": True, "value_order": "random"}, "the same each time"),
        ({"restart_after": -1}, "must not be negative"),
    ],
)
def test_settings_that_do_not_go_together_are_refused_with_the_reason(parameters, message):
    with pytest.raises(ValueError, match=message):
        Backtracking(**parameters)


def test_a_sum_that_leaves_64_bits_is_refused_by_name():
    model = Model([(0, 2**40)] * 3, [Linear(range(3), [2**40] * 3, "=", 0)])
    with pytest.raises(Unsupported, match=r"the sum over variables \(0, 1, 2\) may be larger than 2\*\*61"):
        Backtracking().prepare(model, Question(backend="python"))


def test_solutions_that_are_not_kept_are_counted():
    answer = Backtracking("mrv", propagation="forward-checking").prepare(
        queens(7), Question(10_000, backend="python", keep=3)
    )()
    assert (answer.count, len(answer.solutions), answer.complete) == (40, 3, True)
