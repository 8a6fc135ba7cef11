"""The figures of a report: small registered functions from what each instance cost to a drawing.

A figure takes `instances` (as `benchmarks.statistics.per_instance` makes them, with one more column `series`: the name
of the variant, or variant and question) and `order` (the names of all series, best first) and returns a `Drawing`, or
raises `NoData` with a sentence that the page shows instead. Register one with `@figure`; nothing else is needed for it
to appear in every report.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks import words
from reports import svg
from reports.scale import LogScale, evenly_thinned

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_MARKS = 1_200
"""More marks than this in one figure are thinned out, and the figure says so."""

STRIP, NAME_LINE = 30, 15  # the height of a row of marks, and of each line of the name above it
NAME_WIDTH, NAME_LINES = 64, 3
TOP, BOTTOM = 26, 44
MARKERS = ("o", "s", "D", "^")
SYMBOLS = ("●", "■", "◆", "▲")  # the same, as letters, for the legend

Draw = Callable[["pd.DataFrame", Sequence[str]], "Drawing"]


class NoData(Exception):
    """The rows hold nothing that this figure could show; the message says what is missing."""


@dataclass(frozen=True)
class Drawing:
    """A figure as it came out.

    description: for those who cannot see it
    note: what a reader must know about it, if anything
    reading: how to read what is drawn in this figure but not in every one of its kind; it follows the caption
    """

    figure: Figure
    description: str
    note: str = ""
    reading: str = ""


@dataclass(frozen=True)
class FigureEntry:
    """A registered figure. caption: one or two sentences on how to read it, true of every figure of its kind."""

    name: str
    title: str
    caption: str
    draw: Draw


@dataclass(frozen=True)
class Rendered:
    """A figure as the page shows it. svg: "" when there was nothing to draw, and then `note` says why."""

    entry: FigureEntry
    svg: str
    note: str
    caption: str = ""


FIGURES: dict[str, FigureEntry] = {}


def figure(name: str, *, title: str, caption: str) -> Callable[[Draw], Draw]:
    """Decorator: register a figure under `name`.

    Raises:
        ValueError: the name is taken, or is not lower-case words with hyphens (it becomes part of ids in the page).
    """

    def register(draw: Draw) -> Draw:
        if name in FIGURES:
            raise ValueError(f"there is already a figure named {name!r}")
        if not (name.isascii() and name.replace("-", "").isalnum() and name == name.lower()):
            raise ValueError(f"a figure's name is lower-case words with hyphens, not {name!r}")
        FIGURES[name] = FigureEntry(name, title, caption, draw)
        return draw

    return register


def render(entry: FigureEntry, instances: pd.DataFrame, order: Sequence[str]) -> Rendered:
    """Draw one figure, or say why there is nothing to draw."""
    readable = instances.assign(series=instances["series"].astype(object).map(words.visible))
    with svg.drawing():
        try:
            drawing = entry.draw(readable, [words.visible(name) for name in order])
        except NoData as reason:
            return Rendered(entry, "", str(reason))
        drawn = svg.inline(drawing.figure, entry.name, entry.title, drawing.description)
    return Rendered(entry, drawn, drawing.note, f"{entry.caption} {drawing.reading}".strip())


@figure(
    "nodes-by-strategy",
    title="Nodes by strategy",
    caption="One mark for each instance, further left is less work; the upright bar is the median.",
)
def nodes_by_strategy(instances: pd.DataFrame, order: Sequence[str]) -> Drawing:
    """Strip plot of node counts."""
    if not instances["nodes"].notna().any():
        raise NoData("No run that ended counted nodes, so there is nothing to draw here.")
    return _strips(instances, order, "nodes", words.count, "nodes (values placed), log scale")


@figure(
    "time-by-strategy",
    title="CPU time by strategy",
    caption="One mark for each instance, further left is faster; the upright bar is the median.",
)
def time_by_strategy(instances: pd.DataFrame, order: Sequence[str]) -> Drawing:
    """Strip plot of CPU times, killed runs at their limit."""
    if not (instances["cpu_s"].notna() | instances["timed_out"]).any():
        raise NoData("No run was timed, so there is nothing to draw here.")
    return _strips(instances, order, "cpu_s", words.seconds, "CPU time of one solve, log scale")


@figure(
    "nodes-against-time",
    title="Nodes against CPU time",
    caption="One mark for each instance that was solved and counted. Marks of one strategy lie along a line when every "
    "node costs the same; a strategy above another pays more time for each node.",
)
def nodes_against_time(instances: pd.DataFrame, order: Sequence[str]) -> Drawing:
    """Scatter plot of node counts and CPU times."""
    ended = instances[~instances["nodes_censored"].astype(bool) & ~instances["cpu_censored"].astype(bool)]
    shown = ended.dropna(subset=["nodes", "cpu_s"])
    if shown.empty:
        raise NoData("No run that solved its instance counted nodes, so there is nothing to draw here.")
    import seaborn as sns

    marks = evenly_thinned(shown, "nodes", MAX_MARKS)
    nodes, seconds = LogScale.over(shown["nodes"], words.short_count), LogScale.over(shown["cpu_s"], words.seconds)
    drawn, axes = svg.blank(430, left=64)
    nodes.apply(axes, "x", "nodes (values placed), log scale")
    seconds.apply(axes, "y", "CPU time of one solve, log scale")
    axes.grid(visible=True)
    marks = marks.assign(x=nodes.place(marks["nodes"]), y=seconds.place(marks["cpu_s"]))
    colours = {name: svg.series_colour(number) for number, name in enumerate(order)}
    shapes = {name: MARKERS[marker_of(number)] for number, name in enumerate(order)}
    # One call for each shape: marks of one shape share one outline in the file.
    for shape in sorted(set(shapes.values()), key=MARKERS.index):
        some = marks[marks["series"].map(shapes) == shape]
        if not some.empty:
            _scatter(sns, some, axes, colours, marker=shape, s=30)
    sizes = shown["series"].value_counts()
    described = "; ".join(f"{name}: {words.number_of(int(sizes[name]), 'mark')}" for name in order if name in sizes)
    uncounted = [name for name in order if name not in sizes]
    notes = [_thinned(len(marks), len(shown))]
    notes += [f"Not drawn, for want of node counts: {words.listed(uncounted)}."] if uncounted else []
    return Drawing(drawn, f"Scatter plot on two log scales. {described}.", " ".join(filter(None, notes)))


def marker_of(number: int) -> int:
    """Which of MARKERS a series has: the next one whenever the colours begin again."""
    return number // svg.SERIES_COLOURS % len(MARKERS)


def _strips(
    instances: pd.DataFrame, order: Sequence[str], measure: str, write: Callable[[Any], str], label: str
) -> Drawing:
    """One row of marks for each series, on a common log scale."""
    import seaborn as sns

    marks = _marks(instances, measure)
    unknown = bool(marks["at"].isna().any())
    scale = LogScale.over(marks["at"], words.seconds if measure == "cpu_s" else words.short_count, unknown)
    names = {name: _wrapped(name) for name in order}
    middles, height = {}, 0.0
    for name in order:
        height += NAME_LINE * len(names[name]) + STRIP
        middles[name] = height - STRIP / 2
    drawn, axes = svg.blank(TOP + BOTTOM + height, top=TOP, bottom=BOTTOM)
    scale.apply(axes, "x", label)
    axes.set_ylim(height, 0)
    axes.set_yticks([])
    axes.grid(visible=True, axis="x")
    limit = _common_limit(marks, scale) if measure == "cpu_s" else None
    if limit is not None:
        _limit_line(axes, limit, list(middles.values()), marked=bool(marks["cut"].any()))
    thin = evenly_thinned(marks, "at", MAX_MARKS)
    thin = thin.assign(x=scale.place(thin["at"]), y=thin["series"].map(middles).astype(float) + _spread(thin))
    colours = {name: svg.series_colour(position) for position, name in enumerate(order)}
    for some, marker, size in ((thin[~thin["cut"]], "o", 30), (thin[thin["cut"]], ">", 44)):
        if not some.empty:
            _scatter(sns, some, axes, colours, marker=marker, s=size)
    described = []
    for name in order:
        mine = marks[marks["series"] == name]
        said, median = _median_in_words(mine, write)
        if median is not None:
            axes.plot([scale.one(median)] * 2, [middles[name] - 12, middles[name] + 12], color=svg.INK, lw=2, zorder=3)
        _name_row(axes, names[name], said, middles[name])
        stopped = f", {int(mine['cut'].sum())} of them stopped" if mine["cut"].any() else ""
        described.append(f"{name}: {words.number_of(len(mine), 'instance')}{stopped}, {said}")
    return Drawing(
        drawn,
        f"Strip plot on a log scale. {'; '.join(described)}.",
        _thinned(len(thin), len(marks)),
        _reading(marks, measure, line=limit is not None),
    )


def _reading(marks: pd.DataFrame, measure: str, *, line: bool) -> str:
    """What the triangles and the dashed line mean, of those that are there."""
    cut, told = marks[marks["cut"]], []
    at_least = "that long" if measure == "cpu_s" else "so many"
    if cut["at"].notna().any():
        unknown = ", or, at the right edge, nobody knows" if cut["at"].isna().any() else ""
        told.append(f"A triangle is a run that was stopped: it would have taken at least {at_least}{unknown}.")
    elif len(cut):
        told.append("A triangle at the right edge is a run that was stopped: what it would have taken, nobody knows.")
    if measure == "cpu_s" and cut["by_wall"].any():
        told.append("One stopped by wall time stands at the CPU time it had used.")
    return " ".join([*told, "The dashed line is the time limit."] if line else told)


def _marks(instances: pd.DataFrame, measure: str) -> pd.DataFrame:
    """What is drawn: `value` as measured, whether it was `cut` short, and `at`, where its mark goes.

    A run killed at the time limit is drawn there: what it had used when the signal came is a little off, either way.
    One killed by wall time is drawn at the CPU time that it had used.
    """
    cut = instances[measure.removesuffix("_s") + "_censored"].astype(bool)
    value = instances[measure]
    at_limit = cut & instances["timed_out"] & ~instances["by_wall"]
    at = value.mask(at_limit, instances["limit_s"]) if measure == "cpu_s" else value
    marks = instances.assign(value=value, cut=cut, at=at.fillna(value))
    return marks[cut | value.notna()]


def _wrapped(name: str) -> list[str]:
    """A name in as many lines as it needs, three at most."""
    lines = textwrap.wrap(name, NAME_WIDTH, break_on_hyphens=False) or [""]
    return [*lines[: NAME_LINES - 1], words.shortened(" ".join(lines[NAME_LINES - 1 :]), NAME_WIDTH)][: len(lines)]


def _scatter(sns: Any, marks: pd.DataFrame, axes: Axes, colours: dict[str, str], **look: Any) -> None:
    marks = marks.sort_values(["series", "x", "y"], kind="stable")  # alike next to alike makes a smaller file
    palette = {name: colours[name] for name in marks["series"].unique()}
    options = {"legend": False, "linewidth": 0, "alpha": 0.7, "clip_on": False, "zorder": 2} | look
    labels = axes.get_xlabel(), axes.get_ylabel()
    sns.scatterplot(data=marks, x="x", y="y", hue="series", palette=palette, ax=axes, **options)
    axes.set(xlabel=labels[0], ylabel=labels[1])


def _spread(marks: pd.DataFrame) -> pd.Series[float]:
    """How far each mark is moved out of its row's middle, up to 9 pixels, so that equal values can be seen apart.

    Multiples of the golden ratio, in order of value: as even as chance is not, and the same every time.
    """
    rank = marks["at"].rank(method="first").fillna(0)
    return (rank * 0.6180339887498949 % 1 - 0.5) * 18


def _median_in_words(marks: pd.DataFrame, write: Callable[[Any], str]) -> tuple[str, float | None]:
    """The median of a series, and where its bar goes; censored values count as what they are, lower bounds."""
    import numpy as np

    if marks.empty:
        return "nothing measured", None
    cut = marks["cut"].to_numpy(bool)
    bounds = np.where(cut & marks["value"].isna(), np.inf, marks["value"].to_numpy("float64"))
    low, high = float(np.median(bounds)), float(np.median(np.where(cut, np.inf, bounds)))
    if low == np.inf:
        return "median unknown: half or more were stopped", None
    return f"median {write(low)}" if low == high else f"median ≥ {write(low)}", low


def _name_row(axes: Axes, lines: Sequence[str], said: str, middle: float) -> None:
    """Write a series' name, and what is said of it, above its marks."""
    across = axes.get_yaxis_transform()
    top = middle - STRIP / 2 - NAME_LINE * len(lines)
    for number, line in enumerate(lines):
        axes.text(0, top + NAME_LINE * (number + 0.5), line, transform=across, va="center_baseline")
    look: Any = {"va": "center_baseline", "ha": "right", "color": svg.MUTED, "fontsize": 11}
    axes.text(1, top + NAME_LINE / 2, said, transform=across, **look)


def _common_limit(marks: pd.DataFrame, scale: LogScale) -> float | None:
    """The time limit, if it is one, something ran into it, and it lies on the axis."""
    limits = marks.loc[marks["timed_out"], "limit_s"].dropna().unique()
    return float(limits[0]) if len(limits) == 1 and scale.low < limits[0] < scale.high else None


def _limit_line(axes: Axes, limit: float, middles: Sequence[float], *, marked: bool) -> None:
    """The time limit, through the rows of marks only: what is written between them stays readable."""
    ends = [end for middle in middles for end in (middle - STRIP / 2, middle + STRIP / 2, float("nan"))]
    axes.plot([limit] * len(ends), ends, color=svg.MUTED, linewidth=1, dashes=(4, 3), zorder=1)
    axes.annotate(
        f"limit {words.limit(limit)}" + ("; triangles: at least" if marked else ""),
        (limit, 1),
        xycoords=axes.get_xaxis_transform(),
        xytext=(-4, 6),
        textcoords="offset points",
        ha="right",
        color=svg.MUTED,
        fontsize=11,
    )


def _thinned(shown: int, total: int) -> str:
    return f"{shown:,} of {total:,} marks are drawn, evenly chosen by rank." if shown < total else ""
