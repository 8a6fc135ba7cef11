"""A strategy of its own: values in an order that the seed decides, and no look-ahead."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from backends import Backend
from benchmarks.registry import strategy
from csp.answer import Answer, Question, Solve
from csp.model import Model


@strategy("sample-search")
@dataclass(frozen=True)
class SampleSearch:
    """Reading order, values shuffled once or not at all."""

    order: Literal["shuffled", "ascending"] = "shuffled"

    backends: ClassVar[tuple[Backend, ...]] = ("python",)

    def prepare(self, model: Model, question: Question) -> Solve:
        """A function that solves from the start each time it is called."""

        def solve() -> Answer:
            search = Search(self, model, question.seed)
            solutions = []
            for solution in search.solutions(()):
                solutions.append(solution)
                if len(solutions) == question.solutions:
                    return Answer(tuple(solutions), complete=False, nodes=search.nodes)
            return Answer(tuple(solutions), complete=True, nodes=search.nodes)

        return solve


class Search:
    """One search through a model; `nodes` counts the values placed."""

    def __init__(self, setting: SampleSearch, model: Model, seed: int) -> None:
        self.nodes = 0
        self.domains = [list(domain) for domain in model.domains]
        if setting.order == "shuffled":
            for domain in self.domains:
                random.Random(seed).shuffle(domain)
        pairs = [pair for constraint in model.constraints for pair in constraint.pairs()]
        self.earlier: list[set[int]] = [set() for _ in model.variables]
        for pair in pairs:
            self.earlier[max(pair.scope)].add(min(pair.scope))

    def solutions(self, placed: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All that extend the values `placed` on the first variables."""
        variable = len(placed)
        if variable == len(self.domains):
            yield placed
            return
        for value in self.domains[variable]:
            if all(placed[other] != value for other in self.earlier[variable]):
                self.nodes += 1
                yield from self.solutions((*placed, value))
