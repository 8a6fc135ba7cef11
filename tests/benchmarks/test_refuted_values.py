"""Exact searchers that say different values of one position: who is believed, and who is wrong."""

import pytest

from benchmarks.refuted_values import claim_of, refuted

ROW = {
    "problem": "tictactoe",
    "instance_hash": "ab",
    "strategy": "alphabeta",
    "parameters": {"depth": 1000, "evaluation": "none", "quiescence": False},
    "conclusion": "valued",
    "value": 0.0,
    "depth": 9,
    "playouts": 0,
    "reason": "",
}

BUGGY = """
from dataclasses import dataclass
from benchmarks.registry import strategy
from games.answer import Reply

@strategy("hopeful", family="games", summary="every position is won, it says")
@dataclass(frozen=True)
class Hopeful:
    backends = ("python",)
    def prepare(self, game, state, query):
        return lambda: Reply(1, next(iter(game.moves(state))))
"""


def found(*rows):
    claims = [claim_of(number, ROW | row) for number, row in enumerate(rows)]
    return dict(refuted(claim for claim in claims if claim is not None))


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([{}, {"strategy": "pvs"}], []),
        ([{"strategy": "minimax"}, {"value": 1.0}, {"strategy": "pvs", "value": 1.0}], [1, 2]),
        ([{"strategy": "solve", "parameters": {}, "depth": 7}, {"value": 1.0}], [1]),
        ([{}, {"strategy": "pvs"}, {"strategy": "mine", "parameters": {}, "depth": 0, "value": 1.0}], [2]),
        ([{}, {}, {}, {"strategy": "pvs", "value": 1.0}], [0, 1, 2, 3]),
        ([{"strategy": "minimax"}, {"strategy": "solve", "value": 1.0}], [0, 1]),
        ([{}, {"strategy": "expectiminimax", "value": 1e-12}], []),
    ],
    ids=["agreed", "minimax", "solve", "most", "open", "minimax-or-solve", "rounding"],
)
def test_who_looks_at_every_line_is_believed_or_else_the_most(rows, wrong):
    assert sorted(found(*rows)) == wrong


@pytest.mark.parametrize(
    "other",
    [
        {"instance_hash": "cd"},
        {"parameters": {"depth": 4}, "depth": 4},
        {"parameters": {"evaluation": "open-lines"}},
        {"strategy": "mcts", "playouts": 500},
        {"reason": "node limit of 10"},
        {"value": None},
        {"strategy": "greedy", "parameters": {}, "depth": 1},
    ],
    ids=["position", "depth", "evaluation", "playouts", "stopped", "nothing", "greedy"],
)
def test_what_is_said_of_something_else_contradicts_nothing(other):
    assert found({}, {"value": 1.0} | other) == {}


def test_to_the_same_depth_the_same_is_claimed():
    four = {"parameters": {"depth": 4, "evaluation": "open-lines"}, "depth": 4}
    assert list(found(four | {"strategy": "minimax"}, four | {"value": 3.0})) == [1]


def test_the_reason_says_who_says_what():
    assert found({"strategy": "minimax"}, {"value": 1.0}) == {
        1: "the value is said to be 1, but it is 0 by minimax (the whole game)"
    }
    assert found({}, {"strategy": "pvs", "value": 1.0})[0].endswith("one of them is wrong, and nothing here says which")


def test_a_searcher_with_a_bug_is_wrong_beside_others_and_the_command_fails(run_bench, rows_of, tmp_path):
    (tmp_path / "buggy.py").write_text(BUGGY)
    words = ("tictactoe", "--position", "X../.O./...", "--plugin", "buggy.py", "--strategy", "hopeful,alphabeta,pvs")
    done = run_bench(*words, "--quiet", "--no-report", cwd=tmp_path)
    assert done.returncode == 3
    assert "wrong: hopeful on X../.O./...: the value is said to be 1, but it is 0 by alphabeta, 0 by pvs" in done.stderr
    rows = rows_of(run_bench("export", "--format", "json", cwd=tmp_path).stdout)
    assert {row["strategy"]: row["status"] for row in rows} == {"hopeful": "wrong", "alphabeta": "ok", "pvs": "ok"}
