"""An experiment that is stopped half way, by a person or by force, is finished later: each run once, none twice."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.record import Row
from benchmarks.store import open_store

pytestmark = pytest.mark.slow

SEEDS = range(6)


@dataclass(frozen=True)
class Stopped:
    """An experiment after it was stopped, in a folder of its own; `seeds` has a line for each run that was begun."""

    folder: Path
    returncode: int
    stderr: str

    @property
    def results(self) -> Path:
        return self.folder / "results"

    @property
    def plugin(self) -> Path:
        return self.folder / "plugin.py"

    @property
    def env(self) -> dict[str, str]:
        return {"MISBEHAVING_PIDS": str(self.folder / "seeds")}

    def begun(self) -> Counter[int]:
        return Counter(map(int, (self.folder / "seeds").read_text().split()))

    def rows(self) -> list[Row]:
        with open_store(self.results) as store:
            ((name, _),) = store.experiments()
            return list(store.rows(name))


def stop(folder: Path, command: list[str], misbehaving: Path, number: int) -> Stopped:
    """Start an experiment of six slow runs, and send it a signal while the third is under way."""
    shutil.copy(misbehaving, folder / "plugin.py")
    words = ["sudoku", "--plugin", "plugin.py", "--strategy", "slow", "--seed", "0..5", "--bank", "small"]
    started = subprocess.Popen(
        [*command, *words, "--limit", "1", "--json", "--no-report", "--results", "results"],
        cwd=folder,
        env=os.environ | {"MISBEHAVING_PIDS": str(folder / "seeds")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    for _ in range(2):
        json.loads(started.stdout.readline())
    deadline = time.monotonic() + 120
    while (folder / "seeds").read_text().count("\n") < 3:
        assert time.monotonic() < deadline, "waited for long enough"
        time.sleep(0.01)
    started.send_signal(number)
    _, stderr = started.communicate(timeout=120)
    return Stopped(folder, started.returncode, stderr)


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory, command, misbehaving):
    return stop(tmp_path_factory.mktemp("interrupted"), command, misbehaving, signal.SIGINT)


@pytest.fixture(scope="module")
def killed(tmp_path_factory, command, misbehaving):
    return stop(tmp_path_factory.mktemp("killed"), command, misbehaving, signal.SIGKILL)


def copied(stopped: Stopped, folder: Path) -> Stopped:
    """The same, where a test may go on with it; the plug-in stays where the experiment knows it."""
    shutil.copytree(stopped.folder, folder, dirs_exist_ok=True)
    return Stopped(folder, stopped.returncode, stopped.stderr)


def test_an_interrupted_experiment_says_how_to_finish_it(interrupted):
    with open_store(interrupted.results) as store:
        ((name, finished),) = store.experiments()
    assert not finished
    assert interrupted.returncode == 130
    assert f"run-bench: interrupted; finish it with: run-bench resume {name} --results results" in interrupted.stderr
    assert "Traceback" not in interrupted.stderr


def test_an_interrupted_experiment_has_a_row_for_what_was_done_and_for_what_was_under_way(interrupted):
    statuses = [row.status for row in interrupted.rows()]
    assert statuses[:2] == ["ok", "ok"]
    assert statuses.count("interrupted") == 1
    assert statuses[-1] == "interrupted"
    last = interrupted.rows()[-1]
    assert (last.reason, last.conclusion, last.nodes) == ("stopped from outside", None, None)
    assert last.started > interrupted.rows()[-2].started


def test_a_killed_experiment_has_a_row_for_what_was_done(killed):
    assert killed.returncode == -signal.SIGKILL
    assert len(killed.rows()) >= 2
    assert {row.status for row in killed.rows()} == {"ok"}


@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_resume_does_exactly_what_is_missing(how, request, tmp_path, run_bench, rows_of):
    stopped = copied(request.getfixturevalue(how), tmp_path)
    before = [row for row in stopped.rows() if row.status == "ok"]
    done = run_bench("resume", "--json", "--quiet", "--results", stopped.results, env=stopped.env)
    assert done.returncode == 0, done.stderr
    assert sorted(row["seed"] for row in rows_of(done.stdout)) == sorted(set(SEEDS) - {row.seed for row in before})
    after = stopped.rows()
    assert [(row.seed, row.status) for row in after] == [(seed, "ok") for seed in SEEDS]
    assert after[: len(before)] == before, "what was there is as it was"
    assert len({row.run_key for row in after}) == len(SEEDS)
    begun = stopped.begun()
    assert [begun[row.seed] for row in before] == [1] * len(before), "no run is done twice"

    again = run_bench("resume", "--results", stopped.results)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == f"run-bench: every experiment in {stopped.results} is finished\n"
    name = after[0].experiment
    by_name = run_bench("resume", name, "--results", stopped.results)
    assert by_name.returncode == 2
    assert f"the experiment {name} is finished; see it with: run-bench report {name}" in by_name.stderr


def test_resume_is_refused_when_the_code_has_changed(interrupted, run_bench):
    before = interrupted.plugin.read_text()
    interrupted.plugin.write_text(before + "\n# another version\n")
    try:
        done = run_bench("resume", "--results", interrupted.results)
    finally:
        interrupted.plugin.write_text(before)
    assert done.returncode == 2
    assert "the code has changed since sudoku-" in done.stderr
    assert "start a new experiment" in done.stderr
    assert interrupted.rows()[-1].status == "interrupted"


def test_resume_is_refused_when_the_plugin_is_gone(interrupted, run_bench):
    away = interrupted.plugin.rename(interrupted.folder / "away.py")
    try:
        done = run_bench("resume", "--results", interrupted.results)
    finally:
        away.rename(interrupted.plugin)
    assert done.returncode == 2
    assert f"run-bench: --plugin {interrupted.plugin}: No such file" in done.stderr
    assert "Traceback" not in done.stderr


def test_resume_is_refused_while_another_process_is_at_it(interrupted, run_bench):
    with open_store(interrupted.results) as store:
        ((name, _),) = store.experiments()
        with store.claim(name):
            done = run_bench("resume", "--results", interrupted.results)
    assert done.returncode == 2
    assert f"the experiment {name} is being run by another process" in done.stderr


def test_resume_of_an_unknown_experiment_is_refused(interrupted, run_bench):
    done = run_bench("resume", "queens-1", "--results", interrupted.results)
    assert done.returncode == 2
    assert "the experiment 'queens-1' is not among sudoku-" in done.stderr


def test_terminating_is_interrupting(tmp_path, command, misbehaving):
    stopped = stop(tmp_path, command, misbehaving, signal.SIGTERM)
    assert stopped.returncode == 130
    assert stopped.rows()[-1].status == "interrupted"
    assert "Traceback" not in stopped.stderr
