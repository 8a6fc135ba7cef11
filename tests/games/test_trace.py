"""The trace of alpha-beta: step by step as the lecture has it, and the same search as the searcher's."""

import random

import pytest

from games.answer import Query, Unsupported
from games.rules.connect_four import connect_four
from games.rules.gamble import gamble
from games.rules.nim import nim
from games.rules.tictactoe import tictactoe
from games.rules.tree import tree
from games.rules.uniform import uniform
from games.search.rules import INFINITY
from games.strategies import AlphaBeta
from games.trace import Back, Cut, Enter, Leaf, TooLong, trace

LECTURE = [  # what each slide does: a node, and its alpha (MAX) or beta (MIN) afterwards, or the value of a leaf
    *[("enter", "A", -INFINITY), ("enter", "B", INFINITY), ("enter", "F", -INFINITY)],
    *[("leaf", "N", 4), ("back", "F", 4), ("enter", "O", INFINITY), ("leaf", "W", -3), ("back", "O", -3)],
    *[("cut", "O", "X"), ("back", "F", 4), ("back", "B", 4), ("leaf", "G", -5), ("back", "B", -5), ("back", "A", -5)],
    *[("enter", "C", INFINITY), ("leaf", "H", 3), ("back", "C", 3), ("leaf", "I", 8), ("back", "C", 3)],
    *[("enter", "J", -INFINITY), ("leaf", "P", 9)],
    # The slides end here; what follows is by their own rules, and the value is that of their minimax tree.
    *[("back", "J", 9), ("cut", "J", "Q R"), ("back", "C", 3), ("back", "A", 3), ("leaf", "D", 0), ("back", "A", 3)],
    *[("enter", "E", INFINITY), ("enter", "K", -INFINITY), ("leaf", "S", 3), ("back", "K", 3), ("leaf", "T", 5)],
    *[("back", "K", 5), ("back", "E", 5), ("leaf", "L", 2), ("back", "E", 2), ("cut", "E", "M"), ("back", "A", 3)],
]

DEEP = "A(B=5, C(D(E(F=4, G=9), H=7), I=8))"
"""F = 4 at the MIN node E, two plies further down than C, is already worse for MAX than B = 5."""


def brief(step):
    """A step in a few words, as in LECTURE."""
    match step:
        case Enter():
            return "enter", step.node.name, -INFINITY if step.node.player == "MAX" else INFINITY
        case Leaf():
            return "leaf", step.node.name, step.value
        case Back():
            return "back", step.node.name, step.after
        case Cut():
            return "cut", step.node.name, " ".join(step.skipped)


def random_tree(source, plies):
    """The text of a tree with one to four children at a node and few different values, so that ties are common."""
    if plies == 0 or source.random() < 0.1:
        return str(source.randint(-6, 6))
    return f"({', '.join(random_tree(source, plies - 1) for _ in range(source.randint(1, 4)))})"


def assert_same_search(game, state, found, **parameters):
    """Value and counters are those of the searcher."""
    reply = AlphaBeta(**parameters).prepare(game, state, Query(backend="python"))()
    assert (found.value, found.nodes, found.leaves, found.cutoffs) == (
        reply.value if found.root.player == "MAX" else -reply.value,
        reply.nodes,
        reply.leaves,
        reply.cutoffs,
    )
    if found.best:
        ordered = [game.move_name(state, move) for move in game.moves(state)]
        assert ordered.index(found.best) == ordered.index(game.move_name(state, reply.best_move))


def test_the_steps_on_the_tree_of_the_lecture_are_those_of_its_slides_in_their_order():
    found = trace(tree(), tree().initial)
    assert [brief(step) for step in found.steps] == LECTURE
    assert (found.value, found.best, found.nodes, found.leaves, found.cutoffs) == (3, "C", 18, 10, 3)


def test_x_is_never_looked_at_because_max_has_4_at_f_and_min_holds_o_to_minus_3():
    (cut,) = [step for step in trace(tree(), tree().initial).steps if isinstance(step, Cut) and step.node.name == "O"]
    assert (cut.own, cut.bound, cut.deep, cut.skipped) == (-3, (4, "F"), False, ("X",))


def test_windows_have_the_alpha_and_beta_of_the_ancestors_and_say_whose_they_are():
    entered = {step.node.name: step.window for step in trace(tree(), tree().initial).steps if isinstance(step, Enter)}
    assert entered["A"] == ((-INFINITY, ""), (INFINITY, ""))
    assert entered["O"] == ((4, "F"), (INFINITY, "B"))
    assert entered["J"] == ((-5, "A"), (3, "C"))
    assert entered["K"] == ((3, "A"), (INFINITY, "E"))


