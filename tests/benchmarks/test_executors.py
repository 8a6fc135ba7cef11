"""Worker processes under limits: whatever a strategy does, its run leaves a row, and nothing of it goes on."""

import itertools
import os
import subprocess
import sys
import time

import psutil
import pytest

from benchmarks import executors
from benchmarks.conduct import job_of
from benchmarks.executors import LocalProcesses, WorkerLost, signal_name, wall_limit
from benchmarks.plan import Contestant, Experiment, Limits, Run
from benchmarks.sudoku_problem import Sudoku

pytestmark = pytest.mark.slow

LIMIT_S = 0.5

ENDLESS = ("endless-compiled", "deaf", "sleeping", "stopped", "forking", "shifting-work")
DYING = ("abort", "segfault", "sys-exit", "os-exit", "nameless-signal", "orphaning", "hanging-up")
CARELESS = ("littering", "two-minded", "talking", "listening", "numpy-counts")
RAISING = ("raising", "recursing", "none", "short", "words", "fractions", "uncountable", "bare-solution")
WRONG = ("all-ones", "changed-given", "twice", "denying")

COMPILED = {"endless-compiled"}

INSTANCE = next(Sudoku().bank("small", {}))


def endings(names, limits, plugin, jobs=1, parameters=None):
    """Run strategies on one instance in the order of `names`; how each run ended, in the order they did."""
    contestants = tuple(
        Contestant(name, parameters or {}, "compiled" if name in COMPILED else "python") for name in names
    )
    asked = Experiment("sudoku", contestants, question="unique", limits=limits, plugins=(str(plugin),), jobs=jobs)
    runs = [Run(number, INSTANCE, contestant, 0, 0) for number, contestant in enumerate(contestants)]
    workers = LocalProcesses(asked.jobs, asked.limits, asked.plugins)
    try:
        return [
            (run.contestant.strategy, ending)
            for run, ending in workers.results((run, job_of(asked, run)) for run in runs)
        ]
    finally:
        workers.close()


@pytest.fixture(scope="module")
def pids(tmp_path_factory):
    """The file in which strategies note the processes that they start."""
    path = tmp_path_factory.mktemp("processes") / "pids"
    path.touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MISBEHAVING_PIDS", str(path))
        yield path


@pytest.fixture(scope="module")
def all_endings(misbehaving, pids):
    """Every strategy that misbehaves, each followed by an honest one; all in one line of workers."""
    bad = [*ENDLESS, *DYING, *CARELESS, *RAISING, *WRONG, "unsupported", "refused-memory"]
    names = [*itertools.chain.from_iterable(zip(bad, itertools.repeat("honest")))]
    found = endings(names, Limits(LIMIT_S), misbehaving)
    assert [name for name, _ in found] == names
    return found


@pytest.fixture(scope="module")
def ending_of(all_endings):
    return dict(all_endings)


def has_ended(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE  # dead, and nobody has asked how it died
    except psutil.NoSuchProcess:
        return True


def wait_until(so) -> None:
    deadline = time.monotonic() + 120
    while not so():
        assert time.monotonic() < deadline, "waited for long enough"
        time.sleep(0.05)


def test_whatever_one_run_does_the_next_one_is_fine(all_endings):
    honest = [ending for name, ending in all_endings if name == "honest"]
    assert [(ending["status"], ending["reason"], ending["conclusion"]) for ending in honest] == [
        ("ok", "", "unique")
    ] * len(honest)
    assert {ending["nodes"] for ending in honest} == {honest[0]["nodes"]}
    assert all(0 <= ending["cpu_s"] < LIMIT_S for ending in honest), "no run pays for another one's processes"


@pytest.mark.parametrize("name", ["endless-compiled", "deaf", "shifting-work"])
def test_a_run_without_end_is_killed_at_its_cpu_limit_deaf_or_not(ending_of, name):
    ending = ending_of[name]
    assert (ending["status"], ending["reason"]) == ("timeout", f"CPU time limit of {LIMIT_S} s")
    assert ending["cpu_s"] > LIMIT_S
    assert ending["cpu_s"] < wall_limit(LIMIT_S) + 1


@pytest.mark.parametrize("name", ["sleeping", "stopped", "forking"])
def test_a_run_that_uses_no_cpu_is_killed_at_its_wall_limit(ending_of, name):
    ending = ending_of[name]
    assert (ending["status"], ending["reason"]) == ("timeout", "wall time limit of 2 s (the CPU time limit is 0.5 s)")
    assert ending["wall_s"] > wall_limit(LIMIT_S)
    assert ending["cpu_s"] < LIMIT_S


def test_a_worker_that_cannot_be_heard_any_more_is_a_crash(ending_of):
    assert (ending_of["hanging-up"]["status"], ending_of["hanging-up"]["reason"]) == (
        "crash",
        "the worker stopped answering",
    )


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("abort", "killed by SIGABRT"),
        ("segfault", "killed by SIGSEGV"),
        ("sys-exit", "exit code 3; the last words"),
        ("os-exit", "exit code 1"),
        ("nameless-signal", "killed by signal 37"),
        ("orphaning", "exit code 1"),
    ],
)
def test_a_worker_that_dies_is_a_crash_that_says_how(ending_of, name, how):
    ending = ending_of[name]
    assert ending["status"] == "crash"
    assert ending["reason"].startswith(f"the worker ended: {how}")


