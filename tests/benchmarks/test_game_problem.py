"""Games as problems: how positions and rules are read, how a reply is judged, and the command with all of it."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import catalogue
from benchmarks.game_problem import GameProblem, game, plain
from benchmarks.record import COLUMNS
from benchmarks.registry import LARGEST_COUNT, PROBLEMS, Ask, Instance, NotAnAnswer, Unreadable
from games.answer import Reply
from games.rules.nim import nim
from games.strategies import SEARCHERS

THREATENED = "OO./.X./.X."
"""X to move; square 2 keeps the draw."""

tictactoe, connect_four, sticks, uniform, gamble = (
    PROBLEMS.get(name) for name in ("tictactoe", "connect-four", "nim", "uniform", "gamble")
)


def one(problem, text, **options) -> Instance:
    (found,) = problem.read(text, True, {name.replace("_", "-"): value for name, value in options.items()})
    assert isinstance(found, Instance), found
    return found


def start(problem, **options) -> Instance:
    (found,) = problem.bank("start", options)
    return found


# Positions.


@pytest.mark.parametrize(
    ("problem", "text", "position"),
    [
        (tictactoe, "OO  X  X ", THREATENED),
        (tictactoe, THREATENED, THREATENED),
        (connect_four, "44", "......./......./......./......./...O.../...X..."),
        (sticks, "3 5 7", "3 5 7"),
    ],
)
def test_a_position_is_read_from_text(problem, text, position):
    found = one(problem, text)
    assert (found.name, found.content["position"]) == (text, position)


def test_one_position_however_it_is_written_is_one_instance():
    assert one(tictactoe, "OO  X  X ").hash == one(tictactoe, "oo-/-x-/_x_").hash
    assert one(connect_four, "44").hash == one(connect_four, "44", width="7").hash
    assert one(sticks, "10").hash == start(sticks).hash
    assert one(connect_four, "44").hash != one(connect_four, "44", width="6").hash
    assert start(tictactoe).hash != start(connect_four).hash


def test_positions_are_read_from_a_file_and_bad_lines_are_passed_on_with_their_place(tmp_path):
    file = tmp_path / "some.txt"
    file.write_text(f"# comment\n\n{THREATENED}\nXXX/OOO/...\n.........\nX\n")
    good, illegal, empty, short = tictactoe.read(str(file), False, {})
    assert [(found.name, found.content["position"]) for found in (good, empty)] == [
        ("some.txt:3", THREATENED),
        ("some.txt:5", ".../.../..."),
    ]
    assert isinstance(illegal, Unreadable)
    assert (illegal.place, "both X and O have three in a line" in illegal.message) == ("some.txt:4", True)
    assert short.place == "some.txt:6"


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"cannot read .*missing: No such file"):
        list(tictactoe.read(str(tmp_path / "missing"), False, {}))
    (tmp_path / "odd").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ValueError, match="odd is not UTF-8 text"):
        list(tictactoe.read(str(tmp_path / "odd"), False, {}))


def test_a_position_says_the_size_of_its_board_unless_an_option_does():
    assert one(sticks, "7").content["rules"] == {"heaps": (7,)}
    assert one(connect_four, "..../..../..../X...").content["rules"] == {"width": 4, "height": 4}
    (found,) = connect_four.read("..../..../..../X...", True, {"width": "6"})
    assert isinstance(found, Unreadable)
    assert "instead of 6" in found.message


# Options -> rules.


def test_options_are_rules():
    found = start(connect_four, width="6", height="5")
    assert (found.name, found.content["rules"]) == ("start width=6 height=5", {"width": 6, "height": 5})
    assert found.content["position"] == "/".join(["......"] * 5)
    assert start(sticks, misere="true").content["rules"] == {"misere": True}
    assert start(sticks, heaps="3 5").content["position"] == "3 5"
    assert start(uniform, quality="0.5").content["rules"] == {"quality": 0.5}


def test_a_parameter_named_like_one_of_a_searcher_or_of_the_command_is_told_apart():
    assert set(uniform.read_options()) == {"branching", "uniform-depth", "uniform-seed", "quality"}
    assert start(uniform, **{"uniform-depth": "2"}).content["rules"] == {"depth": 2}
    assert start(uniform, depth="2").content["rules"] == {}


@pytest.mark.parametrize(
    ("problem", "options", "message"),
    [
        (connect_four, {"width": "x"}, "--width: 'x' is not a whole number"),
        (connect_four, {"width": "99"}, "a board 99 wide and 6 high is too large"),
        (sticks, {"misere": "maybe"}, "--misere: 'maybe' is neither true nor false"),
        (sticks, {"take": "-1"}, "take -1"),
        (uniform, {"quality": "2"}, "a quality of 2"),
    ],
)
def test_options_that_make_no_game_are_refused(problem, options, message):
    with pytest.raises(ValueError, match=message):
        list(problem.bank("start", options))
    with pytest.raises(ValueError, match=message):
        list(problem.read("whatever", True, options))


def test_a_factory_with_a_parameter_without_a_default_is_refused():
    with pytest.raises(TypeError, match="game odd: the parameter size of its factory needs a default"):
        game("odd", lambda size: nim((size,)))


def test_a_taken_name_is_refused():
    with pytest.raises(ValueError, match="there is already a problem named 'nim'"):
        game("nim", nim)


# The judge.


def judge(reply, instance=None, problem=tictactoe):
    return problem.judge(instance or one(tictactoe, THREATENED), reply, Ask("move", backend="python"))


@pytest.mark.parametrize("name", [name for name in SEARCHERS if name not in ("expectiminimax", "random")])
def test_what_every_searcher_replies_is_verified(name):
    # Taken after two moves, so that the interpreter is quick.
    instance, ask = one(tictactoe, THREATENED), Ask("move", backend="python")
    verdict = tictactoe.judge(instance, tictactoe.prepare(SEARCHERS[name][0](), instance, ask)(), ask)
    assert (verdict.conclusion, verdict.mistake, verdict.verified) == ("valued", "", True)
    assert verdict.work["best_move"] in {"2", "3", "5", "6", "8"}
    assert verdict.work["principal_variation"].split("; ")[0] == verdict.work["best_move"]


def test_a_right_reply_is_verified_and_told_in_the_names_of_moves():
    verdict = judge(Reply(1, 1, (1,), depth=1, nodes=3, root_scores={0: -1, 1: 1}), one(sticks, "2"), sticks)
    assert (verdict.conclusion, verdict.mistake, verdict.verified) == ("valued", "", True)
    assert (verdict.answer, verdict.solutions) == (None, None)
    assert verdict.work["best_move"] == verdict.work["principal_variation"] == "take 2"
    assert verdict.work["root_scores"] == {"take 1": -1, "take 2": 1}
    assert (verdict.work["value"], verdict.work["depth"], verdict.work["nodes"]) == (1, 1, 3)
    assert set(verdict.work) <= set(COLUMNS)


@pytest.mark.parametrize(
    ("reply", "mistake"),
    [
        (Reply(0, 0, (0,)), "move 1 of the line, 0, is not legal there"),
        (Reply(0, 9), "move 1 of the line, 9, is not legal there"),
        (Reply(0, -1), "move 1 of the line, -1, is not legal there"),
        (Reply(0, 2, (2, 2)), "move 2 of the line, 2, is not legal there"),
        (Reply(0, 2, (3, 2)), "the best move is 2, but the line begins with 3"),
        (Reply(0, 3, (3, 2)), "the line ends in -1, but the value is said to be 0"),
        (Reply(1, 3, (3, 2)), "the line ends in -1, but the value is said to be 1"),
        (Reply(0.5, 3, (3, 2)), "the line ends in -1, but the value is said to be 0.5"),
        (Reply(0, None), "no move, though the game goes on"),
    ],
)
def test_a_wrong_reply_is_told_why(reply, mistake):
    verdict = judge(reply)
    assert (verdict.mistake, verdict.verified) == (mistake, False)
    assert verdict.work["best_move"] is None


@pytest.mark.parametrize("value", [-1, -10_000])
def test_a_line_may_end_in_an_outcome_or_in_its_weight_beside_an_evaluation(value):
    assert judge(Reply(value, 3, (3, 2))).verified is True


def test_a_line_that_ends_before_the_game_does_is_legal_and_that_is_all():
    assert judge(Reply(7, 2, (2, 6))).verified is True


def test_the_estimate_of_playouts_need_not_be_the_outcome_of_the_line():
    assert judge(Reply(0.3, 3, (3, 2), playouts=100)).verified is True
    assert judge(Reply(0.3, 3, (3, 3), playouts=100)).mistake


def test_an_honest_reply_that_gives_up_is_not_wrong():
    verdict = judge(Reply(None, None, stopped="node limit of 10"))
    assert (verdict.conclusion, verdict.mistake, verdict.remark) == ("gave-up", "", "node limit of 10")
    assert (verdict.verified, verdict.work["value"], verdict.work["best_move"]) == (None, None, None)


def test_a_finished_game_has_a_value_and_no_move():
    over = one(tictactoe, "XXX/OO./...")
    for value in (-1, -10_000, 0):  # 0 is the expected score of a loss
        assert judge(Reply(value, None), over).verified is True
    assert judge(Reply(1, None), over).mistake == "the game is over with -1, but the value is said to be 1"
    assert judge(Reply(-1, 8), over).mistake == "move 1 of the line, 8, is not legal there"


def test_where_chance_moves_the_line_must_be_legal_and_the_value_is_an_expectation():
    choice = start(gamble)
    assert judge(Reply(5.0, 0, (0, 1)), choice, gamble).verified is True
    assert judge(Reply(5.0, 0, (0, 2)), choice, gamble).mistake
    verdict = judge(Reply(5.0, 0, (0,), root_scores={0: 5.0, 1: 4.0}), choice, gamble)
    assert verdict.work["root_scores"] == {"risky": 5.0, "safe": 4.0}


def test_numbers_of_numpy_become_plain_ones():
    reply = Reply(
        np.float64(0), np.int64(2), np.array([2, 6]), nodes=np.int64(3), root_visits={np.int64(2): np.int8(1)}
    )
    work = judge(plain(reply)).work
    assert json.loads(json.dumps(work)) == work
    assert (work["nodes"], work["root_visits"]) == (3, {"2": 1})


RIGHT = Reply(0, 2, (2,))


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (None, "the searcher returned None, which is not a games.answer.Reply"),
        (2, "the searcher returned 2, which is not"),
        (replace(RIGHT, value="much"), "could not convert string"),
        (replace(RIGHT, value=float("nan")), "not finite"),
        (replace(RIGHT, root_scores={2: float("inf")}), "not finite"),
        (replace(RIGHT, best_move="2"), "'str'"),
        (replace(RIGHT, principal_variation=None), "NoneType"),
        (replace(RIGHT, root_scores=[0]), "'list'"),
        (replace(RIGHT, nodes=1.5), "'float'"),
        (replace(RIGHT, leaves=-1), "counted -1 leaves"),
        (replace(RIGHT, playouts=LARGEST_COUNT + 1), f"counted {LARGEST_COUNT + 1} playouts"),
    ],
)
def test_what_is_no_reply_is_told_what_is_wrong_with_it(reply, message):
    with pytest.raises(NotAnAnswer, match=re.escape(message)):
        judge(reply)


def test_root_scores_of_a_move_that_is_not_there_do_not_bring_the_judge_down():
    assert judge(replace(RIGHT, root_scores={0: 1.0})).work["root_scores"]


def test_a_game_is_a_problem_of_positions():
    for entry in PROBLEMS:
        if isinstance(entry, GameProblem):
            assert (entry.family, entry.noun, tuple(entry.banks())) == ("games", "position", ("start",))
    assert catalogue.SUMMARIES


@pytest.mark.parametrize("heaps", ["3 5", "3,5", "3+5"])
def test_a_position_is_one_instance_whether_options_or_a_text_say_it(heaps):
    nim = PROBLEMS.get("nim")
    (by_option,) = nim.bank("start", {"heaps": heaps})
    (by_text,) = nim.read("3 5", True, {})
    assert by_option.hash == by_text.hash
