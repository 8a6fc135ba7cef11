"""The games by name."""

import subprocess
import sys

import pytest

from games.rules import GAMES, parameters, parameters_of_position


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_made_from_defaults_and_has_its_name(name):
    assert GAMES[name]().name == name
    assert GAMES[name](**parameters(name)).initial == GAMES[name]().initial


def test_the_parameters_are_those_of_the_factory():
    assert parameters("connect-four") == {"width": 7, "height": 6, "connect": 4}
    assert parameters("tictactoe") == {}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("connect-four", "..../..../.X..", {"width": 4, "height": 3}),
        ("connect-four", "4453", {}),
        ("othello", "..../.OX./.XO./.... X", {"width": 4, "height": 4}),
        ("othello", "...... ...... ..OX.. ..XO.. ...... ...... X", {"width": 6, "height": 6}),
        ("othello", "...... ...... / ..OX.. / ..XO.. / ...... X", {}),
        ("othello", "....../..OX../..XO../...... O", {"width": 6, "height": 4}),
        ("nim", "3 5 7", {"heaps": (3, 5, 7)}),
        ("tictactoe", "OO./.X./.X.", {}),
        ("tree", "B", {}),
    ],
)
def test_a_position_tells_the_parameters_of_its_game(name, text, expected):
    assert parameters_of_position(name, text) == expected


@pytest.mark.parametrize(
    ("name", "text"), [("connect-four", "..../..../..../.X.."), ("othello", "..../.OX./.XO./.... X"), ("nim", "3 5 7")]
)
def test_a_position_is_read_by_the_game_of_its_size(name, text):
    game = GAMES[name](**parameters_of_position(name, text))
    assert game.write(game.read(text)) == text


def test_the_names_are_there_without_numba_and_numpy():
    source = (
        "import sys, games.rules; assert games.rules.GAMES; print([m for m in ('numba', 'numpy') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
