"""Experiment -> runs: the grid of instance x strategy x parameters x backend x seed x repeat, always in the same order.

The order is part of the measurement: strategies alternate (A B B A), so that a machine that drifts favours none. It is
also what makes an experiment resumable: a run is known by its number in the plan.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from backends import BACKENDS, Backend
from benchmarks.registry import Ask, Instance, Question, StrategyEntry

MOST_VALUES = 100_000
"""More values in one range, or settings in one grid, are taken for a slip."""


class PlanError(ValueError):
    """An experiment that makes no sense; the message says what to change."""


@dataclass(frozen=True)
class Contestant:
    """A strategy with its parameters on one of its backends."""

    strategy: str
    parameters: Mapping[str, Any]
    backend: Backend


@dataclass(frozen=True)
class Limits:
    """What one run may use; None: no limit.

    timeout_s: CPU seconds of solving; wall time is limited too, see docs/measures.md
    memory_mib: resident memory of the worker and its children
    """

    timeout_s: float | None = None
    memory_mib: int | None = None


@dataclass(frozen=True)
class Experiment:
    """All that a person asked for, but for the instances, which are stored beside it.

    plugins: the files, and
    packages: the installed packages other than ours, that its strategies come from
    """

    problem: str
    contestants: tuple[Contestant, ...]
    question: Question = "first"
    cap: int = 10_000
    max_nodes: int | None = None
    seeds: tuple[int, ...] = (0,)
    repeat: int = 1
    limits: Limits = Limits()
    jobs: int = 1
    plugins: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Experiment:
        """The inverse of `to_json`."""
        fields: dict[str, Any] = json.loads(text)
        fields["contestants"] = [Contestant(**contestant) for contestant in fields["contestants"]]
        fields["limits"] = Limits(**fields["limits"])
        for name in ("contestants", "seeds", "plugins", "packages"):
            fields[name] = tuple(fields[name])
        return cls(**fields)


@dataclass(frozen=True)
class Run:
    """One strategy on one instance with one seed, once.

    number: its place in the plan, from 0
    """

    number: int
    instance: Instance
    contestant: Contestant
    seed: int
    repeat: int

    def ask(self, experiment: Experiment) -> Ask:
        return Ask(experiment.question, experiment.cap, experiment.max_nodes, self.seed, self.contestant.backend)


def plan(experiment: Experiment, instances: Callable[[], Iterable[Instance]]) -> Iterator[Run]:
    """The runs in the order they are started; `instances` is called once per repeat, and read as a stream."""
    numbers = itertools.count()
    contestants = experiment.contestants
    for repeat in range(experiment.repeat):
        for position, instance in enumerate(instances()):
            order = contestants if (position + repeat) % 2 == 0 else contestants[::-1]
            for seed, contestant in itertools.product(experiment.seeds, order):
                yield Run(next(numbers), instance, contestant, seed, repeat)


def size_of(experiment: Experiment, instances: int) -> int:
    """How many runs the plan has."""
    return instances * experiment.repeat * len(experiment.seeds) * len(experiment.contestants)


def run_key(experiment: Experiment, run: Run, code: str) -> str:
    """Hash of all that may change a run's counts or its ending; equal keys are repeats of one run; 16 hex digits."""
    contestant = run.contestant
    limits = asdict(experiment.limits) | {"max_nodes": experiment.max_nodes}
    question = [experiment.question, experiment.cap if experiment.question in ("all", "count") else None]
    identity = [experiment.problem, run.instance.hash, asdict(contestant), run.seed, question, limits, code]
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]


def contestants_of(
    entries: Sequence[StrategyEntry],
    settings: Mapping[str, Sequence[str]],
    backend: str | None,
    allowed: Sequence[Backend] = BACKENDS,
) -> tuple[Contestant, ...]:
    """Every strategy with every combination of the parameters that it has.

    settings: parameter name -> the words given for it
    backend: python, compiled, both, or None for each strategy's preferred one
    allowed: the backends that the problem itself can run on

    Raises:
        PlanError: a parameter that no strategy has, a value that it does not take, a backend that one lacks, or
            more than MOST_VALUES of them.
    """
    known = {parameter.name for entry in entries for parameter in entry.parameters}
    for name in settings:
        if name not in known:
            names = ", ".join(entry.name for entry in entries)
            option = "--" + name.replace("_", "-")
            raise PlanError(f"{option}: none of the chosen strategies ({names}) has such a parameter")
    contestants = []
    for entry in entries:
        for parameters in _combinations(entry, settings):
            for chosen in _backends(entry, backend, allowed):
                contestants.append(Contestant(entry.name, parameters, chosen))
                if len(contestants) > MOST_VALUES:
                    raise PlanError(f"the parameters make a grid of more than {MOST_VALUES:,} settings")
    return tuple(contestants)


def _combinations(entry: StrategyEntry, settings: Mapping[str, Sequence[str]]) -> Iterator[dict[str, Any]]:
    axes = []
    for parameter in entry.parameters:
        try:
            words = settings.get(parameter.name, ())
            values = list(dict.fromkeys(parameter.parse(word) for word in words)) or [parameter.default]
        except ValueError as error:
            raise PlanError(f"{parameter.option}: {error}") from None
        axes.append([(parameter.name, value) for value in values])
    for combination in itertools.product(*axes):
        parameters = dict(combination)
        try:
            entry.make(**parameters)
        except ValueError as error:
            usual = {parameter.name: parameter.default for parameter in entry.parameters}
            unusual = {name: value for name, value in parameters.items() if value != usual[name]}
            raise PlanError(f"{entry.name} with {unusual}: {error}") from None
        yield parameters


def _backends(entry: StrategyEntry, backend: str | None, allowed: Sequence[Backend]) -> tuple[Backend, ...]:
    if "external" in entry.backends:  # other people's code runs as it is, whatever is asked of ours
        return ("external",)
    offered = tuple(name for name in entry.backends if name in allowed)
    if backend in ("compiled", "both") and "compiled" not in allowed:
        raise PlanError(f"--backend {backend}: this problem cannot be compiled; it runs on {', '.join(allowed)} only")
    if backend is None:
        return offered[:1]
    wanted: tuple[Backend, ...] = ("compiled", "python")
    chosen = tuple(name for name in wanted if name in offered and backend in (name, "both"))
    if not chosen:
        raise PlanError(f"--backend {backend}: the strategy {entry.name} has only {', '.join(offered)}")
    return chosen


def expand(text: str) -> list[str]:
    """The words of a list `a,b,c`, in which a range `4..8` stands for its whole numbers; none of them twice.

    Raises:
        PlanError: an empty word, a range that ends before it begins, or more than MOST_VALUES.
    """
    words: dict[str, None] = {}
    for word in map(str.strip, text.split(",")):
        if not word:
            raise PlanError(f"an empty value in {text!r}")
        if (ends := re.fullmatch(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})", word)) is None:
            words[word] = None
            continue
        low, high = int(ends[1]), int(ends[2])
        if low > high:
            raise PlanError(f"the range {word} ends before it begins")
        if high - low >= MOST_VALUES:
            raise PlanError(f"the range {word} has more than {MOST_VALUES:,} values")
        words.update(dict.fromkeys(map(str, range(low, high + 1))))
    return list(words)
