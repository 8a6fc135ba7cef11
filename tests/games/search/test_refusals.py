"""What makes no sense, or what a game cannot give, is refused by name."""

from dataclasses import replace

import pytest

from backends import CannotCompile
from games.answer import Unsupported
from games.rules.gamble import gamble
from games.rules.nim import nim
from games.rules.tree import tree
from games.strategies import (
    MTDF,
    SEARCHERS,
    AlphaBeta,
    Expectiminimax,
    FlatMonteCarlo,
    Greedy,
    Minimax,
    MonteCarloTreeSearch,
    PrincipalVariationSearch,
    Solve,
)

SENSELESS = [
    (Minimax, {"depth": 0}, "depth is 0; it must be at least 1"),
    (AlphaBeta, {"depth": -3}, "depth is -3; it must be at least 1"),
    (AlphaBeta, {"depth": 1001}, "depth is 1001; no search looks further ahead than 1000 plies"),
    (PrincipalVariationSearch, {"table": -1}, "table is -1; it must not be negative"),
    (AlphaBeta, {"seconds": -0.5}, "seconds is -0.5; it must not be negative"),
    (AlphaBeta, {"aspiration": -1, "deepening": True}, "aspiration is -1; it must not be negative"),
    (MTDF, {"table": 0}, "table is 0; it must be at least 1"),
    (Expectiminimax, {"depth": 0}, "depth is 0; it must be at least 1"),
    (Solve, {"max_positions": 0}, "max_positions is 0; it must be at least 1"),
    (MonteCarloTreeSearch, {"playouts": 0}, "playouts is 0; it must be at least 1"),
    (MonteCarloTreeSearch, {"exploration": -1.0}, "exploration is -1.0; it must not be negative"),
    (FlatMonteCarlo, {"playouts": -5}, "playouts is -5; it must be at least 1"),
]


@pytest.mark.parametrize(("searcher", "parameters", "message"), SENSELESS)
def test_parameters_that_make_no_sense(searcher, parameters, message):
    with pytest.raises(ValueError, match=message):
        searcher(**parameters)


@pytest.mark.parametrize(
    ("searcher", "message"),
    [
        (AlphaBeta(aspiration=5), "aspiration needs deepening"),
        (AlphaBeta(ordering="table"), "the ordering `table` needs a transposition table"),
    ],
)
def test_parameters_that_make_no_sense_together(ask, noughts, searcher, message):
    with pytest.raises(Unsupported, match=message):
        ask(searcher, noughts, backend="python")


@pytest.mark.parametrize("searcher", [Minimax(3, "material"), AlphaBeta(3, evaluation="material"), Greedy("material")])
def test_an_evaluation_that_the_game_does_not_have(ask, noughts, searcher):
    message = "tictactoe has no evaluation 'material'; there is: open-lines, weighted-lines, none"
    with pytest.raises(Unsupported, match=message):
        ask(searcher, noughts, backend="python")


def test_an_ordering_by_evaluation_without_one(ask, noughts):
    with pytest.raises(Unsupported, match="the ordering `evaluation` needs an evaluation, and none was chosen"):
        ask(AlphaBeta(ordering="evaluation"), noughts, backend="python")


def test_a_middle_where_there_is_none(ask):
    with pytest.raises(Unsupported, match="the ordering `centre` needs a board with a middle"):
        ask(AlphaBeta(ordering="centre"), nim(), backend="python")


@pytest.mark.parametrize("searcher", [Minimax(2, quiescence=True), AlphaBeta(2, quiescence=True)])
def test_quiescence_where_no_move_is_known_to_be_noisy(ask, searcher):
    with pytest.raises(Unsupported, match="quiescence needs an evaluation, and a game that says which moves are noisy"):
        ask(searcher, tree(), backend="python")


@pytest.mark.parametrize("name", sorted(SEARCHERS.keys() - {"expectiminimax", "random", "greedy"}))
def test_chance_is_for_expectiminimax(ask, name):
    searcher, _ = SEARCHERS[name]
    with pytest.raises(Unsupported, match=f"chance moves in gamble, and {name} knows only players; use expectiminimax"):
        ask(searcher(), gamble(), backend="python")


@pytest.mark.parametrize("searcher", [Minimax(), AlphaBeta(table=1), Solve(), MonteCarloTreeSearch(), FlatMonteCarlo()])
def test_rules_that_numba_cannot_compile_are_named_and_still_run_interpreted(ask, noughts, searcher):
    def moves(board):
        yield from sorted(noughts.moves(board), key=lambda square: str(square))

    game = replace(noughts, moves=moves)
    with pytest.raises(CannotCompile, match=r"cannot compile .*moves \(.*test_refusals.py, line \d+\)"):
        ask(searcher, game)
    assert ask(searcher, game, game.read("XX./OO./..."), backend="python").best_move == 2


def test_every_searcher_has_a_name_and_a_line_about_it(ask, noughts):
    for name, (searcher, summary) in SEARCHERS.items():
        assert name == name.lower()
        assert summary
        assert searcher.backends == ("compiled", "python")
        assert ask(searcher(), noughts, noughts.read("XXO/OOX/XO."), backend="python").best_move == 8
