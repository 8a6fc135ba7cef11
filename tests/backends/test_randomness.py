"""Seeded generators: the same stream in both backends, another for other words, and nothing global."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends import generator, jit_for


def draw(rng, count):
    return [rng.random() for _ in range(count)]


def draw_below(rng, count, n):
    return [int(rng.random() * n) for _ in range(count)]


@pytest.fixture(scope="module")
def compiled_draw():
    return jit_for("compiled")(draw)


@given(seed=st.integers(0, 2**64))
def test_both_backends_draw_the_same_stream(compiled_draw, seed):
    assert draw(generator(seed, "order"), 50) == list(compiled_draw(generator(seed, "order"), 50))


def test_both_backends_draw_the_same_integers():
    compiled = jit_for("compiled")(draw_below)
    assert draw_below(generator(7), 1000, 9) == list(compiled(generator(7), 1000, 9))
    assert set(draw_below(generator(7), 1000, 9)) == set(range(9))


def test_a_stream_depends_on_the_seed_and_on_each_word():
    streams = [(0,), (1,), (0, "a"), (0, "b"), (0, "a", "b"), (0, "b", "a"), (0, "ab"), (0, "a", 1), (0, "a", 2)]
    first = {tuple(draw(generator(*stream), 4)) for stream in streams}
    assert len(first) == len(streams)


def test_a_stream_depends_on_nothing_else():
    assert draw(generator(3, "puzzle", 12), 20) == draw(generator(3, "puzzle", 12), 20)


def test_no_global_state_is_read_or_touched():
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()
    stream = draw(generator(5, "order"), 10)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before
    np.random.seed(2)
    random.seed(2)
    assert draw(generator(5, "order"), 10) == stream
