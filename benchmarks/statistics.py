"""Rows -> what they say: pure functions from the DataFrame of runs to DataFrames and small frozen dataclasses.

    variant      a strategy as it was run: its name, those of its parameters that differ between rows, its backend
    outcome      what became of a run, in one word; every run has exactly one
    censored     a run that did not get to the end (killed at a limit, or given up): its time is known as "at least"
    measured     a run whose cost says something about the strategy: solved or censored
    per instance every instance counts once: the median over its repeats and seeds, so that a run repeated often
                 weighs no more than one that was not

A censored value is never averaged in. It may take part in a median, where only its rank matters; when the median then
depends on how large it would have been, it is itself "at least". Nothing here draws, prints or reads a file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from backends import generator
from benchmarks.record import CAPPED, SOLVED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]

OUTCOMES = ("solved", "timeouts", "memouts", "gave_up", "unsupported", "invalid", "wrong", "failed", "interrupted")
"""What can become of a run. `failed`: status crash or error. `gave_up`: ended by itself and established nothing."""

CENSORED = ("timeouts", "memouts", "gave_up")
BY_WALL = "wall time limit"
"""How the reason of a run begins that was killed by wall time although it had CPU time left."""

MEASURED = ("solved", *CENSORED)

RESAMPLES = 2_000
ENOUGH = 6
"""Fewer instances than this give no interval: resampling so few says less than it seems to."""

CONFIDENCE = 0.95

_INSTANCE = ["variant", "question", "instance_hash"]


def with_variants(frame: pd.DataFrame) -> pd.DataFrame:
    """The same rows with two more columns, `variant` and `outcome`; itself when it has them."""
    if "variant" in frame.columns and "outcome" in frame.columns:
        return frame
    return frame.assign(variant=variants(frame), outcome=outcomes(frame))


def variants(frame: pd.DataFrame) -> pd.Series[str]:
    """The label of the variant that each row belongs to, e.g. `backtracking variable-order=mrv · python`.

    A parameter is named only if it differs between rows of the strategy, the backend if the strategy ran on several,
    the problem if there are several, and the experiment if the strategy ran the same thing in several of them.
    """
    import pandas as pd

    strategies, backends, problems = (
        frame[name].astype(object).tolist() for name in ("strategy", "backend", "problem")
    )
    settings = [_canonical(parameters) for parameters in frame["parameters"]]
    varying = {name: _varying(keys) for name, keys in _grouped(strategies, settings).items()}
    several = {name for name, found in _grouped(strategies, backends).items() if len(found) > 1}
    again = _run_in_several_experiments(frame, settings)
    labels: dict[tuple[Any, ...], str] = {}
    result = []
    for key in zip(problems, strategies, settings, backends, frame["experiment"].tolist(), strict=True):
        if key not in labels:
            problem, strategy, setting, backend, experiment = key
            values = json.loads(setting)
            words = [strategy, *(_option(name, values[name]) for name in varying[strategy] if name in values)]
            parts = [" ".join(words)]
            parts += [backend] if strategy in several else []
            parts += [problem] if len(set(problems)) > 1 else []
            parts += [experiment] if strategy in again else []
            labels[key] = " · ".join(parts)
        result.append(labels[key])
    return pd.Series(result, index=frame.index, dtype="object", name="variant")


def _canonical(parameters: Mapping[str, Any]) -> str:
    return json.dumps(dict(parameters), sort_keys=True, default=str)


def _grouped(names: Iterable[str], values: Iterable[str]) -> dict[str, set[str]]:
    groups: dict[str, set[str]] = {}
    for name, value in set(zip(names, values, strict=True)):
        groups.setdefault(name, set()).add(value)
    return groups


def _varying(settings: Iterable[str]) -> list[str]:
    """The parameters that are not the same in all settings; one that is absent somewhere varies."""
    parsed = [json.loads(setting) for setting in settings]
    names = sorted({name for values in parsed for name in values})
    return [name for name in names if len({json.dumps(values.get(name, "absent")) for values in parsed}) > 1]


def _option(name: str, value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return f"{name.replace('_', '-')}={text}"


def _run_in_several_experiments(frame: pd.DataFrame, settings: list[str]) -> set[str]:
    """The strategies that ran the same thing in more than one experiment: their variants are told apart by it."""
    if frame["experiment"].nunique() < 2:
        return set()
    same = ["problem", "instance_hash", "strategy", "backend", "question", "seed", "setting"]
    runs = frame.assign(setting=settings)[[*same, "experiment"]].astype(object).drop_duplicates()
    return set(runs.loc[runs.duplicated(same), "strategy"])


def outcomes(frame: pd.DataFrame) -> pd.Series[str]:
    """For each row the one of OUTCOMES that became of it."""
    import numpy as np
    import pandas as pd

    status, conclusion = frame["status"].astype(object), frame["conclusion"].astype(object)
    ok = status == "ok"
    conditions = {
        "solved": ok & conclusion.isin(SOLVED) & _to_the_end(frame),
        "invalid": ok & (conclusion == "invalid"),
        "gave_up": ok,
        "timeouts": status == "timeout",
        "memouts": status == "memout",
        "unsupported": status == "unsupported",
        "wrong": status == "wrong",
        "interrupted": status == "interrupted",
    }
    chosen = np.select([condition.to_numpy(bool) for condition in conditions.values()], list(conditions), "failed")
    return pd.Series(chosen, index=frame.index, dtype="object", name="outcome")


def _to_the_end(frame: pd.DataFrame) -> pd.Series[bool]:
    """Whether a run that was to count all solutions, or to find the best, did not stop half way with some of them."""
    half_way = frame["question"].astype(object).isin(("count", "best")) & ~frame["complete"].fillna(value=False).astype(
        bool
    )
    return ~half_way | frame["reason"].astype(str).str.startswith(CAPPED)


def stopped_by_wall(frame: pd.DataFrame) -> pd.Series[bool]:
    """For each row whether it was killed by wall time with CPU time left: the machine's doing, not the strategy's."""
    reasons = frame["reason"].astype(object).map(str)
    by_wall: pd.Series[bool] = frame["status"].eq("timeout") & reasons.map(lambda reason: reason.startswith(BY_WALL))
    return by_wall.astype(bool)


def repeated_instances(frame: pd.DataFrame) -> int:
    """How many instances an experiment ran more than once as if they were different: a file that holds one twice.

    Repeats and seeds, and the same instance in another experiment, are not meant.
    """
    run = ["experiment", "variant", "question", "instance_hash", "seed", "repeat"]
    runs = with_variants(frame)[run].astype(object)
    return int(runs.loc[runs.duplicated(run), "instance_hash"].nunique())


def per_instance(frame: pd.DataFrame) -> pd.DataFrame:
    """One row per variant, question and instance that has a measured run, each the median over its repeats and seeds.

    In the order of these three, whatever the order of the rows.
    Columns: variant, question, instance_hash, instance, runs, nodes, nodes_censored, cpu_s, cpu_censored, timed_out,
    by_wall, limit_s. Values are float64, NaN where nothing is known; where `..._censored` is set, the truth is at least
    the value. A killed run that left no count ranks above all that ended. timed_out: a run was killed at the limit.
    by_wall: a run was killed by wall time with CPU time left.
    """
    import pandas as pd

    rows = with_variants(frame)
    rows = rows[rows["outcome"].isin(MEASURED)]
    keys = rows[["variant", "question", "instance_hash", "instance"]].astype(object)
    cut = rows["outcome"].isin(CENSORED)
    table = keys.groupby(_INSTANCE)["instance"].agg(["first", "size"])
    table.columns = pd.Index(["instance", "runs"])
    counts = rows["nodes"].notna().groupby(keys["variant"]).transform("any")
    for measure, cut_here in (("nodes", cut & counts), ("cpu_s", cut)):
        table[[measure, measure.removesuffix("_s") + "_censored"]] = _medians(rows[measure], cut_here, keys, _INSTANCE)
    by = [keys[name] for name in _INSTANCE]
    by_wall = stopped_by_wall(rows)
    table["timed_out"] = (rows["outcome"].eq("timeouts") & ~by_wall).groupby(by).any()
    table["by_wall"] = by_wall.groupby(by).any()
    table["limit_s"] = rows["timeout_s"].astype("float64").groupby(by).max()
    return table.reset_index()


def _medians(values: pd.Series[Any], cut: pd.Series[bool], keys: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Median of each group, and whether it is only a lower bound.

    The median of lower bounds bounds the median from below; the one with censored values at infinity bounds it from
    above. Where the two agree the median is known although some values are not.
    """
    import numpy as np
    import pandas as pd

    known = values.astype("float64")
    endless = known.mask(cut, np.inf)
    bounds = pd.DataFrame({"low": known.where(known.notna(), endless), "high": endless})
    medians = bounds.groupby([keys[name] for name in by]).median()
    censored = np.isinf(medians["high"]) | (medians["high"].notna() & medians["low"].ne(medians["high"]))
    return pd.DataFrame({"value": medians["low"].replace(np.inf, np.nan), "censored": censored})


