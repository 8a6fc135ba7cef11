"""A game as a problem: its instances are positions, its strategies are searchers.

The checker plays the answer through with the rules alone: every move must be legal, and where the line reaches the end
of the game, its outcome must be the value that an exact searcher claims.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from backends import Backend
from benchmarks.options import lines_of, option_of, parameters_of, value_of
from benchmarks.registry import (
    LARGEST_COUNT,
    PROBLEMS,
    Ask,
    Family,
    Form,
    Instance,
    NotAnAnswer,
    Question,
    UnknownName,
    Unreadable,
    Verdict,
    unknown,
)
from games.answer import Query, Reply, Searcher
from games.game import BETWEEN_MOVES, UNDECIDED, Game, RulesError, State
from games.rules import parameters_of_position
from games.rules.openspiel import openspiel

DEFAULT_SEARCHERS = {
    "connect-four": ("mcts", "flat-monte-carlo"),  # no exact searcher comes to an end here without a --depth
    "othello": ("mcts", "flat-monte-carlo"),
    "gamble": ("expectiminimax",),
}

SUMMARIES = {
    "tictactoe": "three in a row on a board of nine squares",
    "connect-four": "discs fall into columns; four in a line win",
    "othello": "turn over what stands between your discs",
    "nim": "take sticks from heaps; who takes the last one wins, or loses",
    "tree": "a game tree written down, for lectures",
    "uniform": "a synthetic tree of given branching and depth",
    "gamble": "choose among lotteries",
}

OPENSPIEL = "a game of OpenSpiel with two players who move in turn and see everything (needs open_spiel)"

SHORT = 12
"""Plies of a game that is searched to its end unless something else is asked for, if its rules are not compiled."""

COUNTS = ("nodes", "leaves", "cutoffs", "table_hits", "re_searches", "quiescence_nodes", "playouts", "positions")


@dataclass(frozen=True)
class GameProblem:
    """A game, made by a factory whose parameters all have defaults and are options of the command.

    origin: the package whose source its rules are
    """

    name: str
    summary: str
    factory: Callable[..., Game]

    family: Family = "games"
    noun: str = "position"
    questions: tuple[Question, ...] = ("move",)
    forms: tuple[Form, ...] = ("text", "file")
    default_strategies: tuple[str, ...] = ("alphabeta", "mcts")
    origin: str = "games"

    @property
    def backends(self) -> tuple[Backend, ...]:
        """What the game runs on."""
        return self.factory().backends

    def banks(self) -> Mapping[str, str]:
        return {"start": "the position at the start of the game"}

    def bank(self, name: str, options: Mapping[str, str | None]) -> Iterator[Instance]:
        """Raises ValueError for options that make no game."""
        given = self._given(options)
        game = self._made(given)
        yield self._instance(_called(name, given), game.write(game.initial), given)

    def read_options(self) -> Mapping[str, str]:
        return {
            self._option(parameter): f"{parameter.replace('_', ' ')} of the game [default: {_word(default)}]."
            for parameter, default in self._parameters().items()
        }

    def read(self, source: str, text: bool, options: Mapping[str, str | None]) -> Iterator[Instance | Unreadable]:
        """One position in `source` itself, or one on each line of a file; lines that begin with # are comments.

        Raises:
            ValueError: the file cannot be read, or the options make no game.
        """
        given = self._given(options)
        self._made(given)
        lines = [source] if text else lines_of(source)
        for number, line in enumerate(lines, 1):
            if not line.strip() or (not text and line.lstrip().startswith("#")):
                continue
            place = self.noun if text else f"{'stdin' if source == '-' else Path(source).name}:{number}"
            position = line.strip("\r\n")
            try:
                rules = parameters_of_position(self.name, position) | given
                game = self._made(rules)
                state = game.read(position)
            except ValueError as error:  # of the position, or of the game that it would belong to
                yield Unreadable(place, str(error))
                continue
            yield self._instance(_called(position if text else place, given), game.write(state), rules)

    def invalid(self, instance: Instance) -> str:
        return ""  # an illegal position is not read in the first place

    def prepare(self, strategy: Searcher, instance: Instance, ask: Ask) -> Callable[[], Reply]:
        game, state = self.position(instance)
        return strategy.prepare(game, state, Query(ask.seed, ask.max_nodes, ask.backend))

    def judge(self, instance: Instance, answer: Any, ask: Ask) -> Verdict:
        answer = plain(answer)
        game, state = self.position(instance)
        line = answer.principal_variation
        if answer.best_move is not None and not line:
            line = (answer.best_move,)
        mistake, checked = _check(game, state, answer, line)
        names = [] if mistake else _names(game, state, line)
        best = names[0] if answer.best_move is not None and names else None
        return Verdict(
            conclusion="gave-up" if answer.value is None else "valued",
            mistake=mistake,
            remark=answer.stopped,
            verified=None if answer.value is None or not checked else not mistake,
            answer=None,
            solutions=None,
            work={
                "value": answer.value,
                "best_move": best,
                "principal_variation": BETWEEN_MOVES.join(names) if names else None,
                "depth": answer.depth,
                "cutoffs_by_move": list(answer.cutoffs_by_move),
                "root_scores": {game.move_name(state, move): score for move, score in answer.root_scores.items()},
                "root_visits": {game.move_name(state, move): count for move, count in answer.root_visits.items()},
                **{name: getattr(answer, name) for name in COUNTS},
            },
        )

    def made(self, words: Mapping[str, str]) -> Game:
        """The game with the parameters that are given, by their own names and as words.

        Raises:
            ValueError: it has no such parameter, a word that means none, or they make no game.
        """
        usual = self._parameters()
        for name in words:
            if name not in usual:
                raise ValueError(unknown("parameter", name, usual))
        return self._made({name: value_of(name, text, usual[name]) for name, text in words.items()})

    def _parameters(self) -> dict[str, Any]:
        return parameters_of(self.factory)

    def _option(self, parameter: str) -> str:
        return option_of(self, parameter)

    def _given(self, options: Mapping[str, str | None]) -> dict[str, Any]:
        """The parameters of the game that options give a value. Raises ValueError for a word that means none."""
        found = ((name, default, options.get(self._option(name))) for name, default in self._parameters().items())
        return {name: value_of(self._option(name), text, default) for name, default, text in found if text is not None}

    def _made(self, rules: Mapping[str, Any]) -> Game:
        """Raises RulesError for parameters that make no game."""
        return self.factory(**rules)

    def _instance(self, name: str, position: str, rules: Mapping[str, Any]) -> Instance:
        usual = self._parameters()
        # Without what is as usual, so that saying it makes no other instance.
        unusual = {parameter: value for parameter, value in rules.items() if value != usual[parameter]}
        content = {"rules": unusual, "position": position}
        digest = hashlib.sha256(json.dumps([self.name, content], sort_keys=True).encode()).hexdigest()[:16]
        return Instance(name, digest, content)

    def position(self, instance: Instance) -> tuple[Game, State]:
        """The game of an instance, and where in it the instance begins."""
        game = self._made(instance.content["rules"])
        return game, game.read(instance.content["position"])


def game(
    name: str,
    factory: Callable[..., Game],
    summary: str = "",
    default_strategies: tuple[str, ...] = GameProblem.default_strategies,
) -> None:
    """Register a game as a problem.

    Raises:
        TypeError: a parameter of the factory has no default.
        ValueError: the name is taken.
    """
    for parameter in inspect.signature(factory).parameters.values():
        if parameter.default is inspect.Parameter.empty:
            raise TypeError(f"game {name}: the parameter {parameter.name} of its factory needs a default")
    origin = factory.__module__.partition(".")[0]
    PROBLEMS.add(name, GameProblem(name, summary, factory, default_strategies=default_strategies, origin=origin))


@functools.lru_cache
def openspiel_problem(name: str) -> GameProblem:
    """The problem `openspiel:NAME`, where the name may have parameters as OpenSpiel writes them.

    Raises:
        UnknownName: it is no game that can be searched; the message says why.
    """
    try:
        rules = openspiel(name)
    except RulesError as error:
        raise UnknownName(str(error)) from None
    usual: tuple[str, ...] = ("alphabeta", "mcts") if rules.max_plies <= SHORT else ("mcts", "flat-monte-carlo")
    if rules.chance is not None:
        usual = ("expectiminimax",)
    return GameProblem(rules.name, OPENSPIEL, lambda: rules, default_strategies=usual, origin="open_spiel")


def plain(reply: Any) -> Reply:
    """A reply with plain numbers, also when a searcher gives NumPy's.

    Raises:
        NotAnAnswer: not a `Reply`, or something in it is not a number of its kind.
    """
    if not isinstance(reply, Reply):
        raise NotAnAnswer(f"the searcher returned {reply!r:.80}, which is not a games.answer.Reply")
    whole = operator.index
    try:
        value = None if reply.value is None else float(reply.value) + 0.0  # no -0
        scores = {whole(move): float(score) + 0.0 for move, score in reply.root_scores.items()}
        counts: dict[str, Any] = {name: whole(getattr(reply, name)) for name in ("depth", *COUNTS)}
        plainly = replace(
            reply,
            value=value,
            best_move=None if reply.best_move is None else whole(reply.best_move),
            principal_variation=tuple(map(whole, reply.principal_variation)),
            cutoffs_by_move=tuple(map(whole, reply.cutoffs_by_move)),
            root_scores=scores,
            root_visits={whole(move): whole(count) for move, count in reply.root_visits.items()},
            stopped=str(reply.stopped),
            **counts,
        )
    except (TypeError, ValueError, AttributeError) as error:
        raise NotAnAnswer(f"the reply of the searcher has something else where numbers belong: {error}") from error
    if not all(map(math.isfinite, [*scores.values(), *([] if value is None else [value])])):
        raise NotAnAnswer("a value in the reply of the searcher is not finite")
    if bad := [name for name, count in counts.items() if not 0 <= count <= LARGEST_COUNT]:
        raise NotAnAnswer(f"the searcher counted {counts[bad[0]]} {bad[0]}")
    return plainly


def _word(default: Any) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default).replace("\n", " ")


def _called(name: str, given: Mapping[str, Any]) -> str:
    """The name of an instance, with what the options say of it."""
    return " ".join([name, *(f"{parameter}={value}" for parameter, value in given.items())])


def _check(game: Game, state: State, reply: Reply, line: tuple[int, ...]) -> tuple[str, bool]:
    """Why a reply is wrong ("" when it is not), and whether there was something to check."""
    if reply.best_move is None:
        return _check_end(game, state, reply)
    if line[0] != reply.best_move:
        return f"the best move is {reply.best_move}, but the line begins with {line[0]}", True
    reached, sign = state, 1
    for ply, move in enumerate(line, 1):
        if move not in set(game.moves(reached)):
            return f"move {ply} of the line, {move}, is not legal there", True
        chance = game.chance is not None and game.chance.is_chance(reached)
        reached, sign = game.play(reached, move), sign if chance else -sign
    outcome = game.outcome(reached)
    exact = reply.playouts == 0 and game.chance is None and reply.value is not None
    if exact and outcome != UNDECIDED and reply.value not in (sign * outcome, sign * outcome * game.outcome_weight):
        return f"the line ends in {sign * outcome}, but the value is said to be {reply.value:g}", True
    return "", True


def _check_end(game: Game, state: State, reply: Reply) -> tuple[str, bool]:
    """The same for a reply without a move, which is right where the game is over."""
    if reply.value is None:
        return "", False
    outcome = game.outcome(state)
    if outcome == UNDECIDED:
        if game.chance is not None and game.chance.is_chance(state):
            return "", False  # there is no move to choose
        return "no move, though the game goes on", True
    score = (1 + outcome / game.max_outcome) / 2 if game.max_outcome else 0.5
    if reply.value not in (outcome, outcome * game.outcome_weight, score):
        return f"the game is over with {outcome}, but the value is said to be {reply.value:g}", True
    return "", True


def _names(game: Game, state: State, line: tuple[int, ...]) -> list[str]:
    """The moves of a line as people call them."""
    names = []
    for move in line:
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    return names
