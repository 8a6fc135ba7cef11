"""Graph colouring: a colour for every vertex, different ones at the two ends of every edge.

Instances are maps known by name, random graphs, and graphs from files. A colour is a number from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from typing import TYPE_CHECKING

from csp.model import Model, NotEqual
from csp.problems.dimacs import NotAGraph, read_graph
from csp.problems.family import Content, Family, InstanceError, Named, Unread
from csp.problems.maps import AUSTRALIA, USA, borders
from csp.problems.parameters import below, seeded, shuffled, within

if TYPE_CHECKING:
    import numpy as np

AT_THE_THRESHOLD = -1.0

THRESHOLDS = {3: 4.69, 4: 8.90, 5: 13.67, 6: 18.88, 7: 24.46, 8: 30.34, 9: 36.49, 10: 42.93}
"""The average degree at which large random graphs stop having a colouring, by colours: Zdeborova and Krzakala, Phase
transitions in the coloring of random graphs (2007), Table I."""

LARGEST = 100_000
MOST_COLOURS = 1000


def threshold(colours: int) -> float:
    """The average degree at the threshold; where the table ends, the expansion for many colours, 2k ln k - ln k - 1."""
    return THRESHOLDS.get(colours, max(0.0, 2 * colours * log(colours) - log(colours) - 1))


def generate(
    vertices: int = 50, colours: int = 3, degree: float = AT_THE_THRESHOLD, planted: bool = False, seed: int = 0
) -> Content:
    """A random graph with exactly round(vertices * degree / 2) edges, every such graph as likely.

    degree: average number of neighbours; -1: the threshold of so many colours, or all edges that there can be if these
        are fewer
    planted: only edges between vertices to which a hidden colouring gives different colours, with classes of equal size

    Raises:
        InstanceError: vertices or colours are negative or too many, or more edges are asked for than there can be.
    """
    within("vertices", vertices, 0, LARGEST)
    within("colours", colours, 1, MOST_COLOURS)
    if degree != AT_THE_THRESHOLD:
        within("degree", degree, 0, max(0, vertices - 1), "a vertex has at most all the others as neighbours")
    rng = seeded(seed, "colouring", vertices, colours, "planted" if planted else "free")
    classes = shuffled(rng, (vertex % colours if planted else vertex for vertex in range(vertices)))
    possible = vertices * (vertices - 1) // 2 - sum(size * (size - 1) // 2 for size in Counter(classes).values())
    wanted = round(vertices * (threshold(colours) if degree == AT_THE_THRESHOLD else degree) / 2)
    if degree != AT_THE_THRESHOLD and wanted > possible:
        raise InstanceError(
            f"degree {degree} makes {wanted} edges; with {vertices} vertices in {colours} planted classes "
            f"there can be {possible}"
        )
    edges = _edges(rng, classes, min(wanted, possible), possible)
    return {"vertices": vertices, "edges": edges, "colours": colours, "names": []}


def _edges(rng: np.random.Generator, classes: list[int], wanted: int, possible: int) -> list[list[int]]:
    """So many different edges between vertices (from 1) of different classes, in ascending order."""
    vertices = len(classes)
    if 2 * wanted > possible:
        everything = (
            [one + 1, other + 1]
            for one in range(vertices)
            for other in range(one + 1, vertices)
            if classes[one] != classes[other]
        )
        return sorted(shuffled(rng, everything)[:wanted])
    found: set[tuple[int, int]] = set()
    while len(found) < wanted:
        one, other = below(rng, vertices), below(rng, vertices)
        if classes[one] != classes[other]:
            found.add((min(one, other) + 1, max(one, other) + 1))
    return [list(edge) for edge in sorted(found)]


def _map(text: str, colours: int) -> Content:
    names, edges = borders(text)
    return {"vertices": len(names), "edges": edges, "colours": colours, "names": names}


def read(text: str, colours: int = 3) -> Iterator[Named | Unread]:
    """The graph in a DIMACS `.col` file, to be coloured with so many colours; or the first mistake in the file.

    Raises:
        InstanceError: the number of colours makes no sense.
    """
    within("colours", colours, 1, MOST_COLOURS)
    try:
        vertices, edges = read_graph(text)
    except NotAGraph as error:
        yield Unread(error.place, str(error))
        return
    if vertices > LARGEST:
        yield Unread("line 1", f"{vertices} vertices; at most {LARGEST} are taken")
        return
    yield Named("graph", {"vertices": vertices, "edges": edges, "colours": colours, "names": []})


def model(content: Content) -> Model:
    """Variable v: the colour of vertex v + 1."""
    domains = [range(1, content["colours"] + 1)] * content["vertices"]
    edges = [NotEqual(one - 1, other - 1) for one, other in content["edges"]]
    return Model(domains, edges, content["names"])


def check(content: Content, values: Sequence[int]) -> str:
    """Why these colours are no solution; "" when they are one."""
    if len(values) != content["vertices"]:
        return f"{len(values)} colours for {content['vertices']} vertices"
    names = content["names"] or [f"vertex {vertex}" for vertex in range(1, len(values) + 1)]
    for name, colour in zip(names, values, strict=True):
        if colour not in range(1, content["colours"] + 1):
            return f"{name} has colour {colour} of {content['colours']}"
    for one, other in content["edges"]:
        if values[one - 1] == values[other - 1]:
            return f"{names[one - 1]} and {names[other - 1]} are neighbours, and both have colour {values[one - 1]}"
    return ""


def write(content: Content, values: Sequence[int]) -> str:
    """`WA=1 NT=2 ...` on a map; elsewhere the colours of the vertices in order."""
    if content["names"]:
        return " ".join(f"{name}={colour}" for name, colour in zip(content["names"], values, strict=True))
    return " ".join(map(str, values))


NAMED = {
    "australia": ("the seven states and territories, 3 colours", _map(AUSTRALIA, 3)),
    "usa": ("the 48 contiguous states, 4 colours", _map(USA, 4)),
    "usa-3": ("the same with 3 colours: Nevada and its five neighbours need 4", _map(USA, 3)),
}

COUNTS = {"australia": 18, "usa-3": 0, "usa": 12_811_591_729_152}


def count(content: Content) -> int | None:
    """Of the maps known by name."""
    known = (COUNTS[name] for name, (_, named) in NAMED.items() if dict(content) == named)
    return next(known, None)


COLOURING = Family(
    "colouring",
    "graph colouring: maps, random graphs at the phase transition, DIMACS .col files",
    generate,
    model,
    check,
    write,
    NAMED,
    read,
    noun="graph",
    count=count,
)
