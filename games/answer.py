"""What a searcher is asked, and what it answers.

A searcher is a frozen dataclass whose fields are its parameters. Its one method, `prepare`, does everything that is not
searching (choosing kernels, compiling) and returns a function of no arguments that searches, once per call, each time
from the start.

    node         a position entered by the search, the root and the leaves included, as often as it is entered
    leaf         a node where the search stopped: the game is over there, or the depth limit is reached
    cutoff       a node whose remaining moves were skipped because alpha >= beta
    table hit    a node answered from what is remembered of the same position
    re-search    a search repeated with another window
    playout      a game played to its end with random moves
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from backends import Backend
from games.game import Game, State


@dataclass(frozen=True)
class Query:
    """What a searcher is asked about a position.

    seed: for every random choice
    node_limit: enter no more nodes than this; None: no limit
    backend: one of the searcher's own
    """

    seed: int = 0
    node_limit: int | None = None
    backend: Backend = "compiled"


@dataclass(frozen=True)
class Reply:
    """What a searcher found. Counters are 0 where a searcher has nothing of the kind.

    value: of the position, for the player to move; None when nothing was found out. Exact searchers give the value of
        minimax, Monte Carlo searchers an expected score: 1 a win, 1/2 a draw, 0 a loss.
    best_move: None when the game is over, or nothing was found out
    principal_variation: the best move, the best reply to it, and so on, as far as it is known
    depth: how many plies were looked ahead: of the last finished iteration when there were several
    nodes, leaves, cutoffs, table_hits, re_searches, playouts: as defined above, over all iterations
    quiescence_nodes: positions entered below the depth limit until they are quiet; not among the nodes
    cutoffs_by_move: [number of moves] how many cutoffs were due to the first move tried, the second, ...
    positions: different positions that were kept: of a tree that grows, or of a solved game
    root_scores: the score of each legal move, where all were found; exact for minimax, estimates for Monte Carlo
    root_visits: how many playouts began with each legal move
    stopped: why it ended before it was finished; "" when it did not
    """

    value: float | None
    best_move: int | None
    principal_variation: tuple[int, ...] = ()
    depth: int = 0
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    re_searches: int = 0
    quiescence_nodes: int = 0
    playouts: int = 0
    cutoffs_by_move: tuple[int, ...] = ()
    positions: int = 0
    root_scores: Mapping[int, float] = field(default_factory=dict)
    root_visits: Mapping[int, int] = field(default_factory=dict)
    stopped: str = ""


Search = Callable[[], Reply]


class Unsupported(Exception):
    """The searcher cannot answer this about this game; the message says what it would need."""


class Searcher(Protocol):
    """A searcher with its parameters. Implementations are frozen dataclasses."""

    backends: ClassVar[tuple[Backend, ...]]

    def prepare(self, game: Game, state: State, query: Query) -> Search:
        """Everything but the searching.

        Raises:
            Unsupported: the game lacks what this searcher needs.
            ValueError: a parameter that makes no sense.
            backends.CannotCompile: the compiled backend was asked for and Numba refused.
        """
        ...
