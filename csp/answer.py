"""What a strategy is asked, what it answers, and what that establishes.

A strategy is a frozen dataclass whose fields are its parameters. Its one method, `prepare`, does everything that is not
solving (building, importing, compiling) and returns a function of no arguments that solves, once per call, each time
from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Protocol

from backends import Backend
from csp.model import Model

Conclusion = Literal["satisfied", "unique", "multiple", "unsatisfiable", "invalid", "gave-up"]
"""What a run established.

`satisfied`: there is a solution, and it is not known whether there are more. `unique`: there is exactly one.
`multiple`: there are at least two. `unsatisfiable`: there is none. `invalid`: the givens contradict each other, which
is found before any search. `gave-up`: nothing was established.
"""


@dataclass(frozen=True)
class Question:
    """What a strategy is asked about a model.

    solutions: stop after so many (1: any solution; 2: is it unique?; more: enumerate up to this cap)
    node_limit: stop before placing more values than this; None: no limit. Only strategies that count nodes obey it.
    seed: for every random choice
    backend: one of the strategy's own
    """

    solutions: int = 1
    node_limit: int | None = None
    seed: int = 0
    backend: Backend = "compiled"


@dataclass(frozen=True)
class Answer:
    """What a strategy found.

    solutions: the solutions found, at most as many as asked for; each of shape [n], in the model's values
    complete: the strategy has shown that there are no others
    stopped: why it ended before it was complete and before it had found what was asked ("" when it did not)
    nodes, backtracks, checks, prunings: as docs/measures.md defines them; None where the strategy does not count it
    counters: what another project's solver counts, under its own names
    """

    solutions: tuple[tuple[int, ...], ...]
    complete: bool
    stopped: str = ""
    nodes: int | None = None
    backtracks: int | None = None
    checks: int | None = None
    prunings: int | None = None
    counters: Mapping[str, int] = field(default_factory=dict)


Solve = Callable[[], Answer]


class Unsupported(Exception):
    """The strategy cannot answer this question about this model; the message says what it would need."""


class Strategy(Protocol):
    """A solver with its parameters. Implementations are frozen dataclasses."""

    backends: ClassVar[tuple[Backend, ...]]

    def prepare(self, model: Model, question: Question) -> Solve:
        """Everything but the solving.

        Raises:
            Unsupported: it cannot answer such a question.
            backends.CannotCompile: the compiled backend was asked for and Numba refused.
        """
        ...


def conclude(answer: Answer) -> Conclusion:
    """What an answer establishes: never one word for two things."""
    found = len(answer.solutions)
    if found >= 2:
        return "multiple"
    if found == 1:
        return "unique" if answer.complete else "satisfied"
    return "unsatisfiable" if answer.complete else "gave-up"
