"""The contract of strategies: every registered one keeps to it, with each of its settings; broken ones are found."""

import importlib.util
import inspect
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from typing import ClassVar, get_args

import pytest

from benchmarks import catalogue  # noqa: F401  (registers the strategies)
from benchmarks.registry import STRATEGIES
from csp.answer import Abilities, Answer, Finds, Question, Unsupported
from csp.contract import check
from csp.model import Model, NotEqual, Predicate
from csp.small_models import SMALL_MODELS, all_solutions, satisfies
from csp.strategies.backtracking import SETTINGS, Backtracking
from csp.strategies.cp_sat import CpSat
from csp.strategies.python_constraint import PythonConstraint
from csp.strategies.python_constraint import SolverName as PythonConstraintSolver
from csp.strategies.sat import Sat
from csp.strategies.sat import SolverName as SatSolver

EXTRAS = {"sat": "pysat", "cpmpy": "cpmpy"}

REGISTERED = [entry for entry in STRATEGIES if entry.family == "csp" and entry.origin == "csp"]

LOCAL_SEARCH = Abilities(enumerates=False, proves=False)

FEWER = {"min-conflicts": {"steps": 200}}
"""Interpreted it would walk long before it gives up."""

COMPILED = ("mrv-fc", "mac-matching", "min-conflicts", "exact-cover", "bitboard")
COMPILED_SLOWLY = ("naive", "mrv", "fc", "mac", "cbj", "fc-cbj", "dom-wdeg", "lds")
"""Those whose compiling takes more than the checks are worth each time; the parts they are made of are compiled by the
tests of settings too."""

OF_OTHERS = [
    CpSat(presolve=False),
    *(PythonConstraint(solver) for solver in get_args(PythonConstraintSolver)),
    *(Sat(solver) for solver in get_args(SatSolver)),
    Sat(incremental=True),
    Sat("glucose4", incremental=True),
]


def needs(name: str) -> None:
    module = EXTRAS.get(name)
    if module is not None and importlib.util.find_spec(module) is None:
        pytest.skip(f"{name} needs {module}, which is not installed")


def only(strategy, kind: str) -> list[str]:
    """Its backends, or those that are not compiled."""
    return [backend for backend in strategy.backends if (backend == "compiled") == (kind == "compiled")]


@pytest.mark.parametrize("entry", REGISTERED, ids=lambda entry: entry.name)
def test_every_registered_strategy_keeps_to_the_contract(entry):
    needs(entry.name)
    strategy = entry.make(**FEWER.get(entry.name, {}))
    assert check(strategy, only(strategy, "not compiled")) == []


@pytest.mark.parametrize("name", COMPILED)
def test_our_own_do_compiled_and_both_backends_agree(name):
    assert check(STRATEGIES.get(name).make(**FEWER.get(name, {}))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILED_SLOWLY)
def test_the_others_of_our_own_do_so_too(name):
    assert check(STRATEGIES.get(name).make(**FEWER.get(name, {}))) == []


def test_all_that_can_be_compiled_is_checked_compiled():
    with_kernels = {entry.name for entry in REGISTERED if "compiled" in entry.make().backends}
    assert with_kernels == {*COMPILED, *COMPILED_SLOWLY, "backtracking"}, "backtracking is naive until it is told more"
    assert Backtracking(**SETTINGS["naive"][1]) == Backtracking()


@pytest.mark.parametrize("entry", REGISTERED, ids=lambda entry: entry.name)
def test_it_says_what_it_is_and_what_each_of_its_parameters_means(entry):
    explained = inspect.getdoc(entry.factory)
    assert explained.partition("\n")[0].endswith(".")
    assert all(f"\n{field.name}: " in explained for field in fields(entry.factory))
    assert entry.factory() == entry.factory(), "every parameter has a default"


@pytest.mark.parametrize("strategy", OF_OTHERS, ids=repr)
def test_every_setting_of_other_peoples_solvers_does(strategy):
    needs(type(strategy).__name__.lower())
    abilities = LOCAL_SEARCH if strategy == PythonConstraint("min-conflicts") else None
    assert check(strategy, models=5, abilities=abilities) == []


