"""Where workers live: processes on this machine, each watched, and killed with its whole process group at a limit.

The one that watches is the command's own process. A worker serves many runs, so that a kernel is loaded once; one
that was killed or that died is replaced, and costs the run it was busy with and no other.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import psutil

from benchmarks.plan import Limits, Run

POLL_S = 0.02
LOOK_S = 0.05
"""How often a run's CPU time and memory are looked at: looking costs time too."""

START_LIMIT_S = 120.0
"""A worker that is not ready by then, or a run that is not prepared by then, is given up."""

Job: TypeAlias = dict[str, Any]
Ending: TypeAlias = dict[str, Any]


class WorkerLost(RuntimeError):
    """A worker that ended before it was ready; the message has its last words."""


def wall_limit(timeout_s: float) -> float:
    """Wall seconds after which a run is killed although it has CPU seconds left: it sleeps, or waits its turn."""
    return 2 * timeout_s + 1


@dataclass
class Worker:
    """A child process, and the run that it is busy with.

    phase: starting, idle, preparing, solving, solved, or gone
    since: when the phase began, `time.monotonic()`
    looked: when its use of time and memory was last looked at
    cpu_before: CPU seconds it had used when it began to solve
    """

    plugins: Sequence[str]
    run: Run | None = None
    phase: str = "starting"
    since: float = field(default_factory=time.monotonic)
    looked: float = 0.0
    cpu_before: float = 0.0

    def __post_init__(self) -> None:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  (it lives as long as the process)
        self.process = subprocess.Popen(
            # -P: a folder of the same name as one of our packages must not be imported from where the user stands.
            [sys.executable, "-P", "-m", "benchmarks.worker", json.dumps(list(self.plugins))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            start_new_session=True,  # its own process group, so that whatever it starts dies with it
        )
        self._watched = psutil.Process(self.process.pid)
        self._unread = b""

    @property
    def replies(self) -> int:
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def give(self, run: Run, job: Job) -> None:
        """Hand it a run; it must be idle."""
        assert self.process.stdin is not None
        self.run, self.phase, self.since = run, "preparing", time.monotonic()
        with contextlib.suppress(BrokenPipeError):  # it has died meanwhile, which `messages` will notice
            self.process.stdin.write(json.dumps(job).encode() + b"\n")
            self.process.stdin.flush()

    def messages(self) -> list[dict[str, Any]] | None:
        """What it has said since the last time; None when it is gone."""
        chunk = os.read(self.replies, 1 << 16)
        *lines, self._unread = (self._unread + chunk).split(b"\n")
        said = [json.loads(line) for line in lines]
        return said if chunk or said else None

    def enter(self, phase: str) -> None:
        self.phase, self.since = phase, time.monotonic()
        if phase == "solving":
            self.cpu_before = self.cpu_seconds()

    def family(self) -> list[psutil.Process]:
        """The process and all its descendants, also those that have left the group."""
        with contextlib.suppress(psutil.NoSuchProcess):
            return [self._watched, *self._watched.children(recursive=True)]
        return []

    def cpu_seconds(self) -> float:
        total = 0.0
        for process in self.family():
            with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                times = process.cpu_times()
                total += times.user + times.system
        return total

    def memory_mib(self) -> float:
        total = 0
        for process in self.family():
            with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                total += process.memory_info().rss
        return total / 2**20

    def kill(self) -> None:
        """End it and everything it started, deaf to signals or not."""
        family = self.family()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for process in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._stderr.close()

    def last_words(self) -> str:
        """How it ended, once it is gone, and the last line that it wrote to standard error."""
        try:
            code = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "the worker stopped answering"
        how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - 4096))
        lines = [line.strip() for line in self._stderr.read().decode(errors="replace").splitlines() if line.strip()]
        return f"the worker ended: {how}{'; ' + lines[-1] if lines else ''}"


