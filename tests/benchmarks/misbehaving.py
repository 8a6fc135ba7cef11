"""A plug-in of strategies that misbehave, each in its own way, and one that does not.

Those that start other processes write their ids, one a line, to the file that MISBEHAVING_PIDS names; the slow one
writes its seeds there.
"""

from __future__ import annotations

import ctypes
import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np

from backends import Backend, compiling, jit_for
from benchmarks.registry import strategy
from csp.answer import Answer, Question, Solve, Unsupported
from csp.model import Model
from csp.strategies.backtracking import Backtracking

Solver = Callable[[Model, Question], Any]

SEVERAL = Question(solutions=2, backend="python")


def misbehaving(name: str) -> Callable[[Solver], Solver]:
    """Register a function as a strategy of the `python` backend."""

    def register(solver: Solver) -> Solver:
        @strategy(name, summary="misbehaves")
        @dataclass(frozen=True)
        class Misbehaving:
            backends: ClassVar[tuple[Backend, ...]] = ("python",)

            def prepare(self, model: Model, question: Question) -> Solve:
                return functools.partial(solver, model, question)

        return solver

    return register


@misbehaving("honest")
def honest(model: Model, question: Question) -> Answer:
    return Backtracking().prepare(model, replace(question, backend="python"))()


# Those that do not end.


@strategy("endless-compiled")
@dataclass(frozen=True)
class EndlessCompiled:
    """A loop in compiled code, deaf to every signal that a process can be deaf to."""

    backends: ClassVar[tuple[Backend, ...]] = ("compiled",)

    def prepare(self, model: Model, question: Question) -> Solve:
        @jit_for("compiled")
        def count(number: int) -> int:
            while number != 1:  # an even number stays even
                number = (number * 5 + 2) & 0xFFFFFFFF
            return number

        with compiling(count):
            count(1)

        def solve() -> Answer:
            ignore_signals()
            if "MISBEHAVING_PIDS" in os.environ:
                note(os.getpid())
            count(2)
            raise AssertionError("that loop does not end")

        return solve


@strategy("stuck")
@dataclass(frozen=True)
class Stuck:
    """It never gets to solving, or never to the end of the repeats that make a short solve visible."""

    where: Literal["preparing", "repeating"] = "preparing"

    backends: ClassVar[tuple[Backend, ...]] = ("python",)

    def prepare(self, model: Model, question: Question) -> Solve:
        def solve() -> Answer:
            if not first_time("stuck"):
                sleeping()
            return honest(model, question)

        if self.where == "preparing":
            sleeping()
        honest(model, question)  # once to import what it needs, so that one solve is short
        return solve


def ignore_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)


@misbehaving("deaf")
def deaf(model: Model | None = None, question: Question | None = None) -> None:
    ignore_signals()
    while True:
        pass


@misbehaving("sleeping")
def sleeping(model: Model | None = None, question: Question | None = None) -> None:
    while True:
        time.sleep(60)


@misbehaving("stopped")
def stopped(model: Model, question: Question) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


@misbehaving("forking")
def forking(model: Model, question: Question) -> None:
    """A child, a child in a session of its own, and one whose parent has ended; all of them go on."""
    start_child(go_on)
    start_child(go_on_apart)
    middle = start_child(lambda: start_child(go_on_apart), noted=False)
    os.waitpid(middle, 0)
    sleeping()


def start_child(work: Callable[[], Any], noted: bool = True) -> int:
    """Fork a process that does `work` and ends; its id."""
    if (child := os.fork()) == 0:
        work()
        os._exit(0)
    if noted:
        note(child)
    return child


def go_on() -> None:
    ignore_signals()
    sleeping()


def go_on_apart() -> None:
    os.setsid()
    go_on()


_begun: set[str] = set()


def first_time(what: str) -> bool:
    """A short solve is repeated, and one fork is enough."""
    if what in _begun:
        return False
    _begun.add(what)
    return True


def note(number: int) -> None:
    with Path(os.environ["MISBEHAVING_PIDS"]).open("a") as stream:
        stream.write(f"{number}\n")


@misbehaving("shifting-work")
def shifting_work(model: Model, question: Question) -> None:
    """The work is done by one short-lived process after the other."""
    while True:
        subprocess.run([sys.executable, "-S", "-E", "-c", "sum(range(3_000_000))"], check=True)


@misbehaving("slow")
def slow(model: Model, question: Question) -> Answer:
    """Nothing wrong with it but that there is time to stop it."""
    note(question.seed)
    time.sleep(0.3)
    return honest(model, question)


# Those that leave something behind.


@misbehaving("littering")
def littering(model: Model, question: Question) -> Answer:
    """A right answer, and a busy child that is not waited for."""
    if first_time("littering"):
        start_child(deaf)
    return honest(model, question)


@misbehaving("two-minded")
def two_minded(model: Model, question: Question) -> Answer:
    """Both sides of a fork come back with an answer."""
    if first_time("two-minded"):
        os.fork()
    return honest(model, question)


@misbehaving("orphaning")
def orphaning(model: Model, question: Question) -> None:
    """Dies while a child holds on to everything that was open."""
    start_child(go_on)
    os._exit(1)


