"""Nim: its theory, in every variant, and its text."""

import re
from functools import reduce
from itertools import product
from operator import xor

import pytest

from games.game import PositionError, RulesError
from games.perft import perft
from games.rules.nim import nim


def is_won(sizes, take: int, misere: bool) -> bool:
    """For the player to move. Bouton 1901; with a limit, heaps count by their remainder (Winning Ways, chapter 4)."""
    if misere and all(size <= 1 for size in sizes):
        return sum(sizes) % 2 == 0
    return reduce(xor, (size % (take + 1) if take else size for size in sizes)) != 0


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("sizes", [(10,), (3, 5, 7), (1, 1, 1, 1), (2, 2, 2), (4, 4, 1)])
def test_who_wins_is_decided_by_the_xor_of_the_heaps(positions, sizes, misere):
    game = nim(sizes, take=0, misere=misere)
    values = positions(game)
    assert len(values) == len(list(product(*(range(size + 1) for size in sizes))))
    for state, value in values.items():
        assert value == (1 if is_won(list(map(int, game.write(state).split())), 0, misere) else -1)


@pytest.mark.parametrize("take", [1, 2, 3, 5])
def test_with_a_limit_heaps_count_by_their_remainder(positions, take):
    game = nim((5, 6, 4), take)
    for state, value in positions(game).items():
        assert value == (1 if is_won(list(map(int, game.write(state).split())), take, False) else -1)


@pytest.mark.parametrize(("heap", "best"), [(10, "take 2"), (7, "take 3")])
def test_the_one_move_that_wins_is_to_leave_a_multiple_of_four(positions, heap, best):
    game = nim((heap,), 3)
    values = positions(game)
    winning = [move for move in game.moves(game.initial) if values[game.play(game.initial, move)] == -1]
    assert [game.move_name(game.initial, move) for move in winning] == [best]


def test_the_ways_to_take_1_to_3_of_10_sticks_are_counted(backend):
    ways = [sum(sum(takes) <= 10 for takes in product((1, 2, 3), repeat=depth)) for depth in range(11)]
    assert perft(nim(), 10, backend) == ways


def test_a_move_tells_the_heap_and_how_many():
    game = nim((3, 5), take=2)
    assert list(game.moves(game.initial)) == [0, 1, 2, 3]
    assert [game.move_name(game.initial, move) for move in range(4)] == [
        "take 1 from heap 1",
        "take 2 from heap 1",
        "take 1 from heap 2",
        "take 2 from heap 2",
    ]
    assert game.write(game.play(game.initial, 3)) == "3 3"


# --- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["3 5 7", "3,5,7", " 3 + 5 + 7 ", "3;5;7"])
def test_heaps_are_read_with_anything_usual_between_them(text):
    game = nim((3, 5, 7))
    assert game.read(text) == game.initial
    assert nim(text).initial == game.initial


def test_heaps_that_are_not_named_are_empty():
    game = nim((3, 5, 7))
    assert game.write(game.read("2")) == "2 0 0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "are no heaps"),
        ("3 -5", "are no heaps"),
        ("three", "are no heaps"),
        ("3 8", "a heap of 8 in '3 8'; the largest in this game has 7"),
        ("1 1 1 1", "4 heaps in '1 1 1 1'; this game is played with 3"),
        ("9" * 5000, "are no heaps"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, words):
    with pytest.raises(PositionError, match=re.escape(words)):
        nim((3, 5, 7)).read(text)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        (((), 3), "heaps of nothing"),
        (((3, 0), 3), "heaps of 3, 0"),
        (((3, 5), -1), "take -1"),
        (((1000,) * 7, 3), "7 heaps of up to 1000 need 70 bits"),
    ],
)
def test_heaps_that_make_no_game_are_refused(parameters, words):
    with pytest.raises(RulesError, match=re.escape(words)):
        nim(*parameters)


def test_62_bits_of_heaps_are_played_alike_by_both_backends():
    game = nim((3,) * 31, take=0)
    assert game.initial.sticks == 2**62 - 1
    assert perft(game, 3, "compiled") == perft(game, 3, "python")
    assert nim((2**62 - 1,), take=2).max_moves == 2


def test_the_picture_has_a_stroke_for_each_stick():
    game = nim((3, 5))
    assert game.picture(game.read("3 0")) == "heap 1:   3 |||\nheap 2:   0"
    assert len(nim((10**9,)).picture(nim((10**9,)).initial)) < 50
