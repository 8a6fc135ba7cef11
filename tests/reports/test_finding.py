"""The finding in words says what the rows say, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd

from benchmarks import statistics
from benchmarks.record import Row
from reports.finding import Finding, cheapest, finding

ARow = Callable[..., Row]
AFrame = Callable[[Iterable[Row]], pd.DataFrame]


def told(frame: pd.DataFrame) -> Finding:
    rows = statistics.with_variants(frame)
    return finding(rows, statistics.summary(rows), statistics.per_instance(rows))


def grid(a_row: ARow, costs: dict[str, dict[str, float]]) -> list[Row]:
    """Rows of strategies by instances, each with as many nodes and microseconds; 0: killed."""
    return [
        a_row(instance, strategy, nodes=int(cost), cpu_s=cost / 1e6)
        if cost
        else a_row(instance, strategy, "timeout", cpu_s=10.0)
        for strategy, instances in costs.items()
        for instance, cost in instances.items()
    ]


def test_one_strategy_has_nothing_to_be_compared_with(a_row: ARow, frame: AFrame) -> None:
    what = told(frame([a_row("a"), a_row("b", nodes=101, cpu_s=0.003)]))
    assert what.sentences == (
        "mrv solved 2 of 2 puzzles.",
        "The median is 76 nodes and 2.00 ms of CPU time. There is no other strategy to compare it with.",
    )
    assert what.alarms == ()


def test_by_how_much_and_how_sure(a_row: ARow, frame: AFrame) -> None:
    costs = {"mrv": dict.fromkeys("abcdef", 100.0), "fc": dict.fromkeys("abcdef", 300.0)}
    what = told(frame(grid(a_row, costs)))
    sure = "(95 % interval 3.00 to 3.00, over the 6 puzzles that all compared here solved)"
    assert what.sentences == (
        "Both strategies solved every puzzle.",
        f"Fewest nodes: mrv; fc, the next, places 3.00 times as many {sure}.",
        f"Least CPU time: mrv; fc, the next, takes 3.00 times as long {sure}.",
    )


def test_an_interval_around_one_is_too_close_to_call(a_row: ARow, frame: AFrame) -> None:
    costs = {
        "mrv": dict(zip("abcdef", (100.0, 300.0) * 3, strict=True)),
        "fc": dict(zip("abcdef", (300.0, 105.0) * 3, strict=True)),
    }
    assert told(frame(grid(a_row, costs))).sentences[1].endswith(": too close to call.")


def test_from_a_few_puzzles_nobody_can_say_how_sure(a_row: ARow, frame: AFrame) -> None:
    what = told(frame([a_row("a"), a_row("a", "fc", nodes=60)]))
    assert what.sentences[1].endswith("places 1.18 times as many (from only 1 puzzle, too few to say how sure).")


def test_equal_counts_of_two_backends_are_no_difference(a_row: ARow, frame: AFrame) -> None:
    rows = [
        a_row(name, backend=backend, cpu_s=cpu)
        for name in "abc"
        for backend, cpu in (("python", 1.0), ("compiled", 0.1))
    ]
    assert told(frame(rows)).sentences[1] == "Fewest nodes: mrv · compiled and mrv · python alike."


def test_who_solved_most_and_who_fewest(frames: dict[str, pd.DataFrame]) -> None:
    assert told(frames["small"]).sentences[0] == (
        "fc, mrv and cp-sat solved most, 3 of 3 puzzles; "
        "naive solved fewest, 2 of 3 (1 stopped at the time limit of 10 s)."
    )


def test_a_strategy_that_solved_too_few_is_left_out_of_the_comparison_by_name(a_row: ARow, frame: AFrame) -> None:
    costs = {
        "mrv": dict.fromkeys("abcdef", 100.0),
        "fc": dict.fromkeys("abcdef", 200.0),
        "naive": {"a": 10.0} | dict.fromkeys("bcdef", 0.0),
    }
    instances = statistics.per_instance(frame(grid(a_row, costs)))
    best = cheapest(instances, ["mrv", "fc", "naive"], "nodes", "first")
    assert best is not None
    assert (best.best, best.left_out) == (("mrv",), ("naive",))
    assert best.ratio is not None
    assert (best.ratio.numerator, best.ratio.instances, round(best.ratio.value, 9)) == ("fc", 6, 2.0)


def test_nothing_in_common_is_said_so(a_row: ARow, frame: AFrame) -> None:
    rows = [a_row("a"), a_row("b", "fc")]
    assert told(frame(rows)).sentences[-1].startswith("No two strategies can be compared by cost")


def test_no_strategy_solved_anything(frames: dict[str, pd.DataFrame]) -> None:
    assert told(frames["all timeouts"]).sentences[0] == (
        "No strategy solved any puzzle (6 stopped at the time limit of 10 s)."
    )


def test_only_invalid_puzzles_were_no_question(frames: dict[str, pd.DataFrame]) -> None:
    assert told(frames["all invalid"]).sentences[0] == (
        "No puzzle here could be solved: all are invalid or were interrupted."
    )


def test_wrong_answers_failures_and_contradictions_come_first(a_row: ARow, frame: AFrame) -> None:
    none: dict[str, Any] = {"conclusion": "unsatisfiable", "answer": None, "verified": None}
    rows = [
        a_row("a", "bad", "wrong", conclusion="satisfied", reason="row 1 is not 1 to 9"),
        a_row("b", "bad", "crash", reason="signal 6"),
        a_row("c", "bad", **none),
        a_row("c"),
    ]
    assert told(frame(rows)).alarms == (
        "1 wrong answer. bad on a: row 1 is not 1 to 9.",
        "1 failed run. bad on b: signal 6.",
        "1 contradiction: on c, bad says unsatisfiable and mrv says satisfied.",
    )


def test_of_many_failures_some_are_named_and_all_are_counted(a_row: ARow, frame: AFrame) -> None:
    rows = [a_row(f"p{number}", "bad", "error", reason="KeyError") for number in range(25)]
    (alarm,) = told(frame(rows)).alarms
    assert alarm.startswith("25 failed runs. bad on p0: KeyError; ")
    assert alarm.endswith("; and 15 more.")


def test_questions_are_told_apart(frames: dict[str, pd.DataFrame]) -> None:
    sentences = told(frames["two questions"]).sentences
    assert any(text.startswith("Asked for the first solution: ") for text in sentences)
    assert any(text.startswith("Asked for a solution and whether it is the only one: ") for text in sentences)


def test_repeats_give_a_control(frames: dict[str, pd.DataFrame], a_row: ARow, frame: AFrame) -> None:
    costs = (("mrv", 0.001), ("fc", 0.002))
    rows = [
        a_row(name, strategy, cpu_s=cpu * (1 + repeat % 2 / 10), repeat=repeat)
        for name in "abc"
        for strategy, cpu in costs
        for repeat in range(2)
    ]
    what = told(frame(rows))
    assert any("differs by up to 10 % in CPU time" in doubt for doubt in what.doubts)
    once = told(frame(rows[::2]))
    assert any(doubt.startswith("Each run was timed once") for doubt in once.doubts)


def test_side_by_side_runs_are_mentioned(a_row: ARow, frame: AFrame) -> None:
    assert any("side by side" in doubt for doubt in told(frame([a_row(parallel=2)])).doubts)
    assert told(frame([a_row()])).doubts == ()


def test_runs_that_the_machine_stopped_are_told_apart(a_row: ARow, frame: AFrame) -> None:
    reason = "wall time limit of 21 s (the CPU time limit is 10 s)"
    rows = [a_row("a"), a_row("b", status="timeout", cpu_s=10.0, reason="CPU time limit of 10 s")]
    rows += [a_row(name, status="timeout", cpu_s=0.3, reason=reason) for name in "cd"]
    sentences = told(frame(rows)).sentences
    assert sentences[0] == "mrv solved 1 of 4 puzzles (1 stopped at the time limit of 10 s, 2 stopped by wall time)."
    assert sentences[-1] == (
        "2 runs were stopped by wall time although they had CPU time left; "
        "that says something about the machine, not about the strategy."
    )
    assert told(frame(rows[:3])).sentences[-1].startswith("1 run was stopped by wall time although it had")
    assert "wall" not in " ".join(told(frame(rows[:2])).sentences)


def test_times_of_different_experiments_are_said_to_be(a_row: ARow, frame: AFrame) -> None:
    rows = [
        a_row(name, experiment=experiment, cpu_s=cpu, nodes=51)
        for name in "abcdef"
        for experiment, cpu in (("monday", 0.001), ("tuesday", 0.00106))
    ]
    sentences = told(frame(rows)).sentences
    assert sentences[-2].startswith("Least CPU time: mrv · monday; mrv · tuesday, the next, takes 1.06 times as long")
    assert sentences[-1] == (
        "Here times from different experiments are compared (monday and tuesday): "
        "the interval does not cover how the machine drifted between them."
    )
    assert told(frame(rows[:2])).sentences[-1].endswith("nothing here tells how the machine drifted between them.")


def test_times_of_one_experiment_among_several_are_not(a_row: ARow, frame: AFrame) -> None:
    rows = [
        a_row(experiment + strategy, strategy, experiment=experiment)
        for experiment in ("monday", "tuesday")
        for strategy in ("mrv", "fc")
    ]
    assert "different experiments" not in " ".join(told(frame(rows)).sentences)


def test_where_the_table_and_the_sentences_name_others_two_yardsticks_are_named(a_row: ARow, frame: AFrame) -> None:
    costs = {"mrv": {"a": 1.0, "b": 300.0, "c": 300.0}, "fc": {"a": 200.0, "b": 200.0, "c": 200.0}}
    what = told(frame(grid(a_row, costs)))
    assert what.sentences[2].startswith("Least CPU time: mrv; fc, the next")
    (yardsticks,) = what.yardsticks
    assert yardsticks == (
        "Two yardsticks: fc comes first in this table, by the share of runs solved and then by median CPU time; "
        "mrv by the geometric mean of CPU time over the puzzles that all compared solved."
    )
    assert told(frame(grid(a_row, {"mrv": {"a": 1.0}, "fc": {"a": 2.0}}))).yardsticks == ()


def test_a_puzzle_that_occurs_twice_is_mentioned(a_row: ARow, frame: AFrame) -> None:
    rows = [a_row(f"file:{line}", instance_hash=name) for line, name in enumerate("aabbc")]
    assert told(frame(rows)).doubts == ("2 puzzles occur more than once and count once.",)
    assert told(frame(rows[:2])).doubts == ("1 puzzle occurs more than once and counts once.",)