def test_a_deep_cutoff_names_the_ancestor_whose_bound_it_meets():
    (cut,) = [step for step in trace(tree(DEEP), tree(DEEP).initial).steps if isinstance(step, Cut) and step.deep]
    assert (cut.node.name, cut.node.parent, cut.own, cut.bound, cut.skipped) == ("E", "D", 4, (5, "A"), ("G",))


@pytest.mark.parametrize(
    ("node", "player", "value"), [("A", "MAX", 3), ("B", "MIN", -5), ("O", "MIN", -5), ("N", "MIN", 4)]
)
def test_values_in_a_tree_are_those_of_max_wherever_the_trace_begins(node, player, value):
    game = tree()
    found = trace(game, game.read(node))
    assert (found.root.name, found.root.player, found.value) == (node, player, value)
    assert_same_search(game, game.read(node), found)


@pytest.mark.parametrize("seed", range(60))
def test_on_random_trees_it_is_the_search_of_alphabeta(seed):
    source = random.Random(seed)
    game = tree(f"({random_tree(source, 3)}, {random_tree(source, 4)}, {random_tree(source, 5)})")
    for ordering in ("natural", "reverse", "random", "killer", "history", "best", "worst"):
        found = trace(game, game.initial, ordering=ordering, most=100_000)
        assert_same_search(game, game.initial, found, ordering=ordering)
        for depth in (1, 3):
            assert_same_search(
                game, game.initial, trace(game, game.initial, depth, ordering), depth=depth, ordering=ordering
            )


@pytest.mark.parametrize("ordering", ["natural", "centre", "evaluation", "killer", "history", "best"])
@pytest.mark.parametrize("position", ["OO./.X./.X.", "X../.O./...", ".../.../..."])
def test_on_tictactoe_it_is_the_search_of_alphabeta(position, ordering):
    game = tictactoe()
    words = {"depth": 3, "ordering": ordering, "evaluation": "weighted-lines"}
    found = trace(game, game.read(position), most=10_000, **words)
    assert_same_search(game, game.read(position), found, **words)


def test_the_whole_of_tictactoe_has_the_18_297_nodes_that_are_known():
    found = trace(tictactoe(), tictactoe().initial, most=100_000)
    assert (found.value, found.nodes, found.leaves) == (0, 18_297, 7_330)
    assert sum(isinstance(step, Back) for step in found.steps) == found.nodes - 1


def test_a_game_without_names_for_its_positions_calls_them_by_the_moves():
    found = trace(nim(), nim().read("2"))
    assert [step.node.name for step in found.steps if isinstance(step, Leaf)] == ["take 1/take 1", "take 2"]
    assert (found.root.name, found.value, found.best) == ("root", 1, "take 2")


def test_a_finished_game_is_one_step():
    found = trace(tictactoe(), tictactoe().read("XXX/OO./..."))
    assert (found.value, found.best, found.nodes, found.leaves) == (-1, "", 1, 1)
    assert [step.over for step in found.steps] == [True]


def test_the_depth_limit_is_told_from_the_end_of_the_game():
    found = trace(tree(), tree().initial, depth=1)
    assert {step.node.name: step.over for step in found.steps if isinstance(step, Leaf)} == {
        "B": False,
        "C": False,
        "D": True,
        "E": False,
    }


def test_the_best_ordering_looks_at_the_least_possible_number_of_leaves():
    game = uniform(branching=3, depth=4, seed=1)
    assert trace(game, game.initial, ordering="best").leaves == 3**2 + 3**2 - 1


def test_a_trace_that_nobody_would_read_is_refused_and_so_is_an_ordering_that_would_take_its_time():
    game = connect_four()
    with pytest.raises(TooLong, match=r"connect-four: more than 1,000 steps; look less far ahead"):
        trace(game, game.initial)
    with pytest.raises(TooLong, match="`best` searches below every node, and there are more than 20,000"):
        trace(game, game.initial, ordering="best")
    assert len(trace(tree(), tree().initial, most=38).steps) == 38
    with pytest.raises(TooLong, match="more than 37 steps"):
        trace(tree(), tree().initial, most=37)


def test_what_a_game_cannot_give_is_said():
    with pytest.raises(Unsupported, match="chance moves in gamble"):
        trace(gamble(), gamble().initial)
    with pytest.raises(Unsupported, match="tree has no evaluation 'static'"):
        trace(tree(), tree().initial, evaluation="static")
    with pytest.raises(Unsupported, match="needs a board with a middle"):
        trace(tree(), tree().initial, ordering="centre")
    with pytest.raises(ValueError, match="depth is 0; it must be at least 1"):
        trace(tree(), tree().initial, depth=0)
    with pytest.raises(ValueError, match="most is 0"):
        trace(tree(), tree().initial, most=0)