def summary(frame: pd.DataFrame) -> pd.DataFrame:
    """One row per variant and question, those that solved most of what could be solved first, then by median CPU time.

    runs; instances; one column per OUTCOMES, which count runs and add up to `runs`;
    by_wall: those of the timeouts that were killed by wall time with CPU time left
    nodes_median, nodes_total, cpu_median_s, cpu_total_s: over measured runs, each instance once (see the top of this
        file), with `..._at_least` set where censored runs make it a lower bound
    nodes_per_s: nodes of all runs that ended by themselves, by the CPU time of the same runs
    par2_s, limit_s: mean CPU time, an unsolved run costing twice the limit; NA without one common limit. Runs that were
        invalid or interrupted asked nothing of the strategy and are left out.
    Counts are Int64, values Float64, flags boolean; NA where there is nothing to tell.
    """
    import pandas as pd

    rows = with_variants(frame)
    keys = rows[["variant", "question"]].astype(object)
    by = [keys["variant"], keys["question"]]
    table = pd.DataFrame({"runs": keys.groupby(["variant", "question"]).size()})
    table["instances"] = rows["instance_hash"].astype(object).groupby(by).nunique()
    for outcome in OUTCOMES:
        table[outcome] = rows["outcome"].eq(outcome).groupby(by).sum()
    table["by_wall"] = stopped_by_wall(rows).groupby(by).sum()
    table = table.astype("Int64").join(_costs(per_instance(rows)))
    table["nodes_per_s"] = _rates(rows, by)
    table = table.join(_par2(rows)).reset_index()
    flags = [name for name in table.columns if name.endswith("_at_least")]
    reals = ["nodes_median", "nodes_total", "cpu_median_s", "cpu_total_s", "nodes_per_s", "par2_s", "limit_s"]
    table = table.astype(dict.fromkeys(reals, "Float64") | dict.fromkeys(flags, "boolean"))
    table[flags] = table[flags].fillna(value=False)
    asked = table["runs"] - table["invalid"] - table["interrupted"]
    table["share"] = (table["solved"] / asked.where(asked > 0)).fillna(0.0)
    order = ["question", "share", "cpu_median_at_least", "cpu_median_s", "variant"]
    table = table.sort_values(order, ascending=[True, False, True, True, True], kind="stable", ignore_index=True)
    return table.drop(columns="share")


