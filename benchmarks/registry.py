"""Names -> problems, strategies, figures.

Built-in ones are registered by `benchmarks.catalogue`; other people's by the same decorators, in a module that their
package names as an entry point of the group `run_bench`, or in a file given with `--plugin`.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from backends import BACKENDS, Backend

Family = Literal["csp", "games"]
"""What a strategy takes. `csp`: a `csp.model.Model` and a `csp.answer.Question`. `games`: a `games.game.Game`, one of
its states and a `games.answer.Query`."""

Question = Literal["first", "unique", "all", "count", "best", "move"]

QUESTIONS: dict[Family, tuple[Question, ...]] = {
    "csp": ("first", "unique", "all", "count", "best"),
    "games": ("move",),
}
"""What can be asked about the instances of a family."""

Form = Literal["text", "file"]
"""How an instance can be given: as a text on the command line, or in a file."""

LARGEST_COUNT = 2**63 - 1
"""What a column of the store holds."""

ENTRY_POINTS = "run_bench"

PLUGIN_FILE = "run_bench_plugin_"
"""How the module names of plug-in files begin."""

RESERVED = frozenset(
    """strategy puzzles puzzle positions position bank limit strict box alphabet solutions cap timeout memory max_nodes
    backend seed instance_seed repeat jobs plugin json as_json quiet report no_report results help""".split()  # noqa: SIM905
)
"""Names that a strategy's field may not have, because the command line has an option of that name."""


class UnknownName(ValueError):
    """A name that nothing is registered under; the message offers the near ones."""


class PluginError(Exception):
    """A plug-in that cannot be loaded; the message names it and says why."""


class NotAnAnswer(TypeError):
    """A strategy returned something that is no answer; the message says what is wrong with it."""


@dataclass(frozen=True)
class Instance:
    """One puzzle or position, in a form that can be stored and sent to a worker.

    name: how people tell it from others
    hash: of its content; two instances of the same content are the same instance
    content: what the problem needs to make it again; JSON
    """

    name: str
    hash: str
    content: Mapping[str, Any]


@dataclass(frozen=True)
class Unreadable:
    """A place in an input that holds no instance: where, and what is wrong with it."""

    place: str
    message: str


@dataclass(frozen=True)
class Ask:
    """What is asked of a strategy about an instance, whatever the problem.

    question: first, unique or all solutions, their count, or the best one; or move: a position's value and best move
    cap: at most so many solutions when all, or their count, are asked for
    """

    question: Question = "first"
    cap: int = 10_000
    max_nodes: int | None = None
    seed: int = 0
    backend: Backend = "compiled"


@dataclass(frozen=True)
class Verdict:
    """What the checker makes of an answer.

    mistake: why the answer is wrong; "" when it is not
    remark: what else there is to say about a right answer, e.g. that the search ended early; "" when nothing
    verified: every solution was checked and accepted; None: there was none to check
    answer: the first solution as text
    solutions: how many were found; None where they are not counted
    work: further columns of `record.Row`: what was counted, and what was found out beside the answer
    """

    conclusion: str
    mistake: str
    remark: str
    verified: bool | None
    answer: str | None
    solutions: int | None
    work: Mapping[str, Any]


class Problem(Protocol):
    """A family of instances: how they are read, asked about, and how an answer is checked."""

    @property
    def name(self) -> str: ...

    @property
    def family(self) -> Family: ...

    @property
    def summary(self) -> str: ...

    @property
    def noun(self) -> str:
        """What an instance is called: options `--puzzle` and `--puzzles`, or `--position` and `--positions`."""
        ...

    @property
    def default_strategies(self) -> tuple[str, ...]:
        """What is run when no strategy is named."""
        ...

    @property
    def questions(self) -> tuple[Question, ...]:
        """What can be asked about its instances; the first is asked when nothing is said."""
        ...

    @property
    def forms(self) -> tuple[Form, ...]:
        """How instances can be given beside the banks."""
        ...

    def banks(self) -> Mapping[str, str]:
        """The banks that ship with it, each with a line about it; the first is the default."""
        ...

    def bank(self, name: str, options: Mapping[str, str | None]) -> Iterator[Instance | Unreadable]:
        """The instances of a bank, and what makes none of those that the options ask for.

        Raises:
            ValueError: the options make no sense.
        """
        ...

    def read_options(self) -> Mapping[str, str]:
        """What may be said about all instances (how to read them, the size of a board): option -> a line of help."""
        ...

    def read(self, source: str, text: bool, options: Mapping[str, str | None]) -> Iterator[Instance | Unreadable]:
        """The instances in a file (`-`: standard input), or, if `text`, in `source` itself.

        Raises:
            ValueError: the whole input cannot be read.
        """
        ...

    def invalid(self, instance: Instance) -> str:
        """Why no search is needed: the instance contradicts itself directly; "" when it does not."""
        ...

    def prepare(self, strategy: Any, instance: Instance, ask: Ask) -> Callable[[], Any]:
        """Everything but solving; the result solves once per call."""
        ...

    def judge(self, instance: Instance, answer: Any, ask: Ask) -> Verdict:
        """Check what the function that `prepare` made has returned.

        Raises:
            NotAnAnswer: it is of the wrong form, so there is nothing to check.
        """
        ...


