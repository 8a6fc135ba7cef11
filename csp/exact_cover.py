"""Exact cover by Knuth's Algorithm X with dancing links: choose options so that every item is covered exactly once.

item         what is to be covered: a primary one exactly once, a secondary one at most once
option       a set of items that it covers together; a solution is a set of options
header       the node of an item; it starts the vertical list of the nodes of all options that have the item
spacer       a node between two options; it leads from one end of an option to the other

The nodes are Knuth's of The Art of Computer Programming 7.2.2.1 (2019): nodes 1 .. i are the headers of i items, node 0
the head of the list of primary items still to be covered, and the options follow, each in one row between two spacers:

    spacer | a b c | spacer | a d | spacer | ...

Only vertical links are kept for them; the row is walked by adding 1, and a spacer leads back to its other end. The
search keeps its own stack, as `csp.search` does: it goes on after a solution, and needs no recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from backends import Backend, CounterNames, Jit, Vector, vector

COUNTERS = CounterNames(("nodes", "backtracks", "updates"))
NODES, BACKTRACKS, UPDATES = range(3)

EXHAUSTED, SOLUTION, LIMIT = range(3)  # why the search returned
DEPTH, ADVANCING = range(2)  # the entries of State.position

SPACER = 0


class State(NamedTuple):
    """Where a search stands; i items, m nodes. A copy of it is a copy of the search.

    left, right: [i + 1] the neighbours in the list of primary items still to be covered; node 0 is its head
    size: [i + 1] how many options with the item are left
    up, down: [m] the vertical neighbours; of a spacer: the first node of the option before, the last of the one after
    item: [m] the item of a node, or SPACER
    chosen: [primary items + 1] the node that was chosen at each depth, in the list of the item covered there
    position: the depth, and whether a new item is to be chosen there (1) or the last option taken back (0)
    """

    left: Vector
    right: Vector
    size: Vector
    up: Vector
    down: Vector
    item: Vector
    chosen: Vector
    position: Vector

    def copy(self) -> State:
        return State(*(numbers.copy() for numbers in self))


def initial_state(primary: int, items: int, options: Sequence[Sequence[int]], backend: Backend) -> State:
    """The links of options, each a list of items.

    primary, items: items 1 .. primary are primary, primary + 1 .. items secondary
    """
    around = [*range(primary + 1)]
    alone = [*range(primary + 1, items + 1)]
    left, right = [*around[-1:], *around[:-1], *alone], [*around[1:], 0, *alone]
    up, down, item = [*range(items + 1)], [*range(items + 1)], [SPACER] * (items + 1)
    size = [0] * (items + 1)

    def add(which: int, above: int, below: int) -> None:
        item.append(which)
        up.append(above)
        down.append(below)

    add(SPACER, 0, 0)
    for option in options:
        first = len(item)
        for which in option:
            node, last = len(item), up[which]
            add(which, last, which)
            up[which] = down[last] = node
            size[which] += 1
        down[first - 1] = len(item) - 1
        add(SPACER, first, 0)
    lists = (left, right, size, up, down, item, [0] * (primary + 1), [0, 1])
    return State(*(vector(backend, numbers) for numbers in lists))


def option_of_node(items: int, options: Sequence[Sequence[int]]) -> list[int]:
    """Which option each node belongs to, or -1 for headers and spacers; [m], as `initial_state` lays them out."""
    numbers = [-1] * (items + 2)
    for number, option in enumerate(options):
        numbers += [number] * len(option) + [-1]
    return numbers


Search = Callable[[State, Vector, int], int]


Cover = Callable[[State, int, Vector], None]
Uncover = Callable[[State, int], None]


def make_cover(jit: Jit) -> tuple[Cover, Uncover]:
    """Covering an item, and undoing that."""

    @jit
    def cover(state: State, which: int, counters: Vector) -> None:
        """Take an item from the list, and every option that has it from the lists of its other items."""
        row = state.down[which]
        while row != which:
            node = row + 1
            while node != row:
                if state.item[node] == SPACER:
                    node = state.up[node]
                else:
                    above, below = state.up[node], state.down[node]
                    state.down[above], state.up[below] = below, above
                    state.size[state.item[node]] -= 1
                    counters[UPDATES] += 1
                    node += 1
            row = state.down[row]
        before, after = state.left[which], state.right[which]
        state.right[before], state.left[after] = after, before

    @jit
    def uncover(state: State, which: int) -> None:
        """Undo `cover`, link by link in reverse: each node still knows where it was."""
        before, after = state.left[which], state.right[which]
        state.right[before] = state.left[after] = which
        row = state.up[which]
        while row != which:
            node = row - 1
            while node != row:
                if state.item[node] == SPACER:
                    node = state.down[node]
                else:
                    above, below = state.up[node], state.down[node]
                    state.down[above] = state.up[below] = node
                    state.size[state.item[node]] += 1
                    node -= 1
            row = state.up[row]

    return cover, uncover


def make_choose(cover: Cover, uncover: Uncover, jit: Jit) -> tuple[Cover, Uncover]:
    """Choosing an option by one of its nodes, whose item is covered already, and taking it back."""

    @jit
    def choose(state: State, chosen: int, counters: Vector) -> None:
        """Cover the other items of an option."""
        node = chosen + 1
        while node != chosen:
            if state.item[node] == SPACER:
                node = state.up[node]
            else:
                cover(state, state.item[node], counters)
                node += 1

    @jit
    def take_back(state: State, chosen: int) -> None:
        """Uncover them, in reverse."""
        node = chosen - 1
        while node != chosen:
            if state.item[node] == SPACER:
                node = state.down[node]
            else:
                uncover(state, state.item[node])
                node -= 1

    return choose, take_back


def smallest_item(state: State) -> int:
    """The item with the fewest options left (Knuth's minimum remaining values); ties: the lowest."""
    chosen = item = state.right[0]
    while item != 0:
        if state.size[item] < state.size[chosen]:
            chosen = item
        item = state.right[item]
    return chosen


def make_exact_cover(jit: Jit) -> Search:
    """The search. Called again after a solution, it goes on to the next; after LIMIT it cannot."""
    cover, uncover = make_cover(jit)
    choose, take_back = make_choose(cover, uncover, jit)
    next_item = jit(smallest_item)

    @jit
    def search(state: State, counters: Vector, node_limit: int) -> int:
        """Depth-first to the next solution: SOLUTION, EXHAUSTED, or LIMIT when `node_limit` nodes are spent."""
        depth, advancing = state.position[DEPTH], state.position[ADVANCING] == 1
        outcome = EXHAUSTED
        while depth >= 0:
            if advancing:
                if state.right[0] == 0:
                    outcome, depth, advancing = SOLUTION, depth - 1, False
                    break
                item = next_item(state)
                cover(state, item, counters)
                state.chosen[depth] = state.down[item]
            else:
                take_back(state, state.chosen[depth])
                counters[BACKTRACKS] += 1
                state.chosen[depth] = state.down[state.chosen[depth]]
            option = state.chosen[depth]
            if state.item[option] == SPACER:  # a header: the list of this item is at its end
                uncover(state, option)
                depth, advancing = depth - 1, False
                continue
            if counters[NODES] >= node_limit:
                outcome, advancing = LIMIT, True
                break
            choose(state, option, counters)
            counters[NODES] += 1
            depth, advancing = depth + 1, True
        state.position[DEPTH], state.position[ADVANCING] = depth, 1 if advancing else 0
        return outcome

    return search


def chosen_nodes(state: State) -> list[int]:
    """The nodes chosen, right after SOLUTION."""
    return [state.chosen[depth] for depth in range(state.position[DEPTH] + 1)]