def _costs(instances: pd.DataFrame) -> pd.DataFrame:
    """Medians and totals over instances."""
    import pandas as pd

    by = ["variant", "question"]
    table = pd.DataFrame(index=instances.groupby(by).size().index)
    for measure, name in (("nodes", "nodes"), ("cpu_s", "cpu")):
        unit, cut = measure.removeprefix(name), instances[f"{name}_censored"].astype(bool)
        medians = _medians(instances[measure], cut, instances, by)
        table[[f"{name}_median{unit}", f"{name}_median_at_least"]] = medians
        grouped = instances.assign(cut=cut).groupby(by)
        table[f"{name}_total{unit}"] = grouped[measure].sum(min_count=1)
        table[f"{name}_total_at_least"] = grouped["cut"].any()
    return table


def _rates(rows: pd.DataFrame, by: list[pd.Series[Any]]) -> pd.Series[float]:
    """Nodes a CPU second over the runs that ended by themselves and counted nodes; NaN without any."""
    nodes, cpu = rows["nodes"].astype("float64"), rows["cpu_s"].astype("float64")
    counted = rows["outcome"].isin(("solved", "gave_up")) & nodes.notna() & cpu.notna()
    spent = cpu.where(counted).groupby(by).sum()
    rates: pd.Series[float] = nodes.where(counted).groupby(by).sum() / spent.where(spent > 0)
    return rates


