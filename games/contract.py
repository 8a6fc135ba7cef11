"""What every game has to keep to, checked on a game of anyone's: `check(game)` gives a list of complaints, in words.

States come from random playouts and from all lines of play near the start. Every check looks at each of them until it
finds something, so each is heard of once, with the first position that shows it. Nothing here proves that the rules are
those of the game that was meant; compare `games.perft` with published numbers for that.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from backends import Backend, generator
from games.agreement import disagreements, where
from games.game import BETWEEN_MOVES, UNDECIDED, Game, PositionError, State

if TYPE_CHECKING:
    from numpy.random import Generator

NEAR_THE_START = 200
"""States, level by level from the initial one."""
LONGEST_PLAYOUT = 2000
"""Plies; what comes later is not looked at."""

NO_POSITIONS = ("", " ", "?!", "no position at all", "-1", "X" * 1000, "9" * 1000, "\n/\n", "é\0")

Check = Callable[[Game, State], Iterator[str]]


class _Raised(Exception):
    """One of the game's functions raised an exception."""


def check(
    game: Game, backends: Sequence[Backend] = ("python", "compiled"), playouts: int = 20, seed: int = 0
) -> list[str]:
    """What is wrong with a game; empty: nothing that was found.

    backends: with `compiled`, and if nothing else is wrong, the functions are compiled and must give there what they
        give interpreted
    playouts, seed: random games from the initial state, and the seed of their moves
    """
    complaints = []
    watched = _watched(game)
    states = _Sample(watched, playouts, generator(seed, "contract"))
    complaints += states.complaints
    for examine in CHECKS:
        complaints += islice(_heard(watched, examine, states.states), 1)
    complaints += [*_numbers(game), *_refusals(watched)]
    if "compiled" in backends and not complaints:
        complaints += disagreements(game, states.states)
    return list(dict.fromkeys(complaints))


def _watched(game: Game) -> Game:
    """The game with functions whose exceptions say where they come from."""

    def watch(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any) -> Any:
            try:
                result = function(*arguments)
                # What yields raises only when it is gone through, and may never end.
                return iter(list(islice(result, game.max_moves + 1))) if name == "moves" else result
            except PositionError:
                raise
            except Exception as error:
                raise _Raised(f"{name} raises {type(error).__name__}: {error}") from error

        return watched

    names = ("moves", "play", "outcome", "write", "read", "picture", "move_name")
    changes: dict[str, Any] = {name: watch(name, getattr(game, name)) for name in names}
    changes["evaluations"] = {
        name: watch(f"the evaluation {name}", function) for name, function in game.evaluations.items()
    }
    if game.noisy is not None:
        changes["noisy"] = watch("noisy", game.noisy)
    return replace(game, **changes)


def _heard(game: Game, examine: Check, states: Sequence[State]) -> Iterator[str]:
    """The complaints of a check, each with the position it is about."""
    for state in states:
        try:
            for complaint in examine(game, _apart(state)):
                yield f"{complaint}{where(game, state)}"
        except (_Raised, PositionError) as error:
            yield f"{error}{where(game, state)}"


def _apart(state: State) -> State:
    """The state, or a copy of it if it is of a kind that may be changed."""
    return state if isinstance(state, tuple) else copy.deepcopy(state)


class _Sample:
    """States to look at, each once."""

    def __init__(self, game: Game, playouts: int, rng: Generator) -> None:
        self.complaints: list[str] = []
        self._game = game
        self._seen: dict[str, State] = {}
        self._collect(self._level_by_level)
        for _ in range(playouts):
            self._collect(partial(self._playout, rng))

    @property
    def states(self) -> list[State]:
        return list(self._seen.values())

    def _collect(self, walk: Callable[[], None]) -> None:
        try:
            walk()
        except _Raised as error:
            self.complaints.append(f"{error}, in a game from the initial state")

    def _add(self, state: State) -> bool:
        """Whether it is new."""
        size = len(self._seen)
        self._seen.setdefault(repr(state), _apart(state))
        return len(self._seen) > size

    def _level_by_level(self) -> None:
        game = self._game
        level = [_apart(game.initial)]
        self._add(game.initial)
        while level and len(self._seen) < NEAR_THE_START:
            nexts = (
                game.play(_apart(state), move)
                for state in level
                if game.outcome(state) == UNDECIDED
                for move in game.moves(state)
            )
            level = [state for state in islice(nexts, NEAR_THE_START) if self._add(state)]

    def _playout(self, rng: Generator) -> None:
        game, state = self._game, _apart(self._game.initial)
        for _ in range(min(game.max_plies, LONGEST_PLAYOUT) + 1):
            self._add(state)
            legal = list(game.moves(state))
            if game.outcome(state) != UNDECIDED or not legal:
                return
            state = game.play(state, legal[int(rng.random() * len(legal))])
        if game.max_plies <= LONGEST_PLAYOUT:
            self.complaints.append(
                f"a game went on for more than {game.max_plies} plies, which max_plies says none does"
            )


