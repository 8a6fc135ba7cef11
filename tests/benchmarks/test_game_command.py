"""`run-bench GAME` and `run-bench check-game`: counts, columns, positions and options, and games of other people."""

import re
from pathlib import Path

import pytest

from benchmarks.record import COLUMNS

GUIDE = Path(__file__).parents[2] / "docs" / "games.md"

THREATENED = "OO./.X./.X."
"""X to move; square 2 keeps the draw."""


BROKEN = """
from dataclasses import replace
from benchmarks.game_problem import game
from games.rules.tictactoe import tictactoe

def backwards():
    whole = tictactoe()
    return replace(whole, name="backwards", moves=lambda state: iter(sorted(whole.moves(state), reverse=True)))

game("backwards", backwards, "moves in the wrong order")
"""


@pytest.fixture(scope="module")
def kayles(tmp_path_factory):
    """The game of docs/games.md, in a file."""
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (rules,) = [block for block in blocks if "def kayles" in block]
    (line,) = [block for block in blocks if 'game("kayles"' in block]
    file = tmp_path_factory.mktemp("plugin") / "kayles.py"
    file.write_text(f"{rules}\n{line}")
    return file


@pytest.fixture(scope="module")
def played(run_bench, rows_of, tmp_path_factory):
    """Run a game: the rows, and the page."""

    def play(*words):
        folder = tmp_path_factory.mktemp("played")
        done = run_bench(*words, "--json", "--quiet", cwd=folder)
        assert done.returncode == 0, done.stderr
        return rows_of(done.stdout), (folder / done.stderr.splitlines()[-1]).read_text(encoding="utf-8")

    return play


def test_minimax_and_alphabeta_count_the_nodes_of_tictactoe_in_both_backends(played):
    rows, page = played("tictactoe", "--strategy", "minimax,alphabeta", "--backend", "both")
    assert {(row["strategy"], row["backend"], row["nodes"], row["leaves"]) for row in rows} == {
        (name, backend, nodes, leaves)
        for name, nodes, leaves in (("minimax", 549_946, 255_168), ("alphabeta", 18_297, 7_330))
        for backend in ("compiled", "python")
    }
    for row in rows:
        assert tuple(row) == COLUMNS
        assert (row["status"], row["conclusion"], row["verified"], row["question"]) == ("ok", "valued", True, "move")
        assert (row["value"], row["best_move"], row["depth"], row["instance"]) == (0, "0", 9, "start")
        assert len(row["principal_variation"].split("; ")) == 9
        assert (row["cutoffs"] > 0) is (row["strategy"] == "alphabeta")
        assert sum(row["cutoffs_by_move"]) == row["cutoffs"]
        assert (row["answer"], row["solutions"], row["backtracks"]) == (None, None, None)
    assert "</html>" in page
    assert all(words in page for words in ("549,946", "18,297", "tictactoe", "the value of the position"))


def test_uct_takes_two_of_ten_sticks_with_every_seed(played):
    rows, page = played("nim", "--position", "10", "--strategy", "mcts", "--playouts", "2000", "--seed", "0..1")
    assert [row["seed"] for row in rows] == [0, 1]
    for row in rows:
        assert (row["status"], row["best_move"], row["playouts"], row["verified"]) == ("ok", "take 2", 2_000, True)
        assert set(row["root_scores"]) == {"take 1", "take 2", "take 3"}
        assert sum(row["root_visits"].values()) == 2_000
        assert row["root_visits"]["take 2"] > 1_000
        assert 0.5 < row["value"] <= 1
    assert rows[0]["root_visits"] != rows[1]["root_visits"]
    assert "mcts" in page


def test_alphabeta_counts_the_nodes_of_connect_four_to_depth_6(played):
    words = ["connect-four", "--strategy", "alphabeta", "--depth", "6", "--ordering", "natural,centre"]
    plain_rows, _ = played(*words)
    assert [(row["parameters"]["ordering"], row["nodes"], row["depth"]) for row in plain_rows] == [
        ("natural", 1_249, 6),
        ("centre", 1_249, 6),
    ]
    weighed, _ = played(*words, "--evaluation", "column-weights")
    assert [row["nodes"] for row in weighed] == [17_465, 1_249]


