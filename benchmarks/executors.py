"""Where workers live: processes on this machine, each watched, and killed with its whole process group at a limit.

The one that watches is the command's own process. A worker serves many runs, so that a kernel is loaded once; one
that was killed or that died is replaced, and costs the run it was busy with and no other.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
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
from benchmarks.record import utc_now

POLL_S = 0.02
LOOK_S = 0.05
"""How often a run's CPU time and memory are looked at: looking costs time too."""

START_LIMIT_S = 120.0
"""A worker that is not ready by then, or a run that is not prepared by then, is given up."""

Job: TypeAlias = dict[str, Any]
Ending: TypeAlias = dict[str, Any]


class WorkerLost(RuntimeError):
    """A worker that ended before it was ready; the message has its last words."""


def wall_limit(timeout_s: float, jobs: int = 1) -> float:
    """Wall seconds after which a run is killed although it has CPU seconds left: it sleeps, or waits its turn.

    With more workers than cores each gets its share of the time only, so the limit grows with them.
    """
    crowd = max(1.0, jobs / (os.cpu_count() or 1))
    return 2 * timeout_s * crowd + 1


@dataclass
class Worker:
    """A child process, and the run that it is busy with.

    phase: starting, idle, preparing, solving, solved, or gone
    since: when the phase began, `time.monotonic()`
    looked: when its use of time and memory was last looked at
    cpu_before: CPU seconds it had used when it began to solve
    started: when it was given its run, as the column of that name
    """

    plugins: Sequence[str]
    run: Run | None = None
    phase: str = "starting"
    since: float = field(default_factory=time.monotonic)
    looked: float = 0.0
    cpu_before: float = 0.0
    started: str = ""

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
        self._seen: list[psutil.Process] = []
        self._unread = b""

    @property
    def replies(self) -> int:
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    def give(self, run: Run, job: Job) -> None:
        """Hand it a run; it must be idle."""
        assert self.process.stdin is not None
        self.run, self.phase, self.since, self.started = run, "preparing", time.monotonic(), utc_now()
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

    def died(self) -> bool:
        """Whether it is gone and all that it said is read; a child that outlives it may keep the pipe open."""
        return self.process.poll() is not None and not select.select([self.replies], [], [], 0)[0]

    def family(self) -> list[psutil.Process]:
        """It and all its descendants, also those that have left the group; once it is dead, those last seen."""
        if self.process.poll() is None:
            with contextlib.suppress(psutil.NoSuchProcess):
                self._seen = [self._watched, *self._watched.children(recursive=True)]
        return self._seen

    def cpu_seconds(self) -> float:
        """Of all of them, and of those that have ended and were waited for."""
        total = 0.0
        for process in self.family():
            with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                times = process.cpu_times()
                total += times.user + times.system + times.children_user + times.children_system
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
        how = f"killed by {signal_name(-code)}" if code < 0 else f"exit code {code}"
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - 4096))
        lines = [line.strip() for line in self._stderr.read().decode(errors="replace").splitlines() if line.strip()]
        return f"the worker ended: {how}{'; ' + lines[-1] if lines else ''}"


