"""Options that come from the parameters of a function which makes instances: a game's factory, a family's generator."""

from __future__ import annotations

import inspect
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.registry import RESERVED, Problem, strategies_for


def parameters_of(factory: Callable[..., Any]) -> dict[str, Any]:
    """The parameters of a function and their defaults."""
    return {name: found.default for name, found in inspect.signature(factory).parameters.items()}


def option_of(problem: Problem, parameter: str, also_taken: Iterable[str] = ()) -> str:
    """`width`; where a strategy or the command has an option of that name, `uniform-depth`."""
    of_strategies = {field.name for entry in strategies_for(problem) for field in entry.parameters}
    taken = parameter in RESERVED or parameter in of_strategies or parameter in also_taken
    return (f"{problem.name}-{parameter}" if taken else parameter).replace("_", "-")


def value_of(option: str, text: str, default: Any) -> Any:
    """What the words of an option mean, by the kind of its default.

    Raises:
        ValueError: they mean nothing of the kind.
    """
    if isinstance(default, bool):
        if text.lower() not in ("true", "false"):
            raise ValueError(f"--{option}: {text!r} is neither true nor false")
        return text.lower() == "true"
    if isinstance(default, tuple) and re.fullmatch(r"\s*[0-9]+([\s,+]+[0-9]+)*\s*", text):
        return tuple(map(int, re.split(r"[\s,+]+", text.strip())))  # in whatever form, the same instance
    kind = int if isinstance(default, int) else float if default is None or isinstance(default, float) else str
    try:
        value: Any = kind(text)
    except ValueError:
        raise ValueError(f"--{option}: {text!r} is not a {'whole ' if kind is int else ''}number") from None
    if kind is float and not math.isfinite(value):
        raise ValueError(f"--{option}: {text!r} is not a finite number")
    return value


def lines_of(path: str) -> Iterator[str]:
    """The lines of a file of text; `-`: of standard input. Raises ValueError, which names the file."""
    try:
        if path == "-":
            yield from sys.stdin
            return
        with Path(path).open(encoding="utf-8-sig") as stream:
            yield from stream
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise ValueError(f"{'standard input' if path == '-' else path} is not UTF-8 text") from None
