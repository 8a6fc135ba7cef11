"""Game trees that are written down node by node, as text or as JSON.

Text: `A(B(F=4, G=-5), C(3, 8))`. A node has a name, a value after `=`, and its children in parentheses; each may be
left out, and a number alone is a leaf. Values are for MAX, who moves at the root; an inner node's value is what it is
thought to be worth where a search stops there. Children in brackets come by chance, each after its weight:
`risky[1/2: 10, 1/2: 0]`.

JSON: a number is a leaf, a list a node with children, an object a node with children by name; an object with one node
in it names the root. `{"chance": [[1, 10], [1, 0]]}` is a chance node with weights and children.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.game import UNDECIDED, RulesError

MAX_NESTING = 200
"""Plies. A deeper tree is a mistake, or no literal one."""

TOKEN = re.compile(r"\s*(?P<token>[-+]?[0-9]+(?:[./][0-9]+)?|[^\W\d][\w'-]*|[()\[\],:=])")


@dataclass(frozen=True)
class Node:
    """A node and all below it.

    name: "" when it has none
    value: of a leaf, for MAX; of an inner node, what it is thought to be worth, or None
    weights: of the children of a chance node; () where a player moves
    """

    name: str = ""
    value: int | None = None
    children: tuple[Node, ...] = ()
    weights: tuple[Fraction, ...] = ()


def read_tree(source: str | Sequence[Any] | Mapping[str, Any]) -> Node:
    """A tree from text, JSON text, or what JSON makes of such.

    Raises:
        RulesError: it is none, or one with a mistake; the message says where.
    """
    if not isinstance(source, str):
        return _rooted(_from_json(source, "the root", 0))
    if source.lstrip()[:1] in ("[", "{"):
        return _rooted(_from_json(_parse_json(source), "the root", 0))
    return _Reader(source).read()


def _value(number: Fraction, where: str) -> int:
    if number.denominator != 1:
        raise RulesError(f"{where}: {float(number):g} is no integer; values are exact, so multiply them all")
    if abs(number) >= UNDECIDED:
        raise RulesError(f"{where}: {number} is out of range; values are below {UNDECIDED:,}")
    return int(number)


def _weight(number: Fraction, where: str) -> Fraction:
    if number <= 0:
        raise RulesError(f"{where}: a weight of {number}; weights are above 0")
    return number


class _Reader:
    """Reads the text form from left to right."""

    def __init__(self, text: str) -> None:
        self._text, self._place = text, 0

    def read(self) -> Node:
        node = self._node(0)
        if self._rest():
            raise self._error("nothing more")
        return node

    def _rest(self) -> str:
        return self._text[self._place :].strip()

    def _error(self, wanted: str) -> RulesError:
        rest = self._text[self._place :]
        place = self._place + len(rest) - len(rest.lstrip()) + 1
        found = f"{rest.strip()[:20]!r} stands there" if rest.strip() else "the text ends"
        return RulesError(f"a tree, at character {place}: {wanted} is expected, and {found}")

    def _next(self, pattern: str) -> str:
        """The next token if it is of a kind, else ""."""
        match = TOKEN.match(self._text, self._place)
        if match is None or not re.fullmatch(pattern, match["token"]):
            return ""
        self._place = match.end()
        return match["token"]

    def _expect(self, pattern: str, wanted: str) -> str:
        token = self._next(pattern)
        if not token:
            raise self._error(wanted)
        return token

    def _number(self, wanted: str) -> Fraction:
        number = self._expect(r"[-+]?[0-9]+([./][0-9]+)?", wanted)
        try:
            return Fraction(number)
        except (ValueError, ZeroDivisionError):
            raise RulesError(f"a tree, at character {self._place}: {number[:20]} is no number") from None

    def _node(self, nesting: int) -> Node:
        if nesting > MAX_NESTING:
            raise self._error(f"a tree of at most {MAX_NESTING} plies")
        start = self._place
        name = self._next(r"[^\W\d].*")
        value = None
        if self._next("=") or not (name or self._rest()[:1] in ("(", "[")):
            value = _value(
                self._number("a number" if name else "a name, a number or ("), f"a tree, at character {start + 1}"
            )
        if self._next(r"\("):
            children, _ = self._children(r"\)", nesting, weighted=False)
            return Node(name, value, children)
        if self._next(r"\["):
            return Node(name, value, *self._children(r"\]", nesting, weighted=True))
        if value is None:
            raise self._error("= and a value, or children in parentheses,")
        return Node(name, value)

    def _children(self, end: str, nesting: int, weighted: bool) -> tuple[tuple[Node, ...], tuple[Fraction, ...]]:
        children: list[Node] = []
        weights: list[Fraction] = []
        while not children or self._next(","):
            if weighted:
                weights.append(_weight(self._number("a weight"), f"a tree, at character {self._place}"))
                self._expect(":", ": after a weight")
            children.append(self._node(nesting + 1))
        self._expect(end, f", or {end[-1]}")
        return tuple(children), tuple(weights)


def _parse_json(text: str) -> Any:
    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        for name, times in Counter(name for name, _ in members).items():
            if times > 1:
                raise RulesError(f"a tree in JSON: {name!r} is {times} times in one object")
        return dict(members)

    try:
        return json.loads(text, parse_float=Fraction, object_pairs_hook=pairs)
    except RecursionError:
        raise RulesError(f"a tree in JSON: deeper than {MAX_NESTING} plies") from None
    except json.JSONDecodeError as error:
        raise RulesError(f"a tree in JSON, line {error.lineno}, column {error.colno}: {error.msg}") from None


def _from_json(part: Any, where: str, nesting: int) -> Node:
    """The node for a part of a JSON text; `where` says which part, for messages."""
    if nesting > MAX_NESTING:
        raise RulesError(f"a tree in JSON: deeper than {MAX_NESTING} plies")
    if isinstance(part, bool | None | str):
        raise RulesError(f"a tree in JSON, {where}: {part!r} is neither a number nor a list nor an object")
    if isinstance(part, int | float | Fraction):
        return Node(value=_value(_exact(part, where), f"a tree in JSON, {where}"))
    if not part:
        raise RulesError(f"a tree in JSON, {where}: a node without children needs a value")
    if not isinstance(part, Mapping):
        return Node(children=tuple(_from_json(child, f"{where}, {n}", nesting + 1) for n, child in enumerate(part)))
    if odd := [name for name in part if ";" in name]:
        raise RulesError(f"a tree in JSON, {where}: the name {odd[0]!r} has a semicolon, which parts moves")
    if set(part) == {"chance"}:
        return _chance(part["chance"], where, nesting)
    return Node(
        children=tuple(replace(_from_json(child, name, nesting + 1), name=name) for name, child in part.items())
    )


def _chance(pairs: Any, where: str, nesting: int) -> Node:
    if not isinstance(pairs, list | tuple) or not all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs
    ):
        raise RulesError(f"a tree in JSON, {where}: chance is a list of [weight, node]")
    weights = [_weight(_exact(weight, where), f"a tree in JSON, {where}") for weight, _ in pairs]
    children = [_from_json(child, f"{where}, {number}", nesting + 1) for number, (_, child) in enumerate(pairs)]
    if not children:
        raise RulesError(f"a tree in JSON, {where}: nothing can happen there")
    return Node(children=tuple(children), weights=tuple(weights))


def _exact(number: Any, where: str) -> Fraction:
    """A number as it is written: 0.1 is one tenth."""
    try:
        return Fraction(str(number))
    except ValueError:
        raise RulesError(f"a tree in JSON, {where}: {str(number)[:20]} is no number") from None


def _rooted(node: Node) -> Node:
    """The node itself, or its only child if that has a name and children of its own."""
    if len(node.children) == 1 and not node.weights and node.children[0].name and node.children[0].children:
        return node.children[0]
    return node


def named(root: Node) -> Iterator[tuple[Node, str]]:
    """Every node with its name, the root first, then level by level. Without a name of its own, a node is called by
    the way to it, `/0/2`: the third child of the first one of the root, which is `/`.

    Raises:
        RulesError: a name twice.
    """
    seen: set[str] = set()
    level = [(root, "")]
    while level:
        for node, path in level:
            name = node.name or path or "/"
            if name in seen:
                raise RulesError(f"two nodes of the tree are called {name}")
            seen.add(name)
            yield node, name
        level = [(child, f"{path}/{n}") for node, path in level for n, child in enumerate(node.children)]
