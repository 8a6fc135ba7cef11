"""`openspiel:NAME` wherever a game is named: its rows, its matches, its check, and what is refused."""

import importlib.util
import json

import pytest

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="open_spiel is not installed")


def test_a_game_of_openspiel_is_run_like_any_other(run_bench, rows_of, tmp_path):
    words = ("openspiel:tic_tac_toe", "--position", "0 4", "--strategy", "minimax,alphabeta,mcts", "--json", "--quiet")
    done = run_bench(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = rows_of(done.stdout)
    assert {(row["problem"], row["backend"], row["status"], row["verified"]) for row in rows} == {
        ("openspiel:tic_tac_toe", "python", "ok", True)
    }
    assert [row["value"] for row in rows if row["strategy"] != "mcts"] == [0, 0]
    page = done.stderr.splitlines()[-1]
    assert (tmp_path / page).is_file()
    assert not set(page) & set(":(=")


def test_parameters_are_written_as_openspiel_writes_them(run_bench, rows_of, tmp_path):
    game = "openspiel:connect_four(rows=4,columns=4)"
    words = ("--strategy", "alphabeta", "--depth", "4", "--json", "--quiet", "--no-report")
    (row,) = rows_of(run_bench(game, *words, cwd=tmp_path).stdout)
    assert (row["nodes"] > 0, row["depth"], row["verified"]) == (True, 4, True)


def test_where_chance_moves_first_there_is_a_value_and_no_move(run_bench, rows_of, tmp_path):
    words = ("openspiel:pig(winscore=2)", "--position", "0", "--depth", "3", "--json", "--quiet", "--no-report")
    (row,) = rows_of(run_bench(*words, cwd=tmp_path).stdout)
    assert (row["strategy"], row["status"], row["best_move"]) == ("expectiminimax", "ok", None)


def test_matches_and_checks_take_games_of_openspiel(run_bench, tmp_path):
    words = ("openspiel:connect_four(rows=4,columns=4)", "alphabeta:depth=2", "random", "--games", "4", "--json")
    done = run_bench("match", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4
    assert run_bench("check-game", "openspiel:tic_tac_toe").stdout == "openspiel:tic_tac_toe: nothing wrong was found\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("openspiel:kuhn_poker",), "its players do not see everything"),
        (("match", "openspiel:goofspiel", "random", "random"), "both players move at once"),
        (("openspiel:tic_tac_toe", "--backend", "compiled"), "cannot be compiled; it runs on python only"),
        (("match", "openspiel:tic_tac_toe", "random", "random", "--backend", "compiled"), "cannot be compiled"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(run_bench, tmp_path, words, why):
    done = run_bench(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert "Traceback" not in done.stderr
    assert not any(tmp_path.iterdir())
