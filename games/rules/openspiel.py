"""Games of OpenSpiel: any with two players who move in turn, see everything, and win what the other loses; chance may
move too. They run interpreted only, on OpenSpiel's own states.

A position is written as the moves that lead to it, by OpenSpiel's numbers: `4 0 8`, or `start`.

Where the rules let a player move twice in a row, the other has to pass in between, so that players always take turns; a
pass is a ply of its own, written `pass` where it is the last thing that happened.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import importlib.util
import math
from collections.abc import Iterator
from typing import Any

from games.game import BETWEEN_MOVES, UNDECIDED, Chance, Game, PositionError, RulesError

PREFIX = "openspiel:"
NO_OPENSPIEL = "games of OpenSpiel need the package open_spiel: pip install 'run-bench[openspiel]'"

START, PASS = "start", "pass"

WHOLE_CHANCE = 38_918_880
"""What the weights of chance sum to: a multiple of 6**5 and of every number up to 16, so that dice are exact."""

PLAIN = frozenset(
    "breakthrough clobber connect_four gomoku hex mnk nim othello pentago tic_tac_toe y".split()  # noqa: SIM905
)
"""Games that draw the whole position, so that two ways to one drawing lead to one position, and in which both move in
turn. Of others the way to a position tells it from the rest: a table finds no transpositions there."""


class Position:
    """A state of OpenSpiel and who sees it: the player to move, or, where chance moves, who comes next.

    As a sequence it is two integers that no other position of the game has, for the tables of searchers.
    """

    __slots__ = ("_words", "seen_by", "state")

    def __init__(self, state: Any, seen_by: int) -> None:
        self.state, self.seen_by = state, seen_by
        self._words: tuple[int, int] | None = None

    @property
    def words(self) -> tuple[int, int]:
        """A hash, and the whole text."""
        if self._words is None:
            drawn = self.state.get_game().get_type().short_name in PLAIN
            text = f"{self.seen_by} {self.state if drawn else self.state.history()}".encode()
            number = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") >> 1
            self._words = number, int.from_bytes(text, "big")
        return self._words

    def __iter__(self) -> Iterator[int]:
        return iter(self.words)

    def __len__(self) -> int:
        return 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.words == other.words

    def __hash__(self) -> int:
        return self.words[0]

    def __repr__(self) -> str:
        return f"Position({self.state.history()}, seen_by={self.seen_by})"

    def __deepcopy__(self, memo: Any) -> Position:
        return Position(self.state.clone(), self.seen_by)


@functools.lru_cache
def openspiel(text: str) -> Game:
    """The game that OpenSpiel calls so, with its parameters: `connect_four(rows=5)`.

    Raises:
        RulesError: OpenSpiel is missing, has no such game, or it is not of the kind that can be searched here.
    """
    spiel = _loaded(text)
    kind = spiel.get_type()
    name = str(spiel).removesuffix("()")
    if reason := _unfit(spiel):
        raise RulesError(f"{PREFIX}{name} cannot be played here: {reason}")
    passing = max(spiel.num_distinct_actions(), spiel.max_chance_outcomes())
    plies = spiel.max_game_length() + spiel.max_chance_nodes_in_history()
    rules = _Rules(PREFIX + name, spiel, passing)
    return Game(
        name=PREFIX + name,
        initial=rules.initial(),
        moves=rules.moves,
        play=rules.play,
        outcome=rules.outcome,
        max_moves=passing + 1,
        max_plies=plies if kind.short_name in PLAIN else 2 * plies,
        write=rules.write,
        read=rules.read,
        picture=lambda position: str(position.state).rstrip("\n") or rules.write(position),
        max_outcome=round(max(abs(spiel.min_utility()), abs(spiel.max_utility()))),
        move_name=rules.move_name,
        chance=None if spiel.max_chance_outcomes() == 0 else Chance(rules.is_chance, rules.weight, WHOLE_CHANCE),
        backends=("python",),
    )


def _loaded(text: str) -> Any:
    """OpenSpiel's game. Raises RulesError."""
    if importlib.util.find_spec("pyspiel") is None:
        raise RulesError(f"{PREFIX}{text}: {NO_OPENSPIEL}")
    import pyspiel

    short, names = text.partition("(")[0].strip(), pyspiel.registered_names()
    if short not in names:  # asked first, because OpenSpiel would print all the names that it has
        near = difflib.get_close_matches(short, names, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(PREFIX + name for name in near)}?" if near else ""
        raise RulesError(f"OpenSpiel has no game {short!r}{hint}")
    try:
        return pyspiel.load_game(text)
    except pyspiel.SpielError as error:
        raise RulesError(f"{PREFIX}{text}: OpenSpiel says: {error}") from None


