"""Trees written down: the text form, the JSON form, and what is said of a mistake."""

from fractions import Fraction

import pytest

from games.game import RulesError
from games.literal import Node, named, read_tree


def leaves(*values):
    return tuple(Node("", value) for value in values)


def test_a_node_has_a_name_a_value_and_children_each_of_which_may_be_left_out():
    tree = read_tree("A(B=-5(F=4, G=-5), (1, 2), 8)")
    assert tree == Node(
        "A", None, (Node("B", -5, (Node("F", 4), Node("G", -5))), Node("", None, leaves(1, 2)), *leaves(8))
    )


def test_children_in_brackets_come_by_chance_each_after_its_weight():
    tree = read_tree("A[1/4: 10, 0.75: 0]")
    assert tree == Node("A", None, leaves(10, 0), (Fraction(1, 4), Fraction(3, 4)))


@pytest.mark.parametrize(
    ("json", "text"),
    [
        ("[[3, 12], [2, 4.0]]", "((3, 12), (2, 4))"),
        ('{"A": {"B": {"F": 4, "G": -5}, "C": 3}}', "A(B(F=4, G=-5), C=3)"),
        ('{"B": 4, "C": 3}', "(B=4, C=3)"),
        ('{"A": {"risky": {"chance": [[0.1, 10], [0.9, [1, 2]]]}}}', "A(risky[1/10: 10, 9/10: (1, 2)])"),
        ("7", "7"),
    ],
)
def test_json_says_the_same_as_text(json, text):
    assert read_tree(json) == read_tree(text)


def test_what_json_would_make_is_taken_as_it_is():
    assert read_tree({"A": {"B": (4, -5)}}) == read_tree("A(B(4, -5))")


def test_nodes_come_level_by_level_and_those_without_a_name_are_called_by_the_way_to_them():
    assert [name for _, name in named(read_tree("A((3, C=4), D=2)"))] == ["A", "/0", "D", "/0/0", "C"]
    assert [name for _, name in named(read_tree("((3), 2)"))] == ["/", "/0", "/1", "/0/0"]


def test_spaces_and_line_ends_mean_nothing():
    assert read_tree(" A (\n  B = 3 ,\n  C = 4\n)\n") == read_tree("A(B=3,C=4)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at character 1: a name, a number or ( is expected, and the text ends"),
        ("A(B=3", "at character 6: , or ) is expected, and the text ends"),
        ("A(B=3,)", "at character 7: a name, a number or ( is expected, and ')' stands there"),
        ("A(B)", "at character 4: = and a value, or children"),
        ("A(B=)", "at character 5: a number is expected"),
        ("A(B=3) x", "at character 8: nothing more is expected"),
        ("A(B=2.5)", "2.5 is no integer"),
        ("A(B=2000000)", "2000000 is out of range"),
        ("A[0: 3]", "a weight of 0"),
        ("A[1/0: 3]", "1/0 is no number"),
        ("A[1: 3, 2]", ": after a weight is expected"),
        ("(" * 300, "at most 200 plies"),
        ('{"A": [1, 2', "line 1, column 12"),
        ('{"A": 1, "A": 2}', "'A' is 2 times in one object"),
        ("[1, []]", "the root, 1: a node without children needs a value"),
        ("[1, true]", "the root, 1: True is neither"),
        ('["x"]', "'x' is neither"),
        ("[1, NaN]", "nan is no number"),
        ("[" * 100_000, "deeper than 200 plies"),
        ("[" * 300 + "1" + "]" * 300, "deeper than 200 plies"),
        ('{"chance": [1, 2]}', "chance is a list of [weight, node]"),
        ('{"chance": []}', "nothing can happen there"),
        ('{"chance": [[-1, 2]]}', "a weight of -1"),
    ],
)
def test_a_mistake_is_refused_with_its_place_and_what_is_wanted(text, words):
    with pytest.raises(RulesError) as refusal:
        read_tree(text)
    assert words in str(refusal.value)


def test_a_name_that_two_nodes_have_is_refused():
    with pytest.raises(RulesError, match="two nodes of the tree are called B"):
        list(named(read_tree("A(B=1, C(B=2))")))
