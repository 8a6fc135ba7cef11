"""Plug points of the search: in which order moves are tried.

An ordering is two functions: one gives the legal moves of a state in order, the other learns from a move that cut. The
order is always total: ties go to the lower code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from backends import Jit, Vector
from games.answer import Unsupported
from games.game import UNDECIDED, State
from games.search.hashing import mix
from games.search.horizon import Horizon
from games.search.memory import QUIESCENCE_NODES, SEED, Layout
from games.search.rules import INFINITY, Rules, final_value, static_value
from games.search.table import Table

OrderingName = Literal[
    "natural", "reverse", "random", "centre", "evaluation", "killer", "history", "table", "best", "worst"
]

InOrder = Callable[[State, int, int, Vector], Iterable[int]]
"""state, depth, ply, memory -> its legal moves"""

Learn = Callable[[int, int, int, Vector], None]
"""move, depth, ply, memory: the move has caused a cutoff"""

Score = Callable[[State, int, int, int, Vector], int]
"""state, move, depth, ply, memory -> the greater, the earlier"""

MASK_BITS = 62


class Ordering(NamedTuple):
    """How moves are put in order, and what is learned."""

    in_order: InOrder
    learn: Learn


def make_ordering(
    name: OrderingName, rules: Rules, layout: Layout, table: Table, horizon: Horizon, jit: Jit
) -> Ordering:
    """The ordering of that name.

    natural, reverse: by the move's code
    random: anyhow, but always the same in one position with one seed
    centre: from the middle of the board outwards
    evaluation: by the static value of what the move leads to
    killer: first the two last moves that cut at the same ply (Akl and Newborn 1977)
    history: by how often and how deep below a move has cut, wherever it was (Schaeffer 1983)
    table: first the best move that the table remembers
    best, worst: by the true value at the depth that is left, found by a search that is not counted

    Raises:
        Unsupported: the game lacks what the ordering needs.
    """
    if name == "natural":
        return natural(rules)
    if name == "reverse":
        return fixed(tuple(reversed(range(rules.max_moves))), rules, layout)
    if name == "centre":
        if not rules.centre:
            raise Unsupported("the ordering `centre` needs a board with a middle, and this game has none")
        return fixed(rules.centre, rules, layout)
    if name == "killer":
        return Ordering(by_score(killer_score(layout), rules, layout), learn_killers(layout))
    if name == "history":
        return Ordering(by_score(history_score(layout), rules, layout), learn_history(layout))
    return Ordering(by_score(score_of(name, rules, table, horizon, jit), rules, layout), learn_nothing)


def score_of(name: OrderingName, rules: Rules, table: Table, horizon: Horizon, jit: Jit) -> Score:
    """How an ordering that learns nothing tells a good move."""
    if name == "random":
        return random_score
    if name == "evaluation":
        return evaluation_score(rules)
    if name == "table":
        return table_score(table)
    return oracle_score(rules, horizon, jit, 1 if name == "best" else -1)


def learn_nothing(move: int, depth: int, ply: int, memory: Vector) -> None:
    """Most orderings know from the start what they know."""


def natural(rules: Rules) -> Ordering:
    """As the game gives them."""
    moves = rules.moves

    def in_order(state: State, depth: int, ply: int, memory: Vector) -> Iterable[int]:
        return moves(state)

    return Ordering(in_order, learn_nothing)


def fixed(order: tuple[int, ...], rules: Rules, layout: Layout) -> Ordering:
    """The same order everywhere; moves that `order` does not name come last."""
    order = (*order, *(move for move in range(rules.max_moves) if move not in order))
    rank = [0] * len(order)
    for place, move in enumerate(order):
        rank[move] = place
    if rules.max_moves > MASK_BITS:
        return Ordering(by_score(rank_score(tuple(rank)), rules, layout), learn_nothing)
    ranked = by_rank(order, tuple(rank), rules)

    def in_order(state: State, depth: int, ply: int, memory: Vector) -> Iterable[int]:
        return ranked(state)

    return Ordering(in_order, learn_nothing)


def by_rank(order: tuple[int, ...], rank: tuple[int, ...], rules: Rules) -> Callable[[State], Iterator[int]]:
    """Moves in a fixed order, by way of a mask with a bit for each rank."""
    moves = rules.moves

    def ranked(state: State) -> Iterator[int]:
        ranks = 0
        for move in moves(state):
            ranks |= 1 << rank[move]
        while ranks:
            yield order[(ranks & -ranks).bit_length() - 1]
            ranks &= ranks - 1

    return ranked


def by_score(score: Score, rules: Rules, layout: Layout) -> InOrder:
    """Sorts the moves at their place in the memory: insertion, so that equal ones stay in the order of their codes."""
    moves, width, first, offset = rules.moves, layout.max_moves, layout.moves, layout.scores - layout.moves

    def in_order(state: State, depth: int, ply: int, memory: Vector) -> Iterable[int]:
        start = first + ply * width
        end = start
        for move in moves(state):
            merit, place = score(state, move, depth, ply, memory), end
            while place > start and memory[place - 1 + offset] < merit:
                memory[place], memory[place + offset] = memory[place - 1], memory[place - 1 + offset]
                place -= 1
            memory[place], memory[place + offset] = move, merit
            end += 1
        return memory[start:end]  # type: ignore[index, return-value]  # a list, or an array

    return in_order


def rank_score(rank: tuple[int, ...]) -> Score:
    """Fixed: `rank` is the place of each move."""

    def score(state: State, move: int, depth: int, ply: int, memory: Vector) -> int:
        return -rank[move]

    return score


def random_score(state: State, move: int, depth: int, ply: int, memory: Vector) -> int:
    """A hash of seed, position and move."""
    number = memory[SEED]
    for word in state:
        number = mix(number, word)
    return mix(number, move) >> 8


def evaluation_score(rules: Rules) -> Score:
    """What the move leads to, as the evaluation sees it.

    Raises:
        Unsupported: none was chosen.
    """
    if rules.evaluate is None:
        raise Unsupported("the ordering `evaluation` needs an evaluation, and none was chosen")
    play, outcome, evaluate = rules.play, final_value(rules), static_value(rules)

    def score(state: State, move: int, depth: int, ply: int, memory: Vector) -> int:
        following = play(state, move)
        value = outcome(following)
        return -evaluate(following) if value == UNDECIDED else -value

    return score


def killer_score(layout: Layout) -> Score:
    """2 and 1 for the last two different moves that cut at this ply, 0 for others."""
    killers = layout.killers

    def score(state: State, move: int, depth: int, ply: int, memory: Vector) -> int:
        if memory[killers + 2 * ply] == move + 1:
            return 2
        return 1 if memory[killers + 2 * ply + 1] == move + 1 else 0

    return score


def learn_killers(layout: Layout) -> Learn:
    """The move becomes the latest killer at its ply."""
    killers = layout.killers

    def learn(move: int, depth: int, ply: int, memory: Vector) -> None:
        latest = killers + 2 * ply
        if memory[latest] != move + 1:
            memory[latest], memory[latest + 1] = move + 1, memory[latest]

    return learn


def history_score(layout: Layout) -> Score:
    """What a move has earned so far."""
    history, width = layout.history, layout.max_moves

    def score(state: State, move: int, depth: int, ply: int, memory: Vector) -> int:
        return memory[history + (ply & 1) * width + move]

    return score


def learn_history(layout: Layout) -> Learn:
    """A cutoff counts more the more it saves: depth squared."""
    history, width = layout.history, layout.max_moves

    def learn(move: int, depth: int, ply: int, memory: Vector) -> None:
        memory[history + (ply & 1) * width + move] += depth * depth

    return learn


def table_score(table: Table) -> Score:
    """1 for the move that the table remembers, 0 for others."""
    locate, remembered = table.locate, table.move

    def score(state: State, move: int, depth: int, ply: int, memory: Vector) -> int:
        return 1 if move == remembered(locate(state, memory), state, memory) else 0

    return score


def oracle_score(rules: Rules, horizon: Horizon, jit: Jit, sign: int) -> Score:
    """The true value of what a move leads to (`sign` 1), or its opposite (-1)."""
    moves, play, outcome = rules.moves, rules.play, final_value(rules)

    @jit
    def true_value(state: State, depth: int, alpha: int, beta: int, memory: Vector) -> int:
        value = outcome(state)
        if value != UNDECIDED or depth == 0:
            return value if value != UNDECIDED else horizon(state, alpha, beta, memory)
        best = -INFINITY
        for move in moves(state):
            best = max(best, -true_value(play(state, move), depth - 1, -beta, -max(alpha, best), memory))
            if best >= beta:
                break
        return best

    def score(state: State, move: int, depth: int, ply: int, memory: Vector) -> int:
        counted = memory[QUIESCENCE_NODES]
        value = true_value(play(state, move), depth - 1, -INFINITY, INFINITY, memory)
        memory[QUIESCENCE_NODES] = counted
        return -value * sign

    return score
