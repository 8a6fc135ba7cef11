"""Statistics by hand: censoring, repeats, PAR-2, rates, contradictions, ratios."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import statistics
from benchmarks.contradictions import contradictions
from benchmarks.record import STATUSES, Row
from benchmarks.store import frame_of

CONCLUSIONS = ("satisfied", "unique", "multiple", "optimal", "unsatisfiable", "invalid", "gave-up", None)


def run(instance: str = "a", strategy: str = "mrv", status: str = "ok", **columns: Any) -> Row:
    """A run that solved its instance with 51 nodes in 1 ms, unless told otherwise."""
    solved = {"conclusion": "satisfied", "answer": "12", "verified": True, "solutions": 1, "nodes": 51, "cpu_s": 0.001}
    usual: dict[str, Any] = {
        "experiment": "e1",
        "run_key": "k",
        "problem": "sudoku",
        "instance": instance,
        "instance_hash": f"hash of {instance}",
        "parameters": {},
        "backend": "compiled",
        "seed": 0,
        "repeat": 0,
        "question": "first",
        "timeout_s": 10.0,
        "started": "2026-01-02T03:04:05.678Z",
    }
    return Row(**(usual | (solved if status == "ok" else {}) | columns), strategy=strategy, status=status)  # type: ignore[arg-type]


def killed(instance: str, cpu_s: float = 10.0, **columns: Any) -> Row:
    return run(instance, status="timeout", cpu_s=cpu_s, **columns)


def line(*rows: Row) -> dict[str, Any]:
    """The one line of the summary of rows of one variant."""
    lines = statistics.summary(frame_of(rows)).to_dict("records")
    assert len(lines) == 1
    return {str(name): value for name, value in lines[0].items()}


def labels(*rows: Row) -> list[str]:
    return statistics.variants(frame_of(rows)).tolist()


class TestVariants:
    def test_a_strategy_that_ran_in_one_way_is_known_by_its_name(self) -> None:
        assert labels(
            run(parameters={"value_order": "ascending"}), run("b", parameters={"value_order": "ascending"})
        ) == [
            "mrv",
            "mrv",
        ]

    def test_only_parameters_that_differ_are_named(self) -> None:
        one = run(strategy="backtracking", parameters={"variable_order": "mrv", "value_order": "ascending"})
        other = run(strategy="backtracking", parameters={"variable_order": "static", "value_order": "ascending"})
        assert labels(one, other) == ["backtracking variable-order=mrv", "backtracking variable-order=static"]

    def test_a_parameter_that_only_some_rows_have_differs(self) -> None:
        assert labels(run(parameters={"depth": 4, "fast": True}), run(parameters={"fast": True})) == [
            "mrv depth=4",
            "mrv",
        ]

    def test_parameters_of_one_strategy_say_nothing_about_another(self) -> None:
        assert labels(run(parameters={"depth": 4}), run(strategy="fc", parameters={"depth": 5})) == ["mrv", "fc"]

    def test_the_backend_is_named_where_a_strategy_has_several(self) -> None:
        rows = run(backend="python"), run(backend="compiled"), run(strategy="cp-sat", backend="external")
        assert labels(*rows) == ["mrv · python", "mrv · compiled", "cp-sat"]

    def test_the_experiment_is_named_where_the_same_run_is_in_two(self) -> None:
        rows = run(), run(experiment="e2"), run(strategy="fc", experiment="e2")
        assert labels(*rows) == ["mrv · e1", "mrv · e2", "fc"]

    def test_numbers_and_words_are_written_as_on_the_command_line(self) -> None:
        rows = run(parameters={"restarts": False, "c": 1.5}), run(parameters={"restarts": True, "c": 2})
        assert labels(*rows) == ["mrv c=1.5 restarts=false", "mrv c=2 restarts=true"]


class TestOutcomes:
    @pytest.mark.parametrize(
        ("status", "conclusion", "outcome"),
        [
            ("ok", "satisfied", "solved"),
            ("ok", "unsatisfiable", "solved"),
            ("ok", "gave-up", "gave_up"),
            ("ok", "invalid", "invalid"),
            ("wrong", "satisfied", "wrong"),
            ("timeout", None, "timeouts"),
            ("memout", None, "memouts"),
            ("crash", None, "failed"),
            ("error", None, "failed"),
            ("unsupported", None, "unsupported"),
            ("interrupted", None, "interrupted"),
        ],
    )
    def test_every_run_has_one(self, status: str, conclusion: str | None, outcome: str) -> None:
        rows = frame_of([run(status=status, conclusion=conclusion)])
        assert statistics.outcomes(rows).tolist() == [outcome]

    def test_a_wrong_answer_is_neither_solved_nor_timed(self) -> None:
        told = line(run("a", status="wrong", conclusion="satisfied", nodes=1, cpu_s=1e-6), run("b"))
        assert (told["solved"], told["wrong"], told["nodes_total"], told["cpu_total_s"]) == (1, 1, 51, 0.001)
        assert told["cpu_median_s"] == 0.001
        assert told["par2_s"] == pytest.approx((20 + 0.001) / 2)

    @settings(max_examples=40, deadline=None)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(STATUSES),
                st.sampled_from(CONCLUSIONS),
                st.sampled_from("abc"),
                st.sampled_from(("mrv", "fc")),
                st.sampled_from(("first", "all")),
                st.none() | st.integers(0, 10**9),
                st.none() | st.floats(0, 100),
            ),
            min_size=1,
            max_size=12,
        )
    )
    def test_counts_add_up_to_runs_and_bounds_hold_whatever_the_rows(self, drawn: list[tuple[Any, ...]]) -> None:
        rows = [
            run(instance, strategy, status, conclusion=conclusion, question=question, nodes=nodes, cpu_s=cpu)
            for status, conclusion, instance, strategy, question, nodes, cpu in drawn
        ]
        told = statistics.summary(frame_of(rows))
        assert told["runs"].sum() == len(rows)
        assert (told[list(statistics.OUTCOMES)].sum(axis=1) == told["runs"]).all()
        assert (told["instances"] <= told["runs"]).all()
        instances = statistics.per_instance(frame_of(rows))
        assert set(instances["variant"]) <= set(told["variant"])
        stopped = told["timeouts"] + told["memouts"] + told["gave_up"] > 0
        assert not (told["cpu_total_at_least"] & ~stopped).any()
        assert not (told["nodes_median_at_least"] & ~stopped).any()


class TestCensoring:
    def test_a_killed_run_takes_part_in_the_median_by_its_rank_only(self) -> None:
        told = line(run("a", cpu_s=1.0), run("b", cpu_s=3.0), killed("c", cpu_s=10.1))
        assert (told["cpu_median_s"], told["cpu_median_at_least"]) == (3.0, False)

    def test_a_median_that_falls_on_a_killed_run_is_a_lower_bound(self) -> None:
        told = line(run("a", cpu_s=1.0), killed("b"), killed("c"))
        assert (told["cpu_median_s"], told["cpu_median_at_least"]) == (10.0, True)

    def test_half_way_between_a_known_and_a_censored_value_is_a_lower_bound(self) -> None:
        told = line(run("a", cpu_s=1.0), killed("b"))
        assert (told["cpu_median_s"], told["cpu_median_at_least"]) == (5.5, True)

    def test_a_run_out_of_memory_early_on_bounds_the_median_from_below(self) -> None:
        early = run("c", status="memout", cpu_s=0.5)
        told = line(run("a", cpu_s=1.0), run("b", cpu_s=3.0), early)
        assert (told["cpu_median_s"], told["cpu_median_at_least"]) == (1.0, True)

    def test_totals_with_killed_runs_are_lower_bounds(self) -> None:
        told = line(run("a", cpu_s=1.0, nodes=100), killed("b"))
        assert (told["cpu_total_s"], told["cpu_total_at_least"]) == (11.0, True)
        assert (told["nodes_total"], told["nodes_total_at_least"]) == (100, True)

    def test_the_nodes_of_a_killed_run_rank_above_all_others(self) -> None:
        told = line(run("a", nodes=100), run("b", nodes=300), killed("c"))
        assert (told["nodes_median"], told["nodes_median_at_least"]) == (300, False)

    def test_when_half_the_runs_left_no_count_the_median_is_not_known(self) -> None:
        told = line(run("a", nodes=100), killed("b"))
        assert pd.isna(told["nodes_median"])
        assert told["nodes_median_at_least"]

    def test_a_run_that_gave_up_at_a_node_limit_is_censored(self) -> None:
        told = line(run("a", nodes=100), run("b", conclusion="gave-up", nodes=5000, verified=None, answer=None))
        assert (told["nodes_total"], told["nodes_total_at_least"], told["gave_up"]) == (5100, True, 1)

    def test_a_strategy_that_does_not_count_nodes_has_none_not_zero(self) -> None:
        told = line(run("a", nodes=None), killed("b"))
        assert all(pd.isna(told[name]) for name in ("nodes_median", "nodes_total", "nodes_per_s"))
        assert not told["nodes_total_at_least"]

    def test_invalid_instances_cost_nothing_and_count_nowhere(self) -> None:
        told = line(
            run("a", cpu_s=2.0), run("b", conclusion="invalid", nodes=None, cpu_s=None, verified=None, answer=None)
        )
        assert (told["invalid"], told["cpu_total_s"], told["par2_s"]) == (1, 2.0, 2.0)


class TestRepeats:
    def test_each_instance_counts_once_with_its_median(self) -> None:
        repeats = [run("a", repeat=repeat, cpu_s=cpu) for repeat, cpu in enumerate((1.0, 1.2, 9.0))]
        told = line(*repeats, run("b", cpu_s=3.0))
        assert (told["runs"], told["instances"], told["solved"]) == (4, 2, 4)
        assert (told["cpu_median_s"], told["cpu_total_s"]) == pytest.approx((2.1, 4.2))
        assert (told["nodes_median"], told["nodes_total"]) == (51, 102)

    def test_one_kill_in_three_repeats_leaves_the_median_known(self) -> None:
        rows = [run("a", cpu_s=9.0), run("a", cpu_s=9.5, repeat=1), killed("a", repeat=2)]
        told = statistics.per_instance(frame_of(rows)).to_dict("records")
        assert [(row["runs"], row["cpu_s"], row["cpu_censored"], row["timed_out"]) for row in told] == [
            (3, 9.5, False, True)
        ]

    def test_two_kills_in_three_repeats_make_it_a_lower_bound(self) -> None:
        rows = [run("a", cpu_s=9.0), killed("a", repeat=1), killed("a", repeat=2)]
        told = statistics.per_instance(frame_of(rows)).to_dict("records")
        assert [(row["cpu_s"], row["cpu_censored"]) for row in told] == [(10.0, True)]

    def test_a_run_stopped_by_wall_time_was_not_stopped_at_its_limit(self) -> None:
        reason = "wall time limit of 21 s (the CPU time limit is 10 s)"
        rows = [killed("a"), killed("b", cpu_s=3.0, reason=reason)]
        told = statistics.per_instance(frame_of(rows)).to_dict("records")
        assert [(row["timed_out"], row["by_wall"], row["cpu_s"], row["cpu_censored"]) for row in told] == [
            (True, False, 10.0, True),
            (False, True, 3.0, True),
        ]
        assert (line(*rows)["timeouts"], line(*rows)["by_wall"]) == (2, 1)

    def test_the_same_instance_under_two_names_is_counted_once_and_noticed(self) -> None:
        rows = [run("one", instance_hash="h"), run("two", instance_hash="h"), run("two", "fc", instance_hash="h")]
        assert statistics.repeated_instances(frame_of(rows)) == 1
        assert line(*rows[:2])["nodes_total"] == 51

    def test_repeats_seeds_and_other_experiments_are_no_repeated_instances(self) -> None:
        rows = [run(), run(repeat=1), run(seed=1), run(strategy="fc"), run(question="unique", conclusion="unique")]
        assert statistics.repeated_instances(frame_of([*rows, run(experiment="e2")])) == 0
        assert statistics.repeated_instances(frame_of([])) == 0

    def test_repeats_do_not_change_the_rate(self) -> None:
        assert line(run(nodes=4208, cpu_s=0.002))["nodes_per_s"] == pytest.approx(2_104_000)
        twice = run(nodes=4208, cpu_s=0.002), run(nodes=4208, cpu_s=0.002, repeat=1)
        assert line(*twice)["nodes_per_s"] == pytest.approx(2_104_000)

    def test_the_rate_is_total_nodes_by_total_time_not_a_mean_of_rates(self) -> None:
        told = line(run("a", nodes=100, cpu_s=1.0), run("b", nodes=900, cpu_s=1.0), killed("c"))
        assert told["nodes_per_s"] == 500

    def test_runs_too_short_for_the_clock_give_no_rate(self) -> None:
        assert pd.isna(line(run(cpu_s=0.0))["nodes_per_s"])


class TestPar2:
    def test_an_unsolved_run_costs_twice_the_limit(self) -> None:
        told = line(run("a", cpu_s=1.0), killed("b"), run("c", status="error", cpu_s=None), run("d", cpu_s=3.0))
        assert (told["par2_s"], told["limit_s"]) == ((1 + 20 + 20 + 3) / 4, 10.0)

    def test_without_a_limit_there_is_none(self) -> None:
        told = line(run("a", timeout_s=None), run("b"))
        assert pd.isna(told["par2_s"])
        assert pd.isna(told["limit_s"])

    def test_with_two_limits_there_is_none(self) -> None:
        assert pd.isna(line(run("a", timeout_s=5.0), run("b"))["par2_s"])

    def test_an_interrupted_run_asked_nothing_of_the_strategy(self) -> None:
        assert line(run("a", cpu_s=1.0), run("b", status="interrupted"))["par2_s"] == 1.0


class TestSummary:
    def test_best_comes_first(self) -> None:
        rows = [
            *(run("a", strategy=name, cpu_s=cpu) for name, cpu in (("slow", 2.0), ("fast", 1.0), ("half", 0.1))),
            *(run("b", strategy=name, cpu_s=cpu) for name, cpu in (("slow", 2.0), ("fast", 1.0))),
            killed("b", strategy="half"),
        ]
        assert statistics.summary(frame_of(rows))["variant"].tolist() == ["fast", "slow", "half"]

    def test_questions_are_kept_apart(self) -> None:
        told = statistics.summary(frame_of([run(), run(question="unique", conclusion="unique", nodes=70)]))
        assert list(zip(told["question"], told["nodes_total"], strict=True)) == [("first", 51), ("unique", 70)]

    def test_no_rows_give_no_lines(self) -> None:
        told = statistics.summary(frame_of([]))
        assert len(told) == 0
        assert {"variant", "solved", "nodes_per_s", "par2_s"} <= set(told.columns)

    def test_types_do_not_depend_on_what_is_missing(self) -> None:
        one, other = statistics.summary(frame_of([run()])), statistics.summary(frame_of([killed("a", nodes=None)]))
        assert one.dtypes.to_dict() == other.dtypes.to_dict()
        assert str(one["solved"].dtype) == "Int64"
        assert str(one["nodes_per_s"].dtype) == "Float64"


class TestHalfWay:
    @pytest.mark.parametrize(
        ("question", "columns", "outcome"),
        [
            ("best", {"conclusion": "optimal", "complete": True}, "solved"),
            ("best", {"conclusion": "unsatisfiable", "complete": True}, "solved"),
            ("best", {"conclusion": "satisfied", "complete": False, "reason": "node limit of 9"}, "gave_up"),
            ("count", {"conclusion": "multiple", "complete": True}, "solved"),
            ("count", {"conclusion": "multiple", "complete": False, "reason": "node limit of 9"}, "gave_up"),
            ("count", {"conclusion": "multiple", "complete": False, "reason": "stopped at the cap of 9"}, "solved"),
            ("first", {"conclusion": "satisfied", "complete": False}, "solved"),
            ("unique", {"conclusion": "multiple", "complete": None}, "solved"),
        ],
    )
    def test_a_count_or_an_optimum_that_was_not_reached_is_not_solved(
        self, question: str, columns: dict[str, Any], outcome: str
    ) -> None:
        assert statistics.outcomes(frame_of([run(question=question, **columns)])).tolist() == [outcome]


class TestContradictions:
    def of(self, *rows: Row) -> list[tuple[str, str]]:
        found = contradictions(frame_of(rows))
        return list(zip(found["one_variant"], found["other_variant"], strict=True))

    def none(self, strategy: str, **columns: Any) -> Row:
        return run(strategy=strategy, conclusion="unsatisfiable", answer=None, verified=None, solutions=0, **columns)

    def test_unsatisfiable_against_a_verified_solution(self) -> None:
        assert self.of(run(), self.none("fc")) == [("mrv", "fc")]

    def test_a_wrong_answer_contradicts_nobody(self) -> None:
        assert self.of(run(status="wrong", conclusion="satisfied", verified=False), self.none("fc")) == []

    def test_unique_against_multiple(self) -> None:
        assert self.of(run(conclusion="unique"), run(strategy="fc", conclusion="multiple")) == [("mrv", "fc")]

    def test_two_unique_solutions_that_differ(self) -> None:
        assert self.of(run(conclusion="unique"), run(strategy="fc", conclusion="unique", answer="21")) == [
            ("mrv", "fc")
        ]

    def test_unique_against_another_solution(self) -> None:
        assert self.of(run(conclusion="unique"), run(strategy="fc", answer="21")) == [("mrv", "fc")]

    def test_different_solutions_of_a_puzzle_that_may_have_several_are_no_contradiction(self) -> None:
        assert self.of(run(), run(strategy="fc", answer="21"), run(strategy="x", conclusion="multiple")) == []

    def test_unique_without_the_answer_at_hand_is_no_contradiction(self) -> None:
        assert self.of(run(conclusion="unique", answer=None), run(strategy="fc")) == []

    def test_only_answers_about_the_same_content_are_compared(self) -> None:
        assert self.of(run("a"), self.none("fc", instance="b")) == []
        same = run("a", instance_hash="h"), self.none("fc", instance="a copy of it", instance_hash="h")
        assert self.of(*same) == [("mrv", "fc")]

    def test_equal_claims_are_compared_once(self) -> None:
        rows = [run(strategy=name) for name in "abcde"] + [self.none(name) for name in "vwxyz"]
        assert self.of(*rows) == [("a", "v")]

    def counted(self, strategy: str, solutions: int, *, complete: bool) -> Row:
        return run(strategy=strategy, question="count", conclusion="multiple", solutions=solutions, complete=complete)

    def test_two_complete_counts_that_differ_and_more_solutions_than_a_complete_count(self) -> None:
        whole = self.counted("a", 92, complete=True)
        assert self.of(whole, self.counted("b", 91, complete=True)) == [("a", "b")]
        assert self.of(whole, self.counted("b", 93, complete=False)) == [("a", "b")]
        assert self.of(whole, self.counted("b", 91, complete=False), self.counted("c", 92, complete=True)) == []
        told = contradictions(frame_of([whole, self.counted("b", 93, complete=False)])).iloc[0]
        assert (told["one_conclusion"], told["other_conclusion"]) == ("92 solutions", "at least 93 solutions")

    def best(self, strategy: str, value: float, conclusion: str = "optimal", **columns: Any) -> Row:
        return run(strategy=strategy, question="best", conclusion=conclusion, value=value, **columns)

    def test_a_better_objective_than_the_optimal_one(self) -> None:
        optimal = self.best("a", 18)
        assert self.of(optimal, self.best("b", 17)) == [("a", "b")]
        assert self.of(optimal, self.best("b", 17, "satisfied")) == [("a", "b")]
        assert self.of(optimal, self.best("b", 17, "satisfied", verified=None)) == []
        assert self.of(optimal, self.best("b", 19, "satisfied"), self.best("c", 18, answer="21")) == []
        assert self.of(optimal, run(strategy="b", answer="21")) == []
        told = contradictions(frame_of([optimal, self.best("b", 17)])).iloc[0]
        assert {told["one_conclusion"], told["other_conclusion"]} == {"optimal, 18", "optimal, 17"}

    def test_no_rows_give_no_contradictions(self) -> None:
        assert contradictions(frame_of([])).empty


class TestRatios:
    def ratio(self, *rows: Row, measure: str = "cpu_s") -> statistics.Ratio | None:
        return statistics.geometric_mean_ratio(statistics.per_instance(frame_of(rows)), "fc", "mrv", measure)

    def pairs(self, factors: dict[str, float]) -> list[Row]:
        """mrv takes 1 s on each instance and fc so many times as much."""
        return [run(name, cpu_s=1.0) for name in factors] + [
            run(name, "fc", cpu_s=cpu) for name, cpu in factors.items()
        ]

    def test_the_mean_is_geometric(self) -> None:
        ratio = self.ratio(*self.pairs({"a": 2.0, "b": 8.0}))
        assert ratio is not None
        assert (ratio.instances, ratio.value) == pytest.approx((2, 4.0))

    @pytest.mark.parametrize("instances", ["a", "abcde"])
    def test_a_few_instances_give_no_interval(self, instances: str) -> None:
        ratio = self.ratio(*self.pairs(dict.fromkeys(instances, 2.0)))
        assert ratio is not None
        assert (ratio.low, ratio.high, ratio.decided) == (None, None, False)

    def test_equal_ratios_give_an_interval_of_no_width(self) -> None:
        ratio = self.ratio(*self.pairs(dict.fromkeys("abcdef", 3.0)))
        assert ratio is not None
        assert (ratio.low, ratio.value, ratio.high) == pytest.approx((3, 3, 3))
        assert ratio.decided

    def test_the_interval_is_what_theory_says_for_many_instances(self) -> None:
        rng = np.random.default_rng(1)
        logs = rng.normal(0.5, 1.0, 200)
        ratio = self.ratio(*self.pairs({f"p{number}": math.exp(log) for number, log in enumerate(logs)}))
        assert ratio is not None
        assert ratio.low is not None
        assert ratio.high is not None
        error = logs.std() / math.sqrt(200)
        assert math.log(ratio.low) == pytest.approx(logs.mean() - 1.96 * error, abs=0.02)
        assert math.log(ratio.high) == pytest.approx(logs.mean() + 1.96 * error, abs=0.02)

    def test_it_is_the_same_every_time_and_in_any_order_of_rows(self) -> None:
        rows = self.pairs({name: 1.0 + ord(name) % 7 for name in "abcdefghij"})
        assert self.ratio(*rows) == self.ratio(*reversed(rows))

    def test_instances_that_one_side_did_not_solve_are_left_out(self) -> None:
        rows = [*self.pairs({"a": 2.0}), run("b", cpu_s=1.0), killed("b", strategy="fc"), run("c", cpu_s=1.0)]
        ratio = self.ratio(*rows)
        assert ratio is not None
        assert (ratio.instances, ratio.value) == pytest.approx((1, 2.0))

    def test_an_instance_that_cost_nothing_has_no_ratio(self) -> None:
        ratio = self.ratio(
            run("a", nodes=0), run("a", "fc", nodes=5), run("b"), run("b", "fc", nodes=102), measure="nodes"
        )
        assert ratio is not None
        assert (ratio.instances, ratio.value) == pytest.approx((1, 2.0))

    def test_nothing_in_common_gives_none(self) -> None:
        assert self.ratio(run("a"), run("b", "fc")) is None
        assert self.ratio(run("a")) is None

    def test_the_control_compares_odd_repeats_with_even_ones(self) -> None:
        rows = [run(name, repeat=repeat, cpu_s=(1.0, 1.1)[repeat % 2]) for name in "abc" for repeat in range(4)]
        (control,) = statistics.control(frame_of(rows))
        assert (control.numerator, control.instances) == ("mrv", 3)
        assert control.value == pytest.approx(1.1)

    def test_without_repeats_there_is_no_control(self) -> None:
        assert statistics.control(frame_of([run("a"), run("b")])) == []
