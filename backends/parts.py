"""Plain functions that a kernel calls: they are compiled along with it, so that code can be cut into small functions.

Numba compiles a call only when what is called has been compiled itself. A person who writes the rules of a game cannot
decorate his helper functions, since the backend is chosen later, by whoever makes the kernel.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from types import CellType, CodeType, FunctionType
from typing import Any, TypeGuard

FOREIGN = {"numba", "numpy"}
"""Packages whose functions Numba knows, or has its own version of."""

TAUGHT = "backends.lanes"
"""The module of functions that we have taught to Numba, with a version of their own (`backends.vectors`)."""


def with_compiled_parts(function: FunctionType, compiled: Callable[[FunctionType], Any]) -> FunctionType:
    """`function`, with every plain function that it closes over or names replaced by what `compiled` makes of it.

    Itself when there is none, else a copy. A name without a value yet stays as it is: it may be the function itself.
    """
    named = {name: function.__globals__.get(name) for name in _global_names(function.__code__)}
    globals_ = {name: value for name, value in named.items() if value is not function and _is_part(value)}
    cells = function.__closure__ or ()
    if not globals_ and not any(_is_part(_content(cell)) for cell in cells):
        return function
    copy = FunctionType(
        function.__code__,
        {**function.__globals__, **{name: compiled(part) for name, part in globals_.items()}},
        function.__name__,
        function.__defaults__,
        tuple(CellType(compiled(_content(cell))) if _is_part(_content(cell)) else cell for cell in cells),
    )
    copy.__kwdefaults__, copy.__doc__, copy.__module__ = function.__kwdefaults__, function.__doc__, function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _global_names(code: CodeType) -> Iterator[str]:
    """The globals that a function reads, those of its inner functions included."""
    yield from (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)


def _is_part(value: Any) -> TypeGuard[FunctionType]:
    if not isinstance(value, FunctionType):
        return False
    return value.__module__ != TAUGHT and value.__module__.partition(".")[0] not in FOREIGN


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not assigned yet
        return None
