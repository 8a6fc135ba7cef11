"""Compiled kernels kept on disk, so that only the first run after a change compiles.

Numba's own cache does not serve here. It never finds a function that closes over other compiled functions, as every
kernel does; it does not notice a change in a function called from another file; two processes that save at once can
swap their entries; and it crashes on the second run of a recursive function (numba#6061). So an entry here is one file,
named by a hash of everything that decides what it contains (`identity`), and what could change unseen is not kept.

Numba's serialisation is used as it is. Its interface is not public; a test fails when it changes.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import functools
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import config, types
from numba.core.caching import CompileResultCacheImpl
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps
from numba.core.types.iterators import Generator

FORMAT = 4
"""Of the entries: raised when they are named or written in another way, so that older ones are not read."""

PLAIN = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis))
STABLE_MODULES = {"math", "numpy", "operator"}
"""Modules whose functions mean the same as long as their versions do; of others it is not known what is used."""


class NotCacheable(Exception):
    """A function that depends on something whose change would not be noticed."""


SUFFIX = "_identity_"


def keepable(function: FunctionType, variant: str = "") -> tuple[FunctionType, KernelCache | None]:
    """The function to compile instead, and the cache to give it; itself and None if it cannot be kept.

    variant: how it is compiled, where there are several ways

    It is a copy whose name has the identity as a suffix. Numba names machine code by the function's name and by how
    many functions the process had seen before, so that two functions of one name from two processes can end up with one
    name; loaded into a third process, whichever came second would silently run the code of the first.
    """
    try:
        name = identity(function)
    except NotCacheable:
        return function, None
    if variant:
        name = hashlib.sha256(f"{variant} {name}".encode()).hexdigest()
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__, copy.__doc__, copy.__module__ = function.__kwdefaults__, function.__doc__, function.__module__
    copy.__qualname__ = plain_name(function) + SUFFIX + name[:16]
    return copy, KernelCache(copy, name)


def plain_name(function: FunctionType) -> str:
    """The name of a function as its source has it."""
    return function.__qualname__.partition(SUFFIX)[0]


class KernelCache:
    """The cache of one compiled function, in the form that Numba's dispatchers expect."""

    def __init__(self, function: FunctionType, name: str) -> None:
        self._function, self._name = function, name
        self._format: Any = None

    @property
    def cache_path(self) -> str | None:
        return str(self._folder()) if self._folder() is not None else None

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled function for a signature, or None when it is not here or cannot be read."""
        target.refresh()
        path = self._path(signature, target.codegen())
        if path is None or not path.is_file():
            return None
        try:
            result = self._format.rebuild(target, pickle.loads(path.read_bytes()))  # noqa: S301  (our own file)
            # A class made inside a function is another one each time, and what was kept is for the first.
            return result if result.signature.args == tuple(signature) else None
        except Exception:
            # Half a file, or one of another build: compiling again is always right.
            with contextlib.suppress(OSError):
                path.unlink()
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled function; a full disk or a folder that cannot be written costs nothing but time."""
        path = self._path(signature, result.codegen)
        if path is None or not self._format.check_cachable(result):
            return
        if isinstance(result.signature.return_type, Generator):
            # Loaded again, it would lack what its callers are compiled with.
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(dumps(self._format.reduce(result)))
                Path(temporary).replace(path)
            except BaseException:
                Path(temporary).unlink()  # a full disk is not made fuller
                raise
        except OSError:
            return

    def flush(self) -> None:
        """Nothing is held back."""

    def _folder(self) -> Path | None:
        """Beside the source, or where NUMBA_CACHE_DIR says; None: the function has no file."""
        if self._format is None:
            try:
                self._format = CompileResultCacheImpl(self._function)
            except RuntimeError:
                return None
        return Path(self._format.locator.get_cache_path())

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        try:
            folder, kinds = self._folder(), list(_signature(signature))
        except NotCacheable:
            return None
        if folder is None:
            return None
        settings = (
            FORMAT,
            sys.version,
            numba.__version__,
            np.__version__,
            _own_sources(),
            config.BOUNDSCHECK,
            config.OPT,
            codegen.magic_tuple(),
        )
        key = hashlib.sha256(f"{self._name} {kinds} {settings}".encode()).hexdigest()[:24]
        return folder / f"{self._function.__name__}-{key}.kernel"