def signal_name(number: int) -> str:
    """`SIGKILL`; a number where there is no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class LocalProcesses:
    """Runs jobs in `jobs` workers on this machine, in order, as they become free."""

    def __init__(self, jobs: int, limits: Limits, plugins: Sequence[str] = ()) -> None:
        self._jobs, self._limits, self._plugins = jobs, limits, plugins
        self._selector = selectors.DefaultSelector()
        self._workers: list[Worker] = []

    def _start(self) -> None:
        worker = Worker(self._plugins)
        self._selector.register(worker.replies, selectors.EVENT_READ, worker)
        self._workers.append(worker)

    def _end(self, worker: Worker) -> None:
        self._selector.unregister(worker.replies)
        worker.kill()
        self._workers.remove(worker)

    def interrupted(self) -> list[tuple[Run, Ending]]:
        """The runs that are under way, and how they end if nobody waits for them."""
        ending = {"status": "interrupted", "reason": "stopped from outside"}
        return [
            (worker.run, ending | {"started": worker.started}) for worker in self._workers if worker.run is not None
        ]

    def close(self) -> None:
        """Kill all workers."""
        for worker in self._workers:
            worker.kill()
        self._workers.clear()
        self._selector.close()

    def results(self, jobs: Iterator[tuple[Run, Job]]) -> Iterator[tuple[Run, Ending]]:
        """Each run with what is known of when it started and how it ended, in the order they end.

        Raises:
            WorkerLost: a worker cannot even start.
        """
        upcoming = next(jobs, None)
        while upcoming is not None or any(worker.run is not None for worker in self._workers):
            if upcoming is not None and len(self._workers) < self._jobs:
                self._start()
            for worker in self._workers:
                if upcoming is not None and worker.phase == "idle":
                    worker.give(*upcoming)
                    upcoming = next(jobs, None)
            heard = {key.data.process.pid for key, _ in self._selector.select(POLL_S)}
            for worker in list(self._workers):
                ending = self._hear(worker) if worker.process.pid in heard else self._overdue(worker)
                run, started = worker.run, worker.started
                if worker.phase == "gone" or (ending is not None and worker.phase != "idle"):  # died, or overdue
                    self._end(worker)
                if ending is not None and run is not None:
                    worker.run = None
                    yield run, ending | {"started": started}

    def _hear(self, worker: Worker) -> Ending | None:
        """Take in what a worker says; the ending of its run, when it says that or is gone."""
        said = worker.messages()
        if said is None:
            return self._gone(worker)
        for message in said:
            if message["event"] == "done":
                # What a run leaves behind would run beside the next one, and at its expense.
                worker.enter("gone" if message["left"] else "idle")
                return self._within_limits(message["row"])
            worker.enter("idle" if message["event"] == "ready" else message["event"])
        return None

    def _gone(self, worker: Worker) -> Ending | None:
        """The ending of the run, if any, that a worker was busy with when it ended."""
        if worker.phase == "starting":
            raise WorkerLost(worker.last_words())
        worker.enter("gone")
        return {"status": "crash", "reason": worker.last_words()} if worker.run is not None else None

    def _within_limits(self, ending: Ending) -> Ending:
        """The ending, or that of a run that went over a limit and was done before anyone looked."""
        if ending["status"] != "ok" or "cpu_s" not in ending:
            return ending
        cost = {name: ending[name] for name in ("cpu_s", "wall_s", "peak_rss_mib")}
        if reason := self._too_long(cost["cpu_s"], cost["wall_s"]):
            return {"status": "timeout", "reason": reason} | cost
        if reason := self._too_much(cost["peak_rss_mib"]):
            return {"status": "memout", "reason": reason} | cost
        return ending

    def _overdue(self, worker: Worker) -> Ending | None:
        """The ending of a run that has reached a limit."""
        now = time.monotonic()
        elapsed = now - worker.since
        if worker.phase == "idle" or now - worker.looked < LOOK_S:
            return None
        worker.looked = now
        if worker.died():
            return self._gone(worker)
        if worker.phase == "starting":
            if elapsed > START_LIMIT_S:
                raise WorkerLost(f"a worker was not ready after {START_LIMIT_S:.0f} s")
            return None
        if self._limits.memory_mib is not None and (reason := self._too_much(used := worker.memory_mib())):
            return {"status": "memout", "reason": reason, "peak_rss_mib": used}
        if worker.phase != "solving":
            if elapsed > START_LIMIT_S:
                return {"status": "timeout", "reason": f"{worker.phase} took more than {START_LIMIT_S:.0f} s"}
            return None
        if self._limits.timeout_s is not None:
            cpu = worker.cpu_seconds() - worker.cpu_before
            if reason := self._too_long(cpu, elapsed):
                return {"status": "timeout", "reason": reason, "cpu_s": cpu, "wall_s": elapsed}
        return None

    def _too_long(self, cpu: float, wall: float) -> str:
        """Which limit these seconds are over, in words; "" when none."""
        limit = self._limits.timeout_s
        if limit is None:
            return ""
        if cpu > limit:
            return f"CPU time limit of {limit:g} s"
        if wall > (most := wall_limit(limit, self._jobs)):
            return f"wall time limit of {most:g} s (the CPU time limit is {limit:g} s)"
        return ""

    def _too_much(self, memory: float) -> str:
        limit = self._limits.memory_mib
        return f"memory limit of {limit} MiB" if limit is not None and memory > limit else ""
