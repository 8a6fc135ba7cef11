"""`run-bench match`: what was typed -> players, and their games. `match_told` says what came of it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from backends import Backend, CannotCompile
from benchmarks.game_problem import GameProblem
from benchmarks.plan import PlanError
from benchmarks.registry import PROBLEMS, STRATEGIES, StrategyEntry, UnknownName, unknown
from games.answer import Query, Searcher, Unsupported
from games.game import Game
from games.match import Entrant, NoOpening, Pair, Work, openings, play_pairs, player_of
from games.quality import Quality, quality, solution_of
from games.strength import PAIR_SCORES, Sprt


@dataclass(frozen=True)
class Match:
    """Everything that was asked for; the two players and the game as they were typed.

    games: at most so many, an even number
    opening_plies: random moves before the players go on
    sprt: the test that may end the match early; None: none
    """

    game: str
    first: str
    second: str
    games: int
    opening_plies: int
    seed: int
    backend: Backend | None
    sprt: Sprt | None


@dataclass(frozen=True)
class Result:
    """What came of a match.

    pairs: [5] how many pairs scored each of `PAIR_SCORES`
    different: games that are not move by move the same as an earlier one
    work: of the first player, and of the second
    quality: of their moves, where the game could be solved
    """

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, ...]
    different: int
    work: tuple[Work, Work]
    quality: tuple[Quality, Quality] | None = None

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


def match_of(typed: Mapping[str, Any]) -> Match:
    """What was typed as a match.

    Raises:
        PlanError: an odd number of games, or a test that makes no sense.
    """
    asked = dict(typed)
    if asked["games"] % 2:
        raise PlanError(f"--games {asked['games']}: games are played in pairs, with sides swapped; take an even number")
    test = {name: asked.pop(name) for name in ("elo0", "elo1", "alpha", "beta")}
    given = {name: value for name, value in test.items() if value is not None}
    if given and (test["elo0"] is None or test["elo1"] is None):
        raise PlanError(f"--{next(iter(given))} is of the sequential test, which needs both --elo0 and --elo1")
    try:
        return Match(**asked, sprt=Sprt(**given) if given else None)
    except ValueError as error:
        raise PlanError(str(error)) from None


def play(match: Match) -> Result:
    """Play until the games are over, or the test is decided.

    Raises:
        PlanError, UnknownName: the match cannot be played.
        games.match.PlayerFailed: a player offered no legal move.
    """
    game = game_of(match.game)
    first, second = (entrant_of(text, game, match.backend) for text in (match.first, match.second))
    opened = openings(game, match.opening_plies, match.games // 2, match.seed)
    played: list[Pair] = []
    counts = [0] * len(PAIR_SCORES)
    try:
        with _progress(match.games) as advance:
            for pair in play_pairs(game, first, second, opened, match.seed):
                played.append(pair)
                counts[PAIR_SCORES.index((pair[0].points + pair[1].points) / 2)] += 1
                advance()
                if match.sprt is not None and match.sprt.verdict(match.sprt.llr(counts)) is not None:
                    break
    except NoOpening as error:
        raise PlanError(f"--opening-plies {match.opening_plies}: {error}") from None
    # Solved last: an error in what was typed is said at once, and so is what a player does wrong.
    solution = solution_of(game, match.backend or game.backends[0])
    moves = (one for pair in played for one in pair)
    judged = None if solution is None else quality(game, solution, match.opening_plies, moves)
    return replace(_result(played, counts), quality=judged)


def game_of(text: str) -> Game:
    """The game that `connect-four` or `connect-four:width=5,height=4` means.

    Raises:
        PlanError: it is none, or chance moves in it.
        UnknownName: there is no problem of that name.
    """
    name, settings = (text, {}) if text.startswith(tuple(PROBLEMS.kinds())) else _settings(text)
    problem = PROBLEMS.get(name)
    if not isinstance(problem, GameProblem):
        raise PlanError(f"{name} is not a game")
    try:
        game = problem.made(settings)
    except ValueError as error:
        raise PlanError(f"{text}: {error}") from None
    if game.chance is not None:
        raise PlanError(f"chance moves in {name}; a match is for games that only the players decide")
    return game


def entrant_of(text: str, game: Game, backend: Backend | None) -> Entrant:
    """The player that `random` or `alphabeta:depth=4,ordering=centre` means.

    Raises:
        PlanError: a parameter that it does not have, or that makes no sense, or it cannot play this game.
        UnknownName: no searcher has that name.
    """
    name, settings = _settings(text)
    searchers = [entry.name for entry in STRATEGIES if entry.family == "games"]
    if name not in searchers:
        raise UnknownName(unknown("searcher", name, searchers))
    entry = STRATEGIES.get(name)
    try:
        searcher = _searcher(entry, settings)
        chosen = _backend(entry, backend, game.backends)
        # Whatever can be refused is refused before the first game.
        searcher.prepare(game, game.initial, Query(0, backend=chosen))
    except (ValueError, Unsupported, CannotCompile) as error:
        raise PlanError(f"{text}: {error}") from None
    return Entrant(text, player_of(searcher, game, chosen))


def _settings(text: str) -> tuple[str, dict[str, str]]:
    """`name:parameter=value,...` in parts. A comma is part of a value unless a parameter follows: heaps=3,5,7."""
    name, colon, rest = text.partition(":")
    settings: dict[str, str] = {}
    for setting in re.split(r",(?=\s*[a-z][a-z0-9_-]*=)", rest) if colon else ():
        parameter, equals, value = setting.partition("=")
        parameter = parameter.strip().replace("-", "_")
        if not equals or not parameter:
            raise PlanError(f"{text}: {setting!r} is no setting; write NAME:PARAMETER=VALUE,PARAMETER=VALUE")
        if parameter in settings:
            raise PlanError(f"{text}: {parameter} is set twice")
        settings[parameter] = value
    return name.strip(), settings


def _searcher(entry: StrategyEntry, settings: Mapping[str, str]) -> Searcher:
    """Raises ValueError."""
    parameters = {parameter.name: parameter for parameter in entry.parameters}
    values = {}
    for name, text in settings.items():
        if name not in parameters:
            raise ValueError(unknown("parameter", name, parameters))
        try:
            values[name] = parameters[name].parse(text)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    made: Searcher = entry.make(**values)
    return made


def _backend(entry: StrategyEntry, wanted: Backend | None, allowed: Sequence[Backend]) -> Backend:
    """The one wanted, or the preferred of those that the game runs on. Raises ValueError."""
    if wanted == "compiled" and "compiled" not in allowed:
        raise ValueError(f"--backend compiled: this game cannot be compiled; it runs on {', '.join(allowed)} only")
    if "external" in entry.backends and wanted not in entry.backends:  # other people's code runs as it is
        return "external"
    offered = [name for name in entry.backends if name in (*allowed, "external") and wanted in (None, name)]
    if not offered:
        raise ValueError(f"the searcher has only the backend {', '.join(entry.backends)}, not {wanted}")
    return offered[0]


def _result(played: Sequence[Pair], counts: Sequence[int]) -> Result:
    games = [game for pair in played for game in pair]
    points = [game.points for game in games]
    return Result(
        wins=points.count(1.0),
        draws=points.count(0.5),
        losses=points.count(0.0),
        pairs=tuple(counts),
        different=len({(game.first_began, game.moves) for game in games}),
        work=(sum((game.work[0] for game in games), Work()), sum((game.work[1] for game in games), Work())),
    )


REFRESH_S = 0.2


@contextmanager
def _progress(games: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error; gives the function to call after each pair."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    shown = time.monotonic()
    # A thread of the bar's own would work while a player thinks, and be counted with its CPU time.
    with Progress(
        *columns, console=console, disable=not console.is_terminal, transient=True, auto_refresh=False
    ) as bar:
        task = bar.add_task("games", total=games)

        def advance() -> None:
            nonlocal shown
            bar.update(task, advance=2)
            if time.monotonic() - shown > REFRESH_S:
                bar.refresh()
                shown = time.monotonic()

        yield advance
