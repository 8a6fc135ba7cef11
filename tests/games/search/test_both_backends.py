"""Each backend is the other's oracle: the same value, move, line and counters, whatever the setting."""

import pytest

from games.strategies import (
    MTDF,
    AlphaBeta,
    FlatMonteCarlo,
    Greedy,
    Minimax,
    MonteCarloTreeSearch,
    PrincipalVariationSearch,
    RandomMove,
    Solve,
)

ORDERINGS = ["natural", "reverse", "random", "centre", "evaluation", "killer", "history", "best", "worst"]

SHALLOW = [
    Minimax(3, "weighted-lines"),
    Minimax(2, "weighted-lines", quiescence=True),
    Greedy("open-lines"),
    *(AlphaBeta(4, ordering, "weighted-lines") for ordering in ORDERINGS),
    AlphaBeta(3, "killer", "weighted-lines", quiescence=True),
    AlphaBeta(5, "table", "weighted-lines", table=1, deepening=True, aspiration=2),
    PrincipalVariationSearch(4, "history", "weighted-lines"),
    PrincipalVariationSearch(4, "table", "weighted-lines", table=1, replacement="always", deepening=True),
    MTDF(4, "evaluation", "weighted-lines", table=1),
    Solve(max_positions=6_000),
    MonteCarloTreeSearch(playouts=200),
    MonteCarloTreeSearch(playouts=200, exploration=0.5, solver=True),
    FlatMonteCarlo(playouts=100),
    RandomMove(),
]


@pytest.mark.parametrize("searcher", SHALLOW)
def test_all_that_is_found_and_counted_is_the_same(in_both, noughts, some_positions, searcher):
    for seed, state in enumerate(some_positions(noughts, 25)):
        in_both(searcher, noughts, state, seed=seed)


@pytest.mark.parametrize("searcher", SHALLOW)
def test_it_is_so_as_well_when_a_limit_stops_the_search(in_both, noughts, searcher):
    for limit in (1, 2, 7, 30, 100):
        reply = in_both(searcher, noughts, node_limit=limit)
        assert reply.nodes <= limit


@pytest.mark.parametrize("searcher", SHALLOW)
def test_a_second_search_begins_from_nothing(noughts, searcher):
    from games.answer import Query

    search = searcher.prepare(noughts, noughts.initial, Query(seed=5, backend="python"))
    assert search() == search()


DEEP = [
    AlphaBeta(6, "centre", "column-weights"),
    PrincipalVariationSearch(5, "history", "column-weights", table=1),
    MTDF(5, "natural", "column-weights", table=1, deepening=True),
    MonteCarloTreeSearch(playouts=300),
]


@pytest.mark.parametrize("searcher", DEEP)
def test_on_a_board_of_49_bits(in_both, four, some_positions, searcher):
    for state in some_positions(four, 6):
        in_both(searcher, four, state)
