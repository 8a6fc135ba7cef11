"""Why Numba refused a function, in one line that a person can act on: which function, where, what is wrong there.

Numba's own report runs to a page, most of it about Numba. It starts at the innermost function, the one to mend, and
goes out from there to the kernel that was called. Some mistakes it does not place at all; over some it stumbles itself.
"""

from __future__ import annotations

import contextlib
import dis
import re
from pathlib import Path
from types import CodeType, FunctionType, TracebackType
from typing import TYPE_CHECKING, Any

from backends.cache import SUFFIX, plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLACE = re.compile(
    r'File "(?P<file>[^"]+)", line (?P<line>\d+)|\b(?:at|from|location:) (?P<at>.+?) \((?P<at_line>\d+)\)'
)
CALLEE = re.compile(r"resolving callee type: .*?<function (?P<name>\S+) at 0x")
MISSING = re.compile(r"NameError: .*?name '(?P<name>\w+)'")
NOISE = ("Failed in", "File", "During", "- ")


def refused(error: Exception) -> bool:
    """Whether an exception comes from Numba's compiler, rather than from a compiled function that ran."""
    # Numba stumbles over some code with a bare KeyError or TypeError, from inside its dispatcher.
    inside = any(frame.f_code.co_name == "_compile_for_args" for frame in _frames(error.__traceback__))
    return inside or _is_report(error)


def _is_report(error: Exception) -> bool:
    """Whether Numba has written a report that goes from function to function."""
    from numba.core.errors import NumbaError

    return isinstance(error, NumbaError)


def explain(function: Callable[..., Any], error: Exception) -> str:
    """`cannot compile NAME (FILE, line N): REASON. ...` for what was raised when `function` was first called."""
    report = re.sub(rf"\x1b\[[0-9;]*m|{SUFFIX}[0-9a-f]+", "", str(error))
    culprit = _culprit(_source(function), error, report)
    line = _line(culprit, report)
    place = f"{plain_name(culprit)} ({culprit.__code__.co_filename}, line {line})"
    return f"cannot compile {place}: {_reason(error, report)}. It still runs with --backend python."


def _source(function: Any) -> FunctionType:
    """The Python function behind a compiled one."""
    source = getattr(function, "py_func", function)
    assert isinstance(source, FunctionType)
    return source


def _frames(traceback: TracebackType | None) -> Iterator[Any]:
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def _culprit(outermost: FunctionType, error: Exception, report: str) -> FunctionType:
    """The innermost function that Numba was compiling."""
    owners = [frame.f_locals.get("self") for frame in _frames(error.__traceback__)]
    dispatchers = [owner for owner in owners if hasattr(owner, "py_func")]
    if dispatchers and not _is_report(error):
        return _source(dispatchers[-1])
    reachable = [outermost, *_callees(outermost, {outermost})]
    candidates = [(match.start(), function) for function, match in _placed(reachable, report)]
    for match in CALLEE.finditer(report):
        candidates += [(match.start(), each) for each in reachable if plain_name(each) == match["name"]]
    return min(candidates, key=lambda candidate: candidate[0], default=(0, outermost))[1]


def _callees(function: FunctionType, known: set[FunctionType]) -> Iterator[FunctionType]:
    """The compiled functions that `function` names, and those that they name in turn."""
    for value in (*_closed_over(function), *map(function.__globals__.get, function.__code__.co_names)):
        callee = getattr(value, "py_func", None)
        if isinstance(callee, FunctionType) and callee not in known:
            known.add(callee)
            yield callee
            yield from _callees(callee, known)


def _closed_over(function: FunctionType) -> Iterator[Any]:
    """What `function` takes from the factory that made it."""
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # not assigned yet
            yield cell.cell_contents


def _placed(functions: list[FunctionType], report: str) -> Iterator[tuple[FunctionType, re.Match[str]]]:
    """The places of the report that lie within one of `functions`, in the order of the report."""
    for match in PLACE.finditer(report):
        file, line = match["file"] or match["at"], int(match["line"] or match["at_line"])
        for function in functions:
            code = function.__code__
            if Path(file).absolute().resolve() == Path(code.co_filename).absolute().resolve() and line in _lines(code):
                yield function, match


def _lines(code: CodeType) -> range:
    """The lines from a function's first to its last, those of its inner functions included."""
    last = max((line for *_, line in code.co_lines() if line), default=code.co_firstlineno)
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return range(code.co_firstlineno, max([last + 1, *(_lines(constant).stop for constant in inner)]))


def _line(culprit: FunctionType, report: str) -> int:
    """Where in `culprit` the mistake is; its first line when the report does not say."""
    for _, match in _placed([culprit], report):
        return int(match["line"] or match["at_line"])
    missing = MISSING.search(report)
    for instruction in dis.get_instructions(culprit):
        if missing and instruction.argval == missing["name"] and instruction.positions:
            return instruction.positions.lineno or culprit.__code__.co_firstlineno
    return culprit.__code__.co_firstlineno


def _reason(error: Exception, report: str) -> str:
    """The sentence of the report that says what is wrong."""
    if not type(error).__module__.startswith("numba"):
        return f"Numba's compiler fails on it with {type(error).__name__}: {report}"
    lines = [text.strip() for text in report.splitlines() if text.strip()]
    reasons = [text for text in lines if not text.startswith(NOISE)] or lines
    reason = reasons[0]
    if reason.endswith("signature:") and len(reasons) > 1:
        reason = f"{reason[:-1]} {reasons[1].removeprefix('>>> ')}"
    reason = re.sub(r"Function\(<(?:built-in )?function (\w+)[^>]*>\)", r"\1", reason)
    reason = re.sub(r"type\(CPUDispatcher\(<function (\S+)[^>]*>\)\)", r"\1", reason)
    # The places are named apart, and Numba's own names for intermediate results mean nothing to a reader.
    reason = re.sub(r"(?:, operation: \S+|, location: .+? \(\d+\)|\W+Raised from .*)+$", "", reason)
    return reason.rstrip(". ")
