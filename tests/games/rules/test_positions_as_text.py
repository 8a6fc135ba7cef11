"""Whatever a person types is either a position or refused as none, in every game."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import PositionError, RulesError
from games.literal import Node, read_tree
from games.rules import GAMES, parameters_of_position

PLAYED = {name: factory() for name, factory in GAMES.items()}

texts = st.one_of(st.text(max_size=80), st.text("XOxo.-_ /\n0123456789", max_size=80), st.text("XO.", max_size=80))


@pytest.mark.parametrize("name", GAMES)
@given(text=texts)
def test_any_text_is_a_position_that_is_written_and_read_again_or_is_refused(name, text):
    game = PLAYED[name]
    try:
        state = game.read(text)
    except PositionError:
        return
    assert game.read(game.write(state)) == state
    assert game.picture(state)


@pytest.mark.parametrize("name", GAMES)
@given(text=texts)
def test_any_text_says_something_of_the_parameters_or_nothing(name, text):
    with contextlib.suppress(PositionError):
        assert isinstance(parameters_of_position(name, text), dict)


@given(text=st.one_of(st.text(max_size=60), st.text('ABC()[]{}=,:"0123456789./- ', max_size=60)))
def test_any_text_is_a_tree_or_refused_as_none(text):
    with contextlib.suppress(RulesError):
        assert isinstance(read_tree(text), Node)
