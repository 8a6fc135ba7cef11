"""Whether a game can be compiled, and is then the same game: a part of `games.contract`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from backends import CannotCompile, compiling, jit_for
from games.game import UNDECIDED, Game, State
from games.perft import make_perft

PERFT_DEPTH, PERFT_LIMIT = 8, 20_000
"""Plies, and about as many positions counted by the interpreter: perft is compared up to the first that is reached."""
COMPARED = 200
"""States whose moves and values are compared."""

SMALLEST, LARGEST = -(1 << 63), (1 << 63) - 1


def disagreements(game: Game, states: Sequence[State]) -> list[str]:
    """What keeps a game from being compiled, or else where compiled code gives something else; complaints in words."""
    if complaint := _unfit(game, states):
        return [complaint]
    perft, functions = make_perft(game, jit_for("compiled")), _functions(game)
    try:
        with compiling(perft):
            perft(game.initial, 0)
        for _, _, compiled in functions:
            with compiling(compiled):
                compiled(game.initial)
    except CannotCompile as error:
        return [str(error)]
    some = states[:: max(1, len(states) // COMPARED)]
    differences = [
        next(_different_values(game, functions, some), ""),
        next(_different_moves(game, some), ""),
        _different_perft(game, perft),
    ]
    return [difference for difference in differences if difference]


def where(game: Game, state: State) -> str:
    """The position that a complaint is about."""
    try:
        return f", in the position {game.write(state)!r}"
    except Exception:
        return f", in the state {state!r}"


def _unfit(game: Game, states: Sequence[State]) -> str:
    """Why states cannot be compiled; "" when they can."""
    for state in states:
        if not isinstance(state, tuple) or not hasattr(state, "_fields"):
            return f"to be compiled, a state must be a NamedTuple of integers; it is {state!r}"
        if type(state) is not type(game.initial):
            return f"states are of two types: {type(game.initial).__name__} and {type(state).__name__}"
        for field, value in zip(state._fields, state, strict=True):
            if type(value) is not int or not SMALLEST <= value <= LARGEST:
                return f"{field} is {value!r}; to be compiled, it must be an integer of 64 bits{where(game, state)}"
    return ""


Both = tuple[str, Callable[[State], Any], Callable[[State], Any]]
"""A function of a state: its name, interpreted, compiled."""


def _functions(game: Game) -> list[Both]:
    jit = jit_for("compiled")
    functions: list[Both] = [("outcome", game.outcome, jit(game.outcome))]
    for name, evaluate in game.evaluations.items():
        functions.append((f"the evaluation {name}", evaluate, jit(evaluate)))
    if game.chance is not None:
        functions.append(("is_chance", game.chance.is_chance, jit(game.chance.is_chance)))
    return functions


def _different_values(game: Game, functions: Sequence[Both], states: Sequence[State]) -> Iterator[str]:
    for state in states:
        over = game.outcome(state) != UNDECIDED
        for name, interpreted, compiled in functions:
            # What is over has an outcome, and need not have an evaluation.
            if not (over and interpreted in game.evaluations.values()) and interpreted(state) != compiled(state):
                yield f"{name} is {interpreted(state)} interpreted and {compiled(state)} compiled{where(game, state)}"


def _different_moves(game: Game, states: Sequence[State]) -> Iterator[str]:
    jit = jit_for("compiled")
    moves, play = jit(game.moves), jit(game.play)
    weigh = jit(game.chance.weight) if game.chance is not None else None
    for state in states:
        legal, compiled = list(game.moves(state)), list(moves(state))
        if legal != compiled:
            yield f"moves are {legal} interpreted and {compiled} compiled{where(game, state)}"
            continue
        for move in legal:
            after, compiled_after = game.play(state, move), play(state, move)
            if tuple(after) != tuple(compiled_after):
                yield f"play of {move} gives {after} interpreted and {compiled_after} compiled{where(game, state)}"
            if game.chance is not None and weigh is not None and game.chance.is_chance(state):
                weights = game.chance.weight(state, move), weigh(state, move)
                if weights[0] != weights[1]:
                    yield f"weight of {move} is {weights[0]} interpreted and {weights[1]} compiled{where(game, state)}"


def _different_perft(game: Game, compiled: Callable[[State, int], int]) -> str:
    interpreted = make_perft(game, jit_for("python"))
    for depth in range(1, min(game.max_plies, PERFT_DEPTH) + 1):
        counts = interpreted(game.initial, depth), compiled(game.initial, depth)
        if counts[0] != counts[1]:
            return f"perft to depth {depth} is {counts[0]} interpreted and {counts[1]} compiled"
        if counts[0] * game.max_moves > PERFT_LIMIT:
            break
    return ""
