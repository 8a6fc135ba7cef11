"""The report: one HTML file that needs nothing else, readable by a person who was not there.

Everything foreign (names of puzzles, strategies of plug-ins, commands) reaches the page through Jinja2 with autoescape
on, through ElementTree (figures) or as escaped JSON (runs). The page's policy forbids any request and any script but
its own. Equal rows give an equal file.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.resources
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks import statistics, words
from benchmarks.record import MEANINGS
from reports import figures, svg
from reports.conditions import LOAD, conditions
from reports.finding import finding
from reports.runs import VARIANT, compact

if TYPE_CHECKING:
    import jinja2
    import pandas as pd

COSTS = (
    ("median nodes", "of the nodes of one solve, each instance once (the median over its repeats and seeds)"),
    ("total nodes", "the sum of the same over all instances"),
    ("nodes/s", "nodes of all runs that ended by themselves, by the CPU time of the same runs"),
    ("median CPU", "of the CPU time of one solve, each instance once"),
    ("total CPU", "the sum of the same over all instances"),
    ("PAR-2", "mean CPU time, where an instance that was not solved costs twice the time limit; invalid ones left out"),
)
"""The columns of the summary table after the counts of runs, and what each means."""

COUNTS = {
    "solved": "runs whose answer settles the question, accepted by the checker",
    "timeouts": "runs killed at the time limit",
    "memouts": "runs killed at the memory limit",
    "gave_up": "runs that ended by themselves and did not establish what was asked, as at a node limit",
    "unsupported": "runs of a strategy that cannot answer such a question",
    "invalid": "instances that contradict themselves directly, found before any search",
    "wrong": "runs whose answer the checker rejects: never solved, never ranked",
    "failed": "runs that raised an error or whose worker died",
    "interrupted": "runs stopped by a person",
}
ALWAYS_COUNTED = ("solved", "timeouts", "wrong")

REASON_LENGTH = 300
"""More letters of a run's reason than this are not shown: it may hold a solver's whole output."""

MACHINE = (
    ("platform", "Platform"),
    ("cpu", "Processor"),
    ("cores", "Cores"),
    ("memory_mib", "Memory, MiB"),
    (LOAD, "Load at the start"),
    ("python", "Python"),
    ("run_bench", "run-bench"),
)


@dataclass(frozen=True)
class Line:
    """A line of the summary. swatch: colour and shape of its marks in the figures; cells: text and class of each."""

    variant: str
    question: str
    swatch: tuple[int, str]
    cells: tuple[tuple[str, str], ...]


def warm_up() -> None:
    """Import what `render` needs, which takes about a second; for a thread that has nothing else to do."""
    import jinja2  # noqa: F401
    import matplotlib.backends.backend_svg  # noqa: F401
    import pandas as pd  # noqa: F401
    import seaborn as sns  # noqa: F401


def render(frame: pd.DataFrame, provenance: Sequence[Mapping[str, Any]], *, title: str) -> str:
    """The page about the runs in `frame` (the columns of record.Row), as text to be written in UTF-8.

    provenance: of each experiment in it, with the keys of `record.Provenance`; what is missing is left out
    """
    rows = _readable(statistics.with_variants(frame))
    summary, instances = statistics.summary(rows), statistics.per_instance(rows)
    several = summary["question"].nunique() > 1
    order = list(dict.fromkeys(_series(summary, several)))
    instances["series"] = _series(instances, several)
    counts = [name for name in statistics.OUTCOMES if name in ALWAYS_COUNTED or summary[name].sum() > 0]
    common_limit, runs = _common_limit(summary), compact(rows)
    script = _resource("page.js")
    page = (
        _environment()
        .get_template("page.html")
        .render(
            title=words.visible(title),
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            script=_markup(script),
            style=_markup(_resource("page.css")),
            warnings=conditions(rows, provenance),
            finding=finding(rows, summary, instances),
            counts=[(name, name.replace("_", " "), COUNTS[name]) for name in counts],
            costs=COSTS,
            several_questions=several,
            limit_note="" if common_limit is None else f", limit {words.limit(common_limit)}",
            lines=[_line(line, number, counts, common_limit) for number, line in enumerate(summary.to_dict("records"))],
            figures=[figures.render(entry, instances, order) for entry in figures.FIGURES.values()]
            if len(rows)
            else [],
            markup=_markup,
            runs=runs,
            meanings=[(name, MEANINGS.get(name, VARIANT)) for name in (*runs.columns, *dict(runs.same))],
            variants=_variants(rows),
            experiments=[_experiment(facts) for facts in provenance],
            limits=_limits(rows),
        )
    )
    return page + "\n"


def _readable(rows: pd.DataFrame) -> pd.DataFrame:
    """Names as they can be shown; the rest of the text is made readable where it is written."""
    shown = {name: rows[name].astype(object).map(words.visible) for name in ("variant", "instance", "reason")}
    shown["reason"] = shown["reason"].map(lambda reason: words.shortened(reason, REASON_LENGTH))
    return rows.assign(**shown)


def _series(table: pd.DataFrame, several: bool) -> pd.Series[str]:
    """The name of a row of marks: the variant, and the question where more than one was asked."""
    variant = table["variant"].astype(object)
    return variant + " · " + table["question"].astype(object) if several else variant


def _line(line: Mapping[Any, Any], number: int, counts: Sequence[str], common_limit: float | None) -> Line:
    """A line of the summary."""
    cells = [(words.count(line[name]), _tone(name, line[name], line["runs"] - line["invalid"])) for name in counts]
    cells += [
        (words.at_least(words.count(line["nodes_median"]), line["nodes_median_at_least"]), ""),
        (words.at_least(words.count(line["nodes_total"]), line["nodes_total_at_least"]), ""),
        (words.short_count(line["nodes_per_s"]), ""),
        (words.at_least(words.seconds(line["cpu_median_s"]), line["cpu_median_at_least"]), ""),
        (words.at_least(words.seconds(line["cpu_total_s"]), line["cpu_total_at_least"]), ""),
        (words.seconds(line["par2_s"]) + _own_limit(line, common_limit), ""),
    ]
    swatch = (number % svg.SERIES_COLOURS, figures.SYMBOLS[figures.marker_of(number)])
    return Line(line["variant"], line["question"], swatch, ((words.count(line["runs"]), ""), *cells))


def _tone(name: str, number: Any, solvable: Any) -> str:
    """The class of a count: good, bad, doubtful, or none for a zero."""
    if name == "solved":
        return "good" if number and number == solvable else ""
    if not number:
        return "none"
    if name == "invalid":
        return ""
    return "bad" if name in ("wrong", "failed") else "doubtful"


def _common_limit(summary: pd.DataFrame) -> float | None:
    """The time limit, if all lines that have a PAR-2 have the same."""
    limits = summary.loc[summary["par2_s"].notna(), "limit_s"].unique()
    return float(limits[0]) if len(limits) == 1 else None


def _own_limit(line: Mapping[Any, Any], common_limit: float | None) -> str:
    """The limit of one line's PAR-2, where they differ."""
    hidden = common_limit is not None or words.is_missing(line["par2_s"])
    return "" if hidden else f" (limit {words.limit(line['limit_s'])})"