class LocalProcesses:
    """Runs jobs in `jobs` workers on this machine, in order, as they become free."""

    def __init__(self, jobs: int, limits: Limits, plugins: Sequence[str] = ()) -> None:
        self._limits, self._plugins = limits, plugins
        self._selector = selectors.DefaultSelector()
        self._workers = [self._start() for _ in range(jobs)]

    def _start(self) -> Worker:
        worker = Worker(self._plugins)
        self._selector.register(worker.replies, selectors.EVENT_READ, worker)
        return worker

    def in_flight(self) -> list[Run]:
        """The runs that are under way."""
        return [worker.run for worker in self._workers if worker.run is not None]

    def close(self) -> None:
        """Kill all workers."""
        for worker in self._workers:
            worker.kill()
        self._workers.clear()
        self._selector.close()

    def results(self, jobs: Iterator[tuple[Run, Job]]) -> Iterator[tuple[Run, Ending]]:
        """Each run with what is known of how it ended, in the order they end.

        Raises:
            WorkerLost: a worker cannot even start.
        """
        upcoming = next(jobs, None)
        while upcoming is not None or self.in_flight():
            for worker in self._workers:
                if upcoming is not None and worker.phase == "idle":
                    worker.give(*upcoming)
                    upcoming = next(jobs, None)
            heard = {key.data.process.pid for key, _ in self._selector.select(POLL_S)}
            for index, worker in enumerate(self._workers):
                ending = self._hear(worker) if worker.process.pid in heard else self._overdue(worker)
                run = worker.run
                if worker.phase == "gone" or (ending is not None and worker.phase != "idle"):  # died, or overdue
                    self._selector.unregister(worker.replies)
                    worker.kill()
                    self._workers[index] = self._start()
                if ending is not None and run is not None:
                    worker.run = None
                    yield run, ending

    def _hear(self, worker: Worker) -> Ending | None:
        """Take in what a worker says; the ending of its run, when it says that or is gone."""
        said = worker.messages()
        if said is None:
            if worker.phase == "starting":
                raise WorkerLost(worker.last_words())
            worker.enter("gone")
            return {"status": "crash", "reason": worker.last_words()} if worker.run is not None else None
        for message in said:
            if message["event"] in ("ready", "done"):
                worker.enter("idle")
            else:
                worker.enter(message["event"])
            if message["event"] == "done":
                ending: Ending = message["row"]
                return ending
        return None

    def _overdue(self, worker: Worker) -> Ending | None:
        """The ending of a run that has reached a limit."""
        now = time.monotonic()
        elapsed = now - worker.since
        if worker.phase == "idle" or now - worker.looked < LOOK_S:
            return None
        worker.looked = now
        if worker.phase == "starting":
            if elapsed > START_LIMIT_S:
                raise WorkerLost(f"a worker was not ready after {START_LIMIT_S:.0f} s")
            return None
        memory = self._limits.memory_mib
        if memory is not None and (used := worker.memory_mib()) > memory:
            return {"status": "memout", "reason": f"memory limit of {memory} MiB", "peak_rss_mib": used}
        if worker.phase != "solving":
            if elapsed > START_LIMIT_S:
                return {"status": "timeout", "reason": f"{worker.phase} took more than {START_LIMIT_S:.0f} s"}
            return None
        return self._out_of_time(worker, elapsed)

    def _out_of_time(self, worker: Worker, elapsed: float) -> Ending | None:
        limit = self._limits.timeout_s
        if limit is None:
            return None
        cpu = worker.cpu_seconds() - worker.cpu_before
        if cpu >= limit:
            reason = f"CPU time limit of {limit:g} s"
        elif elapsed >= wall_limit(limit):
            reason = f"wall time limit of {wall_limit(limit):g} s (the CPU time limit is {limit:g} s)"
        else:
            return None
        return {"status": "timeout", "reason": reason, "cpu_s": cpu, "wall_s": elapsed}
