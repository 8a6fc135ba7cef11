"""Timing: what is inside the timed region, and how short solves are made visible."""

import subprocess
import sys
import time

import pytest

from benchmarks.measure import MAX_LOOPS, VISIBLE_S, measure


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


def test_a_short_solve_is_repeated_until_the_clock_can_see_it():
    solver = Solver()
    answer, cost = measure(solver.solve, solver.solved)
    assert answer == 1, "the answer is the first one"
    assert 1 < cost.loops <= MAX_LOOPS
    assert solver.calls == 1 + cost.loops
    assert cost.wall_s * cost.loops < 1, "the mean of one solve, not the sum"


def test_a_solve_that_can_be_seen_is_done_once():
    solver = Solver(lambda: busy(4 * VISIBLE_S))
    _, cost = measure(solver.solve, solver.solved)
    assert (solver.calls, cost.loops) == (1, 1)
    assert cost.cpu_s >= 4 * VISIBLE_S
    assert cost.wall_s >= 4 * VISIBLE_S


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