@pytest.mark.parametrize("name", CARELESS)
def test_a_careless_strategy_with_a_right_answer_is_ok(ending_of, name):
    assert (ending_of[name]["status"], ending_of[name]["conclusion"]) == ("ok", "unique")


def test_nothing_that_a_strategy_starts_outlives_its_run(all_endings, pids):
    started = [int(line) for line in pids.read_text().splitlines()]
    assert len(started) == 6, "one of endless-compiled, three of forking, one of littering, one of orphaning"
    wait_until(lambda: all(map(has_ended, started)))


def test_an_exception_is_an_error_with_file_and_line(ending_of, misbehaving):
    lines = misbehaving.read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "the row names this file and this line" in text)
    assert ending_of["raising"]["status"] == "error"
    assert ending_of["raising"]["reason"] == f"KeyError: 'no such variable' ({misbehaving}, line {line})"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("recursing", "RecursionError: the strategy recurses too deeply"),
        ("none", "the strategy returned None, which is not a csp.answer.Answer"),
        ("bare-solution", "the strategy returned (2, 3, 1, 4,"),
        ("words", "a solution of the strategy is not a sequence of whole numbers"),
        ("fractions", "a solution of the strategy is not a sequence of whole numbers"),
        ("uncountable", "the strategy counted 'many' nodes, which is not a whole number"),
    ],
)
def test_what_is_no_answer_is_an_error_that_says_why(ending_of, name, reason):
    assert ending_of[name]["status"] == "error"
    assert ending_of[name]["reason"].startswith(reason)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("short", "not a solution: 15 cells instead of 16"),
        ("all-ones", "not a solution: row 1 column"),
        ("changed-given", "not a solution: row 2 column 1 is given as 1; the answer has 2"),
        ("twice", "the same solution is reported twice"),
        ("denying", "complete, it says, but without the solution that came with the puzzle"),
    ],
)
def test_a_wrong_answer_is_wrong_and_says_why(ending_of, name, reason):
    assert ending_of[name]["status"] == "wrong"
    assert ending_of[name]["reason"].startswith(reason)


def test_what_a_strategy_cannot_do_is_unsupported(ending_of):
    ending = ending_of["unsupported"]
    assert (ending["status"], ending["reason"]) == ("unsupported", "wants constraints over three variables")


def test_memory_that_the_system_refuses_is_a_memout(ending_of):
    assert (ending_of["refused-memory"]["status"], ending_of["refused-memory"]["reason"]) == (
        "memout",
        "the system refused more memory",
    )


def test_every_run_says_when_it_was_started_in_order(all_endings):
    started = [ending["started"] for _, ending in all_endings]
    assert all(started)
    assert started == sorted(started)
    after_sleeping = dict(zip([name for name, _ in all_endings], started[1:], strict=False))["sleeping"]
    assert after_sleeping > dict(all_endings)["sleeping"]["started"], "not before the run in front of it had ended"


@pytest.mark.parametrize("name", ["hoarding", "hoarding-together"])
def test_a_run_that_hoards_memory_is_killed_at_its_limit(misbehaving, name):
    found = endings([name, "honest"], Limits(60, 300), misbehaving)
    assert [(strategy, ending["status"]) for strategy, ending in found] == [(name, "memout"), ("honest", "ok")]
    assert found[0][1]["reason"] == "memory limit of 300 MiB"
    assert found[0][1]["peak_rss_mib"] > 300


