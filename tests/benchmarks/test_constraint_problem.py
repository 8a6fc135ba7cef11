"""Families of constraint problems as problems of the runner: grids of instances, names, hashes, questions, verdicts."""

import json
import re
from dataclasses import replace

import pytest

import benchmarks.catalogue  # noqa: F401  (registers the problems)
from benchmarks.constraint_problem import ConstraintProblem, constraint_problem
from benchmarks.registry import PROBLEMS, Ask, Instance, Unreadable
from csp.answer import Answer
from csp.model import AllDifferent, Builder, Model, NotEqual
from csp.problems.catalogue import FAMILIES
from csp.strategies.backtracking import Backtracking

PYTHON = Ask(backend="python")

SEARCH = Backtracking("mrv", propagation="forward-checking")

queens, colouring, cryptarithm, golomb = (
    PROBLEMS.get(name) for name in ("queens", "colouring", "cryptarithm", "golomb")
)


@pytest.fixture
def own(monkeypatch):
    """Problems that a test registers are forgotten afterwards."""
    monkeypatch.setattr(PROBLEMS, "_items", dict(PROBLEMS._items))


def made(problem, **options) -> list[Instance]:
    found = list(problem.bank("made", {name.replace("_", "-"): value for name, value in options.items()}))
    assert all(isinstance(one, Instance) for one in found), found
    return found


def one(problem, **options) -> Instance:
    (found,) = made(problem, **options)
    return found


# Instances.


def test_a_range_makes_a_grid_of_instances_with_names_that_say_what_they_are():
    assert [each.name for each in made(queens, size="4..6,9")] == [f"queens size={size}" for size in (4, 5, 6, 9)]
    names = [each.name for each in made(colouring, vertices="5,6", instance_seed="0..1", degree="2.5")]
    assert names == [f"colouring vertices={v} degree=2.5 seed={s}" for v in (5, 6) for s in (0, 1)]


def test_nothing_said_is_the_usual_instance_and_saying_what_is_usual_is_the_same_one():
    assert one(queens) == one(queens, size="8")
    assert one(queens, size="9").hash != one(queens).hash


def test_the_hash_is_of_the_content_and_of_the_family():
    hashes = [one(PROBLEMS.get(family.name)).hash for family in FAMILIES]
    assert len(set(hashes)) == len(FAMILIES)
    (eight,) = queens.bank("eight", {})
    assert (eight.name, eight.hash) == ("eight", one(queens).hash)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_family_makes_its_usual_instance_and_has_a_line_of_help_for_every_option(family):
    problem = PROBLEMS.get(family.name)
    instance = one(problem)
    assert json.loads(json.dumps(instance.content)) == instance.content
    assert isinstance(family.model(instance.content), Model)
    assert all(line.endswith("].") for line in problem.read_options().values())
    assert list(problem.banks()) == ["made", *family.named]
    assert problem.questions[0] == ("best" if family.name == "golomb" else "first")


def test_an_option_of_the_command_or_of_a_strategy_is_not_taken(own):
    @constraint_problem("crowded")
    def crowded(timeout: int = 3, solver: str = "x", seed: int = 0, size: int = 2) -> Model:
        return Model([range(size)], [])

    assert list(PROBLEMS.get("crowded").read_options()) == [
        "crowded-timeout",
        "crowded-solver",
        "instance-seed",
        "size",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": "x"}, "--size: 'x' is not a whole number"),
        ({"size": "4.5"}, "--size: '4.5' is not a whole number"),
        ({"size": "8..4"}, "the range 8..4 ends before it begins"),
        ({"size": "4,,5"}, "an empty value in '4,,5'"),
    ],
)
def test_a_word_that_means_no_size_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        made(queens, **options)


@pytest.mark.parametrize(("word", "message"), [("nan", "not a finite number"), ("much", "not a number")])
def test_a_word_that_means_no_degree_is_refused(word, message):
    with pytest.raises(ValueError, match=f"--degree: '{word}' is {message}"):
        made(colouring, degree=word)


def test_a_grid_too_large_to_be_meant_is_refused():
    with pytest.raises(ValueError, match="a grid of more than 100,000 instances"):
        made(colouring, vertices="1..1000", instance_seed="1..1000")


def test_what_makes_no_instance_is_passed_on_and_the_others_are_made():
    bad, good = queens.bank("made", {"size": "0,4"})
    assert isinstance(bad, Unreadable)
    assert (bad.place, "size" in bad.message, good.name) == ("queens size=0", True, "queens size=4")


