"""A matplotlib figure -> inline SVG that takes its colours and its font from the page, and is the same every time.

Figures are drawn in stand-in colours (INK, MUTED, RULE, one per series). Here each becomes a class, and the page's
style sheet says what it looks like in light, in dark and in print: `f-ink` fills with ink, `k-3` strokes with series 3.
Lengths are pixels: a figure `WIDTH` wide fills its column.
"""

from __future__ import annotations

import io
import re
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 560
POINTS = 72  # matplotlib's SVG has 72 units an inch

INK, MUTED, RULE = "#00a001", "#00a002", "#00a003"
SERIES_COLOURS = 8

_CLASSES = {INK: "ink", MUTED: "muted", RULE: "rule"} | {f"#00b0{i:02x}": str(i) for i in range(SERIES_COLOURS)}
_LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}")
_REFERENCE = re.compile(r"#([\w.-]+)")


def series_colour(number: int) -> str:
    """The stand-in colour of a series; they repeat after SERIES_COLOURS."""
    return f"#00b0{number % SERIES_COLOURS:02x}"


@contextmanager
def drawing() -> Iterator[None]:
    """The settings figures are drawn under: text stays text, `$` is a dollar, and nothing depends on the user's own."""
    import matplotlib as mpl

    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "run-bench",
        "text.parse_math": False,
        "font.size": 12,
        "text.color": INK,
        "axes.labelcolor": MUTED,
        "xtick.labelcolor": MUTED,
        "ytick.labelcolor": MUTED,
        "xtick.color": RULE,
        "ytick.color": RULE,
        "axes.edgecolor": RULE,
        "grid.color": RULE,
        "grid.linewidth": 1.0,
    }
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(settings)
        # Names may hold letters that matplotlib's own font lacks; the page's fonts have them.
        warnings.filterwarnings("ignore", message=".*Glyph.*missing from")
        yield


def blank(height: float, *, left: float = 12, top: float = 8, bottom: float = 44) -> tuple[Figure, Axes]:
    """An empty figure of WIDTH x `height` with margins, no frame and no background. No global state is touched."""
    from matplotlib.figure import Figure

    right = 14
    figure = Figure(figsize=(WIDTH / POINTS, height / POINTS))
    wide, high = (WIDTH - left - right) / WIDTH, (height - top - bottom) / height
    axes = figure.add_axes((left / WIDTH, bottom / height, wide, high))
    figure.patch.set_visible(False)
    axes.patch.set_visible(False)
    axes.spines[["top", "right", "left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    axes.set_axisbelow(True)
    return figure, axes


def inline(figure: Figure, name: str, title: str, description: str) -> str:
    """The figure as an `<svg>` element with a text alternative; `name` keeps its ids apart from other figures'."""
    written = io.BytesIO()
    metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))  # none: the same rows give the same file
    figure.savefig(written, format="svg", metadata=metadata)
    text = written.getvalue().decode()
    root = ET.fromstring(text.partition("\n")[2])  # noqa: S314  (written by matplotlib a line ago)
    referenced = dict.fromkeys(re.findall(r'(?:href="|url\()#([\w.-]+)', text))
    ids = {old: f"{name}-{number}" for number, old in enumerate(referenced)}
    for parent in list(root.iter()):
        for child in [element for element in parent if element.tag.endswith("}style")]:
            parent.remove(child)
    for element in root.iter():
        _themed(element, ids)
    for parent in list(root.iter()):
        _gather_marks(parent)
    _labelled(root, name, title, description)
    return ET.tostring(root, encoding="unicode")


def _labelled(root: ET.Element, name: str, title: str, description: str) -> None:
    """The root as an image with a title and a description."""
    box = root.attrib["viewBox"]
    root.attrib.clear()
    root.attrib |= {"viewBox": box, "role": "img", "aria-labelledby": f"{name}-title {name}-desc", "class": "chart"}
    for position, (tag, content) in enumerate((("title", title), ("desc", description))):
        label = ET.Element(tag, {"id": f"{name}-{tag}"})
        label.text = content
        root.insert(position, label)


def _themed(element: ET.Element, ids: Mapping[str, str]) -> None:
    """One element in HTML's terms: no namespaces, ids of the page, colours as classes, short numbers."""
    element.tag = element.tag.rpartition("}")[2]
    element.tail = None
    if element.tag != "text":
        element.text = None
    attributes = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
    style = dict(part.split(":", 1) for part in attributes.pop("style", "").split(";") if ":" in part)
    element.attrib.clear()
    for key, value in attributes.items():
        if key == "id" and value in ids:
            element.attrib[key] = ids[value]
        elif key in ("href", "clip-path"):
            element.attrib[key] = _REFERENCE.sub(lambda match: f"#{ids[match[1]]}", value)
        elif key != "id" and not value.startswith("rotate(-0 "):
            element.attrib[key] = _LONG_NUMBER.sub(_short, " ".join(value.split()))
    element.attrib.update(_painted({key.strip(): value.strip() for key, value in style.items()}))


def _gather_marks(parent: ET.Element) -> None:
    """Give neighbouring marks that look alike one group, which says how they look once for all."""
    children, group, look = list(parent), None, None
    parent[:] = []
    for child in children:
        own = {key: value for key, value in child.attrib.items() if key not in ("href", "x", "y")}
        if child.tag != "use" or own != look or group is None:
            group, look = (ET.SubElement(parent, "g", own), own) if child.tag == "use" else (None, None)
        for key in own if group is not None else ():
            del child.attrib[key]
        (parent if group is None else group).append(child)


def _painted(style: Mapping[str, str]) -> dict[str, str]:
    """Inline styles as classes where they are stand-in colours, as plain attributes otherwise; fonts are the page's."""
    classes, attributes = [], {}
    for key, value in style.items():
        if key in ("fill", "stroke") and value in _CLASSES:
            classes.append(f"{'f' if key == 'fill' else 'k'}-{_CLASSES[value]}")
        elif key not in ("font-family", "stroke-linejoin", "stroke-linecap"):
            attributes[key] = value
    return attributes | ({"class": " ".join(classes)} if classes else {})


def _short(match: re.Match[str]) -> str:
    return f"{float(match[0]):.1f}".removesuffix(".0")
