"""Alpha-beta step by step, for people: what comes back to each node, how its bound changes, what is cut and why.

Told as lectures tell it, not as the searchers compute it: values are what MAX gets, a MAX node raises its alpha, a MIN
node lowers its beta. Nodes and cutoffs are those of the searcher `alphabeta` without a table, one for one; fast it is
not.

    alpha    of a MAX node: the highest value so far among its children; it begins at -infinity
    beta     of a MIN node: the lowest value so far among its children; it begins at +infinity
    window   the highest alpha and the lowest beta on the way from the root; what lies outside does not matter there
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, NamedTuple

from backends import Vector, jit_for
from games.answer import Query
from games.game import UNDECIDED, Game, State
from games.rules.tree import Place
from games.search.horizon import at_once
from games.search.limits import enough_stack, fresh_memory
from games.search.memory import DEEPEST, layout_of
from games.search.orders import Ordering, OrderingName, make_ordering
from games.search.rules import INFINITY, NO_EVALUATION, Rules, final_value, rules_of, static_value, without_chance
from games.search.searches import legal_moves
from games.search.table import no_table
from games.strategies import check_depth, check_positive

Player = Literal["MAX", "MIN"]

MOST_STEPS = 1_000
"""A longer trace is read by nobody."""

THEN = "/"
"""Between moves."""

ORACLE_NODES = 20_000
"""The orderings `best` and `worst` search below every node, so the tree may have no more nodes than this."""


class TooLong(ValueError):
    """The trace would have more steps than wanted; the message says what to do."""


class Bound(NamedTuple):
    """A side of a window, and whose alpha or beta it is: the name of a node, "" when it is nobody's."""

    value: int
    owner: str = ""


class Window(NamedTuple):
    """What still matters: more than `alpha` to MAX, less than `beta` to MIN."""

    alpha: Bound
    beta: Bound


WHOLE = Window(Bound(-INFINITY), Bound(INFINITY))


class Node(NamedTuple):
    """A position on the way from the root.

    name: what the position is called, or else the moves that lead there
    player: who moves there
    ply: how many moves lead there
    parent: the name of the node before; "" for the root
    """

    name: str
    player: Player
    ply: int = 0
    parent: str = ""


@dataclass(frozen=True)
class Enter:
    """A node is entered; its alpha or beta begins at infinity."""

    node: Node
    window: Window


@dataclass(frozen=True)
class Leaf:
    """A node where the search stops.

    over: the game is; else the depth limit is reached and the value is that of the evaluation
    """

    node: Node
    window: Window
    value: int
    over: bool


@dataclass(frozen=True)
class Back:
    """A child's value has come back to a node.

    value: of the child
    before, after: the node's own alpha (a MAX node) or beta (a MIN node)
    window: with the bound that the node has now
    last: no more children
    """

    node: Node
    window: Window
    child: str
    value: int
    before: int
    after: int
    last: bool


@dataclass(frozen=True)
class Cut:
    """Nothing that the other children may be worth matters any more: alpha >= beta.

    own: the node's alpha or beta
    bound: what it has met: an ancestor's beta or alpha
    deep: that ancestor is not the parent
    skipped: the children that are not entered; () when the last one cut
    """

    node: Node
    own: int
    bound: Bound
    deep: bool
    skipped: tuple[str, ...]


Step = Enter | Leaf | Back | Cut


@dataclass(frozen=True)
class Trace:
    """A whole search.

    value: of the root, as MAX gets it
    best: the child of the root with that value; "" when there is none
    nodes, leaves, cutoffs: as `games.answer` defines them
    """

    root: Node
    steps: tuple[Step, ...]
    value: int
    best: str
    nodes: int
    leaves: int
    cutoffs: int


def trace(
    game: Game,
    state: State,
    depth: int = DEEPEST,
    ordering: OrderingName = "natural",
    evaluation: str = NO_EVALUATION,
    most: int = MOST_STEPS,
    seed: int = 0,
) -> Trace:
    """Search a position with alpha-beta (Knuth and Moore 1975, with the bounds of all ancestors) and tell every step.

    MAX is who moves in `state`; in a literal tree, who moves at the root of the whole tree.

    depth: plies looked ahead; the game may end before
    ordering: in which order moves are tried, see `games.search.orders.make_ordering`
    evaluation: one of the game's, by name; none: a position at the depth limit counts as a draw
    most: refuse to make more steps than this
    seed: of the ordering `random`

    Raises:
        TooLong: there are more steps.
        Unsupported: chance moves in the game, or it lacks what the ordering or the evaluation needs.
        ValueError: a depth or a number of steps below 1, or a depth that is too great.
    """
    check_depth(depth)
    check_positive(most=most)
    rules = rules_of(without_chance(game, "alphabeta"), evaluation)
    depth = min(depth, rules.max_plies)
    if ordering in ("best", "worst"):
        _check_oracle(rules, state, depth, ordering)
    searching = _Searching(game, rules, state, ordering, most, seed)
    root = Node(searching.name(state), player_at(game, state))
    with enough_stack(2 * depth):
        value = searching.visit(state, root, depth, WHOLE)
    steps = tuple(searching.steps)
    best = [step.child for step in steps if isinstance(step, Back) and step.node == root and step.after != step.before]
    return Trace(
        root=root,
        steps=steps,
        value=value,
        best=best[-1] if best else "",
        nodes=sum(isinstance(step, Enter | Leaf) for step in steps),
        leaves=sum(isinstance(step, Leaf) for step in steps),
        cutoffs=sum(isinstance(step, Cut) for step in steps),
    )


