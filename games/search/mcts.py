"""Monte Carlo tree search: UCT (Kocsis and Szepesvari 2006), with the solver of Winands, Bjornsson and Saito (2008).

Each playout goes through four phases. Selection: from the root down, to the most urgent child by UCB1 (Auer and others
2002), as long as all moves of a node have been tried. Expansion: one move that has not is tried, the lowest first.
Simulation: the game is played to its end at random. Backup: every node on the way learns the outcome.

The tree is one vector of nodes, [positions, NODE_SIZE]. A node is eight integers, a cache line, and named by the place
where it begins. The root is 0. What a node knows is seen by the player who moved into it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from backends import Jit, Vector
from games.game import UNDECIDED, State
from games.search.memory import NODE_LIMIT, NODES, POSITIONS, STOPPED
from games.search.playout import LEGAL, expected_score, make_legal_moves, make_playout
from games.search.rules import Rules

NODE_SIZE = 8
FIRST_CHILD, NEXT_SIBLING, MOVE, VISITS, TOTAL, TRIED, LEGAL_MOVES, PROVEN = range(NODE_SIZE)
"""What a node holds.

FIRST_CHILD, NEXT_SIBLING: nodes, the latest first; 0 for none
MOVE: the move that leads to it
VISITS, TOTAL: playouts that went through it, and the sum of their outcomes
TRIED, LEGAL_MOVES: how many of its moves have become children, of how many; LEGAL_MOVES is UNKNOWN until it is needed
PROVEN: WIN or LOSS once that is certain, with the solver
"""

UNKNOWN = -1
WIN, LOSS = 1, -1

Mcts = Callable[[State, int, float, Any, Vector, Vector], None]
"""root, playouts, exploration, generator, tree, memory"""


def make_mcts(rules: Rules, solver: bool, jit: Jit) -> Mcts:
    """The search. With the solver it ends as soon as the root is proven."""
    play, outcome, playout, legal_moves = rules.play, rules.outcome, make_playout(rules), make_legal_moves(rules)
    path = LEGAL + rules.max_moves  # the nodes from the root to the current one, by ply
    longest, most_urgent, expand = rules.max_plies + 1, make_most_urgent(rules, solver), make_expand(rules)
    back_up, prove = make_back_up(path), make_prove(path)

    @jit
    def mcts(root: State, playouts: int, exploration: float, rng: Any, tree: Vector, memory: Vector) -> None:
        tree[LEGAL_MOVES] = UNKNOWN
        memory[POSITIONS] = 1
        for _ in range(playouts):
            if memory[NODES] + longest > memory[NODE_LIMIT]:
                memory[STOPPED] = 1
                break
            state, node, ply = root, 0, 0
            memory[NODES] += 1
            while 0 < tree[node + LEGAL_MOVES] == tree[node + TRIED]:
                node = most_urgent(node, exploration, tree)
                state, ply = play(state, tree[node + MOVE]), ply + 1
                memory[path + ply] = node
                memory[NODES] += 1
            if tree[node + LEGAL_MOVES] == UNKNOWN:
                tree[node + LEGAL_MOVES] = legal_moves(state, memory)
            if tree[node + LEGAL_MOVES] > 0:
                node = expand(node, state, tree, memory)
                state, ply = play(state, tree[node + MOVE]), ply + 1
                memory[path + ply] = node
                memory[NODES] += 1
            reward = -playout(state, rng, memory)
            back_up(ply, reward, tree, memory)
            if solver and outcome(state) != UNDECIDED:
                prove(ply, reward, tree, memory)
                if tree[PROVEN] != 0:
                    break

    return mcts


def make_most_urgent(rules: Rules, solver: bool) -> Callable[[int, float, Vector], int]:
    """Selection by UCB1: the mean score of a child, from 0 to 1, and a bonus for having been visited seldom."""
    half = 0.5 / rules.max_outcome  # the constant half of a score is the same for all

    def most_urgent(node: int, exploration: float, tree: Vector) -> int:
        log_visits = math.log(tree[node + VISITS])
        chosen, highest = UNKNOWN, -math.inf
        child = tree[node + FIRST_CHILD]
        while child != 0:
            each = 1.0 / tree[child + VISITS]  # one division for both terms
            urgency = half * tree[child + TOTAL] * each + exploration * math.sqrt(log_visits * each)
            # The latest child comes first, so of equal ones the lowest move is chosen.
            if urgency >= highest and not (solver and tree[child + PROVEN] == LOSS):
                chosen, highest = child, urgency
            child = tree[child + NEXT_SIBLING]
        return chosen

    return most_urgent


def make_expand(rules: Rules) -> Callable[[int, State, Vector, Vector], int]:
    """Expansion: the next of a node's moves becomes a child."""
    legal_moves = make_legal_moves(rules)

    def expand(node: int, state: State, tree: Vector, memory: Vector) -> int:
        legal_moves(state, memory)
        child = memory[POSITIONS] * NODE_SIZE
        memory[POSITIONS] += 1
        tree[child + MOVE], tree[child + LEGAL_MOVES] = memory[LEGAL + tree[node + TRIED]], UNKNOWN
        tree[child + NEXT_SIBLING], tree[node + FIRST_CHILD] = tree[node + FIRST_CHILD], child
        tree[node + TRIED] += 1
        return child

    return expand


