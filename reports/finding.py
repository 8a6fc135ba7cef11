"""What the rows say, in words: what is wrong first, then who solved most, who is cheapest and by how much, how sure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks import words
from benchmarks.contradictions import contradictions
from benchmarks.statistics import (
    Ratio,
    control,
    geometric_mean_ratio,
    repeated_instances,
    solved_costs,
    stopped_by_wall,
)

if TYPE_CHECKING:
    import pandas as pd

NAMED = 10
"""So many failures, or contradictions, are named one by one; the rest are counted."""

QUESTIONS = {
    "move": "the value of the position and the best move",
    "first": "the first solution",
    "unique": "a solution and whether it is the only one",
    "count": "the number of solutions",
    "best": "the best solution",
    "all": "all solutions",
}

MEASURES = (("nodes", "Fewest nodes", "places"), ("cpu_s", "Least CPU time", "takes"))


@dataclass(frozen=True)
class Cheapest:
    """Who costs least on the instances that all of some variants solved.

    best: the cheapest by geometric mean; more than one when they cost exactly the same
    ratio: of the next one to it; None when there is no other
    left_out: variants that solved too few for a comparison over what all solved
    """

    best: tuple[str, ...]
    ratio: Ratio | None
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    """What the rows say.

    alarms: what is wrong, most important first
    sentences: the finding itself
    doubts: how sure it is
    yardsticks: why the table's first line is not who the sentences name, where they differ
    """

    alarms: tuple[str, ...]
    sentences: tuple[str, ...]
    doubts: tuple[str, ...]
    yardsticks: tuple[str, ...] = ()


def finding(frame: pd.DataFrame, summary: pd.DataFrame, instances: pd.DataFrame) -> Finding:
    """What `frame` (with variants) says; `summary` and `instances` are `benchmarks.statistics`' of it."""
    if frame.empty:
        return Finding((), ("There are no runs, so there is nothing to tell.",), ())
    thing = "puzzle" if set(frame["problem"].astype(object)) == {"sudoku"} else "instance"
    questions = list(dict.fromkeys(summary["question"]))
    sentences: list[str] = []
    yardsticks: list[str] = []
    ratios: list[Ratio] = []
    for question in questions:
        lines = summary[summary["question"] == question]
        told, compared = _comparison(lines, instances, question, thing, _sources(frame))
        asked = f"Asked for {QUESTIONS.get(question, question)}: " if len(questions) > 1 else ""
        sentences += [asked + told[0], *told[1:]]
        yardsticks += [asked + text for text in _yardsticks(lines, instances, question, thing)]
        ratios += compared
    sentences += _by_wall(frame)
    return Finding(
        tuple(_alarms(frame)), tuple(sentences), tuple(_doubts(frame, ratios, thing)), tuple(dict.fromkeys(yardsticks))
    )


def _sources(frame: pd.DataFrame) -> dict[str, tuple[str, ...]]:
    """The experiments that each variant's runs come from, in order."""
    pairs = frame[["variant", "experiment"]].astype(object).drop_duplicates().sort_values(["variant", "experiment"])
    return {str(name): tuple(map(str, found)) for name, found in pairs.groupby("variant")["experiment"]}


def _by_wall(frame: pd.DataFrame) -> list[str]:
    """How many runs the machine stopped rather than the strategy."""
    stopped = int(stopped_by_wall(frame).sum())
    if not stopped:
        return []
    were, they = ("was", "it") if stopped == 1 else ("were", "they")
    text = (
        f"{words.number_of(stopped, 'run')} {were} stopped by wall time although {they} had CPU time left; "
        "that says something about the machine, not about the strategy."
    )
    return [text]


def _yardsticks(summary: pd.DataFrame, instances: pd.DataFrame, question: str, thing: str) -> list[str]:
    """Why who is first in the table is not who costs least, where that is so."""
    names = list(summary["variant"])
    best = cheapest(instances, names, "cpu_s", question) if len(names) > 1 else None
    if best is None or names[0] in best.best:
        return []
    text = (
        f"Two yardsticks: {names[0]} comes first in this table, by the share of runs solved and then by median CPU "
        f"time; {words.listed(best.best)} by the geometric mean of CPU time over the {thing}s that all compared solved."
    )
    return [text]


def _alarms(frame: pd.DataFrame) -> list[str]:
    """Wrong answers, contradictions, and runs that broke."""
    alarms = []
    for outcome, what in (("wrong", "wrong answer"), ("failed", "failed run")):
        rows = frame[frame["outcome"] == outcome]
        if len(rows):
            named = [f"{row.variant} on {row.instance}: {row.reason}" for row in rows.head(NAMED).itertuples()]
            alarms += [f"{words.number_of(len(rows), what)}. " + _some(named, len(rows))]
    pairs = contradictions(frame)
    if len(pairs):
        named = [
            f"on {pair.instance}, {_claim(pair, 'one')} and {_claim(pair, 'other')}"
            for pair in pairs.head(NAMED).itertuples()
        ]
        alarms += [f"{words.number_of(len(pairs), 'contradiction')}: " + _some(named, len(pairs))]
    return alarms