# --- strategies that break it ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trying:
    """Try every assignment.

    fault: what is wrong with it
    """

    fault: str = "none"

    backends: ClassVar = ("python",)
    abilities: ClassVar = Abilities(counts=("nodes",))

    def prepare(self, model: Model, question: Question):
        if model.minimise is not None:
            raise Unsupported("it does not minimise")
        if self.fault == "refuses":
            raise Unsupported("no")
        if self.fault == "loses variables" and not model.constraints:
            return lambda: Answer((), True, nodes=0)
        if self.fault == "draws":
            random.random()
        calls = []

        def solve() -> Answer:
            calls.append(1)
            if self.fault == "raises":
                raise KeyError("x")
            if self.fault == "draws":
                random.random()
            return self._answer(model, question, len(calls))

        return solve

    def _answer(self, model: Model, question: Question, call: int) -> Answer:
        found, nodes = Finds(question), 0
        limit = None if self.fault == "no limit" else question.node_limit
        for values in self._solutions(model):
            if limit is not None and nodes + len(values) > limit:
                return Answer(tuple(found.kept), False, f"node limit of {limit}", nodes, found=found.count)
            nodes += len(values)
            found.add(list(values) if self.fault == "lists" else values)
            if found.enough:
                return Answer(tuple(found.kept), False, nodes=nodes, found=found.count)
        nodes += call if self.fault == "goes on counting" else 0
        complete = self.fault != "does not conclude"
        kept = () if self.fault == "keeps none" else tuple(found.kept)
        checks = 5 if self.fault == "counts checks" else None
        return Answer(kept, complete, nodes=nodes, checks=checks, found=found.count)

    def _solutions(self, model: Model) -> Iterator[tuple[int, ...]]:
        for values in product(*model.domains):
            try:
                right = all(each.holds(*(values[place] for place in each.scope)) for each in model.constraints)
            except Exception:
                if self.fault != "swallows":
                    raise
                right = False
            if right or (self.fault == "wrong" and len(values) > 2):
                yield values
                if self.fault == "twice":
                    yield values


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        ("refuses", "it refuses every model that it was asked about"),
        ("loses variables", "0 solutions are said to be all, and there are 1, for the model: no variables"),
        ("draws", "it draws from Python's global generator of random numbers"),
        ("raises", "solving raises KeyError: 'x', for the model: no variables"),
        ("no limit", "it places 18 values where the node limit is 0, for the model: no constraints"),
        ("lists", "a solution is [], and solutions are tuples of integers"),
        ("goes on counting", "a second call does not give what the first did"),
        ("does not conclude", "says neither that these are all nor why it stops"),
        ("keeps none", "0 solutions are kept where Question.keep is None and 1 are found"),
        ("counts checks", "it counts checks, and its abilities do not say so"),
        ("swallows", "a predicate that raises is passed over"),
        ("wrong", "is found, which is no solution"),
        ("twice", "a solution is found twice"),
    ],
)
def test_what_a_strategy_does_wrong_is_named(fault, complaint):
    complaints = check(Trying(fault), models=0)
    assert any(complaint in each for each in complaints), complaints


def test_trying_everything_keeps_to_the_contract():
    assert check(Trying()) == []


def test_a_strategy_that_can_be_changed_is_not_asked_further():
    @dataclass
    class Loose:
        backends: ClassVar = ("steam",)
        abilities: ClassVar = Abilities()

    assert check(Loose()) == [
        "Loose has the backends ('steam',); there are python, compiled, external",
        "Loose is to be a frozen dataclass: what it is never changes",
    ]


def test_a_strategy_that_does_not_say_what_it_can_do_is_not_asked_further():
    @dataclass(frozen=True)
    class Silent:
        backends: ClassVar = ("python",)

    (complaint,) = check(Silent())
    assert complaint == "Silent has no `abilities`, a csp.answer.Abilities that says what it can do"


# --- the oracle ------------------------------------------------------------------------------------------------------


def test_the_small_models_have_the_solutions_that_people_know():
    number = {name: len(all_solutions(model)) for name, model in SMALL_MODELS.items()}
    assert number["four queens"] == 2
    assert number["no variables"] == 1
    assert number["no constraints"] == 6
    assert number["all different, each value once"] == 6
    assert number["all different, one value short"] == number["a sum over no variable that is false"] == 0
    assert number["not equal, none"] == number["a table without rows"] == number["givens that clash"] == 0
    assert number["a table that forbids nothing"] == 4


def test_a_solution_is_judged_by_the_definition_of_each_constraint():
    model = Model(((0, 1), (0, 1)), (NotEqual(0, 1, 1), Predicate((1,), lambda value: value == 1, "one")))
    assert not satisfies(model, (0, 1))
    assert satisfies(model, (1, 1))
    assert not satisfies(model, (1,))
    assert not satisfies(model, (1, 2))
