"""Log scales that people can read, zero included, and marks thinned out so that their distribution stays."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    from matplotlib.axes import Axes

MAX_TICKS = 10
MIN_TICKS = 3

LETTER, LINE, GAP = 7.2, 14, 6
"""Pixels: how wide a letter of a tick's label is at most, how high a line, and what stays free between two labels."""

POINTS = 72  # pixels of the drawing to an inch


@dataclass(frozen=True)
class LogScale:
    """Where values lie on a log axis.

    low, high: the ends of the axis
    zero: where 0 is drawn, left of everything else; None when there is none
    unknown: where values are drawn of which nothing is known; None when there are none
    write: the label of a tick
    """

    low: float
    high: float
    zero: float | None
    unknown: float | None
    write: Callable[[Any], str]

    @classmethod
    def over(cls, values: pd.Series[float], write: Callable[[Any], str], unknown: bool = False) -> LogScale:
        """The scale that holds `values`, NaN left out."""
        known = values.dropna()
        positive = known[known > 0]
        low, high = (float(positive.min()), float(positive.max())) if len(positive) else (1.0, 10.0)
        room = max((high / low) ** 0.04, 1.25)
        beyond = high * room**2.5 if unknown else None
        zero = low / room**2.5 if (known == 0).any() else None
        return cls((zero or low) / room, (beyond or high) * room, zero, beyond, write)

    def one(self, value: float) -> float:
        """Where one value is drawn."""
        return self.zero if value == 0 and self.zero is not None else value

    def place(self, values: pd.Series[float]) -> pd.Series[float]:
        """Where values are drawn, NaN included."""
        placed = values.astype("float64")
        if self.zero is not None:
            placed = placed.mask(placed == 0, self.zero)
        return placed if self.unknown is None else placed.fillna(self.unknown)

    @property
    def ticks(self) -> list[float]:
        """Powers of ten, not too many; with halves and fifths of them where the axis is short."""
        low = self.low if self.zero is None else self.zero * 1.01
        high = self.high if self.unknown is None else self.unknown * 0.99
        exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        step = max(1, math.ceil(len(exponents) / MAX_TICKS))
        for digits in ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8)):
            ticks = [digit * 10.0**exponent for exponent in exponents if exponent % step == 0 for digit in digits]
            ticks = [tick for tick in ticks if low <= tick <= high]
            if len(ticks) >= MIN_TICKS:
                break
        return ticks

    def labels(self, length: float, *, upright: bool = False) -> dict[float, str]:
        """The ticks and their labels on an axis of `length` pixels, those left out that would run into another.

        Zero and the place of what is unknown stay, and powers of ten go before what lies between them.
        """
        wanted = {} if self.zero is None else {self.zero: "0"}
        wanted |= {} if self.unknown is None else {self.unknown: "stopped"}
        for tick in sorted(self.ticks, key=lambda tick: (not f"{tick:e}".startswith("1.000000e"), tick)):
            wanted[tick] = self.write(tick).replace(".00", "").replace(".0", "")
        pixels = length / math.log(self.high / self.low)
        kept: dict[float, str] = {}
        for at, text in wanted.items():
            half = [LINE if upright else LETTER * (len(text) + len(other)) / 2 for other in kept.values()]
            away = [abs(math.log(at / other)) * pixels for other in kept]
            if all(distance >= size + GAP for distance, size in zip(away, half, strict=True)):
                kept[at] = text
        return dict(sorted(kept.items()))

    def apply(self, axes: Axes, which: str, label: str) -> None:
        """Make the axis `which` (x or y) of `axes` this scale."""
        axis = axes.xaxis if which == "x" else axes.yaxis
        length = (axes.bbox.width if which == "x" else axes.bbox.height) * POINTS / axes.figure.dpi
        ticks = self.labels(length, upright=which == "y")
        axes.set(**{f"{which}scale": "log", f"{which}lim": (self.low, self.high), f"{which}label": label})
        axis.set_ticks(list(ticks), labels=list(ticks.values()))
        axis.set_ticks([], minor=True)


def evenly_thinned(marks: pd.DataFrame, measure: str, most: int) -> pd.DataFrame:
    """At most about `most` rows: of each series those of evenly spaced rank, its least and its greatest among them.

    Series share what is allowed, and one that has fewer rows leaves the rest to the others. The order of rows does not
    matter, so the same marks are chosen every time.
    """
    if len(marks) <= most:
        return marks
    sizes = marks["series"].value_counts()
    quota, left = {}, most
    for position, (name, size) in enumerate(sorted(sizes.items(), key=lambda item: (item[1], str(item[0])))):
        quota[name] = min(int(size), max(2, left // (len(sizes) - position)))
        left -= quota[name]
    ranked = marks.sort_values([measure, "instance_hash"], kind="stable")
    chosen: list[Any] = []
    for name, group in ranked.groupby("series", sort=True):
        chosen.extend(group.index[_spaced(len(group), quota[name])])
    return marks.loc[marks.index.isin(chosen)]


def _spaced(size: int, wanted: int) -> npt.NDArray[np.int64]:
    """`wanted` positions from 0 to size - 1, both ends included."""
    import numpy as np

    return np.unique(np.linspace(0, size - 1, wanted).round().astype(np.int64))