def make_back_up(path: int) -> Callable[[int, int, Vector, Vector], None]:
    """Backup: from the last node of the path to the root, each from the other player's side."""

    def back_up(ply: int, reward: int, tree: Vector, memory: Vector) -> None:
        while ply >= 0:
            node = memory[path + ply]
            tree[node + VISITS] += 1
            tree[node + TOTAL] += reward
            reward, ply = -reward, ply - 1

    return back_up


def make_prove(path: int) -> Callable[[int, int, Vector, Vector], None]:
    """The solver: what follows from the end of a game that the path has reached."""

    def prove(ply: int, reward: int, tree: Vector, memory: Vector) -> None:
        verdict = WIN if reward > 0 else LOSS if reward < 0 else 0
        tree[memory[path + ply] + PROVEN] = verdict
        while verdict != 0 and ply > 0:
            ply -= 1
            parent = memory[path + ply]
            verdict = LOSS if verdict == WIN else all_lost(parent, tree)
            tree[parent + PROVEN] = verdict

    def all_lost(node: int, tree: Vector) -> int:
        """WIN for who moved into a node when every move from it is tried and loses, else 0."""
        if tree[node + TRIED] < tree[node + LEGAL_MOVES]:
            return 0
        child = tree[node + FIRST_CHILD]
        while child != 0:
            if tree[child + PROVEN] != LOSS:
                return 0
            child = tree[child + NEXT_SIBLING]
        return WIN

    return prove


class Child(NamedTuple):
    """A move from some node, and what is known of it; `score` is from 0 to 1."""

    move: int
    visits: int
    score: float
    proven: int
    node: int


def children(node: int, tree: Vector, max_outcome: int) -> list[Child]:
    """The children of a node, by move."""
    found = []
    child = int(tree[node + FIRST_CHILD])
    while child != 0:
        visits, proven = int(tree[child + VISITS]), int(tree[child + PROVEN])
        score = (1 + proven) / 2 if proven else expected_score(int(tree[child + TOTAL]), visits, max_outcome)
        found.append(Child(int(tree[child + MOVE]), visits, score, proven, child))
        child = int(tree[child + NEXT_SIBLING])
    return found[::-1]


def most_robust(candidates: list[Child]) -> Child:
    """The one to play: a proven win, or else the most visited that is no proven loss; the lowest of equal ones."""
    return max(candidates, key=lambda child: (child.proven, child.visits))


def robust_line(tree: Vector, max_outcome: int) -> tuple[int, ...]:
    """From the root, the most robust move again and again."""
    line, following = [], children(0, tree, max_outcome)
    while following:
        best = most_robust(following)
        line.append(best.move)
        following = children(best.node, tree, max_outcome)
    return tuple(line)