# Those that die.


@misbehaving("abort")
def abort(model: Model, question: Question) -> None:
    os.abort()


@misbehaving("segfault")
def segfault(model: Model, question: Question) -> None:
    ctypes.string_at(0)


@misbehaving("sys-exit")
def sys_exit(model: Model, question: Question) -> None:
    sys.stderr.write("the last words\n")
    sys.exit(3)


@misbehaving("os-exit")
def os_exit(model: Model, question: Question) -> None:
    os._exit(1)


@misbehaving("nameless-signal")
def nameless_signal(model: Model, question: Question) -> None:
    os.kill(os.getpid(), signal.SIGRTMIN + 3)


@misbehaving("hanging-up")
def hanging_up(model: Model, question: Question) -> None:
    """Closes every pipe and goes on."""
    os.closerange(0, 256)
    while True:
        time.sleep(60)


# Those that take too much.


@misbehaving("hoarding")
def hoarding(model: Model | None = None, question: Question | None = None) -> None:
    hoard = []
    while True:
        hoard.append(np.ones(1 << 18))  # 2 MiB
        time.sleep(0.002)


@misbehaving("hoarding-together")
def hoarding_together(model: Model, question: Question) -> None:
    """It is a child that takes the memory."""
    os.waitpid(start_child(hoarding, noted=False), 0)


@misbehaving("refused-memory")
def refused_memory(model: Model, question: Question) -> None:
    np.ones(1 << 55)


# Those that answer nonsense.


@misbehaving("raising")
def raising(model: Model, question: Question) -> None:
    raise KeyError("no such variable")  # the row names this file and this line


@misbehaving("recursing")
def recursing(model: Model, question: Question) -> None:
    recursing(model, question)


@misbehaving("unsupported")
def unsupported(model: Model, question: Question) -> None:
    raise Unsupported("wants constraints over three variables")


@misbehaving("none")
def none(model: Model, question: Question) -> None:
    return None


@misbehaving("short")
def short(model: Model, question: Question) -> Answer:
    answer = honest(model, question)
    return replace(answer, solutions=(answer.solutions[0][:-1],))


@misbehaving("words")
def words(model: Model, question: Question) -> Answer:
    return Answer((tuple("one" for _ in model.variables),), complete=False)


@misbehaving("fractions")
def fractions(model: Model, question: Question) -> Answer:
    answer = honest(model, question)
    return replace(answer, solutions=(tuple(float(value) for value in answer.solutions[0]),))


@misbehaving("uncountable")
def uncountable(model: Model, question: Question) -> Answer:
    return replace(honest(model, question), nodes="many")  # type: ignore[arg-type]


@misbehaving("bare-solution")
def bare_solution(model: Model, question: Question) -> Any:
    return honest(model, question).solutions[0]


# Those that are wrong.


@misbehaving("all-ones")
def all_ones(model: Model, question: Question) -> Answer:
    return Answer((tuple(1 for _ in model.variables),), complete=False)


@misbehaving("changed-given")
def changed_given(model: Model, question: Question) -> Answer:
    """A proper grid, but of another puzzle: two values change places everywhere."""
    (solution, *_) = honest(model, question).solutions
    return Answer((tuple({1: 2, 2: 1}.get(value, value) for value in solution),), complete=False)


@misbehaving("twice")
def twice(model: Model, question: Question) -> Answer:
    (solution, *_) = honest(model, question).solutions
    return Answer((solution, solution), complete=False)


@misbehaving("denying")
def denying(model: Model, question: Question) -> Answer:
    return Answer((), complete=True)


# Those that are only noisy or careless.


@misbehaving("talking")
def talking(model: Model, question: Question) -> Answer:
    print('{"event": "done", "row": {"status": "wrong"}}', flush=True)
    os.write(1, b"straight to the descriptor\n")
    subprocess.run(["/bin/sh", "-c", "echo from a child"], check=True)
    return honest(model, question)


@misbehaving("listening")
def listening(model: Model, question: Question) -> Answer:
    heard = sys.stdin.read() + subprocess.run(["cat"], capture_output=True, text=True, check=True).stdout
    assert heard == "", f"nobody speaks to a strategy; heard {heard!r}"
    return honest(model, question)


@misbehaving("numpy-counts")
def numpy_counts(model: Model, question: Question) -> Answer:
    answer = honest(model, question)
    grids = tuple(tuple(np.array(grid)) for grid in answer.solutions)
    return replace(answer, solutions=grids, nodes=np.int64(7), counters={"branches": np.int32(3)})


@misbehaving("unspeakable")
def unspeakable(model: Model, question: Question) -> None:
    raise ValueError("half a pair \udcff, nothing \x00, a line\nbreak, <script>")


@strategy("many-knobs")
@dataclass(frozen=True)
class ManyKnobs:
    """A field of each type; the name of one has a capital letter."""

    maxDepth: int = 1  # noqa: N815
    some_share: float = 0.5
    loud: bool = False
    word: str = "none"
    backends: ClassVar[tuple[Backend, ...]] = ("python",)

    def prepare(self, model: Model, question: Question) -> Solve:
        return functools.partial(honest, model, question)
