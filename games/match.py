"""Two players against each other: openings, games, and what the players did. Nothing is made of the results here.

opening   moves drawn at random from the start of the game; the players go on from there
pair      two games from one opening; `first` begins in the one, `second` in the other
ply       counted from the start of the game, the opening included
points    of the first player: 1 a win, 1/2 a draw, 0 a loss
"""

from __future__ import annotations

import hashlib
import operator
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from backends import Backend, generator
from games.agreement import where
from games.answer import Query, Reply, Searcher
from games.game import UNDECIDED, Game, State

TRIES = 200
"""Openings drawn for one pair before it is given up that the game goes on after so many plies."""


@dataclass(frozen=True)
class Choice:
    """What a player did with its turn.

    move: None: it has none to offer; `stopped` may say why
    nodes: entered to find it
    cpu_s: CPU time to find it
    """

    move: int | None
    nodes: int = 0
    cpu_s: float = 0.0
    stopped: str = ""


Player = Callable[[State, int], Choice]
"""What chooses a move in a state; every random choice follows from the seed."""


@dataclass(frozen=True)
class Entrant:
    """A player and what it is called."""

    name: str
    player: Player


@dataclass(frozen=True)
class Work:
    """What a player has done: the moves it chose, the nodes entered, and the CPU time."""

    moves: int = 0
    nodes: int = 0
    cpu_s: float = 0.0

    def __add__(self, other: Work) -> Work:
        return Work(self.moves + other.moves, self.nodes + other.nodes, self.cpu_s + other.cpu_s)


@dataclass(frozen=True)
class Played:
    """A game.

    first_began: whether the first player had the first ply, which may be one of the opening
    moves: all of them, the opening included
    points: of the first player
    work: of the first player, and of the second
    """

    first_began: bool
    moves: tuple[int, ...]
    points: float
    work: tuple[Work, Work]


Pair = tuple[Played, Played]


class PlayerFailed(Exception):
    """A player offered no legal move; the message names it, the game, the ply and the position."""


class NoOpening(ValueError):
    """The game is over before so many random plies; the message says so."""


def player_of(searcher: Searcher, game: Game, backend: Backend) -> Player:
    """A searcher as a player. Its time is that of searching alone, not of preparing to."""

    def choose(state: State, seed: int) -> Choice:
        search = searcher.prepare(game, state, Query(seed, backend=backend))
        before = time.process_time()
        reply = search()
        cpu_s = time.process_time() - before
        if not isinstance(reply, Reply):
            raise TypeError(f"it returned {reply!r:.80}, which is not a games.answer.Reply")
        move = None if reply.best_move is None else operator.index(reply.best_move)
        return Choice(move, operator.index(reply.nodes), cpu_s, reply.stopped)

    return choose


def openings(game: Game, plies: int, pairs: int, seed: int) -> Iterator[tuple[int, ...]]:
    """As many openings as pairs, each of `plies` random moves after which the game goes on.

    Raises:
        NoOpening: none was found.
    """
    for pair in range(pairs):
        rng = generator(seed, "openings", pair)
        drawn = (_random_moves(game, plies, rng.random) for _ in range(TRIES))
        opening = next((moves for moves in drawn if moves is not None), None)
        if opening is None:
            raise NoOpening(f"{game.name} was over in {TRIES} tries to open it with {plies} random plies; take fewer")
        yield opening


def play_pairs(
    game: Game, first: Entrant, second: Entrant, opened: Iterable[Sequence[int]], seed: int
) -> Iterator[Pair]:
    """The two games from each opening, in turn.

    Raises:
        PlayerFailed: a player raised an exception, or offered no move, or an illegal one.
    """
    for pair, opening in enumerate(opened):
        yield (
            play_game(game, (first, second), opening, 2 * pair, seed, first_begins=True),
            play_game(game, (first, second), opening, 2 * pair + 1, seed, first_begins=False),
        )


def play_game(
    game: Game, entrants: tuple[Entrant, Entrant], opening: Sequence[int], number: int, seed: int, *, first_begins: bool
) -> Played:
    """The game of this number, from 0, to its end. Raises PlayerFailed."""
    state, moves = game.initial, list(opening)
    for move in opening:
        state = game.play(state, move)
    work = [Work(), Work()]
    while (outcome := game.outcome(state)) == UNDECIDED:
        ply = len(moves)
        side = side_of(ply, first_begins)
        move, spent = _turn(game, state, entrants[side], number, ply, seed)
        work[side] += spent
        state = game.play(state, move)
        moves.append(move)
    for_first = outcome if side_of(len(moves), first_begins) == 0 else -outcome
    points = 1.0 if for_first > 0 else 0.0 if for_first < 0 else 0.5
    return Played(first_begins, tuple(moves), points, (work[0], work[1]))


def move_seed(seed: int, number: int, ply: int) -> int:
    """The seed of one move, from those of the match, of the game and of the ply; 62 bits."""
    digest = hashlib.sha256(f"{seed} {number} {ply}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 2


def side_of(ply: int, first_begins: bool) -> int:
    """0 where it is the turn of the first player, 1 where it is that of the second."""
    return ply % 2 if first_begins else 1 - ply % 2


def _turn(game: Game, state: State, entrant: Entrant, number: int, ply: int, seed: int) -> tuple[int, Work]:
    """The move of a player, which is legal, and what it took. Raises PlayerFailed."""
    try:
        choice = entrant.player(state, move_seed(seed, number, ply))
        problem = _problem(game, state, choice)
    except Exception as error:
        raise PlayerFailed(_failure(game, state, entrant, number, ply, f"{type(error).__name__}: {error}")) from error
    if problem or choice.move is None:
        raise PlayerFailed(_failure(game, state, entrant, number, ply, problem))
    return choice.move, Work(1, choice.nodes, choice.cpu_s)


def _problem(game: Game, state: State, choice: Choice) -> str:
    """What is wrong with a choice; "" where nothing is."""
    if choice.move is None:
        return f"no move ({choice.stopped})" if choice.stopped else "no move"
    return "" if choice.move in set(game.moves(state)) else f"the move {choice.move} is not legal"


def _failure(game: Game, state: State, entrant: Entrant, number: int, ply: int, problem: str) -> str:
    return f"{entrant.name} failed in game {number + 1} at ply {ply + 1}{where(game, state)}: {problem}"


def _random_moves(game: Game, plies: int, random: Callable[[], float]) -> tuple[int, ...] | None:
    """So many random moves from the start; None where the game is over after them, or before."""
    state, moves = game.initial, []
    for _ in range(plies):
        if game.outcome(state) != UNDECIDED:
            return None
        legal = list(game.moves(state))
        moves.append(legal[int(random() * len(legal))])
        state = game.play(state, moves[-1])
    return None if game.outcome(state) != UNDECIDED else tuple(moves)
