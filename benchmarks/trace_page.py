"""A trace as one HTML file that works offline: the tree as a drawing, the steps as a list, and a slider through both.

Without scripts, the drawing shows the tree after the last step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from benchmarks.tracing import sentence, summary, window_word
from games.trace import THEN, Back, Cut, Enter, Leaf, Player, Trace, other

COLUMN, ROW, RADIUS, MARGIN = 58, 84, 17, 40
"""Pixels: a leaf's share of the width, a ply's of the height, half a node, and around the drawing."""

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --muted: #59636e; --rule: #c8ced6; --now: #fff3c4;
  --cut: #b3261e; --leaf: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e4e7eb; --muted: #9aa5b1; --rule: #46505b;
  --now: #4a3f14; --cut: #ff8a80; --leaf: #5fca7e; } }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
p { max-width: 45rem; }
.drawing, .steps { overflow-x: auto; }
.keys { position: sticky; top: 0; padding: .5rem 0; background: var(--paper); }
.keys input { width: min(30rem, 60%); vertical-align: middle; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; text-anchor: middle; }
svg .bound { fill: var(--muted); paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
svg line { stroke: var(--rule); }
svg .shape { fill: var(--paper); stroke: var(--ink); }
svg .leaf .shape { stroke: var(--leaf); }
svg .skipped .shape, svg line.skipped { stroke: var(--cut); stroke-dasharray: 4 3; }
svg .skipped text { fill: var(--cut); }
svg .current .shape { fill: var(--now); stroke-width: 2.5; }
table { border-collapse: collapse; }
td, th { padding: .1rem .8rem .1rem 0; text-align: left; white-space: nowrap; }
td:first-child, td:nth-child(2) { color: var(--muted); font-variant-numeric: tabular-nums; }
tr.current { background: var(--now); }
tr.cut td:last-child { color: var(--cut); }
.hidden { display: none; }
"""

SCRIPT = """
const slider = document.querySelector("input"), shown = document.querySelector("output");
const rows = [...document.querySelectorAll("tbody tr")], parts = [...document.querySelectorAll("[data-from]")];
const nodes = new Map([...document.querySelectorAll("g[data-name]")].map(node => [node.dataset.name, node]));
function show() {
  const step = Number(slider.value), row = rows[step - 1];
  for (const part of parts) {
    const until = Number(part.dataset.until || Infinity);
    part.classList.toggle("hidden", step < Number(part.dataset.from) || step >= until);
  }
  rows.forEach(other => other.classList.toggle("current", other === row));
  nodes.forEach((node, name) => node.classList.toggle("current", name === row.dataset.name));
  shown.textContent = `${step} of ${rows.length}: ${row.lastElementChild.textContent.trim()}`;
}
slider.addEventListener("input", show);
document.querySelector(".keys").hidden = false;
show();
"""


@dataclass
class Spot:
    """A node of the drawing.

    since: the step that shows it
    labels: what is written below it, and since which step; each replaces the one before
    """

    name: str
    parent: str
    player: Player
    ply: int
    since: int
    kind: str
    labels: list[tuple[int, str]] = field(default_factory=list)
    children: list[Spot] = field(default_factory=list)
    x: float = 0.0

    @property
    def y(self) -> int:
        return MARGIN + self.ply * ROW


def page(found: Trace) -> str:
    """The whole file."""
    last = len(found.steps)
    title = escape(f"Alpha-beta, step by step: {summary(found)}")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(f"Alpha-beta from {found.root.name}")}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>Alpha-beta, step by step</h1>