def _claim(pair: Any, side: str) -> str:
    """`mrv says unique`, with the answer where both sides have one."""
    variant, conclusion, answer = (getattr(pair, f"{side}_{name}") for name in ("variant", "conclusion", "answer"))
    both = isinstance(pair.one_answer, str) and isinstance(pair.other_answer, str)
    return f"{variant} says {conclusion}" + (f" ({words.shortened(words.visible(answer), 90)})" if both else "")


def _some(named: Sequence[str], total: int) -> str:
    more = f"; and {total - len(named):,} more" if total > len(named) else ""
    return "; ".join(named) + more + "."


def _comparison(
    summary: pd.DataFrame, instances: pd.DataFrame, question: str, thing: str, sources: Mapping[str, tuple[str, ...]]
) -> tuple[list[str], list[Ratio]]:
    """Who solved most, then for each measure who is cheapest; and the ratios told."""
    told, ratios = [_solved(summary, thing)], []
    names = list(summary["variant"])
    for measure, superlative, verb in MEASURES:
        best = cheapest(instances, names, measure, question) if len(names) > 1 else None
        if best is None:
            continue
        if best.ratio is None:
            told.append(f"{superlative}: {words.listed(best.best)}" + (" alike." if len(best.best) > 1 else "."))
            continue
        ratios.append(best.ratio)
        told.append(f"{superlative}: {_by_how_much(best, best.ratio, verb, thing)}")
        told += _drift(best.ratio, sources)
    if len(names) == 1:
        told.append(_alone(summary.iloc[0]))
    elif not ratios:
        told.append("No two strategies can be compared by cost: there is nothing that both solved and measured.")
    return told, ratios


def _drift(ratio: Ratio, sources: Mapping[str, tuple[str, ...]]) -> list[str]:
    """A warning where two times were measured at different moments."""
    one, other = sources[ratio.numerator], sources[ratio.denominator]
    if ratio.measure != "cpu_s" or one == other:
        return []
    names = words.listed([words.visible(name) for name in sorted({*one, *other})])
    unsure = "the interval does not cover" if ratio.low is not None else "nothing here tells"
    return [
        f"Here times from different experiments are compared ({names}): {unsure} how the machine drifted between them."
    ]


def _solved(summary: pd.DataFrame, thing: str) -> str:
    """Who solved how many of what it could have solved."""
    asked = summary["runs"] - summary["invalid"] - summary["interrupted"]
    runs = thing if bool((summary["runs"] == summary["instances"]).all()) else "run"
    share = summary["solved"] / asked.where(asked > 0)
    lines = list(zip(summary["variant"], summary["solved"], asked, share.fillna(-1), strict=True))
    most, least = max(line[3] for line in lines), min(line[3] for line in lines)
    if most < 0:
        return f"No {thing} here could be solved: all are invalid or were interrupted."
    if len(lines) == 1:
        return f"{lines[0][0]} solved {lines[0][1]:,} of {words.number_of(int(lines[0][2]), runs)}{_stopped(summary)}."
    if most == 0:
        return f"No strategy solved any {thing}{_stopped(summary)}."
    if most == least:
        every = "Both strategies" if len(lines) == 2 else f"All {len(lines)} strategies"
        if most == 1:
            return f"{every} solved every {thing}."
        return f"{every} solved equally many: {lines[0][1]:,} of {words.number_of(int(lines[0][2]), runs)}."
    first = [line for line in lines if line[3] == most]
    last = [line for line in lines if line[3] == least]
    leaders, losers = [line[0] for line in first], [line[0] for line in last]
    return (
        f"{_few(leaders)} solved most, {first[0][1]:,} of {words.number_of(int(first[0][2]), runs)}; "
        f"{_few(losers)} solved fewest, {last[0][1]:,} of {int(last[0][2]):,}"
        f"{_stopped(summary[summary['variant'].isin(losers)])}."
    )


def _few(names: Sequence[str]) -> str:
    return words.listed(names) if len(names) <= 3 else f"{len(names)} strategies ({words.listed(names)})"


def _stopped(summary: pd.DataFrame) -> str:
    """How many runs were stopped and at which limit, in brackets; "" when none."""
    limits = summary["limit_s"].dropna().unique()
    limit = f" of {words.limit(float(limits[0]))}" if len(limits) == 1 else ""
    kinds = (
        (summary["timeouts"] - summary["by_wall"], f"stopped at the time limit{limit}"),
        (summary["by_wall"], "stopped by wall time"),
        (summary["memouts"], "out of memory"),
        (summary["gave_up"], "gave up"),
    )
    counts = [f"{int(runs.sum()):,} {what}" for runs, what in kinds if runs.sum()]
    return f" ({', '.join(counts)})" if counts else ""


