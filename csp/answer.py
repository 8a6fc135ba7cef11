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

Conclusion = Literal["satisfied", "unique", "multiple", "optimal", "unsatisfiable", "invalid", "gave-up"]
"""What a run established.

`satisfied`: there is a solution, and it is not known whether there are more, or better ones. `unique`: there is exactly
one. `multiple`: there are at least two. `optimal`: there is a solution, and none is better. `unsatisfiable`: there is
none. `invalid`: the givens contradict each other, which is found before any search. `gave-up`: nothing was established.
"""


@dataclass(frozen=True)
class Question:
    """What a strategy is asked about a model.

    solutions: stop after so many (1: any solution; 2: is it unique?; more: enumerate up to this cap)
    node_limit: stop before placing more values than this; None: no limit. Only strategies that count nodes obey it.
    seed: for every random choice
    backend: one of the strategy's own
    keep: keep only the first so many solutions, count the others and forget them; None: keep all
    """

    solutions: int = 1
    node_limit: int | None = None
    seed: int = 0
    backend: Backend = "compiled"
    keep: int | None = None


@dataclass(frozen=True)
class Answer:
    """What a strategy found.

    solutions: the solutions found, at most as many as asked for and to be kept; each [n], in the model's values
    complete: the strategy has shown that there are no others
    stopped: why it ended before it was complete and before it had found what was asked ("" when it did not)
    nodes, backtracks, checks, prunings: as docs/measures.md defines them; None where the strategy does not count it
    counters: what else a strategy counts, under its own names
    found: how many solutions were found; None: as many as are kept
    objective: the value of the variable that is minimised, in the best solution; None where nothing is
    """

    solutions: tuple[tuple[int, ...], ...]
    complete: bool
    stopped: str = ""
    nodes: int | None = None
    backtracks: int | None = None
    checks: int | None = None
    prunings: int | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    found: int | None = None
    objective: int | None = None

    @property
    def count(self) -> int:
        """How many solutions were found, whether kept or not."""
        return len(self.solutions) if self.found is None else self.found


class Finds:
    """Solutions as they are found: the first ones kept, as many as a question wants, the others counted."""

    def __init__(self, question: Question) -> None:
        self._wanted, self._keep = question.solutions, question.keep
        self.kept: list[tuple[int, ...]] = []
        self.count = 0

    @property
    def enough(self) -> bool:
        """Whether as many were found as were asked for."""
        return self.count >= self._wanted

    @property
    def keeping(self) -> bool:
        """Whether the next one is to be kept; where it is not, it need not be read from a solver."""
        return self._keep is None or len(self.kept) < self._keep

    def add(self, solution: tuple[int, ...]) -> None:
        """One more."""
        if self.keeping:
            self.kept.append(solution)
        self.count += 1

    def skip(self) -> None:
        """One more, which is not kept."""
        self.count += 1


Solve = Callable[[], Answer]


@dataclass(frozen=True)
class Once:
    """A `Solve` whose second call would begin with what the first has learned: its time is that of the first alone."""

    solve: Solve

    def __call__(self) -> Answer:
        return self.solve()


class Unsupported(Exception):
    """The strategy cannot answer this question about this model; the message says what it would need."""


@dataclass(frozen=True)
class Abilities:
    """What a strategy can do, as lists of strategies show it.

    takes: which models, in a few words
    enumerates: it finds all solutions
    proves: it can show that there is no (other) solution
    counts: of nodes, backtracks, checks, prunings, those that it counts
    optimises: it finds the best solution of a model that minimises by itself; others are asked again and again, each
        time for a better one (`csp.optimise`)
    """

    takes: str = "any model"
    enumerates: bool = True
    proves: bool = True
    counts: tuple[str, ...] = ()
    optimises: bool = False


class Strategy(Protocol):
    """A solver with its parameters. Implementations are frozen dataclasses."""

    backends: ClassVar[tuple[Backend, ...]]
    abilities: ClassVar[Abilities]

    def prepare(self, model: Model, question: Question) -> Solve:
        """Everything but the solving.

        Raises:
            Unsupported: it cannot answer such a question.
            backends.CannotCompile: the compiled backend was asked for and Numba refused.
        """
        ...


def conclude(answer: Answer) -> Conclusion:
    """What an answer establishes: never one word for two things."""
    found = answer.count
    if answer.objective is not None:
        return "optimal" if answer.complete else "satisfied"
    if found >= 2:
        return "multiple"
    if found == 1:
        return "unique" if answer.complete else "satisfied"
    return "unsatisfiable" if answer.complete else "gave-up"
