"""Every registered figure, on every kind of frame: it draws, or says in a sentence why not."""

from __future__ import annotations

import functools
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence

import pandas as pd
import pytest

from benchmarks import statistics
from reports import figures, svg

Once = Callable[[str, str], figures.Rendered]

KINDS = (
    "no rows",
    "one row",
    "small",
    "all timeouts",
    "stopped by wall time",
    "all invalid",
    "no nodes",
    "no limit, no time",
    "nothing costs anything",
    "all failed",
    "repeats",
    "two questions",
    "twenty variants",
    "nasty",
    "many",
)


def drawn(name: str, frame: pd.DataFrame) -> figures.Rendered:
    instances = statistics.per_instance(frame)
    instances["series"] = instances["variant"].astype(object)
    order = list(dict.fromkeys(statistics.summary(frame)["variant"]))
    if frame["question"].nunique() > 1:
        instances["series"] += " · " + instances["question"]
        order = list(dict.fromkeys(instances["series"]))
    return figures.render(figures.FIGURES[name], instances, order)


@pytest.fixture(scope="module")
def once(frames: dict[str, pd.DataFrame]) -> Callable[[str, str], figures.Rendered]:
    """A figure of a kind of frame, drawn once for all tests."""
    return functools.cache(lambda name, kind: drawn(name, frames[kind]))


def marks(text: str) -> int:
    return text.count("<use ")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", list(figures.FIGURES))
class TestEveryFigure:
    def test_draws_or_says_why_not(self, name: str, kind: str, once: Once) -> None:
        figure = once(name, kind)
        if not figure.svg:
            assert figure.note.endswith(".")
            return
        root = ET.fromstring(figure.svg)
        assert root.attrib["role"] == "img"
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        assert all(one.startswith(f"{name}-") for one in ids)
        assert root.attrib["aria-labelledby"].split() == [f"{name}-title", f"{name}-desc"]
        assert root.findtext("title") == figure.entry.title
        assert (root.findtext("desc") or "").endswith(".")

    def test_leaves_nothing_to_the_outside_nor_to_chance(
        self, name: str, kind: str, once: Once, frames: dict[str, pd.DataFrame]
    ) -> None:
        figure = once(name, kind)
        again = drawn(name, frames[kind].sample(frac=1, random_state=1).reset_index(drop=True))
        assert figure == again
        assert "http" not in figure.svg
        assert "<style" not in figure.svg
        assert "style=" not in figure.svg
        assert "#00" not in figure.svg  # no stand-in colour is left
        assert "<script" not in figure.svg
        assert len(figure.svg) < 120_000

    def test_writes_numbers_and_not_their_absence(self, name: str, kind: str, once: Once) -> None:
        assert not {"nan", "inf", "None"} & set(once(name, kind).svg.replace('"', " ").split())


def test_there_is_one_mark_for_each_instance(once: Once) -> None:
    assert marks(once("nodes-by-strategy", "small").svg) == 9
    assert marks(once("time-by-strategy", "small").svg) == 12
    assert marks(once("nodes-against-time", "small").svg) == 8
    assert marks(once("time-by-strategy", "repeats").svg) == 4


def test_a_killed_run_has_another_marker_and_stands_at_the_limit(once: Once) -> None:
    root = ET.fromstring(once("time-by-strategy", "small").svg)
    used = list(root.iter("use"))
    shapes = {use.attrib["href"] for use in used}
    assert len(shapes) == 2
    (killed,) = [use for use in used if [one.attrib["href"] for one in used].count(use.attrib["href"]) == 1]
    (limit,) = [path for path in root.iter("path") if "stroke-dasharray" in path.attrib]
    assert limit.attrib["d"].split()[1] == killed.attrib["x"]
    assert "limit 10 s; triangles: at least" in [text.text for text in root.iter("text")]


def test_a_run_stopped_by_wall_time_stands_at_what_it_had_used(once: Once) -> None:
    figure = once("time-by-strategy", "stopped by wall time")
    root = ET.fromstring(figure.svg)
    (limit,) = [path for path in root.iter("path") if "stroke-dasharray" in path.attrib]
    triangles = [path.attrib["d"].split() for path in root.iter("path") if path.attrib.get("class") == "f-0"]
    middles = [(min(xs) + max(xs)) / 2 for xs in ([float(x) for x in d[1::3]] for d in triangles)]
    at_limit = float(limit.attrib["d"].split()[1])
    assert sorted(round(middle - at_limit) for middle in middles) == [round(min(middles) - at_limit), 0]
    assert min(middles) < at_limit - 50
    assert figure.caption.endswith(
        "at least that long. One stopped by wall time stands at the CPU time it had used. "
        "The dashed line is the time limit."
    )


