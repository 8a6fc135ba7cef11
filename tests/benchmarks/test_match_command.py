"""`run-bench match`: what it prints, and what it refuses."""

import json

import pytest

PLAYERS = """
from dataclasses import dataclass
from benchmarks.registry import strategy
from games.answer import Reply

@strategy("cheat", family="games", summary="takes a square that is not there")
@dataclass(frozen=True)
class Cheat:
    backends = ("python",)
    def prepare(self, game, state, query):
        return lambda: Reply(0, 99)

@strategy("clumsy", family="games", summary="stumbles")
@dataclass(frozen=True)
class Clumsy:
    backends = ("external",)
    def prepare(self, game, state, query):
        def search():
            raise RuntimeError("stumbled")
        return search
"""


@pytest.fixture(scope="module")
def players(tmp_path_factory):
    file = tmp_path_factory.mktemp("plugin") / "players.py"
    file.write_text(PLAYERS)
    return file


def test_a_match_is_told_with_intervals_and_leaves_nothing_behind(run_bench, tmp_path):
    done = run_bench("match", "tictactoe", "alphabeta", "random", "--games", "20", "--opening-plies", "0", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "tictactoe: alphabeta against random" in done.stdout
    assert ", losses 0 of alphabeta" in done.stdout
    assert "Elo difference +" in done.stdout
    assert "SPRT" not in done.stdout
    assert not any(tmp_path.iterdir())


def test_the_same_match_in_json_is_the_same_each_time(run_bench):
    words = "match connect-four:width=5,height=4 mcts:playouts=50 alphabeta:depth=2,ordering=centre --games 10 --json"
    one, other = (json.loads(run_bench(*words.split(), "--seed", "5").stdout) for _ in range(2))
    for said in (one, other):
        for work in said["work"]:
            assert work.pop("cpu_s") > 0
            assert work.pop("cpu_s_per_move") > 0
    assert one == other
    assert one["games"] == one["wins"] + one["draws"] + one["losses"] == 10
    assert sum(one["pairs"]) == 5
    assert one["score"] == (one["wins"] + one["draws"] / 2) / 10
    assert one["score_interval"][0] <= one["score"] <= one["score_interval"][1]
    assert one["elo_interval"][0] < one["elo"] < one["elo_interval"][1]
    assert one["sprt"] is None


def test_the_sequential_test_stops_a_lopsided_match_early(run_bench):
    words = "match tictactoe alphabeta random --opening-plies 0 --games 1000 --elo0 0 --elo1 200 --json"
    done = run_bench(*words.split())
    said = json.loads(done.stdout)
    assert said["games"] < said["games_asked"] == 1000
    assert said["sprt"]["accepted"] == "H1"
    assert said["sprt"]["llr"] >= said["sprt"]["bounds"][1]


def test_on_a_solved_game_moves_are_judged_by_exact_values(run_bench, tmp_path):
    words = "match tictactoe alphabeta random --games 20 --json --html match.html"
    said = json.loads(run_bench(*words.split(), cwd=tmp_path).stdout)
    perfect, careless = said["quality"]
    assert (perfect["optimal_share"], perfect["regret"]) == (1, 0)
    assert perfect["moves"] == said["work"][0]["moves"]
    assert careless["optimal"] < careless["moves"] == said["work"][1]["moves"]
    assert careless["regret_per_move"] == careless["regret"] / careless["moves"] > 0
    page = (tmp_path / "match.html").read_text(encoding="utf-8")
    assert "<td>100.0 %</td><td>0.000</td>" in page
    assert "http" not in page


def test_the_table_says_how_good_the_moves_were_or_that_it_is_not_known(run_bench):
    done = run_bench("match", "nim:heaps=3,5", "solve", "random", "--games", "4")
    assert "optimal  regret/move" in done.stdout
    assert "100.0 %" in done.stdout
    done = run_bench("match", "connect-four", "greedy", "random", "--games", "2")
    assert "How good the moves were is not known" in done.stdout
    assert "regret/move" not in done.stdout


def test_games_that_repeat_each_other_are_pointed_out(run_bench):
    done = run_bench("match", "nim:heaps=1,2,3", "alphabeta", "pvs", "--games", "10", "--opening-plies", "0")
    assert done.returncode == 0, done.stderr
    assert "Only 2 of the games differ" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("tictactoe alphabetta random", "unknown searcher 'alphabetta'; did you mean alphabeta?"),
        ("tictactoe random mrv", "unknown searcher 'mrv'"),
        ("tictacto random random", "did you mean tictactoe?"),
        ("sudoku random random", "sudoku is not a game"),
        ("gamble random expectiminimax", "chance moves in gamble"),
        ("tictactoe random random --games 3", "--games 3: games are played in pairs"),
        ("tictactoe random random --opening-plies 9", "--opening-plies 9: tictactoe was over"),
        ("tictactoe alphabeta:dept=4 random", "unknown parameter 'dept'; did you mean depth?"),
        ("tictactoe alphabeta:depth=x random", "alphabeta:depth=x: depth: 'x' is not a number"),
        ("tictactoe alphabeta:depth=0 random", "depth is 0; it must be at least 1"),
        ("tictactoe alphabeta:depth random", "'depth' is no setting"),
        ("tictactoe alphabeta:depth=1,depth=2 random", "depth is set twice"),
        ("tictactoe alphabeta:evaluation=none-such random", "none-such"),
        ("connect-four:widht=5 random random", "unknown parameter 'widht'; did you mean width or height?"),
        ("connect-four:width=99 random random", "connect-four:width=99: "),
        ("tictactoe random random --elo0 0", "--elo0 is of the sequential test, which needs both"),
        ("tictactoe random random --alpha 0.1", "--alpha is of the sequential test"),
        ("tictactoe random random --elo0 5 --elo1 0", "elo0 must be less than elo1"),
        ("tictactoe random random --elo0 nan --elo1 0", "elo0 is nan"),
        ("tictactoe random random --elo0 0 --elo1 5 --beta 2", "beta is 2"),
    ],
)
def test_what_makes_no_match_is_refused(run_bench, words, message):
    done = run_bench("match", *words.split())
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("name", "problem"), [("cheat", "the move 99 is not legal"), ("clumsy", "stumbled")])
def test_a_player_that_fails_ends_the_match_with_3(run_bench, players, name, problem):
    done = run_bench("match", "tictactoe", "random", name, "--plugin", players, "--backend", "python")
    assert (done.returncode, done.stdout) == (3, "")
    assert f"{name} failed in game 1 at ply 4, in the position" in done.stderr
    assert problem in done.stderr


def test_a_backend_that_a_searcher_lacks_is_refused(run_bench, players):
    done = run_bench("match", "tictactoe", "random", "cheat", "--plugin", players, "--backend", "compiled")
    assert done.returncode == 2
    assert "cheat: the searcher has only the backend python, not compiled" in done.stderr
