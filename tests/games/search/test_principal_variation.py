"""The principal variation is a line of legal moves, and whoever follows it arrives at the value."""

import pytest

from games.answer import Query
from games.game import UNDECIDED
from games.strategies import MTDF, AlphaBeta, Minimax, PrincipalVariationSearch, Solve

WHOLE = [
    Minimax(5, "column-weights"),
    AlphaBeta(5, "natural", "column-weights"),
    AlphaBeta(5, "history", "column-weights"),
    AlphaBeta(5, "natural", "column-weights", deepening=True, aspiration=2),
]
"""Searchers that always know the line to its end."""

WITH_TABLE = [
    AlphaBeta(5, "natural", "column-weights", table=1),
    AlphaBeta(5, "table", "column-weights", table=1, deepening=True, aspiration=2),
    PrincipalVariationSearch(5, "natural", "column-weights", table=1),
    MTDF(5, "natural", "column-weights", table=1),
]
"""These know it as long as the table has not forgotten; with so few positions it has not."""


def end_of(game, state, line):
    """Where a line leads; every move of it is legal."""
    for move in line:
        assert game.outcome(state) == UNDECIDED
        assert move in game.moves(state)
        state = game.play(state, move)
    return state


def worth(game, state, evaluation):
    """What minimax says of a state where it stops."""
    value = game.outcome(state)
    return game.evaluations[evaluation](state) if value == UNDECIDED else value * game.outcome_weight


@pytest.mark.parametrize("searcher", [*WHOLE, *WITH_TABLE])
def test_it_leads_to_the_value(ask, four, some_positions, searcher):
    for state in some_positions(four, 60):
        reply = ask(searcher, four, state)
        line = reply.principal_variation
        end = end_of(four, state, line)
        assert len(line) == 5 or four.outcome(end) != UNDECIDED
        assert reply.value == worth(four, end, "column-weights") * (-1) ** len(line)


def test_without_a_table_pvs_knows_its_beginning(ask, four, some_positions):
    for state in some_positions(four, 60):
        reply = ask(PrincipalVariationSearch(5, "natural", "column-weights"), four, state)
        following = end_of(four, state, reply.principal_variation)
        rest = 5 - len(reply.principal_variation)
        if rest and four.outcome(following) == UNDECIDED:
            value = ask(Minimax(rest, "column-weights"), four, following).value
            assert reply.value == value * (-1) ** len(reply.principal_variation)


def test_it_begins_with_the_best_move(ask, four, some_positions):
    for state in some_positions(four, 60):
        for searcher in (*WHOLE, *WITH_TABLE):
            reply = ask(searcher, four, state)
            assert reply.best_move == (reply.principal_variation[0] if reply.principal_variation else None)


def test_minimax_and_alphabeta_in_one_order_find_one_line(ask, noughts, some_positions):
    for state in some_positions(noughts, 60):
        assert (
            ask(Minimax(), noughts, state).principal_variation == ask(AlphaBeta(), noughts, state).principal_variation
        )


def test_two_perfect_players_of_tic_tac_toe(in_both, noughts):
    """Each taking the first of equal moves."""
    assert in_both(Minimax(), noughts).principal_variation == (0, 4, 1, 2, 6, 3, 5, 7, 8)
    assert in_both(Solve(max_positions=6_000), noughts).principal_variation == (0, 4, 1, 2, 6, 3, 5, 7, 8)


@pytest.mark.parametrize("searcher", [Minimax(), AlphaBeta(), PrincipalVariationSearch(), MTDF(table=1), Solve()])
def test_a_finished_game_has_neither_move_nor_line(noughts, searcher, backend):
    lost = noughts.read("XXX/OO./...")
    reply = searcher.prepare(noughts, lost, Query(backend=backend))()
    assert (reply.value, reply.best_move, reply.principal_variation) == (-1, None, ())
