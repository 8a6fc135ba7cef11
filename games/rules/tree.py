"""A literal tree as a game: who moves is MAX at the root, then MIN, and so on; a move is the number of a child.

Nodes are numbered level by level, so the children of one are side by side.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from games.game import UNDECIDED, Chance, Game, PositionError, RulesError
from games.literal import Node, named, read_tree

LECTURE = "A(B(F(N=4, O(W=-3, X=-5)), G=-5), C(H=3, I=8, J(P=9, Q=-6, R=0)), D=0, E(K(S=3, T=5), L=2, M(U=-7, V=-9)))"
"""The tree of a well-known lecture on alpha-beta: MAX gets 3, and X is never looked at."""

MAX_LINES = 200
MAX_TOTAL = 1 << 31


class Place(NamedTuple):
    """Where in the tree the game is."""

    node: int


@dataclass(frozen=True)
class Table:
    """What is known of each node; every sequence is of shape [nodes].

    signs: 1 where values are seen by MAX, -1 where by MIN: as chance is no player, it passes on who comes next
    weights: of a child of a chance node; they sum to `total` for each
    """

    nodes: Sequence[Node]
    names: Sequence[str]
    depths: Sequence[int]
    signs: Sequence[int]
    first_children: Sequence[int]
    weights: Sequence[int]
    total: int

    @property
    def has_chance(self) -> bool:
        return any(node.weights for node in self.nodes)


def tree(text: str | Sequence[Any] | Mapping[str, Any] = LECTURE) -> Game:
    """A tree from text or JSON; `games.literal` has the form.

    Raises:
        RulesError: it cannot be read, or two of its nodes have one name.
    """
    return game_of_tree("tree", read_tree(text))


def game_of_tree(name: str, root: Node) -> Game:
    """The game of a tree.

    Raises:
        RulesError: two nodes with one name.
    """
    table = tabulate(root)
    moves, play, outcome = make_rules(table)
    notation = Notation(table)
    values = [node.value or 0 for node in table.nodes]
    return Game(
        name=name,
        initial=Place(0),
        moves=moves,
        play=play,
        outcome=outcome,
        max_moves=max(1, *(len(node.children) for node in table.nodes)),
        max_plies=max(table.depths),
        write=notation.write,
        read=notation.read,
        picture=notation.picture,
        evaluations={"static": static_value(table)} if any_static(table) else {},
        max_outcome=max(1, *map(abs, values)),
        move_name=notation.move_name,
        chance=make_chance(table) if table.has_chance else None,
    )


def tabulate(root: Node) -> Table:
    """The tree level by level."""
    nodes, names = zip(*named(root), strict=True)
    depths, signs, first_children, weights = [0], [1], [], [0]
    total = common_total(nodes)
    for node, depth, sign in zip(nodes, depths, signs, strict=False):  # both grow while we go
        first_children.append(len(depths))
        depths.extend(depth + 1 for _ in node.children)
        signs.extend(sign if node.weights else -sign for _ in node.children)
        share = total / sum(node.weights) if node.weights else 0
        weights.extend(int(weight * share) for weight in node.weights or [Fraction(0)] * len(node.children))
    return Table(nodes, names, depths, signs, first_children, weights, total)


def common_total(nodes: Sequence[Node]) -> int:
    """The least number that makes an integer of every probability.

    Raises:
        RulesError: it is too large to compute with.
    """
    probabilities = (weight / sum(node.weights) for node in nodes for weight in node.weights)
    total = math.lcm(*(probability.denominator for probability in probabilities))
    if total > MAX_TOTAL:
        raise RulesError("the weights of the chance nodes have no common scale below 2**31: write simpler ones")
    return total


def make_rules(
    table: Table,
) -> tuple[Callable[[Place], Iterator[int]], Callable[[Place, int], Place], Callable[[Place], int]]:
    """Moves, play and outcome. The table becomes arrays, which both backends index."""
    import numpy as np

    child_counts = np.array([len(node.children) for node in table.nodes], dtype=np.int64)
    first_children = np.array(table.first_children, dtype=np.int64)
    outcomes = np.array(
        [
            UNDECIDED if node.children else sign * (node.value or 0)
            for node, sign in zip(table.nodes, table.signs, strict=True)
        ],
        dtype=np.int64,
    )

    def moves(place: Place) -> Iterator[int]:
        for child in range(child_counts[place.node]):  # noqa: UP028  (Numba has no `yield from`)
            yield child

    def play(place: Place, child: int) -> Place:
        return Place(int(first_children[place.node]) + child)

    def outcome(place: Place) -> int:
        return int(outcomes[place.node])

    return moves, play, outcome


def make_chance(table: Table) -> Chance:
    """Chance where the table has it."""
    import numpy as np

    by_chance = np.array([bool(node.weights) for node in table.nodes])
    first_children = np.array(table.first_children, dtype=np.int64)
    weights = np.array(table.weights, dtype=np.int64)

    def is_chance(place: Place) -> bool:
        return bool(by_chance[place.node])

    def weight(place: Place, child: int) -> int:
        return int(weights[int(first_children[place.node]) + child])

    return Chance(is_chance, weight, table.total)


def any_static(table: Table) -> bool:
    """Whether some inner node says what it is thought to be worth."""
    return any(node.children and node.value is not None for node in table.nodes)


def static_value(table: Table) -> Callable[[Place], int]:
    """What an inner node is said to be worth, 0 where nothing is said; for the player to move."""
    import numpy as np

    values = np.array(
        [sign * (node.value or 0) for node, sign in zip(table.nodes, table.signs, strict=True)], dtype=np.int64
    )

    def static(place: Place) -> int:
        return int(values[place.node])

    return static


@dataclass(frozen=True)
class Notation:
    """Positions as the names of nodes."""

    table: Table

    def write(self, place: Place) -> str:
        return self.table.names[place.node]

    def read(self, text: str) -> Place:
        """A node's name, or the way to it: `/0/2`.

        Raises:
            PositionError: no node has that name.
        """
        names = list(self.table.names)
        if text.strip() in names:
            return Place(names.index(text.strip()))
        near = difflib.get_close_matches(text.strip(), names, n=3)
        offer = f"; there are {', '.join(near or names[:10])}" + ("" if near or len(names) <= 10 else ", ...")
        raise PositionError(f"no node of the tree is called {text!r}{offer}")

    def move_name(self, place: Place, child: int) -> str:
        return self.table.names[self.table.first_children[place.node] + child]

    def picture(self, place: Place) -> str:
        """The tree below a node, a line for each, values as MAX gets them."""
        lines = list(islice(self._lines(place.node, 0, ""), MAX_LINES + 1))
        return "\n".join(lines if len(lines) <= MAX_LINES else [*lines[:MAX_LINES], "..."])

    def _lines(self, number: int, indent: int, weight: str) -> Iterator[str]:
        table, node = self.table, self.table.nodes[number]
        value = "" if node.value is None else f" {node.value}"
        kind = "" if not node.children else " chance" if node.weights else " MAX" if table.signs[number] > 0 else " MIN"
        yield f"{'  ' * indent}{weight}{table.names[number]}{value}{kind}"
        for child in range(len(node.children)):
            below = table.first_children[number] + child
            share = f"{Fraction(table.weights[below], table.total)}: " if node.weights else ""
            yield from self._lines(below, indent + 1, share)