def _unfit(spiel: Any) -> str:
    """Why a game cannot be searched here; "" when it can."""
    import pyspiel

    kind = spiel.get_type()
    sizes = spiel.min_utility(), spiel.max_utility()
    if spiel.num_players() != 2:
        return f"it has {spiel.num_players()} player{'s' * (spiel.num_players() != 1)}, and searchers know two"
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return "both players move at once, and searchers know only moves in turn"
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        return "its players do not see everything (imperfect information)"
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        return "it draws lots without saying how likely each is"
    if kind.utility != pyspiel.GameType.Utility.ZERO_SUM:
        return "what one player wins is not what the other loses (no zero-sum game)"
    if not all(math.isfinite(size) and size == round(size) and abs(size) < UNDECIDED for size in sizes):
        return f"its outcomes reach from {sizes[0]:g} to {sizes[1]:g}, and outcomes are integers below {UNDECIDED:,}"
    return ""


class _Rules:
    """The functions of a game; `passing` is the code of the move that is a pass."""

    def __init__(self, name: str, spiel: Any, passing: int) -> None:
        self._name, self._spiel, self._passing = name, spiel, passing

    def initial(self) -> Position:
        state = self._spiel.new_initial_state()
        return Position(state, max(0, state.current_player()))

    def moves(self, position: Position) -> Iterator[int]:
        if position.state.is_terminal():
            return iter(())
        return iter((self._passing,) if self._must_pass(position) else sorted(position.state.legal_actions()))

    def play(self, position: Position, move: int) -> Position:
        if move == self._passing:
            return Position(position.state, 1 - position.seen_by)
        seen_by = position.seen_by if position.state.is_chance_node() else 1 - position.seen_by
        return Position(position.state.child(move), seen_by)

    def outcome(self, position: Position) -> int:
        if not position.state.is_terminal():
            return UNDECIDED
        won: float = position.state.returns()[position.seen_by]
        if won != round(won):
            raise ArithmeticError(f"{self._name}: the outcome {won:g} is no integer, after {self.write(position)}")
        return round(won)

    def _must_pass(self, position: Position) -> bool:
        """Whether it is the turn of the other player."""
        return not position.state.is_chance_node() and position.state.current_player() != position.seen_by

    def is_chance(self, position: Position) -> bool:
        return bool(position.state.is_chance_node())

    def weight(self, position: Position, event: int) -> int:
        """As near to the probability as WHOLE_CHANCE allows; the likeliest event takes up what is left."""
        chances: dict[int, float] = dict(position.state.chance_outcomes())
        weights = {one: max(1, round(chance * WHOLE_CHANCE)) for one, chance in chances.items()}
        likeliest = max(weights, key=weights.__getitem__)
        weights[likeliest] += WHOLE_CHANCE - sum(weights.values())
        return weights[event]

    def move_name(self, position: Position, move: int) -> str:
        if move == self._passing:
            return PASS
        name = str(position.state.action_to_string(position.state.current_player(), move))
        return name.replace(BETWEEN_MOVES.strip(), ",").strip(", ") or str(move)

    def write(self, position: Position) -> str:
        words = [str(move) for move in position.state.history()]
        moved = [step.player for step in position.state.full_history() if step.player >= 0]
        if position.seen_by != (1 - moved[-1] if moved else self.initial().seen_by):
            words.append(PASS)
        return " ".join(words) or START

    def read(self, text: str) -> Position:
        words = text.split()
        if not words:
            raise PositionError(f"no position: the moves that lead to it are wanted, by number, or {START}")
        moves = [self._number(word) for word in ([] if words == [START] else words)]
        position = self.initial()
        for count, move in enumerate(moves, 1):
            position = self._next(position, move, count)
        return position

    def _number(self, word: str) -> int:
        if word == PASS:
            return self._passing
        if not (word.isascii() and word.isdigit() and len(word) <= 9):
            raise PositionError(
                f"{word[:20]!r} is no move: moves are OpenSpiel's numbers, parted by spaces, or {START}"
            )
        return int(word)

    def _next(self, position: Position, move: int, count: int) -> Position:
        """After one more move, and a pass before it that goes without saying."""
        if move != self._passing and not position.state.is_terminal() and self._must_pass(position):
            position = self.play(position, self._passing)
        legal = list(self.moves(position))
        if move not in legal:
            name = PASS if move == self._passing else str(move)
            those = ", ".join(map(str, legal[:20])) + (", ..." if len(legal) > 20 else "")
            why = f"legal there: {those}" if legal else "the game is over there"
            raise PositionError(f"move {count}, {name}, is not legal; {why}")
        return self.play(position, move)
