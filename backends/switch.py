"""The switch: the same functions, interpreted (`python`) or through Numba (`compiled`).

A kernel is made by a factory that takes a `Jit` and decorates its functions with it. What was compiled is kept on disk
(`cache`), so the second or so that a kernel takes is spent once. It is outside every timing, and shown apart.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any, Literal, Protocol, TypeVar, cast
from weakref import WeakKeyDictionary

Backend = Literal["python", "compiled", "external"]
"""`python`: interpreted; `compiled`: the same source through Numba; `external`: another project's code."""

BACKENDS: tuple[Backend, ...] = ("python", "compiled", "external")

Function = TypeVar("Function", bound=Callable[..., Any])


class Jit(Protocol):
    """A decorator that gives back a function of the same type: as it is, or compiled."""

    def __call__(self, function: Function, /) -> Function: ...


class Vector(Protocol):
    """A fixed number of integers: a list when interpreted (it indexes faster), an int64 array when compiled."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def copy(self) -> Vector: ...


class CannotCompile(Exception):
    """Numba refused a function. The message names the function, its file and the line, and what Numba said."""


def interpreted(function: Function, /) -> Function:
    """The `python` backend's decorator: the function itself."""
    return function


def _compiled(function: Function, /) -> Function:
    return _through_numba(function, called_from_python=True)


def _through_numba(function: Function, called_from_python: bool) -> Function:
    """The function compiled; the parts of others are called from compiled code only."""
    from numba import njit
    from numba.core import config

    # These two teach Numba what our kernels use besides.
    import backends.integers
    import backends.vectors  # noqa: F401
    from backends.cache import keepable
    from backends.parts import with_compiled_parts

    if config.DISABLE_JIT:
        raise CannotCompile("NUMBA_DISABLE_JIT is set: nothing is compiled. Unset it, or use --backend python.")
    # Not Numba's cache: see backends.cache for what goes wrong with it.
    source, cache = keepable(with_compiled_parts(cast(FunctionType, function), _compiled_part), called_from_python)
    # A way in, from C or from Python, takes as long to compile as a small function, and most need none.
    ways_in = {"no_cfunc_wrapper": True, "no_cpython_wrapper": not called_from_python}
    dispatcher = njit(cache=False, nogil=True, **ways_in)(source)
    if cache is not None:
        dispatcher._cache = cache
    return cast(Function, dispatcher)


_parts: WeakKeyDictionary[FunctionType, Any] = WeakKeyDictionary()


def _compiled_part(function: FunctionType) -> Any:
    """A function that others call, compiled once; itself while it is on its way, should it lead back to itself."""
    if function not in _parts:
        _parts[function] = function
        _parts[function] = _through_numba(function, called_from_python=False)
    return _parts[function]


def jit_for(backend: Backend) -> Jit:
    """The decorator of a backend.

    Raises:
        ValueError: for `external`, whose code is not ours to compile or interpret.
    """
    if backend == "python":
        return interpreted
    if backend == "compiled":
        return _compiled
    raise ValueError(f"the backend {backend!r} runs no code of ours")


def vector(backend: Backend, numbers: Iterable[int]) -> Vector:
    """`numbers` in the form that `backend` indexes fastest."""
    if backend == "python":
        return list(numbers)
    import numpy as np

    return cast(Vector, np.array(list(numbers), dtype=np.int64))


def compiled_already(function: Callable[..., Any]) -> bool:
    """Whether a function of the compiled backend has been compiled in this process, for whatever types."""
    return bool(getattr(function, "signatures", ()))


_compiling = [0.0]


def compile_seconds() -> float:
    """Wall seconds that this process has spent inside `compiling` so far."""
    return _compiling[0]


@contextlib.contextmanager
def compiling(function: Callable[..., Any]) -> Iterator[None]:
    """A block that calls a compiled `function` for the first time: Numba's errors become readable, the time is counted.

    Raises:
        CannotCompile: Numba refused `function` or one that it calls.
    """
    from backends.refusal import explain, refused

    start = time.perf_counter()
    try:
        yield
    except Exception as error:
        if not refused(error):
            raise
        raise CannotCompile(explain(function, error)) from error
    finally:
        _compiling[0] += time.perf_counter() - start
