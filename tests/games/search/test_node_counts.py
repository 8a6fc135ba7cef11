"""Node counts and values known from elsewhere, to the last node, in both backends."""

from dataclasses import replace

import pytest

from games.rules.connect_four import connect_four
from games.rules.nim import nim
from games.rules.tree import tree
from games.strategies import AlphaBeta, Minimax, PrincipalVariationSearch


def test_minimax_enters_549946_nodes_of_tic_tac_toe(ask, noughts, backend):
    reply = ask(Minimax(), noughts, backend=backend)
    assert (reply.value, reply.nodes, reply.leaves, reply.depth) == (0, 549_946, 255_168, 9)


@pytest.mark.parametrize(
    ("ordering", "nodes", "leaves"), [("natural", 18_297, 7_330), ("reverse", 18_297, 7_330), ("centre", 7_275, 2_893)]
)
def test_alphabeta_on_tic_tac_toe(in_both, noughts, ordering, nodes, leaves):
    reply = in_both(AlphaBeta(ordering=ordering), noughts)
    assert (reply.value, reply.nodes, reply.leaves) == (0, nodes, leaves)


def test_every_cutoff_is_counted_by_how_many_moves_were_tried(in_both, noughts):
    reply = in_both(AlphaBeta(), noughts)
    assert reply.cutoffs == sum(reply.cutoffs_by_move)
    assert reply.cutoffs_by_move[0] > reply.cutoffs_by_move[1] > 0
    # Who is to move after all but one square are taken has one move, and nothing is left to skip.
    assert reply.cutoffs_by_move[8] == 0


@pytest.mark.parametrize(("depth", "below_the_root"), [(1, 9), (2, 81), (3, 585)])
def test_a_shallow_look_with_an_evaluation_chooses_the_centre(in_both, noughts, depth, below_the_root):
    reply = in_both(Minimax(depth, "weighted-lines"), noughts)
    assert (reply.nodes - 1, reply.best_move, reply.depth) == (below_the_root, 4, depth)


def test_every_move_but_the_block_loses(in_both, noughts):
    reply = in_both(Minimax(), noughts, noughts.read("OO..X..X."))
    assert reply.root_scores == {2: 0, 3: -1, 5: -1, 6: -1, 8: -1}
    assert reply.best_move == 2


def test_the_tree_of_the_lecture(in_both):
    lecture = tree()
    reply = in_both(Minimax(), lecture)
    assert reply.value == 3
    assert reply.root_scores == {0: -5, 1: 3, 2: 0, 3: -7}
    assert in_both(AlphaBeta(), lecture).value == 3


def test_alphabeta_never_looks_at_x_in_the_tree_of_the_lecture(ask):
    lecture, seen = tree(), []

    def watched(place):
        seen.append(lecture.write(place))
        return lecture.outcome(place)

    assert ask(AlphaBeta(), replace(lecture, outcome=watched), backend="python").value == 3
    assert len(seen) > 10
    assert "W" in seen
    assert "X" not in seen


def test_minimax_on_connect_four_to_depth_6(in_both, four):
    reply = in_both(Minimax(6), four)
    assert (reply.nodes, reply.leaves) == (137_257, 117_649)


def test_minimax_on_connect_four_to_depth_8(ask, four):
    assert ask(Minimax(8), four).nodes == 6_634_027


@pytest.mark.parametrize("ordering", ["natural", "reverse", "random", "centre", "killer", "history", "best", "worst"])
def test_when_every_value_is_0_no_ordering_is_better(ask, four, ordering):
    assert ask(AlphaBeta(6, ordering), four).nodes == 1_249


@pytest.mark.parametrize(("ordering", "nodes"), [("natural", 12_574), ("centre", 8_647)])
def test_alphabeta_on_connect_four_to_depth_8(in_both, four, ordering, nodes):
    assert in_both(AlphaBeta(8, ordering), four).nodes == nodes


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (AlphaBeta(6, "natural", "column-weights"), 17_465),
        (AlphaBeta(6, "centre", "column-weights"), 1_249),
        (PrincipalVariationSearch(6, "natural", "column-weights"), 20_352),
    ],
)
def test_connect_four_with_column_weights(in_both, four, searcher, nodes):
    assert in_both(searcher, four).nodes == nodes


@pytest.mark.parametrize(("sticks", "take"), [(10, 2), (7, 3)])
def test_a_heap_of_nim_is_left_with_a_multiple_of_four(in_both, sticks, take):
    heap = nim((sticks,), 3)
    reply = in_both(AlphaBeta(table=1), heap)
    assert (reply.value, reply.best_move) == (1, take - 1)


@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_as_the_xor_says(ask, misere):
    """Bouton 1901: the player to move wins when the xor is not 0; misere, with heaps of 1 only, when it is 0."""
    game = nim((3, 3, 3), 0, misere)
    for heaps in ((a, b, c) for a in range(4) for b in range(4) for c in range(4)):
        xor = heaps[0] ^ heaps[1] ^ heaps[2]
        wins = xor == 0 if misere and max(heaps) <= 1 else xor != 0
        state = game.read(" ".join(map(str, heaps)))
        assert ask(AlphaBeta(table=1), game, state).value == (1 if wins else -1), heaps


@pytest.mark.parametrize(("width", "height", "value"), [(4, 4, 0), (5, 4, 0)])
def test_small_boards_of_connect_four_are_drawn(ask, width, height, value):
    assert ask(AlphaBeta(ordering="centre", table=16), connect_four(width, height)).value == value


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "value"), [(6, 4, -1), (5, 5, 0)])
def test_somewhat_larger_boards_of_connect_four(ask, width, height, value):
    game = connect_four(width, height)
    assert ask(AlphaBeta(ordering="centre", table=64), game).value == value
    assert ask(PrincipalVariationSearch(ordering="centre", table=64), game).value == value
