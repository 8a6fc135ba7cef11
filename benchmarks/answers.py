"""Questions to strategies for constraint problems, and what is made of their answers, whatever the problem."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from benchmarks.record import CAPPED
from benchmarks.registry import LARGEST_COUNT, Ask, NotAnAnswer, Verdict
from csp.answer import Abilities, Answer, Question, Solve, Strategy, conclude
from csp.model import Model
from csp.optimise import COUNTS, minimising

KEPT = 100
"""So many solutions are kept, and checked, when they are only counted."""


def asked(ask: Ask) -> Question:
    """What an `Ask` asks of a strategy about a model."""
    wanted = {"first": 1, "unique": 2, "best": 1}.get(ask.question, ask.cap)
    keep = KEPT if ask.question == "count" else None
    return Question(wanted, ask.max_nodes, ask.seed, ask.backend, keep)


def prepared(strategy: Strategy, model: Model, ask: Ask) -> Solve:
    """The function that answers `ask`. Only `best` looks at what the model minimises."""
    abilities: Abilities | None = getattr(strategy, "abilities", None)  # a plug-in may say nothing about itself
    if ask.question == "best" and abilities is not None and abilities.optimises and model.minimise is not None:
        return strategy.prepare(model, asked(ask))
    if ask.question == "best":
        return minimising(lambda each, question: _in_plain(strategy.prepare(each, question)), model, asked(ask))
    return strategy.prepare(model if model.minimise is None else replace(model, minimise=None), asked(ask))


def _in_plain(solve: Solve) -> Solve:
    return lambda: plain(solve())


def verdict(
    answer: Answer,
    ask: Ask,
    mistake: Callable[[Sequence[int]], str],
    write: Callable[[Sequence[int]], str],
    wrong: str,
    remark: str = "",
) -> Verdict:
    """What is said of an answer that is `wrong` for a reason, or right ("") and perhaps to be remarked on.

    mistake: why values are no solution; "" when they are one
    write: a solution as one line of text; it is called with right ones only
    """
    solutions = answer.solutions
    first = solutions[0] if solutions else None
    verified = all(not mistake(solution) for solution in solutions) if solutions else None
    capped = f"{CAPPED} of {ask.cap:,} solutions"
    reached = ask.question in ("all", "count") and not answer.complete and answer.count >= ask.cap
    return Verdict(
        conclusion=conclude(answer),
        mistake=wrong,
        remark=answer.stopped or (capped if reached else remark),
        verified=verified,
        answer=None if first is None else (plainly(first) if mistake(first) else write(first)),
        solutions=answer.count,
        work={
            "complete": answer.complete,
            "value": None if answer.objective is None else float(answer.objective),
            **{name: getattr(answer, name) for name in COUNTS},
            "counters": dict(answer.counters),
        },
    )


def plainly(values: Sequence[int]) -> str:
    """Values that are no solution, as one line."""
    return " ".join(map(str, values))


def plain(answer: Any) -> Answer:
    """An answer with plain numbers, also when a strategy gives NumPy's.

    Raises:
        NotAnAnswer: not an `Answer`, or something in it is not a whole number.
    """
    if not isinstance(answer, Answer):
        raise NotAnAnswer(f"the strategy returned {answer!r:.80}, which is not a csp.answer.Answer")
    try:
        solutions = tuple(tuple(operator.index(value) for value in solution) for solution in answer.solutions)
    except TypeError as error:
        raise NotAnAnswer(f"a solution of the strategy is not a sequence of whole numbers: {error}") from error
    counts: dict[str, Any] = {
        name: _count(name, getattr(answer, name)) for name in COUNTS if getattr(answer, name) is not None
    }
    counters = {str(name): _count(name, value) for name, value in answer.counters.items()}
    if answer.found is not None:
        counts["found"] = _count("solutions", answer.found)
        if counts["found"] < len(solutions):
            raise NotAnAnswer(f"the strategy found {counts['found']} solutions, it says, and gave {len(solutions)}")
    if answer.objective is not None:
        counts["objective"] = _whole("said that the objective is", answer.objective)
    return replace(
        answer,
        solutions=solutions,
        complete=bool(answer.complete),
        stopped=str(answer.stopped),
        counters=counters,
        **counts,
    )


def _count(name: str, value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise NotAnAnswer(f"the strategy counted {value!r:.80} {name}, which is not a whole number") from None
    if not 0 <= number <= LARGEST_COUNT:
        raise NotAnAnswer(f"the strategy counted {number} {name}")
    return number


def _whole(saying: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise NotAnAnswer(f"the strategy {saying} {value!r:.80}, which is not a whole number") from None
