"""What every family of problems must do."""

import inspect
import json
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp.problems.catalogue import FAMILIES
from csp.problems.family import InstanceError

from .conftest import backtrack

SMALL = {
    "queens": ({"size": 4}, {"size": 6}),
    "colouring": ({"vertices": 8, "degree": 2.0}, {"vertices": 9, "colours": 4, "planted": True, "seed": 3}),
    "quasigroup": ({"size": 4}, {"size": 5, "holes": 12, "balanced": True, "seed": 2}),
    "jigsaw": ({"size": 4}, {"size": 5, "givens": 7, "seed": 1}),
    "magic": ({"size": 1}, {"size": 3}),
    "langford": ({"pairs": 4}, {"pairs": 3, "reversals": True}),
    "zebra": ({"houses": 3, "kinds": 3}, {"houses": 4, "kinds": 3, "clues": 8, "seed": 5}),
    "cryptarithm": ({"digits": 1}, {"digits": 2, "base": 5, "addends": 3}),
    "golomb": ({"marks": 4}, {"marks": 5, "longest": 13}),
    "rb": ({"variables": 5, "tightness": 0.1}, {"variables": 6, "planted": True, "seed": 4}),
}
INSTANCES = [(family, family.generate(**options)) for family in FAMILIES for options in SMALL[family.name]]
SOLVED = [
    (family, content, family.model(content), list(islice(backtrack(family.model(content)), 40)))
    for family, content in INSTANCES
]


def allows(model, values):
    """Whether a model is satisfied, by the definition of its constraints."""
    return all(value in domain for value, domain in zip(values, model.domains, strict=True)) and all(
        constraint.holds(*(values[variable] for variable in constraint.scope)) for constraint in model.constraints
    )


def parameters(family):
    return inspect.signature(family.generate).parameters


def test_names_are_told_apart():
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)


def test_every_parameter_has_a_default_of_a_kind_that_the_command_line_knows(family):
    for read in filter(None, (family.read, family.parse)):
        _, *options = inspect.signature(read).parameters.values()
        assert all(type(option.default) in (int, float, bool, str) for option in options)
    assert all(type(option.default) in (int, float, bool, str) for option in parameters(family).values())


def test_the_default_instance_and_those_known_by_name_make_models(family):
    contents = [family.generate(), *(content for _, content in family.named.values())]
    assert all(family.model(content).domains for content in contents)
    assert all(line for line, _ in family.named.values())


@pytest.mark.parametrize(("family", "content"), INSTANCES, ids=lambda each: getattr(each, "name", ""))
def test_an_instance_survives_being_written_as_json(family, content):
    again = json.loads(json.dumps(content))
    assert again == content
    assert family.model(again) == family.model(content)


@pytest.mark.parametrize(
    "family", [family for family in FAMILIES if "seed" in parameters(family)], ids=lambda family: family.name
)
def test_equal_seeds_make_equal_instances_and_others_make_others(family):
    options = {**SMALL[family.name][1], "seed": 7}
    assert family.generate(**options) == family.generate(**options)
    assert any(family.generate(**{**options, "seed": seed}) != family.generate(**options) for seed in range(5))


def test_a_size_that_makes_no_sense_is_refused_with_the_name_of_the_parameter(family):
    for name, option in parameters(family).items():
        if type(option.default) in (int, float):
            for nonsense in (-7, 10**9)[: 1 if name == "seed" else 2]:
                options = {"houses": 3} if family.name == "zebra" else {}
                with pytest.raises(InstanceError, match=name):
                    family.generate(**{**options, name: nonsense})


@pytest.mark.parametrize(
    ("family", "content", "model", "solutions"), SOLVED, ids=lambda each: getattr(each, "name", "")
)
def test_the_checker_accepts_every_solution_and_none_that_is_cut_short(family, content, model, solutions):
    assert solutions
    for values in solutions:
        assert family.check(content, values) == ""
        assert family.check(content, list(values)) == ""
        assert "\n" not in family.write(content, values)
        assert family.check(content, values[:-1])
        assert family.check(content, (*values, values[-1]))
    assert family.check(content, ())


def test_different_solutions_are_written_differently():
    for family, content, _, solutions in SOLVED:
        assert len({family.write(content, values) for values in solutions}) == len(solutions)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_the_checker_and_the_model_agree_on_solutions_with_values_changed(data):
    family, content, model, solutions = data.draw(st.sampled_from(SOLVED), label="instance")
    values = list(data.draw(st.sampled_from(solutions)))
    highest = max(domain[-1] for domain in model.domains)
    for place in data.draw(st.lists(st.integers(0, len(values) - 1), min_size=1, max_size=2)):
        values[place] = data.draw(st.integers(-1, highest + 2))
    assert (family.check(content, values) == "") == allows(model, values)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_the_checker_and_the_model_agree_on_solutions_with_values_exchanged(data):
    family, content, model, solutions = data.draw(st.sampled_from(SOLVED), label="instance")
    values = list(data.draw(st.sampled_from(solutions)))
    one, other = (data.draw(st.integers(0, len(values) - 1)) for _ in range(2))
    values[one], values[other] = values[other], values[one]
    assert (family.check(content, values) == "") == allows(model, values)
