"""The transposition table: what it saves, and that it changes no value, however small it is."""

import pytest

from games.answer import Query
from games.rules.connect_four import connect_four
from games.search.deepening import whole_window
from games.search.kernels import window_kernel
from games.search.rules import rules_of
from games.search.searches import Plan, window_search
from games.search.table import slots_in
from games.strategies import MTDF, AlphaBeta, Minimax


def test_it_answers_for_positions_that_come_up_twice(in_both, noughts):
    without, with_it = in_both(AlphaBeta(), noughts), in_both(AlphaBeta(table=1), noughts)
    assert without.table_hits == 0 < with_it.table_hits
    assert with_it.value == without.value
    assert with_it.nodes < without.nodes / 3


def test_it_is_empty_when_a_search_begins(noughts):
    search = AlphaBeta(table=1).prepare(noughts, noughts.initial, Query())
    assert search() == search()


@pytest.mark.parametrize("replacement", ["both", "always", "deeper"])
@pytest.mark.parametrize("slots", [2, 64])
def test_with_hardly_a_slot_the_values_are_the_same(ask, four, some_positions, replacement, slots):
    """Nearly every position meets another one where it belongs."""
    rules = rules_of(four, "column-weights")
    kernel = window_kernel(rules, "compiled", replacement=replacement)
    for state in some_positions(four, 40):
        search = window_search(kernel, state, Plan(whole_window, range(5, 6), slots, 0.0), Query())
        assert search().value == ask(Minimax(5, "column-weights"), four, state).value


def test_who_is_kept_makes_a_difference_and_both_is_best(ask):
    """Connect Four on 5x4 squares has more positions than 32,768 slots."""
    game = connect_four(5, 4)
    nodes = {
        replacement: ask(AlphaBeta(ordering="centre", table=1, replacement=replacement), game).nodes
        for replacement in ("both", "always", "deeper")
    }
    assert nodes["both"] < nodes["always"] < nodes["deeper"]


def test_a_larger_table_saves_more(ask, four):
    small, large = (ask(AlphaBeta(12, "centre", table=size), four) for size in (1, 64))
    assert small.value == large.value
    assert small.nodes > large.nodes


@pytest.mark.parametrize(("mebibytes", "words", "slots"), [(0, 2, 0), (1, 2, 32_768), (1, 1, 32_768), (64, 2, 1 << 21)])
def test_as_many_slots_as_fit_and_a_power_of_two(mebibytes, words, slots):
    assert slots_in(mebibytes, words) == slots


def test_deepening_finds_the_best_move_of_the_depth_before_in_the_table(in_both, four):
    state = four.read("4453")
    blind, led = (
        in_both(AlphaBeta(6, ordering, "column-weights", table=4, deepening=True), four, state)
        for ordering in ("natural", "table")
    )
    assert blind.value == led.value
    assert led.nodes < blind.nodes


def test_mtdf_needs_several_passes_and_counts_them(in_both, noughts):
    """From the right guess two: one that fails high and one that fails low."""
    assert in_both(MTDF(table=1), noughts).re_searches == 1
    won = noughts.read("XX./OO./...")
    assert in_both(MTDF(table=1), noughts, won).re_searches >= 1