# --- what holds of every state ---------------------------------------------------------------------------------------


def moves_are_codes_in_order(game: Game, state: State) -> Iterator[str]:
    """Ascending, each once, 0 to max_moves - 1."""
    legal = list(game.moves(state))
    for move in legal:
        if not _is_integer(move):
            yield f"moves yields {move!r}, and moves are integers"
        elif not 0 <= move < game.max_moves:
            yield f"moves yields {move}, and max_moves says that moves are 0 to {game.max_moves - 1}"
    if all(map(_is_integer, legal)) and any(one >= other for one, other in pairwise(legal)):
        yield f"moves are not in ascending order, each once: {', '.join(map(str, legal))}"


def only_a_game_that_goes_on_has_moves(game: Game, state: State) -> Iterator[str]:
    """Moves and outcome agree on whether the game is over."""
    legal, outcome = list(game.moves(state)), game.outcome(state)
    if outcome == UNDECIDED and not legal:
        yield "there is no move although outcome says that the game goes on"
    if outcome != UNDECIDED and legal:
        yield f"there are moves although the game is over (outcome {outcome})"


def outcomes_are_integers_within_bounds(game: Game, state: State) -> Iterator[str]:
    """-max_outcome to max_outcome, or UNDECIDED."""
    outcome = game.outcome(state)
    if not _is_integer(outcome):
        yield f"outcome is {outcome!r}, and outcomes are integers"
    elif outcome != UNDECIDED and abs(outcome) > game.max_outcome:
        yield f"outcome is {outcome}, and max_outcome says that none is further from 0 than {game.max_outcome}"


def states_do_not_change(game: Game, state: State) -> Iterator[str]:
    """Whatever is asked of it, a state stays as it is; asked again, the functions say the same."""
    before = _all_of(game, state)
    for move in game.moves(state):
        after = [repr(game.play(state, move)) for _ in range(3)]
        if _all_of(game, state) != before:
            yield f"play changes the state that it is given, to {state!r}"
        elif len(set(after)) > 1:
            different = " and ".join(dict.fromkeys(after))
            yield f"play of {move} gives one thing, and another when it is called again: {different}"


def positions_survive_as_text(game: Game, state: State) -> Iterator[str]:
    """What is written on one line is read as the same state."""
    text = game.write(state)
    if not isinstance(text, str) or not text or "\n" in text:
        yield f"write gives {text!r}, and a position is one line of text"
        return
    try:
        again = game.read(text)
    except PositionError as error:
        yield f"read refuses what write has written, {text!r}: {error}"
        return
    if _all_of(game, again) != _all_of(game, state):
        yield f"read makes {again!r} of {text!r}, which was written for {state!r}"


def people_can_see_it(game: Game, state: State) -> Iterator[str]:
    """A picture, and a name of its own for every move."""
    if not isinstance(game.picture(state), str) or not game.picture(state).strip():
        yield f"picture gives {game.picture(state)!r}"
    names = [game.move_name(state, move) for move in game.moves(state)]
    if not all(isinstance(name, str) and name for name in names) or len(set(names)) < len(names):
        yield f"move_name does not tell the moves apart: {names}"
    elif odd := [name for name in names if BETWEEN_MOVES.strip() in name or "\n" in name]:
        yield f"move_name gives {odd[0]!r}; a semicolon parts moves, and a name is on one line"


