"""What every strategy has to keep to, checked on a strategy of anyone's: `check(strategy)` gives complaints, in words.

It is asked about small models of every kind of constraint, whose solutions are known from trying everything. It may
refuse any of them by raising `Unsupported`; what it answers has to be right. Every check goes through the models until
it finds something, so each is heard of once, with the first model that shows it. Compiled, the models are put so that
one kernel serves for all (`_for_kernels`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from backends import Backend
from csp.answer import Abilities, Answer, Once, Question, Solve, Strategy, Unsupported, conclude
from csp.model import AllDifferent, Linear, Model, ModelError, NotEqual, Predicate
from csp.small_models import COMPANIONS, SMALL_MODELS, Solution, accompanied, all_solutions, random_model
from csp.sudoku.grid import Shape

MANY = 5_000
"""More solutions than any of the models has."""

COUNTS = ("nodes", "backtracks", "checks", "prunings")


@dataclass(frozen=True)
class Case:
    """A model, what it is, and all its solutions."""

    name: str
    model: Model
    solutions: frozenset[Solution]


class _Raised(Exception):
    """The strategy raised what it should not."""


@dataclass
class Subject:
    """A strategy under examination, with one of its backends.

    abilities: what it is held to
    answered: how many questions it has answered
    """

    strategy: Strategy
    backend: Backend
    abilities: Abilities
    answered: int = 0

    def prepare(self, model: Model, question: Question) -> Solve | None:
        """A function that solves; None: it refuses such a question.

        Raises:
            _Raised: preparing raises anything else.
        """
        try:
            return self.strategy.prepare(model, replace(question, backend=self.backend))
        except Unsupported as refusal:
            if not str(refusal):
                raise _Raised("prepare raises Unsupported without saying why") from refusal
            return None
        except Exception as error:
            raise _Raised(f"prepare raises {type(error).__name__}: {error}") from error

    def solve(self, solve: Solve) -> Answer:
        """What it answers.

        Raises:
            _Raised: solving raises.
        """
        try:
            answer = solve()
        except Exception as error:
            raise _Raised(f"solving raises {type(error).__name__}: {error}") from error
        if not isinstance(answer, Answer):
            raise _Raised(f"solving gives {answer!r:.80}, which is not a csp.answer.Answer")
        self.answered += 1
        return answer

    def ask(self, model: Model, solutions: int = 1, **question: Any) -> Answer | None:
        """The answer to a question; None: it refuses it."""
        solve = self.prepare(model, Question(solutions, **question))
        return None if solve is None else self.solve(solve)


Check = Callable[[Subject, Case], Iterator[str]]


def check(
    strategy: Strategy, backends: Sequence[Backend] = (), models: int = 20, abilities: Abilities | None = None
) -> list[str]:
    """What is wrong with a strategy; empty: nothing that was found.

    backends: of its own, those to look at; none: all
    models: how many random ones, beside those that have a name
    abilities: what it is held to; None: what it says itself. Some parameters make it able to do less.
    """
    if complaints := list(_declarations(strategy)):
        return complaints
    cases = list(_cases(models))
    for_kernels = _for_kernels(strategy, cases) if "compiled" in strategy.backends else cases
    subjects = [
        Subject(strategy, backend, abilities or strategy.abilities)
        for backend in strategy.backends
        if not backends or backend in backends
    ]
    for subject in subjects:
        for examine in CHECKS:
            complaints += islice(_heard(subject, examine, for_kernels if subject.backend == "compiled" else cases), 1)
        complaints += islice(_heard(subject, errors_of_predicates_have_a_name, [RAISING]), 1)
        if not complaints and not subject.answered:
            complaints.append(f"it refuses every model that it was asked about{_with(subject)}")
    if not complaints:
        complaints += islice(_disagreements(subjects, for_kernels), 1)
    return list(dict.fromkeys(complaints))


def fingerprint(strategy: Strategy, models: int = 20) -> str:
    """All that a strategy answers about the models: the same in every process, or chance has a hand in it."""
    subject = Subject(strategy, strategy.backends[0], strategy.abilities)
    return "\n".join(f"{case.name}: {subject.ask(case.model, MANY, seed=3)}" for case in _cases(models))


def _cases(models: int) -> Iterator[Case]:
    named = {**SMALL_MODELS, **LARGER_MODELS, **{f"random model {seed}": random_model(seed) for seed in range(models)}}
    for name, model in named.items():
        yield Case(name, model, frozenset(all_solutions(model)))


def _for_kernels(strategy: Strategy, cases: Sequence[Case]) -> Sequence[Case]:
    """The cases as the compiled backend is asked about them: each with every kind of constraint, if it takes those.

    Kernels may be made for the kinds of constraints that a model has, and each takes seconds to compile. So that one
    serves for all, three variables that are bound by every kind stand beside each model.
    """
    try:
        strategy.prepare(COMPANIONS, Question(backend=strategy.backends[-1]))
    except Exception:  # what it raises is heard of later
        return cases
    added, theirs = len(COMPANIONS.domains), all_solutions(COMPANIONS)
    return [
        Case(
            f"{case.name}, and {added} variables more",
            accompanied(case.model),
            frozenset(one + other for one in case.solutions for other in theirs),
        )
        for case in cases
    ]


def _with(subject: Subject) -> str:
    return f" (backend {subject.backend})" if len(subject.strategy.backends) > 1 else ""


def _heard(subject: Subject, examine: Check, cases: Sequence[Case]) -> Iterator[str]:
    """The complaints of a check, each with the model it is about."""
    for case in cases:
        try:
            for complaint in examine(subject, case):
                yield f"{complaint}, for the model: {case.name}{_with(subject)}"
        except _Raised as error:
            yield f"{error}, for the model: {case.name}{_with(subject)}"


def _declarations(strategy: Strategy) -> Iterator[str]:
    """What it says of itself."""
    kind = type(strategy)
    if not isinstance(getattr(kind, "abilities", None), Abilities):
        yield f"{kind.__name__} has no `abilities`, a csp.answer.Abilities that says what it can do"
    elif unknown := set(strategy.abilities.counts) - set(COUNTS):
        yield f"the abilities of {kind.__name__} count {', '.join(sorted(unknown))}; there are {', '.join(COUNTS)}"
    try:
        hash(strategy)
    except TypeError:
        yield f"{kind.__name__} cannot be hashed: it is to be a frozen dataclass of numbers and words"


# --- what holds of every answer --------------------------------------------------------------------------------------


def answers_are_right(subject: Subject, case: Case) -> Iterator[str]:
    """Solutions satisfy the model, each is found once, and no more than were asked for."""
    for cap in (1, 2, 3, MANY):
        answer = subject.ask(case.model, cap)
        if answer is None:
            continue
        if wrong := next((each for each in answer.solutions if not _is_solution(each)), None):
            yield f"a solution is {wrong!r}, and solutions are tuples of integers"
        elif wrong := next((each for each in answer.solutions if each not in case.solutions), None):
            yield f"{wrong} is found, which is no solution"
        if len(set(answer.solutions)) < len(answer.solutions):
            yield "a solution is found twice"
        if answer.count > cap:
            yield f"{answer.count} solutions are found where {cap} are asked for"
        if answer.count > len(case.solutions):
            yield f"{answer.count} solutions are counted, and there are {len(case.solutions)}"


def conclusions_are_honest(subject: Subject, case: Case) -> Iterator[str]:
    """Complete means that there are no others; what is not complete has found enough or says why it stopped."""
    number = len(case.solutions)
    for cap in (1, 2, 3, MANY):
        answer = subject.ask(case.model, cap)
        if answer is None or case.model.minimise is not None:
            continue
        if answer.complete and answer.count < number:
            yield f"{answer.count} solutions are said to be all, and there are {number}"
        if not answer.complete and answer.count < cap and not answer.stopped:
            yield f"it ends with {answer.count} of {cap} solutions and says neither that these are all nor why it stops"
        if subject.abilities.proves and cap > number and not answer.complete:
            yield f"its abilities say that it proves, and it ends without: {conclude(answer)} ({answer.stopped})"


def enumerations_are_whole(subject: Subject, case: Case) -> Iterator[str]:
    """Who enumerates finds every solution, and keeps no more than are wanted."""
    if not subject.abilities.enumerates or case.model.minimise is not None:
        return
    for keep in (None, 0, 1, 2):
        answer = subject.ask(case.model, MANY, keep=keep)
        if answer is None:
            continue
        if answer.count != len(case.solutions):
            yield f"{answer.count} of {len(case.solutions)} solutions are found (Question.keep is {keep})"
        kept = answer.count if keep is None else min(keep, answer.count)
        if len(answer.solutions) != kept:
            found = f"Question.keep is {keep} and {answer.count} are found"
            yield f"{len(answer.solutions)} solutions are kept where {found}"


def the_best_is_the_best(subject: Subject, case: Case) -> Iterator[str]:
    """Who minimises by itself finds the smallest value, or does not call it complete. Others are asked by rounds."""
    if case.model.minimise is None or not subject.abilities.optimises:
        return
    smallest = min((each[case.model.minimise] for each in case.solutions), default=None)
    for cap in (1, 2, MANY):
        answer = subject.ask(case.model, cap)
        if answer is None:
            continue
        if not answer.solutions:
            if answer.complete and smallest is not None:
                yield "no solution is found although there are"
            continue
        value = answer.solutions[0][case.model.minimise]
        if answer.objective != value:
            yield f"the objective is {answer.objective}, and the solution has {value}"
        elif answer.complete and value != smallest:
            yield f"{value} is called the best objective, and {smallest} is possible"


def the_same_again(subject: Subject, case: Case) -> Iterator[str]:
    """The same question has the same answer and the same counts: asked again, prepared again, and in between others."""
    question = Question(MANY, seed=5)
    first, second = subject.prepare(case.model, question), subject.prepare(case.model, question)
    other = next(filter(None, (subject.prepare(each, question) for each in OTHERS)), None)
    if first is None or second is None or isinstance(first, Once):
        return
    before, model = random.getstate(), repr(case.model)
    answers = [subject.solve(first), subject.solve(first), subject.solve(second)]
    if other is not None:
        elsewhere = subject.solve(other)
        answers.append(subject.solve(first))
        if subject.solve(other) != elsewhere:
            yield "what it answers about one model changes when it is asked about another in between"
    if answers[0] != answers[1]:
        yield f"a second call does not give what the first did: {answers[0]} and {answers[1]}"
    elif any(answer != answers[0] for answer in answers):
        yield "what it answers depends on what it was asked before"
    if random.getstate() != before:
        yield "it draws from Python's global generator of random numbers; draw from backends.generator(seed, ...)"
    if repr(case.model) != model:
        yield "it changes the model"


def work_is_counted(subject: Subject, case: Case) -> Iterator[str]:
    """What it says that it counts is a number, everything else is left open."""
    answer = subject.ask(case.model, MANY)
    if answer is None:
        return
    for name in COUNTS:
        count = getattr(answer, name)
        if count is not None and name not in subject.abilities.counts:
            yield f"it counts {name}, and its abilities do not say so"
        elif count is None and name in subject.abilities.counts:
            yield f"its abilities say that it counts {name}, and the answer has none"
    for name, count in [*((name, getattr(answer, name)) for name in COUNTS), *answer.counters.items()]:
        if count is not None and (type(count) is not int or count < 0):
            yield f"it counts {count!r} {name}"


def node_limits_hold(subject: Subject, case: Case) -> Iterator[str]:
    """Who counts nodes places no more than it may, and says so when it stops for that."""
    if "nodes" not in subject.abilities.counts:
        return
    for limit in (0, 1, 3):
        answer = subject.ask(case.model, MANY, node_limit=limit)
        if answer is None:
            continue
        if answer.nodes is not None and answer.nodes > limit:
            yield f"it places {answer.nodes} values where the node limit is {limit}"
        if not answer.complete and not answer.stopped:
            yield f"it does not say that the node limit of {limit} has stopped it"
        if answer.complete and answer.count < len(case.solutions) and case.model.minimise is None:
            yield f"with a node limit of {limit} it calls {answer.count} of {len(case.solutions)} solutions all"


def errors_of_predicates_have_a_name(subject: Subject, case: Case) -> Iterator[str]:
    """A predicate that raises is a ModelError that names it."""
    try:
        answer = subject.strategy.prepare(case.model, Question(MANY, backend=subject.backend))()
    except Unsupported:
        return
    except ModelError as error:
        if "quotient" not in str(error):
            yield f"the error does not name the predicate that raised it: {error}"
    except Exception as error:
        yield f"a predicate that raises becomes {type(error).__name__}, and not a ModelError that names it"
    else:
        yield f"a predicate that raises is passed over: {answer}"


RAISING = Case(
    "a predicate that divides by 0",
    Model(((0, 1), (0, 1)), (Predicate((0, 1), lambda left, right: left // 0 == right, "quotient"),)),
    frozenset(),
)

CHECKS: tuple[Check, ...] = (
    answers_are_right,
    conclusions_are_honest,
    enumerations_are_whole,
    the_best_is_the_best,
    the_same_again,
    work_is_counted,
    node_limits_hold,
)


def _disagreements(subjects: Sequence[Subject], cases: Sequence[Case]) -> Iterator[str]:
    """Backends that do not give the same answers and counts."""
    for case in cases:
        answers = {subject.backend: subject.ask(case.model, MANY, seed=7) for subject in subjects}
        first, *others = answers.items()
        for backend, answer in others:
            if answer != first[1]:
                yield f"the backends {first[0]} and {backend} disagree, for the model: {case.name}"


def _is_solution(solution: Any) -> bool:
    return isinstance(solution, tuple) and all(type(value) is int for value in solution)


# --- models that are larger, with few combinations of values ---------------------------------------------------------


def _sudoku() -> Model:
    """A 9x9 Sudoku with two solutions: in a right grid, two rows of a band may change places in three columns."""
    shape = Shape(3, 3)
    values = [[(3 * (row % 3) + row // 3 + column) % 9 + 1 for column in range(9)] for row in range(9)]
    domains: list[tuple[int, ...]] = [(value,) for row in values for value in row]
    for column in (1, 4, 7):
        domains[column] = domains[9 + column] = tuple(sorted((values[0][column], values[1][column])))
    return Model(domains, [AllDifferent(unit) for unit in shape.units])


OTHERS = (accompanied(SMALL_MODELS["not equal, many solutions"]), SMALL_MODELS["not equal, many solutions"])

SUM = Linear((0, 1, 2), (1, 1, -1), "=", 0)

LARGER_MODELS = {
    "a Sudoku": _sudoku(),
    "a domain of a hundred values": Model((range(100), (5, 99)), (NotEqual(0, 1),)),
    "values far apart": Model(((7, 2**40), (-3,), (-(2**40), 2**40)), (NotEqual(0, 2),)),
    "the smallest sum": Model(((1, 2, 3), (1, 2, 3), range(7)), (AllDifferent((0, 1)), SUM), minimise=2),
    "the smallest of no sums": Model(((3, 4), (3, 4), range(6)), (AllDifferent((0, 1)), SUM), minimise=2),
}