@dataclass(frozen=True)
class Parameter:
    """A field of a strategy's dataclass that a person may set.

    kind: int, float, bool, str, or choice
    choices: the allowed values of a choice, in order
    """

    name: str
    kind: Literal["int", "float", "bool", "str", "choice"]
    default: Any
    choices: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        """Its name on the command line: `--variable-order`."""
        return "--" + self.name.replace("_", "-")

    def parse(self, text: str) -> Any:
        """The value that `text` means.

        Raises:
            ValueError: it means none; the message says what is allowed.
        """
        if self.kind == "choice":
            if text not in self.choices:
                raise ValueError(f"{text!r} is not one of {', '.join(self.choices)}")
            return text
        if self.kind == "bool":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{text!r} is neither true nor false")
            return text.lower() == "true"
        try:
            value = {"int": int, "float": float, "str": str}[self.kind](text)
        except ValueError:
            raise ValueError(f"{text!r} is not a number of type {self.kind}") from None
        if self.kind == "float" and not math.isfinite(value):
            raise ValueError(f"{text!r} is not a finite number")  # JSON has no word for it
        return value


@dataclass(frozen=True)
class StrategyEntry:
    """A registered strategy: a frozen dataclass, some of whose fields the name may fix.

    name: what people type
    factory: the dataclass; its fields are the parameters
    family: what it takes
    fixed: the fields that the name stands for, e.g. `mrv` is `backtracking` with `variable_order="mrv"`
    summary: one line
    origin: the package or file that registered it
    """

    name: str
    factory: Callable[..., Any]
    family: Family
    fixed: Mapping[str, Any]
    summary: str
    origin: str

    @property
    def backends(self) -> tuple[Backend, ...]:
        """The backends it has, the preferred one first."""
        return tuple(self.factory.backends)  # type: ignore[attr-defined]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The fields that are left to choose."""
        hints = typing.get_type_hints(self.factory)
        return tuple(
            _parameter(column, hints[column.name], self.name)
            for column in dataclasses.fields(self.factory)  # type: ignore[arg-type]
            if column.name not in self.fixed
        )

    def make(self, **parameters: Any) -> Any:
        """The strategy with these parameters, the rest at their defaults."""
        return self.factory(**{**self.fixed, **parameters})


def _parameter(column: dataclasses.Field[Any], hint: Any, strategy: str) -> Parameter:
    if column.default is dataclasses.MISSING:
        raise TypeError(f"strategy {strategy}: the parameter {column.name} needs a default")
    if typing.get_origin(hint) is Literal:
        choices = typing.get_args(hint)
        if not all(isinstance(choice, str) for choice in choices):
            raise TypeError(f"strategy {strategy}: the choices of the parameter {column.name} must be words")
        return Parameter(column.name, "choice", column.default, choices)
    kinds: dict[Any, Literal["int", "float", "bool", "str"]] = {int: "int", float: "float", bool: "bool", str: "str"}
    if hint not in kinds:
        raise TypeError(f"strategy {strategy}: the parameter {column.name} is neither a number, a word nor a Literal")
    return Parameter(column.name, kinds[hint], column.default)


Item = TypeVar("Item")