def test_parameters_with_nothing_to_make_are_refused():
    with pytest.raises(ValueError, match="--colours says nothing about --bank usa"):
        list(colouring.bank("usa", {"colours": "4"}))
    with pytest.raises(ValueError, match="--digits says nothing about --sum"):
        list(cryptarithm.read("A+B=C", True, {"digits": "3"}))


def test_a_text_stands_for_an_instance_or_is_told_why_it_does_not():
    (found,) = cryptarithm.read("SEND+MORE=MONEY", True, {})
    assert found.name == "SEND+MORE=MONEY"
    (bad,) = cryptarithm.read("SEND", True, {})
    assert isinstance(bad, Unreadable)
    assert bad.place == "--sum SEND"


def test_a_file_is_read_with_the_parameters_that_its_reader_takes(tmp_path):
    file = tmp_path / "triangle.col"
    file.write_text("c three\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n")
    found = list(colouring.read(str(file), False, {"colours": "2..3"}))
    assert [each.name for each in found] == ["triangle.col colours=2", "triangle.col colours=3"]
    (usual,) = colouring.read(str(file), False, {})
    assert (usual.name, usual.hash) == ("triangle.col", found[1].hash)
    file.write_text("p edge 3 1\ne 1 9\n")
    (bad,) = colouring.read(str(file), False, {})
    assert isinstance(bad, Unreadable)
    assert bad.place == "triangle.col, line 2"


# Questions and verdicts.


@pytest.mark.parametrize(
    ("question", "cap", "conclusion", "solutions", "complete"),
    [
        ("first", 9, "satisfied", 1, False),
        ("unique", 9, "multiple", 2, False),
        ("all", 99, "multiple", 10, True),
        ("count", 99, "multiple", 10, True),
        ("count", 4, "multiple", 4, False),
    ],
)
def test_five_queens_under_each_question(question, cap, conclusion, solutions, complete):
    instance, ask = one(queens, size="5"), replace(PYTHON, question=question, cap=cap)
    verdict = queens.judge(instance, queens.prepare(SEARCH, instance, ask)(), ask)
    assert (verdict.mistake, verdict.verified) == ("", True)
    assert (verdict.conclusion, verdict.solutions, verdict.work["complete"]) == (conclusion, solutions, complete)
    assert verdict.remark == ("stopped at the cap of 4 solutions" if cap == 4 else "")


def test_all_but_a_few_solutions_are_counted_and_forgotten():
    instance, ask = one(queens, size="7"), replace(PYTHON, question="count", cap=10**9)
    answer = queens.prepare(SEARCH, instance, ask)()
    assert (answer.count, len(answer.solutions)) == (40, 40)
    fewer = replace(answer, solutions=answer.solutions[:2], found=40)
    assert queens.judge(instance, fewer, ask).solutions == 40


@pytest.mark.parametrize(
    ("answer", "mistake"),
    [
        (Answer(((0, 0, 0, 0),), False), "not a solution: "),
        (Answer(((0, 1),), False), "not a solution: "),
        (Answer((), True), "0 found and no more; it is known to have 2"),
        (Answer((), True, found=3), "3 found and no more; it is known to have 2"),
    ],
)
def test_a_wrong_answer_about_four_queens_is_told_why(answer, mistake):
    assert queens.judge(one(queens, size="4"), answer, PYTHON).mistake.startswith(mistake)


def test_one_solution_twice_is_wrong():
    instance = one(queens, size="4")
    (solution,) = queens.prepare(SEARCH, instance, PYTHON)().solutions
    assert (
        queens.judge(instance, Answer((solution,) * 2, True), PYTHON).mistake == "the same solution is reported twice"
    )


def test_the_best_ruler_has_its_length_as_value_and_first_asks_for_any():
    instance, best = one(golomb, marks="4"), replace(PYTHON, question="best")
    verdict = golomb.judge(instance, golomb.prepare(SEARCH, instance, best)(), best)
    assert (verdict.conclusion, verdict.work["value"], verdict.mistake, verdict.solutions) == ("optimal", 6, "", 1)
    any_ruler = golomb.judge(instance, golomb.prepare(SEARCH, instance, PYTHON)(), PYTHON)
    assert (any_ruler.conclusion, any_ruler.work["value"]) == ("satisfied", None)


