"""Exact searchers find the value of minimax, in every ordering, with every table and every window."""

import pytest

from games.game import UNDECIDED
from games.rules.nim import nim
from games.rules.othello import othello
from games.rules.uniform import uniform
from games.strategies import MTDF, AlphaBeta, Minimax, PrincipalVariationSearch, Solve

PLAIN = ["natural", "reverse", "random", "centre", "killer", "history", "best", "worst"]

TO_THE_END = [
    *(AlphaBeta(ordering=ordering) for ordering in PLAIN),
    AlphaBeta(ordering="natural", table=1),
    AlphaBeta(ordering="killer", table=1, replacement="deeper"),
    AlphaBeta(ordering="table", table=1, deepening=True, aspiration=1),
    PrincipalVariationSearch(),
    PrincipalVariationSearch(ordering="centre", table=1, replacement="always"),
    PrincipalVariationSearch(ordering="killer", deepening=True),
    MTDF(table=1),
    MTDF(ordering="history", table=1, deepening=True),
]
"""Searchers with settings that between them use every part."""


@pytest.fixture(scope="module")
def values(noughts, positions):
    """All 5,478 positions of tic-tac-toe."""
    values = positions(noughts)
    assert len(values) == 5_478
    return values


@pytest.mark.slow
@pytest.mark.parametrize("searcher", [Minimax(), Solve(max_positions=5_478), *TO_THE_END])
def test_the_value_of_every_position_of_tic_tac_toe(ask, noughts, values, searcher):
    wrong = [state for state, value in values.items() if ask(searcher, noughts, state).value != value]
    assert not wrong


@pytest.mark.parametrize("searcher", [Minimax(), Solve(max_positions=5_478), *TO_THE_END])
def test_the_best_move_of_every_position_of_tic_tac_toe_keeps_its_value(ask, noughts, values, searcher):
    for state, value in list(values.items())[::7]:
        move = ask(searcher, noughts, state).best_move
        if noughts.outcome(state) == UNDECIDED:
            assert -values[noughts.play(state, move)] == value, state
        else:
            assert move is None


def shallow(depth: int, evaluation: str) -> list:
    """Searchers to a depth, every ordering among them."""
    return [
        *(AlphaBeta(depth, ordering, evaluation) for ordering in (*PLAIN, "evaluation")),
        AlphaBeta(depth, "table", evaluation, table=1, deepening=True, aspiration=3),
        AlphaBeta(depth, "natural", evaluation, table=1, replacement="always"),
        PrincipalVariationSearch(depth, "evaluation", evaluation),
        PrincipalVariationSearch(depth, "table", evaluation, table=1, deepening=True, aspiration=1),
        MTDF(depth, "natural", evaluation, table=1),
        MTDF(depth, "table", evaluation, table=1, deepening=True),
    ]


@pytest.mark.parametrize("searcher", shallow(5, "column-weights"))
def test_the_value_at_a_depth_of_hundreds_of_positions_of_connect_four(ask, four, some_positions, searcher):
    for state in some_positions(four, 300):
        assert ask(searcher, four, state).value == ask(Minimax(5, "column-weights"), four, state).value, state


@pytest.mark.parametrize("searcher", [MTDF(4, "natural", "mobility", table=1), AlphaBeta(4, "centre", "mobility")])
def test_the_value_at_a_depth_of_positions_of_othello(ask, some_positions, searcher):
    game = othello(6, 6)
    for state in some_positions(game, 100):
        assert ask(searcher, game, state).value == ask(Minimax(4, "mobility"), game, state).value, state


def test_a_position_met_again_at_another_depth_has_another_value(ask):
    """In nim one position comes up after one move and after two, and a table must not take one for the other."""
    game = nim((5, 5), 3)
    for heaps in [(a, b) for a in range(6) for b in range(a, 6)]:
        state = game.read(f"{heaps[0]} {heaps[1]}")
        for depth in range(1, 11):
            expected = ask(Minimax(depth), game, state, backend="python").value
            for searcher in (AlphaBeta(depth, table=1), MTDF(depth, table=1, deepening=True)):
                assert ask(searcher, game, state).value == expected, (heaps, depth)


QUIET = [
    AlphaBeta(3, "natural", "column-weights", quiescence=True),
    AlphaBeta(3, "table", "column-weights", quiescence=True, table=1, deepening=True, aspiration=2),
    PrincipalVariationSearch(3, "evaluation", "column-weights", quiescence=True),
    MTDF(3, "killer", "column-weights", quiescence=True, table=1),
]


@pytest.mark.slow
@pytest.mark.parametrize("searcher", QUIET)
def test_quiescence_gives_one_value_whatever_the_window(ask, four, some_positions, searcher):
    for state in some_positions(four, 200):
        assert ask(searcher, four, state).value == ask(Minimax(3, "column-weights", True), four, state).value, state


def test_quiescence_sees_what_lies_beyond_the_horizon(in_both, four):
    """O has three in the bottom row, from the second column to the fourth. One ply deep, X does not see the fourth."""
    state = four.read("121374")
    hasty = in_both(Minimax(1, "column-weights"), four, state)
    quiet = in_both(Minimax(1, "column-weights", quiescence=True), four, state)
    assert hasty.best_move == 3
    assert quiet.best_move == 4
    assert {score for move, score in quiet.root_scores.items() if move != 4} == {-1000}


def test_positions_below_the_depth_limit_are_counted_apart(in_both, four):
    state = four.read("121374")
    hasty = in_both(Minimax(2, "column-weights"), four, state)
    quiet = in_both(Minimax(2, "column-weights", quiescence=True), four, state)
    assert hasty.nodes == quiet.nodes
    assert hasty.quiescence_nodes == 0 < quiet.quiescence_nodes


LEAVES = [(2, 6, 15), (3, 5, 35), (3, 6, 53), (4, 4, 31), (5, 4, 49)]


@pytest.mark.parametrize(("branching", "depth", "leaves"), LEAVES)
@pytest.mark.parametrize("seed", range(3))
def test_with_the_best_move_first_alphabeta_meets_the_minimum_of_knuth_and_moore(ask, branching, depth, leaves, seed):
    tree = uniform(branching, depth, seed)
    assert ask(AlphaBeta(ordering="best"), tree, backend="python").leaves == leaves


@pytest.mark.parametrize(("branching", "depth", "leaves"), LEAVES)
def test_so_it_does_on_a_tree_that_is_in_order(ask, branching, depth, leaves):
    tree = uniform(branching, depth, quality=1.0)
    assert ask(AlphaBeta(), tree, backend="python").leaves == leaves


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (5, 2), (2, 3), (3, 3), (4, 3)])
@pytest.mark.parametrize("seed", range(3))
def test_with_the_worst_move_first_three_plies_are_looked_at_in_full(ask, branching, depth, seed):
    tree = uniform(branching, depth, seed)
    assert ask(AlphaBeta(ordering="worst"), tree, backend="python").leaves == branching**depth


@pytest.mark.parametrize("searcher", [AlphaBeta(), AlphaBeta(ordering="random"), PrincipalVariationSearch(), MTDF()])
@pytest.mark.parametrize("quality", [0.0, 0.5, 1.0])
def test_the_value_of_a_tree_that_is_known_beforehand(ask, searcher, quality):
    tree = uniform(4, 5, 1, quality)
    assert ask(searcher, tree, backend="python").value == tree.evaluations["exact"](tree.initial)