def _variants(rows: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Each variant with its strategy, backend and all its parameters, also those that its label leaves out."""
    first = rows.drop_duplicates("variant").sort_values("variant")[["variant", "strategy", "backend", "parameters"]]
    return [
        (
            str(row["variant"]),
            words.visible(f"{row['strategy']} ({row['backend']})"),
            words.visible(", ".join(f"{name} = {value}" for name, value in row["parameters"].items()) or "none"),
        )
        for row in first.to_dict("records")
    ]


def _limits(rows: pd.DataFrame) -> str:
    """The time limits of the runs, in words."""
    found = sorted(float(value) for value in rows["timeout_s"].dropna().unique())
    without = " (some runs had none)" if found and rows["timeout_s"].isna().any() else ""
    return (words.listed([words.limit(value) for value in found]) or "none") + without


@dataclass(frozen=True)
class ExperimentFacts:
    """How an experiment was run. facts: pairs of a word and what it stands for; again: the commands that repeat it."""

    name: str
    facts: tuple[tuple[str, str], ...]
    again: tuple[str, ...]


def _experiment(provenance: Mapping[str, Any]) -> ExperimentFacts:
    """Provenance for people."""
    known = {key: value for key, value in provenance.items() if not words.is_missing(value)}
    facts = [("Started", known["started"])] if "started" in known else []
    if "finished" in provenance:
        facts.append(("Finished", known.get("finished", words.MISSING)))
    commit = str(known.get("commit", ""))
    if commit:
        facts.append(("Commit", commit + (" and changes that are not in it" if known.get("dirty") else "")))
    facts += [("Code", f"{known['code']} (hash of the code that decides what is counted)")] if "code" in known else []
    facts += [(label, _machine(key, provenance[key])) for key, label in MACHINE if key in provenance]
    packages = known.get("packages") or {}
    versions = (f"{name} {words.MISSING if version is None else version}" for name, version in packages.items())
    facts += [("Packages", ", ".join(versions))] if packages else []
    again = [f"git checkout {commit}"] if commit else []
    again += [str(known["command"])] if "command" in known else []
    shown = tuple((label, words.visible(value)) for label, value in facts)
    return ExperimentFacts(
        words.visible(known.get("experiment", "")), shown, tuple(words.visible(line) for line in again)
    )


def _machine(key: str, value: Any) -> str:
    """A fact about the machine; a dash where it is not known."""
    if words.is_missing(value) or value in ("", "None"):
        return words.MISSING
    if key == "memory_mib":
        return f"{value:,}"
    return f"{value:.2g}" if key == LOAD and value < 10 else f"{value:.0f}" if key == LOAD else str(value)


def _environment() -> jinja2.Environment:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_resource),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"unbroken": words.unbroken, "number_of": words.number_of}
    return environment


def _resource(name: str) -> str:
    return importlib.resources.files("reports").joinpath("templates", name).read_text(encoding="utf-8")


def _markup(text: str) -> Any:
    """Text that is HTML already: our own script and style, escaped JSON, figures from ElementTree."""
    import markupsafe

    return markupsafe.Markup(text)  # noqa: S704  (never foreign text)
