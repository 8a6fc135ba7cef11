"""Games of OpenSpiel are games like any other; those that cannot be searched are refused with the reason."""

import importlib.util
import random

import pytest

from games.answer import Query
from games.contract import check
from games.game import UNDECIDED, PositionError, RulesError
from games.perft import perft
from games.rules import GAMES, openspiel
from games.rules.openspiel import PLAIN, WHOLE_CHANCE
from games.strategies import MTDF, AlphaBeta, Expectiminimax, Minimax, MonteCarloTreeSearch, Solve

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="open_spiel is not installed")

game = openspiel.openspiel


def reply(searcher, rules, state=None):
    return searcher.prepare(rules, state or rules.initial, Query(backend="python"))()


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four(rows=4,columns=4)", "othello", "dots_and_boxes", "mancala", "pig", "nim"]
)
def test_games_of_openspiel_keep_to_the_contract_of_every_game(name):
    assert check(game(name), ["python"], playouts=3) == []


@pytest.mark.parametrize(
    ("ours", "theirs", "depth"),
    [
        ("tictactoe", "tic_tac_toe", 5),
        ("connect-four", "connect_four", 4),
        ("othello", "othello", 4),
    ],
)
def test_as_many_positions_are_reached_as_by_our_own_rules(ours, theirs, depth):
    assert perft(game(theirs), depth, "python") == perft(GAMES[ours](), depth, "python")


def test_alphabeta_takes_the_known_number_of_nodes_on_tic_tac_toe():
    found = reply(AlphaBeta(), game("tic_tac_toe"))
    assert (found.nodes, found.leaves, found.value, found.depth) == (18_297, 7_330, 0, 9)


@pytest.mark.slow
def test_minimax_takes_the_known_number_of_nodes_on_tic_tac_toe():
    assert reply(Minimax(), game("tic_tac_toe")).nodes == 549_946


def test_the_positions_of_tic_tac_toe_are_told_apart_and_no_two_ways_to_one():
    found = reply(Solve(10_000), game("tic_tac_toe"))
    assert (found.positions, found.value) == (5_478, 0)


@pytest.mark.parametrize("searcher", [AlphaBeta(table=1, ordering="table"), MTDF(table=1), Solve(), AlphaBeta()])
@pytest.mark.parametrize(
    ("name", "after"), [("connect_four(rows=4,columns=4)", "1 1 2 0 0 3 3"), ("dots_and_boxes", "0 1 2 3 4")]
)
def test_tables_change_no_value(searcher, name, after):
    rules = game(name)
    state = rules.read(after)
    assert reply(searcher, rules, state).value == reply(Minimax(), rules, state).value


def test_monte_carlo_takes_the_win():
    rules = game("tic_tac_toe")
    found = reply(MonteCarloTreeSearch(200), rules, rules.read("0 3 1 4"))
    assert rules.move_name(rules.read("0 3 1 4"), found.best_move) == "x(0,2)"


# --- turns, chance, outcomes -----------------------------------------------------------------------------------------


def test_who_may_not_move_passes_while_the_other_moves_again():
    rules = game("dots_and_boxes(num_rows=1,num_cols=1)")
    three = rules.read("0 1 2")  # three sides of the only box: the second player closes it
    over = rules.play(three, 3)
    assert rules.outcome(over) == -1
    two_boxes = game("dots_and_boxes(num_rows=1,num_cols=2)")
    closed = next(
        state
        for state in (two_boxes.read(f"0 2 4 {last}") for last in range(7) if last not in (0, 2, 4))
        if state.state.current_player() != state.seen_by
    )
    assert [two_boxes.move_name(closed, move) for move in two_boxes.moves(closed)] == ["pass"]
    passed = two_boxes.play(closed, next(two_boxes.moves(closed)))
    assert two_boxes.write(passed) == f"{two_boxes.write(closed)} pass"
    assert two_boxes.read(two_boxes.write(passed)) == passed != closed


def test_a_pass_that_goes_without_saying_need_not_be_written():
    rules = game("dots_and_boxes(num_rows=1,num_cols=2)")
    closed = next(
        text
        for text in (f"0 2 4 {last}" for last in range(7) if last not in (0, 2, 4))
        if rules.read(text).state.current_player() != rules.read(text).seen_by
    )
    left = next(move for move in range(7) if str(move) not in closed.split())
    assert rules.read(f"{closed} {left}") == rules.read(f"{closed} pass {left}")


def test_the_faces_of_a_die_weigh_the_same():
    rules = game("pig")
    roll = rules.play(rules.initial, 0)
    assert rules.chance is not None
    assert [rules.chance.weight(roll, face) for face in rules.moves(roll)] == [WHOLE_CHANCE // 6] * 6


def test_expectation_counts_where_dice_fall():
    # Who rolls wins at once with each face from 2 to 6, and hands the turn over with a 1.
    rules = game("pig(winscore=2)")
    found = reply(Expectiminimax(depth=4), rules)
    assert found.value > 0.5


@pytest.mark.parametrize("name", sorted(PLAIN))
def test_players_move_in_turn_where_it_is_said_so_and_one_drawing_is_one_position(name):
    rules, rng = game(name), random.Random(0)
    moves_of = {}
    for _ in range(5):
        state = rules.initial
        while rules.outcome(state) == UNDECIDED:
            legal = list(rules.moves(state))
            assert max(legal) < rules.max_moves - 1, "a pass"
            assert moves_of.setdefault(str(state.state) + str(state.seen_by), legal) == legal
            state = rules.play(state, rng.choice(legal))


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn_poker", "do not see everything"),
        ("goofspiel", "move at once"),
        ("2048", "1 player,"),
        ("tic_tac_two", "did you mean openspiel:tic_tac_toe"),
        ("connect_four(floors=5)", "Unknown parameter 'floors'"),
        ("connect_four(rows=five)", "Wrong type for parameter rows"),
        ("", "no game"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(name, why):
    with pytest.raises(RulesError, match=why.replace("(", r"\(")):
        game(name)


def test_without_openspiel_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RulesError, match=r"pip install 'run-bench\[openspiel\]'"):
        game("breakthrough(rows=4)")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4 4", "move 2, 4, is not legal"),
        ("0 3 1 4 2 5", "the game is over"),
        ("9", "not legal"),
        ("pass", "pass, is not"),
        ("x(0,0)", "is no move"),
        ("", "no position"),
    ],
)
def test_an_illegal_position_is_refused_with_the_reason(text, why):
    with pytest.raises(PositionError, match=why):
        game("tic_tac_toe").read(text)
