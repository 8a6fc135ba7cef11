"""Conducting an experiment: plan -> workers -> rows in the store. Every run of the plan leaves a row."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import asdict

from benchmarks.executors import Ending, Job, LocalProcesses
from benchmarks.plan import Experiment, Run, plan, run_key
from benchmarks.record import Row
from benchmarks.store import Store


def conduct(
    experiment: str, asked: Experiment, store: Store, code: str, on_row: Callable[[Row], None] = lambda row: None
) -> None:
    """Do the runs of `experiment` that have no row yet; `on_row` is told each new row once it is on disk.

    Raises:
        KeyboardInterrupt: passed on after the runs under way have left rows that say `interrupted`.
        benchmarks.executors.WorkerLost: workers cannot start.
    """
    done = store.done(experiment)
    runs = (run for run in plan(asked, lambda: store.instances(experiment)) if run.number not in done)
    jobs = ((run, job_of(asked, run)) for run in runs)

    def keep(run: Run, ending: Ending) -> Row:
        row = row_of(experiment, asked, run, code, ending)
        store.add(run.number, row)
        return row

    with contextlib.closing(LocalProcesses(asked.jobs, asked.limits, asked.plugins)) as workers:
        try:
            for run, ending in workers.results(jobs):
                on_row(keep(run, ending))
        except BaseException:
            for run, ending in workers.interrupted():
                keep(run, ending)
            raise
    store.refute(experiment)
    store.finish(experiment)


def job_of(asked: Experiment, run: Run) -> Job:
    """What a worker needs to know."""
    return {
        "problem": asked.problem,
        "instance": asdict(run.instance),
        "strategy": run.contestant.strategy,
        "parameters": dict(run.contestant.parameters),
        "ask": asdict(run.ask(asked)),
    }


def row_of(experiment: str, asked: Experiment, run: Run, code: str, ending: Ending) -> Row:
    """The row of a run: who it was, from the plan, and when it began and how it ended, from
    whoever saw it.
    """
    return Row(
        experiment=experiment,
        run_key=run_key(asked, run, code),
        problem=asked.problem,
        instance=run.instance.name,
        instance_hash=run.instance.hash,
        strategy=run.contestant.strategy,
        parameters=run.contestant.parameters,
        backend=run.contestant.backend,
        seed=run.seed,
        repeat=run.repeat,
        question=asked.question,
        parallel=asked.jobs,
        timeout_s=asked.limits.timeout_s,
        **ending,
    )