def test_a_run_that_ends_over_its_limit_before_anyone_looks_is_a_timeout(misbehaving):
    ((_, ending),) = endings(["honest"], Limits(1e-6), misbehaving)
    assert (ending["status"], ending["reason"]) == ("timeout", "CPU time limit of 1e-06 s")
    assert "nodes" not in ending


@pytest.mark.parametrize(("where", "phase"), [("preparing", "preparing"), ("repeating", "solved")])
def test_a_run_that_is_stuck_beside_its_solving_is_given_up(misbehaving, monkeypatch, where, phase):
    monkeypatch.setattr(executors, "START_LIMIT_S", 3.0)
    for _ in range(5):
        ((_, ending),) = endings(["stuck"], Limits(LIMIT_S), misbehaving, parameters={"where": where})
        if ending["status"] != "ok":  # a busy machine may make a first solve so long that it is not repeated
            break
    assert (ending["status"], ending["reason"]) == ("timeout", f"{phase} took more than 3 s")


def test_a_worker_that_never_gets_ready_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(executors, "START_LIMIT_S", 2.0)
    plugin = tmp_path / "endless.py"
    plugin.write_text("import sys, time\nif sys.argv[0].endswith('worker.py'):\n    time.sleep(300)\n")
    with pytest.raises(WorkerLost, match="a worker was not ready after 2 s"):
        endings(["mrv"], Limits(LIMIT_S), plugin)


def test_several_workers_share_the_runs(misbehaving):
    start = time.monotonic()
    found = endings(["sleeping", "sleeping", "honest", "honest"], Limits(LIMIT_S), misbehaving, jobs=2)
    assert sorted((name, ending["status"]) for name, ending in found) == [
        *[("honest", "ok")] * 2,
        *[("sleeping", "timeout")] * 2,
    ]
    assert time.monotonic() - start < 60


def test_workers_are_gone_when_they_are_closed(misbehaving):
    asked = Experiment(
        "sudoku", (Contestant("sleeping", {}, "python"),), limits=Limits(60), plugins=(str(misbehaving),)
    )
    run = Run(0, INSTANCE, asked.contestants[0], 0, 0)

    def jobs():
        yield run, job_of(asked, run)
        raise KeyboardInterrupt  # as when a person stops it while the first one runs

    workers = LocalProcesses(2, asked.limits, asked.plugins)
    with pytest.raises(KeyboardInterrupt):
        next(workers.results(jobs()))
    ((interrupted, ending),) = workers.interrupted()
    assert (interrupted, ending["status"], bool(ending["started"])) == (run, "interrupted", True)
    alive = psutil.Process().children()
    assert alive
    workers.close()
    assert all(has_ended(child.pid) for child in alive)


@pytest.mark.parametrize(
    ("text", "last_words"),
    [
        ("os._exit(7)", "the worker ended: exit code 7"),
        ("raise ImportError('not in a worker')", "the worker ended: exit code 1; .*ImportError: not in a worker"),
        ("os.kill(os.getpid(), 9)", "the worker ended: killed by SIGKILL"),
    ],
)
def test_a_worker_that_cannot_start_ends_everything_with_its_last_words(tmp_path, misbehaving, text, last_words):
    plugin = tmp_path / "only_in_the_command.py"
    plugin.write_text(f"import os, sys\nif sys.argv[0].endswith('worker.py'):\n    {text}\n")
    with pytest.raises(WorkerLost, match=last_words):
        endings(["mrv"], Limits(LIMIT_S), plugin)


def test_signals_are_named_where_they_have_a_name():
    assert [signal_name(number) for number in (9, 11, 37)] == ["SIGKILL", "SIGSEGV", "signal 37"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent is gone")
def test_a_worker_dies_with_the_one_that_watches_it(tmp_path, misbehaving, command):
    """Even when that one is killed, and even in the middle of compiled code."""
    pids = tmp_path / "pids"
    words = ["sudoku", "--plugin", str(misbehaving), "--strategy", "endless-compiled", "--timeout", "300"]
    started = subprocess.Popen(
        [*command, *words, "--bank", "small", "--limit", "1", "--no-report", "--results", str(tmp_path)],
        env=os.environ | {"MISBEHAVING_PIDS": str(pids)},
    )
    wait_until(lambda: pids.exists() and pids.read_text().endswith("\n"))
    (worker,) = map(int, pids.read_text().splitlines())
    assert not has_ended(worker)
    started.kill()
    started.wait()
    wait_until(lambda: has_ended(worker))