def player_at(game: Game, state: State) -> Player:
    """Who moves: in a literal tree MAX and MIN take turns from its root; elsewhere MAX is who asks."""
    player: Player = "MAX"
    if isinstance(state, Place):
        level = [game.initial]
        while state not in level:
            level = [game.play(place, move) for place in level for move in game.moves(place)]
            player = other(player)
    return player


def other(player: Player) -> Player:
    """The opponent."""
    return "MIN" if player == "MAX" else "MAX"


class _Searching:
    """A search under way, and its steps so far."""

    def __init__(self, game: Game, rules: Rules, state: State, ordering: OrderingName, most: int, seed: int) -> None:
        layout, jit = layout_of(rules), jit_for("python")
        self._game, self._rules, self._most = game, rules, most
        self._outcome, self._static = final_value(rules), static_value(rules)
        self._ordering: Ordering = make_ordering(ordering, rules, layout, no_table(), at_once(rules), jit)
        self._memory: Vector = fresh_memory(Query(seed, backend="python"), layout.table)
        # As in a literal tree, where a move is called as the node it leads to.
        self._named = all(
            game.write(game.play(state, move)) == game.move_name(state, move) for move in legal_moves(rules, state)
        )
        self.steps: list[Step] = []

    def visit(self, state: State, node: Node, depth: int, window: Window) -> int:
        """The value of a node, for MAX: exact inside the window, else a bound."""
        outcome = self._outcome(state)
        if outcome != UNDECIDED or depth == 0:
            return self._leaf(state, node, window, outcome)
        self._tell(Enter(node, window))
        own = -INFINITY if node.player == "MAX" else INFINITY
        moves = list(self._ordering.in_order(state, depth, node.ply, self._memory))
        children = [self._child(state, node, move) for move in moves]
        for tried, (move, child) in enumerate(zip(moves, children, strict=True), 1):
            value = self.visit(self._rules.play(state, move), child, depth - 1, _narrowed(window, node, own))
            before, own = own, max(own, value) if node.player == "MAX" else min(own, value)
            now = _narrowed(window, node, own)
            self._tell(Back(node, now, child.name, value, before, own, tried == len(moves)))
            if now.alpha.value >= now.beta.value:
                bound = window.beta if node.player == "MAX" else window.alpha
                self._tell(
                    Cut(node, own, bound, bound.owner != node.parent, tuple(child.name for child in children[tried:]))
                )
                self._ordering.learn(move, depth, node.ply, self._memory)
                break
        return own

    def name(self, state: State) -> str:
        """Of the root."""
        return self._game.write(state) if self._named else "root"

    def _child(self, state: State, node: Node, move: int) -> Node:
        called = self._game.move_name(state, move)
        name = called if self._named or node.ply == 0 else f"{node.name}{THEN}{called}"
        return Node(name, other(node.player), node.ply + 1, node.name)

    def _leaf(self, state: State, node: Node, window: Window, outcome: int) -> int:
        over = outcome != UNDECIDED
        value = outcome if over else self._static(state)  # for who moves there
        if node.player == "MIN":
            value = -value
        self._tell(Leaf(node, window, value, over))
        return value

    def _tell(self, step: Step) -> None:
        if len(self.steps) == self._most:
            raise TooLong(
                f"{self._game.name}: more than {self._most:,} steps; look less far ahead (depth), begin nearer to the "
                "end of the game (position), or allow more steps (most)"
            )
        self.steps.append(step)


def _narrowed(window: Window, node: Node, own: int) -> Window:
    """The window with a node's own alpha or beta, where no ancestor's is tighter."""
    if node.player == "MAX":
        return window._replace(alpha=Bound(own, node.name)) if own >= window.alpha.value else window
    return window._replace(beta=Bound(own, node.name)) if own <= window.beta.value else window


def _check_oracle(rules: Rules, state: State, depth: int, ordering: str) -> None:
    """Raises TooLong where the ordering would take its time."""
    level, nodes = [state], 1
    for _ in range(depth):
        level = list(islice(_below(rules, level), ORACLE_NODES))
        nodes += len(level)
        if nodes > ORACLE_NODES:
            raise TooLong(
                f"the ordering `{ordering}` searches below every node, and there are more than {ORACLE_NODES:,}; look "
                "less far ahead (depth), or begin nearer to the end of the game (position)"
            )


def _below(rules: Rules, level: Sequence[State]) -> Iterator[State]:
    return (rules.play(state, move) for state in level for move in legal_moves(rules, state))
