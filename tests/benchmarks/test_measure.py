"""Timing: what is inside the timed region, and how short solves are made visible."""

import subprocess
import sys
import time

import pytest

from benchmarks.measure import MAX_LOOPS, VISIBLE_S, measure
from csp.answer import Once


class Solver:
    """Counts its calls; `solved` notes how many there had been when the first was over."""

    def __init__(self, work=lambda: None):
        self.calls, self.calls_when_solved, self._work = 0, [], work

    def solve(self):
        self.calls += 1
        self._work()
        return self.calls

    def solved(self):
        self.calls_when_solved.append(self.calls)


def busy(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


@pytest.fixture
def clock(monkeypatch):
    """A wall clock that only the test moves: `clock[0]` seconds."""
    now = [0.0]
    monkeypatch.setattr("benchmarks.measure.time.perf_counter", lambda: now[0])
    return now


@pytest.mark.parametrize(("takes", "loops"), [(VISIBLE_S / 5, 5), (VISIBLE_S / 4.5, 5), (0.0, MAX_LOOPS)])
def test_a_short_solve_is_repeated_until_the_clock_can_see_it(clock, takes, loops):
    def tick():
        clock[0] += takes

    solver = Solver(tick)
    answer, cost = measure(solver.solve, solver.solved)
    assert answer == 1, "the answer is the first one"
    assert (cost.loops, solver.calls) == (loops, 1 + loops)
    assert cost.wall_s == pytest.approx(takes), "the mean of one solve, not the sum"


def test_a_solve_that_can_be_seen_is_done_once():
    solver = Solver(lambda: busy(4 * VISIBLE_S))
    _, cost = measure(solver.solve, solver.solved)
    assert (solver.calls, cost.loops) == (1, 1)
    assert cost.cpu_s >= 4 * VISIBLE_S
    assert cost.wall_s >= 4 * VISIBLE_S


def test_a_solve_that_learns_is_done_once_however_short():
    """Otherwise most of the time would be that of calls which know the answer."""
    solver = Solver()
    answer, cost = measure(Once(solver.solve), solver.solved)
    assert (answer, solver.calls, solver.calls_when_solved, cost.loops) == (1, 1, [1], 1)


def test_the_first_solve_is_over_before_it_is_repeated():
    solver = Solver()
    measure(solver.solve, solver.solved)
    assert solver.calls_when_solved == [1]


def test_sleeping_takes_wall_time_and_no_cpu_time():
    _, cost = measure(lambda: time.sleep(0.1), lambda: None)
    assert cost.wall_s >= 0.1
    assert cost.cpu_s < 0.05


def test_the_cpu_time_of_children_counts():
    code = "import time\nend = time.process_time() + 0.1\nwhile time.process_time() < end: pass"
    _, cost = measure(lambda: subprocess.run([sys.executable, "-S", "-c", code], check=True), lambda: None)
    assert cost.cpu_s >= 0.1


def test_what_a_solve_raises_comes_through():
    def fail():
        raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        measure(fail, lambda: None)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the peak is that of the process's whole life")
def test_the_peak_of_memory_is_that_of_this_solve():
    _, large = measure(lambda: len(bytearray(200 << 20)), lambda: None)
    _, small = measure(lambda: None, lambda: None)
    assert large.peak_rss_mib > small.peak_rss_mib + 150
