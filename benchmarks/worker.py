"""One run, in a child process: `python -P -m benchmarks.worker`, started and watched by `executors`.

It reads jobs from a pipe, one line of JSON each, and answers on another: `preparing`, `solving` and `solved` when it
gets so far, `done` with the columns of the row that it knows, and whether processes are `left` that the strategy
started. To strategies, standard input is empty; what they print goes to standard error. It knows no limits; whoever
started it watches the clock and kills it.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

import numpy as np  # noqa: F401  (here, so that the first solve that needs it does not pay for it)

from backends import CannotCompile, compile_seconds
from benchmarks import catalogue
from benchmarks.measure import measure
from benchmarks.registry import PROBLEMS, STRATEGIES, Ask, Instance, NotAnAnswer, Problem
from csp.answer import Unsupported
from csp.model import ModelError
from games.answer import Unsupported as GameUnsupported

MOST_WORDS = 1_000
"""Characters that are kept of what an exception says."""


def run(job: Mapping[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
    """Do one job; the columns of its row that the worker knows. Whatever a strategy raises becomes a status."""
    problem, entry = PROBLEMS.get(job["problem"]), STRATEGIES.get(job["strategy"])
    instance, ask = Instance(**job["instance"]), Ask(**job["ask"])
    if invalid := problem.invalid(instance):
        return {"status": "ok", "reason": invalid, "conclusion": "invalid", "solutions": 0}
    compiled_before = compile_seconds()
    try:
        tell("preparing")
        solve = problem.prepare(entry.make(**job["parameters"]), instance, ask)
        tell("solving")
        answer, cost = measure(solve, solved=lambda: tell("solved"))
        ending = _judged(problem, instance, answer, ask)
    except (Unsupported, GameUnsupported) as error:
        return {"status": "unsupported", "reason": str(error)}
    except (CannotCompile, NotAnAnswer, ModelError) as error:
        return {"status": "error", "reason": str(error)}
    except MemoryError:
        return {"status": "memout", "reason": "the system refused more memory"}
    except RecursionError:
        return {"status": "error", "reason": "RecursionError: the strategy recurses too deeply for this instance"}
    except Exception as error:
        return {"status": "error", "reason": f"{type(error).__name__}: {error!s:.{MOST_WORDS}}{_place(error)}"}
    return ending | {
        "cpu_s": cost.cpu_s,
        "wall_s": cost.wall_s,
        "loops": cost.loops,
        "compile_s": compile_seconds() - compiled_before,
        "peak_rss_mib": cost.peak_rss_mib,
    }


def _judged(problem: Problem, instance: Instance, answer: Any, ask: Ask) -> dict[str, Any]:
    verdict = problem.judge(instance, answer, ask)
    return {
        "status": "wrong" if verdict.mistake else "ok",
        "reason": verdict.mistake or verdict.remark,
        "conclusion": verdict.conclusion,
        "answer": verdict.answer,
        "verified": verdict.verified,
        "solutions": verdict.solutions,
        **verdict.work,
    }


def _place(error: BaseException) -> str:
    """Where it was raised, for a person who writes a strategy."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace is not None else ""


def _live_and_die_together() -> None:
    """Ask Linux to kill this process when the one that watches it is gone, also in the middle of compiled code.

    And to give it the children of its children when their parents end, so that none gets out of sight.
    """
    if sys.platform == "linux":
        set_parent_death_signal, set_child_subreaper = 1, 36
        linux = ctypes.CDLL(None)
        linux.prctl(set_parent_death_signal, signal.SIGKILL)
        linux.prctl(set_child_subreaper, 1)


def _left() -> bool:
    """Whether a process is still there that a strategy started; those that have ended are put away."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        return False
    return True


def _own_pipes() -> tuple[TextIO, TextIO]:
    """The pipe of the jobs and that of the replies, which leave the standard streams to the strategies."""
    jobs = os.fdopen(os.dup(sys.stdin.fileno()))
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return jobs, replies


def main() -> None:
    """Serve jobs until their pipe ends."""
    _live_and_die_together()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command, which then ends its workers
    jobs, replies = _own_pipes()
    worker = os.getpid()

    def reply(message: Mapping[str, Any]) -> None:
        if os.getpid() != worker:
            os._exit(0)  # the other side of a strategy's fork has come back too
        replies.write(json.dumps(message) + "\n")

    catalogue.load_all(json.loads(sys.argv[1]))
    reply({"event": "ready"})
    for line in jobs:
        ending = run(json.loads(line), tell=lambda event: reply({"event": event}))
        reply({"event": "done", "row": ending, "left": _left()})


if __name__ == "__main__":
    main()