def test_the_limit_line_leaves_the_names_and_medians_alone(once: Once) -> None:
    root = ET.fromstring(once("time-by-strategy", "small").svg)
    (limit,) = [path for path in root.iter("path") if "stroke-dasharray" in path.attrib]
    words = limit.attrib["d"].split()
    ends = [float(words[place + 2]) for place, word in enumerate(words) if word in "ML"]
    spans = list(zip(ends[::2], ends[1::2], strict=True))
    heights = [float(text.attrib["y"]) for text in root.iter("text") if (text.text or "").startswith("median")]
    assert (len(spans), len(heights)) == (4, 4)
    assert not [y for y in heights for low, high in spans if min(low, high) + 2 < y - 4 < max(low, high) - 2]


def test_the_caption_explains_what_is_drawn_and_nothing_else(once: Once) -> None:
    assert "triangle" not in once("time-by-strategy", "repeats").caption
    assert "dashed" not in once("time-by-strategy", "repeats").caption
    assert once("time-by-strategy", "no limit, no time").caption.endswith("what it would have taken, nobody knows.")
    assert once("time-by-strategy", "small").caption.endswith("The dashed line is the time limit.")
    assert "A triangle at the right edge" in once("nodes-by-strategy", "small").caption
    assert "dashed" not in once("nodes-by-strategy", "small").caption


def test_medians_are_those_of_the_summary(once: Once) -> None:
    texts = [text.text for text in ET.fromstring(once("nodes-by-strategy", "small").svg).iter("text")]
    assert texts.count("median 100") == 1  # mrv: 51, 100, 10,101
    assert texts.count("median 99") == 1  # fc: 60, 99, 700
    assert texts.count("median 9,000") == 1  # naive: 4,208, 9,000 and one that was killed
    assert texts.count("nothing measured") == 1  # cp-sat does not count nodes


def test_names_stay_text_and_a_dollar_stays_a_dollar(once: Once) -> None:
    text = "".join(ET.fromstring(once("time-by-strategy", "nasty").svg).itertext())
    assert "$x_1$" in text
    assert "<script>alert(1)</script>]]>" in text


def test_too_many_marks_are_thinned_and_the_reader_is_told(once: Once) -> None:
    for name in figures.FIGURES:
        figure = once(name, "many")
        assert marks(figure.svg) <= figures.MAX_MARKS
        assert figure.note.startswith("1,200 of ")


def test_a_name_is_taken_once_and_fits_an_id() -> None:
    def draw(instances: pd.DataFrame, order: Sequence[str]) -> figures.Drawing:
        raise figures.NoData("Nothing.")

    with pytest.raises(ValueError, match="already a figure named 'nodes-by-strategy'"):
        figures.figure("nodes-by-strategy", title="", caption="")(draw)
    with pytest.raises(ValueError, match="lower-case words with hyphens"):
        figures.figure('a"b', title="", caption="")(draw)


def test_another_package_can_add_a_figure(frames: dict[str, pd.DataFrame], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "FIGURES", {})

    @figures.figure("cpu-total", title="Total", caption="The bar is the sum.")
    def cpu_total(instances: pd.DataFrame, order: Sequence[str]) -> figures.Drawing:
        figure, axes = svg.blank(100)
        axes.barh([0], [instances["cpu_s"].sum()], color=svg.series_colour(0))
        return figures.Drawing(figure, "A bar.")

    assert 'class="f-0"' in drawn("cpu-total", frames["small"]).svg


def test_a_figure_leaves_the_settings_of_matplotlib_alone(frames: dict[str, pd.DataFrame]) -> None:
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    drawn("nodes-by-strategy", frames["small"])
    assert dict(mpl.rcParams) == before


def test_names_of_figures_are_known_without_importing_what_draws_them() -> None:
    heavy = "{'matplotlib', 'seaborn', 'pandas', 'numpy'}"
    code = f"import sys, reports.figures; sys.exit(len({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
