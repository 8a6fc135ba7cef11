"""Graphs in the DIMACS format `.col` (Second DIMACS Implementation Challenge, 1993).

    c a comment, anywhere
    p edge 5 4          5 vertices, 4 edges; `p col` and `p edges` say the same
    e 1 2               an edge; vertices are counted from 1

What is tolerated, because well-known files have it: an edge twice, in one direction or in both, which is one edge; a
number of edges in the line `p` that counts lines, or edges, or edges in both directions; lines `n`, `d`, `v` and `x`
(weights and coordinates), empty lines, spaces at both ends, any kind of line end.

What is not: anything else. The first mistake ends the reading, with the number of its line.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PASSED_OVER = ("c", "n", "d", "v", "x")


class NotAGraph(ValueError):
    """What is wrong with a file; `place` says where."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(message)
        self.place = place


@dataclass
class _Draft:
    """A graph on its way: what the line `p` says, where it stands, and the edges so far, the smaller vertex first."""

    vertices: int = 0
    announced: int = 0
    problem_line: int = 0
    lines_of_edges: int = 0
    edges: dict[tuple[int, int], None] = field(default_factory=dict)


def read_graph(text: str) -> tuple[int, list[list[int]]]:
    """The number of vertices, and the edges in order of their first line: each a pair from 1, the smaller first.

    Raises:
        NotAGraph: the first mistake.
    """
    draft = _Draft()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.split()
        if not words or words[0] in PASSED_OVER or words[0].startswith("c"):
            continue
        place = f"line {number}"
        if words[0] == "p":
            _problem(draft, words, number)
        elif words[0] == "e":
            _edge(draft, words, place)
        else:
            raise NotAGraph(place, f"a line of a .col file begins with c, p, e or n, not with {words[0][:20]!r}")
    if not draft.problem_line:
        raise NotAGraph("end", "no line `p edge VERTICES EDGES` in it")
    distinct = len(draft.edges)
    if draft.announced not in (draft.lines_of_edges, distinct, 2 * distinct):
        raise NotAGraph(
            f"line {draft.problem_line}",
            f"{draft.announced} edges are announced, and there are {distinct}"
            + (f" on {draft.lines_of_edges} lines" if draft.lines_of_edges != distinct else "")
            + "; is the file cut off?",
        )
    return draft.vertices, [list(edge) for edge in draft.edges]


def _problem(draft: _Draft, words: list[str], number: int) -> None:
    place = f"line {number}"
    if draft.problem_line:
        raise NotAGraph(place, f"a second line `p`; the first is line {draft.problem_line}")
    if len(words) != 4 or words[1] not in ("edge", "edges", "col"):
        raise NotAGraph(place, f"a line `p edge VERTICES EDGES` is expected, not {' '.join(words)[:60]!r}")
    draft.vertices, draft.announced = (_number(word, place) for word in words[2:])
    draft.problem_line = number


def _edge(draft: _Draft, words: list[str], place: str) -> None:
    if not draft.problem_line:
        raise NotAGraph(place, "an edge before the line `p edge VERTICES EDGES`")
    if len(words) != 3:
        raise NotAGraph(place, f"an edge is `e VERTEX VERTEX`, not {' '.join(words)[:60]!r}")
    one, other = sorted(_number(word, place) for word in words[1:])
    for vertex in (one, other):
        if not 1 <= vertex <= draft.vertices:
            raise NotAGraph(place, f"there is no vertex {vertex}; they are numbered from 1 to {draft.vertices}")
    if one == other:
        raise NotAGraph(place, f"an edge from vertex {one} to itself: no colour differs from itself")
    draft.lines_of_edges += 1
    draft.edges[one, other] = None


def _number(word: str, place: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 9:
        raise NotAGraph(place, f"{word[:20]!r} is not a whole number from 0 to 999999999")
    return int(word)