<p>{escape(summary(found))}.</p>
<p>Squares are MAX, who raises alpha; circles are MIN, who lowers beta. Values are what MAX gets. Leaves are green; what
is dashed was never looked at.</p>
<div class="keys" hidden><label>Step <input type="range" min="1" max="{last}" value="{last}"></label> <output></output>
</div>
<div class="drawing">
{drawing(found, title)}
</div>
<div class="steps">
<table>
<thead><tr><th></th><th>window</th><th>what happens</th></tr></thead>
<tbody>
{chr(10).join(_rows(found))}
</tbody>
</table>
</div>
<script>{SCRIPT}</script>
</body>
</html>
"""


def _rows(found: Trace) -> Iterator[str]:
    for number, step in enumerate(found.steps, 1):
        kind = ' class="cut"' if isinstance(step, Cut) else ""
        indent = f' style="padding-left: {1.2 * step.node.ply:g}rem"'
        yield (
            f'<tr data-name="{escape(step.node.name)}"{kind}><td>{number}</td><td>{window_word(step)}</td>'
            f"<td{indent}>{escape(sentence(step))}</td></tr>"
        )


def drawing(found: Trace, title: str) -> str:
    """The tree as SVG; `title` is what is read to those who cannot see it."""
    spots = spots_of(found)
    columns = _place(spots)
    width, height = 2 * MARGIN + (columns - 1) * COLUMN, 2 * MARGIN + ROW * max(spot.ply for spot in spots.values())
    parts = [f'<svg role="img" aria-label="{title}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">']
    parts += [_line(spots[spot.parent], spot) for spot in spots.values() if spot.parent]
    parts += [_node(spot) for spot in spots.values()]
    return "\n".join([*parts, "</svg>"])


def spots_of(found: Trace) -> dict[str, Spot]:
    """Every node that was entered or skipped, by name, with its children in the order of the search."""
    spots: dict[str, Spot] = {}
    for number, step in enumerate(found.steps, 1):
        node = step.node
        if isinstance(step, Enter | Leaf):
            kind, label = ("leaf", str(step.value)) if isinstance(step, Leaf) else ("inner", _bound(node.player, None))
            labels = [(number, label)]
            spots[node.name] = Spot(node.name, node.parent, node.player, node.ply, number, kind, labels)
        elif isinstance(step, Back) and step.after != step.before:
            spots[node.name].labels.append((number, _bound(node.player, step.after)))
        elif isinstance(step, Cut):
            for name in step.skipped:
                spots[name] = Spot(name, node.name, other(node.player), node.ply + 1, number, "skipped")
    for spot in spots.values():
        if spot.parent:
            spots[spot.parent].children.append(spot)
    return spots


def _bound(player: Player, value: int | None) -> str:
    """A node's alpha or beta; None: where it begins."""
    if player == "MAX":
        return f"α = {'-inf' if value is None else value}"
    return f"β = {'+inf' if value is None else value}"


def _place(spots: Mapping[str, Spot]) -> int:
    """Give every node its place, a column for each one without children; how many columns that makes.

    The search met the nodes from left to right and a parent before its children.
    """
    ends = [spot for spot in spots.values() if not spot.children]
    for column, spot in enumerate(ends):
        spot.x = MARGIN + column * COLUMN
    for spot in reversed(list(spots.values())):
        if spot.children:
            spot.x = (spot.children[0].x + spot.children[-1].x) / 2
    return len(ends)


def _line(parent: Spot, child: Spot) -> str:
    kind = ' class="skipped"' if child.kind == "skipped" else ""
    places = f'x1="{parent.x:g}" y1="{parent.y}" x2="{child.x:g}" y2="{child.y}"'
    return f'<line data-from="{child.since}"{kind} {places}/>'


def _node(spot: Spot) -> str:
    """Its shape, its name, and below it whatever is known of it by now."""
    name = escape(spot.name)
    short = escape(spot.name.rpartition(THEN)[2] or spot.name)
    size = f'x="{spot.x - RADIUS:g}" y="{spot.y - RADIUS}" width="{2 * RADIUS}" height="{2 * RADIUS}"'
    circle = f'cx="{spot.x:g}" cy="{spot.y}" r="{RADIUS}"'
    shape = f'<rect class="shape" {size}/>' if spot.player == "MAX" else f'<circle class="shape" {circle}/>'
    ends = [since for since, _ in spot.labels[1:]] + [0]
    labels = ""
    for (since, label), until in zip(spot.labels, ends, strict=False):
        replaced = f' data-until="{until}"' if until else ""
        kind = "bound hidden" if until else "bound"
        place = f'x="{spot.x:g}" y="{spot.y + RADIUS + 14}"'
        labels += f'<text class="{kind}" {place} data-from="{since}"{replaced}>{label}</text>'
    return (
        f'<g class="{spot.kind}" data-name="{name}" data-from="{spot.since}"><title>{name}</title>{shape}'
        f'<text x="{spot.x:g}" y="{spot.y + 5}">{short}</text>{labels}</g>'
    )
