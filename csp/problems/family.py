"""What a family of constraint problems consists of. Each module of this package defines one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from csp.model import Model

Content = Mapping[str, Any]
"""An instance in plain form (numbers, texts, lists: what JSON holds), from which it can be made again."""


class InstanceError(ValueError):
    """An instance that makes no sense: which part of it, why, and what would."""


@dataclass(frozen=True)
class Named:
    """An instance and the name that people know it by."""

    name: str
    content: Content


@dataclass(frozen=True)
class Unread:
    """A place in a file that holds no instance ("line 3"), and why."""

    place: str
    message: str


@dataclass(frozen=True)
class Family:
    """A family of constraint problems.

    name: what people type
    summary: one line
    generate: from parameters, all of which have defaults, to an instance; the parameters are the command's options, and
        one called `seed` is what random instances are drawn with. Raises InstanceError when they make no sense.
    model: the constraints of an instance; variables in the order in which `check` and `write` expect their values
    check: why values ([n], in the model's order) are no solution of an instance; "" when they are one. It shares no
        code with the model nor with any strategy.
    write: a solution, which `check` has found right, as people write it down, on one line
    named: instances that people know by name, each with a line about it: name -> (line, instance)
    read: the instances in the text of a file, in order; None: there are no files of this family. Parameters after the
        text have defaults and are options too. Raises InstanceError when they make no sense
    parse: the instance that a short text stands for (`SEND+MORE=MONEY`); None: no text stands for one.
        Parameters after the text as for `read`. Raises InstanceError.
    noun: what an instance is called, for the options `--NOUN` and `--NOUNs`
    count: how many solutions an instance is known to have, from elsewhere; None: not known
    best: the smallest objective that an instance is known to have; None: not known
    """

    name: str
    summary: str
    generate: Callable[..., Content]
    model: Callable[[Content], Model]
    check: Callable[[Content, Sequence[int]], str]
    write: Callable[[Content, Sequence[int]], str]
    named: Mapping[str, tuple[str, Content]] = field(default_factory=dict)
    read: Callable[..., Iterator[Named | Unread]] | None = None
    parse: Callable[..., Content] | None = None
    noun: str = "instance"
    count: Callable[[Content], int | None] = lambda content: None
    best: Callable[[Content], int | None] = lambda content: None
