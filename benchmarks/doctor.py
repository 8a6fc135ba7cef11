"""What is installed, and what this machine can and cannot measure: the text of `run-bench doctor`."""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil

from benchmarks.provenance import PACKAGES, cpu_name, version_of

OURS = ("backends", "benchmarks", "csp", "games", "reports")

FINE, ABSENT, WARNING, BROKEN = "ok", "absent", "warning", "broken"

EXTRAS = {
    "sat": ("python-sat", "the strategy sat"),
    "cpmpy": ("cpmpy", "the strategy cpmpy"),
    "exact-cover": ("exact-cover", "a row of python -m benchmarks.sudoku_speed"),
    "openspiel": ("open_spiel", "the games openspiel:NAME"),
}
"""The package of each extra, and what it is for."""

Finding = tuple[str, str]


def diagnosis(plugin_messages: Sequence[str]) -> tuple[str, bool]:
    """The findings as text, and whether nothing is broken."""
    findings = [
        *_python(),
        *_shadows(),
        *_packages(),
        *_extras(),
        *_compiler(),
        *_plugins(plugin_messages),
        *_machine(),
    ]
    text = "\n".join(f"{level:8} {line}" for level, line in findings)
    return text, all(level != BROKEN for level, _ in findings)


def _python() -> Iterator[Finding]:
    yield FINE, f"Python {sys.version.split()[0]} at {sys.executable}"
    if sys.platform == "win32":
        yield BROKEN, "Windows: runs are limited by process groups and signals, which needs Linux or macOS"


def _shadows() -> Iterator[Finding]:
    """Top-level names as plain as ours can meet others of the same name in one environment."""
    home = Path(__file__).resolve().parent.parent
    for name in OURS:
        found = importlib.util.find_spec(name)
        place = Path(found.origin).resolve().parent if found is not None and found.origin is not None else None
        if place != home / name:
            yield (
                BROKEN,
                f"the package {name} is taken from {place}, not from {home / name}; use an environment of its own",
            )
    yield FINE, f"packages {', '.join(OURS)} from {home}"


def _packages() -> Iterator[Finding]:
    for name in PACKAGES:
        version = version_of(name)
        yield (FINE, f"{name} {version}") if version else (BROKEN, f"{name} is missing: pip install {name}")


def _extras() -> Iterator[Finding]:
    for extra, (package, use) in EXTRAS.items():
        version = version_of(package)
        yield (
            (FINE, f"{package} {version}, for {use}")
            if version
            else (ABSENT, f"{use} needs {package}: pip install 'run-bench[{extra}]'")
        )


def _compiler() -> Iterator[Finding]:
    try:
        from backends import jit_for

        start = time.perf_counter()

        @jit_for("compiled")
        def twice(number: int) -> int:
            return number.bit_count() + number.bit_length()

        works = twice(5) == 5
    except Exception as error:
        yield BROKEN, f"the compiled backend does not work: {type(error).__name__}: {error}"
        return
    took = time.perf_counter() - start
    yield (
        (FINE, f"the compiled backend works (first function after {took:.1f} s)") if works else (BROKEN, "it miscounts")
    )


def _plugins(messages: Sequence[str]) -> Iterator[Finding]:
    from benchmarks.registry import STRATEGIES

    for entry in STRATEGIES:
        if entry.origin not in OURS:
            yield FINE, f"strategy {entry.name} from the plug-in {entry.origin}"
    for message in messages:
        yield BROKEN, message


def _machine() -> Iterator[Finding]:
    cores, memory = os.cpu_count() or 1, psutil.virtual_memory().total / 2**30
    yield FINE, f"{cpu_name()}, {cores} cores, {memory:.0f} GiB"
    load = os.getloadavg()[0]
    if load > cores / 2:
        yield (
            WARNING,
            f"load {load:.1f}: other programs are running; node counts are exact, times are not to be trusted",
        )
    yield FINE, f"CPU clock resolution {time.get_clock_info('process_time').resolution * 1e9:.0f} ns"
    if sys.platform != "linux":
        yield WARNING, "peak memory is that of a worker's whole life; the peak of one run needs Linux"
    yield _noise()


def _noise() -> Finding:
    """How far the CPU time of one and the same work moves here."""
    times = []
    for _ in range(9):
        start = time.process_time()
        sum(number * number for number in range(200_000))
        times.append(time.process_time() - start)
    spread = max(times) / min(times) - 1
    level = WARNING if spread > 0.25 else FINE
    return (
        level,
        f"the CPU time of equal work varies by {spread:.0%} here: smaller differences between strategies mean little",
    )
