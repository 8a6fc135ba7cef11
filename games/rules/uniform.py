"""Synthetic trees of one branching and one depth, whose values come from a hash: as large as you like, without memory.

Two kinds. Without `quality`, leaves have independent values (Knuth and Moore 1975 study these). With it, the value of
every node is settled before those below it: one child keeps its parent's value, negated, and all others are worse for
who chooses. So the value of every node is known without a search, and how often the best child comes first is a
parameter, as in the "strongly ordered trees" of Marsland and Campbell 1982.

A node is numbered within its ply: child c of node n is n * branching + c. The first player moves at even plies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.game import UNDECIDED, Game, PositionError, RulesError

MAX_PLIES = 200
MAX_LEAVES = 1 << 62
LARGEST = 100
"""Of a leaf that is drawn, and of what a wrong move costs; leaves lie between it and its negative."""

BITS = 31
MASK = (1 << BITS) - 1


class Place(NamedTuple):
    """A node by its number and ply, and its value for the player to move where that is settled, else 0."""

    node: int
    ply: int
    value: int


def uniform(branching: int = 4, depth: int = 6, seed: int = 0, quality: float | None = None) -> Game:
    """A tree in which every node above `depth` has `branching` children.

    quality: how often the first child is the best one, from 0 to 1; when it is not, any other is, with equal chance.
        None: leaves have independent values.

    Raises:
        RulesError: no tree has such a size, or the quality is no probability.
    """
    check(branching, depth, seed, quality)
    draw = make_draw(seed)
    if quality is None:
        child_value, largest = independent(draw, branching, depth), LARGEST
    else:
        child_value, largest = settled(draw, branching, quality), LARGEST * (depth + 1)
    root_value = draw(0, 0, 2 * LARGEST + 1) - LARGEST if quality is not None or depth == 0 else 0

    def moves(place: Place) -> Iterator[int]:
        if place.ply < depth:
            for child in range(branching):  # noqa: UP028  (Numba has no `yield from`)
                yield child

    def play(place: Place, child: int) -> Place:
        return Place(place.node * branching + child, place.ply + 1, child_value(place, child))

    def outcome(place: Place) -> int:
        return place.value if place.ply == depth else UNDECIDED

    def exact(place: Place) -> int:
        return place.value

    notation = Notation(branching, depth, child_value, root_value)
    return Game(
        name="uniform",
        initial=Place(0, 0, root_value),
        moves=moves,
        play=play,
        outcome=outcome,
        max_moves=branching,
        max_plies=depth,
        write=notation.write,
        read=notation.read,
        picture=notation.picture,
        evaluations={} if quality is None else {"exact": exact},
        max_outcome=largest,
    )


def check(branching: int, depth: int, seed: int, quality: float | None) -> None:
    """That there is such a tree.

    Raises:
        RulesError: there is none.
    """
    if branching < 1 or not 0 <= depth <= MAX_PLIES:
        raise RulesError(f"a tree of branching {branching} and depth {depth}: 1 or more, and 0 to {MAX_PLIES}")
    if branching**depth > MAX_LEAVES:
        raise RulesError(f"{branching} to the power of {depth} is more than 2**62 leaves, too many to be numbered")
    if seed < 0:
        raise RulesError(f"a seed of {seed}: 0 or more")
    if quality is not None and not 0 <= quality <= 1:
        raise RulesError(f"a quality of {quality}: 0 (the first child is never the best) to 1 (always)")


def make_draw(seed: int) -> Callable[[int, int, int], int]:
    """A hash: (node, salt, bound) -> 0 .. bound - 1, for a bound up to 2**31.

    Numbers of 31 bits, so that products stay within 64 bits and both backends agree.
    """
    key = seed % MASK + 1

    def scrambled(number: int) -> int:
        number = (number ^ number >> 16) * 0x45D9F3B & MASK
        number = (number ^ number >> 13) * 0x2C1B3C6D & MASK
        return number ^ number >> 16

    def draw(node: int, salt: int, bound: int) -> int:
        number = scrambled(key) ^ salt
        number = scrambled(number) ^ node & MASK
        number = scrambled(number) ^ node >> BITS
        return scrambled(number) * bound >> BITS

    return draw


def independent(draw: Callable[[int, int, int], int], branching: int, depth: int) -> Callable[[Place, int], int]:
    """Leaves drawn one by one, between -LARGEST and LARGEST; 0 above them."""

    def child_value(place: Place, child: int) -> int:
        if place.ply + 1 < depth:
            return 0
        return draw(place.node * branching + child, 0, 2 * LARGEST + 1) - LARGEST

    return child_value


def settled(draw: Callable[[int, int, int], int], branching: int, quality: float) -> Callable[[Place, int], int]:
    """The best child has the value of the node, negated; with any other, who chooses it loses 1 to LARGEST."""
    first_is_best = round(quality * (1 << BITS))

    def best_child(place: Place) -> int:
        if branching == 1 or draw(place.node, 3 * place.ply + 1, 1 << BITS) < first_is_best:
            return 0
        return 1 + draw(place.node, 3 * place.ply + 2, branching - 1)

    def child_value(place: Place, child: int) -> int:
        if child == best_child(place):
            return -place.value
        return -place.value + 1 + draw(place.node * branching + child, 3 * place.ply + 3, LARGEST)

    return child_value


@dataclass(frozen=True)
class Notation:
    """Positions as the way to them: `/0/2` is the third child of the first child of the root, which is `/`."""

    branching: int
    depth: int
    child_value: Callable[[Place, int], int]
    root_value: int

    def read(self, text: str) -> Place:
        """The inverse of `write`.

        Raises:
            PositionError: no way, or one that leads out of the tree.
        """
        if not re.fullmatch(r"/|(/[0-9]{1,18})+", text.strip()):
            raise PositionError(f"{text!r} is no way through a tree: /0/2 is the third child of the root's first child")
        place = Place(0, 0, self.root_value)
        for child in map(int, re.findall("[0-9]+", text)):
            if place.ply == self.depth:
                raise PositionError(f"{text!r} is too long a way: the tree is {self.depth} plies deep")
            if child >= self.branching:
                raise PositionError(f"child {child} in {text!r}: every node has {self.branching}, counted from 0")
            place = Place(place.node * self.branching + child, place.ply + 1, self.child_value(place, child))
        return place

    def write(self, place: Place) -> str:
        children = [place.node // self.branching**ply % self.branching for ply in range(place.ply)]
        return "".join(f"/{child}" for child in reversed(children)) or "/"

    def picture(self, place: Place) -> str:
        """The way there, and the value of a leaf."""
        value = f" {place.value}" if place.ply == self.depth else ""
        return f"{self.write(place)}{value}"