def test_an_expectation_prefers_the_risky_lottery_and_that_is_what_is_run_by_default(played):
    (row,), _ = played("gamble", "--backend", "python")
    assert (row["strategy"], row["value"], row["best_move"]) == ("expectiminimax", 5, "risky")


def test_what_a_searcher_cannot_do_is_unsupported_with_the_reason(run_bench, rows_of, tmp_path):
    words = ["--strategy", "minimax,mcts", "--backend", "python", "--json", "--quiet", "--no-report"]
    done = run_bench("gamble", *words, cwd=tmp_path)
    assert done.returncode == 0
    for row in rows_of(done.stdout):
        assert row["status"] == "unsupported"
        assert "chance moves in gamble" in row["reason"]


def test_positions_in_a_file_are_run_and_bad_ones_are_named(run_bench, rows_of, tmp_path):
    (tmp_path / "some.txt").write_text(f"# two and a bad one\n{THREATENED}\nXXX/OOO/...\nXX./OO./...\n")
    words = ["--strategy", "minimax", "--backend", "python", "--json", "--quiet", "--no-report"]
    done = run_bench("tictactoe", "--positions", "some.txt", *words, cwd=tmp_path)
    assert done.returncode == 0
    assert [(row["instance"], row["value"], row["best_move"]) for row in rows_of(done.stdout)] == [
        ("some.txt:2", 0, "2"),
        ("some.txt:4", 1, "2"),
    ]
    assert "some.txt:3: both X and O have three in a line" in done.stderr
    strict = run_bench("tictactoe", "--positions", "-", "--strict", *words, stdin="X\n", cwd=tmp_path)
    assert (strict.returncode, strict.stdout) == (2, "")
    assert "stdin:1: " in strict.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["connect-four", "--width", "x"], "--width: 'x' is not a whole number"),
        (["connect-four", "--width", "99", "--position", "44"], "99 wide and 6 high is too large"),
        (["tictactoe", "--width", "6"], "No such option"),
        (["tictactoe", "--position", "XXX/OOO/..."], "both X and O have three in a line"),
        (["tictactoe", "--strategy", "mrv"], "the strategy mrv does not take instances of tictactoe"),
        (["tictactoe", "--strategy", "alphabeta", "--ordering", "best,wurst"], "'wurst' is not one of natural"),
        (["tictactoe", "--solutions", "all"], "No such option"),
        (["sudoku", "--strategy", "minimax"], "the strategy minimax does not take instances of sudoku"),
        (["check-game", "sudoku"], "sudoku is not a game"),
        (["check-game", "tiktactoe"], "did you mean tictactoe?"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_line_with_exit_code_2(run_bench, tmp_path, words, message):
    done = run_bench(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_that_keeps_to_the_rules_of_games_passes_its_check(run_bench):
    done = run_bench("check-game", "nim")
    assert (done.returncode, done.stdout, done.stderr) == (0, "nim: nothing wrong was found\n", "")


def test_a_broken_game_fails_its_check_with_the_reason(run_bench, tmp_path):
    (tmp_path / "broken.py").write_text(BROKEN)
    done = run_bench("check-game", "backwards", "--plugin", "broken.py", cwd=tmp_path)
    assert done.returncode == 3
    assert re.search(r"^backwards: .*(ascending|order)", done.stdout, re.MULTILINE)
    assert "nothing wrong" not in done.stdout


def test_the_game_of_the_guide_passes_its_check_and_is_run_by_every_kind_of_searcher(run_bench, played, kayles):
    done = run_bench("check-game", "kayles", "--plugin", kayles)
    assert (done.returncode, done.stdout) == (0, "kayles: nothing wrong was found\n"), done.stdout + done.stderr
    words = ["--position", "||||||....", "--strategy", "minimax,alphabeta,mcts"]
    rows, _ = played("kayles", "--plugin", kayles, *words, "--backend", "python")
    assert {(row["status"], row["verified"]) for row in rows} == {("ok", True)}
    # Split in the middle, and answer every move of the opponent by its mirror image.
    assert {(row["strategy"], row["value"]) for row in rows if row["strategy"] != "mcts"} == {
        ("minimax", 1),
        ("alphabeta", 1),
    }