def _signature(kinds: Any) -> Iterator[str]:
    """What a compiled function takes. A named tuple's type shows neither its fields, whose order decides which is which
    in the compiled code, nor where its class comes from, and two classes of one name are two types.
    """
    for kind in kinds:
        if isinstance(kind, types.Callable | types.FunctionType):
            raise NotCacheable(f"a function is passed in: {kind}")
        owner = getattr(kind, "instance_class", None)
        yield f"{kind} {getattr(kind, 'fields', '')} {(owner.__module__, owner.__qualname__) if owner else ''}"
        for part in vars(kind).values():
            parts = part if isinstance(part, tuple) else (part,)
            yield from _signature(inner for inner in parts if isinstance(inner, types.Type))


@functools.cache
def _own_sources() -> str:
    """A hash of this package's files: what we taught to Numba (a kernel's code does not show which of it it uses), and
    what makes of a function the one that is compiled.
    """
    return sources_hash(Path(__file__).parent)


def sources_hash(folder: Path) -> str:
    """A hash of the Python files of a folder, by name and content."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)} ".encode() + content)
    return digest.hexdigest()


def identity(function: FunctionType) -> str:
    """A hash of the function's code and of all that it uses: constants, globals, closed-over values, other functions.

    Raises:
        NotCacheable: it calls itself, or uses something that may change without a trace.
    """
    digest = hashlib.sha256()
    for part in _parts(function, ()):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def _parts(function: FunctionType, above: tuple[FunctionType, ...]) -> Iterator[str]:
    if function in above:
        raise NotCacheable(f"{plain_name(function)} calls itself")
    above = (*above, function)
    yield f"{function.__module__}.{plain_name(function)}"
    yield from _value(function.__defaults__, above)
    yield from _value(tuple(sorted((function.__kwdefaults__ or {}).items())), above)
    yield from _code(function.__code__, function, above)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield from _value(cell.cell_contents, above)
        except ValueError:
            raise NotCacheable(f"{plain_name(function)} uses {name} before it is defined") from None


def _code(code: CodeType, function: FunctionType, above: tuple[FunctionType, ...]) -> Iterator[str]:
    yield code.co_code.hex() + code.co_exceptiontable.hex()
    yield repr((code.co_varnames, code.co_names, code.co_freevars))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant, function, above)
        else:
            yield from _value(constant, above)
    for name in sorted({step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}):
        if name in function.__globals__:
            yield from _value(function.__globals__[name], above)
        elif not hasattr(builtins, name):
            raise NotCacheable(f"{plain_name(function)} uses {name} before it is defined")


def _value(value: Any, above: tuple[FunctionType, ...]) -> Iterator[str]:
    if isinstance(value, Dispatcher):
        value = value.py_func
    if isinstance(value, FunctionType):
        yield from _parts(value, above)
    elif isinstance(value, tuple | frozenset):
        yield f"{type(value).__name__} {len(value)}"
        for item in value if isinstance(value, tuple) else sorted(value, key=repr):
            yield from _value(item, above)
    elif isinstance(value, PLAIN):
        yield f"{type(value).__name__} {value!r}"
    elif isinstance(value, type) and hasattr(value, "_fields"):
        yield f"{value.__module__}.{value.__qualname__} {value._fields}"
    elif isinstance(value, BuiltinFunctionType | type) and value.__module__ in {"builtins", *STABLE_MODULES}:
        yield f"{value.__module__}.{value.__qualname__}"
    elif isinstance(value, ModuleType) and value.__name__ in STABLE_MODULES:
        yield value.__name__
    else:
        raise NotCacheable(f"{plain_name(above[-1])} uses {value!r}")