def _par2(rows: pd.DataFrame) -> pd.DataFrame:
    """PAR-2 and its limit, by variant and question."""
    import pandas as pd

    asked = rows[~rows["outcome"].isin(("invalid", "interrupted"))]
    keys = asked[_INSTANCE].astype(object)
    limit, solved = asked["timeout_s"].astype("float64"), asked["outcome"].eq("solved")
    score = asked["cpu_s"].astype("float64").where(solved, 2 * limit)
    by = [keys["variant"], keys["question"]]
    limits = limit.groupby(by).agg(["min", "max"])
    common = limits["max"].where(limits["min"].eq(limits["max"]) & limit.notna().groupby(by).all())
    mean = score.groupby([keys[name] for name in _INSTANCE]).median().groupby(["variant", "question"]).mean()
    return pd.DataFrame({"par2_s": mean.where(common.notna()), "limit_s": common})


@dataclass(frozen=True)
class Ratio:
    """Geometric mean of one variant's cost by another's, over the instances that both solved.

    numerator, denominator: the variants; the ratio is above 1 where the numerator costs more
    measure: nodes or cpu_s
    instances: how many it is taken over
    value, low, high: the mean and a 95 % bootstrap interval over instances; None from fewer than ENOUGH
    """

    numerator: str
    denominator: str
    measure: str
    instances: int
    value: float
    low: float | None
    high: float | None

    @property
    def decided(self) -> bool:
        """The whole interval lies on one side of 1."""
        return self.low is not None and self.high is not None and (self.low > 1 or self.high < 1)


def geometric_mean_ratio(
    instances: pd.DataFrame, numerator: str, denominator: str, measure: str = "cpu_s", question: str = "first"
) -> Ratio | None:
    """How many times more `numerator` costs than `denominator` (Fleming and Wallace 1986); None: nothing in common.

    instances: as `per_instance` makes it. Censored instances, and those where one of the two costs nothing at all
    (a ratio without meaning), are left out.
    """
    costs = solved_costs(instances, measure, question)
    if numerator not in costs.columns or denominator not in costs.columns:
        return None
    return _ratio((costs[numerator] / costs[denominator]).dropna(), numerator, denominator, measure)


def solved_costs(instances: pd.DataFrame, measure: str, question: str) -> pd.DataFrame:
    """What each variant (column) spent on each instance (row) that it solved at a cost above 0; NaN elsewhere."""
    cut = instances[measure.removesuffix("_s") + "_censored"].astype(bool)
    chosen = instances[~cut & (instances[measure] > 0) & (instances["question"] == question)]
    return chosen.pivot_table(index="instance_hash", columns="variant", values=measure, observed=True)


def control(frame: pd.DataFrame) -> list[Ratio]:
    """Each variant against itself: its odd repeats by its even ones, in CPU time. Empty without repeats.

    Nothing but the machine differs between the two, so what these ratios are away from 1 is what it cannot tell apart.
    """
    rows = with_variants(frame)
    rows = rows[rows["outcome"].eq("solved")]
    half = rows["repeat"] % 2
    if half.nunique() < 2:
        return []
    even, odd = (per_instance(rows[half == side]).set_index(_INSTANCE)["cpu_s"] for side in (0, 1))
    ratios = (odd / even.where(even > 0)).dropna()
    ratios = ratios[ratios > 0]
    return [
        result
        for variant, values in ratios.groupby("variant")
        if (result := _ratio(values, str(variant), str(variant), "cpu_s")) is not None
    ]


def _ratio(ratios: pd.Series[float], numerator: str, denominator: str, measure: str) -> Ratio | None:
    """The geometric mean of ratios, one per instance, with its bootstrap interval."""
    import numpy as np

    if ratios.empty:
        return None
    # In a fixed order, so that the same rows in another order give the same interval.
    logs = np.log(np.sort(ratios.to_numpy("float64")))
    low, high = _bootstrap(logs) if len(logs) >= ENOUGH else (None, None)
    return Ratio(numerator, denominator, measure, len(logs), float(np.exp(logs.mean())), low, high)


def _bootstrap(logs: Floats) -> tuple[float, float]:
    """Percentile interval of exp(mean), resampling instances; in portions, so that memory stays small."""
    import numpy as np

    rng = generator(0, "bootstrap")
    size = len(logs)
    portion = max(1, 1_000_000 // size)
    means: list[Floats] = []
    for start in range(0, RESAMPLES, portion):
        drawn = rng.integers(0, size, (min(portion, RESAMPLES - start), size))
        means.append(logs[drawn].mean(axis=1))
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(np.concatenate(means), [tail, 100 - tail])
    return float(np.exp(low)), float(np.exp(high))