def evaluations_are_below_outcomes(game: Game, state: State) -> Iterator[str]:
    """Integers; with a weight on outcomes, smaller than it; else no larger than outcomes can be."""
    if game.outcome(state) != UNDECIDED:
        return
    limit = game.outcome_weight - 1 if game.outcome_weight > 1 else game.max_outcome
    for name, evaluate in game.evaluations.items():
        value = evaluate(state)
        if not _is_integer(value):
            yield f"the evaluation {name} gives {value!r}, and values are integers"
        elif abs(value) > limit:
            why = "outcome_weight" if game.outcome_weight > 1 else "max_outcome"
            yield f"the evaluation {name} gives {value}; with {why} as it is, no more than {limit} is allowed"


def noise_is_a_yes_or_no(game: Game, state: State) -> Iterator[str]:
    """Whether a move is noisy is a truth value."""
    for move in game.moves(state):
        if game.noisy is not None and not isinstance(game.noisy(state, move), bool):
            yield f"noisy gives {game.noisy(state, move)!r} for the move {move}, and not True or False"


def chance_is_fair(game: Game, state: State) -> Iterator[str]:
    """Weights are positive integers that sum to the total."""
    if game.chance is None or not game.chance.is_chance(state):
        return
    if game.outcome(state) != UNDECIDED:
        yield "chance is to move although the game is over"
    weights = [game.chance.weight(state, move) for move in game.moves(state)]
    if not all(_is_integer(weight) and weight > 0 for weight in weights):
        yield f"weights of chance are not all positive integers: {weights}"
    elif sum(weights) != game.chance.total:
        yield f"the weights of chance sum to {sum(weights)}, not to the total of {game.chance.total}: {weights}"


def symmetries_change_nothing(game: Game, state: State) -> Iterator[str]:
    """On a board that is turned or mirrored, the same moves lead to the same places."""
    for number, symmetry in enumerate(game.symmetries):
        image = symmetry.state(state)
        if game.outcome(image) != game.outcome(state):
            yield f"symmetry {number} changes the outcome from {game.outcome(state)} to {game.outcome(image)}"
        legal = list(game.moves(state))
        if sorted(map(symmetry.move, legal)) != list(game.moves(image)):
            yield f"symmetry {number} makes other moves of the legal ones"
        elif any(symmetry.state(game.play(state, m)) != game.play(image, symmetry.move(m)) for m in legal):
            yield f"symmetry {number} of what a move leads to is not what its image leads to"


CHECKS: tuple[Check, ...] = (
    moves_are_codes_in_order,
    only_a_game_that_goes_on_has_moves,
    outcomes_are_integers_within_bounds,
    states_do_not_change,
    positions_survive_as_text,
    people_can_see_it,
    evaluations_are_below_outcomes,
    noise_is_a_yes_or_no,
    chance_is_fair,
    symmetries_change_nothing,
)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _all_of(game: Game, state: State) -> tuple[Any, ...]:
    """What there is to be seen of a state."""
    return repr(state), list(game.moves(state)), game.outcome(state), game.write(state)


# --- what holds of the game as a whole -------------------------------------------------------------------------------


def _numbers(game: Game) -> Iterator[str]:
    """Bounds that make sense."""
    for name, least in (("max_moves", 1), ("max_plies", 0), ("max_outcome", 1), ("outcome_weight", 1)):
        if not _is_integer(number := getattr(game, name)) or number < least:
            yield f"{name} is {number!r}, and it is an integer of {least} or more"
            return
    if game.max_outcome * game.outcome_weight >= UNDECIDED:
        product = f"{game.max_outcome} times {game.outcome_weight}"
        yield f"an outcome counts up to {product} beside an evaluation; values are below {UNDECIDED:,}"
    if game.centre and sorted(game.centre) != list(range(game.max_moves)):
        yield f"centre has not each move from 0 to {game.max_moves - 1} once: {game.centre}"


def _refusals(game: Game) -> Iterator[str]:
    """Texts that are no positions are refused with a PositionError, if they are."""
    for text in NO_POSITIONS:
        try:
            game.read(text)
        except PositionError:
            continue
        except _Raised as error:
            yield f"{error}, for {text[:20]!r}; a text that is no position calls for a PositionError that says why"
            return