def test_an_objective_that_is_not_that_of_the_solution_or_not_the_best_is_wrong():
    instance, best = one(golomb, marks="4", longest="9"), replace(PYTHON, question="best")
    answer = golomb.prepare(SEARCH, instance, best)()
    lie = replace(answer, objective=5)
    assert golomb.judge(instance, lie, best).mistake == "an objective of 5, it says; in its solution it is 6"
    (any_ruler,) = golomb.prepare(Backtracking(value_order="descending"), instance, PYTHON)().solutions
    length = any_ruler[golomb.of.model(instance.content).minimise]
    assert length > 6
    longer = Answer((any_ruler,), True, objective=length)
    assert "6 is known" in golomb.judge(instance, longer, best).mistake
    assert "no solution, it says" in golomb.judge(instance, Answer((), True), best).mistake


class Optimiser:
    """Finds the best by itself."""

    abilities = replace(Backtracking.abilities, optimises=True)

    def prepare(self, model, question):
        assert model.minimise is not None
        return lambda: "asked once"


def test_a_strategy_that_optimises_is_given_the_objective_and_any_other_is_not():
    instance = one(golomb, marks="3")
    assert golomb.prepare(Optimiser(), instance, replace(PYTHON, question="best"))() == "asked once"
    with pytest.raises(AssertionError):
        golomb.prepare(Optimiser(), instance, PYTHON)


# Other people's models.


def test_a_function_is_a_problem_whose_answers_are_checked_by_its_own_constraints(own):
    @constraint_problem("pair", summary="two that differ")
    def pair(values: int = 2) -> Model:
        """Not this line."""
        draft = Builder()
        draft.add(AllDifferent(draft.variables("ab", range(values))))
        return draft.model()

    problem = PROBLEMS.get("pair")
    assert (problem.summary, problem.forms, problem.questions[0]) == ("two that differ", (), "first")
    instance, ask = one(problem, values="3"), replace(PYTHON, question="count", cap=99)
    verdict = problem.judge(instance, problem.prepare(SEARCH, instance, ask)(), ask)
    assert (instance.name, verdict.solutions, verdict.answer) == ("pair values=3", 6, "a=0 b=1")
    wrong = problem.judge(instance, Answer(((1, 1),), False), ask)
    assert wrong.mistake == "not a solution: constraint 0, AllDifferent, does not hold: a is 1, b is 1"


def test_two_models_that_differ_are_two_instances_though_their_parameters_are_the_same(own):
    hashes = set()
    for name, far in (("one", 1), ("one-again", 1), ("two", 2)):

        @constraint_problem(name)
        def model(far: int = far) -> Model:
            return Model([range(3)] * 2, [NotEqual(0, 1, far)])

        problem = PROBLEMS.get(name)
        hashes.add(
            ConstraintProblem(replace(problem.of, name="same"), model_first=True)._instance("x", {"far": far}).hash
        )
    assert len(hashes) == 2


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return Model([(0, 1), ()], [], 'ab')", "variable b has an empty domain"),
        ("return Model([(0, 1)], [NotEqual(0, 7)])", "constraint 0 names variable 7; there are 1"),
        ("return Model([(0, 'x')], [])", "the domain of variable 0: 'x' is not a whole number"),
        ("return Model([(0, [1])], [])", r"the domain of variable 0: \[1\] is not a whole number"),
        ("return None", "f returned None, which is not a csp.model.Model"),
        ("return 1 // (size - size)", r"f raised ZeroDivisionError: .*\(<string>, line 2\)"),
    ],
)
def test_a_model_that_makes_no_sense_is_told_when_the_instance_is_made(own, body, message):
    names = {"Model": Model, "NotEqual": NotEqual}
    exec(f"def f(size=3):\n    {body}", names)
    constraint_problem("bad")(names["f"])
    (bad,) = PROBLEMS.get("bad").bank("made", {})
    assert isinstance(bad, Unreadable)
    assert bad.place == "bad size=3"
    assert re.search(message, bad.message)


@pytest.mark.parametrize("parameters", ["size", "size=None", "size=(1, 2)"])
def test_a_parameter_needs_a_default_that_an_option_can_give(own, parameters):
    names = {}
    exec(f"def f({parameters}): ...", names)
    with pytest.raises(TypeError, match="problem bad: the parameter size of f needs a default"):
        constraint_problem("bad")(names["f"])
