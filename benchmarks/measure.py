"""Timing one solve: CPU and wall seconds, repeated until the clock can see them, and the memory it took."""

from __future__ import annotations

import gc
import math
import os
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from csp.answer import Once

VISIBLE_S = 0.005
"""A timed region lasts at least this long, if need be by solving several times in it."""

MAX_LOOPS = 10_000


@dataclass(frozen=True)
class Cost:
    """cpu_s, wall_s: seconds of one solve, the mean over `loops` of them timed together; peak_rss_mib: MiB."""

    cpu_s: float
    wall_s: float
    loops: int
    peak_rss_mib: float


def measure(solve: Callable[[], Any], solved: Callable[[], None]) -> tuple[Any, Cost]:
    """What `solve` returns and what one call of it costs. `solved` is called once the first call is over."""
    gc.collect()
    gc.freeze()  # what lives on (the libraries) need not be looked through again before every run, or during one
    _forget_peak()
    answer, cpu, wall = _time(solve, 1)
    solved()
    loops = 1
    if wall < VISIBLE_S and not isinstance(solve, Once):
        loops = min(MAX_LOOPS, math.ceil(VISIBLE_S / max(wall, 1e-7)))
        _, cpu, wall = _time(solve, loops)
    return answer, Cost(cpu / loops, wall / loops, loops, _peak_mib())


def _time(solve: Callable[[], Any], loops: int) -> tuple[Any, float, float]:
    """The last answer, CPU seconds (children included), wall seconds of `loops` calls."""
    answer = None
    cpu, wall = _cpu_seconds(), time.perf_counter()
    for _ in range(loops):
        answer = solve()
    return answer, _cpu_seconds() - cpu, time.perf_counter() - wall


def _cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _forget_peak() -> None:
    """Start the peak again, where the kernel can (Linux); elsewhere it is the peak of the worker's whole life."""
    if sys.platform == "linux":
        try:
            Path("/proc/self/clear_refs").write_text("5")
        except OSError:
            return


def _peak_mib() -> float:
    if sys.platform == "linux":
        for line in Path(f"/proc/{os.getpid()}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 1024
