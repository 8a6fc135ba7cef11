"""The figures of `benchmarks.game_speed` on tiny settings: that they are there and mean what they say, not how high."""

import subprocess
import sys

import pytest

from benchmarks import game_speed


class CountedState:
    """A state of OpenSpiel that counts how often one is copied: its searches copy a state for every node."""

    def __init__(self, state, copies):
        self._state, self._copies = state, copies

    def clone(self):
        self._copies[0] += 1
        return CountedState(self._state.clone(), self._copies)

    def __getattr__(self, name):
        return getattr(self._state, name)


@pytest.mark.parametrize("setting", game_speed.settings(depth=6, playouts=20), ids=lambda s: f"{s.game} {s.title}")
def test_every_contestant_has_a_rate(setting):
    expected = {"minimax": 549_946, "alphabeta": 18_297, "alphabeta, depth 6": 1_249, "mcts, 20": 20}
    amount, rates = game_speed.rates(setting, rounds=1, at_least=0.0)
    assert amount == expected[setting.title]
    assert {"compiled", "python"} <= rates.keys()
    assert all(rate > 0 for rate in rates.values())


def test_a_rate_says_its_unit():
    assert game_speed.per_second(75_200_000) == "75.2 M/s"
    assert game_speed.per_second(31_400) == "31.4 k/s"


def test_a_ratio_is_of_the_compiled_search_to_the_other():
    assert game_speed.beside_compiled({"compiled": 5e6, "python": 1e6}, "python") == "1.0 M/s (5)"


def test_who_does_not_have_a_search_has_a_dash():
    assert game_speed.beside_compiled({"compiled": 5e6}, "OpenSpiel C++") == "-"


def test_without_openspiel_it_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setattr(game_speed, "has_openspiel", lambda: False)
    monkeypatch.setattr(game_speed, "settings", lambda: ())
    game_speed.measure_rates()
    assert "needs open_spiel: pip install open_spiel" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "depth"), [("tictactoe", 9), ("connect-four", 6)])
def test_alphabeta_of_openspiel_enters_the_same_nodes(game, depth):
    pyspiel = pytest.importorskip("pyspiel", reason=game_speed.NO_OPENSPIEL)
    from open_spiel.python.algorithms import minimax

    theirs, copies = pyspiel.load_game(game_speed.OPENSPIEL_NAMES[game]), [0]
    state = CountedState(theirs.new_initial_state(), copies)
    minimax.alpha_beta_search(theirs, state=state, value_function=lambda _: 0, maximum_depth=depth)
    setting = game_speed.Setting(game, game_speed.AlphaBeta(depth), "alphabeta")
    assert game_speed.contestants(setting)[0] == copies[0]


def test_first_use_is_printed_in_seconds_of_cpu():
    words = [sys.executable, "-m", "benchmarks.game_speed", "--first-use", "tictactoe", "minimax"]
    starting, answering = map(float, subprocess.run(words, check=True, capture_output=True, text=True).stdout.split())
    assert 0 < starting < 100
    assert 0 < answering < 100


@pytest.mark.parametrize("game", game_speed.GAMES)
@pytest.mark.parametrize("searcher", game_speed.COMPILED)
def test_every_searcher_has_a_first_use(game, searcher):
    starting, answering = game_speed.first_use(game, searcher)
    assert starting > 0
    assert answering > 0


def test_solving_prints_the_value_of_each_board(capsys):
    game_speed.measure_solving(boards=[(4, 4), (5, 4), (6, 4)], table=16)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert [(line[0], " ".join(line[5:])) for line in lines] == [
        ("4x4", "a draw"),
        ("5x4", "a draw"),
        ("6x4", "the second player wins"),
    ]
