"""A family of constraint problems as a problem of the runner, and a person's own model as one.

The parameters of the family's generator are options; each takes a list or a range, and together they make a grid of
instances. Every solution that is kept is checked by the family's own checker.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import itertools
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.answers import plain, plainly, prepared, verdict
from benchmarks.options import lines_of, option_of, parameters_of, value_of
from benchmarks.plan import MOST_VALUES, expand
from benchmarks.registry import PROBLEMS, Ask, Form, Instance, Question, Unreadable, Verdict
from benchmarks.registry import Family as Kind
from csp import check
from csp.answer import Answer, Strategy
from csp.model import Model, ModelError, Predicate
from csp.problems.family import Content, Family, Named

MADE = "made"
"""The bank of instances that are made from the options."""

SEED = "seed"
"""The parameter of a generator that random instances are drawn with."""

QUESTIONS: tuple[Question, ...] = ("first", "unique", "all", "count")


@dataclass(frozen=True)
class ConstraintProblem:
    """A family of constraint problems.

    model_first: make the model of an instance before anything is run, so that what is wrong with it is said then; for
        models that may be wrong
    """

    of: Family
    default_strategies: tuple[str, ...] = ("mrv-fc", "cp-sat")
    model_first: bool = False

    family: Kind = "csp"

    @property
    def name(self) -> str:
        return self.of.name

    @property
    def summary(self) -> str:
        return self.of.summary

    @property
    def noun(self) -> str:
        return self.of.noun

    @property
    def forms(self) -> tuple[Form, ...]:
        text: tuple[Form, ...] = ("text",) if self.of.parse is not None else ()
        return (*text, "file") if self.of.read is not None else text

    @functools.cached_property
    def questions(self) -> tuple[Question, ...]:
        """The best solution, where its usual instance has an objective."""
        try:
            minimises = self.of.model(self.of.generate()).minimise is not None
        except Exception:  # of other people's models; it is told when an instance is made
            minimises = False
        return ("best", *QUESTIONS) if minimises else QUESTIONS

    def banks(self) -> Mapping[str, str]:
        options = ", ".join(f"--{self._option(parameter)}" for parameter in parameters_of(self.of.generate))
        made = f"made from {options}" if options else "the one that there is"
        return {MADE: made} | {name: line for name, (line, _) in self.of.named.items()}

    def bank(self, name: str, options: Mapping[str, str | None]) -> Iterator[Instance | Unreadable]:
        """Raises ValueError for words that mean nothing, and for parameters of what is not made from any."""
        if name != MADE:
            self._refuse_others({}, options, f"--bank {name}")
            yield self._instance(name, self.of.named[name][1])
            return
        usual = parameters_of(self.of.generate)
        self._refuse_others(usual, options, "instances that are made")
        for parameters in self._grid(usual, options):
            called = self._called(parameters)
            try:
                yield self._instance(called, self.of.generate(**parameters))
            except ValueError as error:
                yield Unreadable(called, str(error))

    def read_options(self) -> Mapping[str, str]:
        lines: dict[str, str] = {}
        for function in (self.of.generate, self.of.read, self.of.parse):
            if function is not None:
                lines = _explained(function) | lines
        return {
            self._option(parameter): _help(parameter, default, lines.get(parameter, ""))
            for parameter, default in self._parameters().items()
        }

    def read(self, source: str, text: bool, options: Mapping[str, str | None]) -> Iterator[Instance | Unreadable]:
        """The instance that `source` stands for, or those in a file.

        Raises:
            ValueError: the file cannot be read, or there are parameters for what is not made from any.
        """
        function = self.of.parse if text else self.of.read
        assert function is not None, "there is no such option"
        usual = _after_the_text(function)
        self._refuse_others(usual, options, f"--{self.noun}{'' if text else 's'}")
        content = source if text else "".join(lines_of(source))
        given = {name: default for name, default in usual.items() if options.get(self._option(name)) is not None}
        for parameters in self._grid(given, options):
            try:
                yield from self._parsed(source, parameters) if text else self._found(source, content, parameters)
            except ValueError as error:
                yield Unreadable(f"--{self.noun} {source}" if text else source, str(error))

    def _parsed(self, source: str, parameters: Mapping[str, Any]) -> Iterator[Instance]:
        assert self.of.parse is not None
        yield self._instance(_with(source, parameters), self.of.parse(source, **parameters))

    def _found(self, source: str, text: str, parameters: Mapping[str, Any]) -> Iterator[Instance | Unreadable]:
        """The instances in the text of a file."""
        assert self.of.read is not None
        file = "stdin" if source == "-" else Path(source).name
        for item in self.of.read(text, **parameters):
            if not isinstance(item, Named):
                yield Unreadable(f"{file}, {item.place}", item.message)
                continue
            # A file that holds only one calls it by what all are called.
            name = file if item.name in ("", self.noun) else f"{file}:{item.name}"
            yield self._instance(_with(name, parameters), item.content)

    def invalid(self, instance: Instance) -> str:
        return ""  # what contradicts itself is not made, nor read, in the first place

    def prepare(self, strategy: Strategy, instance: Instance, ask: Ask) -> Callable[[], Answer]:
        return prepared(strategy, self.of.model(instance.content), ask)

    def judge(self, instance: Instance, answer: Any, ask: Ask) -> Verdict:
        content, answer = instance.content, plain(answer)
        if ask.question != "best":
            answer = replace(answer, objective=None)

        def mistake(values: Sequence[int]) -> str:
            return self.of.check(content, values)

        def write(values: Sequence[int]) -> str:
            return self.of.write(content, values)

        wrong = check.unsound(answer.solutions, mistake)
        if not wrong:
            wrong = self._misjudged(content, answer) if ask.question == "best" else self._miscounted(content, answer)
        return verdict(answer, ask, mistake, write, wrong)

    def _miscounted(self, content: Content, answer: Answer) -> str:
        """How the number of solutions goes against what is known of the instance."""
        count = self.of.count(content)
        reason = check.miscounted(answer.count, answer.complete, count)
        return f"{reason}; it is known to have {count:,}" if reason else ""

    def _misjudged(self, content: Content, answer: Answer) -> str:
        """How the objective goes against the solution that it should be of, or what is known of the instance."""
        minimise = self.of.model(content).minimise
        if answer.solutions and minimise is not None and answer.solutions[0][minimise] != answer.objective:
            return f"an objective of {answer.objective}, it says; in its solution it is {answer.solutions[0][minimise]}"
        return check.misjudged(answer.objective, answer.complete, self.of.best(content))

    def _parameters(self) -> dict[str, Any]:
        """All that are options: those of the generator, and what else the readers take."""
        readers = (function for function in (self.of.read, self.of.parse) if function is not None)
        also = {name: default for function in readers for name, default in _after_the_text(function).items()}
        usual = parameters_of(self.of.generate)
        return usual | {name: default for name, default in also.items() if name not in usual}

    def _option(self, parameter: str) -> str:
        if parameter == SEED:
            return "instance-seed"
        return option_of(self, parameter, (self.noun, f"{self.noun}s"))

    def _grid(self, usual: Mapping[str, Any], options: Mapping[str, str | None]) -> Iterator[dict[str, Any]]:
        """Every combination of the values given, the last parameter changing fastest."""
        axes = []
        for parameter, default in usual.items():
            option = self._option(parameter)
            text = options.get(option)
            values = [default] if text is None else [value_of(option, word, default) for word in expand(text)]
            axes.append([(parameter, value) for value in dict.fromkeys(values)])
        if math.prod(map(len, axes)) > MOST_VALUES:
            raise ValueError(f"the options make a grid of more than {MOST_VALUES:,} instances")
        yield from map(dict, itertools.product(*axes))

    def _refuse_others(self, taken: Mapping[str, Any], options: Mapping[str, str | None], source: str) -> None:
        """Raises ValueError when there is an option that says nothing about the instances of this source."""
        for parameter in self._parameters():
            option = self._option(parameter)
            if parameter not in taken and options.get(option) is not None:
                raise ValueError(f"--{option} says nothing about {source}; leave one of the two out")

    def _called(self, parameters: Mapping[str, Any]) -> str:
        """`queens size=8`: the first parameter, the seed, and what is not as usual."""
        usual = parameters_of(self.of.generate)
        first = next(iter(usual), None)
        told = {name: value for name, value in parameters.items() if name in (first, SEED) or value != usual[name]}
        return " ".join([self.name, *(f"{name.replace('_', '-')}={value}" for name, value in told.items())])

    def _instance(self, name: str, content: Content) -> Instance:
        """Raises ValueError when the model makes no sense, if it is to be made first."""
        text = json.dumps(content, sort_keys=True)
        model = _described(self.of.model(content)) if self.model_first else ""
        digest = hashlib.sha256(f"{self.name}\n{text}{model}".encode()).hexdigest()[:16]
        return Instance(name, digest, json.loads(text))


def _after_the_text(function: Callable[..., Any]) -> dict[str, Any]:
    """The parameters of a reader but for the text, and their defaults."""
    return dict(list(parameters_of(function).items())[1:])


def _with(name: str, parameters: Mapping[str, Any]) -> str:
    return " ".join([name, *(f"{parameter.replace('_', '-')}={value}" for parameter, value in parameters.items())])


def _explained(function: Callable[..., Any]) -> dict[str, str]:
    """What a docstring says of parameters, in lines that begin with their names: `degree: neighbours, on average`."""
    lines: dict[str, str] = {}
    name = None
    for line in (inspect.getdoc(function) or "").splitlines():
        if found := re.match(r"([a-z_]+): +(\S.*)", line):
            name = found[1]
            lines[name] = found[2]
        elif name is not None and line.startswith("    "):
            lines[name] += f" {line.strip()}"
        else:
            name = None
    return lines


def _help(parameter: str, default: Any, line: str) -> str:
    if parameter == SEED:
        return f"The seed that instances are drawn with: one, a list, or a range like 0..9 [default: {default}]."
    ranges = isinstance(default, int) and not isinstance(default, bool)
    said = f"{parameter.replace('_', ' ').capitalize()}{f': {line}' if line else ''}"
    return f"{said}. One, a list{', or a range like 4..8' if ranges else ''} [default: {default}]."


def constraint_problem(
    name: str,
    *,
    summary: str = "",
    default_strategies: tuple[str, ...] = ConstraintProblem.default_strategies,
) -> Callable[[Callable[..., Model]], Callable[..., Model]]:
    """Decorator: register a function that returns a `Model` as a problem.

    Its parameters, which need defaults, are options of the command: numbers, words, true or false. Each of the model's
    constraints checks the solutions.

    Raises:
        TypeError: a parameter without such a default.
        ValueError: the name is taken.
    """

    def register(function: Callable[..., Model]) -> Callable[..., Model]:
        for parameter, found in inspect.signature(function).parameters.items():
            if not isinstance(found.default, (bool, int, float, str)):
                raise TypeError(
                    f"problem {name}: the parameter {parameter} of {function.__name__} needs a default, which is a "
                    "number, a word, True or False"
                )
        line = summary or (function.__doc__ or "").strip().partition("\n")[0]
        PROBLEMS.add(name, ConstraintProblem(_family(name, line, function), default_strategies, model_first=True))
        return function

    return register


def _family(name: str, summary: str, function: Callable[..., Model]) -> Family:
    """A family whose instances are the parameters of a function that makes the model."""

    def generate(**parameters: Any) -> Content:
        return parameters_of(function) | parameters

    generate.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]

    @functools.lru_cache(maxsize=1)  # the checker asks for the model of one instance again and again
    def made(text: str) -> Model:
        return _made(function, json.loads(text))

    def model(content: Content) -> Model:
        return made(json.dumps(content, sort_keys=True))

    def write(content: Content, values: Sequence[int]) -> str:
        names = model(content).names
        return " ".join(map("{}={}".format, names, values)) if names else plainly(values)

    return Family(name, summary, generate, model, lambda content, values: check.mistake(model(content), values), write)


def _made(function: Callable[..., Model], parameters: Mapping[str, Any]) -> Model:
    """Raises ModelError, whatever the function raises."""
    try:
        model = function(**parameters)
    except ModelError:
        raise
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace is not None else ""
        raise ModelError(f"{function.__name__} raised {type(error).__name__}: {error}{place}") from error
    if not isinstance(model, Model):
        raise ModelError(f"{function.__name__} returned {model!r:.80}, which is not a csp.model.Model")
    return model


def _described(model: Model) -> str:
    """All of a model as text, but of a predicate only its name and scope: two models that differ seldom are alike."""
    constraints = [
        ("Predicate", constraint.scope, constraint.name) if isinstance(constraint, Predicate) else constraint
        for constraint in model.constraints
    ]
    return repr((model.domains, constraints, model.names, model.minimise))
