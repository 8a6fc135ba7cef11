"""The switch: the same functions, interpreted (`python`) or through Numba (`compiled`).

A kernel is made by a factory that takes a `Jit` and decorates its functions with it. What was compiled is kept on disk
(`cache`), so the second or so that a kernel takes is spent once. It is outside every timing, and shown apart.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Way:
    """How a function is compiled.

    lean: it makes nothing that needs memory (`jit_for`)
    part: it is called from compiled code only
    """

    lean: bool = False
    part: bool = False


def _compiled(function: Function, /, way: Way = Way()) -> Function:
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
    source, cache = keepable(with_compiled_parts(cast(FunctionType, function), _parts_for(way.lean)), str(way))
    # A way in, from C or from Python, takes as long to compile as a small function, and most need none.
    ways_in = {"no_cfunc_wrapper": True, "no_cpython_wrapper": way.part}
    dispatcher = njit(cache=False, nogil=True, _nrt=not way.lean, forceinline=way.lean, **ways_in)(source)
    if cache is not None:
        dispatcher._cache = cache
    return cast(Function, dispatcher)


_parts: dict[Way, WeakKeyDictionary[FunctionType, Any]] = {}


def _parts_for(lean: bool) -> Callable[[FunctionType], Any]:
    """What compiles a function that others call, once; itself while it is on its way, should it lead back to itself."""
    way = Way(lean=lean, part=True)
    known = _parts.setdefault(way, WeakKeyDictionary())

    def compiled_part(function: FunctionType) -> Any:
        if function not in known:
            known[function] = function
            known[function] = _compiled(function, way)
        return known[function]

    return compiled_part


def _lean(function: Function, /) -> Function:
    return _compiled(function, Way(lean=True))


def jit_for(backend: Backend, lean: bool = False) -> Jit:
    """The decorator of a backend.

    lean: the function and all that it calls make nothing that needs memory (no lists, arrays or texts). Compiled, they
        count no references and become one piece of code: a call with a state of many vectors otherwise costs more than
        what most functions do. What does make something is then refused.

    Raises:
        ValueError: for `external`, whose code is not ours to compile or interpret.
    """
    if backend == "python":
        return interpreted
    if backend == "compiled":
        return _lean if lean else _compiled
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
