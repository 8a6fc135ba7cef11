"""`run-bench trace`: the lecture's tree as text, other games, and what is refused."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import trace_page
from games.rules.nim import nim
from games.rules.tictactoe import tictactoe
from games.trace import trace

GOLDEN = Path(__file__).parent / "golden" / "lecture_trace.txt"
GUIDE = Path(__file__).parents[2] / "docs" / "games.md"


def test_the_tree_of_the_lecture_is_told_as_in_the_golden_text(run_bench):
    done = run_bench("trace")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == GOLDEN.read_text(encoding="utf-8")


def test_the_guide_shows_how_it_begins():
    (shown,) = re.findall(r"```\n( +window .*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert GOLDEN.read_text(encoding="utf-8").startswith(shown)


def test_the_page_draws_every_node_says_every_step_and_dashes_what_was_skipped(run_bench, tmp_path):
    done = run_bench("trace", "--html", "trace.html", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "trace.html\n", "")
    page = (tmp_path / "trace.html").read_text(encoding="utf-8")
    drawing = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + len("</svg>")])
    nodes = {node.get("data-name"): node.get("class") for node in drawing.iter("g")}
    assert sorted(nodes) == list("ABCDEFGHIJKLMNOPQRSTWX"), "U and V are below M, which is skipped"
    assert sorted(name for name, kind in nodes.items() if kind == "skipped") == ["M", "Q", "R", "X"]
    assert len(list(drawing.iter("line"))) == len(nodes) - 1
    assert page.count("<tr data-name=") == 38
    last = [text.text for text in drawing.iter("text") if text.get("class") == "bound"]  # of each node that was entered
    assert len(last) == 18
    assert "α = 3" in last
    assert re.search(r'(src|href)="', page) is None, "it works offline"


def test_names_are_no_markup_in_the_page():
    game = replace(tictactoe(), move_name=lambda board, move: f"<b>&{move}")
    page = trace_page.page(trace(game, game.read("OOX/.X./.XO")))
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;3/&lt;b&gt;&amp;5" in page


def test_a_game_of_a_thousand_plies_is_drawn_as_well():
    game = nim(heaps=(990,), take=1)
    assert trace_page.page(trace(game, game.initial, most=2_000)).count("<g ") == 991


def test_a_page_that_cannot_be_written_is_said(run_bench, tmp_path):
    done = run_bench("trace", "--html", tmp_path / "none" / "trace.html")
    assert (done.returncode, done.stdout) == (2, "")
    assert "No such file" in done.stderr


@pytest.mark.parametrize(
    ("words", "summary"),
    [
        (["tree", "--ordering", "reverse"], r"A = 3, by C: "),
        (["tree", "--position", "O"], r"O = -5, by X: 3 nodes, 2 leaves, 0 cutoffs; nothing was skipped"),
        (["tree", "--text", "A(B(F=4, G=-5), C(3, 8))"], r"A = 3, by C: 7 nodes, 4 leaves, 0 cutoffs"),
        (["--text=(1, (0, 5))"], r"/ = 1, by /0: 4 nodes, 2 leaves, 1 cutoff; never looked at: /1/1"),
        (["tictactoe", "--position", "OOX/.X./.XO"], r"root = 1, by 3: 10 nodes, 4 leaves, 2 cutoffs"),
        (["connect-four", "--width", "4", "--depth", "2", "--evaluation", "column-weights"], r"root = \d+, by \d: "),
        (["uniform", "--uniform-depth", "2", "--branching=2"], r"root = -?\d+, by \d: "),
        (["tree", "--most", "38"], r"A = 3, by C: 18 nodes, 10 leaves, 3 cutoffs; never looked at: X, Q, R, M"),
    ],
)
def test_other_trees_games_positions_and_orderings_are_told_as_well(run_bench, words, summary):
    done = run_bench("trace", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(summary, done.stdout.splitlines()[-1]), done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["connect-four"], "connect-four: more than 1,000 steps; look less far ahead (depth)"),
        (["tictactoe", "--ordering", "best"], "`best` searches below every node"),
        (["gamble"], "chance moves in gamble"),
        (["sudoku"], "sudoku is not a game"),
        (["tiktactoe"], "did you mean tictactoe?"),
        (["tree", "--position", "Z"], "no node of the tree is called 'Z'"),
        (["tree", "--position", ""], "the position is empty"),
        (["tree", "--text", "A(B"], "a tree, at character 4"),
        (["tree", "--text"], "--text needs a value"),
        (["tree", "--width", "3"], "'--width' is no option of trace, nor of tree, whose own are: --text"),
        (["tree", "nim"], "'nim' is no option of trace"),
        (["tree", "--evaluation", "mobility"], "tree has no evaluation 'mobility'"),
        (["tree", "--ordering", "table"], "'table' is not one of 'natural'"),
        (["tree", "--depth", "0"], "0 is not in the range x>=1"),
        (["tree", "--depth", "1001"], "no search looks further ahead than 1000 plies"),
    ],
)
def test_what_makes_no_trace_is_said_in_a_line_with_exit_code_2(run_bench, words, message):
    done = run_bench("trace", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