def _alone(line: pd.Series[Any]) -> str:
    """One strategy, nothing to compare it with."""
    nodes = words.at_least(words.count(line["nodes_median"]), line["nodes_median_at_least"])
    cpu = words.at_least(words.seconds(line["cpu_median_s"]), line["cpu_median_at_least"])
    counted = "" if words.is_missing(line["nodes_median"]) else f"{nodes} nodes and "
    if words.is_missing(line["cpu_median_s"]):
        return "There is no other strategy to compare it with."
    return f"The median is {counted}{cpu} of CPU time. There is no other strategy to compare it with."


def _by_how_much(best: Cheapest, ratio: Ratio, verb: str, thing: str) -> str:
    """`mrv; fc, the next, takes 3.1 times as many (95 % interval 2.9 to 3.4, over the 60 puzzles that both solved).`"""
    quantity = "as many" if ratio.measure == "nodes" else "as long"
    over = f"over the {words.number_of(ratio.instances, thing)} that all compared here solved"
    if ratio.low is None or ratio.high is None:
        sure = f"from only {words.number_of(ratio.instances, thing)}, too few to say how sure"
    else:
        sure = f"95 % interval {words.rounded(ratio.low)} to {words.rounded(ratio.high)}, {over}"
    alike = " alike" if len(best.best) > 1 else ""
    text = (
        f"{words.listed(best.best)}{alike}; {ratio.numerator}, the next, {verb} "
        f"{words.rounded(ratio.value)} times {quantity} ({sure})"
    )
    if ratio.low is not None and not ratio.decided:
        text += ": too close to call"
    left = f" Left out, having solved too few: {words.listed(best.left_out)}." if best.left_out else ""
    return f"{text}.{left}"


def cheapest(instances: pd.DataFrame, variants: Sequence[str], measure: str, question: str) -> Cheapest | None:
    """Who costs least; None when fewer than two variants solved and measured something.

    Compared are those instances that all solved. While these are fewer than half of what the best solved, and more than
    two variants are left, the variant that solved fewest is left out.
    """
    import numpy as np

    costs = solved_costs(instances, measure, question)
    names = [name for name in variants if name in costs.columns]
    solved = {name: int(costs[name].notna().sum()) for name in names}
    left_out: list[str] = []
    while len(names) > 2 and len(costs[names].dropna()) * 2 < max(solved[name] for name in names):
        fewest = min(reversed(names), key=solved.__getitem__)
        names.remove(fewest)
        left_out.append(fewest)
    common = costs[names].dropna()
    if len(names) < 2 or common.empty:
        return None
    means = np.log(common).mean().sort_values(kind="stable")
    best = tuple(str(name) for name in means.index[np.isclose(means, means.iloc[0], rtol=0, atol=1e-12)])
    if len(best) == len(names):
        return Cheapest(best, None, tuple(left_out))
    shared = instances[instances["instance_hash"].isin(common.index)]
    ratio = geometric_mean_ratio(shared, str(means.index[len(best)]), best[0], measure, question)
    return Cheapest(best, ratio, tuple(left_out))


def _doubts(frame: pd.DataFrame, ratios: Sequence[Ratio], thing: str) -> list[str]:
    """What the numbers above do not say."""
    doubts = []
    if ratios:
        doubts.append(
            f"Factors are geometric means; their intervals, drawn by the bootstrap, say how far they would move with "
            f"other {thing}s of this kind, and not how far on another machine."
        )
    controls = control(frame)
    timed = [ratio for ratio in ratios if ratio.measure == "cpu_s"]
    if controls:
        floor = max(max(ratio.value, 1 / ratio.value) for ratio in controls)
        doubts.append(
            "Control: the same strategy against itself, odd repeats by even ones, differs by up to "
            f"{100 * (floor - 1):.2g} % in CPU time; smaller differences mean nothing here."
        )
    elif timed and not (frame["repeat"] > 0).any():
        doubts.append("Each run was timed once, so nothing here tells the noise of the machine; repeated runs do.")
    if bool((frame["parallel"] > 1).any()):
        doubts.append(
            "Runs went side by side, so wall times are not to be trusted, and CPU times may be longer than alone; "
            "counts are the same."
        )
    if twice := repeated_instances(frame):
        occur = "occurs more than once and counts" if twice == 1 else "occur more than once and count"
        doubts.append(f"{words.number_of(twice, thing)} {occur} once.")
    return doubts
