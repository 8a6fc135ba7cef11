# ruff: noqa: UP028  (Numba has no `yield from`)
"""The contract: every game here keeps to it, and games that are broken on purpose are told what is wrong with them."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import NamedTuple

import pytest

from games.contract import check
from games.game import UNDECIDED, Chance, Game, PositionError, Symmetry
from games.rules import GAMES
from games.rules.connect_four import connect_four
from games.rules.gamble import gamble
from games.rules.nim import nim
from games.rules.othello import othello
from games.rules.tree import tree
from games.rules.uniform import uniform

VARIANTS = {
    **GAMES,
    "connect-four 4x4": lambda: connect_four(4, 4),
    "connect-four 2x30": lambda: connect_four(2, 30, 5),
    "othello 4x4": lambda: othello(4, 4),
    "othello 6x4": lambda: othello(6, 4),
    "nim 3 5 7": lambda: nim((3, 5, 7), take=0, misere=True),
    "uniform in order": lambda: uniform(3, 4, quality=0.7),
    "tree with chance": lambda: tree("A(B[1: (2, 6), 1: (4, 8)], C=3(D=1, E=2))"),
    "gamble of three": lambda: gamble("c(a[1/3: 3, 2/3: -1], b[1: 4, 5: 0, 6: 1], c0=2)"),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_keeps_to_the_contract(name):
    assert check(VARIANTS[name]()) == []


# --- broken games ----------------------------------------------------------------------------------------------------


class Sticks(NamedTuple):
    left: int


def moves(state):
    for taken in range(min(state.left, 2)):
        yield taken


def read(text):
    if not text.isdecimal() or not 0 <= int(text[:9]) <= 9:
        raise PositionError(f"{text!r} is no number of sticks up to 9")
    return Sticks(int(text))


WHOLE = Game(
    name="sticks",
    initial=Sticks(9),
    moves=moves,
    play=lambda state, move: Sticks(state.left - move - 1),
    outcome=lambda state: -1 if state.left == 0 else UNDECIDED,
    max_moves=2,
    max_plies=9,
    write=lambda state: str(state.left),
    read=read,
    picture=lambda state: "|" * state.left or "nothing is left",
    evaluations={"sticks": lambda state: state.left},
    outcome_weight=10,
)
"""9 sticks, take 1 or 2."""


def descending(state):
    for taken in range(min(state.left, 2) - 1, -1, -1):
        yield taken


def twice(state):
    for _ in range(min(state.left, 2)):
        yield 0


def after_the_end(state):
    for taken in range(2):
        yield taken


def never_ending(state):
    yield from count()


def too_few(state):
    for taken in range(min(state.left, 2) if state.left > 1 else 0):
        yield taken


def raising(state):
    for taken in range(min(state.left, 2)):
        yield taken // (state.left - 3)


def floats(state):
    yield from (float(taken) for taken in range(min(state.left, 2)))


def forgetful() -> Callable:
    calls = count()
    return lambda state, move: Sticks(state.left - 1 - (next(calls) % 2 if state.left > 1 else 0))


class Pile(list):
    """A state that can change."""

    @property
    def left(self):
        return len(self)


def taking_away(state, move):
    del state[: move + 1]
    return state


def chance_of(weights, total=2):
    return Chance(lambda state: state.left % 2 == 0 and state.left > 0, lambda state, move: weights[move], total)


def after_the_end_or(value):
    """An outcome of `value` when nothing is left."""
    return lambda state: value if state.left == 0 else UNDECIDED


BROKEN = {
    "moves in descending order": ({"moves": descending}, "moves are not in ascending order, each once: 1, 0"),
    "a move twice": ({"moves": twice}, "moves are not in ascending order, each once: 0, 0"),
    "moves after the end": ({"moves": after_the_end}, "there are moves although the game is over (outcome -1)"),
    "moves without end": ({"moves": never_ending}, "moves yields 2, and max_moves says that moves are 0 to 1"),
    "moves that are too large": ({"max_moves": 1}, "moves yields 1, and max_moves says that moves are 0 to 0"),
    "moves that are no integers": ({"moves": floats}, "moves yields 0.0, and moves are integers"),
    "no moves before the end": (
        {"moves": too_few},
        "there is no move although outcome says that the game goes on, in the position '1'",
    ),
    "moves that raise": ({"moves": raising}, "moves raises ZeroDivisionError"),
    "a play that raises": ({"play": lambda state, move: state.gone}, "play raises AttributeError: 'Sticks' object has"),
    "a play with a memory": (
        {"play": forgetful()},
        "play of 0 gives one thing, and another when it is called again: Sticks(left=8) and Sticks(left=7)",
    ),
    "a state that changes": (
        {"initial": Pile("|||||||||"), "play": taking_away, "read": lambda text: Pile("|" * read(text).left)},
        "play changes the state that it is given",
    ),
    "an outcome out of bounds": ({"outcome": after_the_end_or(-3)}, "outcome is -3, and max_outcome"),
    "an outcome that is no integer": ({"outcome": after_the_end_or(-1.0)}, "outcome is -1.0, and outcomes are"),
    "an outcome of True": ({"outcome": after_the_end_or(True)}, "outcome is True"),
    "a game that takes too long": ({"max_plies": 4}, "a game went on for more than 4 plies"),
    "a game without end": ({"play": lambda state, move: state}, "a game went on for more than 9 plies"),
    "text that tells too little": (
        {"write": lambda state: str(state.left // 2 * 2)},
        "read makes Sticks(left=8) of '8', which was written for Sticks(left=9)",
    ),
    "text of two lines": ({"write": lambda state: f"{state.left}\n"}, "write gives '9\\n', and a position is one line"),
    "text that is not read": (
        {"write": lambda state: f"{state.left} sticks"},
        "read refuses what write has written, '9 sticks'",
    ),
    "a reader that raises": ({"read": lambda text: Sticks(int(text))}, "read raises ValueError: invalid literal"),
    "no picture": ({"picture": lambda state: ""}, "picture gives ''"),
    "moves with one name": (
        {"move_name": lambda state, move: "take"},
        "move_name does not tell the moves apart: ['take', 'take']",
    ),
    "a move that reads as two": (
        {"move_name": lambda state, move: f"take; {move}"},
        "move_name gives 'take; 0'; a semicolon parts moves",
    ),
    "an evaluation as large as a win": ({"outcome_weight": 5}, "the evaluation sticks gives 9; with outcome_weight"),
    "an evaluation beyond outcomes": ({"outcome_weight": 1}, "the evaluation sticks gives 9; with max_outcome"),
    "an evaluation that is no integer": (
        {"evaluations": {"half": lambda state: state.left / 2}},
        "the evaluation half gives 4.5",
    ),
    "noise that is no truth value": ({"noisy": lambda state, move: move}, "noisy gives 0 for the move 0"),
    "a centre that lacks a move": ({"centre": (1,)}, "centre has not each move from 0 to 1 once: (1,)"),
    "outcomes beyond every value": ({"outcome_weight": 1 << 20}, "an outcome counts up to 1 times 1048576 beside"),
    "no room for a move": ({"max_moves": 0}, "max_moves is 0, and it is an integer of 1 or more"),
    "chance that sums to another total": (
        {"chance": chance_of([1, 2])},
        "the weights of chance sum to 3, not to the total of 2",
    ),
    "chance without weight": ({"chance": chance_of([2, 0])}, "weights of chance are not all positive integers: [2, 0]"),
    "a symmetry that is none": (
        {"symmetries": (Symmetry(lambda state: state, lambda move: 1 - move),)},
        "symmetry 0 of what a move leads to is not what its image leads to",
    ),
}


def test_the_whole_game_keeps_to_it():
    assert check(WHOLE) == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_told_what_is_wrong_with_it(name):
    changes, words = BROKEN[name]
    complaints = check(replace(WHOLE, **changes))
    assert any(words in complaint for complaint in complaints), complaints


def test_a_complaint_names_the_position():
    complaints = check(replace(WHOLE, moves=descending))
    assert complaints == ["moves are not in ascending order, each once: 1, 0, in the position '9'"]


# --- what compiling asks for -----------------------------------------------------------------------------------------


class Weighed(NamedTuple):
    left: float


class FewSticks(NamedTuple):
    left: int


def scaled(kind, scale):
    """The game with sticks that count `scale` each."""
    return {
        "initial": kind(9 * scale),
        "moves": lambda state: iter(range(min(int(state.left / scale), 2))),
        "play": lambda state, move: kind(state.left - (move + 1) * scale),
        "write": lambda state: str(int(state.left / scale)),
        "read": lambda text: kind(read(text).left * scale),
        "picture": str,
        "evaluations": {},
    }


def sticks_of_two_types(left):
    return Sticks(left) if left > 4 else FewSticks(left)


UNFIT = {
    "a field that is no integer": (
        scaled(Weighed, 1.0),
        "left is 9.0; to be compiled, it must be an integer of 64 bits, in the position '9'",
    ),
    "integers of more than 64 bits": (scaled(Sticks, 1 << 62), "left is 41505174165846491136; to be compiled"),
    "states of two types": (
        {
            "play": lambda state, move: sticks_of_two_types(state.left - move - 1),
            "read": lambda text: sticks_of_two_types(read(text).left),
        },
        "states are of two types: Sticks and FewSticks",
    ),
    "a function that Numba refuses": (
        {"outcome": lambda state: -1 if state.left.to_bytes(1) == b"\0" else UNDECIDED},
        "Unknown attribute 'to_bytes' of type int64. It still runs with --backend python",
    ),
    "text that Numba writes in another way": (
        {"outcome": lambda state: -1 if str(state) == "Sticks(left=0)" else UNDECIDED},
        f"outcome is -1 interpreted and {UNDECIDED} compiled, in the position '0'",
    ),
    "an evaluation beyond 64 bits": (
        {"evaluations": {"large": lambda state: (state.left << 62) >> 60}, "outcome_weight": 100},
        "the evaluation large is 36 interpreted and",
    ),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_game_that_cannot_be_compiled_or_is_another_one_then_is_told_so(name):
    changes, words = UNFIT[name]
    game = replace(WHOLE, **changes)
    assert check(game, backends=("python",)) == []
    complaints = check(game)
    assert any(words in complaint for complaint in complaints), complaints


def test_moves_that_differ_when_compiled_are_seen_in_perft_too():
    def play(state, move):
        return Sticks(state.left - move - 1 if (state.left << 60) > 0 else 0)

    complaints = check(replace(WHOLE, play=play))
    assert any(complaint.startswith("play of 0 gives") for complaint in complaints)
    assert any(complaint.startswith("perft to depth") for complaint in complaints)