class Register(Generic[Item]):
    """Names in the order they were registered."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._items: dict[str, Item] = {}
        self._makers: dict[str, tuple[Callable[[str], Item], str]] = {}

    def add(self, name: str, item: Item) -> None:
        """Raises ValueError when the name is taken."""
        if name in self._items:
            raise ValueError(f"there is already a {self._kind} named {name!r}")
        self._items[name] = item

    def add_kind(self, prefix: str, make: Callable[[str], Item], summary: str) -> None:
        """Items whose names begin so are made when they are asked for; `make` gets the rest, and raises UnknownName."""
        self._makers[prefix] = make, summary

    def kinds(self) -> Mapping[str, str]:
        """Prefix -> a line about what is made."""
        return {prefix: summary for prefix, (_, summary) in self._makers.items()}

    def __contains__(self, name: str) -> bool:
        return name in self._items or name.startswith(tuple(self._makers))

    def get(self, name: str) -> Item:
        """Raises UnknownName, with the near names."""
        for prefix, (make, _) in self._makers.items():
            if name.startswith(prefix):
                return make(name.removeprefix(prefix))
        if name not in self._items:
            raise UnknownName(unknown(self._kind, name, self._items))
        return self._items[name]

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items.values())

    def names(self) -> tuple[str, ...]:
        return tuple(self._items)


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """The message for an unknown name."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"unknown {kind} {name!r}{hint} (known: {', '.join(names) or 'none'})"


PROBLEMS: Register[Problem] = Register("problem")
STRATEGIES: Register[StrategyEntry] = Register("strategy")

Factory = TypeVar("Factory", bound=Callable[..., Any])


def strategy(name: str, *, family: Family = "csp", summary: str = "", **fixed: Any) -> Callable[[Factory], Factory]:
    """Decorator: register a frozen dataclass with `backends` and `prepare` under `name`, some of its fields `fixed`.

    Raises:
        TypeError: not a frozen dataclass, no `prepare`, no `backends` or unknown ones, a field that cannot be a
            parameter, or a fixed field that it does not have.
        ValueError: the name is taken, or cannot stand in a list of names.
    """

    def register(factory: Factory) -> Factory:
        _check_strategy(name, factory, fixed)
        line = summary or (factory.__doc__ or "").strip().partition("\n")[0]
        entry = StrategyEntry(name, factory, family, fixed, line, factory.__module__.partition(".")[0])
        entry.parameters  # noqa: B018  (raises here rather than when it is first used)
        STRATEGIES.add(name, entry)
        return factory

    return register


def _check_strategy(name: str, factory: Any, fixed: Mapping[str, Any]) -> None:
    if not re.fullmatch(r"[\w+-][\w.+-]*", name) or ".." in name:
        raise ValueError(f"{name!r} is no name for a strategy: letters, digits, '-', '_', '+' and '.' can be typed")
    frozen = getattr(getattr(factory, "__dataclass_params__", None), "frozen", False)
    if not isinstance(factory, type) or not frozen:
        raise TypeError(f"strategy {name}: {factory!r} is not a frozen dataclass")
    for attribute in ("backends", "prepare"):
        if not hasattr(factory, attribute):
            raise TypeError(f"strategy {name}: {factory.__name__} has no {attribute!r}")
    backends: Any = getattr(factory, "backends", None)
    if not isinstance(backends, tuple) or not backends or not set(backends) <= set(BACKENDS):
        known = ", ".join(BACKENDS)
        raise TypeError(f"strategy {name}: the backends of {factory.__name__} are {backends!r}, not a tuple of {known}")
    fields = {column.name for column in dataclasses.fields(factory)}
    if extra := set(fixed) - fields:
        raise TypeError(f"strategy {name}: {factory.__name__} has no field {', '.join(sorted(extra))}")
    if taken := (fields - set(fixed)) & RESERVED:
        raise TypeError(f"strategy {name}: the field {', '.join(sorted(taken))} is the name of an option of run-bench")


def problem(entry: type[Any]) -> type[Any]:
    """Decorator: register a class of the form of `Problem` under its `name`."""
    PROBLEMS.add(entry.name, entry())
    return entry


def strategies_for(entry: Problem) -> tuple[StrategyEntry, ...]:
    """The strategies that take instances of a problem."""
    return tuple(candidate for candidate in STRATEGIES if candidate.family == entry.family)
