"""Every searcher as a strategy: a frozen dataclass whose fields are its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from backends import Backend
from games.answer import Query, Search, Searcher
from games.game import Game, State
from games.search.memory import DEEPEST
from games.search.orders import OrderingName
from games.search.rules import NO_EVALUATION, rules_of, without_chance
from games.search.table import Replacement, slots_in

if TYPE_CHECKING:
    from games.search.deepening import AtDepth

BACKENDS: tuple[Backend, ...] = ("compiled", "python")


def check_positive(**numbers: int) -> None:
    """Raises ValueError, which names the parameter, for a number below 1."""
    for name, number in numbers.items():
        if number < 1:
            raise ValueError(f"{name} is {number}; it must be at least 1")


def check_not_negative(**numbers: float) -> None:
    """Raises ValueError, which names the parameter, for a number below 0."""
    for name, number in numbers.items():
        if number < 0:
            raise ValueError(f"{name} is {number}; it must not be negative")


def check_depth(depth: int) -> None:
    """Raises ValueError for a depth that means nothing, or that is beyond what a stack bears."""
    check_positive(depth=depth)
    if depth > DEEPEST:
        raise ValueError(f"depth is {depth}; no search looks further ahead than {DEEPEST} plies")


# --- exact searchers -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Minimax:
    """Every line of play, to the end of the game or to a depth.

    depth: plies looked ahead; the game may end before
    evaluation: one of the game's, by name; none: a position at the depth limit counts as a draw
    quiescence: at the depth limit follow noisy moves until the position is quiet
    """

    depth: int = DEEPEST
    evaluation: str = NO_EVALUATION
    quiescence: bool = False

    backends: ClassVar[tuple[Backend, ...]] = BACKENDS

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """The kernels, compiled. Raises as `games.answer.Searcher` says."""
        from games.search.searches import full_search

        check_depth(self.depth)
        rules = rules_of(without_chance(game, "minimax"), self.evaluation)
        return full_search(rules, state, min(self.depth, rules.max_plies), self.quiescence, query)


@dataclass(frozen=True)
class WindowSearcher:
    """What alpha-beta and those made of it have in common.

    depth: plies looked ahead; the game may end before
    ordering: in which order moves are tried, see `games.search.orders.make_ordering`
    evaluation: one of the game's, by name; none: a position at the depth limit counts as a draw
    quiescence: at the depth limit follow noisy moves until the position is quiet
    table: MiB for the transposition table, which is empty when a search begins; 0: no table
    replacement: which of two positions keeps its place in the table: always the later, the one searched deeper, or both
    deepening: search to depth 1, 2, ... in turn; when it is stopped, the last finished depth answers
    seconds: stop after so many; 0: never
    """

    depth: int = DEEPEST
    ordering: OrderingName = "natural"
    evaluation: str = NO_EVALUATION
    quiescence: bool = False
    table: int = 0
    replacement: Replacement = "both"
    deepening: bool = False
    seconds: float = 0.0

    backends: ClassVar[tuple[Backend, ...]] = BACKENDS
    title: ClassVar[str] = "alphabeta"
    scout: ClassVar[bool] = False

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """The kernel, compiled. Raises as `games.answer.Searcher` says."""
        from games.search.kernels import window_kernel
        from games.search.searches import Plan, window_search

        self.check()
        rules = rules_of(without_chance(game, self.title), self.evaluation)
        replacement = self.replacement if self.table else None
        kernel = window_kernel(rules, query.backend, self.scout, self.ordering, self.quiescence, replacement)
        depth = min(self.depth, rules.max_plies)
        depths = range(1, depth + 1) if self.deepening else range(depth, depth + 1)
        plan = Plan(self.at_depth(), depths, slots_in(self.table, rules.words), self.seconds)
        return window_search(kernel, state, plan, query)

    def check(self) -> None:
        """Raises ValueError for parameters that make no sense."""
        check_depth(self.depth)
        check_not_negative(table=self.table, seconds=self.seconds)
        if self.ordering == "table" and not self.table:
            raise ValueError("the ordering `table` needs a transposition table: set table to its size in MiB")

    def at_depth(self) -> AtDepth:
        """How one depth is searched."""
        from games.search.deepening import whole_window

        return whole_window


@dataclass(frozen=True)
class AlphaBeta(WindowSearcher):
    """Alpha-beta, fail-soft.

    aspiration: with `deepening`, begin with a window of this width on each side of the last value; 0: the whole window
    """

    aspiration: int = 0

    def check(self) -> None:
        """Raises ValueError for parameters that make no sense."""
        super().check()
        check_not_negative(aspiration=self.aspiration)
        if self.aspiration and not self.deepening:
            raise ValueError("aspiration needs deepening: its window lies around the value of the depth before")

    def at_depth(self) -> AtDepth:
        """How one depth is searched."""
        from games.search.deepening import aspiration

        return aspiration(self.aspiration) if self.aspiration else super().at_depth()


@dataclass(frozen=True)
class PrincipalVariationSearch(AlphaBeta):
    """Alpha-beta that asks of all moves but the first only whether they are better."""

    title: ClassVar[str] = "pvs"
    scout: ClassVar[bool] = True


@dataclass(frozen=True)
class MTDF(WindowSearcher):
    """Alpha-beta again and again with a window that holds no value, moved until the value is found; needs a table."""

    table: int = 16

    title: ClassVar[str] = "mtdf"

    def check(self) -> None:
        """Raises ValueError for parameters that make no sense."""
        super().check()
        check_positive(table=self.table)

    def at_depth(self) -> AtDepth:
        """How one depth is searched."""
        from games.search.mtdf import mtdf

        return mtdf


@dataclass(frozen=True)
class Expectiminimax:
    """Minimax where chance moves too, and the expected value counts.

    depth: plies looked ahead, those of chance included; the game may end before
    evaluation: one of the game's, by name; none: a position at the depth limit counts as a draw
    star1: cut as alpha-beta does, and where chance moves (Ballard 1983)
    """

    depth: int = DEEPEST
    evaluation: str = NO_EVALUATION
    star1: bool = False

    backends: ClassVar[tuple[Backend, ...]] = BACKENDS

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """The kernel, compiled. Raises as `games.answer.Searcher` says."""
        from games.search.searches import expectation_search

        check_depth(self.depth)
        rules = rules_of(game, self.evaluation)
        return expectation_search(rules, state, min(self.depth, rules.max_plies), self.star1, query)


@dataclass(frozen=True)
class Solve:
    """The exact value of every position that can come up, each found once.

    max_positions: give up when there are more
    """

    max_positions: int = 1_000_000

    backends: ClassVar[tuple[Backend, ...]] = BACKENDS

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """The kernel, compiled. Raises as `games.answer.Searcher` says."""
        from games.search.solution import prepare_solution

        check_positive(max_positions=self.max_positions)
        solve = prepare_solution(game, state, self.max_positions, query)
        return lambda: solve().reply


# --- searchers that draw lots ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MonteCarloTreeSearch:
    """UCT: a tree that grows where it is promising, by one position with each playout.

    playouts: how many; a million take 64 MB
    exploration: the weight of trying what was seldom tried, in UCB1
    solver: mark moves as won or lost once that is certain, and end when the root is
    """

    playouts: int = 1_000
    exploration: float = 1.4
    solver: bool = False

    backends: ClassVar[tuple[Backend, ...]] = BACKENDS

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """The kernel, compiled. Raises as `games.answer.Searcher` says."""
        from games.search.sampling import tree_search

        check_positive(playouts=self.playouts)
        check_not_negative(exploration=self.exploration)
        rules = rules_of(without_chance(game, "mcts"))
        return tree_search(rules, state, self.playouts, self.exploration, self.solver, query)


@dataclass(frozen=True)
class FlatMonteCarlo:
    """Playouts shared out evenly among the moves, and no tree.

    playouts: how many, over all moves
    """

    playouts: int = 1_000

    backends: ClassVar[tuple[Backend, ...]] = BACKENDS

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """The kernel, compiled. Raises as `games.answer.Searcher` says."""
        from games.search.sampling import flat_search

        check_positive(playouts=self.playouts)
        return flat_search(rules_of(without_chance(game, "flat-monte-carlo")), state, self.playouts, query)


@dataclass(frozen=True)
class RandomMove:
    """Any legal move, each with the same chance: what every searcher should beat."""

    backends: ClassVar[tuple[Backend, ...]] = BACKENDS

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """Nothing is compiled."""
        from games.search.sampling import random_move

        return random_move(game, state, query)


@dataclass(frozen=True)
class Greedy:
    """The move that leads to the best position as the evaluation sees it, whatever the opponent may reply.

    evaluation: one of the game's, by name; none: only a move that ends the game counts
    """

    evaluation: str = NO_EVALUATION

    backends: ClassVar[tuple[Backend, ...]] = BACKENDS

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """That is minimax to depth 1."""
        return Minimax(1, self.evaluation).prepare(game, state, query)


SEARCHERS: dict[str, tuple[type[Searcher], str]] = {
    "minimax": (Minimax, "every line of play"),
    "alphabeta": (AlphaBeta, "minimax without what cannot matter"),
    "pvs": (PrincipalVariationSearch, "alpha-beta that only asks whether later moves are better"),
    "mtdf": (MTDF, "alpha-beta with windows that close in on the value, and a table"),
    "expectiminimax": (Expectiminimax, "minimax with chance, by expected value"),
    "solve": (Solve, "the exact values of all positions of a small game"),
    "mcts": (MonteCarloTreeSearch, "a tree grown by random playouts (UCT)"),
    "flat-monte-carlo": (FlatMonteCarlo, "random playouts for each move"),
    "greedy": (Greedy, "the best position after one move"),
    "random": (RandomMove, "any legal move"),
}
"""The searchers by name, with a line about each."""
