"""Optimisation by iterated satisfaction, with any strategy that finds solutions.

    round    ask for one solution; then ask again, with the objective's domain cut to the values below the one found
    bound    the objective of the best solution so far: the next must be below it

When no round finds a solution any more, the last one found is the best. This is branch and bound in which each round
begins anew (van Hentenryck 1989, section 4.5): it asks nothing of a strategy but what it can do already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from csp.answer import Answer, Question, Solve, Unsupported
from csp.model import Model

Prepare = Callable[[Model, Question], Solve]

COUNTS = ("nodes", "backtracks", "checks", "prunings")


class NotBelow(ValueError):
    """A strategy found a solution whose objective is outside the domain that it was given."""


def minimising(prepare: Prepare, model: Model, question: Question) -> Solve:
    """A function that finds the best solution of `model`: round after round of what `prepare` makes.

    Its answer has the best solution, complete when none is better; the counts of all rounds together, and how many
    `rounds` there were among the counters. The node limit is for all rounds together. The first round is prepared here;
    preparing the others is part of solving.

    Raises:
        Unsupported: the model minimises nothing, or the strategy cannot take it.
    """
    if model.minimise is None:
        raise Unsupported("the model has no objective, so none of its solutions is better than another")
    objective = model.minimise
    satisfaction, question = replace(model, minimise=None), replace(question, solutions=1, keep=None)
    first_round = prepare(satisfaction, question)

    def solve() -> Answer:
        total: Answer | None = None
        solve_round, rounds = first_round, 0
        domain = satisfaction.domains[objective]
        while True:
            answer, rounds = solve_round(), rounds + 1
            total = _together(total, answer)
            if answer.solutions:
                solution = answer.solutions[0]
                if len(solution) != len(model.domains) or solution[objective] not in model.domains[objective]:
                    return replace(total, solutions=(solution,), complete=False)  # the checker will say what it is
                bound = solution[objective]
                if bound not in domain:
                    raise NotBelow(
                        f"in round {rounds} the objective, {model.name_of(objective)}, may be {domain[0]} to "
                        f"{domain[-1]}; the strategy answered {bound}"
                    )
                domain = tuple(value for value in domain if value < bound)
                total = replace(total, solutions=(solution,), objective=bound)
            if answer.complete or not answer.solutions or not domain:
                break
            solve_round = prepare(_with_domain(satisfaction, objective, domain), _left(question, total))
        proved = answer.complete or not domain
        stopped = "" if proved else _why(answer, question, total)
        return replace(total, complete=proved, stopped=stopped, counters={**total.counters, "rounds": rounds})

    return solve


def _with_domain(model: Model, variable: int, domain: Sequence[int]) -> Model:
    domains = list(model.domains)
    domains[variable] = domain
    return replace(model, domains=domains)


def _left(question: Question, total: Answer) -> Question:
    """The question with what is left of the node limit."""
    if question.node_limit is None or total.nodes is None:
        return question
    return replace(question, node_limit=max(0, question.node_limit - total.nodes))


def _why(answer: Answer, question: Question, total: Answer) -> str:
    """Why it ended before it was complete; the limit is that of all rounds."""
    limit = question.node_limit
    if limit is not None and total.nodes is not None and total.nodes >= limit:
        return f"node limit of {limit:,}"
    return answer.stopped or "the strategy gave up, which proves nothing"


def _together(total: Answer | None, answer: Answer) -> Answer:
    """The counts of two answers added up; one that is not counted in either is not counted."""
    if total is None:
        return replace(answer, solutions=(), found=None, objective=None)
    counts = {name: (getattr(total, name), getattr(answer, name)) for name in COUNTS}
    added: dict[str, Any] = {name: None if None in pair else sum(pair) for name, pair in counts.items()}
    names = {*total.counters, *answer.counters}
    counters = {name: total.counters.get(name, 0) + answer.counters.get(name, 0) for name in sorted(names)}
    return replace(total, counters=counters, **added)
